// RUN: kiln-opt %s | kiln-opt | FileCheck %s
// RUN: kiln-opt %s --emit-bytecode | kiln-opt | FileCheck %s

!t = !ep.tensor<[4], f32>
!bool = !ep.tensor<[], i1>

// CHECK-LABEL: ep.program @conditions
ep.program @conditions {
  ep.symbol @s0 range(2, ?)
  ep.graph @forward(%p: !bool {ep.input = #ep.input<user_input "p">},
      %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[u0], f32> {ep.output = #ep.output<user_output "z">}) {
    // CHECK: ep.cond %{{.*}}(%x) : (!ep.tensor<[], i1>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32> {
    // CHECK-NEXT: ^bb0(%[[A:.*]]: !ep.tensor<[s0], f32>):
    // CHECK-NEXT: aten.cos.default %[[A]]
    // CHECK-NEXT: ep.yield
    // CHECK-NEXT: } else {
    %0 = ep.cond %p(%x) : (!bool, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32> {
    ^bb0(%a: !ep.tensor<[s0], f32>):
      %c = aten.cos.default %a : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
      ep.yield %c : !ep.tensor<[s0], f32>
    } else {
    ^bb0(%a: !ep.tensor<[s0], f32>):
      ep.yield %a : !ep.tensor<[s0], f32>
    }
    // A condition on sizes; branches that differ in size and in strides.
    // CHECK: %[[P:.*]] = ep.number Lt(4, s0)
    // CHECK: ep.cond %[[P]](%{{.*}}) : (!ep.number<Lt(4, s0)>, !ep.tensor<[s0], f32>) -> !ep.tensor<[u0], f32>
    %q = ep.number Lt(4, s0)
    %1 = ep.cond %q(%0) : (!ep.number<Lt(4, s0)>, !ep.tensor<[s0], f32>) -> !ep.tensor<[u0], f32> {
    ^bb0(%a: !ep.tensor<[s0], f32, strides = [2]>):
      %s = aten.slice.Tensor %a, start = 0, end = 4 : (!ep.tensor<[s0], f32, strides = [2]>) -> !ep.tensor<[4], f32>
      ep.yield %s : !ep.tensor<[4], f32>
    } else {
    ^bb0(%a: !ep.tensor<[s0], f32>):
      ep.yield %a : !ep.tensor<[s0], f32>
    }
    ep.return %1 : !ep.tensor<[u0], f32>
  }
}

// CHECK-LABEL: ep.program @loops
ep.program @loops {
  ep.symbol @s0 range(2, ?)
  ep.graph @forward(%n: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "n">},
      %x: !t {ep.input = #ep.input<user_input "x">},
      %xs: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "xs">}) {
    // CHECK: ep.while_loop(%n, %x) with(%n) : (!ep.tensor<[], i64>, !ep.tensor<[4], f32>, !ep.tensor<[], i64>) -> (!ep.tensor<[], i64>, !ep.tensor<[4], f32>) {
    // CHECK: } do {
    %0:2 = ep.while_loop(%n, %x) with(%n)
        : (!ep.tensor<[], i64>, !t, !ep.tensor<[], i64>) -> (!ep.tensor<[], i64>, !t) {
    ^bb0(%i: !ep.tensor<[], i64>, %a: !t, %k: !ep.tensor<[], i64>):
      %c = aten.lt.Tensor %i, %k : (!ep.tensor<[], i64>, !ep.tensor<[], i64>) -> !bool
      ep.yield %c : !bool
    } do {
    ^bb0(%i: !ep.tensor<[], i64>, %a: !t, %k: !ep.tensor<[], i64>):
      ep.yield %i, %a : !ep.tensor<[], i64>, !t
    }
    // CHECK: ep.scan init(%x) over(%xs) with() : (!ep.tensor<[4], f32>, !ep.tensor<[s0, 4], f32>) -> (!ep.tensor<[4], f32>, !ep.tensor<[s0, 4], f32>) {
    %1:2 = ep.scan init(%x) over(%xs) with() : (!t, !ep.tensor<[s0, 4], f32>) -> (!t, !ep.tensor<[s0, 4], f32>) {
    ^bb0(%h: !t, %a: !t):
      %s = aten.add.Tensor %h, %a : (!t, !t) -> !t
      ep.yield %s, %a : !t, !t
    }
    // CHECK: ep.associative_scan over(%{{.*}}) with(%x) :
    %2 = ep.associative_scan over(%1#1) with(%x) : (!ep.tensor<[s0, 4], f32>, !t) -> !ep.tensor<[s0, 4], f32> {
    ^bb0(%a: !t, %b: !t, %c: !t):
      %s = aten.mul.Tensor %a, %b : (!t, !t) -> !t
      ep.yield %s : !t
    }
    // CHECK: ep.map over(%{{.*}}) with(%x) :
    %3 = ep.map over(%2) with(%x) : (!ep.tensor<[s0, 4], f32>, !t) -> !ep.tensor<[s0, 4], f32> {
    ^bb0(%a: !t, %b: !t):
      %s = aten.mul.Tensor %a, %b : (!t, !t) -> !t
      ep.yield %s : !t
    }
    ep.return
  }
}

// CHECK-LABEL: ep.program @once
ep.program @once {
  ep.graph @forward(%t: !ep.token {ep.input = #ep.input<token "token">},
      %x: !t {ep.input = #ep.input<user_input "x">})
      -> (!ep.token {ep.output = #ep.output<token "t">}) {
    // CHECK: ep.grad_mode enabled(false) (%x) :
    %0 = ep.grad_mode enabled(false)(%x) : (!t) -> !t {
    ^bb0(%a: !t):
      ep.yield %a : !t
    }
    // CHECK: ep.autocast "cpu" dtype(bf16) enabled(true) cache(false) (%{{.*}}) :
    %1 = ep.autocast "cpu" dtype(bf16) enabled(true) cache(false)(%0) : (!t) -> !t {
    ^bb0(%a: !t):
      // CHECK: ep.autocast "cuda" enabled(false) () :
      ep.autocast "cuda" enabled(false)() : () -> () {
      }
      ep.yield %a : !t
    }
    // CHECK: ep.jvp at(%{{.*}}) along(%x) with() : (!ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> (!ep.tensor<[4], f32>, !ep.tensor<[4], f32>) {
    %j:2 = ep.jvp at(%1) along(%x) with() : (!t, !t) -> (!t, !t) {
    ^bb0(%a: !t):
      ep.yield %a : !t
    }
    // CHECK: ep.invoke "subgraph_0"(%{{.*}}) :
    %2 = ep.invoke "subgraph_0"(%1) : (!t) -> !t {
    ^bb0(%a: !t):
      ep.yield %a : !t
    }
    // CHECK: ep.with_effects %token(%{{.*}}) : (!ep.token, !ep.tensor<[4], f32>) -> (!ep.token, !ep.tensor<[4], f32>) {
    %3:2 = ep.with_effects %t(%2) : (!ep.token, !t) -> (!ep.token, !t) {
    ^bb0(%a: !t):
      %4 = aten.operator "ns.note.default"(x = %a) : (!t) -> !t
      ep.yield %4 : !t
    }
    // CHECK: ep.auto_functionalized writes(%{{.*}}) reads(%x) :
    %5:2 = ep.auto_functionalized writes(%3#1) reads(%x) : (!t, !t) -> (!t, !t) {
    ^bb0(%a: !t, %b: !t):
      %6 = aten.operator "ns.accumulate.default"(x = %b, acc = %a) : (!t, !t) -> !t
      ep.yield %6, %a : !t, !t
    }
    ep.return %3#0 : !ep.token
  }
}

// A symbol belongs to the graphs of the op that has it first, all of them.
// CHECK-LABEL: ep.program @scopes
ep.program @scopes {
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">}, %p: !bool {ep.input = #ep.input<user_input "p">}) {
    ep.cond %p(%x) : (!bool, !t) -> () {
    ^bb0(%a: !t):
      %0 = aten.nonzero.default %a : (!t) -> !ep.tensor<[u0, 1], i64>
    } else {
    ^bb0(%a: !t):
      %0 = aten.nonzero.default %a : (!t) -> !ep.tensor<[u0, 1], i64>
    }
    %1 = aten.nonzero.default %x : (!t) -> !ep.tensor<[u1, 1], i64>
    ep.invoke "a" (%1) : (!ep.tensor<[u1, 1], i64>) -> () {
    ^bb0(%a: !ep.tensor<[u1, 1], i64>):
      %2 = aten.clone.default %a : (!ep.tensor<[u1, 1], i64>) -> !ep.tensor<[u1, 1], i64>
    }
    ep.return
  }
}
