// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Support/PassCount.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"

namespace kiln::exec {
#define GEN_PASS_DEF_COLLAPSEDIMENSIONS
#include "kiln/Dialect/Exec/Passes.h.inc"
} // namespace kiln::exec

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using linalg::GenericOp;
using llvm::SmallBitVector;

/// Neighbours among `count` dimensions or loops: bit `i` stands for number `i`
/// and the next one.
static SmallBitVector makePairs(size_t count, bool value) {
  return SmallBitVector(count > 0 ? count - 1 : 0, value);
}

/// The dimensions, or loops, that pairs make one.
static SmallVector<ReassociationIndices> getGroups(const SmallBitVector &pairs,
                                                   size_t count) {
  SmallVector<ReassociationIndices> groups;
  for (size_t i = 0; i < count; ++i) {
    if (i == 0 || !pairs[i - 1])
      groups.emplace_back();
    groups.back().push_back(i);
  }
  return groups;
}

namespace {
/// The neighbouring dimensions of a kernel's tensors that all its operations
/// go through together.
class DimensionPairs {
public:
  explicit DimensionPairs(KernelOp kernel) {
    Block &body = kernel.getBody().front();
    for (BlockArgument argument : kernel.getTensorArguments())
      add(argument);
    for (Operation &op : body)
      for (Value result : op.getResults())
        add(result);
    do {
      changed = false;
      for (Operation &op : body)
        restrict(op);
    } while (changed);
  }

  bool isEmpty() const {
    return llvm::all_of(pairs, [](auto &entry) { return entry.second.none(); });
  }
  SmallVector<ReassociationIndices> getGroups(Value tensor) const {
    auto type = cast<RankedTensorType>(tensor.getType());
    return ::getGroups(pairs.lookup(tensor), type.getRank());
  }
  /// The pairs of loops of `op` that go through pairs of dimensions only.
  SmallBitVector getLoops(GenericOp op) const;

private:
  /// Sizes that are not known stay apart, but for the last two, which are those
  /// of an image.
  void add(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return;
    SmallBitVector &known = pairs[value];
    known = makePairs(type.getRank(), true);
    for (unsigned i = 0; i < known.size(); ++i)
      known[i] = type.isDynamicDim(i) == type.isDynamicDim(i + 1) &&
                 (!type.isDynamicDim(i) || i + 1 == known.size());
  }
  void keep(Value value, const SmallBitVector &kept) {
    auto known = pairs.find(value);
    if (known == pairs.end() || !known->second.test(kept))
      return;
    known->second &= kept;
    changed = true;
  }
  void keepNone(Value value) {
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      keep(value, makePairs(type.getRank(), false));
  }
  void restrict(Operation &op);
  void restrict(GenericOp op);
  void restrict(tensor::ConcatOp op);

  llvm::DenseMap<Value, SmallBitVector> pairs;
  bool changed = false;
};
} // namespace

/// Where `map` has loops `loop` and `loop + 1` one after the other, and neither
/// of them elsewhere; nothing where it has another form of either, and -1 where
/// it has none.
static std::optional<int64_t> findPair(AffineMap map, unsigned loop) {
  auto find = [&](unsigned dim) {
    return map.getResultPosition(getAffineDimExpr(dim, map.getContext()));
  };
  unsigned count = llvm::count_if(map.getResults(), [&](AffineExpr expr) {
    return expr.isFunctionOfDim(loop) || expr.isFunctionOfDim(loop + 1);
  });
  if (count == 0)
    return -1;
  std::optional<unsigned> first = find(loop), next = find(loop + 1);
  bool isPair = count == 2 && first && next && *next == *first + 1;
  return isPair ? std::optional<int64_t>(*first) : std::nullopt;
}

/// Runs `body` for the operands and results of `op`, and how it goes through
/// each.
static void forEachTensor(GenericOp op,
                          llvm::function_ref<void(Value, AffineMap)> body) {
  for (OpOperand &operand : op->getOpOperands())
    body(operand.get(), op.getMatchingIndexingMap(&operand));
  for (OpResult result : op->getResults())
    body(result, op.getIndexingMapMatchingResult(result));
}

