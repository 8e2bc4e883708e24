// RUN: kiln-opt %s --kiln-exec-form-kernels --kiln-verify-dispatches --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-exec-form-kernels --split-input-file --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#in = affine_map<(n, o, h, w, c, i, j) -> (n, c, h + i, w + j)>
#filter = affine_map<(n, o, h, w, c, i, j) -> (o, c, i, j)>
#out = affine_map<(n, o, h, w, c, i, j) -> (n, o, h, w)>
#bias = affine_map<(n, c, h, w) -> (c)>

// A padded convolution takes its epilogue: bias, residual, activation.
// CHECK-LABEL: ep.program @convolution
// CHECK: exec.kernel @convolution_add_relu_0(%[[X:.*]]: tensor<?x3x8x8xf32>, %[[W:.*]]: tensor<4x3x3x3xf32>, %[[B:.*]]: tensor<4xf32>, %[[R:.*]]: tensor<?x4x8x8xf32>, %[[S:.*]]: index) -> tensor<?x4x8x8xf32>
// CHECK-SAME: dims = {{\[}}[0], [], [], [0], [0]]
// CHECK: tensor.pad %[[X]]
// CHECK: tensor.empty(%[[S]])
// CHECK: linalg.fill
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK: linalg.generic
// CHECK: arith.addf
// CHECK: arith.addf
// CHECK: arith.maximumf
// CHECK: exec.yield
// CHECK: ep.graph
// CHECK: {{^ *\) .*\{$}}
// CHECK-NEXT: %[[SIZE:.*]] = ep.size s0
// CHECK-NOT: linalg
// CHECK: exec.dispatch @convolution_add_relu_0(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {{\[}}%[[SIZE]]]
// CHECK-NEXT: ep.from_builtin
// LOC: exec.kernel @convolution_add_relu_0
// LOC: } loc(fused[fused<{op = "aten.convolution.default"}>["model.py":3:0], fused<{op = "aten.add.default"}>["model.py":4:0], fused<{op = "aten.relu.default"}>["model.py":4:0]])
ep.program @convolution {
  ep.symbol @s0 range(1, 64)
  ep.graph @forward(%x: !ep.tensor<[s0, 3, 8, 8], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[4, 3, 3, 3], f32> {ep.input = #ep.input<user_input "w">},
                    %b: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "b">},
                    %r: !ep.tensor<[s0, 4, 8, 8], f32> {ep.input = #ep.input<user_input "r">})
      -> (!ep.tensor<[s0, 4, 8, 8], f32> {ep.output = #ep.output<user_output "y">}) {
    %s = ep.size s0
    %zero = arith.constant 0.0 : f32 loc(fused<{op = "aten.convolution.default"}>["model.py":3:0])
    %0 = ep.to_builtin %x : !ep.tensor<[s0, 3, 8, 8], f32> -> tensor<?x3x8x8xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[4, 3, 3, 3], f32> -> tensor<4x3x3x3xf32>
    %2 = ep.to_builtin %b : !ep.tensor<[4], f32> -> tensor<4xf32>
    %3 = ep.to_builtin %r : !ep.tensor<[s0, 4, 8, 8], f32> -> tensor<?x4x8x8xf32>
    %p = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%i: index, %j: index, %k: index, %l: index):
      tensor.yield %zero : f32 loc(fused<{op = "aten.convolution.default"}>["model.py":3:0])
    } : tensor<?x3x8x8xf32> to tensor<?x3x10x10xf32> loc(fused<{op = "aten.convolution.default"}>["model.py":3:0])
    %e = tensor.empty(%s) : tensor<?x4x8x8xf32> loc(fused<{op = "aten.convolution.default"}>["model.py":3:0])
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4x8x8xf32>) -> tensor<?x4x8x8xf32> loc(fused<{op = "aten.convolution.default"}>["model.py":3:0])
    %4 = linalg.generic {indexing_maps = [#in, #filter, #out],
        iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
        ins(%p, %1 : tensor<?x3x10x10xf32>, tensor<4x3x3x3xf32>) outs(%f : tensor<?x4x8x8xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %m = arith.mulf %in, %in1 : f32 loc(fused<{op = "aten.convolution.default"}>["model.py":3:0])
      %a = arith.addf %out, %m : f32 loc(fused<{op = "aten.convolution.default"}>["model.py":3:0])
      linalg.yield %a : f32 loc(fused<{op = "aten.convolution.default"}>["model.py":3:0])
    } -> tensor<?x4x8x8xf32> loc(fused<{op = "aten.convolution.default"}>["model.py":3:0])
    %5 = linalg.generic {indexing_maps = [#id, #bias, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%4, %2, %3 : tensor<?x4x8x8xf32>, tensor<4xf32>, tensor<?x4x8x8xf32>) outs(%e : tensor<?x4x8x8xf32>) {
    ^bb0(%in: f32, %in1: f32, %in2: f32, %out: f32):
      %a = arith.addf %in, %in1 : f32 loc(fused<{op = "aten.add.default"}>["model.py":4:0])
      %c = arith.addf %a, %in2 : f32 loc(fused<{op = "aten.add.default"}>["model.py":4:0])
      %d = arith.maximumf %c, %zero : f32 loc(fused<{op = "aten.relu.default"}>["model.py":4:0])
      linalg.yield %d : f32 loc(fused<{op = "aten.relu.default"}>["model.py":4:0])
    } -> tensor<?x4x8x8xf32> loc(fused<{op = "aten.add.default"}>["model.py":4:0])
    %6 = ep.from_builtin %5 : tensor<?x4x8x8xf32> -> !ep.tensor<[s0, 4, 8, 8], f32>
    ep.return %6 : !ep.tensor<[s0, 4, 8, 8], f32>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// Equal kernels are one, whatever their names; another constant makes another
// kernel. Views of whole buffers stay in the graph. Without names the kind of
// the op is the name.
// CHECK-LABEL: ep.program @equal
// CHECK: exec.kernel @first_0
// CHECK: exec.kernel @map_1
// CHECK-NOT: exec.kernel
// CHECK: ep.graph
// CHECK: exec.dispatch @first_0(
// CHECK: exec.dispatch @first_0(
// CHECK: %[[C:.*]] = exec.dispatch @map_1(
// CHECK: tensor.collapse_shape %[[C]]
// LOC-LABEL: ep.program @equal
// LOC: exec.kernel @first_0
// LOC: } loc(fused[fused<{op = "aten.first.default"}>["model.py":1:0], fused<{op = "aten.second.default"}>["model.py":2:0]])
ep.program @equal {
  ep.graph @forward(%x: !ep.tensor<[8, 4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[32], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[8, 4], f32> -> tensor<8x4xf32>
    %e = tensor.empty() : tensor<8x4xf32>
    %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0 : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.maximumf %in, %zero : f32 loc(fused<{op = "aten.first.default"}>["model.py":1:0])
      linalg.yield %a : f32 loc(fused<{op = "aten.first.default"}>["model.py":1:0])
    } -> tensor<8x4xf32> loc(fused<{op = "aten.first.default"}>["model.py":1:0])
    %v = tensor.collapse_shape %1 [[0, 1]] : tensor<8x4xf32> into tensor<32xf32>
    %w = tensor.expand_shape %v [[0, 1]] output_shape [8, 4] : tensor<32xf32> into tensor<8x4xf32>
    %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%w : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.maximumf %in, %zero : f32 loc(fused<{op = "aten.second.default"}>["model.py":2:0])
      linalg.yield %a : f32 loc(fused<{op = "aten.second.default"}>["model.py":2:0])
    } -> tensor<8x4xf32> loc(fused<{op = "aten.second.default"}>["model.py":2:0])
    %q = tensor.collapse_shape %2 [[0, 1]] : tensor<8x4xf32> into tensor<32xf32>
    %r = tensor.expand_shape %q [[0, 1]] output_shape [8, 4] : tensor<32xf32> into tensor<8x4xf32>
    %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%r : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.maximumf %in, %one : f32
      linalg.yield %a : f32
    } -> tensor<8x4xf32>
    %4 = tensor.collapse_shape %3 [[0, 1]] : tensor<8x4xf32> into tensor<32xf32>
    %5 = ep.from_builtin %4 : tensor<32xf32> -> !ep.tensor<[32], f32>
    ep.return %5 : !ep.tensor<[32], f32>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#left = affine_map<(d0, d1) -> (d0)>

// Along the same rows: the quotient goes with the sum. What the graph returns
// without a nest gets a kernel, too.
// CHECK-LABEL: ep.program @apart
// CHECK: exec.kernel @reduce_map_0
// CHECK: exec.kernel @pad_1
// CHECK: exec.kernel @fill_2() -> tensor<4xf32>
ep.program @apart {
  ep.graph @forward(%x: !ep.tensor<[8, 4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[8, 4], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[8, 5], f32> {ep.output = #ep.output<user_output "z">},
          !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "f">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[8, 4], f32> -> tensor<8x4xf32>
    %r = tensor.empty() : tensor<8xf32>
    %e = tensor.empty() : tensor<8x4xf32>
    %f = linalg.fill ins(%zero : f32) outs(%r : tensor<8xf32>) -> tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#id, #left], iterator_types = ["parallel", "reduction"]}
        ins(%0 : tensor<8x4xf32>) outs(%f : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.addf %out, %in : f32
      linalg.yield %a : f32
    } -> tensor<8xf32>
    %2 = linalg.generic {indexing_maps = [#id, #left, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0, %1 : tensor<8x4xf32>, tensor<8xf32>) outs(%e : tensor<8x4xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %a = arith.divf %in, %in1 : f32
      linalg.yield %a : f32
    } -> tensor<8x4xf32>
    %p = tensor.pad %2 low[0, 0] high[0, 1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f32
    } : tensor<8x4xf32> to tensor<8x5xf32>
    %e4 = tensor.empty() : tensor<4xf32>
    %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<4xf32>) -> tensor<4xf32>
    %3 = ep.from_builtin %2 : tensor<8x4xf32> -> !ep.tensor<[8, 4], f32>
    %4 = ep.from_builtin %p : tensor<8x5xf32> -> !ep.tensor<[8, 5], f32>
    %5 = ep.from_builtin %f4 : tensor<4xf32> -> !ep.tensor<[4], f32>
    ep.return %3, %4, %5 : !ep.tensor<[8, 4], f32>, !ep.tensor<[8, 5], f32>, !ep.tensor<[4], f32>
  }
}

// -----

// A tx op is a kernel of its own that yields all of its results.
// CHECK-LABEL: ep.program @sorted
// CHECK: exec.kernel @matrix_0(%{{.*}}: tensor<?x8xf32>, %{{.*}}: index) -> (tensor<?x8xi64>, tensor<?x32xf64>)
// CHECK: tx.matrix "order"
// CHECK: exec.kernel @map_1(
// CHECK: exec.dispatch @matrix_0
// CHECK: exec.dispatch @map_1
ep.program @sorted {
  ep.symbol @s0 range(1, 64)
  ep.graph @forward(%x: !ep.tensor<[s0, 8], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0, 8], i64> {ep.output = #ep.output<user_output "y">}) {
    %s = ep.size s0
    %0 = ep.to_builtin %x : !ep.tensor<[s0, 8], f32> -> tensor<?x8xf32>
    %i = tensor.empty(%s) : tensor<?x8xi64>
    %r = tensor.empty(%s) : tensor<?x32xf64>
    %1:2 = tx.matrix "order"(%0) into(%i, %r) : (tensor<?x8xf32>, tensor<?x8xi64>, tensor<?x32xf64>) -> (tensor<?x8xi64>, tensor<?x32xf64>)
    %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]} ins(%1#0 : tensor<?x8xi64>) outs(%i : tensor<?x8xi64>) {
    ^bb0(%in: i64, %out: i64):
      %n = arith.addi %in, %in : i64
      linalg.yield %n : i64
    } -> tensor<?x8xi64>
    %3 = ep.from_builtin %2 : tensor<?x8xi64> -> !ep.tensor<[s0, 8], i64>
    ep.return %3 : !ep.tensor<[s0, 8], i64>
  }
}

// -----

// A result whose signature says less of its sizes than the kernel knows is a
// view of the same buffer, not a copy.
// CHECK-LABEL: ep.program @cast
// CHECK: exec.kernel @map_0(%{{.*}}) -> tensor<3x?xf32>
// CHECK-NOT: exec.kernel
// CHECK: %[[Y:.*]] = exec.dispatch @map_0
// CHECK-NEXT: tensor.cast %[[Y]] : tensor<3x?xf32> to tensor<?x?xf32>
ep.program @cast {
  ep.symbol @s0 range(3, 3)
  ep.symbol @s1 range(1, 64)
  ep.graph @forward(%x: !ep.tensor<[3, s1], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0, s1], f32> {ep.output = #ep.output<user_output "y">}) {
    %s = ep.size s1
    %0 = ep.to_builtin %x : !ep.tensor<[3, s1], f32> -> tensor<3x?xf32>
    %e = tensor.empty(%s) : tensor<3x?xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<3x?xf32>) outs(%e : tensor<3x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %n = arith.negf %in : f32
      linalg.yield %n : f32
    } -> tensor<3x?xf32>
    %2 = tensor.cast %1 : tensor<3x?xf32> to tensor<?x?xf32>
    %3 = ep.from_builtin %2 : tensor<?x?xf32> -> !ep.tensor<[s0, s1], f32>
    ep.return %3 : !ep.tensor<[s0, s1], f32>
  }
}
