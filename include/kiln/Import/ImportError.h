// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors in an archive.
#ifndef KILN_IMPORT_IMPORTERROR_H
#define KILN_IMPORT_IMPORTERROR_H

#include "kiln/Support/Diagnostics.h"
#include <string>

namespace kiln {

/// An error of the importer: `file: entry: kind: reason`, without the parts
/// that do not apply. Plain data; may be moved between threads.
class ImportError : public llvm::ErrorInfo<ImportError, SourceError> {
public:
  enum Kind {
    Container, ///< the zip archive
    Archive,   ///< which records there are
    Weights,   ///< payloads and their metadata
    JSON,      ///< the syntax of a record
    Schema,    ///< keys and types of the JSON
    Symbols,   ///< expressions, ranges and guards
    Operator,  ///< a node and the operator that it calls
    Graph,     ///< values and their uses
    Signature, ///< inputs, outputs and trees
    Limits     ///< well-formed, but beyond the reader's limits
  };
  static char ID;

  ImportError(Kind kind, std::string file, std::string entry,
              std::string reason, std::string hint = {},
              std::string source = {})
      : kind(kind), file(std::move(file)), entry(std::move(entry)),
        reason(std::move(reason)), hint(std::move(hint)),
        source(std::move(source)) {}

  Kind getKind() const { return kind; }
  /// The kind as messages write it: "container".
  static llvm::StringRef getKindName(Kind kind);
  /// The archive.
  llvm::StringRef getFile() const { return file; }
  /// The record of the archive; empty where all of it is meant.
  llvm::StringRef getEntry() const { return entry; }
  /// Names the node and its Python line, where there is one.
  llvm::StringRef getReason() const { return reason; }
  /// What the user may do about it; empty where nothing is known.
  llvm::StringRef getHint() const { return hint; }
  /// The text of that Python line; empty where there is none.
  llvm::StringRef getSource() const override { return source; }

  /// One line, and one with a note for the hint.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  Kind kind;
  std::string file, entry, reason, hint, source;
};

} // namespace kiln

#endif // KILN_IMPORT_IMPORTERROR_H
