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

} // namespace kiln

#endif // KILN_TARGET_PASSES_H
