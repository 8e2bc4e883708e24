// RUN: kiln-opt %s --pass-pipeline="builtin.module(exec.variant(ep.program(kiln-exec-pack-weights)))" --split-input-file | FileCheck %s

// Words of two steps, the last one filled up with zero, where every target of
// the variant multiplies words.
// CHECK-LABEL: ep.program @words
// CHECK: exec.kernel @mm(%{{.*}}: tensor<5x3xbf16>, %{{.*}}: tensor<1x2x32x2xbf16>)
// CHECK-SAME: bytes = 326
// CHECK: ep.packs = {block_strides = array<i64: 2, 1>, blocks = array<i64: 32, 2>, state = "w", strides = array<i64: 128, 64>}
// CHECK: ep.constant @packed_0 : !ep.tensor<[1, 2, 32, 2], bf16>
// CHECK: exec.kernel @pack_0(%[[W:.*]]: tensor<2x3xbf16>) -> tensor<1x2x32x2xbf16>
// CHECK: tensor.pad %[[W]] low[0, 0] high[30, 0]
// CHECK: tensor.pad %{{.*}} low[0, 0] high[0, 1]
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2, 3]{{\]}} {{.*}} into tensor<1x32x2x2xbf16>
exec.variant @cpu for ["cpu:x86-64-v4+bf16"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @words {
    ep.storage @s bytes(12) data(dense<[0, 64, 160, 64, 128, 64, 128, 63, 64, 63, 32, 63]> : tensor<12xi8>)
    ep.parameter @w : !ep.tensor<[2, 3], bf16> storage(@s)
    exec.kernel @mm(%x: tensor<5x3xbf16>, %w: tensor<2x3xbf16>) -> tensor<5x2xf32>
        domain(5, 2) access(read, read, write) work(flops = 60, bytes = 82) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<5x2xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<5x3xbf16>, tensor<2x3xbf16>) outs(%f : tensor<5x2xf32>) {
      ^bb0(%a: bf16, %b: bf16, %o: f32):
        %aw = arith.extf %a : bf16 to f32
        %bw = arith.extf %b : bf16 to f32
        %q = arith.mulf %aw, %bw : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<5x2xf32>
      exec.yield %s : tensor<5x2xf32>
    }
    ep.graph @forward(%w: !ep.tensor<[2, 3], bf16> {ep.input = #ep.input<parameter "w">},
        %x: !ep.tensor<[5, 3], bf16> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[5, 2], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[2, 3], bf16> -> tensor<2x3xbf16>
      %1 = ep.to_builtin %x : !ep.tensor<[5, 3], bf16> -> tensor<5x3xbf16>
      %2 = exec.dispatch @mm(%1, %0) : (tensor<5x3xbf16>, tensor<2x3xbf16>) -> tensor<5x2xf32>
      %y = ep.from_builtin %2 : tensor<5x2xf32> -> !ep.tensor<[5, 2], f32>
      ep.return %y : !ep.tensor<[5, 2], f32>
    }
  }
}

// -----

