// RUN: kiln-opt %s --pass-pipeline='builtin.module(exec.variant(kiln-choose-schedules))' | FileCheck %s

// Tiles have 32 pixels: a line is cut to bands of whole ones, as many as have
// room for the sums of all filters of a panel.
// CHECK: exec.kernel @many_filters
// CHECK-SAME: #exec.schedule<"amx_convolution" tile = [1024] block = [1, 32]>
// CHECK: exec.kernel @few_filters
// CHECK-SAME: #exec.schedule<"amx_convolution" tile = [128] block = [1, 224]>
#image = affine_map<(n, f, x, c) -> (n, c, x)>
#filter = affine_map<(n, f, x, c) -> (f floordiv 32, c floordiv 2, f mod 32, c mod 2)>
#result = affine_map<(n, f, x, c) -> (n, f, x)>
exec.variant @cpu for ["cpu:x86-64-v4+bf16+vnni+amx"] {
  ep.program @p {
    exec.kernel @many_filters(%x: tensor<8x256x196xbf16>, %w: tensor<32x128x32x2xbf16>) -> tensor<8x1024x196xf32>
        domain(8, 1024, 196) access(read, read, write) work(flops = 822083584, bytes = 7749632)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<8x1024x196xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x1024x196xf32>) -> tensor<8x1024x196xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<8x256x196xbf16>, tensor<32x128x32x2xbf16>) outs(%f : tensor<8x1024x196xf32>) {
      ^bb0(%a: bf16, %b: bf16, %o: f32):
        %p = arith.extf %a : bf16 to f32
        %q = arith.extf %b : bf16 to f32
        %m = arith.mulf %p, %q : f32
        %r = arith.addf %o, %m : f32
        linalg.yield %r : f32
      } -> tensor<8x1024x196xf32>
      exec.yield %s : tensor<8x1024x196xf32>
    }
    exec.kernel @few_filters(%x: tensor<8x256x196xbf16>, %w: tensor<4x128x32x2xbf16>) -> tensor<8x128x196xf32>
        domain(8, 128, 196) access(read, read, write) work(flops = 102760448, bytes = 1671168)
        attributes {dims = [[], [], []]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<8x128x196xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x128x196xf32>) -> tensor<8x128x196xf32>
      %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
          ins(%x, %w : tensor<8x256x196xbf16>, tensor<4x128x32x2xbf16>) outs(%f : tensor<8x128x196xf32>) {
      ^bb0(%a: bf16, %b: bf16, %o: f32):
        %p = arith.extf %a : bf16 to f32
        %q = arith.extf %b : bf16 to f32
        %m = arith.mulf %p, %q : f32
        %r = arith.addf %o, %m : f32
        linalg.yield %r : f32
      } -> tensor<8x128x196xf32>
      exec.yield %s : tensor<8x128x196xf32>
    }
  }
}
