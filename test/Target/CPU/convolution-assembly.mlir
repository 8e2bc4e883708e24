// The inner part of a convolution keeps its sums in registers: for each of the
// nine taps two vectors of filters and eight pixels are loaded, and sixteen
// products added.
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | FileCheck %s --check-prefix=V3
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | %python %S/Inputs/inner-loop.py 'vfmadd.*zmm' | FileCheck %s --check-prefix=LOOP
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | %python %S/Inputs/inner-loop.py 'vfmadd.*ymm' | FileCheck %s --check-prefix=V3LOOP
// RUN: kiln-test-target %s cpu:x86-64-v4 kernels | FileCheck %s --check-prefix=SCRATCH

// CHECK-LABEL: conv:
// CHECK-COUNT-144: vfmadd{{[0-9]+}}ps {{.*}}%zmm
// CHECK-NOT: vfmadd

// V3-LABEL: conv:
// V3-COUNT-72: vfmadd{{[0-9]+}}ps {{.*}}%ymm
// V3-NOT: vfmadd

// All of them are in one loop, which has nothing on the stack.
// LOOP-LABEL: conv:
// LOOP-NEXT: loop of 144:
// LOOP-NOT: rsp
// V3LOOP-LABEL: conv:
// V3LOOP-NEXT: loop of 72:
// V3LOOP-NOT: rsp

// A band of 28 rows with a ring of 1 around it and 56 columns in 24 planes,
// and a panel of 216 steps of 32 filters; a line in front.
// SCRATCH: conv grain {{[0-9]+}} scratch 194752
#image = affine_map<(f, y, x, c, i, j) -> (c, y + i, x + j)>
#filter = affine_map<(f, y, x, c, i, j) -> (f, c, i, j)>
#result = affine_map<(f, y, x, c, i, j) -> (f, y, x)>
exec.kernel @conv(%x: tensor<24x58x58xf32>, %w: tensor<64x24x3x3xf32>) -> tensor<64x56x56xf32>
    domain(64, 56, 56) access(read, read, write) work(flops = 86704128, bytes = 1181056)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x56x56xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x56x56xf32>) -> tensor<64x56x56xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<24x58x58xf32>, tensor<64x24x3x3xf32>) outs(%f : tensor<64x56x56xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<64x56x56xf32>
  exec.yield %s : tensor<64x56x56xf32>
}
