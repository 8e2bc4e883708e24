// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Schema.h"
#include "llvm/ADT/StringMap.h"
#include <deque>

using namespace kiln::aten;
using llvm::StringRef;

namespace {
struct Row {
  llvm::StringLiteral text;
  unsigned flags;
  DecompositionKind decomposition;
};

constexpr Row kRows[] = {
#define KILN_ATEN_SCHEMA(TEXT, FLAGS, DECOMPOSITION)                           \
  {TEXT, FLAGS, DecompositionKind::DECOMPOSITION},
#include "Schemas.inc"
#undef KILN_ATEN_SCHEMA
};

struct Table {
  Table() {
    for (const Row &row : kRows) {
      const Schema &schema =
          schemas.emplace_back(row.text, row.flags, row.decomposition);
      byName[schema.getName()] = &schema;
    }
  }
  std::deque<Schema> schemas;
  llvm::StringMap<const Schema *> byName;
};
} // namespace

static const Table &getTable() {
  static const Table table;
  return table;
}

const Schema *kiln::aten::lookupSchema(StringRef name) {
  return getTable().byName.lookup(name);
}

const Schema &kiln::aten::requireSchema(StringRef name) {
  if (const Schema *schema = lookupSchema(name))
    return *schema;
  llvm::report_fatal_error("no overload is named '" + name + "'");
}

void kiln::aten::forEachSchema(llvm::function_ref<void(const Schema &)> fn) {
  for (const Schema &schema : getTable().schemas)
    fn(schema);
}
