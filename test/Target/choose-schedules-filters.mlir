// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' | FileCheck %s

// Filters are the lanes of a vector, most of which may be empty where windows
// are packed one element after the other. Where that is done under masks,
// filters of no more than half a vector are rows of a product.
// CHECK: exec.kernel @eight
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"convolution"
// CHECK-SAME: "cpu:x86-64-v4" = #exec.schedule<"gemm"
// CHECK: exec.kernel @twelve
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"convolution"
// CHECK-SAME: "cpu:x86-64-v4" = #exec.schedule<"convolution"
#image = affine_map<(f, y, x, c, i, j) -> (c, y + i, x + j)>
#filter = affine_map<(f, y, x, c, i, j) -> (f, c, i, j)>
#result = affine_map<(f, y, x, c, i, j) -> (f, y, x)>
exec.variant @cpu for ["cpu:x86-64-v3", "cpu:x86-64-v4"] {
  ep.program @p {
    exec.kernel @eight(%x: tensor<64x66x66xf32>, %w: tensor<8x64x3x3xf32>) -> tensor<8x64x64xf32>
        domain(8, 64, 64) access(read, read, write) work(flops = 37748736, bytes = 1264640)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<8x64x64xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64x64xf32>) -> tensor<8x64x64xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<64x66x66xf32>, tensor<8x64x3x3xf32>) outs(%f : tensor<8x64x64xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<8x64x64xf32>
      exec.yield %s : tensor<8x64x64xf32>
    }
    exec.kernel @twelve(%x: tensor<64x66x66xf32>, %w: tensor<12x64x3x3xf32>) -> tensor<12x64x64xf32>
        domain(12, 64, 64) access(read, read, write) work(flops = 56623104, bytes = 1339392)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<12x64x64xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<12x64x64xf32>) -> tensor<12x64x64xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<64x66x66xf32>, tensor<12x64x3x3xf32>) outs(%f : tensor<12x64x64xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<12x64x64xf32>
      exec.yield %s : tensor<12x64x64xf32>
    }
  }
}
