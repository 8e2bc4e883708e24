// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @mse_loss_backward_default(
ep.program @mse_loss_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @mse_loss_backward_default(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %y, %z
    // CHECK-NEXT: ep.number 2
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number s0
    // CHECK-NEXT: aten.div.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    %0 = aten.mse_loss_backward.default %x, %y, %z, reduction = 1 : (!ep.tensor<[], f32>, !ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @smooth_l1_loss_backward_default(
ep.program @smooth_l1_loss_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @smooth_l1_loss_backward_default(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %y, %z
    // CHECK-NEXT: aten.sign.default %{{.*}}
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: aten.lt.Scalar %{{.*}}, other = 0.5
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %x
    %0 = aten.smooth_l1_loss_backward.default %x, %y, %z, reduction = 2, beta = 0.5 : (!ep.tensor<[], f32>, !ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @huber_loss_backward_default(
ep.program @huber_loss_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @huber_loss_backward_default(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %y, %z
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -0.5, max = 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %x
    %0 = aten.huber_loss_backward.default %x, %y, %z, reduction = 2, delta = 0.5 : (!ep.tensor<[], f32>, !ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @soft_margin_loss_backward_default(
ep.program @soft_margin_loss_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @soft_margin_loss_backward_default(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.neg.default %z
    // CHECK-NEXT: aten.neg.default %z
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %y
    // CHECK-NEXT: aten.sigmoid.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %x
    %0 = aten.soft_margin_loss_backward.default %x, %y, %z, reduction = 2 : (!ep.tensor<[], f32>, !ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @binary_cross_entropy_backward_default(
ep.program @binary_cross_entropy_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @binary_cross_entropy_backward_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %y, %z
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %y
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 1.0e-12
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %w
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %x
    %0 = aten.binary_cross_entropy_backward.default %x, %y, %z, %w, reduction = 0 : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nll_loss_backward_default(
ep.program @nll_loss_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @nll_loss_backward_default(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.div.Tensor %x, %w
    // CHECK-NEXT: aten.ne.Scalar %z, other = -100
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 4, dtype = i64
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 4]
    // CHECK-NEXT: aten.unsqueeze.default %z, dim = 1
    // CHECK-NEXT: aten.eq.Tensor %{{.*}}
    // CHECK-NEXT: aten.logical_and.default %{{.*}}
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.nll_loss_backward.default %x, %y, %z, none, reduction = 1, ignore_index = -100, %w : (!ep.tensor<[], f32>, !ep.tensor<[s0, 4], f32>, !ep.tensor<[s0], i64>, !ep.tensor<[], f32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nll_loss2d_backward_default(
ep.program @nll_loss2d_backward_default { ep.symbol @s0 range(2, 64)
  ep.graph @nll_loss2d_backward_default(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0, 4, 2, 2], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s0, 2, 2], i64> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "w">},
      %a: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0, 4, 2, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.ne.Scalar %z, other = 1
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 4, dtype = i64
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 4, 1, 1]
    // CHECK-NEXT: aten.unsqueeze.default %z, dim = 1
    // CHECK-NEXT: aten.eq.Tensor %{{.*}}
    // CHECK-NEXT: aten.logical_and.default %{{.*}}
    // CHECK-NEXT: aten.neg.default %x
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.view.default %w, size = [1, 4, 1, 1]
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    %0 = aten.nll_loss2d_backward.default %x, %y, %z, %w, reduction = 2, ignore_index = 1, %a : (!ep.tensor<[], f32>, !ep.tensor<[s0, 4, 2, 2], f32>, !ep.tensor<[s0, 2, 2], i64>, !ep.tensor<[4], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s0, 4, 2, 2], f32>
    ep.return %0 : !ep.tensor<[s0, 4, 2, 2], f32>
} }
