// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

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
