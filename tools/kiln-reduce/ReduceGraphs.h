// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `--reduce-graphs`: the pass that kiln-reduce adds to MLIR's reductions.
#ifndef KILN_TOOLS_KILN_REDUCE_REDUCEGRAPHS_H
#define KILN_TOOLS_KILN_REDUCE_REDUCEGRAPHS_H

namespace kiln::reduce {

/// Registers `reduce-graphs` on modules. Its options are those of MLIR's
/// reductions: `test`, a script that ends with a status other than 0 where the
/// file that is its last argument is interesting, and `test-arg`s before it.
void registerReduceGraphs();

} // namespace kiln::reduce

#endif // KILN_TOOLS_KILN_REDUCE_REDUCEGRAPHS_H
