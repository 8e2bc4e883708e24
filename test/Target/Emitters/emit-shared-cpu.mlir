// RUN: kiln-opt %s --kiln-emit-kernels="emitter=shared target=cpu:x86-64-v4" --split-input-file | FileCheck %s

// What is the same for all channels is computed in front of the loop over them,
// which is the innermost one.
// CHECK-LABEL: llvm.func @scale(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: llvm.load {{.*}} -> f32
// CHECK-COUNT-12: arith.mulf
// CHECK-NOT: arith.mulf
// CHECK: scf.for %[[CHANNEL:.+]] = %c0 to %c16
// CHECK: llvm.load {{.*}} -> f32
// CHECK: arith.mulf
// CHECK: llvm.store
// CHECK: } {exec.lanes}
// CHECK-NOT: exec.kernel
exec.kernel @scale(%w: tensor<40x50xf32>, %x: tensor<16x40x50xf32>) -> tensor<16x40x50xf32>
    domain(16, 40, 50) access(read, read, write) work(flops = 800000, bytes = 264000) attributes {dims = [[], [], []]} {
  %e = tensor.empty() : tensor<16x40x50xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(c, i, j) -> (i, j)>, affine_map<(c, i, j) -> (c, i, j)>, affine_map<(c, i, j) -> (c, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w, %x : tensor<40x50xf32>, tensor<16x40x50xf32>) outs(%e : tensor<16x40x50xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
      %s0 = arith.addf %a, %a : f32
      %s1 = arith.mulf %s0, %a : f32
      %s2 = arith.addf %s1, %a : f32
      %s3 = arith.mulf %s2, %a : f32
      %s4 = arith.addf %s3, %a : f32
      %s5 = arith.mulf %s4, %a : f32
      %s6 = arith.addf %s5, %a : f32
      %s7 = arith.mulf %s6, %a : f32
      %s8 = arith.addf %s7, %a : f32
      %s9 = arith.mulf %s8, %a : f32
      %s10 = arith.addf %s9, %a : f32
      %s11 = arith.mulf %s10, %a : f32
      %s12 = arith.addf %s11, %a : f32
      %s13 = arith.mulf %s12, %a : f32
      %s14 = arith.addf %s13, %a : f32
      %s15 = arith.mulf %s14, %a : f32
      %s16 = arith.addf %s15, %a : f32
      %s17 = arith.mulf %s16, %a : f32
      %s18 = arith.addf %s17, %a : f32
      %s19 = arith.mulf %s18, %a : f32
      %s20 = arith.addf %s19, %a : f32
      %s21 = arith.mulf %s20, %a : f32
      %s22 = arith.addf %s21, %a : f32
      %s23 = arith.mulf %s22, %a : f32
      %r = arith.mulf %s23, %b : f32
      linalg.yield %r : f32
  } -> tensor<16x40x50xf32>
  exec.yield %y : tensor<16x40x50xf32>
}

// -----

// Nothing is shared where all depends on the channel.
// CHECK-LABEL: exec.kernel @apart(
exec.kernel @apart(%x: tensor<16x40x50xf32>) -> tensor<16x40x50xf32>
    domain(16, 40, 50) access(read, write) work(flops = 768000, bytes = 256000) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<16x40x50xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(c, i, j) -> (c, i, j)>, affine_map<(c, i, j) -> (c, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<16x40x50xf32>) outs(%e : tensor<16x40x50xf32>) {
  ^bb0(%a: f32, %o: f32):
      %s0 = arith.addf %a, %a : f32
      %s1 = arith.mulf %s0, %a : f32
      %s2 = arith.addf %s1, %a : f32
      %s3 = arith.mulf %s2, %a : f32
      %s4 = arith.addf %s3, %a : f32
      %s5 = arith.mulf %s4, %a : f32
      %s6 = arith.addf %s5, %a : f32
      %s7 = arith.mulf %s6, %a : f32
      %s8 = arith.addf %s7, %a : f32
      %s9 = arith.mulf %s8, %a : f32
      %s10 = arith.addf %s9, %a : f32
      %s11 = arith.mulf %s10, %a : f32
      %s12 = arith.addf %s11, %a : f32
      %s13 = arith.mulf %s12, %a : f32
      %s14 = arith.addf %s13, %a : f32
      %s15 = arith.mulf %s14, %a : f32
      %s16 = arith.addf %s15, %a : f32
      %s17 = arith.mulf %s16, %a : f32
      %s18 = arith.addf %s17, %a : f32
      %s19 = arith.mulf %s18, %a : f32
      %s20 = arith.addf %s19, %a : f32
      %s21 = arith.mulf %s20, %a : f32
      %s22 = arith.addf %s21, %a : f32
      %s23 = arith.mulf %s22, %a : f32
      linalg.yield %s23 : f32
  } -> tensor<16x40x50xf32>
  exec.yield %y : tensor<16x40x50xf32>
}

// -----

// Nor is a loop over it worth little.
// CHECK-LABEL: exec.kernel @short(
exec.kernel @short(%w: tensor<40x50xf32>, %x: tensor<16x40x50xf32>) -> tensor<16x40x50xf32>
    domain(16, 40, 50) access(read, read, write) work(flops = 64000, bytes = 264000) attributes {dims = [[], [], []]} {
  %e = tensor.empty() : tensor<16x40x50xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(c, i, j) -> (i, j)>, affine_map<(c, i, j) -> (c, i, j)>, affine_map<(c, i, j) -> (c, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w, %x : tensor<40x50xf32>, tensor<16x40x50xf32>) outs(%e : tensor<16x40x50xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
      %s = arith.mulf %a, %a : f32
      %r = arith.mulf %s, %b : f32
      linalg.yield %r : f32
  } -> tensor<16x40x50xf32>
  exec.yield %y : tensor<16x40x50xf32>
}
