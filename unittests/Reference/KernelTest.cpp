// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelTest.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include <cmath>

using namespace kiln;
using namespace kiln::reference;

KernelTest::KernelTest() {
  context.loadDialect<ep::EPDialect, aten::AtenDialect, aten::PrimsDialect,
                      aten::QuantizedDialect>();
}

/// With `prefix`, every size is a symbol of its own, such as x0_1.
static std::string typeOf(const Values &values, const std::string &prefix) {
  std::string sizes;
  for (size_t dim = 0; dim < values.sizes.size(); ++dim)
    sizes += (dim ? ", " : "") + (prefix.empty()
                                      ? std::to_string(values.sizes[dim])
                                      : prefix + "_" + std::to_string(dim));
  return "!ep.tensor<[" + sizes + "], " + values.type + ">";
}

static std::string typesOf(const std::vector<Values> &list,
                           const std::string &prefix) {
  std::string text;
  for (size_t i = 0; i < list.size(); ++i)
    text += (i ? ", " : "") +
            typeOf(list[i], prefix.empty() ? "" : prefix + std::to_string(i));
  return "(" + text + ")";
}

static Tensor makeTensor(MLIRContext *context, const Values &values) {
  Type type = mlir::parseType(values.type, context);
  if (isComplex(type)) {
    Dense<std::complex<double>> dense(values.sizes);
    for (int64_t i = 0; i < dense.getNumElements(); ++i)
      dense[i] = {values.values[2 * i], values.values[2 * i + 1]};
    return store(dense, type);
  }
  if (isFloat(type)) {
    Dense<double> dense(values.sizes);
    dense.values = values.values;
    return store(dense, type);
  }
  Dense<int64_t> dense(values.sizes);
  dense.values.assign(values.values.begin(), values.values.end());
  return store(dense, type);
}

llvm::Expected<RuntimeValues>
KernelTest::evaluate(StringRef op, const std::vector<Values> &inputs,
                     const std::vector<Values> &outputs, bool symbolic) {
  std::string x = symbolic ? "x" : "", r = symbolic ? "r" : "";
  std::string arguments, results = std::to_string(outputs.size());
  for (size_t i = 0; i < inputs.size(); ++i)
    arguments += (i ? ", %" : "%") + std::to_string(i) + ": " +
                 typeOf(inputs[i], symbolic ? x + std::to_string(i) : "") +
                 " {ep.input = #ep.input<user_input \"x" + std::to_string(i) +
                 "\">}";
  std::string text = "ep.program @t { ep.graph @t(" + arguments +
                     ") {\n%r:" + results + " = " + op.str() + " : " +
                     typesOf(inputs, x) + " -> " + typesOf(outputs, r) +
                     "\nep.return\n} }";
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return llvm::createStringError("no IR: " + text);
  Operation *found = nullptr;
  module->walk([&](Operation *inner) {
    if (inner->getNumResults() == outputs.size() && isa<aten::AtenOp>(inner))
      found = inner;
  });
  Kernel kernel =
      found ? KernelTable::get().lookup(found->getName().getStringRef())
            : nullptr;
  if (!kernel)
    return llvm::createStringError("no kernel: " + op);
  RuntimeValues operands;
  for (const Values &values : inputs)
    operands.push_back(makeTensor(&context, values));
  SymbolValues symbols;
  if (symbolic)
    for (auto [name, list] : {std::pair(x, &inputs), std::pair(r, &outputs)})
      for (size_t i = 0; i < list->size(); ++i)
        for (size_t dim = 0; dim < (*list)[i].sizes.size(); ++dim)
          symbols[name + std::to_string(i) + "_" + std::to_string(dim)] =
              (*list)[i].sizes[dim];
  llvm::Expected<Call> call = Call::make(found, operands, symbols, random);
  if (!call)
    return call.takeError();
  return kernel(*call);
}

std::vector<double> KernelTest::valuesOf(const RuntimeValue &value) {
  const Tensor &tensor = std::get<Tensor>(value);
  if (isFloat(tensor.getElementType()))
    return load<double>(tensor).values;
  std::vector<double> values;
  if (isComplex(tensor.getElementType())) {
    for (std::complex<double> pair : load<std::complex<double>>(tensor).values)
      values.insert(values.end(), {pair.real(), pair.imag()});
    return values;
  }
  Dense<int64_t> ints = load<int64_t>(tensor);
  values.assign(ints.values.begin(), ints.values.end());
  return values;
}

/// What a value of a type may be off by, relative to the greater of itself and
/// the typical value of its tensor.
static double getTolerance(Type type) {
  if (isInteger(type))
    return 0;
  double epsilon = getEpsilon(getRealType(type));
  return epsilon < 1e-15 ? 1e-11 : 4 * epsilon;
}

void KernelTest::expect(StringRef op, const std::vector<Values> &inputs,
                        const std::vector<Values> &outputs) {
  SCOPED_TRACE(op.str());
  llvm::Expected<RuntimeValues> results = evaluate(op, inputs, outputs);
  if (!results) {
    ADD_FAILURE() << llvm::toString(results.takeError());
    return;
  }
  ASSERT_EQ(results->size(), outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    ASSERT_TRUE(std::holds_alternative<Tensor>((*results)[i]));
    const Tensor &tensor = std::get<Tensor>((*results)[i]);
    EXPECT_EQ(std::vector<int64_t>(tensor.getSizes()), outputs[i].sizes);
    EXPECT_EQ(tensor.getElementType(),
              mlir::parseType(outputs[i].type, &context));
    std::vector<double> found = valuesOf((*results)[i]);
    const std::vector<double> &wanted = outputs[i].values;
    ASSERT_EQ(found.size(), wanted.size());
    double squares = 0;
    for (double value : wanted)
      squares += std::isfinite(value) ? value * value : 0;
    double typical = wanted.empty() ? 0 : std::sqrt(squares / wanted.size());
    double tolerance = getTolerance(tensor.getElementType());
    for (size_t j = 0; j < wanted.size(); ++j) {
      bool same = found[j] == wanted[j] ||
                  (std::isnan(found[j]) && std::isnan(wanted[j]));
      double most = tolerance * std::max(std::fabs(wanted[j]), typical);
      EXPECT_TRUE(same || std::fabs(found[j] - wanted[j]) <= most)
          << "result " << i << ", element " << j << ": " << found[j]
          << " is not " << wanted[j];
    }
  }
}

std::string KernelTest::errorOf(StringRef op, const std::vector<Values> &inputs,
                                const std::vector<Values> &outputs) {
  llvm::Expected<RuntimeValues> results = evaluate(op, inputs, outputs, true);
  if (results)
    return "no error";
  // What comes before the op is its place in the text.
  std::string text = llvm::toString(results.takeError());
  return text.substr(
      std::min(text.find(op.split(' ').first.str()), text.size() - 1));
}
