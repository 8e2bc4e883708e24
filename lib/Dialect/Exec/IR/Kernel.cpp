// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exec.kernel: its syntax, what it states of itself, and what holds that.
#include "kiln/Dialect/Exec/KernelContract.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Dialect/TX/TX.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;

void KernelOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                     FunctionType type, ArrayAttr dims) {
  state.addAttribute(getSymNameAttrName(state.name),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.addAttribute(getDimsAttrName(state.name), dims);
  Block &block = state.addRegion()->emplaceBlock();
  for (Type input : type.getInputs())
    block.addArgument(input, state.location);
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// `domain(d0, 64)`
static ParseResult parseDomain(OpAsmParser &parser, OperationState &result,
                               StringAttr name) {
  SmallVector<Attribute> sizes;
  auto parseSize = [&]() -> ParseResult {
    ExprAttr size;
    if (ep::parseExpr(parser, size))
      return failure();
    sizes.push_back(size);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseSize))
    return failure();
  result.addAttribute(name, parser.getBuilder().getArrayAttr(sizes));
  return success();
}

/// `access(read, write)`
static ParseResult parseAccess(OpAsmParser &parser, OperationState &result,
                               StringAttr name) {
  SmallVector<Attribute> access;
  auto parseOne = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    std::optional<Access> known = symbolizeAccess(word);
    if (!known)
      return parser.emitError(loc, "expected read, write or readwrite");
    access.push_back(AccessAttr::get(parser.getContext(), *known));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne))
    return failure();
  result.addAttribute(name, parser.getBuilder().getArrayAttr(access));
  return success();
}

/// `work(flops = 64*d0, bytes = 512*d0)`
static ParseResult parseWork(OpAsmParser &parser, OperationState &result,
                             StringAttr flopsName, StringAttr bytesName) {
  ExprAttr flops, bytes;
  if (parser.parseLParen())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("flops"))) {
    if (parser.parseEqual() || ep::parseExpr(parser, flops) ||
        parser.parseComma())
      return failure();
    result.addAttribute(flopsName, flops);
  }
  if (parser.parseKeyword("bytes") || parser.parseEqual() ||
      ep::parseExpr(parser, bytes) || parser.parseRParen())
    return failure();
  result.addAttribute(bytesName, bytes);
  return success();
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  OperationName name = result.name;
  Builder &builder = parser.getBuilder();
  StringAttr symbol;
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Type> results;
  SmallVector<DictionaryAttr> resultAttrs;
  bool isVariadic = false;
  if (parser.parseSymbolName(symbol, getSymNameAttrName(name),
                             result.attributes) ||
      function_interface_impl::parseFunctionSignatureWithArguments(
          parser, /*allowVariadic=*/false, arguments, isVariadic, results,
          resultAttrs))
    return failure();
  SmallVector<Type> inputs;
  for (const OpAsmParser::Argument &argument : arguments)
    inputs.push_back(argument.type);
  result.addAttribute(getFunctionTypeAttrName(name),
                      TypeAttr::get(builder.getFunctionType(inputs, results)));
  // The verifier says what is missing.
  if ((succeeded(parser.parseOptionalKeyword("domain")) &&
       parseDomain(parser, result, getDomainAttrName(name))) ||
      (succeeded(parser.parseOptionalKeyword("access")) &&
       parseAccess(parser, result, getAccessAttrName(name))) ||
      (succeeded(parser.parseOptionalKeyword("work")) &&
       parseWork(parser, result, getFlopsAttrName(name),
                 getBytesAttrName(name))) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  call_interface_impl::addArgAndResultAttrs(
      builder, result, arguments, resultAttrs, getArgAttrsAttrName(name),
      getResAttrsAttrName(name));
  return parser.parseRegion(*result.addRegion(), arguments);
}

void KernelOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  function_interface_impl::printFunctionSignature(
      printer, *this, getArgumentTypes(), /*isVariadic=*/false,
      getResultTypes());
  printer << " domain(";
  llvm::interleaveComma(getDomainSizes(), printer,
                        [&](ExprAttr size) { printer << size.str(); });
  printer << ") access(";
  llvm::interleaveComma(getAccess().getAsRange<AccessAttr>(), printer,
                        [&](AccessAttr access) {
                          printer << stringifyAccess(access.getValue());
                        });
  printer << ") work(";
  if (ExprAttr flops = getFlopsAttr())
    printer << "flops = " << flops.str() << ", ";
  printer << "bytes = " << getBytes().str() << ")";
  function_interface_impl::printFunctionAttributes(
      printer, *this,
      {getSymNameAttrName(), getFunctionTypeAttrName(), getDomainAttrName(),
       getAccessAttrName(), getFlopsAttrName(), getBytesAttrName(),
       getArgAttrsAttrName(), getResAttrsAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

unsigned KernelOp::getNumTensorArguments() {
  return llvm::count_if(getArgumentTypes(),
                        [](Type t) { return !isa<IndexType>(t); });
}

MutableArrayRef<BlockArgument> KernelOp::getTensorArguments() {
  return getBody().getArguments().take_front(getNumTensorArguments());
}

MutableArrayRef<BlockArgument> KernelOp::getSizeArguments() {
  return getBody().getArguments().drop_front(getNumTensorArguments());
}

SmallVector<BlockArgument> KernelOp::getDims(unsigned index) {
  SmallVector<BlockArgument> sizes;
  for (Attribute number : cast<ArrayAttr>(getDims()[index]))
    sizes.push_back(getSizeArguments()[cast<IntegerAttr>(number).getInt()]);
  return sizes;
}

YieldOp KernelOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}

unsigned KernelOp::getNumBuffers() {
  return getNumTensorArguments() + getResultTypes().size();
}

RankedTensorType KernelOp::getBufferType(unsigned buffer) {
  unsigned arguments = getNumTensorArguments();
  return cast<RankedTensorType>(buffer < arguments
                                    ? getArgumentTypes()[buffer]
                                    : getResultTypes()[buffer - arguments]);
}

SmallVector<ExprAttr> KernelOp::getBufferSizes(unsigned buffer) {
  SmallVector<ExprAttr> sizes;
  auto numbers = cast<ArrayAttr>(getDims()[buffer]).getAsRange<IntegerAttr>();
  auto number = numbers.begin();
  for (int64_t size : getBufferType(buffer).getShape())
    sizes.push_back(ShapedType::isDynamic(size)
                        ? makeKernelSize(getContext(), (*number++).getInt())
                        : ep::makeInt(getContext(), size));
  return sizes;
}

ExprAttr KernelOp::getBufferBytes(unsigned buffer) {
  return getByteSize(getBufferType(buffer), getBufferSizes(buffer));
}

//===----------------------------------------------------------------------===//
// Contract
//===----------------------------------------------------------------------===//

Access KernelOp::getBufferAccess(unsigned buffer) {
  return cast<AccessAttr>(getAccess()[buffer]).getValue();
}

std::optional<unsigned> KernelOp::getUpdatedArgument() {
  for (unsigned i = 0, count = getNumTensorArguments(); i < count; ++i)
    if (getBufferAccess(i) == Access::ReadWrite)
      return i;
  return std::nullopt;
}

SmallVector<ExprAttr> KernelOp::getDomainSizes() {
  return llvm::to_vector(getDomain().getAsRange<ExprAttr>());
}

ExprAttr KernelOp::getNumItems() {
  return ep::product(getContext(), getDomainSizes());
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Has an element of a buffer of `type` a size in bytes?
static bool hasBytes(RankedTensorType type) {
  Type element = type.getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  return element.isIntOrFloat();
}

LogicalResult KernelOp::verify() {
  SmallVector<Type> tensors;
  bool sizesBegan = false;
  for (Type type : getArgumentTypes()) {
    if (isa<IndexType>(type)) {
      sizesBegan = true;
      continue;
    }
    if (!isa<RankedTensorType>(type) || sizesBegan)
      return emitOpError("arguments must be tensors, then index sizes");
    tensors.push_back(type);
  }
  llvm::append_range(tensors, getResultTypes());
  if (getDims().size() != tensors.size())
    return emitOpError("dims must have an entry for each tensor argument and "
                       "each result");
  int64_t numSizes = getSizeArguments().size();
  for (auto [type, dims] : llvm::zip(tensors, getDims())) {
    auto numbers = cast<ArrayAttr>(dims);
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || static_cast<int64_t>(numbers.size()) !=
                       static_cast<int64_t>(tensor.getNumDynamicDims()))
      return emitOpError("dims must name one size for each dynamic dimension");
    if (!hasBytes(tensor))
      return emitOpError("elements of ") << tensor << " have no size in bytes";
    for (Attribute number : numbers) {
      int64_t n = cast<IntegerAttr>(number).getInt();
      if (n < 0 || n >= numSizes)
        return emitOpError("dims names size ") << n << " of " << numSizes;
    }
  }
  if (getResultTypes().empty())
    return emitOpError("computes nothing");
  return success();
}

/// All results are computed over the domain of the first one. The verifier of
/// tx.matrix says so of its own.
static LogicalResult verifyResults(KernelOp kernel) {
  if (kernel.getYield().getOperand(0).getDefiningOp<tx::MatrixOp>())
    return success();
  unsigned first = kernel.getNumTensorArguments();
  SmallVector<ExprAttr> sizes = kernel.getBufferSizes(first);
  RankedTensorType type = kernel.getBufferType(first);
  for (unsigned i = first + 1, count = kernel.getNumBuffers(); i < count; ++i) {
    RankedTensorType other = kernel.getBufferType(i);
    bool sameCount = type.hasStaticShape() && other.hasStaticShape() &&
                     type.getNumElements() == other.getNumElements();
    if (!sameCount && kernel.getBufferSizes(i) != sizes)
      return kernel.emitOpError("has results of different domains");
  }
  return success();
}

/// Memory is as large as `dims` says, and written as the body says.
static LogicalResult verifyDims(KernelOp kernel) {
  unsigned first = kernel.getNumTensorArguments();
  for (auto [i, result] : llvm::enumerate(kernel.getYield().getOperands()))
    for (auto [dim, size] : llvm::enumerate(kernel.getBufferSizes(first + i)))
      // What is computed of sizes may be the size all the same.
      if (ExprAttr made = getDimExpr(result, dim);
          made && made.isSymbol() && made != size)
        return kernel.emitOpError("dims names ")
               << size.str() << " for dimension " << dim << " of result " << i
               << ", but its body has " << made.str();
  return success();
}

static std::string toText(ExprAttr expr) {
  return expr ? expr.str() : "unknown";
}

template <typename Range, typename Fn>
static std::string listText(const Range &range, Fn text) {
  return llvm::join(llvm::map_range(range, text), ", ");
}

LogicalResult KernelOp::verifyRegions() {
  if (failed(verifyResults(*this)) || failed(verifyDims(*this)))
    return failure();
  WalkResult sizes = getBody().walk([](Operation *op) {
    std::string fault = findSizeFault(op);
    return fault.empty() ? WalkResult::advance()
                         : WalkResult(op->emitOpError(fault));
  });
  if (sizes.wasInterrupted())
    return failure();
  KernelContract contract = deriveContract(*this);
  auto differ = [&](StringRef what, const std::string &stated,
                    const std::string &derived) {
    return emitOpError("states ")
           << what << " " << stated << ", but its body has " << derived;
  };
  if (contract.domain != getDomainSizes())
    return differ("domain", listText(getDomainSizes(), toText),
                  listText(contract.domain, toText));
  SmallVector<Access> access;
  for (auto each : getAccess().getAsRange<AccessAttr>())
    access.push_back(each.getValue());
  if (contract.access != access)
    return differ("access", listText(access, stringifyAccess),
                  listText(contract.access, stringifyAccess));
  if (contract.flops != getFlopsAttr())
    return differ("flops", toText(getFlopsAttr()), toText(contract.flops));
  if (contract.bytes != getBytes())
    return differ("bytes", toText(getBytes()), toText(contract.bytes));
  return success();
}
