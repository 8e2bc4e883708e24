// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only place that lists every pass and pipeline of Kiln.
#ifndef KILN_INITALLPASSES_H
#define KILN_INITALLPASSES_H

#include "kiln/Conversion/Passes.h"
#include "kiln/Dialect/Aten/Passes.h"
#include "kiln/Dialect/EP/Passes.h"
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Dialect/TX/Passes.h"
#include "kiln/Package/Passes.h"
#include "kiln/Pipelines/Pipelines.h"
#include "kiln/Reference/Passes.h"
#include "kiln/Target/Passes.h"

namespace kiln {

/// Registers Kiln's passes and pipelines with MLIR's global registry.
inline void registerAllPasses() {
  registerConversionPasses();
  aten::registerAtenPasses();
  ep::registerEPPasses();
  registerKilnTargetPasses();
  exec::registerExecPasses();
  tx::registerTXPasses();
  package::registerPackagePasses();
  reference::registerReferencePasses();
  registerPipelines();
  registerObjectsPipeline();
}

} // namespace kiln

#endif // KILN_INITALLPASSES_H
