// RUN: kiln-opt %s --split-input-file --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-join-parts)))' | FileCheck %s

// Two steps of a cell share a kernel. The tensors of the product come first.
// CHECK-LABEL: exec.variant
// CHECK-NOT: exec.kernel @mm
// CHECK: exec.kernel @[[CELL:gate.*]](%{{.*}}: tensor<8x64xf32>, %{{.*}}: tensor<4x64x32xf32>, %[[C:.*]]: tensor<8x64xf32>) -> tensor<8x64xf32>
// CHECK-SAME: domain(8, 64) access(read, read, read, write)
// CHECK: %[[SUMS:.*]] = linalg.generic {{.*}}"reduction"
// CHECK: %[[I:.*]] = tensor.extract_slice %[[SUMS]][0, 0] [8, 64]
// CHECK: %[[J:.*]] = tensor.extract_slice %[[SUMS]][0, 64] [8, 64]
// CHECK: linalg.generic {{.*}} ins(%[[I]], %[[J]], %[[C]] :
// CHECK-NOT: exec.kernel
// CHECK: %[[W:.*]] = ep.to_builtin %w
// CHECK: %[[Y:.*]] = exec.dispatch @[[CELL]](%{{.*}}, %[[W]], %{{.*}})
// CHECK: exec.dispatch @[[CELL]](%[[Y]], %[[W]], %[[Y]])
// CHECK-NOT: exec.dispatch
#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 32, k, n mod 32)>
#sums = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(m, n) -> (m, n)>
exec.variant @cpu for ["cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @cell {
    exec.kernel @mm(%x: tensor<8x64xf32>, %w: tensor<4x64x32xf32>) -> tensor<8x128xf32>
        domain(8, 128) access(read, read, write) work(flops = 131072, bytes = 38912) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<8x128xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x128xf32>) -> tensor<8x128xf32>
      %p = linalg.generic {indexing_maps = [#left, #panels, #sums], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<8x64xf32>, tensor<4x64x32xf32>) outs(%f : tensor<8x128xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<8x128xf32>
      exec.yield %p : tensor<8x128xf32>
    }
    exec.kernel @gate(%c: tensor<8x64xf32>, %s0: tensor<8x128xf32>) -> tensor<8x64xf32>
        domain(8, 64) access(read, read, write) work(flops = 1024, bytes = 8192) attributes {dims = [[], [], []]} {
      %e = tensor.empty() : tensor<8x64xf32>
      %i = tensor.extract_slice %s0[0, 0] [8, 64] [1, 1] : tensor<8x128xf32> to tensor<8x64xf32>
      %j = tensor.extract_slice %s0[0, 64] [8, 64] [1, 1] : tensor<8x128xf32> to tensor<8x64xf32>
      %y = linalg.generic {indexing_maps = [#all, #all, #all, #all], iterator_types = ["parallel", "parallel"]}
          ins(%i, %j, %c : tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
      ^bb0(%a: f32, %b: f32, %k: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %q, %k : f32
        linalg.yield %r : f32
      } -> tensor<8x64xf32>
      exec.yield %y : tensor<8x64xf32>
    }
    ep.graph @forward(%x: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "x">},
                      %w: !ep.tensor<[4, 64, 32], f32> {ep.input = #ep.input<user_input "w">},
                      %c: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "c">})
        -> (!ep.tensor<[8, 64], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %x : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %1 = ep.to_builtin %w : !ep.tensor<[4, 64, 32], f32> -> tensor<4x64x32xf32>
      %2 = ep.to_builtin %c : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %s0 = exec.dispatch @mm(%0, %1) : (tensor<8x64xf32>, tensor<4x64x32xf32>) -> tensor<8x128xf32>
      %y0 = exec.dispatch @gate(%2, %s0) : (tensor<8x64xf32>, tensor<8x128xf32>) -> tensor<8x64xf32>
      %s1 = exec.dispatch @mm(%y0, %1) : (tensor<8x64xf32>, tensor<4x64x32xf32>) -> tensor<8x128xf32>
      %y1 = exec.dispatch @gate(%y0, %s1) : (tensor<8x64xf32>, tensor<8x128xf32>) -> tensor<8x64xf32>
      %r = ep.from_builtin %y1 : tensor<8x64xf32> -> !ep.tensor<[8, 64], f32>
      ep.return %r : !ep.tensor<[8, 64], f32>
    }
  }
}

// -----

// A size that both have is one of the joined kernel.
// CHECK-LABEL: exec.variant
// CHECK: exec.kernel @[[CELL:gate.*]](%{{.*}}: tensor<?x64xf32>, %{{.*}}: tensor<4x64x32xf32>, %{{.*}}: tensor<?x64xf32>, %{{.*}}: index) -> tensor<?x64xf32>
// CHECK-SAME: domain(d0, 64)
// CHECK-SAME: {{dims = \[}}[0], [], [0], [0]]
// CHECK: %[[S:.*]] = ep.size s0
// CHECK: exec.dispatch @[[CELL]](%{{.*}}, %{{.*}}, %{{.*}}) [%[[S]]]
// CHECK-NOT: exec.dispatch
#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 32, k, n mod 32)>
#sums = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(m, n) -> (m, n)>
exec.variant @cpu for ["cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @cell {
    ep.symbol @s0 range(1, 4096)
    exec.kernel @mm(%x: tensor<?x64xf32>, %w: tensor<4x64x32xf32>, %s: index) -> tensor<?x128xf32>
        domain(d0, 128) access(read, read, write) work(flops = 16384*d0, bytes = 32768 + 768*d0) attributes {dims = [[0], [], [0]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%s) : tensor<?x128xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x128xf32>) -> tensor<?x128xf32>
      %p = linalg.generic {indexing_maps = [#left, #panels, #sums], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<?x64xf32>, tensor<4x64x32xf32>) outs(%f : tensor<?x128xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<?x128xf32>
      exec.yield %p : tensor<?x128xf32>
    }
    exec.kernel @gate(%c: tensor<?x64xf32>, %s0: tensor<?x128xf32>, %s: index) -> tensor<?x64xf32>
        domain(d0, 64) access(read, read, write) work(flops = 128*d0, bytes = 1024*d0) attributes {dims = [[0], [0], [0]]} {
      %e = tensor.empty(%s) : tensor<?x64xf32>
      %i = tensor.extract_slice %s0[0, 0] [%s, 64] [1, 1] : tensor<?x128xf32> to tensor<?x64xf32>
      %j = tensor.extract_slice %s0[0, 64] [%s, 64] [1, 1] : tensor<?x128xf32> to tensor<?x64xf32>
      %y = linalg.generic {indexing_maps = [#all, #all, #all, #all], iterator_types = ["parallel", "parallel"]}
          ins(%i, %j, %c : tensor<?x64xf32>, tensor<?x64xf32>, tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) {
      ^bb0(%a: f32, %b: f32, %k: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %q, %k : f32
        linalg.yield %r : f32
      } -> tensor<?x64xf32>
      exec.yield %y : tensor<?x64xf32>
    }
    ep.graph @forward(%x: !ep.tensor<[s0, 64], f32> {ep.input = #ep.input<user_input "x">},
                      %w: !ep.tensor<[4, 64, 32], f32> {ep.input = #ep.input<user_input "w">},
                      %c: !ep.tensor<[s0, 64], f32> {ep.input = #ep.input<user_input "c">})
        -> (!ep.tensor<[s0, 64], f32> {ep.output = #ep.output<user_output "y">}) {
      %s = ep.size s0
      %0 = ep.to_builtin %x : !ep.tensor<[s0, 64], f32> -> tensor<?x64xf32>
      %1 = ep.to_builtin %w : !ep.tensor<[4, 64, 32], f32> -> tensor<4x64x32xf32>
      %2 = ep.to_builtin %c : !ep.tensor<[s0, 64], f32> -> tensor<?x64xf32>
      %s0 = exec.dispatch @mm(%0, %1)[%s] : (tensor<?x64xf32>, tensor<4x64x32xf32>) -> tensor<?x128xf32>
      %y0 = exec.dispatch @gate(%2, %s0)[%s] : (tensor<?x64xf32>, tensor<?x128xf32>) -> tensor<?x64xf32>
      %r = ep.from_builtin %y0 : tensor<?x64xf32> -> !ep.tensor<[s0, 64], f32>
      ep.return %r : !ep.tensor<[s0, 64], f32>
    }
  }
}

// -----

// The sums are an output, too.
// CHECK-LABEL: exec.variant
// CHECK: exec.dispatch @mm
// CHECK-NEXT: exec.dispatch @gate(
#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 32, k, n mod 32)>
#sums = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(m, n) -> (m, n)>
exec.variant @cpu for ["cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @cell {
    exec.kernel @mm(%x: tensor<8x64xf32>, %w: tensor<4x64x32xf32>) -> tensor<8x128xf32>
        domain(8, 128) access(read, read, write) work(flops = 131072, bytes = 38912) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<8x128xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x128xf32>) -> tensor<8x128xf32>
      %p = linalg.generic {indexing_maps = [#left, #panels, #sums], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<8x64xf32>, tensor<4x64x32xf32>) outs(%f : tensor<8x128xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<8x128xf32>
      exec.yield %p : tensor<8x128xf32>
    }
    exec.kernel @gate(%c: tensor<8x64xf32>, %s0: tensor<8x128xf32>) -> tensor<8x64xf32>
        domain(8, 64) access(read, read, write) work(flops = 1024, bytes = 8192) attributes {dims = [[], [], []]} {
      %e = tensor.empty() : tensor<8x64xf32>
      %i = tensor.extract_slice %s0[0, 0] [8, 64] [1, 1] : tensor<8x128xf32> to tensor<8x64xf32>
      %j = tensor.extract_slice %s0[0, 64] [8, 64] [1, 1] : tensor<8x128xf32> to tensor<8x64xf32>
      %y = linalg.generic {indexing_maps = [#all, #all, #all, #all], iterator_types = ["parallel", "parallel"]}
          ins(%i, %j, %c : tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
      ^bb0(%a: f32, %b: f32, %k: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %q, %k : f32
        linalg.yield %r : f32
      } -> tensor<8x64xf32>
      exec.yield %y : tensor<8x64xf32>
    }
    ep.graph @forward(%x: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "x">},
                      %w: !ep.tensor<[4, 64, 32], f32> {ep.input = #ep.input<user_input "w">},
                      %c: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "c">})
        -> (!ep.tensor<[8, 64], f32> {ep.output = #ep.output<user_output "y">},
            !ep.tensor<[8, 128], f32> {ep.output = #ep.output<user_output "s">}) {
      %0 = ep.to_builtin %x : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %1 = ep.to_builtin %w : !ep.tensor<[4, 64, 32], f32> -> tensor<4x64x32xf32>
      %2 = ep.to_builtin %c : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %s0 = exec.dispatch @mm(%0, %1) : (tensor<8x64xf32>, tensor<4x64x32xf32>) -> tensor<8x128xf32>
      %y0 = exec.dispatch @gate(%2, %s0) : (tensor<8x64xf32>, tensor<8x128xf32>) -> tensor<8x64xf32>
      %r = ep.from_builtin %y0 : tensor<8x64xf32> -> !ep.tensor<[8, 64], f32>
      %t = ep.from_builtin %s0 : tensor<8x128xf32> -> !ep.tensor<[8, 128], f32>
      ep.return %r, %t : !ep.tensor<[8, 64], f32>, !ep.tensor<[8, 128], f32>
    }
  }
}

// -----

// A part begins within a panel.
// CHECK-LABEL: exec.variant
// CHECK: exec.dispatch @mm
// CHECK-NEXT: exec.dispatch @gate(
#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 32, k, n mod 32)>
#sums = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(m, n) -> (m, n)>
exec.variant @cpu for ["cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @cell {
    exec.kernel @mm(%x: tensor<8x64xf32>, %w: tensor<4x64x32xf32>) -> tensor<8x128xf32>
        domain(8, 128) access(read, read, write) work(flops = 131072, bytes = 38912) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<8x128xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x128xf32>) -> tensor<8x128xf32>
      %p = linalg.generic {indexing_maps = [#left, #panels, #sums], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<8x64xf32>, tensor<4x64x32xf32>) outs(%f : tensor<8x128xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<8x128xf32>
      exec.yield %p : tensor<8x128xf32>
    }
    exec.kernel @gate(%c: tensor<8x64xf32>, %s0: tensor<8x128xf32>) -> tensor<8x64xf32>
        domain(8, 64) access(read, read, write) work(flops = 1024, bytes = 8192) attributes {dims = [[], [], []]} {
      %e = tensor.empty() : tensor<8x64xf32>
      %i = tensor.extract_slice %s0[0, 16] [8, 64] [1, 1] : tensor<8x128xf32> to tensor<8x64xf32>
      %j = tensor.extract_slice %s0[0, 64] [8, 64] [1, 1] : tensor<8x128xf32> to tensor<8x64xf32>
      %y = linalg.generic {indexing_maps = [#all, #all, #all, #all], iterator_types = ["parallel", "parallel"]}
          ins(%i, %j, %c : tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
      ^bb0(%a: f32, %b: f32, %k: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %q, %k : f32
        linalg.yield %r : f32
      } -> tensor<8x64xf32>
      exec.yield %y : tensor<8x64xf32>
    }
    ep.graph @forward(%x: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "x">},
                      %w: !ep.tensor<[4, 64, 32], f32> {ep.input = #ep.input<user_input "w">},
                      %c: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "c">})
        -> (!ep.tensor<[8, 64], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %x : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %1 = ep.to_builtin %w : !ep.tensor<[4, 64, 32], f32> -> tensor<4x64x32xf32>
      %2 = ep.to_builtin %c : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %s0 = exec.dispatch @mm(%0, %1) : (tensor<8x64xf32>, tensor<4x64x32xf32>) -> tensor<8x128xf32>
      %y0 = exec.dispatch @gate(%2, %s0) : (tensor<8x64xf32>, tensor<8x128xf32>) -> tensor<8x64xf32>
      %r = ep.from_builtin %y0 : tensor<8x64xf32> -> !ep.tensor<[8, 64], f32>
      ep.return %r : !ep.tensor<[8, 64], f32>
    }
  }
}

// -----

// A part has each second column.
// CHECK-LABEL: exec.variant
// CHECK: exec.dispatch @mm
// CHECK-NEXT: exec.dispatch @gate(
#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 32, k, n mod 32)>
#sums = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(m, n) -> (m, n)>
exec.variant @cpu for ["cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @cell {
    exec.kernel @mm(%x: tensor<8x64xf32>, %w: tensor<6x64x32xf32>) -> tensor<8x192xf32>
        domain(8, 192) access(read, read, write) work(flops = 196608, bytes = 57344) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<8x192xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x192xf32>) -> tensor<8x192xf32>
      %p = linalg.generic {indexing_maps = [#left, #panels, #sums], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<8x64xf32>, tensor<6x64x32xf32>) outs(%f : tensor<8x192xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<8x192xf32>
      exec.yield %p : tensor<8x192xf32>
    }
    exec.kernel @gate(%c: tensor<8x64xf32>, %s0: tensor<8x192xf32>) -> tensor<8x64xf32>
        domain(8, 64) access(read, read, write) work(flops = 1024, bytes = 10240) attributes {dims = [[], [], []]} {
      %e = tensor.empty() : tensor<8x64xf32>
      %i = tensor.extract_slice %s0[0, 0] [8, 64] [1, 2] : tensor<8x192xf32> to tensor<8x64xf32>
      %j = tensor.extract_slice %s0[0, 64] [8, 64] [1, 1] : tensor<8x192xf32> to tensor<8x64xf32>
      %y = linalg.generic {indexing_maps = [#all, #all, #all, #all], iterator_types = ["parallel", "parallel"]}
          ins(%i, %j, %c : tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
      ^bb0(%a: f32, %b: f32, %k: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %q, %k : f32
        linalg.yield %r : f32
      } -> tensor<8x64xf32>
      exec.yield %y : tensor<8x64xf32>
    }
    ep.graph @forward(%x: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "x">},
                      %w: !ep.tensor<[6, 64, 32], f32> {ep.input = #ep.input<user_input "w">},
                      %c: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "c">})
        -> (!ep.tensor<[8, 64], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %x : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %1 = ep.to_builtin %w : !ep.tensor<[6, 64, 32], f32> -> tensor<6x64x32xf32>
      %2 = ep.to_builtin %c : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %s0 = exec.dispatch @mm(%0, %1) : (tensor<8x64xf32>, tensor<6x64x32xf32>) -> tensor<8x192xf32>
      %y0 = exec.dispatch @gate(%2, %s0) : (tensor<8x64xf32>, tensor<8x192xf32>) -> tensor<8x64xf32>
      %r = ep.from_builtin %y0 : tensor<8x64xf32> -> !ep.tensor<[8, 64], f32>
      ep.return %r : !ep.tensor<[8, 64], f32>
    }
  }
}

// -----

// Words of bf16 have tiles of their own where a target has them.
// CHECK-LABEL: exec.variant
// CHECK: exec.dispatch @mm
// CHECK-NEXT: exec.dispatch @gate(
#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 32, k, n mod 32)>
#sums = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(m, n) -> (m, n)>
exec.variant @cpu for ["cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @cell {
    exec.kernel @mm(%x: tensor<8x64xbf16>, %w: tensor<4x64x32xbf16>) -> tensor<8x128xf32>
        domain(8, 128) access(read, read, write) work(flops = 131072, bytes = 21504) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<8x128xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x128xf32>) -> tensor<8x128xf32>
      %p = linalg.generic {indexing_maps = [#left, #panels, #sums], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<8x64xbf16>, tensor<4x64x32xbf16>) outs(%f : tensor<8x128xf32>) {
      ^bb0(%a: bf16, %b: bf16, %o: f32):
        %ae = arith.extf %a : bf16 to f32
        %be = arith.extf %b : bf16 to f32
        %q = arith.mulf %ae, %be : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<8x128xf32>
      exec.yield %p : tensor<8x128xf32>
    }
    exec.kernel @gate(%c: tensor<8x64xf32>, %s0: tensor<8x128xf32>) -> tensor<8x64xf32>
        domain(8, 64) access(read, read, write) work(flops = 1024, bytes = 8192) attributes {dims = [[], [], []]} {
      %e = tensor.empty() : tensor<8x64xf32>
      %i = tensor.extract_slice %s0[0, 0] [8, 64] [1, 1] : tensor<8x128xf32> to tensor<8x64xf32>
      %j = tensor.extract_slice %s0[0, 64] [8, 64] [1, 1] : tensor<8x128xf32> to tensor<8x64xf32>
      %y = linalg.generic {indexing_maps = [#all, #all, #all, #all], iterator_types = ["parallel", "parallel"]}
          ins(%i, %j, %c : tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
      ^bb0(%a: f32, %b: f32, %k: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %q, %k : f32
        linalg.yield %r : f32
      } -> tensor<8x64xf32>
      exec.yield %y : tensor<8x64xf32>
    }
    ep.graph @forward(%x: !ep.tensor<[8, 64], bf16> {ep.input = #ep.input<user_input "x">},
                      %w: !ep.tensor<[4, 64, 32], bf16> {ep.input = #ep.input<user_input "w">},
                      %c: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "c">})
        -> (!ep.tensor<[8, 64], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %x : !ep.tensor<[8, 64], bf16> -> tensor<8x64xbf16>
      %1 = ep.to_builtin %w : !ep.tensor<[4, 64, 32], bf16> -> tensor<4x64x32xbf16>
      %2 = ep.to_builtin %c : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %s0 = exec.dispatch @mm(%0, %1) : (tensor<8x64xbf16>, tensor<4x64x32xbf16>) -> tensor<8x128xf32>
      %y0 = exec.dispatch @gate(%2, %s0) : (tensor<8x64xf32>, tensor<8x128xf32>) -> tensor<8x64xf32>
      %r = ep.from_builtin %y0 : tensor<8x64xf32> -> !ep.tensor<[8, 64], f32>
      ep.return %r : !ep.tensor<[8, 64], f32>
    }
  }
}

// -----

// Nobody knows whether a target takes parts.
// CHECK-LABEL: exec.variant
// CHECK: exec.dispatch @mm
// CHECK-NEXT: exec.dispatch @gate(
#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 32, k, n mod 32)>
#sums = affine_map<(m, n, k) -> (m, n)>
#all = affine_map<(m, n) -> (m, n)>
exec.variant @cpu for [] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @cell {
    exec.kernel @mm(%x: tensor<8x64xf32>, %w: tensor<4x64x32xf32>) -> tensor<8x128xf32>
        domain(8, 128) access(read, read, write) work(flops = 131072, bytes = 38912) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<8x128xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x128xf32>) -> tensor<8x128xf32>
      %p = linalg.generic {indexing_maps = [#left, #panels, #sums], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<8x64xf32>, tensor<4x64x32xf32>) outs(%f : tensor<8x128xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<8x128xf32>
      exec.yield %p : tensor<8x128xf32>
    }
    exec.kernel @gate(%c: tensor<8x64xf32>, %s0: tensor<8x128xf32>) -> tensor<8x64xf32>
        domain(8, 64) access(read, read, write) work(flops = 1024, bytes = 8192) attributes {dims = [[], [], []]} {
      %e = tensor.empty() : tensor<8x64xf32>
      %i = tensor.extract_slice %s0[0, 0] [8, 64] [1, 1] : tensor<8x128xf32> to tensor<8x64xf32>
      %j = tensor.extract_slice %s0[0, 64] [8, 64] [1, 1] : tensor<8x128xf32> to tensor<8x64xf32>
      %y = linalg.generic {indexing_maps = [#all, #all, #all, #all], iterator_types = ["parallel", "parallel"]}
          ins(%i, %j, %c : tensor<8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
      ^bb0(%a: f32, %b: f32, %k: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %q, %k : f32
        linalg.yield %r : f32
      } -> tensor<8x64xf32>
      exec.yield %y : tensor<8x64xf32>
    }
    ep.graph @forward(%x: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "x">},
                      %w: !ep.tensor<[4, 64, 32], f32> {ep.input = #ep.input<user_input "w">},
                      %c: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "c">})
        -> (!ep.tensor<[8, 64], f32> {ep.output = #ep.output<user_output "y">}) {
      %0 = ep.to_builtin %x : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %1 = ep.to_builtin %w : !ep.tensor<[4, 64, 32], f32> -> tensor<4x64x32xf32>
      %2 = ep.to_builtin %c : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
      %s0 = exec.dispatch @mm(%0, %1) : (tensor<8x64xf32>, tensor<4x64x32xf32>) -> tensor<8x128xf32>
      %y0 = exec.dispatch @gate(%2, %s0) : (tensor<8x64xf32>, tensor<8x128xf32>) -> tensor<8x64xf32>
      %r = ep.from_builtin %y0 : tensor<8x64xf32> -> !ep.tensor<[8, 64], f32>
      ep.return %r : !ep.tensor<[8, 64], f32>
    }
  }
}
