// RUN: kiln-opt %s --kiln-aten-apply-autocast | FileCheck %s
// RUN: kiln-opt %s --kiln-aten-apply-autocast | FileCheck %s --check-prefix=GONE
// GONE-NOT: ep.autocast

!f = !ep.tensor<[4, 4], f32>
!h = !ep.tensor<[4, 4], f16>
!b = !ep.tensor<[4, 4], bf16>
!d = !ep.tensor<[4, 4], f64>
!cf = !ep.tensor<[4, 4], f32, device = "cuda:0">
!ch = !ep.tensor<[4, 4], f16, device = "cuda:0">

// CHECK-LABEL: ep.program @cpu
ep.program @cpu {
  ep.graph @forward(%x: !f {ep.input = #ep.input<user_input "x">}, %p: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "p">},
      %w: !ep.tensor<[4, 4], f32, strides = [1, 4]> {ep.input = #ep.input<user_input "w">},
      %y: !b {ep.input = #ep.input<user_input "y">}, %z: !d {ep.input = #ep.input<user_input "z">}) {
    // CHECK: aten.mm.default %x, %x
    %0 = aten.mm.default %x, %x : (!f, !f) -> !f
    ep.autocast "cpu" dtype(bf16) enabled(true) cache(false) (%x, %y, %z, %p, %w)
        : (!f, !b, !d, !ep.tensor<[], i1>, !ep.tensor<[4, 4], f32, strides = [1, 4]>) -> () {
    ^bb0(%a: !f, %b: !b, %d: !d, %q: !ep.tensor<[], i1>, %v: !ep.tensor<[4, 4], f32, strides = [1, 4]>):
      // In no list: left alone.
      // CHECK-NEXT: aten.relu.default %x : (!ep.tensor<[4, 4], f32>)
      %1 = aten.relu.default %a : (!f) -> !f
      // The lower precision; a copy keeps the order of dense strides.
      // CHECK-NEXT: %[[A:.*]] = aten._to_copy.default %{{.*}}, dtype = bf16 : {{.*}} -> !ep.tensor<[4, 4], bf16>
      // CHECK-NEXT: %[[W:.*]] = aten._to_copy.default %w, dtype = bf16 : {{.*}} -> !ep.tensor<[4, 4], bf16, strides = [1, 4]>
      // CHECK-NEXT: aten.linear.default %[[A]], %[[W]] :
      %2 = aten.linear.default %1, %v : (!f, !ep.tensor<[4, 4], f32, strides = [1, 4]>) -> !b
      // One copy of an operand that is there twice; double precision stays.
      // CHECK-NEXT: %[[B:.*]] = aten._to_copy.default %x, dtype = bf16
      // CHECK-NEXT: aten.mm.default %[[B]], %[[B]]
      %3 = aten.mm.default %a, %a : (!f, !f) -> !b
      // CHECK-NEXT: aten.mm.default %z, %z
      %4 = aten.mm.default %d, %d : (!d, !d) -> !d
      // f32.
      // CHECK-NEXT: %[[Y:.*]] = aten._to_copy.default %y, dtype = f32
      // CHECK-NEXT: aten.mse_loss.default %x, %[[Y]]
      %5 = aten.mse_loss.default %a, %b : (!f, !b) -> !ep.tensor<[], f32>
      // The widest.
      // CHECK-NEXT: %[[Y:.*]] = aten._to_copy.default %y, dtype = f32
      // CHECK-NEXT: aten.cat.default [%x, %[[Y]]]
      %6 = aten.cat.default [%a, %b] : (!f, !b) -> !ep.tensor<[8, 4], f32>
      // CHECK-NEXT: aten.cat.default [%y, %y]
      %7 = aten.cat.default [%b, %b] : (!b, !b) -> !ep.tensor<[8, 4], bf16>
      // Composite, of parts in no list.
      // CHECK-NEXT: aten.softmax.int %x
      %8 = aten.softmax.int %a, dim = -1 : (!f) -> !f
      // A part in no list.
      // CHECK-NEXT: aten.constant_pad_nd.default %x
      %9 = aten.pad.default %a, pad = [0, 0] : (!f) -> !f
      // Off inside, and only for this device.
      // CHECK-NEXT: aten.mm.default %x, %x
      ep.autocast "cuda" enabled(false) (%a) : (!f) -> () {
      ^bb0(%c: !f):
        ep.autocast "cpu" enabled(false) (%c) : (!f) -> () {
        ^bb0(%e: !f):
          %10 = aten.mm.default %e, %e : (!f, !f) -> !f
        }
        // CHECK-NEXT: %[[C:.*]] = aten._to_copy.default %x, dtype = bf16
        // CHECK-NEXT: aten.mm.default %[[C]], %[[C]]
        %11 = aten.mm.default %c, %c : (!f, !f) -> !b
        // Another precision inside.
        ep.autocast "cpu" dtype(f16) enabled(true) (%c) : (!f) -> () {
        ^bb0(%e: !f):
          // CHECK-NEXT: aten._to_copy.default %x, dtype = f16
          // CHECK-NEXT: aten.mm.default
          %12 = aten.mm.default %e, %e : (!f, !f) -> !h
        }
      }
      // Branches run under the mode, too.
      // CHECK-NEXT: ep.cond
      // CHECK-NEXT: ^bb0(%[[E:.*]]: !ep.tensor<[4, 4], f32>):
      // CHECK-NEXT: aten._to_copy.default %[[E]], dtype = bf16
      %13 = ep.cond %q(%a) : (!ep.tensor<[], i1>, !f) -> !b {
      ^bb0(%e: !f):
        %14 = aten.mm.default %e, %e : (!f, !f) -> !b
        ep.yield %14 : !b
      } else {
      ^bb0(%e: !f):
        %14 = aten._to_copy.default %e, dtype = bf16 : (!f) -> !b
        ep.yield %14 : !b
      }
    }
    ep.return
  }
}

// CHECK-LABEL: ep.program @cuda
ep.program @cuda {
  ep.graph @forward(%x: !cf {ep.input = #ep.input<user_input "x">}, %y: !ch {ep.input = #ep.input<user_input "y">},
      %z: !f {ep.input = #ep.input<user_input "z">}) {
    ep.autocast "cuda" enabled(true) (%x, %y, %z) : (!cf, !ch, !f) -> () {
    ^bb0(%a: !cf, %b: !ch, %c: !f):
      // f16 by default.
      // CHECK: aten._to_copy.default %x, dtype = f16 : {{.*}} -> !ep.tensor<[4, 4], f16, device = "cuda:0">
      // CHECK-NEXT: aten.mm.default
      %1 = aten.mm.default %a, %a : (!cf, !cf) -> !ch
      // CHECK-NEXT: aten._to_copy.default %y, dtype = f32
      // CHECK-NEXT: aten.exp.default
      %2 = aten.exp.default %b : (!ch) -> !cf
      // The result, where it is not given.
      // CHECK-NEXT: aten.softmax.int %y, dim = -1, dtype = f32
      %3 = aten.softmax.int %b, dim = -1 : (!ch) -> !cf
      // CHECK-NEXT: aten.softmax.int %y, dim = -1, dtype = f16
      %4 = aten.softmax.int %b, dim = -1, dtype = f16 : (!ch) -> !ch
      // Another device.
      // CHECK-NEXT: aten.mm.default %z, %z
      %5 = aten.mm.default %c, %c : (!f, !f) -> !f
    }
    ep.return
  }
}
