// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/Support/JSON.h"
#include "kiln-rt/json/Document.h"
#include "gtest/gtest.h"
#include <random>

using namespace kiln;

static std::string makeDocument(std::mt19937 &random, unsigned depth) {
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

/// Random documents mean the same to LLVM's reader.
TEST(JSON, AgreesWithLLVM) {
  std::mt19937 random(20240);
  for (int i = 0; i < 500; ++i) {
    std::string text = makeDocument(random, 0);
    auto document = json::Document::parse(text);
    ASSERT_TRUE(document.ok()) << text;
    EXPECT_EQ(
        llvm::cantFail(llvm::json::parse(json::write(document->getRoot()))),
        llvm::cantFail(llvm::json::parse(text)))
        << text;
  }
}
