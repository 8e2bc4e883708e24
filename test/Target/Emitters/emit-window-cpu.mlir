// RUN: kiln-opt %s --kiln-emit-kernels="emitter=window target=cpu:x86-64-v4" --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-emit-kernels="emitter=window target=cpu:x86-64-v2" --split-input-file | FileCheck %s --check-prefix=V2

// The band is packed with zeros around it; each of the nine rows of the image
// that seven rows of the result read is loaded once for each of three columns.
// CHECK-LABEL: llvm.func @depthwise(
// CHECK-SAME: %[[SCRATCH:[^,]+]]: !llvm.ptr) -> i32
// CHECK: %[[SUMS:.+]] = llvm.alloca %{{.+}} x f32 {alignment = 64 : i64}
// CHECK: %[[PLACE:.+]] = llvm.getelementptr inbounds %[[SCRATCH]]
// CHECK: llvm.store %{{.+}}, %[[PLACE]] : f32, !llvm.ptr
// CHECK: exec.lanes
// CHECK-COUNT-27: llvm.load {{.*}} -> vector<16xf32>
// CHECK-NOT: llvm.load {{.*}} -> vector<16xf32>
// CHECK: llvm.store %{{.+}}, %{{.+}} {alignment = 64 : i64} : vector<16xf32>, !llvm.ptr
// CHECK: llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK: arith.maximumf
// CHECK: exec.lanes
// CHECK-NOT: exec.kernel

// V2-LABEL: llvm.func @depthwise(
// V2-NOT: math.fma
// V2: arith.mulf {{.*}} : vector<4xf32>
// V2: arith.addf {{.*}} : vector<4xf32>
#image = affine_map<(c, y, x, i, j) -> (c, y + i, x + j)>
#taps = affine_map<(c, y, x, i, j) -> (c, i, j)>
#result = affine_map<(c, y, x, i, j) -> (c, y, x)>
#id = affine_map<(c, y, x) -> (c, y, x)>
exec.kernel @depthwise(%x: tensor<8x14x14xf32>, %w: tensor<8x3x3xf32>) -> tensor<8x14x14xf32>
    domain(8, 14, 14) access(read, read, write) work(flops = 29792, bytes = 12832) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1] high[0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<8x14x14xf32> to tensor<8x16x16xf32>
  %e = tensor.empty() : tensor<8x14x14xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x14x14xf32>) -> tensor<8x14x14xf32>
  %s = linalg.generic {indexing_maps = [#image, #taps, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<8x16x16xf32>, tensor<8x3x3xf32>) outs(%f : tensor<8x14x14xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<8x14x14xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<8x14x14xf32>) outs(%e : tensor<8x14x14xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.maximumf %a, %zero : f32
    linalg.yield %r : f32
  } -> tensor<8x14x14xf32>
  exec.yield %y : tensor<8x14x14xf32>
}

// -----

// Half floats are widened when they are packed; their sum is taken in f32. One
// axis, in planes, whose columns are put apart by the stride.
// CHECK-LABEL: llvm.func @planes(
// CHECK: arith.extf %{{.+}} : f16 to f32
// CHECK: scf.for {{.*}} -> (vector<16xf32>
// CHECK: scf.yield {{.*}} : vector<16xf32>
exec.kernel @planes(%x: tensor<4x2x99xf16>, %w: tensor<4x2x5xf16>) -> tensor<4x48xf32>
    domain(4, 48) access(read, read, write) work(flops = 3840, bytes = 2432) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x48xf32>) -> tensor<4x48xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(g, x, c, j) -> (g, c, x * 2 + j)>, affine_map<(g, x, c, j) -> (g, c, j)>, affine_map<(g, x, c, j) -> (g, x)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<4x2x99xf16>, tensor<4x2x5xf16>) outs(%f : tensor<4x48xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %c = arith.extf %a : f16 to f32
    %d = arith.extf %b : f16 to f32
    %q = arith.mulf %c, %d : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<4x48xf32>
  exec.yield %s : tensor<4x48xf32>
}

// -----

// Three filters for one image: a matrix product.
// CHECK-LABEL: exec.kernel @filters(
exec.kernel @filters(%x: tensor<2x18xf32>, %w: tensor<3x2x3xf32>) -> tensor<3x16xf32>
    domain(3, 16) access(read, read, write) work(flops = 576, bytes = 408) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x16xf32>) -> tensor<3x16xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(o, x, c, j) -> (c, x + j)>, affine_map<(o, x, c, j) -> (o, c, j)>, affine_map<(o, x, c, j) -> (o, x)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<2x18xf32>, tensor<3x2x3xf32>) outs(%f : tensor<3x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<3x16xf32>
  exec.yield %s : tensor<3x16xf32>
}

// -----

// A sum over rows of a matrix has no windows; neither have products of whole
// rows, nor sums so long that they lose too much.
// CHECK-LABEL: exec.kernel @rows(
exec.kernel @rows(%x: tensor<4x16xf32>, %w: tensor<4xf32>) -> tensor<16xf32>
    domain(16) access(read, read, write) work(flops = 128, bytes = 336) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(x, k) -> (k, x)>, affine_map<(x, k) -> (k)>, affine_map<(x, k) -> (x)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<4x16xf32>, tensor<4xf32>) outs(%f : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<16xf32>
  exec.yield %s : tensor<16xf32>
}

// CHECK-LABEL: exec.kernel @long(
exec.kernel @long(%x: tensor<1x300xf32>, %w: tensor<1x257xf32>) -> tensor<1x44xf32>
    domain(1, 44) access(read, read, write) work(flops = 22616, bytes = 2404) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x44xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x44xf32>) -> tensor<1x44xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(c, x, k) -> (c, x + k)>, affine_map<(c, x, k) -> (c, k)>, affine_map<(c, x, k) -> (c, x)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x300xf32>, tensor<1x257xf32>) outs(%f : tensor<1x44xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x44xf32>
  exec.yield %s : tensor<1x44xf32>
}
