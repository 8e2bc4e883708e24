// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s

// CHECK-DAG: #[[T:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1) -> (0, d1)>
// CHECK-LABEL: ep.graph @views
ep.program @views {
  ep.graph @views(%x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">},
                  %y: !ep.tensor<[1, 6], f32> {ep.input = #ep.input<user_input "y">})
      -> (!ep.tensor<[6, s0], f32, strides = [1, 6]> {ep.output = #ep.output<user_output "0">},
          !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "1">},
          !ep.tensor<[2*s0, 3], f32> {ep.output = #ep.output<user_output "2">},
          !ep.tensor<[s0, 2], f32> {ep.output = #ep.output<user_output "3">},
          !ep.tensor<[s0, 12], f32> {ep.output = #ep.output<user_output "4">},
          !ep.tensor<[6], f32> {ep.output = #ep.output<user_output "5">},
          !ep.tensor<[s0, 6], f16> {ep.output = #ep.output<user_output "6">}) {
    // CHECK: linalg.generic {indexing_maps = [#[[T]],
    %0 = aten.permute.default %x, dims = [1, 0] : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[6, s0], f32, strides = [1, 6]>
    // CHECK: linalg.generic {indexing_maps = [#[[B]],
    %1 = aten.expand.default %y, size = [s0, -1] : (!ep.tensor<[1, 6], f32>) -> !ep.tensor<[s0, 6], f32>
    // CHECK: %[[C:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<?x6xf32> into tensor<?xf32>
    // CHECK: tensor.expand_shape %[[C]] {{\[\[}}0, 1]] output_shape [%{{.*}}, 3] : tensor<?xf32> into tensor<?x3xf32>
    %2 = aten.view.default %x, size = [-1, 3] : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[2*s0, 3], f32>
    // CHECK: tensor.extract_slice %{{.*}}[0, 1] [%{{.*}}, 2] [1, 2]
    %3 = aten.slice.Tensor %x, dim = 1, start = 1, end = 5, step = 2 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 2], f32>
    // CHECK: tensor.concat dim(1)
    %4 = aten.cat.default [%x, %1], dim = -1 : (!ep.tensor<[s0, 6], f32>, !ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 12], f32>
    // CHECK: tensor.extract_slice %{{.*}}[2, 0] [1, 6] [1, 1]
    // CHECK: tensor.collapse_shape
    %5 = aten.select.int %x, dim = 0, index = 2 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[6], f32>
    // A copy is nothing, a cast is a loop.
    // CHECK: arith.truncf
    %6 = aten.clone.default %x : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6], f32>
    %7 = aten._to_copy.default %6, dtype = f16 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6], f16>
    ep.return %0, %1, %2, %3, %4, %5, %7 : !ep.tensor<[6, s0], f32, strides = [1, 6]>, !ep.tensor<[s0, 6], f32>, !ep.tensor<[2*s0, 3], f32>,
      !ep.tensor<[s0, 2], f32>, !ep.tensor<[s0, 12], f32>, !ep.tensor<[6], f32>, !ep.tensor<[s0, 6], f16>
  }
}

// -----

// CHECK-LABEL: ep.graph @split
ep.program @split {
  ep.graph @split(%x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 2], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: tensor.extract_slice %{{.*}}[0, 0] [%{{.*}}, 4] [1, 1]
    // CHECK: tensor.extract_slice %{{.*}}[0, 4] [%{{.*}}, 2] [1, 1]
    %0:2 = aten.split_with_sizes.default %x, split_sizes = [4, 2], dim = -1 : (!ep.tensor<[s0, 6], f32>) -> (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 2], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 2], f32>
  }
}

// -----

// A symbol that must be 4 is checked when the program runs; the view is one all
// the same.
// CHECK-LABEL: ep.graph @known
ep.program @known { ep.graph @known(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
                                    %y: !ep.tensor<[2, s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4, 2], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: %[[X:.*]] = ep.to_builtin %x
  // CHECK: tensor.cast %[[X]] : tensor<?xf32> to tensor<4xf32>
  %0 = aten.view.default %x, size = [4] : (!ep.tensor<[s0], f32>) -> !ep.tensor<[4], f32>
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape %{{.*}} : tensor<2x?xf32> into tensor<?xf32>
  // CHECK: %[[KNOWN:.*]] = tensor.cast %[[FLAT]] : tensor<?xf32> to tensor<8xf32>
  // CHECK: tensor.expand_shape %[[KNOWN]] {{.*}} : tensor<8xf32> into tensor<4x2xf32>
  %1 = aten.view.default %y, size = [4, 2] : (!ep.tensor<[2, s0], f32>) -> !ep.tensor<[4, 2], f32>
  ep.return %0, %1 : !ep.tensor<[4], f32>, !ep.tensor<[4, 2], f32>
} }
