// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' | FileCheck %s

exec.variant @cpu for ["cpu:x86-64-v4"] {
  ep.program @p {
    // Rows that choose matrices are those of products.
    // CHECK-LABEL: exec.kernel @rows(
    // CHECK-SAME: #exec.schedule<"gemm" {{.*}}tile = [8, 32]
    exec.kernel @rows(%x: tensor<8x128xf32>, %w: tensor<4x128x64xf32>, %n: tensor<8xi64>) -> tensor<8x64xf32>
        domain(8, 64) access(read, read, read, write) work(flops = 131072, bytes = 137280) attributes {dims = [[], [], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<8x64xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(i, n, g, k) -> (i, k)>, affine_map<(i, n, g, k) -> (g, k, n)>, affine_map<(i, n, g, k) -> (i, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
          ins(%x, %w : tensor<8x128xf32>, tensor<4x128x64xf32>) outs(%f : tensor<8x64xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        %i = linalg.index 0 : index
        %g = linalg.index 2 : index
        %number = tensor.extract %n[%i] : tensor<8xi64>
        %at = arith.index_cast %number : i64 to index
        %is = arith.cmpi eq, %at, %g : index
        %t = arith.select %is, %r, %o : f32
        linalg.yield %t : f32
      } -> tensor<8x64xf32>
      exec.yield %s : tensor<8x64xf32>
    }

    // Their numbers are a list.
    // CHECK-LABEL: exec.kernel @pairs(
    // CHECK-SAME: #exec.schedule<"naive">
    exec.kernel @pairs(%x: tensor<8x2x128xf32>, %w: tensor<4x128x64xf32>, %n: tensor<8xi64>) -> tensor<8x2x64xf32>
        domain(8, 2, 64) access(read, read, read, write) work(flops = 262144, bytes = 143424) attributes {dims = [[], [], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<8x2x64xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x2x64xf32>) -> tensor<8x2x64xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(i, j, n, g, k) -> (i, j, k)>, affine_map<(i, j, n, g, k) -> (g, k, n)>, affine_map<(i, j, n, g, k) -> (i, j, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%x, %w : tensor<8x2x128xf32>, tensor<4x128x64xf32>) outs(%f : tensor<8x2x64xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        %i = linalg.index 0 : index
        %g = linalg.index 3 : index
        %number = tensor.extract %n[%i] : tensor<8xi64>
        %at = arith.index_cast %number : i64 to index
        %is = arith.cmpi eq, %at, %g : index
        %t = arith.select %is, %r, %o : f32
        linalg.yield %t : f32
      } -> tensor<8x2x64xf32>
      exec.yield %s : tensor<8x2x64xf32>
    }

    // A row that takes several matrices has chosen none.
    // CHECK-LABEL: exec.kernel @several(
    // CHECK-SAME: #exec.schedule<"naive">
    exec.kernel @several(%x: tensor<8x128xf32>, %w: tensor<4x128x64xf32>, %n: tensor<8xi64>) -> tensor<8x64xf32>
        domain(8, 64) access(read, read, read, write) work(flops = 786432, bytes = 137280) attributes {dims = [[], [], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<8x64xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(i, n, g, k) -> (i, k)>, affine_map<(i, n, g, k) -> (g, k, n)>, affine_map<(i, n, g, k) -> (i, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
          ins(%x, %w : tensor<8x128xf32>, tensor<4x128x64xf32>) outs(%f : tensor<8x64xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        %i = linalg.index 0 : index
        %g = linalg.index 2 : index
        %number = tensor.extract %n[%i] : tensor<8xi64>
        %at = arith.index_cast %number : i64 to index
        %is = arith.cmpi ne, %at, %g : index
        %t = arith.select %is, %r, %o : f32
        linalg.yield %t : f32
      } -> tensor<8x64xf32>
      exec.yield %s : tensor<8x64xf32>
    }
  }
}
