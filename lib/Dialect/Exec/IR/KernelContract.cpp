// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/KernelContract.h"
#include "KernelWork.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Dialect/TX/TX.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

namespace {
/// A kernel whose only result is a tensor argument with a part written, and
/// which writes nothing else.
struct Update {
  unsigned argument;          ///< the number of the tensor argument
  Operation *op;              ///< tensor.insert_slice or tx.scatter
  SmallVector<ExprAttr> part; ///< sizes of what is written
};
} // namespace

/// The sizes of the part that `insert` writes; nothing where the host program
/// cannot know them, by numbers and size arguments.
static std::optional<SmallVector<ExprAttr>>
getPart(tensor::InsertSliceOp insert) {
  if (insert.getSourceType().getRank() != insert.getType().getRank())
    return std::nullopt;
  SmallVector<ExprAttr> sizes;
  for (OpFoldResult size : insert.getMixedSizes()) {
    auto value = dyn_cast<Value>(size);
    if (value && !isa<BlockArgument>(value))
      return std::nullopt;
    sizes.push_back(
        value ? getIndexExpr(value)
              : ep::makeInt(insert.getContext(), *getConstantIntValue(size)));
  }
  return sizes;
}

static std::optional<Update> getUpdate(KernelOp kernel) {
  if (kernel.getResultTypes().size() != 1)
    return std::nullopt;
  Operation *op = kernel.getYield().getOperand(0).getDefiningOp();
  Value whole;
  SmallVector<ExprAttr> part;
  if (auto scatter = dyn_cast_or_null<tx::ScatterOp>(op)) {
    FailureOr<SmallVector<ExprAttr>> sizes =
        getShapeExprs(scatter.getUpdates());
    if (failed(sizes))
      return std::nullopt;
    whole = scatter.getInit();
    part = *sizes;
  } else if (auto insert = dyn_cast_or_null<tensor::InsertSliceOp>(op)) {
    std::optional<SmallVector<ExprAttr>> sizes = getPart(insert);
    if (!sizes)
      return std::nullopt;
    whole = insert.getDest();
    part = *sizes;
  }
  // What else reads the argument might read what has been written.
  auto argument = dyn_cast_or_null<BlockArgument>(whole);
  if (!argument || !argument.hasOneUse())
    return std::nullopt;
  return Update{argument.getArgNumber(), op, part};
}

//===----------------------------------------------------------------------===//
// Contract
//===----------------------------------------------------------------------===//

static SmallVector<ExprAttr> getDomain(KernelOp kernel,
                                       const std::optional<Update> &update) {
  if (update && isa<tensor::InsertSliceOp>(update->op))
    return update->part;
  SmallVector<ExprAttr> sizes =
      kernel.getBufferSizes(kernel.getNumTensorArguments());
  for (int64_t dim : tx::getSerialDims(kernel.getYield().getOperand(0)))
    sizes[dim] = ep::makeInt(kernel.getContext(), 1);
  return sizes;
}

static ExprAttr countBytes(KernelOp kernel,
                           const std::optional<Update> &update) {
  ExprAttr bytes = ep::makeInt(kernel.getContext(), 0);
  unsigned result = kernel.getNumTensorArguments();
  for (unsigned i = 0, count = kernel.getNumBuffers(); i < count; ++i)
    if (update && i == result)
      bytes =
          ep::add(bytes, getByteSize(kernel.getBufferType(i), update->part));
    else if (!update || i != update->argument)
      bytes = ep::add(bytes, kernel.getBufferBytes(i));
  return bytes;
}

KernelContract exec::deriveContract(KernelOp kernel) {
  std::optional<Update> update = getUpdate(kernel);
  unsigned arguments = kernel.getNumTensorArguments();
  KernelContract contract;
  contract.domain = getDomain(kernel, update);
  contract.access.assign(arguments, Access::Read);
  contract.access.append(kernel.getResultTypes().size(), Access::Write);
  if (update)
    contract.access[update->argument] = contract.access[arguments] =
        Access::ReadWrite;
  contract.flops = countFlops(kernel);
  contract.bytes = countBytes(kernel, update);
  return contract;
}

void exec::stateContract(KernelOp kernel) {
  KernelContract contract = deriveContract(kernel);
  Builder builder(kernel.getContext());
  SmallVector<Attribute> access;
  for (Access each : contract.access)
    access.push_back(AccessAttr::get(kernel.getContext(), each));
  kernel.setDomainAttr(builder.getArrayAttr(
      SmallVector<Attribute>(contract.domain.begin(), contract.domain.end())));
  kernel.setAccessAttr(builder.getArrayAttr(access));
  kernel.setFlopsAttr(contract.flops);
  kernel.setBytesAttr(contract.bytes);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

ExprAttr exec::makeKernelSize(MLIRContext *context, unsigned number) {
  return ep::makeSymbol(context, ("d" + Twine(number)).str());
}

ExprAttr exec::substituteSizes(ExprAttr expr, ArrayRef<Attribute> sizes) {
  llvm::DenseMap<ExprAttr, ExprAttr> values;
  for (auto [number, size] : llvm::enumerate(sizes))
    values[makeKernelSize(expr.getContext(), number)] = cast<ExprAttr>(size);
  return ep::substitute(expr, values);
}
