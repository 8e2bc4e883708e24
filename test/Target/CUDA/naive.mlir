// RUN: kiln-test-target %s cuda:sm_90 ptx | FileCheck %s

// What is only read goes through the read-only cache; elements lie where their size allows; a block has so many threads.
// CHECK-LABEL: .visible .entry transposed(
// CHECK-NEXT: .param .u64 .ptr .align 2 transposed_param_0
// CHECK-NEXT: .param .u64 .ptr .align 2 transposed_param_1
// CHECK: .maxntid 256
// CHECK: ld.global.nc.b16
exec.kernel @transposed(%x: tensor<6x10xf16>) -> tensor<10x6xf16>
    domain(10, 6) access(read, write) work(flops = 0, bytes = 240) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<10x6xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<6x10xf16>) outs(%e : tensor<10x6xf16>) {
  ^bb0(%a: f16, %o: f16):
    linalg.yield %a : f16
  } -> tensor<10x6xf16>
  exec.yield %r : tensor<10x6xf16>
}

// The result may lie where this operand lies.
// CHECK-LABEL: .visible .entry in_place(
// CHECK-NOT: ld.global.nc
// CHECK: ld.global.b32
// CHECK-NOT: ld.global.nc
// CHECK: ret;
exec.kernel @in_place(%x: tensor<64xf32>) -> tensor<64xf32>
    domain(64) access(read, write) work(flops = 64, bytes = 512) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  exec.yield %r : tensor<64xf32>
}

// Numbers of items below 2^31 are known to be: indices are divided in 32 bits.
// CHECK-LABEL: .visible .entry few(
// CHECK-NOT: {{(div|rem|mul.hi).[us]64}}
// CHECK: mul.hi.u32
// CHECK-NOT: {{(div|rem|mul.hi).[us]64}}
// CHECK: ret;
exec.kernel @few(%x: tensor<700x1100xf32>) -> tensor<1100x700xf32>
    domain(1100, 700) access(read, write) work(flops = 0, bytes = 6160000) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<1100x700xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<700x1100xf32>) outs(%e : tensor<1100x700xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<1100x700xf32>
  exec.yield %r : tensor<1100x700xf32>
}

// More than 2^32 items: 64 bits, and the domain is compared with all of them.
// CHECK-LABEL: .visible .entry many(
// CHECK: setp.gt.{{[us]}}64 {{.*}}, 4294967305
// CHECK: mul.hi.u64
// CHECK: ret;
exec.kernel @many(%x: tensor<7x613566758xi8>) -> tensor<613566758x7xi8>
    domain(613566758, 7) access(read, write) work(flops = 0, bytes = 8589934612) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<613566758x7xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<7x613566758xi8>)
      outs(%e : tensor<613566758x7xi8>) {
  ^bb0(%a: i8, %o: i8):
    linalg.yield %a : i8
  } -> tensor<613566758x7xi8>
  exec.yield %r : tensor<613566758x7xi8>
}

// Sums of products are those of exact ones.
// CHECK-LABEL: .visible .entry products(
// CHECK-NOT: mul.rn.f32
// CHECK: cvt.f64.f32
// CHECK: cvt.f64.f32
// CHECK: fma.rn.f64
// CHECK-NOT: mul.rn.f
// CHECK: cvt.rn.f32.f64
// CHECK: ret;
exec.kernel @products(%x: tensor<6x100xf32>, %w: tensor<8x100xf32>) -> tensor<6x8xf32>
    domain(6, 8) access(read, read, write) work(flops = 9600, bytes = 5792) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x8xf32>) -> tensor<6x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
      affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<6x100xf32>, tensor<8x100xf32>) outs(%f : tensor<6x8xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %p, %s : f32
    linalg.yield %t : f32
  } -> tensor<6x8xf32>
  exec.yield %r : tensor<6x8xf32>
}
