// The inner loop of a matrix product keeps its sums in registers: two loads of
// the panel, sixteen multiply-adds, nothing on the stack.
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | FileCheck %s --check-prefix=V3
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | FileCheck %s --check-prefix=V4T
// RUN: kiln-test-target %s cpu:x86-64-v4 asm | %python %S/Inputs/inner-loop.py 'vfmadd.*zmm' | FileCheck %s --check-prefix=LOOP
// RUN: kiln-test-target %s cpu:x86-64-v3 asm | %python %S/Inputs/inner-loop.py 'vfmadd.*ymm' | FileCheck %s --check-prefix=V3LOOP
// RUN: kiln-test-target %s cpu:x86-64-v4 kernels | FileCheck %s --check-prefix=SCRATCH

// CHECK: vmovaps {{.*}}(%r{{..}}), %zmm
// CHECK-NEXT: vmovaps {{.*}}(%r{{..}}), %zmm
// CHECK-COUNT-16: vfmadd231ps {{.*}}%zmm{{[0-9]+}}{{$}}
// CHECK: jne

// V3: vfmadd231ps %ymm
// V3: jne

// Each half of the steps has a loop of its own, and none of them the stack, also
// for a right operand that lies the other way.
// LOOP-LABEL: mm:
// LOOP-NEXT: loop of 16:
// LOOP-NOT: rsp
// LOOP: loop of 16:
// LOOP-NOT: rsp
// LOOP-LABEL: mmt:
// LOOP-NEXT: loop of 16:
// LOOP-NOT: rsp
// LOOP: loop of 16:
// LOOP-NOT: rsp
// V3LOOP-LABEL: mm:
// V3LOOP-NEXT: loop of 12:
// V3LOOP-NOT: rsp
// V3LOOP: loop of 12:
// V3LOOP-NOT: rsp
// V3LOOP-LABEL: mmt:
// V3LOOP-NEXT: loop of 12:
// V3LOOP-NOT: rsp
// V3LOOP: loop of 12:
// V3LOOP-NOT: rsp

// A panel of 512 rows of 32 floats.
// SCRATCH: mm grain {{[0-9]+}} scratch 65536

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
exec.kernel @mm(%x: tensor<64x512xf32>, %y: tensor<512x64xf32>) -> tensor<64x64xf32>
    domain(64, 64) access(read, read, write) work(flops = 4194304, bytes = 278528) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x512xf32>, tensor<512x64xf32>) outs(%f : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  exec.yield %p : tensor<64x64xf32>
}

// A right operand that lies the other way is transposed in registers, block by
// block, when it is packed: no element is loaded or stored alone.
// V4T-LABEL: mmt:
// V4T-COUNT-64: vunpck{{[hl]}}ps {{.*}}%zmm
// V4T-COUNT-32: vmov{{[au]}}p{{[sd]}} %zmm{{[0-9]+}}, {{.*}}(%r
#nk = affine_map<(m, n, k) -> (n, k)>
exec.kernel @mmt(%x: tensor<64x512xf32>, %y: tensor<64x512xf32>) -> tensor<64x64xf32>
    domain(64, 64) access(read, read, write) work(flops = 4194304, bytes = 278528) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x512xf32>, tensor<64x512xf32>) outs(%f : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %o, %q : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  exec.yield %p : tensor<64x64xf32>
}
