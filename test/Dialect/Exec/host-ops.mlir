// RUN: kiln-opt %s | kiln-opt | FileCheck %s
// RUN: kiln-opt %s --emit-bytecode | kiln-opt | FileCheck %s

// CHECK-LABEL: ep.program @forward
ep.program @forward {
  ep.symbol @s0 range(1, 64)
  ep.storage @w0 bytes(256)
  ep.parameter @"fc.weight" : !ep.tensor<[64], f32> storage(@w0)
  ep.buffer @"bn.mean" persistent : !ep.tensor<[64], f32> storage(@w0)
  exec.kernel @relu_0(%x: tensor<?x64xf32>, %s: index) -> tensor<?x64xf32>
      domain(d0, 64) access(read, write) work(flops = 0, bytes = 512*d0) attributes {dims = [[0], [0]]} {
    exec.yield %x : tensor<?x64xf32>
  }
  // CHECK: exec.host @run {
  exec.host @run {
    // CHECK: %[[X:.*]] = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[s0, 64], f32>
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[s0, 64], f32>
    // CHECK: exec.input 1 is #ep.input<constant_input "flag" = true> of none
    %flag = exec.input 1 is #ep.input<constant_input "flag" = true> of none
    // CHECK: %[[Y:.*]] = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[s0, 64], f32>
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[s0, 64], f32>
    // CHECK: %[[W:.*]] = exec.state @fc.weight
    %w = exec.state @"fc.weight"
    // CHECK: %[[M:.*]] = exec.state @bn.mean mutable
    %m = exec.state @"bn.mean" mutable
    // CHECK: exec.size "t0" = 2*s0 + 1
    exec.size "t0" = 2*s0 + 1
    // CHECK: exec.temporary bytes 256*s0
    %u = exec.temporary bytes 256*s0
    // CHECK: %[[A:.*]] = exec.segment 0 bytes 4096*s0
    %a = exec.segment 0 bytes 4096*s0
    // CHECK: %[[T:.*]] = exec.view %[[A]] at 64*s0 bytes 256*s0
    %t = exec.view %a at 64*s0 bytes 256*s0
    // CHECK: exec.launch @relu_0(%[[X]], %[[T]]) sizes [s0]
    exec.launch @relu_0(%x, %t) sizes [s0]
    // CHECK: exec.fill %[[T]] with "0000803f"
    exec.fill %t with "0000803f"
    // CHECK: exec.extern "my.op"(%[[X]], %[[Y]]) with {alpha = 2 : i64}
    exec.extern "my.op"(%x, %y) with {alpha = 2 : i64}
    // CHECK: exec.copy %[[T]] to %[[Y]]
    exec.copy %t to %y
    // CHECK: exec.read_scalar "u0" from %[[T]] : i64
    exec.read_scalar "u0" from %t : i64
    // CHECK: exec.check Le(u0, 8), "at most 8"
    exec.check Le(u0, 8), "at most 8"
    // CHECK: exec.jump_if_false Lt(u0, 3) to ^bb2 else ^bb1
    exec.jump_if_false Lt(u0, 3) to ^bb2 else ^bb1
  ^bb1:
    // CHECK: exec.jump ^bb2
    exec.jump ^bb2
  ^bb2:
    // CHECK: exec.return
    exec.return
  }
}
