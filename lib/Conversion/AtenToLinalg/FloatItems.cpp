// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floats that are read from tensors, where operators take numbers: kernels take
// sizes and tensors only.
#include "Item.h"
#include "kiln/Dialect/Aten/Builder.h"
#include "kiln/Dialect/Aten/Indexing.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;
using ep::ExprKind;

/// The expression, where it is a float that depends on one of the data; else
/// null.
static ExprAttr getDataFloat(Attribute attribute) {
  auto expr = dyn_cast_or_null<ExprAttr>(attribute);
  bool readsFloat = false;
  if (expr && ep::getSort(expr) == ep::Sort::Float)
    ep::walkSymbols(expr, [&](ExprAttr symbol) {
      readsFloat |= ep::getSort(symbol) == ep::Sort::Float;
    });
  return readsFloat ? expr : ExprAttr();
}

static ExprAttr getDataFloat(Type type) {
  auto number = dyn_cast<ep::NumberType>(type);
  return number ? getDataFloat(number.getValue()) : ExprAttr();
}

/// Operators that take a number, and those that take a tensor in its place.
static constexpr std::pair<StringLiteral, StringLiteral> kTensorForms[] = {
    {"aten.add.Scalar", "aten.add.Tensor"},
    {"aten.sub.Scalar", "aten.sub.Tensor"},
    {"aten.mul.Scalar", "aten.mul.Tensor"},
    {"aten.div.Scalar", "aten.div.Tensor"},
    {"aten.eq.Scalar", "aten.eq.Tensor"},
    {"aten.ne.Scalar", "aten.ne.Tensor"},
    {"aten.lt.Scalar", "aten.lt.Tensor"},
    {"aten.le.Scalar", "aten.le.Tensor"},
    {"aten.gt.Scalar", "aten.gt.Tensor"},
    {"aten.ge.Scalar", "aten.ge.Tensor"},
    {"aten.pow.Tensor_Scalar", "aten.pow.Tensor_Tensor"}};

/// Functions in expressions, folded from the left, and their operators.
static constexpr std::pair<ExprKind, StringLiteral> kFunctions[] = {
    {ExprKind::Add, "aten.add.Tensor"},
    {ExprKind::Mul, "aten.mul.Tensor"},
    {ExprKind::Max, "aten.maximum.default"},
    {ExprKind::Min, "aten.minimum.default"},
    {ExprKind::TrueDiv, "aten.div.Tensor"},
    {ExprKind::FloatPow, "aten.pow.Tensor_Tensor"},
    {ExprKind::Sqrt, "aten.sqrt.default"}};

namespace {
/// Rewrites the operators of one graph, front to back.
class FloatItems {
public:
  void rewrite(Operation *op);

private:
  Value castTo(Operation *before, Value tensor, Type dtype);
  Value compute(Operation *before, ExprAttr expr);
  Value makeTensor(Operation *before, Attribute number);
  Value useTensor(AtenOp op);
  Value useBounds(AtenOp op);
  Value useFactor(AtenOp op);
  Value fill(AtenOp op);

  /// The tensors that items are read from, by the graph and the number.
  llvm::DenseMap<std::pair<Region *, Attribute>, Value> tensors;
};
} // namespace

static Value build(OpBuilder &builder, Location loc, StringRef name,
                   ArrayRef<ArgumentValue> arguments, Type type) {
  return buildAtenOp(builder, loc, requireSchema(name), arguments, type)
      ->getResult(0);
}

static ep::TensorType getScalarType(Type dtype) {
  return ep::TensorType::get({}, dtype);
}

Value FloatItems::castTo(Operation *before, Value tensor, Type dtype) {
  if (getDtype(tensor) == dtype)
    return tensor;
  OpBuilder builder(before);
  return buildAtenOp(
             builder, before->getLoc(), requireSchema("aten._to_copy.default"),
             {{"self", tensor}, {"dtype", Attribute(TypeAttr::get(dtype))}},
             Type(getScalarType(dtype)))
      ->getResult(0);
}

/// The value of `expr` in f64, as Python computes it; null where an item of it
/// is read elsewhere, or a function has no operator.
Value FloatItems::compute(Operation *before, ExprAttr expr) {
  OpBuilder builder(before);
  Location loc = before->getLoc();
  ep::TensorType type = getScalarType(builder.getF64Type());
  if (expr.getKind() == ExprKind::ToFloat)
    return compute(before, expr.getOperands()[0]);
  if (expr.isSymbol() && ep::getSort(expr) == ep::Sort::Float) {
    Value item = tensors.lookup({before->getParentRegion(), expr});
    return item ? castTo(before, item, builder.getF64Type()) : Value();
  }
  if (!getDataFloat(expr))
    return build(builder, loc, "aten.full.default",
                 {Attribute(builder.getArrayAttr({})), Attribute(expr),
                  Attribute(TypeAttr::get(builder.getF64Type()))},
                 type);
  const auto *function = llvm::find_if(kFunctions, [&](const auto &each) {
    return each.first == expr.getKind();
  });
  if (function == std::end(kFunctions))
    return {};
  SmallVector<Value> operands;
  for (ExprAttr operand : expr.getOperands())
    if (!operands.emplace_back(compute(before, operand)))
      return {};
  if (operands.size() == 1)
    return build(builder, loc, function->second, {operands[0]}, type);
  Value result = operands[0];
  for (Value operand : ArrayRef(operands).drop_front())
    result = build(builder, loc, function->second, {result, operand}, type);
  return result;
}