SmallBitVector DimensionPairs::getLoops(GenericOp op) const {
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  SmallBitVector loops = makePairs(types.size(), true);
  for (unsigned i = 0; i < loops.size(); ++i)
    loops[i] = types[i] == types[i + 1];
  op.getBody()->walk([&](linalg::IndexOp index) {
    for (unsigned i = 0; i < loops.size(); ++i)
      if (index.getDim() == i || index.getDim() == i + 1)
        loops.reset(i);
  });
  auto restrictTo = [&](Value tensor, AffineMap map) {
    SmallBitVector known = pairs.lookup(tensor);
    auto type = cast<ShapedType>(tensor.getType());
    for (unsigned i = 0; i < loops.size(); ++i) {
      std::optional<int64_t> place = findPair(map, i);
      // Sums of rows, which are short, are rounded less than those of images.
      if (!place ||
          (*place >= 0 &&
           (!known[*place] || (type.isDynamicDim(*place) &&
                               types[i] == utils::IteratorType::reduction))))
        loops.reset(i);
    }
  };
  forEachTensor(op, restrictTo);
  return loops;
}

void DimensionPairs::restrict(GenericOp op) {
  SmallBitVector loops = getLoops(op);
  forEachTensor(op, [&](Value tensor, AffineMap map) {
    SmallBitVector kept = makePairs(map.getNumResults(), false);
    for (unsigned i = 0; i < loops.size(); ++i)
      if (loops[i])
        if (int64_t place = *findPair(map, i); place >= 0)
          kept.set(place);
    keep(tensor, kept);
  });
  // What the body reads by itself has its indices.
  op.getBody()->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      keepNone(operand);
  });
}

/// All dimensions but the one along which tensors are put together.
void DimensionPairs::restrict(tensor::ConcatOp op) {
  SmallBitVector kept = pairs.lookup(op.getResult());
  for (Value input : op.getInputs())
    kept &= pairs.lookup(input);
  unsigned dim = op.getDim();
  if (dim > 0)
    kept.reset(dim - 1);
  if (dim < kept.size())
    kept.reset(dim);
  keep(op.getResult(), kept);
  for (Value input : op.getInputs())
    keep(input, kept);
}

void DimensionPairs::restrict(Operation &op) {
  if (auto generic = dyn_cast<GenericOp>(op))
    return restrict(generic);
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return restrict(concat);
  if (auto fill = dyn_cast<linalg::FillOp>(op)) {
    keep(fill.getResult(0), pairs.lookup(fill.output()));
    return keep(fill.output(), pairs.lookup(fill.getResult(0)));
  }
  // What an empty tensor has is said by a size of the kernel.
  if (auto empty = dyn_cast<tensor::EmptyOp>(op);
      empty &&
      !llvm::all_of(empty.getDynamicSizes(), llvm::IsaPred<BlockArgument>))
    return keepNone(empty);
  if (isa<tensor::EmptyOp, YieldOp>(op))
    return;
  for (Value operand : op.getOperands())
    keepNone(operand);
  for (Value result : op.getResults())
    keepNone(result);
}

/// Makes the loops of `op` those of `groups`.
static void collapseLoops(GenericOp op, ArrayRef<ReassociationIndices> groups) {
  Builder builder(op.getContext());
  SmallVector<AffineExpr> loops(op.getNumLoops());
  SmallVector<utils::IteratorType> types;
  llvm::SmallDenseSet<unsigned> inner;
  for (auto [number, group] : llvm::enumerate(groups)) {
    types.push_back(op.getIteratorTypesArray()[group.front()]);
    for (int64_t loop : group)
      loops[loop] = builder.getAffineDimExpr(number);
    inner.insert(std::next(group.begin()), group.end());
  }
  SmallVector<AffineMap> maps;
  for (AffineMap map : op.getIndexingMapsArray()) {
    SmallVector<AffineExpr> exprs;
    for (AffineExpr expr : map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim || !inner.contains(dim.getPosition()))
        exprs.push_back(expr.replaceDims(loops));
    }
    maps.push_back(AffineMap::get(groups.size(), 0, exprs, op.getContext()));
  }
  // Loops that are indexed are no part of a group, but may be counted anew.
  op.getBody()->walk([&](linalg::IndexOp index) {
    index.setDim(cast<AffineDimExpr>(loops[index.getDim()]).getPosition());
  });
  op.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
  SmallVector<Attribute> kinds;
  for (utils::IteratorType type : types)
    kinds.push_back(linalg::IteratorTypeAttr::get(op.getContext(), type));
  op.setIteratorTypesAttr(builder.getArrayAttr(kinds));
}

