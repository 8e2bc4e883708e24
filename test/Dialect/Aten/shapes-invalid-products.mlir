// RUN: kiln-opt %s --verify-diagnostics --split-input-file

// Sizes of products beside those of core in IR text.

// A sum of products for each row and column.
ep.program @p { ep.graph @p(%c: !ep.tensor<[2, 4], f32> {ep.input = #ep.input<user_input "c">}, %x: !ep.tensor<[5, 2, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[5, 3, 4], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.addbmm.default' op result has 3 dimensions, must have 2}}
  %0 = aten.addbmm.default %c, %x, %y : (!ep.tensor<[2, 4], f32>, !ep.tensor<[5, 2, 3], f32>, !ep.tensor<[5, 3, 4], f32>) -> !ep.tensor<[5, 2, 4], f32>
  ep.return
} }

// -----

// A summand that does not fit.
ep.program @p { ep.graph @p(%c: !ep.tensor<[2, 5], f32> {ep.input = #ep.input<user_input "c">}, %x: !ep.tensor<[5, 2, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[5, 3, 4], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.addbmm.default' op factors do not fit}}
  %0 = aten.addbmm.default %c, %x, %y : (!ep.tensor<[2, 5], f32>, !ep.tensor<[5, 2, 3], f32>, !ep.tensor<[5, 3, 4], f32>) -> !ep.tensor<[2, 4], f32>
  ep.return
} }

// -----

// Columns and rows.
ep.program @p { ep.graph @p(%c: !ep.tensor<[2], f32> {ep.input = #ep.input<user_input "c">}, %x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.addmv.default' op factors do not fit}}
  %0 = aten.addmv.default %c, %x, %y : (!ep.tensor<[2], f32>, !ep.tensor<[2, 3], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[2], f32>
  ep.return
} }

// -----

// Rows and columns of the vectors.
ep.program @p { ep.graph @p(%c: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "c">}, %x: !ep.tensor<[2], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.addr.default' op factors do not fit}}
  %0 = aten.addr.default %c, %x, %y : (!ep.tensor<[2, 3], f32>, !ep.tensor<[2], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[2, 4], f32>
  ep.return
} }

// -----

// Rows of the weight are columns of the result.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4, 3], i8> {ep.input = #ep.input<user_input "y">}, %s: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "s">}) {
  // expected-error @below {{'aten._weight_int8pack_mm.default' op result size 1 is 3, must be 4}}
  %0 = aten._weight_int8pack_mm.default %x, %y, %s : (!ep.tensor<[2, 3], f32>, !ep.tensor<[4, 3], i8>, !ep.tensor<[4], f32>) -> !ep.tensor<[2, 3], f32>
  ep.return
} }

// -----

// Matrices of other sizes.
ep.program @p { ep.graph @p(%x: !ep.tensor<[16, 32], f8E4M3FN> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[16, 16], f8E4M3FN> {ep.input = #ep.input<user_input "y">}, %s: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "s">}, %t: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "t">}) {
  // expected-error @below {{'aten._scaled_mm.default' op factors do not fit}}
  %0 = aten._scaled_mm.default %x, %y, %s, %t : (!ep.tensor<[16, 32], f8E4M3FN>, !ep.tensor<[16, 16], f8E4M3FN>, !ep.tensor<[], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[16, 16], f32>
  ep.return
} }

// -----

// Rows of all groups.
ep.program @p { ep.graph @p(%x: !ep.tensor<[8, 16], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[2, 16, 24], f32> {ep.input = #ep.input<user_input "y">}, %o: !ep.tensor<[2], i32> {ep.input = #ep.input<user_input "o">}) {
  // expected-error @below {{'aten._grouped_mm.default' op result has 3 dimensions, must have 2}}
  %0 = aten._grouped_mm.default %x, %y, %o : (!ep.tensor<[8, 16], f32>, !ep.tensor<[2, 16, 24], f32>, !ep.tensor<[2], i32>) -> !ep.tensor<[2, 8, 24], f32>
  ep.return
} }

// -----

// A product for each group of what is summed.
ep.program @p { ep.graph @p(%x: !ep.tensor<[8, 16], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[16, 24], f32> {ep.input = #ep.input<user_input "y">}, %o: !ep.tensor<[3], i32> {ep.input = #ep.input<user_input "o">}) {
  // expected-error @below {{'aten._grouped_mm.default' op result size 0 is 2, must be 3}}
  %0 = aten._grouped_mm.default %x, %y, %o : (!ep.tensor<[8, 16], f32>, !ep.tensor<[16, 24], f32>, !ep.tensor<[3], i32>) -> !ep.tensor<[2, 8, 24], f32>
  ep.return
} }

// -----

// Columns and rows.
ep.program @p { ep.graph @p(%x: !ep.tensor<[8, 15], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[2, 16, 24], f32> {ep.input = #ep.input<user_input "y">}, %o: !ep.tensor<[2], i32> {ep.input = #ep.input<user_input "o">}) {
  // expected-error @below {{'aten._grouped_mm.default' op factors do not fit}}
  %0 = aten._grouped_mm.default %x, %y, %o : (!ep.tensor<[8, 15], f32>, !ep.tensor<[2, 16, 24], f32>, !ep.tensor<[2], i32>) -> !ep.tensor<[8, 24], f32>
  ep.return
} }

// -----

// Rows and columns.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.outer.default' op result size 0 is 3, must be 2}}
  %0 = aten.outer.default %x, %y : (!ep.tensor<[2], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[3, 2], f32>
  ep.return
} }

// -----

// Vectors of other sizes.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4, 2], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.inner.default' op factors do not fit}}
  %0 = aten.inner.default %x, %y : (!ep.tensor<[2, 3], f32>, !ep.tensor<[4, 2], f32>) -> !ep.tensor<[2, 4], f32>
  ep.return
} }

// -----

// Dimensions that are not summed, of both.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4, 3, 5], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.tensordot.default' op result size 0 is 5, must be 2}}
  %0 = aten.tensordot.default %x, %y, dims_self = [1, 2], dims_other = [1, 0] : (!ep.tensor<[2, 3, 4], f32>, !ep.tensor<[4, 3, 5], f32>) -> !ep.tensor<[5, 2], f32>
  ep.return
} }

// -----

// Sums of other sizes.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4, 5], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.tensordot.default' op factors do not fit}}
  %0 = aten.tensordot.default %x, %y, dims_self = [1], dims_other = [0] : (!ep.tensor<[2, 3], f32>, !ep.tensor<[4, 5], f32>) -> !ep.tensor<[2, 5], f32>
  ep.return
} }

