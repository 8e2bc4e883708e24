// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-pack-weights)))' | FileCheck %s

// Filters that lie side by side for each step are lanes, though 64 pixels fill
// vectors. The weight has dimensions that the kernel sees as one: the entry says
// where each element lies as if it had those of the kernel.
// CHECK: exec.kernel @turned(%{{.*}}: tensor<1x2x64xf32>, %{{.*}}: tensor<2x2x16xf32>)
// Filters one after the other are rows of a product.
// CHECK: exec.kernel @rows(%{{.*}}: tensor<1x2x64xf32>, %{{.*}}: tensor<32x2xf32>)
// CHECK: ep.storage @storage.packed_0 bytes(256) {ep.packs = {block_strides = array<i64: 0, 1>, blocks = array<i64: 1, 16>, sizes = array<i64: 2, 32>, state = "w", strides = array<i64: 16, 32>}}
// CHECK: ep.graph @prepare(
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : tensor<2x8x4xf32> into tensor<2x32xf32>
// CHECK-NEXT: exec.dispatch @pack_0(%{{.*}}) : (tensor<2x32xf32>) -> tensor<2x2x16xf32>
#image = affine_map<(n, f, x, c) -> (n, c, x)>
#turned = affine_map<(n, f, x, c) -> (c, f)>
#filter = affine_map<(n, f, x, c) -> (f, c)>
#result = affine_map<(n, f, x, c) -> (n, f, x)>
exec.variant @cpu for ["cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @pixels {
    ep.storage @s bytes(256) data(dense<0> : tensor<256xi8>)
    ep.storage @t bytes(256) data(dense<1> : tensor<256xi8>)
    ep.parameter @w : !ep.tensor<[2, 8, 4], f32> storage(@s)
    ep.parameter @v : !ep.tensor<[32, 2], f32> storage(@t)
    exec.kernel @turned(%x: tensor<1x2x64xf32>, %w: tensor<2x32xf32>) -> tensor<1x32x64xf32>
        domain(1, 32, 64) access(read, read, write) work(flops = 8192, bytes = 8960) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x32x64xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
      %s = linalg.generic {indexing_maps = [#image, #turned, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x2x64xf32>, tensor<2x32xf32>) outs(%f : tensor<1x32x64xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x32x64xf32>
      exec.yield %s : tensor<1x32x64xf32>
    }
    exec.kernel @rows(%x: tensor<1x2x64xf32>, %w: tensor<32x2xf32>) -> tensor<1x32x64xf32>
        domain(1, 32, 64) access(read, read, write) work(flops = 8192, bytes = 8960) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x32x64xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x2x64xf32>, tensor<32x2xf32>) outs(%f : tensor<1x32x64xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x32x64xf32>
      exec.yield %s : tensor<1x32x64xf32>
    }
    ep.graph @forward(%w: !ep.tensor<[2, 8, 4], f32> {ep.input = #ep.input<parameter "w">},
                      %v: !ep.tensor<[32, 2], f32> {ep.input = #ep.input<parameter "v">},
                      %x: !ep.tensor<[1, 2, 64], f32> {ep.input = #ep.input<user_input "x">})
        -> (!ep.tensor<[1, 32, 64], f32> {ep.output = #ep.output<user_output "0">},
            !ep.tensor<[1, 32, 64], f32> {ep.output = #ep.output<user_output "1">}) {
      %0 = ep.to_builtin %w : !ep.tensor<[2, 8, 4], f32> -> tensor<2x8x4xf32>
      %1 = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<2x8x4xf32> into tensor<2x32xf32>
      %2 = ep.to_builtin %v : !ep.tensor<[32, 2], f32> -> tensor<32x2xf32>
      %3 = ep.to_builtin %x : !ep.tensor<[1, 2, 64], f32> -> tensor<1x2x64xf32>
      %4 = exec.dispatch @turned(%3, %1) : (tensor<1x2x64xf32>, tensor<2x32xf32>) -> tensor<1x32x64xf32>
      %5 = exec.dispatch @rows(%3, %2) : (tensor<1x2x64xf32>, tensor<32x2xf32>) -> tensor<1x32x64xf32>
      %6 = ep.from_builtin %4 : tensor<1x32x64xf32> -> !ep.tensor<[1, 32, 64], f32>
      %7 = ep.from_builtin %5 : tensor<1x32x64xf32> -> !ep.tensor<[1, 32, 64], f32>
      ep.return %6, %7 : !ep.tensor<[1, 32, 64], f32>, !ep.tensor<[1, 32, 64], f32>
    }
  }
}
