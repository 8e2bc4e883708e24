// RUN: kiln-opt %s --kiln-emit-kernels=emitter=naive --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-emit-kernels=target=cuda:sm_90 --split-input-file | FileCheck %s --check-prefix=CUDA

// A row is an item, a loop that carries the sum in f64.
// CHECK-LABEL: llvm.func @scan(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (f64)
// CHECK: %[[X:.*]] = arith.extf %{{.*}} : f32 to f64
// CHECK: %[[NEXT:.*]] = arith.addf %[[SUM]], %[[X]] : f64
// CHECK: %[[Y:.*]] = arith.truncf %[[NEXT]] : f64 to f32
// CHECK: llvm.store %[[Y]]
// CHECK: scf.yield %[[NEXT]] : f64
// CUDA-LABEL: llvm.func @scan(
// CUDA: scf.if
// CUDA: scf.for {{.*}} -> (f64)
exec.kernel @scan(%x: tensor<?x64xf32>, %s: index) -> tensor<?x64xf32>
    domain(d0, 1) access(read, write) work(flops = 64*d0, bytes = 512*d0) attributes {dims = [[0], [0]]} {
  %e = tensor.empty(%s) : tensor<?x64xf32>
  %y = tx.scan add %x into %e along 1 : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  exec.yield %y : tensor<?x64xf32>
}

// -----

// The other kinds, at their identities.
// CHECK-LABEL: llvm.func @product(
// CHECK: arith.muli
// CHECK-LABEL: llvm.func @maximum(
// CHECK: arith.constant 0xFFF0000000000000 : f64
// CHECK: arith.maximumf
// CHECK-LABEL: llvm.func @minimum(
// CHECK: arith.constant 9223372036854775807 : i64
// CHECK: arith.minsi
// CHECK-LABEL: llvm.func @unsigned_minimum(
// CHECK: arith.constant -1 : i8
// CHECK: arith.minui
exec.kernel @product(%x: tensor<64xi64>) -> tensor<64xi64>
    domain(1) access(read, write) work(flops = 0, bytes = 1024) attributes {dims = [[], []]} {
  %y = tx.scan mul %x into %x along 0 : (tensor<64xi64>, tensor<64xi64>) -> tensor<64xi64>
  exec.yield %y : tensor<64xi64>
}
exec.kernel @maximum(%x: tensor<64xf64>) -> tensor<64xf64>
    domain(1) access(read, write) work(flops = 64, bytes = 1024) attributes {dims = [[], []]} {
  %y = tx.scan max %x into %x along 0 : (tensor<64xf64>, tensor<64xf64>) -> tensor<64xf64>
  exec.yield %y : tensor<64xf64>
}
exec.kernel @minimum(%x: tensor<64xi64>) -> tensor<64xi64>
    domain(1) access(read, write) work(flops = 0, bytes = 1024) attributes {dims = [[], []]} {
  %y = tx.scan min %x into %x along 0 : (tensor<64xi64>, tensor<64xi64>) -> tensor<64xi64>
  exec.yield %y : tensor<64xi64>
}
exec.kernel @unsigned_minimum(%x: tensor<64xi8>) -> tensor<64xi8>
    domain(1) access(read, write) work(flops = 0, bytes = 128) attributes {dims = [[], []]} {
  %y = tx.scan min %x into %x along 0 unsigned : (tensor<64xi8>, tensor<64xi8>) -> tensor<64xi8>
  exec.yield %y : tensor<64xi8>
}

// -----

