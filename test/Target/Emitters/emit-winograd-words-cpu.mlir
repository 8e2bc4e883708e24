// RUN: kiln-opt %s --kiln-emit-kernels="emitter=winograd target=cpu:x86-64-v4+bf16" --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-emit-kernels="emitter=winograd target=cpu:x86-64-v4" --split-input-file | FileCheck %s --check-prefix=PLAIN

// Sums of which nothing but bf16 is made are those of products of bf16: a band
// has words of two planes, which are transformed in f32 and rounded, as are two
// planes of the filters, and one instruction adds both products.
// CHECK-LABEL: llvm.func @rounded(
// CHECK: llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xi32>
// CHECK: llvm.shufflevector %{{.+}}, %{{.+}} [0, 2, 4, 6, 8, 10, 12, 14] : vector<8xi32>
// CHECK: arith.shli {{.*}} : vector<8xi32>
// CHECK: arith.subf {{.*}} : vector<8xf32>
// CHECK: arith.andi {{.*}} : vector<8xi32>
// CHECK: arith.subf {{.*}} : vector<8xf32>
// CHECK: arith.truncf {{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK: llvm.shufflevector %{{.+}}, %{{.+}} [0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15] : vector<8xbf16>
// CHECK: llvm.store %{{.+}}, %{{.+}} {alignment = 4 : i64} : vector<8xi32>, !llvm.ptr
// CHECK: arith.mulf {{.*}} : vector<16xf32>
// CHECK: %[[BOTH:.+]] = llvm.call_intrinsic "llvm.x86.avx512bf16.cvtne2ps2bf16.512"({{.*}}) : (vector<16xf32>, vector<16xf32>) -> vector<32xbf16>
// CHECK: llvm.shufflevector %[[BOTH]], %[[BOTH]] [0, 16, 1, 17,
// CHECK: scf.for {{.*}} -> (vector<16xf32>
// CHECK-COUNT-14: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"
// CHECK-NOT: llvm.call_intrinsic
// CHECK: scf.yield {{.*}} : vector<16xf32>
// PLAIN-LABEL: llvm.func @rounded(
// PLAIN: math.fma {{.*}} : vector<16xf32>
#image = affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>
#filter = affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c floordiv 2, i, j, f mod 32, c mod 2)>
#result = affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>
#bias = affine_map<(n, f, y, x) -> (f)>
#id = affine_map<(n, f, y, x) -> (n, f, y, x)>
exec.kernel @rounded(%x: tensor<2x16x16x16xbf16>, %w: tensor<2x8x3x3x32x2xbf16>, %b: tensor<64xf32>) -> tensor<2x64x14x14xbf16>
    domain(2, 64, 14, 14) access(read, read, read, write) work(flops = 7275520, bytes = 85248)
    attributes {dims = [[], [], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x64x14x14xf32>
  %h = tensor.empty() : tensor<2x64x14x14xbf16>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x64x14x14xf32>) -> tensor<2x64x14x14xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<2x16x16x16xbf16>, tensor<2x8x3x3x32x2xbf16>) outs(%f : tensor<2x64x14x14xf32>) {
  ^bb0(%a: bf16, %c: bf16, %o: f32):
    %p = arith.extf %a : bf16 to f32
    %q = arith.extf %c : bf16 to f32
    %r = arith.mulf %p, %q : f32
    %t = arith.addf %o, %r : f32
    linalg.yield %t : f32
  } -> tensor<2x64x14x14xf32>
  %l = linalg.generic {indexing_maps = [#id, #bias, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s, %b : tensor<2x64x14x14xf32>, tensor<64xf32>) outs(%e : tensor<2x64x14x14xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %r = arith.addf %a, %c : f32
    linalg.yield %r : f32
  } -> tensor<2x64x14x14xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%l : tensor<2x64x14x14xf32>) outs(%h : tensor<2x64x14x14xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %r = arith.maximumf %a, %zero : f32
    %t = arith.truncf %r : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<2x64x14x14xbf16>
  exec.yield %y : tensor<2x64x14x14xbf16>
}

// -----

// Sums that stay f32 are those of transforms in f32.
// CHECK-LABEL: llvm.func @exact(
// CHECK-NOT: arith.truncf
// CHECK: math.fma {{.*}} : vector<16xf32>
#image = affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>
#filter = affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c floordiv 2, i, j, f mod 32, c mod 2)>
#result = affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>
#id = affine_map<(n, f, y, x) -> (n, f, y, x)>
exec.kernel @exact(%x: tensor<2x16x16x16xbf16>, %w: tensor<2x8x3x3x32x2xbf16>) -> tensor<2x64x14x14xf32>
    domain(2, 64, 14, 14) access(read, read, write) work(flops = 7250432, bytes = 135168)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x64x14x14xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x64x14x14xf32>) -> tensor<2x64x14x14xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<2x16x16x16xbf16>, tensor<2x8x3x3x32x2xbf16>) outs(%f : tensor<2x64x14x14xf32>) {
  ^bb0(%a: bf16, %c: bf16, %o: f32):
    %p = arith.extf %a : bf16 to f32
    %q = arith.extf %c : bf16 to f32
    %r = arith.mulf %p, %q : f32
    %t = arith.addf %o, %r : f32
    linalg.yield %t : f32
  } -> tensor<2x64x14x14xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x64x14x14xf32>) outs(%e : tensor<2x64x14x14xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.maximumf %a, %zero : f32
    linalg.yield %r : f32
  } -> tensor<2x64x14x14xf32>
  exec.yield %y : tensor<2x64x14x14xf32>
}
