// A routine becomes a part of the kernel that calls it: nothing else of the
// bitcode is there, and nothing is needed.
// RUN: kiln-test-target %s cpu:x86-64-v3 object > %t.so
// RUN: llvm-readelf --dynamic-table --dyn-syms %t.so | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v3 object > %t.again.so
// RUN: cmp %t.so %t.again.so
// RUN: kiln-test-target %s cpu:x86-64-v4 llvm | FileCheck %s --check-prefix=LLVM
// RUN: kiln-test-target %s cpu:x86-64-v3 kernels | FileCheck %s --check-prefix=KERNELS
// RUN: kiln-test-target %s cuda:sm_90 ptx > %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: %if ptxas %{ %ptxas -arch=sm_90 %t.ptx -o %t.cubin %}

// CHECK-NOT: NEEDED
// CHECK-NOT: UND {{.+}}
// CHECK: FUNC GLOBAL DEFAULT {{.*}} lu
// CHECK-NOT: kiln_matrix

// LLVM-NOT: llvm.ident
// LLVM-NOT: define {{.*}} @kiln_matrix_svd_real
// LLVM-NOT: declare {{.*}} @kiln_matrix
// LLVM: define noundef i32 @lu(

// KERNELS: lu grain {{[0-9]+}} scratch 0

// PTX: .visible .entry lu(
// PTX-NOT: .extern

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
