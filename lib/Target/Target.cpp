// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Target/Target.h"
#include "CPU/CPUTarget.h"
#include "CUDA/CUDATarget.h"
#include "kiln/Support/Registry.h"

using namespace kiln;

Target::~Target() = default;

static Registry<std::pair<StringRef, CreateTarget>> &getRegistry() {
  static Registry<std::pair<StringRef, CreateTarget>> registry = {
      {"cpu", createCpuTarget}, {"cuda", createCudaTarget}};
  return registry;
}

void kiln::registerTargetClass(StringRef name, CreateTarget create) {
  getRegistry().add({name, create});
}

std::unique_ptr<Target> kiln::createTarget(TargetInfo info) {
  for (const auto &[name, create] : getRegistry().get())
    if (name == info.getClass())
      return create(std::move(info));
  llvm_unreachable("the classes have a compiler each");
}

FailureOr<std::unique_ptr<Target>> kiln::parseTarget(StringRef name,
                                                     std::string &error) {
  if (std::optional<TargetInfo> info = getTargetInfo(name))
    return createTarget(std::move(*info));
  error = ("unknown target '" + name + "'; known are " + listTargets()).str();
  return failure();
}
