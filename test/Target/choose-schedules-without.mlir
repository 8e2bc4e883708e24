// An emitter that is left out is not chosen, though its time is the least.
// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' | FileCheck %s --check-prefix=ALL
// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules{without=winograd,window}))' | FileCheck %s --check-prefix=DIRECT
// RUN: not kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules{without=winograd,convolution,gemm,naive}))' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules{without=winograt}))' 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// ALL: #exec.schedule<"winograd"
// DIRECT: #exec.schedule<"convolution"
// NONE: 'exec.kernel' op can be written for cpu:x86-64-v4 by no emitter but those that are left out
// UNKNOWN: 'winograt' is no emitter; known are attention, depthwise, window, winograd, convolution, amx, amx_convolution, groups, gemm, interleave, transpose, shared, naive
#image = affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>
#filter = affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>
#result = affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    exec.kernel @conv(%x: tensor<2x16x16x16xf32>, %w: tensor<1x16x3x3x32xf32>) -> tensor<2x32x14x14xf32>
        domain(2, 32, 14, 14) access(read, read, write) work(flops = 3612672, bytes = 101376)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<2x32x14x14xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x32x14x14xf32>) -> tensor<2x32x14x14xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<2x16x16x16xf32>, tensor<1x16x3x3x32xf32>) outs(%f : tensor<2x32x14x14xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<2x32x14x14xf32>
      exec.yield %s : tensor<2x32x14x14xf32>
    }
  }
}
