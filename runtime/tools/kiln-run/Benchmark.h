// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KILN_RT_TOOLS_KILN_RUN_BENCHMARK_H
#define KILN_RT_TOOLS_KILN_RUN_BENCHMARK_H

#include "Calls.h"

namespace kiln::rt::tool {

/// Loads the package, times one call (--call, or the first) for the seconds of
/// --benchmark, and prints one JSON object or a table. With --outputs, writes
/// the results of the call.
Status runBenchmark(const Options &options);

} // namespace kiln::rt::tool

#endif // KILN_RT_TOOLS_KILN_RUN_BENCHMARK_H
