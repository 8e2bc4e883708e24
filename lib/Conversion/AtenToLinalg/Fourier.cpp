// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Discrete Fourier transforms by their sums, one dimension after another, in
// f64. The roots of unity are a tensor: their exponent is reduced exactly.
#include "Complex.h"
#include "Reduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

static constexpr double kTwoPi = 6.283185307179586476925286766559;

namespace {
/// Writes transforms of one operation.
class Fourier {
public:
  Fourier(Lowering &lowering, bool forward)
      : lowering(lowering), forward(forward),
        f64(lowering.builder.getF64Type()) {}

  /// Along `dim` of a real or complex tensor, of which the first `count`
  /// frequencies are wanted. The result is complex.
  Tensor transform(const Tensor &x, int64_t dim, bool isReal, ExprAttr count);
  /// From the first frequencies of a real signal to the signal.
  Tensor toSignal(const Tensor &x, int64_t dim, ExprAttr length);
  /// Each part of `x` times the factor of `normalization`, as `dtype`.
  Tensor scale(const Tensor &x, int64_t normalization, ExprAttr count,
               Type dtype);

private:
  /// exp(+-2 pi i k / length) for each k below it.
  Value getRoots(ExprAttr length);
  /// The root with the number j * k.
  Complex readRoot(Formulas &formulas, Value roots, Value length, Value j,
                   Value k);
  /// The map of `x` in loops over the result and one more, which replaces
  /// `dim`; `part` is the last index of a complex tensor.
  AffineMap getMap(unsigned loops, unsigned rank, int64_t dim,
                   std::optional<int64_t> part);

  Lowering &lowering;
  bool forward;
  Type f64;
};
} // namespace

Value Fourier::getRoots(ExprAttr length) {
  MLIRContext *context = lowering.getContext();
  Value size = lowering.sizeValue(length);
  auto body = [&](OpBuilder &b, Location l, ValueRange) {
    Formulas formulas{b, l};
    auto number = [&](Value index) {
      Value integer = arith::IndexCastOp::create(b, l, b.getI64Type(), index);
      return toReal(formulas, integer, b.getI64Type());
    };
    Real k = number(linalg::IndexOp::create(b, l, 0)), n = number(size);
    Real angle = k * (forward ? -kTwoPi : kTwoPi) / n;
    // Quarters of a turn are exact, so that real spectra stay real.
    Flag isUpright = equal(k * 4, n) | equal(k * 4, n * 3);
    Complex root = {where(isUpright, 0, cos(angle)),
                    where(equal(k * 2, n), 0, sin(angle))};
    return choosePart(formulas, 1, root, f64);
  };
  return lowering.pointwise(withParts({length}, context), f64, {}, body).value;
}

Complex Fourier::readRoot(Formulas &formulas, Value roots, Value length,
                          Value j, Value k) {
  OpBuilder &b = formulas.builder;
  Location loc = formulas.loc;
  Value number = arith::RemUIOp::create(
      b, loc, arith::MulIOp::create(b, loc, j, k), length);
  auto read = [&](int64_t part) -> Real {
    Value last = arith::ConstantIndexOp::create(b, loc, part);
    return {&formulas,
            tensor::ExtractOp::create(b, loc, roots, ValueRange{number, last})};
  };
  return {read(0), read(1)};
}

AffineMap Fourier::getMap(unsigned loops, unsigned rank, int64_t dim,
                          std::optional<int64_t> part) {
  MLIRContext *context = lowering.getContext();
  SmallVector<AffineExpr> results;
  for (unsigned i = 0; i < rank; ++i)
    results.push_back(getAffineDimExpr(i == dim ? loops - 1 : i, context));
  if (part)
    results.push_back(getAffineConstantExpr(*part, context));
  return AffineMap::get(loops, 0, results, context);
}

