// RUN: kiln-opt %s --pass-pipeline="builtin.module(exec.variant(ep.program(kiln-exec-pack-weights)))" --split-input-file | FileCheck %s

// Matrices that rows choose lie one behind the other in a panel. Words are of
// the steps of a matrix, the last one filled up with zero.
// CHECK-DAG: #[[PANELS:.+]] = affine_map<(d0, d1, d2, d3) -> (d1 floordiv 32, d2, d3 floordiv 2, d1 mod 32, d3 mod 2)>
// CHECK-LABEL: ep.program @words
// CHECK: exec.kernel @mm(%{{.*}}: tensor<5x3xbf16>, %{{.*}}: tensor<1x4x2x32x2xbf16>, %{{.*}}: tensor<5xi64>)
// CHECK: linalg.generic {indexing_maps = [#{{.+}}, #[[PANELS]], #{{.+}}]
// CHECK: ep.packs = {block_strides = array<i64: 0, 2, 1>, blocks = array<i64: 1, 32, 2>, state = "w", strides = array<i64: 128, 512, 64>}
// CHECK: ep.constant @packed_0 : !ep.tensor<[1, 4, 2, 32, 2], bf16>
// CHECK: exec.kernel @pack_0(%[[W:.*]]: tensor<4x2x3xbf16>) -> tensor<1x4x2x32x2xbf16>
// CHECK: tensor.pad %[[W]] low[0, 0, 0] high[0, 30, 0]
// CHECK: tensor.pad %{{.*}} low[0, 0, 0] high[0, 0, 1]
exec.variant @cpu for ["cpu:x86-64-v4+bf16"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @words {
    ep.storage @s bytes(48) data(dense<64> : tensor<48xi8>)
    ep.parameter @w : !ep.tensor<[4, 2, 3], bf16> storage(@s)
    exec.kernel @mm(%x: tensor<5x3xbf16>, %w: tensor<4x2x3xbf16>, %n: tensor<5xi64>) -> tensor<5x2xf32>
        domain(5, 2) access(read, read, read, write) work(flops = 60, bytes = 158) attributes {dims = [[], [], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<5x2xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(m, n, g, k) -> (m, k)>, affine_map<(m, n, g, k) -> (g, n, k)>, affine_map<(m, n, g, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
          ins(%x, %w : tensor<5x3xbf16>, tensor<4x2x3xbf16>) outs(%f : tensor<5x2xf32>) {
      ^bb0(%a: bf16, %b: bf16, %o: f32):
        %aw = arith.extf %a : bf16 to f32
        %bw = arith.extf %b : bf16 to f32
        %q = arith.mulf %aw, %bw : f32
        %r = arith.addf %o, %q : f32
        %i = linalg.index 0 : index
        %g = linalg.index 2 : index
        %number = tensor.extract %n[%i] : tensor<5xi64>
        %at = arith.index_cast %number : i64 to index
        %is = arith.cmpi eq, %at, %g : index
        %t = arith.select %is, %r, %o : f32
        linalg.yield %t : f32
      } -> tensor<5x2xf32>
      exec.yield %s : tensor<5x2xf32>
    }
    ep.graph @forward(%w: !ep.tensor<[4, 2, 3], bf16> {ep.input = #ep.input<parameter "w">},
        %x: !ep.tensor<[5, 3], bf16> {ep.input = #ep.input<user_input "x">},
        %n: !ep.tensor<[5], i64> {ep.input = #ep.input<user_input "n">})
        -> (!ep.tensor<[5, 2], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[4, 2, 3], bf16> -> tensor<4x2x3xbf16>
      %1 = ep.to_builtin %x : !ep.tensor<[5, 3], bf16> -> tensor<5x3xbf16>
      %2 = ep.to_builtin %n : !ep.tensor<[5], i64> -> tensor<5xi64>
      %3 = exec.dispatch @mm(%1, %0, %2) : (tensor<5x3xbf16>, tensor<4x2x3xbf16>, tensor<5xi64>) -> tensor<5x2xf32>
      %y = ep.from_builtin %3 : tensor<5x2xf32> -> !ep.tensor<[5, 2], f32>
      ep.return %y : !ep.tensor<[5, 2], f32>
    }
  }
}

// -----

// A sum of two loops that chooses nothing has no words, and keeps its loops.
// CHECK-DAG: #[[PLAIN:.+]] = affine_map<(d0, d1, d2, d3) -> (d1 floordiv 32, d2, d3, d1 mod 32)>
// CHECK-LABEL: ep.program @plain
// CHECK: exec.kernel @mm(%{{.*}}: tensor<5x4x3xf32>, %{{.*}}: tensor<1x4x3x32xf32>)
// CHECK: linalg.generic {indexing_maps = [#{{.+}}, #[[PLAIN]], #{{.+}}], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
exec.variant @cpu for ["cpu:x86-64-v4+bf16"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @plain {
    ep.storage @s bytes(96) data(dense<64> : tensor<96xi8>)
    ep.parameter @w : !ep.tensor<[4, 3, 2], f32> storage(@s)
    exec.kernel @mm(%x: tensor<5x4x3xf32>, %w: tensor<4x3x2xf32>) -> tensor<5x2xf32>
        domain(5, 2) access(read, read, write) work(flops = 240, bytes = 376) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<5x2xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(m, n, g, k) -> (m, g, k)>, affine_map<(m, n, g, k) -> (g, k, n)>, affine_map<(m, n, g, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
          ins(%x, %w : tensor<5x4x3xf32>, tensor<4x3x2xf32>) outs(%f : tensor<5x2xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<5x2xf32>
      exec.yield %s : tensor<5x2xf32>
    }
    ep.graph @forward(%w: !ep.tensor<[4, 3, 2], f32> {ep.input = #ep.input<parameter "w">},
        %x: !ep.tensor<[5, 4, 3], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[5, 2], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[4, 3, 2], f32> -> tensor<4x3x2xf32>
      %1 = ep.to_builtin %x : !ep.tensor<[5, 4, 3], f32> -> tensor<5x4x3xf32>
      %2 = exec.dispatch @mm(%1, %0) : (tensor<5x4x3xf32>, tensor<4x3x2xf32>) -> tensor<5x2xf32>
      %y = ep.from_builtin %2 : tensor<5x2xf32> -> !ep.tensor<[5, 2], f32>
      ep.return %y : !ep.tensor<[5, 2], f32>
    }
  }
}
