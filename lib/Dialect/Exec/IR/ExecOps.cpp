// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Directives.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace kiln::exec;

#define GET_OP_CLASSES
#include "kiln/Dialect/Exec/ExecOps.cpp.inc"

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

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

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
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

void KernelOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

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
    for (Attribute number : numbers) {
      int64_t n = cast<IntegerAttr>(number).getInt();
      if (n < 0 || n >= numSizes)
        return emitOpError("dims names size ") << n << " of " << numSizes;
    }
  }
  return success();
}

void YieldOp::build(OpBuilder &, OperationState &) {}

LogicalResult YieldOp::verify() {
  auto kernel = cast<KernelOp>((*this)->getParentOp());
  if (getOperandTypes() != TypeRange(kernel.getResultTypes()))
    return emitOpError("operands do not match the kernel's results");
  return success();
}

//===----------------------------------------------------------------------===//
// DispatchOp
//===----------------------------------------------------------------------===//

LogicalResult DispatchOp::verifySymbolUses(SymbolTableCollection &tables) {
  auto kernel =
      tables.lookupNearestSymbolFrom<KernelOp>(*this, getKernelAttr());
  if (!kernel)
    return emitOpError("names an unknown kernel ") << getKernelAttr();
  SmallVector<Type> types(getInputs().getTypes());
  llvm::append_range(types, getSizes().getTypes());
  if (TypeRange(types) != TypeRange(kernel.getArgumentTypes()) ||
      getResultTypes() != TypeRange(kernel.getResultTypes()))
    return emitOpError("does not match the type of kernel ") << getKernelAttr();
  return success();
}
