// Numbers of four bits are looked up where a product of few rows reads them:
// the inner loop converts, masks and scales nothing, and goes through four
// columns at a time with all sums in registers.
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | FileCheck %s --check-prefix=NARROW
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | %python %S/Inputs/inner-loop.py 'vfmadd.*zmm' | FileCheck %s --check-prefix=LOOP

// The row is packed in the order of the numbers: low ones of a group first.
// CHECK-LABEL: shifts:
// CHECK: vpermt2ps
// The four scales of a group make four tables of it.
// CHECK-COUNT-4: vmulps {{.*}}{1to16}
// CHECK-NOT: vcvtdq2ps
// CHECK-NOT: vpand
// CHECK: vpmovzxbd
// CHECK: vpermd
// CHECK: vfmadd
// CHECK: vpsrld $4
// CHECK: vpermd
// CHECK-NOT: vcvtdq2ps
// CHECK-NOT: vpand
// CHECK: retq
// NARROW-LABEL: shifts:
// NARROW-NOT: vperm{{d|ps}} %ymm
// NARROW: vcvtdq2ps

// As PyTorch packs them, lanes are columns: two vectors of bytes have four of
// numbers, from one table.
// CHECK-LABEL: packed:
// CHECK: {{[.]LBB[0-9_]+}}:
// CHECK-COUNT-2: vpmovzxbd
// CHECK-NOT: vcvtdq2ps
// CHECK-COUNT-4: vpermd
// CHECK-NOT: vcvtdq2ps
// CHECK: retq
// NARROW-LABEL: packed:
// NARROW-NOT: vpermd %ymm

// Nothing of either loop is on the stack.
// LOOP-LABEL: shifts:
// LOOP-NEXT: loop of 32:
// LOOP-NOT: rsp
// LOOP-LABEL: packed:
// LOOP-NEXT: loop of 8:
// LOOP-NOT: rsp

#bytes = affine_map<(n, g, h, b) -> (n, g, b)>
#scale = affine_map<(n, g, h, b) -> (n, g)>
#id = affine_map<(n, g, h, b) -> (n, g, h, b)>
#left = affine_map<(m, n, g, h, b) -> (m, g, b, h)>
#right = affine_map<(m, n, g, h, b) -> (n, g, h, b)>
#result = affine_map<(m, n, g, h, b) -> (m, n)>
exec.kernel @shifts(%x: tensor<1x8x64x2xf32>, %w: tensor<64x8x64xi8>, %s: tensor<64x8xf32>) -> tensor<1x64xf32>
    domain(1, 64) access(read, read, read, write) work(flops = 262144, bytes = 39168)
    attributes {dims = [[], [], [], []]} {
  %zero = arith.constant 0.0 : f32
  %eight = arith.constant 8.0 : f32
  %fifteen = arith.constant 15 : i32
  %four = arith.constant 4 : i32
  %d = tensor.empty() : tensor<64x8x2x64xf32>
  %decoded = linalg.generic {indexing_maps = [#bytes, #scale, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%w, %s : tensor<64x8x64xi8>, tensor<64x8xf32>) outs(%d : tensor<64x8x2x64xf32>) {
  ^bb0(%byte: i8, %scale: f32, %o: f32):
    %h = linalg.index 2 : index
    %half = arith.index_cast %h : index to i32
    %by = arith.muli %half, %four : i32
    %wide = arith.extui %byte : i8 to i32
    %shifted = arith.shrui %wide, %by : i32
    %bits = arith.andi %shifted, %fifteen : i32
    %number = arith.uitofp %bits : i32 to f32
    %centred = arith.subf %number, %eight : f32
    %r = arith.mulf %centred, %scale : f32
    linalg.yield %r : f32
  } -> tensor<64x8x2x64xf32>
  %e = tensor.empty() : tensor<1x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64xf32>) -> tensor<1x64xf32>
  %p = linalg.generic {indexing_maps = [#left, #right, #result], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %decoded : tensor<1x8x64x2xf32>, tensor<64x8x2x64xf32>) outs(%f : tensor<1x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<1x64xf32>
  exec.yield %p : tensor<1x64xf32>
}

#xg = affine_map<(g, m, b, h, l, k) -> (m, g, k)>
#numbers = affine_map<(g, m, b, h, l, k) -> (g, k, b, h, l)>
#sums = affine_map<(g, m, b, h, l, k) -> (g, m, b, h, l)>
#ofbytes = affine_map<(g, k, b, h, l) -> (b, g, k, l)>
#all = affine_map<(g, k, b, h, l) -> (g, k, b, h, l)>
exec.kernel @packed(%x: tensor<1x8x32xf32>, %w: tensor<4x8x32x32xi8>) -> tensor<8x1x4x2x32xf32>
    domain(8, 1, 4, 2, 32) access(read, read, write) work(flops = 196608, bytes = 41984)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %eight = arith.constant 8.0 : f32
  %fifteen = arith.constant 15 : i32
  %four = arith.constant 4 : i32
  %d = tensor.empty() : tensor<8x32x4x2x32xf32>
  %decoded = linalg.generic {indexing_maps = [#ofbytes, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%w : tensor<4x8x32x32xi8>) outs(%d : tensor<8x32x4x2x32xf32>) {
  ^bb0(%byte: i8, %o: f32):
    %h = linalg.index 3 : index
    %half = arith.index_cast %h : index to i32
    %by = arith.muli %half, %four : i32
    %wide = arith.extui %byte : i8 to i32
    %shifted = arith.shrui %wide, %by : i32
    %bits = arith.andi %shifted, %fifteen : i32
    %number = arith.uitofp %bits : i32 to f32
    %r = arith.subf %number, %eight : f32
    linalg.yield %r : f32
  } -> tensor<8x32x4x2x32xf32>
  %e = tensor.empty() : tensor<8x1x4x2x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x1x4x2x32xf32>) -> tensor<8x1x4x2x32xf32>
  %p = linalg.generic {indexing_maps = [#xg, #numbers, #sums], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %decoded : tensor<1x8x32xf32>, tensor<8x32x4x2x32xf32>) outs(%f : tensor<8x1x4x2x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<8x1x4x2x32xf32>
  exec.yield %p : tensor<8x1x4x2x32xf32>
}
