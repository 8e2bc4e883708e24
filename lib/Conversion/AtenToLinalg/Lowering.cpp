// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lowering.h"

using namespace mlir;
using namespace kiln;
using ep::ExprAttr;

bool kiln::hasComplex(Operation *op) {
  auto isComplex = [](Type type) {
    auto tensor = dyn_cast<ep::TensorType>(type);
    return tensor && isa<ComplexType>(tensor.getElementType());
  };
  return llvm::any_of(op->getOperandTypes(), isComplex) ||
         llvm::any_of(op->getResultTypes(), isComplex);
}

bool kiln::hasNumber(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), llvm::IsaPred<ep::NumberType>);
}

std::optional<SmallVector<int64_t>> kiln::getInts(SizesRef list) {
  SmallVector<int64_t> ints;
  for (ExprAttr expr : list) {
    if (!expr.isInt())
      return std::nullopt;
    ints.push_back(expr.getValue());
  }
  return ints;
}

SmallVector<int64_t> kiln::repeat(ArrayRef<int64_t> list, unsigned count) {
  if (list.size() == 1)
    return SmallVector<int64_t>(count, list[0]);
  return SmallVector<int64_t>(list);
}

Tensor Lowering::get(Value original, Value converted) {
  if (!original)
    return {};
  auto type = mlir::cast<ep::TensorType>(original.getType());
  return {converted, Sizes(type.getSizes()), type.getElementType()};
}

//===----------------------------------------------------------------------===//
// Sizes and tensors without data
//===----------------------------------------------------------------------===//

OpFoldResult Lowering::size(ExprAttr expr) {
  if (expr.isInt())
    return builder.getIndexAttr(expr.getValue());
  return ep::SizeOp::create(builder, loc, expr).getResult();
}

SmallVector<OpFoldResult> Lowering::getMixed(SizesRef sizes) {
  return llvm::map_to_vector(sizes, [&](ExprAttr e) { return size(e); });
}

Value Lowering::sizeValue(ExprAttr expr) {
  if (expr.isInt())
    return arith::ConstantIndexOp::create(builder, loc, expr.getValue());
  return ep::SizeOp::create(builder, loc, expr);
}

RankedTensorType Lowering::getType(SizesRef sizes, Type dtype) {
  auto shape = llvm::map_to_vector(sizes, [](ExprAttr size) {
    return size.isInt() ? size.getValue() : ShapedType::kDynamic;
  });
  return RankedTensorType::get(shape, getBuiltinElement(dtype));
}

Tensor Lowering::empty(SizesRef sizes, Type dtype) {
  Value value = tensor::EmptyOp::create(builder, loc, getMixed(sizes),
                                        getBuiltinElement(dtype));
  return {value, Sizes(sizes), dtype};
}

