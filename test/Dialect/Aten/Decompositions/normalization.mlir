// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// With the statistics that were collected.
// CHECK-LABEL: ep.graph @batch_norm
ep.program @batch_norm { ep.graph @batch_norm(
          %x: !ep.tensor<[s0, 4, 2], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "w">},
          %b: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "b">},
          %m: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "m">},
          %v: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "v">}
      ) -> (!ep.tensor<[s0, 4, 2], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 4, 2], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 4, 2], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[s0, 4, 2], f32> {ep.output = #ep.output<user_output "3">}) {
  // The saved statistics are empty.
  // CHECK: %{{.*}}:3 = aten._native_batch_norm_legit_no_training.default %x, %w, %b, %m, %v, momentum = 0.1, eps = 1.0e-05 : {{.*}} -> (!ep.tensor<[s0, 4, 2], f32>, !ep.tensor<[0], f32>, !ep.tensor<[0], f32>)
  %0 = aten.batch_norm.default %x, %w, %b, %m, %v, training = false, momentum = 0.1, eps = 1.0e-05, cudnn_enabled = true
    : (!ep.tensor<[s0, 4, 2], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4, 2], f32>
  // CHECK: aten._native_batch_norm_legit_no_training.default %x, none, none, %m, %v,
  %1 = aten.batch_norm.default %x, none, none, %m, %v, training = false, momentum = 0.1, eps = 1.0e-05, cudnn_enabled = true
    : (!ep.tensor<[s0, 4, 2], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4, 2], f32>
  // Statistics of the batch are left alone.
  // CHECK: aten.batch_norm.default {{.*}}training = true
  %2 = aten.batch_norm.default %x, none, none, %m, %v, training = true, momentum = 0.1, eps = 1.0e-05, cudnn_enabled = true
    : (!ep.tensor<[s0, 4, 2], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4, 2], f32>
  // CHECK: aten.batch_norm.default {{.*}}training = false
  %3 = aten.batch_norm.default %x, none, none, none, none, training = false, momentum = 0.1, eps = 1.0e-05, cudnn_enabled = true
    : (!ep.tensor<[s0, 4, 2], f32>) -> !ep.tensor<[s0, 4, 2], f32>
  ep.return %0, %1, %2, %3 : !ep.tensor<[s0, 4, 2], f32>,
    !ep.tensor<[s0, 4, 2], f32>,
    !ep.tensor<[s0, 4, 2], f32>,
    !ep.tensor<[s0, 4, 2], f32>
} }

// -----

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

// CHECK-LABEL: ep.graph @layer_norm
ep.program @layer_norm { ep.graph @layer_norm(
          %x: !ep.tensor<[s0, 3, 4], f16> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[3, 4], f16> {ep.input = #ep.input<user_input "w">}
      ) -> (!ep.tensor<[s0, 3, 4], f16> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 3, 4], f16> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 3, 4], f16> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: aten.native_layer_norm.default %x, normalized_shape = [3, 4], %w, %w, eps = 1.0e-06 : {{.*}} -> (!ep.tensor<[s0, 3, 4], f16>, !ep.tensor<[s0, 1, 1], f16>, !ep.tensor<[s0, 1, 1], f16>)
  %0 = aten.layer_norm.default %x, normalized_shape = [3, 4], %w, %w, eps = 1.0e-06 : (!ep.tensor<[s0, 3, 4], f16>, !ep.tensor<[3, 4], f16>, !ep.tensor<[3, 4], f16>) -> !ep.tensor<[s0, 3, 4], f16>
  // CHECK: aten.native_layer_norm.default %x, normalized_shape = [4], eps = 1.0e-05 : {{.*}} -> (!ep.tensor<[s0, 3, 4], f16>, !ep.tensor<[s0, 3, 1], f16>, !ep.tensor<[s0, 3, 1], f16>)
  %1 = aten.layer_norm.default %x, normalized_shape = [4] : (!ep.tensor<[s0, 3, 4], f16>) -> !ep.tensor<[s0, 3, 4], f16>
  // More dimensions than there are: left alone.
  // CHECK: aten.layer_norm.default %x, normalized_shape = [1, 2, 3, 4]
  %2 = aten.layer_norm.default %x, normalized_shape = [1, 2, 3, 4] : (!ep.tensor<[s0, 3, 4], f16>) -> !ep.tensor<[s0, 3, 4], f16>
  ep.return %0, %1, %2 : !ep.tensor<[s0, 3, 4], f16>,
    !ep.tensor<[s0, 3, 4], f16>,
    !ep.tensor<[s0, 3, 4], f16>
} }

// -----

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
