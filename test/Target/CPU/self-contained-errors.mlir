// Code that falls back on a library is reported, with kernel and symbol; so is
// an operation that no target knows.
// RUN: split-file %s %t
// RUN: not kiln-test-target %t/symbol.mlir cpu:x86-64-v3 object 2>&1 | FileCheck %s --check-prefix=SYMBOL
// RUN: not kiln-test-target %t/operation.mlir cpu:x86-64-v3 object 2>&1 | FileCheck %s --check-prefix=OPERATION
// RUN: not kiln-test-target %t/operation.mlir cpu:i386 object 2>&1 | FileCheck %s --check-prefix=TARGET

// RUN: env TMPDIR=%t/nowhere not kiln-test-target %S/object.mlir cpu:x86-64-v3 object 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FOLDER

// FOLDER: error: cannot link the kernels: no temporary folder: {{.*}}o such file or directory
// SYMBOL: symbol.mlir:1:1: error: internal error: the code of kernel 'cosine' needs the symbol 'cosf', but must need nothing
// OPERATION: operation.mlir:[[#]]:10: error: no target can compile operation 'math.cbrt'
// TARGET: unknown target 'cpu:i386'; known are cpu:aarch64, cpu:x86-64-v2, {{.*}}cpu:x86-64-v4[+bf16]{{.*}}, cuda:sm_80{{.*}}cuda:sm_100, cuda:sm_100a, cpu:native

//--- symbol.mlir
exec.kernel @cosine(%x: tensor<4xf32>) -> tensor<4xf32>
    domain(4) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = llvm.intr.cos(%a) : (f32) -> f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  exec.yield %r : tensor<4xf32>
}

//--- operation.mlir
exec.kernel @root(%x: tensor<4xf32>) -> tensor<4xf32>
    domain(4) access(read, write) work(flops = 4, bytes = 32) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.cbrt %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  exec.yield %r : tensor<4xf32>
}
