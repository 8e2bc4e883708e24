// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestPackage.h"
#include "kiln-rt/json/Document.h"

#include <cmath>

using namespace kiln::json;
using namespace kiln::rt::test;
using kiln::rt::concat;
using ::testing::HasSubstr;
using Kind = Value::Kind;

/// The value of the text, written again; or the error, with `limit:` in front
/// of limits.
static std::string read(std::string_view text) {
  kiln::rt::Expected<Document> document = Document::parse(text);
  if (document.ok())
    return write(document->getRoot());
  bool isLimit = document.error().code == kiln::rt::Code::ResourceExhausted;
  return concat(isLimit ? "limit: " : "", document.error().message);
}

/// The document of a text that is one.
static Document parse(std::string_view text) { return *Document::parse(text); }

TEST(Json, ReadsEveryKind) {
  EXPECT_EQ(read(" {\"b\" : [1, -2.5, true,false, null], \"a\":\"x\"} \n"),
            R"({"b":[1,-2.5,true,false,null],"a":"x"})");
  EXPECT_EQ(read("[]"), "[]");
  EXPECT_EQ(read("{ }"), "{}");
  EXPECT_EQ(read("\"\""), "\"\"");
  EXPECT_EQ(read("[[],[[]],{}]"), "[[],[[]],{}]");
}

/// Text is looked through in blocks, wherever in them it ends.
TEST(Json, ReadsStringsOfAnyLength) {
  for (size_t before = 0; before < 40; ++before)
    for (size_t behind = 0; behind < 20; ++behind) {
      std::string a(before, 'a'), b(behind, 'b');
      std::string text = concat("[\"", a, "\",\"", a, "\u00fc", b, "\",\"", a,
                                "\\\"", b, "\",\"", b, "\"]");
      EXPECT_EQ(read(text), text);
      EXPECT_EQ(
          read(concat("\"", a, "\n", b, "\"")),
          concat("syntax: control character in a string at byte ", before + 1));
      EXPECT_EQ(read(concat("\"", a)),
                concat("unexpected end at byte ", before + 1));
      EXPECT_EQ(read(concat("\"", a, "\xff", b, "\"")),
                concat("not UTF-8 at byte ", before + behind + 3));
    }
}

TEST(Json, FindsKeysOfAnyLengthInAnyOrder) {
  std::string text = "{";
  for (size_t i = 0; i < 40; ++i)
    text += concat(i ? "," : "", "\"", std::string(i, 'k'), "\":", i);
  text += "}";
  Document document = parse(text);
  const Object &object = *document.getRoot().getAsObject();
  uint32_t next = 0;
  for (size_t i = 0; i < 40; ++i) {
    std::string key(i * 7 % 40, 'k');
    EXPECT_EQ(object.getInteger(key), key.size());
    EXPECT_EQ(object.get(key, next)->getAsInteger(), key.size());
    EXPECT_EQ(next, key.size() + 1);
    EXPECT_EQ(object.get(concat("x", key), next), nullptr);
    if (!key.empty())
      EXPECT_EQ(object.get(key.substr(1) + "x", next), nullptr);
  }
}

TEST(Json, KeepsIntegersApart) {
  auto kindOf = [](std::string_view text) {
    return parse(text).getRoot().getKind();
  };
  EXPECT_EQ(kindOf("4"), Kind::Integer);
  EXPECT_EQ(kindOf("4.0"), Kind::Float);
  EXPECT_EQ(kindOf("4e0"), Kind::Float);
  EXPECT_EQ(kindOf("9223372036854775807"), Kind::Integer);
  EXPECT_EQ(kindOf("-9223372036854775808"), Kind::Integer);
  EXPECT_EQ(kindOf("9223372036854775808"), Kind::HugeInteger);
  EXPECT_EQ(kindOf("123456789012345678.0"), Kind::Float);
  EXPECT_EQ(read("[999999999999999999,-1000000000000000000,-0,0]"),
            "[999999999999999999,-1000000000000000000,0,0]");
  EXPECT_EQ(kindOf(std::string(10000, '9')), Kind::HugeInteger);
  Document huge = parse("-1180591620717411303424");
  EXPECT_EQ(huge.getRoot().getAsInteger(), std::nullopt);
  EXPECT_EQ(huge.getRoot().getAsNumber(), -1180591620717411303424.0);
  EXPECT_EQ(huge.getRoot().getAsString(), std::nullopt);
}

