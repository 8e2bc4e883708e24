// RUN: kiln-opt %s --pass-pipeline="builtin.module(exec.variant(ep.program(kiln-exec-pack-weights)))" --split-input-file | FileCheck %s
// RUN: kiln-opt %s --pass-pipeline="builtin.module(exec.variant(ep.program(kiln-exec-pack-weights),kiln-choose-schedules))" --split-input-file | FileCheck %s --check-prefix=SCHEDULE

// Filters of f16 are taken apart by an instruction that processors with FMA have.
// CHECK-LABEL: ep.program @filters
// CHECK: exec.kernel @conv(%{{.*}}: tensor<3x9x9xf16>, %{{.*}}: tensor<1x2x3x3x32x2xf16>)
// CHECK: ep.constant @packed_0 : !ep.tensor<[1, 2, 3, 3, 32, 2], f16>
// SCHEDULE-LABEL: ep.program @filters
// SCHEDULE: exec.kernel @conv
// SCHEDULE-SAME: #exec.schedule<"{{convolution|winograd}}"
exec.variant @cpu for ["cpu:x86-64-v4", "cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @filters {
    ep.storage @s bytes(1728) data(dense<1> : tensor<1728xi8>)
    ep.parameter @w : !ep.tensor<[32, 3, 3, 3], f16> storage(@s)
    exec.kernel @conv(%x: tensor<3x9x9xf16>, %w: tensor<32x3x3x3xf16>) -> tensor<32x7x7xf32>
        domain(32, 7, 7) access(read, read, write) work(flops = 84672, bytes = 8486) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<32x7x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x7x7xf32>) -> tensor<32x7x7xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(f, y, x, c, i, j) -> (c, y + i, x + j)>, affine_map<(f, y, x, c, i, j) -> (f, c, i, j)>, affine_map<(f, y, x, c, i, j) -> (f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<3x9x9xf16>, tensor<32x3x3x3xf16>) outs(%f : tensor<32x7x7xf32>) {
      ^bb0(%a: f16, %b: f16, %o: f32):
        %aw = arith.extf %a : f16 to f32
        %bw = arith.extf %b : f16 to f32
        %q = arith.mulf %aw, %bw : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<32x7x7xf32>
      exec.yield %s : tensor<32x7x7xf32>
    }
    ep.graph @forward(%w: !ep.tensor<[32, 3, 3, 3], f16> {ep.input = #ep.input<parameter "w">},
        %x: !ep.tensor<[3, 9, 9], f16> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[32, 7, 7], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[32, 3, 3, 3], f16> -> tensor<32x3x3x3xf16>
      %1 = ep.to_builtin %x : !ep.tensor<[3, 9, 9], f16> -> tensor<3x9x9xf16>
      %2 = exec.dispatch @conv(%1, %0) : (tensor<3x9x9xf16>, tensor<32x3x3x3xf16>) -> tensor<32x7x7xf32>
      %y = ep.from_builtin %2 : tensor<32x7x7xf32> -> !ep.tensor<[32, 7, 7], f32>
      ep.return %y : !ep.tensor<[32, 7, 7], f32>
    }
  }
}

// -----

