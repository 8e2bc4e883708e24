// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' --split-input-file --verify-diagnostics --remark-format=emitRemark --remarks-filter=kiln-schedule | FileCheck %s

// The emitter with the least predicted time is taken, with the sizes that fit
// each target.
// CHECK-LABEL: exec.variant @cpu
// CHECK: exec.schedules = {"cpu:x86-64-v2" = #exec.schedule<"gemm" tile = [{{[0-9]+}}, 8] block = [{{[0-9]+}}] depth = 256>, "cpu:x86-64-v4" = #exec.schedule<"gemm" tile = [8, 32] block = [256] depth = 256>}
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>

exec.variant @cpu for ["cpu:x86-64-v2", "cpu:x86-64-v4"] {
  ep.program @p {
    // expected-remark @below {{linear_relu on cpu:x86-64-v2: #exec.schedule<"gemm" tile = }}
    // expected-remark @below {{linear_relu on cpu:x86-64-v4: #exec.schedule<"gemm" tile = [8, 32] block = [256] depth = 256>, the least predicted time; gemm, tile = [8, 32], block = [256], depth = 256: 3.66 us: arithmetic 2.77, memory 0.581, packing 0.213, start 0.683; naive: 17.8 us: arithmetic 17.1, memory 0.581, start 0.683; declined: attention, depthwise, window, winograd, convolution, amx, amx_convolution, groups, interleave, transpose, shared}}
    exec.kernel @linear_relu(%x: tensor<?x512xf32>, %w: tensor<40x512xf32>, %s: index)
        -> tensor<?x40xf32>
        domain(d0, 40) access(read, read, write) work(flops = 41000*d0, bytes = 2208*d0 + 81920)
        attributes {dims = [[0], [], [0]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%s) : tensor<?x40xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
      %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<?x512xf32>, tensor<40x512xf32>) outs(%f : tensor<?x40xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<?x40xf32>
      %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%p : tensor<?x40xf32>) outs(%e : tensor<?x40xf32>) {
      ^bb0(%a: f32, %o: f32):
        %r = arith.maximumf %a, %zero : f32
        linalg.yield %r : f32
      } -> tensor<?x40xf32>
      exec.yield %y : tensor<?x40xf32>
    }
  }
}

// -----

// One column would be padded to a tile: sums along rows take less.
// CHECK: exec.schedules = {"cpu:x86-64-v4" = #exec.schedule<"naive">}
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    // expected-remark @below {{score on cpu:x86-64-v4: #exec.schedule<"naive">, the least predicted time; gemm, tile = [8, 32]}}
    exec.kernel @score(%x: tensor<512x64xf32>, %w: tensor<1x64xf32>) -> tensor<512x1xf32>
        domain(512, 1) access(read, read, write) work(flops = 65536, bytes = 133376)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<512x1xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x1xf32>) -> tensor<512x1xf32>
      %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<512x64xf32>, tensor<1x64xf32>) outs(%f : tensor<512x1xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<512x1xf32>
      exec.yield %p : tensor<512x1xf32>
    }
  }
}

// -----

// What is chosen already stays, whatever it takes.
// CHECK: exec.schedules = {"cpu:x86-64-v4" = #exec.schedule<"gemm" tile = [14, 32] block = [64] depth = 128>}
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>

exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    // expected-remark @below {{tile = [14, 32] block = [64] depth = 128>, as it has already; gemm, tile = [8, 32]}}
    exec.kernel @linear_relu(%x: tensor<?x512xf32>, %w: tensor<40x512xf32>, %s: index)
        -> tensor<?x40xf32>
        domain(d0, 40) access(read, read, write) work(flops = 41000*d0, bytes = 2208*d0 + 81920)
        attributes {dims = [[0], [], [0]], exec.schedules = {"cpu:x86-64-v4" = #exec.schedule<"gemm" tile = [14, 32] block = [64] depth = 128>}} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%s) : tensor<?x40xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
      %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<?x512xf32>, tensor<40x512xf32>) outs(%f : tensor<?x40xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<?x40xf32>
      %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%p : tensor<?x40xf32>) outs(%e : tensor<?x40xf32>) {
      ^bb0(%a: f32, %o: f32):
        %r = arith.maximumf %a, %zero : f32
        linalg.yield %r : f32
      } -> tensor<?x40xf32>
      exec.yield %y : tensor<?x40xf32>
    }
  }
}

