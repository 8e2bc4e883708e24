// RUN: kiln-opt %s --kiln-exec-build-host --kiln-verify-host --split-input-file | FileCheck %s

// Both branches write the memory of the result, which is the output; a branch
// that yields what it was given copies it. A bool tensor is read as a byte.
// CHECK-LABEL: ep.program @cond
// CHECK: %[[P:.*]] = exec.input 0
// CHECK: %[[X:.*]] = exec.input 1
// CHECK: %[[Y:.*]] = exec.output 0
// CHECK: exec.read_scalar "predicate_0" from %[[P]] : ui8
// CHECK-NEXT: exec.jump_if_false Ne(predicate_0, 0) to ^bb2 else ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %[[T:.*]] = exec.temporary bytes 256*s0
// CHECK-NEXT: exec.launch @k(%[[X]], %[[T]])
// CHECK-NEXT: exec.launch @k(%[[T]], %[[Y]])
// CHECK-NEXT: exec.jump ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: exec.copy %[[X]] to %[[Y]]
// CHECK-NEXT: exec.jump ^bb3
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: exec.return
!t = !ep.tensor<[s0, 64], f32>
ep.program @cond {
  ep.symbol @s0 range(1, 64)
  exec.kernel @k(%x: tensor<?x64xf32>, %s: index) -> tensor<?x64xf32>
      domain(d0, 64) access(read, write) work(flops = 0, bytes = 512*d0) attributes {dims = [[0], [0]]} {
    exec.yield %x : tensor<?x64xf32>
  }
  ep.graph @forward(%p: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "p">},
                    %x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.cond %p(%x) : (!ep.tensor<[], i1>, !t) -> !t {
    ^bb0(%a: !t):
      %s = ep.size s0
      %1 = ep.to_builtin %a : !t -> tensor<?x64xf32>
      %2 = exec.dispatch @k(%1) [%s] : (tensor<?x64xf32>) -> tensor<?x64xf32>
      %3 = exec.dispatch @k(%2) [%s] : (tensor<?x64xf32>) -> tensor<?x64xf32>
      %4 = ep.from_builtin %3 : tensor<?x64xf32> -> !t
      ep.yield %4 : !t
    } else {
    ^bb0(%a: !t):
      ep.yield %a : !t
    }
    ep.return %0 : !t
  }
}

// -----

