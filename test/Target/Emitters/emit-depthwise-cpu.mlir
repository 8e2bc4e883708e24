// RUN: kiln-opt %s --kiln-emit-kernels="emitter=depthwise target=cpu:x86-64-v4" --split-input-file | FileCheck %s

// Sixteen channels of sixteen pixels are transposed to as many vectors; of the
// seven columns of a row each is loaded once for all taps of a row of the
// window, and the six taps of the borders that lie outside are left out.
// CHECK-LABEL: llvm.func @dw(
// CHECK: %[[SUMS:.+]] = llvm.alloca %{{.+}} x f32 {alignment = 64 : i64}
// CHECK-COUNT-16: llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
// CHECK-COUNT-16: llvm.store {{.*}} {alignment = 64 : i64} : vector<16xf32>
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-29: math.fma
// CHECK-NOT: math.fma
// CHECK: scf.yield
// CHECK-COUNT-7: llvm.store {{.*}} {alignment = 64 : i64} : vector<16xf32>
// CHECK-COUNT-16: llvm.load {{.*}} {alignment = 64 : i64} : !llvm.ptr -> vector<16xf32>
// CHECK: exec.lanes
// CHECK-NOT: exec.kernel
exec.kernel @dw(%x: tensor<1x32x7x7xf32>, %w: tensor<1x5x5x32xf32>) -> tensor<1x32x7x7xf32>
    domain(1, 32, 7, 7) access(read, read, write) work(flops = 78400, bytes = 15744) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %around = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %around : f32
  } : tensor<1x32x7x7xf32> to tensor<1x32x11x11xf32>
  %e = tensor.empty() : tensor<1x32x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, c, y, x, i, j) -> (n, c, y + i, x + j)>,
      affine_map<(n, c, y, x, i, j) -> (c floordiv 32, i, j, c mod 32)>,
      affine_map<(n, c, y, x, i, j) -> (n, c, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x32x11x11xf32>, tensor<1x5x5x32xf32>) outs(%f : tensor<1x32x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x7x7xf32>
  exec.yield %s : tensor<1x32x7x7xf32>
}

// -----

// Few channels leave lanes with nothing to do.
// CHECK-LABEL: exec.kernel @few(
exec.kernel @few(%x: tensor<1x7x7x7xf32>, %w: tensor<1x5x5x32xf32>) -> tensor<1x7x7x7xf32>
    domain(1, 7, 7, 7) access(read, read, write) work(flops = 17150, bytes = 5944) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %around = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %around : f32
  } : tensor<1x7x7x7xf32> to tensor<1x7x11x11xf32>
  %e = tensor.empty() : tensor<1x7x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x7x7x7xf32>) -> tensor<1x7x7x7xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, c, y, x, i, j) -> (n, c, y + i, x + j)>,
      affine_map<(n, c, y, x, i, j) -> (c floordiv 32, i, j, c mod 32)>,
      affine_map<(n, c, y, x, i, j) -> (n, c, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x7x11x11xf32>, tensor<1x5x5x32xf32>) outs(%f : tensor<1x7x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x7x7x7xf32>
  exec.yield %s : tensor<1x7x7x7xf32>
}

// -----

// Filters that are no panels have no vectors of channels.
// CHECK-LABEL: exec.kernel @filters(
exec.kernel @filters(%x: tensor<1x32x7x7xf32>, %w: tensor<32x5x5xf32>) -> tensor<1x32x7x7xf32>
    domain(1, 32, 7, 7) access(read, read, write) work(flops = 78400, bytes = 15744) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %around = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %around : f32
  } : tensor<1x32x7x7xf32> to tensor<1x32x11x11xf32>
  %e = tensor.empty() : tensor<1x32x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, c, y, x, i, j) -> (n, c, y + i, x + j)>,
      affine_map<(n, c, y, x, i, j) -> (c, i, j)>,
      affine_map<(n, c, y, x, i, j) -> (n, c, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x32x11x11xf32>, tensor<32x5x5xf32>) outs(%f : tensor<1x32x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x7x7xf32>
  exec.yield %s : tensor<1x32x7x7xf32>
}

// -----

// Taps that are left out are products with zero.
// CHECK-LABEL: exec.kernel @ones(
exec.kernel @ones(%x: tensor<1x32x7x7xf32>, %w: tensor<1x5x5x32xf32>) -> tensor<1x32x7x7xf32>
    domain(1, 32, 7, 7) access(read, read, write) work(flops = 78400, bytes = 15744) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %around = arith.constant 1.0 : f32
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %around : f32
  } : tensor<1x32x7x7xf32> to tensor<1x32x11x11xf32>
  %e = tensor.empty() : tensor<1x32x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, c, y, x, i, j) -> (n, c, y + i, x + j)>,
      affine_map<(n, c, y, x, i, j) -> (c floordiv 32, i, j, c mod 32)>,
      affine_map<(n, c, y, x, i, j) -> (n, c, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x32x11x11xf32>, tensor<1x5x5x32xf32>) outs(%f : tensor<1x32x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x7x7xf32>
  exec.yield %s : tensor<1x32x7x7xf32>
}

// -----

// The rows of the window have gaps.
// CHECK-LABEL: exec.kernel @gaps(
exec.kernel @gaps(%x: tensor<1x32x7x7xf32>, %w: tensor<1x5x5x32xf32>) -> tensor<1x32x7x7xf32>
    domain(1, 32, 7, 7) access(read, read, write) work(flops = 78400, bytes = 15744) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %around = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 4, 2] high[0, 0, 4, 2] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %around : f32
  } : tensor<1x32x7x7xf32> to tensor<1x32x15x11xf32>
  %e = tensor.empty() : tensor<1x32x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, c, y, x, i, j) -> (n, c, y + i * 2, x + j)>,
      affine_map<(n, c, y, x, i, j) -> (c floordiv 32, i, j, c mod 32)>,
      affine_map<(n, c, y, x, i, j) -> (n, c, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x32x15x11xf32>, tensor<1x5x5x32xf32>) outs(%f : tensor<1x32x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x7x7xf32>
  exec.yield %s : tensor<1x32x7x7xf32>
}

