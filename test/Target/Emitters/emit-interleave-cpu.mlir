// RUN: kiln-opt %s --kiln-emit-kernels="emitter=interleave target=cpu:x86-64-v4" --split-input-file | FileCheck %s

// The elements of each place are computed along the columns, which are
// neighbours in memory, then lie side by side.
// CHECK-LABEL: llvm.func @turn(
// CHECK-COUNT-3: exec.lanes
// CHECK-NOT: exec.lanes
// CHECK-COUNT-3: llvm.load {{.*}} -> vector<16xi32>
// CHECK: %[[A:.+]] = llvm.shufflevector %{{.+}}, %{{.+}} [0, 1, {{.+}}, 31] : vector<16xi32>
// CHECK: %[[B:.+]] = llvm.shufflevector %{{.+}}, %{{.+}} [0, 1, {{.+}}, 31] : vector<16xi32>
// CHECK: %[[ALL:.+]] = llvm.shufflevector %[[A]], %[[B]] [0, 16, 32, 1, 17, 33, {{.+}}] : vector<32xi32>
// CHECK: llvm.store %[[ALL]], %{{.+}} {alignment = 4 : i64} : vector<48xi32>
// CHECK-NOT: exec.kernel
exec.kernel @turn(%x: tensor<3x?xf32>, %n: index) -> tensor<?x3xf32>
    domain(d0, 3) access(read, write) work(flops = 0, bytes = 24*d0) attributes {dims = [[0], [0]]} {
  %e = tensor.empty(%n) : tensor<?x3xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(c, p) -> (p, c)>, affine_map<(c, p) -> (c, p)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x?xf32>) outs(%e : tensor<?x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<?x3xf32>
  exec.yield %y : tensor<?x3xf32>
}

// -----

// Where every operand has the elements in the same order they are one long row.
// CHECK-LABEL: exec.kernel @order(
exec.kernel @order(%x: tensor<?x3xf32>, %n: index) -> tensor<?x3xf32>
    domain(d0, 3) access(read, write) work(flops = 3*d0, bytes = 24*d0) attributes {dims = [[0], [0]]} {
  %e = tensor.empty(%n) : tensor<?x3xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(c, p) -> (c, p)>, affine_map<(c, p) -> (c, p)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x3xf32>) outs(%e : tensor<?x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.negf %a : f32
    linalg.yield %r : f32
  } -> tensor<?x3xf32>
  exec.yield %y : tensor<?x3xf32>
}

// -----

// A longer dimension has lanes of its own.
// CHECK-LABEL: exec.kernel @long(
exec.kernel @long(%x: tensor<9x?xf32>, %n: index) -> tensor<?x9xf32>
    domain(d0, 9) access(read, write) work(flops = 0, bytes = 72*d0) attributes {dims = [[0], [0]]} {
  %e = tensor.empty(%n) : tensor<?x9xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(c, p) -> (p, c)>, affine_map<(c, p) -> (c, p)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<9x?xf32>) outs(%e : tensor<?x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<?x9xf32>
  exec.yield %y : tensor<?x9xf32>
}

// -----

// Sums share their steps with others, as no place does.
// CHECK-LABEL: exec.kernel @sums(
exec.kernel @sums(%x: tensor<3x4x?xf32>, %n: index) -> tensor<?x3xf32>
    domain(d0, 3) access(read, write) work(flops = 12*d0, bytes = 60*d0) attributes {dims = [[0], [0]]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x3xf32>) -> tensor<?x3xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(c, p, k) -> (p, k, c)>, affine_map<(c, p, k) -> (c, p)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<3x4x?xf32>) outs(%f : tensor<?x3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %o, %a : f32
    linalg.yield %r : f32
  } -> tensor<?x3xf32>
  exec.yield %y : tensor<?x3xf32>
}

// -----

// An update writes a part of what it is given, not all of its result.
// CHECK-LABEL: exec.kernel @update(
exec.kernel @update(%x: tensor<1x6xf32>, %y: tensor<4x6xf32>) -> tensor<4x6xf32>
    domain(1, 6) access(read, readwrite, readwrite) work(flops = 0, bytes = 48) attributes {dims = [[], [], []]} {
  %z = tensor.insert_slice %x into %y[2, 0] [1, 6] [1, 1] : tensor<1x6xf32> into tensor<4x6xf32>
  exec.yield %z : tensor<4x6xf32>
}
