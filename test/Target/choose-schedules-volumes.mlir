// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' | FileCheck %s

// Windows of a volume are those of its images: the taps of its depth, which
// lies between filters and rows in the result, are planes.
// CHECK: exec.kernel @cube
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"winograd"
// With a step of two rows they are added one by one.
// CHECK: exec.kernel @steps
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"convolution"
// Taps of the depth alone read each pixel several times, as windows do.
// CHECK: exec.kernel @depth
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"convolution"
// One tap is a product of matrices.
// CHECK: exec.kernel @pixel
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"gemm"
#cube = affine_map<(n, f, z, y, x, c, k, i, j) -> (n, c, z + k, y + i, x + j)>
#steps = affine_map<(n, f, z, y, x, c, k, i, j) -> (n, c, z + k, y * 2 + i, x + j)>
#window = affine_map<(n, f, z, y, x, c, k, i, j) -> (f floordiv 16, c, k, i, j, f mod 16)>
#windows = affine_map<(n, f, z, y, x, c, k, i, j) -> (n, f, z, y, x)>
#depth = affine_map<(n, f, z, x, c, k) -> (n, c, z + k, x)>
#tap = affine_map<(n, f, z, x, c, k) -> (f floordiv 16, c, k, f mod 16)>
#taps = affine_map<(n, f, z, x, c, k) -> (n, f, z, x)>
#pixel = affine_map<(n, f, x, c) -> (n, c, x)>
#filter = affine_map<(n, f, x, c) -> (f, c)>
#pixels = affine_map<(n, f, x, c) -> (n, f, x)>
exec.variant @cpu for ["cpu:x86-64-v3"] {
  ep.program @p {
    exec.kernel @cube(%x: tensor<1x32x10x30x30xf32>, %w: tensor<4x32x3x3x3x16xf32>) -> tensor<1x64x8x28x28xf32>
        domain(1, 64, 8, 28, 28) access(read, read, write) work(flops = 693633024, bytes = 2978816)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x64x8x28x28xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x8x28x28xf32>) -> tensor<1x64x8x28x28xf32>
      %s = linalg.generic {indexing_maps = [#cube, #window, #windows],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<1x32x10x30x30xf32>, tensor<4x32x3x3x3x16xf32>) outs(%f : tensor<1x64x8x28x28xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x64x8x28x28xf32>
      exec.yield %s : tensor<1x64x8x28x28xf32>
    }
    exec.kernel @steps(%x: tensor<1x32x10x30x30xf32>, %w: tensor<4x32x3x3x3x16xf32>) -> tensor<1x64x8x14x28xf32>
        domain(1, 64, 8, 14, 28) access(read, read, write) work(flops = 346816512, bytes = 2176000)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x64x8x14x28xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x8x14x28xf32>) -> tensor<1x64x8x14x28xf32>
      %s = linalg.generic {indexing_maps = [#steps, #window, #windows],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<1x32x10x30x30xf32>, tensor<4x32x3x3x3x16xf32>) outs(%f : tensor<1x64x8x14x28xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x64x8x14x28xf32>
      exec.yield %s : tensor<1x64x8x14x28xf32>
    }
    exec.kernel @depth(%x: tensor<1x64x10x3136xf32>, %w: tensor<4x64x3x16xf32>) -> tensor<1x64x8x3136xf32>
        domain(1, 64, 8, 3136) access(read, read, write) work(flops = 616562688, bytes = 14499840)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x64x8x3136xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x8x3136xf32>) -> tensor<1x64x8x3136xf32>
      %s = linalg.generic {indexing_maps = [#depth, #tap, #taps],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%x, %w : tensor<1x64x10x3136xf32>, tensor<4x64x3x16xf32>) outs(%f : tensor<1x64x8x3136xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x64x8x3136xf32>
      exec.yield %s : tensor<1x64x8x3136xf32>
    }
    exec.kernel @pixel(%x: tensor<1x64x25088xf32>, %w: tensor<64x64xf32>) -> tensor<1x64x25088xf32>
        domain(1, 64, 25088) access(read, read, write) work(flops = 205520896, bytes = 12861440)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x64x25088xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x25088xf32>) -> tensor<1x64x25088xf32>
      %s = linalg.generic {indexing_maps = [#pixel, #filter, #pixels], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x64x25088xf32>, tensor<64x64xf32>) outs(%f : tensor<1x64x25088xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x64x25088xf32>
      exec.yield %s : tensor<1x64x25088xf32>
    }
  }
}
