// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-split-rows,canonicalize,cse)))' --split-input-file | FileCheck %s

// Halves of a byte are steps: a row has digits for each half. The center is taken off each group, exactly.
// CHECK: #[[DIGITS:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d4, d0, d2, d6, d5, d7)>
// CHECK: #[[PANELS:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d2, d5, d3, d7)>
// CHECK: #[[SUMS:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2, d3, d4)>
// CHECK: #[[FIRST:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2, 0)>
// CHECK: #[[LAST:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2, 3)>
// CHECK-LABEL: ep.program @steps
// CHECK: ep.packs = {block_strides = array<i64: 0, 0, 0, 0, 0>, blocks = array<i64: 1, 1, 1, 1, 1>, sizes = array<i64: 16, 32, 32, 4, 4>, state = "w", strides = array<i64: 16384, 4, 512, 128, 1>}
// CHECK: ep.constant @ordered_0 : !ep.tensor<[16, 32, 4, 32, 4], ui8>
// CHECK: ep.packs = {block_strides = array<i64: 0, 0, 0>, blocks = array<i64: 1, 1, 1>, sizes = array<i64: 16, 32, 32>, state = "s", strides = array<i64: 1024, 1, 32>}
// CHECK: ep.constant @ordered_1 : !ep.tensor<[16, 32, 32], f32>
// CHECK-DAG: %[[BYTES:.*]] = ep.to_builtin %{{.*}} -> tensor<16x32x4x32x4xi8>
// CHECK-DAG: %[[SCALES:.*]] = ep.to_builtin %{{.*}} -> tensor<16x32x32xf32>
// CHECK: %[[MAGNITUDE:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}} : tensor<1x1024xf32>)
// CHECK: arith.maxsi
// CHECK: %[[UNIT:.*]]:2 = linalg.generic {{.*}} ins(%[[MAGNITUDE]] : tensor<1xi32>) outs(%{{.*}}, %{{.*}} : tensor<1xf32>, tensor<1xf64>)
// CHECK: %[[ROW:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[UNIT]]#1 : tensor<1x32x16x2xf32>, tensor<1xf64>) outs(%{{.*}} : tensor<4x1x32x2x16xi8>)
// CHECK: arith.fptoui
// CHECK: arith.trunci
// CHECK: %[[OFFSETS:.*]] = linalg.generic {{.*}} ins(%[[ROW]], %[[ROW]] : tensor<4x1x32x2x16xi8>, tensor<4x1x32x2x16xi8>) outs(%{{.*}} : tensor<2x1x32xi32>)
// CHECK: %[[WORDS:.*]] = tensor.expand_shape %[[ROW]] {{.*}} into tensor<4x1x32x2x4x4xi8>
// CHECK: %[[PRODUCTS:.*]] = linalg.generic {indexing_maps = [#[[DIGITS]], #[[PANELS]], #[[SUMS]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%[[WORDS]], %[[BYTES]] : {{.*}}) outs(%{{.*}} : tensor<1x16x32x32x4xi32>)
// CHECK: linalg.index 6
// CHECK: arith.shrui
// CHECK: %[[SUM:.*]] = linalg.generic {indexing_maps = [#[[FIRST]], {{.*}}, #[[LAST]], {{.*}}], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%[[PRODUCTS]], %[[PRODUCTS]], %[[PRODUCTS]], %[[PRODUCTS]], %[[OFFSETS]], %[[OFFSETS]], %[[SCALES]] : {{.*}}) outs(%{{.*}} : tensor<1x16x32xf32>)
// CHECK: math.fma
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK: linalg.generic {{.*}} ins(%[[SUM]], %[[UNIT]]#0 : tensor<1x16x32xf32>, tensor<1xf32>)
// CHECK: ep.graph @prepare
// CHECK: tensor.expand_shape {{.*}} into tensor<16x32x32x4x4xi8>
// CHECK: tensor.expand_shape {{.*}} into tensor<16x32x32xf32>
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @steps {
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[1, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[1, 1024], f32> -> tensor<1x1024xf32>
      %bs = ep.to_builtin %s : !ep.tensor<[512, 32], f32> -> tensor<512x32xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], ui8> -> tensor<512x512xi8>
      %groups = tensor.expand_shape %bw [[0], [1, 2]] output_shape [512, 32, 16] : tensor<512x512xi8> into tensor<512x32x16xi8>
      %e = tensor.empty() : tensor<512x32x2x16xf32>
      %decoded = linalg.generic {indexing_maps = [affine_map<(n, g, h, k) -> (n, g, k)>, affine_map<(n, g, h, k) -> (n, g)>, affine_map<(n, g, h, k) -> (n, g, h, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%groups, %bs : tensor<512x32x16xi8>, tensor<512x32xf32>) outs(%e : tensor<512x32x2x16xf32>) {
      ^bb0(%in: i8, %scale: f32, %o: f32):
        %h = linalg.index 2 : index
        %i = arith.index_cast %h : index to i32
        %by = arith.muli %i, %c4 : i32
        %wide = arith.extui %in : i8 to i32
        %moved = arith.shrui %wide, %by : i32
        %bits = arith.andi %moved, %c15 : i32
        %number = arith.uitofp %bits : i32 to f32
        %centred = arith.subf %number, %c8 : f32
        %result = arith.mulf %centred, %scale : f32
        linalg.yield %result : f32
      } -> tensor<512x32x2x16xf32>
      %row = tensor.expand_shape %bx [[0], [1, 2, 3]] output_shape [1, 32, 16, 2] : tensor<1x1024xf32> into tensor<1x32x16x2xf32>
      %r = tensor.empty() : tensor<1x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<1x512xf32>) -> tensor<1x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, k) -> (m, g, k, h)>, affine_map<(m, n, g, h, k) -> (n, g, h, k)>, affine_map<(m, n, g, h, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<1x32x16x2xf32>, tensor<512x32x2x16xf32>) outs(%f : tensor<1x512xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<1x512xf32>
      %0 = ep.from_builtin %y : tensor<1x512xf32> -> !ep.tensor<[1, 512], f32>
      ep.return %0 : !ep.tensor<[1, 512], f32>
    }
  }
}

