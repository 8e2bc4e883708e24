// The 98 tiles of a band are twenty groups of five, the last of which computes
// two of them once more: 33 groups of three would compute one, but six sums wait
// for each other.
// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' --split-input-file | FileCheck %s

// CHECK: exec.kernel @conv
// CHECK: "cpu:x86-64-v3" = #exec.schedule<"winograd" tile = [16, 5]
// CHECK: exec.kernel @image
// CHECK: "cpu:x86-64-v3" = #exec.schedule<"winograd" tile = [16, 5] block = [1, 14, 14]
// CHECK: exec.kernel @two_images
// CHECK: "cpu:x86-64-v3" = #exec.schedule<"winograd" tile = [16, 4] block = [2, 8, 8]
#image = affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>
#filter = affine_map<(n, f, y, x, c, i, j) -> (f floordiv 16, c, i, j, f mod 16)>
#result = affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>
exec.variant @cpu for ["cpu:x86-64-v3"] {
  ep.program @p {
    exec.kernel @conv(%x: tensor<1x128x30x30xf32>, %w: tensor<8x128x3x3x16xf32>) -> tensor<1x128x28x28xf32>
        domain(1, 128, 28, 28) access(read, read, write) work(flops = 231211008, bytes = 1452032)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x128x28x28xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<1x128x30x30xf32>, tensor<8x128x3x3x16xf32>) outs(%f : tensor<1x128x28x28xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x128x28x28xf32>
      exec.yield %s : tensor<1x128x28x28xf32>
    }
    exec.kernel @image(%x: tensor<1x256x16x16xf32>, %w: tensor<16x256x3x3x16xf32>) -> tensor<1x256x14x14xf32>
        domain(1, 256, 14, 14) access(read, read, write) work(flops = 231211008, bytes = 2822144)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x256x14x14xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<1x256x16x16xf32>, tensor<16x256x3x3x16xf32>) outs(%f : tensor<1x256x14x14xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x256x14x14xf32>
      exec.yield %s : tensor<1x256x14x14xf32>
    }
    exec.kernel @two_images(%x: tensor<2x512x9x9xf32>, %w: tensor<32x512x3x3x16xf32>) -> tensor<2x512x7x7xf32>
        domain(2, 512, 7, 7) access(read, read, write) work(flops = 462422016, bytes = 9969664)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<2x512x7x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x512x7x7xf32>) -> tensor<2x512x7x7xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<2x512x9x9xf32>, tensor<32x512x3x3x16xf32>) outs(%f : tensor<2x512x7x7xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<2x512x7x7xf32>
      exec.yield %s : tensor<2x512x7x7xf32>
    }
  }
}

// -----

// Wide vectors sum 49 pixels in less time than they transform all filters.
// CHECK: exec.kernel @image
// CHECK: "cpu:x86-64-v4" = #exec.schedule<"winograd" tile = [32, 7] block = [1, 14, 14]
// CHECK: exec.kernel @few_pixels
// CHECK: "cpu:x86-64-v4" = #exec.schedule<"convolution"
#image = affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>
#wide = affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>
#result = affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    exec.kernel @image(%x: tensor<1x256x16x16xf32>, %w: tensor<8x256x3x3x32xf32>) -> tensor<1x256x14x14xf32>
        domain(1, 256, 14, 14) access(read, read, write) work(flops = 231211008, bytes = 2822144)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x256x14x14xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x256x14x14xf32>) -> tensor<1x256x14x14xf32>
      %s = linalg.generic {indexing_maps = [#image, #wide, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<1x256x16x16xf32>, tensor<8x256x3x3x32xf32>) outs(%f : tensor<1x256x14x14xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x256x14x14xf32>
      exec.yield %s : tensor<1x256x14x14xf32>
    }
    exec.kernel @few_pixels(%x: tensor<1x512x9x9xf32>, %w: tensor<16x512x3x3x32xf32>) -> tensor<1x512x7x7xf32>
        domain(1, 512, 7, 7) access(read, read, write) work(flops = 231211008, bytes = 9703424)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x512x7x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
      %s = linalg.generic {indexing_maps = [#image, #wide, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<1x512x9x9xf32>, tensor<16x512x3x3x32xf32>) outs(%f : tensor<1x512x7x7xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x512x7x7xf32>
      exec.yield %s : tensor<1x512x7x7xf32>
    }
  }
}
