// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-split-rows,canonicalize,cse)))' --split-input-file | FileCheck %s
// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-split-rows,canonicalize,cse)))' --split-input-file --remark-format=emitRemark --remarks-filter=kiln-split -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: Category:kiln-split | {{.*}}Remark="rows are multiplied as digits, by bytes in groups"

// Bytes that have a sign are numbers moved up by 128, which is taken off each group as a center is. Zeros are around that.
// CHECK: #[[DIGITS:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d0, d2, d5, d6)>
// CHECK: #[[PANELS:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d2, d5, d3, d6)>
// CHECK: #[[SUMS:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3, d4)>
// CHECK-LABEL: ep.program @signed
// CHECK: ep.constant @ordered_0 : !ep.tensor<[16, 32, 8, 32, 4], i8>
// CHECK: outs(%{{.*}} : tensor<4x2x32x32xi8>)
// CHECK: outs(%{{.*}} : tensor<2x2x32xi32>)
// CHECK: arith.muli %{{.*}}, %c-32768_i32 : i32
// CHECK: linalg.generic {indexing_maps = [#[[DIGITS]], #[[PANELS]], #[[SUMS]]], {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x2x32x8x4xi8>, tensor<16x32x8x32x4xi8>) outs(%{{.*}} : tensor<2x16x32x32x4xi32>)
// CHECK: %[[WIDE:.*]] = arith.extsi
// CHECK-NEXT: arith.addi %[[WIDE]], %c128_i32 : i32
// CHECK-NEXT: arith.extsi
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x16x32xf32>)
// CHECK: math.fma
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @signed {
    ep.storage @ws bytes(524288) data(dense<5> : tensor<524288xi8>)
    ep.buffer @w : !ep.tensor<[512, 1024], i8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.storage @zs bytes(16384) data(dense<5> : tensor<16384xi8>)
    ep.buffer @z : !ep.tensor<[512, 32], i8> storage(@zs)
    ep.graph @run(%w: !ep.tensor<[512, 1024], i8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<buffer "s">},
        %z: !ep.tensor<[512, 32], i8> {ep.input = #ep.input<buffer "z">},
        %x: !ep.tensor<[2, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[2, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[2, 1024], f32> -> tensor<2x1024xf32>
      %bs = ep.to_builtin %s : !ep.tensor<[512, 32], f32> -> tensor<512x32xf32>
      %bz = ep.to_builtin %z : !ep.tensor<[512, 32], i8> -> tensor<512x32xi8>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 1024], i8> -> tensor<512x1024xi8>
      %groups = tensor.expand_shape %bw [[0], [1, 2]] output_shape [512, 32, 32] : tensor<512x1024xi8> into tensor<512x32x32xi8>
      %e = tensor.empty() : tensor<512x32x32xf32>
      %decoded = linalg.generic {indexing_maps = [affine_map<(n, g, k) -> (n, g, k)>, affine_map<(n, g, k) -> (n, g)>, affine_map<(n, g, k) -> (n, g)>, affine_map<(n, g, k) -> (n, g, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%groups, %bs, %bz : tensor<512x32x32xi8>, tensor<512x32xf32>, tensor<512x32xi8>) outs(%e : tensor<512x32x32xf32>) {
      ^bb0(%in: i8, %scale: f32, %zero_byte: i8, %o: f32):
        %number = arith.sitofp %in : i8 to f32
        %zf = arith.sitofp %zero_byte : i8 to f32
        %centred = arith.subf %number, %zf : f32
        %result = arith.mulf %centred, %scale : f32
        linalg.yield %result : f32
      } -> tensor<512x32x32xf32>
      %row = tensor.expand_shape %bx [[0], [1, 2]] output_shape [2, 32, 32] : tensor<2x1024xf32> into tensor<2x32x32xf32>
      %r = tensor.empty() : tensor<2x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<2x512xf32>) -> tensor<2x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, k) -> (m, g, k)>, affine_map<(m, n, g, k) -> (n, g, k)>, affine_map<(m, n, g, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<2x32x32xf32>, tensor<512x32x32xf32>) outs(%f : tensor<2x512xf32>) {
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

// Where columns alone have scales, steps are taken in groups of as many as a sum may have.
// CHECK-LABEL: ep.program @columns
// CHECK: ep.constant @ordered_0 : !ep.tensor<[16, 4, 64, 32, 4], i8>
// CHECK: %[[ROWS:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]{{\]}} output_shape [2, 4, 256]
// CHECK: ins(%[[ROWS]], %{{.*}} : tensor<2x4x256xf32>, tensor<2xf64>) outs(%{{.*}} : tensor<4x2x4x256xi8>)
// CHECK: ins(%{{.*}}, %{{.*}} : tensor<4x2x4x64x4xi8>, tensor<16x4x64x32x4xi8>) outs(%{{.*}} : tensor<2x16x4x32x4xi32>)
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @columns {
    ep.storage @ws bytes(524288) data(dense<5> : tensor<524288xi8>)
    ep.buffer @w : !ep.tensor<[512, 1024], i8> storage(@ws)
    ep.storage @ss bytes(2048) data(dense<5> : tensor<2048xi8>)
    ep.buffer @s : !ep.tensor<[512], f32> storage(@ss)
    ep.storage @zs bytes(512) data(dense<5> : tensor<512xi8>)
    ep.buffer @z : !ep.tensor<[512], i8> storage(@zs)
    ep.graph @run(%w: !ep.tensor<[512, 1024], i8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512], f32> {ep.input = #ep.input<buffer "s">},
        %z: !ep.tensor<[512], i8> {ep.input = #ep.input<buffer "z">},
        %x: !ep.tensor<[2, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[2, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[2, 1024], f32> -> tensor<2x1024xf32>
      %bs = ep.to_builtin %s : !ep.tensor<[512], f32> -> tensor<512xf32>
      %bz = ep.to_builtin %z : !ep.tensor<[512], i8> -> tensor<512xi8>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 1024], i8> -> tensor<512x1024xi8>
      %e = tensor.empty() : tensor<512x1024xf32>
      %decoded = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n)>, affine_map<(n, k) -> (n)>, affine_map<(n, k) -> (n, k)>], iterator_types = ["parallel", "parallel"]}
          ins(%bw, %bs, %bz : tensor<512x1024xi8>, tensor<512xf32>, tensor<512xi8>) outs(%e : tensor<512x1024xf32>) {
      ^bb0(%in: i8, %scale: f32, %zero_byte: i8, %o: f32):
        %number = arith.sitofp %in : i8 to f32
        %zf = arith.sitofp %zero_byte : i8 to f32
        %centred = arith.subf %number, %zf : f32
        %result = arith.mulf %centred, %scale : f32
        linalg.yield %result : f32
      } -> tensor<512x1024xf32>
      %r = tensor.empty() : tensor<2x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<2x512xf32>) -> tensor<2x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %decoded : tensor<2x1024xf32>, tensor<512x1024xf32>) outs(%f : tensor<2x512xf32>) {
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

// Others are as they are.
// CHECK-LABEL: ep.program @unsigned
// CHECK-NOT: tensor<2x2x32xi32>
// CHECK: outs(%{{.*}} : tensor<2x16x32x32x4xi32>)
// CHECK: arith.extui
// CHECK-NEXT: arith.extsi
// CHECK-NEXT: arith.muli
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @unsigned {
    ep.storage @ws bytes(524288) data(dense<5> : tensor<524288xi8>)
    ep.buffer @w : !ep.tensor<[512, 1024], ui8> storage(@ws)
    ep.storage @ss bytes(65536) data(dense<5> : tensor<65536xi8>)
    ep.buffer @s : !ep.tensor<[512, 32], f32> storage(@ss)
    ep.storage @zs bytes(16384) data(dense<5> : tensor<16384xi8>)
    ep.buffer @z : !ep.tensor<[512, 32], i8> storage(@zs)
    ep.graph @run(%w: !ep.tensor<[512, 1024], ui8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 32], f32> {ep.input = #ep.input<buffer "s">},
        %z: !ep.tensor<[512, 32], i8> {ep.input = #ep.input<buffer "z">},
        %x: !ep.tensor<[2, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[2, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[2, 1024], f32> -> tensor<2x1024xf32>
      %bs = ep.to_builtin %s : !ep.tensor<[512, 32], f32> -> tensor<512x32xf32>
      %bz = ep.to_builtin %z : !ep.tensor<[512, 32], i8> -> tensor<512x32xi8>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 1024], ui8> -> tensor<512x1024xi8>
      %groups = tensor.expand_shape %bw [[0], [1, 2]] output_shape [512, 32, 32] : tensor<512x1024xi8> into tensor<512x32x32xi8>
      %e = tensor.empty() : tensor<512x32x32xf32>
      %decoded = linalg.generic {indexing_maps = [affine_map<(n, g, k) -> (n, g, k)>, affine_map<(n, g, k) -> (n, g)>, affine_map<(n, g, k) -> (n, g, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%groups, %bs : tensor<512x32x32xi8>, tensor<512x32xf32>) outs(%e : tensor<512x32x32xf32>) {
      ^bb0(%in: i8, %scale: f32, %o: f32):
        %number = arith.uitofp %in : i8 to f32
        %result = arith.mulf %number, %scale : f32
        linalg.yield %result : f32
      } -> tensor<512x32x32xf32>
      %row = tensor.expand_shape %bx [[0], [1, 2]] output_shape [2, 32, 32] : tensor<2x1024xf32> into tensor<2x32x32xf32>
      %r = tensor.empty() : tensor<2x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<2x512xf32>) -> tensor<2x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, k) -> (m, g, k)>, affine_map<(m, n, g, k) -> (n, g, k)>, affine_map<(m, n, g, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<2x32x32xf32>, tensor<512x32x32xf32>) outs(%f : tensor<2x512xf32>) {
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

// Sums of groups of more than 256 steps could be more than 32 bits hold.
// CHECK-LABEL: ep.program @long
// CHECK-NOT: ep.packs
// CHECK-NOT: tensor<4x
// CHECK: ep.return
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @long {
    ep.storage @ws bytes(524288) data(dense<5> : tensor<524288xi8>)
    ep.buffer @w : !ep.tensor<[512, 1024], i8> storage(@ws)
    ep.storage @ss bytes(4096) data(dense<5> : tensor<4096xi8>)
    ep.buffer @s : !ep.tensor<[512, 2], f32> storage(@ss)
    ep.storage @zs bytes(1024) data(dense<5> : tensor<1024xi8>)
    ep.buffer @z : !ep.tensor<[512, 2], i8> storage(@zs)
    ep.graph @run(%w: !ep.tensor<[512, 1024], i8> {ep.input = #ep.input<buffer "w">},
        %s: !ep.tensor<[512, 2], f32> {ep.input = #ep.input<buffer "s">},
        %z: !ep.tensor<[512, 2], i8> {ep.input = #ep.input<buffer "z">},
        %x: !ep.tensor<[2, 1024], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[2, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %bx = ep.to_builtin %x : !ep.tensor<[2, 1024], f32> -> tensor<2x1024xf32>
      %bs = ep.to_builtin %s : !ep.tensor<[512, 2], f32> -> tensor<512x2xf32>
      %bz = ep.to_builtin %z : !ep.tensor<[512, 2], i8> -> tensor<512x2xi8>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 1024], i8> -> tensor<512x1024xi8>
      %groups = tensor.expand_shape %bw [[0], [1, 2]] output_shape [512, 2, 512] : tensor<512x1024xi8> into tensor<512x2x512xi8>
      %e = tensor.empty() : tensor<512x2x512xf32>
      %decoded = linalg.generic {indexing_maps = [affine_map<(n, g, k) -> (n, g, k)>, affine_map<(n, g, k) -> (n, g)>, affine_map<(n, g, k) -> (n, g)>, affine_map<(n, g, k) -> (n, g, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%groups, %bs, %bz : tensor<512x2x512xi8>, tensor<512x2xf32>, tensor<512x2xi8>) outs(%e : tensor<512x2x512xf32>) {
      ^bb0(%in: i8, %scale: f32, %zero_byte: i8, %o: f32):
        %number = arith.sitofp %in : i8 to f32
        %zf = arith.sitofp %zero_byte : i8 to f32
        %centred = arith.subf %number, %zf : f32
        %result = arith.mulf %centred, %scale : f32
        linalg.yield %result : f32
      } -> tensor<512x2x512xf32>
      %row = tensor.expand_shape %bx [[0], [1, 2]] output_shape [2, 2, 512] : tensor<2x1024xf32> into tensor<2x2x512xf32>
      %r = tensor.empty() : tensor<2x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%r : tensor<2x512xf32>) -> tensor<2x512xf32>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, g, k) -> (m, g, k)>, affine_map<(m, n, g, k) -> (n, g, k)>, affine_map<(m, n, g, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
          ins(%row, %decoded : tensor<2x2x512xf32>, tensor<512x2x512xf32>) outs(%f : tensor<2x512xf32>) {
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
