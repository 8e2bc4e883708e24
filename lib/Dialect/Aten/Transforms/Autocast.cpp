// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Autocast.h"
#include "kiln/Dialect/Aten/Creation.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Support/Origin.h"
#include "mlir/Rewrite/PatternApplicator.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

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
  ExprAttr next = ep::makeInt(type.getContext(), 1);
  while (!rest.empty()) {
    unsigned *found = llvm::find_if(rest, [&](unsigned dim) {
      return strides[dim] == next || type.getSizes()[dim].isInt(1);
    });
    if (found == rest.end())
      return false;
    next = ep::mul(next, type.getSizes()[*found]);
    rest.erase(found);
  }
  return true;
}

static Value createCast(OpBuilder &builder, Location loc, Value value,
                        Type dtype) {
  auto from = cast<ep::TensorType>(value.getType());
  auto type = ep::TensorType::get(from.getContext(), from.getSizes(), dtype,
                                  isDense(from) ? from.getStrides()
                                                : ArrayRef<ExprAttr>(),
                                  from.getDevice());
  return PrivateToCopyOp::create(builder, loc, type, value, dtype)
      ->getResult(0);
}

FailureOr<AutocastState> aten::enterAutocast(ep::AutocastOp op,
                                             AutocastState state) {
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

/// The widest of the eligible operands: f32 where there is one.
static Type getWidest(Operation *op, StringRef device, Type lower) {
  for (Type type : op->getOperandTypes())
    if (isEligible(type, device) &&
        cast<ep::TensorType>(type).getElementType().isF32())
      return cast<ep::TensorType>(type).getElementType();
  return lower;
}

/// The dtype that a policy gives to eligible operands; null where it gives
/// none.
static Type getCastType(CastPolicy policy, Operation *op, StringRef device,
                        Type lower) {
  switch (policy) {
  case CastPolicy::LowerPrecision:
    return lower;
  case CastPolicy::Float32:
    return Float32Type::get(op->getContext());
  case CastPolicy::Promote:
    return getWidest(op, device, lower);
  default:
    return {};
  }
}

/// Casts the eligible operands of `op`, each value once.
static void castEligible(Operation *op, StringRef device, Type to) {
  OpBuilder builder(op);
  llvm::SmallDenseMap<Value, Value> casts;
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = operand.get().getType();
    if (!isEligible(type, device) ||
        cast<ep::TensorType>(type).getElementType() == to)
      continue;
    Value &copy = casts[operand.get()];
    if (!copy)
      copy = createCast(builder, op->getLoc(), operand.get(), to);
    operand.set(copy);
  }
}

/// Looks `op` up in the lists: the dtype that it computes in, null
/// where they leave it alone.
static Type applyLists(AtenOp op, CastPolicy policy, StringRef device,
                       Type lower) {
  if (policy == CastPolicy::Float32Result) {
    Type f32 = Float32Type::get(op.getContext());
    if (!isEligible(op->getOperand(0).getType(), device) ||
        op->hasAttr("dtype"))
      return {};
    op->setAttr("dtype", TypeAttr::get(f32));
    return f32;
  }
  Type to = getCastType(policy, op, device, lower);
  if (to)
    castEligible(op, device, to);
  return to;
}

static bool isTouched(Operation *op, StringRef device) {
  return llvm::any_of(op->getOperandTypes(),
                      [&](Type type) { return isEligible(type, device); });
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

namespace {
/// Casts the operands of each op of a decomposition as it is built, so that
/// the next one has the dtypes that it has under autocast.
struct PartCaster : OpBuilder::Listener {
  explicit PartCaster(const AutocastState &state) : state(state) {}

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    auto part = dyn_cast<AtenOp>(op);
    if (!part)
      return;
    for (auto [device, lower] : state)
      if (isTouched(op, device))
        if (Type to =
                applyLists(part, getCastPolicy(device, part), device, lower))
          setResults(op, to);
  }

  /// The results that were floats become `dtype`.
  static void setResults(Operation *op, Type dtype) {
    for (Value result : op->getResults()) {
      auto type = dyn_cast<ep::TensorType>(result.getType());
      if (type && isa<FloatType>(type.getElementType()) &&
          !type.getElementType().isF64())
        result.setType(type.withElementType(dtype));
    }
  }

  const AutocastState &state;
};
} // namespace

/// Replaces `op` by its parts, each with its casts.
static LogicalResult castParts(AtenOp op, const AutocastState &state,
                               const FrozenRewritePatternSet &decompositions) {
  Operation *before = op->getPrevNode(), *after = op->getNextNode();
  Block *block = op->getBlock();
  PatternApplicator applicator(decompositions);
  applicator.applyDefaultCostModel();
  PartCaster caster(state);
  PatternRewriter rewriter(op.getContext());
  rewriter.setListener(&caster);
  rewriter.setInsertionPoint(op);
  if (failed(applicator.matchAndRewrite(op, rewriter)))
    return refuse(op, "is composite: autocast casts its parts, and they are "
                      "not known for these operands");
  // Parts may have parts.
  Block::iterator part =
      before ? std::next(before->getIterator()) : block->begin();
  while (part != after->getIterator()) {
    auto inner = dyn_cast<AtenOp>(*part++);
    if (inner && failed(castOperands(inner, state, decompositions)))
      return failure();
  }
  return success();
}

LogicalResult
aten::castOperands(AtenOp op, const AutocastState &state,
                   const FrozenRewritePatternSet &decompositions) {
  for (auto [device, lower] : state) {
    if (!isTouched(op, device))
      continue;
    CastPolicy policy = getCastPolicy(device, op);
    if (policy == CastPolicy::Banned)
      return refuse(op, "is unsafe under autocast");
    if (policy == CastPolicy::Unknown)
      return refuse(op, "is composite: what autocast does to its parts is not "
                        "known");
    if (policy == CastPolicy::Parts)
      return castParts(op, state, decompositions);
    applyLists(op, policy, device, lower);
  }
  return success();
}
