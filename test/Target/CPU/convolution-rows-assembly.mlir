// The seven pixels of a row follow those of the same row of the plane before:
// each step reads the next 28 bytes, not a line of the cache for each plane.
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | %python %S/Inputs/inner-loop.py vfmadd | FileCheck %s

// CHECK-LABEL: rows:
// CHECK: loop of 14:
// CHECK-COUNT-7: vbroadcastss
// CHECK: addq $28, %
#image = affine_map<(f, y, x, c) -> (c, y, x)>
#filter = affine_map<(f, y, x, c) -> (f floordiv 32, c, f mod 32)>
#result = affine_map<(f, y, x, c) -> (f, y, x)>
exec.kernel @rows(%x: tensor<160x7x7xf32>, %w: tensor<4x160x32xf32>) -> tensor<128x7x7xf32>
    domain(128, 7, 7) access(read, read, write) work(flops = 2007040, bytes = 138368)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<128x7x7xf32>) -> tensor<128x7x7xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<160x7x7xf32>, tensor<4x160x32xf32>) outs(%f : tensor<128x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<128x7x7xf32>
  exec.yield %s : tensor<128x7x7xf32>
}
