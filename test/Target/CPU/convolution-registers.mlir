// Where sums, filters and a pixel fill all registers, nothing of the inner loop
// is on the stack: LLVM must not load the filters of several taps early.
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | %python %S/Inputs/inner-loop.py 'vfmadd.*ymm' | FileCheck %s

// The 24 filters of a group are three vectors, beside four pixels.
// CHECK-LABEL: groups:
// CHECK-NEXT: loop of 108:
// CHECK-NOT: rsp
#image = affine_map<(g, f, y, x, c, i, j) -> (g, c, y + i, x + j)>
#filter = affine_map<(g, f, y, x, c, i, j) -> (g, f, c, i, j)>
#result = affine_map<(g, f, y, x, c, i, j) -> (g, f, y, x)>
exec.kernel @groups(%x: tensor<8x24x30x30xf32>, %w: tensor<8x24x24x3x3xf32>) -> tensor<8x24x28x28xf32>
    domain(8, 24, 28, 28) access(read, read, write) work(flops = 65028096, bytes = 1459200)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x24x28x28xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x24x28x28xf32>) -> tensor<8x24x28x28xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<8x24x30x30xf32>, tensor<8x24x24x3x3xf32>) outs(%f : tensor<8x24x28x28xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<8x24x28x28xf32>
  exec.yield %s : tensor<8x24x28x28xf32>
}

// A row of seven taps, beside two vectors and six pixels.
// CHECK-LABEL: row_of_taps:
// CHECK-NEXT: loop of 84:
// CHECK-NOT: rsp
#row_image = affine_map<(f, y, x, c, j) -> (c, y, x + j)>
#row_filter = affine_map<(f, y, x, c, j) -> (f, c, j)>
#row_result = affine_map<(f, y, x, c, j) -> (f, y, x)>
exec.kernel @row_of_taps(%x: tensor<32x17x23xf32>, %w: tensor<64x32x7xf32>) -> tensor<64x17x17xf32>
    domain(64, 17, 17) access(read, read, write) work(flops = 8286208, bytes = 181376)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x17x17xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x17x17xf32>) -> tensor<64x17x17xf32>
  %s = linalg.generic {indexing_maps = [#row_image, #row_filter, #row_result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<32x17x23xf32>, tensor<64x32x7xf32>) outs(%f : tensor<64x17x17xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<64x17x17xf32>
  exec.yield %s : tensor<64x17x17xf32>
}

// A tile that is wanted larger than the registers waits on the stack.
// CHECK-LABEL: too_large:
// CHECK: rsp
exec.kernel @too_large(%x: tensor<32x17x23xf32>, %w: tensor<64x32x7xf32>) -> tensor<64x17x17xf32>
    domain(64, 17, 17) access(read, read, write) work(flops = 8286208, bytes = 181376)
    attributes {dims = [[], [], []], exec.schedules = {"cpu:x86-64-v3" = #exec.schedule<"convolution" tile = [32, 1, 6] block = [6, 18] depth = 256>}} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x17x17xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x17x17xf32>) -> tensor<64x17x17xf32>
  %s = linalg.generic {indexing_maps = [#row_image, #row_filter, #row_result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<32x17x23xf32>, tensor<64x32x7xf32>) outs(%f : tensor<64x17x17xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<64x17x17xf32>
  exec.yield %s : tensor<64x17x17xf32>
}
