// RUN: kiln-opt %s --kiln-emit-kernels=target=cuda:sm_90 --split-input-file | FileCheck %s

#id = affine_map<(i) -> (i)>

// A thread computes an item; those behind the end do nothing.
// CHECK-LABEL: llvm.func @neg(
// CHECK-SAME: %[[X:.+]]: !llvm.ptr {llvm.align = 4 : i64}, %[[Y:.+]]: !llvm.ptr {llvm.align = 4 : i64},
// CHECK-SAME: %{{.+}}: i64, %[[N:.+]]: i64) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>}
// CHECK: nvvm.read.ptx.sreg.ctaid.x
// CHECK: nvvm.read.ptx.sreg.ntid.x
// CHECK: nvvm.read.ptx.sreg.tid.x
// CHECK: %[[INSIDE:.+]] = arith.cmpi slt, %{{.+}}, %[[N]] : i64
// CHECK: scf.if %[[INSIDE]]
// CHECK: llvm.getelementptr inbounds %[[X]]
// CHECK: arith.negf
// CHECK: llvm.getelementptr inbounds %[[Y]]
// CHECK: llvm.store
// CHECK: llvm.return
exec.kernel @neg(%x: tensor<?xf32>, %n: index) -> tensor<?xf32>
    domain(d0) access(read, write) work(flops = d0, bytes = 8*d0) attributes {dims = [[0], [0]]} {
  %init = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  exec.yield %y : tensor<?xf32>
}

// -----

// There is no code to return: an index out of range stops the kernel.
// What no item writes is written by nobody: the table lies apart from the result. The indices have its shape, but not its
// elements' size.
// CHECK-LABEL: llvm.func @gather(
// CHECK-SAME: {llvm.align = 4 : i64, llvm.noalias, llvm.readonly}
// CHECK-SAME: {llvm.align = 8 : i64, llvm.noalias, llvm.readonly}
// CHECK-SAME: {llvm.align = 4 : i64}, %{{.+}}: i64)
// CHECK: scf.if
// CHECK: else
// CHECK: llvm.intr.trap
#one = affine_map<(i) -> (i)>
exec.kernel @gather(%t: tensor<9xf32>, %i: tensor<4xi64>) -> tensor<4xf32>
    domain(4) access(read, read, write) work(flops = 0, bytes = 84) attributes {dims = [[], [], []]} {
  %init = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%i : tensor<4xi64>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: i64, %out: f32):
    %p = arith.index_cast %in : i64 to index
    %r = tensor.extract %t[%p] : tensor<9xf32>
    linalg.yield %r : f32
  } -> tensor<4xf32>
  exec.yield %y : tensor<4xf32>
}

// -----

// Nor where it divides by zero.
// CHECK-LABEL: llvm.func @divide(
// CHECK: scf.if
// CHECK: scf.if
// CHECK: llvm.intr.trap
// CHECK: arith.divui
#vector = affine_map<(d0) -> (d0)>
exec.kernel @divide(%x: tensor<9xi32>, %y: tensor<9xi32>) -> tensor<9xi32>
    domain(9) access(read, read, write) work(flops = 0, bytes = 108) attributes {dims = [[], [], []]} {
  %e = tensor.empty() : tensor<9xi32>
  %q = linalg.generic {indexing_maps = [#vector, #vector, #vector], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<9xi32>, tensor<9xi32>) outs(%e : tensor<9xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %d = tx.divisor %b : i32
    %r = arith.divui %a, %d : i32
    linalg.yield %r : i32
  } -> tensor<9xi32>
  exec.yield %q : tensor<9xi32>
}
