// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

using namespace kiln;

ArrayRef<CpuInfo> kiln::getCpuLevels() {
  static const CpuInfo levels[] = {
      {"x86-64-v2", "x86-64-v2", "", 128, false, false},
      {"x86-64-v3", "x86-64-v3", "", 256, true, true},
      {"x86-64-v4", "x86-64-v4", "", 512, true, true},
  };
  return levels;
}

/// The highest level that the processor that runs this has. A package names
/// levels only, so that the runtime can tell whether a processor runs it.
static CpuInfo getNativeLevel() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  auto hasAll = [&](std::initializer_list<StringRef> names) {
    return llvm::all_of(names,
                        [&](StringRef name) { return features.lookup(name); });
  };
  ArrayRef<CpuInfo> levels = getCpuLevels();
  bool v3 = hasAll({"avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"});
  bool v4 =
      v3 && hasAll({"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"});
  return levels[v4 ? 2 : v3 ? 1 : 0];
}

std::optional<CpuInfo> kiln::getCpuInfo(StringRef name) {
  if (name == "native")
    return getNativeLevel();
  for (const CpuInfo &level : getCpuLevels())
    if (level.name == name)
      return level;
  return std::nullopt;
}

ArrayRef<CudaInfo> kiln::getCudaArchitectures() {
  // The lowest PTX version that has all of the architecture: every driver that
  // knows the architecture then takes the code.
  static const CudaInfo architectures[] = {
      {"sm_80", 80, false, "+ptx70", 1024, 163 * 1024},
      {"sm_86", 86, false, "+ptx71", 1024, 99 * 1024},
      {"sm_89", 89, false, "+ptx78", 1024, 99 * 1024},
      {"sm_90", 90, false, "+ptx78", 1024, 227 * 1024},
      {"sm_90a", 90, true, "+ptx80", 1024, 227 * 1024},
      {"sm_100", 100, false, "+ptx86", 1024, 227 * 1024},
  };
  return architectures;
}

const CudaInfo *kiln::getCudaInfo(StringRef name) {
  for (const CudaInfo &info : getCudaArchitectures())
    if (info.name == name)
      return &info;
  return nullptr;
}
