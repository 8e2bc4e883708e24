// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The `tx` dialect: tensor operations beyond linalg.
#ifndef KILN_DIALECT_TX_TXDIALECT_TD
#define KILN_DIALECT_TX_TXDIALECT_TD

include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def TX_Dialect : Dialect {
  let name = "tx";
  let cppNamespace = "::kiln::tx";
  let summary = "Tensor operations that linalg cannot say";
  let description = [{
    Scans, sorts, scatters and their like: each element of a result depends on
    data at places that no affine map names, or on its neighbours. Operations
    are on builtin tensors in destination style. A builtin integer has no sign:
    where order matters, `unsigned` says how it is read; `i1` is unsigned.
  }];
}

// How elements are combined.
def TX_CombineKind : I32EnumAttr<"CombineKind", "how elements are combined", [
  I32EnumAttrCase<"Assign", 0, "assign">, I32EnumAttrCase<"Add", 1, "add">,
  I32EnumAttrCase<"Mul", 2, "mul">, I32EnumAttrCase<"Max", 3, "max">,
  I32EnumAttrCase<"Min", 4, "min">]> {
  let cppNamespace = "::kiln::tx";
}

// Options of a routine on matrices: kiln/Matrix/Flags.h.
def TX_MatrixFlags : I32BitEnumAttr<"MatrixFlags", "flags of a matrix routine", [
  I32BitEnumAttrCaseNone<"None", "none">, I32BitEnumAttrCaseBit<"Upper", 0, "upper">,
  I32BitEnumAttrCaseBit<"Unit", 1, "unit">, I32BitEnumAttrCaseBit<"Right", 2, "right">,
  I32BitEnumAttrCaseBit<"Transpose", 3, "transpose">,
  I32BitEnumAttrCaseBit<"Conjugate", 4, "conjugate">,
  I32BitEnumAttrCaseBit<"Hermitian", 5, "hermitian">,
  I32BitEnumAttrCaseBit<"Unpivoted", 6, "unpivoted">,
  I32BitEnumAttrCaseBit<"Greatest", 7, "greatest">,
  I32BitEnumAttrCaseBit<"Sorted", 8, "sorted">]> {
  let cppNamespace = "::kiln::tx";
}

#endif // KILN_DIALECT_TX_TXDIALECT_TD
