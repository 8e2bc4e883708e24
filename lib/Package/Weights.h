// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes of storages: mapped from their archives, or in the IR.
#ifndef KILN_LIB_PACKAGE_WEIGHTS_H
#define KILN_LIB_PACKAGE_WEIGHTS_H

#include "kiln-rt/archive/RecordReader.h"
#include "kiln/Package/Manifest.h"
#include "llvm/ADT/StringMap.h"

namespace kiln::package {

/// Bytes in a map or in the IR; `owned` holds those that had to be inflated.
using WeightBytes = rt::RecordBytes;

class Weights {
public:
  /// Adds a record for each different content of the module's storages, by its
  /// digest, and says in `contents` which storage has which. Every byte is read
  /// once. Errors are emitted.
  LogicalResult collect(mlir::ModuleOp module, PackageContents &contents);

  /// The bytes of a record that collect() added.
  rt::Expected<WeightBytes> read(size_t record);

private:
  rt::Expected<rt::RecordReader *> getArchive(const std::string &path);
  rt::Expected<WeightBytes> readStorage(ep::StorageOp storage);

  llvm::StringMap<std::unique_ptr<rt::RecordReader>> archives; ///< by path
  llvm::DenseMap<size_t, Operation *> storages; ///< one of each record
};

} // namespace kiln::package

#endif // KILN_LIB_PACKAGE_WEIGHTS_H
