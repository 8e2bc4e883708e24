// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inputs of a graph that are written: where their storages overlap, and the
// outputs that carry their new values.
#ifndef KILN_LIB_DIALECT_ATEN_TRANSFORMS_GRAPHSTATE_H
#define KILN_LIB_DIALECT_ATEN_TRANSFORMS_GRAPHSTATE_H

#include "AliasTracker.h"

namespace kiln::aten {

/// State entries may view one storage. Where one that `written` holds overlaps
/// others, all become views of the entry that spans them: as_strided ops at the
/// top of the graph, which `joinedViews` then holds by input. Fails where no
/// entry spans the others.
LogicalResult
joinOverlappingState(ep::GraphOp graph,
                     const llvm::DenseSet<mlir::BlockArgument> &written,
                     llvm::DenseMap<Value, Value> &joinedViews);

/// An output per input that was written, in the order of the inputs and before
/// the others. `inputs` are the aliases of the graph's inputs; null for what is
/// no tensor.
void addMutationOutputs(ep::GraphOp graph, ArrayRef<Alias *> inputs,
                        AliasTracker &tracker);

/// The reason why `input` must not be written; empty when there is none.
std::string getWriteObstacle(mlir::BlockArgument input);

} // namespace kiln::aten

#endif // KILN_LIB_DIALECT_ATEN_TRANSFORMS_GRAPHSTATE_H
