// RUN: kiln-opt %s --kiln-aten-mark-views --split-input-file | FileCheck %s

!t = !ep.tensor<[s0, 6], f32>
!u = !ep.tensor<[6, s0], f32, strides = [1, 6]>
!r = !ep.tensor<[6], f32>
!p = !ep.tensor<[s0, 2], f32, strides = [6, 1]>
!n = !ep.tensor<[3], f32>

// The input, through views that change nothing and a conversion to what it is;
// a transposed one; a part of a part.
// CHECK-LABEL: ep.graph @views
// CHECK: {ep.output = #ep.output<user_output "a">, ep.view_of = {input = "x", offset = #ep.expr<0>}}
// CHECK-NEXT: {{.*}} {ep.output = #ep.output<user_output "b">, ep.view_of = {input = "x", offset = #ep.expr<0>}}
// CHECK-NEXT: {{.*}} {ep.output = #ep.output<user_output "c">, ep.view_of = {input = "x", offset = #ep.expr<12>}}
// CHECK-NEXT: {{.*}} {ep.output = #ep.output<user_output "d">, ep.view_of = {input = "x", offset = #ep.expr<6*s0 - 6>}}
// CHECK-NEXT: {{.*}} {ep.output = #ep.output<user_output "e">, ep.view_of = {input = "x", offset = #ep.expr<4>}}
ep.program @views {
  ep.symbol @s0 range(3, 64)
  ep.graph @views(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "a">}, !u {ep.output = #ep.output<user_output "b">},
          !n {ep.output = #ep.output<user_output "c">}, !r {ep.output = #ep.output<user_output "d">},
          !p {ep.output = #ep.output<user_output "e">}) {
    %0 = aten.alias.default %x : (!t) -> !t
    %1 = aten.to.dtype %0, dtype = f32 : (!t) -> !t
    %2 = aten.permute.default %x, dims = [1, 0] : (!t) -> !u
    %3 = aten.select.int %x, dim = 0, index = 2 : (!t) -> !r
    %4 = aten.slice.Tensor %3, end = 3 : (!r) -> !n
    %5 = aten.select.int %x, dim = 0, index = -1 : (!t) -> !r
    %6 = aten.slice.Tensor %x, dim = 1, start = -2 : (!t) -> !p
    ep.return %1, %2, %4, %5, %6 : !t, !u, !n, !r, !p
  }
}

// -----

!t = !ep.tensor<[s0, 6], f32>
!r = !ep.tensor<[6], f32>
!c = !ep.tensor<[6], complex<f32>>

// Not: a copy, another value, a view of state, what may begin before the input,
// a conjugate.
// CHECK-LABEL: ep.graph @others
// CHECK-NOT: ep.view_of
ep.program @others {
  ep.symbol @s0 range(1, 64)
  ep.storage @s bytes(24)
  ep.parameter @w : !r storage(@s)
  ep.graph @others(%w: !r {ep.input = #ep.input<parameter "w">},
                   %x: !t {ep.input = #ep.input<user_input "x">},
                   %c: !c {ep.input = #ep.input<user_input "c">})
      -> (!t {ep.output = #ep.output<user_output "a">}, !t {ep.output = #ep.output<user_output "b">},
          !r {ep.output = #ep.output<user_output "p">}, !r {ep.output = #ep.output<user_output "d">},
          !c {ep.output = #ep.output<user_output "e">}) {
    %0 = aten.clone.default %x : (!t) -> !t
    %1 = aten.relu.default %x : (!t) -> !t
    %2 = aten.select.int %x, dim = 0, index = -2 : (!t) -> !r
    %3 = aten._conj.default %c : (!c) -> !c
    ep.return %0, %1, %w, %2, %3 : !t, !t, !r, !r, !c
  }
}

// -----

!t = !ep.tensor<[6], f32>

// Memory that the program writes would show the new value; what else it writes
// does not matter.
// CHECK-LABEL: ep.graph @written
// CHECK: {ep.output = #ep.output<user_output "a">}
// CHECK-NEXT: {{.*}} {ep.output = #ep.output<user_output "b">, ep.view_of = {input = "y", offset = #ep.expr<0>}}
ep.program @written {
  ep.graph @written(%x: !t {ep.input = #ep.input<user_input "x">}, %y: !t {ep.input = #ep.input<user_input "y">})
      -> (!t {ep.output = #ep.output<user_output "a">}, !t {ep.output = #ep.output<user_output "b">}) {
    %0 = aten.alias.default %x : (!t) -> !t
    %1 = aten.relu_.default %0 : (!t) -> !t
    ep.return %x, %y : !t, !t
  }
}

// -----

!t = !ep.tensor<[6], f32>

// CHECK-LABEL: ep.graph @mutated
// CHECK-NOT: ep.view_of
ep.program @mutated {
  ep.graph @mutated(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_input_mutation "x">}, !t {ep.output = #ep.output<user_output "a">}) {
    %0 = aten.relu.default %x : (!t) -> !t
    ep.return %0, %x : !t, !t
  }
}

// -----

!m = !ep.tensor<[4, 6], f32>

// Where each view begins follows from its map: a row and a column further, the
// third column, the first window.
// CHECK-LABEL: ep.graph @maps
// CHECK: {ep.output = #ep.output<user_output "a">, ep.view_of = {input = "x", offset = #ep.expr<6>}}
// CHECK-NEXT: {{.*}} {ep.output = #ep.output<user_output "b">, ep.view_of = {input = "x", offset = #ep.expr<2>}}
// CHECK-NEXT: {{.*}} {ep.output = #ep.output<user_output "c">, ep.view_of = {input = "x", offset = #ep.expr<0>}}
ep.program @maps {
  ep.graph @maps(%x: !m {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[3], f32, strides = [7]> {ep.output = #ep.output<user_output "a">},
          !ep.tensor<[4, 2], f32, strides = [6, 1]> {ep.output = #ep.output<user_output "b">},
          !ep.tensor<[4, 3, 2], f32, strides = [6, 2, 1]> {ep.output = #ep.output<user_output "c">}) {
    %0 = aten.diagonal.default %x, offset = -1 : (!m) -> !ep.tensor<[3], f32, strides = [7]>
    %1 = aten.narrow.default %x, dim = 1, start = 2, length = 2 : (!m) -> !ep.tensor<[4, 2], f32, strides = [6, 1]>
    %2 = aten.unfold.default %x, dimension = 1, size = 2, step = 2 : (!m) -> !ep.tensor<[4, 3, 2], f32, strides = [6, 2, 1]>
    ep.return %0, %1, %2 : !ep.tensor<[3], f32, strides = [7]>, !ep.tensor<[4, 2], f32, strides = [6, 1]>, !ep.tensor<[4, 3, 2], f32, strides = [6, 2, 1]>
  }
}
