// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of the results of operators on matrices.
#include "Expansions.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// A factorization succeeded where `info` is 0.
static Terms checkErrors(Call &c) {
  std::string message = (c.op.getString("api_name") + " did not succeed").str();
  require(eq(c.raw("info"), 0), message);
  return {};
}

void core::populateMatrixExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {}, {{"aten._linalg_check_errors.default", checkErrors}});
}