// -----

// The image has fewer pixels than a vector has lanes.
// CHECK-LABEL: exec.kernel @pixels(
exec.kernel @pixels(%x: tensor<1x32x3x3xf32>, %w: tensor<1x5x5x32xf32>) -> tensor<1x32x3x3xf32>
    domain(1, 32, 3, 3) access(read, read, write) work(flops = 14400, bytes = 5504) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %around = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %around : f32
  } : tensor<1x32x3x3xf32> to tensor<1x32x7x7xf32>
  %e = tensor.empty() : tensor<1x32x3x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x3x3xf32>) -> tensor<1x32x3x3xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, c, y, x, i, j) -> (n, c, y + i, x + j)>,
      affine_map<(n, c, y, x, i, j) -> (c floordiv 32, i, j, c mod 32)>,
      affine_map<(n, c, y, x, i, j) -> (n, c, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x32x7x7xf32>, tensor<1x5x5x32xf32>) outs(%f : tensor<1x32x3x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x3x3xf32>
  exec.yield %s : tensor<1x32x3x3xf32>
}

// -----

// Where sizes are not known, rows are packed one by one, under masks that leave
// zeros in the place of padding; no tap of a row is left out for seven pixels.
// What is finished is lines of whole rows, or one row each where a band has a
// part of the columns.
// CHECK-LABEL: llvm.func @rows(
// CHECK: arith.cmpi ult, {{.*}} : vector<16xi32>
// CHECK-COUNT-16: llvm.intr.masked.load
// CHECK-NOT: llvm.intr.masked.load
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-35: math.fma
// CHECK-NOT: math.fma
// CHECK: scf.yield
// CHECK-COUNT-7: llvm.store {{.*}} {alignment = 64 : i64} : vector<16xf32>
// CHECK: scf.if
// CHECK: exec.lanes
// CHECK: } else {
// CHECK: exec.lanes
// CHECK-NOT: exec.kernel
exec.kernel @rows(%x: tensor<1x32x?x7xf32>, %w: tensor<1x5x5x32xf32>, %n: index) -> tensor<1x32x?x7xf32>
    domain(1, 32, d0, 7) access(read, read, write) work(flops = 11200*d0, bytes = 3200 + 1792*d0) attributes {dims = [[0], [], [0]]} {
  %zero = arith.constant 0.0 : f32
  %around = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %around : f32
  } : tensor<1x32x?x7xf32> to tensor<1x32x?x11xf32>
  %e = tensor.empty(%n) : tensor<1x32x?x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x?x7xf32>) -> tensor<1x32x?x7xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, c, y, x, i, j) -> (n, c, y + i, x + j)>,
      affine_map<(n, c, y, x, i, j) -> (c floordiv 32, i, j, c mod 32)>,
      affine_map<(n, c, y, x, i, j) -> (n, c, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x32x?x11xf32>, tensor<1x5x5x32xf32>) outs(%f : tensor<1x32x?x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x?x7xf32>
  exec.yield %s : tensor<1x32x?x7xf32>
}

// -----

// Four groups of four channels share a vector. For each plane the pixels of
// a row are taken from the vectors of channels; nine of the pixels that seven
// columns read lie in the image but for two.
// CHECK-LABEL: llvm.func @groups(
// CHECK: scf.for {{.*}} -> (vector<16xf32>
// CHECK: llvm.shufflevector {{.*}} [0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12] : vector<16xf32>
// CHECK-COUNT-19: math.fma
// CHECK: llvm.shufflevector {{.*}} [1, 1, 1, 1, 5, 5, 5, 5, 9, 9, 9, 9, 13, 13, 13, 13] : vector<16xf32>
// CHECK-COUNT-57: math.fma
// CHECK-NOT: math.fma
// CHECK: scf.yield
exec.kernel @groups(%x: tensor<1x32x7x7xf32>, %w: tensor<1x4x3x3x32xf32>) -> tensor<1x32x7x7xf32>
    domain(1, 32, 7, 7) access(read, read, write) work(flops = 112896, bytes = 17152) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x32x7x7xf32> to tensor<1x32x9x9xf32>
  %e = tensor.empty() : tensor<1x32x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, f, y, x, c, i, j) -> (n, (f floordiv 4) * 4 + c, y + i, x + j)>,
      affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>,
      affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x32x9x9xf32>, tensor<1x4x3x3x32xf32>) outs(%f : tensor<1x32x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x7x7xf32>
  exec.yield %s : tensor<1x32x7x7xf32>
}

// -----

// Groups of three channels do not end where a vector does.
// CHECK-LABEL: exec.kernel @thirds(
exec.kernel @thirds(%x: tensor<1x33x7x7xf32>, %w: tensor<2x3x3x3x32xf32>) -> tensor<1x33x5x5xf32>
    domain(1, 33, 5, 5) access(read, read, write) work(flops = 44550, bytes = 16680) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x33x5x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x33x5x5xf32>) -> tensor<1x33x5x5xf32>
  %s = linalg.generic {indexing_maps = [
      affine_map<(n, f, y, x, c, i, j) -> (n, (f floordiv 3) * 3 + c, y + i, x + j)>,
      affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>,
      affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x33x7x7xf32>, tensor<2x3x3x3x32xf32>) outs(%f : tensor<1x33x5x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x33x5x5xf32>
  exec.yield %s : tensor<1x33x5x5xf32>
}
