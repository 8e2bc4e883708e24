// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of schedules that somebody chose or measured.
#ifndef KILN_LIB_TARGET_SCHEDULERECORDS_H
#define KILN_LIB_TARGET_SCHEDULERECORDS_H

#include "kiln/Target/Emitter.h"
#include "llvm/Support/Error.h"
#include <map>

namespace kiln {

/// By the digest of a kernel (exec::getKernelDigest) and the name of a target.
using ScheduleRecords = std::map<std::pair<std::string, std::string>, Schedule>;

/// Reads `{"schedules": [{"kernel": "…16 digits…", "target": "cpu:x86-64-v4",
/// "emitter": "gemm", "tile": [8, 32], "block": [256], "depth": 256}, …]}`, as
/// `kiln-inspect --schedules --json` prints it. An error names the file and
/// what is wrong in it; a kernel that is there twice for a target is one.
llvm::Expected<ScheduleRecords> readScheduleRecords(StringRef path);

} // namespace kiln

#endif // KILN_LIB_TARGET_SCHEDULERECORDS_H
