// RUN: kiln-test-target %s cuda:sm_80 ptx | FileCheck %s --check-prefixes=CHECK,SM80
// RUN: kiln-test-target %s cuda:sm_90 ptx | FileCheck %s --check-prefixes=CHECK,SM90
// RUN: kiln-test-target %s cuda:sm_90a ptx | FileCheck %s --check-prefixes=CHECK,SM90A
// RUN: kiln-test-target %s cuda:sm_90 kernels | FileCheck %s --check-prefix=KERNELS
// RUN: kiln-test-target %s cuda:sm_90 llvm | FileCheck %s --check-prefix=LLVM
// RUN: kiln-test-target %s cuda:sm_90 mlir | FileCheck %s --check-prefix=MLIR

// SM80: .version 7.0
// SM80: .target sm_80
// SM90: .version 7.8
// SM90: .target sm_90
// SM90A: .version 8.0
// SM90A: .target sm_90a
// CHECK: .address_size 64
// No library is needed, and nothing is rounded in a fast way.
// CHECK-NOT: .extern
// CHECK: .visible .entry gelu(
// CHECK-NEXT: .param .u64 {{.*}}gelu_param_0
// CHECK-NEXT: .param .u64 {{.*}}gelu_param_1
// CHECK-NEXT: .param .u64 gelu_param_2
// CHECK-NEXT: .param .u64 gelu_param_3
// CHECK-NOT: .ftz
// CHECK-NOT: .approx
// CHECK: %ctaid.x
// CHECK: mul.rn.f32
// CHECK: fma.rn.f32
// CHECK-NOT: call
// CHECK: ret;

// KERNELS: code/cuda-sm_90.ptx
// KERNELS-NEXT: gelu {{.*}}block 256 grid CeilDiv(n, 1024) shared 0

// LLVM: target triple = "nvptx64-nvidia-cuda"
// LLVM: define ptx_kernel void @gelu(
// MLIR: llvm.func @gelu({{.*}}nvvm.kernel

exec.kernel @gelu(%x: tensor<?x8xf32>, %n: index) -> tensor<?x8xf32>
    domain(d0, 8) access(read, write) work(flops = 40*d0, bytes = 64*d0) attributes {dims = [[0], [0]]} {
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %c = arith.constant 1.41421354 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %d = arith.divf %a, %c : f32
    %f = math.erf %d : f32
    %g = arith.addf %f, %one : f32
    %h = arith.mulf %a, %half : f32
    %s = arith.mulf %h, %g : f32
    linalg.yield %s : f32
  } -> tensor<?x8xf32>
  exec.yield %r : tensor<?x8xf32>
}
