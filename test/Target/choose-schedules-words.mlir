// Words of two planes, which no instruction of the level takes, are set apart
// when panels are packed, a cycle for each vector: 36864 elements, 32 panels, 16
// bands in vectors of 8 are 98 us of 8 cores at 3 GHz, beside 20 of the bands
// themselves. Turning filters takes four, and with that the product would be
// chosen.
// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' --remark-format=emitRemark --remarks-filter=kiln-schedule 2>&1 | FileCheck %s

// CHECK: #exec.schedule<"convolution" tile = [16, 1, 4] block = [4, 8] depth = 256>, the least predicted time; convolution, {{[^;:]*}}: {{[^;]*}} packing 118, {{[^;]*}}; gemm,
// CHECK: exec.schedules = {"cpu:x86-64-v3" = #exec.schedule<"convolution"
#image = affine_map<(n, f, y, x, c, i, j) -> (n, c, y * 2 + i, x * 2 + j)>
#filter = affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c floordiv 2, i, j, f mod 32, c mod 2)>
#result = affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>
exec.variant @cpu for ["cpu:x86-64-v3"] {
  ep.program @p {
    exec.kernel @conv(%x: tensor<8x256x15x15xbf16>, %w: tensor<16x128x3x3x32x2xbf16>) -> tensor<8x512x7x7xf32>
        domain(8, 512, 7, 7) access(read, read, write) work(flops = 924844032, bytes = 4083712)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<8x512x7x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x512x7x7xf32>) -> tensor<8x512x7x7xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<8x256x15x15xbf16>, tensor<16x128x3x3x32x2xbf16>) outs(%f : tensor<8x512x7x7xf32>) {
      ^bb0(%a: bf16, %b: bf16, %o: f32):
        %aw = arith.extf %a : bf16 to f32
        %bw = arith.extf %b : bf16 to f32
        %q = arith.mulf %aw, %bw : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<8x512x7x7xf32>
      exec.yield %s : tensor<8x512x7x7xf32>
    }
  }
}
