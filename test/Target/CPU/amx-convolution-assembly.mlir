// Convolutions in tile registers: a step is four loads and four products, and
// pixels stay in the first cache for all filters. Finished sums are turned in
// vectors: sixteen pixels of a filter are one.
// RUN: kiln-test-target %s cpu:x86-64-v4+bf16+amx asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v4+bf16 asm | FileCheck %s --check-prefix=NONE

// NONE-NOT: tile

// Sixteen words of 32 planes at nine taps.
// CHECK-LABEL: planes:
// CHECK: ldtilecfg
// CHECK: tilezero %tmm0
// CHECK-NEXT: tilezero %tmm1
// CHECK-NEXT: tilezero %tmm2
// CHECK-NEXT: tilezero %tmm3
// CHECK-NOT: {{tile|tdp}}
// CHECK: tileloaddt1 {{.*}}, %tmm6
// CHECK-NOT: {{tile|tdp}}
// CHECK: tileloaddt1 {{.*}}, %tmm7
// CHECK-NOT: {{tile|tdp}}
// CHECK: tileloadd {{.*}}, %tmm4
// CHECK-NOT: {{tile|tdp}}
// CHECK: tdpbf16ps %tmm6, %tmm4, %tmm0
// CHECK-NEXT: tdpbf16ps %tmm7, %tmm4, %tmm1
// CHECK-NOT: {{tile|tdp}}
// CHECK: tileloadd {{.*}}, %tmm5
// CHECK-NEXT: tdpbf16ps %tmm6, %tmm5, %tmm2
// CHECK-NEXT: tdpbf16ps %tmm7, %tmm5, %tmm3
// CHECK-NOT: {{tilestore|tilecfg|tilezero}}
// CHECK-COUNT-32: tdpbf16ps
// CHECK-NOT: {{tdp|tileload}}
// CHECK-COUNT-4: tilestored
// CHECK-NOT: {{tile|gather|scatter}}
// CHECK-COUNT-64: {{vmovap[sd]}} %zmm{{[0-9]+}}, {{.*[(]%}}
// CHECK: tilerelease
// CHECK-NOT: tile
// CHECK: retq

// Two words: a step takes them of all seven columns of the window. Filters are
// the left operand, and finished sums are pieces of lines as they are.
// CHECK-LABEL: stem:
// CHECK: ldtilecfg
// CHECK: tileloadd {{.*}}, %tmm6
// CHECK: tileloaddt1 {{.*}}, %tmm4
// CHECK-COUNT-28: tdpbf16ps
// CHECK-NOT: {{tdp|tileload}}
// CHECK: tilestored

// Seventeen words are not cut evenly: vectors take them.
// CHECK-LABEL: uneven:
// CHECK-NOT: tile
// CHECK: retq

#image = affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>
#halves = affine_map<(n, f, y, x, c, i, j) -> (n, c, y * 2 + i, x * 2 + j)>
#filter = affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c floordiv 2, i, j, f mod 32, c mod 2)>
#result = affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>
exec.kernel @planes(%x: tensor<4x32x30x34xbf16>, %w: tensor<2x16x3x3x32x2xbf16>) -> tensor<4x64x28x32xf32>
    domain(4, 64, 28, 32) access(read, read, write) work(flops = 132120576, bytes = 1215488)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x64x28x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x64x28x32xf32>) -> tensor<4x64x28x32xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<4x32x30x34xbf16>, tensor<2x16x3x3x32x2xbf16>) outs(%f : tensor<4x64x28x32xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<4x64x28x32xf32>
  exec.yield %s : tensor<4x64x28x32xf32>
}
exec.kernel @stem(%x: tensor<4x3x37x69xbf16>, %w: tensor<2x2x7x7x32x2xbf16>) -> tensor<4x64x16x32xf32>
    domain(4, 64, 16, 32) access(read, read, write) work(flops = 38535168, bytes = 610648)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x64x16x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x64x16x32xf32>) -> tensor<4x64x16x32xf32>
  %s = linalg.generic {indexing_maps = [#halves, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<4x3x37x69xbf16>, tensor<2x2x7x7x32x2xbf16>) outs(%f : tensor<4x64x16x32xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<4x64x16x32xf32>
  exec.yield %s : tensor<4x64x16x32xf32>
}
exec.kernel @uneven(%x: tensor<4x34x30x34xbf16>, %w: tensor<2x17x3x3x32x2xbf16>) -> tensor<4x64x28x32xf32>
    domain(4, 64, 28, 32) access(read, read, write) work(flops = 140378112, bytes = 1234112)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x64x28x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x64x28x32xf32>) -> tensor<4x64x28x32xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<4x34x30x34xbf16>, tensor<2x17x3x3x32x2xbf16>) outs(%f : tensor<4x64x28x32xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<4x64x28x32xf32>
  exec.yield %s : tensor<4x64x28x32xf32>
}
