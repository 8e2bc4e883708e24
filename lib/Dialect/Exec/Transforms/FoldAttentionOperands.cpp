// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets attentions read their operands where those come from: copies in another
// order or a wider type, or of one head for several, slices, and products with
// a constant, which scales the scores then.
#include "SharedHeads.h"
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Dialect/TX/TX.h"
#include "kiln/Support/Decision.h"
#include "kiln/Support/Extension.h"
#include "kiln/Support/PassCount.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

namespace kiln::exec {
#define GEN_PASS_DEF_FOLDATTENTIONOPERANDS
#include "kiln/Dialect/Exec/Passes.h.inc"
} // namespace kiln::exec

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;
using tx::AttentionOp;

namespace {
/// An elementwise op of one tensor that does no more than put it in another
/// order, repeat and widen its elements, and multiply them by a constant.
struct Copy {
  GenericOp op;
  AffineMap order;  ///< where the tensor is read, by place in the result
  FloatAttr factor; ///< null where there is none
};

/// A dimension of a reshaped tensor.
struct Part {
  AffineExpr place; ///< where the attention reads it
  OpFoldResult size;
};

/// An operand of an attention, on the way to where it comes from.
class Source {
public:
  Source(AttentionOp op, unsigned number);

  /// Goes back as far as that saves copies. Nothing where there are none.
  std::optional<Source> find() const;
  /// Does nobody who watches the compiler decline it?
  bool isWanted() const;
  /// Lets the attention read what was found.
  void apply();

private:
  bool stepOverReshape();
  bool stepOverCollapse(tensor::CollapseShapeOp collapse);
  bool stepOverCopy();
  bool stepOverSlice();
  bool split(SmallVector<Part> &dim, int64_t offset, int64_t size,
             int64_t extent);
  bool isOfResult(ArrayRef<Part> dim) const;
  bool isStretch() const;

  AttentionOp op;
  unsigned number;
  Value tensor;
  AffineExpr element; ///< the loop along a key or a value
  /// For each dimension of `tensor`, what it is expanded to.
  SmallVector<SmallVector<Part>> dims;
  SmallVector<FloatAttr> factors;  ///< of the scores
  SmallVector<Operation *> copies; ///< that are saved
};
} // namespace

static std::optional<Copy> matchCopy(Operation *producer) {
  auto op = dyn_cast_or_null<GenericOp>(producer);
  if (!op || op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      !op.getIndexingMapsArray()[0].isProjectedPermutation() ||
      !op.getIndexingMapsArray()[1].isIdentity())
    return std::nullopt;
  Copy copy = {op, op.getIndexingMapsArray()[0], FloatAttr()};
  Value value = op.getBody()->getTerminator()->getOperand(0);
  if (auto scaled = value.getDefiningOp<arith::MulFOp>()) {
    if (!matchPattern(scaled.getRhs(), m_Constant(&copy.factor)))
      return std::nullopt;
    value = scaled.getLhs();
  }
  if (stripExtensions(value) != op.getBody()->getArgument(0))
    return std::nullopt;
  return copy;
}

Source::Source(AttentionOp op, unsigned number)
    : op(op), number(number), tensor(op->getOperand(number)),
      element(
          getAffineDimExpr(number == 2 ? op.getColumnLoop() : op.getDepthLoop(),
                           op.getContext())) {
  for (AffineExpr place : op.getMap(number).getResults())
    dims.push_back({Part{place, {}}});
}

/// Is a dimension read along no loop but those of the result's rows? Keys and
/// their elements are never one for all.
bool Source::isOfResult(ArrayRef<Part> dim) const {
  return llvm::all_of(dim, [&](const Part &part) {
    auto loop = dyn_cast<AffineDimExpr>(part.place);
    return !loop || loop.getPosition() < AttentionOp(op).getColumnLoop();
  });
}

/// Are the elements of a key or a value neighbours?
bool Source::isStretch() const { return dims.back().back().place == element; }

//===----------------------------------------------------------------------===//
// Steps back
//===----------------------------------------------------------------------===//

/// Over a collapse that drops dimensions of one element, or joins those that
/// the attention reads one by one.
bool Source::stepOverCollapse(tensor::CollapseShapeOp collapse) {
  ArrayRef<int64_t> shape = collapse.getSrcType().getShape();
  Part only = {getAffineConstantExpr(0, op->getContext()),
               Builder(op).getIndexAttr(1)};
  SmallVector<SmallVector<Part>> before(shape.size(), {only});
  for (auto [group, dim] :
       llvm::zip(collapse.getReassociationIndices(), dims)) {
    SmallVector<int64_t> joined =
        llvm::filter_to_vector(group, [&](int64_t i) { return shape[i] != 1; });
    if (joined.size() < 2) {
      before[joined.empty() ? group.back() : joined.front()] = dim;
      continue;
    }
    if (joined.size() != dim.size())
      return false;
    for (auto [i, part] : llvm::zip(joined, dim)) {
      if (getConstantIntValue(part.size) != shape[i])
        return false;
      before[i] = {part};
    }
  }
  tensor = collapse.getSrc();
  dims = std::move(before);
  return true;
}

