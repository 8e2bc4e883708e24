// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many threads this process may use: the calling thread's affinity mask,
// and the CPU quota of the process's cgroups.

#ifndef KILN_RT_SRC_EXEC_CPUBUDGET_H
#define KILN_RT_SRC_EXEC_CPUBUDGET_H

#include <cstddef>
#include <string>

namespace kiln::rt {

/// At least 1.
size_t availableThreads();

/// The least quota, in CPUs rounded down, at least 1, of the cgroup that the
/// file `membership` (/proc/self/cgroup) names, and of those above it, below
/// the folder `root` (/sys/fs/cgroup); 0 if there is none. Knows versions 1
/// and 2. In a container whose cgroup is the root of what it sees, the names
/// do not lead anywhere: the root itself is looked at, too.
size_t cgroupThreads(const std::string &root, const std::string &membership);

} // namespace kiln::rt

#endif // KILN_RT_SRC_EXEC_CPUBUDGET_H
