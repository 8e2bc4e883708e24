// RUN: kiln-opt %s --kiln-tx-form-attention --mlir-print-local-scope --split-input-file | FileCheck %s

#products = {indexing_maps = [affine_map<(m, k, d) -> (m, d)>, affine_map<(m, k, d) -> (k, d)>, affine_map<(m, k, d) -> (m, k)>], iterator_types = ["parallel", "parallel", "reduction"]}
#reduce = {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"]}
#apply = {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>, affine_map<(m, k) -> (m, k)>], iterator_types = ["parallel", "parallel"]}
#means = {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}

// CHECK-LABEL: func.func @plain
// CHECK-SAME: %[[Q:.*]]: tensor<?x8xf32>, %[[K:.*]]: tensor<?x8xf32>, %[[V:.*]]: tensor<?x16xf32>
// CHECK-NOT: linalg.generic
// CHECK: %[[INIT:.*]] = tensor.empty({{.*}}) : tensor<?x16xf32>
// CHECK-NOT: linalg.generic
// CHECK: %[[Y:.*]] = tx.attention %[[Q]], %[[K]], %[[V]] into %[[INIT]]
// CHECK-SAME: affine_map<(d0, d1, d2, d3) -> (d0, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d1)>
// CHECK: ^bb0(%[[S:.*]]: f32, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: tx.yield %[[S]] : f32
// CHECK: return %[[Y]]
func.func @plain(%q: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x16xf32>, %m: index, %n: index) -> tensor<?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %es = tensor.empty(%m, %n) : tensor<?x?xf32>
  %er = tensor.empty(%m) : tensor<?xf32>
  %eo = tensor.empty(%m) : tensor<?x16xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?x?xf32>) -> tensor<?x?xf32>
  %fm = linalg.fill ins(%low : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %ft = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<?x16xf32>) -> tensor<?x16xf32>
  %s = linalg.generic #products ins(%q, %k : tensor<?x8xf32>, tensor<?x8xf32>) outs(%fs : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %max = linalg.generic #reduce ins(%s : tensor<?x?xf32>) outs(%fm : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %g = arith.maximumf %a, %o : f32  linalg.yield %g : f32
  } -> tensor<?xf32>
  %e = linalg.generic #apply ins(%s, %max : tensor<?x?xf32>, tensor<?xf32>) outs(%es : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32  %g = math.exp %d : f32  linalg.yield %g : f32
  } -> tensor<?x?xf32>
  %t = linalg.generic #reduce ins(%e : tensor<?x?xf32>) outs(%ft : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %g = arith.addf %o, %a : f32  linalg.yield %g : f32
  } -> tensor<?xf32>
  %w = linalg.generic #apply ins(%e, %t : tensor<?x?xf32>, tensor<?xf32>) outs(%es : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.divf %a, %b : f32  linalg.yield %x : f32
  } -> tensor<?x?xf32>
  %y = linalg.generic #means ins(%w, %v : tensor<?x?xf32>, tensor<?x16xf32>) outs(%fo : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// -----

#products = {indexing_maps = [affine_map<(b, h, i, j, d) -> (b, i, h, d)>, affine_map<(b, h, i, j, d) -> (b, j, h, d)>, affine_map<(b, h, i, j, d) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#masked = {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, j)>, affine_map<(b, h, i, j) -> (b, h, i)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#shifted = {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, j)>, affine_map<(b, h, i, j) -> (b, h, i)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#reduce = {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
#weigh = {indexing_maps = [affine_map<(b, h, i, j) -> (b, h, i, j)>, affine_map<(b, h, i, j) -> (b, h, i)>, affine_map<(b, h, i, j) -> (b, h, i)>, affine_map<(b, h, i, j) -> (b, h, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
#means = {indexing_maps = [affine_map<(b, h, i, n, j) -> (b, h, i, j)>, affine_map<(b, h, i, n, j) -> (b, j, h, n)>, affine_map<(b, h, i, n, j) -> (b, h, i, n)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
#copy = {indexing_maps = [affine_map<(b, i, h, n) -> (b, h, i, n)>, affine_map<(b, i, h, n) -> (b, i, h, n)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}

