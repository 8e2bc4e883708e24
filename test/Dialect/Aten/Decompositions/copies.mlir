// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

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

// CHECK-LABEL: ep.graph @as_strided_copy_default(
ep.program @as_strided_copy_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @as_strided_copy_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [s85*s95]
    // CHECK-NEXT: aten.full.default size = [2, 2], fill_value = 0, dtype = i64
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 2, dtype = i64
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [2, 1]
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 2, dtype = i64
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 2]
    // CHECK-NEXT: ep.number 2
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.index.Tensor %{{.*}}, [%{{.*}}]
    %0 = aten.as_strided_copy.default %x, size = [2, 2], stride = [1, 2], storage_offset = 0 : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[2, 2], f32>
    ep.return %0 : !ep.tensor<[2, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @as_strided_scatter_default(
ep.program @as_strided_scatter_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @as_strided_scatter_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [2, 2], fill_value = 1, dtype = i64
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 2, dtype = i64
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [2, 1]
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 2, dtype = i64
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 2]
    // CHECK-NEXT: ep.number 2
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.view.default %x, size = [s85*s95]
    // CHECK-NEXT: aten.index_put.default %{{.*}}, [%{{.*}}], %y
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s95, s85]
    %0 = aten.as_strided_scatter.default %x, %y, size = [2, 2], stride = [1, 2], storage_offset = 1 : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[2, 2], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @diagonal_scatter_default(
ep.program @diagonal_scatter_default { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @diagonal_scatter_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = s87, dtype = i64
    // CHECK-NEXT: aten.permute.default %x, dims = [0, 1]
    // CHECK-NEXT: aten.permute.default %y, dims = [0]
    // CHECK-NEXT: aten.index_put.default %{{.*}}, [%{{.*}}], %{{.*}}
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 1]
    %0 = aten.diagonal_scatter.default %x, %y : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @_chunk_cat_default(
ep.program @_chunk_cat_default { ep.symbol @s0 range(2, 64) ep.symbol @s14 range(2, 64) ep.symbol @s18 range(2, 64) ep.symbol @s26 range(2, 64) ep.symbol @s37 range(2, 64) ep.symbol @s42 range(2, 64) ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s88 range(2, 64) ep.symbol @s89 range(2, 64) ep.symbol @s94 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @_chunk_cat_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s89, 1, s37], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26, s0], f32> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[s42, s94, s88], f32> {ep.input = #ep.input<user_input "w">},
      %a: !ep.tensor<[s14, s18, s43], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[3*FloorDiv(s95 + 2, 3), s18*s43 + s37*s89 + s68*s85 + s88*s94 + s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0, 0, 0, 0, -s95 - 3*FloorDiv(-s95, 3)]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [3, -s68*s85*FloorDiv(-s95, 3)]
    // CHECK-NEXT: aten.constant_pad_nd.default %y, pad = [0, 0, 0, 0, 0, 0, 0, -s87 - 3*FloorDiv(-s87, 3)]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [3, -s37*s89*FloorDiv(-s87, 3)]
    // CHECK-NEXT: aten.constant_pad_nd.default %z, pad = [0, 0, 0, -s26 - 3*FloorDiv(-s26, 3)]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [3, -s0*FloorDiv(-s26, 3)]
    // CHECK-NEXT: aten.constant_pad_nd.default %w, pad = [0, 0, 0, 0, 0, -s42 - 3*FloorDiv(-s42, 3)]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [3, -s88*s94*FloorDiv(-s42, 3)]
    // CHECK-NEXT: aten.constant_pad_nd.default %a, pad = [0, 0, 0, 0, 0, -s14 - 3*FloorDiv(-s14, 3)]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [3, -s18*s43*FloorDiv(-s14, 3)]
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = -1
    %0 = aten._chunk_cat.default [%x, %y, %z, %w, %a], dim = 0, num_chunks = 3 : (!ep.tensor<[s95, s85, s68], f32>, !ep.tensor<[s87, s89, 1, s37], f32>, !ep.tensor<[s26, s0], f32>, !ep.tensor<[s42, s94, s88], f32>, !ep.tensor<[s14, s18, s43], f32>) -> !ep.tensor<[3*FloorDiv(s95 + 2, 3), s18*s43 + s37*s89 + s68*s85 + s88*s94 + s0], f32>
    ep.return %0 : !ep.tensor<[3*FloorDiv(s95 + 2, 3), s18*s43 + s37*s89 + s68*s85 + s88*s94 + s0], f32>
} }

// -----

// The strides are those of another layout: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[3, 4], f32, strides = [1, 3]> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[2], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.as_strided_scatter.default 
    %0 = aten.as_strided_scatter.default %x, %y, size = [2], stride = [1] : (!ep.tensor<[3, 4], f32, strides = [1, 3]>, !ep.tensor<[2], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }

// -----

// A dimension out of range: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._chunk_cat.default 
    %0 = aten._chunk_cat.default [%x], dim = 2, num_chunks = 2 : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[2, 8], f32>
    ep.return %0 : !ep.tensor<[2, 8], f32>
} }

// -----

// A diagonal of one dimension: left alone.
// CHECK-LABEL: ep.graph @left_2(
ep.program @left_2 {
  ep.graph @left_2(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.diagonal_scatter.default 
    %0 = aten.diagonal_scatter.default %x, %y, dim1 = 1, dim2 = 1 : (!ep.tensor<[3, 4], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
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
