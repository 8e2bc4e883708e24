// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Autocast.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

#define KILN_AUTOCAST(CPU, CUDA, ...)                                          \
  static constexpr llvm::StringLiteral k##CPU##CUDA[] = {__VA_ARGS__};
#include "AutocastPolicies.inc"

namespace {
struct Row {
  CastPolicy cpu, cuda;
  ArrayRef<llvm::StringLiteral> overloads;
};
} // namespace

static constexpr Row kRows[] = {
#define KILN_AUTOCAST(CPU, CUDA, ...)                                          \
  {CastPolicy::CPU, CastPolicy::CUDA, k##CPU##CUDA},
#include "AutocastPolicies.inc"
};

CastPolicy aten::getCastPolicy(StringRef device, AtenOp op) {
  const Schema &schema = op.getSchema();
  for (const Row &row : kRows)
    if (llvm::is_contained(row.overloads, schema.getName()))
      return device == "cuda" ? row.cuda : row.cpu;
  return schema.isComposite() ? CastPolicy::Unknown : CastPolicy::None;
}