namespace {
/// What was done to a kernel.
struct Collapsed {
  KernelOp kernel;
  /// The groups of the dimensions of each tensor argument and result.
  SmallVector<SmallVector<ReassociationIndices>> groups;
  ArrayAttr dims; ///< as they were
  /// The sizes that were added: products of two that there are.
  SmallVector<std::pair<unsigned, unsigned>> products;
};

/// The sizes of a kernel, and products of two of them behind them.
class KernelSizes {
public:
  explicit KernelSizes(Collapsed &collapsed)
      : kernel(collapsed.kernel), products(collapsed.products) {}

  /// The numbers of the sizes that dimensions of `type` have when those of
  /// `groups` are one; `numbers` are those of its dynamic dimensions.
  SmallVector<unsigned> collapse(RankedTensorType type,
                                 ArrayRef<ReassociationIndices> groups,
                                 ArrayRef<unsigned> numbers) {
    SmallVector<unsigned> result;
    unsigned next = 0;
    for (ArrayRef<int64_t> group : groups) {
      if (!type.isDynamicDim(group.front()))
        continue;
      unsigned first = numbers[next++];
      result.push_back(group.size() == 1 ? first
                                         : multiply(first, numbers[next++]));
    }
    return result;
  }

private:
  unsigned multiply(unsigned a, unsigned b) {
    auto *known = llvm::find(products, std::pair(a, b));
    unsigned number =
        kernel.getSizeArguments().size() - (products.end() - known);
    if (known != products.end())
      return number;
    products.emplace_back(a, b);
    kernel.getBody().addArgument(IndexType::get(kernel.getContext()),
                                 kernel.getLoc());
    return number;
  }

  KernelOp kernel;
  SmallVectorImpl<std::pair<unsigned, unsigned>> &products;
};
} // namespace

static SmallVector<unsigned> getNumbers(Attribute dims) {
  return llvm::map_to_vector(
      cast<ArrayAttr>(dims).getAsRange<IntegerAttr>(),
      [](IntegerAttr number) -> unsigned { return number.getInt(); });
}

/// Has buffers and empty tensors the sizes that they have now, whose types are
/// as they were.
static void collapseSizes(Collapsed &collapsed, const DimensionPairs &pairs) {
  KernelOp kernel = collapsed.kernel;
  KernelSizes sizes(collapsed);
  Builder builder(kernel.getContext());
  SmallVector<Attribute> dims;
  for (auto [i, groups] : llvm::enumerate(collapsed.groups)) {
    SmallVector<unsigned> numbers = sizes.collapse(
        kernel.getBufferType(i), groups, getNumbers(collapsed.dims[i]));
    dims.push_back(builder.getI64ArrayAttr(
        SmallVector<int64_t>(numbers.begin(), numbers.end())));
  }
  unsigned tensors = kernel.getNumTensorArguments();
  for (auto empty : kernel.getBody().front().getOps<tensor::EmptyOp>()) {
    auto numbers = llvm::map_to_vector(
        empty.getDynamicSizes(), [&](Value size) -> unsigned {
          return cast<BlockArgument>(size).getArgNumber() - tensors;
        });
    SmallVector<Value> made;
    for (unsigned number :
         sizes.collapse(empty.getType(), pairs.getGroups(empty), numbers))
      made.push_back(kernel.getBody().getArgument(tensors + number));
    empty.getDynamicSizesMutable().assign(made);
  }
  kernel.setDimsAttr(builder.getArrayAttr(dims));
}

