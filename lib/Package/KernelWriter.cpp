// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels: operands, work, origins, and where each target's code is.
#include "ManifestWriter.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Support/Origin.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using namespace kiln::package;
using ep::ExprAttr;

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

/// Size `number` of a kernel, as the format names it.
static ExprAttr getSizeSymbol(MLIRContext *context, int64_t number) {
  return ep::makeSymbol(context, ("d" + Twine(number)).str());
}

/// The bytes of tensor argument or (counted on) result `index`.
static ExprAttr getTensorBytes(KernelOp kernel, RankedTensorType type,
                               unsigned index) {
  MLIRContext *context = kernel.getContext();
  SmallVector<ExprAttr> sizes;
  for (int64_t size : type.getShape())
    if (!ShapedType::isDynamic(size))
      sizes.push_back(ep::makeInt(context, size));
  for (auto number :
       cast<ArrayAttr>(kernel.getDims()[index]).getAsRange<IntegerAttr>())
    sizes.push_back(getSizeSymbol(context, number.getInt()));
  return getByteSize(type, sizes);
}

static int64_t countFlops(linalg::GenericOp generic) {
  return llvm::count_if(*generic.getBody(), [](Operation &op) {
    bool computes =
        isa<arith::ArithDialect, math::MathDialect>(op.getDialect());
    return computes && !isa<arith::ConstantOp, CastOpInterface>(op) &&
           llvm::any_of(op.getOperandTypes(),
                        [](Type type) { return isa<FloatType>(type); });
  });
}

/// The floating-point operations of a generic for each item of the domain;
/// nothing when a reduction's extent is not static.
static std::optional<int64_t> getFlopsPerItem(linalg::GenericOp generic) {
  int64_t flops = countFlops(generic);
  SmallVector<int64_t> extents = generic.getStaticLoopRanges();
  for (auto [extent, kind] :
       llvm::zip(extents, generic.getIteratorTypesArray())) {
    if (kind == utils::IteratorType::parallel)
      continue;
    if (ShapedType::isDynamic(extent))
      return std::nullopt;
    flops *= extent;
  }
  return flops;
}

KernelWork package::getKernelWork(KernelOp kernel) {
  MLIRContext *context = kernel.getContext();
  int64_t perItem = 0;
  bool isKnown = true;
  kernel.walk([&](linalg::GenericOp generic) {
    std::optional<int64_t> flops = getFlopsPerItem(generic);
    isKnown &= flops.has_value();
    perItem += flops.value_or(0);
  });
  KernelWork work;
  if (isKnown)
    work.flops =
        ep::mul(ep::makeInt(context, perItem), ep::makeSymbol(context, "n"))
            .str();
  ExprAttr bytes = ep::makeInt(context, 0);
  unsigned index = 0;
  for (Type type : llvm::concat<const Type>(
           kernel.getArgumentTypes().take_front(kernel.getNumTensorArguments()),
           kernel.getResultTypes()))
    bytes = ep::add(
        bytes, getTensorBytes(kernel, cast<RankedTensorType>(type), index++));
  work.bytes = bytes.str();
  return work;
}

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

LogicalResult ManifestWriter::writeOperands(KernelOp kernel) {
  LogicalResult result = success();
  auto write = [&](StringRef access, Type type) {
    StringRef dtype =
        getDtypeName(cast<RankedTensorType>(type).getElementType());
    if (dtype.empty())
      result = kernel.emitOpError("has a dtype that packages do not know: ")
               << type;
    json.value((access + " " + dtype).str());
  };
  json.attributeArray("operands", [&] {
    for (BlockArgument argument : kernel.getTensorArguments())
      write("read", argument.getType());
    for (Type type : kernel.getResultTypes())
      write("write", type);
  });
  return result;
}

void ManifestWriter::writeKernelCode(unsigned index) {
  json.attributeObject("code", [&] {
    for (const PackageTarget &target : contents.targets) {
      const KernelCode &code = target.code->kernels[index];
      json.attributeObject(target.name, [&] {
        json.attribute("symbol", code.symbol);
        if (StringRef(target.name).starts_with("cpu:")) {
          json.attribute("grain", code.grain);
          json.attribute("scratch", code.scratch);
          return;
        }
        json.attributeArray("block", [&] {
          for (int64_t threads : code.block)
            json.value(threads);
        });
        json.attributeArray("grid", [&] {
          for (const std::string &blocks : code.grid)
            json.value(blocks);
        });
        json.attribute("shared", code.shared);
      });
    }
  });
}

LogicalResult ManifestWriter::writeKernel(KernelOp kernel, unsigned index) {
  LogicalResult result = success();
  json.object([&] {
    json.attribute("name", kernel.getSymName());
    result = writeOperands(kernel);
    json.attribute("sizes",
                   static_cast<int64_t>(kernel.getSizeArguments().size()));
    KernelWork work = getKernelWork(kernel);
    json.attribute("flops", work.flops);
    json.attribute("bytes", work.bytes);
    SmallVector<Location> found;
    collectOrigins(kernel.getLoc(), found);
    json.attributeArray("origins", [&] {
      llvm::SmallDenseSet<unsigned> written;
      for (Location origin : found) {
        unsigned number = getOriginIndex(LocationAttr(origin));
        if (written.insert(number).second)
          json.value(number);
      }
    });
    writeKernelCode(index);
  });
  return result;
}
