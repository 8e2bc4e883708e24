// RUN: kiln-opt %s --kiln-emit-kernels="emitter=gemm target=cpu:x86-64-v4+bf16" --split-input-file | FileCheck %s

// One row of bf16: four vectors of words, whose loads are those of all lines; four
// steps are left of whole turns.
// CHECK-LABEL: llvm.func @words(
// CHECK-DAG: %[[WHOLE:.+]] = arith.constant 2816 : index
// CHECK: scf.for {{.*}} to %[[WHOLE]] step %c128 {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-4: dpbf16ps
// CHECK: loop_annotation
// CHECK: llvm.intr.vector.reduce.fadd
// CHECK: scf.for %{{.+}} = %[[WHOLE]] to %c2820
// CHECK: exec.lanes
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
exec.kernel @words(%x: tensor<1x2820xbf16>, %w: tensor<32x2820xbf16>) -> tensor<1x32xf32>
    domain(1, 32) access(read, read, write) work(flops = 180480, bytes = 186248) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32xf32>) -> tensor<1x32xf32>
  %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x2820xbf16>, tensor<32x2820xbf16>) outs(%f : tensor<1x32xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %s = arith.extf %a : bf16 to f32
    %t = arith.extf %b : bf16 to f32
    %q = arith.mulf %s, %t : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32xf32>
  exec.yield %p : tensor<1x32xf32>
}

// -----

// Two rows share a vector of the column. A lane adds 128 times without a stop:
// five even spans, which have one loop.
// CHECK-LABEL: llvm.func @spans(
// CHECK: scf.for %[[AT:.+]] = %c0 to %[[WHOLE:.+]] step %c4000
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-4: math.fma
// CHECK: llvm.intr.vector.reduce.fadd
// CHECK: loop_annotation
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
exec.kernel @spans(%x: tensor<2x20000xf32>, %w: tensor<32x20000xf32>) -> tensor<2x32xf32>
    domain(2, 32) access(read, read, write) work(flops = 2560000, bytes = 2720256) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x32xf32>) -> tensor<2x32xf32>
  %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<2x20000xf32>, tensor<32x20000xf32>) outs(%f : tensor<2x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<2x32xf32>
  exec.yield %p : tensor<2x32xf32>
}

// -----

// A short sum is left to vectors of a loop.
// CHECK-LABEL: llvm.func @few_steps(
// CHECK-NOT: vector.reduce
// CHECK: scf.for {{.*}} to %c128 step %c1 {{.*}} -> (f32)
// CHECK: exec.lanes
// CHECK-NOT: llvm.func
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
exec.kernel @few_steps(%x: tensor<1x128xf32>, %w: tensor<32x128xf32>) -> tensor<1x32xf32>
    domain(1, 32) access(read, read, write) work(flops = 8192, bytes = 17024) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32xf32>) -> tensor<1x32xf32>
  %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x128xf32>, tensor<32x128xf32>) outs(%f : tensor<1x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32xf32>
  exec.yield %p : tensor<1x32xf32>
}

// -----

// Operands of two types have no words: elements are widened one by one, in spans
// of one length, which have one loop.
// CHECK-LABEL: llvm.func @mixed_floats(
// CHECK: scf.for %[[AT:.+]] = %c0 to %c2816 step %c1408
// CHECK: %[[END:.+]] = arith.addi %[[AT]], %c1408
// CHECK: scf.for %{{.+}} = %[[AT]] to %[[END]] step %c1
// CHECK: exec.lanes
// CHECK: loop_annotation
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
exec.kernel @mixed_floats(%x: tensor<1x2816xf32>, %w: tensor<32x2816xf16>) -> tensor<1x32xf32>
    domain(1, 32) access(read, read, write) work(flops = 180224, bytes = 191616) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32xf32>) -> tensor<1x32xf32>
  %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x2816xf32>, tensor<32x2816xf16>) outs(%f : tensor<1x32xf32>) {
  ^bb0(%a: f32, %b: f16, %o: f32):
    %t = arith.extf %b : f16 to f32
    %q = arith.mulf %a, %t : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32xf32>
  exec.yield %p : tensor<1x32xf32>
}

// -----

// Words of f16: both halves of a register are widened, each where it lies.
// CHECK-LABEL: llvm.func @half_floats(
// CHECK: scf.for %{{.+}} = %c0 to %c2816 step %c128
// CHECK: llvm.load %{{.+}} {alignment = 2 : i64} : !llvm.ptr -> vector<16xi32>
// CHECK: llvm.shufflevector %{{.+}}, %{{.+}} [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : vector<32xf16>
// CHECK: arith.extf %{{.+}} : vector<16xf16> to vector<16xf32>
// CHECK: math.fma
// CHECK: llvm.shufflevector %{{.+}}, %{{.+}} [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31] : vector<32xf16>
// CHECK: math.fma
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
exec.kernel @half_floats(%x: tensor<1x2816xf16>, %w: tensor<32x2816xf16>) -> tensor<1x32xf32>
    domain(1, 32) access(read, read, write) work(flops = 180224, bytes = 185984) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32xf32>) -> tensor<1x32xf32>
  %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x2816xf16>, tensor<32x2816xf16>) outs(%f : tensor<1x32xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %s = arith.extf %a : f16 to f32
    %t = arith.extf %b : f16 to f32
    %q = arith.mulf %s, %t : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x32xf32>
  exec.yield %p : tensor<1x32xf32>
}
