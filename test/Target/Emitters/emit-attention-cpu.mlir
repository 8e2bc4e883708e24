// RUN: kiln-opt %s --kiln-emit-kernels="emitter=attention target=cpu:x86-64-v4" --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-emit-kernels="emitter=attention target=cpu:x86-64-v2" --split-input-file | FileCheck %s --check-prefix=V2
// RUN: kiln-opt %s --kiln-emit-kernels="emitter=attention target=cpu:x86-64-v4+bf16" --split-input-file | FileCheck %s --check-prefix=WORDS

// Queries, keys and values are packed; eight rows meet 32 keys in 16 vectors,
// scores become weights, and eight rows of 32 elements of values are summed.
// CHECK-LABEL: llvm.func @attend(
// CHECK: llvm.shufflevector
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-16: math.fma {{.*}} : vector<16xf32>
// CHECK: arith.select {{.*}} : f32
// CHECK: %[[LARGER:.+]] = arith.cmpf ogt, %[[SCORE:.+]], %[[MAX:.+]] : f32
// CHECK: arith.select %[[LARGER]], %[[SCORE]], %[[MAX]] : f32
// CHECK: exec.lanes
// CHECK: math.exp
// CHECK: exec.lanes
// CHECK-COUNT-16: math.fma {{.*}} : vector<16xf32>
// CHECK: arith.divf
// CHECK-NOT: exec.kernel
// V2-LABEL: llvm.func @attend(
// V2-NOT: math.fma
#query = affine_map<(h, i, n, j, d) -> (h, i, d)>
#key = affine_map<(h, i, n, j, d) -> (h, j, d)>
#value = affine_map<(h, i, n, j, d) -> (h, j, n)>
exec.kernel @attend(%q: tensor<4x?x64xf32>, %k: tensor<4x?x64xf32>, %v: tensor<4x?x64xf32>, %m: index, %n: index)
    -> tensor<4x?x64xf32>
    domain(4, d0, 1) access(read, read, read, write) work(flops = 1044*d0*d1 + 256*d0, bytes = 2048*d0 + 2048*d1)
    attributes {dims = [[0], [1], [1], [0]]} {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty(%m) : tensor<4x?x64xf32>
  %y = tx.attention safe %q, %k, %v into %e maps = [#query, #key, #value] {
  ^bb0(%s: f32, %h: index, %i: index, %j: index):
    %isSeen = arith.cmpi sge, %i, %j : index
    %score = arith.select %isSeen, %s, %low : f32
    tx.yield %score : f32
  } : (tensor<4x?x64xf32>, tensor<4x?x64xf32>, tensor<4x?x64xf32>, tensor<4x?x64xf32>) -> tensor<4x?x64xf32>
  exec.yield %y : tensor<4x?x64xf32>
}

// -----

