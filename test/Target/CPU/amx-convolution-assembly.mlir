// Convolutions in tile registers: a step is four loads and four products,
// pixels stay in the first cache for all filters, and filters are read where
// they lie. Finished sums are turned in vectors: sixteen pixels of a filter are
// one.
// RUN: kiln-test-target %s cpu:x86-64-v4+bf16+amx asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v4+bf16+amx asm | FileCheck %s --check-prefix=STEPS
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
// CHECK-NOT: {{tile|tdp}}
// CHECK: tdpbf16ps %tmm6, %tmm5, %tmm2
// CHECK-NEXT: tdpbf16ps %tmm7, %tmm5, %tmm3
// CHECK-NOT: {{tilestore|tilecfg|tilezero}}
// CHECK-COUNT-32: tdpbf16ps
// CHECK-NOT: {{tdp|tileload}}
// CHECK-COUNT-4: tilestored
// CHECK-NOT: {{tile|gather|scatter}}
// CHECK-COUNT-64: {{vmovap[sd]}} %zmm{{[0-9]+}}, {{.*[(]%}}
// All fourteen rows of a filter are finished, and then those of the next one.
// CHECK: vmovup{{[sd]}} %zmm{{[0-9]+}}, -1664(%[[RESULT:r[a-z0-9]+]])
// CHECK: addq $3584, %[[RESULT]]
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

// Another tensor as large as the result may lie where it does: a row of four
// filters is finished at a time.
// CHECK-LABEL: residual:
// CHECK: tilestored
// CHECK: vmovup{{[sd]}} %zmm{{[0-9]+}}, -10688(
// CHECK: addq $14336,
// CHECK: tilerelease

// While a panel is used for eight images of two pairs of stretches, the sixteen
// words of each step of the next one are fetched.
// CHECK-LABEL: panels:
// CHECK: movl $1152, %e[[STRIDE:[a-z]+]]
// CHECK: tilezero
// CHECK-COUNT-2: prefetcht1
// CHECK: tileloaddt1 (%r{{[a-z0-9]+}},%r[[STRIDE]]), %tmm6
// CHECK-COUNT-16: prefetcht1
// CHECK-NOT: {{prefetch|tilezero}}
// CHECK: tilestored

// All addresses of a step stay in registers, also of one image, for which a step
// fetches four words.
// STEPS-LABEL: panels:
// STEPS: tilezero %tmm3
// STEPS: [[LOOP:[.]LBB[0-9_]+]]:
// STEPS-NOT: rsp
// STEPS: tdpbf16ps
// STEPS-NOT: rsp
// STEPS: {{j[a-z]+}} [[LOOP]]
// STEPS: tilestored
// STEPS-LABEL: image:
// STEPS: tilezero %tmm3
// STEPS: [[LOOP:[.]LBB[0-9_]+]]:
// STEPS-NOT: rsp
// STEPS: prefetcht1
// STEPS-NOT: rsp
// STEPS: tdpbf16ps
// STEPS-NOT: rsp
// STEPS: {{j[a-z]+}} [[LOOP]]
// STEPS: tilestored

#image = affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>
#halves = affine_map<(n, f, y, x, c, i, j) -> (n, c, y * 2 + i, x * 2 + j)>
#filter = affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c floordiv 2, i, j, f mod 32, c mod 2)>
#each = affine_map<(n, f, y, x) -> (n, f, y, x)>
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
exec.kernel @residual(%x: tensor<4x32x30x34xbf16>, %w: tensor<2x16x3x3x32x2xbf16>, %z: tensor<4x64x28x32xf32>) -> tensor<4x64x28x32xf32>
    domain(4, 64, 28, 32) access(read, read, read, write) work(flops = 132349952, bytes = 2132992)
    attributes {dims = [[], [], [], []]} {
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
  %t = linalg.generic {indexing_maps = [#each, #each, #each], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s, %z : tensor<4x64x28x32xf32>, tensor<4x64x28x32xf32>) outs(%e : tensor<4x64x28x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<4x64x28x32xf32>
  exec.yield %t : tensor<4x64x28x32xf32>
}
exec.kernel @panels(%x: tensor<8x512x9x9xbf16>, %w: tensor<16x256x3x3x32x2xbf16>) -> tensor<8x512x7x7xf32>
    domain(8, 512, 7, 7) access(read, read, write) work(flops = 1849688064, bytes = 6184960)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x512x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x512x7x7xf32>) -> tensor<8x512x7x7xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<8x512x9x9xbf16>, tensor<16x256x3x3x32x2xbf16>) outs(%f : tensor<8x512x7x7xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<8x512x7x7xf32>
  exec.yield %s : tensor<8x512x7x7xf32>
}
exec.kernel @image(%x: tensor<1x512x9x9xbf16>, %w: tensor<16x256x3x3x32x2xbf16>) -> tensor<1x512x7x7xf32>
    domain(1, 512, 7, 7) access(read, read, write) work(flops = 231211008, bytes = 4901888)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x512x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x512x7x7xf32>) -> tensor<1x512x7x7xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x512x9x9xbf16>, tensor<16x256x3x3x32x2xbf16>) outs(%f : tensor<1x512x7x7xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x512x7x7xf32>
  exec.yield %s : tensor<1x512x7x7xf32>
}
