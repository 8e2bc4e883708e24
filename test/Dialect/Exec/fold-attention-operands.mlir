// RUN: kiln-opt %s --kiln-exec-fold-attention-operands --mlir-print-local-scope --split-input-file | FileCheck %s

#order = {indexing_maps = [affine_map<(b, h, i, d) -> (b, i, h, d)>, affine_map<(b, h, i, d) -> (b, h, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}

// Queries, keys and values of one product: slices of it, of which the queries
// are scaled and put in another order.
// CHECK-LABEL: ep.graph @parts
// CHECK: %[[QKV:.*]] = ep.to_builtin
// CHECK: %[[PARTS:.*]] = tensor.expand_shape %[[QKV]] {{\[\[}}0], [1], [2, 3, 4]] output_shape [2, %{{.*}}, 3, 4, 8]
// CHECK-NOT: tensor.expand_shape
// CHECK-NOT: linalg.generic
// CHECK: tx.attention %[[PARTS]], %[[PARTS]], %[[PARTS]] into
// CHECK-SAME: (d0, d1, 0, d2, d5)>
// CHECK-SAME: (d0, d4, 1, d2, d5)>
// CHECK-SAME: (d0, d4, 2, d2, d3)>
// CHECK-NEXT: ^bb0(%[[SCORE:.*]]: f32, %[[B:[^:]*]]: index
// CHECK: %[[HALF:.*]] = arith.constant 5.0{{.*}}e-01 : f32
// CHECK-NEXT: %[[SCALED:.*]] = arith.mulf %[[SCORE]], %[[HALF]] : f32
// CHECK-NEXT: tx.yield %[[SCALED]]
ep.program @forward {
  ep.symbol @s0 range(2, 64)
  ep.graph @parts(%x: !ep.tensor<[2, s0, 96], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[2, s0, 4, 8], f32> {ep.output = #ep.output<user_output "y">}) {
    %n = ep.size s0
    %half = arith.constant 0.5 : f32
    %qkv = ep.to_builtin %x : !ep.tensor<[2, s0, 96], f32> -> tensor<2x?x96xf32>
    %qs = tensor.extract_slice %qkv[0, 0, 0] [2, %n, 32] [1, 1, 1] : tensor<2x?x96xf32> to tensor<2x?x32xf32>
    %ks = tensor.extract_slice %qkv[0, 0, 32] [2, %n, 32] [1, 1, 1] : tensor<2x?x96xf32> to tensor<2x?x32xf32>
    %vs = tensor.extract_slice %qkv[0, 0, 64] [2, %n, 32] [1, 1, 1] : tensor<2x?x96xf32> to tensor<2x?x32xf32>
    %q = tensor.expand_shape %qs [[0], [1], [2, 3]] output_shape [2, %n, 4, 8] : tensor<2x?x32xf32> into tensor<2x?x4x8xf32>
    %k = tensor.expand_shape %ks [[0], [1], [2, 3]] output_shape [2, %n, 4, 8] : tensor<2x?x32xf32> into tensor<2x?x4x8xf32>
    %v = tensor.expand_shape %vs [[0], [1], [2, 3]] output_shape [2, %n, 4, 8] : tensor<2x?x32xf32> into tensor<2x?x4x8xf32>
    %e = tensor.empty(%n) : tensor<2x4x?x8xf32>
    %s = linalg.generic #order ins(%q : tensor<2x?x4x8xf32>) outs(%e : tensor<2x4x?x8xf32>) {
    ^bb0(%a: f32, %o: f32):
      %m = arith.mulf %a, %half : f32
      linalg.yield %m : f32
    } -> tensor<2x4x?x8xf32>
    %init = tensor.empty(%n) : tensor<2x?x4x8xf32>
    %0 = tx.attention %s, %k, %v into %init maps = [affine_map<(b, i, h, n, j, d) -> (b, h, i, d)>, affine_map<(b, i, h, n, j, d) -> (b, j, h, d)>, affine_map<(b, i, h, n, j, d) -> (b, j, h, n)>] {
    ^bb0(%score: f32, %b: index, %i: index, %h: index, %j: index):
      tx.yield %score : f32
    } : (tensor<2x4x?x8xf32>, tensor<2x?x4x8xf32>, tensor<2x?x4x8xf32>, tensor<2x?x4x8xf32>) -> tensor<2x?x4x8xf32>
    %y = ep.from_builtin %0 : tensor<2x?x4x8xf32> -> !ep.tensor<[2, s0, 4, 8], f32>
    ep.return %y : !ep.tensor<[2, s0, 4, 8], f32>
  }
}