// Keys of any length have no place in scratch memory, nor have very long ones,
// and a scan is no attention.
// CHECK-LABEL: exec.kernel @length
// CHECK-LABEL: exec.kernel @long
// CHECK-LABEL: exec.kernel @scan
#query = affine_map<(i, n, j, d) -> (i, d)>
#key = affine_map<(i, n, j, d) -> (j, d)>
#value = affine_map<(i, n, j, d) -> (j, n)>
exec.kernel @length(%q: tensor<8x?xf32>, %k: tensor<8x?xf32>, %v: tensor<8x16xf32>, %d: index) -> tensor<8x16xf32>
    domain(8, 1) access(read, read, read, write) work(flops = 128*d0 + 2432, bytes = 64*d0 + 1024)
    attributes {dims = [[0], [0], [], []]} {
  %e = tensor.empty() : tensor<8x16xf32>
  %y = tx.attention %q, %k, %v into %e maps = [#query, #key, #value] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<8x?xf32>, tensor<8x?xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  exec.yield %y : tensor<8x16xf32>
}
exec.kernel @long(%q: tensor<8x16xf32>, %k: tensor<8x16xf32>, %v: tensor<8x65536xf32>) -> tensor<8x65536xf32>
    domain(8, 1) access(read, read, read, write) work(flops = 8915200, bytes = 4195328)
    attributes {dims = [[], [], [], []]} {
  %e = tensor.empty() : tensor<8x65536xf32>
  %y = tx.attention %q, %k, %v into %e maps = [#query, #key, #value] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x65536xf32>, tensor<8x65536xf32>) -> tensor<8x65536xf32>
  exec.yield %y : tensor<8x65536xf32>
}
exec.kernel @scan(%x: tensor<8xf32>) -> tensor<8xf32>
    domain(1) access(read, write) work(flops = 8, bytes = 64) attributes {dims = [[], []]} {
  %v = tensor.empty() : tensor<8xf32>
  %y = tx.scan add %x into %v along 0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  exec.yield %y : tensor<8xf32>
}

// -----

// Two steps of bf16 are one word of queries and of keys, where an instruction
// takes such; weights are rounded, and two keys are one word of them and of
// values. An odd length fills none.
// CHECK-LABEL: llvm.func @words(
// CHECK-NOT: dpbf16ps
// CHECK-LABEL: llvm.func @odd(
// WORDS-LABEL: llvm.func @words(
// WORDS-COUNT-16: dpbf16ps.512
// WORDS-NOT: dpbf16ps
// WORDS: arith.truncf {{.*}} : f32 to bf16
// WORDS-COUNT-16: dpbf16ps.512
// WORDS-LABEL: llvm.func @odd(
// WORDS-NOT: dpbf16ps
#query = affine_map<(i, n, j, d) -> (i, d)>
#key = affine_map<(i, n, j, d) -> (j, d)>
#value = affine_map<(i, n, j, d) -> (j, n)>
exec.kernel @words(%q: tensor<?x64xbf16>, %k: tensor<?x64xbf16>, %v: tensor<?x64xbf16>, %m: index, %n: index) -> tensor<?x64xbf16>
    domain(d0, 1) access(read, read, read, write) work(flops = 260*d0*d1 + 64*d0, bytes = 256*d0 + 256*d1)
    attributes {dims = [[0], [1], [1], [0]]} {
  %e = tensor.empty(%m) : tensor<?x64xbf16>
  %y = tx.attention %q, %k, %v into %e maps = [#query, #key, #value] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<?x64xbf16>, tensor<?x64xbf16>, tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x64xbf16>
  exec.yield %y : tensor<?x64xbf16>
}
exec.kernel @odd(%q: tensor<?x63xbf16>, %k: tensor<?x63xbf16>, %v: tensor<?x64xbf16>, %m: index, %n: index) -> tensor<?x64xbf16>
    domain(d0, 1) access(read, read, read, write) work(flops = 258*d0*d1 + 64*d0, bytes = 254*d0 + 254*d1)
    attributes {dims = [[0], [1], [1], [0]]} {
  %e = tensor.empty(%m) : tensor<?x64xbf16>
  %y = tx.attention %q, %k, %v into %e maps = [#query, #key, #value] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<?x63xbf16>, tensor<?x63xbf16>, tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x64xbf16>
  exec.yield %y : tensor<?x64xbf16>
}

// -----

// Four rows at most read keys and values where they lie, in the first part or
// behind it: a loop over keys has one load for each vector. More rows pack them.
// CHECK-LABEL: llvm.func @parts(
// CHECK: arith.cmpi sle, %{{.+}}, %c4
// CHECK: scf.if
// CHECK: scf.for %{{.+}} = %c0 to %c16 step %c1
// CHECK: %[[IS:.+]] = arith.cmpi slt
// CHECK: %[[KEY:.+]] = llvm.select %[[IS]], %{{.+}}, %{{.+}} : i1, !llvm.ptr
// CHECK-COUNT-2: llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
// CHECK-NOT: llvm.load
// CHECK: llvm.store
// CHECK: loop_annotation
// CHECK: math.exp
// CHECK: llvm.select
// CHECK: math.fma
// CHECK: } else {
// CHECK-COUNT-64: llvm.shufflevector
exec.kernel @parts(%q: tensor<?x32xf32>, %k0: tensor<?x32xf32>, %k1: tensor<?x32xf32>, %v0: tensor<?x16xf32>,
    %v1: tensor<?x16xf32>, %m: index, %n0: index, %n1: index) -> tensor<?x16xf32>
    domain(d0, 1) access(read, read, read, read, read, write) work(flops = 100*d0*d1 + 100*d0*d2 + 16*d0, bytes = 192*d0 + 192*d1 + 192*d2)
    attributes {dims = [[0], [1], [2], [1], [2], [0]]} {
  %e = tensor.empty(%m) : tensor<?x16xf32>
  %k = tensor.concat dim(0) %k0, %k1 : (tensor<?x32xf32>, tensor<?x32xf32>) -> tensor<?x32xf32>
  %v = tensor.concat dim(0) %v0, %v1 : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %y = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<?x32xf32>, tensor<?x32xf32>, tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  exec.yield %y : tensor<?x16xf32>
}

// -----

// What no instruction widens is packed, which is an element at a time, whatever the rows.
// CHECK-LABEL: llvm.func @small(
// CHECK-NOT: vector<16xf8
// CHECK: llvm.return
exec.kernel @small(%q: tensor<?x32xf32>, %k: tensor<?x32xf8E4M3FN>, %v: tensor<?x16xf8E4M3FN>, %m: index, %n: index) -> tensor<?x16xf32>
    domain(d0, 1) access(read, read, read, write) work(flops = 100*d0*d1 + 16*d0, bytes = 192*d0 + 48*d1)
    attributes {dims = [[0], [1], [1], [0]]} {
  %e = tensor.empty(%m) : tensor<?x16xf32>
  %y = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<?x32xf32>, tensor<?x32xf8E4M3FN>, tensor<?x16xf8E4M3FN>, tensor<?x16xf32>) -> tensor<?x16xf32>
  exec.yield %y : tensor<?x16xf32>
}
