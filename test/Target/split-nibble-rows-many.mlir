// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-split-rows,canonicalize,cse)))' --split-input-file | FileCheck %s
// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-split-rows,canonicalize,cse)))' --split-input-file --remark-format=emitRemark --remarks-filter=kiln-split -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: Category:kiln-split | {{.*}}Remark="rows are multiplied as digits, by numbers of four bits"

// Rows have a dimension of their own everywhere, and share the weights in order.
// CHECK-LABEL: ep.program @known
// CHECK-COUNT-2: ep.packs
// CHECK-NOT: ep.packs
// CHECK: outs(%{{.*}}, %{{.*}} : tensor<2xf32>, tensor<2xf64>)
// CHECK: outs(%{{.*}} : tensor<4x2x32x2x16xi8>)
// CHECK: outs(%{{.*}} : tensor<2x2x32xi32>)
// CHECK: outs(%{{.*}} : tensor<2x16x32x32x4xi32>)
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]{{\]}} : tensor<2x16x32xf32> into tensor<2x512xf32>
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @known {
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[2, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[2, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[2, 1024], f32> -> tensor<2x1024xf32>
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
      %row = tensor.expand_shape %bx [[0], [1, 2, 3]] output_shape [2, 32, 16, 2] : tensor<2x1024xf32> into tensor<2x32x16x2xf32>
      %r = tensor.empty() : tensor<2x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<2x512xf32>) -> tensor<2x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, k) -> (m, g, k, h)>, affine_map<(m, n, g, h, k) -> (n, g, h, k)>, affine_map<(m, n, g, h, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<2x32x16x2xf32>, tensor<512x32x2x16xf32>) outs(%f : tensor<2x512xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<2x512xf32>
      %0 = ep.from_builtin %y : tensor<2x512xf32> -> !ep.tensor<[2, 512], f32>
      ep.return %0 : !ep.tensor<[2, 512], f32>
    }
  }
}

// -----

// A product takes the shape in which its factor is decoded. The number of rows need not be known.
// CHECK-LABEL: ep.program @open
// CHECK: %[[ROWS:.*]] = tensor.expand_shape %[[X:.*]] {{\[\[}}0], [1, 2, 3]{{\]}} {{.*}} : tensor<?x1024xf32> into tensor<?x32x2x16xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<?x1024xf32>) outs(%{{.*}} : tensor<?xi32>)
// CHECK: ins(%[[ROWS]], %{{.*}} : tensor<?x32x2x16xf32>, tensor<?xf64>) outs(%{{.*}} : tensor<4x?x32x2x16xi8>)
// CHECK: outs(%{{.*}} : tensor<2x?x32xi32>)
// CHECK: outs(%{{.*}} : tensor<?x16x32x32x4xi32>)
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]{{\]}} : tensor<?x16x32xf32> into tensor<?x512xf32>
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @open {
    ep.symbol @s0 range(1, 4096)
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[s0, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[s0, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[s0, 1024], f32> -> tensor<?x1024xf32>
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
      %factor = tensor.collapse_shape %decoded [[0], [1, 2, 3]] : tensor<512x32x2x16xf32> into tensor<512x1024xf32>
      %n = ep.size s0
      %r = tensor.empty(%n) : tensor<?x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<?x512xf32>) -> tensor<?x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %factor : tensor<?x1024xf32>, tensor<512x1024xf32>) outs(%f : tensor<?x512xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<?x512xf32>
      %0 = ep.from_builtin %y : tensor<?x512xf32> -> !ep.tensor<[s0, 512], f32>
      ep.return %0 : !ep.tensor<[s0, 512], f32>
    }
  }
}

// -----