bool Source::stepOverReshape() {
  if (auto collapse = tensor.getDefiningOp<tensor::CollapseShapeOp>())
    return stepOverCollapse(collapse);
  auto expand = tensor.getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand)
    return false;
  SmallVector<OpFoldResult> sizes = expand.getMixedOutputShape();
  SmallVector<SmallVector<Part>> before;
  for (const auto &group : expand.getReassociationIndices()) {
    SmallVector<Part> &dim = before.emplace_back();
    for (int64_t i : group) {
      if (dims[i].size() == 1)
        dims[i].front().size = sizes[i];
      dim.append(dims[i]);
    }
  }
  tensor = expand.getSrc();
  dims = std::move(before);
  return true;
}

bool Source::stepOverCopy() {
  std::optional<Copy> copy = matchCopy(tensor.getDefiningOp());
  if (!copy)
    return false;
  bool scalesScores = number != 2 && copy->factor &&
                      copy->factor.getType() == op.getScoreType();
  if (copy->factor && !scalesScores)
    return false;
  for (auto [i, dim] : llvm::enumerate(dims))
    if (!copy->order.isFunctionOfDim(i) && !isOfResult(dim))
      return false;
  SmallVector<SmallVector<Part>> before;
  for (AffineExpr expr : copy->order.getResults())
    before.push_back(dims[cast<AffineDimExpr>(expr).getPosition()]);
  tensor = copy->op.getInputs()[0];
  dims = std::move(before);
  copies.push_back(copy->op);
  if (scalesScores)
    factors.push_back(copy->factor);
  return true;
}

/// Part number `offset / size` of a dimension of `extent`. False where that is
/// no whole number.
bool Source::split(SmallVector<Part> &dim, int64_t offset, int64_t size,
                   int64_t extent) {
  if (ShapedType::isDynamic(offset) || ShapedType::isDynamic(size) ||
      ShapedType::isDynamic(extent) || size == 0 || offset % size != 0 ||
      extent % size != 0)
    return false;
  Builder builder(op);
  // A loop keeps a place to read along, also if it is of one element.
  if (size == 1 && isa<AffineConstantExpr>(dim.front().place))
    dim.erase(dim.begin());
  else if (dim.size() == 1)
    dim.front().size = builder.getIndexAttr(size);
  dim.insert(dim.begin(), {builder.getAffineConstantExpr(offset / size),
                           builder.getIndexAttr(extent / size)});
  return true;
}

bool Source::stepOverSlice() {
  auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice || !slice.hasUnitStride() ||
      slice.getSourceType().getRank() != slice.getType().getRank())
    return false;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    int64_t offset = slice.getStaticOffset(i);
    ep::ExprAttr size = exec::getDimExpr(slice.getResult(), i);
    bool isWhole =
        offset == 0 && size && size == exec::getDimExpr(slice.getSource(), i);
    if (!isWhole && !split(dim, offset, slice.getStaticSize(i),
                           slice.getSourceType().getDimSize(i)))
      return false;
  }
  tensor = slice.getSource();
  copies.push_back(slice);
  return true;
}

std::optional<Source> Source::find() const {
  std::optional<Source> found;
  for (Source source = *this;;) {
    bool isSaved = source.stepOverCopy() || source.stepOverSlice();
    if (!isSaved && !source.stepOverReshape())
      return found;
    // What was a stretch of memory stays one.
    if (isSaved && (source.isStretch() || !isStretch()))
      found = source;
  }
}

bool Source::isWanted() const {
  SmallVector<Operation *> ops = copies;
  ops.push_back(op);
  return decideFusion(ops);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// `tensor`, expanded where a dimension has several parts.
static Value expand(OpBuilder &builder, Location loc, Value tensor,
                    ArrayRef<SmallVector<Part>> dims) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<ReassociationIndices> groups;
  SmallVector<OpFoldResult> sizes;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    ReassociationIndices &group = groups.emplace_back();
    for (const Part &part : dim) {
      group.push_back(sizes.size());
      sizes.push_back(dim.size() > 1
                          ? part.size
                          : tensor::getMixedSize(builder, loc, tensor, i));
    }
  }
  if (sizes.size() == dims.size())
    return tensor;
  auto [shape, dynamic] = decomposeMixedValues(sizes);
  auto expanded = RankedTensorType::get(shape, type.getElementType());
  // Queries, keys and values of one product are parts of one tensor.
  for (Operation *user : tensor.getUsers()) {
    auto other = dyn_cast<tensor::ExpandShapeOp>(user);
    if (other && other.getType() == expanded &&
        other.getReassociationIndices() == ArrayRef(groups) &&
        other->getBlock() == builder.getInsertionBlock() &&
        other->isBeforeInBlock(&*builder.getInsertionPoint()))
      return other;
  }
  return tensor::ExpandShapeOp::create(builder, loc, expanded, tensor, groups,
                                       sizes);
}

