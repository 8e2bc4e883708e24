// RUN: kiln-opt %s --kiln-aten-apply-autocast | FileCheck %s
//
// Composite operators under autocast: their parts are cast.

!f = !ep.tensor<[4, 4], f32>
!b = !ep.tensor<[4, 4], bf16>
!v = !ep.tensor<[4], f32>

// CHECK-LABEL: ep.program @einsum
ep.program @einsum {
  ep.graph @forward(%x: !f {ep.input = #ep.input<user_input "x">}, %v: !v {ep.input = #ep.input<user_input "v">}) {
    ep.autocast "cpu" dtype(bf16) enabled(true) (%x, %v) : (!f, !v) -> () {
    ^bb0(%a: !f, %u: !v):
      // A product of matrices; what follows it has its dtype.
      // CHECK: %[[L:.*]] = aten._to_copy.default %{{.*}}, dtype = bf16 : (!ep.tensor<[1, 4, 4], f32>)
      // CHECK-NEXT: %[[R:.*]] = aten._to_copy.default %{{.*}}, dtype = bf16
      // CHECK-NEXT: %[[P:.*]] = aten.bmm.default %[[L]], %[[R]] : {{.*}} -> !ep.tensor<[1, 4, 4], bf16>
      // CHECK: aten.bmm.default %{{.*}}, %{{.*}} : {{.*}} -> !ep.tensor<[1, 4, 4], bf16>
      // CHECK-NEXT: aten.view.default {{.*}} -> !ep.tensor<[4, 4], bf16>
      // CHECK: aten.relu.default
      %0 = aten.einsum.default equation = "ij,jk,kl->il", [%a, %a, %a] : (!f, !f, !f) -> !b
      %1 = aten.relu.default %0 : (!b) -> !b
      // None: f32.
      // CHECK-NOT: _to_copy
      // CHECK: aten.mul.Tensor {{.*}} -> !ep.tensor<[1, 4, 4], f32>
      // CHECK-NOT: _to_copy
      // CHECK: aten.sin.default
      %2 = aten.einsum.default equation = "i,j->ij", [%u, %u] : (!v, !v) -> !f
      %3 = aten.sin.default %2 : (!f) -> !f
    }
    ep.return
  }
}

// CHECK-LABEL: ep.program @nested
ep.program @nested {
  ep.graph @forward(%x: !f {ep.input = #ep.input<user_input "x">}) {
    ep.autocast "cpu" dtype(bf16) enabled(true) (%x) : (!f) -> () {
    ^bb0(%a: !f):
      // A part that is composite and in a list.
      // CHECK: %[[X:.*]] = aten._to_copy.default %x, dtype = bf16
      // CHECK-NEXT: aten.matmul.default %[[X]], %[[X]]
      %0 = aten.linalg_matmul.default %a, %a : (!f, !f) -> !b
      // A part that is composite and in none.
      // CHECK-NEXT: %[[X:.*]] = aten._to_copy.default %x, dtype = bf16
      // CHECK-NEXT: aten.mm.default %[[X]], %[[X]]
      // CHECK-NEXT: ep.return
      %1 = aten.matrix_power.default %a, n = 2 : (!f) -> !b
    }
    ep.return
  }
}

!cf = !ep.tensor<[4, 4], f32, device = "cuda:0">
!ch = !ep.tensor<[4, 4], f16, device = "cuda:0">

// CHECK-LABEL: ep.program @cuda
ep.program @cuda {
  ep.graph @forward(%x: !ch {ep.input = #ep.input<user_input "x">}, %y: !f {ep.input = #ep.input<user_input "y">}) {
    ep.autocast "cuda" enabled(true) (%x) : (!ch) -> () {
    ^bb0(%a: !ch):
      // CHECK: %[[X:.*]] = aten._to_copy.default %x, dtype = f32
      // CHECK-NEXT: aten.acos.default %[[X]]
      %0 = aten.arccos.default %a : (!ch) -> !cf
      // A policy that sets the dtype of the result.
      // CHECK-NEXT: aten.softmax.int %x, dim = 0, dtype = f32 : {{.*}} -> !ep.tensor<[4, 4], f32, device = "cuda:0">
      %1 = aten.special_softmax.default %a, dim = 0 : (!ch) -> !cf
    }
    // The CPU has no list with it.
    ep.autocast "cpu" enabled(true) (%y) : (!f) -> () {
    ^bb0(%a: !f):
      // CHECK-NEXT: aten.arccos.default %y
      %2 = aten.arccos.default %a : (!f) -> !f
    }
    ep.return
  }
}
