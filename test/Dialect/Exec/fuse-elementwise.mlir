// RUN: kiln-opt %s --kiln-exec-fuse-elementwise --split-input-file | FileCheck %s
// RUN: kiln-opt %s --pass-pipeline='builtin.module(kiln-exec-make-variants{targets=cuda:sm_90},exec.variant(ep.program(kiln-exec-fuse-elementwise,kiln-exec-form-kernels)))' --split-input-file --remark-format=emitRemark --remarks-filter=kiln-fusion --verify-diagnostics -o /dev/null

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#left = affine_map<(d0, d1) -> (d0)>

// A chain becomes one op, through a broadcast.
// CHECK-LABEL: ep.program @chain
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.maximumf
// CHECK-NEXT: linalg.yield
// CHECK-NOT: linalg.generic
ep.program @chain {
  ep.symbol @s0 range(1, 64)
  ep.graph @forward(%x: !ep.tensor<[s0, 64], f32> {ep.input = #ep.input<user_input "x">},
                    %b: !ep.tensor<[64], f32> {ep.input = #ep.input<user_input "b">})
      -> (!ep.tensor<[s0, 64], f32> {ep.output = #ep.output<user_output "y">}) {
    %s = ep.size s0
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[s0, 64], f32> -> tensor<?x64xf32>
    %1 = ep.to_builtin %b : !ep.tensor<[64], f32> -> tensor<64xf32>
    %e = tensor.empty(%s) : tensor<?x64xf32>
    %2 = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%1 : tensor<64xf32>) outs(%e : tensor<?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x64xf32>
    %3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0, %2 : tensor<?x64xf32>, tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %a = arith.addf %in, %in1 : f32
      linalg.yield %a : f32
    } -> tensor<?x64xf32>
    %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%3 : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.maximumf %in, %zero : f32
      linalg.yield %a : f32
    } -> tensor<?x64xf32>
    %5 = ep.from_builtin %4 : tensor<?x64xf32> -> !ep.tensor<[s0, 64], f32>
    ep.return %5 : !ep.tensor<[s0, 64], f32>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#left = affine_map<(d0, d1) -> (d0)>

// The last steps of a softmax: the sum and the quotient both want exp(x).
// CHECK-LABEL: ep.program @softmax
// CHECK: math.exp
// CHECK-NOT: math.exp
ep.program @softmax {
  ep.graph @forward(%x: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[8, 64], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
    %e = tensor.empty() : tensor<8x64xf32>
    %r = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0 : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = math.exp %in : f32
      linalg.yield %a : f32
    } -> tensor<8x64xf32>
    %f = linalg.fill ins(%zero : f32) outs(%r : tensor<8xf32>) -> tensor<8xf32>
    // expected-remark @below {{[Missed] refused | Category:kiln-fusion | Remark="operand 0 is not fused: an expensive producer has other consumers}}
    %2 = linalg.generic {indexing_maps = [#id, #left], iterator_types = ["parallel", "reduction"]}
        ins(%1 : tensor<8x64xf32>) outs(%f : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.addf %in, %out : f32
      linalg.yield %a : f32
    } -> tensor<8xf32>
    // expected-remark @below {{operand 0 is not fused: an expensive producer has other consumers; a result is wanted before the other is computed}}
    // expected-remark @below {{operand 1 is not fused: each element is computed on its own, without its row}}
    %3 = linalg.generic {indexing_maps = [#id, #left, #id], iterator_types = ["parallel", "parallel"]}
        ins(%1, %2 : tensor<8x64xf32>, tensor<8xf32>) outs(%e : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %a = arith.divf %in, %in1 : f32
      linalg.yield %a : f32
    } -> tensor<8x64xf32>
    %5 = ep.from_builtin %3 : tensor<8x64xf32> -> !ep.tensor<[8, 64], f32>
    ep.return %5 : !ep.tensor<[8, 64], f32>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>

// A contraction reads its operands again and again: the transposition goes into
// it, the activation does not.
// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[BT:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-LABEL: ep.program @contraction
// CHECK: arith.maximumf
// CHECK: linalg.generic {indexing_maps = [#[[A]], #[[BT]],
ep.program @contraction {
  ep.graph @forward(%x: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[10, 64], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[8, 10], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[8, 64], f32> {ep.output = #ep.output<user_output "z">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[10, 64], f32> -> tensor<10x64xf32>
    %e = tensor.empty() : tensor<8x64xf32>
    %et = tensor.empty() : tensor<64x10xf32>
    %er = tensor.empty() : tensor<8x10xf32>
    %2 = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
        ins(%1 : tensor<10x64xf32>) outs(%et : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0 : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.maximumf %in, %zero : f32
      linalg.yield %a : f32
    } -> tensor<8x64xf32>
    %f = linalg.fill ins(%zero : f32) outs(%er : tensor<8x10xf32>) -> tensor<8x10xf32>
    // expected-remark @below {{operand 0 is not fused: the reduction reads an element more than once}}
    %4 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%3, %2 : tensor<8x64xf32>, tensor<64x10xf32>) outs(%f : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %m = arith.mulf %in, %in1 : f32
      %s = arith.addf %out, %m : f32
      linalg.yield %s : f32
    } -> tensor<8x10xf32>
    // expected-remark @below {{operand 0 is not fused: the producer is stored for another consumer anyway; a result is wanted before the other is computed}}
    %6 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%3 : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.negf %in : f32
      linalg.yield %a : f32
    } -> tensor<8x64xf32>
    %5 = ep.from_builtin %4 : tensor<8x10xf32> -> !ep.tensor<[8, 10], f32>
    %7 = ep.from_builtin %6 : tensor<8x64xf32> -> !ep.tensor<[8, 64], f32>
    ep.return %5, %7 : !ep.tensor<[8, 10], f32>, !ep.tensor<[8, 64], f32>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>

// Numbers that products read again and again are rounded once.
// CHECK-LABEL: ep.program @rounded
// CHECK: arith.truncf
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK-NOT: arith.truncf
ep.program @rounded {
  ep.graph @forward(%x: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[10, 64], bf16> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[8, 10], f32> {ep.output = #ep.output<user_output "y">}) {
    %zero = arith.constant 0.0 : f32
    %0 = ep.to_builtin %x : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
    %1 = ep.to_builtin %w : !ep.tensor<[10, 64], bf16> -> tensor<10x64xbf16>
    %e = tensor.empty() : tensor<8x64xbf16>
    %er = tensor.empty() : tensor<8x10xf32>
    %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0 : tensor<8x64xf32>) outs(%e : tensor<8x64xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %r = arith.truncf %in : f32 to bf16
      linalg.yield %r : bf16
    } -> tensor<8x64xbf16>
    %f = linalg.fill ins(%zero : f32) outs(%er : tensor<8x10xf32>) -> tensor<8x10xf32>
    // expected-remark @below {{operand 0 is not fused: the reduction reads an element more than once}}
    %3 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%2, %1 : tensor<8x64xbf16>, tensor<10x64xbf16>) outs(%f : tensor<8x10xf32>) {
    ^bb0(%in: bf16, %in1: bf16, %out: f32):
      %p = arith.extf %in : bf16 to f32
      %q = arith.extf %in1 : bf16 to f32
      %m = arith.mulf %p, %q : f32
      %s = arith.addf %out, %m : f32
      linalg.yield %s : f32
    } -> tensor<8x10xf32>
    %4 = ep.from_builtin %3 : tensor<8x10xf32> -> !ep.tensor<[8, 10], f32>
    ep.return %4 : !ep.tensor<[8, 10], f32>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#left = affine_map<(d0, d1) -> (d0)>

// Cheap and expensive producers under a broadcast, and a producer that is
// stored anyway.
// CHECK-LABEL: ep.program @broadcast
ep.program @broadcast {
  ep.graph @forward(%v: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "v">},
                    %x: !ep.tensor<[8, 64], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[8, 64], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[8, 64], f32> {ep.output = #ep.output<user_output "z">}) {
    %0 = ep.to_builtin %v : !ep.tensor<[8], f32> -> tensor<8xf32>
    %1 = ep.to_builtin %x : !ep.tensor<[8, 64], f32> -> tensor<8x64xf32>
    %e = tensor.empty() : tensor<8x64xf32>
    %r = tensor.empty() : tensor<8xf32>
    // CHECK: math.rsqrt
    %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%0 : tensor<8xf32>) outs(%r : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = math.rsqrt %in : f32
      linalg.yield %a : f32
    } -> tensor<8xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%0 : tensor<8xf32>) outs(%r : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.negf %in : f32
      linalg.yield %a : f32
    } -> tensor<8xf32>
    // CHECK: linalg.generic
    // CHECK: arith.negf
    // CHECK: arith.mulf
    // CHECK: linalg.yield
    // expected-remark @below {{is not fused: an expensive producer would be computed along the loops that do not index it}}
    %4 = linalg.generic {indexing_maps = [#id, #left, #left, #id], iterator_types = ["parallel", "parallel"]}
        ins(%1, %2, %3 : tensor<8x64xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in1: f32, %in2: f32, %out: f32):
      %a = arith.mulf %in, %in1 : f32
      %b = arith.addf %a, %in2 : f32
      linalg.yield %b : f32
    } -> tensor<8x64xf32>
    // CHECK: linalg.generic
    %5 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%4 : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.negf %in : f32
      linalg.yield %a : f32
    } -> tensor<8x64xf32>
    %6 = ep.from_builtin %4 : tensor<8x64xf32> -> !ep.tensor<[8, 64], f32>
    %7 = ep.from_builtin %5 : tensor<8x64xf32> -> !ep.tensor<[8, 64], f32>
    ep.return %6, %7 : !ep.tensor<[8, 64], f32>, !ep.tensor<[8, 64], f32>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: ep.program @crooked
// CHECK-COUNT-2: linalg.generic
ep.program @crooked {
  ep.graph @forward(%v: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[1, 8], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = ep.to_builtin %v : !ep.tensor<[8], f32> -> tensor<8xf32>
    %e = tensor.empty() : tensor<8x1xf32>
    %g = tensor.empty() : tensor<1x8xf32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0, 0)>], iterator_types = ["parallel"]}
        ins(%0 : tensor<8xf32>) outs(%e : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.negf %in : f32
      linalg.yield %a : f32
    } -> tensor<8x1xf32>
    // expected-remark @below {{operand 0 is not fused: the loops of producer and consumer do not line up; they do not go through the same elements}}
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #id], iterator_types = ["parallel", "parallel"]}
        ins(%1 : tensor<8x1xf32>) outs(%g : tensor<1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = math.absf %in : f32
      linalg.yield %a : f32
    } -> tensor<1x8xf32>
    %3 = ep.from_builtin %2 : tensor<1x8xf32> -> !ep.tensor<[1, 8], f32>
    ep.return %3 : !ep.tensor<[1, 8], f32>
  }
}

// -----

// A loop is expensive: it is not computed for each of two consumers.
// CHECK-LABEL: ep.program @loop
// CHECK: linalg.generic
// CHECK: scf.for
// CHECK-COUNT-2: linalg.generic
#one = affine_map<(i) -> (i)>
ep.program @loop {
  ep.graph @forward(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">}) {
    %a = arith.constant 0 : index
    %b = arith.constant 4 : index
    %c = arith.constant 1 : index
    %0 = ep.to_builtin %x : !ep.tensor<[4], f32> -> tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %1 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r = scf.for %i = %a to %b step %c iter_args(%v = %in) -> f32 {
        %m = arith.mulf %v, %in : f32
        scf.yield %m : f32
      }
      linalg.yield %r : f32
    } -> tensor<4xf32>
    // expected-remark @below {{operand 0 is not fused: an expensive producer has other consumers}}
    %2 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %n = arith.negf %in : f32
      linalg.yield %n : f32
    } -> tensor<4xf32>
    // expected-remark @below {{operand 0 is not fused: an expensive producer has other consumers}}
    %3 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %n = arith.addf %in, %in : f32
      linalg.yield %n : f32
    } -> tensor<4xf32>
    %4 = ep.from_builtin %2 : tensor<4xf32> -> !ep.tensor<[4], f32>
    %5 = ep.from_builtin %3 : tensor<4xf32> -> !ep.tensor<[4], f32>
    ep.return %4, %5 : !ep.tensor<[4], f32>, !ep.tensor<[4], f32>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>

// A residual sum is stored once for its consumers.
// CHECK-LABEL: ep.program @residual
ep.program @residual {
  ep.graph @forward(%x: !ep.tensor<[8, 8], f32> {ep.input = #ep.input<user_input "x">},
                    %y: !ep.tensor<[8, 8], f32> {ep.input = #ep.input<user_input "y">})
      -> (!ep.tensor<[8, 8], f32> {ep.output = #ep.output<user_output "a">}, !ep.tensor<[8, 8], f32> {ep.output = #ep.output<user_output "b">}) {
    %0 = ep.to_builtin %x : !ep.tensor<[8, 8], f32> -> tensor<8x8xf32>
    %1 = ep.to_builtin %y : !ep.tensor<[8, 8], f32> -> tensor<8x8xf32>
    %e = tensor.empty() : tensor<8x8xf32>
    // CHECK: arith.addf
    // CHECK-NOT: arith.addf
    %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0, %1 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
    ^bb0(%in: f32, %in1: f32, %out: f32):
      %a = arith.addf %in, %in1 : f32
      linalg.yield %a : f32
    } -> tensor<8x8xf32>
    %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%2 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.negf %in : f32
      linalg.yield %a : f32
    } -> tensor<8x8xf32>
    // expected-remark @below {{operand 0 is not fused: a producer that reads more than it makes has other consumers; a result is read at other places than it is computed}}
    %4 = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]}
        ins(%2 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = math.absf %in : f32
      linalg.yield %a : f32
    } -> tensor<8x8xf32>
    %5 = ep.from_builtin %3 : tensor<8x8xf32> -> !ep.tensor<[8, 8], f32>
    %6 = ep.from_builtin %4 : tensor<8x8xf32> -> !ep.tensor<[8, 8], f32>
    ep.return %5, %6 : !ep.tensor<[8, 8], f32>, !ep.tensor<[8, 8], f32>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#left = affine_map<(m, n, k) -> (m, k)>
#right = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>

// A product widens what it reads: bytes lie between it and the producer.
// CHECK-LABEL: ep.program @bytes
// CHECK: linalg.generic
// CHECK: arith.xori
// CHECK-NEXT: linalg.yield %{{.*}} : i8
// CHECK: linalg.generic {{.*}} "reduction"
// CHECK-NEXT: ^bb0(%{{.*}}: i8, %{{.*}}: i32, %{{.*}}: i32):
// CHECK-NEXT: arith.extui
// CHECK-NEXT: arith.muli
ep.program @bytes {
  ep.graph @forward(%x: !ep.tensor<[8, 64], i8> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[16, 64], i32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[8, 16], i32> {ep.output = #ep.output<user_output "y">}) {
    %up = arith.constant -128 : i8
    %zero = arith.constant 0 : i32
    %0 = ep.to_builtin %x : !ep.tensor<[8, 64], i8> -> tensor<8x64xi8>
    %1 = ep.to_builtin %w : !ep.tensor<[16, 64], i32> -> tensor<16x64xi32>
    %e8 = tensor.empty() : tensor<8x64xi8>
    %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0 : tensor<8x64xi8>) outs(%e8 : tensor<8x64xi8>) {
    ^bb0(%in: i8, %out: i8):
      %a = arith.xori %in, %up : i8
      linalg.yield %a : i8
    } -> tensor<8x64xi8>
    %e32 = tensor.empty() : tensor<8x64xi32>
    %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%2 : tensor<8x64xi8>) outs(%e32 : tensor<8x64xi32>) {
    ^bb0(%in: i8, %out: i32):
      %a = arith.extui %in : i8 to i32
      linalg.yield %a : i32
    } -> tensor<8x64xi32>
    %e = tensor.empty() : tensor<8x16xi32>
    %f = linalg.fill ins(%zero : i32) outs(%e : tensor<8x16xi32>) -> tensor<8x16xi32>
    // expected-remark @below {{operand 0 is not fused: the reduction reads an element more than once}}
    %4 = linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%3, %1 : tensor<8x64xi32>, tensor<16x64xi32>) outs(%f : tensor<8x16xi32>) {
    ^bb0(%in: i32, %in1: i32, %out: i32):
      %p = arith.muli %in, %in1 : i32
      %s = arith.addi %out, %p : i32
      linalg.yield %s : i32
    } -> tensor<8x16xi32>
    %5 = ep.from_builtin %4 : tensor<8x16xi32> -> !ep.tensor<[8, 16], i32>
    ep.return %5 : !ep.tensor<[8, 16], i32>
  }
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// An elementwise reader gets all at once.
// CHECK-LABEL: ep.program @elements
// CHECK: arith.xori
// CHECK-NEXT: arith.extui
// CHECK-NEXT: arith.addi
// CHECK-NOT: linalg.generic
ep.program @elements {
  ep.graph @forward(%x: !ep.tensor<[8, 64], i8> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[8, 64], i32> {ep.output = #ep.output<user_output "y">}) {
    %up = arith.constant -128 : i8
    %one = arith.constant 1 : i32
    %0 = ep.to_builtin %x : !ep.tensor<[8, 64], i8> -> tensor<8x64xi8>
    %e8 = tensor.empty() : tensor<8x64xi8>
    %e32 = tensor.empty() : tensor<8x64xi32>
    %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%0 : tensor<8x64xi8>) outs(%e8 : tensor<8x64xi8>) {
    ^bb0(%in: i8, %out: i8):
      %a = arith.xori %in, %up : i8
      linalg.yield %a : i8
    } -> tensor<8x64xi8>
    %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%1 : tensor<8x64xi8>) outs(%e32 : tensor<8x64xi32>) {
    ^bb0(%in: i8, %out: i32):
      %a = arith.extui %in : i8 to i32
      linalg.yield %a : i32
    } -> tensor<8x64xi32>
    %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%2 : tensor<8x64xi32>) outs(%e32 : tensor<8x64xi32>) {
    ^bb0(%in: i32, %out: i32):
      %a = arith.addi %in, %one : i32
      linalg.yield %a : i32
    } -> tensor<8x64xi32>
    %4 = ep.from_builtin %3 : tensor<8x64xi32> -> !ep.tensor<[8, 64], i32>
    ep.return %4 : !ep.tensor<[8, 64], i32>
  }
}