// A condition on sizes is no memory. Branches of different sizes: the symbol of
// the result is set before. That it is 3 where @three runs is not proved, but
// checked; the 8 bytes of @two are its least.
// CHECK-LABEL: ep.program @sizes
// CHECK: exec.size "u0" = Where(Lt(4, s0), 3, 2)
// CHECK-NEXT: exec.check Le(2, u0), "a number that was read is out of its range"
// CHECK-NEXT: exec.check Le(u0, 3), "a number that was read is out of its range"
// CHECK-NEXT: exec.jump_if_false Lt(4, s0)
// CHECK: exec.check Le(12, 4*u0), "buffer 0 of kernel three is large enough"
// CHECK-NEXT: exec.launch @three
// CHECK: exec.launch @two
ep.program @sizes {
  ep.symbol @s0 range(1, 64)
  ep.symbol @u0 range(2, 3)
  exec.kernel @three() -> tensor<3xf32>
      domain(3) access(write) work(flops = 0, bytes = 12) attributes {dims = [[]]} {
    %e = tensor.empty() : tensor<3xf32>
    exec.yield %e : tensor<3xf32>
  }
  exec.kernel @two() -> tensor<2xf32>
      domain(2) access(write) work(flops = 0, bytes = 8) attributes {dims = [[]]} {
    %e = tensor.empty() : tensor<2xf32>
    exec.yield %e : tensor<2xf32>
  }
  ep.graph @forward(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[u0], f32> {ep.output = #ep.output<user_output "y">}) {
    %p = ep.number Lt(4, s0)
    %0 = ep.cond %p() : (!ep.number<Lt(4, s0)>) -> !ep.tensor<[u0], f32> {
      %1 = exec.dispatch @three() : () -> tensor<3xf32>
      %2 = ep.from_builtin %1 : tensor<3xf32> -> !ep.tensor<[3], f32>
      ep.yield %2 : !ep.tensor<[3], f32>
    } else {
      %1 = exec.dispatch @two() : () -> tensor<2xf32>
      %2 = ep.from_builtin %1 : tensor<2xf32> -> !ep.tensor<[2], f32>
      ep.yield %2 : !ep.tensor<[2], f32>
    }
    ep.return %0 : !ep.tensor<[u0], f32>
  }
}

// -----

// What a round makes takes turns between two places, unless it may be written in
// place (carries.mlir). What a round passes on is copied at its end.
// CHECK-LABEL: ep.program @while
// CHECK: %[[X:.*]] = exec.input 0
// CHECK: %[[Y:.*]] = exec.input 1
// CHECK: %[[A:.*]] = exec.output 0
// CHECK: %[[B:.*]] = exec.output 1
// CHECK: exec.copy %[[X]] to %[[A]]
// CHECK-NEXT: %[[BOTH:.*]] = exec.temporary bytes 32
// CHECK-NEXT: %[[FIRST:.*]] = exec.view %[[BOTH]] at 0 bytes 16
// CHECK-NEXT: exec.copy %[[Y]] to %[[FIRST]]
// CHECK-NEXT: exec.size "round_0" = 0
// CHECK-NEXT: exec.jump ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %[[OLD:.*]] = exec.view %[[BOTH]] at 16*Mod(round_0, 2) bytes 16
// CHECK-NEXT: %[[P:.*]] = exec.temporary bytes 1
// CHECK-NEXT: exec.launch @positive(%[[A]], %[[P]])
// CHECK-NEXT: exec.read_scalar "predicate_1" from %[[P]] : ui8
// CHECK-NEXT: exec.jump_if_false Ne(predicate_1, 0) to ^bb3 else ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %[[NEW:.*]] = exec.view %[[BOTH]] at 16*Mod(round_0 + 1, 2) bytes 16
// CHECK-NEXT: exec.launch @k(%[[A]], %[[NEW]])
// CHECK-NEXT: exec.copy %[[OLD]] to %[[A]]
// CHECK-NEXT: exec.size "round_0" = round_0 + 1
// CHECK-NEXT: exec.jump ^bb1 while
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: %[[LAST:.*]] = exec.view %[[BOTH]] at 16*Mod(round_0, 2) bytes 16
// CHECK-NEXT: exec.copy %[[LAST]] to %[[B]]
// CHECK-NEXT: exec.return
!t = !ep.tensor<[4], f32>
ep.program @while {
  exec.kernel @k(%x: tensor<4xf32>) -> tensor<4xf32>
      domain(4) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
    exec.yield %x : tensor<4xf32>
  }
  exec.kernel @positive(%x: tensor<4xf32>) -> tensor<i1>
      domain() access(read, write) work(flops = 0, bytes = 17) attributes {dims = [[], []]} {
    %e = tensor.empty() : tensor<i1>
    exec.yield %e : tensor<i1>
  }
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">}, %y: !t {ep.input = #ep.input<user_input "y">})
      -> (!t {ep.output = #ep.output<user_output "a">}, !t {ep.output = #ep.output<user_output "b">}) {
    %0:2 = ep.while_loop(%x, %y) with() : (!t, !t) -> (!t, !t) {
    ^bb0(%a: !t, %b: !t):
      %1 = ep.to_builtin %a : !t -> tensor<4xf32>
      %2 = exec.dispatch @positive(%1) : (tensor<4xf32>) -> tensor<i1>
      %3 = ep.from_builtin %2 : tensor<i1> -> !ep.tensor<[], i1>
      ep.yield %3 : !ep.tensor<[], i1>
    } do {
    ^bb0(%a: !t, %b: !t):
      %1 = ep.to_builtin %a : !t -> tensor<4xf32>
      %2 = exec.dispatch @k(%1) : (tensor<4xf32>) -> tensor<4xf32>
      %3 = ep.from_builtin %2 : tensor<4xf32> -> !t
      ep.yield %b, %3 : !t, !t
    }
    ep.return %0#0, %0#1 : !t, !t
  }
}

// -----

// Slices and stacks are views at the number of the round.
// CHECK-LABEL: ep.program @scan
// CHECK: %[[H:.*]] = exec.input 0
// CHECK: %[[XS:.*]] = exec.input 1
// CHECK: %[[LAST:.*]] = exec.output 0
// CHECK: %[[ALL:.*]] = exec.output 1
// CHECK: exec.copy %[[H]] to %[[LAST]]
// CHECK-NEXT: exec.size "round_0" = 0
// CHECK-NEXT: exec.jump ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: exec.jump_if_false Lt(round_0, s0) to ^bb3 else ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %[[X:.*]] = exec.view %[[XS]] at 16*round_0 bytes 16
// CHECK-NEXT: %[[OUT:.*]] = exec.view %[[ALL]] at 16*round_0 bytes 16
// CHECK-NEXT: exec.launch @add(%[[LAST]], %[[X]], %[[OUT]])
// CHECK-NEXT: exec.copy %[[OUT]] to %[[LAST]]
// CHECK-NEXT: exec.size "round_0" = round_0 + 1
// CHECK-NEXT: exec.jump ^bb1
// CHECK: exec.return
!t = !ep.tensor<[4], f32>
!s = !ep.tensor<[s0, 4], f32>
ep.program @scan {
  ep.symbol @s0 range(0, 64)
  exec.kernel @add(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32>
      domain(4) access(read, read, write) work(flops = 0, bytes = 48) attributes {dims = [[], [], []]} {
    exec.yield %x : tensor<4xf32>
  }
  ep.graph @forward(%h: !t {ep.input = #ep.input<user_input "h">}, %xs: !s {ep.input = #ep.input<user_input "xs">})
      -> (!t {ep.output = #ep.output<user_output "last">}, !s {ep.output = #ep.output<user_output "all">}) {
    %0:2 = ep.scan init(%h) over(%xs) with() : (!t, !s) -> (!t, !s) {
    ^bb0(%a: !t, %b: !t):
      %1 = ep.to_builtin %a : !t -> tensor<4xf32>
      %2 = ep.to_builtin %b : !t -> tensor<4xf32>
      %3 = exec.dispatch @add(%1, %2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %4 = ep.from_builtin %3 : tensor<4xf32> -> !t
      ep.yield %4, %4 : !t, !t
    }
    ep.return %0#0, %0#1 : !t, !s
  }
}

// -----

// CHECK-LABEL: ep.program @map
// CHECK: %[[XS:.*]] = exec.input 0
// CHECK: %[[Y:.*]] = exec.input 1
// CHECK: %[[ALL:.*]] = exec.output 0
// CHECK: %[[X:.*]] = exec.view %[[XS]] at 16*round_0 bytes 16
// CHECK: %[[OUT:.*]] = exec.view %[[ALL]] at 16*round_0 bytes 16
// CHECK-NEXT: exec.launch @add(%[[X]], %[[Y]], %[[OUT]])
// CHECK-NEXT: exec.size "round_0" = round_0 + 1
!t = !ep.tensor<[4], f32>
!s = !ep.tensor<[s0, 4], f32>
ep.program @map {
  ep.symbol @s0 range(0, 64)
  exec.kernel @add(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32>
      domain(4) access(read, read, write) work(flops = 0, bytes = 48) attributes {dims = [[], [], []]} {
    exec.yield %x : tensor<4xf32>
  }
  ep.graph @forward(%xs: !s {ep.input = #ep.input<user_input "xs">}, %y: !t {ep.input = #ep.input<user_input "y">})
      -> (!s {ep.output = #ep.output<user_output "all">}) {
    %0 = ep.map over(%xs) with(%y) : (!s, !t) -> !s {
    ^bb0(%a: !t, %b: !t):
      %1 = ep.to_builtin %a : !t -> tensor<4xf32>
      %2 = ep.to_builtin %b : !t -> tensor<4xf32>
      %3 = exec.dispatch @add(%1, %2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %4 = ep.from_builtin %3 : tensor<4xf32> -> !t
      ep.yield %4 : !t
    }
    ep.return %0 : !s
  }
}

// -----

// The block that ends with a slice doubles while the one before it is as long,
// and is then combined with the prefix before it, unless it is all of it.
// CHECK-LABEL: ep.program @associative
// CHECK: %[[XS:.*]] = exec.input 0
// CHECK: %[[ALL:.*]] = exec.output 0
// CHECK: %[[WORK:.*]] = exec.temporary bytes 256
// CHECK-NEXT: %[[BLOCK:.*]] = exec.temporary bytes 16
// CHECK: ^bb2:
// CHECK-NEXT: %[[X:.*]] = exec.view %[[XS]] at 16*round_2 bytes 16
// CHECK-NEXT: exec.copy %[[X]] to %[[BLOCK]]
// CHECK-NEXT: exec.size "span_0" = 1
// CHECK: ^bb3:
// CHECK-NEXT: exec.size "base_1" = Where(Eq(0, Mod(round_2 + 1, 2*span_0)), 0, 8)
// CHECK-NEXT: exec.jump_if_false Lt(span_0, round_2 + 1) to ^bb7 else ^bb4
// CHECK-NEXT: ^bb4:
// CHECK-NEXT: %[[LEFT:.*]] = exec.view %[[WORK]] at 16*base_1 + 16*round_2 - 16*span_0 bytes 16
// CHECK-NEXT: %[[MADE:.*]] = exec.temporary bytes 16
// CHECK-NEXT: exec.launch @add(%[[LEFT]], %[[BLOCK]], %[[MADE]])
// CHECK-NEXT: exec.jump_if_false Eq(base_1, 0) to ^bb6 else ^bb5
// CHECK-NEXT: ^bb5:
// CHECK-NEXT: exec.copy %[[MADE]] to %[[BLOCK]]
// CHECK-NEXT: exec.size "span_0" = 2*span_0
// CHECK-NEXT: exec.jump ^bb3 while
// CHECK-NEXT: ^bb6:
// CHECK-NEXT: %[[PREFIX:.*]] = exec.view %[[WORK]] at 16*round_2 + 128 bytes 16
// CHECK-NEXT: exec.copy %[[MADE]] to %[[PREFIX]]
// CHECK-NEXT: exec.jump ^bb8
// CHECK-NEXT: ^bb7:
// CHECK-NEXT: %[[FIRST:.*]] = exec.view %[[WORK]] at 16*round_2 + 128 bytes 16
// CHECK-NEXT: exec.copy %[[BLOCK]] to %[[FIRST]]
// CHECK-NEXT: exec.jump ^bb8
// CHECK-NEXT: ^bb8:
// CHECK-NEXT: %[[ENDS:.*]] = exec.view %[[WORK]] at 16*round_2 bytes 16
// CHECK-NEXT: exec.copy %[[BLOCK]] to %[[ENDS]]
// CHECK-NEXT: exec.size "round_2" = round_2 + 1
// CHECK: %[[PREFIXES:.*]] = exec.view %[[WORK]] at 128 bytes 128
// CHECK-NEXT: exec.copy %[[PREFIXES]] to %[[ALL]]
!t = !ep.tensor<[4], f32>
!s = !ep.tensor<[8, 4], f32>
ep.program @associative {
  exec.kernel @add(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32>
      domain(4) access(read, read, write) work(flops = 0, bytes = 48) attributes {dims = [[], [], []]} {
    exec.yield %x : tensor<4xf32>
  }
  ep.graph @forward(%xs: !s {ep.input = #ep.input<user_input "xs">}) -> (!s {ep.output = #ep.output<user_output "all">}) {
    %0 = ep.associative_scan over(%xs) with() : (!s) -> !s {
    ^bb0(%a: !t, %b: !t):
      %1 = ep.to_builtin %a : !t -> tensor<4xf32>
      %2 = ep.to_builtin %b : !t -> tensor<4xf32>
      %3 = exec.dispatch @add(%1, %2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %4 = ep.from_builtin %3 : tensor<4xf32> -> !t
      ep.yield %4 : !t
    }
    ep.return %0 : !s
  }
}

// -----

// A number that is read is a register from then on, and checked to be in its
// range; a bool is read as a byte.
// CHECK-LABEL: ep.program @items
// CHECK: %[[N:.*]] = exec.input 0
// CHECK: %[[B:.*]] = exec.input 1
// CHECK: exec.read_scalar "u0" from %[[N]] : i64
// CHECK-NEXT: exec.check Le(1, u0), "a number that was read is out of its range"
// CHECK-NEXT: exec.check Le(u0, 8), "a number that was read is out of its range"
// CHECK-NEXT: exec.read_scalar "u1" from %[[B]] : ui8
// CHECK-NEXT: exec.check Eq(u1, 1), "must be true"
ep.program @items {
  ep.symbol @u0 range(1, 8)
  ep.symbol @u1 range(?, ?)
  ep.graph @forward(%n: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "n">},
                    %b: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "b">})
      -> (!ep.number<u0> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %n : !ep.tensor<[], i64> -> tensor<i64>
    %1 = ep.item %0 : tensor<i64> -> !ep.number<u0>
    %2 = ep.to_builtin %b : !ep.tensor<[], i1> -> tensor<i1>
    %3 = ep.item %2 : tensor<i1> -> !ep.number<Eq(u1, 1)>
    ep.assert Eq(u1, 1), "must be true"
    ep.return %1 : !ep.number<u0>
  }
}
