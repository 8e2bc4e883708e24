// The taps of a row of the window are written out for a tile of seven pixels:
// no sum, pixel or filter leaves its register between them.
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | %python %S/Inputs/inner-loop.py 'vfmadd.*zmm' | FileCheck %s --check-prefix=LOOP
// RUN: kiln-test-target %s cpu:x86-64-v4 kernels | FileCheck %s --check-prefix=SCRATCH

// CHECK-LABEL: dw:
// CHECK-COUNT-29: vfmadd{{[0-9]+}}ps {{.*}}%zmm
// CHECK-NOT: vfmadd
// LOOP-LABEL: dw:
// LOOP-NEXT: loop of 29:
// LOOP-NOT: rsp

// Vectors of channels: 77 pixels that the band may read, 16 on each side, and
// 64 of the result.
// SCRATCH: dw grain {{[0-9]+}} scratch 11072
exec.kernel @dw(%x: tensor<1x32x7x7xf32>, %w: tensor<1x5x5x32xf32>) -> tensor<1x32x7x7xf32>
    domain(1, 32, 7, 7) access(read, read, write) work(flops = 78400, bytes = 15744) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %around = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %around : f32
  } : tensor<1x32x7x7xf32> to tensor<1x32x11x11xf32>
  %e = tensor.empty() : tensor<1x32x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, c, y, x, i, j) -> (n, c, y + i, x + j)>,
      affine_map<(n, c, y, x, i, j) -> (c floordiv 32, i, j, c mod 32)>,
      affine_map<(n, c, y, x, i, j) -> (n, c, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x32x11x11xf32>, tensor<1x5x5x32xf32>) outs(%f : tensor<1x32x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x7x7xf32>
  exec.yield %s : tensor<1x32x7x7xf32>
}
