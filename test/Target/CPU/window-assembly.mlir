// The inner part of a sum over windows keeps its sums in registers: every row of
// the image is loaded once for a column of the window and used for all rows of
// the tile.
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | FileCheck %s --check-prefix=V3
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | FileCheck %s --check-prefix=STACK
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | %python %S/Inputs/inner-loop.py 'vfmadd.*zmm' | FileCheck %s --check-prefix=LOOP
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | %python %S/Inputs/inner-loop.py 'vfmadd.*ymm' | FileCheck %s --check-prefix=V3LOOP
// RUN: kiln-test-target %s cpu:x86-64-v4 kernels | FileCheck %s --check-prefix=SCRATCH

// CHECK-LABEL: dw:
// CHECK-COUNT-72: vfmadd{{[0-9]+}}ps {{.*}}%zmm
// CHECK-NOT: vfmadd

// V3-LABEL: dw:
// V3-COUNT-72: vfmadd{{[0-9]+}}ps {{.*}}%ymm
// V3-NOT: vfmadd

// Only the sums of tiles that are not whole are stored there, once each.
// STACK-COUNT-8: vmovaps %zmm{{[0-9]+}}, {{[0-9]+}}(%rsp)
// STACK-NOT: %zmm{{[0-9]+}}, {{[-0-9]*}}(%rsp

// Whole tiles, after which the loop goes on first, read and store nothing there;
// others nothing up to the last sum.
// LOOP-LABEL: dw:
// LOOP-NEXT: loop of 72:
// LOOP-NOT: rsp
// LOOP: loop of 72:
// LOOP-NOT: rsp
// LOOP-COUNT-8: vmovaps %zmm{{[0-9]+}}, {{[0-9]+}}(%rsp)
// LOOP-NOT: , {{[-0-9]*}}(%rsp
// Sixteen registers cannot hold nine filters and eight sums: filters are loaded
// where they are read, and nothing but sums is stored.
// V3LOOP-LABEL: dw:
// V3LOOP-NEXT: loop of 72:
// V3LOOP-NOT: rsp
// V3LOOP-COUNT-8: , {{[-0-9]*}}(%rsp
// V3LOOP-NOT: , {{[-0-9]*}}(%rsp

// A band of 16 rows and 64 columns, with a ring of 1 around it, in floats, and two
// vectors behind it.
// SCRATCH: dw grain {{[0-9]+}} scratch 4880
#image = affine_map<(c, y, x, i, j) -> (c, y + i, x + j)>
#taps = affine_map<(c, y, x, i, j) -> (c, i, j)>
#result = affine_map<(c, y, x, i, j) -> (c, y, x)>
exec.kernel @dw(%x: tensor<24x58x58xf32>, %w: tensor<24x3x3xf32>) -> tensor<24x56x56xf32>
    domain(24, 56, 56) access(read, read, write) work(flops = 1354752, bytes = 624864)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<24x56x56xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<24x56x56xf32>) -> tensor<24x56x56xf32>
  %s = linalg.generic {indexing_maps = [#image, #taps, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<24x58x58xf32>, tensor<24x3x3xf32>) outs(%f : tensor<24x56x56xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<24x56x56xf32>
  exec.yield %s : tensor<24x56x56xf32>
}
