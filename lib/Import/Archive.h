// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The container of a .pt2 file: which programs it holds and where their
// weights are.
#ifndef KILN_LIB_IMPORT_ARCHIVE_H
#define KILN_LIB_IMPORT_ARCHIVE_H

#include "kiln-rt/archive/ZipReader.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <memory>
#include <vector>

namespace kiln::pt2 {

/// An error of the form `file: entry: message`.
llvm::Error makeImportError(llvm::StringRef file, llvm::StringRef entry,
                            const llvm::Twine &message);
llvm::Error makeImportError(const rt::Error &error);

/// An open archive of torch 2.9 and later. Older containers, TorchScript and
/// AOTInductor packages are refused by name.
class Archive {
public:
  static llvm::Expected<Archive> open(llvm::StringRef path);

  llvm::StringRef getPath() const { return zip.name(); }
  /// The names of the programs, in the order of the archive.
  llvm::ArrayRef<std::string> getModels() const { return models; }
  /// The full name of a record below the root folder.
  std::string getRecordName(llvm::StringRef name) const {
    return root + name.str();
  }
  /// Parses the record `name` (below the root) as JSON.
  llvm::Expected<llvm::json::Value> readJSON(llvm::StringRef name) const;
  /// The size of the record `name` (below the root), or nothing.
  std::optional<uint64_t> getSize(llvm::StringRef name) const;
  /// The bytes of a stored record, in place.
  llvm::Expected<llvm::StringRef> getBytes(llvm::StringRef name) const;

private:
  Archive(rt::ZipReader zip) : zip(std::move(zip)) {}
  llvm::Error findModels();

  rt::ZipReader zip;
  std::string root;
  std::vector<std::string> models;
};

} // namespace kiln::pt2

#endif // KILN_LIB_IMPORT_ARCHIVE_H
