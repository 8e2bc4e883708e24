// The numbers of weights and constants that the test does not need become zeros.

// RUN: printf '#!/bin/sh\n! { grep -q aten.add "$1" && grep -q "0, 64, 64\\]" "$1"; }\n' > %t.sh && chmod +x %t.sh
// RUN: kiln-reduce %s --reduce-graphs='test=%t.sh' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: kiln-interpret %t.mlir --outputs=%t.npz

// CHECK: ep.storage @w0 bytes(12) data(dense<[0, 0, -128, 63, 0, 0, 0, 64, 0, 0, 64, 64]> : tensor<12xi8>)
// CHECK: ep.storage @w1 bytes(12) data(dense<0> : tensor<12xi8>)
// CHECK: aten.add.Tensor
ep.program @model {
  ep.storage @w0 bytes(12) data(dense<"0x0000803F0000004000004040"> : tensor<12xi8>)
  ep.storage @w1 bytes(12) data(dense<"0x000080BF000000C0000040C0"> : tensor<12xi8>)
  ep.parameter @v : !ep.tensor<[3], f32> storage(@w0)
  ep.parameter @w : !ep.tensor<[3], f32> storage(@w1)
  ep.graph @forward(%v: !ep.tensor<[3], f32> {ep.input = #ep.input<parameter "v">},
      %w: !ep.tensor<[3], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.add.Tensor %v, %w : (!ep.tensor<[3], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[3], f32>
    ep.return %0 : !ep.tensor<[3], f32>
  }
}
