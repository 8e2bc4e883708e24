// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// State of a class that wraps other tensors (torchao's quantized weights). The
// graph has such a tensor as one input, and takes it apart by
// `export.access_subclass_inner_tensor`.
#ifndef KILN_LIB_IMPORT_SUBCLASSES_H
#define KILN_LIB_IMPORT_SUBCLASSES_H

#include "Schema.h"
#include "llvm/Support/Error.h"

namespace kiln::pt2 {

/// The operator that takes such a tensor apart: (tensor, name of the
/// attribute).
constexpr llvm::StringLiteral kTakeApart =
    "torch.ops.export.access_subclass_inner_tensor.default";

/// Puts the plain tensors that `program` takes of its state in the place of the
/// tensors that wrap them: `w` becomes `w.qdata` and `w.scale`. From then
/// on `program` points into the document of the new inputs, which is returned,
/// and into its `text`.
json::Document unwrapSubclasses(ExportedProgram &program,
                                                std::string &text);

} // namespace kiln::pt2

#endif // KILN_LIB_IMPORT_SUBCLASSES_H
