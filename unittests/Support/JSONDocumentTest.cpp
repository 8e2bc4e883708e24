// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Support/JSONDocument.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace kiln::json;
using Kind = Value::Kind;

namespace {

/// What the text means, printed again; or the error, with `limit:` in front of
/// limits.
std::string read(llvm::StringRef text) {
  llvm::Expected<Document> document = Document::parse(text);
  std::string out;
  llvm::raw_string_ostream os(out);
  if (document) {
    document->getRoot().print(os);
    return out;
  }
  llvm::handleAllErrors(document.takeError(), [&](const ParseError &error) {
    os << (error.isLimit() ? "limit: " : "") << error.message();
  });
  return out;
}

TEST(JSONDocument, ReadsEveryKind) {
  EXPECT_EQ(read(" {\"b\" : [1, -2.5, true,false, null], \"a\":\"x\"} \n"),
            R"({"a":"x","b":[1,-2.5,true,false,null]})");
  EXPECT_EQ(read("[]"), "[]");
  EXPECT_EQ(read("{ }"), "{}");
  EXPECT_EQ(read("\"\""), "\"\"");
  EXPECT_EQ(read("[[],[[]],{}]"), "[[],[[]],{}]");
}

TEST(JSONDocument, KeepsIntegersApart) {
  auto kindOf = [](llvm::StringRef text) {
    return llvm::cantFail(Document::parse(text)).getRoot().getKind();
  };
  EXPECT_EQ(kindOf("4"), Kind::Integer);
  EXPECT_EQ(kindOf("4.0"), Kind::Float);
  EXPECT_EQ(kindOf("4e0"), Kind::Float);
  EXPECT_EQ(kindOf("9223372036854775807"), Kind::Integer);
  EXPECT_EQ(kindOf("-9223372036854775808"), Kind::Integer);
  EXPECT_EQ(kindOf("9223372036854775808"), Kind::HugeInteger);
  EXPECT_EQ(kindOf(std::string(10000, '9')), Kind::HugeInteger);
  Document huge = llvm::cantFail(Document::parse("-1180591620717411303424"));
  EXPECT_EQ(huge.getRoot().getAsInteger(), std::nullopt);
  EXPECT_EQ(huge.getRoot().getAsNumber(), -1180591620717411303424.0);
  EXPECT_EQ(huge.getRoot().getAsString(), std::nullopt);
}

TEST(JSONDocument, ReadsFloatsExactly) {
  auto numberOf = [](llvm::StringRef text) {
    return *llvm::cantFail(Document::parse(text)).getRoot().getAsNumber();
  };
  EXPECT_EQ(numberOf("0.1"), 0.1);
  EXPECT_EQ(numberOf("1e-45"), 1e-45);
  EXPECT_EQ(numberOf("1e+308"), 1e308);
  EXPECT_EQ(numberOf("1e400"), HUGE_VAL);
  EXPECT_EQ(numberOf("-1e400"), -HUGE_VAL);
  EXPECT_EQ(numberOf("1e-400"), 0.0);
  EXPECT_TRUE(std::signbit(numberOf("-0.0")));
  EXPECT_TRUE(std::isnan(numberOf("NaN")));
  EXPECT_EQ(numberOf("Infinity"), HUGE_VAL);
  EXPECT_EQ(numberOf("-Infinity"), -HUGE_VAL);
}

TEST(JSONDocument, ReadsEscapes) {
  Document document = llvm::cantFail(Document::parse(
      R"({"a": "\"\\\/\b\f\n\r\tA\u00e9\u20ac\ud83d\ude00!", "b": "\ud800x"})"));
  const Object &object = *document.getRoot().getAsObject();
  EXPECT_EQ(object.getString("a"), "\"\\/\b\f\n\r\tA\u00e9\u20ac\U0001F600!");
  EXPECT_EQ(object.getString("b"), "\uFFFDx");
  EXPECT_EQ(object.getString("c"), std::nullopt);
  EXPECT_EQ(object.getInteger("a"), std::nullopt);
  EXPECT_EQ(object.getObject("a"), nullptr);
  EXPECT_EQ(object.getArray("a"), nullptr);
}

TEST(JSONDocument, PointsIntoTheSource) {
  std::string source = "[\"plain\"]";
  Document document = llvm::cantFail(Document::parse(source));
  const Array &array = *document.getRoot().getAsArray();
  EXPECT_EQ(array[0].getAsString()->data(), source.data() + 2);
}

TEST(JSONDocument, RefusesWhatIsNoJSON) {
  EXPECT_EQ(read(""), "unexpected end at byte 0");
  EXPECT_EQ(read("[1, "), "unexpected end at byte 4");
  EXPECT_EQ(read("\"abc"), "unexpected end at byte 4");
  EXPECT_EQ(read("\"ab\\"), "unexpected end at byte 4");
  EXPECT_EQ(read("\"a\\nb"), "unexpected end at byte 5");
  EXPECT_EQ(read("[1 2]"), "syntax: unexpected '2' at byte 3");
  EXPECT_EQ(read("[1,]"), "syntax: unexpected ']' at byte 3");
  EXPECT_EQ(read("{\"a\" 1}"), "syntax: unexpected '1' at byte 5");
  EXPECT_EQ(read("{1: 2}"), "syntax: unexpected '1' at byte 1");
  EXPECT_EQ(read("tru"), "syntax: unexpected 't' at byte 0");
  EXPECT_EQ(read("\x01"), "syntax: unexpected character at byte 0");
  EXPECT_EQ(read("01"), "trailing text at byte 1");
  EXPECT_EQ(read("{} {}"), "trailing text at byte 3");
  EXPECT_EQ(read("-"), "unexpected end at byte 1");
  EXPECT_EQ(read("1."), "unexpected end at byte 2");
  EXPECT_EQ(read("1.5e+"), "unexpected end at byte 5");
  EXPECT_EQ(read("+1"), "syntax: unexpected '+' at byte 0");
  EXPECT_EQ(read("\"a\nb\""),
            "syntax: control character in a string at byte 2");
  EXPECT_EQ(read("\"\\n\nb\""),
            "syntax: control character in a string at byte 3");
  EXPECT_EQ(read(R"("\x41")"), "syntax: bad escape at byte 3");
  EXPECT_EQ(read(R"("\u12")"), "syntax: bad escape at byte 3");
  EXPECT_EQ(read(R"("\u-123")"), "syntax: bad escape at byte 3");
  EXPECT_EQ(read("\"\xff\""), "not UTF-8 at byte 3");
  EXPECT_EQ(read("\"\\n\xff\""), "not UTF-8 at byte 5");
}

TEST(JSONDocument, RefusesDuplicateKeys) {
  EXPECT_EQ(read(R"({"a": 1, "a": 2})"), "duplicate key 'a' at byte 16");
  std::string many = "{";
  for (int i = 0; i < 100; ++i)
    many += "\"k" + std::to_string(i) + "\": 0, ";
  EXPECT_EQ(read(many + "\"k7\": 1}"),
            "duplicate key 'k7' at byte " + std::to_string(many.size() + 8));
  EXPECT_EQ(read(R"([{"a": 1}, {"a": 2}])"), R"([{"a":1},{"a":2}])");
}

TEST(JSONDocument, LimitsDepth) {
  std::string open(500, '['), close(500, ']');
  EXPECT_EQ(read(open + close), open + close);
  EXPECT_EQ(read(open + "[" + close),
            "limit: nested deeper than 500 at byte 500");
  EXPECT_EQ(read(open + "{" + close),
            "limit: nested deeper than 500 at byte 500");
}

/// Random documents mean the same to LLVM's reader.
std::string makeDocument(std::mt19937 &random, unsigned depth) {
  switch (random() % (depth > 4 ? 5 : 7)) {
  case 0:
    return std::to_string(static_cast<int64_t>(random()) - (1ll << 31));
  case 1:
    return std::to_string(random() / 65536.0);
  case 2:
    return random() % 2 ? "true" : "null";
  case 3:
    return "\"a\\n\\u20ac" + std::to_string(random() % 100) + "\"";
  case 4:
    return "\"\"";
  case 5: {
    std::string list = "[";
    for (unsigned i = 0, e = random() % 5; i < e; ++i)
      list += (i ? ", " : " ") + makeDocument(random, depth + 1);
    return list + "]";
  }
  default: {
    std::string object = "{";
    for (unsigned i = 0, e = random() % 30; i < e; ++i)
      object += (i ? ",\"k" : "\"k") + std::to_string(i) +
                "\":" + makeDocument(random, depth + 3);
    return object + "}";
  }
  }
}

TEST(JSONDocument, AgreesWithLLVM) {
  std::mt19937 random(20240);
  for (int i = 0; i < 500; ++i) {
    std::string text = makeDocument(random, 0);
    std::string expected;
    llvm::raw_string_ostream(expected)
        << llvm::cantFail(llvm::json::parse(text));
    EXPECT_EQ(read(text), expected) << text;
  }
}

TEST(JSONDocument, KeepsToItsMemory) {
  auto parse = [](llvm::StringRef text) -> std::string {
    llvm::Expected<Document> document = Document::parse(text, 10000);
    return document ? "" : llvm::toString(document.takeError());
  };
  EXPECT_EQ(parse("[1,1,1]"), "");
  std::string wide = "[1";
  for (int i = 0; i < 1000; ++i)
    wide += ",1";
  EXPECT_NE(parse(wide + "]")
                .find("more than 10000 bytes of memory are "
                      "needed at byte"),
            std::string::npos);
  std::string lists = "[[]";
  for (int i = 0; i < 1000; ++i)
    lists += ",[]";
  EXPECT_NE(parse(lists + "]"), "");
  std::string object = "{\"\": 0";
  for (int i = 0; i < 1000; ++i)
    object += ", \"" + std::to_string(i) + "\": 0";
  EXPECT_NE(parse(object + "}"), "");
  EXPECT_NE(parse("\"" + std::string(20000, 'a') + "\\n\""), "");
}

} // namespace