// -----

// Halves of a byte are columns, as PyTorch packs them: products of groups are scaled, and the sum of a group's row with them. That is
// of the row by its unit, too. Scales are widened where they are read.
// CHECK-LABEL: ep.program @columns
// CHECK: sizes = array<i64: 8, 32, 8, 4, 32>, state = "w", strides = array<i64: 32768, 1024, 128, 1, 4>
// CHECK: ep.constant @ordered_0 : !ep.tensor<[8, 32, 8, 32, 4], ui8>
// CHECK: sizes = array<i64: 32, 8, 2, 32, 2>, state = "s", strides = array<i64: 128, 4096, 32, 1, 64>
// CHECK: ep.constant @ordered_1 : !ep.tensor<[8, 32, 2, 2, 32], bf16>
// CHECK: %[[BOTH:.*]] = ep.to_builtin %{{.*}} -> tensor<8x32x2x2x32xbf16>
// CHECK: %[[UNIT:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<1xf32>, tensor<1xf64>)
// CHECK: outs(%{{.*}} : tensor<4x1x32x32xi8>)
// CHECK: %[[SCALED:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[UNIT]]#1 : tensor<1x32x32xf32>, tensor<1xf64>) outs(%{{.*}} : tensor<1x32x32xf32>)
// CHECK: %[[PRODUCTS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<1x8x32x2x32x4xi32>)
// CHECK: linalg.index 3
// CHECK: %[[SUMS:.*]] = linalg.generic {{.*}} ins(%[[SCALED]] : tensor<1x32x32xf32>) outs(%{{.*}} : tensor<32x1xf32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%[[PRODUCTS]], %[[PRODUCTS]], %[[PRODUCTS]], %[[PRODUCTS]], %{{.*}}, %{{.*}}, %[[BOTH]], %[[SUMS]], %[[BOTH]] : {{.*}}) outs(%{{.*}} : tensor<1x8x2x32xf32>)
// CHECK-COUNT-2: arith.extf {{.*}} : bf16 to f32
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[UNIT]]#0 : tensor<1x8x2x32xf32>, tensor<1xf32>)
// CHECK: tensor.collapse_shape %{{.*}} : tensor<1x8x2x32xf32> into tensor<1x512xf32>
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @columns {
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[32, 512, 2], bf16> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[32, 512, 2], bf16> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[1, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %few = ep.to_builtin %s : !ep.tensor<[32, 512, 2], bf16> -> tensor<32x512x2xbf16>
      %be = tensor.empty() : tensor<32x512x2xf32>
      %bs = linalg.generic {indexing_maps = [affine_map<(g, n, p) -> (g, n, p)>, affine_map<(g, n, p) -> (g, n, p)>], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%few : tensor<32x512x2xbf16>) outs(%be : tensor<32x512x2xf32>) {
      ^bb0(%a: bf16, %o: f32):
        %wide = arith.extf %a : bf16 to f32
        linalg.yield %wide : f32
      } -> tensor<32x512x2xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[1, 1024], f32> -> tensor<1x1024xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], ui8> -> tensor<512x512xi8>
      %flat = tensor.collapse_shape %bw [[0, 1]] : tensor<512x512xi8> into tensor<262144xi8>
      %row = tensor.expand_shape %bx [[0], [1, 2]] output_shape [1, 32, 32] : tensor<1x1024xf32> into tensor<1x32x32xf32>
      %blocks = tensor.expand_shape %flat [[0, 1, 2, 3]] output_shape [8, 32, 32, 32] : tensor<262144xi8> into tensor<8x32x32x32xi8>
      %e = tensor.empty() : tensor<32x32x8x2x32xf32>
      %decoded = linalg.generic {indexing_maps = [affine_map<(g, k, b, h, l) -> (b, g, k, l)>, affine_map<(g, k, b, h, l) -> (g, k, b, h, l)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
          ins(%blocks : tensor<8x32x32x32xi8>) outs(%e : tensor<32x32x8x2x32xf32>) {
      ^bb0(%in: i8, %o: f32):
        %h = linalg.index 3 : index
        %i = arith.index_cast %h : index to i32
        %by = arith.muli %i, %c4 : i32
        %wide = arith.extui %in : i8 to i32
        %moved = arith.shrsi %wide, %by : i32
        %bits = arith.andi %moved, %c15 : i32
        %number = arith.sitofp %bits : i32 to f32
        %centred = arith.subf %number, %c8 : f32
        linalg.yield %centred : f32
      } -> tensor<32x32x8x2x32xf32>
      %pe = tensor.empty() : tensor<32x1x8x2x32xf32>
      %pf = linalg.fill ins(%zero : f32) outs(%pe : tensor<32x1x8x2x32xf32>) -> tensor<32x1x8x2x32xf32>
      %products = linalg.generic {indexing_maps = [affine_map<(g, m, b, h, l, k) -> (m, g, k)>, affine_map<(g, m, b, h, l, k) -> (g, k, b, h, l)>, affine_map<(g, m, b, h, l, k) -> (g, m, b, h, l)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
          ins(%row, %decoded : tensor<1x32x32xf32>, tensor<32x32x8x2x32xf32>) outs(%pf : tensor<32x1x8x2x32xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<32x1x8x2x32xf32>
      %grouped = tensor.collapse_shape %products [[0], [1], [2, 3, 4]] : tensor<32x1x8x2x32xf32> into tensor<32x1x512xf32>
      %scales = tensor.extract_slice %bs[0, 0, 0] [32, 512, 1] [1, 1, 1] : tensor<32x512x2xf32> to tensor<32x512x1xf32>
      %zeros = tensor.extract_slice %bs[0, 0, 1] [32, 512, 1] [1, 1, 1] : tensor<32x512x2xf32> to tensor<32x512x1xf32>
      %xe = tensor.empty() : tensor<32x1xf32>
      %xf = linalg.fill ins(%zero : f32) outs(%xe : tensor<32x1xf32>) -> tensor<32x1xf32>
      %sums = linalg.generic {indexing_maps = [affine_map<(g, m, k) -> (m, g, k)>, affine_map<(g, m, k) -> (g, m)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%row : tensor<1x32x32xf32>) outs(%xf : tensor<32x1xf32>) {
      ^bb0(%a: f32, %o: f32):
        %q = arith.addf %o, %a : f32
        linalg.yield %q : f32
      } -> tensor<32x1xf32>
      %ye = tensor.empty() : tensor<1x512xf32>
      %yf = linalg.fill ins(%zero : f32) outs(%ye : tensor<1x512xf32>) -> tensor<1x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(g, m, n) -> (g, m, n)>, affine_map<(g, m, n) -> (g, n, m)>, affine_map<(g, m, n) -> (g, m)>, affine_map<(g, m, n) -> (g, n, m)>, affine_map<(g, m, n) -> (m, n)>], iterator_types = ["reduction", "parallel", "parallel"]}
          ins(%grouped, %scales, %sums, %zeros : tensor<32x1x512xf32>, tensor<32x512x1xf32>, tensor<32x1xf32>, tensor<32x512x1xf32>) outs(%yf : tensor<1x512xf32>) {
      ^bb0(%product: f32, %scale: f32, %sum: f32, %z: f32, %o: f32):
        %shift = arith.mulf %sum, %z : f32
        %scaled = arith.mulf %product, %scale : f32
        %both = arith.addf %scaled, %shift : f32
        %result = arith.addf %o, %both : f32
        linalg.yield %result : f32
      } -> tensor<1x512xf32>
      %0 = ep.from_builtin %y : tensor<1x512xf32> -> !ep.tensor<[1, 512], f32>
      ep.return %0 : !ep.tensor<[1, 512], f32>
    }
  }
}

// -----

// Zeros that are operands are around eight, which is taken off exactly; the rest goes with the sum of the row.
// CHECK-LABEL: ep.program @zeros
// CHECK: %[[EIGHT:.*]] = arith.constant 8.000000e+00 : f32
// CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(
// CHECK: math.fma
// CHECK-NEXT: %[[BY:.*]] = arith.subf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: arith.mulf %[[BY]], %{{.*}} : f32
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.addf
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @zeros {
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[1, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[1, 1024], f32> -> tensor<1x1024xf32>
      %bs = ep.to_builtin %s : !ep.tensor<[512, 32], f32> -> tensor<512x32xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], ui8> -> tensor<512x512xi8>
      %groups = tensor.expand_shape %bw [[0], [1, 2]] output_shape [512, 32, 16] : tensor<512x512xi8> into tensor<512x32x16xi8>
      %e = tensor.empty() : tensor<512x32x2x16xf32>
      %decoded = linalg.generic {indexing_maps = [affine_map<(n, g, h, k) -> (n, g, k)>, affine_map<(n, g, h, k) -> (n, g)>, affine_map<(n, g, h, k) -> (n, g, h, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%groups, %bs : tensor<512x32x16xi8>, tensor<512x32xf32>) outs(%e : tensor<512x32x2x16xf32>) {
      ^bb0(%in: i8, %scale: f32, %o: f32):
        %h = linalg.index 2 : index
        %i = arith.index_cast %h : index to i32
        %by = arith.muli %i, %c4 : i32
        %wide = arith.extui %in : i8 to i32
        %moved = arith.shrui %wide, %by : i32
        %bits = arith.andi %moved, %c15 : i32
        %number = arith.uitofp %bits : i32 to f32
        %result = arith.subf %number, %scale : f32
        linalg.yield %result : f32
      } -> tensor<512x32x2x16xf32>
      %row = tensor.expand_shape %bx [[0], [1, 2, 3]] output_shape [1, 32, 16, 2] : tensor<1x1024xf32> into tensor<1x32x16x2xf32>
      %r = tensor.empty() : tensor<1x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<1x512xf32>) -> tensor<1x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, k) -> (m, g, k, h)>, affine_map<(m, n, g, h, k) -> (n, g, h, k)>, affine_map<(m, n, g, h, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<1x32x16x2xf32>, tensor<512x32x2x16xf32>) outs(%f : tensor<1x512xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<1x512xf32>
      %0 = ep.from_builtin %y : tensor<1x512xf32> -> !ep.tensor<[1, 512], f32>
      ep.return %0 : !ep.tensor<[1, 512], f32>
    }
  }
}

// -----

// What is rounded first is no sum of digits.
// CHECK-LABEL: ep.program @rounded
// CHECK-NOT: ep.packs
// CHECK-NOT: tensor<4x
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @rounded {
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[1, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[1, 1024], f32> -> tensor<1x1024xf32>
      %bs = ep.to_builtin %s : !ep.tensor<[512, 32], f32> -> tensor<512x32xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], ui8> -> tensor<512x512xi8>
      %groups = tensor.expand_shape %bw [[0], [1, 2]] output_shape [512, 32, 16] : tensor<512x512xi8> into tensor<512x32x16xi8>
      %e = tensor.empty() : tensor<512x32x2x16xf32>
      %decoded = linalg.generic {indexing_maps = [affine_map<(n, g, h, k) -> (n, g, k)>, affine_map<(n, g, h, k) -> (n, g)>, affine_map<(n, g, h, k) -> (n, g, h, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%groups, %bs : tensor<512x32x16xi8>, tensor<512x32xf32>) outs(%e : tensor<512x32x2x16xf32>) {
      ^bb0(%in: i8, %scale: f32, %o: f32):
        %h = linalg.index 2 : index
        %i = arith.index_cast %h : index to i32
        %by = arith.muli %i, %c4 : i32
        %wide = arith.extui %in : i8 to i32
        %moved = arith.shrui %wide, %by : i32
        %bits = arith.andi %moved, %c15 : i32
        %number = arith.uitofp %bits : i32 to f32
        %few = arith.truncf %number : f32 to bf16
        %again = arith.extf %few : bf16 to f32
        %result = arith.mulf %again, %scale : f32
        linalg.yield %result : f32
      } -> tensor<512x32x2x16xf32>
      %row = tensor.expand_shape %bx [[0], [1, 2, 3]] output_shape [1, 32, 16, 2] : tensor<1x1024xf32> into tensor<1x32x16x2xf32>
      %r = tensor.empty() : tensor<1x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<1x512xf32>) -> tensor<1x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, k) -> (m, g, k, h)>, affine_map<(m, n, g, h, k) -> (n, g, h, k)>, affine_map<(m, n, g, h, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<1x32x16x2xf32>, tensor<512x32x2x16xf32>) outs(%f : tensor<1x512xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<1x512xf32>
      %0 = ep.from_builtin %y : tensor<1x512xf32> -> !ep.tensor<[1, 512], f32>
      ep.return %0 : !ep.tensor<[1, 512], f32>
    }
  }
}

