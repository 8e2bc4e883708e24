// RUN: kiln-opt %s --kiln-emit-kernels="emitter=gemm target=cpu:x86-64-v3" --split-input-file | FileCheck %s

#mn = affine_map<(m, n) -> (m, n)>

// The sums of both parts of 16 columns, eight rows each, wait on the stack. A
// tile's lines of what is added are fetched before its sums, one by one.
// CHECK-LABEL: llvm.func @gates(
// CHECK: %[[ROOM:.+]] = llvm.mlir.constant(256 : i32)
// CHECK: llvm.alloca %[[ROOM]] x f32
// CHECK: "llvm.intr.prefetch"(%{{.+}}) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}>
// CHECK-NOT: llvm.intr.prefetch
// CHECK: math.fma
// CHECK: "llvm.intr.prefetch"(%{{.+}}) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}>
// CHECK-NOT: llvm.intr.prefetch
// CHECK: math.fma
// CHECK: arith.mulf
// CHECK: llvm.store
exec.kernel @gates(%x: tensor<8x64xf32>, %w: tensor<8x64x16xf32>, %b: tensor<8x128xf32>) -> tensor<8x64xf32>
    domain(8, 64) access(read, read, read, write) work(flops = 132608, bytes = 40960) attributes {dims = [[], [], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x128xf32>) -> tensor<8x128xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n floordiv 16, k, n mod 16)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<8x64xf32>, tensor<8x64x16xf32>) outs(%f : tensor<8x128xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.mulf %p, %q : f32
    %r = arith.addf %o, %t : f32
    linalg.yield %r : f32
  } -> tensor<8x128xf32>
  %g = linalg.generic {indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%s0, %b : tensor<8x128xf32>, tensor<8x128xf32>) outs(%e : tensor<8x128xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %r = arith.addf %p, %q : f32
    linalg.yield %r : f32
  } -> tensor<8x128xf32>
  %i = tensor.extract_slice %g[0, 0] [8, 64] [1, 1] : tensor<8x128xf32> to tensor<8x64xf32>
  %j = tensor.extract_slice %g[0, 64] [8, 64] [1, 1] : tensor<8x128xf32> to tensor<8x64xf32>
  %h = tensor.empty() : tensor<8x64xf32>
  %y = linalg.generic {indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%i, %j : tensor<8x64xf32>, tensor<8x64xf32>) outs(%h : tensor<8x64xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %r = arith.mulf %p, %q : f32
    linalg.yield %r : f32
  } -> tensor<8x64xf32>
  exec.yield %y : tensor<8x64xf32>
}

// -----

#mn = affine_map<(m, n) -> (m, n)>

// Of rows that are not known as many as 32 KiB hold, in whole tiles of six.
// CHECK-LABEL: llvm.func @dynamic(
// CHECK: %[[ROOM:.+]] = llvm.mlir.constant(8064 : i32)
// CHECK: llvm.alloca %[[ROOM]] x f32
exec.kernel @dynamic(%x: tensor<?x64xf32>, %w: tensor<8x64x16xf32>, %b: tensor<?x128xf32>, %s: index) -> tensor<?x64xf32>
    domain(d0, 64) access(read, read, read, write) work(flops = 16576*d0, bytes = 32768 + 1024*d0) attributes {dims = [[0], [], [0], [0]]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%s) : tensor<?x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x128xf32>) -> tensor<?x128xf32>
  %s0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n floordiv 16, k, n mod 16)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x64xf32>, tensor<8x64x16xf32>) outs(%f : tensor<?x128xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %t = arith.mulf %p, %q : f32
    %r = arith.addf %o, %t : f32
    linalg.yield %r : f32
  } -> tensor<?x128xf32>
  %g = linalg.generic {indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%s0, %b : tensor<?x128xf32>, tensor<?x128xf32>) outs(%e : tensor<?x128xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %r = arith.addf %p, %q : f32
    linalg.yield %r : f32
  } -> tensor<?x128xf32>
  %i = tensor.extract_slice %g[0, 0] [%s, 64] [1, 1] : tensor<?x128xf32> to tensor<?x64xf32>
  %j = tensor.extract_slice %g[0, 64] [%s, 64] [1, 1] : tensor<?x128xf32> to tensor<?x64xf32>
  %h = tensor.empty(%s) : tensor<?x64xf32>
  %y = linalg.generic {indexing_maps = [#mn, #mn, #mn], iterator_types = ["parallel", "parallel"]}
      ins(%i, %j : tensor<?x64xf32>, tensor<?x64xf32>) outs(%h : tensor<?x64xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %r = arith.mulf %p, %q : f32
    linalg.yield %r : f32
  } -> tensor<?x64xf32>
  exec.yield %y : tensor<?x64xf32>
}
