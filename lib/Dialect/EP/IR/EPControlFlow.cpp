// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifiers of the operations that hold graphs.
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

/// May a value of one type stand where the other is wanted? Strides may differ,
/// and sizes and numbers that are not known to differ: a condition's result may
/// have an unbacked symbol where its branches have other expressions.
static bool areCompatible(Type a, Type b) {
  auto number = dyn_cast<NumberType>(a), other = dyn_cast<NumberType>(b);
  if (number && other)
    return getSort(number.getValue()) == getSort(other.getValue()) &&
           proveEqual(number.getValue(), other.getValue()) != Answer::No;
  auto left = dyn_cast<ep::TensorType>(a), right = dyn_cast<ep::TensorType>(b);
  if (!left || !right)
    return a == b;
  if (left.getRank() != right.getRank() ||
      left.getElementType() != right.getElementType() ||
      left.getDevice() != right.getDevice() ||
      left.getLayout() != right.getLayout())
    return false;
  for (auto [size, other] : llvm::zip(left.getSizes(), right.getSizes()))
    if (proveEqual(size, other) == Answer::No)
      return false;
  return true;
}

/// A bool: a tensor of one element, or a number.
static bool isPredicate(Type type) {
  if (auto number = dyn_cast<NumberType>(type))
    return getSort(number.getValue()) == Sort::Bool;
  auto tensor = dyn_cast<ep::TensorType>(type);
  return tensor && tensor.getElementType().isInteger(1) &&
         llvm::all_of(tensor.getSizes(), [](ExprAttr size) {
           return !size.isInt() || size.isInt(1);
         });
}

/// `type` without its first dimension; null when there is none.
static Type dropFirst(Type type) {
  auto tensor = dyn_cast<ep::TensorType>(type);
  if (!tensor || tensor.getRank() == 0)
    return {};
  return tensor.withSizes(tensor.getSizes().drop_front());
}

static LogicalResult verifyTypes(Operation *op, const Twine &what,
                                 TypeRange have, TypeRange want) {
  if (have.size() != want.size())
    return op->emitOpError() << what << " has " << have.size()
                             << " values, must have " << want.size();
  for (auto [i, a, b] : llvm::enumerate(have, want))
    if (!areCompatible(a, b))
      return op->emitOpError() << what << " has value " << i << " of type " << a
                               << ", must be " << b;
  return success();
}

static TypeRange getYielded(Region &region) {
  return region.front().getTerminator()->getOperandTypes();
}

/// The graph takes values of these types and yields those of others.
static LogicalResult verifyGraph(Operation *op, StringRef name, Region &region,
                                 TypeRange arguments, TypeRange results) {
  if (failed(verifyTypes(op, "entry of the " + name, region.getArgumentTypes(),
                         arguments)))
    return failure();
  return verifyTypes(op, "end of the " + name, getYielded(region), results);
}

/// The types of the slices of `xs` along their first dimension, of which all
/// have the same size; that size, too.
static FailureOr<ExprAttr> getSlices(Operation *op, TypeRange xs,
                                     SmallVectorImpl<Type> &slices) {
  ExprAttr length;
  for (auto [i, type] : llvm::enumerate(xs)) {
    Type slice = dropFirst(type);
    if (!slice)
      return op->emitOpError() << "operand " << i << " to go over has type "
                               << type << ", must have a first dimension";
    ExprAttr size = cast<ep::TensorType>(type).getSizes()[0];
    if (length && proveEqual(length, size) == Answer::No)
      return op->emitOpError() << "goes over " << length.str() << " and over "
                               << size.str() << " slices";
    length = length ? length : size;
    slices.push_back(slice);
  }
  if (!length)
    return op->emitOpError("has nothing to go over");
  return length;
}

