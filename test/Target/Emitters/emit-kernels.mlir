// RUN: kiln-opt %s --kiln-emit-kernels --remarks-filter=kiln-schedule 2>&1 | FileCheck %s
// RUN: kiln-opt %s --kiln-emit-kernels=target=cpu:x86-64-v4 --remarks-filter=kiln-schedule 2>&1 | FileCheck %s --check-prefix=V4
// RUN: kiln-opt %s --kiln-emit-kernels=target=cuda:sm_80 --remarks-filter=kiln-schedule 2>&1 | FileCheck %s --check-prefix=CUDA
// RUN: kiln-opt %s --kiln-emit-kernels=emitter=gemm | FileCheck %s --check-prefix=GEMM
// RUN: not kiln-opt %s --kiln-emit-kernels=target=cpu:z80 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not kiln-opt %s --kiln-emit-kernels="target=cuda:sm_80 emitter=gemm" 2>&1 | FileCheck %s --check-prefix=EMITTER
// TARGET: unknown target 'cpu:z80'; known are cpu:aarch64, cpu:x86-64-v2, cpu:x86-64-v3, cpu:x86-64-v4[+bf16][+vnni][+amx], {{.*}}cuda:sm_90a, {{.*}}cpu:native
// EMITTER: targets of class cuda have no emitter 'gemm'

// The first emitter of the class that has a plan writes a kernel; the one that
// is named leaves those that it cannot write.
// CHECK: gemm, tile = [6, 16], block = [256], depth = 256
// CHECK: naive{{$|"}}
// CHECK: llvm.func @mm(
// CHECK: llvm.func @neg(
// CHECK-NOT: exec.kernel
// V4: gemm, tile = [8, 32], block = [256], depth = 256
// CUDA: naive, block = [256]
// CUDA: naive, tile = [4], block = [256]
// CUDA: llvm.func @mm({{.*}}nvvm.kernel
// GEMM-NOT: exec.kernel @mm
// GEMM: exec.kernel @neg
// GEMM: llvm.func @mm
exec.kernel @mm(%x: tensor<64x32xf32>, %y: tensor<32x64xf32>) -> tensor<64x64xf32>
    domain(64, 64) access(read, read, write) work(flops = 262144, bytes = 32768) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %o = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %p = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<64x32xf32>, tensor<32x64xf32>) outs(%o : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %q = arith.mulf %a, %b : f32
    %r = arith.addf %s, %q : f32
    linalg.yield %r : f32
  } -> tensor<64x64xf32>
  exec.yield %p : tensor<64x64xf32>
}
exec.kernel @neg(%x: tensor<8xf32>) -> tensor<8xf32>
    domain(8) access(read, write) work(flops = 8, bytes = 64) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.negf %a : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  exec.yield %y : tensor<8xf32>
}
