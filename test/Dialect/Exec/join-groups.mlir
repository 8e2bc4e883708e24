// RUN: kiln-opt %s --kiln-exec-form-kernels --kiln-verify-dispatches --split-input-file --remark-format=emitRemark --remarks-filter=kiln-fusion --verify-diagnostics | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>

// Two that read the same are one kernel with two results, and so is what makes
// a value that is used again and what uses it first. The first moves behind
// what is between them.
// CHECK-LABEL: ep.program @siblings
// CHECK: exec.kernel @{{.*}}(%{{.+}}: tensor<?x8xf16>, %{{.+}}: index) -> (tensor<?x8xf16>, tensor<?x8xf32>)
// CHECK-NOT: exec.kernel
// CHECK: ep.graph
// CHECK: %[[S:.*]]:2 = exec.dispatch
// CHECK: %[[V:.*]] = tensor.collapse_shape %[[S]]#0
// CHECK: ep.from_builtin %[[S]]#1
ep.program @siblings {
  ep.symbol @s0 range(1, 64)
  ep.graph @forward(%x: !ep.tensor<[s0, 8], f16> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[8*s0], f16> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[s0, 8], f32> {ep.output = #ep.output<user_output "z">}) {
    %s = ep.size s0
    %0 = ep.to_builtin %x : !ep.tensor<[s0, 8], f16> -> tensor<?x8xf16>
    %e = tensor.empty(%s) : tensor<?x8xf16>
    %g = tensor.empty(%s) : tensor<?x8xf32>
    %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0 : tensor<?x8xf16>) outs(%e : tensor<?x8xf16>) {
    ^bb0(%in: f16, %out: f16):
      %a = math.cos %in : f16
      linalg.yield %a : f16
    } -> tensor<?x8xf16>
    %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<?x8xf16> into tensor<?xf16>
    %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0 : tensor<?x8xf16>) outs(%g : tensor<?x8xf32>) {
    ^bb0(%in: f16, %out: f32):
      %w = arith.extf %in : f16 to f32
      %a = math.sin %w : f32
      linalg.yield %a : f32
    } -> tensor<?x8xf32>
    %4 = ep.from_builtin %2 : tensor<?xf16> -> !ep.tensor<[8*s0], f16>
    %5 = ep.from_builtin %3 : tensor<?x8xf32> -> !ep.tensor<[s0, 8], f32>
    ep.return %4, %5 : !ep.tensor<[8*s0], f16>, !ep.tensor<[s0, 8], f32>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>

// A product that is used as it is, too, is a result beside its activation.
// CHECK-LABEL: ep.program @product
// CHECK: exec.kernel @{{.*}} -> (tensor<4x8xf32>, tensor<4x8xf32>)
// CHECK-NOT: exec.kernel
// CHECK: ep.graph
ep.program @product {
  ep.graph @forward(%x: !ep.tensor<[4, 2], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[8, 2], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[4, 8], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[4, 8], f32> {ep.output = #ep.output<user_output "z">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[4, 2], f32> -> tensor<4x2xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[8, 2], f32> -> tensor<8x2xf32>
    %e = tensor.empty() : tensor<4x8xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%0, %1 : tensor<4x2xf32>, tensor<8x2xf32>) outs(%f : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %m = arith.mulf %in, %in1 : f32
      %a = arith.addf %out, %m : f32
      linalg.yield %a : f32
    } -> tensor<4x8xf32>
    %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%2 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = math.tanh %in : f32
      linalg.yield %a : f32
    } -> tensor<4x8xf32>
    %4 = ep.from_builtin %2 : tensor<4x8xf32> -> !ep.tensor<[4, 8], f32>
    %5 = ep.from_builtin %3 : tensor<4x8xf32> -> !ep.tensor<[4, 8], f32>
    ep.return %4, %5 : !ep.tensor<[4, 8], f32>, !ep.tensor<[4, 8], f32>
  }
}

// -----

#one = affine_map<(d0) -> (d0)>

// What is wanted before the other can be computed, and what would keep the
// other from vectors, stays apart; so does what is no elementwise op.
// CHECK-LABEL: ep.program @apart
// CHECK-COUNT-4: exec.dispatch
ep.program @apart {
  ep.graph @forward(%x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">},
                    %n: !ep.tensor<[8], i64> {ep.input = #ep.input<user_input "n">})
      -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "w">},
          !ep.tensor<[8], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %x : !ep.tensor<[8], f32> -> tensor<8xf32>
    %1 = ep.to_builtin %n : !ep.tensor<[8], i64> -> tensor<8xi64>
    %e = tensor.empty() : tensor<8xf32>
    %2 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
        ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = math.exp %in : f32
      linalg.yield %a : f32
    } -> tensor<8xf32>
    // expected-remark @below {{operand 0 is not fused: tx.scan is a kernel of its own}}
    %3 = tx.scan add %2 into %e along 0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    // expected-remark @below {{operand 1 is not fused: tx.scan is a kernel of its own}}
    // expected-remark-re @below {{not in one kernel with {{.*}}, which reads the same: a result is wanted before the other is computed}}
    %4 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
        ins(%0, %3 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %a = arith.addf %in, %in1 : f32
      linalg.yield %a : f32
    } -> tensor<8xf32>
    // expected-remark @below {{operand 0 is not fused: an expensive producer}}
    // expected-remark @below {{what tensor.extract reads is not fused: it is read at places that are data}}
    %5 = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
        ins(%2, %1 : tensor<8xf32>, tensor<8xi64>) outs(%e : tensor<8xf32>) {
    ^bb0(%in: f32, %in1: i64, %out: f32):
      %at = arith.index_cast %in1 : i64 to index
      %a = tensor.extract %4[%at] : tensor<8xf32>
      %b = arith.addf %in, %a : f32
      linalg.yield %b : f32
    } -> tensor<8xf32>
    %6 = ep.from_builtin %4 : tensor<8xf32> -> !ep.tensor<[8], f32>
    %7 = ep.from_builtin %5 : tensor<8xf32> -> !ep.tensor<[8], f32>
    ep.return %6, %7 : !ep.tensor<[8], f32>, !ep.tensor<[8], f32>
  }
}
