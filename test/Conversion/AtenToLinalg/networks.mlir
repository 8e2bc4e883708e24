// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s

// Matrix products; half floats are accumulated in f32.
!h = !ep.tensor<[s0, 4], f16>
// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-LABEL: ep.graph @products
ep.program @products {
  ep.graph @products(%x: !h {ep.input = #ep.input<user_input "x">}, %w: !ep.tensor<[4, 5], f16> {ep.input = #ep.input<user_input "w">},
                     %b: !ep.tensor<[5], f16> {ep.input = #ep.input<user_input "b">},
                     %q: !ep.tensor<[2, s0, 4], f32> {ep.input = #ep.input<user_input "q">})
      -> (!ep.tensor<[s0, 5], f16> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[2, s0, s0], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: linalg.fill ins(%{{.*}} : f32)
    // CHECK: linalg.generic {indexing_maps = [#[[A]], #[[B]], {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
    // CHECK: arith.extf
    // CHECK: arith.mulf
    // CHECK: arith.addf %{{.*}}, %{{.*}} : f32
    // CHECK: arith.constant 2.000000e+00 : f32
    // CHECK: arith.truncf
    %0 = aten.addmm.default %b, %x, %w, beta = 2 : (!ep.tensor<[5], f16>, !h, !ep.tensor<[4, 5], f16>) -> !ep.tensor<[s0, 5], f16>
    %1 = aten.permute.default %q, dims = [0, 2, 1] : (!ep.tensor<[2, s0, 4], f32>) -> !ep.tensor<[2, 4, s0], f32, strides = [4*s0, 1, 4]>
    // CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction"]
    %2 = aten.bmm.default %q, %1 : (!ep.tensor<[2, s0, 4], f32>, !ep.tensor<[2, 4, s0], f32, strides = [4*s0, 1, 4]>) -> !ep.tensor<[2, s0, s0], f32>
    ep.return %0, %2 : !ep.tensor<[s0, 5], f16>, !ep.tensor<[2, s0, s0], f32>
  }
}

// -----

// CHECK-DAG: #[[G:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d5, d3 * 2 + d6 * 3, d4 * 2 + d7 * 3)>
// CHECK-DAG: #[[L:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3, d2 + d4)>
// CHECK-LABEL: ep.graph @convolutions
ep.program @convolutions {
  ep.graph @convolutions(%x: !ep.tensor<[s0, 4, 8, 8], f32> {ep.input = #ep.input<user_input "x">},
                         %w: !ep.tensor<[6, 2, 3, 3], f32> {ep.input = #ep.input<user_input "w">},
                         %b: !ep.tensor<[6], f32> {ep.input = #ep.input<user_input "b">},
                         %y: !ep.tensor<[1, 2, s0], f32> {ep.input = #ep.input<user_input "y">},
                         %v: !ep.tensor<[3, 2, 3], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[s0, 6, 3, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[1, 3, s0], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: tensor.pad %{{.*}} low[0, 0, 2, 2] high[0, 0, 2, 2]
    // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2], [3], [4]]
    // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2], [3], [4]]
    // CHECK: linalg.generic {indexing_maps = [#[[G]],
    // CHECK: tensor.collapse_shape
    // CHECK: arith.addf
    %0 = aten.convolution.default %x, %w, %b, stride = [2, 2], padding = [2, 2], dilation = [3, 3], transposed = false, output_padding = [0, 0], groups = 2
      : (!ep.tensor<[s0, 4, 8, 8], f32>, !ep.tensor<[6, 2, 3, 3], f32>, !ep.tensor<[6], f32>) -> !ep.tensor<[s0, 6, 3, 3], f32>
    // CHECK: tensor.pad %{{.*}} low[0, 0, 1] high[0, 0, 1]
    // CHECK: linalg.generic {indexing_maps = [#[[L]],
    %1 = aten.convolution.default %y, %v, stride = [1], padding = [1], dilation = [1], transposed = false, output_padding = [0], groups = 1
      : (!ep.tensor<[1, 2, s0], f32>, !ep.tensor<[3, 2, 3], f32>) -> !ep.tensor<[1, 3, s0], f32>
    ep.return %0, %1 : !ep.tensor<[s0, 6, 3, 3], f32>, !ep.tensor<[1, 3, s0], f32>
  }
}

// -----

!t = !ep.tensor<[1, 2, 6, 6], f32>
// CHECK-LABEL: ep.graph @pools
ep.program @pools {
  ep.graph @pools(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[1, 2, 4, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[1, 2, 4, 4], i64> {ep.output = #ep.output<user_output "1">},
          !ep.tensor<[1, 2, 3, 3], f32> {ep.output = #ep.output<user_output "2">}, !ep.tensor<[1, 2, 4, 4], f32> {ep.output = #ep.output<user_output "3">},
          !ep.tensor<[1, 2, 6, 7], f32> {ep.output = #ep.output<user_output "4">}) {
    // CHECK: %[[LOW:.*]] = arith.constant 0xFF800000 : f32
    // CHECK: tensor.pad %{{.*}} low[0, 0, 1, 1] high[0, 0, 1, 1]
    // CHECK: tensor.empty() : tensor<2x2xf32>
    // CHECK: arith.maximumf
    // CHECK: linalg.index
    // CHECK: arith.select
    %0:2 = aten.max_pool2d_with_indices.default %x, kernel_size = [2, 2], stride = [2, 2], padding = [1, 1]
      : (!t) -> (!ep.tensor<[1, 2, 4, 4], f32>, !ep.tensor<[1, 2, 4, 4], i64>)
    // CHECK: arith.constant 4.000000e+00 : f32
    // CHECK: arith.divf
    %1 = aten.avg_pool2d.default %x, kernel_size = [2, 2] : (!t) -> !ep.tensor<[1, 2, 3, 3], f32>
    // Windows at the border count fewer elements.
    // CHECK: arith.maxsi
    // CHECK: arith.minsi
    // CHECK: arith.divf
    %2 = aten.avg_pool2d.default %x, kernel_size = [2, 2], stride = [2, 2], padding = [1, 1], count_include_pad = false : (!t) -> !ep.tensor<[1, 2, 4, 4], f32>
    // CHECK: tensor.pad %{{.*}} low[0, 0, 0, 1] high[0, 0, 0, 0]
    %3 = aten.constant_pad_nd.default %x, pad = [1, 0], value = 2.5 : (!t) -> !ep.tensor<[1, 2, 6, 7], f32>
    ep.return %0#0, %0#1, %1, %2, %3 : !ep.tensor<[1, 2, 4, 4], f32>, !ep.tensor<[1, 2, 4, 4], i64>, !ep.tensor<[1, 2, 3, 3], f32>, !ep.tensor<[1, 2, 4, 4], f32>, !ep.tensor<[1, 2, 6, 7], f32>
  }
}

// -----

!t = !ep.tensor<[s0, 8], bf16>
// CHECK-LABEL: ep.graph @rows
ep.program @rows {
  ep.graph @rows(%x: !t {ep.input = #ep.input<user_input "x">}, %w: !ep.tensor<[8], bf16> {ep.input = #ep.input<user_input "w">},
                 %i: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "i">})
      -> (!t {ep.output = #ep.output<user_output "0">}, !t {ep.output = #ep.output<user_output "1">},
          !ep.tensor<[1, 8], bf16> {ep.output = #ep.output<user_output "2">}, !ep.tensor<[s0], bf16> {ep.output = #ep.output<user_output "3">},
          !ep.tensor<[3, 8], bf16> {ep.output = #ep.output<user_output "4">}, !ep.tensor<[s0], bf16> {ep.output = #ep.output<user_output "5">}) {
    // CHECK: arith.maximumf
    // CHECK: math.exp
    // CHECK: math.log
    %0 = aten._log_softmax.default %x, dim = 1, half_to_float = false : (!t) -> !t
    // CHECK: arith.divf
    // CHECK: math.sqrt
    // CHECK: arith.truncf
    %1:3 = aten.native_layer_norm.default %x, normalized_shape = [8], %w, none, eps = 1.0e-05
      : (!t, !ep.tensor<[8], bf16>) -> (!t, !ep.tensor<[s0, 1], bf16>, !ep.tensor<[s0, 1], bf16>)
    // The sum is f64 until the end; the mean divides by the size.
    // CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]{{.*}} outs(%{{.*}} : tensor<8xf64>)
    // CHECK: arith.index_cast
    // CHECK: arith.truncf
    // CHECK: tensor.expand_shape
    %2 = aten.mean.dim %x, dim = [0], keepdim = true : (!t) -> !ep.tensor<[1, 8], bf16>
    // CHECK: arith.minimumf
    %3 = aten.amin.default %x, dim = [1] : (!t) -> !ep.tensor<[s0], bf16>
    // CHECK: tensor.extract
    %4 = aten.embedding.default %x, %i : (!t, !ep.tensor<[3], i64>) -> !ep.tensor<[3, 8], bf16>
    // CHECK: linalg.fill ins(%{{.*}} : bf16)
    %5 = aten.full.default size = [s0], fill_value = 1.5 : () -> !ep.tensor<[s0], bf16>
    ep.return %0, %1#0, %2, %3, %4, %5 : !t, !t, !ep.tensor<[1, 8], bf16>, !ep.tensor<[s0], bf16>, !ep.tensor<[3, 8], bf16>, !ep.tensor<[s0], bf16>
  }
}
