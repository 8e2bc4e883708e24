// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Package/PackageWriter.h"
#include "CheckLoads.h"
#include "Weights.h"
#include "kiln-rt/archive/Sha256.h"
#include "kiln-rt/archive/ZipWriter.h"
#include "kiln/Package/Manifest.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::package;

/// Weights are mapped by the page.
static constexpr uint32_t kWeightAlignment = 4096;
static constexpr uint32_t kRecordAlignment = 64;

namespace {
class PackageWriter {
public:
  PackageWriter(ModuleOp module, ArrayRef<std::unique_ptr<Target>> targets,
                ArrayRef<TargetCode> code, StringRef path)
      : module(module), code(code), path(path) {
    contents.module = module;
    for (auto [target, made] : llvm::zip(targets, code))
      contents.targets.push_back({target->getName().str(), &made});
  }

  LogicalResult write() {
    for (const TargetCode &made : code)
      contents.records.push_back(
          {made.recordName, made.bytes.size(),
           rt::sha256Hex(rt::ByteSpan(std::string_view(made.bytes)))});
    if (failed(weights.collect(module, contents)))
      return failure();
    std::string manifest;
    llvm::raw_string_ostream os(manifest);
    if (failed(writeManifest(contents, os)) ||
        failed(checkLoads(module, manifest)))
      return failure();
    rt::Status status = writeArchive(manifest);
    if (!status.ok())
      return emitError(module.getLoc(), "cannot write the package: ")
             << status.error().message;
    return success();
  }

private:
  rt::Status writeArchive(const std::string &manifest) {
    KILN_RT_ASSIGN(rt::ZipWriter writer, rt::ZipWriter::createFile(path.str()));
    KILN_RT_TRY(writer.add("manifest.json", std::string_view(manifest),
                           kRecordAlignment));
    for (const TargetCode &made : code)
      KILN_RT_TRY(writer.add(made.recordName, std::string_view(made.bytes),
                             kRecordAlignment));
    for (size_t i = code.size(); i < contents.records.size(); ++i) {
      KILN_RT_ASSIGN(ep::StorageBytes read, weights.read(i));
      rt::ByteSpan bytes(read.bytes.data(), read.bytes.size());
      KILN_RT_TRY(
          writer.add(contents.records[i].name, bytes, kWeightAlignment));
    }
    return writer.finish();
  }

  ModuleOp module;
  ArrayRef<TargetCode> code;
  StringRef path;
  PackageContents contents;
  Weights weights;
};
} // namespace

LogicalResult kiln::writePackage(ModuleOp module,
                                 ArrayRef<std::unique_ptr<Target>> targets,
                                 ArrayRef<TargetCode> code, StringRef path) {
  return PackageWriter(module, targets, code, path).write();
}
