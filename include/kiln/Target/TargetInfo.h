// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts about targets, as tables: a new level or architecture is a row here and
// touches no pattern.
#ifndef KILN_TARGET_TARGETINFO_H
#define KILN_TARGET_TARGETINFO_H

#include "kiln/Support/LLVM.h"
#include "llvm/Support/CodeGen.h"
#include <optional>
#include <string>
#include <vector>

namespace kiln {

/// What the kernels of a class of targets can be made of. Targets of one class
/// share kernels, memory plan and host program, and differ in code only.
struct TargetTraits {
  /// Name of the class: `cpu` or `cuda`.
  StringRef name;
  /// An item may go along a whole row: reductions along the same rows are
  /// better done together than once for each element.
  bool wholeRows;
  /// Products read weights in panels.
  bool panels;
  /// Two products around a softmax may be one kernel.
  bool attention;
};

/// How LLVM writes code, and how its tools read it.
struct CodeInfo {
  StringRef triple;
  std::string processor; ///< LLVM's name of it
  std::string features;  ///< LLVM's feature string, beyond those of `processor`
  /// Code and constants of a record are this near to each other; nothing: as
  /// the triple has it.
  std::optional<llvm::CodeModel::Model> model;
};

/// Sizes in bytes, of one core's share.
struct CacheInfo {
  int64_t level1 = 32 << 10, level2 = 512 << 10, level3 = 8 << 20;
  /// Bytes per cycle that a core gets of each, and of memory.
  double rate1 = 64, rate2 = 32, rate3 = 24, memoryRate = 8;
  /// Cores that take all of what memory gives.
  unsigned coresPerMemory = 4;
};

/// The facts of a CPU.
struct CpuInfo {
  unsigned registers = 0;    ///< vector registers
  unsigned vectorBits = 0;   ///< width of each
  bool hasMasks = false;     ///< loads and stores of some lanes
  int64_t tableSize = 0;     ///< lanes chosen from those of a register of f32
  bool hasStreams = false;   ///< vectors stored around the caches, and a fence
  bool hasFma = false;       ///< fused multiply-add
  bool hasF16c = false;      ///< conversions between f16 and f32
  bool hasBf16Dots = false;  ///< sums of two products of bf16 in a lane of f32
  bool hasInt8Dots = false;  ///< sums of four products of i8 in a lane of i32
  bool hasInt16Dots = false; ///< sums of two products of i16 in a lane of i32
  /// Products of tile registers, of bf16 and of i8 (AMX): the emitter `amx`
  /// takes them for what the instructions above do for vectors.
  bool hasTiles = false;
  CacheInfo cache;
  /// Vector operations and loads that may begin in a cycle, and the cycles
  /// until a sum can be added to.
  unsigned operationsPerCycle = 2, loadsPerCycle = 2, sumLatency = 4;
  /// Rows of sums that a product of tiles adds to in a cycle, and the cycles
  /// until they can be added to again: from Intel's manuals, and so measured.
  unsigned tileRowsPerCycle = 1, tileLatency = 52;
  double gigahertz = 3;
  /// That a program is planned for; it runs on any number.
  unsigned cores = 8;
  /// Cycles of one core that it takes to let another one begin, where that
  /// spins: measured with kernels of some microseconds (decision 039).
  int64_t threadStart = 2048;
};

/// A product of matrices that a warp computes by one instruction.
struct MatrixShape {
  unsigned rows, columns, depth; ///< for operands of 16 bits
};

/// The facts of a CUDA architecture.
struct CudaInfo {
  unsigned version = 0;  ///< 10 * major + minor compute capability
  bool specific = false; ///< architecture-specific code, such as sm_90a
  unsigned threadsPerWarp = 32;
  unsigned maxThreadsPerBlock = 1024;
  int64_t maxBlocks = INT32_MAX;    ///< of a grid along its first axis
  unsigned maxBlocksPerCluster = 1; ///< 1: no clusters
  unsigned maxRegistersPerThread = 255;
  unsigned registersPerProcessor = 64 << 10;
  unsigned maxSharedBytes = 0;  ///< dynamic shared memory per block, opted in
  MatrixShape warpProduct = {}; ///< `mma.sync`
  MatrixShape warpGroupProduct = {}; ///< `wgmma`, its largest; zero: none
  bool hasAsyncCopies = false;       ///< `cp.async`
  bool hasTensorCopies = false;      ///< copies of boxes by tensor maps (TMA)
  unsigned processors = 0;           ///< of the usual device
  unsigned maxThreadsPerProcessor = 2048;
  unsigned lanesPerCycle = 128; ///< operations of one processor
  unsigned loadLatency = 30;    ///< cycles of a step that waits for a load
  double gigahertz = 1.4;
  double memoryRate = 0; ///< bytes per nanosecond
  double launch = 3000;  ///< nanoseconds from one kernel to the next
};

/// One target. Of `cpu` and `cuda` the one that its class names counts.
struct TargetInfo {
  std::string name; ///< `cpu:x86-64-v4+bf16`, `cuda:sm_90a`
  const TargetTraits *traits = nullptr;
  CodeInfo code;
  CpuInfo cpu;
  CudaInfo cuda;

  StringRef getClass() const { return traits->name; }
  /// So many items of a kernel, where each is long, keep all of it busy.
  int64_t getParallelItems() const;
  /// What follows the class: `x86-64-v4+bf16`.
  StringRef getProcessor() const { return StringRef(name).split(':').second; }
};

/// The targets that have a name of their own, Kiln's of a class from the least
/// to the most able one; in front of them what was registered.
std::vector<TargetInfo> getKnownTargets();

/// Makes a target known by its name. Its traits must outlive it. May be called
/// from any thread, before targets are looked up.
void registerTarget(TargetInfo info);

/// The target `name`: a known one, or one with instructions that its level
/// leaves open, `cpu:x86-64-v4+bf16+vnni`. Its name is canonical: each
/// extension once, in the order of the table. `cpu:native` is the most able one
/// that runs on the processor and the system that this runs on. Nothing where
/// there is none of that name.
std::optional<TargetInfo> getTargetInfo(StringRef name);

/// The class for which programs are lowered before a target is named: `cpu`.
const TargetTraits &getDefaultTraits();

/// Is `name` an architecture of CUDA devices: `sm_90`, `sm_90a`?
bool isCudaArchitecture(StringRef name);

/// Can PTX for `info` be assembled for the architecture `name`?
bool canAssemble(const CudaInfo &info, StringRef name);

/// The forms of name that `getTargetInfo` knows, for messages.
std::string listTargets();

} // namespace kiln

#endif // KILN_TARGET_TARGETINFO_H
