// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Documents of JSON. A value written again is the same value, and where LLVM
// reads the input, too, both have the same number of values.
#include "Fuzzer.h"
#include "kiln-rt/json/Document.h"
#include "kiln/Support/JSON.h"
#include <cstdlib>

using namespace kiln;

static size_t count(const json::Value &value) {
  size_t total = 1;
  if (const json::Array *array = value.getAsArray())
    for (const json::Value &item : *array)
      total += count(item);
  if (const json::Object *object = value.getAsObject())
    for (json::Member member : *object)
      total += count(member.second);
  return total;
}

static size_t count(const llvm::json::Value &value) {
  size_t total = 1;
  if (const llvm::json::Array *array = value.getAsArray())
    for (const llvm::json::Value &item : *array)
      total += count(item);
  if (const llvm::json::Object *object = value.getAsObject())
    for (const auto &member : *object)
      total += count(member.second);
  return total;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  auto document = json::Document::parse(text);
  if (!document.ok())
    return 0;
  std::string written = json::write(document->getRoot());
  auto again = json::Document::parse(written);
  if (!again.ok() || json::write(again->getRoot()) != written)
    std::abort();
  if (llvm::Expected<llvm::json::Value> parsed = parseJSON(text)) {
    if (count(*parsed) != count(document->getRoot()))
      std::abort();
  } else {
    llvm::consumeError(parsed.takeError());
  }
  return 0;
}