// -----

// Blocks.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.kron.default' op result size 1 is 7, must be 12}}
  %0 = aten.kron.default %x, %y : (!ep.tensor<[2, 3], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[2, 7], f32>
  ep.return
} }

// -----

// A weight of other inputs.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[2, 4], f32> {ep.input = #ep.input<user_input "y">}, %w: !ep.tensor<[5, 4, 3], f32> {ep.input = #ep.input<user_input "w">}) {
  // expected-error @below {{'aten.bilinear.default' op factors do not fit}}
  %0 = aten.bilinear.default %x, %y, %w : (!ep.tensor<[2, 3], f32>, !ep.tensor<[2, 4], f32>, !ep.tensor<[5, 4, 3], f32>) -> !ep.tensor<[2, 5], f32>
  ep.return
} }

// -----

// A distance for each pair of rows.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[5, 4], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.cdist.default' op result size 2 is 4, must be 5}}
  %0 = aten.cdist.default %x, %y : (!ep.tensor<[2, 3, 4], f32>, !ep.tensor<[5, 4], f32>) -> !ep.tensor<[2, 3, 4], f32>
  ep.return
} }

// -----

// Rows of other sizes.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[5, 3], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.cdist.default' op factors do not fit}}
  %0 = aten.cdist.default %x, %y : (!ep.tensor<[3, 4], f32>, !ep.tensor<[5, 3], f32>) -> !ep.tensor<[3, 5], f32>
  ep.return
} }

// -----

// A figure for each pair of vectors.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.cosine_similarity.default' op result size 1 is 3, must be 4}}
  %0 = aten.cosine_similarity.default %x, %y : (!ep.tensor<[2, 3, 4], f32>, !ep.tensor<[2, 3, 4], f32>) -> !ep.tensor<[2, 3], f32>
  ep.return
} }
