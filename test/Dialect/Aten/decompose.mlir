// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-aten-decompose=keep=aten.linear.default --split-input-file | FileCheck %s --check-prefix=KEEP
// RUN: not kiln-opt %s --kiln-aten-decompose=keep=aten.nothing --split-input-file 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: kiln-aten-decompose: keep names an unknown overload 'aten.nothing'

// Matrix products.
// CHECK-LABEL: ep.graph @matmul
// KEEP-LABEL: ep.graph @matmul
ep.program @matmul {
  ep.graph @matmul(%x: !ep.tensor<[s0, 64], f32> {ep.input = #ep.input<user_input "x">},
                   %y: !ep.tensor<[s0, 7, 64], f32> {ep.input = #ep.input<user_input "y">},
                   %w: !ep.tensor<[10, 64], f32> {ep.input = #ep.input<user_input "w">},
                   %b: !ep.tensor<[10], f32> {ep.input = #ep.input<user_input "b">},
                   %v: !ep.tensor<[64], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[s0, 10], f32> {ep.output = #ep.output<user_output "0">},
          !ep.tensor<[s0, 7, 10], f32> {ep.output = #ep.output<user_output "1">},
          !ep.tensor<[s0, 7, 7], f32> {ep.output = #ep.output<user_output "2">},
          !ep.tensor<[10], f32> {ep.output = #ep.output<user_output "3">}) {
    // KEEP: aten.linear.default
    // CHECK: %[[W:.*]] = aten.permute.default %{{.*}}, dims = [1, 0] : (!ep.tensor<[10, 64], f32>) -> !ep.tensor<[64, 10], f32, strides = [1, 64]>
    // CHECK: aten.addmm.default %{{.*}}, %{{.*}}, %[[W]]
    %0 = aten.linear.default %x, %w, %b : (!ep.tensor<[s0, 64], f32>, !ep.tensor<[10, 64], f32>, !ep.tensor<[10], f32>) -> !ep.tensor<[s0, 10], f32>
    // CHECK: %[[V:.*]] = aten.view.default %{{.*}}, size = [7*s0, 64]
    // CHECK: %[[M:.*]] = aten.mm.default %[[V]]
    // CHECK: aten.view.default %[[M]], size = [s0, 7, 10]
    %1 = aten.linear.default %y, %w : (!ep.tensor<[s0, 7, 64], f32>, !ep.tensor<[10, 64], f32>) -> !ep.tensor<[s0, 7, 10], f32>
    // CHECK: %[[T:.*]] = aten.permute.default %{{.*}}, dims = [0, 2, 1]
    // CHECK: aten.bmm.default %{{.*}}, %{{.*}}
    %2 = aten.transpose.int %y, dim0 = 1, dim1 = 2 : (!ep.tensor<[s0, 7, 64], f32>) -> !ep.tensor<[s0, 64, 7], f32, strides = [448, 1, 64]>
    %3 = aten.matmul.default %y, %2 : (!ep.tensor<[s0, 7, 64], f32>, !ep.tensor<[s0, 64, 7], f32, strides = [448, 1, 64]>) -> !ep.tensor<[s0, 7, 7], f32>
    // CHECK: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK: aten.mm.default {{.*}} -> !ep.tensor<[1, 10], f32>
    // CHECK: aten.view.default %{{.*}}, size = [10]
    %4 = aten.matmul.default %w, %v : (!ep.tensor<[10, 64], f32>, !ep.tensor<[64], f32>) -> !ep.tensor<[10], f32>
    ep.return %0, %1, %3, %4 : !ep.tensor<[s0, 10], f32>, !ep.tensor<[s0, 7, 10], f32>, !ep.tensor<[s0, 7, 7], f32>, !ep.tensor<[10], f32>
  }
}

// -----

// Convolution, normalization, pooling as in a residual network.
// CHECK-LABEL: ep.graph @network
ep.program @network {
  ep.graph @network(%x: !ep.tensor<[s0, 3, 8, 8], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[4, 3, 3, 3], f32> {ep.input = #ep.input<user_input "w">},
                    %c: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "c">})
      -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "y">}) {
    // CHECK: aten.convolution.default %{{[^,]*}}, %{{[^,]*}}, stride = [2, 2], padding = [1, 1], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 1 :
    %0 = aten.conv2d.default %x, %w, stride = [2, 2], padding = [1, 1]
      : (!ep.tensor<[s0, 3, 8, 8], f32>, !ep.tensor<[4, 3, 3, 3], f32>) -> !ep.tensor<[s0, 4, 4, 4], f32>
    // CHECK: aten._native_batch_norm_legit_no_training.default %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, momentum = 0.1, eps = 1.0e-05 :
    %1 = aten.batch_norm.default %0, %c, %c, %c, %c, training = false, momentum = 0.1, eps = 1.0e-05, cudnn_enabled = true
      : (!ep.tensor<[s0, 4, 4, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4, 4, 4], f32>
    // CHECK: aten.max_pool2d_with_indices.default %{{.*}}, kernel_size = [2, 2] :
    %2 = aten.max_pool2d.default %1, kernel_size = [2, 2] : (!ep.tensor<[s0, 4, 4, 4], f32>) -> !ep.tensor<[s0, 4, 2, 2], f32>
    // CHECK: aten.mean.dim %{{.*}}, dim = [-1, -2], keepdim = true :
    %3 = aten.adaptive_avg_pool2d.default %2, output_size = [1, 1] : (!ep.tensor<[s0, 4, 2, 2], f32>) -> !ep.tensor<[s0, 4, 1, 1], f32>
    // CHECK-NOT: dropout
    %4 = aten.dropout.default %3, p = 0.5, train = false : (!ep.tensor<[s0, 4, 1, 1], f32>) -> !ep.tensor<[s0, 4, 1, 1], f32>
    // CHECK: aten.view.default %{{.*}}, size = [s0, 4] :
    %5 = aten.flatten.using_ints %4, start_dim = 1 : (!ep.tensor<[s0, 4, 1, 1], f32>) -> !ep.tensor<[s0, 4], f32>
    // CHECK: aten._softmax.default %{{.*}}, dim = 1, half_to_float = false :
    %6 = aten.softmax.int %5, dim = 1 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
    // CHECK: aten._log_softmax.default
    %7 = aten.log_softmax.int %6, dim = 1 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
    // CHECK: aten.native_layer_norm.default %{{.*}}, normalized_shape = [4], %{{.*}}, %{{.*}}, eps = 1.0e-05 :
    %8 = aten.layer_norm.default %7, normalized_shape = [4], %c, %c : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %8 : !ep.tensor<[s0, 4], f32>
  }
}

// -----

// What is left alone: running statistics that are written.
!t = !ep.tensor<[s0, 4, 2, 2], f32>
// CHECK-LABEL: ep.graph @training
ep.program @training {
  ep.graph @training(%x: !t {ep.input = #ep.input<user_input "x">}, %r: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "r">})
      -> (!t {ep.output = #ep.output<user_output "0">}, !t {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.batch_norm.default
    %0 = aten.batch_norm.default %x, none, none, %r, %r, training = true, momentum = 0.1, eps = 1.0e-05, cudnn_enabled = true
      : (!t, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> !t
    // CHECK: aten.native_dropout.default
    %1 = aten.dropout.default %x, p = 0.5, train = true : (!t) -> !t
    ep.return %0, %1 : !t, !t
  }
}

// -----

// Views. A view of a transposed tensor is made of a copy.
// CHECK-LABEL: ep.graph @views
ep.program @views {
  ep.graph @views(%x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[6*s0], f32> {ep.output = #ep.output<user_output "0">},
          !ep.tensor<[s0, 2], f32> {ep.output = #ep.output<user_output "1">},
          !ep.tensor<[2, s0, 6], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: %[[T:.*]] = aten.permute.default
    %0 = aten.t.default %x : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[6, s0], f32, strides = [1, 6]>
    // CHECK: %[[C:.*]] = aten.clone.default %[[T]], memory_format = contiguous_format
    // CHECK: aten.view.default %[[C]], size = [6*s0]
    %1 = aten.reshape.default %0, shape = [-1] : (!ep.tensor<[6, s0], f32, strides = [1, 6]>) -> !ep.tensor<[6*s0], f32>
    // CHECK-NOT: aten.slice.Tensor
    // CHECK: aten.slice.Tensor %{{.*}}, dim = 1, start = 4, end = 6
    // CHECK-NOT: aten.slice.Tensor
    %2:2 = aten.split.Tensor %x, split_size = 4, dim = 1 : (!ep.tensor<[s0, 6], f32>) -> (!ep.tensor<[s0, 4], f32, strides = [6, 1]>, !ep.tensor<[s0, 2], f32, strides = [6, 1]>)
    %3 = aten.contiguous.default %2#1 : (!ep.tensor<[s0, 2], f32, strides = [6, 1]>) -> !ep.tensor<[s0, 2], f32>
    // CHECK: aten.unsqueeze.default
    // CHECK: aten.cat.default
    %4 = aten.stack.default [%x, %x] : (!ep.tensor<[s0, 6], f32>, !ep.tensor<[s0, 6], f32>) -> !ep.tensor<[2, s0, 6], f32>
    ep.return %1, %3, %4 : !ep.tensor<[6*s0], f32>, !ep.tensor<[s0, 2], f32>, !ep.tensor<[2, s0, 6], f32>
  }
}

// -----

// Formulas; bf16 is computed in f32.
!h = !ep.tensor<[s0], bf16>
// CHECK-LABEL: ep.graph @formulas
ep.program @formulas {
  ep.graph @formulas(%x: !h {ep.input = #ep.input<user_input "x">})
      -> (!h {ep.output = #ep.output<user_output "0">}, !h {ep.output = #ep.output<user_output "1">},
          !h {ep.output = #ep.output<user_output "2">}, !h {ep.output = #ep.output<user_output "3">},
          !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "4">}) {
    // CHECK: %[[F:.*]] = aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK: %[[S:.*]] = aten.sigmoid.default %[[F]]
    // CHECK: %[[M:.*]] = aten.mul.Tensor %[[F]], %[[S]]
    // CHECK: aten._to_copy.default %[[M]], dtype = bf16
    %0 = aten.silu.default %x : (!h) -> !h
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 6
    %1 = aten.hardswish.default %x : (!h) -> !h
    // CHECK: aten.pow.Tensor_Scalar %{{.*}}, exponent = 2
    %2 = aten.square.default %x : (!h) -> !h
    // CHECK: %[[N:.*]] = ep.number 1
    // CHECK: aten.sub.Tensor %[[N]], %{{.*}}, alpha = 2
    %3 = aten.rsub.Scalar %x, other = 1, alpha = 2 : (!h) -> !h
    // CHECK: aten.full.default size = [s0], fill_value = 1, dtype = f32
    %4 = aten.ones.default size = [s0] : () -> !ep.tensor<[s0], f32>
    ep.return %0, %1, %2, %3, %4 : !h, !h, !h, !h, !ep.tensor<[s0], f32>
  }
}

// -----

// What a type says needs no check; a check that the type contradicts stays.
!t = !ep.tensor<[s0], f32>
// CHECK-LABEL: ep.graph @checks
ep.program @checks {
  ep.graph @checks(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK-NOT: dtype = f32
    aten._assert_tensor_metadata.default %x, dtype = f32 : (!t) -> ()
    // CHECK: aten._assert_tensor_metadata.default %{{.*}}, dtype = f64
    aten._assert_tensor_metadata.default %x, dtype = f64 : (!t) -> ()
    // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [] : (!ep.tensor<[s0], f32>) -> !ep.tensor<[], f32>
    %0 = aten.sum.default %x : (!t) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
  }
}