Tensor Lowering::filled(SizesRef sizes, Type dtype, Value scalar) {
  Tensor init = empty(sizes, dtype);
  init.value =
      linalg::FillOp::create(builder, loc, scalar, init.value).getResult(0);
  return init;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

AffineMap Lowering::broadcastMap(SizesRef from, SizesRef to) {
  SmallVector<AffineExpr> results;
  // Leading dimensions that `from` lacks are not read.
  unsigned added = to.size() - from.size();
  for (auto [i, size] : llvm::enumerate(from))
    results.push_back(size.isInt(1) && !to[added + i].isInt(1)
                          ? builder.getAffineConstantExpr(0)
                          : builder.getAffineDimExpr(added + i));
  return AffineMap::get(to.size(), 0, results, getContext());
}

Tensor Lowering::repeatOpen(const Tensor &tensor, SizesRef to) {
  unsigned added = to.size() - tensor.rank();
  auto isOpen = [&](unsigned i) {
    return !tensor.sizes[i].isInt(1) &&
           ep::proveEqual(tensor.sizes[i], to[added + i]) ==
               ep::Answer::Unknown;
  };
  Sizes sizes = tensor.sizes;
  SmallVector<bool> open(tensor.rank(), false);
  for (int64_t i = 0; i < tensor.rank(); ++i)
    if ((open[i] = isOpen(i)))
      sizes[i] = to[added + i];
  if (!llvm::is_contained(open, true))
    return tensor;
  return generate(
      sizes, tensor.dtype, [&](OpBuilder &b, Location l, ValueRange indices) {
        SmallVector<Value> at(indices);
        for (auto [i, index] : llvm::enumerate(at)) {
          if (!open[i])
            continue;
          // A dimension of size 1 is read at 0, any other at its own index.
          Value last =
              arith::SubIOp::create(b, l, sizeValue(tensor.sizes[i]),
                                    arith::ConstantIndexOp::create(b, l, 1));
          index = arith::MinSIOp::create(b, l, index, last);
        }
        return read(b, l, tensor, at);
      });
}

AffineMap Lowering::loopMap(unsigned loops, ArrayRef<int64_t> dims) {
  auto results = llvm::map_to_vector(
      dims, [&](int64_t dim) { return builder.getAffineDimExpr(dim); });
  return AffineMap::get(loops, 0, results, getContext());
}

Tensor Lowering::pointwise(SizesRef sizes, Type dtype,
                           ArrayRef<Tensor> operands, Body body,
                           ArrayRef<AffineMap> maps) {
  SmallVector<AffineMap> allMaps(maps);
  SmallVector<Value> values;
  for (const Tensor &operand : operands) {
    Tensor repeated = maps.empty() ? repeatOpen(operand, sizes) : operand;
    values.push_back(repeated.value);
    if (maps.empty())
      allMaps.push_back(broadcastMap(repeated.sizes, sizes));
  }
  allMaps.push_back(builder.getMultiDimIdentityMap(sizes.size()));
  Tensor result = empty(sizes, dtype);
  SmallVector<utils::IteratorType> loops(sizes.size(),
                                         utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, result.value.getType(), values, result.value, allMaps,
      loops, [&](OpBuilder &b, Location l, ValueRange arguments) {
        linalg::YieldOp::create(b, l, body(b, l, arguments.drop_back()));
      });
  result.value = generic.getResult(0);
  return result;
}

Tensor Lowering::generate(SizesRef sizes, Type dtype, Body body) {
  return pointwise(sizes, dtype, {}, [&](OpBuilder &b, Location l, ValueRange) {
    SmallVector<Value> indices;
    for (size_t i = 0; i < sizes.size(); ++i)
      indices.push_back(linalg::IndexOp::create(b, l, i));
    return body(b, l, indices);
  });
}

static Tensor castBy(decltype(castScalar) &castElement, Lowering &lowering,
                     const Tensor &tensor, Type dtype) {
  if (tensor.dtype == dtype)
    return tensor;
  return lowering.pointwise(
      tensor.sizes, dtype, tensor,
      [&](OpBuilder &b, Location l, ValueRange arguments) {
        return castElement(b, l, arguments[0], tensor.dtype, dtype);
      });
}

Tensor Lowering::cast(const Tensor &tensor, Type dtype) {
  return castBy(castScalar, *this, tensor, dtype);
}

Tensor Lowering::round(const Tensor &tensor, Type dtype) {
  return castBy(castComputed, *this, tensor, dtype);
}

Tensor Lowering::reduce(SizesRef sizes, Type dtype, Value identity,
                        ArrayRef<Tensor> operands, ArrayRef<AffineMap> maps,
                        AffineMap resultMap, Body body) {
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(resultMap);
  // Loops that the result does not have are the reductions.
  SmallVector<utils::IteratorType> loops(resultMap.getNumDims(),
                                         utils::IteratorType::reduction);
  for (AffineExpr expr : resultMap.getResults())
    loops[mlir::cast<AffineDimExpr>(expr).getPosition()] =
        utils::IteratorType::parallel;
  SmallVector<Value> values =
      llvm::map_to_vector(operands, [](const Tensor &t) { return t.value; });
  Tensor result = filled(sizes, dtype, identity);
  auto generic = linalg::GenericOp::create(
      builder, loc, result.value.getType(), values, result.value, allMaps,
      loops, [&](OpBuilder &b, Location l, ValueRange arguments) {
        linalg::YieldOp::create(b, l, body(b, l, arguments));
      });
  result.value = generic.getResult(0);
  return result;
}

AffineMap Lowering::mapWithout(int64_t rank, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> kept;
  for (int64_t i = 0; i < rank; ++i)
    if (!llvm::is_contained(dims, i))
      kept.push_back(i);
  return loopMap(rank, kept);
}

Tensor Lowering::reduceDims(const Tensor &tensor, ArrayRef<int64_t> dims,
                            Type dtype, Value identity, Body body) {
  return reduce(aten::reduceSizes(tensor.sizes, dims, /*keepdim=*/false), dtype,
                identity, tensor, builder.getMultiDimIdentityMap(tensor.rank()),
                mapWithout(tensor.rank(), dims), body);
}

Tensor Lowering::sumDims(const Tensor &tensor, ArrayRef<int64_t> dims,
                         Type dtype) {
  return reduceDims(tensor, dims, dtype, constant(dtype, 0),
                    [&](OpBuilder &b, Location l, ValueRange arguments) {
                      Value next =
                          castScalar(b, l, arguments[0], tensor.dtype, dtype);
                      return makeAdd(b, l, dtype, arguments[1], next);
                    });
}

//===----------------------------------------------------------------------===//
// Views and padding
//===----------------------------------------------------------------------===//

namespace {
/// Dimensions [a, endA) of one shape hold the elements of [b, endB) of another.
struct Group {
  size_t a, endA, b, endB;
};
} // namespace

/// The finest grouping whose products are equal; nothing when there is none.
static std::optional<SmallVector<Group>> findGroups(SizesRef from,
                                                    SizesRef to) {
  SmallVector<Group> groups;
  MLIRContext *context = (from.empty() ? to : from).front().getContext();
  size_t a = 0, b = 0;
  while (a < from.size() && b < to.size()) {
    // The smallest group from (a, b) on.
    std::optional<Group> best;
    for (size_t endA = a + 1; endA <= from.size(); ++endA)
      for (size_t endB = b + 1; endB <= to.size(); ++endB)
        if ((!best || endA + endB < best->endA + best->endB) &&
            ep::product(context, from.slice(a, endA - a)) ==
                ep::product(context, to.slice(b, endB - b)))
          best = Group{a, endA, b, endB};
    if (!best)
      break;
    groups.push_back(*best);
    a = best->endA;
    b = best->endB;
  }
  auto areOnes = [](SizesRef sizes) {
    return llvm::all_of(sizes, [](ExprAttr size) { return size.isInt(1); });
  };
  if (!areOnes(from.drop_front(a)) || !areOnes(to.drop_front(b))) {
    // One group of all, where the products may be equal in another form.
    if (ep::proveEqual(ep::product(context, from), ep::product(context, to)) ==
        ep::Answer::No)
      return std::nullopt;
    return SmallVector<Group>{{0, from.size(), 0, to.size()}};
  }
  // Trailing dimensions of size 1 join the last group.
  if (!groups.empty()) {
    groups.back().endA = from.size();
    groups.back().endB = to.size();
  }
  return groups;
}

static SmallVector<ReassociationIndices>
getRanges(ArrayRef<Group> groups, size_t Group::*begin, size_t Group::*end) {
  SmallVector<ReassociationIndices> ranges;
  for (const Group &group : groups) {
    ReassociationIndices &range = ranges.emplace_back();
    for (size_t i = group.*begin; i < group.*end; ++i)
      range.push_back(i);
  }
  return ranges;
}

Value kiln::castSizes(OpBuilder &builder, Location loc, Value value,
                      RankedTensorType type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::areCastCompatible(value.getType(), type)
             ? tensor::CastOp::create(builder, loc, type, value)
             : Value();
}

FailureOr<Tensor> Lowering::view(const Tensor &tensor, SizesRef sizes) {
  if (SizesRef(tensor.sizes) == sizes)
    return tensor;
  std::optional<SmallVector<Group>> groups = findGroups(tensor.sizes, sizes);
  if (!groups)
    return failure();
  // Groups of several dimensions on both sides go through one dimension, of
  // whose size either side may know more: a symbol here, its value there.
  auto from = getRanges(*groups, &Group::a, &Group::endA);
  auto to = getRanges(*groups, &Group::b, &Group::endB);
  RankedTensorType type = getType(sizes, tensor.dtype);
  Value value = tensor.value;
  if (groups->size() != tensor.sizes.size())
    value = tensor::CollapseShapeOp::create(builder, loc, value, from);
  value = castSizes(builder, loc, value,
                    tensor::CollapseShapeOp::inferCollapsedType(type, to));
  if (!value)
    return failure();
  if (groups->size() != sizes.size())
    value = tensor::ExpandShapeOp::create(builder, loc, type, value, to,
                                          getMixed(sizes));
  return Tensor{value, Sizes(sizes), tensor.dtype};
}

Tensor Lowering::pad(const Tensor &tensor, SizesRef low, SizesRef high,
                     Value scalar) {
  auto isZero = [](ExprAttr e) { return e.isInt(0); };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero))
    return tensor;
  Tensor result = tensor;
  for (auto [size, before, after] : llvm::zip(result.sizes, low, high))
    size = ep::add(ep::add(size, before), after);
  result.value = tensor::PadOp::create(
      builder, loc, getType(result.sizes, tensor.dtype), tensor.value,
      getMixed(low), getMixed(high), scalar);
  return result;
}