// Heads side by side, half floats, a mask of keys, and no key behind the query:
// rows without scores are 0. The result is rounded and put back side by side.
// CHECK-LABEL: func.func @heads
// CHECK-SAME: %[[Q:.*]]: tensor<2x?x3x8xbf16>, %[[K:.*]]: tensor<2x?x3x8xbf16>, %[[V:.*]]: tensor<2x?x3x8xbf16>, %[[MASK:.*]]: tensor<2x?xi1>
// CHECK: %[[INIT:.*]] = tensor.empty({{.*}}) : tensor<2x?x3x8xbf16>
// CHECK-NOT: linalg.generic
// CHECK: %[[Y:.*]] = tx.attention safe %[[Q]], %[[K]], %[[V]] with %[[MASK]] into %[[INIT]]
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d2, d5)>
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4, d2, d3)>
// CHECK-SAME: affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d4)>
// CHECK: ^bb0(%[[S:.*]]: f32, %[[M:.*]]: i1, %{{.*}}: index, %[[I:.*]]: index, %{{.*}}: index, %[[J:.*]]: index):
// CHECK-NEXT: %[[BEFORE:.*]] = arith.cmpi sge, %[[I]], %[[J]] : index
// CHECK-NEXT: %[[SEEN:.*]] = arith.andi %[[BEFORE]], %[[M]] : i1
// CHECK-NEXT: %[[SCORE:.*]] = arith.select %[[SEEN]], %[[S]], %{{.*}} : f32
// CHECK-NEXT: tx.yield %[[SCORE]] : f32
// CHECK: return %[[Y]]
func.func @heads(%q: tensor<2x?x3x8xbf16>, %k: tensor<2x?x3x8xbf16>, %v: tensor<2x?x3x8xbf16>,
                 %mask: tensor<2x?xi1>, %m: index, %n: index) -> tensor<2x?x3x8xbf16> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %false = arith.constant false
  %true = arith.constant true
  %es = tensor.empty(%m, %n) : tensor<2x3x?x?xf32>
  %er = tensor.empty(%m) : tensor<2x3x?xf32>
  %eb = tensor.empty(%m) : tensor<2x3x?xi1>
  %eo = tensor.empty(%m) : tensor<2x3x?x8xf32>
  %ec = tensor.empty(%m) : tensor<2x?x3x8xbf16>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x3x?x?xf32>) -> tensor<2x3x?x?xf32>
  %fm = linalg.fill ins(%low : f32) outs(%er : tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  %ft = linalg.fill ins(%zero : f32) outs(%er : tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  %fb = linalg.fill ins(%false : i1) outs(%eb : tensor<2x3x?xi1>) -> tensor<2x3x?xi1>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<2x3x?x8xf32>) -> tensor<2x3x?x8xf32>
  %s = linalg.generic #products ins(%q, %k : tensor<2x?x3x8xbf16>, tensor<2x?x3x8xbf16>) outs(%fs : tensor<2x3x?x?xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %c = arith.extf %a : bf16 to f32  %d = arith.extf %b : bf16 to f32
    %p = arith.mulf %c, %d : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<2x3x?x?xf32>
  %any = linalg.generic #masked ins(%s, %mask : tensor<2x3x?x?xf32>, tensor<2x?xi1>) outs(%fb : tensor<2x3x?xi1>) {
  ^bb0(%a: f32, %b: i1, %o: i1):
    %i = linalg.index 2 : index  %j = linalg.index 3 : index  %c = arith.cmpi sge, %i, %j : index
    %d = arith.andi %c, %b : i1  %x = arith.select %d, %a, %low : f32
    %g = arith.cmpf oeq, %x, %low : f32  %h = arith.xori %g, %true : i1  %r = arith.ori %o, %h : i1  linalg.yield %r : i1
  } -> tensor<2x3x?xi1>
  %max = linalg.generic #masked ins(%s, %mask : tensor<2x3x?x?xf32>, tensor<2x?xi1>) outs(%fm : tensor<2x3x?xf32>) {
  ^bb0(%a: f32, %b: i1, %o: f32):
    %i = linalg.index 2 : index  %j = linalg.index 3 : index  %c = arith.cmpi sge, %i, %j : index
    %d = arith.andi %c, %b : i1  %x = arith.select %d, %a, %low : f32
    %r = arith.maximumf %x, %o : f32  linalg.yield %r : f32
  } -> tensor<2x3x?xf32>
  %e = linalg.generic #shifted ins(%s, %mask, %max : tensor<2x3x?x?xf32>, tensor<2x?xi1>, tensor<2x3x?xf32>) outs(%es : tensor<2x3x?x?xf32>) {
  ^bb0(%a: f32, %b: i1, %l: f32, %o: f32):
    %i = linalg.index 2 : index  %j = linalg.index 3 : index  %c = arith.cmpi sge, %i, %j : index
    %d = arith.andi %c, %b : i1  %x = arith.select %d, %a, %low : f32
    %g = arith.subf %x, %l : f32  %r = math.exp %g : f32  linalg.yield %r : f32
  } -> tensor<2x3x?x?xf32>
  %t = linalg.generic #reduce ins(%e : tensor<2x3x?x?xf32>) outs(%ft : tensor<2x3x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %o, %a : f32  linalg.yield %r : f32
  } -> tensor<2x3x?xf32>
  %w = linalg.generic #weigh ins(%e, %t, %any : tensor<2x3x?x?xf32>, tensor<2x3x?xf32>, tensor<2x3x?xi1>) outs(%es : tensor<2x3x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: i1, %o: f32):
    %d = arith.divf %a, %b : f32  %r = arith.select %c, %d, %zero : f32  linalg.yield %r : f32
  } -> tensor<2x3x?x?xf32>
  %y = linalg.generic #means ins(%w, %v : tensor<2x3x?x?xf32>, tensor<2x?x3x8xbf16>) outs(%fo : tensor<2x3x?x8xf32>) {
  ^bb0(%a: f32, %b: bf16, %o: f32):
    %c = arith.extf %b : bf16 to f32  %p = arith.mulf %a, %c : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<2x3x?x8xf32>
  %z = linalg.generic #copy ins(%y : tensor<2x3x?x8xf32>) outs(%ec : tensor<2x?x3x8xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %r = arith.truncf %a : f32 to bf16  linalg.yield %r : bf16
  } -> tensor<2x?x3x8xbf16>
  return %z : tensor<2x?x3x8xbf16>
}