Tensor Fourier::transform(const Tensor &x, int64_t dim, bool isReal,
                          ExprAttr count) {
  ExprAttr length = x.sizes[dim];
  unsigned rank = x.rank() - !isReal, loops = rank + 2;
  Value roots = getRoots(length), size = lowering.sizeValue(length);
  Sizes sizes(ArrayRef(x.sizes).take_front(rank));
  sizes[dim] = count;
  SmallVector<Tensor> operands = {x};
  SmallVector<AffineMap> maps = {getMap(
      loops, rank, dim, isReal ? std::nullopt : std::optional<int64_t>(0))};
  if (!isReal) {
    operands.push_back(x);
    maps.push_back(getMap(loops, rank, dim, 1));
  }
  AffineMap out = AffineMap::getMultiDimIdentityMap(loops, x.dtype.getContext())
                      .dropResult(rank + 1);
  return lowering.reduce(
      withParts(sizes, lowering.getContext()), f64, lowering.constant(f64, 0),
      operands, maps, out, [&](OpBuilder &b, Location l, ValueRange args) {
        Formulas formulas{b, l};
        Value k = linalg::IndexOp::create(b, l, dim);
        Value j = linalg::IndexOp::create(b, l, rank + 1);
        Complex root = readRoot(formulas, roots, size, j, k);
        Real re = toReal(formulas, args[0], x.dtype);
        Complex term =
            isReal ? re * root
                   : Complex{re, toReal(formulas, args[1], x.dtype)} * root;
        Value part = choosePart(formulas, rank, term, f64);
        return arith::AddFOp::create(b, l, args.back(), part).getResult();
      });
}

Tensor Fourier::toSignal(const Tensor &x, int64_t dim, ExprAttr length) {
  unsigned rank = x.rank() - 1, loops = rank + 1;
  Value roots = getRoots(length), size = lowering.sizeValue(length);
  Sizes sizes(ArrayRef(x.sizes).take_front(rank));
  sizes[dim] = length;
  AffineMap out = AffineMap::getMultiDimIdentityMap(loops, x.dtype.getContext())
                      .dropResult(rank);
  return lowering.reduce(
      sizes, f64, lowering.constant(f64, 0), {x, x},
      {getMap(loops, rank, dim, 0), getMap(loops, rank, dim, 1)}, out,
      [&](OpBuilder &b, Location l, ValueRange args) {
        Formulas formulas{b, l};
        Value n = linalg::IndexOp::create(b, l, dim);
        Value k = linalg::IndexOp::create(b, l, rank);
        Complex root = readRoot(formulas, roots, size, k, n);
        Real re = toReal(formulas, args[0], x.dtype);
        Real im = toReal(formulas, args[1], x.dtype);
        // The others are there twice; these two are real, whatever they say.
        Value zero = arith::ConstantIndexOp::create(b, l, 0);
        Value twice = arith::AddIOp::create(b, l, k, k);
        auto is = [&](Value a, Value c) -> Flag {
          return {&formulas,
                  arith::CmpIOp::create(b, l, arith::CmpIPredicate::eq, a, c)};
        };
        Flag isSingle = is(k, zero) | is(twice, size);
        Real term =
            where(isSingle, re * root.re, 2 * (re * root.re - im * root.im));
        return arith::AddFOp::create(b, l, args[2], term.value).getResult();
      });
}

