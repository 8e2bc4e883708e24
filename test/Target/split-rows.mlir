// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-split-rows)))' --split-input-file | FileCheck %s

// Two products share the bytes of a row. What is no number has bits behind those of all numbers.
// CHECK: #[[ALL:.+]] = affine_map<(d0, d1) -> ()>
// CHECK: #[[FIRST:.+]] = affine_map<(d0, d1) -> (1, d1)>
// CHECK: #[[ONES:.+]] = affine_map<(d0, d1) -> (0, d1)>
// CHECK-LABEL: ep.program @shared
// CHECK: %[[ROW:.*]] = tensor.collapse_shape %{{.*}} : tensor<1x512xf32> into tensor<512xf32>
// CHECK: %[[MAGNITUDE:.*]] = linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%[[ROW]] : tensor<512xf32>)
// CHECK: arith.maxsi
// CHECK: %[[BYTES:.*]] = linalg.generic {{.*}} ins(%[[ROW]], %[[MAGNITUDE]] : tensor<512xf32>, tensor<i32>) outs(%{{.*}} : tensor<5x512xi8>)
// CHECK: arith.fptoui
// CHECK: arith.shrui
// CHECK: %[[UNIT:.*]] = linalg.generic {{.*}} ins(%[[MAGNITUDE]] : tensor<i32>) outs(%{{.*}} : tensor<f64>)
// CHECK: arith.divf
// CHECK: %[[SUMS:.*]] = linalg.generic {{.*}} ins(%[[BYTES]], %{{.*}} : tensor<5x512xi8>, tensor<512x512xi8>) outs(%{{.*}} : tensor<5x512xi32>)
// CHECK: arith.extui
// CHECK: arith.extsi
// CHECK: linalg.generic {indexing_maps = [#[[ALL]], #[[FIRST]], {{.*}}, #[[ONES]], #{{.*}}], {{.*}} ins(%[[UNIT]], %[[SUMS]], %[[SUMS]], %[[SUMS]], %[[SUMS]], %[[SUMS]] :
// CHECK: arith.truncf
// CHECK-NOT: arith.fptoui
// CHECK: ins(%[[BYTES]], %{{.*}} : tensor<5x512xi8>, tensor<512x512xi8>)
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @shared {
    ep.storage @s bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], i8> storage(@s)
    ep.storage @t bytes(262144) data(dense<6> : tensor<262144xi8>)
    ep.buffer @v : !ep.tensor<[512, 512], i8> storage(@t)
    ep.graph @run(%w: !ep.tensor<[512, 512], i8> {ep.input = #ep.input<buffer "w">},
        %v: !ep.tensor<[512, 512], i8> {ep.input = #ep.input<buffer "v">},
        %x: !ep.tensor<[1, 512], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">},
            !ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "z">}) {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x512xf32>) -> tensor<1x512xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[1, 512], f32> -> tensor<1x512xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], i8> -> tensor<512x512xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %bw : tensor<1x512xf32>, tensor<512x512xi8>) outs(%f : tensor<1x512xf32>) {
      ^bb0(%a: f32, %b: i8, %o: f32):
        %c = arith.sitofp %b : i8 to f32
        %p = arith.mulf %a, %c : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<1x512xf32>
      %0 = ep.from_builtin %y : tensor<1x512xf32> -> !ep.tensor<[1, 512], f32>
      %bv = ep.to_builtin %v : !ep.tensor<[512, 512], i8> -> tensor<512x512xi8>
      %z = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %bv : tensor<1x512xf32>, tensor<512x512xi8>) outs(%f : tensor<1x512xf32>) {
      ^bb0(%a: f32, %b: i8, %o: f32):
        %c = arith.sitofp %b : i8 to f32
        %p = arith.mulf %a, %c : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<1x512xf32>
      %1 = ep.from_builtin %z : tensor<1x512xf32> -> !ep.tensor<[1, 512], f32>
      ep.return %0, %1 : !ep.tensor<[1, 512], f32>, !ep.tensor<[1, 512], f32>
    }
  }
}

// -----

