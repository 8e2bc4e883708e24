// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --split-input-file --verify-diagnostics

// What a pattern refuses stays an operator, and each is an error by name.
!t = !ep.tensor<[s0, 4], complex<f32>>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!t {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.floor.default' op is not converted to linalg: complex tensors}}
  %0 = aten.floor.default %x : (!t) -> !t
  // expected-error @below {{'aten.ceil.default' op is not converted to linalg: complex tensors}}
  %1 = aten.ceil.default %0 : (!t) -> !t
  ep.return %1 : !t
} }

// -----

!t = !ep.tensor<[4], f32>
!sparse = !ep.tensor<[4], f32, layout = sparse_coo>
ep.program @p { ep.graph @p(%x: !sparse {ep.input = #ep.input<user_input "x">}) -> (!t {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.to_dense.default' op has a tensor of layout sparse_coo, which only exported programs have}}
  %0 = aten.to_dense.default %x : (!sparse) -> !t
  ep.return %0 : !t
} }

// -----

!t = !ep.tensor<[4], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.mul.Scalar' op is not converted to linalg: has no complex tensor; complex or symbolic float number}}
  %0 = aten.mul.Scalar %x, other = 0.5*zuf0 : (!t) -> !ep.tensor<[4], f32>
  ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

!t = !ep.tensor<[4], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!ep.tensor<[4], f32, device = "cuda:0"> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten._to_copy.default' op is not converted to linalg: changes its operand; changes the device; has no complex tensor}}
  %0 = aten._to_copy.default %x, device = "cuda:0" : (!t) -> !ep.tensor<[4], f32, device = "cuda:0">
  ep.return %0 : !ep.tensor<[4], f32, device = "cuda:0">
} }

// -----

// A Python number in place of a tensor, where no payload can take it.
ep.program @number { ep.graph @number(
          %x: !ep.tensor<[2, 4], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "w">}
      ) -> (!ep.tensor<[2, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  %n = ep.number True
  // expected-error @+1 {{'aten.addmm.default' op is not converted to linalg: a number in place of a tensor; matrices are not complex}}
  %0 = aten.addmm.default %n, %x, %w : (!ep.number<True>, !ep.tensor<[2, 4], f32>, !ep.tensor<[4, 3], f32>) -> !ep.tensor<[2, 3], f32>
  ep.return %0 : !ep.tensor<[2, 3], f32>
} }

// -----

// What runs its graph once is inlined before.
!t = !ep.tensor<[4], f32>
ep.program @p { ep.graph @p(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!t {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'ep.grad_mode' op holds graphs, for which no code is generated}}
  %0 = ep.grad_mode enabled(false) (%x) : (!t) -> !t {
  ^bb0(%a: !t):
    ep.yield %a : !t
  }
  ep.return %0 : !t
} }
