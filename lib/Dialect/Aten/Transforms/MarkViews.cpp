// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results that are inputs, or parts of them. Found before copies are removed:
// afterwards a copy of an input looks like the input.
#include "Aliasing.h"
#include "ViewInverse.h"
#include "WrittenInputs.h"
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Dialect/EP/Facts.h"
#include "kiln/Dialect/EP/ReturnedViews.h"
#include "kiln/Support/PassCount.h"

namespace kiln::aten {
#define GEN_PASS_DEF_ATENMARKVIEWS
#include "kiln/Dialect/Aten/Passes.h.inc"
} // namespace kiln::aten

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

/// Views that show other values than memory has.
static bool changesValues(AtenOp view, ep::TensorType viewed) {
  StringRef base = view.getSchema().getBaseName();
  bool conjugates =
      llvm::is_contained({"_conj", "conj", "mH", "matrix_H", "adjoint"}, base);
  return base == "_neg_view" ||
         (conjugates && isa<ComplexType>(viewed.getElementType()));
}

/// The offset of `result` in its source; null where that is not known
/// to lie behind its first element.
static ExprAttr getStep(OpResult result, OpOperand &operand,
                        const ep::Facts &facts) {
  AtenOp view(result.getOwner());
  auto viewed = cast<ep::TensorType>(operand.get().getType());
  auto type = cast<ep::TensorType>(result.getType());
  if (type.getElementType() != viewed.getElementType() || isAbsolute(view) ||
      changesValues(view, viewed))
    return {};
  std::optional<ExprAttr> step =
      getViewOffset(view, result.getResultNumber(), viewed);
  // A slice that begins before the first element is cut off.
  if (!step || ep::range(*step, facts).min.value_or(-1) < 0)
    return {};
  return *step;
}

namespace {
/// The part of an argument that a value is; no argument where it is none.
struct Part {
  BlockArgument argument;
  ExprAttr offset;
};
} // namespace

static Part findPart(Value value, const ep::Facts &facts) {
  ExprAttr offset = ep::makeInt(value.getContext(), 0);
  while (auto result = dyn_cast<OpResult>(value)) {
    ResultSource source =
        getSource(result.getOwner(), result.getResultNumber(), facts);
    if (source.kind != ResultSource::View)
      return {};
    ExprAttr step = getStep(result, *source.operand, facts);
    if (!step)
      return {};
    offset = ep::add(offset, step);
    value = source.operand->get();
  }
  return {cast<BlockArgument>(value), offset};
}

/// The inputs that the program writes, or may write, as the caller sees it.
static llvm::DenseSet<BlockArgument> findMutated(ep::GraphOp graph,
                                                 const ep::Facts &facts) {
  Block &block = graph.getBody().front();
  llvm::DenseSet<BlockArgument> mutated = findWrittenInputs(block, facts);
  llvm::DenseSet<StringAttr> targets;
  for (unsigned i = 0, e = graph.getNumResults(); i < e; ++i)
    if (graph.getOutput(i).getKind() == ep::OutputKind::UserInputMutation)
      targets.insert(graph.getOutput(i).getTarget());
  for (BlockArgument input : block.getArguments())
    if (targets.contains(graph.getInput(input.getArgNumber()).getTarget()))
      mutated.insert(input);
  return mutated;
}

/// Returns the number of outputs that are marked.
static uint64_t markViews(ep::GraphOp graph, const ep::Facts &facts) {
  uint64_t marked = 0;
  llvm::DenseSet<BlockArgument> mutated = findMutated(graph, facts);
  for (OpOperand &operand : graph.getReturn()->getOpOperands()) {
    unsigned index = operand.getOperandNumber();
    if (graph.getOutput(index).getKind() != ep::OutputKind::UserOutput ||
        !isa<ep::TensorType>(operand.get().getType()))
      continue;
    Part part = findPart(operand.get(), facts);
    if (!part.argument || mutated.contains(part.argument))
      continue;
    ep::InputAttr input = graph.getInput(part.argument.getArgNumber());
    if (input.getKind() != ep::InputKind::UserInput)
      continue;
    graph.setResultAttr(index, ep::kViewOfAttrName,
                        ep::makeReturnedView({input.getTarget(), part.offset}));
    ++marked;
  }
  return marked;
}

namespace {
struct AtenMarkViews : aten::impl::AtenMarkViewsBase<AtenMarkViews> {
  void runOnOperation() override {
    // Views are strides.
    if (failed(ep::verifyStrided(getOperation())))
      return signalPassFailure();
    if (ep::GraphOp graph = getOperation().getGraph())
      count(getOperation(), *this, numViews,
            markViews(graph, getFacts(getOperation())), "outputs marked");
  }
};
} // namespace
