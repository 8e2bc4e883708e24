// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' --split-input-file | FileCheck %s

// Three panels of one band would leave one of two threads with two: each row is
// a band. Two panels, of which one is not full, share bands of two rows of 14,
// since sums are short and one row fills no vector. A line of 49 pixels is cut
// along its columns. Where all panels do not stay in the second cache, one band
// serves them.
// CHECK-LABEL: exec.kernel @three
// CHECK: exec.schedules = {"cpu:x86-64-v4" = #exec.schedule<"convolution" tile = [32, 1, 7] block = [1, 7] depth = 256>}
// CHECK-LABEL: exec.kernel @two
// CHECK: exec.schedules = {"cpu:x86-64-v4" = #exec.schedule<"convolution" tile = [32, 1, 7] block = [2, 14] depth = 256>}
// CHECK-LABEL: exec.kernel @line
// CHECK: exec.schedules = {"cpu:x86-64-v4" = #exec.schedule<"convolution" tile = [32, 1, 7] block = [1, 28] depth = 256>}
// CHECK-LABEL: exec.kernel @far
// CHECK: exec.schedules = {"cpu:x86-64-v4" = #exec.schedule<"convolution" tile = [32, 1, 7] block = [7, 7] depth = 256>}
#image = affine_map<(n, f, y, x, c) -> (n, c, y, x)>
#panels = affine_map<(n, f, y, x, c) -> (f floordiv 32, c, f mod 32)>
#result = affine_map<(n, f, y, x, c) -> (n, f, y, x)>
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    exec.kernel @three(%x: tensor<1x576x7x7xf32>, %w: tensor<3x576x32xf32>) -> tensor<1x96x7x7xf32>
        domain(1, 96, 7, 7) access(read, read, write)
        work(flops = 5419008, bytes = 352896)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x96x7x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x96x7x7xf32>) -> tensor<1x96x7x7xf32>
      %s = linalg.generic {indexing_maps = [#image, #panels, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x576x7x7xf32>, tensor<3x576x32xf32>) outs(%f : tensor<1x96x7x7xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %t = arith.addf %o, %q : f32
        linalg.yield %t : f32
      } -> tensor<1x96x7x7xf32>
      exec.yield %s : tensor<1x96x7x7xf32>
    }
    exec.kernel @two(%x: tensor<1x240x14x14xf32>, %w: tensor<2x240x32xf32>) -> tensor<1x40x14x14xf32>
        domain(1, 40, 14, 14) access(read, read, write)
        work(flops = 3763200, bytes = 280960)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x40x14x14xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x40x14x14xf32>) -> tensor<1x40x14x14xf32>
      %s = linalg.generic {indexing_maps = [#image, #panels, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x240x14x14xf32>, tensor<2x240x32xf32>) outs(%f : tensor<1x40x14x14xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %t = arith.addf %o, %q : f32
        linalg.yield %t : f32
      } -> tensor<1x40x14x14xf32>
      exec.yield %s : tensor<1x40x14x14xf32>
    }
    exec.kernel @line(%x: tensor<1x96x49xf32>, %w: tensor<3x96x32xf32>) -> tensor<1x96x49xf32>
        domain(1, 96, 49) access(read, read, write)
        work(flops = 903168, bytes = 74496)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x96x49xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x96x49xf32>) -> tensor<1x96x49xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(n, f, x, c) -> (n, c, x)>, affine_map<(n, f, x, c) -> (f floordiv 32, c, f mod 32)>, affine_map<(n, f, x, c) -> (n, f, x)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x96x49xf32>, tensor<3x96x32xf32>) outs(%f : tensor<1x96x49xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %t = arith.addf %o, %q : f32
        linalg.yield %t : f32
      } -> tensor<1x96x49xf32>
      exec.yield %s : tensor<1x96x49xf32>
    }
    exec.kernel @far(%x: tensor<1x1152x7x7xf32>, %w: tensor<5x1152x32xf32>) -> tensor<1x160x7x7xf32>
        domain(1, 160, 7, 7) access(read, read, write)
        work(flops = 18063360, bytes = 994432)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x160x7x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x160x7x7xf32>) -> tensor<1x160x7x7xf32>
      %s = linalg.generic {indexing_maps = [#image, #panels, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x1152x7x7xf32>, tensor<5x1152x32xf32>) outs(%f : tensor<1x160x7x7xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %t = arith.addf %o, %q : f32
        linalg.yield %t : f32
      } -> tensor<1x160x7x7xf32>
      exec.yield %s : tensor<1x160x7x7xf32>
    }
  }
}

// -----

// Eight panels are shared as they are, and so are many images.
// CHECK-LABEL: exec.kernel @eight
// CHECK: exec.schedules = {"cpu:x86-64-v4" = #exec.schedule<"convolution" tile = [32, 1, 7] block = [7, 7] depth = 256>}
// CHECK-LABEL: exec.kernel @images
// CHECK: exec.schedules = {"cpu:x86-64-v4" = #exec.schedule<"convolution" tile = [32, 1, 7] block = [7, 7] depth = 256>}
#image = affine_map<(n, f, y, x, c) -> (n, c, y, x)>
#panels = affine_map<(n, f, y, x, c) -> (f floordiv 32, c, f mod 32)>
#result = affine_map<(n, f, y, x, c) -> (n, f, y, x)>
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    exec.kernel @eight(%x: tensor<1x576x7x7xf32>, %w: tensor<8x576x32xf32>) -> tensor<1x256x7x7xf32>
        domain(1, 256, 7, 7) access(read, read, write)
        work(flops = 14450688, bytes = 752896)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x256x7x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x256x7x7xf32>) -> tensor<1x256x7x7xf32>
      %s = linalg.generic {indexing_maps = [#image, #panels, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x576x7x7xf32>, tensor<8x576x32xf32>) outs(%f : tensor<1x256x7x7xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %t = arith.addf %o, %q : f32
        linalg.yield %t : f32
      } -> tensor<1x256x7x7xf32>
      exec.yield %s : tensor<1x256x7x7xf32>
    }
    exec.kernel @images(%x: tensor<32x576x7x7xf32>, %w: tensor<3x576x32xf32>) -> tensor<32x96x7x7xf32>
        domain(32, 96, 7, 7) access(read, read, write)
        work(flops = 173408256, bytes = 4435968)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<32x96x7x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x96x7x7xf32>) -> tensor<32x96x7x7xf32>
      %s = linalg.generic {indexing_maps = [#image, #panels, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<32x576x7x7xf32>, tensor<3x576x32xf32>) outs(%f : tensor<32x96x7x7xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %t = arith.addf %o, %q : f32
        linalg.yield %t : f32
      } -> tensor<32x96x7x7xf32>
      exec.yield %s : tensor<32x96x7x7xf32>
    }
  }
}