// Filters have words of planes; the targets may take them by one instruction or
// by two, or take them apart.
// CHECK-LABEL: ep.program @filters
// CHECK: exec.kernel @conv(%{{.*}}: tensor<3x9x9xbf16>, %{{.*}}: tensor<1x2x3x3x32x2xbf16>)
// CHECK: ep.packs = {block_strides = array<i64: 2, 1, 0, 0>, blocks = array<i64: 32, 2, 1, 1>, state = "w", strides = array<i64: 1152, 576, 192, 64>}
// CHECK: exec.kernel @pack_0(%[[W:.*]]: tensor<32x3x3x3xbf16>) -> tensor<1x2x3x3x32x2xbf16>
// CHECK: tensor.pad %[[W]] low[0, 0, 0, 0] high[0, 1, 0, 0]
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2, 3], [4], [5]{{\]}} {{.*}} into tensor<1x32x2x2x3x3xbf16>
exec.variant @cpu for ["cpu:x86-64-v4+bf16", "cpu:x86-64-v4", "cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @filters {
    ep.storage @s bytes(1728) data(dense<1> : tensor<1728xi8>)
    ep.parameter @w : !ep.tensor<[32, 3, 3, 3], bf16> storage(@s)
    exec.kernel @conv(%x: tensor<3x9x9xbf16>, %w: tensor<32x3x3x3xbf16>) -> tensor<32x7x7xf32>
        domain(32, 7, 7) access(read, read, write) work(flops = 84672, bytes = 8486) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<32x7x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x7x7xf32>) -> tensor<32x7x7xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(f, y, x, c, i, j) -> (c, y + i, x + j)>, affine_map<(f, y, x, c, i, j) -> (f, c, i, j)>, affine_map<(f, y, x, c, i, j) -> (f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<3x9x9xbf16>, tensor<32x3x3x3xbf16>) outs(%f : tensor<32x7x7xf32>) {
      ^bb0(%a: bf16, %b: bf16, %o: f32):
        %aw = arith.extf %a : bf16 to f32
        %bw = arith.extf %b : bf16 to f32
        %q = arith.mulf %aw, %bw : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<32x7x7xf32>
      exec.yield %s : tensor<32x7x7xf32>
    }
    ep.graph @forward(%w: !ep.tensor<[32, 3, 3, 3], bf16> {ep.input = #ep.input<parameter "w">},
        %x: !ep.tensor<[3, 9, 9], bf16> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[32, 7, 7], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[32, 3, 3, 3], bf16> -> tensor<32x3x3x3xbf16>
      %1 = ep.to_builtin %x : !ep.tensor<[3, 9, 9], bf16> -> tensor<3x9x9xbf16>
      %2 = exec.dispatch @conv(%1, %0) : (tensor<3x9x9xbf16>, tensor<32x3x3x3xbf16>) -> tensor<32x7x7xf32>
      %y = ep.from_builtin %2 : tensor<32x7x7xf32> -> !ep.tensor<[32, 7, 7], f32>
      ep.return %y : !ep.tensor<[32, 7, 7], f32>
    }
  }
}

// -----

// Not where one of them does not.
// CHECK-LABEL: ep.program @some_words
// CHECK-NOT: ep.made_from
exec.variant @cpu for ["cpu:x86-64-v4+bf16", "cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @some_words {
    ep.storage @s bytes(12) data(dense<[0, 64, 160, 64, 128, 64, 128, 63, 64, 63, 32, 63]> : tensor<12xi8>)
    ep.parameter @w : !ep.tensor<[2, 3], bf16> storage(@s)
    exec.kernel @mm(%x: tensor<5x3xbf16>, %w: tensor<2x3xbf16>) -> tensor<5x2xf32>
        domain(5, 2) access(read, read, write) work(flops = 60, bytes = 82) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<5x2xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<5x3xbf16>, tensor<2x3xbf16>) outs(%f : tensor<5x2xf32>) {
      ^bb0(%a: bf16, %b: bf16, %o: f32):
        %aw = arith.extf %a : bf16 to f32
        %bw = arith.extf %b : bf16 to f32
        %q = arith.mulf %aw, %bw : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<5x2xf32>
      exec.yield %s : tensor<5x2xf32>
    }
    ep.graph @forward(%w: !ep.tensor<[2, 3], bf16> {ep.input = #ep.input<parameter "w">},
        %x: !ep.tensor<[5, 3], bf16> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[5, 2], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[2, 3], bf16> -> tensor<2x3xbf16>
      %1 = ep.to_builtin %x : !ep.tensor<[5, 3], bf16> -> tensor<5x3xbf16>
      %2 = exec.dispatch @mm(%1, %0) : (tensor<5x3xbf16>, tensor<2x3xbf16>) -> tensor<5x2xf32>
      %y = ep.from_builtin %2 : tensor<5x2xf32> -> !ep.tensor<[5, 2], f32>
      ep.return %y : !ep.tensor<[5, 2], f32>
    }
  }
}
