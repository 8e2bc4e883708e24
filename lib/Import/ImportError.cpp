// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Import/ImportError.h"
#include "ProgramImporter.h"
#include "llvm/Support/raw_ostream.h"

using namespace kiln;

char ImportError::ID = 0;

llvm::StringRef ImportError::getKindName(Kind kind) {
  static constexpr llvm::StringLiteral names[] = {
      "container", "archive",  "weights", "JSON",      "schema",
      "symbols",   "operator", "graph",   "signature", "limits"};
  return names[kind];
}

void ImportError::log(llvm::raw_ostream &os) const {
  os << file << ": ";
  if (!entry.empty())
    os << entry << ": ";
  os << getKindName(kind) << ": " << reason;
  if (!hint.empty())
    os << "\n" << file << ": note: " << hint;
}

std::string pt2::takeReason(llvm::Error error) {
  std::string reason;
  llvm::handleAllErrors(
      std::move(error),
      [&](const ImportError &typed) { reason = typed.getReason(); },
      [&](const llvm::ErrorInfoBase &other) { reason = other.message(); });
  return reason;
}
