// RUN: kiln-opt %s --kiln-exec-build-host --kiln-exec-plan-memory --kiln-verify-host --split-input-file --remark-format=emitRemark --remarks-filter=kiln-memory --verify-diagnostics | FileCheck %s

// Temporaries that are dead give way; the last result is written into the
// output; the view costs no instruction.
// CHECK-LABEL: ep.program @chain
// CHECK-NOT: ep.graph
// CHECK: exec.host @forward {
// CHECK-NEXT: %[[X:.*]] = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[s0, 64], f32>
// CHECK-NEXT: %[[Y:.*]] = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[64*s0], f32>
// CHECK-NEXT: %[[A:.*]] = exec.segment 0 bytes 512*s0
// CHECK-NEXT: %[[T0:.*]] = exec.view %[[A]] at 0 bytes 256*s0
// CHECK-NEXT: %[[T1:.*]] = exec.view %[[A]] at 256*s0 bytes 256*s0
// CHECK-NEXT: %[[T2:.*]] = exec.view %[[A]] at 0 bytes 256*s0
// CHECK-NEXT: exec.launch @k(%[[X]], %[[T0]]) sizes [s0]
// CHECK-NEXT: exec.check Le(2, s0), "two at least"
// CHECK-NEXT: exec.launch @k(%[[T0]], %[[T1]])
// CHECK-NEXT: exec.launch @k(%[[T1]], %[[T2]])
// CHECK-NEXT: exec.launch @k(%[[T2]], %[[Y]])
// CHECK-NEXT: exec.return
ep.program @chain {
  ep.symbol @s0 range(1, 64)
  exec.kernel @k(%x: tensor<?x64xf32>, %s: index) -> tensor<?x64xf32>
      domain(d0, 64) access(read, write) work(flops = 0, bytes = 512*d0) attributes {dims = [[0], [0]]} {
    exec.yield %x : tensor<?x64xf32>
  }
  // expected-remark @below {{3 temporaries, 49152 bytes in all, 32768 live at once, 32768 planned}}
  ep.graph @forward(%x: !ep.tensor<[s0, 64], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[64*s0], f32> {ep.output = #ep.output<user_output "y">}) {
    %s = ep.size s0
    %0 = ep.to_builtin %x : !ep.tensor<[s0, 64], f32> -> tensor<?x64xf32>
    %1 = exec.dispatch @k(%0) [%s] : (tensor<?x64xf32>) -> tensor<?x64xf32>
    ep.assert Le(2, s0), "two at least"
    %2 = exec.dispatch @k(%1) [%s] : (tensor<?x64xf32>) -> tensor<?x64xf32>
    %3 = exec.dispatch @k(%2) [%s] : (tensor<?x64xf32>) -> tensor<?x64xf32>
    %4 = exec.dispatch @k(%3) [%s] : (tensor<?x64xf32>) -> tensor<?x64xf32>
    %5 = tensor.collapse_shape %4 [[0, 1]] : tensor<?x64xf32> into tensor<?xf32>
    %6 = ep.from_builtin %5 : tensor<?xf32> -> !ep.tensor<[64*s0], f32>
    ep.return %6 : !ep.tensor<[64*s0], f32>
  }
}

// -----

// An input that is returned, a result that is returned twice, a number, a
// constant.
// CHECK-LABEL: ep.program @copies
// CHECK: %[[X:.*]] = exec.input 0
// CHECK: exec.input 1 is #ep.input<user_input "n"> of !ep.number<s0>
// CHECK: %[[O0:.*]] = exec.output 0
// CHECK: %[[O1:.*]] = exec.output 1
// CHECK: %[[O2:.*]] = exec.output 2
// CHECK: exec.output 3 {{.*}} of !ep.number<2*s0>
// CHECK: exec.launch @k(%[[X]], %[[O1]]) sizes []
// CHECK-NEXT: exec.copy %[[X]] to %[[O0]]
// CHECK-NEXT: exec.copy %[[O1]] to %[[O2]]
// CHECK-NEXT: exec.return
ep.program @copies {
  ep.symbol @s0 range(1, 64)
  exec.kernel @k(%x: tensor<4xf32>) -> tensor<4xf32>
      domain(4) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
    exec.yield %x : tensor<4xf32>
  }
  ep.graph @forward(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">},
                    %n: !ep.number<s0> {ep.input = #ep.input<user_input "n">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "a">},
          !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "b">},
          !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "c">},
          !ep.number<2*s0> {ep.output = #ep.output<user_output "d">}) {
    %0 = ep.to_builtin %x : !ep.tensor<[4], f32> -> tensor<4xf32>
    %1 = exec.dispatch @k(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = ep.from_builtin %1 : tensor<4xf32> -> !ep.tensor<[4], f32>
    %3 = ep.number 2*s0
    ep.return %x, %2, %2, %3 : !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.number<2*s0>
  }
}

// -----

// Mutations are written at the end; a buffer that takes the old value of
// another, which is mutated too, gets it by way of a temporary. What is written
// with its own value is mutated, without an instruction.
// CHECK-LABEL: ep.program @mutations
// CHECK: %[[X:.*]] = exec.input 0
// CHECK: exec.output 3
// CHECK: %[[A:.*]] = exec.state @a mutable
// CHECK: %[[B:.*]] = exec.state @b mutable
// CHECK: %[[W:.*]] = exec.state @w mutable
// CHECK: %[[SEG:.*]] = exec.segment 0 bytes 128
// CHECK-NEXT: %[[T:.*]] = exec.view %[[SEG]] at 0 bytes 16
// CHECK-NEXT: %[[STAGE:.*]] = exec.view %[[SEG]] at 64 bytes 16
// CHECK: exec.launch @k(%[[W]], %[[T]])
// CHECK-NEXT: exec.copy %[[A]] to %[[STAGE]]
// CHECK-NEXT: exec.copy %[[T]] to %[[A]]
// CHECK-NEXT: exec.copy %[[STAGE]] to %[[B]]
// CHECK-NEXT: exec.copy %[[T]] to %[[X]]
// CHECK-NEXT: exec.return
ep.program @mutations {
  ep.storage @s bytes(64)
  ep.buffer @a persistent : !ep.tensor<[4], f32> storage(@s)
  ep.buffer @b persistent : !ep.tensor<[4], f32> storage(@s, 4)
  ep.parameter @w : !ep.tensor<[4], f32> storage(@s, 8)
  exec.kernel @k(%x: tensor<4xf32>) -> tensor<4xf32>
      domain(4) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
    exec.yield %x : tensor<4xf32>
  }
  // expected-remark @below {{2 temporaries}}
  ep.graph @forward(%a: !ep.tensor<[4], f32> {ep.input = #ep.input<buffer "a">},
                    %b: !ep.tensor<[4], f32> {ep.input = #ep.input<buffer "b">},
                    %w: !ep.tensor<[4], f32> {ep.input = #ep.input<parameter "w">},
                    %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<buffer_mutation "a">},
          !ep.tensor<[4], f32> {ep.output = #ep.output<buffer_mutation "b">},
          !ep.tensor<[4], f32> {ep.output = #ep.output<user_input_mutation "x">},
          !ep.tensor<[4], f32> {ep.output = #ep.output<parameter_mutation "w">}) {
    %0 = ep.to_builtin %w : !ep.tensor<[4], f32> -> tensor<4xf32>
    %1 = exec.dispatch @k(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = ep.from_builtin %1 : tensor<4xf32> -> !ep.tensor<[4], f32>
    ep.return %2, %a, %2, %w : !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>
  }
}

// -----

// The kernel of a tx op has an item for each row.
// CHECK-LABEL: ep.program @rows
// CHECK: exec.launch @scan(%{{.*}}, %{{.*}}) sizes [s0]
ep.program @rows {
  ep.symbol @s0 range(1, 64)
  exec.kernel @scan(%x: tensor<?x64x3xf32>, %s: index) -> tensor<?x64x3xf32>
      domain(d0, 1, 3) access(read, write) work(flops = 192*d0, bytes = 1536*d0) attributes {dims = [[0], [0]]} {
    %e = tensor.empty(%s) : tensor<?x64x3xf32>
    %y = tx.scan add %x into %e along 1 : (tensor<?x64x3xf32>, tensor<?x64x3xf32>) -> tensor<?x64x3xf32>
    exec.yield %y : tensor<?x64x3xf32>
  }
  ep.graph @forward(%x: !ep.tensor<[s0, 64, 3], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0, 64, 3], f32> {ep.output = #ep.output<user_output "y">}) {
    %s = ep.size s0
    %0 = ep.to_builtin %x : !ep.tensor<[s0, 64, 3], f32> -> tensor<?x64x3xf32>
    %1 = exec.dispatch @scan(%0) [%s] : (tensor<?x64x3xf32>) -> tensor<?x64x3xf32>
    %2 = ep.from_builtin %1 : tensor<?x64x3xf32> -> !ep.tensor<[s0, 64, 3], f32>
    ep.return %2 : !ep.tensor<[s0, 64, 3], f32>
  }
}

// -----

// A kernel that writes a part of an argument gets a buffer with the whole; its
// domain is the part. State is written in place.
// CHECK-LABEL: ep.program @part
// CHECK: %[[X:.*]] = exec.input 0
// CHECK: %[[C:.*]] = exec.state @cache mutable
// CHECK-NEXT: exec.launch @rows(%[[X]], %[[C]], %[[C]]) sizes [s0]
// CHECK-NEXT: exec.return
ep.program @part {
  ep.symbol @s0 range(1, 4)
  ep.storage @s bytes(64)
  ep.buffer @cache persistent : !ep.tensor<[4, 4], f32> storage(@s)
  exec.kernel @rows(%x: tensor<?x4xf32>, %all: tensor<4x4xf32>, %s: index) -> tensor<4x4xf32>
      domain(d0, 4) access(read, readwrite, readwrite) work(flops = 0, bytes = 32*d0)
      attributes {dims = [[0], [], []]} {
    %y = tensor.insert_slice %x into %all[0, 0] [%s, 4] [1, 1] : tensor<?x4xf32> into tensor<4x4xf32>
    exec.yield %y : tensor<4x4xf32>
  }
  ep.graph @forward(%c: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<buffer "cache">},
                    %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4, 4], f32> {ep.output = #ep.output<buffer_mutation "cache">}) {
    %s = ep.size s0
    %0 = ep.to_builtin %c : !ep.tensor<[4, 4], f32> -> tensor<4x4xf32>
    %1 = ep.to_builtin %x : !ep.tensor<[s0, 4], f32> -> tensor<?x4xf32>
    %2 = exec.dispatch @rows(%1, %0) [%s] : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = ep.from_builtin %2 : tensor<4x4xf32> -> !ep.tensor<[4, 4], f32>
    ep.return %3 : !ep.tensor<[4, 4], f32>
  }
}

// -----

// The graph that makes constants writes them where the state has them; its
// temporaries have segments of their own.
// CHECK-LABEL: ep.program @prepared
// CHECK: exec.host @forward {
// CHECK: exec.segment 0 bytes 64
// CHECK: exec.host @prepare attributes {ep.prepare} {
// CHECK-NEXT: %[[C:.*]] = exec.state @c
// CHECK-NEXT: %[[W:.*]] = exec.state @w
// CHECK-NEXT: %[[A:.*]] = exec.segment 1 bytes 64
// CHECK-NEXT: %[[T:.*]] = exec.view %[[A]] at 0 bytes 16
// CHECK-NEXT: exec.launch @k(%[[W]], %[[T]])
// CHECK-NEXT: exec.launch @k(%[[T]], %[[C]])
// CHECK-NEXT: exec.return
ep.program @prepared {
  ep.storage @s bytes(16)
  ep.parameter @w : !ep.tensor<[4], f32> storage(@s)
  ep.constant @c : !ep.tensor<[4], f32> storage(@s) {ep.made_from = ["w"]}
  exec.kernel @k(%x: tensor<4xf32>) -> tensor<4xf32>
      domain(4) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
    exec.yield %x : tensor<4xf32>
  }
  // expected-remark @below {{1 temporaries, 64 bytes in all, 64 live at once, 64 planned}}
  ep.graph @forward(%c: !ep.tensor<[4], f32> {ep.input = #ep.input<constant_tensor "c">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %c : !ep.tensor<[4], f32> -> tensor<4xf32>
    %1 = exec.dispatch @k(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = exec.dispatch @k(%1) : (tensor<4xf32>) -> tensor<4xf32>
    %3 = ep.from_builtin %2 : tensor<4xf32> -> !ep.tensor<[4], f32>
    ep.return %3 : !ep.tensor<[4], f32>
  }
  // expected-remark @below {{1 temporaries, 64 bytes in all, 64 live at once, 64 planned}}
  ep.graph @prepare(%w: !ep.tensor<[4], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "c">}) attributes {ep.prepare} {
    %0 = ep.to_builtin %w : !ep.tensor<[4], f32> -> tensor<4xf32>
    %1 = exec.dispatch @k(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = exec.dispatch @k(%1) : (tensor<4xf32>) -> tensor<4xf32>
    %3 = ep.from_builtin %2 : tensor<4xf32> -> !ep.tensor<[4], f32>
    ep.return %3 : !ep.tensor<[4], f32>
  }
}

// -----

// The runtime makes views of inputs: what would compute one is not launched,
// unless something else needs it, and no slot of one is used.
// CHECK-LABEL: ep.program @views
// CHECK-NOT: exec.kernel @only
// CHECK: exec.kernel @both
// CHECK: %[[X:.*]] = exec.input 0
// CHECK: exec.output 0 is #ep.output<user_output "a"> of !ep.tensor<[4], f32> {ep.view_of = {input = "x", offset = #ep.expr<0>}}
// CHECK: exec.output 1 {{.*}} {ep.view_of = {input = "x", offset = #ep.expr<0>}}
// CHECK: exec.output 2 {{.*}} {ep.view_of = {input = "x", offset = #ep.expr<0>}}
// CHECK: %[[O3:.*]] = exec.output 3 {{.*}} of !ep.tensor<[4], f32>{{$}}
// CHECK-NEXT: exec.launch @both(%[[X]], %[[O3]])
// CHECK-NEXT: exec.return
ep.program @views {
  exec.kernel @only(%x: tensor<4xf32>) -> tensor<4xf32>
      domain(4) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
    exec.yield %x : tensor<4xf32>
  }
  exec.kernel @both(%x: tensor<4xf32>) -> tensor<4xf32>
      domain(4) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
    exec.yield %x : tensor<4xf32>
  }
  ep.graph @forward(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "a">, ep.view_of = {input = "x", offset = #ep.expr<0>}},
          !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "b">, ep.view_of = {input = "x", offset = #ep.expr<0>}},
          !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "c">, ep.view_of = {input = "x", offset = #ep.expr<0>}},
          !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "d">}) {
    %0 = ep.to_builtin %x : !ep.tensor<[4], f32> -> tensor<4xf32>
    %1 = exec.dispatch @only(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = ep.from_builtin %1 : tensor<4xf32> -> !ep.tensor<[4], f32>
    %3 = exec.dispatch @both(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %4 = ep.from_builtin %3 : tensor<4xf32> -> !ep.tensor<[4], f32>
    ep.return %x, %2, %4, %4 : !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>
  }
}

// -----

// Tokens are no values: inputs and outputs are counted without them.
// CHECK-LABEL: ep.program @token
// CHECK: exec.host @forward {
// CHECK-NEXT: %[[X:.*]] = exec.input 0 is #ep.input<user_input "x">
// CHECK-NEXT: %[[Y:.*]] = exec.output 0 is #ep.output<user_output "y">
ep.program @token {
  ep.graph @forward(%t: !ep.token {ep.input = #ep.input<token "t">},
                    %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.token {ep.output = #ep.output<token "t">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}) {
    ep.return %t, %x : !ep.token, !ep.tensor<[4], f32>
  }
}

