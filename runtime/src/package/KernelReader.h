// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KILN_RT_SRC_PACKAGE_KERNELREADER_H
#define KILN_RT_SRC_PACKAGE_KERNELREADER_H

#include "package/JsonNode.h"
#include "package/Manifest.h"

namespace kiln::rt {

/// Reads the kernels of a manifest, with the code of each target of a class
/// that this runtime knows.
Status readKernels(const JsonNode &root, Manifest &manifest);

} // namespace kiln::rt

#endif // KILN_RT_SRC_PACKAGE_KERNELREADER_H
