// RUN: kiln-opt %s --kiln-exec-fuse-elementwise --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-dispatches-pipeline --split-input-file --remark-format=emitRemark --remarks-filter=kiln-fusion --verify-diagnostics | FileCheck %s --check-prefix=KERNELS

#id = affine_map<(m, n) -> (m, n)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

// Two sums are quantised and then added: the one that is stored is stored as
// bytes, and the other one, with all that follows, is one kernel.
// CHECK-LABEL: ep.program @bytes
// CHECK-COUNT-2: linalg.generic {{.*}} outs(%{{.+}} : tensor<4x8xi8>)
// CHECK: linalg.generic {{.*}} ins(%{{.+}}, %{{.+}} : tensor<4x8xi8>, tensor<4x8xi8>) outs(%{{.+}} : tensor<4x8xf32>)
// KERNELS-LABEL: ep.program @bytes
// KERNELS: exec.kernel {{.*}}) -> tensor<4x8xi8>
// KERNELS: exec.kernel {{.*}}) -> tensor<4x8xf32>
// KERNELS-NOT: exec.kernel
// KERNELS: ep.graph
ep.program @bytes {
  ep.graph @forward(%x: !ep.tensor<[4, 16], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[8, 16], f32> {ep.input = #ep.input<user_input "w">},
                    %v: !ep.tensor<[8, 16], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[4, 8], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[4, 16], f32> -> tensor<4x16xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[8, 16], f32> -> tensor<8x16xf32>
    %2 = ep.to_builtin %v : !ep.tensor<[8, 16], f32> -> tensor<8x16xf32>
    %e = tensor.empty() : tensor<4x8xf32>
    %i = tensor.empty() : tensor<4x8xi8>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %s = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%0, %1 : tensor<4x16xf32>, tensor<8x16xf32>) outs(%f : tensor<4x8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %t = arith.addf %o, %m : f32
      linalg.yield %t : f32
    } -> tensor<4x8xf32>
    %sq = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<4x8xf32>) outs(%i : tensor<4x8xi8>) {
    ^bb0(%p: f32, %o: i8):
      %m = arith.fptosi %p : f32 to i8
      linalg.yield %m : i8
    } -> tensor<4x8xi8>
    %r = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%0, %2 : tensor<4x16xf32>, tensor<8x16xf32>) outs(%f : tensor<4x8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %t = arith.addf %o, %m : f32
      linalg.yield %t : f32
    } -> tensor<4x8xf32>
    %rq = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%r : tensor<4x8xf32>) outs(%i : tensor<4x8xi8>) {
    ^bb0(%p: f32, %o: i8):
      %m = arith.fptosi %p : f32 to i8
      linalg.yield %m : i8
    } -> tensor<4x8xi8>
    // expected-remark @below {{operand 1 is not fused: sums are stored as bytes}}
    %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%sq, %rq : tensor<4x8xi8>, tensor<4x8xi8>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%p: i8, %q: i8, %o: f32):
      %m = arith.sitofp %p : i8 to f32
      %t = arith.sitofp %q : i8 to f32
      %u = arith.addf %m, %t : f32
      linalg.yield %u : f32
    } -> tensor<4x8xf32>
    %z = ep.from_builtin %y : tensor<4x8xf32> -> !ep.tensor<[4, 8], f32>
    ep.return %z : !ep.tensor<[4, 8], f32>
  }
}

// -----

// What is no sum is computed where it is read, as ever.
// CHECK-LABEL: ep.program @elementwise
// CHECK: linalg.generic {{.*}} outs(%{{.+}} : tensor<4x8xf32>)
// CHECK-NOT: linalg.generic
// CHECK: ep.return
// KERNELS-LABEL: ep.program @elementwise
#id = affine_map<(m, n) -> (m, n)>
ep.program @elementwise {
  ep.graph @forward(%x: !ep.tensor<[4, 8], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4, 8], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %x : !ep.tensor<[4, 8], f32> -> tensor<4x8xf32>
    %e = tensor.empty() : tensor<4x8xf32>
    %i = tensor.empty() : tensor<4x8xi8>
    %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0 : tensor<4x8xf32>) outs(%i : tensor<4x8xi8>) {
    ^bb0(%p: f32, %o: i8):
      %m = arith.fptosi %p : f32 to i8
      linalg.yield %m : i8
    } -> tensor<4x8xi8>
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%q : tensor<4x8xi8>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%p: i8, %o: f32):
      %m = arith.sitofp %p : i8 to f32
      %t = arith.addf %m, %m : f32
      linalg.yield %t : f32
    } -> tensor<4x8xf32>
    %z = ep.from_builtin %y : tensor<4x8xf32> -> !ep.tensor<[4, 8], f32>
    ep.return %z : !ep.tensor<[4, 8], f32>
  }
}

