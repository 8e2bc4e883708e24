// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_DIALECT_EXEC_EXECTYPES_TD
#define KILN_DIALECT_EXEC_EXECTYPES_TD

include "kiln/Dialect/Exec/ExecDialect.td"
include "mlir/IR/AttrTypeBase.td"

def Exec_BufferType : TypeDef<Exec_Dialect, "Buffer"> {
  let mnemonic = "buffer";
  let summary = "bytes that an instruction reads or writes";
  let description = [{
    A slot of the host program: an input, an output, a state entry, an arena
    segment, or a view of one of them. Example: `!exec.buffer`.
  }];
}

#endif // KILN_DIALECT_EXEC_EXECTYPES_TD
