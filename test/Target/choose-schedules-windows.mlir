// On processors without masks a row of `window` ends with elements one by one:
// `depthwise` takes rows that it can write out there.
// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' | FileCheck %s
#image = affine_map<(n, c, y, x, i, j) -> (n, c, y + i, x + j)>
#filter = affine_map<(n, c, y, x, i, j) -> (c floordiv 16, i, j, c mod 16)>
#result = affine_map<(n, c, y, x, i, j) -> (n, c, y, x)>
exec.variant @cpu for ["cpu:x86-64-v3"] {
  ep.program @p {
    // CHECK: exec.kernel @short(
    // CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"depthwise"
    exec.kernel @short(%x: tensor<1x96x28x28xf32>, %w: tensor<6x3x3x16xf32>) -> tensor<1x96x28x28xf32>
        domain(1, 96, 28, 28) access(read, read, write) work(flops = 1354752, bytes = 605568)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
      ^bb0(%a: index, %b: index, %c: index, %d: index):
        tensor.yield %zero : f32
      } : tensor<1x96x28x28xf32> to tensor<1x96x30x30xf32>
      %e = tensor.empty() : tensor<1x96x28x28xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x96x28x28xf32>) -> tensor<1x96x28x28xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%p, %w : tensor<1x96x30x30xf32>, tensor<6x3x3x16xf32>) outs(%f : tensor<1x96x28x28xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x96x28x28xf32>
      exec.yield %s : tensor<1x96x28x28xf32>
    }
    // CHECK: exec.kernel @long(
    // CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"window"
    exec.kernel @long(%x: tensor<1x16x8x512xf32>, %w: tensor<1x3x3x16xf32>) -> tensor<1x16x8x512xf32>
        domain(1, 16, 8, 512) access(read, read, write) work(flops = 1179648, bytes = 524864)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
      ^bb0(%a: index, %b: index, %c: index, %d: index):
        tensor.yield %zero : f32
      } : tensor<1x16x8x512xf32> to tensor<1x16x10x514xf32>
      %e = tensor.empty() : tensor<1x16x8x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x8x512xf32>) -> tensor<1x16x8x512xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result],
          iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%p, %w : tensor<1x16x10x514xf32>, tensor<1x3x3x16xf32>) outs(%f : tensor<1x16x8x512xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x16x8x512xf32>
      exec.yield %s : tensor<1x16x8x512xf32>
    }
  }
}
