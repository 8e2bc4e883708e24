// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-split-rows)))' --split-input-file | FileCheck %s
// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-split-rows)))' --split-input-file --remark-format=emitRemark --remarks-filter=kiln-split -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: Category:kiln-split | {{.*}}Remark="rows are multiplied as digits, by bytes"

// Two products share the digits of a row. What is no number has bits behind those of all numbers.
// CHECK: #[[ROW:.+]] = affine_map<(d0, d1, d2) -> (d1)>
// CHECK: #[[DIGITS:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK: #[[WEIGHT:.+]] = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
// CHECK: #[[FIRST:.+]] = affine_map<(d0, d1) -> (0, d0, d1)>
// CHECK: #[[LAST:.+]] = affine_map<(d0, d1) -> (3, d0, d1)>
// CHECK-LABEL: ep.program @shared
// CHECK: %[[MAGNITUDE:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[X:.*]] : tensor<1x512xf32>) outs(%{{.*}} : tensor<1xi32>)
// CHECK: arith.maxsi
// CHECK: %[[UNIT:.*]]:2 = linalg.generic {{.*}} ins(%[[MAGNITUDE]] : tensor<1xi32>) outs(%{{.*}}, %{{.*}} : tensor<1xf32>, tensor<1xf64>)
// CHECK: %[[BYTES:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #[[ROW]], #{{.*}}], {{.*}} ins(%[[X]], %[[UNIT]]#1 : tensor<1x512xf32>, tensor<1xf64>) outs(%{{.*}} : tensor<4x1x512xi8>)
// CHECK: arith.fptoui
// CHECK: arith.shrui
// CHECK: %[[SUMS:.*]] = linalg.generic {indexing_maps = [#[[DIGITS]], #[[WEIGHT]], #{{.*}}], {{.*}} ins(%[[BYTES]], %{{.*}} : tensor<4x1x512xi8>, tensor<512x512xi8>) outs(%{{.*}} : tensor<4x1x512xi32>)
// CHECK: arith.extsi
// CHECK: arith.extsi
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[FIRST]], #{{.*}}, #{{.*}}, #[[LAST]], #{{.*}}], {{.*}} ins(%[[UNIT]]#0, %[[SUMS]], %[[SUMS]], %[[SUMS]], %[[SUMS]] :
// CHECK: arith.truncf
// CHECK-NOT: arith.fptoui
// CHECK: ins(%[[BYTES]], %{{.*}} : tensor<4x1x512xi8>, tensor<512x512xi8>)
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
// CHECK: ins(%{{.*}}, %{{.*}} : tensor<4x1x512xi8>, tensor<512x600xi8>) outs(%{{.*}} : tensor<4x1x600xi32>)
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
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<1x512xbf16>) outs(%{{.*}} : tensor<1x512xf32>)
// CHECK: ins(%[[X]], %{{.*}} : tensor<1x512xf32>, tensor<1xf64>) outs(%{{.*}} : tensor<4x1x512xi8>)
// CHECK: ins(%{{.*}}, %{{.*}} : tensor<4x1x512xi8>, tensor<512x600xi8>) outs(%{{.*}} : tensor<4x1x600xi32>)
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

// Each row has a magnitude and a unit of its own, of a number of rows that is not known.
// CHECK-LABEL: ep.program @rows
// CHECK: %[[SIZE:.*]] = ep.size s0
// CHECK: outs(%{{.*}} : tensor<?xi32>)
// CHECK: tensor.empty(%{{.*}}) : tensor<4x?x512xi8>
// CHECK: %[[BYTES:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<?x512xf32>, tensor<?xf64>) outs(%{{.*}} : tensor<4x?x512xi8>)
// CHECK: ins(%[[BYTES]], %{{.*}} : tensor<4x?x512xi8>, tensor<512x512xi8>) outs(%{{.*}} : tensor<4x?x512xi32>)
// CHECK: outs(%{{.*}} : tensor<?x512xf32>)
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @rows {
    ep.symbol @s0 range(1, 4096)
    ep.storage @s bytes(262144) data(dense<5> : tensor<262144xi8>)
    ep.buffer @w : !ep.tensor<[512, 512], i8> storage(@s)
    ep.graph @run(%w: !ep.tensor<[512, 512], i8> {ep.input = #ep.input<buffer "w">},
        %x: !ep.tensor<[s0, 512], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[s0, 512], f32> {ep.output = #ep.output<user_output "y">}) {
      %n = ep.size s0
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%n) : tensor<?x512xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x512xf32>) -> tensor<?x512xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[s0, 512], f32> -> tensor<?x512xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[512, 512], i8> -> tensor<512x512xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %bw : tensor<?x512xf32>, tensor<512x512xi8>) outs(%f : tensor<?x512xf32>) {
      ^bb0(%a: f32, %b: i8, %o: f32):
        %c = arith.sitofp %b : i8 to f32
        %p = arith.mulf %a, %c : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<?x512xf32>
      %0 = ep.from_builtin %y : tensor<?x512xf32> -> !ep.tensor<[s0, 512], f32>
      ep.return %0 : !ep.tensor<[s0, 512], f32>
    }
  }
}

// -----

// They may be many, for which sums are too short here.
// CHECK-LABEL: ep.program @short
// CHECK-NOT: tensor<4x
// CHECK: arith.mulf
exec.variant @cpu for ["cpu:x86-64-v4+vnni"] attributes {dlti.map = #dlti.map<"kiln.panels" = true, "kiln.panels_alone" = true>} {
  ep.program @short {
    ep.symbol @s0 range(1, 4096)
    ep.storage @s bytes(265720) data(dense<5> : tensor<265720xi8>)
    ep.buffer @w : !ep.tensor<[520, 511], i8> storage(@s)
    ep.graph @run(%w: !ep.tensor<[520, 511], i8> {ep.input = #ep.input<buffer "w">},
        %x: !ep.tensor<[s0, 511], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[s0, 520], f32> {ep.output = #ep.output<user_output "y">}) {
      %n = ep.size s0
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%n) : tensor<?x520xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x520xf32>) -> tensor<?x520xf32>
      %bx = ep.to_builtin %x : !ep.tensor<[s0, 511], f32> -> tensor<?x511xf32>
      %bw = ep.to_builtin %w : !ep.tensor<[520, 511], i8> -> tensor<520x511xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%bx, %bw : tensor<?x511xf32>, tensor<520x511xi8>) outs(%f : tensor<?x520xf32>) {
      ^bb0(%a: f32, %b: i8, %o: f32):
        %c = arith.sitofp %b : i8 to f32
        %p = arith.mulf %a, %c : f32
        %q = arith.addf %o, %p : f32
        linalg.yield %q : f32
      } -> tensor<?x520xf32>
      %0 = ep.from_builtin %y : tensor<?x520xf32> -> !ep.tensor<[s0, 520], f32>
      ep.return %0 : !ep.tensor<[s0, 520], f32>
    }
  }
}

// -----

// Many rows are floats, and bytes are widened once for all.
// CHECK-LABEL: ep.program @many_rows
// CHECK-NOT: tensor<4x
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
// CHECK-NOT: tensor<4x
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
// CHECK-NOT: tensor<4x
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
// CHECK-NOT: tensor<4x
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
// CHECK-NOT: tensor<4x
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
// CHECK-NOT: tensor<4x
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

// Digits have a sign, bytes need none.
// CHECK-LABEL: ep.program @unsigned
// CHECK: ins(%{{.*}}, %{{.*}} : tensor<4x1x512xi8>, tensor<512x512xi8>)
// CHECK: arith.extsi
// CHECK: arith.extui
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
