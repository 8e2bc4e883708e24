// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Target/Target.h"
#include "CPU/CPUTarget.h"
#include "CUDA/CUDATarget.h"

using namespace kiln;

Target::~Target() = default;

static std::string listTargets() {
  std::string names;
  for (const CpuInfo &level : getCpuLevels())
    names += "cpu:" + level.name + ", ";
  names += "cpu:native";
  for (const CudaInfo &info : getCudaArchitectures())
    names += ", cuda:" + info.name.str();
  return names;
}

FailureOr<std::unique_ptr<Target>> kiln::parseTarget(StringRef name,
                                                     std::string &error) {
  auto [kind, processor] = name.split(':');
  if (kind == "cpu") {
    if (std::optional<CpuInfo> info = getCpuInfo(processor))
      return createCpuTarget(*info);
  } else if (kind == "cuda") {
    if (const CudaInfo *info = getCudaInfo(processor))
      return createCudaTarget(*info);
  }
  error = ("unknown target '" + name + "'; known are " + listTargets()).str();
  return failure();
}
