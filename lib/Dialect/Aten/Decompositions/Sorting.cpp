// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts along a dimension. Kiln's sort is always stable.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term input(Call &c) { return Term(c, c.op->getOperand(0)); }

static Terms decomposeStableSort(Call &c) {
  return c.same("aten.sort.default", input(c), c.integer("dim"),
                c.flag("descending"));
}
static Term decomposeArgsort(Call &c) {
  return sort(input(c), c.integer("dim"), c.flag("descending")).second;
}
static Term decomposeMsort(Call &c) { return sort(input(c), 0, false).first; }

void aten::populateSortingDecompositions(RewritePatternSet &patterns,
                                         const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.sort.stable", decomposeStableSort},
            {"aten.argsort.default", decomposeArgsort},
            {"aten.argsort.stable", decomposeArgsort},
            {"aten.msort.default", decomposeMsort}});
}
