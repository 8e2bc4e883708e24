// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers, drawn as the reference evaluator draws them. An operator uses
// the places of the stream behind those of the operators before it, so this is
// a walk in order and no pattern.
#include "Random.h"
#include "MatrixLowering.h"
#include "kiln/Dialect/Aten/Creation.h"
#include "kiln/Dialect/Aten/Normalization.h"
#include "kiln/Dialect/TX/TX.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

static constexpr StringLiteral kStateName = "kiln.random";

namespace {
class RandomLowering {
public:
  explicit RandomLowering(ep::GraphOp graph)
      : graph(graph), builder(graph), used(ep::makeInt(graph.getContext(), 0)) {
  }
  void run();

private:
  void declareState();
  void updateState();
  void lower(Operation *op);
  Tensor lowerRand(Lowering &lowering, ep::TensorType type);
  Tensor lowerRandn(Lowering &lowering, ep::TensorType type);
  Tensor lowerRandperm(Lowering &lowering, ep::TensorType type);
  std::pair<Tensor, Tensor> lowerDropout(Lowering &lowering,
                                         NativeDropoutOp op);

  /// A tensor whose elements are made of `draws` fresh places each.
  Tensor draw(Lowering &lowering, SizesRef sizes, Type dtype, int64_t draws,
              Body body);

  ep::GraphOp graph;
  OpBuilder builder;
  Value state;   ///< tensor<2xi64>: seed, places used before this call
  ExprAttr used; ///< by this call so far
};
} // namespace

/// Can `op` be lowered here?
static bool isRandom(Operation &op) {
  if (isa<RandOp, RandnOp>(op))
    return isFloat(
        cast<ep::TensorType>(op.getResult(0).getType()).getElementType());
  return isa<RandpermOp>(op) || (isa<NativeDropoutOp>(op) && !hasComplex(&op));
}

/// Does it draw numbers, rather than pass its input on?
static bool draws(Operation *op) {
  auto dropout = dyn_cast<NativeDropoutOp>(op);
  return !dropout || (dropout.getTrain() != false && dropout.getP() < 1);
}