// So is one of columns in halves; its result keeps that shape, and is reshaped behind it.
// CHECK-LABEL: ep.program @open_columns
// CHECK: ins(%{{.*}} : tensor<?x32x32xf32>) outs(%{{.*}} : tensor<?x32xf32>)
// CHECK: outs(%{{.*}} : tensor<?x8x32x2x32x4xi32>)
// CHECK: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} {{.*}} outs(%{{.*}} : tensor<?x8x2x32xf32>)
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2, 3]{{\]}} : tensor<?x8x2x32xf32> into tensor<?x512xf32>
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @open_columns {
    ep.symbol @s0 range(1, 4096)
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[32, 512, 2], bf16> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[32, 512, 2], bf16> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[s0, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[s0, 512], f32> {ep.output = #ep.output<user_output "y">}) {
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
      %bx = ep.to_builtin %x : !ep.tensor<[s0, 1024], f32> -> tensor<?x1024xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], ui8> -> tensor<512x512xi8>
      %flat = tensor.collapse_shape %bw [[0, 1]] : tensor<512x512xi8> into tensor<262144xi8>
      %blocks = tensor.expand_shape %flat [[0, 1, 2, 3]] output_shape [8, 32, 32, 32] : tensor<262144xi8> into tensor<8x32x32x32xi8>
      %both = tensor.expand_shape %bs [[0], [1, 2, 3], [4]] output_shape [32, 8, 2, 32, 2] : tensor<32x512x2xf32> into tensor<32x8x2x32x2xf32>
      %scales = tensor.extract_slice %both[0, 0, 0, 0, 0] [32, 8, 2, 32, 1] [1, 1, 1, 1, 1] : tensor<32x8x2x32x2xf32> to tensor<32x8x2x32x1xf32>
      %zeros = tensor.extract_slice %both[0, 0, 0, 0, 1] [32, 8, 2, 32, 1] [1, 1, 1, 1, 1] : tensor<32x8x2x32x2xf32> to tensor<32x8x2x32x1xf32>
      %e = tensor.empty() : tensor<32x32x8x2x32xf32>
      %decoded = linalg.generic {indexing_maps = [affine_map<(g, k, b, h, l) -> (b, g, k, l)>, affine_map<(g, k, b, h, l) -> (g, b, h, l, 0)>, affine_map<(g, k, b, h, l) -> (g, b, h, l, 0)>, affine_map<(g, k, b, h, l) -> (g, k, b, h, l)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
          ins(%blocks, %scales, %zeros : tensor<8x32x32x32xi8>, tensor<32x8x2x32x1xf32>, tensor<32x8x2x32x1xf32>) outs(%e : tensor<32x32x8x2x32xf32>) {
      ^bb0(%in: i8, %scale: f32, %z: f32, %o: f32):
        %h = linalg.index 3 : index
        %i = arith.index_cast %h : index to i32
        %by = arith.muli %i, %c4 : i32
        %wide = arith.extui %in : i8 to i32
        %moved = arith.shrsi %wide, %by : i32
        %bits = arith.andi %moved, %c15 : i32
        %number = arith.sitofp %bits : i32 to f32
        %centred = arith.subf %number, %c8 : f32
        %scaled = arith.mulf %centred, %scale : f32
        %result = arith.addf %scaled, %z : f32
        linalg.yield %result : f32
      } -> tensor<32x32x8x2x32xf32>
      %factor = tensor.collapse_shape %decoded [[0, 1], [2, 3, 4]] : tensor<32x32x8x2x32xf32> into tensor<1024x512xf32>
      %n = ep.size s0
      %r = tensor.empty(%n) : tensor<?x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<?x512xf32>) -> tensor<?x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %factor : tensor<?x1024xf32>, tensor<1024x512xf32>) outs(%f : tensor<?x512xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<?x512xf32>
      %0 = ep.from_builtin %y : tensor<?x512xf32> -> !ep.tensor<[s0, 512], f32>
      ep.return %0 : !ep.tensor<[s0, 512], f32>
    }
  }
}

// -----