// Where one has none, they stay as they are for all.
// CHECK-LABEL: ep.program @apart
// CHECK: exec.kernel @conv(%{{.*}}: tensor<3x9x9xf16>, %{{.*}}: tensor<32x3x3x3xf16>)
// CHECK-NOT: ep.constant
exec.variant @cpu for ["cpu:x86-64-v4", "cpu:x86-64-v2"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @apart {
    ep.storage @s bytes(1728) data(dense<1> : tensor<1728xi8>)
    ep.parameter @w : !ep.tensor<[32, 3, 3, 3], f16> storage(@s)
    exec.kernel @conv(%x: tensor<3x9x9xf16>, %w: tensor<32x3x3x3xf16>) -> tensor<32x7x7xf32>
        domain(32, 7, 7) access(read, read, write) work(flops = 84672, bytes = 8486) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<32x7x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x7x7xf32>) -> tensor<32x7x7xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(f, y, x, c, i, j) -> (c, y + i, x + j)>, affine_map<(f, y, x, c, i, j) -> (f, c, i, j)>, affine_map<(f, y, x, c, i, j) -> (f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<3x9x9xf16>, tensor<32x3x3x3xf16>) outs(%f : tensor<32x7x7xf32>) {
      ^bb0(%a: f16, %b: f16, %o: f32):
        %aw = arith.extf %a : f16 to f32
        %bw = arith.extf %b : f16 to f32
        %q = arith.mulf %aw, %bw : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<32x7x7xf32>
      exec.yield %s : tensor<32x7x7xf32>
    }
    ep.graph @forward(%w: !ep.tensor<[32, 3, 3, 3], f16> {ep.input = #ep.input<parameter "w">},
        %x: !ep.tensor<[3, 9, 9], f16> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[32, 7, 7], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[32, 3, 3, 3], f16> -> tensor<32x3x3x3xf16>
      %1 = ep.to_builtin %x : !ep.tensor<[3, 9, 9], f16> -> tensor<3x9x9xf16>
      %2 = exec.dispatch @conv(%1, %0) : (tensor<3x9x9xf16>, tensor<32x3x3x3xf16>) -> tensor<32x7x7xf32>
      %y = ep.from_builtin %2 : tensor<32x7x7xf32> -> !ep.tensor<[32, 7, 7], f32>
      ep.return %y : !ep.tensor<[32, 7, 7], f32>
    }
  }
}

// -----

// Filters for one channel each have no words: a place along the panel is summed
// with pixels of its own.
// CHECK-DAG: #[[PANELS:.+]] = affine_map<(d0, d1, d2, d3, d4) -> (d0 floordiv 32, d3, d4, d0 mod 32)>
// CHECK-LABEL: ep.program @channels
// CHECK: exec.kernel @dw(%{{.*}}: tensor<32x9x9xbf16>, %{{.*}}: tensor<1x3x3x32xbf16>)
// CHECK: ep.packs = {block_strides = array<i64: 1, 0, 0>, blocks = array<i64: 32, 1, 1>, state = "w", strides = array<i64: 288, 96, 32>}
// SCHEDULE-LABEL: ep.program @channels
// SCHEDULE: exec.kernel @dw
// SCHEDULE-SAME: #exec.schedule<"depthwise"
exec.variant @cpu for ["cpu:x86-64-v4", "cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @channels {
    ep.storage @s bytes(576) data(dense<1> : tensor<576xi8>)
    ep.parameter @w : !ep.tensor<[32, 3, 3], bf16> storage(@s)
    exec.kernel @dw(%x: tensor<32x9x9xbf16>, %w: tensor<32x3x3xbf16>) -> tensor<32x7x7xf32>
        domain(32, 7, 7) access(read, read, write) work(flops = 28224, bytes = 12032) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<32x7x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x7x7xf32>) -> tensor<32x7x7xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(c, y, x, i, j) -> (c, y + i, x + j)>, affine_map<(c, y, x, i, j) -> (c, i, j)>, affine_map<(c, y, x, i, j) -> (c, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
          ins(%x, %w : tensor<32x9x9xbf16>, tensor<32x3x3xbf16>) outs(%f : tensor<32x7x7xf32>) {
      ^bb0(%a: bf16, %b: bf16, %o: f32):
        %aw = arith.extf %a : bf16 to f32
        %bw = arith.extf %b : bf16 to f32
        %q = arith.mulf %aw, %bw : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<32x7x7xf32>
      exec.yield %s : tensor<32x7x7xf32>
    }
    ep.graph @forward(%w: !ep.tensor<[32, 3, 3], bf16> {ep.input = #ep.input<parameter "w">},
        %x: !ep.tensor<[32, 9, 9], bf16> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[32, 7, 7], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[32, 3, 3], bf16> -> tensor<32x3x3xbf16>
      %1 = ep.to_builtin %x : !ep.tensor<[32, 9, 9], bf16> -> tensor<32x9x9xbf16>
      %2 = exec.dispatch @dw(%1, %0) : (tensor<32x9x9xbf16>, tensor<32x3x3xbf16>) -> tensor<32x7x7xf32>
      %y = ep.from_builtin %2 : tensor<32x7x7xf32> -> !ep.tensor<[32, 7, 7], f32>
      ep.return %y : !ep.tensor<[32, 7, 7], f32>
    }
  }
}
