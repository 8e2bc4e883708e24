// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' | FileCheck %s

// Windows of a pooling share the rows of a band. A pass along one dimension of
// long rows is written as any kernel is, and so are elements that no tile has,
// and windows of which more is asked than one result.
#window = affine_map<(c, y, x, i, j) -> (i, j)>
#result = affine_map<(c, y, x, i, j) -> (c, y, x)>
#image = affine_map<(c, y, x, i, j) -> (c, y * 2 + i, x * 2 + j)>
#pass = affine_map<(c, y, x, i, j) -> (c, y * 2 + i, x + j)>
exec.variant @cpu for ["cpu:x86-64-v3", "cpu:x86-64-v4"] {
  ep.program @p {
    // CHECK: exec.kernel @maxima(
    // CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"window"
    // CHECK-SAME: "cpu:x86-64-v4" = #exec.schedule<"window"
    exec.kernel @maxima(%x: tensor<64x29x29xbf16>) -> tensor<64x14x14xf32>
        domain(64, 14, 14) access(read, write) work(flops = 112896, bytes = 157824) attributes {dims = [[], []]} {
      %low = arith.constant 0xFF800000 : f32
      %k = tensor.empty() : tensor<3x3xf32>
      %e = tensor.empty() : tensor<64x14x14xf32>
      %f = linalg.fill ins(%low : f32) outs(%e : tensor<64x14x14xf32>) -> tensor<64x14x14xf32>
      %s = linalg.generic {indexing_maps = [#image, #window, #result],
          iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%x, %k : tensor<64x29x29xbf16>, tensor<3x3xf32>) outs(%f : tensor<64x14x14xf32>) {
      ^bb0(%a: bf16, %w: f32, %o: f32):
        %b = arith.extf %a : bf16 to f32
        %r = arith.maximumf %o, %b : f32
        linalg.yield %r : f32
      } -> tensor<64x14x14xf32>
      exec.yield %s : tensor<64x14x14xf32>
    }
    // CHECK: exec.kernel @long_pass(
    // CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"naive">
    exec.kernel @long_pass(%x: tensor<64x29x112xf32>) -> tensor<64x14x112xf32>
        domain(64, 14, 112) access(read, write) work(flops = 301056, bytes = 1232896) attributes {dims = [[], []]} {
      %low = arith.constant 0xFF800000 : f32
      %k = tensor.empty() : tensor<3x1xf32>
      %e = tensor.empty() : tensor<64x14x112xf32>
      %f = linalg.fill ins(%low : f32) outs(%e : tensor<64x14x112xf32>) -> tensor<64x14x112xf32>
      %s = linalg.generic {indexing_maps = [#pass, #window, #result],
          iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%x, %k : tensor<64x29x112xf32>, tensor<3x1xf32>) outs(%f : tensor<64x14x112xf32>) {
      ^bb0(%a: f32, %w: f32, %o: f32):
        %r = arith.maximumf %o, %a : f32
        linalg.yield %r : f32
      } -> tensor<64x14x112xf32>
      exec.yield %s : tensor<64x14x112xf32>
    }
    // CHECK: exec.kernel @integers(
    // CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"naive">
    exec.kernel @integers(%x: tensor<64x29x29xi32>) -> tensor<64x14x14xi32>
        domain(64, 14, 14) access(read, write) work(flops = 0, bytes = 265472) attributes {dims = [[], []]} {
      %low = arith.constant -2147483648 : i32
      %k = tensor.empty() : tensor<3x3xi32>
      %e = tensor.empty() : tensor<64x14x14xi32>
      %f = linalg.fill ins(%low : i32) outs(%e : tensor<64x14x14xi32>) -> tensor<64x14x14xi32>
      %s = linalg.generic {indexing_maps = [#image, #window, #result],
          iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%x, %k : tensor<64x29x29xi32>, tensor<3x3xi32>) outs(%f : tensor<64x14x14xi32>) {
      ^bb0(%a: i32, %w: i32, %o: i32):
        %r = arith.maxsi %o, %a : i32
        linalg.yield %r : i32
      } -> tensor<64x14x14xi32>
      exec.yield %s : tensor<64x14x14xi32>
    }
    // CHECK: exec.kernel @squares(
    // CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"naive">
    exec.kernel @squares(%x: tensor<64x29x29xf32>) -> tensor<64x14x14xf32>
        domain(64, 14, 14) access(read, write) work(flops = 225792, bytes = 265472) attributes {dims = [[], []]} {
      %zero = arith.constant 0.0 : f32
      %k = tensor.empty() : tensor<3x3xf32>
      %e = tensor.empty() : tensor<64x14x14xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x14x14xf32>) -> tensor<64x14x14xf32>
      %s = linalg.generic {indexing_maps = [#image, #window, #result],
          iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%x, %k : tensor<64x29x29xf32>, tensor<3x3xf32>) outs(%f : tensor<64x14x14xf32>) {
      ^bb0(%a: f32, %w: f32, %o: f32):
        %q = arith.mulf %a, %a : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<64x14x14xf32>
      exec.yield %s : tensor<64x14x14xf32>
    }
  }
}