// Two rows of products that are scaled group by group: each has its sum of a group.
// CHECK-LABEL: ep.program @outer
// CHECK: outs(%{{.*}} : tensor<4x2x32x32xi8>)
// CHECK: %[[SUMS:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<2x32x32xf32>) outs(%{{.*}} : tensor<32x2xf32>)
// CHECK: %[[SUMS]], %{{.*}} outs(%{{.*}} : tensor<2x8x2x32xf32>)
// CHECK: tensor.collapse_shape %{{.*}} : tensor<2x8x2x32xf32> into tensor<2x512xf32>
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @outer {
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[32, 512, 2], bf16> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[32, 512, 2], bf16> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[2, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[2, 512], f32> {ep.output = #ep.output<user_output "y">}) {
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
      %bx = ep.to_builtin %x : !ep.tensor<[2, 1024], f32> -> tensor<2x1024xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], ui8> -> tensor<512x512xi8>
      %flat = tensor.collapse_shape %bw [[0, 1]] : tensor<512x512xi8> into tensor<262144xi8>
      %row = tensor.expand_shape %bx [[0], [1, 2]] output_shape [2, 32, 32] : tensor<2x1024xf32> into tensor<2x32x32xf32>
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
      %pe = tensor.empty() : tensor<32x2x8x2x32xf32>
      %pf = linalg.fill ins(%zero : f32) outs(%pe : tensor<32x2x8x2x32xf32>) -> tensor<32x2x8x2x32xf32>
      %products = linalg.generic {indexing_maps = [affine_map<(g, m, b, h, l, k) -> (m, g, k)>, affine_map<(g, m, b, h, l, k) -> (g, k, b, h, l)>, affine_map<(g, m, b, h, l, k) -> (g, m, b, h, l)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
          ins(%row, %decoded : tensor<2x32x32xf32>, tensor<32x32x8x2x32xf32>) outs(%pf : tensor<32x2x8x2x32xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<32x2x8x2x32xf32>
      %grouped = tensor.collapse_shape %products [[0], [1], [2, 3, 4]] : tensor<32x2x8x2x32xf32> into tensor<32x2x512xf32>
      %scales = tensor.extract_slice %bs[0, 0, 0] [32, 512, 1] [1, 1, 1] : tensor<32x512x2xf32> to tensor<32x512x1xf32>
      %zeros = tensor.extract_slice %bs[0, 0, 1] [32, 512, 1] [1, 1, 1] : tensor<32x512x2xf32> to tensor<32x512x1xf32>
      %xe = tensor.empty() : tensor<32x2xf32>
      %xf = linalg.fill ins(%zero : f32) outs(%xe : tensor<32x2xf32>) -> tensor<32x2xf32>
      %sums = linalg.generic {indexing_maps = [affine_map<(g, m, k) -> (m, g, k)>, affine_map<(g, m, k) -> (g, m)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%row : tensor<2x32x32xf32>) outs(%xf : tensor<32x2xf32>) {
      ^bb0(%a: f32, %o: f32):
        %q = arith.addf %o, %a : f32
        linalg.yield %q : f32
      } -> tensor<32x2xf32>
      %ye = tensor.empty() : tensor<2x512xf32>
      %yf = linalg.fill ins(%zero : f32) outs(%ye : tensor<2x512xf32>) -> tensor<2x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(g, m, n) -> (g, m, n)>, affine_map<(g, m, n) -> (g, n, 0)>, affine_map<(g, m, n) -> (g, m)>, affine_map<(g, m, n) -> (g, n, 0)>, affine_map<(g, m, n) -> (m, n)>], iterator_types = ["reduction", "parallel", "parallel"]}
          ins(%grouped, %scales, %sums, %zeros : tensor<32x2x512xf32>, tensor<32x512x1xf32>, tensor<32x2xf32>, tensor<32x512x1xf32>) outs(%yf : tensor<2x512xf32>) {
      ^bb0(%product: f32, %scale: f32, %sum: f32, %z: f32, %o: f32):
        %shift = arith.mulf %sum, %z : f32
        %scaled = arith.mulf %product, %scale : f32
        %both = arith.addf %scaled, %shift : f32
        %result = arith.addf %o, %both : f32
        linalg.yield %result : f32
      } -> tensor<2x512xf32>
      %0 = ep.from_builtin %y : tensor<2x512xf32> -> !ep.tensor<[2, 512], f32>
      ep.return %0 : !ep.tensor<[2, 512], f32>
    }
  }
}

// -----

// Rows of narrow floats are widened; what an operator rounds numbers to is not rounded.
// CHECK-LABEL: ep.program @rounded
// CHECK: %[[WIDE:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<2x32x16x2xbf16>) outs(%{{.*}} : tensor<2x32x16x2xf32>)
// CHECK: ins(%[[WIDE]], %{{.*}} : tensor<2x32x16x2xf32>, tensor<2xf64>) outs(%{{.*}} : tensor<4x2x32x2x16xi8>)
// CHECK-NOT: arith.truncf {{.*}} to bf16
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @rounded {
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[2, 1024], bf16> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[2, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[2, 1024], bf16> -> tensor<2x1024xbf16>
      %bs = ep.to_builtin %s : !ep.tensor<[512, 32], f32> -> tensor<512x32xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], ui8> -> tensor<512x512xi8>
      %groups = tensor.expand_shape %bw [[0], [1, 2]] output_shape [512, 32, 16] : tensor<512x512xi8> into tensor<512x32x16xi8>
      %e = tensor.empty() : tensor<512x32x2x16xbf16>
      %decoded = linalg.generic {indexing_maps = [affine_map<(n, g, h, k) -> (n, g, k)>, affine_map<(n, g, h, k) -> (n, g)>, affine_map<(n, g, h, k) -> (n, g, h, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%groups, %bs : tensor<512x32x16xi8>, tensor<512x32xf32>) outs(%e : tensor<512x32x2x16xbf16>) {
      ^bb0(%in: i8, %scale: f32, %o: bf16):
        %h = linalg.index 2 : index
        %i = arith.index_cast %h : index to i32
        %by = arith.muli %i, %c4 : i32
        %wide = arith.extui %in : i8 to i32
        %moved = arith.shrui %wide, %by : i32
        %bits = arith.andi %moved, %c15 : i32
        %number = arith.uitofp %bits : i32 to f32
        %centred = arith.subf %number, %c8 : f32
        %result = arith.mulf %centred, %scale : f32
        %less = arith.truncf %result fastmath<contract> : f32 to bf16
        linalg.yield %less : bf16
      } -> tensor<512x32x2x16xbf16>
      %row = tensor.expand_shape %bx [[0], [1, 2, 3]] output_shape [2, 32, 16, 2] : tensor<2x1024xbf16> into tensor<2x32x16x2xbf16>
      %r = tensor.empty() : tensor<2x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<2x512xf32>) -> tensor<2x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, k) -> (m, g, k, h)>, affine_map<(m, n, g, h, k) -> (n, g, h, k)>, affine_map<(m, n, g, h, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<2x32x16x2xbf16>, tensor<512x32x2x16xbf16>) outs(%f : tensor<2x512xf32>) {
      ^bb0(%a: bf16, %b: bf16, %o: f32):
        %c = arith.extf %a : bf16 to f32
        %d = arith.extf %b : bf16 to f32
        %p = arith.mulf %c, %d : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<2x512xf32>
      %0 = ep.from_builtin %y : tensor<2x512xf32> -> !ep.tensor<[2, 512], f32>
      ep.return %0 : !ep.tensor<[2, 512], f32>
    }
  }
}

