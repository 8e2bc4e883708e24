// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Target/TargetInfo.h"
#include "kiln-rt/loader/Loader.h"
#include "kiln/Support/Registry.h"
#include "llvm/ADT/STLExtras.h"

using namespace kiln;

static constexpr TargetTraits kCpuTraits = {"cpu", /*wholeRows=*/true,
                                            /*panels=*/true,
                                            /*attention=*/true};
// A thread computes one element: a row would be reduced for each.
static constexpr TargetTraits kCudaTraits = {"cuda", /*wholeRows=*/false,
                                             /*panels=*/false,
                                             /*attention=*/false};

static constexpr StringRef kAarch64 = "aarch64-unknown-linux-gnu";
static constexpr StringRef kX86 = "x86_64-unknown-linux-gnu";
static constexpr StringRef kNvptx = "nvptx64-nvidia-cuda";

/// A level of an architecture, with the code of LLVM's processor.
static TargetInfo makeLevel(StringRef name, StringRef triple,
                            StringRef processor, CpuInfo cpu) {
  return {("cpu:" + name).str(),
          &kCpuTraits,
          {triple, processor.str(), "", {}},
          cpu,
          {}};
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

const TargetTraits &kiln::getDefaultTraits() { return kCpuTraits; }

static Registry<TargetInfo> makeRegistry() {
  CpuInfo v2;
  v2.registers = 16;
  v2.vectorBits = 128;
  v2.hasInt16Dots = true;
  CpuInfo v3 = v2;
  v3.vectorBits = 256;
  v3.hasFma = v3.hasF16c = v3.hasStreams = true;
  v3.tableSize = 8;
  CpuInfo v4 = v3;
  v4.registers = 32;
  v4.vectorBits = 512;
  v4.hasMasks = true;
  v4.tableSize = 16;
  CpuInfo neon;
  neon.registers = 32;
  neon.vectorBits = 128;
  neon.hasFma = neon.hasF16c = true;
  CudaInfo ampere;
  ampere.version = 80;
  ampere.maxSharedBytes = 163 << 10;
  ampere.warpProduct = {16, 8, 16};
  ampere.hasAsyncCopies = true;
  ampere.processors = 108;
  ampere.memoryRate = 1555;
  CudaInfo ga102 = ampere;
  ga102.version = 86;
  ga102.maxSharedBytes = 99 << 10;
  ga102.maxThreadsPerProcessor = 1536;
  ga102.processors = 84;
  ga102.gigahertz = 1.7;
  ga102.memoryRate = 936;
  CudaInfo ada = ga102;
  ada.version = 89;
  ada.processors = 128;
  ada.gigahertz = 2.5;
  ada.memoryRate = 1008;
  CudaInfo hopper = ampere;
  hopper.version = 90;
  hopper.maxBlocksPerCluster = 8;
  hopper.maxSharedBytes = 227 << 10;
  hopper.hasTensorCopies = true;
  hopper.processors = 132;
  hopper.gigahertz = 1.75;
  hopper.memoryRate = 3350;
  CudaInfo hopperOnly = hopper;
  hopperOnly.specific = true;
  hopperOnly.warpGroupProduct = {64, 256, 16};
  CudaInfo blackwell = hopper;
  blackwell.version = 100;
  blackwell.processors = 148;
  blackwell.gigahertz = 1.9;
  blackwell.memoryRate = 8000;
  CudaInfo blackwellOnly = blackwell;
  blackwellOnly.specific = true;
  return {
      makeLevel("aarch64", kAarch64, "generic", neon),
      makeLevel("x86-64-v2", kX86, "x86-64-v2", v2),
      makeLevel("x86-64-v3", kX86, "x86-64-v3", v3),
      makeLevel("x86-64-v4", kX86, "x86-64-v4", v4),
      makeArchitecture("sm_80", "+ptx70", ampere),
      makeArchitecture("sm_86", "+ptx71", ga102),
      makeArchitecture("sm_89", "+ptx78", ada),
      makeArchitecture("sm_90", "+ptx78", hopper),
      makeArchitecture("sm_90a", "+ptx80", hopperOnly),
      makeArchitecture("sm_100", "+ptx86", blackwell),
      makeArchitecture("sm_100a", "+ptx86", blackwellOnly),
  };
}

static Registry<TargetInfo> &getRegistry() {
  static Registry<TargetInfo> registry = makeRegistry();
  return registry;
}

void kiln::registerTarget(TargetInfo info) {
  getRegistry().add(std::move(info));
}

std::vector<TargetInfo> kiln::getKnownTargets() { return getRegistry().get(); }

static std::optional<TargetInfo> findKnown(StringRef name) {
  for (const TargetInfo &target : getKnownTargets())
    if (target.name == name)
      return target;
  return std::nullopt;
}

namespace {
/// Instructions that a level leaves open.
struct Extension {
  StringRef level, name;
  StringRef features; ///< as LLVM names them
  bool CpuInfo::*fact;
};
} // namespace

static constexpr Extension kExtensions[] = {
    {"cpu:x86-64-v4", "bf16", "+avx512bf16", &CpuInfo::hasBf16Dots},
    {"cpu:x86-64-v4", "vnni", "+avx512vnni", &CpuInfo::hasInt8Dots},
    {"cpu:x86-64-v4", "amx", "+amx-tile,+amx-bf16,+amx-int8",
     &CpuInfo::hasTiles},
};

/// Adds `extension` to a target whose earlier ones are there.
static void extend(TargetInfo &target, const Extension &extension) {
  target.name += ("+" + extension.name).str();
  if (!target.code.features.empty())
    target.code.features += ",";
  target.code.features += extension.features;
  target.cpu.*extension.fact = true;
  // Processors with tiles (Sapphire Rapids and later) have larger caches.
  if (target.cpu.hasTiles) {
    target.cpu.cache.level1 = 48 << 10;
    target.cpu.cache.level2 = 2 << 20;
  }
}

static std::optional<TargetInfo> findExtended(StringRef name) {
  SmallVector<StringRef> parts;
  name.split(parts, '+');
  std::optional<TargetInfo> target = findKnown(parts.front());
  size_t taken = 1;
  for (const Extension &extension : kExtensions)
    if (target && extension.level == parts.front() &&
        llvm::is_contained(ArrayRef(parts).drop_front(), extension.name)) {
      extend(*target, extension);
      ++taken;
    }
  // A name that is left over is unknown, or there twice.
  return taken == parts.size() ? target : std::nullopt;
}

/// The best target that the runtime would take on this machine: it asks the
/// processor and the system.
static std::optional<TargetInfo> findNative() {
  auto rank = [](const TargetInfo &target) {
    std::string reason;
    return rt::cpuTargetRank(target.name, reason);
  };
  std::optional<TargetInfo> best;
  for (const TargetInfo &target : getKnownTargets())
    if (rank(target) > (best ? rank(*best) : -1))
      best = target;
  if (!best)
    return std::nullopt;
  std::string name = best->name;
  for (const Extension &extension : kExtensions) {
    TargetInfo extended = *best;
    extend(extended, extension);
    if (extension.level == name && rank(extended) > rank(*best))
      best = extended;
  }
  return best;
}

std::optional<TargetInfo> kiln::getTargetInfo(StringRef name) {
  return name == "cpu:native" ? findNative() : findExtended(name);
}

int64_t TargetInfo::getParallelItems() const {
  // Some per core, so that one which is late holds up little.
  constexpr int64_t kPerCore = 4, kPerProcessor = 128;
  return cpu.vectorBits ? kPerCore * cpu.cores
                        : kPerProcessor * cuda.processors;
}

/// 90 of `sm_90` and of `sm_90a`, which code for one architecture alone has;
/// nothing where the name is neither.
static std::optional<unsigned> parseArchitecture(StringRef name,
                                                 bool &specific) {
  unsigned version = 0;
  if (!name.consume_front("sm_") || name.consumeInteger(10, version))
    return std::nullopt;
  specific = name.consume_front("a");
  return name.empty() ? std::optional(version) : std::nullopt;
}

bool kiln::isCudaArchitecture(StringRef name) {
  bool specific;
  return parseArchitecture(name, specific).has_value();
}

bool kiln::canAssemble(const CudaInfo &info, StringRef name) {
  bool specific;
  std::optional<unsigned> version = parseArchitecture(name, specific);
  if (!version)
    return false;
  return info.specific ? specific && *version == info.version
                       : *version >= info.version;
}

std::string kiln::listTargets() {
  std::string names;
  for (const TargetInfo &target : getKnownTargets()) {
    names += target.name;
    for (const Extension &extension : kExtensions)
      if (extension.level == target.name)
        names += ("[+" + extension.name + "]").str();
    names += ", ";
  }
  return names + "cpu:native";
}
