// RUN: kiln-opt %s --kiln-objects-pipeline=target=cpu:x86-64-v3 | FileCheck %s
// RUN: kiln-opt %s --kiln-objects-pipeline=target=cpu:x86-64-v3 --mlir-print-ir-after-all -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PASSES
// RUN: not kiln-opt %s --kiln-objects-pipeline=target=tpu 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// Code generation is a pipeline like that of the other phases.
// CHECK-NOT: exec.kernel
// CHECK: llvm.func @neg(
// CHECK-NOT: scf.
// PASSES: IR Dump After EmitKernels
// PASSES: IR Dump After VectorizeLoops
// PASSES: IR Dump After ReconcileUnrealizedCasts
// UNKNOWN: unknown target 'tpu'
#id = affine_map<(i) -> (i)>
exec.kernel @neg(%x: tensor<?xf32>, %n: index) -> tensor<?xf32>
    domain(d0) access(read, write) work(flops = d0, bytes = 8*d0) attributes {dims = [[0], [0]]} {
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.negf %a : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  exec.yield %y : tensor<?xf32>
}
