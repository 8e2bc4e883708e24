// RUN: kiln-opt %s --kiln-emit-kernels="emitter=winograd target=cpu:x86-64-v4" --split-input-file | FileCheck %s

// The band is packed where it is new, and 16 pixels of eight tiles of each plane
// are transformed; then the filters are, of each plane; at each of 16 places
// products of seven tiles and two vectors of filters are summed; eight tiles of
// sums become two rows of 16 pixels for each of 16 filters, which go through the
// other ops.
// CHECK-LABEL: llvm.func @conv(
// CHECK-SAME: %[[SCRATCH:[^,]+]]: !llvm.ptr) -> i32
// CHECK: scf.if
// CHECK: exec.lanes
// CHECK: llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
// CHECK: llvm.shufflevector %{{.+}}, %{{.+}} [0, 2, 4, 6, 8, 10, 12, 14] : vector<8xf32>
// CHECK: llvm.shufflevector %{{.+}}, %{{.+}} [1, 3, 5, 7, 9, 11, 13, 15] : vector<8xf32>
// CHECK: arith.subf {{.*}} : vector<8xf32>
// CHECK-COUNT-16: llvm.store %{{.+}}, %{{.+}} {alignment = 4 : i64} : vector<8xf32>, !llvm.ptr
// CHECK-COUNT-9: llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
// CHECK: arith.mulf {{.*}} : vector<16xf32>
// CHECK-COUNT-16: llvm.store %{{.+}}, %{{.+}} {alignment = 64 : i64} : vector<16xf32>, !llvm.ptr
// CHECK: scf.for {{.*}} -> (vector<16xf32>
// CHECK-COUNT-14: math.fma {{.*}} : vector<16xf32>
// CHECK-NOT: math.fma
// CHECK: scf.yield {{.*}} : vector<16xf32>
// CHECK-COUNT-16: llvm.load %{{.+}} {alignment = 64 : i64} : !llvm.ptr -> vector<16xf32>
// CHECK-NOT: arith.mulf
// CHECK: arith.maximumf
// CHECK: exec.lanes
// CHECK-NOT: exec.kernel
#image = affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>
#filter = affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>
#result = affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>
#id = affine_map<(n, f, y, x) -> (n, f, y, x)>
exec.kernel @conv(%x: tensor<2x16x14x14xf32>, %w: tensor<2x16x3x3x32xf32>) -> tensor<2x64x14x14xf32>
    domain(2, 64, 14, 14) access(read, read, write) work(flops = 7250432, bytes = 162304)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<2x16x14x14xf32> to tensor<2x16x16x16xf32>
  %e = tensor.empty() : tensor<2x64x14x14xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x64x14x14xf32>) -> tensor<2x64x14x14xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%p, %w : tensor<2x16x16x16xf32>, tensor<2x16x3x3x32xf32>) outs(%f : tensor<2x64x14x14xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<2x64x14x14xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x64x14x14xf32>) outs(%e : tensor<2x64x14x14xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.maximumf %a, %zero : f32
    linalg.yield %r : f32
  } -> tensor<2x64x14x14xf32>
  exec.yield %y : tensor<2x64x14x14xf32>
}

// -----

// Every other row: not for this emitter.
// CHECK: exec.kernel @stride
#image = affine_map<(n, f, y, x, c, i, j) -> (n, c, y * 2 + i, x + j)>
#filter = affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>
#result = affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>
exec.kernel @stride(%x: tensor<2x16x15x16xf32>, %w: tensor<1x16x3x3x32xf32>) -> tensor<2x32x7x14xf32>
    domain(2, 32, 7, 14) access(read, read, write) work(flops = 1806336, bytes = 74240)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x32x7x14xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x32x7x14xf32>) -> tensor<2x32x7x14xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<2x16x15x16xf32>, tensor<1x16x3x3x32xf32>) outs(%f : tensor<2x32x7x14xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<2x32x7x14xf32>
  exec.yield %s : tensor<2x32x7x14xf32>
}

// -----

// Filters that are not in panels, which somebody gives: not for this emitter.
// CHECK: exec.kernel @given
#image = affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>
#filter = affine_map<(n, f, y, x, c, i, j) -> (f, c, i, j)>
#result = affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>
exec.kernel @given(%x: tensor<2x16x16x16xf32>, %w: tensor<32x16x3x3xf32>) -> tensor<2x32x14x14xf32>
    domain(2, 32, 14, 14) access(read, read, write) work(flops = 3612672, bytes = 101376)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x32x14x14xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x32x14x14xf32>) -> tensor<2x32x14x14xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<2x16x16x16xf32>, tensor<32x16x3x3xf32>) outs(%f : tensor<2x32x14x14xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<2x32x14x14xf32>
  exec.yield %s : tensor<2x32x14x14xf32>
}
