// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators that modules of PyTorch, and libraries beside it, register when
// they are imported: a dialect for each of their namespaces.
#ifndef KILN_DIALECT_ATEN_LIBRARIES_H
#define KILN_DIALECT_ATEN_LIBRARIES_H

#include "kiln/Dialect/Aten/Aten.h"

namespace kiln::aten {

/// The dialect of the namespace `Library::name`.
template <typename Library>
class LibraryDialect : public SchemaDialect {
public:
  explicit LibraryDialect(MLIRContext *context)
      : SchemaDialect(Library::name, context,
                      mlir::TypeID::get<LibraryDialect<Library>>()) {}
  static constexpr llvm::StringLiteral getDialectNamespace() {
    return Library::name;
  }
};

/// Modules of torch.nn.
struct TorchNN {
  static constexpr llvm::StringLiteral name = "torch_nn";
};
struct TorchAO {
  static constexpr llvm::StringLiteral name = "torchao";
};
struct TorchVision {
  static constexpr llvm::StringLiteral name = "torchvision";
};
struct Transformers {
  static constexpr llvm::StringLiteral name = "transformers";
};

using TorchNNDialect = LibraryDialect<TorchNN>;
using TorchAODialect = LibraryDialect<TorchAO>;
using TorchVisionDialect = LibraryDialect<TorchVision>;
using TransformersDialect = LibraryDialect<Transformers>;

} // namespace kiln::aten

MLIR_DECLARE_EXPLICIT_TYPE_ID(kiln::aten::TorchNNDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(kiln::aten::TorchAODialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(kiln::aten::TorchVisionDialect)
MLIR_DECLARE_EXPLICIT_TYPE_ID(kiln::aten::TransformersDialect)

#endif // KILN_DIALECT_ATEN_LIBRARIES_H
