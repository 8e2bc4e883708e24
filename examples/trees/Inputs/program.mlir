// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// forward({'features': x, 'bias': b}, *, mode='sum') gives
// Result(scores=relu(x + b), inputs=(x, x[-1])).
!x = !ep.tensor<[s0, 4], f32>
!r = !ep.tensor<[4], f32>
ep.program @forward {
  ep.symbol @s0 range(2, 64)
  ep.graph @forward(%x: !x {ep.input = #ep.input<user_input "features">},
                    %b: !r {ep.input = #ep.input<user_input "bias">},
                    %mode: none {ep.input = #ep.input<constant_input "mode" = "sum">})
      -> (!x {ep.output = #ep.output<user_output "relu">}, !x {ep.output = #ep.output<user_output "features">},
          !r {ep.output = #ep.output<user_output "select">}) {
    %0 = aten.add.Tensor %x, %b : (!x, !r) -> !x
    %1 = aten.relu.default %0 : (!x) -> !x
    %2 = aten.select.int %x, dim = 0, index = -1 : (!x) -> !r
    ep.return %1, %x, %2 : !x, !x, !r
  }
  ep.module_call ""
      in(#ep.tree<"builtins.tuple"("null")["builtins.tuple"("null")["builtins.dict"("[\"features\", \"bias\"]")[*, *]],
                                           "builtins.dict"("[\"mode\"]")[*]]>)
      out(#ep.tree<"collections.namedtuple"("model.Result")[*, "builtins.tuple"("null")[*, *]]>)
      {ep.named_tuples = {"model.Result" = ["scores", "inputs"]}}
}
