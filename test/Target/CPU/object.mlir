// The shared object needs nothing and exports its kernels, and its bytes do not
// depend on when or where it was made.
// RUN: kiln-test-target %s cpu:x86-64-v3 object > %t.so
// RUN: llvm-readelf --dynamic-table --dyn-syms --section-headers %t.so | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v3 object > %t.again.so
// RUN: cmp %t.so %t.again.so
// RUN: kiln-test-target %s cpu:x86-64-v3 kernels | FileCheck %s --check-prefix=KERNELS
// RUN: kiln-test-target %s cpu:x86-64-v2 asm | FileCheck %s --check-prefix=V2
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | FileCheck %s --check-prefix=V3
// RUN: kiln-test-target %s cpu:x86-64-v4 llvm | FileCheck %s --check-prefix=LLVM
// RUN: kiln-test-target %s cpu:x86-64-v3 mlir | FileCheck %s --check-prefix=MLIR
// RUN: not kiln-test-target %s cpu:x86-64-v3 ptx 2>&1 | FileCheck %s --check-prefix=PTX

// CHECK-NOT: .init_array
// CHECK-NOT: NEEDED
// CHECK-NOT: UND {{.+}}
// CHECK: FUNC GLOBAL DEFAULT {{.*}} add
// CHECK: FUNC GLOBAL DEFAULT {{.*}} sum_2

// KERNELS: code/cpu-x86-64-v3.so
// KERNELS-NEXT: add grain 8192 scratch 0
// KERNELS-NEXT: sum_2 grain 85 scratch 0

// V2-LABEL: add:
// V2: addps {{.*}}%xmm
// V3-LABEL: add:
// V3: vaddps {{.*}}%ymm
// LLVM: target datalayout
// LLVM: target triple = "x86_64-unknown-linux-gnu"
// LLVM: define noundef i32 @add(
// LLVM: fadd <32 x float>
// MLIR: llvm.func @add(
// MLIR: llvm.fadd
// PTX: target cpu:x86-64-v3 has no PTX

#id = affine_map<(d) -> (d)>
exec.kernel @add(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: index) -> tensor<?xf32>
    domain(d0) access(read, read, write) work(flops = d0, bytes = 12*d0) attributes {dims = [[0], [0], [0]]} {
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  exec.yield %r : tensor<?xf32>
}

exec.kernel @"sum.2"(%x: tensor<8x?xf32>, %n: index) -> tensor<8xf32>
    domain(8) access(read, write) work(flops = 8*d0, bytes = 32*d0 + 32) attributes {dims = [[0], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x?xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  exec.yield %r : tensor<8xf32>
}