// -----

// Sixteen rows by two vectors are more than the registers hold.
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>

exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    // expected-error @below {{cannot be written for cpu:x86-64-v4 as #exec.schedule<"gemm" tile = [16, 32] block = [64] depth = 128> asks}}
    exec.kernel @linear_relu(%x: tensor<?x512xf32>, %w: tensor<40x512xf32>, %s: index)
        -> tensor<?x40xf32>
        domain(d0, 40) access(read, read, write) work(flops = 41000*d0, bytes = 2208*d0 + 81920)
        attributes {dims = [[0], [], [0]], exec.schedules = {"cpu:x86-64-v4" = #exec.schedule<"gemm" tile = [16, 32] block = [64] depth = 128>}} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%s) : tensor<?x40xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
      %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<?x512xf32>, tensor<40x512xf32>) outs(%f : tensor<?x40xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<?x40xf32>
      %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%p : tensor<?x40xf32>) outs(%e : tensor<?x40xf32>) {
      ^bb0(%a: f32, %o: f32):
        %r = arith.maximumf %a, %zero : f32
        linalg.yield %r : f32
      } -> tensor<?x40xf32>
      exec.yield %y : tensor<?x40xf32>
    }
  }
}

// -----

// Four rows, which shows when it runs, are taken together: three have no room.
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>

exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    // expected-error @below {{cannot be written for cpu:x86-64-v4 as #exec.schedule<"gemm" tile = [3, 32] block = [64] depth = 128> asks}}
    exec.kernel @linear_relu(%x: tensor<?x512xf32>, %w: tensor<40x512xf32>, %s: index)
        -> tensor<?x40xf32>
        domain(d0, 40) access(read, read, write) work(flops = 41000*d0, bytes = 2208*d0 + 81920)
        attributes {dims = [[0], [], [0]], exec.schedules = {"cpu:x86-64-v4" = #exec.schedule<"gemm" tile = [3, 32] block = [64] depth = 128>}} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%s) : tensor<?x40xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
      %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<?x512xf32>, tensor<40x512xf32>) outs(%f : tensor<?x40xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<?x40xf32>
      %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%p : tensor<?x40xf32>) outs(%e : tensor<?x40xf32>) {
      ^bb0(%a: f32, %o: f32):
        %r = arith.maximumf %a, %zero : f32
        linalg.yield %r : f32
      } -> tensor<?x40xf32>
      exec.yield %y : tensor<?x40xf32>
    }
  }
}

// -----

// expected-error @below {{of class cpu is for 'cuda:sm_90', which is no target of the class; known are cpu:aarch64}}
exec.variant @cpu for ["cuda:sm_90"] {
}

// -----

// The same of tiles of a minimal filtering that are no pairs of rows.
#image = affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>
#filter = affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>
#result = affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    // expected-error @below {{cannot be written for cpu:x86-64-v4 as #exec.schedule<"winograd" tile = [32, 7] block = [1, 7, 14] depth = 256> asks}}
    exec.kernel @conv(%x: tensor<2x16x16x16xf32>, %w: tensor<1x16x3x3x32xf32>) -> tensor<2x32x14x14xf32>
        domain(2, 32, 14, 14) access(read, read, write) work(flops = 3612672, bytes = 101376)
        attributes {dims = [[], [], []], exec.schedules = {"cpu:x86-64-v4" = #exec.schedule<"winograd" tile = [32, 7] block = [1, 7, 14] depth = 256>}} {
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