// -----

// Squares of numbers are no sums of digits.
// CHECK-LABEL: ep.program @powers
// CHECK-NOT: ep.packs
// CHECK-NOT: tensor<4x
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @powers {
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[1, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[1, 1024], f32> -> tensor<1x1024xf32>
      %bs = ep.to_builtin %s : !ep.tensor<[512, 32], f32> -> tensor<512x32xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], ui8> -> tensor<512x512xi8>
      %groups = tensor.expand_shape %bw [[0], [1, 2]] output_shape [512, 32, 16] : tensor<512x512xi8> into tensor<512x32x16xi8>
      %e = tensor.empty() : tensor<512x32x2x16xf32>
      %decoded = linalg.generic {indexing_maps = [affine_map<(n, g, h, k) -> (n, g, k)>, affine_map<(n, g, h, k) -> (n, g)>, affine_map<(n, g, h, k) -> (n, g, h, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%groups, %bs : tensor<512x32x16xi8>, tensor<512x32xf32>) outs(%e : tensor<512x32x2x16xf32>) {
      ^bb0(%in: i8, %scale: f32, %o: f32):
        %h = linalg.index 2 : index
        %i = arith.index_cast %h : index to i32
        %by = arith.muli %i, %c4 : i32
        %wide = arith.extui %in : i8 to i32
        %moved = arith.shrui %wide, %by : i32
        %bits = arith.andi %moved, %c15 : i32
        %number = arith.uitofp %bits : i32 to f32
        %square = arith.mulf %number, %number : f32
        %result = arith.mulf %square, %scale : f32
        linalg.yield %result : f32
      } -> tensor<512x32x2x16xf32>
      %row = tensor.expand_shape %bx [[0], [1, 2, 3]] output_shape [1, 32, 16, 2] : tensor<1x1024xf32> into tensor<1x32x16x2xf32>
      %r = tensor.empty() : tensor<1x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<1x512xf32>) -> tensor<1x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, k) -> (m, g, k, h)>, affine_map<(m, n, g, h, k) -> (n, g, h, k)>, affine_map<(m, n, g, h, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<1x32x16x2xf32>, tensor<512x32x2x16xf32>) outs(%f : tensor<1x512xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<1x512xf32>
      %0 = ep.from_builtin %y : tensor<1x512xf32> -> !ep.tensor<[1, 512], f32>
      ep.return %0 : !ep.tensor<[1, 512], f32>
    }
  }
}

