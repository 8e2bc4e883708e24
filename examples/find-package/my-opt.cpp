// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An opt tool of somebody else's, with Kiln's dialects and passes.
#include "kiln/InitAllDialects.h"
#include "kiln/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  kiln::registerAllDialects(registry);
  kiln::registerAllPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "An optimizer with Kiln\n", registry));
}
