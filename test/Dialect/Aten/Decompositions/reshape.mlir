// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

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

// CHECK-LABEL: ep.graph @fliplr_default(
ep.program @fliplr_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @fliplr_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.flip.default %x, dims = [1]
    %0 = aten.fliplr.default %x : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @flipud_default(
ep.program @flipud_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @flipud_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.flip.default %x, dims = [0]
    %0 = aten.flipud.default %x : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @rot90_default(
ep.program @rot90_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @rot90_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s85, s95, s68], f32, strides = [s68, s68*s85, 1]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.flip.default %x, dims = [1]
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [1, 0, 2]
    // CHECK-NEXT: aten.clone.default %{{.*}}
    %0 = aten.rot90.default %x : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s85, s95, s68], f32, strides = [s68, s68*s85, 1]>
    ep.return %0 : !ep.tensor<[s85, s95, s68], f32, strides = [s68, s68*s85, 1]>
} }

// -----

// CHECK-LABEL: ep.graph @roll_default(
ep.program @roll_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @roll_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, start = Mod(1, s95), end = s95
    // CHECK-NEXT: aten.slice.Tensor %x, start = 0, end = Mod(1, s95)
    // CHECK-NEXT: aten.cat.default [%{{.*}}]
    %0 = aten.roll.default %x, shifts = [-1], dims = [0] : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68], f32>
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

// -----

// CHECK-LABEL: ep.graph @resolve_neg_default(
ep.program @resolve_neg_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @resolve_neg_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.resolve_neg.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @positive_default(
ep.program @positive_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @positive_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.positive.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// A plane has two dimensions: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.rot90.default 
    %0 = aten.rot90.default %x, dims = [0] : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }

// -----

// As many shifts as dimensions: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.roll.default 
    %0 = aten.roll.default %x, shifts = [1, 1], dims = [0] : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }

// -----

// A dimension out of range: left alone.
// CHECK-LABEL: ep.graph @left_2(
ep.program @left_2 {
  ep.graph @left_2(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.movedim.int 
    %0 = aten.movedim.int %x, source = 0, destination = 2 : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[4, 3], f32>
    ep.return %0 : !ep.tensor<[4, 3], f32>
} }

// -----

// Sizes of another number of elements: left alone.
// CHECK-LABEL: ep.graph @left_3(
ep.program @left_3 {
  ep.graph @left_3(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3, 5], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[3, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.reshape_as.default 
    %0 = aten.reshape_as.default %x, %y : (!ep.tensor<[3, 4], f32>, !ep.tensor<[3, 5], f32>) -> !ep.tensor<[3, 5], f32>
    ep.return %0 : !ep.tensor<[3, 5], f32>
} }

// -----

// The first elements; what is added is 0.
// CHECK-LABEL: ep.graph @resize_default(
ep.program @resize_default {
  ep.graph @resize_default(%x: !ep.tensor<[4, 6], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[5, 2], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[5, 5], f32> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[3, 8], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: %[[F:.*]] = aten.view.default %x, size = [24]
    // CHECK: %[[S:.*]] = aten.slice.Tensor %[[F]], start = 0, end = 10
    // CHECK: aten.view.default %[[S]], size = [5, 2]
    %0 = aten.resize.default %x, size = [5, 2] : (!ep.tensor<[4, 6], f32>) -> !ep.tensor<[5, 2], f32>
    // CHECK: %[[P:.*]] = aten.constant_pad_nd.default %{{.*}}, pad = [0, 1]
    // CHECK: aten.view.default %[[P]], size = [5, 5]
    %1 = aten.resize.default %x, size = [5, 5] : (!ep.tensor<[4, 6], f32>) -> !ep.tensor<[5, 5], f32>
    // CHECK: aten.view.default %x, size = [3, 8]
    %2 = aten.resize.default %x, size = [3, 8] : (!ep.tensor<[4, 6], f32>) -> !ep.tensor<[3, 8], f32>
    ep.return %0, %1, %2 : !ep.tensor<[5, 2], f32>, !ep.tensor<[5, 5], f32>, !ep.tensor<[3, 8], f32>
} }

// -----

// How many elements are left is not known: left alone.
// CHECK-LABEL: ep.graph @resize_symbolic(
ep.program @resize_symbolic { ep.symbol @s0 range(2, 64)
  ep.graph @resize_symbolic(%x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[5, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.resize.default
    %0 = aten.resize.default %x, size = [5, 2] : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[5, 2], f32>
    ep.return %0 : !ep.tensor<[5, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @tensor_split_sections(
ep.program @tensor_split_sections { ep.symbol @n range(2, 64)
  ep.graph @tensor_split_sections(%a: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n, 2], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.slice.Tensor %a, dim = 1, start = 0, end = 3
    // CHECK-NEXT: aten.slice.Tensor %a, dim = 1, start = 3, end = 5
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    %0:2 = aten.tensor_split.sections %a, sections = 2, dim = 1 : (!ep.tensor<[n, 5], f32>) -> (!ep.tensor<[n, 3], f32>, !ep.tensor<[n, 2], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[n, 3], f32>, !ep.tensor<[n, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @dsplit_int(
ep.program @dsplit_int { ep.symbol @n range(2, 64)
  ep.graph @dsplit_int(%a: !ep.tensor<[n, 2, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 2, 2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n, 2, 2], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.slice.Tensor %a, dim = 2, start = 0, end = 2
    // CHECK-NEXT: aten.slice.Tensor %a, dim = 2, start = 2, end = 4
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    %0:2 = aten.dsplit.int %a, sections = 2 : (!ep.tensor<[n, 2, 4], f32>) -> (!ep.tensor<[n, 2, 2], f32>, !ep.tensor<[n, 2, 2], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[n, 2, 2], f32>, !ep.tensor<[n, 2, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @hsplit_array(
ep.program @hsplit_array { ep.symbol @n range(2, 64)
  ep.graph @hsplit_array(%a: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n, 3], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.slice.Tensor %a, dim = 1, start = 0, end = 2
    // CHECK-NEXT: aten.slice.Tensor %a, dim = 1, start = 2, end = 5
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    %0:2 = aten.hsplit.array %a, indices = [2] : (!ep.tensor<[n, 5], f32>) -> (!ep.tensor<[n, 2], f32>, !ep.tensor<[n, 3], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[n, 2], f32>, !ep.tensor<[n, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @vsplit_array(
ep.program @vsplit_array { ep.symbol @n range(2, 64)
  ep.graph @vsplit_array(%a: !ep.tensor<[5, n], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[2, n], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3, n], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.slice.Tensor %a, start = 0, end = 2
    // CHECK-NEXT: aten.slice.Tensor %a, start = 2, end = 5
    %0:2 = aten.vsplit.array %a, indices = [2] : (!ep.tensor<[5, n], f32>) -> (!ep.tensor<[2, n], f32>, !ep.tensor<[3, n], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[2, n], f32>, !ep.tensor<[3, n], f32>
} }