void RandomLowering::run() {
  SmallVector<Operation *> ops;
  for (Operation &op : graph.getBody().front())
    if (isRandom(op))
      ops.push_back(&op);
  if (llvm::any_of(ops, draws))
    declareState();
  for (Operation *op : ops)
    lower(op);
  // Empty tensors draw nothing, which would be no change of the state.
  if (!used.isInt(0))
    updateState();
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

void RandomLowering::declareState() {
  Location loc = graph.getLoc();
  Type i64 = builder.getI64Type();
  auto type =
      ep::TensorType::get(aten::makeSizes(builder.getContext(), {2}), i64);
  auto values = DenseIntElementsAttr::get(RankedTensorType::get({2}, i64),
                                          ArrayRef<int64_t>{0, 0});
  std::string storage = (kStateName + ".storage").str();
  builder.setInsertionPoint(graph);
  ep::StorageOp::create(builder, loc, storage, 16, StringAttr(), values);
  ep::BufferOp::create(builder, loc, kStateName, type, storage, /*offset=*/0,
                       /*persistent=*/false);
  auto name = builder.getStringAttr(kStateName);
  auto input = ep::InputAttr::get(builder.getContext(), ep::InputKind::Buffer,
                                  name, Attribute());
  (void)graph.insertArgument(0, type,
                             builder.getDictionaryAttr(builder.getNamedAttr(
                                 ep::GraphOp::getInputAttrName(), input)),
                             loc);
  builder.setInsertionPointToStart(&graph.getBody().front());
  state = ep::ToBuiltinOp::create(builder, loc, type.getBuiltinType(),
                                  graph.getArgument(0));
}

void RandomLowering::updateState() {
  ep::ReturnOp end = graph.getReturn();
  builder.setInsertionPoint(end);
  Lowering lowering(builder, end.getLoc());
  Type i64 = builder.getI64Type();
  Tensor old = {state, aten::makeSizes(builder.getContext(), {2}), i64};
  Value total = lowering.sizeValue(used);
  Tensor next = lowering.pointwise(
      old.sizes, i64, old, [&](OpBuilder &b, Location l, ValueRange args) {
        Value at = linalg::IndexOp::create(b, l, 0);
        Value one = arith::ConstantIndexOp::create(b, l, 1);
        Value isPlace =
            arith::CmpIOp::create(b, l, arith::CmpIPredicate::eq, at, one);
        Value wide = arith::IndexCastOp::create(b, l, i64, total);
        Value moved = arith::AddIOp::create(b, l, args[0], wide);
        return arith::SelectOp::create(b, l, isPlace, moved, args[0])
            .getResult();
      });
  Type type = graph.getArgument(0).getType();
  auto attr =
      ep::OutputAttr::get(builder.getContext(), ep::OutputKind::BufferMutation,
                          builder.getStringAttr(kStateName), Attribute());
  (void)graph.insertResult(0, type,
                           builder.getDictionaryAttr(builder.getNamedAttr(
                               ep::GraphOp::getOutputAttrName(), attr)));
  end->insertOperands(
      0, ep::FromBuiltinOp::create(builder, end.getLoc(), type, next.value)
             .getResult());
}

//===----------------------------------------------------------------------===//
// Draws
//===----------------------------------------------------------------------===//

Tensor RandomLowering::draw(Lowering &lowering, SizesRef sizes, Type dtype,
                            int64_t draws, Body body) {
  MLIRContext *context = builder.getContext();
  Type i64 = builder.getI64Type();
  SmallVector<Value> extents = llvm::map_to_vector(
      sizes, [&](ExprAttr size) { return lowering.sizeValue(size); });
  Value before = lowering.sizeValue(used);
  used = ep::add(
      used, ep::mul(ep::makeInt(context, draws), ep::product(context, sizes)));
  return lowering.pointwise(
      sizes, dtype, {}, [&](OpBuilder &b, Location l, ValueRange) {
        auto constant = [&](int64_t value) -> Value {
          return arith::ConstantIndexOp::create(b, l, value);
        };
        Value element = constant(0);
        for (auto [dim, extent] : llvm::enumerate(extents)) {
          element = arith::MulIOp::create(b, l, element, extent);
          Value at = linalg::IndexOp::create(b, l, dim);
          element = arith::AddIOp::create(b, l, element, at);
        }
        element = arith::MulIOp::create(b, l, element, constant(draws));
        element = arith::AddIOp::create(b, l, element, before);
        Value place = arith::IndexCastOp::create(b, l, i64, element);
        Value seed = tensor::ExtractOp::create(b, l, state, constant(0));
        Value start = tensor::ExtractOp::create(b, l, state, constant(1));
        place = arith::AddIOp::create(b, l, place, start);
        SmallVector<Value> bits;
        for (int64_t i = 0; i < draws; ++i) {
          Value step = makeIntConstant(b, l, i64, i);
          bits.push_back(tx::PhiloxOp::create(
              b, l, seed, arith::AddIOp::create(b, l, place, step)));
        }
        return body(b, l, bits);
      });
}

/// The first `digits` of 64 random bits as a f64 in [0, 1).
static Value makeUniform(OpBuilder &b, Location l, Value bits, int64_t digits) {
  Value shift = makeIntConstant(b, l, b.getI64Type(), 64 - digits);
  Value whole = arith::ShRUIOp::create(b, l, bits, shift);
  Value number = arith::SIToFPOp::create(b, l, b.getF64Type(), whole);
  Value unit = makeConstant(b, l, b.getF64Type(), std::ldexp(1.0, -digits));
  return arith::MulFOp::create(b, l, number, unit);
}

/// As many binary digits as stay below 1 in `dtype`.
Tensor RandomLowering::lowerRand(Lowering &lowering, ep::TensorType type) {
  Type dtype = type.getElementType();
  int64_t digits = cast<FloatType>(dtype).getFPMantissaWidth() - 1;
  return draw(lowering, type.getSizes(), dtype, 1,
              [&](OpBuilder &b, Location l, ValueRange bits) {
                return castScalar(b, l, makeUniform(b, l, bits[0], digits),
                                  b.getF64Type(), dtype);
              });
}

/// The method of Box and Muller; 1 - u is never 0.
Tensor RandomLowering::lowerRandn(Lowering &lowering, ep::TensorType type) {
  Type dtype = type.getElementType();
  return draw(lowering, type.getSizes(), dtype, 2,
              [&](OpBuilder &b, Location l, ValueRange bits) {
                Type f64 = b.getF64Type();
                auto number = [&](double value) {
                  return makeConstant(b, l, f64, value);
                };
                Value rest = arith::SubFOp::create(
                    b, l, number(1), makeUniform(b, l, bits[0], 53));
                Value radius = math::SqrtOp::create(
                    b, l,
                    arith::MulFOp::create(b, l, number(-2),
                                          math::LogOp::create(b, l, rest)));
                Value angle =
                    arith::MulFOp::create(b, l, number(6.283185307179586),
                                          makeUniform(b, l, bits[1], 53));
                Value normal = arith::MulFOp::create(
                    b, l, radius, math::CosOp::create(b, l, angle));
                return castScalar(b, l, normal, f64, dtype);
              });
}

/// The order of random numbers.
Tensor RandomLowering::lowerRandperm(Lowering &lowering, ep::TensorType type) {
  Type i64 = builder.getI64Type();
  Tensor keys = draw(lowering, type.getSizes(), i64, 1,
                     [](OpBuilder &b, Location l, ValueRange bits) {
                       return shiftToSigned(b, l, bits[0]);
                     });
  Tensor order = callRoutine(lowering, "order_integers", tx::MatrixFlags::None,
                             keys, i64)[0];
  return lowering.cast(order, type.getElementType());
}

/// Kept elements are scaled up; the others are 0, but NaN stays.
std::pair<Tensor, Tensor> RandomLowering::lowerDropout(Lowering &lowering,
                                                       NativeDropoutOp op) {
  auto type = cast<ep::TensorType>(op->getResult(0).getType());
  Type i1 = builder.getI1Type(), f64 = builder.getF64Type();
  Tensor input = Lowering::get(
      op.getInput(),
      ep::ToBuiltinOp::create(
          builder, lowering.loc,
          cast<ep::TensorType>(op.getInput().getType()).getBuiltinType(),
          op.getInput()));
  double p = op.getP();
  if (op.getTrain() == false) // absent is true
    return {input,
            lowering.filled(type.getSizes(), i1, lowering.constant(i1, 1))};
  Tensor mask =
      p < 1
          ? draw(
                lowering, type.getSizes(), i1, 1,
                [&](OpBuilder &b, Location l, ValueRange bits) {
                  return arith::CmpFOp::create(b, l, arith::CmpFPredicate::OGE,
                                               makeUniform(b, l, bits[0], 53),
                                               makeConstant(b, l, f64, p))
                      .getResult();
                })
          : lowering.filled(type.getSizes(), i1, lowering.constant(i1, 0));
  Tensor result = lowering.pointwise(
      type.getSizes(), type.getElementType(), {input, mask},
      [&](OpBuilder &b, Location l, ValueRange args) {
        Value x = castScalar(b, l, args[0], input.dtype, f64);
        Value kept =
            arith::DivFOp::create(b, l, x, makeConstant(b, l, f64, 1 - p));
        Value dropped =
            arith::MulFOp::create(b, l, x, makeConstant(b, l, f64, 0));
        return castScalar(b, l,
                          arith::SelectOp::create(b, l, args[1], kept, dropped),
                          f64, type.getElementType());
      });
  return {result, mask};
}

void RandomLowering::lower(Operation *op) {
  builder.setInsertionPoint(op);
  Lowering lowering(builder, op->getLoc());
  auto type = cast<ep::TensorType>(op->getResult(0).getType());
  SmallVector<Tensor> results;
  if (isa<RandOp>(op)) {
    results = {lowerRand(lowering, type)};
  } else if (isa<RandnOp>(op)) {
    results = {lowerRandn(lowering, type)};
  } else if (isa<RandpermOp>(op)) {
    results = {lowerRandperm(lowering, type)};
  } else {
    auto [result, mask] = lowerDropout(lowering, cast<NativeDropoutOp>(op));
    results = {result, mask};
  }
  for (auto [result, tensor] : llvm::zip(op->getResults(), results))
    result.replaceAllUsesWith(ep::FromBuiltinOp::create(
        builder, op->getLoc(), result.getType(), tensor.value));
  op->erase();
}

void kiln::lowerRandom(ep::GraphOp graph) { RandomLowering(graph).run(); }