Tensor Fourier::scale(const Tensor &x, int64_t normalization, ExprAttr count,
                      Type dtype) {
  if (normalization == 0)
    return lowering.cast(x, dtype);
  OpBuilder &builder = lowering.builder;
  Value number = arith::IndexCastOp::create(
      builder, lowering.loc, builder.getI64Type(), lowering.sizeValue(count));
  auto body = [&](OpBuilder &b, Location l, ValueRange args) {
    Formulas formulas{b, l};
    Real divisor = toReal(formulas, number, b.getI64Type());
    if (normalization == 1)
      divisor = sqrt(divisor);
    Real value = toReal(formulas, args[0], f64) / divisor;
    return castScalar(b, l, value.value, f64, dtype);
  };
  return lowering.pointwise(x.sizes, dtype, x, body);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// The dimensions from the front; nothing where there is none or one is wrong.
static SmallVector<int64_t> getDims(AtenOp op, int64_t rank) {
  unsigned index = op.indexOf("dim");
  bool isSymbolic =
      op.getSchema().getArguments()[index].type.kind == TypeKind::SymInt;
  std::optional<SmallVector<int64_t>> dims =
      isSymbolic ? getInts(op.symInts(index)) : op.integers(index);
  if (!dims)
    return {};
  for (int64_t &dim : *dims) {
    FailureOr<int64_t> wrapped = wrapDim(dim, rank);
    if (failed(wrapped) || rank == 0)
      return {};
    dim = *wrapped;
  }
  return *dims;
}

namespace {
/// One of the three, all of which end in the scale.
struct ConvertFourier : ConversionPattern {
  ConvertFourier(const TypeConverter &converter, StringRef name,
                 MLIRContext *context)
      : ConversionPattern(converter, name, /*benefit=*/1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const final {
    AtenOp aten(op);
    auto type = cast<ep::TensorType>(op->getResult(0).getType());
    auto from = cast<ep::TensorType>(op->getOperand(0).getType());
    SmallVector<int64_t> dims = getDims(aten, from.getRank());
    if (dims.empty())
      return rewriter.notifyMatchFailure(op, "has no dimension to transform");
    bool toReal = !isComplex(type.getElementType());
    bool fromReal = !isComplex(from.getElementType());
    bool forward = fromReal || (!toReal && aten.getBool("forward"));
    Lowering lowering(rewriter, op->getLoc());
    Fourier fourier(lowering, forward);
    Tensor x = getParts(op->getOperand(0), operands[0]);
    SizesRef sizes = type.getSizes();
    ArrayRef<int64_t> others(dims);
    if (fromReal) {
      x = fourier.transform(x, dims.back(), true, sizes[dims.back()]);
      others = others.drop_back();
    } else if (toReal) {
      others = others.drop_back();
    }
    for (int64_t dim : others)
      x = fourier.transform(x, dim, false, x.sizes[dim]);
    if (toReal)
      x = fourier.toSignal(
          cutHalf(lowering, x, dims.back(), sizes[dims.back()]), dims.back(),
          sizes[dims.back()]);
    ExprAttr count =
        getCount(toReal ? sizes : from.getSizes(), dims, op->getContext());
    return replace(rewriter, op,
                   fourier.scale(x, aten.getInt("normalization"), count,
                                 getPartType(type.getElementType())));
  }

private:
  /// The frequencies from which a signal of `length` is made.
  static Tensor cutHalf(Lowering &lowering, Tensor x, int64_t dim,
                        ExprAttr length) {
    MLIRContext *context = lowering.getContext();
    ExprAttr half = ep::add(ep::floorDiv(length, ep::makeInt(context, 2)),
                            ep::makeInt(context, 1));
    if (x.sizes[dim] == half)
      return x;
    OpBuilder &builder = lowering.builder;
    SmallVector<OpFoldResult> offsets(x.rank(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(x.rank(), builder.getIndexAttr(1));
    x.sizes[dim] = half;
    x.value = tensor::ExtractSliceOp::create(
        builder, lowering.loc, lowering.getType(x.sizes, x.dtype), x.value,
        offsets, lowering.getMixed(x.sizes), strides);
    return x;
  }
};
} // namespace

void kiln::populateFourierToLinalg(TypeConverter &converter,
                                   RewritePatternSet &patterns) {
  for (StringRef name : {"aten._fft_c2c.default", "aten._fft_c2r.default",
                         "aten._fft_r2c.default"})
    patterns.add<ConvertFourier>(converter, name, patterns.getContext());
}
