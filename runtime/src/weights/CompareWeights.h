// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Can these weights take the place of a package's state?

#ifndef KILN_RT_SRC_WEIGHTS_COMPAREWEIGHTS_H
#define KILN_RT_SRC_WEIGHTS_COMPAREWEIGHTS_H

#include "package/Manifest.h"
#include "weights/WeightSource.h"

namespace kiln::rt {

struct WeightIssue {
  kiln_weights_problem problem = KILN_WEIGHTS_MISSING;
  std::string name;
  std::string reason;
};

/// All issues: mismatched names first, then missing, then extra ones.
std::vector<WeightIssue> compareWeights(const Manifest &manifest,
                                        const WeightSource &weights);

} // namespace kiln::rt

#endif // KILN_RT_SRC_WEIGHTS_COMPAREWEIGHTS_H
