// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_LIB_TARGET_CUDA_CUDATARGET_H
#define KILN_LIB_TARGET_CUDA_CUDATARGET_H

#include "kiln/Target/Target.h"
#include "kiln/Target/TargetInfo.h"

namespace kiln {

/// The target `cuda:<info.name>`.
std::unique_ptr<Target> createCudaTarget(const CudaInfo &info);

} // namespace kiln

#endif // KILN_LIB_TARGET_CUDA_CUDATARGET_H
