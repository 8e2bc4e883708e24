// RUN: split-file %s %t
// RUN: kiln-opt %t/program.mlir --kiln-aten-decompose | FileCheck %s --check-prefix=DEFAULT
// RUN: kiln-opt %t/program.mlir --kiln-aten-decompose=table=none | FileCheck %s --check-prefix=NONE
// RUN: kiln-opt %t/program.mlir --kiln-aten-decompose=table=%t/table.txt | FileCheck %s --check-prefix=FILE
// RUN: kiln-opt %t/program.mlir --kiln-aten-decompose="table=%t/table.txt keep=aten.linear.default" | FileCheck %s --check-prefix=NONE
// RUN: not kiln-opt %t/program.mlir --kiln-aten-decompose=table=%t/bad.txt 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not kiln-opt %t/program.mlir --kiln-aten-decompose=table=%t/absent.txt 2>&1 | FileCheck %s --check-prefix=ABSENT
// BAD: kiln-aten-decompose: {{.*}}bad.txt:3: unknown overload 'aten.nothing'
// ABSENT: kiln-aten-decompose: cannot read the table: {{.*}}absent.txt: cannot open the file
//
// The pipeline passes its option on, and its check allows what was kept.
// RUN: kiln-opt %t/program.mlir --kiln-core-pipeline=decompositions=none | FileCheck %s --check-prefix=NONE
// RUN: kiln-compile %t/program.mlir --decompositions=%t/table.txt --compile-to=core | FileCheck %s --check-prefix=FILE

//--- table.txt
# Products.
aten.linear.default  # of a batch

//--- bad.txt
# A name that PyTorch does not have.

aten.nothing

//--- program.mlir
!t = !ep.tensor<[s0, 64], f32>
!w = !ep.tensor<[10, 64], f32>
!y = !ep.tensor<[s0, 10], f32>
ep.program @p {
  ep.symbol @s0 range(1, 64)
  // DEFAULT-LABEL: ep.graph @g
  // NONE-LABEL: ep.graph @g
  // FILE-LABEL: ep.graph @g
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">},
              %w: !w {ep.input = #ep.input<user_input "w">})
      -> (!y {ep.output = #ep.output<user_output "y">}) {
    // DEFAULT: aten.mm.default
    // NONE: aten.linear.default
    // FILE: aten.mm.default
    %0 = aten.linear.default %x, %w : (!t, !w) -> !y
    // DEFAULT-NOT: aten.softmax.int
    // NONE: aten.softmax.int
    // FILE: aten.softmax.int
    %1 = aten.softmax.int %0, dim = 1 : (!y) -> !y
    ep.return %1 : !y
  }
}
