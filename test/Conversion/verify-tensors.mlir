// RUN: kiln-opt %s --kiln-verify-tensors --split-input-file --verify-diagnostics

!t = !ep.tensor<[s0, 64], f32>
ep.program @valid {
  ep.graph @valid(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!t {ep.output = #ep.output<user_output "0">}) {
    %0 = ep.size s0
    %1 = ep.size s0 + 1
    %2 = ep.to_builtin %x : !t -> tensor<?x64xf32>
    %3 = ep.from_builtin %2 : tensor<?x64xf32> -> !t
    ep.return %3 : !t
  }
}

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @invalid {
  ep.graph @invalid(%x: !t {ep.input = #ep.input<user_input "x">}) {
    %0 = ep.size s0
    // expected-error @below {{'ep.size' op repeats the size s0}}
    %1 = ep.size s0
    %2 = ep.to_builtin %x : !t -> tensor<?x64xf32>
    %3 = arith.constant 0 : index
    // expected-error @below {{'tensor.dim' op asks a tensor for a size that an ep.size must give}}
    %4 = tensor.dim %2, %3 : tensor<?x64xf32>
    // expected-error @below {{'linalg.exp' op is a named operation of linalg; only generic and fill are allowed}}
    %5 = linalg.exp ins(%2 : tensor<?x64xf32>) outs(%2 : tensor<?x64xf32>) -> tensor<?x64xf32>
    // expected-error @below {{'arith.addi' op computes a size that an ep.size must give}}
    %7 = arith.addi %0, %3 : index
    // expected-error @below {{'aten.relu.default' op is not allowed in phase tensors}}
    %6 = aten.relu.default %x : (!t) -> !t
    ep.return
  }
}

// -----

// Loops over scalars stand in bodies, and nowhere else.
!t = !ep.tensor<[4], f32>
#id = affine_map<(i) -> (i)>
ep.program @loops {
  ep.graph @loops(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!t {ep.output = #ep.output<user_output "0">}) {
    %a = arith.constant 0 : index
    %b = arith.constant 4 : index
    %c = arith.constant 1 : index
    %s = arith.constant 1.0 : f32
    %0 = ep.to_builtin %x : !t -> tensor<4xf32>
    %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = scf.for %i = %a to %b step %c iter_args(%v = %in) -> f32 {
        %3 = arith.mulf %v, %in : f32
        scf.yield %3 : f32
      }
      linalg.yield %2 : f32
    } -> tensor<4xf32>
    // expected-error @below {{'scf.for' op is a loop outside of a linalg.generic}}
    %4 = scf.for %i = %a to %b step %c iter_args(%v = %s) -> f32 {
      // expected-error @below {{'scf.yield' op is a loop outside of a linalg.generic}}
      scf.yield %v : f32
    }
    %5 = ep.from_builtin %1 : tensor<4xf32> -> !t
    ep.return %5 : !t
  }
}

// -----

// The loops of a linalg op have one size each, static and dynamic ones.
!t = !ep.tensor<[s0, 64], f32>
#rows = affine_map<(i, j, k) -> (i, k)>
#columns = affine_map<(i, j, k) -> (k, j)>
#all = affine_map<(i, j, k) -> (i, j)>
ep.program @loops {
  ep.symbol @s0 range(1, 64)
  ep.graph @loops(%x: !t {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[32, 8], f32> {ep.input = #ep.input<user_input "y">}) -> (!t {ep.output = #ep.output<user_output "0">}) {
    %0 = ep.size 2*s0
    %1 = ep.to_builtin %x : !t -> tensor<?x64xf32>
    %2 = ep.to_builtin %y : !ep.tensor<[32, 8], f32> -> tensor<32x8xf32>
    %3 = tensor.empty(%0) : tensor<?x64xf32>
    %4 = tensor.empty(%0) : tensor<?x8xf32>
    // expected-error @below {{'linalg.generic' op loop 2 has size 64 for one operand and 32 for another}}
    %5 = linalg.generic {indexing_maps = [#rows, #columns, #all], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3, %2 : tensor<?x64xf32>, tensor<32x8xf32>) outs(%4 : tensor<?x8xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      linalg.yield %a : f32
    } -> tensor<?x8xf32>
    // expected-error @below {{'linalg.generic' op loop 0 has size s0 for one operand and 2*s0 for another}}
    %6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<?x64xf32>) outs(%3 : tensor<?x64xf32>) {
    ^bb0(%a: f32, %out: f32):
      linalg.yield %a : f32
    } -> tensor<?x64xf32>
    // expected-error @below {{'linalg.generic' op loop 2 is parallel, but a result is without it}}
    %8 = linalg.generic {indexing_maps = [#rows, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<?x64xf32>) outs(%4 : tensor<?x8xf32>) {
    ^bb0(%a: f32, %out: f32):
      linalg.yield %a : f32
    } -> tensor<?x8xf32>
    // expected-error @below {{'ep.from_builtin' op operand has 2*s0 for size 0, which is s0}}
    %7 = ep.from_builtin %3 : tensor<?x64xf32> -> !t
    ep.return %7 : !t
  }
}
