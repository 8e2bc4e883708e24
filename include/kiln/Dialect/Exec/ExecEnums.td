// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_DIALECT_EXEC_EXECENUMS_TD
#define KILN_DIALECT_EXEC_EXECENUMS_TD

include "mlir/IR/EnumAttr.td"

// The words of the package's format.
def Exec_Access : I32EnumAttr<"Access", "what a kernel does to a buffer", [
  I32EnumAttrCase<"Read", 0, "read">, I32EnumAttrCase<"Write", 1, "write">,
  I32EnumAttrCase<"ReadWrite", 2, "readwrite">]> {
  let cppNamespace = "::kiln::exec";
  let genSpecializedAttr = 0;
}

#endif // KILN_DIALECT_EXEC_EXECENUMS_TD
