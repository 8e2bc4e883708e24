// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' | FileCheck %s

// The pixels of a small image are a line of tiles. A band of them is cut where
// threads would else share few filters unevenly, and where all planes of it and
// a panel would not fit the second cache.
// CHECK: exec.kernel @few_planes
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"convolution" tile = [16, 1, 5] block = [1, 50] depth = 256>
// CHECK: exec.kernel @many_planes
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"convolution" tile = [16, 1, 5] block = [1, 25] depth = 256>
// CHECK: exec.kernel @deep_planes
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"convolution" tile = [16, 1, 5] block = [1, 10] depth = 256>
// A tile has so many pixels that their sums do not wait for each other, though
// three would divide nine.
// CHECK: exec.kernel @few_pixels
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"convolution" tile = [16, 1, 5] block = [1, 10] depth = 256>
#image = affine_map<(n, f, x, c) -> (n, c, x)>
#filter = affine_map<(n, f, x, c) -> (f floordiv 16, c, f mod 16)>
#result = affine_map<(n, f, x, c) -> (n, f, x)>
exec.variant @cpu for ["cpu:x86-64-v3"] {
  ep.program @p {
    exec.kernel @few_planes(%x: tensor<1x96x49xf32>, %w: tensor<36x96x16xf32>) -> tensor<1x576x49xf32>
        domain(1, 576, 49) access(read, read, write) work(flops = 5419008, bytes = 352896)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x576x49xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x576x49xf32>) -> tensor<1x576x49xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x96x49xf32>, tensor<36x96x16xf32>) outs(%f : tensor<1x576x49xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x576x49xf32>
      exec.yield %s : tensor<1x576x49xf32>
    }
    exec.kernel @many_planes(%x: tensor<1x576x49xf32>, %w: tensor<6x576x16xf32>) -> tensor<1x96x49xf32>
        domain(1, 96, 49) access(read, read, write) work(flops = 5419008, bytes = 352896)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x96x49xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x96x49xf32>) -> tensor<1x96x49xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x576x49xf32>, tensor<6x576x16xf32>) outs(%f : tensor<1x96x49xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x96x49xf32>
      exec.yield %s : tensor<1x96x49xf32>
    }
    exec.kernel @deep_planes(%x: tensor<1x4096x49xf32>, %w: tensor<32x4096x16xf32>) -> tensor<1x512x49xf32>
        domain(1, 512, 49) access(read, read, write) work(flops = 205520896, bytes = 9291776)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x512x49xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x512x49xf32>) -> tensor<1x512x49xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x4096x49xf32>, tensor<32x4096x16xf32>) outs(%f : tensor<1x512x49xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x512x49xf32>
      exec.yield %s : tensor<1x512x49xf32>
    }
    exec.kernel @few_pixels(%x: tensor<1x96x9xf32>, %w: tensor<36x96x16xf32>) -> tensor<1x576x9xf32>
        domain(1, 576, 9) access(read, read, write) work(flops = 995328, bytes = 245376)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x576x9xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x576x9xf32>) -> tensor<1x576x9xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x96x9xf32>, tensor<36x96x16xf32>) outs(%f : tensor<1x576x9xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x576x9xf32>
      exec.yield %s : tensor<1x576x9xf32>
    }
  }
}
