// Operations of Kiln's dialects are found by MLIR's matchers.

// RUN: kiln-query %s -c 'match hasOpName("aten.tanh.default")' | FileCheck %s --check-prefix=NAME
// NAME: Match #1:
// NAME: aten.tanh.default %0
// NAME-NOT: Match #2:

// RUN: kiln-query %s -c 'match getAllDefinitions(hasOpName("aten.tanh.default"), 2)' | FileCheck %s --check-prefix=SLICE
// SLICE: aten.relu.default %w
// SLICE: aten.tanh.default %0
ep.program @model {
  ep.graph @forward(%w: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.relu.default %w : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
    %1 = aten.tanh.default %0 : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
    ep.return %1 : !ep.tensor<[4], f32>
  }
}