// -----

#products = {indexing_maps = [affine_map<(m, k, d) -> (m, d)>, affine_map<(m, k, d) -> (k, d)>, affine_map<(m, k, d) -> (m, k)>], iterator_types = ["parallel", "parallel", "reduction"]}
#reduce = {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"]}
#apply = {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>, affine_map<(m, k) -> (m, k)>], iterator_types = ["parallel", "parallel"]}
#means = {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}

// A division is computed once, apart from the softmax.
// CHECK-LABEL: func.func @apart
// CHECK-NOT: linalg.generic
// CHECK: tx.attention
// CHECK-NEXT: ^bb0(%[[S:.*]]: f32, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %[[SCORE:.*]] = arith.divf %[[S]], %[[TWO]] : f32
// CHECK-NEXT: tx.yield %[[SCORE]] : f32
// CHECK: return
func.func @apart(%q: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x16xf32>, %m: index, %n: index) -> tensor<?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %es = tensor.empty(%m, %n) : tensor<?x?xf32>
  %er = tensor.empty(%m) : tensor<?xf32>
  %eo = tensor.empty(%m) : tensor<?x16xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?x?xf32>) -> tensor<?x?xf32>
  %fm = linalg.fill ins(%low : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %ft = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<?x16xf32>) -> tensor<?x16xf32>
  %s = linalg.generic #products ins(%q, %k : tensor<?x8xf32>, tensor<?x8xf32>) outs(%fs : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m, k)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<?x?xf32>) outs(%es : tensor<?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %two = arith.constant 2.0 : f32  %r = arith.divf %a, %two : f32  linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %max = linalg.generic #reduce ins(%c : tensor<?x?xf32>) outs(%fm : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %g = arith.maximumf %a, %o : f32  linalg.yield %g : f32
  } -> tensor<?xf32>
  %e = linalg.generic #apply ins(%c, %max : tensor<?x?xf32>, tensor<?xf32>) outs(%es : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32  %g = math.exp %d : f32  linalg.yield %g : f32
  } -> tensor<?x?xf32>
  %t = linalg.generic #reduce ins(%e : tensor<?x?xf32>) outs(%ft : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %g = arith.addf %o, %a : f32  linalg.yield %g : f32
  } -> tensor<?xf32>
  %w = linalg.generic #apply ins(%e, %t : tensor<?x?xf32>, tensor<?xf32>) outs(%es : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.divf %a, %b : f32  linalg.yield %x : f32
  } -> tensor<?x?xf32>
  %y = linalg.generic #means ins(%w, %v : tensor<?x?xf32>, tensor<?x16xf32>) outs(%fo : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// -----

