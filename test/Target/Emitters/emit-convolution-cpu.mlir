// RUN: kiln-opt %s --kiln-emit-kernels="emitter=convolution target=cpu:x86-64-v4" --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-emit-kernels="emitter=convolution target=cpu:x86-64-v2" --split-input-file | FileCheck %s --check-prefix=V2

// The band is packed where it is new, then the panel, in blocks that are
// transposed. For each plane and tap two vectors of filters are loaded and eight
// pixels; the tile goes to the lines of its filters, eight pixels each.
// CHECK-LABEL: llvm.func @conv(
// CHECK-SAME: %[[SCRATCH:[^,]+]]: !llvm.ptr) -> i32
// CHECK: %[[SUMS:.+]] = llvm.alloca %{{.+}} x f32 {alignment = 64 : i64}
// CHECK: scf.if
// CHECK: exec.lanes
// CHECK-COUNT-16: llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
// CHECK: llvm.store %{{.+}}, %{{.+}} {alignment = 64 : i64} : vector<16xf32>, !llvm.ptr
// CHECK: scf.for {{.*}} -> (vector<16xf32>
// CHECK-NOT: llvm.intr.prefetch
// CHECK-COUNT-144: math.fma {{.*}} : vector<16xf32>
// CHECK-NOT: math.fma
// CHECK: scf.yield {{.*}} : vector<16xf32>
// CHECK: llvm.store %{{.+}}, %{{.+}} {alignment = 4 : i64} : vector<8xf32>, !llvm.ptr
// CHECK: arith.maximumf
// CHECK: exec.lanes
// CHECK-NOT: exec.kernel

// Four pixels by two vectors of four filters, and no fused multiply-add.
// V2-LABEL: llvm.func @conv(
// V2-NOT: math.fma
// V2-COUNT-72: arith.addf {{.*}} : vector<4xf32>
#image = affine_map<(f, y, x, c, i, j) -> (c, y + i, x + j)>
#filter = affine_map<(f, y, x, c, i, j) -> (f, c, i, j)>
#result = affine_map<(f, y, x, c, i, j) -> (f, y, x)>
#id = affine_map<(f, y, x) -> (f, y, x)>
exec.kernel @conv(%x: tensor<16x14x16xf32>, %w: tensor<64x16x3x3xf32>) -> tensor<64x14x16xf32>
    domain(64, 14, 16) access(read, read, write) work(flops = 4143104, bytes = 108544)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1] high[0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<16x14x16xf32> to tensor<16x16x18xf32>
  %e = tensor.empty() : tensor<64x14x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x14x16xf32>) -> tensor<64x14x16xf32>
  %s = linalg.generic {indexing_maps = [#image, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%p, %w : tensor<16x16x18xf32>, tensor<64x16x3x3xf32>) outs(%f : tensor<64x14x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<64x14x16xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<64x14x16xf32>) outs(%e : tensor<64x14x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.maximumf %a, %zero : f32
    linalg.yield %r : f32
  } -> tensor<64x14x16xf32>
  exec.yield %y : tensor<64x14x16xf32>
}

// -----

// Filters that lie in panels are read there. There is one axis; its nine taps
// are one row of the window.
// CHECK-LABEL: llvm.func @panels(
// CHECK-NOT: llvm.shufflevector {{.*}} : vector<16xf32>{{$}}
// CHECK: scf.for {{.*}} -> (vector<16xf32>
// CHECK: llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
exec.kernel @panels(%x: tensor<16x64xf32>, %w: tensor<2x16x9x32xf32>) -> tensor<40x56xf32>
    domain(40, 56) access(read, read, write) work(flops = 645120, bytes = 49920) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x56xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<40x56xf32>) -> tensor<40x56xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(f, x, c, j) -> (c, x + j)>, affine_map<(f, x, c, j) -> (f floordiv 32, c, j, f mod 32)>, affine_map<(f, x, c, j) -> (f, x)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<16x64xf32>, tensor<2x16x9x32xf32>) outs(%f : tensor<40x56xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<40x56xf32>
  exec.yield %s : tensor<40x56xf32>
}

// -----

// Panels of targets with narrower vectors have no room for a tile of this level.
// CHECK-LABEL: exec.kernel @narrow(
// V2-LABEL: llvm.func @narrow(
exec.kernel @narrow(%x: tensor<16x64xf32>, %w: tensor<3x16x9x16xf32>) -> tensor<40x56xf32>
    domain(40, 56) access(read, read, write) work(flops = 645120, bytes = 40704) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x56xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<40x56xf32>) -> tensor<40x56xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(f, x, c, j) -> (c, x + j)>, affine_map<(f, x, c, j) -> (f floordiv 16, c, j, f mod 16)>, affine_map<(f, x, c, j) -> (f, x)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<16x64xf32>, tensor<3x16x9x16xf32>) outs(%f : tensor<40x56xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<40x56xf32>
  exec.yield %s : tensor<40x56xf32>
}

// -----

