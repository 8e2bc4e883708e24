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
  %1 = aten.transpose.int %z, dim0 = 0, dim1 = -1 : (!ep.tensor<[], f32>) -> !ep.tensor<[], f32>
  // CHECK: aten.permute.default %m, dims = [1, 0]
  %2 = aten.t.default %m : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[6, s0], f32, strides = [1, 6]>
  %3 = aten.t.default %v : (!ep.tensor<[6], f32>) -> !ep.tensor<[6], f32>
  // CHECK: aten.permute.default %x, dims = [2, 1, 0]
  %4 = aten.numpy_T.default %x : (!ep.tensor<[s0, 2, 3], f32>) -> !ep.tensor<[3, 2, s0], f32, strides = [1, 3, 6]>
  // What has one dimension or none stays.
  // CHECK: ep.return %{{.*}}, %z, %{{.*}}, %v, %{{.*}} :
  ep.return %0, %1, %2, %3, %4 : !ep.tensor<[3, 2, s0], f32, strides = [1, 3, 6]>,
    !ep.tensor<[], f32>,
    !ep.tensor<[6, s0], f32, strides = [1, 6]>,
    !ep.tensor<[6], f32>,
    !ep.tensor<[3, 2, s0], f32, strides = [1, 3, 6]>
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
  // CHECK-NEXT: ep.return %{{.*}}, %y :
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

// CHECK-LABEL: ep.graph @mT_default(
ep.program @mT_default { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @mT_default(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s85, s87], f32, strides = [1, s85]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %x, dims = [1, 0]
    // CHECK-NEXT: aten.clone.default %{{.*}}
    %0 = aten.mT.default %x : (!ep.tensor<[s87, s85], f32>) -> !ep.tensor<[s85, s87], f32, strides = [1, s85]>
    ep.return %0 : !ep.tensor<[s85, s87], f32, strides = [1, s85]>
} }

// -----

// CHECK-LABEL: ep.graph @movedim_intlist(
ep.program @movedim_intlist { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @movedim_intlist(%x: !ep.tensor<[s95, s85, s68, 1], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, s68, s85, s95], f32, strides = [1, 1, s68, s68*s85]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %x, dims = [3, 2, 1, 0]
    // CHECK-NEXT: aten.clone.default %{{.*}}
    %0 = aten.movedim.intlist %x, source = [0, 1, 2, 3], destination = [3, 2, 1, 0] : (!ep.tensor<[s95, s85, s68, 1], f32>) -> !ep.tensor<[1, s68, s85, s95], f32, strides = [1, 1, s68, s68*s85]>
    ep.return %0 : !ep.tensor<[1, s68, s85, s95], f32, strides = [1, 1, s68, s68*s85]>
} }

// -----

// CHECK-LABEL: ep.graph @narrow_default(
ep.program @narrow_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @narrow_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 2, s68], f32, strides = [s68*s85, s68, 1]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, dim = 1, start = 2, end = 4
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s95, 2, s68]
    // CHECK-NEXT: aten.clone.default %{{.*}}
    %0 = aten.narrow.default %x, dim = 1, start = 2, length = 2 : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, 2, s68], f32, strides = [s68*s85, s68, 1]>
    ep.return %0 : !ep.tensor<[s95, 2, s68], f32, strides = [s68*s85, s68, 1]>
} }

// -----

