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

// A panel is as wide as two vectors of the target that has the widest.
// CHECK-LABEL: ep.program @narrow
// CHECK: exec.kernel @mm(%{{.*}}: tensor<5x3xf32>, %{{.*}}: tensor<1x3x16xf32>)
// CHECK: ep.packs = {block_strides = array<i64: 1, 0>, blocks = array<i64: 16, 1>, state = "w", strides = array<i64: 48, 16>}
// CHECK: ep.constant @packed_0 : !ep.tensor<[1, 3, 16], f32>
exec.variant @cpu for ["cpu:x86-64-v2", "cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @narrow {
    ep.storage @s bytes(24) data(dense<1> : tensor<24xi8>)
    ep.parameter @w : !ep.tensor<[2, 3], f32> storage(@s)
    exec.kernel @mm(%x: tensor<5x3xf32>, %w: tensor<2x3xf32>) -> tensor<5x2xf32>
        domain(5, 2) access(read, read, write) work(flops = 60, bytes = 124) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<5x2xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<5x3xf32>, tensor<2x3xf32>) outs(%f : tensor<5x2xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<5x2xf32>
      exec.yield %s : tensor<5x2xf32>
    }
    ep.graph @forward(%w: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<parameter "w">},
        %x: !ep.tensor<[5, 3], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[5, 2], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[2, 3], f32> -> tensor<2x3xf32>
      %1 = ep.to_builtin %x : !ep.tensor<[5, 3], f32> -> tensor<5x3xf32>
      %2 = exec.dispatch @mm(%1, %0) : (tensor<5x3xf32>, tensor<2x3xf32>) -> tensor<5x2xf32>
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
exec.variant @cpu for ["cpu:x86-64-v4+bf16", "cpu:x86-64-v2"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
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

// -----

// Bytes of an image of three planes: words of planes would leave a fourth one
// empty, which those of a window of seven taps do with one of eight. What they
// then read beyond the image's padding is more of it.
// CHECK-LABEL: ep.program @taps
// CHECK: exec.kernel @conv(%[[X:.*]]: tensor<3x19x21xi8>, %[[W:.*]]: tensor<1x3x3x2x32x4xi8>)
// CHECK: %[[PAD:.*]] = tensor.pad %[[X]] low[0, 1, 3] high[0, 1, 4]
// CHECK-NOT: tensor.pad
// CHECK: linalg.generic {indexing_maps = [#[[IMAGE:.*]], #[[FILTER:.*]], #{{.*}}], {{.*}} ins(%[[PAD]], %[[W]]
// CHECK: ep.packs = {block_strides = array<i64: 4, 0, 0, 1>, blocks = array<i64: 32, 1, 1, 4>, state = "w", strides = array<i64: 2304, 768, 256, 128>}
// CHECK: exec.kernel @pack_0(%[[W:.*]]: tensor<32x3x3x7xi8>) -> tensor<1x3x3x2x32x4xi8>
// CHECK: tensor.pad %[[W]] low[0, 0, 0, 0] high[0, 0, 0, 1]
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2], [3], [4, 5]{{\]}} {{.*}} into tensor<1x32x3x3x2x4xi8>
exec.variant @cpu for ["cpu:x86-64-v4+bf16+vnni", "cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @taps {
    ep.storage @s bytes(2016) data(dense<1> : tensor<2016xi8>)
    ep.parameter @w : !ep.tensor<[32, 3, 3, 7], i8> storage(@s)
    exec.kernel @conv(%x: tensor<3x19x21xi8>, %w: tensor<32x3x3x7xi8>) -> tensor<32x19x11xi32>
        domain(32, 19, 11) access(read, read, write) work(flops = 842688, bytes = 29965) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0 : i32
      %around = arith.constant 7 : i8
      %p = tensor.pad %x low[0, 1, 3] high[0, 1, 3] {
      ^bb0(%a: index, %b: index, %c: index):
        tensor.yield %around : i8
      } : tensor<3x19x21xi8> to tensor<3x21x27xi8>
      %e = tensor.empty() : tensor<32x19x11xi32>
      %f = linalg.fill ins(%zero : i32) outs(%e : tensor<32x19x11xi32>) -> tensor<32x19x11xi32>
      %s = linalg.generic {indexing_maps = [affine_map<(f, y, x, c, i, j) -> (c, y + i, x * 2 + j)>, affine_map<(f, y, x, c, i, j) -> (f, c, i, j)>, affine_map<(f, y, x, c, i, j) -> (f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%p, %w : tensor<3x21x27xi8>, tensor<32x3x3x7xi8>) outs(%f : tensor<32x19x11xi32>) {
      ^bb0(%a: i8, %b: i8, %o: i32):
        %aw = arith.extui %a : i8 to i32
        %bw = arith.extsi %b : i8 to i32
        %q = arith.muli %aw, %bw : i32
        %r = arith.addi %o, %q : i32
        linalg.yield %r : i32
      } -> tensor<32x19x11xi32>
      exec.yield %s : tensor<32x19x11xi32>
    }
    ep.graph @forward(%w: !ep.tensor<[32, 3, 3, 7], i8> {ep.input = #ep.input<parameter "w">},
        %x: !ep.tensor<[3, 19, 21], i8> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[32, 19, 11], i32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[32, 3, 3, 7], i8> -> tensor<32x3x3x7xi8>
      %1 = ep.to_builtin %x : !ep.tensor<[3, 19, 21], i8> -> tensor<3x19x21xi8>
      %2 = exec.dispatch @conv(%1, %0) : (tensor<3x19x21xi8>, tensor<32x3x3x7xi8>) -> tensor<32x19x11xi32>
      %y = ep.from_builtin %2 : tensor<32x19x11xi32> -> !ep.tensor<[32, 19, 11], i32>
      ep.return %y : !ep.tensor<[32, 19, 11], i32>
    }
  }
}

// -----

// An image without padding that holds gets some; three taps of one plane are
// one word.
// CHECK-LABEL: ep.program @plane
// CHECK: exec.kernel @conv(%[[X:.*]]: tensor<1x9x9xi8>, %{{.*}}: tensor<1x1x3x1x32x4xi8>)
// CHECK: tensor.pad %[[X]] low[0, 0, 0] high[0, 0, 1]
exec.variant @cpu for ["cpu:x86-64-v4+bf16+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @plane {
    ep.storage @s bytes(288) data(dense<1> : tensor<288xi8>)
    ep.parameter @w : !ep.tensor<[32, 1, 3, 3], i8> storage(@s)
    exec.kernel @conv(%x: tensor<1x9x9xi8>, %w: tensor<32x1x3x3xi8>) -> tensor<32x7x7xi32>
        domain(32, 7, 7) access(read, read, write) work(flops = 28224, bytes = 6641) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0 : i32
      %e = tensor.empty() : tensor<32x7x7xi32>
      %f = linalg.fill ins(%zero : i32) outs(%e : tensor<32x7x7xi32>) -> tensor<32x7x7xi32>
      %s = linalg.generic {indexing_maps = [affine_map<(f, y, x, c, i, j) -> (c, y + i, x + j)>, affine_map<(f, y, x, c, i, j) -> (f, c, i, j)>, affine_map<(f, y, x, c, i, j) -> (f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<1x9x9xi8>, tensor<32x1x3x3xi8>) outs(%f : tensor<32x7x7xi32>) {
      ^bb0(%a: i8, %b: i8, %o: i32):
        %aw = arith.extui %a : i8 to i32
        %bw = arith.extsi %b : i8 to i32
        %q = arith.muli %aw, %bw : i32
        %r = arith.addi %o, %q : i32
        linalg.yield %r : i32
      } -> tensor<32x7x7xi32>
      exec.yield %s : tensor<32x7x7xi32>
    }
    ep.graph @forward(%w: !ep.tensor<[32, 1, 3, 3], i8> {ep.input = #ep.input<parameter "w">},
        %x: !ep.tensor<[1, 9, 9], i8> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[32, 7, 7], i32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[32, 1, 3, 3], i8> -> tensor<32x1x3x3xi8>
      %1 = ep.to_builtin %x : !ep.tensor<[1, 9, 9], i8> -> tensor<1x9x9xi8>
      %2 = exec.dispatch @conv(%1, %0) : (tensor<1x9x9xi8>, tensor<32x1x3x3xi8>) -> tensor<32x7x7xi32>
      %y = ep.from_builtin %2 : tensor<32x7x7xi32> -> !ep.tensor<[32, 7, 7], i32>
      ep.return %y : !ep.tensor<[32, 7, 7], i32>
    }
  }
}

// -----

// Registers of tiles take words of planes.
// CHECK-LABEL: ep.program @tiles
// CHECK: exec.kernel @conv(%{{.*}}: tensor<1x9x9xi8>, %{{.*}}: tensor<1x1x3x3x32x4xi8>)
// CHECK-NOT: tensor.pad %{{.*}} low[0, 0, 0]
exec.variant @cpu for ["cpu:x86-64-v4+amx"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @tiles {
    ep.storage @s bytes(288) data(dense<1> : tensor<288xi8>)
    ep.parameter @w : !ep.tensor<[32, 1, 3, 3], i8> storage(@s)
    exec.kernel @conv(%x: tensor<1x9x9xi8>, %w: tensor<32x1x3x3xi8>) -> tensor<32x7x7xi32>
        domain(32, 7, 7) access(read, read, write) work(flops = 28224, bytes = 6641) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0 : i32
      %e = tensor.empty() : tensor<32x7x7xi32>
      %f = linalg.fill ins(%zero : i32) outs(%e : tensor<32x7x7xi32>) -> tensor<32x7x7xi32>
      %s = linalg.generic {indexing_maps = [affine_map<(f, y, x, c, i, j) -> (c, y + i, x + j)>, affine_map<(f, y, x, c, i, j) -> (f, c, i, j)>, affine_map<(f, y, x, c, i, j) -> (f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<1x9x9xi8>, tensor<32x1x3x3xi8>) outs(%f : tensor<32x7x7xi32>) {
      ^bb0(%a: i8, %b: i8, %o: i32):
        %aw = arith.extui %a : i8 to i32
        %bw = arith.extsi %b : i8 to i32
        %q = arith.muli %aw, %bw : i32
        %r = arith.addi %o, %q : i32
        linalg.yield %r : i32
      } -> tensor<32x7x7xi32>
      exec.yield %s : tensor<32x7x7xi32>
    }
    ep.graph @forward(%w: !ep.tensor<[32, 1, 3, 3], i8> {ep.input = #ep.input<parameter "w">},
        %x: !ep.tensor<[1, 9, 9], i8> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[32, 7, 7], i32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[32, 1, 3, 3], i8> -> tensor<32x1x3x3xi8>
      %1 = ep.to_builtin %x : !ep.tensor<[1, 9, 9], i8> -> tensor<1x9x9xi8>
      %2 = exec.dispatch @conv(%1, %0) : (tensor<1x9x9xi8>, tensor<32x1x3x3xi8>) -> tensor<32x7x7xi32>
      %y = ep.from_builtin %2 : tensor<32x7x7xi32> -> !ep.tensor<[32, 7, 7], i32>
      ep.return %y : !ep.tensor<[32, 7, 7], i32>
    }
  }
}

// -----

// As many words of planes as of taps.
// CHECK-LABEL: ep.program @planes
// CHECK: exec.kernel @conv(%{{.*}}: tensor<3x9x9xi8>, %{{.*}}: tensor<1x1x3x3x32x4xi8>)
exec.variant @cpu for ["cpu:x86-64-v4+bf16+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @planes {
    ep.storage @s bytes(864) data(dense<1> : tensor<864xi8>)
    ep.parameter @w : !ep.tensor<[32, 3, 3, 3], i8> storage(@s)
    exec.kernel @conv(%x: tensor<3x9x9xi8>, %w: tensor<32x3x3x3xi8>) -> tensor<32x7x7xi32>
        domain(32, 7, 7) access(read, read, write) work(flops = 84672, bytes = 7379) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0 : i32
      %e = tensor.empty() : tensor<32x7x7xi32>
      %f = linalg.fill ins(%zero : i32) outs(%e : tensor<32x7x7xi32>) -> tensor<32x7x7xi32>
      %s = linalg.generic {indexing_maps = [affine_map<(f, y, x, c, i, j) -> (c, y + i, x + j)>, affine_map<(f, y, x, c, i, j) -> (f, c, i, j)>, affine_map<(f, y, x, c, i, j) -> (f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%x, %w : tensor<3x9x9xi8>, tensor<32x3x3x3xi8>) outs(%f : tensor<32x7x7xi32>) {
      ^bb0(%a: i8, %b: i8, %o: i32):
        %aw = arith.extui %a : i8 to i32
        %bw = arith.extsi %b : i8 to i32
        %q = arith.muli %aw, %bw : i32
        %r = arith.addi %o, %q : i32
        linalg.yield %r : i32
      } -> tensor<32x7x7xi32>
      exec.yield %s : tensor<32x7x7xi32>
    }
    ep.graph @forward(%w: !ep.tensor<[32, 3, 3, 3], i8> {ep.input = #ep.input<parameter "w">},
        %x: !ep.tensor<[3, 9, 9], i8> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[32, 7, 7], i32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[32, 3, 3, 3], i8> -> tensor<32x3x3x3xi8>
      %1 = ep.to_builtin %x : !ep.tensor<[3, 9, 9], i8> -> tensor<3x9x9xi8>
      %2 = exec.dispatch @conv(%1, %0) : (tensor<3x9x9xi8>, tensor<32x3x3x3xi8>) -> tensor<32x7x7xi32>
      %y = ep.from_builtin %2 : tensor<32x7x7xi32> -> !ep.tensor<[32, 7, 7], i32>
      ep.return %y : !ep.tensor<[32, 7, 7], i32>
    }
  }
}

// -----

// The panels of a weight without a sign have none, as little as a kernel's operand says of it.
// CHECK-LABEL: ep.program @unsigned
// CHECK: exec.kernel @mm(%{{.*}}: tensor<5x3xi8>, %{{.*}}: tensor<1x1x32x4xi8>)
// CHECK: ep.constant @packed_0 : !ep.tensor<[1, 1, 32, 4], ui8>
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @unsigned {
    ep.storage @s bytes(6) data(dense<1> : tensor<6xi8>)
    ep.parameter @w : !ep.tensor<[2, 3], ui8> storage(@s)
    exec.kernel @mm(%x: tensor<5x3xi8>, %w: tensor<2x3xi8>) -> tensor<5x2xi32>
        domain(5, 2) access(read, read, write) work(flops = 60, bytes = 61) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0 : i32
      %e = tensor.empty() : tensor<5x2xi32>
      %f = linalg.fill ins(%zero : i32) outs(%e : tensor<5x2xi32>) -> tensor<5x2xi32>
      %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<5x3xi8>, tensor<2x3xi8>) outs(%f : tensor<5x2xi32>) {
      ^bb0(%a: i8, %b: i8, %o: i32):
        %aw = arith.extsi %a : i8 to i32
        %bw = arith.extui %b : i8 to i32
        %q = arith.muli %aw, %bw : i32
        %r = arith.addi %o, %q : i32
        linalg.yield %r : i32
      } -> tensor<5x2xi32>
      exec.yield %s : tensor<5x2xi32>
    }
    ep.graph @forward(%w: !ep.tensor<[2, 3], ui8> {ep.input = #ep.input<parameter "w">},
        %x: !ep.tensor<[5, 3], i8> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[5, 2], i32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[2, 3], ui8> -> tensor<2x3xi8>
      %1 = ep.to_builtin %x : !ep.tensor<[5, 3], i8> -> tensor<5x3xi8>
      %2 = exec.dispatch @mm(%1, %0) : (tensor<5x3xi8>, tensor<2x3xi8>) -> tensor<5x2xi32>
      %y = ep.from_builtin %2 : tensor<5x2xi32> -> !ep.tensor<[5, 2], i32>
      ep.return %y : !ep.tensor<[5, 2], i32>
    }
  }
}
