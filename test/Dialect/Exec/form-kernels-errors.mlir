// RUN: kiln-opt %s --kiln-exec-form-kernels --split-input-file --verify-diagnostics

#id = affine_map<(d0) -> (d0)>

ep.program @scalar {
  ep.graph @forward(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}) {
    %c0 = arith.constant 0 : index
    %0 = ep.to_builtin %x : !ep.tensor<[4], f32> -> tensor<4xf32>
    %v = tensor.extract %0[%c0] : tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    // expected-error @below {{'linalg.generic' op in a kernel uses a value of type 'f32' that is neither a tensor nor a size}}
    %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.addf %in, %v : f32
      linalg.yield %a : f32
    } -> tensor<4xf32>
    %2 = ep.from_builtin %1 : tensor<4xf32> -> !ep.tensor<[4], f32>
    ep.return %2 : !ep.tensor<[4], f32>
  }
}

// -----

ep.program @unknown_dim {
  ep.graph @forward() {
    %s = ep.size s0
    %c0 = arith.constant 0 : index
    %0 = tensor.generate %s {
    ^bb0(%i: index):
      tensor.yield %i : index
    } : tensor<?xindex>
    // expected-error @below {{'tensor.dim' op has no known expression}}
    %1 = tensor.dim %0, %c0 : tensor<?xindex>
    %2 = tensor.empty(%1) : tensor<?xf32>
    ep.return
  }
}

// -----

ep.program @unknown_size {
  ep.graph @forward() -> (!ep.tensor<[s0], i64> {ep.output = #ep.output<user_output "y">}) {
    %s = ep.size s0
    // expected-error @below {{dimension 0 has no known expression}}
    %0 = tensor.generate %s {
    ^bb0(%i: index):
      %v = arith.index_cast %i : index to i64
      tensor.yield %v : i64
    } : tensor<?xi64>
    %1 = ep.from_builtin %0 : tensor<?xi64> -> !ep.tensor<[s0], i64>
    ep.return %1 : !ep.tensor<[s0], i64>
  }
}
