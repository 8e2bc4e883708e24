// RUN: kiln-opt %s --kiln-emit-kernels="emitter=attention target=cpu:x86-64-v4" --split-input-file --canonicalize | FileCheck %s

// 197 rows are two blocks of at most 128: of 104 and 93, whole tiles of eight.
// Six items lie evenly on 591 elements of the domain.
// CHECK-LABEL: llvm.func @uneven(
// CHECK: arith.muli %{{.+}}, %c6 overflow
// CHECK: arith.divui %{{.+}}, %c591 :
// CHECK: arith.muli %{{.+}}, %c6 overflow
// CHECK: arith.divui %{{.+}}, %c591 :
// CHECK: arith.muli %{{.+}}, %c104 overflow
// CHECK: arith.minsi %{{.+}}, %c104 :
#query = affine_map<(h, i, n, j, d) -> (h, i, d)>
#key = affine_map<(h, i, n, j, d) -> (h, j, d)>
#value = affine_map<(h, i, n, j, d) -> (h, j, n)>
exec.kernel @uneven(%q: tensor<3x197x64xf32>, %k: tensor<3x197x64xf32>, %v: tensor<3x197x64xf32>) -> tensor<3x197x64xf32>
    domain(3, 197, 1) access(read, read, read, write) work(flops = 30308844, bytes = 605184) attributes {dims = [[], [], [], []]} {
  %e = tensor.empty() : tensor<3x197x64xf32>
  %y = tx.attention safe %q, %k, %v into %e maps = [#query, #key, #value] {
  ^bb0(%s: f32, %h: index, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<3x197x64xf32>, tensor<3x197x64xf32>, tensor<3x197x64xf32>, tensor<3x197x64xf32>) -> tensor<3x197x64xf32>
  exec.yield %y : tensor<3x197x64xf32>
}

// -----

// Whole blocks stay.
// CHECK-LABEL: llvm.func @even(
// CHECK: arith.muli %{{.+}}, %c128 overflow
// CHECK: arith.minsi %{{.+}}, %c128 :
#query = affine_map<(h, i, n, j, d) -> (h, i, d)>
#key = affine_map<(h, i, n, j, d) -> (h, j, d)>
#value = affine_map<(h, i, n, j, d) -> (h, j, n)>
exec.kernel @even(%q: tensor<3x256x64xf32>, %k: tensor<3x197x64xf32>, %v: tensor<3x197x64xf32>) -> tensor<3x256x64xf32>
    domain(3, 256, 1) access(read, read, read, write) work(flops = 39386112, bytes = 695808) attributes {dims = [[], [], [], []]} {
  %e = tensor.empty() : tensor<3x256x64xf32>
  %y = tx.attention safe %q, %k, %v into %e maps = [#query, #key, #value] {
  ^bb0(%s: f32, %h: index, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<3x256x64xf32>, tensor<3x197x64xf32>, tensor<3x197x64xf32>, tensor<3x256x64xf32>) -> tensor<3x256x64xf32>
  exec.yield %y : tensor<3x256x64xf32>
}
