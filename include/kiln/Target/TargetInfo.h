// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts about processors, as tables: a new level or architecture is a row here
// and touches no pattern.
#ifndef KILN_TARGET_TARGETINFO_H
#define KILN_TARGET_TARGETINFO_H

#include "kiln/Support/LLVM.h"
#include <optional>
#include <string>

namespace kiln {

/// One x86-64 level.
struct CpuInfo {
  std::string name;     ///< as in `cpu:<name>`
  std::string cpu;      ///< LLVM's name of the processor
  std::string features; ///< LLVM's feature string, beyond those of `cpu`
  unsigned vectorBits;  ///< width of the widest vector register
  bool hasFma;          ///< fused multiply-add in hardware
  bool hasF16c;         ///< conversions between f16 and f32 in hardware
};

/// One CUDA architecture.
struct CudaInfo {
  StringRef name;     ///< as in `cuda:<name>`, LLVM's name too
  unsigned version;   ///< 10 * major + minor compute capability
  bool specific;      ///< architecture-specific code, such as sm_90a
  StringRef features; ///< the PTX version to write, as LLVM's feature
  unsigned maxThreadsPerBlock;
  unsigned maxSharedBytes; ///< dynamic shared memory per block, opted in
};

/// The levels that have a name of their own.
ArrayRef<CpuInfo> getCpuLevels();
/// The level `name`; `native` is the highest level of the processor that runs
/// this.
std::optional<CpuInfo> getCpuInfo(StringRef name);

/// The known architectures.
ArrayRef<CudaInfo> getCudaArchitectures();
/// The architecture `name`.
const CudaInfo *getCudaInfo(StringRef name);

} // namespace kiln

#endif // KILN_TARGET_TARGETINFO_H
