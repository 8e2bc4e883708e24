// RUN: kiln-opt %s --kiln-exec-form-kernels --kiln-verify-dispatches --split-input-file --remark-format=emitRemark --remarks-filter=kiln-fusion --verify-diagnostics | FileCheck %s
// RUN: kiln-opt %s --pass-pipeline='builtin.module(kiln-exec-make-variants{targets=cuda:sm_90},exec.variant(ep.program(kiln-exec-form-kernels)))' --split-input-file | FileCheck %s --check-prefix=APART

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The maximum, the exponentials, their sum and the quotient are one kernel.
// CHECK-LABEL: ep.program @softmax
// CHECK: exec.kernel {{.*}}(%{{.+}}: tensor<?x64xf32>, %{{.+}}: index) -> tensor<?x64xf32>
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
// CHECK-NOT: exec.kernel
// CHECK: exec.dispatch
// CHECK-NOT: exec.dispatch
// APART-LABEL: ep.program @softmax
// APART-COUNT-4: exec.dispatch
ep.program @softmax {
  ep.symbol @s0 range(1, 64)
  ep.graph @forward(%x: !ep.tensor<[s0, 64], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0, 64], f32> {ep.output = #ep.output<user_output "y">}) {
    %s = ep.size s0
    %zero = arith.constant 0.0 : f32
    %low = arith.constant 0xFF800000 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[s0, 64], f32> -> tensor<?x64xf32>
    %e = tensor.empty(%s) : tensor<?xf32>
    %a = tensor.empty(%s) : tensor<?x64xf32>
    %f = linalg.fill ins(%low : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %g = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%0 : tensor<?x64xf32>) outs(%f : tensor<?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %m = arith.maximumf %in, %out : f32
      linalg.yield %m : f32
    } -> tensor<?xf32>
    %exp = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0, %max : tensor<?x64xf32>, tensor<?xf32>) outs(%a : tensor<?x64xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %d = arith.subf %in, %in1 : f32
      %m = math.exp %d : f32
      linalg.yield %m : f32
    } -> tensor<?x64xf32>
    %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%exp : tensor<?x64xf32>) outs(%g : tensor<?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %m = arith.addf %in, %out : f32
      linalg.yield %m : f32
    } -> tensor<?xf32>
    %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%exp, %sum : tensor<?x64xf32>, tensor<?xf32>) outs(%a : tensor<?x64xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %m = arith.divf %in, %in1 : f32
      linalg.yield %m : f32
    } -> tensor<?x64xf32>
    %r = ep.from_builtin %y : tensor<?x64xf32> -> !ep.tensor<[s0, 64], f32>
    ep.return %r : !ep.tensor<[s0, 64], f32>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// What reads a result elsewhere, or has other rows, stays out.
