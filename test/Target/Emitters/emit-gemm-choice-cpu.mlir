// RUN: kiln-opt %s --kiln-emit-kernels="emitter=gemm target=cpu:x86-64-v4+bf16" --split-input-file | FileCheck %s

// Neighbours that have the same number are an item, whose panel is that of the
// matrix. A number that no matrix has gives zeros.
// CHECK-LABEL: llvm.func @experts(
// CHECK: scf.for %[[ROW:.+]] = %{{.+}} to %{{.+}} step %c1 iter_args(%[[FIRST:.+]] = %{{.+}}) -> (index)
// CHECK: %[[NEXT:.+]] = arith.addi %[[ROW]], %c1
// CHECK: %[[IS:.+]] = arith.cmpi ne, %[[AT:.+]], %{{.+}} : index
// CHECK: %[[ENDS:.+]] = arith.ori %[[IS]], %{{.+}}
// CHECK: scf.if %[[ENDS]]
// CHECK: arith.cmpi ult, %[[AT]], %c4
// CHECK: scf.if
// CHECK: %[[PANEL:.+]] = arith.muli %{{.+}}, %c4
// CHECK: arith.addi %[[PANEL]], %[[AT]]
// CHECK: arith.subi %[[NEXT]], %[[FIRST]]
// CHECK: arith.cmpi sge, %{{.+}}, %c8
// CHECK: math.fma
// CHECK: } else {
// CHECK: llvm.store %{{.+}} : vector<16xf32>
// CHECK: arith.select %[[ENDS]], %[[NEXT]], %[[FIRST]] : index
exec.kernel @experts(%x: tensor<64x128xf32>, %w: tensor<2x4x128x32xf32>, %n: tensor<64xi64>) -> tensor<64x64xf32>
    domain(64, 64) access(read, read, read, write) work(flops = 1048576, bytes = 180736) attributes {dims = [[], [], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, n, g, k) -> (i, k)>, affine_map<(i, n, g, k) -> (n floordiv 32, g, k, n mod 32)>, affine_map<(i, n, g, k) -> (i, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<64x128xf32>, tensor<2x4x128x32xf32>) outs(%f : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    %i = linalg.index 0 : index
    %g = linalg.index 2 : index
    %number = tensor.extract %n[%i] : tensor<64xi64>
    %at = arith.index_cast %number : i64 to index
    %is = arith.cmpi eq, %at, %g : index
    %t = arith.select %is, %r, %o : f32
    linalg.yield %t : f32
  } -> tensor<64x64xf32>
  exec.yield %s : tensor<64x64xf32>
}

// -----

// Words of two steps of a matrix.
// CHECK-LABEL: llvm.func @words(
// CHECK: scf.if
// CHECK: arith.cmpi ult, %{{.+}}, %c4
// CHECK: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"
exec.kernel @words(%x: tensor<64x128xbf16>, %w: tensor<2x4x64x32x2xbf16>, %n: tensor<64xi64>) -> tensor<64x64xf32>
    domain(64, 64) access(read, read, read, write) work(flops = 1048576, bytes = 98816) attributes {dims = [[], [], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, n, g, k) -> (i, k)>, affine_map<(i, n, g, k) -> (n floordiv 32, g, k floordiv 2, n mod 32, k mod 2)>, affine_map<(i, n, g, k) -> (i, n)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<64x128xbf16>, tensor<2x4x64x32x2xbf16>) outs(%f : tensor<64x64xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %c = arith.extf %a : bf16 to f32
    %d = arith.extf %b : bf16 to f32
    %q = arith.mulf %c, %d : f32
    %r = arith.addf %o, %q : f32
    %i = linalg.index 0 : index
    %g = linalg.index 2 : index
    %number = tensor.extract %n[%i] : tensor<64xi64>
    %at = arith.index_cast %number : i64 to index
    %is = arith.cmpi eq, %at, %g : index
    %t = arith.select %is, %r, %o : f32
    linalg.yield %t : f32
  } -> tensor<64x64xf32>
  exec.yield %s : tensor<64x64xf32>
}
