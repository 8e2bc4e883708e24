// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @hstack_default(
ep.program @hstack_default { ep.symbol @s26 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @hstack_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s26 + s87 + s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.cat.default [%x, %y, %z]
    %0 = aten.hstack.default [%x, %y, %z] : (!ep.tensor<[s95], f32>, !ep.tensor<[s87], f32>, !ep.tensor<[s26], f32>) -> !ep.tensor<[s26 + s87 + s95], f32>
    ep.return %0 : !ep.tensor<[s26 + s87 + s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @vstack_default(
ep.program @vstack_default { ep.symbol @s26 range(2, 64)
  ep.graph @vstack_default(%x: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[3, s26], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %x, dim = 0
    // CHECK-NEXT: aten.unsqueeze.default %y, dim = 0
    // CHECK-NEXT: aten.unsqueeze.default %z, dim = 0
    // CHECK-NEXT: aten.cat.default [%{{.*}}]
    %0 = aten.vstack.default [%x, %y, %z] : (!ep.tensor<[s26], f32>, !ep.tensor<[s26], f32>, !ep.tensor<[s26], f32>) -> !ep.tensor<[3, s26], f32>
    ep.return %0 : !ep.tensor<[3, s26], f32>
} }

// -----

// CHECK-LABEL: ep.graph @dstack_default(
ep.program @dstack_default { ep.symbol @s26 range(2, 64)
  ep.graph @dstack_default(%x: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[1, s26, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %x, dim = 0
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 2
    // CHECK-NEXT: aten.unsqueeze.default %y, dim = 0
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 2
    // CHECK-NEXT: aten.unsqueeze.default %z, dim = 0
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 2
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = 2
    %0 = aten.dstack.default [%x, %y, %z] : (!ep.tensor<[s26], f32>, !ep.tensor<[s26], f32>, !ep.tensor<[s26], f32>) -> !ep.tensor<[1, s26, 3], f32>
    ep.return %0 : !ep.tensor<[1, s26, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @column_stack_default(
ep.program @column_stack_default { ep.symbol @s87 range(2, 64) ep.symbol @s89 range(2, 64)
  ep.graph @column_stack_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s89], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87, s89 + 1], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [s87, 1]
    // CHECK-NEXT: aten.cat.default [%{{.*}}, %y], dim = 1
    %0 = aten.column_stack.default [%x, %y] : (!ep.tensor<[s87], f32>, !ep.tensor<[s87, s89], f32>) -> !ep.tensor<[s87, s89 + 1], f32>
    ep.return %0 : !ep.tensor<[s87, s89 + 1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @pad_sequence(
ep.program @pad_sequence { ep.symbol @n range(2, 64)
  ep.graph @pad_sequence(%x: !ep.tensor<[3, 2], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[n, 2], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[Max(3, n), 2, 2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[2, Max(3, n), 2], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0, 0, Max(3, n) - 3]
    // CHECK: aten.constant_pad_nd.default %y, pad = [0, 0, 0, {{.*}}n{{.*}}]
    // CHECK: aten.cat.default [%{{.*}}, %{{.*}}], dim = 1
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0, Max(3, n) - 3, 0], value = 1.5
    // CHECK: aten.cat.default
    %0 = aten.pad_sequence.default [%x, %y] : (!ep.tensor<[3, 2], f32>, !ep.tensor<[n, 2], f32>) -> !ep.tensor<[Max(3, n), 2, 2], f32>
    %1 = aten.pad_sequence.default [%x, %y], batch_first = true, padding_value = 1.5, padding_side = "left" : (!ep.tensor<[3, 2], f32>, !ep.tensor<[n, 2], f32>) -> !ep.tensor<[2, Max(3, n), 2], f32>
    ep.return %0, %1 : !ep.tensor<[Max(3, n), 2, 2], f32>, !ep.tensor<[2, Max(3, n), 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @block_diag_default(
ep.program @block_diag_default { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @block_diag_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95 + 1, s85 + s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %y, dim = 0
    // CHECK-NEXT: aten.constant_pad_nd.default %x, pad = [0, s87]
    // CHECK-NEXT: aten.constant_pad_nd.default %{{.*}}, pad = [s85, 0]
    // CHECK-NEXT: aten.cat.default [%{{.*}}]
    %0 = aten.block_diag.default [%x, %y] : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[s95 + 1, s85 + s87], f32>
    ep.return %0 : !ep.tensor<[s95 + 1, s85 + s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @meshgrid_default(
ep.program @meshgrid_default { ep.symbol @s0 range(2, 64)
  ep.graph @meshgrid_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 3], f32, strides = [1, 0]> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[s0, 3], f32, strides = [0, 1]> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.view.default %x, size = [s0, 1]
    // CHECK-NEXT: aten.expand.default %{{.*}}, size = [s0, 3]
    // CHECK-NEXT: aten.view.default %y, size = [1, 3]
    // CHECK-NEXT: aten.expand.default %{{.*}}, size = [s0, 3]
    %0:2 = aten.meshgrid.default [%x, %y] : (!ep.tensor<[s0], f32>, !ep.tensor<[3], f32>) -> (!ep.tensor<[s0, 3], f32, strides = [1, 0]>, !ep.tensor<[s0, 3], f32, strides = [0, 1]>)
    ep.return %0#0, %0#1 : !ep.tensor<[s0, 3], f32, strides = [1, 0]>, !ep.tensor<[s0, 3], f32, strides = [0, 1]>
} }

// -----

// CHECK-LABEL: ep.graph @meshgrid_indexing(
ep.program @meshgrid_indexing { ep.symbol @s95 range(2, 64)
  ep.graph @meshgrid_indexing(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {

    %0 = aten.meshgrid.indexing [%x], indexing = "ij" : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cartesian_prod_default(
ep.program @cartesian_prod_default { ep.symbol @s87 range(2, 64)
  ep.graph @cartesian_prod_default(%x: !ep.tensor<[1], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [1, 1]
    // CHECK-NEXT: aten.expand.default %{{.*}}, size = [1, s87]
    // CHECK-NEXT: aten.view.default %y, size = [1, s87]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s87]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s87]
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = 1
    %0 = aten.cartesian_prod.default [%x, %y] : (!ep.tensor<[1], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[s87, 2], f32>
    ep.return %0 : !ep.tensor<[s87, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @tile_default(
ep.program @tile_default { ep.symbol @s95 range(2, 64)
  ep.graph @tile_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.repeat.default %x, repeats = [1, 1]
    %0 = aten.tile.default %x, dims = [1, 1] : (!ep.tensor<[s95], f32>) -> !ep.tensor<[1, s95], f32>
    ep.return %0 : !ep.tensor<[1, s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @repeat_interleave_self_int(
ep.program @repeat_interleave_self_int { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @repeat_interleave_self_int(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2*s68*s85*s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [s68*s85*s95]
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.expand.default %{{.*}}, size = [s68*s85*s95, 2]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [2*s68*s85*s95]
    %0 = aten.repeat_interleave.self_int %x, repeats = 2 : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[2*s68*s85*s95], f32>
    ep.return %0 : !ep.tensor<[2*s68*s85*s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @tril_default(
ep.program @tril_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @tril_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = s95, dtype = i64
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s85, dtype = i64
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.le.Scalar %{{.*}}, other = 0
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    %0 = aten.tril.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @triu_default(
ep.program @triu_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @triu_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = s95, dtype = i64
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s85, dtype = i64
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.ge.Scalar %{{.*}}, other = 0
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    %0 = aten.triu.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @diag_embed_default(
ep.program @diag_embed_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @diag_embed_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0]
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s85, dtype = i64
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: ep.number 0
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s85, dtype = i64
    // CHECK-NEXT: aten.eq.Tensor %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 1, 2]
    %0 = aten.diag_embed.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @diagflat_default(
ep.program @diagflat_default { ep.symbol @s95 range(2, 64)
  ep.graph @diagflat_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0]
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s95, dtype = i64
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: ep.number 0
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s95, dtype = i64
    // CHECK-NEXT: aten.eq.Tensor %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 1]
    %0 = aten.diagflat.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95, s95], f32>
    ep.return %0 : !ep.tensor<[s95, s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @diag_default(
ep.program @diag_default { ep.symbol @s95 range(2, 64)
  ep.graph @diag_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.constant_pad_nd.default %x, pad = [0, 0]
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s95, dtype = i64
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: ep.number 0
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s95, dtype = i64
    // CHECK-NEXT: aten.eq.Tensor %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 1]
    %0 = aten.diag.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95, s95], f32>
    ep.return %0 : !ep.tensor<[s95, s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @linalg_diagonal_default(
ep.program @linalg_diagonal_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @linalg_diagonal_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[Min(s85, s95)], f32, strides = [s85 + 1]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.diagonal.default %x
    // CHECK-NEXT: aten.clone.default %{{.*}}
    %0 = aten.linalg_diagonal.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[Min(s85, s95)], f32, strides = [s85 + 1]>
    ep.return %0 : !ep.tensor<[Min(s85, s95)], f32, strides = [s85 + 1]>
} }

// -----

// CHECK-LABEL: ep.graph @trace_default(
ep.program @trace_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @trace_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.diagonal.default %x
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [0]
    %0 = aten.trace.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @pixel_shuffle_default(
ep.program @pixel_shuffle_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64)
  ep.graph @pixel_shuffle_default(%x: !ep.tensor<[1, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, s85, s68, s43], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [1, s85, 1, 1, s68, s43]
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 1, 4, 2, 5, 3]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, s85, s68, s43]
    %0 = aten.pixel_shuffle.default %x, upscale_factor = 1 : (!ep.tensor<[1, s85, s68, s43], f32>) -> !ep.tensor<[1, s85, s68, s43], f32>
    ep.return %0 : !ep.tensor<[1, s85, s68, s43], f32>
} }

// -----

// CHECK-LABEL: ep.graph @pixel_unshuffle_default(
ep.program @pixel_unshuffle_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64)
  ep.graph @pixel_unshuffle_default(%x: !ep.tensor<[1, 1, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 1, s68, s43], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [1, 1, s68, 1, s43, 1]
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 1, 3, 5, 2, 4]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 1, s68, s43]
    %0 = aten.pixel_unshuffle.default %x, downscale_factor = 1 : (!ep.tensor<[1, 1, s68, s43], f32>) -> !ep.tensor<[1, 1, s68, s43], f32>
    ep.return %0 : !ep.tensor<[1, 1, s68, s43], f32>
} }

// -----

// CHECK-LABEL: ep.graph @channel_shuffle_default(
ep.program @channel_shuffle_default { ep.symbol @s43 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @channel_shuffle_default(%x: !ep.tensor<[s95, s85, s68, s43], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 3*FloorDiv(s85, 3), s68, s43], f32, strides = [3*s43*s68*Max(1, FloorDiv(s85, 3)), s43*s68, s43, 1]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [s95, 3, FloorDiv(s85, 3), s68, s43]
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [0, 2, 1, 3, 4]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s95, s85, s68, s43]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s95, 3*FloorDiv(s85, 3), s68, s43]
    // CHECK-NEXT: aten.clone.default %{{.*}}
    %0 = aten.channel_shuffle.default %x, groups = 3 : (!ep.tensor<[s95, s85, s68, s43], f32>) -> !ep.tensor<[s95, 3*FloorDiv(s85, 3), s68, s43], f32, strides = [3*s43*s68*Max(1, FloorDiv(s85, 3)), s43*s68, s43, 1]>
    ep.return %0 : !ep.tensor<[s95, 3*FloorDiv(s85, 3), s68, s43], f32, strides = [3*s43*s68*Max(1, FloorDiv(s85, 3)), s43*s68, s43, 1]>
} }

// -----

// No dimension to repeat along: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[6], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.repeat_interleave.self_int 
    %0 = aten.repeat_interleave.self_int %x, repeats = 2, dim = 3 : (!ep.tensor<[3], f32>) -> !ep.tensor<[6], f32>
    ep.return %0 : !ep.tensor<[6], f32>
} }

// -----

// A diagonal of one dimension: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.diag_embed.default 
    %0 = aten.diag_embed.default %x, dim1 = 1, dim2 = 1 : (!ep.tensor<[3], f32>) -> !ep.tensor<[3, 3], f32>
    ep.return %0 : !ep.tensor<[3, 3], f32>
} }

// -----

// No image: left alone.
// CHECK-LABEL: ep.graph @left_2(
ep.program @left_2 {
  ep.graph @left_2(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.pixel_shuffle.default 
    %0 = aten.pixel_shuffle.default %x, upscale_factor = 2 : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }

// -----

// No channels: left alone.
// CHECK-LABEL: ep.graph @left_3(
ep.program @left_3 {
  ep.graph @left_3(%x: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.channel_shuffle.default 
    %0 = aten.channel_shuffle.default %x, groups = 2 : (!ep.tensor<[4, 4], f32>) -> !ep.tensor<[4, 4], f32>
    ep.return %0 : !ep.tensor<[4, 4], f32>
} }
