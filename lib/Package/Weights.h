// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes of storages: mapped from their archives, or in the IR.
#ifndef KILN_LIB_PACKAGE_WEIGHTS_H
#define KILN_LIB_PACKAGE_WEIGHTS_H

#include "kiln-rt/archive/Error.h"
#include "kiln/Dialect/EP/Storage.h"
#include "kiln/Package/Manifest.h"
#include "llvm/ADT/StringMap.h"

namespace kiln::package {

class Weights {
public:
  /// Adds a record for each different content of the storages in `scope`, by
  /// its digest, and says in `contents` which storage has which. Every byte is
  /// read once. Errors are emitted.
  LogicalResult collect(Operation *scope, PackageContents &contents);

  /// The bytes of a record that collect() added.
  rt::Expected<ep::StorageBytes> read(StringRef record);

private:
  rt::Expected<ep::StorageBytes> readStorage(ep::StorageOp storage);

  ep::StorageReader reader;
  llvm::StringMap<ep::StorageOp> storages; ///< one of each record
};

} // namespace kiln::package

#endif // KILN_LIB_PACKAGE_WEIGHTS_H
