// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What this machine can do at best, measured in the process whose kernels are
// compared with it, on the same number of threads.
#ifndef KILN_BENCHMARKS_LIMITS_H
#define KILN_BENCHMARKS_LIMITS_H

#include <vector>

namespace kiln::bench {

/// Seconds of each repetition, and the work of one repetition over all
/// threads: operations, or bytes that a program asks for.
struct Limit {
  std::vector<double> seconds;
  double work = 0;
  /// Work per second of the fastest repetition: a limit is what is reached at
  /// best, not on average.
  double best() const;
};

/// float32 multiply-adds in registers, two operations each.
Limit measureFma(int threads);
/// Bytes read from arrays far larger than any cache.
Limit measureRead(int threads);
/// Bytes read plus bytes written in copying such arrays.
Limit measureCopy(int threads);

} // namespace kiln::bench

#endif // KILN_BENCHMARKS_LIMITS_H
