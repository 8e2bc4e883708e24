// RUN: kiln-opt %s --kiln-emit-kernels="emitter=convolution target=cpu:x86-64-v3" --split-input-file | FileCheck %s --check-prefixes=CHECK,V3
// RUN: kiln-opt %s --kiln-emit-kernels="emitter=convolution target=cpu:x86-64-v2" --split-input-file | FileCheck %s --check-prefixes=CHECK,V2

// Filters of halves that are no panels, here those of a group, are widened when
// a panel is packed.
// CHECK-LABEL: llvm.func @bf16(
// V3-COUNT-8: arith.extf {{.*}} : vector<8xbf16> to vector<8xf32>
// V3: llvm.store {{.*}} : vector<8xf32>
// V3: math.fma {{.*}} : vector<8xf32>
// CHECK-NOT: exec.kernel
exec.kernel @bf16(%x: tensor<1x4x16x9x16xbf16>, %w: tensor<4x16x16x3x3xbf16>) -> tensor<1x4x16x7x14xf32>
    domain(1, 4, 16, 7, 14) access(read, read, write) work(flops = 1806336, bytes = 61952) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x16x7x14xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x16x7x14xf32>) -> tensor<1x4x16x7x14xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, g, f, y, x, c, i, j) -> (n, g, c, y + i, x + j)>,
      affine_map<(n, g, f, y, x, c, i, j) -> (g, f, c, i, j)>,
      affine_map<(n, g, f, y, x, c, i, j) -> (n, g, f, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x4x16x9x16xbf16>, tensor<4x16x16x3x3xbf16>) outs(%f : tensor<1x4x16x7x14xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x4x16x7x14xf32>
  exec.yield %s : tensor<1x4x16x7x14xf32>
}

// -----

// Processors without F16C do not widen f16.
// V3-LABEL: llvm.func @f16(
// V3-COUNT-8: arith.extf {{.*}} : vector<8xf16> to vector<8xf32>
// V2-LABEL: exec.kernel @f16(
exec.kernel @f16(%x: tensor<1x4x16x9x16xf16>, %w: tensor<4x16x16x3x3xf16>) -> tensor<1x4x16x7x14xf32>
    domain(1, 4, 16, 7, 14) access(read, read, write) work(flops = 1806336, bytes = 61952) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4x16x7x14xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x16x7x14xf32>) -> tensor<1x4x16x7x14xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, g, f, y, x, c, i, j) -> (n, g, c, y + i, x + j)>,
      affine_map<(n, g, f, y, x, c, i, j) -> (g, f, c, i, j)>,
      affine_map<(n, g, f, y, x, c, i, j) -> (n, g, f, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x4x16x9x16xf16>, tensor<4x16x16x3x3xf16>) outs(%f : tensor<1x4x16x7x14xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %aw = arith.extf %a : f16 to f32
    %bw = arith.extf %b : f16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x4x16x7x14xf32>
  exec.yield %s : tensor<1x4x16x7x14xf32>
}
