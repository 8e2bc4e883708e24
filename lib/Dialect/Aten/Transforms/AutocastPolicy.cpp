// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Autocast.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
struct Row {
  std::string_view name;
  CastPolicy cpu, cuda;
};
} // namespace

static constexpr Row kRows[] = {
#define KILN_AUTOCAST(NAME, CPU, CUDA)                                         \
  {NAME, CastPolicy::CPU, CastPolicy::CUDA},
#include "AutocastPolicies.inc"
};

static constexpr bool isSorted() {
  for (size_t i = 1; i < std::size(kRows); ++i)
    if (kRows[i - 1].name >= kRows[i].name)
      return false;
  return true;
}
static_assert(isSorted(), "the lookup halves the table");

CastPolicy aten::getCastPolicy(StringRef device, AtenOp op) {
  const Schema &schema = op.getSchema();
  std::string_view name = schema.getName();
  const Row *row = llvm::lower_bound(
      kRows, name, [](const Row &r, std::string_view n) { return r.name < n; });
  if (row != std::end(kRows) && row->name == name)
    return device == "cuda" ? row->cuda : row->cpu;
  return schema.isComposite() ? CastPolicy::Unknown : CastPolicy::None;
}