// -----

// What the program casts itself is rounded.
// CHECK-LABEL: ep.program @cast
// CHECK-NOT: ep.packs
// CHECK-NOT: tensor<4x
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @cast {
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[2, 1024], bf16> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[2, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[2, 1024], bf16> -> tensor<2x1024xbf16>
      %bs = ep.to_builtin %s : !ep.tensor<[512, 32], f32> -> tensor<512x32xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], ui8> -> tensor<512x512xi8>
      %groups = tensor.expand_shape %bw [[0], [1, 2]] output_shape [512, 32, 16] : tensor<512x512xi8> into tensor<512x32x16xi8>
      %e = tensor.empty() : tensor<512x32x2x16xbf16>
      %decoded = linalg.generic {indexing_maps = [affine_map<(n, g, h, k) -> (n, g, k)>, affine_map<(n, g, h, k) -> (n, g)>, affine_map<(n, g, h, k) -> (n, g, h, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%groups, %bs : tensor<512x32x16xi8>, tensor<512x32xf32>) outs(%e : tensor<512x32x2x16xbf16>) {
      ^bb0(%in: i8, %scale: f32, %o: bf16):
        %h = linalg.index 2 : index
        %i = arith.index_cast %h : index to i32
        %by = arith.muli %i, %c4 : i32
        %wide = arith.extui %in : i8 to i32
        %moved = arith.shrui %wide, %by : i32
        %bits = arith.andi %moved, %c15 : i32
        %number = arith.uitofp %bits : i32 to f32
        %centred = arith.subf %number, %c8 : f32
        %result = arith.mulf %centred, %scale : f32
        %less = arith.truncf %result : f32 to bf16
        linalg.yield %less : bf16
      } -> tensor<512x32x2x16xbf16>
      %row = tensor.expand_shape %bx [[0], [1, 2, 3]] output_shape [2, 32, 16, 2] : tensor<2x1024xbf16> into tensor<2x32x16x2xbf16>
      %r = tensor.empty() : tensor<2x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<2x512xf32>) -> tensor<2x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, k) -> (m, g, k, h)>, affine_map<(m, n, g, h, k) -> (n, g, h, k)>, affine_map<(m, n, g, h, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<2x32x16x2xbf16>, tensor<512x32x2x16xbf16>) outs(%f : tensor<2x512xf32>) {
      ^bb0(%a: bf16, %b: bf16, %o: f32):
        %c = arith.extf %a : bf16 to f32
        %d = arith.extf %b : bf16 to f32
        %p = arith.mulf %c, %d : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<2x512xf32>
      %0 = ep.from_builtin %y : tensor<2x512xf32> -> !ep.tensor<[2, 512], f32>
      ep.return %0 : !ep.tensor<[2, 512], f32>
    }
  }
}

