// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The container of a .pt2 file: which programs it holds and where their
// weights are.
#ifndef KILN_LIB_IMPORT_ARCHIVE_H
#define KILN_LIB_IMPORT_ARCHIVE_H

#include "kiln-rt/archive/RecordReader.h"
#include "kiln-rt/json/Document.h"
#include "kiln/Import/ImportError.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace kiln::pt2 {

/// Payloads of up to this size are verified when the archive is read, larger
/// ones when they are used, so that reading does not depend on their size.
constexpr uint64_t kSmallPayload = 1 << 16;

llvm::Error makeImportError(ImportError::Kind kind, llvm::StringRef file,
                            llvm::StringRef entry, const llvm::Twine &reason,
                            llvm::StringRef hint = {},
                            llvm::StringRef source = {});

/// A record that is JSON, and its text, which the document points into.
struct JSONRecord {
  rt::RecordBytes text;
  std::optional<json::Document> document;

  const json::Value &getRoot() const { return document->getRoot(); }
};

/// An open archive of any release since torch 2.4. TorchScript and AOTInductor
/// packages are refused by name. Names of records are full names; those of
/// records inside records have a `!` (see kiln-rt/archive/RecordReader.h).
class Archive {
public:
  static llvm::Expected<Archive> open(llvm::StringRef path);

  llvm::StringRef getPath() const { return records.outer().name(); }
  /// The names of the programs, in the order of the archive.
  llvm::ArrayRef<std::string> getModels() const { return models; }

  /// Names of records; archives by torch before 2.8 have no folders.
  std::string getProgramRecord(llvm::StringRef model) const;
  std::string getConfigRecord(llvm::StringRef model, bool constants) const;
  std::string getPickleRecord(llvm::StringRef model, bool constants) const;
  std::string getPayloadRecord(llvm::StringRef name, bool constants) const;

  bool contains(llvm::StringRef record) const;
  /// Reads a record that is JSON. Other text is an error of `kind`.
  llvm::Expected<JSONRecord>
  readJSON(llvm::StringRef record, ImportError::Kind kind = ImportError::JSON);
  llvm::Expected<uint64_t> getSize(llvm::StringRef record);
  /// The content, in place where it is stored, verified.
  llvm::Expected<rt::RecordBytes> read(llvm::StringRef record);
  /// Verifies the records that nobody reads: a damaged archive is not used.
  /// Payloads of weights are left to who reads them, unless they are small.
  llvm::Error checkOthers() const;
  /// Bytes of memory that a record may become.
  uint64_t getMemoryBudget() const {
    return records.outer().maxInflatedBytes();
  }

  /// The archive that a record stands in, see RecordReader.
  rt::Expected<const rt::ZipReader *> archiveOf(std::string_view &record) {
    return records.archiveOf(record);
  }

private:
  Archive(rt::ZipReader zip) : records(std::move(zip)) {}
  llvm::Error findModels();
  llvm::Error findRoot();
  llvm::Error checkFormat();
  llvm::Error checkText(llvm::StringRef name, llvm::StringRef expected,
                        bool isOptional, const llvm::Twine &reason);
  bool isPayload(const rt::ZipEntry &entry) const;
  llvm::Error makeError(const rt::Error &error, llvm::StringRef entry) const;

  rt::RecordReader records;
  bool isLegacy = false;
  std::string root;
  std::vector<std::string> models;
};

} // namespace kiln::pt2

#endif // KILN_LIB_IMPORT_ARCHIVE_H
