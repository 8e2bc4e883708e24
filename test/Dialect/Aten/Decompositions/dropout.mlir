// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// Nothing is dropped at inference; in training by the core op, or channel by
// channel with random numbers.
// CHECK-LABEL: ep.graph @dropout
ep.program @dropout { ep.graph @dropout(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "3">}) {
  // CHECK-NOT: train = false
  %0 = aten.dropout.default %x, p = 0.5, train = false : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  %1 = aten.feature_dropout.default %x, p = 0.5, train = false : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: %[[D:.*]]:2 = aten.native_dropout.default %x, p = 0.5, train = true
  %2 = aten.dropout.default %x, p = 0.5, train = true : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: %[[R:.*]] = aten.rand.default size = [s0, 4], dtype = f32
  // CHECK: %[[L:.*]] = aten.lt.Scalar %[[R]], other = 0.5
  // CHECK: %[[K:.*]] = aten._to_copy.default %[[L]], dtype = f32
  // CHECK: %[[N:.*]] = aten.div.Tensor %[[K]],
  // CHECK: %[[F:.*]] = aten.mul.Tensor %x, %[[N]]
  %3 = aten.feature_dropout.default %x, p = 0.5, train = true : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ep.return %x, %x, %[[D]]#0, %[[F]] :
  ep.return %0, %1, %2, %3 : !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @dropout_default(
ep.program @dropout_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @dropout_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.dropout.default %x, p = 0.0, train = true : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @feature_dropout_default(
ep.program @feature_dropout_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @feature_dropout_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.feature_dropout.default %x, p = 0.0, train = true : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @alpha_dropout_default(
ep.program @alpha_dropout_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @alpha_dropout_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.alpha_dropout.default %x, p = 0.0, train = true : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @feature_alpha_dropout_default(
ep.program @feature_alpha_dropout_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @feature_alpha_dropout_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.feature_alpha_dropout.default %x, p = 0.0, train = false : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @native_dropout_backward_default(
ep.program @native_dropout_backward_default { ep.symbol @s37 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @native_dropout_backward_default(%x: !ep.tensor<[s87, s85, s68, s37], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s85, s68, s37], i1> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87, s85, s68, s37], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %y, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: ep.number 0.0
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    %0 = aten.native_dropout_backward.default %x, %y, scale = 0.0 : (!ep.tensor<[s87, s85, s68, s37], f32>, !ep.tensor<[s87, s85, s68, s37], i1>) -> !ep.tensor<[s87, s85, s68, s37], f32>
    ep.return %0 : !ep.tensor<[s87, s85, s68, s37], f32>
} }

// -----

// No channels: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.feature_dropout.default 
    %0 = aten.feature_dropout.default %x, p = 0.5, train = true : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

// No channels: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.feature_alpha_dropout.default 
    %0 = aten.feature_alpha_dropout.default %x, p = 0.5, train = true : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
} }