/// Results are stacks of `length` of the values that a body yields.
static LogicalResult verifyStacks(Operation *op, TypeRange results,
                                  TypeRange yielded, ExprAttr length) {
  SmallVector<Type> stacks;
  for (Type type : yielded) {
    auto tensor = dyn_cast<ep::TensorType>(type);
    if (!tensor)
      return op->emitOpError() << "cannot stack values of type " << type;
    SmallVector<ExprAttr> sizes{length};
    llvm::append_range(sizes, tensor.getSizes());
    stacks.push_back(tensor.withSizes(sizes));
  }
  return verifyTypes(op, "list of stacked results", results, stacks);
}

//===----------------------------------------------------------------------===//
// CondOp
//===----------------------------------------------------------------------===//

LogicalResult CondOp::verify() {
  if (!isPredicate(getPredicate().getType()))
    return emitOpError("predicate has type ")
           << getPredicate().getType() << ", must be a bool";
  size_t yes = getYielded(getTrueGraph()).size();
  size_t no = getYielded(getFalseGraph()).size();
  if (yes != no)
    return emitOpError("branches differ: one yields ")
           << yes << " values, the other " << no;
  if (failed(verifyGraph(*this, "true branch", getTrueGraph(),
                         getInputs().getTypes(), getResultTypes())))
    return failure();
  return verifyGraph(*this, "false branch", getFalseGraph(),
                     getInputs().getTypes(), getResultTypes());
}

void CondOp::getSuccessorRegions(RegionBranchPoint point,
                                 SmallVectorImpl<RegionSuccessor> &regions) {
  if (!point.isParent()) {
    regions.emplace_back(getOperation(), getOperation()->getResults());
    return;
  }
  for (Region *region : {&getTrueGraph(), &getFalseGraph()})
    regions.emplace_back(region, region->getArguments());
}

OperandRange CondOp::getEntrySuccessorOperands(RegionSuccessor) {
  return getInputs();
}

bool CondOp::areTypesCompatible(Type a, Type b) { return areCompatible(a, b); }

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LogicalResult WhileLoopOp::verify() {
  TypeRange carried = getCarried().getTypes();
  TypeRange condition = getYielded(getCondition());
  if (failed(verifyTypes(*this, "entry of the condition",
                         getCondition().getArgumentTypes(), getOperandTypes())))
    return failure();
  if (condition.size() != 1 || !isPredicate(condition[0]))
    return emitOpError("condition must yield one bool");
  if (failed(verifyGraph(*this, "body", getBody(), getOperandTypes(), carried)))
    return failure();
  return verifyTypes(*this, "list of results", getResultTypes(), carried);
}

LogicalResult ScanOp::verify() {
  SmallVector<Type> arguments(getInit().getTypes());
  FailureOr<ExprAttr> length = getSlices(*this, getXs().getTypes(), arguments);
  if (failed(length))
    return failure();
  llvm::append_range(arguments, getAdditional().getTypes());
  TypeRange yielded = getYielded(getBody());
  size_t carries = getInit().size();
  if (yielded.size() < carries || getNumResults() < carries)
    return emitOpError("carries ")
           << carries << " values, but yields " << yielded.size() << " and has "
           << getNumResults() << " results";
  if (failed(verifyTypes(*this, "entry of the body",
                         getBody().getArgumentTypes(), arguments)) ||
      failed(verifyTypes(*this, "list of yielded carries",
                         yielded.take_front(carries), getInit().getTypes())) ||
      failed(verifyTypes(*this, "list of carried results",
                         TypeRange(getResultTypes()).take_front(carries),
                         getInit().getTypes())))
    return failure();
  return verifyStacks(*this, TypeRange(getResultTypes()).drop_front(carries),
                      yielded.drop_front(carries), *length);
}

LogicalResult AssociativeScanOp::verify() {
  SmallVector<Type> slices;
  if (failed(getSlices(*this, getXs().getTypes(), slices)))
    return failure();
  SmallVector<Type> arguments(slices);
  llvm::append_range(arguments, slices);
  llvm::append_range(arguments, getAdditional().getTypes());
  if (failed(verifyGraph(*this, "body", getBody(), arguments, slices)))
    return failure();
  return verifyTypes(*this, "list of results", getResultTypes(),
                     getXs().getTypes());
}