// -----

// Many rows of narrow floats are multiplied as such.
// CHECK-LABEL: ep.program @many
// CHECK-NOT: ep.packs
// CHECK-NOT: tensor<4x
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @many {
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[33, 1024], bf16> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[33, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[33, 1024], bf16> -> tensor<33x1024xbf16>
      %bs = ep.to_builtin %s : !ep.tensor<[512, 32], f32> -> tensor<512x32xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], ui8> -> tensor<512x512xi8>
      %groups = tensor.expand_shape %bw [[0], [1, 2]] output_shape [512, 32, 16] : tensor<512x512xi8> into tensor<512x32x16xi8>
      %e = tensor.empty() : tensor<512x32x2x16xbf16>
      %decoded = linalg.generic {indexing_maps = [affine_map<(n, g, h, k) -> (n, g, k)>, affine_map<(n, g, h, k) -> (n, g)>, affine_map<(n, g, h, k) -> (n, g, h, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%groups, %bs : tensor<512x32x16xi8>, tensor<512x32xf32>) outs(%e : tensor<512x32x2x16xbf16>) {
      ^bb0(%in: i8, %scale: f32, %o: bf16):
        %h = linalg.index 2 : index
        %i = arith.index_cast %h : index to i32
        %by = arith.muli %i, %c4 : i32
        %wide = arith.extui %in : i8 to i32
        %moved = arith.shrui %wide, %by : i32
        %bits = arith.andi %moved, %c15 : i32
        %number = arith.uitofp %bits : i32 to f32
        %centred = arith.subf %number, %c8 : f32
        %result = arith.mulf %centred, %scale : f32
        %less = arith.truncf %result fastmath<contract> : f32 to bf16
        linalg.yield %less : bf16
      } -> tensor<512x32x2x16xbf16>
      %row = tensor.expand_shape %bx [[0], [1, 2, 3]] output_shape [33, 32, 16, 2] : tensor<33x1024xbf16> into tensor<33x32x16x2xbf16>
      %r = tensor.empty() : tensor<33x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<33x512xf32>) -> tensor<33x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, k) -> (m, g, k, h)>, affine_map<(m, n, g, h, k) -> (n, g, h, k)>, affine_map<(m, n, g, h, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<33x32x16x2xbf16>, tensor<512x32x2x16xbf16>) outs(%f : tensor<33x512xf32>) {
      ^bb0(%a: bf16, %b: bf16, %o: f32):
        %c = arith.extf %a : bf16 to f32
        %d = arith.extf %b : bf16 to f32
        %p = arith.mulf %c, %d : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<33x512xf32>
      %0 = ep.from_builtin %y : tensor<33x512xf32> -> !ep.tensor<[33, 512], f32>
      ep.return %0 : !ep.tensor<[33, 512], f32>
    }
  }
}
