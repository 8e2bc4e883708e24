// RUN: kiln-test-target %s cpu:x86-64-v3 llvm | FileCheck %s
// RUN: kiln-test-target %s cpu:x86-64-v3 object > %t.so

// Two operators of a kernel do not round between them: widening what is rounded
// folds before either is written out.
// CHECK-LABEL: define {{.*}}@meet
// CHECK: %[[P:.*]] = fmul <16 x float>
// CHECK-NEXT: call {{.*}} @llvm.sqrt{{.*}}%[[P]])
exec.kernel @meet(%x: tensor<64xbf16>) -> tensor<64xbf16>
    domain(64) access(read, write) work(flops = 128, bytes = 256) attributes {dims = [[], []]} {
  %init = tensor.empty() : tensor<64xbf16>
  %product = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<64xbf16>) outs(%init : tensor<64xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %f = arith.extf %in fastmath<contract> : bf16 to f32
    %p = arith.mulf %f, %f : f32
    %r = arith.truncf %p fastmath<contract> : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<64xbf16>
  %root = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%product : tensor<64xbf16>) outs(%init : tensor<64xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %f = arith.extf %in fastmath<contract> : bf16 to f32
    %s = math.sqrt %f : f32
    %r = arith.truncf %s fastmath<contract> : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<64xbf16>
  exec.yield %root : tensor<64xbf16>
}

// Processors that have no instruction for it round to bf16 by a function of the
// compiler's library: it comes with the kernels.

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