/// Collapses `kernel`; nothing where no dimensions can be one.
static std::optional<Collapsed> collapse(KernelOp kernel) {
  DimensionPairs pairs(kernel);
  if (pairs.isEmpty())
    return std::nullopt;
  Collapsed collapsed = {kernel, {}, kernel.getDims(), {}};
  for (BlockArgument argument : kernel.getTensorArguments())
    collapsed.groups.push_back(pairs.getGroups(argument));
  for (Value result : kernel.getYield().getOperands())
    collapsed.groups.push_back(pairs.getGroups(result));

  // Everything is asked before anything is changed.
  Block &body = kernel.getBody().front();
  SmallVector<std::pair<GenericOp, SmallVector<ReassociationIndices>>> loops;
  for (GenericOp op : body.getOps<GenericOp>())
    loops.emplace_back(op, getGroups(pairs.getLoops(op), op.getNumLoops()));
  SmallVector<std::pair<Value, RankedTensorType>> types;
  auto addType = [&](Value value) {
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      types.emplace_back(value, tensor::CollapseShapeOp::inferCollapsedType(
                                    type, pairs.getGroups(value)));
  };
  llvm::for_each(body.getArguments(), addType);
  for (Operation &op : body)
    llvm::for_each(op.getResults(), addType);

  collapseSizes(collapsed, pairs);
  for (auto &[op, groups] : loops)
    collapseLoops(op, groups);
  for (auto op : body.getOps<tensor::ConcatOp>()) {
    auto isOf = [&](ArrayRef<int64_t> group) {
      return group.front() == int64_t(op.getDim());
    };
    SmallVector<ReassociationIndices> dims = pairs.getGroups(op.getResult());
    op.setDim(std::distance(dims.begin(), llvm::find_if(dims, isOf)));
  }
  for (auto [value, type] : types)
    value.setType(type);
  kernel.setFunctionType(
      FunctionType::get(kernel.getContext(), body.getArgumentTypes(),
                        kernel.getYield().getOperandTypes()));
  stateContract(kernel);
  return collapsed;
}

/// Has `dispatch` pass and take tensors as its kernel has them now. The views
/// of its results are added to `views`.
static void adapt(DispatchOp dispatch, const Collapsed &collapsed,
                  SmallVectorImpl<tensor::ExpandShapeOp> &views) {
  OpBuilder builder(dispatch);
  Location loc = dispatch.getLoc();
  KernelOp kernel = collapsed.kernel;
  ArrayRef<SmallVector<ReassociationIndices>> groups = collapsed.groups;
  for (auto [a, b] : collapsed.products) {
    // The graph has no other sizes than expressions.
    ep::ExprAttr product = ep::mul(getIndexExpr(dispatch.getSizes()[a]),
                                   getIndexExpr(dispatch.getSizes()[b]));
    dispatch.getSizesMutable().append(
        Value(ep::SizeOp::create(builder, loc, product)));
  }
  unsigned number = 0;
  for (OpOperand &input : dispatch.getInputsMutable()) {
    RankedTensorType type = kernel.getBufferType(number);
    if (type != input.get().getType())
      input.set(builder.createOrFold<tensor::CollapseShapeOp>(
          loc, type, input.get(), groups[number]));
    ++number;
  }
  builder.setInsertionPointAfter(dispatch);
  for (OpResult result : dispatch->getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    RankedTensorType made = kernel.getBufferType(number);
    if (type == made) {
      ++number;
      continue;
    }
    SmallVector<OpFoldResult> shape =
        getAsIndexOpFoldResult(builder.getContext(), type.getShape());
    SmallVector<unsigned> sizes = getNumbers(collapsed.dims[number]);
    unsigned next = 0;
    for (auto [i, size] : llvm::enumerate(shape))
      if (type.isDynamicDim(i))
        size = dispatch.getSizes()[sizes[next++]];
    result.setType(made);
    auto view = tensor::ExpandShapeOp::create(builder, loc, type, result,
                                              groups[number++], shape);
    result.replaceAllUsesExcept(view, view);
    views.push_back(view);
  }
}

namespace {
struct CollapseDimensions
    : exec::impl::CollapseDimensionsBase<CollapseDimensions> {
  using Base::Base;
  void runOnOperation() override {
    ep::ProgramOp program = getOperation();
    llvm::DenseMap<StringAttr, Collapsed> collapsed;
    for (KernelOp kernel : program.getBody().getOps<KernelOp>())
      if (std::optional<Collapsed> result = collapse(kernel))
        collapsed[kernel.getSymNameAttr()] = *result;
    SmallVector<tensor::ExpandShapeOp> views;
    program.walk([&](DispatchOp dispatch) {
      auto known = collapsed.find(dispatch.getKernelAttr().getAttr());
      if (known != collapsed.end())
        adapt(dispatch, known->second, views);
    });
    // Those between two kernels are gone.
    for (tensor::ExpandShapeOp view : views)
      if (view->use_empty())
        view->erase();
    count(program, *this, numCollapsed, collapsed.size(), "kernels collapsed");
  }
};
} // namespace