TEST(Json, ReadsFloatsExactly) {
  auto numberOf = [](std::string_view text) {
    return *parse(text).getRoot().getAsNumber();
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

TEST(Json, ReadsEscapes) {
  Document document = (parse(
      R"({"a": "\"\\\/\b\f\n\r\tA\u00e9\u20ac\ud83d\ude00!", "b": "\ud800x"})"));
  const Object &object = *document.getRoot().getAsObject();
  EXPECT_EQ(object.getString("a"), "\"\\/\b\f\n\r\tA\u00e9\u20ac\U0001F600!");
  EXPECT_EQ(object.getString("b"), "\uFFFDx");
  EXPECT_EQ(object.getString("c"), std::nullopt);
  EXPECT_EQ(object.getInteger("a"), std::nullopt);
  EXPECT_EQ(object.getObject("a"), nullptr);
  EXPECT_EQ(object.getArray("a"), nullptr);
}

TEST(Json, PointsIntoTheSource) {
  std::string source = "[\"plain\"]";
  Document document = parse(source);
  const Array &array = *document.getRoot().getAsArray();
  EXPECT_EQ(array[0].getAsString()->data(), source.data() + 2);
}

TEST(Json, RefusesWhatIsNoJSON) {
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

TEST(Json, RefusesDuplicateKeys) {
  EXPECT_EQ(read(R"({"a": 1, "a": 2})"), "duplicate key 'a' at byte 16");
  std::string many = "{";
  for (int i = 0; i < 100; ++i)
    many += "\"k" + std::to_string(i) + "\": 0, ";
  EXPECT_EQ(read(many + "\"k7\": 1}"),
            "duplicate key 'k7' at byte " + std::to_string(many.size() + 8));
  EXPECT_EQ(read(R"([{"a": 1}, {"a": 2}])"), R"([{"a":1},{"a":2}])");
}

/// What is larger than the blocks of the arena, of which there are many by
/// then, has one of its own.
TEST(Json, ReadsLongLists) {
  std::string text = "[";
  for (int i = 0; i < 30000; ++i)
    text += R"([{"a":1}],)";
  text += "[0";
  for (int i = 0; i < 30000; ++i)
    text += ",1";
  text += "]]";
  EXPECT_EQ(read(text), text);
}

/// The keys of the object before are expected, and no more than that.
TEST(Json, TellsNeighboursApart) {
  std::string text = R"([{"a":1,"b":2},{"a":3,"b":4},{"a":5},)"
                     R"({"a":6,"b":7,"c":8},{"b":9,"a":10},{"ab":11,"b":12},)"
                     R"({},{"ab":13,"b":14,"c":{"a":15}},{"a\"":16},)"
                     R"({"a\"":17,"":18},{"":19}])";
  EXPECT_EQ(read(text), text);
  Document document = parse(text);
  const Array &items = *document.getRoot().getAsArray();
  EXPECT_EQ(items[0].getAsObject()->getKeys(),
            items[1].getAsObject()->getKeys());
  int64_t number = 0;
  for (const Value &item : items)
    for (Member member : *item.getAsObject()) {
      ++number;
      EXPECT_EQ(item.find(member.first), &member.second);
      EXPECT_TRUE(member.second.getAsObject() ||
                  member.second.getAsInteger() == number);
      for (const char *none : {"c0", "ba", "aa", "b\""})
        EXPECT_EQ(item.find(none), nullptr);
    }
  EXPECT_EQ(read(R"([{"a" : 1}, {"a" :2}, {"a": 3}])"),
            R"([{"a":1},{"a":2},{"a":3}])");
  EXPECT_THAT(read(R"([{"a":1,"b":2},{"a":1,"b":2,"a":3}])"),
              HasSubstr("duplicate key 'a'"));
  EXPECT_THAT(read(R"([{"a":1},{"a":1,"a":2}])"),
              HasSubstr("duplicate key 'a'"));
  // The text of a key is not that of its escapes.
  EXPECT_EQ(read(R"([{"\\":1},{"\":1}])"), "unexpected end at byte 18");
  EXPECT_EQ(read(R"([{"abc":1},{"abc")"), "unexpected end at byte 17");
  EXPECT_EQ(read(R"([{"abc":1},{"abc"1}])"),
            "syntax: unexpected '1' at byte 17");
}

TEST(Json, LimitsDepth) {
  std::string open(500, '['), close(500, ']');
  EXPECT_EQ(read(open + close), open + close);
  EXPECT_EQ(read(open + "[" + close),
            "limit: nested deeper than 500 at byte 500");
  EXPECT_EQ(read(open + "{" + close),
            "limit: nested deeper than 500 at byte 500");
}

/// Would take minutes if each key were compared with all before it.
TEST(Json, ReadsManyKeys) {
  std::string wide = "{\"k\":0";
  for (int i = 0; i < 200000; ++i)
    wide += concat(",\"k", i, "\":0");
  EXPECT_EQ(parse(wide + "}").getRoot().getAsObject()->size(), 200001u);
  EXPECT_THAT(read(wide + ",\"k77\":0}"), HasSubstr("duplicate key 'k77'"));
}

TEST(Json, WritesWhatItRead) {
  for (const char *text :
       {R"({"a":[1,-2,"x\n"],"b":{"c":true,"d":null},"e":0.5})",
        R"(["\"\\\b\f\r\t\u0001é"])", "[4,4.0,1e+300,NaN,-Infinity]",
        "1180591620717411303424"})
    EXPECT_EQ(read(text), text);
  EXPECT_EQ(quote("a\xff\"\xe2\x82"), "\"a\uFFFD\\\"\uFFFD\uFFFD\"");
}

TEST(Json, KnowsUtf8) {
  for (const char *text :
       {"\"\u007f\u0080\u07ff\u0800\"", "\"\xed\x9f\xbf\xee\x80\x80"
                                        "\uffff\U00010000\U0010ffff\""})
    EXPECT_EQ(read(text), text);
  for (const char *bad :
       {"\x80", "\xc1\xbf", "\xc3", "\xe0\x9f\xbf", "\xed\xa0\x80",
        "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xe2\x82", "\xf5\x80\x80\x80"})
    EXPECT_THAT(read(concat("\"", bad, "\"")), HasSubstr("not UTF-8"));
}

TEST(Json, LimitsLength) {
  EXPECT_EQ(read({"[]", size_t(1) << 33}), "limit: longer than 4 GiB");
}

TEST(Json, KeepsToItsMemory) {
  auto parse = [](std::string_view text) -> std::string {
    auto document = Document::parse(text, {500, 10000});
    return document.ok() ? "" : document.error().message;
  };
  EXPECT_EQ(parse("[1,1,1]"), "");
  std::string wide = "[1";
  for (int i = 0; i < 1000; ++i)
    wide += ",1";
  EXPECT_THAT(parse(wide + "]"),
              HasSubstr("more than 10000 bytes of memory are needed at byte"));
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
