// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `exec` dialect: kernels, and the host program that runs them.
#ifndef KILN_DIALECT_EXEC_EXECDIALECT_TD
#define KILN_DIALECT_EXEC_EXECDIALECT_TD

include "mlir/IR/OpBase.td"

def Exec_Dialect : Dialect {
  let name = "exec";
  let cppNamespace = "::kiln::exec";
  let summary = "Execution: kernels and host programs";
  let description = [{
    A kernel is a fusion group on tensors that an emitter writes out for a
    target. A host program is one op per instruction of the package's format.
  }];
  // Sizes are its expressions, also where an op names none of its types.
  let dependentDialects = ["::kiln::ep::EPDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
  // On a kernel: its `#exec.schedule` for each target, by the target's name.
  let discardableAttrs = (ins "::mlir::DictionaryAttr":$schedules);
}

class Exec_Op<string mnemonic, list<Trait> traits = []>
    : Op<Exec_Dialect, mnemonic, traits>;

#endif // KILN_DIALECT_EXEC_EXECDIALECT_TD
