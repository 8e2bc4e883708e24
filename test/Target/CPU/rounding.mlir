// Processors that have no instruction for it round to bf16 by a function of the
// compiler's library: it comes with the kernels.
// RUN: kiln-test-target %s cpu:x86-64-v3 llvm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v3 object > %t.so

// CHECK: define internal bfloat @__truncsfbf2(float %0)
// CHECK: lshr i32 %{{.+}}, 16
// CHECK: fcmp uno float %0, %0
exec.kernel @choose(%c: tensor<64xi1>, %x: tensor<bf16>) -> tensor<64xbf16>
    domain(64) access(read, read, write) work(flops = 64, bytes = 194) attributes {dims = [[], [], []]} {
  %zero = arith.constant 0.0 : bf16
  %init = tensor.empty() : tensor<64xbf16>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%c, %x : tensor<64xi1>, tensor<bf16>) outs(%init : tensor<64xbf16>) {
  ^bb0(%a: i1, %b: bf16, %out: bf16):
    %r = arith.select %a, %b, %zero : bf16
    linalg.yield %r : bf16
  } -> tensor<64xbf16>
  exec.yield %y : tensor<64xbf16>
}
