// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of a package at load, for writers of packages: a package that
// these functions accept loads, where the CPU has the target's features and
// routines are registered.

#ifndef KILN_RT_LOADER_LOADER_H
#define KILN_RT_LOADER_LOADER_H

#include "kiln-rt/archive/Error.h"

#include <functional>
#include <vector>

namespace kiln::rt {

/// The texts of the manifest of the package `file`, or of one of its variants,
/// and of its record of details, if it names one. An error names program, entry
/// and instruction where it is about one.
Status checkManifest(std::string_view text, std::string_view details,
                     const std::string &file);

/// The record `name` with the code of a CPU target.
Status checkCode(ByteSpan object, const std::string &name);

/// The rank of a target such as `cpu:x86-64-v4+bf16` on this machine: greater
/// is better, -1 where the processor, the system or this runtime cannot run it.
/// `reason` says why, in a few words.
int cpuTargetRank(std::string_view target, std::string &reason);

using RankTarget =
    std::function<int(std::string_view target, std::string &reason)>;

/// Would the code of a target be taken, and why? Of the rest it is skipped.
struct TargetNote {
  std::string name, reason; ///< "is for a device that …", "…: taken, the best"
  bool isTaken = false;
};

/// A note for each target of a package: the best is taken, or `wanted` where
/// that is not empty, by the ranks of this machine's CPU or another device.
std::vector<TargetNote> explainTargets(const std::vector<std::string> &names,
                                       const std::string &wanted = "",
                                       const RankTarget &rank = cpuTargetRank);

} // namespace kiln::rt

#endif // KILN_RT_LOADER_LOADER_H
