// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Weights.h"
#include "kiln-rt/archive/Sha256.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::package;

/// The bytes of an elements attribute, without a copy where there are some.
static rt::Expected<WeightBytes> readData(ep::StorageOp storage) {
  ElementsAttr data = *storage.getData();
  WeightBytes bytes;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(data)) {
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      bytes.span = {blob->getData().data(), blob->getData().size()};
  } else if (auto dense = dyn_cast<DenseElementsAttr>(data)) {
    ArrayRef<char> raw = dense.getRawData();
    if (dense.isSplat())
      while (bytes.owned.size() < storage.getBytes() && !raw.empty())
        bytes.owned.insert(bytes.owned.end(), raw.begin(), raw.end());
    bytes.span = dense.isSplat()
                     ? rt::ByteSpan(bytes.owned.data(), bytes.owned.size())
                     : rt::ByteSpan(raw.data(), raw.size());
  }
  return bytes;
}

rt::Expected<rt::RecordReader *> Weights::getArchive(const std::string &path) {
  std::unique_ptr<rt::RecordReader> &archive = archives[path];
  if (!archive) {
    KILN_RT_ASSIGN(rt::RecordReader reader, rt::RecordReader::openFile(path));
    archive = std::make_unique<rt::RecordReader>(std::move(reader));
  }
  return archive.get();
}

rt::Expected<WeightBytes> Weights::readStorage(ep::StorageOp storage) {
  WeightBytes bytes;
  if (storage.getBytes() == 0)
    return bytes;
  auto program = cast<ep::ProgramOp>(storage->getParentOp());
  if (storage.getData()) {
    KILN_RT_ASSIGN(bytes, readData(storage));
  } else if (storage.getRecord() && program.getArchive()) {
    KILN_RT_ASSIGN(rt::RecordReader * archive,
                   getArchive(program.getArchive()->str()));
    KILN_RT_ASSIGN(bytes, archive->read(storage.getRecord()->str()));
  } else {
    return rt::makeError(rt::Code::NotFound, "its bytes are not known");
  }
  if (bytes.span.size < static_cast<uint64_t>(storage.getBytes()))
    return rt::makeError(rt::Code::DataLoss, "it has ", bytes.span.size,
                         " bytes, not ", storage.getBytes());
  bytes.span.size = storage.getBytes();
  return bytes;
}

LogicalResult Weights::collect(ModuleOp module, PackageContents &contents) {
  llvm::StringMap<size_t> byName;
  WalkResult result = module.walk([&](ep::StorageOp storage) {
    rt::Expected<WeightBytes> bytes = readStorage(storage);
    if (!bytes.ok()) {
      storage.emitError("cannot read storage ")
          << storage.getSymName() << ": " << bytes.error().message;
      return WalkResult::interrupt();
    }
    std::string digest = rt::sha256Hex(bytes->span);
    std::string name = "weights/" + digest;
    auto [it, isNew] = byName.try_emplace(name, contents.records.size());
    if (isNew) {
      storages[contents.records.size()] = storage;
      contents.records.push_back({name, bytes->span.size, digest});
    }
    contents.storages[storage] = it->second;
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

rt::Expected<WeightBytes> Weights::read(size_t record) {
  // Archives stay open, so that this finds what collect() found.
  return readStorage(cast<ep::StorageOp>(storages.at(record)));
}
