// A pixel that several columns of the window read, here the first and the last
// one, is loaded once, while the filters of both are held: eleven pixels for
// three taps of five sums by two vectors, three rows of them, and no register
// is missing.
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | FileCheck %s --check-prefix=PIXELS
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | %python %S/Inputs/inner-loop.py 'vfmadd.*ymm' | FileCheck %s --check-prefix=LOOP

// CHECK-LABEL: halves:
// CHECK-COUNT-90: vfmadd{{[0-9]+}}ps {{.*}}%ymm

// LOOP-LABEL: halves:
// LOOP-NEXT: loop of 90:
// LOOP-NOT: rsp

// PIXELS-LABEL: halves:
// PIXELS: vfmadd
// PIXELS-COUNT-32: vbroadcastss
// PIXELS-NOT: vbroadcastss
// PIXELS: {{j[a-z]+}} .L
#image = affine_map<(f, y, x, c, i, j) -> (c, 2 * y + i, 2 * x + j)>
#filter = affine_map<(f, y, x, c, i, j) -> (f, c, i, j)>
#result = affine_map<(f, y, x, c, i, j) -> (f, y, x)>
exec.kernel @halves(%x: tensor<24x29x29xf32>, %w: tensor<64x24x3x3xf32>) -> tensor<64x14x14xf32>
    domain(64, 14, 14) access(read, read, write) work(flops = 5419008, bytes = 186208)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x14x14xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x14x14xf32>) -> tensor<64x14x14xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<24x29x29xf32>, tensor<64x24x3x3xf32>) outs(%f : tensor<64x14x14xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<64x14x14xf32>
  exec.yield %s : tensor<64x14x14xf32>
}
