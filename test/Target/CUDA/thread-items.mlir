// Neighbouring elements are computed by one thread, and move as vectors, where every operand goes through them in order or
// has one element for all.
// RUN: kiln-test-target %s cuda:sm_90 ptx | FileCheck %s
// RUN: kiln-test-target %s cuda:sm_90 kernels | FileCheck %s --check-prefix=GRID

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

// Rows of 8 halves: 16 bytes. What is one element for all is loaded once. Where a buffer does not begin where a vector may,
// elements move alone.
// CHECK-LABEL: .entry rows(
// CHECK: and.b64 %{{.*}}, 14;
// CHECK: st.global.b16
// CHECK-DAG: ld.global.nc.v4.b32
// CHECK-DAG: ld.global.v4.b32
// CHECK-DAG: ld.global.nc.b16
// CHECK: st.global.v4.b32
// CHECK-NOT: global
// CHECK: ret;
// GRID: rows grain 0 scratch 0 block 256 grid CeilDiv(n, 2048) shared 0
exec.kernel @rows(%x: tensor<6x16xf16>, %b: tensor<16xf16>, %c: tensor<6xf16>) -> tensor<6x16xf16>
    domain(6, 16) access(read, read, read, write) work(flops = 192, bytes = 428) attributes {dims = [[], [], [], []]} {
  %e = tensor.empty() : tensor<6x16xf16>
  %r = linalg.generic {indexing_maps = [#ij, #j, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %b, %c : tensor<6x16xf16>, tensor<16xf16>, tensor<6xf16>) outs(%e : tensor<6x16xf16>) {
  ^bb0(%a: f16, %p: f16, %q: f16, %o: f16):
    %s = arith.addf %a, %p : f16
    %t = arith.addf %s, %q : f16
    linalg.yield %t : f16
  } -> tensor<6x16xf16>
  exec.yield %r : tensor<6x16xf16>
}

// Without operands of one row, all dimensions are one: of 10 columns, 4 elements may be of two rows. A mask of bytes moves as
// one word.
// CHECK-LABEL: .entry whole(
// CHECK-DAG: ld.global.v4.b32
// CHECK-DAG: ld.global.nc.b32
// CHECK: st.global.v4.b32
// CHECK: ret;
// GRID: whole {{.*}}grid CeilDiv(n, 1024)
exec.kernel @whole(%x: tensor<6x10xf32>, %m: tensor<6x10xi1>) -> tensor<6x10xi32>
    domain(6, 10) access(read, read, write) work(flops = 0, bytes = 540) attributes {dims = [[], [], []]} {
  %e = tensor.empty() : tensor<6x10xi32>
  %r = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<6x10xf32>, tensor<6x10xi1>) outs(%e : tensor<6x10xi32>) {
  ^bb0(%a: f32, %b: i1, %o: i32):
    %zero = arith.constant 0 : i32
    %n = arith.fptosi %a : f32 to i32
    %s = arith.select %b, %n, %zero : i32
    linalg.yield %s : i32
  } -> tensor<6x10xi32>
  exec.yield %r : tensor<6x10xi32>
}

// The number of rows is any; of 12 columns each starts where a vector may.
// CHECK-LABEL: .entry any_rows(
// CHECK-COUNT-2: ld.global.nc.v2.b64
// CHECK-COUNT-2: st.global.v2.b64
// CHECK: ret;
// GRID: any_rows {{.*}}grid CeilDiv(n, 1024)
exec.kernel @any_rows(%x: tensor<?x12xf64>, %b: tensor<12xf64>, %n: index) -> tensor<?x12xf64>
    domain(d0, 12) access(read, read, write) work(flops = 12*d0, bytes = 192*d0 + 96) attributes {dims = [[0], [], [0]]} {
  %e = tensor.empty(%n) : tensor<?x12xf64>
  %r = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<?x12xf64>, tensor<12xf64>) outs(%e : tensor<?x12xf64>) {
  ^bb0(%a: f64, %p: f64, %o: f64):
    %s = arith.addf %a, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x12xf64>
  exec.yield %r : tensor<?x12xf64>
}

// 4 elements may be of two rows, which differ in %c.
// CHECK-LABEL: .entry two_rows(
// CHECK-NOT: .v{{[24]}}.
// CHECK: ret;
// GRID: two_rows {{.*}}grid CeilDiv(n, 256)
exec.kernel @two_rows(%x: tensor<6x10xf32>, %c: tensor<6xf32>) -> tensor<6x10xf32>
    domain(6, 10) access(read, read, write) work(flops = 60, bytes = 504) attributes {dims = [[], [], []]} {
  %e = tensor.empty() : tensor<6x10xf32>
  %r = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %c : tensor<6x10xf32>, tensor<6xf32>) outs(%e : tensor<6x10xf32>) {
  ^bb0(%a: f32, %q: f32, %o: f32):
    %s = arith.addf %a, %q : f32
    linalg.yield %s : f32
  } -> tensor<6x10xf32>
  exec.yield %r : tensor<6x10xf32>
}

// Neighbours of the result are not neighbours in %x.
// CHECK-LABEL: .entry transposed(
// CHECK-NOT: .v{{[24]}}.
// CHECK: ret;
// GRID: transposed {{.*}}grid CeilDiv(n, 256)
exec.kernel @transposed(%x: tensor<8x16xf32>) -> tensor<16x8xf32>
    domain(16, 8) access(read, write) work(flops = 0, bytes = 1024) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<16x8xf32>
  %r = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x16xf32>) outs(%e : tensor<16x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<16x8xf32>
  exec.yield %r : tensor<16x8xf32>
}

// The number of elements is not known to be a multiple of anything.
// CHECK-LABEL: .entry any(
// CHECK-NOT: .v{{[24]}}.
// CHECK: ret;
// GRID: any {{.*}}grid CeilDiv(n, 256)
exec.kernel @any(%x: tensor<?xf32>, %n: index) -> tensor<?xf32>
    domain(d0) access(read, write) work(flops = d0, bytes = 8*d0) attributes {dims = [[0], [0]]} {
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  exec.yield %r : tensor<?xf32>
}

// What reads elsewhere computes its elements alone.
// CHECK-LABEL: .entry gathered(
// CHECK-NOT: .v{{[24]}}.
// CHECK: ret;
// GRID: gathered {{.*}}grid CeilDiv(n, 256)
exec.kernel @gathered(%x: tensor<64xf32>, %i: tensor<64xi32>) -> tensor<64xf32>
    domain(64) access(read, read, write) work(flops = 0, bytes = 768) attributes {dims = [[], [], []]} {
  %e = tensor.empty() : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%i : tensor<64xi32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: i32, %o: f32):
    %n = arith.index_cast %a : i32 to index
    %s = tensor.extract %x[%n] : tensor<64xf32>
    linalg.yield %s : f32
  } -> tensor<64xf32>
  exec.yield %r : tensor<64xf32>
}

// Code that branches has no neighbours among its loads.
// CHECK-LABEL: .entry branches(
// CHECK-NOT: global.v
// CHECK: ret;
// GRID: branches {{.*}}grid CeilDiv(n, 256)
exec.kernel @branches(%x: tensor<64xf32>) -> tensor<64xf32>
    domain(64) access(read, write) work(flops = 64, bytes = 512) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.sin %a : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  exec.yield %r : tensor<64xf32>
}
