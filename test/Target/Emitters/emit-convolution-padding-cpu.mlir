// RUN: kiln-opt %s --kiln-emit-kernels="emitter=convolution target=cpu:x86-64-v4" --split-input-file | FileCheck %s

// Of taps 36 apart all but the middle one read zeros around the image: eight
// pixels by two vectors of filters are left of each plane, two planes a turn.
// CHECK-LABEL: llvm.func @centre(
// CHECK: scf.for {{.*}} -> (vector<16xf32>
// CHECK-COUNT-32: math.fma {{.*}} : vector<16xf32>
// CHECK-NOT: math.fma
// CHECK: scf.yield {{.*}} : vector<16xf32>
exec.kernel @centre(%x: tensor<1x16x16x16xf32>, %w: tensor<1x16x3x3x32xf32>) -> tensor<1x32x16x16xf32>
    domain(1, 32, 16, 16) access(read, read, write) work(flops = 2359296, bytes = 67584) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %padding = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 36, 36] high[0, 0, 36, 36] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %padding : f32
  } : tensor<1x16x16x16xf32> to tensor<1x16x88x88xf32>
  %e = tensor.empty() : tensor<1x32x16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i * 36, x + j * 36)>, affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>, affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x16x88x88xf32>, tensor<1x16x3x3x32xf32>) outs(%f : tensor<1x32x16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x16x16xf32>
  exec.yield %s : tensor<1x32x16x16xf32>
}

// -----

// Twelve apart, the first and the last row of taps read the image for four rows
// of the result: a tile multiplies the rows of taps that it needs.
// CHECK-LABEL: llvm.func @rows(
// CHECK: scf.for {{.*}} -> (vector<16xf32>
// CHECK: scf.for %{{.+}} = %{{[0-9]+}} to %{{[0-9]+}} {{.*}} -> (vector<16xf32>
// CHECK-COUNT-48: math.fma {{.*}} : vector<16xf32>
// CHECK-NOT: math.fma
// CHECK: scf.yield {{.*}} : vector<16xf32>
exec.kernel @rows(%x: tensor<1x16x16x16xf32>, %w: tensor<1x16x3x3x32xf32>) -> tensor<1x32x16x16xf32>
    domain(1, 32, 16, 16) access(read, read, write) work(flops = 2359296, bytes = 67584) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %padding = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 12, 1] high[0, 0, 12, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %padding : f32
  } : tensor<1x16x16x16xf32> to tensor<1x16x40x18xf32>
  %e = tensor.empty() : tensor<1x32x16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i * 12, x + j * 1)>, affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>, affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x16x40x18xf32>, tensor<1x16x3x3x32xf32>) outs(%f : tensor<1x32x16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x16x16xf32>
  exec.yield %s : tensor<1x32x16x16xf32>
}

// -----

// Products with other numbers than zero count.
// CHECK-LABEL: llvm.func @ones(
// CHECK-COUNT-144: math.fma {{.*}} : vector<16xf32>
exec.kernel @ones(%x: tensor<1x16x16x16xf32>, %w: tensor<1x16x3x3x32xf32>) -> tensor<1x32x16x16xf32>
    domain(1, 32, 16, 16) access(read, read, write) work(flops = 2359296, bytes = 67584) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %padding = arith.constant 1.0 : f32
  %p = tensor.pad %x low[0, 0, 36, 36] high[0, 0, 36, 36] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %padding : f32
  } : tensor<1x16x16x16xf32> to tensor<1x16x88x88xf32>
  %e = tensor.empty() : tensor<1x32x16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i * 36, x + j * 36)>, affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>, affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x16x88x88xf32>, tensor<1x16x3x3x32xf32>) outs(%f : tensor<1x32x16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x16x16xf32>
  exec.yield %s : tensor<1x32x16x16xf32>
}