// Steps may be rows of the weight.
// CHECK-LABEL: ep.program @transposed
// CHECK: ins(%{{.*}}, %{{.*}} : tensor<5x512xi8>, tensor<512x600xi8>) outs(%{{.*}} : tensor<5x600xi32>)
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @transposed {
    ep.storage @s bytes(307200) data(dense<5> : tensor<307200xi8>)
    ep.buffer @w : !ep.tensor<[512, 600], i8> storage(@s)
    ep.graph @run(%w: !ep.tensor<[512, 600], i8> {ep.input = #ep.input<buffer "w">},
        %x: !ep.tensor<[1, 512], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 600], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x600xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x600xf32>) -> tensor<1x600xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[1, 512], f32> -> tensor<1x512xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 600], i8> -> tensor<512x600xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %bw : tensor<1x512xf32>, tensor<512x600xi8>) outs(%f : tensor<1x600xf32>) {
      ^bb0(%a: f32, %b: i8, %o: f32):
        %c = arith.sitofp %b : i8 to f32
        %p = arith.mulf %a, %c : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<1x600xf32>
      %0 = ep.from_builtin %y : tensor<1x600xf32> -> !ep.tensor<[1, 600], f32>
      ep.return %0 : !ep.tensor<[1, 600], f32>
    }
  }
}

// -----

// Rows of a narrower float are widened; bytes may be of that type on their way.
// CHECK-LABEL: ep.program @narrow
// CHECK: %[[ROW:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<512xbf16>) outs(%{{.*}} : tensor<512xf32>)
// CHECK: ins(%[[ROW]], %{{.*}} : tensor<512xf32>, tensor<i32>) outs(%{{.*}} : tensor<5x512xi8>)
// CHECK: ins(%{{.*}}, %{{.*}} : tensor<5x512xi8>, tensor<512x600xi8>) outs(%{{.*}} : tensor<5x600xi32>)
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @narrow {
    ep.storage @s bytes(307200) data(dense<5> : tensor<307200xi8>)
    ep.buffer @w : !ep.tensor<[512, 600], i8> storage(@s)
    ep.graph @run(%w: !ep.tensor<[512, 600], i8> {ep.input = #ep.input<buffer "w">},
        %x: !ep.tensor<[1, 512], bf16> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 600], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x600xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x600xf32>) -> tensor<1x600xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[1, 512], bf16> -> tensor<1x512xbf16>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 600], i8> -> tensor<512x600xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %bw : tensor<1x512xbf16>, tensor<512x600xi8>) outs(%f : tensor<1x600xf32>) {
      ^bb0(%a: bf16, %b: i8, %o: f32):
        %n = arith.sitofp %b : i8 to bf16
        %r = arith.extf %a : bf16 to f32
        %c = arith.extf %n : bf16 to f32
        %p = arith.mulf %r, %c : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<1x600xf32>
      %0 = ep.from_builtin %y : tensor<1x600xf32> -> !ep.tensor<[1, 600], f32>
      ep.return %0 : !ep.tensor<[1, 600], f32>
    }
  }
}

// -----

// Two rows have a magnitude and a unit each, and four bytes, which begin behind
// the ones: the highest ones of both are rows 1 and 2.
// CHECK: #[[ROW:.+]] = affine_map<(d0, d1) -> ((d0 + 1) mod 2, d1)>
// CHECK: #[[OF:.+]] = affine_map<(d0, d1) -> ((d0 + 1) mod 2)>
// CHECK: #[[HIGH:.+]] = affine_map<(d0, d1) -> (d0 + 1, d1)>
// CHECK: #[[LOW:.+]] = affine_map<(d0, d1) -> (d0 + 7, d1)>
// CHECK-LABEL: ep.program @rows
// CHECK: %[[MAGNITUDE:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<2x512xf32>) outs(%{{.*}} : tensor<2xi32>)
// CHECK: %[[BYTES:.*]] = linalg.generic {indexing_maps = [#[[ROW]], #[[OF]], {{.*}} ins(%{{.*}}, %[[MAGNITUDE]] : tensor<2x512xf32>, tensor<2xi32>) outs(%{{.*}} : tensor<9x512xi8>)
// CHECK: arith.divui
// CHECK: outs(%{{.*}} : tensor<2xf64>)
// CHECK: %[[SUMS:.*]] = linalg.generic {{.*}} ins(%[[BYTES]], %{{.*}} : tensor<9x512xi8>, tensor<512x512xi8>) outs(%{{.*}} : tensor<9x512xi32>)
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[HIGH]], #{{.*}}, #{{.*}}, #[[LOW]], #{{.*}}, #{{.*}}], {{.*}} ins(%{{.*}}, %[[SUMS]], %[[SUMS]], %[[SUMS]], %[[SUMS]], %[[SUMS]] :
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @rows {
    ep.storage @s bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], i8> storage(@s)
    ep.graph @run(%w: !ep.tensor<[512, 512], i8> {ep.input = #ep.input<buffer "w">},
        %x: !ep.tensor<[2, 512], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[2, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<2x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x512xf32>) -> tensor<2x512xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[2, 512], f32> -> tensor<2x512xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], i8> -> tensor<512x512xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %bw : tensor<2x512xf32>, tensor<512x512xi8>) outs(%f : tensor<2x512xf32>) {
      ^bb0(%a: f32, %b: i8, %o: f32):
        %c = arith.sitofp %b : i8 to f32
        %p = arith.mulf %a, %c : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<2x512xf32>
      %0 = ep.from_builtin %y : tensor<2x512xf32> -> !ep.tensor<[2, 512], f32>
      ep.return %0 : !ep.tensor<[2, 512], f32>
    }
  }
}