/// Multiplies the scores before all else.
static void scaleScores(AttentionOp op, FloatAttr factor) {
  Block &body = op.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  auto constant = arith::ConstantOp::create(builder, op.getLoc(), factor);
  auto scaled = arith::MulFOp::create(builder, op.getLoc(), body.getArgument(0),
                                      constant);
  body.getArgument(0).replaceAllUsesExcept(scaled, scaled);
}

void Source::apply() {
  OpBuilder builder(op);
  SmallVector<AffineExpr> places;
  for (const SmallVector<Part> &dim : dims)
    for (const Part &part : dim)
      places.push_back(part.place);
  SmallVector<Attribute> maps(op.getMaps().getValue());
  maps[number] = AffineMapAttr::get(
      AffineMap::get(op.getNumLoops(), 0, places, op->getContext()));
  op.setMapsAttr(builder.getArrayAttr(maps));
  op->setOperand(number, expand(builder, op.getLoc(), tensor, dims));
  for (FloatAttr factor : factors)
    scaleScores(op, factor);
}

/// Makes operand `number` a concatenation where it is one but for dimensions
/// of one element: a kernel then reads each part where it lies.
static bool exposeConcat(AttentionOp op, unsigned number) {
  auto view = op->getOperand(number).getDefiningOp<tensor::CollapseShapeOp>();
  auto concat = view && view->hasOneUse()
                    ? view.getSrc().getDefiningOp<tensor::ConcatOp>()
                    : tensor::ConcatOp();
  if (!concat || !concat->hasOneUse())
    return false;
  ArrayRef<int64_t> shape = concat.getResultType().getShape();
  std::optional<int64_t> joined;
  for (auto [dim, group] : llvm::enumerate(view.getReassociationIndices())) {
    if (llvm::count_if(group, [&](int64_t i) { return shape[i] != 1; }) > 1)
      return false;
    if (llvm::is_contained(group, int64_t(concat.getDim())))
      joined = dim;
  }
  int64_t at = concat.getDim();
  if (!joined || shape[at] == 1 || !decideFusion({concat, op}))
    return false;
  OpBuilder builder(view);
  SmallVector<Value> parts;
  for (Value part : concat.getInputs())
    parts.push_back(tensor::CollapseShapeOp::create(
        builder, view.getLoc(), part, view.getReassociationIndices()));
  view.replaceAllUsesWith(tensor::ConcatOp::create(builder, concat.getLoc(),
                                                   view.getType(), *joined,
                                                   parts)
                              .getResult());
  return true;
}

/// Folds what comes before the attentions of `graph`, and counts the operands.
static uint64_t fold(ep::GraphOp graph) {
  uint64_t folded = 0;
  SmallVector<AttentionOp> ops;
  graph.walk([&](AttentionOp op) { ops.push_back(op); });
  for (AttentionOp found : ops) {
    AttentionOp op = exec::splitSharedHeads(found);
    folded += op != found;
    for (unsigned number : {0u, 1u, 2u}) {
      std::optional<Source> source = Source(op, number).find();
      if (!source || !source->isWanted())
        continue;
      source->apply();
      ++folded;
    }
  }
  return folded;
}

static uint64_t exposeConcats(ep::GraphOp graph) {
  uint64_t exposed = 0;
  graph.walk([&](AttentionOp op) {
    exposed += exposeConcat(op, 1) + exposeConcat(op, 2);
  });
  return exposed;
}

namespace {
struct FoldAttentionOperandsPass
    : exec::impl::FoldAttentionOperandsBase<FoldAttentionOperandsPass> {
  void runOnOperation() override {
    uint64_t folded = 0;
    IRRewriter rewriter(&getContext());
    for (auto graph : getOperation().getBody().getOps<ep::GraphOp>()) {
      uint64_t more = fold(graph);
      // What is folded leaves ops behind that read the same.
      if (more > 0)
        (void)runRegionDCE(rewriter, graph->getRegions());
      more += exposeConcats(graph);
      folded += more;
      if (more == 0)
        continue;
      (void)runRegionDCE(rewriter, graph->getRegions());
      if (failed(exec::resolveSizes(graph)))
        return signalPassFailure();
    }
    if (folded == 0)
      markAllAnalysesPreserved();
    count(getOperation(), *this, numFolded, folded, "operands folded");
  }
};
} // namespace
