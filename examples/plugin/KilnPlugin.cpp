// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kiln's dialects and passes for an mlir-opt that knows nothing of them. Both
// sides must use the same shared libMLIR, so that types have one identity.
#include "kiln/InitAllDialects.h"
#include "kiln/InitAllPasses.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Kiln", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            kiln::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Kiln", LLVM_VERSION_STRING,
          [] { kiln::registerAllPasses(); }};
}
