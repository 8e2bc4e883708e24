// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' | FileCheck %s

// Windows of many planes: fewer tiles than usual are transformed at once,
// so that a cache holds them.
// CHECK: exec.schedules = {"cpu:x86-64-v4" = #exec.schedule<"winograd" tile = [32, {{[0-9]+}}] block = [1, 4, 32] depth = 256>}
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    exec.kernel @head(%x: tensor<1x2048x32x32xf32>, %w: tensor<16x2048x3x3x32xf32>) -> tensor<1x512x32x32xf32>
        domain(1, 512, 32, 32) access(read, read, write) work(flops = 19327352832, bytes = 48234496) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
      ^bb0(%a: index, %b: index, %c: index, %d: index):
        tensor.yield %zero : f32
      } : tensor<1x2048x32x32xf32> to tensor<1x2048x34x34xf32>
      %e = tensor.empty() : tensor<1x512x32x32xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x512x32x32xf32>) -> tensor<1x512x32x32xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>, affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>, affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%p, %w : tensor<1x2048x34x34xf32>, tensor<16x2048x3x3x32xf32>) outs(%f : tensor<1x512x32x32xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x512x32x32xf32>
      exec.yield %s : tensor<1x512x32x32xf32>
    }
  }
}
