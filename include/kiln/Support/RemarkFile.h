// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Remarks in a file, for tools that read LLVM's.
#ifndef KILN_SUPPORT_REMARKFILE_H
#define KILN_SUPPORT_REMARKFILE_H

#include "kiln/Support/LLVM.h"
#include "mlir/IR/Remarks.h"
#include <memory>

namespace kiln {

/// Opens a file of remarks: bitstream where the path ends in ".bitstream", else
/// YAML. Each has the file and the line of Python, and as function the
/// `forward` of its module: `features.0.forward`. Null where the file cannot be
/// written; MLIR says why on stderr.
std::unique_ptr<mlir::remark::detail::MLIRRemarkStreamerBase>
openRemarkFile(llvm::StringRef path);

} // namespace kiln

#endif // KILN_SUPPORT_REMARKFILE_H