// -----

// Squares of a row by its unit are not squares of the row.
// CHECK-LABEL: ep.program @squares
// CHECK-NOT: ep.packs
// CHECK-NOT: tensor<4x
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @squares {
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[32, 512, 2], bf16> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[32, 512, 2], bf16> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[1, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %few = ep.to_builtin %s : !ep.tensor<[32, 512, 2], bf16> -> tensor<32x512x2xbf16>
      %be = tensor.empty() : tensor<32x512x2xf32>
      %bs = linalg.generic {indexing_maps = [affine_map<(g, n, p) -> (g, n, p)>, affine_map<(g, n, p) -> (g, n, p)>], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%few : tensor<32x512x2xbf16>) outs(%be : tensor<32x512x2xf32>) {
      ^bb0(%a: bf16, %o: f32):
        %wide = arith.extf %a : bf16 to f32
        linalg.yield %wide : f32
      } -> tensor<32x512x2xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[1, 1024], f32> -> tensor<1x1024xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], ui8> -> tensor<512x512xi8>
      %flat = tensor.collapse_shape %bw [[0, 1]] : tensor<512x512xi8> into tensor<262144xi8>
      %row = tensor.expand_shape %bx [[0], [1, 2]] output_shape [1, 32, 32] : tensor<1x1024xf32> into tensor<1x32x32xf32>
      %blocks = tensor.expand_shape %flat [[0, 1, 2, 3]] output_shape [8, 32, 32, 32] : tensor<262144xi8> into tensor<8x32x32x32xi8>
      %e = tensor.empty() : tensor<32x32x8x2x32xf32>
      %decoded = linalg.generic {indexing_maps = [affine_map<(g, k, b, h, l) -> (b, g, k, l)>, affine_map<(g, k, b, h, l) -> (g, k, b, h, l)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
          ins(%blocks : tensor<8x32x32x32xi8>) outs(%e : tensor<32x32x8x2x32xf32>) {
      ^bb0(%in: i8, %o: f32):
        %h = linalg.index 3 : index
        %i = arith.index_cast %h : index to i32
        %by = arith.muli %i, %c4 : i32
        %wide = arith.extui %in : i8 to i32
        %moved = arith.shrsi %wide, %by : i32
        %bits = arith.andi %moved, %c15 : i32
        %number = arith.sitofp %bits : i32 to f32
        %centred = arith.subf %number, %c8 : f32
        linalg.yield %centred : f32
      } -> tensor<32x32x8x2x32xf32>
      %pe = tensor.empty() : tensor<32x1x8x2x32xf32>
      %pf = linalg.fill ins(%zero : f32) outs(%pe : tensor<32x1x8x2x32xf32>) -> tensor<32x1x8x2x32xf32>
      %products = linalg.generic {indexing_maps = [affine_map<(g, m, b, h, l, k) -> (m, g, k)>, affine_map<(g, m, b, h, l, k) -> (g, k, b, h, l)>, affine_map<(g, m, b, h, l, k) -> (g, m, b, h, l)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
          ins(%row, %decoded : tensor<1x32x32xf32>, tensor<32x32x8x2x32xf32>) outs(%pf : tensor<32x1x8x2x32xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<32x1x8x2x32xf32>
      %grouped = tensor.collapse_shape %products [[0], [1], [2, 3, 4]] : tensor<32x1x8x2x32xf32> into tensor<32x1x512xf32>
      %scales = tensor.extract_slice %bs[0, 0, 0] [32, 512, 1] [1, 1, 1] : tensor<32x512x2xf32> to tensor<32x512x1xf32>
      %zeros = tensor.extract_slice %bs[0, 0, 1] [32, 512, 1] [1, 1, 1] : tensor<32x512x2xf32> to tensor<32x512x1xf32>
      %xe = tensor.empty() : tensor<32x1xf32>
      %xf = linalg.fill ins(%zero : f32) outs(%xe : tensor<32x1xf32>) -> tensor<32x1xf32>
      %sums = linalg.generic {indexing_maps = [affine_map<(g, m, k) -> (m, g, k)>, affine_map<(g, m, k) -> (g, m)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%row : tensor<1x32x32xf32>) outs(%xf : tensor<32x1xf32>) {
      ^bb0(%a: f32, %o: f32):
        %q = arith.addf %o, %a : f32
        linalg.yield %q : f32
      } -> tensor<32x1xf32>
      %ye = tensor.empty() : tensor<1x512xf32>
      %yf = linalg.fill ins(%zero : f32) outs(%ye : tensor<1x512xf32>) -> tensor<1x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(g, m, n) -> (g, m, n)>, affine_map<(g, m, n) -> (g, n, m)>, affine_map<(g, m, n) -> (g, m)>, affine_map<(g, m, n) -> (g, n, m)>, affine_map<(g, m, n) -> (m, n)>], iterator_types = ["reduction", "parallel", "parallel"]}
          ins(%grouped, %scales, %sums, %zeros : tensor<32x1x512xf32>, tensor<32x512x1xf32>, tensor<32x1xf32>, tensor<32x512x1xf32>) outs(%yf : tensor<1x512xf32>) {
      ^bb0(%product: f32, %scale: f32, %sum: f32, %z: f32, %o: f32):
        %shift = arith.mulf %sum, %z : f32
        %scaled = arith.mulf %product, %product : f32
        %both = arith.addf %scaled, %shift : f32
        %result = arith.addf %o, %both : f32
        linalg.yield %result : f32
      } -> tensor<1x512xf32>
      %0 = ep.from_builtin %y : tensor<1x512xf32> -> !ep.tensor<[1, 512], f32>
      ep.return %0 : !ep.tensor<[1, 512], f32>
    }
  }
}
