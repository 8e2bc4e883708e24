// RUN: kiln-opt %s --kiln-verify-host --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: ep.program @good
ep.program @good {
  ep.symbol @s0 range(1, 64)
  ep.symbol @u0 range(0, 8)
  exec.host @run {
    %a = exec.segment 0 bytes 256*s0 + 64
    %t = exec.view %a at 64 bytes 256*s0
    exec.fill %t with "00"
    exec.read_scalar "u0" from %t : i64
    exec.jump_if_false Lt(u0, 3) to ^bb2 else ^bb1
  ^bb1:
    exec.size "t" = u0
    exec.jump ^bb3
  ^bb2:
    exec.size "t" = 2*u0
    exec.jump ^bb3
  ^bb3:
    // CHECK: exec.check Lt(t, 20)
    exec.check Lt(t, 20), "too large"
    exec.return
  }
}

// -----

ep.program @one_path {
  ep.symbol @s0 range(1, 64)
  exec.host @run {
    exec.jump_if_false Lt(s0, 3) to ^bb2 else ^bb1
  ^bb1:
    exec.size "t" = s0
    exec.jump ^bb2
  ^bb2:
    // expected-error @below {{'exec.check' op reads register t, which is not set on every path}}
    exec.check Lt(t, 20), "too large"
    exec.return
  }
}

// -----

ep.program @unbacked {
  ep.symbol @u0 range(0, 8)
  exec.host @run {
    // expected-error @below {{'exec.segment' op reads register u0, which is not set on every path}}
    %a = exec.segment 0 bytes 64*u0
    exec.return
  }
}

// -----

ep.program @outside {
  ep.symbol @s0 range(1, 64)
  exec.host @run {
    %a = exec.segment 0 bytes 256*s0
    // expected-error @below {{'exec.view' op ends at byte 256*s0 + 64 of 256*s0}}
    %t = exec.view %a at 64 bytes 256*s0
    exec.return
  }
}

// -----

ep.program @before {
  ep.symbol @s0 range(1, 64)
  exec.host @run {
    %a = exec.segment 0 bytes 256*s0
    // expected-error @below {{'exec.view' op begins at -64, before its base}}
    %t = exec.view %a at -64 bytes 64
    exec.return
  }
}

// -----

ep.program @negative {
  ep.symbol @s0 range(1, 64)
  exec.kernel @k(%x: tensor<?x?xf32>, %s: index, %t: index) -> tensor<?x?xf32>
      domain(d0, d1) access(read, write) work(flops = 0, bytes = 8*d0*d1) attributes {dims = [[0, 1], [0, 1]]} {
    exec.yield %x : tensor<?x?xf32>
  }
  exec.host @run {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[4, 4], f32>
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[4, 4], f32>
    // expected-error @below {{'exec.launch' op size 0 of buffer 0 is -4*s0, which is negative}}
    exec.launch @k(%x, %y) sizes [-4*s0, -1]
    exec.return
  }
}

// -----

// A number that a kernel adds is no size.
ep.program @number {
  ep.symbol @s0 range(1, 64)
  exec.kernel @k(%x: tensor<?xf32>, %s: index, %n: index) -> tensor<?xf32>
      domain(d0) access(read, write) work(flops = 0, bytes = 8*d0) attributes {dims = [[0], [0]]} {
    exec.yield %x : tensor<?xf32>
  }
  exec.host @run {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[s0], f32>
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[s0], f32>
    exec.launch @k(%x, %y) sizes [s0, -s0]
    exec.return
  }
}

// -----

ep.program @small {
  ep.symbol @s0 range(1, 64)
  exec.kernel @k(%x: tensor<?x4xf32>, %s: index) -> tensor<?x4xf32>
      domain(d0, 4) access(read, write) work(flops = 0, bytes = 32*d0) attributes {dims = [[0], [0]]} {
    exec.yield %x : tensor<?x4xf32>
  }
  exec.host @run {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[s0, 4], f32>
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[s0, 2], f32>
    // expected-error @below {{'exec.launch' op buffer 1 has 8*s0 bytes but kernel @k wants 16*s0}}
    exec.launch @k(%x, %y) sizes [s0]
    exec.return
  }
}

// -----

// A state is the whole of what a kernel reads, or there is a view of a part.
ep.program @other_state {
  ep.storage @s bytes(64) data(dense<0> : tensor<64xi8>)
  ep.parameter @w : !ep.tensor<[16], f32> storage(@s)
  exec.kernel @k(%x: tensor<4xf32>) -> tensor<4xf32>
      domain(4) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
    exec.yield %x : tensor<4xf32>
  }
  exec.host @run {
    %w = exec.state @w
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[4], f32>
    %z = exec.output 1 is #ep.output<user_output "z"> of !ep.tensor<[4], f32>
    %v = exec.view %w at 16 bytes 16
    exec.launch @k(%v, %y) sizes []
    // expected-error @below {{'exec.launch' op buffer 0 has 64 bytes but kernel @k wants 16}}
    exec.launch @k(%w, %z) sizes []
    exec.return
  }
}

// -----

ep.program @number {
  exec.kernel @k(%x: tensor<4xf32>) -> tensor<4xf32>
      domain(4) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
    exec.yield %x : tensor<4xf32>
  }
  exec.host @run {
    %x = exec.input 0 is #ep.input<constant_input "x" = true> of none
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[4], f32>
    // expected-error @below {{'exec.launch' op buffer 0 is not a tensor}}
    exec.launch @k(%x, %y) sizes []
    exec.return
  }
}

// -----

