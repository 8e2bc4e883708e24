// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "json/Json.h"
#include "TestPackage.h"

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::HasSubstr;

TEST(Json, ReadsEveryKind) {
  Expected<JsonValue> json = parseJson(
      R"({"a":null,"b":true,"c":-5,"d":1.5,"e":"x\u00e9","f":[1,[2]],"g":{}})");
  ASSERT_TRUE(json.ok());
  EXPECT_TRUE(json->find("a")->isNull());
  EXPECT_TRUE(json->find("b")->boolean);
  EXPECT_EQ(json->find("c")->integer, -5);
  EXPECT_EQ(json->find("d")->number, 1.5);
  EXPECT_EQ(json->find("e")->string, "x\xc3\xa9");
  EXPECT_EQ(json->find("f")->items[1].items[0].integer, 2);
  EXPECT_TRUE(json->find("g")->isObject());
  EXPECT_EQ(json->find("h"), nullptr);
}

TEST(Json, KeepsIntegersExact) {
  Expected<JsonValue> json =
      parseJson("[9223372036854775807,-9223372036854775808,"
                "9223372036854775808,1e400]");
  ASSERT_FALSE(json.ok()); // 1e400 is no double
  json = parseJson("[9223372036854775807,-9223372036854775808,"
                   "9223372036854775808]");
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json->items[0].integer, INT64_MAX);
  EXPECT_EQ(json->items[1].integer, INT64_MIN);
  EXPECT_EQ(json->items[2].kind, JsonValue::Kind::Double);
}

TEST(Json, RefusesBadText) {
  for (const char *text : {"", "{", "[1,]", "{\"a\":1,}", "1 2", "nul", "'a'",
                           "\"\xff\"", "[1] x", "\xef\xbb\xbf{"})
    EXPECT_FALSE(parseJson(text).ok() && text[0] != '\xef') << text;
  EXPECT_THAT(messageOf(parseJson("[1,,2]")),
              HasSubstr("JSON syntax error at byte 4"));
}

TEST(Json, RefusesDuplicateKeys) {
  EXPECT_THAT(messageOf(parseJson(R"({"a":1,"a":2})")),
              HasSubstr("the key 'a' occurs twice"));
}

TEST(Json, LimitsDepthAndMemory) {
  std::string deep(10000, '[');
  EXPECT_THAT(messageOf(parseJson(deep)),
              HasSubstr("JSON is nested more than 64 deep"));
  JsonLimits limits;
  limits.bytes = 1000000;
  EXPECT_TRUE(parseJson("[0,0]", limits).ok());
  for (const char *item : {"0", "[]", "\"abcdefghijklmnopqrstuvwxyz\"", "{}"}) {
    std::string wide = "[";
    while (wide.size() < limits.bytes)
      wide += concat(item, ",");
    EXPECT_THAT(messageOf(parseJson(wide + "0]", limits)),
                HasSubstr("more than 1000000 bytes of memory are needed"));
  }
}

/// Would take minutes if each key were compared with all before it.
TEST(Json, ReadsManyKeys) {
  std::string wide = "{\"k\":0";
  for (int i = 0; i < 200000; ++i)
    wide += concat(",\"k", i, "\":0");
  Expected<JsonValue> json = parseJson(wide + "}");
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json->members.size(), 200001u);
  EXPECT_THAT(messageOf(parseJson(wide + ",\"k77\":0}")),
              HasSubstr("the key 'k77' occurs twice"));
}

TEST(Json, WritesWhatItRead) {
  std::string text = R"({"a":[1,-2,"x\n"],"b":{"c":true,"d":null},"e":0.5})";
  Expected<JsonValue> json = parseJson(text);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(writeJson(*json), text);
}
