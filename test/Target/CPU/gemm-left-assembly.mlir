// Rows that many panels read are packed for them on 16 registers: a turn of the
// inner loop is two steps of six rows, at constant places behind two pointers.
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | %python %S/Inputs/inner-loop.py '(vpmaddwd|vfmadd).*ymm' | FileCheck %s --check-prefix=LOOP
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | %python %S/Inputs/inner-loop.py '(vpmaddwd|vfmadd).*zmm' | FileCheck %s --check-prefix=WIDE
// RUN: kiln-test-target %s cpu:x86-64-v3 kernels | FileCheck %s --check-prefix=SCRATCH
// RUN: kiln-test-target %s cpu:x86-64-v4 kernels | FileCheck %s --check-prefix=WIDESCRATCH

// A panel of 256 rows of 16 floats, then 11 tiles of 6 rows of 256, and a
// vector behind the last one; a line in front says what is packed.
// SCRATCH: mm grain {{[0-9]+}} scratch 84064{{ }}
// A panel alone.
// SCRATCH: few_panels grain {{[0-9]+}} scratch 16384{{ }}
// SCRATCH: small_rows grain {{[0-9]+}} scratch 1024{{ }}
// WIDESCRATCH: mm grain {{[0-9]+}} scratch 32768{{ }}

// Eight steps of six rows are turned at once.
// CHECK-LABEL: mm:
// CHECK-COUNT-8: vunpck{{[hl]}}ps
// CHECK-COUNT-8: vmovups %ymm{{[0-9]+}}, {{.*}}(%r
// CHECK-LABEL: few_panels:
// CHECK-NOT: vunpck
// CHECK-LABEL: small_rows:
// CHECK-NOT: vunpck
// CHECK-LABEL: bf16:

// LOOP-LABEL: mm:
// LOOP-NEXT: loop of 24:
// LOOP-NOT: {{imul|lea|rsp}}
// LOOP-LABEL: few_panels:
// LOOP-NEXT: loop of 12:
// LOOP-LABEL: small_rows:
// LOOP-NEXT: loop of 12:
// The parts of words of rows are packed: those of columns alone are split, which
// leaves room for five rows of bf16.
// LOOP-LABEL: bf16:
// LOOP-NEXT: loop of 20:
// LOOP-COUNT-2: vpslld
// LOOP-NOT: {{vpslld|rsp}}
// LOOP-LABEL: int8:
// LOOP-NEXT: loop of 32:
// LOOP-NOT: rsp

// With 32 registers rows of floats are read as they lie, words are packed too.
// WIDE-LABEL: mm:
// WIDE-NEXT: loop of 16:
// WIDE-LABEL: bf16:
// WIDE-NEXT: loop of 32:
// WIDE-COUNT-2: vpslld
// WIDE-NOT: {{vpslld|rsp}}
// WIDE-LABEL: int8:
// WIDE-NEXT: loop of 32:
// WIDE-NOT: rsp

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
exec.kernel @mm(%x: tensor<64x256xf32>, %y: tensor<256x256xf32>) -> tensor<64x256xf32>
    domain(64, 256) access(read, read, write) work(flops = 8388608, bytes = 393216) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x256xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x256xf32>) -> tensor<64x256xf32>
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x256xf32>, tensor<256x256xf32>) outs(%f : tensor<64x256xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %q = arith.mulf %a, %c : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<64x256xf32>
  exec.yield %p : tensor<64x256xf32>
}

exec.kernel @few_panels(%x: tensor<64x256xf32>, %y: tensor<256x128xf32>) -> tensor<64x128xf32>
    domain(64, 128) access(read, read, write) work(flops = 4194304, bytes = 229376) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x256xf32>, tensor<256x128xf32>) outs(%f : tensor<64x128xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %q = arith.mulf %a, %c : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<64x128xf32>
  exec.yield %p : tensor<64x128xf32>
}

exec.kernel @small_rows(%x: tensor<16x16xf32>, %y: tensor<16x512xf32>) -> tensor<16x512xf32>
    domain(16, 512) access(read, read, write) work(flops = 262144, bytes = 66560) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x512xf32>) -> tensor<16x512xf32>
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<16x16xf32>, tensor<16x512xf32>) outs(%f : tensor<16x512xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %q = arith.mulf %a, %c : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<16x512xf32>
  exec.yield %p : tensor<16x512xf32>
}

exec.kernel @bf16(%x: tensor<64x256xbf16>, %y: tensor<256x512xbf16>) -> tensor<64x512xf32>
    domain(64, 512) access(read, read, write) work(flops = 16777216, bytes = 425984) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x512xf32>) -> tensor<64x512xf32>
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%f : tensor<64x512xf32>) {
  ^bb0(%a: bf16, %c: bf16, %o: f32):
    %u = arith.extf %a : bf16 to f32
    %v = arith.extf %c : bf16 to f32
    %q = arith.mulf %u, %v : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<64x512xf32>
  exec.yield %p : tensor<64x512xf32>
}

exec.kernel @int8(%x: tensor<64x256xi8>, %y: tensor<256x512xi8>) -> tensor<64x512xi32>
    domain(64, 512) access(read, read, write) work(flops = 16777216, bytes = 278528) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<64x512xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<64x512xi32>) -> tensor<64x512xi32>
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x256xi8>, tensor<256x512xi8>) outs(%f : tensor<64x512xi32>) {
  ^bb0(%a: i8, %c: i8, %o: i32):
    %u = arith.extsi %a : i8 to i32
    %v = arith.extsi %c : i8 to i32
    %q = arith.muli %u, %v : i32
    %r = arith.addi %o, %q : i32
    linalg.yield %r : i32
  } -> tensor<64x512xi32>
  exec.yield %p : tensor<64x512xi32>
}
