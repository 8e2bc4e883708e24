// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `ep` dialect: exported programs, their container and their contract.
#ifndef KILN_DIALECT_EP_EPDIALECT_TD
#define KILN_DIALECT_EP_EPDIALECT_TD

include "mlir/IR/OpBase.td"

def EP_Dialect : Dialect {
  let name = "ep";
  let cppNamespace = "::kiln::ep";
  let summary = "Exported programs: container, signature, symbols, state";
  let description = [{
    What `torch.export` promises about a program beyond its operators: the
    graph signature, symbolic sizes with ranges and guards, state by name and
    by storage, trees of inputs and outputs, the module call graph. The
    operators themselves are the `aten` dialect. See docs/Dialects/EP.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

#endif // KILN_DIALECT_EP_EPDIALECT_TD
