// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' --split-input-file | FileCheck %s

// Fifty rows are five tiles of ten where 32 registers hold their sums: of eight
// there would be seven, the last one to be computed almost twice. Sixteen
// registers hold six rows.
// CHECK-LABEL: exec.kernel @uneven
// CHECK-SAME: "cpu:x86-64-v3" = #exec.schedule<"gemm" tile = [6, 16]
// CHECK-SAME: "cpu:x86-64-v4" = #exec.schedule<"gemm" tile = [10, 32]
exec.variant @cpu for ["cpu:x86-64-v4", "cpu:x86-64-v3"] {
  ep.program @model {
    exec.kernel @uneven(%a: tensor<50x512xf32>, %b: tensor<512x512xf32>) -> tensor<50x512xf32>
        domain(50, 512) access(read, read, write) work(flops = 26214400, bytes = 1253376) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<50x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<50x512xf32>) -> tensor<50x512xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%a, %b : tensor<50x512xf32>, tensor<512x512xf32>) outs(%f : tensor<50x512xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %q = arith.mulf %x, %y : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<50x512xf32>
      exec.yield %s : tensor<50x512xf32>
    }
  }
}

// -----

// Where eight divide them, tiles of eight are as much work as larger ones.
// CHECK-LABEL: exec.kernel @even
// CHECK-SAME: "cpu:x86-64-v4" = #exec.schedule<"gemm" tile = [8, 32]
exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @model {
    exec.kernel @even(%a: tensor<56x512xf32>, %b: tensor<512x512xf32>) -> tensor<56x512xf32>
        domain(56, 512) access(read, read, write) work(flops = 29360128, bytes = 1277952) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<56x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<56x512xf32>) -> tensor<56x512xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%a, %b : tensor<56x512xf32>, tensor<512x512xf32>) outs(%f : tensor<56x512xf32>) {
      ^bb0(%x: f32, %y: f32, %o: f32):
        %q = arith.mulf %x, %y : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<56x512xf32>
      exec.yield %s : tensor<56x512xf32>
    }
  }
}
