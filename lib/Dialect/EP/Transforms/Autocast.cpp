// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Autocast.h"
#include "kiln/Dialect/Aten/Builder.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Support/Origin.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

/// Does autocast of `device` touch the tensor? Double precision is left alone.
static bool isEligible(Type type, StringRef device) {
  auto tensor = dyn_cast<ep::TensorType>(type);
  if (!tensor || !isa<FloatType>(tensor.getElementType()) ||
      tensor.getElementType().isF64())
    return false;
  StringRef on = tensor.getDevice() ? tensor.getDevice().getValue() : "cpu";
  return on.split(':').first == device;
}

/// Are the elements without gaps, in the order of some permutation of the
/// dimensions? A copy then keeps the strides.
static bool isDense(ep::TensorType type) {
  SmallVector<ExprAttr> strides = type.getStridesOrDefault();
  SmallVector<unsigned> rest =
      llvm::to_vector(llvm::seq<unsigned>(0, strides.size()));
  ExprAttr next = makeInt(type.getContext(), 1);
  while (!rest.empty()) {
    unsigned *found = llvm::find_if(rest, [&](unsigned dim) {
      return strides[dim] == next || type.getSizes()[dim].isInt(1);
    });
    if (found == rest.end())
      return false;
    next = mul(next, type.getSizes()[*found]);
    rest.erase(found);
  }
  return true;
}

static Value castTo(OpBuilder &builder, Location loc, Value value, Type dtype) {
  auto from = cast<ep::TensorType>(value.getType());
  auto type = ep::TensorType::get(from.getContext(), from.getSizes(), dtype,
                                  isDense(from) ? from.getStrides()
                                                : ArrayRef<ExprAttr>(),
                                  from.getDevice());
  const aten::Schema *schema = aten::lookupSchema("aten._to_copy.default");
  aten::NamedArgument arguments[] = {
      {"self", value}, {"dtype", Attribute(TypeAttr::get(dtype))}};
  return aten::buildAtenOp(builder, loc, *schema, arguments, Type(type))
      ->getResult(0);
}

FailureOr<AutocastState> ep::enterAutocast(AutocastOp op, AutocastState state) {
  StringRef device = op.getDeviceType();
  if (!op.getEnabled()) {
    state.erase(op.getDeviceTypeAttr());
    return state;
  }
  if (device != "cpu" && device != "cuda")
    return op.emitOpError("device ") << device << " has no known lists";
  Builder b(op.getContext());
  Type byDefault = device == "cpu" ? Type(b.getBF16Type()) : b.getF16Type();
  state[op.getDeviceTypeAttr()] = op.getDtype().value_or(byDefault);
  return state;
}

static LogicalResult refuse(Operation *op, StringRef reason) {
  InFlightDiagnostic diagnostic = op->emitOpError(reason);
  Origin origin = getOrigin(op->getLoc());
  if (!origin.op.empty())
    diagnostic << " (" << origin.str() << ")";
  return failure();
}

/// The widest of the eligible operands: f32 where there is one.
static Type getWidest(Operation *op, StringRef device, Type lower) {
  for (Type type : op->getOperandTypes())
    if (isEligible(type, device) &&
        cast<ep::TensorType>(type).getElementType().isF32())
      return cast<ep::TensorType>(type).getElementType();
  return lower;
}

static LogicalResult castOperands(aten::AtenOp op, StringRef device,
                                  Type lower) {
  bool eligible = llvm::any_of(op->getOperandTypes(), [&](Type type) {
    return isEligible(type, device);
  });
  if (!eligible)
    return success();
  Type f32 = Float32Type::get(op.getContext()), to;
  switch (getCastPolicy(device, op)) {
  case CastPolicy::None:
    return success();
  case CastPolicy::LowerPrecision:
    to = lower;
    break;
  case CastPolicy::Float32:
    to = f32;
    break;
  case CastPolicy::Promote:
    to = getWidest(op, device, lower);
    break;
  case CastPolicy::Float32Result:
    if (isEligible(op->getOperand(0).getType(), device) &&
        !op->hasAttr("dtype"))
      op->setAttr("dtype", TypeAttr::get(f32));
    return success();
  case CastPolicy::Banned:
    return refuse(op, "is unsafe under autocast");
  case CastPolicy::Unknown:
    return refuse(op, "is composite: what autocast does to its parts is not "
                      "known");
  }
  OpBuilder builder(op);
  llvm::SmallDenseMap<Value, Value> casts;
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = operand.get().getType();
    if (!isEligible(type, device) ||
        cast<ep::TensorType>(type).getElementType() == to)
      continue;
    Value &copy = casts[operand.get()];
    if (!copy)
      copy = castTo(builder, op.getLoc(), operand.get(), to);
    operand.set(copy);
  }
  return success();
}

LogicalResult ep::castOperands(aten::AtenOp op, const AutocastState &state) {
  for (auto [device, lower] : state)
    if (failed(::castOperands(op, device, lower)))
      return failure();
  return success();
}
