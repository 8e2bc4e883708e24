// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// The result says the sizes.
// CHECK-LABEL: ep.graph @reshapes
ep.program @reshapes { ep.graph @reshapes(
          %x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">},
          %p: !ep.tensor<[6, s0], f32, strides = [1, 6]> {ep.input = #ep.input<user_input "p">},
          %o: !ep.tensor<[2, s0, 3], f32> {ep.input = #ep.input<user_input "o">}
      ) -> (!ep.tensor<[6*s0], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 2, 3], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[2, s0, 3], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[3*s0, 2], f32> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[2, 3*s0], f32> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[6, s0], f32> {ep.output = #ep.output<user_output "5">},
              !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "6">}) {
  // CHECK: aten.view.default %x, size = [6*s0]
  %0 = aten.flatten.using_ints %x : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[6*s0], f32>
  // CHECK: aten.view.default %x, size = [s0, 2, 3]
  %1 = aten.unflatten.int %x, dim = 1, sizes = [2, -1] : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 2, 3], f32>
  // CHECK: aten.view.default %x, size = [2, s0, 3]
  %2 = aten.view_as.default %x, %o : (!ep.tensor<[s0, 6], f32>, !ep.tensor<[2, s0, 3], f32>) -> !ep.tensor<[2, s0, 3], f32>
  // CHECK: aten.view.default %x, size = [3*s0, 2]
  %3 = aten._unsafe_view.default %x, size = [-1, 2] : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[3*s0, 2], f32>
  // Strides that do not allow a view: of a copy.
  // CHECK: %[[C:.*]] = aten.clone.default %p, memory_format = contiguous_format : {{.*}} -> !ep.tensor<[6, s0], f32>
  // CHECK: aten.view.default %[[C]], size = [2, 3*s0]
  %4 = aten.reshape.default %p, shape = [2, -1] : (!ep.tensor<[6, s0], f32, strides = [1, 6]>) -> !ep.tensor<[2, 3*s0], f32>
  // The copy alone, and nothing at all.
  // CHECK: %[[D:.*]] = aten.clone.default %p,
  %5 = aten.reshape.default %p, shape = [6, -1] : (!ep.tensor<[6, s0], f32, strides = [1, 6]>) -> !ep.tensor<[6, s0], f32>
  %6 = aten.reshape.default %x, shape = [-1, 6] : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6], f32>
  // CHECK: ep.return {{.*}}, %[[D]], %x :
  ep.return %0, %1, %2, %3, %4, %5, %6 : !ep.tensor<[6*s0], f32>,
    !ep.tensor<[s0, 2, 3], f32>,
    !ep.tensor<[2, s0, 3], f32>,
    !ep.tensor<[3*s0, 2], f32>,
    !ep.tensor<[2, 3*s0], f32>,
    !ep.tensor<[6, s0], f32>,
    !ep.tensor<[s0, 6], f32>
} }

// -----

// Two dimensions, or all in reverse.
// CHECK-LABEL: ep.graph @transposes
ep.program @transposes { ep.graph @transposes(
          %x: !ep.tensor<[s0, 2, 3], f32> {ep.input = #ep.input<user_input "x">},
          %m: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "m">},
          %z: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "z">},
          %v: !ep.tensor<[6], f32> {ep.input = #ep.input<user_input "v">}
      ) -> (!ep.tensor<[3, 2, s0], f32, strides = [1, 3, 6]> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[6, s0], f32, strides = [1, 6]> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[6], f32> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[3, 2, s0], f32, strides = [1, 3, 6]> {ep.output = #ep.output<user_output "4">}) {
  // CHECK: aten.permute.default %x, dims = [2, 1, 0]
  %0 = aten.transpose.int %x, dim0 = 0, dim1 = -1 : (!ep.tensor<[s0, 2, 3], f32>) -> !ep.tensor<[3, 2, s0], f32, strides = [1, 3, 6]>
  // CHECK: aten.permute.default %z, dims = []
  %1 = aten.transpose.int %z, dim0 = 0, dim1 = -1 : (!ep.tensor<[], f32>) -> !ep.tensor<[], f32>
  // CHECK: aten.permute.default %m, dims = [1, 0]
  %2 = aten.t.default %m : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[6, s0], f32, strides = [1, 6]>
  // CHECK: aten.permute.default %v, dims = [0]
  %3 = aten.t.default %v : (!ep.tensor<[6], f32>) -> !ep.tensor<[6], f32>
  // CHECK: aten.permute.default %x, dims = [2, 1, 0]
  %4 = aten.numpy_T.default %x : (!ep.tensor<[s0, 2, 3], f32>) -> !ep.tensor<[3, 2, s0], f32, strides = [1, 3, 6]>
  ep.return %0, %1, %2, %3, %4 : !ep.tensor<[3, 2, s0], f32, strides = [1, 3, 6]>,
    !ep.tensor<[], f32>,
    !ep.tensor<[6, s0], f32, strides = [1, 6]>,
    !ep.tensor<[6], f32>,
    !ep.tensor<[3, 2, s0], f32, strides = [1, 3, 6]>
} }

// -----

// A dimension that is not there is left alone.
// CHECK-LABEL: ep.graph @range
ep.program @range { ep.graph @range(
          %x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[2, s0, 6], f32> {ep.output = #ep.output<user_output "5">}) {
  // CHECK: aten.transpose.int %x, dim0 = 0, dim1 = 2
  %0 = aten.transpose.int %x, dim0 = 0, dim1 = 2 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6], f32>
  // CHECK: aten.split.Tensor %x, split_size = 3, dim = 2
  %1:2 = aten.split.Tensor %x, split_size = 3, dim = 2 : (!ep.tensor<[s0, 6], f32>) -> (!ep.tensor<[s0, 6], f32>, !ep.tensor<[s0, 6], f32>)
  // CHECK: aten.chunk.default %x, chunks = 2, dim = -3
  %2:2 = aten.chunk.default %x, chunks = 2, dim = -3 : (!ep.tensor<[s0, 6], f32>) -> (!ep.tensor<[s0, 6], f32>, !ep.tensor<[s0, 6], f32>)
  // CHECK: aten.stack.default [%x, %x], dim = 3
  %3 = aten.stack.default [%x, %x], dim = 3 : (!ep.tensor<[s0, 6], f32>, !ep.tensor<[s0, 6], f32>) -> !ep.tensor<[2, s0, 6], f32>
  ep.return %0, %1#0, %1#1, %2#0, %2#1, %3 : !ep.tensor<[s0, 6], f32>,
    !ep.tensor<[s0, 6], f32>,
    !ep.tensor<[s0, 6], f32>,
    !ep.tensor<[s0, 6], f32>,
    !ep.tensor<[s0, 6], f32>,
    !ep.tensor<[2, s0, 6], f32>
} }

// -----

// CHECK-LABEL: ep.graph @expand_as
ep.program @expand_as { ep.graph @expand_as(
          %x: !ep.tensor<[1, 6], f32> {ep.input = #ep.input<user_input "x">},
          %y: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "y">}
      ) -> (!ep.tensor<[s0, 6], f32, strides = [0, 1]> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.expand.default %x, size = [s0, 6] : {{.*}} -> !ep.tensor<[s0, 6], f32, strides = [0, 1]>
  %0 = aten.expand_as.default %x, %y : (!ep.tensor<[1, 6], f32>, !ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6], f32, strides = [0, 1]>
  ep.return %0 : !ep.tensor<[s0, 6], f32, strides = [0, 1]>
} }

// -----

// A symbolic size is not 1.
// CHECK-LABEL: ep.graph @squeeze
ep.program @squeeze { ep.graph @squeeze(
          %x: !ep.tensor<[1, s0, 1], f32> {ep.input = #ep.input<user_input "x">},
          %y: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "y">}
      ) -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: aten.squeeze.dims %x, dim = [0, 2]
  %0 = aten.squeeze.default %x : (!ep.tensor<[1, s0, 1], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: aten.squeeze.dims %y, dim = []
  %1 = aten.squeeze.default %y : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6], f32>
  ep.return %0, %1 : !ep.tensor<[s0], f32>,
    !ep.tensor<[s0, 6], f32>
} }

