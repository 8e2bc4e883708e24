// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

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

// -----

// CHECK-LABEL: ep.graph @alias_copy_default(
ep.program @alias_copy_default { ep.symbol @s95 range(2, 64)
  ep.graph @alias_copy_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.alias_copy.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @detach_copy_default(
ep.program @detach_copy_default { ep.symbol @s0 range(2, 64)
  ep.graph @detach_copy_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.detach_copy.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @diagonal_copy_default(
ep.program @diagonal_copy_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @diagonal_copy_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[Min(s85, s95)], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.diagonal.default %x
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    %0 = aten.diagonal_copy.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[Min(s85, s95)], f32>
    ep.return %0 : !ep.tensor<[Min(s85, s95)], f32>
} }

// -----

// CHECK-LABEL: ep.graph @expand_copy_default(
ep.program @expand_copy_default { ep.symbol @s95 range(2, 64)
  ep.graph @expand_copy_default(%x: !ep.tensor<[s95, 1, 5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 5, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.expand.default %x, size = [s95, 5, 5]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    %0 = aten.expand_copy.default %x, size = [-1, 5, 5] : (!ep.tensor<[s95, 1, 5], f32>) -> !ep.tensor<[s95, 5, 5], f32>
    ep.return %0 : !ep.tensor<[s95, 5, 5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @permute_copy_default(
ep.program @permute_copy_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64)
  ep.graph @permute_copy_default(%x: !ep.tensor<[1, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, s68, s43, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %x, dims = [0, 2, 3, 1]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    %0 = aten.permute_copy.default %x, dims = [0, 2, 3, 1] : (!ep.tensor<[1, s85, s68, s43], f32>) -> !ep.tensor<[1, s68, s43, s85], f32>
    ep.return %0 : !ep.tensor<[1, s68, s43, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @view_copy_default(
ep.program @view_copy_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @view_copy_default(%x: !ep.tensor<[s95, s85, 5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s85*s95, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [s85*s95, 5]
    %0 = aten.view_copy.default %x, size = [25, 5] : (!ep.tensor<[s95, s85, 5], f32>) -> !ep.tensor<[s85*s95, 5], f32>
    ep.return %0 : !ep.tensor<[s85*s95, 5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @squeeze_copy_default(
ep.program @squeeze_copy_default { ep.symbol @s68 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @squeeze_copy_default(%x: !ep.tensor<[s95, 1, s68, 1], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [s95, s68]
    %0 = aten.squeeze_copy.default %x : (!ep.tensor<[s95, 1, s68, 1], f32>) -> !ep.tensor<[s95, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @squeeze_copy_dim(
ep.program @squeeze_copy_dim { ep.symbol @s0 range(2, 64)
  ep.graph @squeeze_copy_dim(%x: !ep.tensor<[1, s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [s0]
    %0 = aten.squeeze_copy.dim %x, dim = 0 : (!ep.tensor<[1, s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @squeeze_copy_dims(
ep.program @squeeze_copy_dims { ep.symbol @s0 range(2, 64)
  ep.graph @squeeze_copy_dims(%x: !ep.tensor<[1, s0, 1], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [s0]
    %0 = aten.squeeze_copy.dims %x, dim = [0, 2] : (!ep.tensor<[1, s0, 1], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @transpose_copy_int(
ep.program @transpose_copy_int { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @transpose_copy_int(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s85, s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %x, dims = [1, 0]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    %0 = aten.transpose_copy.int %x, dim0 = 0, dim1 = 1 : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s85, s95], f32>
    ep.return %0 : !ep.tensor<[s85, s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @t_copy_default(
ep.program @t_copy_default { ep.symbol @s95 range(2, 64)
  ep.graph @t_copy_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.t_copy.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @unsqueeze_copy_default(
ep.program @unsqueeze_copy_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @unsqueeze_copy_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %x, dim = 0
    %0 = aten.unsqueeze_copy.default %x, dim = 0 : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[1, s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[1, s95, s85, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @select_copy_int(
ep.program @select_copy_int { ep.symbol @s0 range(2, 64)
  ep.graph @select_copy_int(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.select.int %x, dim = 1, index = 2
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    %0 = aten.select_copy.int %x, dim = 1, index = 2 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @narrow_copy_default(
ep.program @narrow_copy_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @narrow_copy_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 2, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, dim = 1, start = 2, end = 4
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s95, 2, s68]
    %0 = aten.narrow_copy.default %x, dim = 1, start = 2, length = 2 : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, 2, s68], f32>
    ep.return %0 : !ep.tensor<[s95, 2, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @unfold_copy_default(
ep.program @unfold_copy_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @unfold_copy_default(%x: !ep.tensor<[s95, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, FloorDiv(s85 + 1, 2) - 1, s68, s43, 3], f32, strides = [3*s43*s68*Max(1, FloorDiv(s85 + 1, 2) - 1), 3*s43*s68, 3*s43, 3, 1]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = FloorDiv(s85 + 1, 2) - 1, dtype = i64
    // CHECK-NEXT: ep.number 2
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 3, dtype = i64
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.index.Tensor %x, [none, %{{.*}}]
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 1, 3, 4, 2]
    // CHECK-NEXT: aten.clone.default %{{.*}}
    %0 = aten.unfold_copy.default %x, dimension = 1, size = 3, step = 2 : (!ep.tensor<[s95, s85, s68, s43], f32>) -> !ep.tensor<[s95, FloorDiv(s85 + 1, 2) - 1, s68, s43, 3], f32, strides = [3*s43*s68*Max(1, FloorDiv(s85 + 1, 2) - 1), 3*s43*s68, 3*s43, 3, 1]>
    ep.return %0 : !ep.tensor<[s95, FloorDiv(s85 + 1, 2) - 1, s68, s43, 3], f32, strides = [3*s43*s68*Max(1, FloorDiv(s85 + 1, 2) - 1), 3*s43*s68, 3*s43, 3, 1]>
} }

// -----

// CHECK-LABEL: ep.graph @slices(
ep.program @slices {
  ep.graph @slices(%x: !ep.tensor<[2, 5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 3], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[5, 2], f32> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[2, 5], i32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: aten.slice.Tensor %x, dim = 1, start = 1, end = 4
    %0 = aten.slice_copy.Tensor %x, dim = 1, start = 1, end = 4 : (!ep.tensor<[2, 5], f32>) -> !ep.tensor<[2, 3], f32>
    // CHECK: aten.view.default %x, size = [5, 2]
    %1 = aten._reshape_copy.default %x, size = [5, 2] : (!ep.tensor<[2, 5], f32>) -> !ep.tensor<[5, 2], f32>
    // CHECK: aten.view.dtype %x, dtype = i32
    %2 = aten.view_copy.dtype %x, dtype = i32 : (!ep.tensor<[2, 5], f32>) -> !ep.tensor<[2, 5], i32>
    ep.return %0, %1, %2 : !ep.tensor<[2, 3], f32>, !ep.tensor<[5, 2], f32>, !ep.tensor<[2, 5], i32>
} }

// -----

// Copies of a functional program are the tensor itself.
// CHECK-LABEL: ep.graph @copies
ep.program @copies { ep.graph @copies(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %p: !ep.tensor<[4, s0], f32, strides = [1, 4]> {ep.input = #ep.input<user_input "p">}
      ) -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[4, s0], f32> {ep.output = #ep.output<user_output "3">}) {
  // CHECK-NOT: aten.lift_fresh_copy
  // CHECK-NOT: aten.detach
  %0 = aten.lift_fresh_copy.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  %1 = aten.detach.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  %2 = aten.contiguous.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // What changes the strides is a copy.
  // CHECK: %[[C:.*]] = aten.clone.default %p, memory_format = contiguous_format : (!ep.tensor<[4, s0], f32, strides = [1, 4]>) -> !ep.tensor<[4, s0], f32>
  %3 = aten.contiguous.default %p : (!ep.tensor<[4, s0], f32, strides = [1, 4]>) -> !ep.tensor<[4, s0], f32>
  // CHECK: ep.return %x, %x, %x, %[[C]] :
  ep.return %0, %1, %2, %3 : !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[4, s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @atleast_1d_sequence(
ep.program @atleast_1d_sequence { ep.symbol @s0 range(2, 64)
  ep.graph @atleast_1d_sequence(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[1], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.view.default %y, size = [1]
    // CHECK-NEXT: ep.return
    %r:2 = aten.atleast_1d.Sequence [%x, %y] : (!ep.tensor<[s0], f32>, !ep.tensor<[], f32>) -> (!ep.tensor<[s0], f32>, !ep.tensor<[1], f32>)
    ep.return %r#0, %r#1 : !ep.tensor<[s0], f32>, !ep.tensor<[1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @atleast_2d_sequence(
ep.program @atleast_2d_sequence { ep.symbol @s0 range(2, 64)
  ep.graph @atleast_2d_sequence(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[1, s0], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[1, 1], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.view.default %x, size = [1, s0]
    // CHECK-NEXT: aten.view.default %y, size = [1, 1]
    // CHECK-NEXT: ep.return
    %r:2 = aten.atleast_2d.Sequence [%x, %y] : (!ep.tensor<[s0], f32>, !ep.tensor<[], f32>) -> (!ep.tensor<[1, s0], f32>, !ep.tensor<[1, 1], f32>)
    ep.return %r#0, %r#1 : !ep.tensor<[1, s0], f32>, !ep.tensor<[1, 1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @atleast_3d_sequence(
ep.program @atleast_3d_sequence { ep.symbol @s0 range(2, 64)
  ep.graph @atleast_3d_sequence(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[1, s0, 1], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[1, 1, 1], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.view.default %x, size = [1, s0, 1]
    // CHECK-NEXT: aten.view.default %y, size = [1, 1, 1]
    // CHECK-NEXT: ep.return
    %r:2 = aten.atleast_3d.Sequence [%x, %y] : (!ep.tensor<[s0], f32>, !ep.tensor<[], f32>) -> (!ep.tensor<[1, s0, 1], f32>, !ep.tensor<[1, 1, 1], f32>)
    ep.return %r#0, %r#1 : !ep.tensor<[1, s0, 1], f32>, !ep.tensor<[1, 1, 1], f32>
} }
