// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes of `ep.storage`: mapped from the archive of their program, inflated
// out of it, in the IR, or those of a state entry in another order.
#ifndef KILN_DIALECT_EP_STORAGE_H
#define KILN_DIALECT_EP_STORAGE_H

#include "kiln/Dialect/EP/EP.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace kiln::ep {

struct PackedState;

/// Bytes in a map or in the IR; `owned` holds those that had to be made, and is
/// then what `bytes` views: a copy of this would view another's.
struct StorageBytes {
  ArrayRef<uint8_t> bytes;
  std::vector<uint8_t> owned;

  StorageBytes() = default;
  StorageBytes(ArrayRef<uint8_t> bytes, std::vector<uint8_t> owned)
      : bytes(bytes), owned(std::move(owned)) {}
  StorageBytes(StorageBytes &&) = default;
  StorageBytes &operator=(StorageBytes &&) = default;
};

/// Opens each archive once and keeps it open. One thread at a time; what it
/// returns lives as long as the reader and the IR.
class StorageReader {
public:
  StorageReader();
  ~StorageReader();

  /// As many bytes as the storage says. One without bytes (a fake weight), a
  /// missing record and a short one are errors that do not name the storage.
  llvm::Expected<StorageBytes> read(StorageOp storage);

private:
  llvm::Expected<StorageBytes> readPacked(StorageOp storage,
                                          const PackedState &packed);

  struct Archives;
  std::unique_ptr<Archives> archives;
};

} // namespace kiln::ep

#endif // KILN_DIALECT_EP_STORAGE_H
