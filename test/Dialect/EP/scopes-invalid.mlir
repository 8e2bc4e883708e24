// RUN: kiln-opt %s --split-input-file --verify-diagnostics
//
// Where unbacked symbols are known.

// A symbol that a subgraph binds has no meaning outside.
ep.program @p {
  ep.graph @g(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}) {
    ep.invoke "a" (%x) : (!ep.tensor<[4], f32>) -> () {
    ^bb0(%a: !ep.tensor<[4], f32>):
      %0 = aten.nonzero.default %a : (!ep.tensor<[4], f32>) -> !ep.tensor<[u0, 1], i64>
      %1 = aten.clone.default %0 : (!ep.tensor<[u0, 1], i64>) -> !ep.tensor<[u0, 1], i64>
    }
    // expected-error @+1 {{'aten.nonzero.default' op uses u0, which belongs to the graphs of another ep.invoke}}
    %2 = aten.nonzero.default %x : (!ep.tensor<[4], f32>) -> !ep.tensor<[u0, 1], i64>
    ep.return
  }
}

// -----

ep.program @p {
  ep.graph @g(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}) {
    ep.invoke "a" (%x) : (!ep.tensor<[4], f32>) -> () {
    ^bb0(%a: !ep.tensor<[4], f32>):
      %0 = aten.nonzero.default %a : (!ep.tensor<[4], f32>) -> !ep.tensor<[u0, 1], i64>
    }
    // expected-error @+1 {{'ep.number' op uses u0, which belongs to the graphs of another ep.invoke}}
    %1 = ep.number 2*u0
    ep.return
  }
}

// -----

// A symbol is used only where a value before has it.
ep.program @p {
  ep.symbol @u0 range(0, ?)
  ep.graph @g(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}) {
    // expected-error @+1 {{'ep.assert' op uses u0 before a value of the graph has it}}
    ep.assert Lt(u0, 4), "too many"
    %0 = aten.nonzero.default %x : (!ep.tensor<[4], f32>) -> !ep.tensor<[u0, 1], i64>
    ep.return
  }
}

// -----

ep.program @p {
  ep.symbol @u0 range(0, ?)
  ep.graph @g(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}) {
    // expected-error @+1 {{'aten.full.default' op uses u0 before a value of the graph has it}}
    %0 = aten.full.default size = [2 * u0], fill_value = 1 : () -> !ep.tensor<[2*u0], f32>
    ep.return
  }
}

// -----

// Nor is it used outside.
ep.program @p {
  ep.graph @g(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">},
              %p: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "p">}) {
    ep.invoke "a" (%x) : (!ep.tensor<[4], f32>) -> () {
    ^bb0(%a: !ep.tensor<[4], f32>):
      %0 = aten.nonzero.default %a : (!ep.tensor<[4], f32>) -> !ep.tensor<[u0, 1], i64>
    }
    // expected-error @+1 {{'ep.assert' op uses u0, which belongs to the graphs of another ep.invoke}}
    ep.assert Lt(u0, 4), "too many"
    ep.return
  }
}
