// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A package that compiles loads: the runtime's reader and validators decide.
#include "CheckLoads.h"
#include "ManifestWriter.h"
#include "kiln-rt/loader/Loader.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Package/Manifest.h"
#include "kiln/Package/PackagedState.h"
#include "kiln/Package/Passes.h"

namespace kiln::package {
#define GEN_PASS_DEF_VERIFYMANIFEST
#include "kiln/Package/Passes.h.inc"
} // namespace kiln::package

using namespace mlir;
using namespace kiln;

/// Instruction `number` of the entry of `program`; null where it is none.
static Operation *findInstruction(ep::ProgramOp program, StringRef entry,
                                  int64_t number) {
  if (number < 0)
    return nullptr;
  for (auto host : program.getBody().getOps<exec::HostOp>()) {
    if (entry != package::getEntryName(host))
      continue;
    for (Block &block : host.getBody())
      for (Operation &op : block)
        if (isHostInstruction(op) && number-- == 0)
          return &op;
  }
  return nullptr;
}

LogicalResult package::checkLoads(Operation *scope,
                                  const ManifestTexts &texts) {
  rt::Status status =
      rt::checkManifest(texts.manifest, texts.details, "the package");
  if (status.ok())
    return success();
  const rt::Error &error = status.error();
  Operation *found = scope;
  for (auto program : scope->getRegion(0).getOps<ep::ProgramOp>())
    if (program.getSymName() == error.program) {
      found = program;
      if (Operation *op =
              findInstruction(program, error.entry, error.instruction))
        found = op;
    }
  return emitError(found->getLoc(), "no runtime would load this: ")
         << error.message;
}

/// The manifest's record of weights before they are read.
static PackageContents describe(Operation *scope) {
  PackageContents contents;
  contents.scope = scope;
  contents.detailsName = "details";
  package::walkPackagedStorages(scope, [&](ep::StorageOp storage) {
    if (ep::isFold(storage)) {
      contents.storages[storage] = kNoRecord;
      return WalkResult::advance();
    }
    contents.storages[storage] = contents.records.size();
    contents.records.push_back(
        {("weights/" + Twine(contents.records.size())).str(),
         static_cast<uint64_t>(storage.getBytes()), std::string(64, '0')});
    return WalkResult::advance();
  });
  return contents;
}

namespace {
struct VerifyManifestPass
    : package::impl::VerifyManifestBase<VerifyManifestPass> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    FailureOr<ManifestTexts> texts = writeManifest(describe(getOperation()));
    if (failed(texts) || failed(package::checkLoads(getOperation(), *texts)))
      signalPassFailure();
  }
};
} // namespace
