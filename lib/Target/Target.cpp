// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Target/Target.h"
#include "CPU/CPUTarget.h"
#include "CUDA/CUDATarget.h"

using namespace kiln;

Target::~Target() = default;

std::unique_ptr<Target> kiln::createTarget(TargetInfo info) {
  if (info.getClass() == "cpu")
    return createCpuTarget(std::move(info));
  assert(info.getClass() == "cuda" && "the classes have a compiler each");
  return createCudaTarget(std::move(info));
}

FailureOr<std::unique_ptr<Target>> kiln::parseTarget(StringRef name,
                                                     std::string &error) {
  if (std::optional<TargetInfo> info = getTargetInfo(name))
    return createTarget(std::move(*info));
  error = ("unknown target '" + name + "'; known are " + listTargets()).str();
  return failure();
}
