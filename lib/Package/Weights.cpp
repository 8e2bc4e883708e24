// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Weights.h"
#include "kiln-rt/archive/Sha256.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "kiln/Package/PackagedState.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::package;

rt::Expected<ep::StorageBytes> Weights::readStorage(ep::StorageOp storage) {
  llvm::Expected<ep::StorageBytes> bytes = reader.read(storage);
  if (!bytes)
    return rt::makeError(rt::Code::NotFound, llvm::toString(bytes.takeError()));
  return std::move(*bytes);
}

LogicalResult Weights::collect(Operation *scope, PackageContents &contents) {
  llvm::StringMap<size_t> byName;
  WalkResult result = walkPackagedStorages(scope, [&](ep::StorageOp storage) {
    if (ep::isFold(storage)) {
      contents.storages[storage] = kNoRecord;
      return WalkResult::advance();
    }
    rt::Expected<ep::StorageBytes> bytes = readStorage(storage);
    if (!bytes.ok()) {
      storage.emitError("cannot read storage ")
          << storage.getSymName() << ": " << bytes.error().message;
      return WalkResult::interrupt();
    }
    std::string digest =
        rt::sha256Hex(rt::ByteSpan(bytes->bytes.data(), bytes->bytes.size()));
    std::string name = "weights/" + digest;
    auto [it, isNew] = byName.try_emplace(name, contents.records.size());
    if (isNew) {
      storages.try_emplace(name, storage);
      contents.records.push_back({name, bytes->bytes.size(), digest});
    }
    contents.storages[storage] = it->second;
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

rt::Expected<ep::StorageBytes> Weights::read(StringRef record) {
  // Archives stay open, so that this finds the records of collect().
  return readStorage(storages.at(record));
}
