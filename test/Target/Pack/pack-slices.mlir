// RUN: kiln-opt %s --kiln-exec-pack-weights=limit=15 --split-input-file | FileCheck %s

// Kernels that read slices of one weight read those of its panels, which lie
// one after the other. Nothing reads the weight as it is.
// CHECK-LABEL: ep.program @attention
// CHECK: exec.kernel @query(%{{.+}}: tensor<5x2xf32>, %[[W:.+]]: tensor<1x2x32xf32>) -> tensor<5x32xf32>
// CHECK-NOT: tensor.extract_slice
// CHECK: linalg.generic {{.*}} ins(%{{.+}}, %[[W]] :
// CHECK: exec.kernel @others(%{{.+}}: tensor<5x2xf32>, %{{.+}}: tensor<2x2x32xf32>) -> tensor<5x64xf32>
// CHECK: ep.constant @packed_0 : !ep.tensor<[3, 2, 32], f32>
// CHECK-NOT: ep.constant
// CHECK: ep.graph @forward(
// CHECK: %[[PACKED:.+]] = ep.to_builtin %packed_0
// CHECK: %[[FIRST:.+]] = tensor.extract_slice %[[PACKED]][0, 0, 0] [1, 2, 32] [1, 1, 1]
// CHECK: exec.dispatch @query(%{{.+}}, %[[FIRST]])
// CHECK: %[[REST:.+]] = tensor.extract_slice %[[PACKED]][1, 0, 0] [2, 2, 32] [1, 1, 1]
// CHECK: exec.dispatch @others(%{{.+}}, %[[REST]])
// CHECK: ep.graph @prepare(
// CHECK: exec.dispatch @pack_0(%{{.+}}) : (tensor<96x2xf32>) -> tensor<3x2x32xf32>
ep.program @attention {
  ep.storage @s bytes(768) data(dense<1> : tensor<768xi8>)
  ep.parameter @w : !ep.tensor<[96, 2], f32> storage(@s)
  exec.kernel @query(%x: tensor<5x2xf32>, %w: tensor<96x2xf32>) -> tensor<5x32xf32>
      domain(5, 32) access(read, read, write) work(flops = 640, bytes = 1448) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x32xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x32xf32>) -> tensor<5x32xf32>
    %part = tensor.extract_slice %w[0, 0] [32, 2] [1, 1] : tensor<96x2xf32> to tensor<32x2xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %part : tensor<5x2xf32>, tensor<32x2xf32>) outs(%f : tensor<5x32xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<5x32xf32>
    exec.yield %s : tensor<5x32xf32>
  }
  exec.kernel @others(%x: tensor<5x2xf32>, %w: tensor<96x2xf32>) -> tensor<5x64xf32>
      domain(5, 64) access(read, read, write) work(flops = 1280, bytes = 2088) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x64xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x64xf32>) -> tensor<5x64xf32>
    %part = tensor.extract_slice %w[32, 0] [64, 2] [1, 1] : tensor<96x2xf32> to tensor<64x2xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %part : tensor<5x2xf32>, tensor<64x2xf32>) outs(%f : tensor<5x64xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<5x64xf32>
    exec.yield %s : tensor<5x64xf32>
  }
  ep.graph @forward(%w: !ep.tensor<[96, 2], f32> {ep.input = #ep.input<parameter "w">},
      %x: !ep.tensor<[5, 2], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[5, 32], f32> {ep.output = #ep.output<user_output "y0">}, !ep.tensor<[5, 64], f32> {ep.output = #ep.output<user_output "y1">}) {
    %a = ep.to_builtin %w : !ep.tensor<[96, 2], f32> -> tensor<96x2xf32>
    %b = ep.to_builtin %x : !ep.tensor<[5, 2], f32> -> tensor<5x2xf32>
    %d0 = exec.dispatch @query(%b, %a) : (tensor<5x2xf32>, tensor<96x2xf32>) -> tensor<5x32xf32>
    %y0 = ep.from_builtin %d0 : tensor<5x32xf32> -> !ep.tensor<[5, 32], f32>
    %d1 = exec.dispatch @others(%b, %a) : (tensor<5x2xf32>, tensor<96x2xf32>) -> tensor<5x64xf32>
    %y1 = ep.from_builtin %d1 : tensor<5x64xf32> -> !ep.tensor<[5, 64], f32>
    ep.return %y0, %y1 : !ep.tensor<[5, 32], f32>, !ep.tensor<[5, 64], f32>
  }
}

// -----

// A slice that begins within a panel is read as it is; so is the other one,
// since the weight would be there twice.
// CHECK-LABEL: ep.program @uneven
// CHECK-NOT: packed_0
ep.program @uneven {
  ep.storage @s bytes(768) data(dense<1> : tensor<768xi8>)
  ep.parameter @w : !ep.tensor<[96, 2], f32> storage(@s)
  exec.kernel @query(%x: tensor<5x2xf32>, %w: tensor<96x2xf32>) -> tensor<5x40xf32>
      domain(5, 40) access(read, read, write) work(flops = 800, bytes = 1608) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x40xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x40xf32>) -> tensor<5x40xf32>
    %part = tensor.extract_slice %w[0, 0] [40, 2] [1, 1] : tensor<96x2xf32> to tensor<40x2xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %part : tensor<5x2xf32>, tensor<40x2xf32>) outs(%f : tensor<5x40xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<5x40xf32>
    exec.yield %s : tensor<5x40xf32>
  }
  exec.kernel @others(%x: tensor<5x2xf32>, %w: tensor<96x2xf32>) -> tensor<5x56xf32>
      domain(5, 56) access(read, read, write) work(flops = 1120, bytes = 1928) attributes {dims = [[], [], []]} {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<5x56xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x56xf32>) -> tensor<5x56xf32>
    %part = tensor.extract_slice %w[40, 0] [56, 2] [1, 1] : tensor<96x2xf32> to tensor<56x2xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %part : tensor<5x2xf32>, tensor<56x2xf32>) outs(%f : tensor<5x56xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %q = arith.mulf %a, %b : f32
      %r = arith.addf %o, %q : f32
      linalg.yield %r : f32
    } -> tensor<5x56xf32>
    exec.yield %s : tensor<5x56xf32>
  }
  ep.graph @forward(%w: !ep.tensor<[96, 2], f32> {ep.input = #ep.input<parameter "w">},
      %x: !ep.tensor<[5, 2], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[5, 40], f32> {ep.output = #ep.output<user_output "y0">}, !ep.tensor<[5, 56], f32> {ep.output = #ep.output<user_output "y1">}) {
    %a = ep.to_builtin %w : !ep.tensor<[96, 2], f32> -> tensor<96x2xf32>
    %b = ep.to_builtin %x : !ep.tensor<[5, 2], f32> -> tensor<5x2xf32>
    %d0 = exec.dispatch @query(%b, %a) : (tensor<5x2xf32>, tensor<96x2xf32>) -> tensor<5x40xf32>
    %y0 = ep.from_builtin %d0 : tensor<5x40xf32> -> !ep.tensor<[5, 40], f32>
    %d1 = exec.dispatch @others(%b, %a) : (tensor<5x2xf32>, tensor<96x2xf32>) -> tensor<5x56xf32>
    %y1 = ep.from_builtin %d1 : tensor<5x56xf32> -> !ep.tensor<[5, 56], f32>
    ep.return %y0, %y1 : !ep.tensor<[5, 40], f32>, !ep.tensor<[5, 56], f32>
  }
}
