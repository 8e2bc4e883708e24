// RUN: kiln-opt %s --verify-diagnostics --split-input-file

// Sizes of what joins, repeats, folds and turns tensors in IR text.

// Side by side.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[2, 4], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.hstack.default' op result size 0 is 4, must be 2}}
  %0 = aten.hstack.default [%x, %y] : (!ep.tensor<[2, 3], f32>, !ep.tensor<[2, 4], f32>) -> !ep.tensor<[4, 3], f32>
  ep.return
} }

// -----

// Rows of other sizes.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.vstack.default' op tensors differ beside `dim`}}
  %0 = aten.vstack.default [%x, %y] : (!ep.tensor<[3], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[2, 3], f32>
  ep.return
} }

// -----

// Along a third dimension.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.dstack.default' op result has 2 dimensions, must have 3}}
  %0 = aten.dstack.default [%x, %y] : (!ep.tensor<[2, 3], f32>, !ep.tensor<[2, 3], f32>) -> !ep.tensor<[2, 3], f32>
  ep.return
} }

// -----

// A vector is a column.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.column_stack.default' op result size 1 is 5, must be 4}}
  %0 = aten.column_stack.default [%x, %y] : (!ep.tensor<[2], f32>, !ep.tensor<[2, 3], f32>) -> !ep.tensor<[2, 5], f32>
  ep.return
} }

// -----

// Along the diagonal.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.block_diag.default' op result size 0 is 2, must be 3}}
  %0 = aten.block_diag.default [%x, %y] : (!ep.tensor<[2, 3], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[2, 7], f32>
  ep.return
} }

// -----

// Blocks of three dimensions.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.block_diag.default' op wants matrices}}
  %0 = aten.block_diag.default [%x] : (!ep.tensor<[2, 3, 4], f32>) -> !ep.tensor<[2, 3], f32>
  ep.return
} }

// -----

// All have all sizes.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 1], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.broadcast_tensors.default' op result size 1 is 1, must be 3}}
  %0:2 = aten.broadcast_tensors.default [%x, %y] : (!ep.tensor<[2, 1], f32>, !ep.tensor<[3], f32>) -> (!ep.tensor<[2, 1], f32>, !ep.tensor<[2, 3], f32>)
  ep.return
} }

// -----

// A dimension for each vector.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.meshgrid.indexing' op result size 0 is 2, must be 3}}
  %0:2 = aten.meshgrid.indexing [%x, %y], indexing = "xy" : (!ep.tensor<[2], f32>, !ep.tensor<[3], f32>) -> (!ep.tensor<[2, 3], f32>, !ep.tensor<[2, 3], f32>)
  ep.return
} }

// -----

// A grid of a matrix.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.meshgrid.default' op wants vectors}}
  %0 = aten.meshgrid.default [%x] : (!ep.tensor<[2, 3], f32>) -> !ep.tensor<[2, 3], f32>
  ep.return
} }

// -----

// A vector is a row.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.atleast_2d.default' op result size 0 is 3, must be 1}}
  %0 = aten.atleast_2d.default %x : (!ep.tensor<[3], f32>) -> !ep.tensor<[3, 1], f32>
  ep.return
} }

// -----

// Half of the elements.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 6], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.glu.default' op result size 1 is 6, must be 3}}
  %0 = aten.glu.default %x : (!ep.tensor<[2, 6], f32>) -> !ep.tensor<[2, 6], f32>
  ep.return
} }

// -----

// An element less.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 6], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.diff.default' op result size 1 is 5, must be 4}}
  %0 = aten.diff.default %x, n = 2 : (!ep.tensor<[2, 6], f32>) -> !ep.tensor<[2, 5], f32>
  ep.return
} }

// -----

// A sum along the last dimension.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 6], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.trapezoid.dx' op result size 0 is 6, must be 2}}
  %0 = aten.trapezoid.dx %x : (!ep.tensor<[2, 6], f32>) -> !ep.tensor<[6], f32>
  ep.return
} }

// -----

// A sum for each step.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 6], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.cumulative_trapezoid.dx' op result size 1 is 6, must be 5}}
  %0 = aten.cumulative_trapezoid.dx %x : (!ep.tensor<[2, 6], f32>) -> !ep.tensor<[2, 6], f32>
  ep.return
} }

// -----

// Each element so many times.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 6], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.repeat_interleave.self_int' op result size 0 is 2, must be 4}}
  %0 = aten.repeat_interleave.self_int %x, repeats = 2, dim = 0 : (!ep.tensor<[2, 6], f32>) -> !ep.tensor<[2, 12], f32>
  ep.return
} }

// -----

// A dimension that is not there.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 6], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.repeat_interleave.self_int' op dimensions are out of range or repeated}}
  %0 = aten.repeat_interleave.self_int %x, repeats = 2, dim = 2 : (!ep.tensor<[2, 6], f32>) -> !ep.tensor<[2, 12], f32>
  ep.return
} }

