// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tangents.h"
#include "kiln/Dialect/Aten/Builder.h"
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/EP/Expr.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

namespace {
/// An operator on duals. New ops have the types of its results.
class Derivation {
public:
  Derivation(OpBuilder &builder, AtenOp op,
             const llvm::DenseMap<Value, Value> &tangents)
      : builder(builder), op(op), tangents(tangents), x(op->getOperand(0)),
        y(op->getResult(0)) {}

  /// The tangents of the results; nothing where there is no formula.
  SmallVector<Value> derive();

private:
  OpBuilder &builder;
  AtenOp op;
  const llvm::DenseMap<Value, Value> &tangents;
  Value x, y; ///< the first operand and result

  Value make(StringRef name, ArrayRef<ArgumentValue> arguments) {
    return buildAtenOp(builder, op->getLoc(), requireSchema(name), arguments,
                       y.getType())
        ->getResult(0);
  }
  Value make(StringRef name, Value a) {
    return make(name, ArrayRef<ArgumentValue>(a));
  }
  Value mul(Value a, Value b) { return make("aten.mul.Tensor", {a, b}); }
  Value div(Value a, Value b) { return make("aten.div.Tensor", {a, b}); }
  Value add(Value a, Value b) { return make("aten.add.Tensor", {a, b}); }
  Value sub(Value a, Value b) { return make("aten.sub.Tensor", {a, b}); }
  Value neg(Value a) { return make("aten.neg.default", a); }
  Value scale(Value a, double factor) {
    return make("aten.mul.Scalar", {a, builder.getF64FloatAttr(factor)});
  }

  Value deriveUnary(Value dx);
  Value derivePower(Value dx);
  Value deriveQuotient();
  Value getZero(Value operand);
  SmallVector<Value> deriveLinear();
  SmallVector<Value> deriveLinearInFirst();
  SmallVector<Value> deriveProductAndSummand(unsigned summand);
  SmallVector<Value> deriveProduct();
};
} // namespace

/// Of one tensor, element by element.
Value Derivation::deriveUnary(Value dx) {
  StringRef name = op->getName().getStringRef();
  if (name == "aten.pow.Tensor_Scalar")
    return derivePower(dx);
  if (name == "aten.exp.default")
    return mul(dx, y);
  if (name == "aten.log.default")
    return div(dx, x);
  if (name == "aten.sin.default")
    return mul(dx, make("aten.cos.default", x));
  if (name == "aten.cos.default")
    return neg(mul(dx, make("aten.sin.default", x)));
  if (name == "aten.tanh.default")
    return sub(dx, mul(dx, mul(y, y)));
  if (name == "aten.sigmoid.default")
    return mul(dx, sub(y, mul(y, y)));
  if (name == "aten.sqrt.default")
    return div(scale(dx, 0.5), y);
  if (name == "aten.reciprocal.default")
    return neg(mul(dx, mul(y, y)));
  if (name == "aten.abs.default")
    return mul(dx, make("aten.sign.default", x));
  if (name == "aten.erf.default")
    return mul(dx, scale(make("aten.exp.default", neg(mul(x, x))),
                         1.1283791670955126)); // 2 / sqrt(pi)
  if (name == "aten.expm1.default")
    return add(dx, mul(dx, y));
  if (name == "aten.rsqrt.default")
    return scale(mul(dx, mul(y, mul(y, y))), -0.5);
  if (name == "aten.sinh.default")
    return mul(dx, make("aten.cosh.default", x));
  if (name == "aten.cosh.default")
    return mul(dx, make("aten.sinh.default", x));
  if (name == "aten.relu.default")
    return make("aten.threshold_backward.default",
                {dx, x, builder.getI64IntegerAttr(0)});
  if (name == "aten.gelu.default")
    return make("aten.gelu_backward.default",
                {dx, x, op.attribute("approximate")});
  // Its matrix of derivatives is symmetric.
  if (name == "aten._softmax.default")
    return make(
        "aten._softmax_backward_data.default",
        {dx, y, op.attribute("dim"),
         TypeAttr::get(cast<ep::TensorType>(x.getType()).getElementType())});
  if (name == "aten.rsub.Scalar") // other - alpha * x
    return make("aten.rsub.Scalar",
                {dx, builder.getI64IntegerAttr(0), op.attribute("alpha")});
  return {};
}