// -----

#order = {indexing_maps = [affine_map<(d, j) -> (j, d)>, affine_map<(d, j) -> (d, j)>], iterator_types = ["parallel", "parallel"]}
#permute = {indexing_maps = [affine_map<(p, h, i, d) -> (i, p, h, d)>, affine_map<(p, h, i, d) -> (p, h, i, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}

// Keys that are widened in another order before they are heads, and a part of
// what is permuted whole.
// CHECK-LABEL: ep.graph @widened
// CHECK: %[[V:.*]] = ep.to_builtin {{.*}} -> tensor<70x3x4x8xf32>
// CHECK: %[[K:.*]] = ep.to_builtin {{.*}} -> tensor<70x32xbf16>
// CHECK: %[[HEADS:.*]] = tensor.expand_shape %[[K]] {{\[\[}}0], [1, 2]] output_shape [70, 4, 8]
// CHECK-NOT: linalg.generic
// CHECK: tx.attention %{{.*}}, %[[HEADS]], %[[V]] into
// CHECK-SAME: (d0, d1, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d3, d0, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d3, 1, d0, d2)>
ep.program @forward {
  ep.graph @widened(%qs: !ep.tensor<[4, 70, 8], f32> {ep.input = #ep.input<user_input "q">},
      %ks: !ep.tensor<[70, 32], bf16> {ep.input = #ep.input<user_input "k">},
      %vs: !ep.tensor<[70, 3, 4, 8], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[4, 70, 8], f32> {ep.output = #ep.output<user_output "y">}) {
    %q = ep.to_builtin %qs : !ep.tensor<[4, 70, 8], f32> -> tensor<4x70x8xf32>
    %v3 = ep.to_builtin %vs : !ep.tensor<[70, 3, 4, 8], f32> -> tensor<70x3x4x8xf32>
    %k0 = ep.to_builtin %ks : !ep.tensor<[70, 32], bf16> -> tensor<70x32xbf16>
    %ek = tensor.empty() : tensor<32x70xf32>
    %k1 = linalg.generic #order ins(%k0 : tensor<70x32xbf16>) outs(%ek : tensor<32x70xf32>) {
    ^bb0(%a: bf16, %o: f32):
      %m = arith.extf %a : bf16 to f32
      linalg.yield %m : f32
    } -> tensor<32x70xf32>
    %k = tensor.expand_shape %k1 [[0, 1], [2]] output_shape [4, 8, 70] : tensor<32x70xf32> into tensor<4x8x70xf32>
    %ev = tensor.empty() : tensor<3x4x70x8xf32>
    %v2 = linalg.generic #permute ins(%v3 : tensor<70x3x4x8xf32>) outs(%ev : tensor<3x4x70x8xf32>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    } -> tensor<3x4x70x8xf32>
    %v1 = tensor.extract_slice %v2[1, 0, 0, 0] [1, 4, 70, 8] [1, 1, 1, 1] : tensor<3x4x70x8xf32> to tensor<1x4x70x8xf32>
    %v = tensor.collapse_shape %v1 [[0, 1], [2], [3]] : tensor<1x4x70x8xf32> into tensor<4x70x8xf32>
    %init = tensor.empty() : tensor<4x70x8xf32>
    %0 = tx.attention %q, %k, %v into %init maps = [affine_map<(h, i, n, j, d) -> (h, i, d)>, affine_map<(h, i, n, j, d) -> (h, d, j)>, affine_map<(h, i, n, j, d) -> (h, j, n)>] {
    ^bb0(%score: f32, %h: index, %i: index, %j: index):
      tx.yield %score : f32
    } : (tensor<4x70x8xf32>, tensor<4x8x70xf32>, tensor<4x70x8xf32>, tensor<4x70x8xf32>) -> tensor<4x70x8xf32>
    %y = ep.from_builtin %0 : tensor<4x70x8xf32> -> !ep.tensor<[4, 70, 8], f32>
    ep.return %y : !ep.tensor<[4, 70, 8], f32>
  }
}

// -----

#same = {indexing_maps = [affine_map<(i, d) -> (i, d)>, affine_map<(i, d) -> (i, d)>], iterator_types = ["parallel", "parallel"]}
#swap = {indexing_maps = [affine_map<(i, d) -> (d, i)>, affine_map<(i, d) -> (i, d)>], iterator_types = ["parallel", "parallel"]}

// A slice that is none of several equal ones; keys whose elements would be far
// apart; values that are scaled, which are no scores.
// CHECK-LABEL: ep.graph @refused
// CHECK: %[[Q:.*]] = tensor.extract_slice
// CHECK: %[[K:.*]] = linalg.generic
// CHECK: %[[V:.*]] = linalg.generic
// CHECK: tx.attention %[[Q]], %[[K]], %[[V]] into
ep.program @forward {
  ep.graph @refused(%qs: !ep.tensor<[70, 20], f32> {ep.input = #ep.input<user_input "q">},
      %ks: !ep.tensor<[8, 70], f32> {ep.input = #ep.input<user_input "k">},
      %vs: !ep.tensor<[70, 8], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[70, 8], f32> {ep.output = #ep.output<user_output "y">}) {
    %half = arith.constant 0.5 : f32
    %q1 = ep.to_builtin %qs : !ep.tensor<[70, 20], f32> -> tensor<70x20xf32>
    %k1 = ep.to_builtin %ks : !ep.tensor<[8, 70], f32> -> tensor<8x70xf32>
    %v1 = ep.to_builtin %vs : !ep.tensor<[70, 8], f32> -> tensor<70x8xf32>
    %q = tensor.extract_slice %q1[0, 4] [70, 8] [1, 1] : tensor<70x20xf32> to tensor<70x8xf32>
    %e = tensor.empty() : tensor<70x8xf32>
    %k = linalg.generic #swap ins(%k1 : tensor<8x70xf32>) outs(%e : tensor<70x8xf32>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    } -> tensor<70x8xf32>
    %v = linalg.generic #same ins(%v1 : tensor<70x8xf32>) outs(%e : tensor<70x8xf32>) {
    ^bb0(%a: f32, %o: f32):
      %m = arith.mulf %a, %half : f32
      linalg.yield %m : f32
    } -> tensor<70x8xf32>
    %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
    ^bb0(%score: f32, %i: index, %j: index):
      tx.yield %score : f32
    } : (tensor<70x8xf32>, tensor<70x8xf32>, tensor<70x8xf32>, tensor<70x8xf32>) -> tensor<70x8xf32>
    %y = ep.from_builtin %0 : tensor<70x8xf32> -> !ep.tensor<[70, 8], f32>
    ep.return %y : !ep.tensor<[70, 8], f32>
  }
}

// -----

// Keys and queries of one element are still read along the depth.
// CHECK-LABEL: ep.graph @single
// CHECK: %[[PARTS:.*]] = tensor.expand_shape {{.*}} {{\[\[}}0], [1, 2]] output_shape [70, 2, 1]
// CHECK: tx.attention %[[PARTS]], %[[PARTS]], %{{.*}} into
// CHECK-SAME: (d0, 0, d3)>
// CHECK-SAME: (d2, 1, d3)>
ep.program @forward {
  ep.graph @single(%x: !ep.tensor<[70, 2], f32> {ep.input = #ep.input<user_input "x">},
      %vs: !ep.tensor<[70, 8], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[70, 8], f32> {ep.output = #ep.output<user_output "y">}) {
    %qk = ep.to_builtin %x : !ep.tensor<[70, 2], f32> -> tensor<70x2xf32>
    %v = ep.to_builtin %vs : !ep.tensor<[70, 8], f32> -> tensor<70x8xf32>
    %q = tensor.extract_slice %qk[0, 0] [70, 1] [1, 1] : tensor<70x2xf32> to tensor<70x1xf32>
    %k = tensor.extract_slice %qk[0, 1] [70, 1] [1, 1] : tensor<70x2xf32> to tensor<70x1xf32>
    %e = tensor.empty() : tensor<70x8xf32>
    %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
    ^bb0(%score: f32, %i: index, %j: index):
      tx.yield %score : f32
    } : (tensor<70x1xf32>, tensor<70x1xf32>, tensor<70x8xf32>, tensor<70x8xf32>) -> tensor<70x8xf32>
    %y = ep.from_builtin %0 : tensor<70x8xf32> -> !ep.tensor<[70, 8], f32>
    ep.return %y : !ep.tensor<[70, 8], f32>
  }
}

// -----

#repeat = {indexing_maps = [affine_map<(b, h, r, j, d) -> (h, j, d)>, affine_map<(b, h, r, j, d) -> (b, h, r, j, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}

// Heads that share keys and values are rows: nothing is repeated. A place along the heads is one of all of them.
// CHECK-LABEL: ep.graph @shared
// CHECK-DAG: %[[Q:.*]] = ep.to_builtin {{.*}} -> tensor<1x4x?x8xf32>
// CHECK-DAG: %[[K:.*]] = ep.to_builtin {{.*}} -> tensor<2x?x8xf32>
// CHECK-NOT: linalg.generic
// CHECK: %[[HEADS:.*]] = tensor.expand_shape %[[Q]] {{\[\[}}0], [1, 2], [3], [4]] output_shape [1, 2, 2, %{{.*}}, 8]
// CHECK: tensor.expand_shape {{.*}} output_shape [2, 2]
// CHECK: %[[Y:.*]] = tx.attention %[[HEADS]], %[[K]], %[[K]] with %{{.*}} into %{{.*}} maps =
// CHECK-SAME: (d0, d1, d2, d3, d6)>, {{.*}}(d1, d5, d6)>, {{.*}}(d1, d5, d4)>, {{.*}}(d1, d2)>
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{[^:]*}}: index, %[[H:[^:]*]]: index, %[[R:[^:]*]]: index,
// CHECK: %[[FIRST:.*]] = arith.muli %[[H]], %c2
// CHECK-NEXT: %[[HEAD:.*]] = arith.addi %[[FIRST]], %[[R]] : index
// CHECK: arith.cmpi eq, %[[HEAD]],
// CHECK: tensor.collapse_shape %[[Y]] {{\[\[}}0], [1, 2], [3], [4]] : tensor<1x2x2x?x8xf32> into tensor<1x4x?x8xf32>
ep.program @forward {
  ep.symbol @s0 range(2, 64)
  ep.graph @shared(%x: !ep.tensor<[1, 4, s0, 8], f32> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[2, s0, 8], f32> {ep.input = #ep.input<user_input "w">},
      %u: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "u">})
      -> (!ep.tensor<[1, 4, s0, 8], f32> {ep.output = #ep.output<user_output "y">}) {
    %n = ep.size s0
    %q = ep.to_builtin %x : !ep.tensor<[1, 4, s0, 8], f32> -> tensor<1x4x?x8xf32>
    %k = ep.to_builtin %w : !ep.tensor<[2, s0, 8], f32> -> tensor<2x?x8xf32>
    %bias = ep.to_builtin %u : !ep.tensor<[4], f32> -> tensor<4xf32>
    %e = tensor.empty(%n) : tensor<1x2x2x?x8xf32>
    %r = linalg.generic #repeat ins(%k : tensor<2x?x8xf32>) outs(%e : tensor<1x2x2x?x8xf32>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    } -> tensor<1x2x2x?x8xf32>
    %ks = tensor.collapse_shape %r [[0], [1, 2], [3], [4]] : tensor<1x2x2x?x8xf32> into tensor<1x4x?x8xf32>
    %vs = tensor.collapse_shape %r [[0], [1, 2], [3], [4]] : tensor<1x2x2x?x8xf32> into tensor<1x4x?x8xf32>
    %init = tensor.empty(%n) : tensor<1x4x?x8xf32>
    %0 = tx.attention %q, %ks, %vs with %bias into %init maps = [affine_map<(b, h, i, n, j, d) -> (b, h, i, d)>, affine_map<(b, h, i, n, j, d) -> (b, h, j, d)>, affine_map<(b, h, i, n, j, d) -> (b, h, j, n)>, affine_map<(b, h, i, n, j, d) -> (h)>] {
    ^bb0(%score: f32, %u0: f32, %b: index, %h: index, %i: index, %j: index):
      %c3 = arith.constant 3 : index
      %isLast = arith.cmpi eq, %h, %c3 : index
      %s = arith.select %isLast, %u0, %score : f32
      tx.yield %s : f32
    } : (tensor<1x4x?x8xf32>, tensor<1x4x?x8xf32>, tensor<1x4x?x8xf32>, tensor<4xf32>, tensor<1x4x?x8xf32>) -> tensor<1x4x?x8xf32>
    %y = ep.from_builtin %0 : tensor<1x4x?x8xf32> -> !ep.tensor<[1, 4, s0, 8], f32>
    ep.return %y : !ep.tensor<[1, 4, s0, 8], f32>
  }
}

// -----

#repeat = {indexing_maps = [affine_map<(b, h, r, j, d) -> (h, j, d)>, affine_map<(b, h, r, j, d) -> (b, h, r, j, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}

// Keys that differ from head to head are no shared ones.
// CHECK-LABEL: ep.graph @apart
// CHECK: linalg.generic
// CHECK: tx.attention {{.*}} maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>
ep.program @forward {
  ep.symbol @s0 range(2, 64)
  ep.graph @apart(%x: !ep.tensor<[1, 4, s0, 8], f32> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[2, s0, 8], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[1, 4, s0, 8], f32> {ep.output = #ep.output<user_output "y">}) {
    %n = ep.size s0
    %q = ep.to_builtin %x : !ep.tensor<[1, 4, s0, 8], f32> -> tensor<1x4x?x8xf32>
    %k = ep.to_builtin %w : !ep.tensor<[2, s0, 8], f32> -> tensor<2x?x8xf32>
    %e = tensor.empty(%n) : tensor<1x2x2x?x8xf32>
    %r = linalg.generic #repeat ins(%k : tensor<2x?x8xf32>) outs(%e : tensor<1x2x2x?x8xf32>) {
    ^bb0(%a: f32, %o: f32):
      %p = linalg.index 2 : index
      %i = arith.index_cast %p : index to i32
      %f = arith.sitofp %i : i32 to f32
      %s = arith.addf %a, %f : f32
      linalg.yield %s : f32
    } -> tensor<1x2x2x?x8xf32>
    %ks = tensor.collapse_shape %r [[0], [1, 2], [3], [4]] : tensor<1x2x2x?x8xf32> into tensor<1x4x?x8xf32>
    %init = tensor.empty(%n) : tensor<1x4x?x8xf32>
    %0 = tx.attention %q, %ks, %ks into %init maps = [affine_map<(b, h, i, n, j, d) -> (b, h, i, d)>, affine_map<(b, h, i, n, j, d) -> (b, h, j, d)>, affine_map<(b, h, i, n, j, d) -> (b, h, j, n)>] {
    ^bb0(%score: f32, %b: index, %h: index, %i: index, %j: index):
      tx.yield %score : f32
    } : (tensor<1x4x?x8xf32>, tensor<1x4x?x8xf32>, tensor<1x4x?x8xf32>, tensor<1x4x?x8xf32>) -> tensor<1x4x?x8xf32>
    %y = ep.from_builtin %0 : tensor<1x4x?x8xf32> -> !ep.tensor<[1, 4, s0, 8], f32>
    ep.return %y : !ep.tensor<[1, 4, s0, 8], f32>
  }
}

// -----

// Keys behind others, and values behind others, are concatenations that the
// attention's kernel reads, in the dimensions that it has.
// CHECK-LABEL: ep.graph @behind
// CHECK: %[[A:.+]] = tensor.collapse_shape %{{.+}} {{\[\[}}0, 1], [2], [3]]
// CHECK: %[[B:.+]] = tensor.collapse_shape %{{.+}} {{\[\[}}0, 1], [2], [3]]
// CHECK: %[[K:.+]] = tensor.concat dim(1) %[[A]], %[[B]] : (tensor<4x?x8xf32>, tensor<4x?x8xf32>) -> tensor<4x?x8xf32>
// CHECK: tx.attention %{{.+}}, %[[K]], %{{.+}} into
ep.program @forward {
  ep.symbol @s0 range(2, 64)
  ep.symbol @s1 range(2, 64)
  ep.graph @behind(%x: !ep.tensor<[4, s0, 8], f32> {ep.input = #ep.input<user_input "x">},
      %p: !ep.tensor<[1, 4, s1, 8], f32> {ep.input = #ep.input<user_input "p">},
      %w: !ep.tensor<[1, 4, s0, 8], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[4, s0, 8], f32> {ep.output = #ep.output<user_output "y">}) {
    %n = ep.size s0
    %q = ep.to_builtin %x : !ep.tensor<[4, s0, 8], f32> -> tensor<4x?x8xf32>
    %past = ep.to_builtin %p : !ep.tensor<[1, 4, s1, 8], f32> -> tensor<1x4x?x8xf32>
    %new = ep.to_builtin %w : !ep.tensor<[1, 4, s0, 8], f32> -> tensor<1x4x?x8xf32>
    %k = tensor.concat dim(2) %past, %new : (tensor<1x4x?x8xf32>, tensor<1x4x?x8xf32>) -> tensor<1x4x?x8xf32>
    %v = tensor.concat dim(2) %new, %past : (tensor<1x4x?x8xf32>, tensor<1x4x?x8xf32>) -> tensor<1x4x?x8xf32>
    %ks = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<1x4x?x8xf32> into tensor<4x?x8xf32>
    %vs = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<1x4x?x8xf32> into tensor<4x?x8xf32>
    %init = tensor.empty(%n) : tensor<4x?x8xf32>
    %0 = tx.attention %q, %ks, %vs into %init maps = [affine_map<(h, i, n, j, d) -> (h, i, d)>, affine_map<(h, i, n, j, d) -> (h, j, d)>, affine_map<(h, i, n, j, d) -> (h, j, n)>] {
    ^bb0(%score: f32, %h: index, %i: index, %j: index):
      tx.yield %score : f32
    } : (tensor<4x?x8xf32>, tensor<4x?x8xf32>, tensor<4x?x8xf32>, tensor<4x?x8xf32>) -> tensor<4x?x8xf32>
    %y = ep.from_builtin %0 : tensor<4x?x8xf32> -> !ep.tensor<[4, s0, 8], f32>
    ep.return %y : !ep.tensor<[4, s0, 8], f32>
  }
}

// -----

// What the program returns is made anyway; and heads that are joined are no
// heads that lie behind each other.
// CHECK-LABEL: ep.graph @returned
// CHECK: %[[K:.+]] = tensor.concat dim(2)
// CHECK: %[[V:.+]] = tensor.concat dim(1)
// CHECK: %[[KS:.+]] = tensor.collapse_shape %[[K]]
// CHECK: %[[VS:.+]] = tensor.collapse_shape %[[V]]
// CHECK: tx.attention %{{.+}}, %[[KS]], %[[VS]] into
ep.program @forward {
  ep.symbol @s0 range(2, 64)
  ep.symbol @s1 range(2, 64)
  ep.graph @returned(%x: !ep.tensor<[4, s0, 8], f32> {ep.input = #ep.input<user_input "x">},
      %p: !ep.tensor<[1, 4, s0, 8], f32> {ep.input = #ep.input<user_input "p">},
      %w: !ep.tensor<[2, 2, 2*s0, 8], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[4, s0, 8], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[1, 4, 2*s0, 8], f32> {ep.output = #ep.output<user_output "cache">}) {
    %n = ep.size s0
    %q = ep.to_builtin %x : !ep.tensor<[4, s0, 8], f32> -> tensor<4x?x8xf32>
    %past = ep.to_builtin %p : !ep.tensor<[1, 4, s0, 8], f32> -> tensor<1x4x?x8xf32>
    %u = ep.to_builtin %w : !ep.tensor<[2, 2, 2*s0, 8], f32> -> tensor<2x2x?x8xf32>
    %u0 = tensor.extract_slice %u[0, 0, 0, 0] [2, 1, %n, 8] [1, 1, 1, 1] : tensor<2x2x?x8xf32> to tensor<2x1x?x8xf32>
    %k = tensor.concat dim(2) %past, %past : (tensor<1x4x?x8xf32>, tensor<1x4x?x8xf32>) -> tensor<1x4x?x8xf32>
    %v = tensor.concat dim(1) %u0, %u0 : (tensor<2x1x?x8xf32>, tensor<2x1x?x8xf32>) -> tensor<2x2x?x8xf32>
    %ks = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<1x4x?x8xf32> into tensor<4x?x8xf32>
    %vs = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x2x?x8xf32> into tensor<4x?x8xf32>
    %init = tensor.empty(%n) : tensor<4x?x8xf32>
    %0 = tx.attention %q, %ks, %vs into %init maps = [affine_map<(h, i, n, j, d) -> (h, i, d)>, affine_map<(h, i, n, j, d) -> (h, j, d)>, affine_map<(h, i, n, j, d) -> (h, j, n)>] {
    ^bb0(%score: f32, %h: index, %i: index, %j: index):
      tx.yield %score : f32
    } : (tensor<4x?x8xf32>, tensor<4x?x8xf32>, tensor<4x?x8xf32>, tensor<4x?x8xf32>) -> tensor<4x?x8xf32>
    %y = ep.from_builtin %0 : tensor<4x?x8xf32> -> !ep.tensor<[4, s0, 8], f32>
    %c = ep.from_builtin %k : tensor<1x4x?x8xf32> -> !ep.tensor<[1, 4, 2*s0, 8], f32>
    ep.return %y, %c : !ep.tensor<[4, s0, 8], f32>, !ep.tensor<[1, 4, 2*s0, 8], f32>
  }
}