LogicalResult MapOp::verify() {
  SmallVector<Type> arguments;
  FailureOr<ExprAttr> length = getSlices(*this, getXs().getTypes(), arguments);
  if (failed(length))
    return failure();
  llvm::append_range(arguments, getAdditional().getTypes());
  if (failed(verifyTypes(*this, "entry of the body",
                         getBody().getArgumentTypes(), arguments)))
    return failure();
  return verifyStacks(*this, getResultTypes(), getYielded(getBody()), *length);
}

//===----------------------------------------------------------------------===//
// Regions that run once
//===----------------------------------------------------------------------===//

LogicalResult GradModeOp::verify() {
  return verifyGraph(*this, "body", getBody(), getInputs().getTypes(),
                     getResultTypes());
}

LogicalResult AutocastOp::verify() {
  if (std::optional<Type> dtype = getDtype(); dtype && !isa<FloatType>(*dtype))
    return emitOpError("dtype ") << *dtype << " is no float";
  return verifyGraph(*this, "body", getBody(), getInputs().getTypes(),
                     getResultTypes());
}

bool JvpOp::isDifferentiable(Type type) {
  auto tensor = dyn_cast<ep::TensorType>(type);
  return tensor && isa<FloatType, ComplexType>(tensor.getElementType());
}

LogicalResult JvpOp::verify() {
  for (auto [i, type] : llvm::enumerate(getPrimals().getTypes()))
    if (!isDifferentiable(type))
      return emitOpError("primal ")
             << i << " has type " << type << ", must be a tensor of floats";
  if (getTangents().getTypes() != getPrimals().getTypes())
    return emitOpError("tangents must have the types of the primals");
  SmallVector<Type> arguments(getPrimals().getTypes());
  llvm::append_range(arguments, getAdditional().getTypes());
  SmallVector<Type> results(getYielded(getBody()));
  llvm::append_range(results, llvm::make_filter_range(getYielded(getBody()),
                                                      isDifferentiable));
  if (failed(verifyTypes(*this, "entry of the body",
                         getBody().getArgumentTypes(), arguments)))
    return failure();
  return verifyTypes(*this, "list of results", getResultTypes(), results);
}

LogicalResult InvokeOp::verify() {
  return verifyGraph(*this, "body", getBody(), getInputs().getTypes(),
                     getResultTypes());
}

LogicalResult WithEffectsOp::verify() {
  if (getNumResults() == 0 || !isa<TokenType>(getResultTypes()[0]))
    return emitOpError("first result must be a token");
  return verifyGraph(*this, "body", getBody(), getInputs().getTypes(),
                     TypeRange(getResultTypes()).drop_front());
}

LogicalResult AutoFunctionalizedOp::verify() {
  size_t bases = getBases().size();
  if (getNumResults() < bases)
    return emitOpError("writes ")
           << bases << " values but has " << getNumResults() << " results";
  if (failed(verifyTypes(*this, "list of written results",
                         TypeRange(getResultTypes()).take_back(bases),
                         getBases().getTypes())))
    return failure();
  return verifyGraph(*this, "body", getBody(), getOperandTypes(),
                     getResultTypes());
}

void ep::inlineBody(Operation *op, Region &body, ValueRange inputs) {
  Block &block = body.front();
  Operation *yield = block.getTerminator();
  for (auto [argument, input] : llvm::zip(block.getArguments(), inputs))
    argument.replaceAllUsesWith(input);
  ValueRange results =
      ValueRange(op->getResults()).take_back(yield->getNumOperands());
  for (auto [result, value] : llvm::zip(results, yield->getOperands()))
    result.replaceAllUsesWith(value);
  yield->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         block.getOperations());
  op->erase();
}

void YieldOp::build(OpBuilder &, OperationState &) {}
