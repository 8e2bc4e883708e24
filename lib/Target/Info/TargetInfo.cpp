// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Target/TargetInfo.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include <map>

using namespace kiln;

ArrayRef<CpuInfo> kiln::getCpuLevels() {
  static const CpuInfo levels[] = {
      {"x86-64-v2", "x86-64-v2", "", 128, false, false},
      {"x86-64-v3", "x86-64-v3", "", 256, true, true},
      {"x86-64-v4", "x86-64-v4", "", 512, true, true},
  };
  return levels;
}

/// What LLVM knows about the processor that runs this.
static CpuInfo getNativeCpu() {
  llvm::StringMap<bool> known = llvm::sys::getHostCPUFeatures();
  std::map<std::string, bool> ordered;
  for (const auto &feature : known)
    ordered[feature.getKey().str()] = feature.getValue();
  std::string features;
  for (const auto &[feature, enabled] : ordered)
    features += (features.empty() ? "" : ",") +
                std::string(enabled ? "+" : "-") + feature;
  unsigned bits = ordered["avx512f"] ? 512 : ordered["avx2"] ? 256 : 128;
  return {"native",       llvm::sys::getHostCPUName().str(),
          features,       bits,
          ordered["fma"], ordered["f16c"]};
}

std::optional<CpuInfo> kiln::getCpuInfo(StringRef name) {
  if (name == "native")
    return getNativeCpu();
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
