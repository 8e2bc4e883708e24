// RUN: kiln-opt %s --kiln-ep-inline-modes | FileCheck %s
// RUN: kiln-opt %s --kiln-ep-inline-modes --mlir-print-op-generic | FileCheck %s --check-prefix=GONE
// GONE-NOT: "ep.grad_mode"
// GONE-NOT: "ep.invoke"
// GONE-NOT: "ep.with_effects"

!f = !ep.tensor<[4, 4], f32>

// CHECK-LABEL: ep.program @once
ep.program @once {
  ep.graph @forward(%t: !ep.token {ep.input = #ep.input<token "token">},
      %x: !f {ep.input = #ep.input<user_input "x">})
      -> (!ep.token {ep.output = #ep.output<token "t">}, !f {ep.output = #ep.output<user_output "y">}) {
    // CHECK-NEXT: ep.graph
    // CHECK: {{^ *\) .*\{$}}
    // CHECK-NEXT: %[[A:.*]] = aten.sin.default %x
    // CHECK-NEXT: %[[B:.*]] = aten.cos.default %[[A]]
    // CHECK-NEXT: %[[C:.*]] = aten.tanh.default %[[B]]
    // CHECK-NEXT: %[[D:.*]] = aten.operator "ns.note.default"(x = %[[C]])
    %0 = ep.grad_mode enabled(false) (%x) : (!f) -> !f {
    ^bb0(%a: !f):
      %1 = aten.sin.default %a : (!f) -> !f
      %2 = ep.grad_mode enabled(true) (%1) : (!f) -> !f {
      ^bb0(%b: !f):
        %3 = aten.cos.default %b : (!f) -> !f
        ep.yield %3 : !f
      }
      ep.yield %2 : !f
    }
    %1 = ep.invoke "subgraph_0" (%0) : (!f) -> !f {
    ^bb0(%a: !f):
      %2 = aten.tanh.default %a : (!f) -> !f
      ep.yield %2 : !f
    }
    %2:2 = ep.with_effects %t(%1) : (!ep.token, !f) -> (!ep.token, !f) {
    ^bb0(%a: !f):
      %3 = aten.operator "ns.note.default"(x = %a) : (!f) -> !f
      ep.yield %3 : !f
    }
    // An operator with a schema runs on clones; a custom one stays.
    // CHECK-NEXT: %[[E:.*]] = aten.clone.default %[[D]]
    // CHECK-NEXT: aten.add_.Tensor %[[E]], %x
    // CHECK-NEXT: %[[F:.*]] = ep.auto_functionalized writes(%[[E]]) reads()
    %4:2 = ep.auto_functionalized writes(%2#1) reads(%x) : (!f, !f) -> (!f, !f) {
    ^bb0(%a: !f, %c: !f):
      %5 = aten.add_.Tensor %a, %c : (!f, !f) -> !f
      ep.yield %5, %a : !f, !f
    }
    %6 = ep.auto_functionalized writes(%4#1) reads() : (!f) -> !f {
    ^bb0(%a: !f):
      aten.operator "ns.mutate.default"(x = %a) : (!f) -> ()
      ep.yield %a : !f
    }
    // CHECK: ep.return %token, %[[F]]
    ep.return %2#0, %6 : !ep.token, !f
  }
}
