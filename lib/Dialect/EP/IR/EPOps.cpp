// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "VerifySignature.h"
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/EP/PackedStorage.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

//===----------------------------------------------------------------------===//
// Custom directives
//===----------------------------------------------------------------------===//

static ParseResult parseSymExpr(OpAsmParser &parser, ExprAttr &expr) {
  return ep::parseExpr(parser, expr);
}

static void printSymExpr(OpAsmPrinter &printer, Operation *, ExprAttr expr) {
  printer << expr.str();
}

/// A bound is an integer, or `?` when there is none.
static ParseResult parseBound(OpAsmParser &parser, IntegerAttr &bound) {
  if (succeeded(parser.parseOptionalQuestion()))
    return success();
  return parser.parseAttribute(bound, parser.getBuilder().getI64Type());
}

static void printBound(OpAsmPrinter &printer, Operation *, IntegerAttr bound) {
  if (bound)
    printer << bound.getInt();
  else
    printer << "?";
}

#define GET_OP_CLASSES
#include "kiln/Dialect/EP/EPOps.cpp.inc"

//===----------------------------------------------------------------------===//
// ProgramOp
//===----------------------------------------------------------------------===//

void ProgramOp::build(OpBuilder &builder, OperationState &state,
                      StringRef name) {
  state.addAttribute(getSymNameAttrName(state.name),
                     builder.getStringAttr(name));
  state.addRegion()->emplaceBlock();
}

/// The bounds of a symbol or of a constraint hold a number.
template <typename RangeOp>
static LogicalResult verifyRange(RangeOp op) {
  std::optional<int64_t> min = op.getMin(), max = op.getMax();
  if (min && max && *min > *max)
    return op.emitOpError("range is empty: ")
           << *min << " is greater than " << *max;
  return success();
}

static LogicalResult verifyConstraints(ProgramOp program) {
  for (auto constraint : program.getBody().getOps<ConstraintOp>()) {
    if (getSort(constraint.getExpr()) == Sort::Bool)
      return constraint.emitOpError("expression ")
             << constraint.getExpr().str() << " is not a number";
    if (failed(verifyRange(constraint)))
      return failure();
  }
  return success();
}

GraphOp ProgramOp::getGraph() {
  for (auto graph : getBody().getOps<GraphOp>())
    if (!isPrepare(graph))
      return graph;
  return {};
}

LogicalResult ProgramOp::verify() {
  GraphOp graph = getGraph(), prepare = getPrepare(*this),
          fold = getFold(*this);
  for (auto other : getBody().getOps<GraphOp>())
    if (other != graph && other != prepare && other != fold)
      return emitOpError("has more than one graph")
             << (isFold(other)      ? " that folds constants"
                 : isPrepare(other) ? " that makes constants"
                                    : "");
  if (failed(verifyConstraints(*this)))
    return failure();
  return verifyModuleCalls(*this);
}

LogicalResult SymbolOp::verify() { return verifyRange(*this); }

LogicalResult GuardOp::verify() {
  if (getSort(getCondition()) != Sort::Bool)
    return emitOpError("condition ")
           << getCondition().str() << " is not a bool";
  return success();
}

LogicalResult AssertOp::verify() {
  if (getSort(getCondition()) != Sort::Bool)
    return emitOpError("condition ")
           << getCondition().str() << " is not a bool";
  return success();
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

LogicalResult StorageOp::verify() {
  if (static_cast<int64_t>(getBytes()) < 0)
    return emitOpError("size is negative");
  if (getRecord() && getData())
    return emitOpError("has both a record and data");
  if (isFold(*this) && (getRecord() || getData()))
    return emitOpError("is folded, but has bytes");
  return success();
}

int64_t ep::getElementBytes(Type elementType) {
  if (auto complex = dyn_cast<ComplexType>(elementType))
    return 2 * getElementBytes(complex.getElementType());
  return llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8);
}