// A single filter is better a vector of pixels.
// CHECK-LABEL: exec.kernel @few(
// V2-LABEL: exec.kernel @few(
exec.kernel @few(%x: tensor<2x18xf32>, %w: tensor<1x2x3xf32>) -> tensor<1x16xf32>
    domain(1, 16) access(read, read, write) work(flops = 192, bytes = 232) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16xf32>) -> tensor<1x16xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(o, x, c, j) -> (c, x + j)>, affine_map<(o, x, c, j) -> (o, c, j)>, affine_map<(o, x, c, j) -> (o, x)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<2x18xf32>, tensor<1x2x3xf32>) outs(%f : tensor<1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x16xf32>
  exec.yield %s : tensor<1x16xf32>
}

// -----

// Windows of one element are a matrix product.
// CHECK-LABEL: exec.kernel @pointwise(
exec.kernel @pointwise(%x: tensor<8x64xf32>, %w: tensor<32x8xf32>) -> tensor<32x64xf32>
    domain(32, 64) access(read, read, write) work(flops = 32768, bytes = 11264) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(f, x, c) -> (c, x)>, affine_map<(f, x, c) -> (f, c)>, affine_map<(f, x, c) -> (f, x)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<8x64xf32>, tensor<32x8xf32>) outs(%f : tensor<32x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<32x64xf32>
  exec.yield %s : tensor<32x64xf32>
}

// -----

// Seventeen taps in a row are not written out.
// CHECK-LABEL: exec.kernel @wide(
exec.kernel @wide(%x: tensor<4x80xf32>, %w: tensor<32x4x17xf32>) -> tensor<32x64xf32>
    domain(32, 64) access(read, read, write) work(flops = 278528, bytes = 18176) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(f, x, c, j) -> (c, x + j)>, affine_map<(f, x, c, j) -> (f, c, j)>, affine_map<(f, x, c, j) -> (f, x)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<4x80xf32>, tensor<32x4x17xf32>) outs(%f : tensor<32x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<32x64xf32>
  exec.yield %s : tensor<32x64xf32>
}

// -----

// The steps of a filter are no stretch: it lies the other way.
// CHECK-LABEL: exec.kernel @turned(
exec.kernel @turned(%x: tensor<8x66xf32>, %w: tensor<8x3x32xf32>) -> tensor<32x64xf32>
    domain(32, 64) access(read, read, write) work(flops = 98304, bytes = 13376) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(f, x, c, j) -> (c, x + j)>, affine_map<(f, x, c, j) -> (c, j, f)>, affine_map<(f, x, c, j) -> (f, x)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<8x66xf32>, tensor<8x3x32xf32>) outs(%f : tensor<32x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<32x64xf32>
  exec.yield %s : tensor<32x64xf32>
}

// -----

// Windows of one pixel, where vectors of pixels would not be full: tiles have the
// seven pixels of a row, and lines all 49. A step has two lines of filters, which
// are fetched ahead.
// CHECK-LABEL: llvm.func @pixels(
// CHECK-NOT: llvm.intr.prefetch
// CHECK: scf.for {{.*}} -> (vector<16xf32>
// CHECK-COUNT-2: "llvm.intr.prefetch"(%{{.+}}) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}>
// CHECK-NOT: llvm.intr.prefetch
// CHECK-COUNT-14: math.fma {{.*}} : vector<16xf32>
// CHECK-NOT: math.fma
// CHECK: scf.yield {{.*}} : vector<16xf32>
exec.kernel @pixels(%x: tensor<1x16x7x7xf32>, %w: tensor<2x16x32xf32>) -> tensor<1x64x7x7xf32>
    domain(1, 64, 7, 7) access(read, read, write) work(flops = 100352, bytes = 19776) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64x7x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x7x7xf32>) -> tensor<1x64x7x7xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, f, y, x, c) -> (n, c, y, x)>, affine_map<(n, f, y, x, c) -> (f floordiv 32, c, f mod 32)>, affine_map<(n, f, y, x, c) -> (n, f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x16x7x7xf32>, tensor<2x16x32xf32>) outs(%f : tensor<1x64x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x64x7x7xf32>
  exec.yield %s : tensor<1x64x7x7xf32>
}

// -----

// A result that the nearer caches do not hold: a line of each filter is fetched
// before the sums of a tile.
// CHECK-LABEL: llvm.func @far(
// CHECK: scf.for
// CHECK: "llvm.intr.prefetch"(%{{.+}}) <{cache = 1 : i32, hint = 3 : i32, rw = 1 : i32}>
// CHECK: scf.for {{.*}} -> (vector<16xf32>
// CHECK: math.fma
exec.kernel @far(%x: tensor<1x3x114x114xf32>, %w: tensor<1x3x3x3x32xf32>) -> tensor<1x32x112x112xf32>
    domain(1, 32, 112, 112) access(read, read, write) work(flops = 21676032, bytes = 1765040) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32x112x112xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x112x112xf32>) -> tensor<1x32x112x112xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(n, f, y, x, c, i, j) -> (n, c, y + i, x + j)>, affine_map<(n, f, y, x, c, i, j) -> (f floordiv 32, c, i, j, f mod 32)>, affine_map<(n, f, y, x, c, i, j) -> (n, f, y, x)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x3x114x114xf32>, tensor<1x3x3x3x32xf32>) outs(%f : tensor<1x32x112x112xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32x112x112xf32>
  exec.yield %s : tensor<1x32x112x112xf32>
}