// -----

// Many rows are floats, and bytes are widened once for all.
// CHECK-LABEL: ep.program @many_rows
// CHECK-NOT: tensor<5x
// CHECK: arith.mulf
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @many_rows {
    ep.storage @s bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], i8> storage(@s)
    ep.graph @run(%w: !ep.tensor<[512, 512], i8> {ep.input = #ep.input<buffer "w">},
        %x: !ep.tensor<[257, 512], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[257, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<257x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<257x512xf32>) -> tensor<257x512xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[257, 512], f32> -> tensor<257x512xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], i8> -> tensor<512x512xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %bw : tensor<257x512xf32>, tensor<512x512xi8>) outs(%f : tensor<257x512xf32>) {
      ^bb0(%a: f32, %b: i8, %o: f32):
        %c = arith.sitofp %b : i8 to f32
        %p = arith.mulf %a, %c : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<257x512xf32>
      %0 = ep.from_builtin %y : tensor<257x512xf32> -> !ep.tensor<[257, 512], f32>
      ep.return %0 : !ep.tensor<[257, 512], f32>
    }
  }
}

// -----

// No instruction adds products of bytes.
// CHECK-LABEL: ep.program @level
// CHECK-NOT: tensor<5x
// CHECK: arith.mulf
exec.variant @cpu for ["cpu:x86-64-v4"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @level {
    ep.storage @s bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], i8> storage(@s)
    ep.graph @run(%w: !ep.tensor<[512, 512], i8> {ep.input = #ep.input<buffer "w">},
        %x: !ep.tensor<[1, 512], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x512xf32>) -> tensor<1x512xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[1, 512], f32> -> tensor<1x512xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], i8> -> tensor<512x512xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %bw : tensor<1x512xf32>, tensor<512x512xi8>) outs(%f : tensor<1x512xf32>) {
      ^bb0(%a: f32, %b: i8, %o: f32):
        %c = arith.sitofp %b : i8 to f32
        %p = arith.mulf %a, %c : f32
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
// CHECK-NOT: tensor<5x
// CHECK: arith.mulf
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @small {
    ep.storage @s bytes(256000) data(dense<5> : tensor<256000xi8>)
    ep.buffer @w : !ep.tensor<[500, 512], i8> storage(@s)
    ep.graph @run(%w: !ep.tensor<[500, 512], i8> {ep.input = #ep.input<buffer "w">},
        %x: !ep.tensor<[1, 512], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 500], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x500xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x500xf32>) -> tensor<1x500xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[1, 512], f32> -> tensor<1x512xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[500, 512], i8> -> tensor<500x512xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %bw : tensor<1x512xf32>, tensor<500x512xi8>) outs(%f : tensor<1x500xf32>) {
      ^bb0(%a: f32, %b: i8, %o: f32):
        %c = arith.sitofp %b : i8 to f32
        %p = arith.mulf %a, %c : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<1x500xf32>
      %0 = ep.from_builtin %y : tensor<1x500xf32> -> !ep.tensor<[1, 500], f32>
      ep.return %0 : !ep.tensor<[1, 500], f32>
    }
  }
}