// -----

// CHECK-LABEL: ep.graph @splits
ep.program @splits { ep.graph @splits(
          %x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0, 4], f32, strides = [6, 1]> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 2], f32, strides = [6, 1]> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 3], f32, strides = [6, 1]> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[s0, 3], f32, strides = [6, 1]> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[s1, 6], f32> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[s0 - s1, 6], f32> {ep.output = #ep.output<user_output "5">}) {
  // CHECK: aten.slice.Tensor %x, dim = 1, start = 0, end = 4 :
  // CHECK: aten.slice.Tensor %x, dim = 1, start = 4, end = 6 :
  %0:2 = aten.split.Tensor %x, split_size = 4, dim = -1 : (!ep.tensor<[s0, 6], f32>) -> (!ep.tensor<[s0, 4], f32, strides = [6, 1]>, !ep.tensor<[s0, 2], f32, strides = [6, 1]>)
  // CHECK: aten.slice.Tensor %x, dim = 1, start = 0, end = 3 :
  // CHECK: aten.slice.Tensor %x, dim = 1, start = 3, end = 6 :
  %1:2 = aten.chunk.default %x, chunks = 2, dim = 1 : (!ep.tensor<[s0, 6], f32>) -> (!ep.tensor<[s0, 3], f32, strides = [6, 1]>, !ep.tensor<[s0, 3], f32, strides = [6, 1]>)
  // Symbolic parts.
  // CHECK: aten.slice.Tensor %x, {{.*}}end = s1 :
  // CHECK: aten.slice.Tensor %x, {{.*}}start = s1, end = s0 :
  %2:2 = aten.split.Tensor %x, split_size = s1 : (!ep.tensor<[s0, 6], f32>) -> (!ep.tensor<[s1, 6], f32>, !ep.tensor<[s0 - s1, 6], f32>)
  ep.return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1 : !ep.tensor<[s0, 4], f32, strides = [6, 1]>,
    !ep.tensor<[s0, 2], f32, strides = [6, 1]>,
    !ep.tensor<[s0, 3], f32, strides = [6, 1]>,
    !ep.tensor<[s0, 3], f32, strides = [6, 1]>,
    !ep.tensor<[s1, 6], f32>,
    !ep.tensor<[s0 - s1, 6], f32>
} }

// -----

// CHECK-LABEL: ep.graph @stack
ep.program @stack { ep.graph @stack(
          %x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">},
          %y: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "y">}
      ) -> (!ep.tensor<[s0, 6, 2], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[X:.*]] = aten.unsqueeze.default %x, dim = 2 : {{.*}} -> !ep.tensor<[s0, 6, 1], f32>
  // CHECK: %[[Y:.*]] = aten.unsqueeze.default %y, dim = 2
  // CHECK: aten.cat.default [%[[X]], %[[Y]]], dim = 2 : {{.*}} -> !ep.tensor<[s0, 6, 2], f32>
  %0 = aten.stack.default [%x, %y], dim = -1 : (!ep.tensor<[s0, 6], f32>, !ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6, 2], f32>
  ep.return %0 : !ep.tensor<[s0, 6, 2], f32>
} }
