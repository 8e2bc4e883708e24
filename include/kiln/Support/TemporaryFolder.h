// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files for tools that read and write files.
#ifndef KILN_SUPPORT_TEMPORARYFOLDER_H
#define KILN_SUPPORT_TEMPORARYFOLDER_H

#include "kiln/Support/LLVM.h"
#include <string>
#include <system_error>

namespace kiln {

/// A folder of our own in the system's folder for temporary files, removed
/// with its files at the end.
class TemporaryFolder {
public:
  TemporaryFolder() = default;
  TemporaryFolder(const TemporaryFolder &) = delete;
  ~TemporaryFolder();

  /// Its name begins with `prefix`.
  std::error_code create(StringRef prefix);
  std::string file(StringRef name) const;

private:
  std::string folder;
};

/// Writes `bytes` to the file `path`.
std::error_code writeWholeFile(StringRef path, StringRef bytes);

} // namespace kiln

#endif // KILN_SUPPORT_TEMPORARYFOLDER_H