// A column is an item: first its initial values, then the updates in order;
// an index that is out of range is told. On the CPU all columns of a row take
// an update together, and share its place.
// CHECK-LABEL: llvm.func @scatter(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for
// CHECK: llvm.store
// CHECK: } {exec.lanes}
// CHECK: scf.for
// CHECK: %[[OK:.*]] = arith.cmpi ult
// CHECK: scf.if %[[OK]] {
// CHECK-NEXT: scf.for
// CHECK: arith.addf
// CHECK: llvm.store
// CHECK: } {exec.lanes}
// CHECK: } else {
// CHECK: llvm.store %{{.*}} : i32, !llvm.ptr
// CUDA-LABEL: llvm.func @scatter(
// CUDA: llvm.intr.trap
exec.kernel @scatter(%u: tensor<?x64xf32>, %i: tensor<?xi64>, %n: index) -> tensor<10x64xf32>
    domain(1, 64) access(read, read, write) work(flops = 0, bytes = 264*d0 + 2560) attributes {dims = [[0], [0], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<10x64xf32>
  %x = linalg.fill ins(%zero : f32) outs(%e : tensor<10x64xf32>) -> tensor<10x64xf32>
  %y = tx.scatter add %u at[%i] into %x dims = [0] window = [1]
      : tensor<?x64xf32>, tensor<?xi64> into tensor<10x64xf32>
  exec.yield %y : tensor<10x64xf32>
}

// -----

// Initial values that are an argument are in the buffer already.
// CHECK-LABEL: llvm.func @update(
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: llvm.store
// CHECK: %[[OK:.*]] = arith.cmpi ult
// CHECK: scf.if %[[OK]] {
// CHECK-NEXT: scf.for
// CHECK: arith.addf
// CHECK: llvm.store
// CHECK: } else {
exec.kernel @update(%u: tensor<?x64xf32>, %i: tensor<?xi64>, %x: tensor<10x64xf32>, %n: index) -> tensor<10x64xf32>
    domain(1, 64) access(read, read, readwrite, readwrite) work(flops = 0, bytes = 520*d0)
    attributes {dims = [[0], [0], [], []]} {
  %y = tx.scatter add %u at[%i] into %x dims = [0] window = [1]
      : tensor<?x64xf32>, tensor<?xi64> into tensor<10x64xf32>
  exec.yield %y : tensor<10x64xf32>
}

// -----

// Where there may be fewer updates along the window, the item asks; a row has
// fewer columns. Each has a place of its own here.
// CHECK-LABEL: llvm.func @fewer(
// CHECK: %[[COLUMNS:.*]] = arith.minsi %{{.*}}, %c5
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.for {{.*}} to %[[COLUMNS]]
// CHECK: arith.cmpi ult
// CHECK: scf.if
// CHECK: arith.maxsi
// CHECK: } {exec.lanes}
// CUDA-LABEL: llvm.func @fewer(
// CUDA: %[[IN:.*]] = arith.cmpi ult, %{{.*}}, %c5
// CUDA: scf.if %[[IN]] {
exec.kernel @fewer(%u: tensor<3x5xi32>, %i: tensor<3x5xi64>, %x: tensor<10x8xi32>) -> tensor<10x8xi32>
    domain(1, 8) access(read, read, readwrite, readwrite) work(flops = 0, bytes = 240)
    attributes {dims = [[], [], [], []]} {
  %y = tx.scatter max %u at[%i] into %x dims = [0] window = [1]
      : tensor<3x5xi32>, tensor<3x5xi64> into tensor<10x8xi32>
  exec.yield %y : tensor<10x8xi32>
}

// -----

// Where the last dimension is data, an item is a row, and its updates come one
// after another.
// CHECK-LABEL: llvm.func @along(
// CHECK: arith.addf
// CHECK-NOT: } {exec.lanes}
// CHECK: } else {
exec.kernel @along(%u: tensor<4x5xf32>, %i: tensor<4x5xi64>, %x: tensor<4x8xf32>) -> tensor<4x8xf32>
    domain(4, 1) access(read, read, readwrite, readwrite) work(flops = 0, bytes = 320)
    attributes {dims = [[], [], [], []]} {
  %y = tx.scatter add %u at[%i] into %x dims = [1] window = [0]
      : tensor<4x5xf32>, tensor<4x5xi64> into tensor<4x8xf32>
  exec.yield %y : tensor<4x8xf32>
}

// -----

// One item: the places, then what is left of the initial rows.
// CHECK-LABEL: llvm.func @compact(
// CHECK: scf.for {{.*}} -> (index)
// CHECK: scf.if
// CHECK: llvm.store
// CHECK: llvm.store
// CHECK: arith.select
// CHECK: scf.for
// CHECK: llvm.store
exec.kernel @compact(%m: tensor<4x8xi1>, %i: tensor<?x2xi64>, %n: index) -> tensor<?x2xi64>
    domain(1, 1) access(read, read, write) work(flops = 0, bytes = 32*d0 + 32) attributes {dims = [[], [0], [0]]} {
  %y = tx.compact %m into %i : tensor<4x8xi1> into tensor<?x2xi64>
  exec.yield %y : tensor<?x2xi64>
}

// -----

// The row goes through its keys twice: for the maximum, then for weights and
// sums in f64, in memory made once. On the CPU items are no lanes: they use it
// one after another.
// CHECK-LABEL: llvm.func @attention(
// CHECK: %[[SUMS:.*]] = llvm.alloca %{{.*}} x f64
// CHECK: scf.for {{.*}} -> (f32)
// CHECK: scf.for {{.*}} -> (f64)
// CHECK: arith.maximumf
// CHECK: scf.for {{.*}} -> (f64)
// CHECK: math.exp {{.*}} : f32
// CHECK: llvm.getelementptr inbounds %[[SUMS]]
// CHECK: arith.divf {{.*}} : f64
// CHECK: arith.select
// CHECK: arith.truncf {{.*}} : f64 to bf16
// CHECK-NOT: exec.lanes
// CUDA-LABEL: llvm.func @attention(
// CUDA: llvm.alloca
// CUDA: math.exp
exec.kernel @attention(%q: tensor<?x8xbf16>, %k: tensor<?x8xbf16>, %v: tensor<?x4xbf16>, %m: index, %n: index) -> tensor<?x4xbf16>
    domain(d0, 1) access(read, read, read, write) work(flops = 28*d0*d1 + 4*d0, bytes = 24*d0 + 24*d1)
    attributes {dims = [[0], [1], [1], [0]]} {
  %e = tensor.empty(%m) : tensor<?x4xbf16>
  %y = tx.attention safe %q, %k, %v into %e maps = [
      affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<?x8xbf16>, tensor<?x8xbf16>, tensor<?x4xbf16>, tensor<?x4xbf16>) -> tensor<?x4xbf16>
  exec.yield %y : tensor<?x4xbf16>
}
