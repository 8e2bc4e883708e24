// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes that targets are made of.
#ifndef KILN_TARGET_PASSES_H
#define KILN_TARGET_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class DLTIDialect;
class ModuleOp;
namespace arith {
class ArithDialect;
}
namespace linalg {
class LinalgDialect;
}
namespace math {
class MathDialect;
}
namespace scf {
class SCFDialect;
}
namespace tensor {
class TensorDialect;
}
namespace LLVM {
class LLVMDialect;
}
namespace NVVM {
class NVVMDialect;
}
} // namespace mlir

namespace kiln {

#define GEN_PASS_DECL
#include "kiln/Target/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "kiln/Target/Passes.h.inc"

struct TargetInfo;

/// Adds the passes from functions of a target, as emitters write them, to the
/// LLVM dialect. The pass manager is one on `builtin.module`.
void buildObjectsPipeline(mlir::OpPassManager &manager,
                          const TargetInfo &target);

/// Registers `kiln-objects-pipeline`: kernels to functions of the target that
/// its option `target` names, and those to the LLVM dialect.
void registerObjectsPipeline();

} // namespace kiln

#endif // KILN_TARGET_PASSES_H
