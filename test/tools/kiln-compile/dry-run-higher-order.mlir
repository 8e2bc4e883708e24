// Operators that hold graphs are rows of the table, and so is what is in them.
// RUN: kiln-compile %s --compile-from=exported --dry-run | FileCheck %s

//      CHECK: core              1  aten.relu.default
// CHECK-NEXT: core              1  ep.cond
//  CHECK-NOT: {{.}}
ep.program @conditions {
  ep.symbol @s0 range(2, ?)
  ep.graph @forward(%p: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "p">},
      %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "z">}) {
    %0 = ep.cond %p(%x) : (!ep.tensor<[], i1>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32> {
    ^bb0(%a: !ep.tensor<[s0], f32>):
      %c = aten.relu.default %a : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
      ep.yield %c : !ep.tensor<[s0], f32>
    } else {
    ^bb0(%a: !ep.tensor<[s0], f32>):
      ep.yield %a : !ep.tensor<[s0], f32>
    }
    ep.return %0 : !ep.tensor<[s0], f32>
  }
}
