// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The error rule: are outputs as good as PyTorch's own? One implementation for
// kiln-run, kiln-interpret and the tests.
//
// With a float64 reference, the error of an element is taken relative to the
// root mean square of its tensor's reference. Over all floating elements of one
// dtype of all outputs of all calls of a program: the root mean square of our
// errors is at most twice that of PyTorch's plus half an epsilon of the dtype,
// and our largest at most eight times PyTorch's largest plus eight epsilons.
// NaN and infinities agree with PyTorch's; integers and booleans are equal.
// Without a reference, or where it is not finite, elements are compared with
// PyTorch's by tolerance: relative 1.3e-6 (float32), 1e-3 (float16), 1.6e-2
// (bfloat16) and 1e-5 absolute; float64 1e-10, relative to the element or to
// the root mean square of its tensor if that is larger.

#ifndef KILN_RT_ERRORRULE_ERRORRULE_H
#define KILN_RT_ERRORRULE_ERRORRULE_H

#include "kiln-rt/npz/Npz.h"

#include <array>
#include <string>
#include <vector>

namespace kiln::rt {

/// Sums of errors of elements of one dtype.
struct ErrorSums {
  int64_t elements = 0;
  double ours = 0, theirs = 0;     ///< sums of squares
  double ourMax = 0, theirMax = 0; ///< largest magnitudes
  double ourRms() const;
  double theirRms() const;
  void add(const ErrorSums &other);
};

class ErrorRule {
public:
  /// Judges one output. `theirs` is PyTorch's answer, `reference` the float64
  /// one or null. Dtypes: `ours` has the true one; `theirs` may hold the bits
  /// of bfloat16 as uint16. Mismatches of one element are noted; errors that
  /// have a reference are only summed.
  void addOutput(const std::string &name, const NpyArray &ours,
                 const NpyArray &theirs, const NpyArray *reference);
  /// Notes that something else is wrong.
  void addFailure(std::string what) { failures_.push_back(std::move(what)); }
  /// Adds the errors that another rule, of one call say, has seen.
  void add(const ErrorRule &other);

  /// Does everything seen so far obey the rule?
  bool holds() const { return explain().empty(); }
  /// The violations, a line each.
  std::vector<std::string> explain() const;
  /// Only those of one element or array: dtypes, sizes, integers, NaN,
  /// tolerances.
  const std::vector<std::string> &failures() const { return failures_; }
  /// "rms 1.2e-07 (PyTorch 1.1e-07), max 4e-07 (PyTorch 3.9e-07)" over all
  /// dtypes, or "exact" where nothing was summed.
  std::string summary() const;

private:
  static constexpr size_t dtypes = 22;
  std::array<ErrorSums, dtypes> sums_{};
  std::vector<std::string> failures_;
};

} // namespace kiln::rt

#endif // KILN_RT_ERRORRULE_ERRORRULE_H
