// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests of single kernels of the reference evaluator: an op in its printed form
// is evaluated and compared with numbers that PyTorch computed.
#ifndef KILN_UNITTESTS_REFERENCE_KERNELTEST_H
#define KILN_UNITTESTS_REFERENCE_KERNELTEST_H

#include "kiln/Reference/Kernel.h"
#include "gtest/gtest.h"

namespace kiln::reference {

/// The element type as it is printed, sizes, and the values in row-major order,
/// real and imaginary parts of complex ones in turn.
struct Values {
  std::string type;
  std::vector<int64_t> sizes;
  std::vector<double> values;
};

class KernelTest : public testing::Test {
protected:
  KernelTest();

  /// Evaluates `op`, such as `aten.sum.dim_IntList %0, dim = [1]`, where %0,
  /// %1, … are `inputs` in order, with results of the types and sizes of
  /// `outputs`. With `symbolic`, the types have a symbol for each size, so that
  /// sizes which do not fit are seen by the kernel and not by the verifier.
  llvm::Expected<RuntimeValues> evaluate(StringRef op,
                                         const std::vector<Values> &inputs,
                                         const std::vector<Values> &outputs,
                                         bool symbolic = false);

  /// The results agree with `outputs`: integers and bools exactly, floats to a
  /// few units of their last place (of f64, to 1e-11), NaN with NaN.
  void expect(StringRef op, const std::vector<Values> &inputs,
              const std::vector<Values> &outputs);

  /// The text of the error that evaluation ends with, from the op's name on.
  std::string errorOf(StringRef op, const std::vector<Values> &inputs,
                      const std::vector<Values> &outputs);

  /// `count` times `value`, for inputs whose values do not matter.
  static std::vector<double> fill(size_t count, double value = 1) {
    return std::vector<double>(count, value);
  }
  /// The real values of a result.
  static std::vector<double> valuesOf(const RuntimeValue &value);

  MLIRContext context;
  Philox random;
};

} // namespace kiln::reference

#endif // KILN_UNITTESTS_REFERENCE_KERNELTEST_H
