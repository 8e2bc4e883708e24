// RUN: kiln-opt %s --split-input-file --verify-diagnostics

// Sizes that are certainly wrong are errors; what depends on symbols is not.
!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  %0 = aten.view.default %x, size = [s0, 64] : (!t) -> !ep.tensor<[s1, 64], f32>
  // expected-error @below {{'aten.relu.default' op result size 1 is 63, must be 64}}
  %1 = aten.relu.default %x : (!t) -> !ep.tensor<[s0, 63], f32>
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.sum.dim_IntList' op result has 2 dimensions, must have 1}}
  %0 = aten.sum.dim_IntList %x, dim = [1] : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.add.Tensor' op tensors do not broadcast}}
  %0 = aten.add.Tensor %x, %y : (!t, !ep.tensor<[3], f32>) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.sum.dim_IntList' op dimensions are out of range or repeated}}
  %0 = aten.sum.dim_IntList %x, dim = [1, -1] : (!t) -> !ep.tensor<[s0], f32>
  ep.return
} }

// -----

!m = !ep.tensor<[4, 5], f32>
ep.program @p { ep.graph @p(%x: !m {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.mm.default' op matrices do not match}}
  %0 = aten.mm.default %x, %x : (!m, !m) -> !m
  ep.return
} }

// -----

!m = !ep.tensor<[4, 5], f32>
ep.program @p { ep.graph @p(%x: !m {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.view.default' op changes the number of elements}}
  %0 = aten.view.default %x, size = [3, -1] : (!m) -> !ep.tensor<[3, 6], f32>
  ep.return
} }

// -----

!m = !ep.tensor<[4, 5], f32>
ep.program @p { ep.graph @p(%x: !m {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.expand.default' op expands a size that is not 1}}
  %0 = aten.expand.default %x, size = [8, 5] : (!m) -> !ep.tensor<[8, 5], f32>
  ep.return
} }

// -----

!m = !ep.tensor<[4, 5], f32>
ep.program @p { ep.graph @p(%x: !m {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.permute.default' op dims are no permutation}}
  %0 = aten.permute.default %x, dims = [0, 0] : (!m) -> !m
  ep.return
} }

// -----

!m = !ep.tensor<[4, 5], f32>
ep.program @p { ep.graph @p(%x: !m {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.cat.default' op tensors differ beside `dim`}}
  %0 = aten.cat.default [%x, %y] : (!m, !ep.tensor<[4, 6], f32>) -> !ep.tensor<[8, 5], f32>
  %y = aten.full.default size = [4, 6], fill_value = 1 : () -> !ep.tensor<[4, 6], f32>
  ep.return
} }

// -----

!m = !ep.tensor<[4, 5], f32>
ep.program @p { ep.graph @p(%x: !m {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.avg_pool2d.default' op window does not fit the ranks of input and kernel}}
  %0 = aten.avg_pool2d.default %x, kernel_size = [2, 2, 2] : (!m) -> !m
  ep.return
} }

// -----

!m = !ep.tensor<[4], i64>
ep.program @p { ep.graph @p(%x: !m {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.embedding.default' op weight is no matrix}}
  %0 = aten.embedding.default %x, %x : (!m, !m) -> !m
  ep.return
} }

// -----

func.func @repeat(%x: !ep.tensor<[2, 3], f32>) {
  // expected-error@+1 {{'aten.repeat.default' op repeats less than it has}}
  %0 = aten.repeat.default %x, repeats = [2] : (!ep.tensor<[2, 3], f32>) -> !ep.tensor<[4, 3], f32>
  return
}

// -----

func.func @index(%x: !ep.tensor<[2, 3], f32>, %i: !ep.tensor<[4], i64>, %j: !ep.tensor<[5], i64>) {
  // expected-error@+1 {{'aten.index.Tensor' op indices do not broadcast}}
  %0 = aten.index.Tensor %x, [%i, %j] : (!ep.tensor<[2, 3], f32>, !ep.tensor<[4], i64>, !ep.tensor<[5], i64>) -> !ep.tensor<[4], f32>
  return
}
