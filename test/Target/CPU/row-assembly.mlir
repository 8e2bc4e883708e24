// The maximum along a row is taken in vectors, on every level.
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | FileCheck %s --check-prefix=V3

// CHECK-LABEL: row_max:
// CHECK: vmaxps {{.*}}%zmm
// V3-LABEL: row_max:
// V3: vmaxps {{.*}}%ymm
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
exec.kernel @row_max(%x: tensor<8x1024xf32>) -> tensor<8xf32>
    domain(8) access(read, write) work(flops = 8192, bytes = 32800) attributes {dims = [[], []]} {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %m = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x1024xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.maximumf %a, %o : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  exec.yield %m : tensor<8xf32>
}