// -----

// What is no weight is packed at each call.
// CHECK-LABEL: ep.program @data
// CHECK-NOT: tensor<5x
// CHECK: arith.mulf
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @data {
    ep.storage @s bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], i8> storage(@s)
    ep.graph @run(%x: !ep.tensor<[1, 512], f32> {ep.input = #ep.input<user_input "x">},
        %w: !ep.tensor<[512, 512], i8> {ep.input = #ep.input<user_input "w">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x512xf32>) -> tensor<1x512xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[1, 512], f32> -> tensor<1x512xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], i8> -> tensor<512x512xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %bw : tensor<1x512xf32>, tensor<512x512xi8>) outs(%f : tensor<1x512xf32>) {
      ^bb0(%a: f32, %b: i8, %o: f32):
        %c = arith.sitofp %b : i8 to f32
        %p = arith.mulf %a, %c : f32
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
// CHECK-NOT: tensor<5x
// CHECK: arith.mulf
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @elsewhere {
    ep.storage @s bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], i8> storage(@s)
    ep.graph @run(%w: !ep.tensor<[512, 512], i8> {ep.input = #ep.input<buffer "w">},
        %x: !ep.tensor<[1, 512], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">},
            !ep.tensor<[512, 512], i8> {ep.output = #ep.output<user_output "w">}) {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x512xf32>) -> tensor<1x512xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[1, 512], f32> -> tensor<1x512xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], i8> -> tensor<512x512xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %bw : tensor<1x512xf32>, tensor<512x512xi8>) outs(%f : tensor<1x512xf32>) {
      ^bb0(%a: f32, %b: i8, %o: f32):
        %c = arith.sitofp %b : i8 to f32
        %p = arith.mulf %a, %c : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<1x512xf32>
      %0 = ep.from_builtin %y : tensor<1x512xf32> -> !ep.tensor<[1, 512], f32>
      ep.return %0, %w : !ep.tensor<[1, 512], f32>, !ep.tensor<[512, 512], i8>
    }
  }
}

// -----

// Another class of targets reads the weight as it is.
// CHECK-LABEL: ep.program @classes
// CHECK-NOT: tensor<5x
// CHECK: arith.mulf
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = false>} {
  ep.program @classes {
    ep.storage @s bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], i8> storage(@s)
    ep.graph @run(%w: !ep.tensor<[512, 512], i8> {ep.input = #ep.input<buffer "w">},
        %x: !ep.tensor<[1, 512], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x512xf32>) -> tensor<1x512xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[1, 512], f32> -> tensor<1x512xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], i8> -> tensor<512x512xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %bw : tensor<1x512xf32>, tensor<512x512xi8>) outs(%f : tensor<1x512xf32>) {
      ^bb0(%a: f32, %b: i8, %o: f32):
        %c = arith.sitofp %b : i8 to f32
        %p = arith.mulf %a, %c : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<1x512xf32>
      %0 = ep.from_builtin %y : tensor<1x512xf32> -> !ep.tensor<[1, 512], f32>
      ep.return %0 : !ep.tensor<[1, 512], f32>
    }
  }
}

// -----

// Both bytes would be unsigned.
// CHECK-LABEL: ep.program @unsigned
// CHECK-NOT: tensor<5x
// CHECK: arith.mulf
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @unsigned {
    ep.storage @s bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], i8> storage(@s)
    ep.graph @run(%w: !ep.tensor<[512, 512], i8> {ep.input = #ep.input<buffer "w">},
        %x: !ep.tensor<[1, 512], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x512xf32>) -> tensor<1x512xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[1, 512], f32> -> tensor<1x512xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], i8> -> tensor<512x512xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %bw : tensor<1x512xf32>, tensor<512x512xi8>) outs(%f : tensor<1x512xf32>) {
      ^bb0(%a: f32, %b: i8, %o: f32):
        %c = arith.uitofp %b : i8 to f32
        %p = arith.mulf %a, %c : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<1x512xf32>
      %0 = ep.from_builtin %y : tensor<1x512xf32> -> !ep.tensor<[1, 512], f32>
      ep.return %0 : !ep.tensor<[1, 512], f32>
    }
  }
}
