// RUN: kiln-opt %s --kiln-exec-fuse-elementwise --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-dispatches-pipeline --split-input-file --remark-format=emitRemark --remarks-filter=kiln-fusion --verify-diagnostics | FileCheck %s --check-prefix=KERNELS

// Two sums are rounded and then added: the one that is stored is rounded before.
// CHECK-LABEL: ep.program @both
// CHECK-COUNT-3: linalg.generic {{.*}} outs(%{{.+}} : tensor<4x8xbf16>)
// KERNELS-LABEL: ep.program @both
// KERNELS: exec.kernel {{.*}}) -> tensor<4x8xbf16>
// KERNELS: exec.kernel {{.*}}) -> tensor<4x8xbf16>
// KERNELS-NOT: exec.kernel
// KERNELS: ep.graph
#id = affine_map<(m, n) -> (m, n)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
ep.program @both {
  ep.graph @forward(%x: !ep.tensor<[4, 16], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[8, 16], f32> {ep.input = #ep.input<user_input "w">},
                    %v: !ep.tensor<[8, 16], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[4, 8], bf16> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[4, 16], f32> -> tensor<4x16xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[8, 16], f32> -> tensor<8x16xf32>
    %2 = ep.to_builtin %v : !ep.tensor<[8, 16], f32> -> tensor<8x16xf32>
    %e = tensor.empty() : tensor<4x8xf32>
    %h = tensor.empty() : tensor<4x8xbf16>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %s = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%0, %1 : tensor<4x16xf32>, tensor<8x16xf32>) outs(%f : tensor<4x8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %t = arith.addf %o, %m : f32
      linalg.yield %t : f32
    } -> tensor<4x8xf32>
    %sh = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<4x8xf32>) outs(%h : tensor<4x8xbf16>) {
    ^bb0(%p: f32, %o: bf16):
      %m = arith.truncf %p : f32 to bf16
      linalg.yield %m : bf16
    } -> tensor<4x8xbf16>
    %r = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%0, %2 : tensor<4x16xf32>, tensor<8x16xf32>) outs(%f : tensor<4x8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %t = arith.addf %o, %m : f32
      linalg.yield %t : f32
    } -> tensor<4x8xf32>
    %rh = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%r : tensor<4x8xf32>) outs(%h : tensor<4x8xbf16>) {
    ^bb0(%p: f32, %o: bf16):
      %m = arith.truncf %p : f32 to bf16
      linalg.yield %m : bf16
    } -> tensor<4x8xbf16>
    // expected-remark @below {{operand 1 is not fused: one of two sums is stored rounded}}
    %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%sh, %rh : tensor<4x8xbf16>, tensor<4x8xbf16>) outs(%h : tensor<4x8xbf16>) {
    ^bb0(%p: bf16, %q: bf16, %o: bf16):
      %m = arith.addf %p, %q : bf16
      linalg.yield %m : bf16
    } -> tensor<4x8xbf16>
    %z = ep.from_builtin %y : tensor<4x8xbf16> -> !ep.tensor<[4, 8], bf16>
    ep.return %z : !ep.tensor<[4, 8], bf16>
  }
}

// -----

// One is stored for others anyway: the other is added where it is summed.
// CHECK-LABEL: ep.program @stored
// CHECK-COUNT-2: linalg.generic {{.*}} outs(%{{.+}} : tensor<4x8xbf16>)
// CHECK-NOT: outs(%{{.+}} : tensor<4x8xbf16>)
// CHECK: ep.return
// KERNELS-LABEL: ep.program @stored
#id = affine_map<(m, n) -> (m, n)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
ep.program @stored {
  ep.graph @forward(%x: !ep.tensor<[4, 16], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[8, 16], f32> {ep.input = #ep.input<user_input "w">},
                    %v: !ep.tensor<[8, 16], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[4, 8], bf16> {ep.output = #ep.output<user_output "y">}, !ep.tensor<[4, 8], bf16> {ep.output = #ep.output<user_output "s">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[4, 16], f32> -> tensor<4x16xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[8, 16], f32> -> tensor<8x16xf32>
    %2 = ep.to_builtin %v : !ep.tensor<[8, 16], f32> -> tensor<8x16xf32>
    %e = tensor.empty() : tensor<4x8xf32>
    %h = tensor.empty() : tensor<4x8xbf16>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %s = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%0, %1 : tensor<4x16xf32>, tensor<8x16xf32>) outs(%f : tensor<4x8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %t = arith.addf %o, %m : f32
      linalg.yield %t : f32
    } -> tensor<4x8xf32>
    %sh = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<4x8xf32>) outs(%h : tensor<4x8xbf16>) {
    ^bb0(%p: f32, %o: bf16):
      %m = arith.truncf %p : f32 to bf16
      linalg.yield %m : bf16
    } -> tensor<4x8xbf16>
    %r = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%0, %2 : tensor<4x16xf32>, tensor<8x16xf32>) outs(%f : tensor<4x8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %t = arith.addf %o, %m : f32
      linalg.yield %t : f32
    } -> tensor<4x8xf32>
    %rh = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%r : tensor<4x8xf32>) outs(%h : tensor<4x8xbf16>) {
    ^bb0(%p: f32, %o: bf16):
      %m = arith.truncf %p : f32 to bf16
      linalg.yield %m : bf16
    } -> tensor<4x8xbf16>
    // expected-remark @below {{operand 0 is not fused: the producer is stored for another consumer anyway}}
    %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%sh, %rh : tensor<4x8xbf16>, tensor<4x8xbf16>) outs(%h : tensor<4x8xbf16>) {
    ^bb0(%p: bf16, %q: bf16, %o: bf16):
      %m = arith.addf %p, %q : bf16
      linalg.yield %m : bf16
    } -> tensor<4x8xbf16>
    %z = ep.from_builtin %y : tensor<4x8xbf16> -> !ep.tensor<[4, 8], bf16>
    %zs = ep.from_builtin %sh : tensor<4x8xbf16> -> !ep.tensor<[4, 8], bf16>
    ep.return %z, %zs : !ep.tensor<[4, 8], bf16>, !ep.tensor<[4, 8], bf16>
  }
}
