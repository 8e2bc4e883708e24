// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/EP/Storage.h"
#include "kiln-rt/archive/RecordReader.h"
#include "kiln/Dialect/EP/PackedStorage.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

/// Readers by path.
struct StorageReader::Archives {
  llvm::StringMap<std::unique_ptr<rt::RecordReader>> readers;

  rt::Expected<StorageBytes> read(const std::string &path,
                                  const std::string &record) {
    std::unique_ptr<rt::RecordReader> &reader = readers[path];
    if (!reader) {
      KILN_RT_ASSIGN(rt::RecordReader opened, rt::RecordReader::openFile(path));
      reader = std::make_unique<rt::RecordReader>(std::move(opened));
    }
    KILN_RT_ASSIGN(rt::RecordBytes bytes, reader->read(record));
    return StorageBytes{{bytes.span.data, bytes.span.size},
                        std::move(bytes.owned)};
  }
};

StorageReader::StorageReader() : archives(std::make_unique<Archives>()) {}
StorageReader::~StorageReader() = default;

static ArrayRef<uint8_t> asBytes(ArrayRef<char> raw) {
  return {reinterpret_cast<const uint8_t *>(raw.data()), raw.size()};
}

/// A few bytes of IR may stand for many: the bytes that the least file may
/// become.
static constexpr size_t kMostSplat = rt::memoryBudget(0);

/// The bytes of an elements attribute, without a copy where there are some.
static llvm::Expected<StorageBytes> readData(StorageOp storage) {
  ElementsAttr data = *storage.getData();
  StorageBytes result;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(data)) {
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      result.bytes = asBytes(blob->getData());
  } else if (auto dense = dyn_cast<DenseElementsAttr>(data)) {
    ArrayRef<uint8_t> raw = asBytes(dense.getRawData());
    result.bytes = raw;
    auto bytes = static_cast<size_t>(storage.getBytes());
    if (dense.isSplat() && !raw.empty() && bytes > kMostSplat)
      return llvm::createStringError(
          "its one element is repeated to " + Twine(bytes) +
          " bytes, over the limit of " + Twine(kMostSplat));
    if (dense.isSplat() && !raw.empty()) {
      result.owned.reserve(bytes + raw.size());
      while (result.owned.size() < bytes)
        result.owned.insert(result.owned.end(), raw.begin(), raw.end());
      result.bytes = result.owned;
    }
  }
  return result;
}

namespace {
/// A copy of row-major elements into a packed storage.
struct PackingCopy {
  ArrayRef<SmallVector<int64_t>> offsets; ///< per dimension
  size_t elementBytes;
  const uint8_t *from;
  uint8_t *to;

  void run(unsigned dimension, int64_t offset) {
    if (dimension == offsets.size()) {
      std::memcpy(to + offset * elementBytes, from, elementBytes);
      from += elementBytes;
      return;
    }
    for (int64_t next : offsets[dimension])
      run(dimension + 1, offset + next);
  }
};
} // namespace

// The verifier saw that the state is row-major and that its layout fits.
llvm::Expected<StorageBytes>
StorageReader::readPacked(StorageOp storage, const PackedState &packed) {
  Operation *state =
      SymbolTable::lookupSymbolIn(storage->getParentOp(), packed.state);
  auto source = cast<StorageOp>(SymbolTable::lookupSymbolIn(
      storage->getParentOp(),
      state->getAttrOfType<FlatSymbolRefAttr>("storage").getAttr()));
  if (getPackedState(source))
    return llvm::createStringError("it packs what is packed");
  llvm::Expected<StorageBytes> bytes = read(source);
  if (!bytes)
    return bytes.takeError();
  auto type =
      cast<TensorType>(state->getAttrOfType<TypeAttr>("type").getValue());
  size_t element = type.getElementType().getIntOrFloatBitWidth() / 8;
  SmallVector<SmallVector<int64_t>> offsets;
  SmallVector<int64_t> sizes = packed.layout.sizes;
  if (sizes.empty())
    for (ExprAttr size : type.getSizes())
      sizes.push_back(size.getValue());
  for (auto [d, size] : llvm::enumerate(sizes))
    offsets.push_back(packed.layout.getOffsets(d, size));
  StorageBytes result;
  result.owned.resize(storage.getBytes());
  const uint8_t *first =
      bytes->bytes.data() +
      state->getAttrOfType<IntegerAttr>("offset").getInt() * element;
  PackingCopy{offsets, element, first, result.owned.data()}.run(0, 0);
  result.bytes = result.owned;
  return result;
}

llvm::Expected<StorageBytes> StorageReader::read(StorageOp storage) {
  StorageBytes result;
  if (storage.getBytes() == 0)
    return result;
  auto program = cast<ProgramOp>(storage->getParentOp());
  if (std::optional<PackedState> packed = getPackedState(storage))
    return readPacked(storage, *packed);
  if (storage.getData()) {
    llvm::Expected<StorageBytes> data = readData(storage);
    if (!data)
      return data.takeError();
    result = std::move(*data);
  } else if (storage.getRecord() && program.getArchive()) {
    rt::Expected<StorageBytes> read =
        archives->read(program.getArchive()->str(), storage.getRecord()->str());
    if (!read.ok())
      return llvm::createStringError(read.error().message);
    result = *std::move(read);
  } else {
    return llvm::createStringError(
        isFold(storage) ? "the program makes its bytes once it has weights"
                        : "its bytes are not known");
  }
  if (result.bytes.size() < static_cast<size_t>(storage.getBytes()))
    return llvm::createStringError("it has " + Twine(result.bytes.size()) +
                                   " bytes, not " + Twine(storage.getBytes()));
  result.bytes = result.bytes.take_front(storage.getBytes());
  return result;
}
