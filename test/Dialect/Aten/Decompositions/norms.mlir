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

// CHECK-LABEL: ep.graph @group_norm_default(
ep.program @group_norm_default { ep.symbol @s26 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @group_norm_default(%x: !ep.tensor<[s95, s26, s68], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s95, s26, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.native_group_norm.default %x, %y, %z, N = s95, C = s26, HxW = s68, group = 2, eps = -0.5
    %0 = aten.group_norm.default %x, num_groups = 2, %y, %z, eps = -0.5, cudnn_enabled = false : (!ep.tensor<[s95, s26, s68], f32>, !ep.tensor<[s26], f32>, !ep.tensor<[s26], f32>) -> !ep.tensor<[s95, s26, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s26, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @rms_norm_default(
ep.program @rms_norm_default { ep.symbol @s95 range(2, 64)
  ep.graph @rms_norm_default(%x: !ep.tensor<[s95, 2, 3], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95, 2, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.pow.Tensor_Scalar %x, exponent = 2
    // CHECK-NEXT: aten.mean.dim %{{.*}}, dim = [-1, -2], keepdim = true
    // CHECK-NEXT: ep.number -0.5
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.rsqrt.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %y
    %0 = aten.rms_norm.default %x, normalized_shape = [2, 3], %y, eps = -0.5 : (!ep.tensor<[s95, 2, 3], f32>, !ep.tensor<[2, 3], f32>) -> !ep.tensor<[s95, 2, 3], f32>
    ep.return %0 : !ep.tensor<[s95, 2, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @_fused_rms_norm_default(
ep.program @_fused_rms_norm_default { ep.symbol @s0 range(2, 64)
  ep.graph @_fused_rms_norm_default(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[s0, 1], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.pow.Tensor_Scalar %x, exponent = 2
    // CHECK-NEXT: aten.mean.dim %{{.*}}, dim = [-1], keepdim = true
    // CHECK-NEXT: ep.number 1.0e-05
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.rsqrt.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    %0:2 = aten._fused_rms_norm.default %x, normalized_shape = [4], none, eps = 1.0e-05 : (!ep.tensor<[s0, 4], f32>) -> (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 1], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @_native_batch_norm_legit_functional_default(
ep.program @_native_batch_norm_legit_functional_default { ep.symbol @s0 range(2, 64)
  ep.graph @_native_batch_norm_legit_functional_default(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "2">},
        !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "3">},
        !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "4">}) {
    // CHECK: aten.mean.dim %x, dim = [0], keepdim = true
    // CHECK-NEXT: aten.var.correction %x, dim = [0], correction = 0, keepdim = true
    // CHECK-NEXT: aten.sub.Tensor %x, %{{.*}}
    // CHECK-NEXT: ep.number 1.0e-05
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.rsqrt.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.squeeze.dims %{{.*}}, dim = [0]
    // CHECK-NEXT: aten.squeeze.dims %{{.*}}, dim = [0]
    // CHECK-NEXT: ep.number s0
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number s0 - 1
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 1.0e-05
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.rsqrt.default %{{.*}}
    // CHECK-NEXT: ep.number 0.1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.9
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.9
    // CHECK-NEXT: aten.mul.Tensor %z, %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0:5 = aten._native_batch_norm_legit_functional.default %x, none, none, %y, %z, training = true, momentum = 0.1, eps = 1.0e-05 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>)
    ep.return %0#0, %0#1, %0#2, %0#3, %0#4 : !ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>
} }

// -----

// What a library would keep is nothing.
// CHECK-LABEL: ep.graph @_batch_norm_with_update_functional_default(
ep.program @_batch_norm_with_update_functional_default { ep.symbol @s0 range(2, 64)
  ep.graph @_batch_norm_with_update_functional_default(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[0], ui8> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: aten.mean.dim %x, dim = [0], keepdim = true
    // CHECK: %[[Y:.*]] = aten.mul.Tensor
    // CHECK: %[[V:.*]] = aten.mul.Tensor %z, %{{.*}}
    // CHECK-NEXT: %[[R:.*]] = aten.add.Tensor %{{.*}}, %[[V]]
    // CHECK-NEXT: %[[NONE:.*]] = aten.full.default size = [0], fill_value = 0, dtype = ui8
    // CHECK-NEXT: ep.return %[[Y]], %[[NONE]], %[[R]]
    %0:6 = aten._batch_norm_with_update_functional.default %x, none, none, %y, %z, momentum = 0.1, eps = 1.0e-05 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[0], ui8>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>)
    ep.return %0#0, %0#3, %0#5 : !ep.tensor<[s0, 4], f32>, !ep.tensor<[0], ui8>, !ep.tensor<[4], f32>
} }

// -----

// No channels: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.group_norm.default 
    %0 = aten.group_norm.default %x, num_groups = 2 : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

// More dimensions than there are: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rms_norm.default 
    %0 = aten.rms_norm.default %x, normalized_shape = [2, 4] : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

// An instance has no extent: left alone.
// CHECK-LABEL: ep.graph @left_2(
ep.program @left_2 {
  ep.graph @left_2(%x: !ep.tensor<[2, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.instance_norm.default 
    %0 = aten.instance_norm.default %x, none, none, none, none, use_input_stats = true, momentum = 0.1, eps = 1.0e-05, cudnn_enabled = false : (!ep.tensor<[2, 4], f32>) -> !ep.tensor<[2, 4], f32>
    ep.return %0 : !ep.tensor<[2, 4], f32>
} }

// -----

// Running statistics are written: left alone.
// CHECK-LABEL: ep.graph @left_3(
ep.program @left_3 {
  ep.graph @left_3(%x: !ep.tensor<[2, 4, 3], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[2, 4, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.instance_norm.default 
    %0 = aten.instance_norm.default %x, none, none, %y, %y, use_input_stats = true, momentum = 0.1, eps = 1.0e-05, cudnn_enabled = false : (!ep.tensor<[2, 4, 3], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[2, 4, 3], f32>
    ep.return %0 : !ep.tensor<[2, 4, 3], f32>
} }
