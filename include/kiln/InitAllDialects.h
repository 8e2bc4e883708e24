// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only place that lists every dialect of Kiln.
#ifndef KILN_INITALLDIALECTS_H
#define KILN_INITALLDIALECTS_H

#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/Aten/Libraries.h"
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Dialect/TX/TX.h"

namespace kiln {

/// Adds Kiln's dialects to `registry`.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<aten::AtenDialect, aten::CollectiveDialect,
                  aten::PrimsDialect, aten::QuantizedDialect,
                  aten::TorchNNDialect, aten::TorchAODialect,
                  aten::TorchVisionDialect, aten::TransformersDialect>();
  registry.insert<ep::EPDialect>();
  registry.insert<exec::ExecDialect>();
  registry.insert<tx::TXDialect>();
}

} // namespace kiln

#endif // KILN_INITALLDIALECTS_H
