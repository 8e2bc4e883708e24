// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-split-rows,canonicalize,cse)))' --split-input-file | FileCheck %s

// Products that stay as they are.

// Rows are not the first dimension of what they are in.
// CHECK-LABEL: ep.program @rows
// CHECK-NOT: ep.packs
// CHECK-NOT: tensor<4x
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @rows {
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[1024, 5], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[5, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[1024, 5], f32> -> tensor<1024x5xf32>
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
      %row = tensor.expand_shape %bx [[0, 1, 2], [3]] output_shape [32, 16, 2, 5] : tensor<1024x5xf32> into tensor<32x16x2x5xf32>
      %r = tensor.empty() : tensor<5x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<5x512xf32>) -> tensor<5x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, k) -> (g, k, h, m)>, affine_map<(m, n, g, h, k) -> (n, g, h, k)>, affine_map<(m, n, g, h, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<32x16x2x5xf32>, tensor<512x32x2x16xf32>) outs(%f : tensor<5x512xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<5x512xf32>
      %0 = ep.from_builtin %y : tensor<5x512xf32> -> !ep.tensor<[5, 512], f32>
      ep.return %0 : !ep.tensor<[5, 512], f32>
    }
  }
}

// -----

// Panels would not be full.
// CHECK-LABEL: ep.program @width
// CHECK-NOT: ep.packs
// CHECK-NOT: tensor<4x
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @width {
    ep.storage @ws bytes(266240) data(dense<5> : tensor<266240xi8>)
    ep.buffer @w : !ep.tensor<[520, 512], ui8> storage(@ws)
    ep.storage @ss bytes(66560) data(dense<5> : tensor<66560xi8>)
    ep.buffer @s : !ep.tensor<[520, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[520, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[520, 32], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[1, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 520], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[1, 1024], f32> -> tensor<1x1024xf32>
      %bs = ep.to_builtin %s : !ep.tensor<[520, 32], f32> -> tensor<520x32xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[520, 512], ui8> -> tensor<520x512xi8>
      %groups = tensor.expand_shape %bw [[0], [1, 2]] output_shape [520, 32, 16] : tensor<520x512xi8> into tensor<520x32x16xi8>
      %e = tensor.empty() : tensor<520x32x2x16xf32>
      %decoded = linalg.generic {indexing_maps = [affine_map<(n, g, h, k) -> (n, g, k)>, affine_map<(n, g, h, k) -> (n, g)>, affine_map<(n, g, h, k) -> (n, g, h, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%groups, %bs : tensor<520x32x16xi8>, tensor<520x32xf32>) outs(%e : tensor<520x32x2x16xf32>) {
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
      } -> tensor<520x32x2x16xf32>
      %row = tensor.expand_shape %bx [[0], [1, 2, 3]] output_shape [1, 32, 16, 2] : tensor<1x1024xf32> into tensor<1x32x16x2xf32>
      %r = tensor.empty() : tensor<1x520xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<1x520xf32>) -> tensor<1x520xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, k) -> (m, g, k, h)>, affine_map<(m, n, g, h, k) -> (n, g, h, k)>, affine_map<(m, n, g, h, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<1x32x16x2xf32>, tensor<520x32x2x16xf32>) outs(%f : tensor<1x520xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<1x520xf32>
      %0 = ep.from_builtin %y : tensor<1x520xf32> -> !ep.tensor<[1, 520], f32>
      ep.return %0 : !ep.tensor<[1, 520], f32>
    }
  }
}

// -----

// Words would not be full.
// CHECK-LABEL: ep.program @words
// CHECK-NOT: ep.packs
// CHECK-NOT: tensor<4x
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @words {
    ep.storage @ws bytes(393216) data(dense<5> : tensor<393216xi8>)
    ep.buffer @w : !ep.tensor<[512, 768], ui8> storage(@ws)
    ep.storage @ss bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @s : !ep.tensor<[512, 128], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 768], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 128], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[1, 1536], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[1, 1536], f32> -> tensor<1x1536xf32>
      %bs = ep.to_builtin %s : !ep.tensor<[512, 128], f32> -> tensor<512x128xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 768], ui8> -> tensor<512x768xi8>
      %groups = tensor.expand_shape %bw [[0], [1, 2]] output_shape [512, 128, 6] : tensor<512x768xi8> into tensor<512x128x6xi8>
      %e = tensor.empty() : tensor<512x128x2x6xf32>
      %decoded = linalg.generic {indexing_maps = [affine_map<(n, g, h, k) -> (n, g, k)>, affine_map<(n, g, h, k) -> (n, g)>, affine_map<(n, g, h, k) -> (n, g, h, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%groups, %bs : tensor<512x128x6xi8>, tensor<512x128xf32>) outs(%e : tensor<512x128x2x6xf32>) {
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
      } -> tensor<512x128x2x6xf32>
      %row = tensor.expand_shape %bx [[0], [1, 2, 3]] output_shape [1, 128, 6, 2] : tensor<1x1536xf32> into tensor<1x128x6x2xf32>
      %r = tensor.empty() : tensor<1x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<1x512xf32>) -> tensor<1x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, k) -> (m, g, k, h)>, affine_map<(m, n, g, h, k) -> (n, g, h, k)>, affine_map<(m, n, g, h, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<1x128x6x2xf32>, tensor<512x128x2x6xf32>) outs(%f : tensor<1x512xf32>) {
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

// A small weight stays in a cache.
// CHECK-LABEL: ep.program @small
// CHECK-NOT: ep.packs
// CHECK-NOT: tensor<4x
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @small {
    ep.storage @ws bytes(245760) data(dense<5> : tensor<245760xi8>)
    ep.buffer @w : !ep.tensor<[480, 512], ui8> storage(@ws)
    ep.storage @ss bytes(61440) data(dense<5> : tensor<61440xi8>)
    ep.buffer @s : !ep.tensor<[480, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[480, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[480, 32], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[1, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 480], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[1, 1024], f32> -> tensor<1x1024xf32>
      %bs = ep.to_builtin %s : !ep.tensor<[480, 32], f32> -> tensor<480x32xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[480, 512], ui8> -> tensor<480x512xi8>
      %groups = tensor.expand_shape %bw [[0], [1, 2]] output_shape [480, 32, 16] : tensor<480x512xi8> into tensor<480x32x16xi8>
      %e = tensor.empty() : tensor<480x32x2x16xf32>
      %decoded = linalg.generic {indexing_maps = [affine_map<(n, g, h, k) -> (n, g, k)>, affine_map<(n, g, h, k) -> (n, g)>, affine_map<(n, g, h, k) -> (n, g, h, k)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
          ins(%groups, %bs : tensor<480x32x16xi8>, tensor<480x32xf32>) outs(%e : tensor<480x32x2x16xf32>) {
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
      } -> tensor<480x32x2x16xf32>
      %row = tensor.expand_shape %bx [[0], [1, 2, 3]] output_shape [1, 32, 16, 2] : tensor<1x1024xf32> into tensor<1x32x16x2xf32>
      %r = tensor.empty() : tensor<1x480xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<1x480xf32>) -> tensor<1x480xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, h, k) -> (m, g, k, h)>, affine_map<(m, n, g, h, k) -> (n, g, h, k)>, affine_map<(m, n, g, h, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<1x32x16x2xf32>, tensor<480x32x2x16xf32>) outs(%f : tensor<1x480xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<1x480xf32>
      %0 = ep.from_builtin %y : tensor<1x480xf32> -> !ep.tensor<[1, 480], f32>
      ep.return %0 : !ep.tensor<[1, 480], f32>
    }
  }
}

// -----

// No instruction adds products of bytes.
// CHECK-LABEL: ep.program @level
// CHECK-NOT: ep.packs
// CHECK-NOT: tensor<4x
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @level {
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

// Scales that are no weights are in no order.
// CHECK-LABEL: ep.program @data
// CHECK-NOT: ep.packs
// CHECK-NOT: tensor<4x
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @data {
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<user_input "s">},
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

// A weight that is read elsewhere would be there twice.
// CHECK-LABEL: ep.program @elsewhere
// CHECK-NOT: ep.packs
// CHECK-NOT: tensor<4x
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @elsewhere {
    ep.storage @ws bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[512, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[1, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">}, !ep.tensor<[512, 512], ui8> {ep.output = #ep.output<user_output "w">}) {
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
      ep.return %0, %w : !ep.tensor<[1, 512], f32>, !ep.tensor<[512, 512], ui8>
    }
  }
}

// -----

// Of a weight that is read in part, the rest would be lost.
// CHECK-LABEL: ep.program @part
// CHECK-NOT: ep.packs
// CHECK-NOT: tensor<4x
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @part {
    ep.storage @ws bytes(524288) data(dense<5> : tensor<524288xi8>)
    ep.buffer @w : !ep.tensor<[1024, 512], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.graph @run(%w: !ep.tensor<[1024, 512], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<buffer "s">},
        %x: !ep.tensor<[1, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %c15 = arith.constant 15 : i32
      %c4 = arith.constant 4 : i32
      %c8 = arith.constant 8.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[1, 1024], f32> -> tensor<1x1024xf32>
      %bs = ep.to_builtin %s : !ep.tensor<[512, 32], f32> -> tensor<512x32xf32>
      %ball = ep.to_builtin %w : !ep.tensor<[1024, 512], ui8> -> tensor<1024x512xi8>
      %bw = tensor.extract_slice %ball[512, 0] [512, 512] [1, 1] : tensor<1024x512xi8> to tensor<512x512xi8>
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