/// The storage exists and holds every element of the view; sizes of state are
/// static.
template <typename StateOp>
static LogicalResult verifyState(StateOp op, SymbolTableCollection &tables) {
  auto storage =
      tables.lookupNearestSymbolFrom<StorageOp>(op, op.getStorageAttr());
  if (!storage)
    return op.emitOpError("names an unknown storage ") << op.getStorageAttr();
  auto type = cast<ep::TensorType>(op.getType());
  if (!type.isStrided())
    return op.emitOpError("has layout ")
           << stringifyLayout(type.getLayout()) << "; state is strided";
  if (static_cast<int64_t>(op.getOffset()) < 0)
    return op.emitOpError("has a negative offset");
  int64_t last = op.getOffset(), count = 1;
  bool overflow = false;
  for (auto [size, stride] :
       llvm::zip(type.getSizes(), type.getStridesOrDefault())) {
    if (!size.isInt() || !stride.isInt())
      return op.emitOpError("has a symbolic size");
    if (size.getValue() < 0 || stride.getValue() < 0)
      return op.emitOpError("has a negative size or stride");
    int64_t reach;
    overflow |=
        llvm::MulOverflow(count, size.getValue(), count) ||
        llvm::MulOverflow(size.getValue() - 1, stride.getValue(), reach) ||
        llvm::AddOverflow(last, reach, last);
  }
  overflow |= last > std::numeric_limits<int64_t>::max() / 32;
  if (overflow)
    return op.emitOpError("has sizes that overflow");
  int64_t bytes = getElementBytes(type.getElementType());
  bool absent = !storage.getRecord() && !storage.getData() &&
                !storage->hasAttr(kPacksAttrName) && !isFold(storage);
  if (count > 0 && !absent &&
      (last + 1) * bytes > static_cast<int64_t>(storage.getBytes()))
    return op.emitOpError("reaches byte ")
           << (last + 1) * bytes << " of a storage of " << storage.getBytes();
  return success();
}

LogicalResult ParameterOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyState(*this, tables);
}
LogicalResult BufferOp::verifySymbolUses(SymbolTableCollection &tables) {
  return verifyState(*this, tables);
}
LogicalResult ConstantOp::verifySymbolUses(SymbolTableCollection &tables) {
  return success(succeeded(verifyState(*this, tables)) &&
                 succeeded(verifyMadeFrom(*this, tables)) &&
                 succeeded(verifyPacks(*this, tables)));
}

//===----------------------------------------------------------------------===//
// GraphOp
//===----------------------------------------------------------------------===//

void GraphOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                    FunctionType type) {
  state.addAttribute(getSymNameAttrName(state.name),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  Block &block = state.addRegion()->emplaceBlock();
  for (Type input : type.getInputs())
    block.addArgument(input, state.location);
}

ParseResult GraphOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(inputs, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

/// `count` of them in parentheses: a single one on the line, more on a line
/// each, since real graphs have hundreds.
static void printSignatureList(OpAsmPrinter &printer, unsigned count,
                               llvm::function_ref<void(unsigned)> printOne) {
  printer << '(';
  if (count > 1)
    printer.increaseIndent();
  for (unsigned i = 0; i < count; ++i) {
    if (count > 1)
      printer.printNewline();
    printOne(i);
    if (i + 1 < count)
      printer << ',';
  }
  if (count > 1) {
    printer.decreaseIndent();
    printer.printNewline();
  }
  printer << ')';
}

void GraphOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printSignatureList(printer, getNumArguments(), [&](unsigned i) {
    printer.printRegionArgument(getArgument(i),
                                function_interface_impl::getArgAttrs(*this, i));
  });
  if (!getResultTypes().empty()) {
    printer << " -> ";
    printSignatureList(printer, getNumResults(), [&](unsigned i) {
      printer << getResultTypes()[i];
      printer.printOptionalAttrDict(
          function_interface_impl::getResultAttrs(*this, i));
    });
  }
  function_interface_impl::printFunctionAttributes(printer, *this,
                                                   {getFunctionTypeAttrName(),
                                                    getArgAttrsAttrName(),
                                                    getResAttrsAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void GraphOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  for (auto [i, argument] : llvm::enumerate(region.getArguments()))
    if (InputAttr input = getInput(i))
      setName(argument, input.getTarget());
}

InputAttr GraphOp::getInput(unsigned index) {
  return getArgAttrOfType<InputAttr>(index, getInputAttrName());
}

OutputAttr GraphOp::getOutput(unsigned index) {
  return getResultAttrOfType<OutputAttr>(index, getOutputAttrName());
}

void GraphOp::setInput(unsigned index, InputAttr input) {
  setArgAttr(index, getInputAttrName(), input);
}

void GraphOp::setOutput(unsigned index, OutputAttr output) {
  setResultAttr(index, getOutputAttrName(), output);
}

ReturnOp GraphOp::getReturn() {
  return cast<ReturnOp>(getBody().front().getTerminator());
}

ProgramOp GraphOp::getProgram() {
  return cast<ProgramOp>((*this)->getParentOp());
}

LogicalResult GraphOp::verify() {
  if (failed(verifySignature(*this)) || failed(verifyScopes(*this)))
    return failure();
  return isPrepare(*this) ? verifyPrepare(*this) : success();
}

LogicalResult ReturnOp::verify() {
  auto graph = cast<GraphOp>((*this)->getParentOp());
  if (getOperandTypes() != TypeRange(graph.getResultTypes()))
    return emitOpError("operands do not match the graph's results");
  return success();
}

void ReturnOp::build(OpBuilder &, OperationState &) {}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

LogicalResult NumberOp::inferReturnTypes(MLIRContext *context,
                                         std::optional<Location>, ValueRange,
                                         DictionaryAttr attributes,
                                         OpaqueProperties properties,
                                         RegionRange,
                                         SmallVectorImpl<Type> &types) {
  NumberOp::Adaptor adaptor({}, attributes, properties);
  types.push_back(NumberType::get(context, adaptor.getValue()));
  return success();
}

LogicalResult SizeOp::verify() {
  if (getSort(getExpr()) != Sort::Int)
    return emitOpError("expression ") << getExpr().str() << " is not an int";
  return success();
}

OpFoldResult SizeOp::fold(FoldAdaptor) {
  if (!getExpr().isInt())
    return {};
  return IntegerAttr::get(getType(), getExpr().getValue());
}

ExprAttr ItemOp::getSymbol() {
  ExprAttr symbol;
  bool isOne = true;
  walkSymbols(getType().getValue(), [&](ExprAttr found) {
    isOne &= !symbol || symbol == found;
    symbol = found;
  });
  return isOne ? symbol : ExprAttr();
}

LogicalResult ItemOp::verify() {
  ArrayRef<int64_t> shape = getInput().getType().getShape();
  if (llvm::any_of(shape, [](int64_t size) { return size != 1; }))
    return emitOpError("operand must have one element, has type ")
           << getInput().getType();
  return success();
}

LogicalResult ToBuiltinOp::verify() {
  auto want = cast<ep::TensorType>(getInput().getType()).getBuiltinType();
  if (getType() != want)
    return emitOpError("result must be ") << want;
  return success();
}

OpFoldResult ToBuiltinOp::fold(FoldAdaptor) {
  auto from = getInput().getDefiningOp<FromBuiltinOp>();
  return from && from.getInput().getType() == getType() ? from.getInput()
                                                        : Value();
}

LogicalResult FromBuiltinOp::verify() {
  auto want = cast<ep::TensorType>(getType()).getBuiltinType();
  if (getInput().getType() != want)
    return emitOpError("operand must be ") << want;
  return success();
}

OpFoldResult FromBuiltinOp::fold(FoldAdaptor) {
  auto to = getInput().getDefiningOp<ToBuiltinOp>();
  return to && to.getInput().getType() == getType() ? to.getInput() : Value();
}
