// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-pack-weights)))' | FileCheck %s

// Images of many planes are small, also where nobody knows how large they are:
// their filters are lanes. Those of few planes are rows of a product.
// CHECK: exec.kernel @many(%{{.*}}: tensor<256x?xf32>, %{{.*}}: tensor<2x256x16xf32>
// CHECK: exec.kernel @few(%{{.*}}: tensor<64x?xf32>, %{{.*}}: tensor<32x64xf32>
exec.variant @cpu for ["cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @p {
    ep.symbol @s0 range(1, 4096)
    ep.storage @s_many bytes(32768) data(dense<0> : tensor<32768xi8>)
    ep.parameter @w_many : !ep.tensor<[32, 256], f32> storage(@s_many)
    exec.kernel @many(%x: tensor<256x?xf32>, %w: tensor<32x256xf32>, %v: index) -> tensor<32x?xf32>
        domain(32, d0) access(read, read, write) work(flops = 16384*d0, bytes = 1152*d0 + 32768) attributes {dims = [[0], [], [0]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%v) : tensor<32x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x?xf32>) -> tensor<32x?xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(f, x, c) -> (c, x)>, affine_map<(f, x, c) -> (f, c)>, affine_map<(f, x, c) -> (f, x)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<256x?xf32>, tensor<32x256xf32>) outs(%f : tensor<32x?xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<32x?xf32>
      exec.yield %s : tensor<32x?xf32>
    }
    ep.storage @s_few bytes(8192) data(dense<0> : tensor<8192xi8>)
    ep.parameter @w_few : !ep.tensor<[32, 64], f32> storage(@s_few)
    exec.kernel @few(%x: tensor<64x?xf32>, %w: tensor<32x64xf32>, %v: index) -> tensor<32x?xf32>
        domain(32, d0) access(read, read, write) work(flops = 4096*d0, bytes = 384*d0 + 8192) attributes {dims = [[0], [], [0]]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty(%v) : tensor<32x?xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x?xf32>) -> tensor<32x?xf32>
      %s = linalg.generic {indexing_maps = [affine_map<(f, x, c) -> (c, x)>, affine_map<(f, x, c) -> (f, c)>, affine_map<(f, x, c) -> (f, x)>], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<64x?xf32>, tensor<32x64xf32>) outs(%f : tensor<32x?xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<32x?xf32>
      exec.yield %s : tensor<32x?xf32>
    }
    ep.graph @forward(%w_many: !ep.tensor<[32, 256], f32> {ep.input = #ep.input<parameter "w_many">},
        %w_few: !ep.tensor<[32, 64], f32> {ep.input = #ep.input<parameter "w_few">},
        %x: !ep.tensor<[256, s0], f32> {ep.input = #ep.input<user_input "x">},
        %y: !ep.tensor<[64, s0], f32> {ep.input = #ep.input<user_input "y">})
        -> (!ep.tensor<[32, s0], f32> {ep.output = #ep.output<user_output "a">},
            !ep.tensor<[32, s0], f32> {ep.output = #ep.output<user_output "b">}) {
      %n = ep.size s0
      %0 = ep.to_builtin %w_many : !ep.tensor<[32, 256], f32> -> tensor<32x256xf32>
      %1 = ep.to_builtin %w_few : !ep.tensor<[32, 64], f32> -> tensor<32x64xf32>
      %2 = ep.to_builtin %x : !ep.tensor<[256, s0], f32> -> tensor<256x?xf32>
      %3 = ep.to_builtin %y : !ep.tensor<[64, s0], f32> -> tensor<64x?xf32>
      %4 = exec.dispatch @many(%2, %0) [%n] : (tensor<256x?xf32>, tensor<32x256xf32>) -> tensor<32x?xf32>
      %5 = exec.dispatch @few(%3, %1) [%n] : (tensor<64x?xf32>, tensor<32x64xf32>) -> tensor<32x?xf32>
      %6 = ep.from_builtin %4 : tensor<32x?xf32> -> !ep.tensor<[32, s0], f32>
      %7 = ep.from_builtin %5 : tensor<32x?xf32> -> !ep.tensor<[32, s0], f32>
      ep.return %6, %7 : !ep.tensor<[32, s0], f32>, !ep.tensor<[32, s0], f32>
    }
  }
}
