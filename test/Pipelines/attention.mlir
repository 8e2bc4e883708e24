// An attention has no matrix of scores in memory: 4 heads of 1024 queries and
// as many keys would take 16 MB. Nothing is stored in between.

// RUN: kiln-opt %s --kiln-core-pipeline --kiln-tensors-pipeline --kiln-dispatches-pipeline --kiln-host-pipeline | FileCheck %s
// RUN: kiln-opt %s --kiln-core-pipeline --kiln-tensors-pipeline --kiln-dispatches-pipeline=targets=cuda:sm_90 --kiln-host-pipeline | FileCheck %s --check-prefix=APART

// CHECK: tx.attention safe
// CHECK-NOT: exec.segment
// APART-NOT: tx.attention
// APART: exec.segment 0 bytes 17825792{{$}}
ep.program @attention {
  ep.graph @forward(%q: !ep.tensor<[1, 4, 1024, 64], f32> {ep.input = #ep.input<user_input "q">},
                    %k: !ep.tensor<[1, 4, 1024, 64], f32> {ep.input = #ep.input<user_input "k">},
                    %v: !ep.tensor<[1, 4, 1024, 64], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[1, 4, 1024, 64], f32> {ep.output = #ep.output<user_output "y">}) {
    %y = aten.scaled_dot_product_attention.default %q, %k, %v, is_causal = true
        : (!ep.tensor<[1, 4, 1024, 64], f32>, !ep.tensor<[1, 4, 1024, 64], f32>, !ep.tensor<[1, 4, 1024, 64], f32>)
        -> !ep.tensor<[1, 4, 1024, 64], f32>
    ep.return %y : !ep.tensor<[1, 4, 1024, 64], f32>
  }
}
