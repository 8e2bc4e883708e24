// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Schema.h"
#include "gtest/gtest.h"

using namespace kiln::aten;

static std::string parseError(llvm::StringRef text) {
  llvm::Expected<std::unique_ptr<Schema>> schema = Schema::parse(text);
  return schema ? "" : llvm::toString(schema.takeError());
}

TEST(Schema, EveryRowParses) {
  unsigned rows = 0, core = 0;
  forEachSchema([&](const Schema &schema) {
    ++rows;
    core += schema.isCore();
    EXPECT_EQ(parseError(schema.getText()), "") << schema.getText().str();
    EXPECT_EQ(lookupSchema(schema.getName()), &schema);
  });
  EXPECT_EQ(rows, 3295u);
  EXPECT_EQ(core, 193u);
}

TEST(Schema, NamesAndFlags) {
  const Schema *add = lookupSchema("aten.add.Tensor");
  ASSERT_TRUE(add);
  EXPECT_EQ(add->getNamespace(), "aten");
  EXPECT_EQ(add->getBaseName(), "add");
  EXPECT_EQ(add->getOverload(), "Tensor");
  EXPECT_TRUE(add->isCore() && add->isPointwise());
  EXPECT_FALSE(add->isMutating() || add->hasEffects());
  EXPECT_FALSE(add->needsSegments());
  EXPECT_EQ(lookupSchema("aten.relu.default")->getOverload(), "default");
  EXPECT_EQ(lookupSchema("aten.linear.default")->getDecomposition(),
            DecompositionKind::Implicit);
  EXPECT_EQ(lookupSchema("aten.batch_norm.default")->getDecomposition(),
            DecompositionKind::Preserved);
  EXPECT_TRUE(lookupSchema("aten.relu_.default")->isMutating());
  EXPECT_TRUE(lookupSchema("aten.rand.default")->isRandom());
  EXPECT_TRUE(lookupSchema("aten._assert_async.msg")->hasEffects());
  EXPECT_EQ(lookupSchema("aten.nothing.default"), nullptr);
}

TEST(Schema, Arguments) {
  const Schema *conv = lookupSchema("aten.conv2d.default");
  llvm::ArrayRef<SchemaArgument> arguments = conv->getArguments();
  ASSERT_EQ(arguments.size(), 7u);
  EXPECT_TRUE(conv->needsSegments());
  EXPECT_TRUE(arguments[2].type.isTensor() && arguments[2].type.optional);
  EXPECT_EQ(arguments[3].type.kind, TypeKind::SymInt);
  EXPECT_TRUE(arguments[3].type.list);
  EXPECT_EQ(arguments[3].type.length, 2u);
  EXPECT_EQ(arguments[3].type.text, "SymInt[2]");
  EXPECT_EQ(std::get<llvm::SmallVector<int64_t>>(*arguments[3].defaultValue),
            (llvm::SmallVector<int64_t>{1, 1}));
  EXPECT_EQ(conv->findArgument("groups"), 6u);
  EXPECT_EQ(conv->findArgument("nothing"), std::nullopt);
}

TEST(Schema, OptionalElementsAliasesAndKeywords) {
  const Schema *index = lookupSchema("aten.index_put_.default");
  llvm::ArrayRef<SchemaArgument> arguments = index->getArguments();
  EXPECT_EQ(arguments[0].alias, "a!");
  EXPECT_TRUE(arguments[0].mutated);
  EXPECT_TRUE(arguments[1].type.optionalElement && arguments[1].type.list);
  EXPECT_FALSE(arguments[1].type.optional);
  const Schema *sum = lookupSchema("aten.sum.dim_IntList");
  EXPECT_TRUE(sum->getArguments()[1].type.optional);
  EXPECT_TRUE(sum->getArguments()[1].type.list);
  EXPECT_TRUE(sum->getArguments()[3].kwargOnly);
  const Schema *max = lookupSchema("aten.max.dim");
  ASSERT_EQ(max->getResults().size(), 2u);
  EXPECT_EQ(max->getResults()[1].name, "indices");
}

TEST(Schema, Defaults) {
  auto schema = Schema::parse("ns::op(str a=\"x\\\"y\", float b=1e-05, bool c="
                              "True, int[] d=[], int e=-1, int? f=None) -> ()");
  ASSERT_TRUE(static_cast<bool>(schema));
  llvm::ArrayRef<SchemaArgument> arguments = (*schema)->getArguments();
  EXPECT_EQ(std::get<std::string>(*arguments[0].defaultValue), "x\"y");
  EXPECT_EQ(std::get<double>(*arguments[1].defaultValue), 1e-05);
  EXPECT_TRUE(std::get<bool>(*arguments[2].defaultValue));
  EXPECT_EQ(std::get<int64_t>(*arguments[4].defaultValue), -1);
  EXPECT_TRUE(std::holds_alternative<DefaultNone>(*arguments[5].defaultValue));
  EXPECT_TRUE((*schema)->getResults().empty());
}

TEST(Schema, Errors) {
  EXPECT_EQ(parseError("op"),
            "schema: expected 'namespace::name' at character 2");
  EXPECT_EQ(parseError("ns::op"), "schema: expected '(' at character 6");
  EXPECT_EQ(parseError("ns::op() "), "schema: expected '->' at character 9");
  EXPECT_EQ(parseError("ns::op(Tensor) -> ()"),
            "schema: expected the name of an argument at character 13");
  EXPECT_EQ(parseError("ns::op(?) -> ()"),
            "schema: expected a type at character 7");
  EXPECT_EQ(parseError("ns::op(int[x] a) -> ()"),
            "schema: malformed list length at character 13");
  EXPECT_EQ(parseError("ns::op(int a=) -> ()"),
            "schema: expected a default at character 13");
  EXPECT_EQ(parseError("ns::op(int[] a=[x]) -> ()"),
            "schema: expected an int in a list at character 16");
  EXPECT_EQ(parseError("ns::op(str a=\"x) -> ()"),
            "schema: unterminated string at character 22");
  EXPECT_EQ(parseError("ns::op() -> Tensor ) x"),
            "schema: unexpected text at character 19");
}