/// n * x^(n - 1) * dx, and 0 for n = 0 where x^-1 may be infinite.
Value Derivation::derivePower(Value dx) {
  Attribute exponent = op.attribute("exponent");
  auto integer = dyn_cast<IntegerAttr>(exponent);
  auto real = dyn_cast<FloatAttr>(exponent);
  if (!integer && !real)
    return {};
  double n = integer ? double(integer.getInt()) : real.getValueAsDouble();
  if (n == 0)
    return make("aten.zeros_like.default", y);
  Attribute lower = builder.getF64FloatAttr(n - 1);
  return mul(dx, scale(make("aten.pow.Tensor_Scalar", {x, lower}), n));
}

/// (dx - y * dz) / z for y = x / z
Value Derivation::deriveQuotient() {
  Value z = op->getOperand(1);
  Value dx = tangents.lookup(x), dz = tangents.lookup(z);
  Value first = dx ? div(dx, z) : Value();
  if (!dz)
    return first;
  Value second = div(mul(y, dz), z);
  return first ? sub(first, second) : neg(second);
}

/// Zeros in the place of a tensor of floats, or of a number; places and
/// conditions stay.
Value Derivation::getZero(Value operand) {
  if (isa<ep::NumberType>(operand.getType()))
    return ep::NumberOp::create(builder, op->getLoc(),
                                ep::makeInt(builder.getContext(), 0));
  auto type = dyn_cast<ep::TensorType>(operand.getType());
  if (!type || !isa<FloatType, ComplexType>(type.getElementType()))
    return operand;
  return buildAtenOp(builder, op->getLoc(),
                     requireSchema("aten.zeros_like.default"),
                     ArrayRef<ArgumentValue>(operand), type)
      ->getResult(0);
}

/// A product of two factors and a summand: the sum over the duals of the op
/// with one's tangent in its place, and without the other arguments.
SmallVector<Value> Derivation::deriveProductAndSummand(unsigned summand) {
  Value sum;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    Value tangent = tangents.lookup(operand);
    if (!tangent)
      continue;
    unsigned absent = i != summand ? summand : summand == 0 ? 1 : 0;
    Value zero = absent < op->getNumOperands() ? getZero(op->getOperand(absent))
                                               : Value();
    Operation *term = builder.clone(*op.getOperation());
    term->setOperand(i, tangent);
    if (zero)
      term->setOperand(absent, zero);
    sum = sum ? add(sum, term->getResult(0)) : term->getResult(0);
  }
  return {sum};
}

/// Linear in all tensors together: of their tangents, and zeros for those that
/// have none.
SmallVector<Value> Derivation::deriveLinear() {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    Value tangent = tangents.lookup(operand);
    operands.push_back(tangent ? tangent : getZero(operand));
  }
  Operation *made = builder.clone(*op.getOperation());
  made->setOperands(operands);
  return llvm::to_vector_of<Value>(made->getResults());
}

/// Linear in the first tensor, and constant between jumps in the others.
SmallVector<Value> Derivation::deriveLinearInFirst() {
  Value tangent = tangents.lookup(x);
  if (!tangent)
    tangent = getZero(x);
  Operation *made = builder.clone(*op.getOperation());
  made->setOperand(0, tangent);
  return {made->getResult(0)};
}

