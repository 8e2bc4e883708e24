// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KILN_RT_SRC_DEVICE_CUDA_CUDATARGET_H
#define KILN_RT_SRC_DEVICE_CUDA_CUDATARGET_H

#include <string>

namespace kiln::rt::cuda {

/// The rank of a target such as `cuda:sm_90a` on a device of compute capability
/// `version`, 90: greater is better, -1 where its code does not run. `reason`
/// says why, in a few words.
int rankTarget(std::string_view target, int version, std::string &reason);

/// The same of a cubin for an architecture, "sm_90a": it runs on devices of the
/// same major version, of this minor one or a later one.
int rankCubin(std::string_view architecture, int version);

} // namespace kiln::rt::cuda

#endif // KILN_RT_SRC_DEVICE_CUDA_CUDATARGET_H
