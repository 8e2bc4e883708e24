// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WeightAccess.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/EP/PackedStorage.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

//===----------------------------------------------------------------------===//
// Where a weight is read
//===----------------------------------------------------------------------===//

std::optional<WeightAccess> kiln::getFactors(AffineMap map,
                                             ArrayRef<int64_t> shape) {
  if (ShapedType::isDynamicShape(shape))
    return std::nullopt;
  WeightAccess access;
  access.factors.assign(map.getNumDims(), 0);
  for (auto [expr, stride] :
       llvm::zip(map.getResults(), computeStrides(shape))) {
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      access.factors[loop.getPosition()] += stride;
    else if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      access.offset += constant.getValue() * stride;
    else
      return std::nullopt;
  }
  return access;
}

/// The same access of what `slice` is a part of; false where a loop goes
/// through several of its dimensions.
static bool enterSlice(WeightAccess &access, ArrayRef<int64_t> extents,
                       tensor::ExtractSliceOp slice) {
  RankedTensorType from = slice.getSourceType(), to = slice.getType();
  if (!from.hasStaticShape() || !to.hasStaticShape() ||
      from.getRank() != to.getRank() || !slice.hasUnitStride() ||
      ShapedType::isDynamicShape(slice.getStaticOffsets()))
    return false;
  SmallVector<int64_t> inner = computeStrides(to.getShape());
  SmallVector<int64_t> outer = computeStrides(from.getShape());
  auto enter = [&](int64_t factor, int64_t last) -> std::optional<int64_t> {
    for (auto [size, stride, other] : llvm::zip(to.getShape(), inner, outer))
      if (size > 1 && factor % stride == 0 && factor / stride * last < size)
        return factor / stride * other;
    return std::nullopt;
  };
  for (auto [factor, extent] : llvm::zip(access.factors, extents)) {
    if (factor == 0)
      continue;
    std::optional<int64_t> entered = enter(factor, extent - 1);
    if (!entered)
      return false;
    factor = *entered;
  }
  SmallVector<int64_t> first = delinearize(access.offset, inner);
  access.offset = 0;
  for (auto [index, offset, stride] :
       llvm::zip(first, slice.getStaticOffsets(), outer))
    access.offset += (index + offset) * stride;
  return true;
}

/// The only op of the body of `op`, which widens its input in place; or null.
static Operation *getWidening(Operation *op) {
  auto generic = dyn_cast<GenericOp>(op);
  bool isMap = generic && generic.getNumDpsInputs() == 1 &&
               generic->getNumResults() == 1 &&
               generic.getNumParallelLoops() == generic.getNumLoops() &&
               llvm::all_of(generic.getIndexingMapsArray(),
                            [](AffineMap map) { return map.isIdentity(); });
  Operation *only =
      isMap ? generic.getBody()->getTerminator()->getOperand(0).getDefiningOp()
            : nullptr;
  bool isWidening =
      isa_and_nonnull<arith::ExtFOp, arith::SIToFPOp, arith::UIToFPOp>(only) &&
      only->getOperand(0) == generic.getBody()->getArgument(0);
  return isWidening ? only : nullptr;
}

