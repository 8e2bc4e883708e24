// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of the results of operators on matrices.
#include "Expansions.h"
#include "Matrix.h"

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

/// The same without `check_errors`, and the check of its last result, `info`.
static Terms factorUnchecked(Call &c) {
  if (!c.flag("check_errors")) {
    c.reject("checks no errors");
    return {};
  }
  Operation *made = c.builder.clone(*c.op);
  made->removeAttr("check_errors");
  Terms results = llvm::map_to_vector(
      made->getResults(), [&](Value value) { return Term(c, value); });
  checkInfo(results.back(), c.op.getSchema().getName(),
            Term(c, made->getOperand(0)).rank() == 2);
  return results;
}

void core::populateMatrixExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten._linalg_check_errors.default", checkErrors},
            {"aten._linalg_solve_ex.default", factorUnchecked},
            {"aten.linalg_cholesky_ex.default", factorUnchecked},
            {"aten.linalg_inv_ex.default", factorUnchecked},
            {"aten.linalg_ldl_factor_ex.default", factorUnchecked},
            {"aten.linalg_lu_factor_ex.default", factorUnchecked}});
}
