// RUN: kiln-opt %s --split-input-file | kiln-opt --split-input-file -o %t

// The examples in the descriptions of ep's ops, where they may stand
// (utils/structure/examples.py looks for them here).

!i = !ep.tensor<[], i64>
!t = !ep.tensor<[4, 4], f32>
ep.program @once {
  ep.graph @once(%x: !t {ep.input = #ep.input<user_input "x">}, %acc: !t {ep.input = #ep.input<user_input "acc">}) {
    %0 = ep.none
    %1 = ep.grad_mode enabled(false) (%x) : (!t) -> !t {
    ^bb0(%a: !t):
      %2 = aten.sin.default %a : (!t) -> !t
      ep.yield %2 : !t
    }
    ep.return
  }
}

// -----

!t = !ep.tensor<[4, 4], f32>
ep.program @autocast { ep.graph @autocast(%x: !t {ep.input = #ep.input<user_input "x">}) {
    %1 = ep.autocast "cpu" dtype(bf16) enabled(true) cache(false) (%x) : (!t) -> !ep.tensor<[4, 4], bf16> {
    ^bb0(%a: !t):
      %2 = aten.mm.default %a, %a : (!t, !t) -> !ep.tensor<[4, 4], bf16>
      ep.yield %2 : !ep.tensor<[4, 4], bf16>
    }
    ep.return
} }

// -----

!t = !ep.tensor<[4, 4], f32>
ep.program @jvp { ep.graph @jvp(%x: !t {ep.input = #ep.input<user_input "x">}, %d: !t {ep.input = #ep.input<user_input "d">}, %w: !t {ep.input = #ep.input<user_input "w">}) {
    %1:2 = ep.jvp at(%x) along(%d) with(%w) : (!t, !t, !t) -> (!t, !t) {
    ^bb0(%a: !t, %b: !t):
      %2 = aten.mul.Tensor %a, %b : (!t, !t) -> !t
      ep.yield %2 : !t
    }
    ep.return
} }

// -----

!t = !ep.tensor<[4, 4], f32>
ep.program @invoke { ep.graph @invoke(%x: !t {ep.input = #ep.input<user_input "x">}) {
    %1 = ep.invoke "subgraph_0" (%x) : (!t) -> !t {
    ^bb0(%a: !t):
      %2 = aten.tanh.default %a : (!t) -> !t
      ep.yield %2 : !t
    }
    ep.return
} }

// -----

!t = !ep.tensor<[4, 4], f32>
ep.program @writes { ep.graph @writes(%acc: !t {ep.input = #ep.input<user_input "acc">}, %x: !t {ep.input = #ep.input<user_input "x">}) {
    %1 = ep.auto_functionalized writes(%acc) reads(%x) : (!t, !t) -> !t {
    ^bb0(%a: !t, %b: !t):
      aten.operator "ns.accumulate.default"(x = %b, acc = %a) : (!t, !t) -> ()
      ep.yield %a : !t
    }
    ep.return
} }

// -----

ep.program @effects { ep.graph @effects(%t0: !ep.token {ep.input = #ep.input<token "t0">}, %info: !ep.tensor<[], i32> {ep.input = #ep.input<user_input "info">})
    -> (!ep.token {ep.output = #ep.output<token "t1">}) {
    %t1 = ep.with_effects %t0(%info) : (!ep.token, !ep.tensor<[], i32>) -> !ep.token {
    ^bb0(%a: !ep.tensor<[], i32>):
      aten._linalg_check_errors.default %a, api_name = "linalg.inv", is_matrix = true : (!ep.tensor<[], i32>) -> ()
      ep.yield
    }
    ep.return %t1 : !ep.token
} }

// -----

!t = !ep.tensor<[4], f32>
!i = !ep.tensor<[], i64>
ep.program @control {
  ep.symbol @s0 range(1, 64)
  ep.graph @control(%p: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "p">}, %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">}) {
    %1 = ep.cond %p(%x) : (!ep.tensor<[], i1>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32> {
    ^bb0(%a: !ep.tensor<[s0], f32>):
      %2 = aten.cos.default %a : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
      ep.yield %2 : !ep.tensor<[s0], f32>
    } else {
    ^bb0(%a: !ep.tensor<[s0], f32>):
      ep.yield %a : !ep.tensor<[s0], f32>
    }
    ep.return
  }
}

// -----

!t = !ep.tensor<[4], f32>
!i = !ep.tensor<[], i64>
ep.program @loop { ep.graph @loop(%i: !i {ep.input = #ep.input<user_input "i">}, %n: !i {ep.input = #ep.input<user_input "n">}, %x: !t {ep.input = #ep.input<user_input "x">}) {
    %2:2 = ep.while_loop(%i, %x) with(%n) : (!i, !t, !i) -> (!i, !t) {
    ^bb0(%a: !i, %b: !t, %c: !i):
      %3 = aten.lt.Tensor %a, %c : (!i, !i) -> !ep.tensor<[], i1>
      ep.yield %3 : !ep.tensor<[], i1>
    } do {
    ^bb0(%a: !i, %b: !t, %c: !i):
      %3 = aten.add.Tensor %a, %c : (!i, !i) -> !i
      ep.yield %3, %b : !i, !t
    }
    ep.return
} }

// -----

!t = !ep.tensor<[4], f32>
ep.program @scan {
  ep.symbol @s0 range(1, 64)
  ep.graph @scan(%h: !t {ep.input = #ep.input<user_input "h">}, %xs: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "xs">}) {
    %1:2 = ep.scan init(%h) over(%xs) with() : (!t, !ep.tensor<[s0, 4], f32>) -> (!t, !ep.tensor<[s0, 4], f32>) {
    ^bb0(%a: !t, %b: !t):
      %2 = aten.add.Tensor %a, %b : (!t, !t) -> !t
      ep.yield %2, %b : !t, !t
    }
    ep.return
  }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @prefixes { ep.graph @prefixes(%xs: !ep.tensor<[8, 4], f32> {ep.input = #ep.input<user_input "xs">}) {
    %1 = ep.associative_scan over(%xs) with() : (!ep.tensor<[8, 4], f32>) -> !ep.tensor<[8, 4], f32> {
    ^bb0(%a: !t, %b: !t):
      %2 = aten.mul.Tensor %a, %b : (!t, !t) -> !t
      ep.yield %2 : !t
    }
    ep.return
} }

// -----

!t = !ep.tensor<[4], f32>
ep.program @map {
  ep.symbol @s0 range(1, 64)
  ep.graph @map(%xs: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "xs">}, %y: !t {ep.input = #ep.input<user_input "y">}) {
    %1 = ep.map over(%xs) with(%y) : (!ep.tensor<[s0, 4], f32>, !t) -> !ep.tensor<[s0, 4], f32> {
    ^bb0(%a: !t, %b: !t):
      %2 = aten.add.Tensor %a, %b : (!t, !t) -> !t
      ep.yield %2 : !t
    }
    ep.return
  }
}

// -----

ep.program @forward archive("model.pt2") torch("2.15.0") schema [8, 20] {
  ep.symbol @s0 range(1, 64)
}

// -----

ep.program @forward {
  ep.symbol @s0 range(1, 64)
  ep.graph @forward(%x: !ep.tensor<[s0, 64], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0, 64], f32> {ep.output = #ep.output<user_output "x">}) {
    ep.return %x : !ep.tensor<[s0, 64], f32>
  }
  ep.module_call "" in(#ep.tree<"builtins.tuple"["builtins.tuple"[*], "builtins.dict"[]]>) out(#ep.tree<*>) args ["x"]
}

// -----

ep.program @state {
  ep.symbol @s12 range(1, 64)
  ep.symbol @s77 range(2, 64)
  ep.constraint 2*s77 range(4, 128)
  ep.guard Eq(s12, 2*s77) from "L['y'].size()[0] == 2*L['x'].size()[0]"
  ep.storage @w1 bytes(272)
  ep.storage @c0 bytes(24)
  ep.buffer @"bn.running_mean" persistent : !ep.tensor<[64], f32> storage(@w1, 4)
  ep.constant @lifted_tensor_0 : !ep.tensor<[3], i64> storage(@c0)
}

// -----

ep.program @numbers {
  ep.symbol @s0 range(1, 64)
  ep.graph @numbers() {
    %0 = ep.number 2*s0
    ep.return
  }
}

// -----

func.func @sizes() {
  %0 = ep.size 2*s0 + 1
  return
}

// -----

ep.program @builtin {
  ep.symbol @s0 range(1, 64)
  ep.graph @builtin(%0: !ep.tensor<[s0, 64], f32> {ep.input = #ep.input<user_input "x">}) {
    %1 = ep.to_builtin %0 : !ep.tensor<[s0, 64], f32> -> tensor<?x64xf32>
    ep.return
  }
}

// -----

func.func @back(%0: tensor<?x64xf32>) {
  %1 = ep.from_builtin %0 : tensor<?x64xf32> -> !ep.tensor<[s0, 64], f32>
  return
}

// -----

func.func @item(%0: tensor<i64>) {
  %1 = ep.item %0 : tensor<i64> -> !ep.number<u0>
  return
}

// -----

ep.program @yield {
  ep.symbol @s0 range(1, 64)
  ep.graph @yield(%x: !ep.tensor<[s0, 10], f32> {ep.input = #ep.input<user_input "x">}) -> (!ep.tensor<[s0, 10], f32> {ep.output = #ep.output<user_output "0">}) {
    %0 = ep.invoke "subgraph_0" (%x) : (!ep.tensor<[s0, 10], f32>) -> !ep.tensor<[s0, 10], f32> {
    ^bb0(%a: !ep.tensor<[s0, 10], f32>):
      %1 = aten.tanh.default %a : (!ep.tensor<[s0, 10], f32>) -> !ep.tensor<[s0, 10], f32>
      ep.yield %1 : !ep.tensor<[s0, 10], f32>
    }
    ep.return %0 : !ep.tensor<[s0, 10], f32>
  }
}
