// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// A dtype casts the input.
// CHECK-LABEL: ep.graph @softmax
ep.program @softmax { ep.graph @softmax(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %h: !ep.tensor<[4], bf16> {ep.input = #ep.input<user_input "h">}
      ) -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 4], f64> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: aten._softmax.default %x, dim = -1, half_to_float = false
  %0 = aten.softmax.int %x, dim = -1 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: %[[F:.*]] = aten._to_copy.default %h, dtype = f32
  // CHECK: aten._softmax.default %[[F]], dim = 0, half_to_float = false : {{.*}} -> !ep.tensor<[4], f32>
  %1 = aten.softmax.int %h, dim = 0, dtype = f32 : (!ep.tensor<[4], bf16>) -> !ep.tensor<[4], f32>
  // CHECK: %[[G:.*]] = aten._to_copy.default %x, dtype = f64
  // CHECK: aten._log_softmax.default %[[G]], dim = 0,
  %2 = aten.log_softmax.int %x, dim = 0, dtype = f64 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f64>
  ep.return %0, %1, %2 : !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[4], f32>,
    !ep.tensor<[s0, 4], f64>
} }

// -----

// CHECK-LABEL: ep.graph @_softmax_backward_data_default(
ep.program @_softmax_backward_data_default { ep.symbol @s0 range(2, 64)
  ep.graph @_softmax_backward_data_default(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.mul.Tensor %x, %y
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [1], keepdim = true
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    %0 = aten._softmax_backward_data.default %x, %y, dim = 1, input_dtype = f32 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @_log_softmax_backward_data_default(
ep.program @_log_softmax_backward_data_default { ep.symbol @s0 range(2, 64)
  ep.graph @_log_softmax_backward_data_default(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sum.dim_IntList %x, dim = [1], keepdim = true
    // CHECK-NEXT: aten.exp.default %y
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %x, %{{.*}}
    %0 = aten._log_softmax_backward_data.default %x, %y, dim = 1, input_dtype = f32 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %0 : !ep.tensor<[s0, 4], f32>
} }
