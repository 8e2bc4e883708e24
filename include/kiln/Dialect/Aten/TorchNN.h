// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators that PyTorch registers with modules of torch.nn.
#ifndef KILN_DIALECT_ATEN_TORCHNN_H
#define KILN_DIALECT_ATEN_TORCHNN_H

#include "kiln/Dialect/Aten/Aten.h"

namespace kiln::aten {

/// `torch_nn`
class TorchNNDialect : public SchemaDialect {
public:
  explicit TorchNNDialect(MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() {
    return "torch_nn";
  }
};

} // namespace kiln::aten

MLIR_DECLARE_EXPLICIT_TYPE_ID(kiln::aten::TorchNNDialect)

#endif // KILN_DIALECT_ATEN_TORCHNN_H
