// RUN: kiln-opt %s --kiln-verify-dispatches --split-input-file --verify-diagnostics | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: ep.program @good
ep.program @good {
  exec.kernel @negate_0(%x: tensor<?xf32>, %s: index) -> tensor<?xf32>
      domain(d0) access(read, write) work(flops = d0, bytes = 8*d0) attributes {dims = [[0], [0]]} {
    %e = tensor.empty(%s) : tensor<?xf32>
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.negf %in : f32
      linalg.yield %a : f32
    } -> tensor<?xf32>
    exec.yield %y : tensor<?xf32>
  }
  ep.graph @forward(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "y">},
          none {ep.output = #ep.output<constant_output "" = 3>}) {
    %s = ep.size s0
    %n = ep.none
    %0 = ep.to_builtin %x : !ep.tensor<[s0], f32> -> tensor<?xf32>
    // CHECK: exec.dispatch @negate_0
    %1 = exec.dispatch @negate_0(%0) [%s] : (tensor<?xf32>) -> tensor<?xf32>
    %2 = ep.from_builtin %1 : tensor<?xf32> -> !ep.tensor<[s0], f32>
    ep.return %2, %n : !ep.tensor<[s0], f32>, none
  }
}

// -----

ep.program @graph {
  ep.graph @forward() {
    // expected-error @below {{'tensor.empty' op is not allowed in a graph of phase dispatches}}
    %e = tensor.empty() : tensor<4xf32>
    ep.return
  }
}

// -----

ep.program @kernel {
  exec.kernel @k(%x: tensor<?xf32>, %s: index) -> tensor<?xf32>
      domain(d0) access(read, write) work(flops = 0, bytes = 8*d0) attributes {dims = [[0], [0]]} {
    %c0 = arith.constant 0 : index
    // expected-error @below {{'tensor.dim' op is not allowed in a kernel}}
    %d = tensor.dim %x, %c0 : tensor<?xf32>
    exec.yield %x : tensor<?xf32>
  }
}

// -----

#id = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>

ep.program @reductions {
  // expected-error @below {{'exec.kernel' op has 2 reductions of different rows}}
  exec.kernel @k(%x: tensor<4xf32>) -> (tensor<f32>, tensor<f32>)
      domain() access(read, write, write) work(flops = 8, bytes = 24) attributes {dims = [[], [], []]} {
    %zero = arith.constant dense<0.0> : tensor<f32>
    %y = linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]}
        ins(%x : tensor<4xf32>) outs(%zero : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.addf %in, %out : f32
      linalg.yield %a : f32
    } -> tensor<f32>
    %z = linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]}
        ins(%x : tensor<4xf32>) outs(%zero : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.maximumf %in, %out : f32
      linalg.yield %a : f32
    } -> tensor<f32>
    exec.yield %y, %z : tensor<f32>, tensor<f32>
  }
}

// -----

// A routine on matrices has results of its own shapes.
ep.program @matrices {
  exec.kernel @k(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>, tensor<33xf64>)
      domain(1, 1) access(read, write, write, write) work(bytes = 396) attributes {dims = [[], [], [], []]} {
    %l = tensor.empty() : tensor<4x4xf32>
    %i = tensor.empty() : tensor<i32>
    %r = tensor.empty() : tensor<33xf64>
    %y:3 = tx.matrix "cholesky"(%a) into(%l, %i, %r)
        : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<i32>, tensor<33xf64>) -> (tensor<4x4xf32>, tensor<i32>, tensor<33xf64>)
    exec.yield %y#0, %y#1, %y#2 : tensor<4x4xf32>, tensor<i32>, tensor<33xf64>
  }
}

// -----

// A loop over scalars stands in a body; one over tensors is none of a kernel.
#id = affine_map<(i) -> (i)>
ep.program @loops {
  exec.kernel @k(%x: tensor<4xf32>) -> tensor<4xf32>
      domain(4) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
    %a = arith.constant 0 : index
    %b = arith.constant 4 : index
    %c = arith.constant 1 : index
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = scf.for %i = %a to %b step %c iter_args(%v = %in) -> f32 {
        %3 = arith.mulf %v, %in : f32
        scf.yield %3 : f32
      }
      linalg.yield %2 : f32
    } -> tensor<4xf32>
    %4 = scf.for %i = %a to %b step %c iter_args(%v = %0) -> tensor<4xf32> {
      // expected-error @below {{'scf.yield' op is not allowed in a kernel}}
      scf.yield %v : tensor<4xf32>
    }
    exec.yield %4 : tensor<4xf32>
  }
}
