// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(ep.program(kiln-exec-pack-weights)))' | FileCheck %s

// Whether an image has too few pixels for vectors of them depends on the vectors
// of the targets: 196 are twelve and a quarter panels of AVX2, which pays where
// a sum is short, 49 three and a sixteenth, whose lanes would mostly have
// nothing to do.
// CHECK: exec.kernel @small(%{{.*}}: tensor<1x2x14x14xf32>, %{{.*}}: tensor<32x2xf32>)
// CHECK: exec.kernel @smaller(%{{.*}}: tensor<1x2x7x7xf32>, %{{.*}}: tensor<2x2x16xf32>)
// CHECK: exec.kernel @deep(%{{.*}}: tensor<1x256x14x14xf32>, %{{.*}}: tensor<2x256x16xf32>)
#image = affine_map<(n, f, y, x, c) -> (n, c, y, x)>
#filter = affine_map<(n, f, y, x, c) -> (f, c)>
#result = affine_map<(n, f, y, x, c) -> (n, f, y, x)>
exec.variant @cpu for ["cpu:x86-64-v3"] attributes {dlti.map = #dlti.map<"kiln.panels" = true>} {
  ep.program @pixels {
    ep.storage @s bytes(256) data(dense<0> : tensor<256xi8>)
    ep.storage @t bytes(256) data(dense<1> : tensor<256xi8>)
    ep.parameter @w : !ep.tensor<[32, 2], f32> storage(@s)
    ep.parameter @v : !ep.tensor<[32, 2], f32> storage(@t)
    ep.storage @r bytes(32768) data(dense<2> : tensor<32768xi8>)
    ep.parameter @u : !ep.tensor<[32, 256], f32> storage(@r)
    exec.kernel @small(%x: tensor<1x2x14x14xf32>, %w: tensor<32x2xf32>) -> tensor<1x32x14x14xf32>
        domain(1, 32, 14, 14) access(read, read, write) work(flops = 25088, bytes = 26912) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x32x14x14xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x2x14x14xf32>, tensor<32x2xf32>) outs(%f : tensor<1x32x14x14xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x32x14x14xf32>
      exec.yield %s : tensor<1x32x14x14xf32>
    }
    exec.kernel @smaller(%x: tensor<1x2x7x7xf32>, %w: tensor<32x2xf32>) -> tensor<1x32x7x7xf32>
        domain(1, 32, 7, 7) access(read, read, write) work(flops = 6272, bytes = 6920) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x32x7x7xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x2x7x7xf32>, tensor<32x2xf32>) outs(%f : tensor<1x32x7x7xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x32x7x7xf32>
      exec.yield %s : tensor<1x32x7x7xf32>
    }
    exec.kernel @deep(%x: tensor<1x256x14x14xf32>, %w: tensor<32x256xf32>) -> tensor<1x32x14x14xf32>
        domain(1, 32, 14, 14) access(read, read, write) work(flops = 3211264, bytes = 258560) attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<1x32x14x14xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<1x256x14x14xf32>, tensor<32x256xf32>) outs(%f : tensor<1x32x14x14xf32>) {
      ^bb0(%a: f32, %b: f32, %o: f32):
        %q = arith.mulf %a, %b : f32
        %r = arith.addf %o, %q : f32
        linalg.yield %r : f32
      } -> tensor<1x32x14x14xf32>
      exec.yield %s : tensor<1x32x14x14xf32>
    }
    ep.graph @forward(%w: !ep.tensor<[32, 2], f32> {ep.input = #ep.input<parameter "w">},
                      %v: !ep.tensor<[32, 2], f32> {ep.input = #ep.input<parameter "v">},
                      %u: !ep.tensor<[32, 256], f32> {ep.input = #ep.input<parameter "u">},
                      %x: !ep.tensor<[1, 2, 14, 14], f32> {ep.input = #ep.input<user_input "x">},
                      %y: !ep.tensor<[1, 2, 7, 7], f32> {ep.input = #ep.input<user_input "y">},
                      %z: !ep.tensor<[1, 256, 14, 14], f32> {ep.input = #ep.input<user_input "z">})
        -> (!ep.tensor<[1, 32, 14, 14], f32> {ep.output = #ep.output<user_output "a">},
            !ep.tensor<[1, 32, 7, 7], f32> {ep.output = #ep.output<user_output "b">},
            !ep.tensor<[1, 32, 14, 14], f32> {ep.output = #ep.output<user_output "c">}) {
      %u0 = ep.to_builtin %u : !ep.tensor<[32, 256], f32> -> tensor<32x256xf32>
      %z0 = ep.to_builtin %z : !ep.tensor<[1, 256, 14, 14], f32> -> tensor<1x256x14x14xf32>
      %d0 = exec.dispatch @deep(%z0, %u0) : (tensor<1x256x14x14xf32>, tensor<32x256xf32>) -> tensor<1x32x14x14xf32>
      %c = ep.from_builtin %d0 : tensor<1x32x14x14xf32> -> !ep.tensor<[1, 32, 14, 14], f32>
      %0 = ep.to_builtin %w : !ep.tensor<[32, 2], f32> -> tensor<32x2xf32>
      %1 = ep.to_builtin %v : !ep.tensor<[32, 2], f32> -> tensor<32x2xf32>
      %2 = ep.to_builtin %x : !ep.tensor<[1, 2, 14, 14], f32> -> tensor<1x2x14x14xf32>
      %3 = ep.to_builtin %y : !ep.tensor<[1, 2, 7, 7], f32> -> tensor<1x2x7x7xf32>
      %4 = exec.dispatch @small(%2, %0) : (tensor<1x2x14x14xf32>, tensor<32x2xf32>) -> tensor<1x32x14x14xf32>
      %5 = exec.dispatch @smaller(%3, %1) : (tensor<1x2x7x7xf32>, tensor<32x2xf32>) -> tensor<1x32x7x7xf32>
      %a = ep.from_builtin %4 : tensor<1x32x14x14xf32> -> !ep.tensor<[1, 32, 14, 14], f32>
      %b = ep.from_builtin %5 : tensor<1x32x7x7xf32> -> !ep.tensor<[1, 32, 7, 7], f32>
      ep.return %a, %b, %c : !ep.tensor<[1, 32, 14, 14], f32>, !ep.tensor<[1, 32, 7, 7], f32>, !ep.tensor<[1, 32, 14, 14], f32>
    }
  }
}
