// RUN: kiln-opt %s --kiln-emit-kernels=emitter=naive --split-input-file | FileCheck %s

// What is in range for all items is not checked: their distance from the third.
// CHECK-LABEL: llvm.func @distance(
// CHECK-NOT: arith.cmpi
// CHECK: arith.maxsi
// CHECK-NOT: arith.cmpi
// CHECK: llvm.return
#one = affine_map<(i) -> (i)>
exec.kernel @distance(%t: tensor<4xf32>) -> tensor<6xf32>
    domain(6) access(read, write) work(flops = 0, bytes = 40) attributes {dims = [[], []]} {
  %c3 = arith.constant 3 : index
  %init = tensor.empty() : tensor<6xf32>
  %y = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%init : tensor<6xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %a = arith.subi %i, %c3 : index
    %b = arith.subi %c3, %i : index
    %p = arith.maxsi %a, %b : index
    %r = tensor.extract %t[%p] : tensor<4xf32>
    linalg.yield %r : f32
  } -> tensor<6xf32>
  exec.yield %y : tensor<6xf32>
}

// -----

// The last of these is one beyond.
// CHECK-LABEL: llvm.func @beyond(
// CHECK: arith.cmpi ult
// CHECK: scf.if
#one = affine_map<(i) -> (i)>
exec.kernel @beyond(%t: tensor<4xf32>) -> tensor<8xf32>
    domain(8) access(read, write) work(flops = 0, bytes = 48) attributes {dims = [[], []]} {
  %c3 = arith.constant 3 : index
  %init = tensor.empty() : tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%init : tensor<8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %a = arith.subi %i, %c3 : index
    %b = arith.subi %c3, %i : index
    %p = arith.maxsi %a, %b : index
    %r = tensor.extract %t[%p] : tensor<4xf32>
    linalg.yield %r : f32
  } -> tensor<8xf32>
  exec.yield %y : tensor<8xf32>
}
