// Products of small types take several steps by one instruction: the inner loop
// has two loads of the panel and sixteen of these, nothing on the stack.
// RUN: kiln-test-target %s cpu:x86-64-v4+bf16+vnni asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | FileCheck %s --check-prefix=PLAIN
// RUN: kiln-test-target %s cpu:x86-64-v4+bf16+vnni asm | %python %S/Inputs/inner-loop.py '(vdpbf16ps|vpdpbusd).*zmm' | FileCheck %s --check-prefix=LOOP
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | %python %S/Inputs/inner-loop.py '(vpmaddwd|vfmadd).*zmm' | FileCheck %s --check-prefix=PLAINLOOP
// RUN: kiln-test-target %s cpu:x86-64-v4+bf16+vnni kernels | FileCheck %s --check-prefix=SCRATCH
// RUN: kiln-test-target %s cpu:x86-64-v4+bf16+vnni asm | FileCheck %s --check-prefix=TURNED

// RUN: kiln-test-target %s cpu:x86-64-v3 asm | FileCheck %s --check-prefix=NARROW
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | %python %S/Inputs/inner-loop.py '(vpmaddwd|vfmadd).*ymm' | FileCheck %s --check-prefix=NARROWLOOP

// PLAIN-NOT: vdpbf16ps
// PLAIN-NOT: vpdpbusd

// CHECK-LABEL: bf16:
// CHECK: vmovaps {{.*}}, %zmm
// CHECK-NEXT: vmovaps {{.*}}, %zmm
// CHECK-COUNT-16: vdpbf16ps %zmm{{[0-9]+}}, %zmm{{[0-9]+}}, %zmm{{[0-9]+}}{{$}}
// CHECK: jne
// However many there are, sums of integers stay in registers: none is added to
// another.
// CHECK-LABEL: int8:
// CHECK-NOT: vpaddd
// CHECK-COUNT-16: vpdpbusd %zmm{{[0-9]+}}, %zmm{{[0-9]+}}, %zmm{{[0-9]+}}{{$}}
// CHECK-NOT: vpaddd
// Where no instruction takes bytes, each word is two products of 16 bits.
// PLAIN-LABEL: int8:
// PLAIN-COUNT-32: vpmaddwd {{.*}}%zmm
// PLAIN: jne
// NARROW-LABEL: int8:
// NARROW-COUNT-16: vpmaddwd {{.*}}%ymm

// A panel that is there is read in place.
// CHECK-LABEL: panels:
// CHECK: vmovups {{.*}}(%r{{.*}}), %zmm
// CHECK-NEXT: vmovups {{.*}}(%r{{.*}}), %zmm
// CHECK-COUNT-16: vdpbf16ps %zmm{{[0-9]+}}, %zmm{{[0-9]+}}, %zmm{{[0-9]+}}{{$}}
// CHECK: jne

// A convolution, with gaps between its taps, has words of planes: nine taps of eight pixels and two vectors
// of filters. Without the instruction each word is two products, of seven.
// CHECK-LABEL: conv:
// CHECK: vdpbf16ps
// CHECK-COUNT-143: vdpbf16ps {{.*}}%zmm
// CHECK-NOT: vdpbf16ps
// PLAIN-LABEL: conv:
// PLAIN-COUNT-252: vfmadd{{[0-9]+}}ps {{.*}}%zmm
// PLAIN-NOT: vfmadd

// A convolution of bytes has words of four planes, in the image without a sign:
// nine taps, one word, of eight pixels and two vectors of filters.
// CHECK-LABEL: conv8:
// CHECK: vpdpbusd
// CHECK-COUNT-143: vpdpbusd {{.*}}%zmm
// CHECK-NOT: vpdpbusd
// PLAIN-LABEL: conv8:
// PLAIN-COUNT-252: vpmaddwd {{.*}}%zmm
// PLAIN-NOT: vpmaddwd