// CHECK-LABEL: ep.program @refused
// CHECK-COUNT-3: exec.dispatch
ep.program @refused {
  ep.graph @forward(%x: !ep.tensor<[8, 8], f32> {ep.input = #ep.input<user_input "x">},
                    %z: !ep.tensor<[8, 8, 8], f32> {ep.input = #ep.input<user_input "z">})
      -> (!ep.tensor<[8, 8], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[8, 8, 8], f32> {ep.output = #ep.output<user_output "w">}) {
    %low = arith.constant 0xFF800000 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[8, 8], f32> -> tensor<8x8xf32>
    %1 = ep.to_builtin %z : !ep.tensor<[8, 8, 8], f32> -> tensor<8x8x8xf32>
    %e = tensor.empty() : tensor<8xf32>
    %a = tensor.empty() : tensor<8x8xf32>
    %b = tensor.empty() : tensor<8x8x8xf32>
    %f = linalg.fill ins(%low : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%0 : tensor<8x8xf32>) outs(%f : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %m = arith.maximumf %in, %out : f32
      linalg.yield %m : f32
    } -> tensor<8xf32>
    // expected-remark @below {{operand 1 is not fused: it reads a result of the group at other places}}
    %y = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0, %max : tensor<8x8xf32>, tensor<8xf32>) outs(%a : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %d = arith.subf %in, %in1 : f32
      linalg.yield %d : f32
    } -> tensor<8x8xf32>
    // expected-remark @below {{it does not compute over the same rows}}
    %w = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i)>, affine_map<(i, j, k) -> (i, j, k)>],
        iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%1, %max : tensor<8x8x8xf32>, tensor<8xf32>) outs(%b : tensor<8x8x8xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %d = arith.subf %in, %in1 : f32
      linalg.yield %d : f32
    } -> tensor<8x8x8xf32>
    %r = ep.from_builtin %y : tensor<8x8xf32> -> !ep.tensor<[8, 8], f32>
    %t = ep.from_builtin %w : tensor<8x8x8xf32> -> !ep.tensor<[8, 8, 8], f32>
    ep.return %r, %t : !ep.tensor<[8, 8], f32>, !ep.tensor<[8, 8, 8], f32>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Reductions of the same rows read them together, in bf16 as in any other type;
// one of the columns does not.
// CHECK-LABEL: ep.program @siblings
// CHECK: exec.kernel {{.*}}(%{{.+}}: tensor<?x4xbf16>, %{{.+}}: index) -> (tensor<?xf32>, tensor<?xbf16>)
// CHECK: exec.kernel {{.*}} -> tensor<4xbf16>
// CHECK-NOT: exec.kernel
// CHECK: ep.graph
// APART-LABEL: ep.program @siblings
// APART-COUNT-3: exec.dispatch
ep.program @siblings {
  ep.symbol @s0 range(1, 64)
  ep.graph @forward(%x: !ep.tensor<[s0, 4], bf16> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[s0], bf16> {ep.output = #ep.output<user_output "m">},
          !ep.tensor<[4], bf16> {ep.output = #ep.output<user_output "n">}) {
    %s = ep.size s0
    %zero = arith.constant 0.0 : f32
    %low = arith.constant 0xFF80 : bf16
    %0 = ep.to_builtin %x : !ep.tensor<[s0, 4], bf16> -> tensor<?x4xbf16>
    %e = tensor.empty(%s) : tensor<?xf32>
    %a = tensor.empty(%s) : tensor<?xbf16>
    %b = tensor.empty() : tensor<4xbf16>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %g = linalg.fill ins(%low : bf16) outs(%a : tensor<?xbf16>) -> tensor<?xbf16>
    %h = linalg.fill ins(%low : bf16) outs(%b : tensor<4xbf16>) -> tensor<4xbf16>
    %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%0 : tensor<?x4xbf16>) outs(%f : tensor<?xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %w = arith.extf %in : bf16 to f32
      %m = arith.addf %w, %out : f32
      linalg.yield %m : f32
    } -> tensor<?xf32>
    %r = ep.from_builtin %sum : tensor<?xf32> -> !ep.tensor<[s0], f32>
    %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%0 : tensor<?x4xbf16>) outs(%g : tensor<?xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %m = arith.maximumf %in, %out : bf16
      linalg.yield %m : bf16
    } -> tensor<?xbf16>
    %n = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
        ins(%0 : tensor<?x4xbf16>) outs(%h : tensor<4xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %m = arith.maximumf %in, %out : bf16
      linalg.yield %m : bf16
    } -> tensor<4xbf16>
    %t = ep.from_builtin %max : tensor<?xbf16> -> !ep.tensor<[s0], bf16>
    %u = ep.from_builtin %n : tensor<4xbf16> -> !ep.tensor<[4], bf16>
    ep.return %r, %t, %u : !ep.tensor<[s0], f32>, !ep.tensor<[s0], bf16>, !ep.tensor<[4], bf16>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The maximum is a result, too, of another shape; a reduction that goes on from
// another one is none of its kernel.
// CHECK-LABEL: ep.program @shapes
// CHECK-COUNT-3: exec.dispatch
ep.program @shapes {
  ep.graph @forward(%x: !ep.tensor<[8, 4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[8, 4], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[8], f32> {ep.output = #ep.output<user_output "m">},
          !ep.tensor<[8], f32> {ep.output = #ep.output<user_output "n">}) {
    %low = arith.constant 0xFF800000 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[8, 4], f32> -> tensor<8x4xf32>
    %e = tensor.empty() : tensor<8xf32>
    %a = tensor.empty() : tensor<8x4xf32>
    %f = linalg.fill ins(%low : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%0 : tensor<8x4xf32>) outs(%f : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %m = arith.maximumf %in, %out : f32
      linalg.yield %m : f32
    } -> tensor<8xf32>
    // expected-remark @below {{a result would be wanted before the kernel ends, or in another shape}}
    %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0, %max : tensor<8x4xf32>, tensor<8xf32>) outs(%a : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %d = arith.subf %in, %in1 : f32
      linalg.yield %d : f32
    } -> tensor<8x4xf32>
    // expected-remark @below {{it continues a reduction of the group}}
    %n = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%0 : tensor<8x4xf32>) outs(%max : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %m = arith.maximumf %in, %out : f32
      linalg.yield %m : f32
    } -> tensor<8xf32>
    %r = ep.from_builtin %y : tensor<8x4xf32> -> !ep.tensor<[8, 4], f32>
    %s = ep.from_builtin %max : tensor<8xf32> -> !ep.tensor<[8], f32>
    %t = ep.from_builtin %n : tensor<8xf32> -> !ep.tensor<[8], f32>
    ep.return %r, %s, %t : !ep.tensor<[8, 4], f32>, !ep.tensor<[8], f32>, !ep.tensor<[8], f32>
  }
}
