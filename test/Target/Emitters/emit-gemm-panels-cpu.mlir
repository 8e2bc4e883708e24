// RUN: kiln-opt %s --kiln-emit-kernels="emitter=gemm target=cpu:x86-64-v3" --split-input-file | FileCheck %s

// Twenty-two tiles share the 512 rows of the next panel, 24 each: 12 before
// each block of 256 steps, which has time for that.
// CHECK-LABEL: llvm.func @ahead(
// CHECK-DAG: %[[PART:.+]] = arith.constant 12 : index
// CHECK: scf.for %{{.+}} = %{{.+}} to %[[PART]] step
// CHECK: "llvm.intr.prefetch"(%{{.+}}) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}>
// CHECK-NOT: llvm.intr.prefetch
// CHECK: math.fma
// CHECK: scf.for %{{.+}} = %{{.+}} to %[[PART]] step
// CHECK: "llvm.intr.prefetch"(%{{.+}}) <{cache = 1 : i32, hint = 2 : i32, rw = 0 : i32}>
// CHECK: math.fma
exec.kernel @ahead(%x: tensor<128x512xf32>, %w: tensor<48x512x16xf32>) -> tensor<128x768xf32>
    domain(128, 768) access(read, read, write) work(flops = 100663296, bytes = 2228224) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x768xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<128x768xf32>) -> tensor<128x768xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n floordiv 16, k, n mod 16)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<128x512xf32>, tensor<48x512x16xf32>) outs(%f : tensor<128x768xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<128x768xf32>
  exec.yield %s : tensor<128x768xf32>
}

// -----

// A few tiles would have to fetch more at once than there is time for: each
// row of a panel fetches the one 8 KiB ahead, 128 rows of a line.
// CHECK-LABEL: llvm.func @few_tiles(
// CHECK: arith.addi %{{.+}}, %c128 overflow<nsw>
// CHECK: "llvm.intr.prefetch"(%{{.+}}) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}>
// CHECK: math.fma
exec.kernel @few_tiles(%x: tensor<60x512xf32>, %w: tensor<48x512x16xf32>) -> tensor<60x768xf32>
    domain(60, 768) access(read, read, write) work(flops = 47185920, bytes = 1880064) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<60x768xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<60x768xf32>) -> tensor<60x768xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n floordiv 16, k, n mod 16)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<60x512xf32>, tensor<48x512x16xf32>) outs(%f : tensor<60x768xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<60x768xf32>
  exec.yield %s : tensor<60x768xf32>
}

// -----

// Fewer rows than a tile: one alone, or halves of a tile, whose rows beyond the
// last one are that again and have no results.
// CHECK-LABEL: llvm.func @unknown_rows(
// CHECK: scf.for {{.*}} step %c6
// CHECK: arith.cmpi eq, %{{.+}}, %c1
// CHECK: scf.for {{.*}} -> (vector<8xf32>, vector<8xf32>) {
// CHECK: scf.for %[[ROW:.+]] = %{{.+}} to %{{.+}} step %c3
// CHECK: %[[AT:.+]] = arith.addi %[[ROW]], %c2
// CHECK: arith.minsi %[[AT]]
// CHECK: math.fma
// CHECK: %[[LEFT:.+]] = arith.subi %{{.+}}, %[[ROW]]
// CHECK: %[[COUNT:.+]] = arith.minsi %c3, %[[LEFT]]
// CHECK: scf.for %{{.+}} = %c0 to %[[COUNT]]
exec.kernel @unknown_rows(%x: tensor<?x512xf32>, %w: tensor<48x512x16xf32>, %m: index) -> tensor<?x768xf32>
    domain(d0, 768) access(read, read, write) work(flops = 786432*d0, bytes = 5120*d0 + 1572864) attributes {dims = [[0], [], [0]]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%m) : tensor<?x768xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x768xf32>) -> tensor<?x768xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n floordiv 16, k, n mod 16)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x512xf32>, tensor<48x512x16xf32>) outs(%f : tensor<?x768xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<?x768xf32>
  exec.yield %s : tensor<?x768xf32>
}

// -----

// Panels that the second cache holds are not waited for.
// CHECK-LABEL: llvm.func @small(
// CHECK-NOT: llvm.intr.prefetch
// CHECK-NOT: llvm.func
exec.kernel @small(%x: tensor<60x512xf32>, %w: tensor<4x512x16xf32>) -> tensor<60x64xf32>
    domain(60, 64) access(read, read, write) work(flops = 3932160, bytes = 269312) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<60x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<60x64xf32>) -> tensor<60x64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n floordiv 16, k, n mod 16)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<60x512xf32>, tensor<4x512x16xf32>) outs(%f : tensor<60x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<60x64xf32>
  exec.yield %s : tensor<60x64xf32>
}