/// Its positive part, and its negative one.
static std::pair<ExprAttr, ExprAttr> splitSign(ExprAttr expr) {
  ExprAttr zero = ep::makeInt(expr.getContext(), 0);
  std::optional<int64_t> least = ep::range(expr, {}).min;
  if (least && *least >= 0)
    return {expr, zero};
  if (expr.isInt())
    return {zero, expr};
  return {ep::max(expr, zero), ep::makeExpr(ep::ExprKind::Min, {expr, zero})};
}

Tensor Lowering::crop(const Tensor &self, Sizes &low, Sizes &high) {
  SmallVector<OpFoldResult> offsets(self.rank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(self.rank(), builder.getIndexAttr(1));
  Sizes sizes = self.sizes;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    auto [before, lessBefore] = splitSign(low[i]);
    auto [after, lessAfter] = splitSign(high[i]);
    size = ep::add(size, ep::add(lessBefore, lessAfter));
    ExprAttr zero = ep::makeInt(getContext(), 0);
    offsets[i] = this->size(ep::sub(zero, lessBefore));
    low[i] = before;
    high[i] = after;
    if (size.isInt() && size.getValue() <= 0 && size != self.sizes[i])
      return {};
  }
  if (SizesRef(sizes) == SizesRef(self.sizes))
    return self;
  Value value = tensor::ExtractSliceOp::create(
      builder, loc, getType(sizes, self.dtype), self.value, offsets,
      getMixed(sizes), strides);
  return {value, sizes, self.dtype};
}