/// Linear in each tensor: the sum over the duals of the op with one's tangent
/// in its place.
SmallVector<Value> Derivation::deriveProduct() {
  Value sum;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    Value tangent = tangents.lookup(operand);
    if (!tangent)
      continue;
    Operation *term = builder.clone(*op.getOperation());
    term->setOperand(i, tangent);
    sum = sum ? add(sum, term->getResult(0)) : term->getResult(0);
  }
  return {sum};
}

namespace {
/// How the tangent of a result follows from those of the operands.
enum class Kind {
  Other,
  Linear,
  Product,
  AddProduct,
  Convolution,
  Constant,
  LinearInFirst,
  Shift,
  Quotient
};
} // namespace

static Kind getKind(StringRef name) {
  return llvm::StringSwitch<Kind>(name)
      .Cases({"aten.add.Tensor", "aten.sub.Tensor", "aten.cat.default",
              "aten.stack.default", "aten.neg.default", "aten.mul.Scalar",
              "aten.div.Scalar"},
             Kind::Linear)
      .Cases({"aten._to_copy.default", "aten.cumsum.default",
              "aten.embedding.default", "aten.flip.default",
              "aten.gather.default", "aten.index.Tensor",
              "aten.index_select.default", "aten.where.self"},
             Kind::Linear)
      .Cases({"aten.sum.default", "aten.sum.dim_IntList", "aten.mean.default",
              "aten.mean.dim"},
             Kind::Linear)
      .Cases({"aten.view.default", "aten.reshape.default",
              "aten.flatten.using_ints", "aten.permute.default",
              "aten.transpose.int", "aten.t.default", "aten.expand.default",
              "aten.unsqueeze.default", "aten.squeeze.default",
              "aten.squeeze.dim", "aten.squeeze.dims", "aten.select.int",
              "aten.slice.Tensor", "aten.split.Tensor", "aten.unbind.int",
              "aten.alias.default", "aten.clone.default",
              "aten.contiguous.default"},
             Kind::Linear)
      .Cases({"aten.mul.Tensor", "aten.mm.default", "aten.bmm.default",
              "aten.matmul.default"},
             Kind::Product)
      .Cases({"aten.addmm.default", "aten.baddbmm.default"}, Kind::AddProduct)
      .Case("aten.convolution.default", Kind::Convolution)
      .Cases({"aten.zeros_like.default", "aten.ones_like.default",
              "aten.full_like.default", "aten.new_zeros.default",
              "aten.new_ones.default", "aten.new_full.default",
              "aten.sign.default", "aten.floor.default"},
             Kind::Constant)
      .Cases({"aten.ceil.default", "aten.round.default", "aten.trunc.default"},
             Kind::Constant)
      .Case("aten.threshold_backward.default", Kind::LinearInFirst)
      .Cases({"aten.add.Scalar", "aten.sub.Scalar"}, Kind::Shift)
      .Case("aten.div.Tensor", Kind::Quotient)
      .Default(Kind::Other);
}

SmallVector<Value> Derivation::derive() {
  Kind kind = getKind(op->getName().getStringRef());
  if (kind == Kind::Linear)
    return deriveLinear();
  if (kind == Kind::LinearInFirst)
    return deriveLinearInFirst();
  if (kind == Kind::Product)
    return deriveProduct();
  if (kind == Kind::AddProduct)
    return deriveProductAndSummand(0);
  if (kind == Kind::Convolution)
    return deriveProductAndSummand(2);
  Value tangent = kind == Kind::Quotient   ? deriveQuotient()
                  : kind == Kind::Constant ? make("aten.zeros_like.default", y)
                  : kind == Kind::Shift    ? tangents.lookup(x)
                                           : deriveUnary(tangents.lookup(x));
  return tangent ? SmallVector<Value>{tangent} : SmallVector<Value>();
}

SmallVector<Value>
aten::deriveTangents(OpBuilder &builder, AtenOp op,
                     const llvm::DenseMap<Value, Value> &tangents) {
  return Derivation(builder, op, tangents).derive();
}
