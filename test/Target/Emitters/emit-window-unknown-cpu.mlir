// RUN: kiln-opt %s --kiln-emit-kernels="emitter=window target=cpu:x86-64-v4" --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-emit-kernels="emitter=window target=cpu:x86-64-v3" --split-input-file | FileCheck %s --check-prefix=V3

// Rows of a length that is not known are packed by vectors that are loaded under
// masks, where there are such; two of them make one of every other pixel.
// CHECK-LABEL: llvm.func @every_other(
// CHECK-COUNT-2: llvm.intr.masked.load {{.*}} -> vector<16xf32>
// CHECK: llvm.shufflevector
// CHECK: llvm.store {{.*}} : vector<16xf32>
// V3-LABEL: llvm.func @every_other(
// V3-NOT: llvm.intr.masked.load
#id = affine_map<(c, y, x) -> (c, y, x)>
exec.kernel @every_other(%x: tensor<3x?x?xf32>, %w: tensor<3x3x3xf32>, %h: index, %v: index, %oh: index, %ov: index)
    -> tensor<3x?x?xf32>
    domain(3, d2, d3) access(read, read, write) work(flops = 54*d2*d3, bytes = 12*d0*d1 + 12*d2*d3 + 108)
    attributes {dims = [[0, 1], [], [2, 3]]} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1] high[0, 1, 1] {
  ^bb0(%a: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<3x?x?xf32> to tensor<3x?x?xf32>
  %e = tensor.empty(%oh, %ov) : tensor<3x?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(c, y, x, i, j) -> (c, y * 2 + i, x * 2 + j)>,
      affine_map<(c, y, x, i, j) -> (c, i, j)>,
      affine_map<(c, y, x, i, j) -> (c, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<3x?x?xf32>, tensor<3x3x3xf32>) outs(%f : tensor<3x?x?xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %q = arith.mulf %a, %c : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<3x?x?xf32>
  exec.yield %s : tensor<3x?x?xf32>
}

// -----

// Pixels further apart are packed one by one.
// CHECK-LABEL: llvm.func @every_third(
// CHECK-NOT: llvm.intr.masked.load
// V3-LABEL: llvm.func @every_third(
#id = affine_map<(c, y, x) -> (c, y, x)>
exec.kernel @every_third(%x: tensor<3x?x?xf32>, %w: tensor<3x3x3xf32>, %h: index, %v: index, %oh: index, %ov: index)
    -> tensor<3x?x?xf32>
    domain(3, d2, d3) access(read, read, write) work(flops = 54*d2*d3, bytes = 12*d0*d1 + 12*d2*d3 + 108)
    attributes {dims = [[0, 1], [], [2, 3]]} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1] high[0, 1, 1] {
  ^bb0(%a: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<3x?x?xf32> to tensor<3x?x?xf32>
  %e = tensor.empty(%oh, %ov) : tensor<3x?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x?x?xf32>) -> tensor<3x?x?xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(c, y, x, i, j) -> (c, y * 3 + i, x * 3 + j)>,
      affine_map<(c, y, x, i, j) -> (c, i, j)>,
      affine_map<(c, y, x, i, j) -> (c, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<3x?x?xf32>, tensor<3x3x3xf32>) outs(%f : tensor<3x?x?xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %q = arith.mulf %a, %c : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<3x?x?xf32>
  exec.yield %s : tensor<3x?x?xf32>
}
