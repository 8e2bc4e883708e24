// RUN: kiln-opt %s --kiln-emit-kernels=emitter=naive --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-emit-kernels=target=cuda:sm_90 --split-input-file | FileCheck %s --check-prefix=CUDA

// The matrix is brought to f64 in the room of its item, and back.
// CHECK: llvm.func @kiln_matrix_lu_real(!llvm.ptr, i64, !llvm.ptr) -> i32
// CHECK-LABEL: llvm.func @lu(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[X:.*]] = arith.extf %{{.*}} : f32 to f64
// CHECK: llvm.store %[[X]], %{{.*}} : f64, !llvm.ptr
// CHECK: %[[STATUS:.*]] = llvm.call @kiln_matrix_lu_real(%{{.*}}, %{{.*}}, %{{.*}})
// CHECK: arith.cmpi eq, %[[STATUS]]
// CHECK: arith.cmpi eq, %[[STATUS]]
// CHECK: arith.truncf %{{.*}} : f64 to f32
// CHECK: arith.trunci %{{.*}} : i64 to i32
// CUDA-LABEL: llvm.func @lu(
// CUDA: scf.if
// CUDA: llvm.call @kiln_matrix_lu_real
// CUDA: llvm.intr.trap
exec.kernel @lu(%a: tensor<?x4x4xf32>, %n: index) -> (tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?xi32>, tensor<?x37xf64>)
    domain(d0, 1, 1) access(read, write, write, write, write) work(bytes = 444*d0)
    attributes {dims = [[0], [0], [0], [0], [0]]} {
  %l = tensor.empty(%n) : tensor<?x4x4xf32>
  %p = tensor.empty(%n) : tensor<?x4xi32>
  %i = tensor.empty(%n) : tensor<?xi32>
  %r = tensor.empty(%n) : tensor<?x37xf64>
  %y:4 = tx.matrix "lu"(%a) into(%l, %p, %i, %r)
      : (tensor<?x4x4xf32>, tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?xi32>, tensor<?x37xf64>)
      -> (tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?xi32>, tensor<?x37xf64>)
  exec.yield %y#0, %y#1, %y#2, %y#3 : tensor<?x4x4xf32>, tensor<?x4xi32>, tensor<?xi32>, tensor<?x37xf64>
}

// -----

// The complex form, of integers that are inputs.
// CHECK-LABEL: llvm.func @solve(
// CHECK: arith.extsi %{{.*}} : i32 to i64
// CHECK: llvm.call @kiln_matrix_lu_solve_complex
exec.kernel @solve(%a: tensor<4x4x2xf64>, %p: tensor<4xi32>, %b: tensor<4x1x2xf64>) -> (tensor<4x1x2xf64>, tensor<52xf64>)
    domain(1, 1, 1) access(read, read, read, write, write) work(bytes = 816) attributes {dims = [[], [], [], [], []]} {
  %x = tensor.empty() : tensor<4x1x2xf64>
  %r = tensor.empty() : tensor<52xf64>
  %y:2 = tx.matrix "lu_solve"(%a, %p, %b) into(%x, %r) complex flags = transpose
      : (tensor<4x4x2xf64>, tensor<4xi32>, tensor<4x1x2xf64>, tensor<4x1x2xf64>, tensor<52xf64>)
      -> (tensor<4x1x2xf64>, tensor<52xf64>)
  exec.yield %y#0, %y#1 : tensor<4x1x2xf64>, tensor<52xf64>
}
