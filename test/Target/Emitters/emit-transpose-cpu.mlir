// RUN: kiln-opt %s --kiln-emit-kernels="emitter=transpose target=cpu:x86-64-v4" --split-input-file | FileCheck %s

// Elements are computed along the dimension that is read along; squares of
// sixteen by sixteen are transposed, and stored as whole vectors where the
// result has as many.
// CHECK-LABEL: llvm.func @turn(
// CHECK: scf.for
// CHECK: exec.lanes
// CHECK-COUNT-16: llvm.load {{.*}} -> vector<16xi32>
// CHECK-COUNT-64: llvm.shufflevector
// CHECK-COUNT-16: llvm.store {{.*}} : vector<16xi32>
// CHECK: scf.for {{.*}} step %c16
// CHECK: llvm.store %{{.+}}, %{{.+}} {alignment = 4 : i64} : vector<16xi32>
// CHECK: scf.for {{.*}} step %c1
// CHECK: llvm.store %{{.+}}, %{{.+}} : f32
// CHECK-NOT: exec.kernel
exec.kernel @turn(%x: tensor<200x100xf32>) -> tensor<100x200xf32>
    domain(100, 200) access(read, write) work(flops = 0, bytes = 160000) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<100x200xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<200x100xf32>) outs(%e : tensor<100x200xf32>) {
  ^bb0(%in: f32, %o: f32):
    linalg.yield %in : f32
  } -> tensor<100x200xf32>
  exec.yield %y : tensor<100x200xf32>
}

// -----

// What is read along the last dimension is written so.
// CHECK-LABEL: exec.kernel @last(
exec.kernel @last(%x: tensor<8x30x40xf32>) -> tensor<30x8x40xf32>
    domain(30, 8, 40) access(read, write) work(flops = 0, bytes = 76800) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<30x8x40xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (b, a, c)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<8x30x40xf32>) outs(%e : tensor<30x8x40xf32>) {
  ^bb0(%in: f32, %o: f32):
    linalg.yield %in : f32
  } -> tensor<30x8x40xf32>
  exec.yield %y : tensor<30x8x40xf32>
}

// -----

// Few elements one way fill no square.
// CHECK-LABEL: exec.kernel @few(
exec.kernel @few(%x: tensor<7x100xf32>) -> tensor<100x7xf32>
    domain(100, 7) access(read, write) work(flops = 0, bytes = 5600) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<100x7xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<7x100xf32>) outs(%e : tensor<100x7xf32>) {
  ^bb0(%in: f32, %o: f32):
    linalg.yield %in : f32
  } -> tensor<100x7xf32>
  exec.yield %y : tensor<100x7xf32>
}

// -----

// Squares of halves are as large, in halves of registers.
// CHECK-LABEL: llvm.func @halves(
// CHECK-COUNT-16: llvm.load {{.*}} -> vector<16xi16>
// CHECK: llvm.shufflevector
// CHECK-COUNT-16: llvm.store {{.*}} : vector<16xi16>
// CHECK: scf.for {{.*}} step %c16
// CHECK: llvm.store %{{.+}}, %{{.+}} {alignment = 2 : i64} : vector<16xi16>
exec.kernel @halves(%x: tensor<200x100xf16>) -> tensor<100x200xf16>
    domain(100, 200) access(read, write) work(flops = 0, bytes = 80000) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<100x200xf16>
  %y = linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<200x100xf16>) outs(%e : tensor<100x200xf16>) {
  ^bb0(%in: f16, %o: f16):
    linalg.yield %in : f16
  } -> tensor<100x200xf16>
  exec.yield %y : tensor<100x200xf16>
}

// -----

// Squares are of whole bytes.
// CHECK-LABEL: exec.kernel @bits(
exec.kernel @bits(%x: tensor<200x100xi1>) -> tensor<100x200xi1>
    domain(100, 200) access(read, write) work(flops = 0, bytes = 40000) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<100x200xi1>
  %y = linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<200x100xi1>) outs(%e : tensor<100x200xi1>) {
  ^bb0(%in: i1, %o: i1):
    linalg.yield %in : i1
  } -> tensor<100x200xi1>
  exec.yield %y : tensor<100x200xi1>
}

// -----

// One number has no dimensions.
// CHECK-LABEL: exec.kernel @number(
exec.kernel @number(%x: tensor<f32>) -> tensor<f32>
    domain() access(read, write) work(flops = 0, bytes = 8) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<f32>
  %y = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%x : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%in: f32, %o: f32):
    linalg.yield %in : f32
  } -> tensor<f32>
  exec.yield %y : tensor<f32>
}
