// RUN: kiln-opt %s --split-input-file --verify-diagnostics

// Parse errors name the argument.
!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{aten.relu.default takes no further tensor}}
  %0 = aten.relu.default %x, %x : (!t, !t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{argument 'tensors' wants a list of tensors}}
  %0 = aten.cat.default %x : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{aten.relu.default takes no list of tensors here}}
  %0 = aten.relu.default [%x] : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{argument 'tensors' has no optional elements}}
  %0 = aten.cat.default [%x, none] : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{aten.gelu.default has no argument 'exact'}}
  %0 = aten.gelu.default %x, exact = true : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{argument 'self' is passed by position}}
  %0 = aten.relu.default self = %x : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{argument 'dim' wants int, got 1.5}}
  %0 = aten.cumsum.default %x, dim = 1.5 : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{argument 'dim' is given twice}}
  %0 = aten.cumsum.default %x, dim = 1, dim = 0 : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{expected an argument}}
  %0 = aten.cumsum.default %x, : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{complex numbers have two float parts}}
  %0 = aten.mul.Scalar %x, other = (1, 2) : (!t) -> !t
  ep.return
} }

// -----

// Verifier.
!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.add.Tensor' op wants 2 tensors, got 1}}
  %0 = aten.add.Tensor %x : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.linear.default' op argument 'weight' of type Tensor is required}}
  %0 = aten.linear.default %x : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.cumsum.default' op argument 'dim' of type int is required}}
  %0 = aten.cumsum.default %x : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: none {ep.input = #ep.input<constant_input "x">}) {
  // expected-error @below {{'aten.relu.default' op argument 'self' wants Tensor, got 'none'}}
  %0 = aten.relu.default %x : (none) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.cumsum.default' op argument 'dim' wants int, got "one"}}
  %0 = "aten.cumsum.default"(%x) {dim = "one"} : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.relu.default' op argument 'self' wants Tensor, got 1 : i64}}
  %0 = "aten.relu.default"(%x) {self = 1 : i64} : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.cumsum.default' op argument 'dim' is 1 : i32, which is written 1 : i64}}
  %0 = "aten.cumsum.default"(%x) {dim = 1 : i32} : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.relu.default' op has no argument 'slope'}}
  %0 = "aten.relu.default"(%x) {slope = 1 : i64} : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.cat.default' op operand_segments do not cover its operands}}
  %0 = "aten.cat.default"(%x) {operand_segments = array<i32: 2>} : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.max.dim' op wants 2 results, got 1}}
  %0 = aten.max.dim %x, dim = 1 : (!t) -> !ep.tensor<[s0], f32>
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.relu.default' op result 0 wants Tensor, got '!ep.number<2>'}}
  %0 = aten.relu.default %x : (!t) -> !ep.number<2>
  ep.return
} }

// -----

// Custom operators.
!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.operator' op wants a name of the form "ns.name.overload"}}
  %0 = aten.operator "op"(x = %x) : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.operator' op names "aten.relu.default", which has a schema}}
  %0 = aten.operator "aten.relu.default"(x = %x) : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.operator' op arguments do not cover its operands}}
  %0 = "aten.operator"(%x) {name = "my.op.default", arguments = []} : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.operator' op has a malformed argument 1 : i64}}
  %0 = "aten.operator"(%x) {name = "my.op.default", arguments = [1]} : (!t) -> !t
  ep.return
} }

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.operator' op writes what is no argument of it: ["y"]}}
  %0 = aten.operator "my.op.default"(x = %x) {writes = ["y"]} : (!t) -> !t
  ep.return
} }