/// The number as a tensor in the precision that `before` computes in: that of
/// its first tensor, and f32 for integers and smaller floats.
Value FloatItems::makeTensor(Operation *before, Attribute number) {
  Type dtype = Float32Type::get(before->getContext());
  for (Value operand : before->getOperands())
    if (auto type = dyn_cast<ep::TensorType>(operand.getType())) {
      Type element = type.getElementType();
      if (element.isF64() || (type.getRank() == 0 && isa<FloatType>(element)))
        dtype = element;
      break;
    }
  auto expr = dyn_cast<ExprAttr>(number);
  if (auto literal = dyn_cast<FloatAttr>(number))
    expr = ep::makeFloat(before->getContext(), literal.getValueAsDouble());
  if (auto literal = dyn_cast<IntegerAttr>(number))
    expr = ep::makeInt(before->getContext(), literal.getInt());
  // An item is taken as it is where its precision is the right one.
  Value value =
      expr ? tensors.lookup({before->getParentRegion(), expr}) : Value();
  if (!value && expr)
    value = compute(before, expr);
  return value ? castTo(before, value, dtype) : Value();
}

/// Operators that take the number as their second argument, and no third.
Value FloatItems::useTensor(AtenOp op) {
  const auto *form = llvm::find_if(kTensorForms, [&](const auto &each) {
    return each.first == op.getSchema().getName();
  });
  ArrayRef<SchemaArgument> taken = op.getSchema().getArguments();
  if (form == std::end(kTensorForms) ||
      !getDataFloat(op->getAttr(taken[1].name)) ||
      (taken.size() > 2 && op->hasAttr(taken[2].name)))
    return {};
  Value number = makeTensor(op, op->getAttr(taken[1].name));
  OpBuilder builder(op);
  return number ? build(builder, op->getLoc(), form->second,
                        {op->getOperand(0), number}, op->getResult(0).getType())
                : Value();
}

/// `a + alpha * b`
Value FloatItems::useFactor(AtenOp op) {
  StringRef name = op.getSchema().getName();
  Attribute alpha = op->getAttr("alpha");
  if ((name != "aten.add.Tensor" && name != "aten.sub.Tensor") ||
      !getDataFloat(alpha))
    return {};
  Value factor = makeTensor(op, alpha), other = op->getOperand(1);
  if (!factor || !isa<ep::TensorType>(other.getType()))
    return {};
  OpBuilder builder(op);
  Value product = build(builder, op->getLoc(), "aten.mul.Tensor",
                        {other, factor}, other.getType());
  return build(builder, op->getLoc(), name, {op->getOperand(0), product},
               op->getResult(0).getType());
}

Value FloatItems::useBounds(AtenOp op) {
  if (op.getSchema().getName() != "aten.clamp.default" ||
      (!getDataFloat(op->getAttr("min")) && !getDataFloat(op->getAttr("max"))))
    return {};
  SmallVector<ArgumentValue> arguments{op->getOperand(0)};
  for (StringRef name : {"min", "max"}) {
    Attribute bound = op->getAttr(name);
    Value tensor = bound ? makeTensor(op, bound) : Value();
    if (bound && !tensor)
      return {};
    arguments.push_back(tensor ? ArgumentValue(tensor) : ArgumentValue());
  }
  OpBuilder builder(op);
  return build(builder, op->getLoc(), "aten.clamp.Tensor", arguments,
               op->getResult(0).getType());
}

/// Operators whose result is the number throughout.
Value FloatItems::fill(AtenOp op) {
  StringRef name = op.getSchema().getName();
  StringRef argument =
      name == "aten.scalar_tensor.default" ? "s" : "fill_value";
  if (!llvm::is_contained({"aten.full.default", "aten.full_like.default",
                           "aten.scalar_tensor.default"},
                          name) ||
      !getDataFloat(op->getAttr(argument)))
    return {};
  auto type = cast<ep::TensorType>(op->getResult(0).getType());
  Value number = makeTensor(op, op->getAttr(argument));
  if (!number)
    return {};
  number = castTo(op, number, type.getElementType());
  OpBuilder builder(op);
  SmallVector<Attribute> sizes(type.getSizes().begin(), type.getSizes().end());
  return build(builder, op->getLoc(), "aten.expand.default",
               {number, Attribute(builder.getArrayAttr(sizes))}, type);
}

void FloatItems::rewrite(Operation *op) {
  auto aten = dyn_cast<AtenOp>(op);
  if (!aten)
    return;
  for (OpOperand &operand : op->getOpOperands())
    if (ExprAttr number = getDataFloat(operand.get().getType()))
      if (Value tensor = makeTensor(op, number))
        operand.set(tensor);
  for (auto use : {&FloatItems::useTensor, &FloatItems::useFactor,
                   &FloatItems::useBounds, &FloatItems::fill})
    if (Value made = (this->*use)(aten)) {
      op->replaceAllUsesWith(ValueRange{made});
      op->erase();
      return;
    }
  auto item = dyn_cast<PrivateLocalScalarDenseOp>(op);
  ExprAttr number =
      item ? getDataFloat(op->getResult(0).getType()) : ExprAttr();
  if (number && number.isSymbol() &&
      cast<ep::TensorType>(item.getSelf().getType()).getRank() == 0)
    tensors[{op->getParentRegion(), number}] = item.getSelf();
}

void kiln::useTensorsOfItems(ep::GraphOp graph) {
  SmallVector<Operation *> ops;
  graph.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { ops.push_back(op); });
  FloatItems items;
  for (Operation *op : ops)
    items.rewrite(op);
}
