// What the test does not need goes, and the signature stays consistent: outputs, operators, inputs, and state.

// RUN: printf '#!/bin/sh\n! grep -q aten.tanh "$1"\n' > %t.sh && chmod +x %t.sh
// RUN: kiln-reduce %s --reduce-graphs='test=%t.sh' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: kiln-opt %t.mlir -o /dev/null

// CHECK: ep.program @model
// CHECK-NEXT: ep.symbol @s0
// CHECK-NEXT: ep.graph @forward() -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}) {
// CHECK-NEXT: %[[ZEROS:.*]] = aten.full.default size = [4], fill_value = 0, dtype = f32
// CHECK-NEXT: %[[TANH:.*]] = aten.tanh.default %[[ZEROS]]
// CHECK-NEXT: ep.return %[[TANH]] :
ep.program @model {
  ep.symbol @s0 range(1, 8)
  ep.guard Le(s0, 7) from "n <= 7"
  ep.storage @w0 bytes(16)
  ep.parameter @w : !ep.tensor<[4], f32> storage(@w0)
  ep.graph @forward(%w: !ep.tensor<[4], f32> {ep.input = #ep.input<parameter "w">},
      %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "z">}) {
    %0 = aten.relu.default %w : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
    %1 = aten.tanh.default %0 : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
    %2 = aten.relu.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %1, %2 : !ep.tensor<[4], f32>, !ep.tensor<[s0, 4], f32>
  }
}

// RUN: not kiln-reduce %s --reduce-graphs='test=/bin/true' 2>&1 | FileCheck %s --check-prefix=DULL
// DULL: error: the test does not find the input interesting