// -----

// What a reduction reads of a sum that is rounded is rounded where it is
// computed, not where it is read.
// CHECK-LABEL: ep.program @rounded
// CHECK: linalg.generic {{.*}} outs(%{{.+}} : tensor<4x8xbf16>)
// CHECK: linalg.generic {{.*}} ins(%{{.+}} : tensor<4x8xbf16>) outs(%{{.+}} : tensor<4xf32>)
// KERNELS-LABEL: ep.program @rounded
// KERNELS: exec.kernel {{.*}}) -> tensor<4x8xbf16>
// KERNELS: exec.kernel {{.*}}) -> tensor<4xf32>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
ep.program @rounded {
  ep.graph @forward(%x: !ep.tensor<[4, 16], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[8, 16], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[4, 16], f32> -> tensor<4x16xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[8, 16], f32> -> tensor<8x16xf32>
    %e = tensor.empty() : tensor<4x8xf32>
    %h = tensor.empty() : tensor<4x8xbf16>
    %v = tensor.empty() : tensor<4xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %g = linalg.fill ins(%zero : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
    %s = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%0, %1 : tensor<4x16xf32>, tensor<8x16xf32>) outs(%f : tensor<4x8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %t = arith.addf %o, %m : f32
      linalg.yield %t : f32
    } -> tensor<4x8xf32>
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<4x8xf32>) outs(%h : tensor<4x8xbf16>) {
    ^bb0(%p: f32, %o: bf16):
      %m = arith.maximumf %p, %zero : f32
      %c = arith.truncf %m : f32 to bf16
      linalg.yield %c : bf16
    } -> tensor<4x8xbf16>
    // expected-remark @below {{operand 0 is not fused: sums are stored rounded}}
    %y = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%r : tensor<4x8xbf16>) outs(%g : tensor<4xf32>) {
    ^bb0(%p: bf16, %o: f32):
      %w2 = arith.extf %p : bf16 to f32
      %t = arith.addf %o, %w2 : f32
      linalg.yield %t : f32
    } -> tensor<4xf32>
    %z = ep.from_builtin %y : tensor<4xf32> -> !ep.tensor<[4], f32>
    ep.return %z : !ep.tensor<[4], f32>
  }
}

// -----

// As many bits as the sum has are computed where they are read.
// CHECK-LABEL: ep.program @whole
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: linalg.generic
// CHECK: ep.return
// KERNELS-LABEL: ep.program @whole
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
ep.program @whole {
  ep.graph @forward(%x: !ep.tensor<[4, 16], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[8, 16], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[4, 16], f32> -> tensor<4x16xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[8, 16], f32> -> tensor<8x16xf32>
    %e = tensor.empty() : tensor<4x8xf32>
    %h = tensor.empty() : tensor<4x8xf32>
    %v = tensor.empty() : tensor<4xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %g = linalg.fill ins(%zero : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
    %s = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%0, %1 : tensor<4x16xf32>, tensor<8x16xf32>) outs(%f : tensor<4x8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %t = arith.addf %o, %m : f32
      linalg.yield %t : f32
    } -> tensor<4x8xf32>
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%s : tensor<4x8xf32>) outs(%h : tensor<4x8xf32>) {
    ^bb0(%p: f32, %o: f32):
      %m = arith.maximumf %p, %zero : f32
      linalg.yield %m : f32
    } -> tensor<4x8xf32>
    // expected-remark @below {{operand 0 is not fused: a reduction is computed before another one reads it}}
    %y = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%r : tensor<4x8xf32>) outs(%g : tensor<4xf32>) {
    ^bb0(%p: f32, %o: f32):
      %t = arith.addf %o, %p : f32
      linalg.yield %t : f32
    } -> tensor<4xf32>
    %z = ep.from_builtin %y : tensor<4xf32> -> !ep.tensor<[4], f32>
    ep.return %z : !ep.tensor<[4], f32>
  }
}
