// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelDomain.h"
#include "SerialEmitter.h"
#include "kiln/Target/Emitters/Kernel.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace kiln;

SmallVector<std::string>
kiln::chooseKernelSymbols(ArrayRef<exec::KernelOp> kernels) {
  SmallVector<std::string> symbols;
  llvm::StringSet<> taken;
  for (exec::KernelOp kernel : kernels) {
    std::string symbol = kernel.getSymName().str();
    for (char &c : symbol)
      if (!llvm::isAlnum(c) && c != '_')
        c = '_';
    if (symbol.empty() || llvm::isDigit(symbol.front()))
      symbol.insert(0, "k");
    std::string unique = symbol;
    for (unsigned i = 1; !taken.insert(unique).second; ++i)
      unique = symbol + "_" + std::to_string(i);
    symbols.push_back(unique);
  }
  return symbols;
}

bool kiln::hasReduction(exec::KernelOp kernel) {
  return kernel
      .walk([](Operation *op) {
        auto loops = dyn_cast<linalg::LinalgOp>(op);
        bool reduces = loops ? loops.getNumReductionLoops() != 0
                             : isa<tx::AttentionOp>(op);
        return reduces ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// What writes a part of the result; null where the kernel writes it whole.
static tensor::InsertSliceOp getInsert(exec::KernelOp kernel) {
  if (!kernel.getUpdatedArgument())
    return {};
  return kernel.getYield().getOperand(0).getDefiningOp<tensor::InsertSliceOp>();
}

/// Writes one element of a part; nothing where the part leaves the whole.
static LogicalResult emitUpdate(ScalarEmitter &emitter, exec::KernelOp kernel,
                                tensor::InsertSliceOp insert,
                                ValueRange indices) {
  FailureOr<SmallVector<Value>> sizes = emitter.shapeOf(insert.getDest());
  FailureOr<Value> value = emitter.valueAt(insert.getSource(), indices);
  if (failed(sizes) || failed(value))
    return failure();
  return emitter.storePart(insert, kernel.getNumTensorArguments(), indices,
                           *sizes, *value);
}

LogicalResult kiln::emitItem(ScalarEmitter &emitter, exec::KernelOp kernel,
                             Value linear, ValueRange indices) {
  Operation *maker = kernel.getYield().getOperand(0).getDefiningOp();
  if (maker && tx::isTensorOp(maker))
    return emitSerialItem(emitter, kernel, maker, indices);
  if (tensor::InsertSliceOp insert = getInsert(kernel))
    return emitUpdate(emitter, kernel, insert, indices);
  Location loc = kernel.getLoc();
  auto first = cast<RankedTensorType>(kernel.getResultTypes().front());
  SmallVector<Value> values;
  for (Value result : kernel.getYield().getOperands()) {
    SmallVector<Value> position(indices);
    auto type = cast<RankedTensorType>(result.getType());
    if (type.getShape() != first.getShape()) {
      FailureOr<SmallVector<Value>> sizes = emitter.shapeOf(result);
      if (failed(sizes))
        return failure();
      position = emitter.index(loc).delinearize(linear, *sizes);
    }
    FailureOr<Value> value = emitter.valueAt(result, position);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  // Only now: a result may lie in the buffer of an operand.
  for (auto [i, value] : llvm::enumerate(values))
    emitter.store(loc, kernel.getNumTensorArguments() + i, linear, value);
  return success();
}

std::function<Value(OpBuilder &, Location, DenseElementsAttr)>
kiln::makeConstantArrays(Operation *function, StringRef symbol) {
  auto globals = std::make_shared<DenseMap<Attribute, LLVM::GlobalOp>>();
  return [function, globals,
          symbol = symbol.str()](OpBuilder &builder, Location loc,
                                 DenseElementsAttr elements) -> Value {
    LLVM::GlobalOp &global = (*globals)[elements];
    if (!global) {
      OpBuilder outside(function);
      // LLVM's array attributes are one-dimensional.
      auto type = RankedTensorType::get({elements.getNumElements()},
                                        elements.getElementType());
      global = LLVM::GlobalOp::create(
          outside, loc,
          LLVM::LLVMArrayType::get(elements.getElementType(),
                                   elements.getNumElements()),
          /*isConstant=*/true, LLVM::Linkage::Private,
          symbol + "_constant_" + std::to_string(globals->size() - 1),
          elements.reshape(type));
    }
    return LLVM::AddressOfOp::create(builder, loc, global);
  };
}

unsigned kiln::countRowDims(exec::KernelOp kernel) {
  auto domain = cast<RankedTensorType>(kernel.getResultTypes().front());
  unsigned rank = domain.getRank(), first = 0;
  for (Type type : kernel.getResultTypes())
    if (cast<RankedTensorType>(type).getShape() != domain.getShape())
      return 1;
  auto keep = [&](unsigned dim) { first = std::max(first, dim + 1); };
  for (Operation &op : kernel.getBody().front()) {
    if (isa<linalg::FillOp, tensor::EmptyOp, exec::YieldOp>(op) ||
        op.getNumResults() == 0 ||
        !isa<RankedTensorType>(op.getResult(0).getType()))
      continue;
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic || generic.getNumLoops() != rank ||
        generic.getNumParallelLoops() != rank)
      return 1;
    for (AffineMap map : generic.getIndexingMapsArray())
      for (unsigned dim = 0; dim < rank && !map.isIdentity(); ++dim)
        if (map.isFunctionOfDim(dim))
          keep(dim);
    generic.walk([&](linalg::IndexOp index) { keep(index.getDim()); });
  }
  return std::max(1u, rank - std::min(first, rank));
}