std::optional<WeightAccess> kiln::traceWeight(OpOperand *input) {
  auto op = cast<GenericOp>(input->getOwner());
  auto type = dyn_cast<RankedTensorType>(input->get().getType());
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  std::optional<WeightAccess> access =
      type ? getFactors(op.getMatchingIndexingMap(input), type.getShape())
           : std::nullopt;
  if (!access || ShapedType::isDynamicShape(extents))
    return std::nullopt;
  // A loop of one step reads along nothing.
  for (auto [factor, extent] : llvm::zip(access->factors, extents))
    if (extent == 1)
      factor = 0;
  Value value = input->get();
  while (Operation *source = value.getDefiningOp()) {
    if (auto conversion = dyn_cast<ep::ToBuiltinOp>(source)) {
      access->weight = dyn_cast<BlockArgument>(conversion.getInput());
      return access->weight ? access : std::nullopt;
    }
    auto slice = dyn_cast<tensor::ExtractSliceOp>(source);
    Operation *widening = getWidening(source);
    if ((slice && !enterSlice(*access, extents, slice)) ||
        (widening && access->widening) ||
        !(slice || widening ||
          isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(source)))
      return std::nullopt;
    if (widening)
      access->widening = widening;
    value = source->getOperand(0);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Which weights
//===----------------------------------------------------------------------===//

WeightOrderer::WeightOrderer(ep::GraphOp graph, SymbolTable &symbols)
    : graph(graph), symbols(symbols), builder(graph) {
  for (unsigned argument : ep::getUnwrittenState(graph))
    unwritten.insert(argument);
}

static FlatSymbolRefAttr getStorageName(Operation *op) {
  return op->getAttrOfType<FlatSymbolRefAttr>("storage");
}

bool WeightOrderer::isWeight(BlockArgument weight) {
  if (weight.getOwner() != &graph.getBody().front() ||
      !unwritten.contains(weight.getArgNumber()))
    return false;
  auto type = cast<ep::TensorType>(weight.getType());
  Operation *state =
      symbols.lookup(graph.getInput(weight.getArgNumber()).getTarget());
  auto storage =
      symbols.lookup<ep::StorageOp>(getStorageName(state).getValue());
  return type.isContiguous() &&
         llvm::all_of(type.getSizes(),
                      [](ep::ExprAttr size) { return size.isInt(); }) &&
         (storage.getRecord() || storage.getData());
}

bool WeightOrderer::isReadAlone(BlockArgument weight, OpOperand *reader) {
  Operation *state =
      symbols.lookup(graph.getInput(weight.getArgNumber()).getTarget());
  FlatSymbolRefAttr storage = getStorageName(state);
  if (llvm::count_if(graph.getProgram().getBody().front(), [&](Operation &op) {
        return getStorageName(&op) == storage;
      }) != 1)
    return false;
  for (Value value = reader->get();;
       value = value.getDefiningOp()->getOperand(0)) {
    if (!value.hasOneUse())
      return false;
    if (value == weight)
      return true;
  }
}

//===----------------------------------------------------------------------===//
// Digits of an element's number
//===----------------------------------------------------------------------===//

/// The number of an element in digits, the highest first: each is an axis, or
/// read at one place.
struct WeightOrderer::Digits {
  SmallVector<int64_t> sizes;
  SmallVector<std::optional<unsigned>> axes;
  SmallVector<int64_t> indices; ///< of those that are no axis, in their order
};

std::optional<WeightOrderer::Digits>
WeightOrderer::findDigits(const WeightAccess &access,
                          ArrayRef<WeightAxis> axes) {
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, axes.size()));
  llvm::stable_sort(order, [&](unsigned a, unsigned b) {
    return axes[a].factor < axes[b].factor;
  });
  int64_t all = 1, done = 1;
  for (ep::ExprAttr size :
       cast<ep::TensorType>(access.weight.getType()).getSizes())
    all *= size.getValue();
  Digits digits;
  auto add = [&](int64_t size, std::optional<unsigned> axis) {
    digits.sizes.push_back(size);
    digits.axes.push_back(axis);
    int64_t index = access.offset / done % size;
    if (!axis)
      digits.indices.push_back(index);
    done *= size;
    return !axis || index == 0;
  };
  for (unsigned axis : order) {
    auto [factor, extent] = axes[axis];
    if (factor <= 0 || factor % done != 0 ||
        (factor > done && !add(factor / done, std::nullopt)) ||
        !add(extent, axis))
      return std::nullopt;
  }
  if (all % done != 0)
    return std::nullopt;
  if (all > done)
    (void)add(all / done, std::nullopt);
  std::reverse(digits.sizes.begin(), digits.sizes.end());
  std::reverse(digits.axes.begin(), digits.axes.end());
  std::reverse(digits.indices.begin(), digits.indices.end());
  return digits;
}

bool WeightOrderer::canOrder(const WeightAccess &access,
                             ArrayRef<WeightAxis> axes, bool readsAll) {
  if (!isWeight(access.weight))
    return false;
  std::optional<Digits> digits = findDigits(access, axes);
  return digits && (!readsAll || digits->indices.empty());
}

//===----------------------------------------------------------------------===//
// In order
//===----------------------------------------------------------------------===//

OrderedWeight WeightOrderer::order(const WeightAccess &access,
                                   ArrayRef<WeightAxis> axes, unsigned rest) {
  Digits digits = *findDigits(access, axes);
  // Where each digit goes.
  SmallVector<unsigned> places(digits.sizes.size());
  unsigned others = digits.indices.size(), other = rest;
  for (auto [place, axis] : llvm::zip(places, digits.axes))
    place = !axis ? other++ : *axis < rest ? *axis : *axis + others;
  std::vector<int64_t> key(digits.sizes.begin(), digits.sizes.end());
  key.insert(key.end(), places.begin(), places.end());
  Value &tensor = made[{access.weight.getArgNumber(), key}];
  if (!tensor)
    tensor = make(access.weight, digits, places);
  return {tensor, digits.indices};
}

