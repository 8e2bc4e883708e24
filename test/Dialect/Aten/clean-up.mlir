// RUN: kiln-opt %s --kiln-aten-clean-up --split-input-file | FileCheck %s

!t = !ep.tensor<[4, 6], f32>
!u = !ep.tensor<[6, 4], f32, strides = [1, 6]>
// CHECK-LABEL: ep.graph @views
ep.program @views {
  ep.graph @views(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "a">},
          !t {ep.output = #ep.output<user_output "b">},
          !t {ep.output = #ep.output<user_output "c">},
          !u {ep.output = #ep.output<user_output "d">},
          !t {ep.output = #ep.output<user_output "e">}) {
    // Views that change nothing.
    // CHECK-NOT: aten.alias
    // CHECK-NOT: aten.detach
    // CHECK-NOT: aten.view
    %0 = aten.alias.default %x : (!t) -> !t
    %1 = aten.detach.default %0 : (!t) -> !t
    %2 = aten.view.default %1, size = [4, 6] : (!t) -> !t
    // There and back again.
    // CHECK-NOT: aten.t.default
    %3 = aten.t.default %2 : (!t) -> !u
    %4 = aten.t.default %3 : (!u) -> !t
    // CHECK-NOT: aten.flatten
    %5 = aten.flatten.using_ints %4 : (!t) -> !ep.tensor<[24], f32>
    %6 = aten.view.default %5, size = [4, 6] : (!ep.tensor<[24], f32>) -> !t
    // A permutation of a permutation: none, or one.
    %7 = aten.permute.default %6, dims = [1, 0] : (!t) -> !u
    %8 = aten.permute.default %7, dims = [-1, 0] : (!u) -> !t
    // CHECK: %[[P:.*]] = aten.permute.default %x, dims = [1, 0]
    %9 = aten.permute.default %8, dims = [0, 1] : (!t) -> !t
    %10 = aten.permute.default %9, dims = [1, 0] : (!t) -> !u
    // A copy on request stays.
    // CHECK: %[[TO:.*]] = aten.to.dtype %x, dtype = f32, copy = true
    %11 = aten.to.dtype %x, dtype = f32, copy = true : (!t) -> !t
    // CHECK: ep.return %x, %x, %x, %[[P]], %[[TO]]
    ep.return %4, %6, %8, %10, %11 : !t, !t, !t, !u, !t
  }
}

// -----

// What changes something stays.
!q = !ep.tensor<[4, 4], f32>
!r = !ep.tensor<[16], f32>
!i = !ep.tensor<[4, 4], i32>
// CHECK-LABEL: ep.graph @others
ep.program @others {
  ep.graph @others(%x: !q {ep.input = #ep.input<user_input "x">})
      -> (!i {ep.output = #ep.output<user_output "a">},
          !q {ep.output = #ep.output<user_output "b">}) {
    // CHECK: aten.view.dtype
    %0 = aten.view.dtype %x, dtype = i32 : (!q) -> !i
    // CHECK: aten.transpose.int
    // CHECK: aten.clone.default
    // CHECK: aten.transpose.int
    %1 = aten.transpose.int %x, dim0 = 0, dim1 = 1 : (!q) -> !ep.tensor<[4, 4], f32, strides = [1, 4]>
    %2 = aten.clone.default %1 : (!ep.tensor<[4, 4], f32, strides = [1, 4]>) -> !q
    %3 = aten.transpose.int %2, dim0 = 0, dim1 = 1 : (!q) -> !q
    ep.return %0, %3 : !i, !q
  }
}

// -----

!t = !ep.tensor<[4, 6], f32>
!r = !ep.tensor<[6], f32>
!h = !ep.tensor<[2, 6], f32>
// CHECK-LABEL: ep.graph @writes
ep.program @writes {
  ep.graph @writes(%x: !t {ep.input = #ep.input<user_input "x">},
                   %r: !r {ep.input = #ep.input<user_input "r">},
                   %h: !h {ep.input = #ep.input<user_input "h">})
      -> (!t {ep.output = #ep.output<user_output "a">},
          !r {ep.output = #ep.output<user_output "b">},
          !r {ep.output = #ep.output<user_output "c">},
          !h {ep.output = #ep.output<user_output "d">},
          !t {ep.output = #ep.output<user_output "e">}) {
    // The second write hides the first.
    // CHECK: %[[W:.*]] = aten.select_scatter.default %x, %r, dim = 0, index = 1
    %0 = aten.neg.default %r : (!r) -> !r
    %1 = aten.select_scatter.default %x, %0, dim = 0, index = 1 : (!t, !r) -> !t
    %2 = aten.select_scatter.default %1, %r, dim = 0, index = 1 : (!t, !r) -> !t
    // What was written is read, unless elsewhere.
    %3 = aten.select.int %2, dim = 0, index = 1 : (!t) -> !r
    // CHECK: %[[R:.*]] = aten.select.int %[[W]], dim = 0, index = 2
    %4 = aten.select.int %2, dim = 0, index = 2 : (!t) -> !r
    // Bounds that mean the same.
    %5 = aten.slice_scatter.default %x, %h, dim = 0, start = 2, end = 4 : (!t, !h) -> !t
    %6 = aten.slice.Tensor %5, dim = -2, start = 2, end = 9223372036854775807 : (!t) -> !h
    // A write of what is there.
    %7 = aten.slice.Tensor %x, dim = 0, start = 2 : (!t) -> !h
    %8 = aten.slice_scatter.default %x, %7, dim = 0, start = 2, end = 4 : (!t, !h) -> !t
    // CHECK: ep.return %[[W]], %r, %[[R]], %h, %x
    ep.return %2, %3, %4, %6, %8 : !t, !r, !r, !h, !t
  }
}

// -----

// A copy is its source, unless it converts it; random operators stay.
!t = !ep.tensor<[4], f32>
!d = !ep.tensor<[4], f64>
// CHECK-LABEL: ep.graph @copies
ep.program @copies {
  ep.graph @copies(%x: !t {ep.input = #ep.input<user_input "x">},
                   %y: !t {ep.input = #ep.input<user_input "y">},
                   %d: !d {ep.input = #ep.input<user_input "d">})
      -> (!t {ep.output = #ep.output<user_output "a">},
          !t {ep.output = #ep.output<user_output "b">}) {
    // CHECK-NOT: aten.neg
    // CHECK: aten.bernoulli.default
    // CHECK: %[[C:.*]] = aten.copy.default %x, %d
    %0 = aten.neg.default %x : (!t) -> !t
    %1 = aten.bernoulli.default %x : (!t) -> !t
    %2 = aten.copy.default %x, %y : (!t, !t) -> !t
    %3 = aten.copy.default %x, %d : (!t, !d) -> !t
    // CHECK: ep.return %y, %[[C]]
    ep.return %2, %3 : !t, !t
  }
}