#products = {indexing_maps = [affine_map<(m, k, d) -> (m, d)>, affine_map<(m, k, d) -> (k, d)>, affine_map<(m, k, d) -> (m, k)>], iterator_types = ["parallel", "parallel", "reduction"]}
#reduce = {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"]}
#apply = {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>, affine_map<(m, k) -> (m, k)>], iterator_types = ["parallel", "parallel"]}
#means = {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}

// What is more than a copy stays behind the attention.
// CHECK-LABEL: func.func @scaled
// CHECK: tx.attention
// CHECK: linalg.generic
func.func @scaled(%q: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x16xf32>, %m: index, %n: index) -> tensor<?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %es = tensor.empty(%m, %n) : tensor<?x?xf32>
  %er = tensor.empty(%m) : tensor<?xf32>
  %eo = tensor.empty(%m) : tensor<?x16xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?x?xf32>) -> tensor<?x?xf32>
  %fm = linalg.fill ins(%low : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %ft = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<?x16xf32>) -> tensor<?x16xf32>
  %s = linalg.generic #products ins(%q, %k : tensor<?x8xf32>, tensor<?x8xf32>) outs(%fs : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %max = linalg.generic #reduce ins(%s : tensor<?x?xf32>) outs(%fm : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %g = arith.maximumf %a, %o : f32  linalg.yield %g : f32
  } -> tensor<?xf32>
  %e = linalg.generic #apply ins(%s, %max : tensor<?x?xf32>, tensor<?xf32>) outs(%es : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32  %g = math.exp %d : f32  linalg.yield %g : f32
  } -> tensor<?x?xf32>
  %t = linalg.generic #reduce ins(%e : tensor<?x?xf32>) outs(%ft : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %g = arith.addf %o, %a : f32  linalg.yield %g : f32
  } -> tensor<?xf32>
  %w = linalg.generic #apply ins(%e, %t : tensor<?x?xf32>, tensor<?xf32>) outs(%es : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %one = arith.constant 1.0 : f32  %inverse = arith.divf %one, %b : f32  %x = arith.mulf %a, %inverse : f32  linalg.yield %x : f32
  } -> tensor<?x?xf32>
  %y = linalg.generic #means ins(%w, %v : tensor<?x?xf32>, tensor<?x16xf32>) outs(%fo : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x16xf32>
  %z = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<?x16xf32>) outs(%eo : tensor<?x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.negf %a : f32  linalg.yield %r : f32
  } -> tensor<?x16xf32>
  return %z : tensor<?x16xf32>
}
