// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AttentionPlan.h"
#include "kiln/Target/Emitters/Attention.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kiln;

/// Rows of the result that go through the keys together: packing a key is paid
/// for by as many products.
static constexpr int64_t kBlockRows = 128;
/// Keys that are packed at once, and between which the sums are scaled.
static constexpr int64_t kBlockKeys = 128;
/// Scratch memory beyond this stays in no cache.
static constexpr int64_t kMaxScratch = 4 << 20;

/// The length of a key; nothing when it is not known.
static std::optional<int64_t> getDepth(tx::AttentionOp op) {
  for (unsigned number : {0u, 1u}) {
    auto type = cast<RankedTensorType>(op->getOperand(number).getType());
    for (auto [expr, size] :
         llvm::zip(op.getMap(number).getResults(), type.getShape()))
      if (expr.isFunctionOfDim(op.getDepthLoop()) &&
          !ShapedType::isDynamic(size))
        return size;
  }
  return std::nullopt;
}

/// Puts the parts one behind the other, each at a multiple of a cache line.
static void placeParts(AttentionPlan &plan) {
  int64_t bytes = plan.op.getScoreType().getWidth() / 8, end = 0;
  auto place = [&](int64_t size) {
    int64_t offset = end;
    end += llvm::alignTo(size, 64 / bytes);
    return offset;
  };
  plan.queries = place(plan.blockRows * plan.depth);
  plan.staged = place(plan.scoreTile.getColumns() * plan.depth);
  plan.keys = place(plan.blockKeys * plan.depth);
  plan.values = place(plan.blockKeys * plan.paddedColumns);
  plan.scores = place(plan.scoreTile.rows * plan.blockKeys);
  plan.sums = place(plan.blockRows * plan.paddedColumns);
  plan.totals = place(plan.blockRows);
  plan.maxima = place(plan.blockRows);
  plan.factors = place(plan.scoreTile.rows);
  plan.scratch = end * bytes;
}

std::optional<AttentionPlan> kiln::matchAttention(exec::KernelOp kernel,
                                                  const CpuInfo &info) {
  AttentionPlan plan;
  plan.op = kernel.getYield().getOperand(0).getDefiningOp<tx::AttentionOp>();
  std::optional<int64_t> depth = plan.op ? getDepth(plan.op) : std::nullopt;
  if (!depth || *depth > kMaxScratch)
    return std::nullopt;
  plan.depth = *depth;
  plan.columns = plan.op.getType().getShape().back();
  if (plan.columns > kMaxScratch)
    return std::nullopt;
  for (unsigned loop = 0; loop < plan.op.getColumnLoop(); ++loop)
    (plan.op.isRowLoop(loop) ? plan.rowLoops : plan.batchLoops).push_back(loop);
  plan.scoreTile = plan.valueTile = chooseTile(info, plan.op.getScoreType());
  if (plan.columns <= plan.valueTile.lanes)
    plan.valueTile.vectors = 1;
  plan.paddedColumns = llvm::alignTo(plan.columns, plan.valueTile.getColumns());
  plan.blockRows = kBlockRows;
  plan.blockKeys = kBlockKeys;
  placeParts(plan);
  if (plan.scratch > kMaxScratch)
    return std::nullopt;
  return plan;
}

std::optional<int64_t> kiln::getAttentionScratch(exec::KernelOp kernel,
                                                 const CpuInfo &info) {
  std::optional<AttentionPlan> plan = matchAttention(kernel, info);
  if (!plan)
    return std::nullopt;
  return plan->scratch;
}
