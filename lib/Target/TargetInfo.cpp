// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

using namespace kiln;

static constexpr TargetTraits kCpuTraits = {"cpu", /*wholeRows=*/true,
                                            /*panels=*/true,
                                            /*attention=*/true};
// A thread computes one element: a row would be reduced for each.
static constexpr TargetTraits kCudaTraits = {"cuda", /*wholeRows=*/false,
                                             /*panels=*/false,
                                             /*attention=*/false};

static constexpr StringRef kX86 = "x86_64-unknown-linux-gnu";
static constexpr StringRef kNvptx = "nvptx64-nvidia-cuda";

/// A level: LLVM has a processor of its name.
static TargetInfo makeLevel(StringRef name, CpuInfo cpu) {
  return {
      ("cpu:" + name).str(), &kCpuTraits, {kX86, name.str(), "", {}}, cpu, {}};
}

/// An architecture. `ptx` is the lowest version that has all of it: every
/// driver that knows the architecture then takes the code.
static TargetInfo makeArchitecture(StringRef name, StringRef ptx,
                                   CudaInfo cuda) {
  return {("cuda:" + name).str(),
          &kCudaTraits,
          {kNvptx, name.str(), ptx.str(), {}},
          {},
          cuda};
}

ArrayRef<TargetInfo> kiln::getKnownTargets() {
  static const std::vector<TargetInfo> targets = [] {
    CpuInfo v2;
    v2.registers = 16;
    v2.vectorBits = 128;
    CpuInfo v3 = v2;
    v3.vectorBits = 256;
    v3.hasFma = v3.hasF16c = true;
    CpuInfo v4 = v3;
    v4.registers = 32;
    v4.vectorBits = 512;
    v4.hasMasks = true;
    CudaInfo ampere;
    ampere.version = 80;
    ampere.maxSharedBytes = 163 << 10;
    ampere.warpProduct = {16, 8, 16};
    ampere.hasAsyncCopies = true;
    CudaInfo ga102 = ampere;
    ga102.version = 86;
    ga102.maxSharedBytes = 99 << 10;
    CudaInfo ada = ga102;
    ada.version = 89;
    CudaInfo hopper = ampere;
    hopper.version = 90;
    hopper.maxBlocksPerCluster = 8;
    hopper.maxSharedBytes = 227 << 10;
    hopper.hasTensorCopies = true;
    CudaInfo hopperOnly = hopper;
    hopperOnly.specific = true;
    hopperOnly.warpGroupProduct = {64, 256, 16};
    CudaInfo blackwell = hopper;
    blackwell.version = 100;
    return std::vector<TargetInfo>{
        makeLevel("x86-64-v2", v2),
        makeLevel("x86-64-v3", v3),
        makeLevel("x86-64-v4", v4),
        makeArchitecture("sm_80", "+ptx70", ampere),
        makeArchitecture("sm_86", "+ptx71", ga102),
        makeArchitecture("sm_89", "+ptx78", ada),
        makeArchitecture("sm_90", "+ptx78", hopper),
        makeArchitecture("sm_90a", "+ptx80", hopperOnly),
        makeArchitecture("sm_100", "+ptx86", blackwell),
    };
  }();
  return targets;
}

static std::optional<TargetInfo> findKnown(StringRef name) {
  for (const TargetInfo &target : getKnownTargets())
    if (target.name == name)
      return target;
  return std::nullopt;
}

/// The highest level that the processor that runs this has. A package names
/// levels only, so that the runtime can tell whether a processor runs it.
static TargetInfo getNativeLevel() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  auto hasAll = [&](std::initializer_list<StringRef> names) {
    return llvm::all_of(names,
                        [&](StringRef name) { return features.lookup(name); });
  };
  bool v3 = hasAll({"avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"});
  bool v4 =
      v3 && hasAll({"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"});
  return *findKnown(v4   ? "cpu:x86-64-v4"
                    : v3 ? "cpu:x86-64-v3"
                         : "cpu:x86-64-v2");
}

std::optional<TargetInfo> kiln::getTargetInfo(StringRef name) {
  return name == "cpu:native" ? getNativeLevel() : findKnown(name);
}

std::string kiln::listTargets() {
  std::string names;
  for (const TargetInfo &target : getKnownTargets())
    names += target.name + ", ";
  return names + "cpu:native";
}
