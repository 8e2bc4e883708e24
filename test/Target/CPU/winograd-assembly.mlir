// The products of minimal filtering keep their sums in registers: for each plane
// two vectors of filters and an element of each of fourteen tiles are loaded,
// and twenty-eight products added.
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | FileCheck %s --check-prefix=V3
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | %python %S/Inputs/inner-loop.py 'vfmadd.*zmm' | FileCheck %s --check-prefix=LOOP
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | %python %S/Inputs/inner-loop.py 'vfmadd.*ymm' | FileCheck %s --check-prefix=V3LOOP
// RUN: kiln-test-target %s cpu:x86-64-v4 kernels | FileCheck %s --check-prefix=SCRATCH

// CHECK-LABEL: conv:
// CHECK: vfmadd
// CHECK-COUNT-27: vfmadd{{[0-9]+}}ps %zmm{{[0-9]+}}, %zmm{{[0-9]+}}, %zmm{{[0-9]+}}{{$}}
// CHECK: jne
// CHECK-NOT: vfmadd

// V3-LABEL: conv:
// V3: vfmadd
// V3-COUNT-15: vfmadd{{[0-9]+}}ps %ymm{{[0-9]+}}, %ymm{{[0-9]+}}, %ymm{{[0-9]+}}{{$}}
// V3: jne
// V3-NOT: vfmadd

// All of them are in one loop, which has nothing on the stack.
// LOOP-LABEL: conv:
// LOOP-NEXT: loop of 28:
// LOOP-NOT: rsp
// V3LOOP-LABEL: conv:
// V3LOOP-NEXT: loop of 32:
// V3LOOP-NOT: rsp

// A band of 10 rows of 58 columns in 64 planes; 16 times 112 tiles of them, with
// four behind each plane; 16 times 32 filters of them, and 16 times 112 tiles of
// 32 sums; some vectors between these, and room for eight tiles more; a line in front.
// SCRATCH: conv grain {{[0-9]+}} scratch 992384
#image = affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>
#filter = affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>
#result = affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>
exec.kernel @conv(%x: tensor<8x64x58x58xf32>, %w: tensor<2x64x3x3x32xf32>) -> tensor<8x64x56x56xf32>
    domain(8, 64, 56, 56) access(read, read, write) work(flops = 1849688064, bytes = 13459456)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x64x56x56xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64x56x56xf32>) -> tensor<8x64x56x56xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<8x64x58x58xf32>, tensor<2x64x3x3x32xf32>) outs(%f : tensor<8x64x56x56xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<8x64x56x56xf32>
  exec.yield %s : tensor<8x64x56x56xf32>
}