// Views of inputs, and mutations, have no slot of their own to be written.
ep.program @unwritten {
  exec.host @run {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[4], f32>
    %v = exec.output 0 is #ep.output<user_output "v"> of !ep.tensor<[4], f32> {ep.view_of = 0 : i64}
    %m = exec.output 1 is #ep.output<user_input_mutation "x"> of !ep.tensor<[4], f32>
    // expected-error @below {{'exec.output' op is written by no instruction}}
    %y = exec.output 2 is #ep.output<user_output "y"> of !ep.tensor<[4], f32>
    exec.return
  }
}

// -----

// What is not proved is checked at run time, right before the launch.
// CHECK-LABEL: ep.program @checked
ep.program @checked {
  ep.symbol @s0 range(1, 64)
  exec.kernel @k(%x: tensor<?x4xf32>, %s: index) -> tensor<?x4xf32>
      domain(d0, 4) access(read, write) work(flops = 0, bytes = 32*d0) attributes {dims = [[0], [0]]} {
    exec.yield %x : tensor<?x4xf32>
  }
  exec.host @run {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[s0, 4], f32>
    exec.size "n" = s0
    %a = exec.segment 0 bytes 16*s0
    %t = exec.view %a at 0 bytes 16*s0
    exec.fill %t with "00"
    // CHECK: exec.check Le(16*n, 16*s0)
    exec.check Le(16*n, 16*s0), "it fits"
    exec.launch @k(%t, %t) sizes [n]
    exec.return
  }
}

// -----

ep.program @not_known {
  ep.symbol @s0 range(1, 64)
  exec.kernel @k(%x: tensor<?x4xf32>, %s: index) -> tensor<?x4xf32>
      domain(d0, 4) access(read, write) work(flops = 0, bytes = 32*d0) attributes {dims = [[0], [0]]} {
    exec.yield %x : tensor<?x4xf32>
  }
  exec.host @run {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[s0, 4], f32>
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[s0, 4], f32>
    exec.size "n" = s0
    // expected-error @below {{'exec.launch' op buffer 0 has 16*s0 bytes but kernel @k wants 16*n}}
    exec.launch @k(%x, %y) sizes [n]
    exec.return
  }
}

// -----

// Places that share bytes one after the other, of a loop, too.
// CHECK-LABEL: ep.program @shared
ep.program @shared {
  ep.symbol @s0 range(1, 64)
  exec.host @run {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[s0, 16], f32>
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[s0, 16], f32>
    %a = exec.segment 0 bytes 128*s0
    %t = exec.view %a at 0 bytes 64*s0
    %u = exec.view %a at 64*s0 bytes 64*s0
    %v = exec.view %a at 32*s0 bytes 64*s0
    exec.copy %x to %t
    exec.copy %t to %u
    exec.copy %u to %y
    // CHECK: exec.copy %[[X:.*]] to
    exec.copy %x to %v
    exec.copy %v to %y
    exec.return
  }
}

// -----

ep.program @overwritten {
  exec.host @run {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[16], f32>
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[16], f32>
    %a = exec.segment 0 bytes 128
    // expected-note @below {{what is still to be read}}
    %t = exec.view %a at 0 bytes 64
    %u = exec.view %a at 32 bytes 64
    exec.copy %x to %t
    // expected-error @below {{'exec.copy' op writes 64 bytes at 32, which are not proved to be apart from 64 bytes at 0 that are still to be read}}
    exec.copy %x to %u
    exec.copy %t to %y
    exec.return
  }
}

// -----

// What a part of a place is written to counts, and so does what the next round
// of a loop reads.
ep.program @round {
  exec.host @run {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[16], f32>
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[16], f32>
    %h = exec.input 1 is #ep.input<user_input "h"> of !ep.tensor<[8], f32>
    %a = exec.segment 0 bytes 128
    // expected-note @below {{what is still to be read}}
    %t = exec.view %a at 0 bytes 64
    %u = exec.view %a at 0 bytes 64
    %p = exec.view %u at 32 bytes 32
    exec.copy %x to %t
    exec.size "i" = 0
    exec.jump ^bb1
  ^bb1:
    exec.jump_if_false Lt(i, 3) to ^bb3 else ^bb2
  ^bb2:
    exec.copy %t to %y
    // expected-error @below {{'exec.copy' op writes 64 bytes at 0, which are not proved to be apart from 64 bytes at 0 that are still to be read}}
    exec.copy %h to %p
    exec.size "i" = i + 1
    exec.jump ^bb1
  ^bb3:
    exec.return
  }
}

// -----

ep.program @same_instruction {
  exec.host @run {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[16], f32>
    %a = exec.segment 0 bytes 128
    // expected-note @below {{what is still to be read}}
    %t = exec.view %a at 0 bytes 64
    %u = exec.view %a at 4 bytes 64
    exec.copy %x to %t
    // expected-error @below {{'exec.copy' op writes 64 bytes at 4, which are not proved to be apart}}
    exec.copy %t to %u
    exec.return
  }
}

// -----

ep.program @nothing_written {
  exec.host @run {
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[16], f32>
    %a = exec.segment 0 bytes 64
    %t = exec.view %a at 0 bytes 64
    // expected-error @below {{'exec.copy' op reads 64 bytes at 0 of a segment, where nothing has been written}}
    exec.copy %t to %y
    exec.return
  }
}

// -----

// Places of which no order is proved are taken where a check says it.
// CHECK-LABEL: ep.program @apart_by_check
ep.program @apart_by_check {
  exec.host @run {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[16], f32>
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[16], f32>
    exec.size "n" = 64
    %a = exec.segment 0 bytes 128
    %t = exec.view %a at 0 bytes 64
    %u = exec.view %a at n bytes 64
    exec.copy %x to %t
    // CHECK: exec.check Or(
    exec.check Or(Le(n + 64, 0), Le(64, n)), "temporaries lie apart in memory"
    exec.copy %x to %u
    exec.copy %t to %y
    exec.return
  }
}