// Words of four taps of a row, of which a window of seven has two: fourteen
// words of a plane, eight pixels and two vectors of filters.
// CHECK-LABEL: stem8:
// CHECK: vpdpbusd
// CHECK-COUNT-223: vpdpbusd {{.*}}%zmm
// CHECK-NOT: vpdpbusd
// PLAIN-LABEL: stem8:

// One row by weights of 8 bits: these become floats as they are read, and are
// multiplied and added as such, with nothing in double.
// CHECK-LABEL: weights:
// PLAIN-LABEL: weights:
// CHECK: vpmovsxbd {{.*}}, %zmm
// CHECK: vcvtdq2ps %zmm
// CHECK: vfmadd{{[0-9]+}}ps {{.*}}%zmm
// CHECK-NOT: vcvtps2pd

// Nothing of these loops is on the stack, but for sums of bytes in a convolution
// whose words are two products: some are added to others there. The first tile of
// signed bytes has a row of zeros for all, two products more. One instruction
// reads, spreads and moves up a word of them.
// LOOP-LABEL: bf16:
// LOOP-NEXT: loop of 16:
// LOOP-NOT: rsp
// LOOP-LABEL: int8:
// LOOP-NEXT: loop of 18:
// LOOP-NOT: rsp
// LOOP: loop of 16:
// LOOP-NOT: {{rsp|vpbroadcast}}
// LOOP: vpxord {{.*}}{1to16}
// LOOP-NOT: {{rsp|vpbroadcast}}
// LOOP-LABEL: panels:
// LOOP-NEXT: loop of 16:
// LOOP-NOT: rsp
// LOOP-LABEL: int8_panels:
// LOOP-NEXT: loop of 18:
// LOOP-NOT: rsp
// LOOP: loop of 16:
// LOOP-NOT: rsp
// LOOP-LABEL: conv:
// LOOP-NEXT: loop of 144:
// LOOP-NOT: rsp
// LOOP-LABEL: conv8:
// LOOP-NEXT: loop of 144:
// LOOP-NOT: rsp
// LOOP-LABEL: stem8:
// LOOP-NEXT: loop of 224:
// LOOP-NOT: rsp
// PLAINLOOP-LABEL: bf16:
// PLAINLOOP-NEXT: loop of 32:
// PLAINLOOP-NOT: rsp
// PLAINLOOP-LABEL: int8:
// PLAINLOOP-NEXT: loop of 32:
// PLAINLOOP-NOT: rsp
// PLAINLOOP-LABEL: panels:
// PLAINLOOP-NEXT: loop of 32:
// PLAINLOOP-NOT: rsp
// PLAINLOOP-LABEL: int8_panels:
// PLAINLOOP-NEXT: loop of 32:
// PLAINLOOP-NOT: rsp
// PLAINLOOP-LABEL: conv:
// PLAINLOOP-NEXT: loop of 252:
// PLAINLOOP-NOT: rsp
// PLAINLOOP-LABEL: conv8:
// PLAINLOOP-NEXT: loop of 252:
// PLAINLOOP-NOT: vpmaddwd {{.*}}rsp

// A panel of 256 rows of 32 words; of 128 rows, and one of what zeros add. Of
// panels that are there only the latter.
// SCRATCH: bf16 grain {{[0-9]+}} scratch 32768
// SCRATCH: int8 grain {{[0-9]+}} scratch 65664
// SCRATCH: panels grain {{[0-9]+}} scratch 0
// SCRATCH: int8_panels grain {{[0-9]+}} scratch 128

// Sixteen registers hold the sums of four rows beside the halves of words.
// NARROWLOOP-LABEL: bf16:
// NARROWLOOP-NEXT: loop of 16:
// NARROWLOOP-NOT: rsp
// NARROWLOOP-LABEL: int8:
// NARROWLOOP-NEXT: loop of 16:
// NARROWLOOP-NOT: rsp
// NARROWLOOP-LABEL: panels:
// NARROWLOOP-NEXT: loop of 16:
// NARROWLOOP-NOT: rsp
// NARROWLOOP-LABEL: int8_panels:
// NARROWLOOP-NEXT: loop of 16:
// NARROWLOOP-NOT: rsp
// NARROWLOOP-LABEL: conv:
// NARROWLOOP-NEXT: loop of 72:
// NARROWLOOP-NOT: rsp
// NARROWLOOP-LABEL: conv8:

// Finished sums of a convolution are turned where they are.
// TURNED-LABEL: conv:
// TURNED: vpdpbusd
// TURNED: jne
// TURNED-NOT: %zmm{{[0-9]+}}, {{.*}}(%rsp)
// TURNED: vpermt2d
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#pairs = affine_map<(m, n, k) -> (n floordiv 32, k floordiv 2, n mod 32, k mod 2)>
#fours = affine_map<(m, n, k) -> (n floordiv 32, k floordiv 4, n mod 32, k mod 4)>
exec.kernel @bf16(%x: tensor<64x512xbf16>, %y: tensor<512x64xbf16>) -> tensor<64x64xf32>
    domain(64, 64) access(read, read, write) work(flops = 4194304, bytes = 147456) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x512xbf16>, tensor<512x64xbf16>) outs(%f : tensor<64x64xf32>) {
  ^bb0(%a: bf16, %b: bf16, %s: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %s, %q : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  exec.yield %p : tensor<64x64xf32>
}
exec.kernel @int8(%x: tensor<64x2048xi8>, %y: tensor<2048x64xi8>) -> tensor<64x64xi32>
    domain(64, 64) access(read, read, write) work(flops = 16777216, bytes = 278528) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<64x64xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<64x64xi32>) -> tensor<64x64xi32>
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x2048xi8>, tensor<2048x64xi8>) outs(%f : tensor<64x64xi32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %aw = arith.extsi %a : i8 to i32
    %bw = arith.extsi %b : i8 to i32
    %q = arith.muli %aw, %bw : i32
    %r = arith.addi %s, %q : i32
    linalg.yield %r : i32
  } -> tensor<64x64xi32>
  exec.yield %p : tensor<64x64xi32>
}
exec.kernel @panels(%x: tensor<64x512xbf16>, %y: tensor<2x256x32x2xbf16>) -> tensor<64x64xf32>
    domain(64, 64) access(read, read, write) work(flops = 4194304, bytes = 147456) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#mk, #pairs, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x512xbf16>, tensor<2x256x32x2xbf16>) outs(%f : tensor<64x64xf32>) {
  ^bb0(%a: bf16, %b: bf16, %s: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %q = arith.mulf %aw, %bw : f32
    %r = arith.addf %s, %q : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  exec.yield %p : tensor<64x64xf32>
}
exec.kernel @int8_panels(%x: tensor<64x512xi8>, %y: tensor<2x128x32x4xi8>) -> tensor<64x64xi32>
    domain(64, 64) access(read, read, write) work(flops = 4194304, bytes = 81920) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<64x64xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<64x64xi32>) -> tensor<64x64xi32>
  %p = linalg.generic {indexing_maps = [#mk, #fours, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x512xi8>, tensor<2x128x32x4xi8>) outs(%f : tensor<64x64xi32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %aw = arith.extsi %a : i8 to i32
    %bw = arith.extsi %b : i8 to i32
    %q = arith.muli %aw, %bw : i32
    %r = arith.addi %s, %q : i32
    linalg.yield %r : i32
  } -> tensor<64x64xi32>
  exec.yield %p : tensor<64x64xi32>
}
#image = affine_map<(f, y, x, c, i, j) -> (c, y + i, x + j)>
#filter = affine_map<(f, y, x, c, i, j) -> (f floordiv 32, c floordiv 2, i, j, f mod 32, c mod 2)>
#result = affine_map<(f, y, x, c, i, j) -> (f, y, x)>
#spread = affine_map<(f, y, x, c, i, j) -> (c, y + i, x + j * 2)>
exec.kernel @conv(%x: tensor<24x58x60xbf16>, %w: tensor<2x12x3x3x32x2xbf16>) -> tensor<64x56x56xf32>
    domain(64, 56, 56) access(read, read, write) work(flops = 86704128, bytes = 997504)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x56x56xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x56x56xf32>) -> tensor<64x56x56xf32>
  %s = linalg.generic {indexing_maps = [#spread, #filter, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<24x58x60xbf16>, tensor<2x12x3x3x32x2xbf16>) outs(%f : tensor<64x56x56xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %p = arith.mulf %aw, %bw : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<64x56x56xf32>
  exec.yield %s : tensor<64x56x56xf32>
}
#filter4 = affine_map<(f, y, x, c, i, j) -> (f floordiv 32, c floordiv 4, i, j, f mod 32, c mod 4)>
exec.kernel @conv8(%x: tensor<24x58x58xi8>, %w: tensor<2x6x3x3x32x4xi8>) -> tensor<64x56x56xi32>
    domain(64, 56, 56) access(read, read, write) work(flops = 86704128, bytes = 897376)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<64x56x56xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<64x56x56xi32>) -> tensor<64x56x56xi32>
  %s = linalg.generic {indexing_maps = [#image, #filter4, #result], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<24x58x58xi8>, tensor<2x6x3x3x32x4xi8>) outs(%f : tensor<64x56x56xi32>) {
  ^bb0(%a: i8, %b: i8, %o: i32):
    %aw = arith.extui %a : i8 to i32
    %bw = arith.extsi %b : i8 to i32
    %p = arith.muli %aw, %bw : i32
    %r = arith.addi %o, %p : i32
    linalg.yield %r : i32
  } -> tensor<64x56x56xi32>
  exec.yield %s : tensor<64x56x56xi32>
}
exec.kernel @stem8(%x: tensor<3x120x119xi8>, %w: tensor<2x3x7x2x32x4xi8>) -> tensor<64x57x56xi32>
    domain(64, 57, 56) access(read, read, write) work(flops = 68640768, bytes = 870744)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0 : i32
  %none = arith.constant 0 : i8
  %e = tensor.empty() : tensor<64x57x56xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<64x57x56xi32>) -> tensor<64x57x56xi32>
  %p = tensor.pad %x low[0, 0, 0] high[0, 0, 1] {
  ^bb0(%a: index, %b: index, %c: index):
    tensor.yield %none : i8
  } : tensor<3x120x119xi8> to tensor<3x120x120xi8>
  %s = linalg.generic {indexing_maps = [affine_map<(f, y, x, c, i, j, k) -> (c, y * 2 + i, x * 2 + j * 4 + k)>,
                                        affine_map<(f, y, x, c, i, j, k) -> (f floordiv 32, c, i, j, f mod 32, k)>,
                                        affine_map<(f, y, x, c, i, j, k) -> (f, y, x)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%p, %w : tensor<3x120x120xi8>, tensor<2x3x7x2x32x4xi8>) outs(%f : tensor<64x57x56xi32>) {
  ^bb0(%a: i8, %b: i8, %o: i32):
    %aw = arith.extui %a : i8 to i32
    %bw = arith.extsi %b : i8 to i32
    %m = arith.muli %aw, %bw : i32
    %r = arith.addi %o, %m : i32
    linalg.yield %r : i32
  } -> tensor<64x57x56xi32>
  exec.yield %s : tensor<64x57x56xi32>
}
exec.kernel @weights(%x: tensor<1x512xf32>, %w: tensor<64x512xi8>) -> tensor<1x64xf32>
    domain(1, 64) access(read, read, write) work(flops = 65536, bytes = 35072)
    attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64xf32>) -> tensor<1x64xf32>
  %s = linalg.generic {indexing_maps = [#mk, affine_map<(m, n, k) -> (n, k)>, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<1x512xf32>, tensor<64x512xi8>) outs(%f : tensor<1x64xf32>) {
  ^bb0(%a: f32, %b: i8, %o: f32):
    %bw = arith.sitofp %b : i8 to f32
    %p = arith.mulf %a, %bw : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<1x64xf32>
  exec.yield %s : tensor<1x64xf32>
}
