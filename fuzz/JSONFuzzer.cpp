// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both readers of JSON, the importer's and the runtime's. Where both read the
// input, both print the same number of values.
#include "Fuzzer.h"
#include "kiln/Support/JSONDocument.h"
#include "json/Json.h"
#include <cstdlib>

static size_t count(const kiln::json::Value &value) {
  size_t total = 1;
  if (const kiln::json::Array *array = value.getAsArray())
    for (const kiln::json::Value &item : *array)
      total += count(item);
  if (const kiln::json::Object *object = value.getAsObject())
    for (const kiln::json::Member &member : *object)
      total += count(member.second);
  return total;
}

static size_t count(const kiln::rt::JsonValue &value) {
  size_t total = 1;
  for (const kiln::rt::JsonValue &item : value.items)
    total += count(item);
  for (const kiln::rt::JsonMember &member : value.members)
    total += count(member.value);
  return total;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  auto parsed = kiln::rt::parseJson(text);
  auto document = kiln::json::Document::parse(text);
  if (!document) {
    llvm::consumeError(document.takeError());
    return 0;
  }
  if (parsed.ok() && count(*parsed) != count(document->getRoot()))
    std::abort();
  return 0;
}
