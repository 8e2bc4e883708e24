// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_LIB_TARGET_CUDA_CUDATARGET_H
#define KILN_LIB_TARGET_CUDA_CUDATARGET_H

#include "kiln/Target/Target.h"
#include "kiln/Target/TargetInfo.h"

namespace kiln {

/// A target of class `cuda`.
std::unique_ptr<Target> createCudaTarget(TargetInfo info);

/// The cubin that `assembler`, a path or a program of PATH, makes of PTX for
/// `architecture`. On failure an error was emitted at `loc`.
FailureOr<std::string> assemblePtx(Location loc, StringRef ptx,
                                   StringRef architecture, StringRef assembler);

} // namespace kiln

#endif // KILN_LIB_TARGET_CUDA_CUDATARGET_H
