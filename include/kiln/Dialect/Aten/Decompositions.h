// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites of operators to Core ATen, by family. A pattern that fails leaves
// its op as it was; a result keeps exactly its type, and new ops have the
// location of the old one. An embedder registers a family, whose rules
// (kiln/Dialect/Aten/Rule.h) go before Kiln's:
//
//   static Term silu(Call &c) { return c("self") * sigmoid(c("self")); }
//   registerDecompositions([](RewritePatternSet &patterns, const KeepSet &keep)
//   {
//     core::addRules(patterns, keep, {{"aten.silu.default", silu}});
//   });
#ifndef KILN_DIALECT_ATEN_DECOMPOSITIONS_H
#define KILN_DIALECT_ATEN_DECOMPOSITIONS_H

#include "kiln/Dialect/Aten/Aten.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/StringSet.h"

namespace kiln::aten {

/// The overloads that are left alone.
using KeepSet = llvm::StringSet<>;

/// Adds decompositions of one family; an overload that is kept has none.
using PopulateDecompositions = void (*)(mlir::RewritePatternSet &patterns,
                                        const KeepSet &keep);

/// Adds a family to those of `populateDecompositions`, and so to the passes of
/// this process that are made from now on. Of equal benefit its patterns are
/// tried before Kiln's. May be called from any thread.
void registerDecompositions(PopulateDecompositions populate);

/// All families.
void populateDecompositions(mlir::RewritePatternSet &patterns,
                            const KeepSet &keep);

/// Core operators as others of core: before code is generated, fewer of them
/// need a lowering of their own.
void populateCoreExpansions(mlir::RewritePatternSet &patterns);

} // namespace kiln::aten

#endif // KILN_DIALECT_ATEN_DECOMPOSITIONS_H
