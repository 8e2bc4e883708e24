// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' | FileCheck %s

// A filter for each channel, of images whose sizes are not known: those of many
// channels are expected to be small, and their rows short. Vectors of channels
// take them, and images of which every second column is read, others vectors of
// columns.
// CHECK: exec.kernel @small
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"depthwise" tile = [8, 5] block = [14, 25]>
// CHECK-SAME: "cpu:x86-64-v4" = #exec.schedule<"depthwise" tile = [16, 7] block = [14, 28]>
// CHECK: exec.kernel @large
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"window"
// CHECK: exec.kernel @steps
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"depthwise"
// CHECK-SAME: "cpu:x86-64-v4" = #exec.schedule<"depthwise"
#image = affine_map<(c, y, x, i, j) -> (c, y + i, x + j)>
#steps = affine_map<(c, y, x, i, j) -> (c, y * 2 + i, x * 2 + j)>
#filter = affine_map<(c, y, x, i, j) -> (c floordiv 32, i, j, c mod 32)>
#result = affine_map<(c, y, x, i, j) -> (c, y, x)>
exec.variant @cpu for ["cpu:x86-64-v3", "cpu:x86-64-v4"] {
  ep.program @p {
    exec.kernel @small(%x: tensor<384x?x?xf32>, %w: tensor<12x3x3x32xf32>, %h: index, %v: index, %oh: index, %ov: index) -> tensor<384x?x?xf32>
        domain(384, d2, d3) access(read, read, write) work(flops = 6912*d2*d3, bytes = 13824 + 1536*d0*d1 + 1536*d2*d3)
        attributes {dims = [[0, 1], [], [2, 3]]} {
      %zero = arith.constant 0.0 : f32
      %p = tensor.pad %x low[0, 1, 1] high[0, 1, 1] {
      ^bb0(%i: index, %j: index, %k: index):
        tensor.yield %zero : f32
      } : tensor<384x?x?xf32> to tensor<384x?x?xf32>
      %e = tensor.empty(%oh, %ov) : tensor<384x?x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<384x?x?xf32>) -> tensor<384x?x?xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%p, %w : tensor<384x?x?xf32>, tensor<12x3x3x32xf32>) outs(%f : tensor<384x?x?xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<384x?x?xf32>
      exec.yield %s : tensor<384x?x?xf32>
    }
    exec.kernel @large(%x: tensor<96x?x?xf32>, %w: tensor<3x3x3x32xf32>, %h: index, %v: index, %oh: index, %ov: index) -> tensor<96x?x?xf32>
        domain(96, d2, d3) access(read, read, write) work(flops = 1728*d2*d3, bytes = 3456 + 384*d0*d1 + 384*d2*d3)
        attributes {dims = [[0, 1], [], [2, 3]]} {
      %zero = arith.constant 0.0 : f32
      %p = tensor.pad %x low[0, 1, 1] high[0, 1, 1] {
      ^bb0(%i: index, %j: index, %k: index):
        tensor.yield %zero : f32
      } : tensor<96x?x?xf32> to tensor<96x?x?xf32>
      %e = tensor.empty(%oh, %ov) : tensor<96x?x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<96x?x?xf32>) -> tensor<96x?x?xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%p, %w : tensor<96x?x?xf32>, tensor<3x3x3x32xf32>) outs(%f : tensor<96x?x?xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<96x?x?xf32>
      exec.yield %s : tensor<96x?x?xf32>
    }
    exec.kernel @steps(%x: tensor<96x?x?xf32>, %w: tensor<3x3x3x32xf32>, %h: index, %v: index, %oh: index, %ov: index) -> tensor<96x?x?xf32>
        domain(96, d2, d3) access(read, read, write) work(flops = 1728*d2*d3, bytes = 3456 + 384*d0*d1 + 384*d2*d3)
        attributes {dims = [[0, 1], [], [2, 3]]} {
      %zero = arith.constant 0.0 : f32
      %p = tensor.pad %x low[0, 1, 1] high[0, 1, 1] {
      ^bb0(%i: index, %j: index, %k: index):
        tensor.yield %zero : f32
      } : tensor<96x?x?xf32> to tensor<96x?x?xf32>
      %e = tensor.empty(%oh, %ov) : tensor<96x?x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<96x?x?xf32>) -> tensor<96x?x?xf32>
      %s = linalg.generic {indexing_maps = [#steps, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%p, %w : tensor<96x?x?xf32>, tensor<3x3x3x32xf32>) outs(%f : tensor<96x?x?xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<96x?x?xf32>
      exec.yield %s : tensor<96x?x?xf32>
    }
  }
}