// CHECK-LABEL: ep.graph @tensor_split_indices(
ep.program @tensor_split_indices {
  ep.graph @tensor_split_indices(%x: !ep.tensor<[5, 5, 5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 5, 5], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[2, 5, 5], f32> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[1, 5, 5], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: aten.slice.Tensor %x, start = 0, end = 2
    // CHECK-NEXT: aten.slice.Tensor %x, start = 2, end = 4
    // CHECK-NEXT: aten.slice.Tensor %x, start = 4, end = 5
    %0:3 = aten.tensor_split.indices %x, indices = [2, 4] : (!ep.tensor<[5, 5, 5], f32>) -> (!ep.tensor<[2, 5, 5], f32>, !ep.tensor<[2, 5, 5], f32>, !ep.tensor<[1, 5, 5], f32>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[2, 5, 5], f32>, !ep.tensor<[2, 5, 5], f32>, !ep.tensor<[1, 5, 5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @split_sizes(
ep.program @split_sizes { ep.symbol @s0 range(2, 64)
  ep.graph @split_sizes(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 1], f32, strides = [4, 1]> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[s0, 3], f32, strides = [4, 1]> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.slice.Tensor %x, dim = 1, start = 0, end = 1
    // CHECK-NEXT: aten.slice.Tensor %x, dim = 1, start = 1, end = 4
    %0:2 = aten.split.sizes %x, split_size = [1, 3], dim = 1 : (!ep.tensor<[s0, 4], f32>) -> (!ep.tensor<[s0, 1], f32, strides = [4, 1]>, !ep.tensor<[s0, 3], f32, strides = [4, 1]>)
    ep.return %0#0, %0#1 : !ep.tensor<[s0, 1], f32, strides = [4, 1]>, !ep.tensor<[s0, 3], f32, strides = [4, 1]>
} }

// -----

// CHECK-LABEL: ep.graph @hsplit_int(
ep.program @hsplit_int { ep.symbol @s95 range(2, 64)
  ep.graph @hsplit_int(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[FloorDiv(s95, 2)], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[FloorDiv(s95, 2)], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.slice.Tensor %x, start = 0, end = FloorDiv(s95, 2)
    // CHECK-NEXT: aten.slice.Tensor %x, start = FloorDiv(s95, 2), end = 2*FloorDiv(s95, 2)
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [FloorDiv(s95, 2)]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [FloorDiv(s95, 2)]
    %0:2 = aten.hsplit.int %x, sections = 2 : (!ep.tensor<[s95], f32>) -> (!ep.tensor<[FloorDiv(s95, 2)], f32>, !ep.tensor<[FloorDiv(s95, 2)], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[FloorDiv(s95, 2)], f32>, !ep.tensor<[FloorDiv(s95, 2)], f32>
} }

// -----

// CHECK-LABEL: ep.graph @vsplit_int(
ep.program @vsplit_int { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @vsplit_int(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[FloorDiv(s95, 2), s85], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[FloorDiv(s95, 2), s85], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.slice.Tensor %x, start = 0, end = FloorDiv(s95, 2)
    // CHECK-NEXT: aten.slice.Tensor %x, start = FloorDiv(s95, 2), end = 2*FloorDiv(s95, 2)
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [FloorDiv(s95, 2), s85]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [FloorDiv(s95, 2), s85]
    %0:2 = aten.vsplit.int %x, sections = 2 : (!ep.tensor<[s95, s85], f32>) -> (!ep.tensor<[FloorDiv(s95, 2), s85], f32>, !ep.tensor<[FloorDiv(s95, 2), s85], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[FloorDiv(s95, 2), s85], f32>, !ep.tensor<[FloorDiv(s95, 2), s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @dsplit_array(
ep.program @dsplit_array {
  ep.graph @dsplit_array(%x: !ep.tensor<[5, 5, 5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[5, 5, 1], f32, strides = [25, 5, 1]> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[5, 5, 1], f32, strides = [25, 5, 1]> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[5, 5, 1], f32, strides = [25, 5, 1]> {ep.output = #ep.output<user_output "2">},
        !ep.tensor<[5, 5, 2], f32, strides = [25, 5, 1]> {ep.output = #ep.output<user_output "3">}) {
    // CHECK: aten.slice.Tensor %x, dim = 2, start = 0, end = 1
    // CHECK-NEXT: aten.slice.Tensor %x, dim = 2, start = 1, end = 2
    // CHECK-NEXT: aten.slice.Tensor %x, dim = 2, start = 2, end = 3
    // CHECK-NEXT: aten.slice.Tensor %x, dim = 2, start = 3, end = 5
    %0:4 = aten.dsplit.array %x, indices = [1, 2, 3] : (!ep.tensor<[5, 5, 5], f32>) -> (!ep.tensor<[5, 5, 1], f32, strides = [25, 5, 1]>, !ep.tensor<[5, 5, 1], f32, strides = [25, 5, 1]>, !ep.tensor<[5, 5, 1], f32, strides = [25, 5, 1]>, !ep.tensor<[5, 5, 2], f32, strides = [25, 5, 1]>)
    ep.return %0#0, %0#1, %0#2, %0#3 : !ep.tensor<[5, 5, 1], f32, strides = [25, 5, 1]>, !ep.tensor<[5, 5, 1], f32, strides = [25, 5, 1]>, !ep.tensor<[5, 5, 1], f32, strides = [25, 5, 1]>, !ep.tensor<[5, 5, 2], f32, strides = [25, 5, 1]>
} }

// -----

// CHECK-LABEL: ep.graph @unbind_int(
ep.program @unbind_int { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @unbind_int(%x: !ep.tensor<[s95, s85, 2], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], i64, strides = [2*s85, 2]> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[s95, s85], i64, strides = [2*s85, 2]> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.select.int %x, dim = 2, index = 0
    // CHECK-NEXT: aten.select.int %x, dim = 2, index = 1
    // CHECK-NEXT: aten.clone.default %{{.*}}
    // CHECK-NEXT: aten.clone.default %{{.*}}
    %0:2 = aten.unbind.int %x, dim = -1 : (!ep.tensor<[s95, s85, 2], i64>) -> (!ep.tensor<[s95, s85], i64, strides = [2*s85, 2]>, !ep.tensor<[s95, s85], i64, strides = [2*s85, 2]>)
    ep.return %0#0, %0#1 : !ep.tensor<[s95, s85], i64, strides = [2*s85, 2]>, !ep.tensor<[s95, s85], i64, strides = [2*s85, 2]>
} }

// -----

// CHECK-LABEL: ep.graph @unbind_copy_int(
ep.program @unbind_copy_int { ep.symbol @s85 range(2, 64)
  ep.graph @unbind_copy_int(%x: !ep.tensor<[5, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s85], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[s85], f32> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[s85], f32> {ep.output = #ep.output<user_output "2">},
        !ep.tensor<[s85], f32> {ep.output = #ep.output<user_output "3">},
        !ep.tensor<[s85], f32> {ep.output = #ep.output<user_output "4">}) {
    // CHECK: aten.select.int %x, dim = 0, index = 0
    // CHECK-NEXT: aten.select.int %x, dim = 0, index = 1
    // CHECK-NEXT: aten.select.int %x, dim = 0, index = 2
    // CHECK-NEXT: aten.select.int %x, dim = 0, index = 3
    // CHECK-NEXT: aten.select.int %x, dim = 0, index = 4
    %0:5 = aten.unbind_copy.int %x : (!ep.tensor<[5, s85], f32>) -> (!ep.tensor<[s85], f32>, !ep.tensor<[s85], f32>, !ep.tensor<[s85], f32>, !ep.tensor<[s85], f32>, !ep.tensor<[s85], f32>)
    ep.return %0#0, %0#1, %0#2, %0#3, %0#4 : !ep.tensor<[s85], f32>, !ep.tensor<[s85], f32>, !ep.tensor<[s85], f32>, !ep.tensor<[s85], f32>, !ep.tensor<[s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @split_copy_Tensor(
ep.program @split_copy_Tensor { ep.symbol @s0 range(2, 64)
  ep.graph @split_copy_Tensor(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 2], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[s0, 2], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.slice.Tensor %x, dim = 1, start = 0, end = 2
    // CHECK-NEXT: aten.slice.Tensor %x, dim = 1, start = 2, end = 4
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    %0:2 = aten.split_copy.Tensor %x, split_size = 2, dim = 1 : (!ep.tensor<[s0, 4], f32>) -> (!ep.tensor<[s0, 2], f32>, !ep.tensor<[s0, 2], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[s0, 2], f32>, !ep.tensor<[s0, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @split_with_sizes_copy_default(
ep.program @split_with_sizes_copy_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64)
  ep.graph @split_with_sizes_copy_default(%x: !ep.tensor<[5, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, s85, s68], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[3, s85, s68], f32> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[1, s85, s68], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: aten.slice.Tensor %x, start = 0, end = 1
    // CHECK-NEXT: aten.slice.Tensor %x, start = 1, end = 4
    // CHECK-NEXT: aten.slice.Tensor %x, start = 4, end = 5
    %0:3 = aten.split_with_sizes_copy.default %x, split_sizes = [1, 3, 1] : (!ep.tensor<[5, s85, s68], f32>) -> (!ep.tensor<[1, s85, s68], f32>, !ep.tensor<[3, s85, s68], f32>, !ep.tensor<[1, s85, s68], f32>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[1, s85, s68], f32>, !ep.tensor<[3, s85, s68], f32>, !ep.tensor<[1, s85, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @unfold_default(
ep.program @unfold_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @unfold_default(%x: !ep.tensor<[s95, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, FloorDiv(s85 + 1, 2) - 1, s68, s43, 3], f32, strides = [s43*s68*s85, 2*s43*s68, s43, 1, s43*s68]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = FloorDiv(s85 + 1, 2) - 1, dtype = i64
    // CHECK-NEXT: ep.number 2
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 3, dtype = i64
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.index.Tensor %x, [none, %{{.*}}]
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 1, 3, 4, 2]
    // CHECK-NEXT: aten.clone.default %{{.*}}
    %0 = aten.unfold.default %x, dimension = 1, size = 3, step = 2 : (!ep.tensor<[s95, s85, s68, s43], f32>) -> !ep.tensor<[s95, FloorDiv(s85 + 1, 2) - 1, s68, s43, 3], f32, strides = [s43*s68*s85, 2*s43*s68, s43, 1, s43*s68]>
    ep.return %0 : !ep.tensor<[s95, FloorDiv(s85 + 1, 2) - 1, s68, s43, 3], f32, strides = [s43*s68*s85, 2*s43*s68, s43, 1, s43*s68]>
} }

// -----

// CHECK-LABEL: ep.graph @broadcast_to_default(
ep.program @broadcast_to_default {
  ep.graph @broadcast_to_default(%x: !ep.tensor<[5, 1, 1], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[5, 5, 5], f32, strides = [1, 0, 0]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.expand.default %x, size = [5, 5, 5]
    %0 = aten.broadcast_to.default %x, size = [5, 5, 5] : (!ep.tensor<[5, 1, 1], f32>) -> !ep.tensor<[5, 5, 5], f32, strides = [1, 0, 0]>
    ep.return %0 : !ep.tensor<[5, 5, 5], f32, strides = [1, 0, 0]>
} }

// -----

// CHECK-LABEL: ep.graph @broadcast_tensors_default(
ep.program @broadcast_tensors_default { ep.symbol @s87 range(2, 64)
  ep.graph @broadcast_tensors_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "1">}) {

    %0:2 = aten.broadcast_tensors.default [%x, %y] : (!ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>) -> (!ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @reshape_as_default(
ep.program @reshape_as_default {
  ep.graph @reshape_as_default(%x: !ep.tensor<[5, 5, 5], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[25, 5], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[25, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [25, 5]
    %0 = aten.reshape_as.default %x, %y : (!ep.tensor<[5, 5, 5], f32>, !ep.tensor<[25, 5], f32>) -> !ep.tensor<[25, 5], f32>
    ep.return %0 : !ep.tensor<[25, 5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @ravel_default(
ep.program @ravel_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @ravel_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s68*s85*s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [s68*s85*s95]
    %0 = aten.ravel.default %x : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s68*s85*s95], f32>
    ep.return %0 : !ep.tensor<[s68*s85*s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @atleast_1d_default(
ep.program @atleast_1d_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @atleast_1d_default(%x: !ep.tensor<[s95, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68, s43], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.atleast_1d.default %x : (!ep.tensor<[s95, s85, s68, s43], f32>) -> !ep.tensor<[s95, s85, s68, s43], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68, s43], f32>
} }

// -----

// CHECK-LABEL: ep.graph @atleast_2d_default(
ep.program @atleast_2d_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @atleast_2d_default(%x: !ep.tensor<[s95, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68, s43], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.atleast_2d.default %x : (!ep.tensor<[s95, s85, s68, s43], f32>) -> !ep.tensor<[s95, s85, s68, s43], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68, s43], f32>
} }

// -----

// CHECK-LABEL: ep.graph @atleast_3d_default(
ep.program @atleast_3d_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @atleast_3d_default(%x: !ep.tensor<[s95, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68, s43], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.atleast_3d.default %x : (!ep.tensor<[s95, s85, s68, s43], f32>) -> !ep.tensor<[s95, s85, s68, s43], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68, s43], f32>
} }

// -----

// CHECK-LABEL: ep.graph @resolve_conj_default(
ep.program @resolve_conj_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @resolve_conj_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.resolve_conj.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }
