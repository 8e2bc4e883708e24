// RUN: kiln-opt %s --kiln-emit-kernels="emitter=depthwise target=cpu:x86-64-v4" --split-input-file | FileCheck %s --check-prefixes=CHECK,V4
// RUN: kiln-opt %s --kiln-emit-kernels="emitter=depthwise target=cpu:x86-64-v3" --split-input-file | FileCheck %s --check-prefixes=CHECK,V3
// RUN: kiln-opt %s --kiln-emit-kernels="emitter=depthwise target=cpu:x86-64-v2" --split-input-file | FileCheck %s --check-prefixes=CHECK,V2

// Pixels and filters of halves are widened where they are loaded; squares and
// sums are those of f32.
// CHECK-LABEL: llvm.func @bf16(
// V4: llvm.load {{.*}} {alignment = 2 : i64} : !llvm.ptr -> vector<16xbf16>
// V4-NEXT: arith.extf {{.*}} : vector<16xbf16> to vector<16xf32>
// V4: llvm.store {{.*}} {alignment = 64 : i64} : vector<16xf32>
// V4: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// V4-COUNT-5: arith.extf {{.*}} : vector<16xbf16> to vector<16xf32>
// V4-COUNT-29: math.fma
// CHECK-NOT: exec.kernel
exec.kernel @bf16(%x: tensor<1x32x7x7xbf16>, %w: tensor<1x5x5x32xbf16>) -> tensor<1x32x7x7xf32>
    domain(1, 32, 7, 7) access(read, read, write) work(flops = 78400, bytes = 11008) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %around = arith.constant 0.0 : bf16
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %around : bf16
  } : tensor<1x32x7x7xbf16> to tensor<1x32x11x11xbf16>
  %e = tensor.empty() : tensor<1x32x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, c, y, x, i, j) -> (n, c, y + i, x + j)>,
      affine_map<(n, c, y, x, i, j) -> (c floordiv 32, i, j, c mod 32)>,
      affine_map<(n, c, y, x, i, j) -> (n, c, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x32x11x11xbf16>, tensor<1x5x5x32xbf16>) outs(%f : tensor<1x32x7x7xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x7x7xf32>
  exec.yield %s : tensor<1x32x7x7xf32>
}

// -----

// Levels without fused products convert no f16 either.
// V4-LABEL: llvm.func @f16(
// V4: arith.extf {{.*}} : vector<16xf16> to vector<16xf32>
// V3-LABEL: llvm.func @f16(
// V3: arith.extf {{.*}} : vector<8xf16> to vector<8xf32>
// V2-LABEL: exec.kernel @f16(
exec.kernel @f16(%x: tensor<1x32x7x7xf16>, %w: tensor<1x5x5x32xf16>) -> tensor<1x32x7x7xf32>
    domain(1, 32, 7, 7) access(read, read, write) work(flops = 78400, bytes = 11008) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %around = arith.constant 0.0 : f16
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %around : f16
  } : tensor<1x32x7x7xf16> to tensor<1x32x11x11xf16>
  %e = tensor.empty() : tensor<1x32x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, c, y, x, i, j) -> (n, c, y + i, x + j)>,
      affine_map<(n, c, y, x, i, j) -> (c floordiv 32, i, j, c mod 32)>,
      affine_map<(n, c, y, x, i, j) -> (n, c, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x32x11x11xf16>, tensor<1x5x5x32xf16>) outs(%f : tensor<1x32x7x7xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %aw = arith.extf %a : f16 to f32
    %bw = arith.extf %b : f16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x7x7xf32>
  exec.yield %s : tensor<1x32x7x7xf32>
}

// -----

// Rows with padding are loaded under masks, of halves only where these are
// instructions.
// V4-LABEL: llvm.func @rows(
// V4: llvm.intr.masked.load {{.*}} vector<16xbf16>
// V4-NEXT: arith.extf
// V3-LABEL: exec.kernel @rows(
// V2-LABEL: exec.kernel @rows(
exec.kernel @rows(%x: tensor<1x32x?x7xbf16>, %w: tensor<1x5x5x32xbf16>, %n: index) -> tensor<1x32x?x7xf32>
    domain(1, 32, d0, 7) access(read, read, write) work(flops = 11200*d0, bytes = 1600 + 1344*d0) attributes {dims = [[0], [], [0]]} {
  %zero = arith.constant 0.0 : f32
  %around = arith.constant 0.0 : bf16
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %around : bf16
  } : tensor<1x32x?x7xbf16> to tensor<1x32x?x11xbf16>
  %e = tensor.empty(%n) : tensor<1x32x?x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x?x7xf32>) -> tensor<1x32x?x7xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, c, y, x, i, j) -> (n, c, y + i, x + j)>,
      affine_map<(n, c, y, x, i, j) -> (c floordiv 32, i, j, c mod 32)>,
      affine_map<(n, c, y, x, i, j) -> (n, c, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x32x?x11xbf16>, tensor<1x5x5x32xbf16>) outs(%f : tensor<1x32x?x7xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x?x7xf32>
  exec.yield %s : tensor<1x32x?x7xf32>
}
