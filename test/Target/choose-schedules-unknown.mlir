// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' | FileCheck %s

// Images whose sizes are known when they come: of few planes they are expected
// to be large, of many to be small. All tiles of a band of `winograd` are
// computed, so that bands are small.
// CHECK: exec.kernel @large
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"winograd" tile = [16, 4] block = [4, 8, 16]
// Columns of a band fill tiles and vectors; with two columns to a step it has
// fewer rows.
// CHECK: exec.kernel @steps
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"convolution" tile = [16, 1, 6] block = [8, 72]
// Bands of many planes are narrow, and have some rows all the same.
// CHECK: exec.kernel @small
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"convolution" tile = [16, 1, 4] block = [8, 16]
// Three filters are lanes of one vector; one is better a vector of pixels.
// CHECK: exec.kernel @three
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"convolution" tile = [8, 1, 6]
// CHECK: exec.kernel @one
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"naive"
// Filters in panels are lanes of tiles, however long the line is.
// CHECK: exec.kernel @line
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"convolution"
#image = affine_map<(f, y, x, c, i, j) -> (c, y + i, x + j)>
#steps = affine_map<(f, y, x, c, i, j) -> (c, y * 2 + i, x * 2 + j)>
#window = affine_map<(f, y, x, c, i, j) -> (f floordiv 16, c, i, j, f mod 16)>
#plain = affine_map<(f, y, x, c, i, j) -> (f, c, i, j)>
#result = affine_map<(f, y, x, c, i, j) -> (f, y, x)>
#pixel = affine_map<(f, x, c) -> (c, x)>
#lanes = affine_map<(f, x, c) -> (f floordiv 16, c, f mod 16)>
#pixels = affine_map<(f, x, c) -> (f, x)>
exec.variant @cpu for ["cpu:x86-64-v3"] {
  ep.program @p {
    exec.kernel @large(%x: tensor<64x?x?xf32>, %w: tensor<4x64x3x3x16xf32>, %h: index, %v: index, %oh: index, %ov: index) -> tensor<64x?x?xf32>
        domain(64, d2, d3) access(read, read, write) work(flops = 73728*d2*d3, bytes = 256*d0*d1 + 256*d2*d3 + 147456)
        attributes {dims = [[0, 1], [], [2, 3]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%oh, %ov) : tensor<64x?x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x?x?xf32>) -> tensor<64x?x?xf32>
      %s = linalg.generic {indexing_maps = [#image, #window, #result],
          iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<64x?x?xf32>, tensor<4x64x3x3x16xf32>) outs(%f : tensor<64x?x?xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<64x?x?xf32>
      exec.yield %s : tensor<64x?x?xf32>
    }
    exec.kernel @steps(%x: tensor<32x?x?xf32>, %w: tensor<4x32x3x3x16xf32>, %h: index, %v: index, %oh: index, %ov: index) -> tensor<64x?x?xf32>
        domain(64, d2, d3) access(read, read, write) work(flops = 36864*d2*d3, bytes = 128*d0*d1 + 256*d2*d3 + 73728)
        attributes {dims = [[0, 1], [], [2, 3]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%oh, %ov) : tensor<64x?x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x?x?xf32>) -> tensor<64x?x?xf32>
      %s = linalg.generic {indexing_maps = [#steps, #window, #result],
          iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<32x?x?xf32>, tensor<4x32x3x3x16xf32>) outs(%f : tensor<64x?x?xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<64x?x?xf32>
      exec.yield %s : tensor<64x?x?xf32>
    }
    exec.kernel @small(%x: tensor<256x?x?xf32>, %w: tensor<32x256x3x3x16xf32>, %h: index, %v: index, %oh: index, %ov: index) -> tensor<512x?x?xf32>
        domain(512, d2, d3) access(read, read, write) work(flops = 2359296*d2*d3, bytes = 1024*d0*d1 + 2048*d2*d3 + 4718592)
        attributes {dims = [[0, 1], [], [2, 3]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%oh, %ov) : tensor<512x?x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x?x?xf32>) -> tensor<512x?x?xf32>
      %s = linalg.generic {indexing_maps = [#steps, #window, #result],
          iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<256x?x?xf32>, tensor<32x256x3x3x16xf32>) outs(%f : tensor<512x?x?xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<512x?x?xf32>
      exec.yield %s : tensor<512x?x?xf32>
    }
    exec.kernel @three(%x: tensor<64x?x?xf32>, %w: tensor<3x64x3x3xf32>, %h: index, %v: index, %oh: index, %ov: index) -> tensor<3x?x?xf32>
        domain(3, d2, d3) access(read, read, write) work(flops = 3456*d2*d3, bytes = 256*d0*d1 + 12*d2*d3 + 6912)
        attributes {dims = [[0, 1], [], [2, 3]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%oh, %ov) : tensor<3x?x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
      %s = linalg.generic {indexing_maps = [#image, #plain, #result],
          iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<64x?x?xf32>, tensor<3x64x3x3xf32>) outs(%f : tensor<3x?x?xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<3x?x?xf32>
      exec.yield %s : tensor<3x?x?xf32>
    }
    exec.kernel @one(%x: tensor<64x?x?xf32>, %w: tensor<1x64x3x3xf32>, %h: index, %v: index, %oh: index, %ov: index) -> tensor<1x?x?xf32>
        domain(1, d2, d3) access(read, read, write) work(flops = 1152*d2*d3, bytes = 256*d0*d1 + 4*d2*d3 + 2304)
        attributes {dims = [[0, 1], [], [2, 3]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%oh, %ov) : tensor<1x?x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x?x?xf32>) -> tensor<1x?x?xf32>
      %s = linalg.generic {indexing_maps = [#image, #plain, #result],
          iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<64x?x?xf32>, tensor<1x64x3x3xf32>) outs(%f : tensor<1x?x?xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x?x?xf32>
      exec.yield %s : tensor<1x?x?xf32>
    }
    exec.kernel @line(%x: tensor<512x?xf32>, %w: tensor<16x512x16xf32>, %v: index) -> tensor<256x?xf32>
        domain(256, d0) access(read, read, write) work(flops = 262144*d0, bytes = 3072*d0 + 524288)
        attributes {dims = [[0], [], [0]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%v) : tensor<256x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<256x?xf32>) -> tensor<256x?xf32>
      %s = linalg.generic {indexing_maps = [#pixel, #lanes, #pixels], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<512x?xf32>, tensor<16x512x16xf32>) outs(%f : tensor<256x?xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<256x?xf32>
      exec.yield %s : tensor<256x?xf32>
    }
  }
}
