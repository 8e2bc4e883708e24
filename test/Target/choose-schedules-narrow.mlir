// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' --split-input-file | FileCheck %s

// Eleven pixels are one tile: two of six would compute one of them twice.
// CHECK: exec.kernel @eleven
// CHECK-SAME: #exec.schedule<"convolution" tile = [32, 1, 11]
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    exec.kernel @eleven(%x: tensor<1x64x23x23xf32>, %w: tensor<2x64x3x3x32xf32>) -> tensor<1x64x11x11xf32>
        domain(1, 64, 11, 11) access(read, read, write) work(flops = 8921088, bytes = 313856) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x64x11x11xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x11x11xf32>) -> tensor<1x64x11x11xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(n, f, y, x, c, i, j) -> (n, c, y * 2 + i, x * 2 + j)>, affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>, affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<1x64x23x23xf32>, tensor<2x64x3x3x32xf32>) outs(%f : tensor<1x64x11x11xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x64x11x11xf32>
      exec.yield %s : tensor<1x64x11x11xf32>
    }
  }
}

// -----

// Two of six are as much work as one of twelve.
// CHECK: exec.kernel @twelve
// CHECK-SAME: #exec.schedule<"convolution" tile = [32, 1, 6]
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    exec.kernel @twelve(%x: tensor<1x64x25x25xf32>, %w: tensor<2x64x3x3x32xf32>) -> tensor<1x64x12x12xf32>
        domain(1, 64, 12, 12) access(read, read, write) work(flops = 10616832, bytes = 344320) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x64x12x12xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x12x12xf32>) -> tensor<1x64x12x12xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(n, f, y, x, c, i, j) -> (n, c, y * 2 + i, x * 2 + j)>, affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>, affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<1x64x25x25xf32>, tensor<2x64x3x3x32xf32>) outs(%f : tensor<1x64x12x12xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x64x12x12xf32>
      exec.yield %s : tensor<1x64x12x12xf32>
    }
  }
}