/// The type that graphs have `weight` in.
static RankedTensorType getBuiltinType(BlockArgument weight) {
  for (Operation *user : weight.getUsers())
    if (auto conversion = dyn_cast<ep::ToBuiltinOp>(user))
      return cast<RankedTensorType>(conversion.getType());
  llvm_unreachable("a weight that was traced is converted");
}

Value WeightOrderer::make(BlockArgument weight, const Digits &digits,
                          ArrayRef<unsigned> places) {
  SmallVector<int64_t> shape(places.size());
  for (auto [size, place] : llvm::zip(digits.sizes, places))
    shape[place] = size;
  SmallVector<int64_t> strides = computeStrides(shape);
  ep::PackedLayout layout;
  layout.sizes = digits.sizes;
  layout.blocks.assign(places.size(), 1);
  layout.blockStrides.assign(places.size(), 0);
  for (unsigned place : places)
    layout.strides.push_back(strides[place]);
  SmallVector<ep::ExprAttr> sizes;
  for (int64_t size : shape)
    sizes.push_back(ep::makeInt(graph.getContext(), size));
  Type element = cast<ep::TensorType>(weight.getType()).getElementType();
  StringAttr name = graph.getInput(weight.getArgNumber()).getTarget();
  builder.setInsertionPoint(graph);
  ep::ConstantOp constant =
      ep::addPackedConstant(builder, symbols, symbols.lookup(name)->getLoc(),
                            "ordered_" + std::to_string(made.size() - 1),
                            ep::TensorType::get(sizes, element), name, layout);
  auto input =
      ep::InputAttr::get(builder.getContext(), ep::InputKind::ConstantTensor,
                         constant.getSymNameAttr(), Attribute());
  BlockArgument argument =
      ep::getOrAddInput(graph, constant.getType(), input, constant.getLoc());
  addToPrepare(weight, digits, places, constant);
  builder.setInsertionPointToStart(&graph.getBody().front());
  Type builtin = getBuiltinType(weight).getElementType();
  return ep::ToBuiltinOp::create(builder, constant.getLoc(),
                                 RankedTensorType::get(shape, builtin),
                                 argument);
}

void WeightOrderer::addToPrepare(BlockArgument weight, const Digits &digits,
                                 ArrayRef<unsigned> places,
                                 ep::ConstantOp constant) {
  Location loc = constant.getLoc();
  ep::GraphOp prepare = ep::getOrAddPrepare(builder, symbols, graph);
  BlockArgument source = ep::getOrAddInput(
      prepare, weight.getType(), graph.getInput(weight.getArgNumber()), loc);
  builder.setInsertionPoint(prepare.getBody().front().getTerminator());
  RankedTensorType own = getBuiltinType(weight);
  Value from = reshapeTo(builder, loc,
                         ep::ToBuiltinOp::create(builder, loc, own, source),
                         digits.sizes);
  SmallVector<int64_t> shape(places.size());
  SmallVector<unsigned> read(places);
  for (auto [size, place] : llvm::zip(digits.sizes, places))
    shape[place] = size;
  unsigned rank = shape.size();
  AffineMap maps[] = {
      AffineMap::getMultiDimMapWithTargets(rank, read, builder.getContext()),
      builder.getMultiDimIdentityMap(rank)};
  Value empty =
      tensor::EmptyOp::create(builder, loc, shape, own.getElementType());
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  auto copy =
      GenericOp::create(builder, loc, empty.getType(), from, empty, maps, loops,
                        [](OpBuilder &b, Location l, ValueRange args) {
                          linalg::YieldOp::create(b, l, args[0]);
                        });
  ep::addPrepareOutput(prepare, constant,
                       ep::FromBuiltinOp::create(builder, loc,
                                                 constant.getType(),
                                                 copy.getResult(0)));
}

Value kiln::reshapeTo(OpBuilder &builder, Location loc, Value value,
                      ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == shape)
    return value;
  auto all = [](int64_t rank) {
    ReassociationIndices dims;
    for (int64_t i = 0; i < rank; ++i)
      dims.push_back(i);
    return SmallVector<ReassociationIndices>{dims};
  };
  if (type.getRank() > 1)
    value = tensor::CollapseShapeOp::create(builder, loc, value,
                                            all(type.getRank()));
  if (shape.size() > 1)
    value = tensor::ExpandShapeOp::create(
        builder, loc, RankedTensorType::get(shape, type.getElementType()),
        value, all(shape.size()));
  return value;
}
