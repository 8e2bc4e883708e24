// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For all normalisations, forwards and backwards.
#ifndef KILN_LIB_REFERENCE_KERNELS_NORMALIZATION_H
#define KILN_LIB_REFERENCE_KERNELS_NORMALIZATION_H

#include "Kernels/Rows.h"

namespace kiln::reference {

/// Per group: mean, variance and 1 / sqrt(variance + eps).
struct Statistics {
  std::vector<double> mean, variance, inverse;
  /// Sets `inverse` by `variance`.
  void invert(double eps);
};

/// The group of each element (whose statistics apply) and its channel (whose
/// weight and bias apply).
struct Partition {
  static Partition ofBatchNorm(ArrayRef<int64_t> sizes);
  static Partition ofLayerNorm(ArrayRef<int64_t> sizes, int64_t normalized);
  /// By the arguments N, C, HxW and group.
  static Partition ofGroupNorm(const Call &call);

  int64_t groups = 0, channels = 0;
  std::vector<int64_t> group, channel;

  Statistics measure(const Dense<double> &in, double eps) const;
  /// By the arguments weight and bias, if the op has them.
  Dense<double> normalize(Call &call, const Dense<double> &in,
                          const Statistics &statistics) const;
};

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_KERNELS_NORMALIZATION_H