// -----

// The first part is the largest.
ep.program @p { ep.graph @p(%x: !ep.tensor<[7], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.unsafe_chunk.default' op result size 0 is 2, must be 3}}
  %0:3 = aten.unsafe_chunk.default %x, chunks = 3 : (!ep.tensor<[7], f32>) -> (!ep.tensor<[2], f32>, !ep.tensor<[2], f32>, !ep.tensor<[3], f32>)
  ep.return
} }

// -----

// Parts of so many elements.
ep.program @p { ep.graph @p(%x: !ep.tensor<[7], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.unsafe_split.Tensor' op result size 0 is 4, must be 3}}
  %0:2 = aten.unsafe_split.Tensor %x, split_size = 3 : (!ep.tensor<[7], f32>) -> (!ep.tensor<[4], f32>, !ep.tensor<[3], f32>)
  ep.return
} }

// -----

// Parts of a dimension.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 6], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.unflatten.int' op result size 1 is 3, must be 2}}
  %0 = aten.unflatten.int %x, dim = 1, sizes = [2, -1] : (!ep.tensor<[2, 6], f32>) -> !ep.tensor<[2, 3, 2], f32>
  ep.return
} }

// -----

// One row.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 6], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.ravel.default' op result size 0 is 6, must be 12}}
  %0 = aten.ravel.default %x : (!ep.tensor<[2, 6], f32>) -> !ep.tensor<[6], f32>
  ep.return
} }

// -----

// Copies beside each other.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 6], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.tile.default' op result size 0 is 6, must be 2}}
  %0 = aten.tile.default %x, dims = [3] : (!ep.tensor<[2, 6], f32>) -> !ep.tensor<[6, 6], f32>
  ep.return
} }

// -----

// A quarter of a turn.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 6], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.rot90.default' op result size 0 is 2, must be 6}}
  %0 = aten.rot90.default %x : (!ep.tensor<[2, 6], f32>) -> !ep.tensor<[2, 6], f32>
  ep.return
} }

// -----

// A diagonal beside the main one.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.diag.default' op result size 0 is 3, must be 4}}
  %0 = aten.diag.default %x, diagonal = -1 : (!ep.tensor<[3], f32>) -> !ep.tensor<[3, 3], f32>
  ep.return
} }

// -----

// The diagonal of a matrix.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 5], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.diag.default' op result size 0 is 3, must be 2}}
  %0 = aten.diag.default %x, diagonal = 3 : (!ep.tensor<[3, 5], f32>) -> !ep.tensor<[3], f32>
  ep.return
} }

// -----

// Neither a vector nor a matrix.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.diag.default' op wants a vector or a matrix}}
  %0 = aten.diag.default %x : (!ep.tensor<[2, 3, 4], f32>) -> !ep.tensor<[2], f32>
  ep.return
} }

// -----

// A diagonal for each vector.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.diag_embed.default' op result size 1 is 3, must be 4}}
  %0 = aten.diag_embed.default %x, offset = 1 : (!ep.tensor<[2, 3], f32>) -> !ep.tensor<[2, 3, 4], f32>
  ep.return
} }

// -----

// Of all elements.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.diagflat.default' op result size 1 is 5, must be 6}}
  %0 = aten.diagflat.default %x : (!ep.tensor<[2, 3], f32>) -> !ep.tensor<[6, 5], f32>
  ep.return
} }

// -----

// The places come first.
ep.program @p { ep.graph @p(%x: !ep.tensor<[5, 6], f32> {ep.input = #ep.input<user_input "x">}, %q: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "q">}) {
  // expected-error @below {{'aten.quantile.default' op result size 0 is 5, must be 3}}
  %0 = aten.quantile.default %x, %q, dim = 1 : (!ep.tensor<[5, 6], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[5, 3], f32>
  ep.return
} }

// -----

// One place of all.
ep.program @p { ep.graph @p(%x: !ep.tensor<[5, 6], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.nanquantile.scalar' op result size 0 is 5, must be 6}}
  %0 = aten.nanquantile.scalar %x, q = 0.5, dim = 0 : (!ep.tensor<[5, 6], f32>) -> !ep.tensor<[5], f32>
  ep.return
} }

// -----

// Elements for indices.
ep.program @p { ep.graph @p(%x: !ep.tensor<[5, 6], f32> {ep.input = #ep.input<user_input "x">}, %i: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "i">}) {
  // expected-error @below {{'aten.take.default' op result size 0 is 5, must be 3}}
  %0 = aten.take.default %x, %i : (!ep.tensor<[5, 6], f32>, !ep.tensor<[3], i64>) -> !ep.tensor<[5], f32>
  ep.return
} }
