// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels: operands, origins, and where each target's code is.
#include "ManifestWriter.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "kiln/Dialect/Exec/KernelDigest.h"
#include "kiln/Support/Origin.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using namespace kiln::package;

LogicalResult ManifestWriter::writeOperands(KernelOp kernel) {
  LogicalResult result = success();
  json.attributeArray("operands", [&] {
    for (unsigned i = 0, count = kernel.getNumBuffers(); i < count; ++i) {
      RankedTensorType type = kernel.getBufferType(i);
      StringRef dtype = getDtypeName(type.getElementType());
      if (dtype.empty())
        result = kernel.emitOpError("has a dtype that packages do not know: ")
                 << type;
      json.value(
          (stringifyAccess(kernel.getBufferAccess(i)) + " " + dtype).str());
    }
  });
  return result;
}

/// By target. For people and tools: a runtime needs the code alone.
static void writeSchedule(llvm::json::OStream &json, KernelOp kernel,
                          StringRef target) {
  auto all = kernel->getAttrOfType<DictionaryAttr>(
      ExecDialect::SchedulesAttrHelper::getNameStr());
  auto schedule = all ? all.getAs<ScheduleAttr>(target) : ScheduleAttr();
  if (!schedule)
    return;
  json.attributeObject(target, [&] {
    json.attribute("emitter", schedule.getEmitter());
    auto write = [&](StringRef key, ArrayRef<int64_t> sizes) {
      if (!sizes.empty())
        json.attribute(key, llvm::json::Array(sizes));
    };
    write("tile", schedule.getTile());
    write("block", schedule.getBlock());
    if (schedule.getDepth())
      json.attribute("depth", schedule.getDepth());
  });
}

void ManifestWriter::writeKernelCode(KernelOp kernel, unsigned index) {
  json.attributeObject("code", [&] {
    for (const PackageTarget &target : contents.targets) {
      const KernelCode &code = target.code->kernels[index];
      json.attributeObject(target.name, [&] {
        if (code.symbol != kernel.getSymName())
          json.attribute("symbol", code.symbol);
        if (code.grain > 0) {
          json.attribute("grain", code.grain);
          if (code.scratch != 0)
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
    if (!kernel.getSizeArguments().empty())
      json.attribute("sizes",
                     static_cast<int64_t>(kernel.getSizeArguments().size()));
    writeKernelCode(kernel, index);
  });
  return result;
}

void ManifestWriter::writeKernelDetails(llvm::json::OStream &out,
                                        KernelOp kernel) {
  out.object([&] {
    if (ep::ExprAttr flops = kernel.getFlopsAttr())
      out.attribute("flops", flops.str());
    if (StringRef type = getProductType(kernel); !type.empty())
      out.attribute("products", type);
    out.attribute("bytes", kernel.getBytes().str());
    SmallVector<Location> found;
    collectOrigins(kernel.getLoc(), found);
    out.attributeArray("origins", [&] {
      llvm::SmallDenseSet<unsigned> written;
      for (Location origin : found) {
        unsigned number = getOriginIndex(LocationAttr(origin));
        if (written.insert(number).second)
          out.value(number);
      }
    });
    out.attribute("digest", getKernelDigest(kernel));
    out.attributeObject("schedules", [&] {
      for (const PackageTarget &target : contents.targets)
        writeSchedule(out, kernel, target.name);
    });
  });
}
