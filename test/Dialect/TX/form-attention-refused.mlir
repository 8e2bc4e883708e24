// RUN: kiln-opt %s --kiln-tx-form-attention --remark-format=emitRemark --remarks-filter=kiln-attention --verify-diagnostics | FileCheck %s
// CHECK-NOT: tx.attention

#products = {indexing_maps = [affine_map<(m, k, d) -> (m, d)>, affine_map<(m, k, d) -> (k, d)>, affine_map<(m, k, d) -> (m, k)>], iterator_types = ["parallel", "parallel", "reduction"]}
#reduce = {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"]}
#apply = {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (m)>, affine_map<(m, k) -> (m, k)>], iterator_types = ["parallel", "parallel"]}
#means = {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}

// A gradient needs the softmax.
func.func @weights(%q: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x16xf32>, %m: index, %n: index) -> (tensor<?x16xf32>, tensor<?x?xf32>) {
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
  // expected-remark @below {{no attention is formed: the softmax is wanted elsewhere}}
  %y = linalg.generic #means ins(%w, %v : tensor<?x?xf32>, tensor<?x16xf32>) outs(%fo : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x16xf32>
  return %y, %w : tensor<?x16xf32>, tensor<?x?xf32>
}

// The scores are an output.
func.func @scores(%q: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x16xf32>, %m: index, %n: index) -> (tensor<?x16xf32>, tensor<?x?xf32>) {
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
  // expected-remark @below {{no attention is formed: the scores are wanted elsewhere}}
  %y = linalg.generic #means ins(%w, %v : tensor<?x?xf32>, tensor<?x16xf32>) outs(%fo : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x16xf32>
  return %y, %s : tensor<?x16xf32>, tensor<?x?xf32>
}

// One query, as when a text is continued by one word.
func.func @few(%q: tensor<1x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x16xf32>, %m: index, %n: index) -> tensor<1x16xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %es = tensor.empty(%n) : tensor<1x?xf32>
  %er = tensor.empty() : tensor<1xf32>
  %eo = tensor.empty() : tensor<1x16xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<1x?xf32>) -> tensor<1x?xf32>
  %fm = linalg.fill ins(%low : f32) outs(%er : tensor<1xf32>) -> tensor<1xf32>
  %ft = linalg.fill ins(%zero : f32) outs(%er : tensor<1xf32>) -> tensor<1xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<1x16xf32>) -> tensor<1x16xf32>
  %s = linalg.generic #products ins(%q, %k : tensor<1x8xf32>, tensor<?x8xf32>) outs(%fs : tensor<1x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<1x?xf32>
  %max = linalg.generic #reduce ins(%s : tensor<1x?xf32>) outs(%fm : tensor<1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %g = arith.maximumf %a, %o : f32  linalg.yield %g : f32
  } -> tensor<1xf32>
  %e = linalg.generic #apply ins(%s, %max : tensor<1x?xf32>, tensor<1xf32>) outs(%es : tensor<1x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32  %g = math.exp %d : f32  linalg.yield %g : f32
  } -> tensor<1x?xf32>
  %t = linalg.generic #reduce ins(%e : tensor<1x?xf32>) outs(%ft : tensor<1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %g = arith.addf %o, %a : f32  linalg.yield %g : f32
  } -> tensor<1xf32>
  %w = linalg.generic #apply ins(%e, %t : tensor<1x?xf32>, tensor<1xf32>) outs(%es : tensor<1x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.divf %a, %b : f32  linalg.yield %x : f32
  } -> tensor<1x?xf32>
  // expected-remark @below {{no attention is formed: there are too few queries for blocks of keys}}
  %y = linalg.generic #means ins(%w, %v : tensor<1x?xf32>, tensor<?x16xf32>) outs(%fo : tensor<1x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<1x16xf32>
  return %y : tensor<1x16xf32>
}

// A few keys are as well stored with their scores.
func.func @few_keys(%q: tensor<?x8xf32>, %k: tensor<64x8xf32>, %v: tensor<64x16xf32>, %m: index, %n: index) -> tensor<?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %es = tensor.empty(%m) : tensor<?x64xf32>
  %er = tensor.empty(%m) : tensor<?xf32>
  %eo = tensor.empty(%m) : tensor<?x16xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?x64xf32>) -> tensor<?x64xf32>
  %fm = linalg.fill ins(%low : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %ft = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<?x16xf32>) -> tensor<?x16xf32>
  %s = linalg.generic #products ins(%q, %k : tensor<?x8xf32>, tensor<64x8xf32>) outs(%fs : tensor<?x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x64xf32>
  %max = linalg.generic #reduce ins(%s : tensor<?x64xf32>) outs(%fm : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %g = arith.maximumf %a, %o : f32  linalg.yield %g : f32
  } -> tensor<?xf32>
  %e = linalg.generic #apply ins(%s, %max : tensor<?x64xf32>, tensor<?xf32>) outs(%es : tensor<?x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32  %g = math.exp %d : f32  linalg.yield %g : f32
  } -> tensor<?x64xf32>
  %t = linalg.generic #reduce ins(%e : tensor<?x64xf32>) outs(%ft : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %g = arith.addf %o, %a : f32  linalg.yield %g : f32
  } -> tensor<?xf32>
  %w = linalg.generic #apply ins(%e, %t : tensor<?x64xf32>, tensor<?xf32>) outs(%es : tensor<?x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.divf %a, %b : f32  linalg.yield %x : f32
  } -> tensor<?x64xf32>
  // expected-remark @below {{no attention is formed: there are too few keys for blocks of them}}
  %y = linalg.generic #means ins(%w, %v : tensor<?x64xf32>, tensor<64x16xf32>) outs(%fo : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// Weights in bf16 are rounded before they are summed.
func.func @rounded(%q: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x16xbf16>, %m: index, %n: index) -> tensor<?x16xf32> {
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
  %ew = tensor.empty(%m, %n) : tensor<?x?xbf16>
  %w = linalg.generic #apply ins(%e, %t : tensor<?x?xf32>, tensor<?xf32>) outs(%ew : tensor<?x?xbf16>) {
  ^bb0(%a: f32, %b: f32, %o: bf16):
    %x = arith.divf %a, %b : f32  %h = arith.truncf %x : f32 to bf16  linalg.yield %h : bf16
  } -> tensor<?x?xbf16>
  // expected-remark @below {{no attention is formed: the weights are rounded}}
  %y = linalg.generic #means ins(%w, %v : tensor<?x?xbf16>, tensor<?x16xbf16>) outs(%fo : tensor<?x16xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %c = arith.extf %a : bf16 to f32  %g = arith.extf %b : bf16 to f32  %p = arith.mulf %c, %g : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// Room for a key could not be made beforehand.
func.func @length(%q: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x16xf32>, %m: index, %n: index) -> tensor<?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %es = tensor.empty(%m, %n) : tensor<?x?xf32>
  %er = tensor.empty(%m) : tensor<?xf32>
  %eo = tensor.empty(%m) : tensor<?x16xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?x?xf32>) -> tensor<?x?xf32>
  %fm = linalg.fill ins(%low : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %ft = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<?x16xf32>) -> tensor<?x16xf32>
  %s = linalg.generic #products ins(%q, %k : tensor<?x?xf32>, tensor<?x?xf32>) outs(%fs : tensor<?x?xf32>) {
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
  // expected-remark @below {{no attention is formed: the length of a key or of a value is not known}}
  %y = linalg.generic #means ins(%w, %v : tensor<?x?xf32>, tensor<?x16xf32>) outs(%fo : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// Scores that are looked up are no arithmetic.
func.func @lookup(%q: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x16xf32>, %m: index, %n: index, %bias: tensor<?xf32>) -> tensor<?x16xf32> {
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
    %i = linalg.index 1 : index  %c = tensor.extract %bias[%i] : tensor<?xf32>  %x = arith.addf %a, %c : f32  %g = arith.maximumf %x, %o : f32  linalg.yield %g : f32
  } -> tensor<?xf32>
  %e = linalg.generic #apply ins(%s, %max : tensor<?x?xf32>, tensor<?xf32>) outs(%es : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %i = linalg.index 1 : index  %c = tensor.extract %bias[%i] : tensor<?xf32>  %x = arith.addf %a, %c : f32  %d = arith.subf %x, %b : f32  %g = math.exp %d : f32  linalg.yield %g : f32
  } -> tensor<?x?xf32>
  %t = linalg.generic #reduce ins(%e : tensor<?x?xf32>) outs(%ft : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %g = arith.addf %o, %a : f32  linalg.yield %g : f32
  } -> tensor<?xf32>
  %w = linalg.generic #apply ins(%e, %t : tensor<?x?xf32>, tensor<?xf32>) outs(%es : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.divf %a, %b : f32  linalg.yield %x : f32
  } -> tensor<?x?xf32>
  // expected-remark @below {{no attention is formed: what is done to a score is a loop or a look-up}}
  %y = linalg.generic #means ins(%w, %v : tensor<?x?xf32>, tensor<?x16xf32>) outs(%fo : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// Scores that are no products: a softmax of sums, or of something else.
func.func @sums(%q: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x16xf32>, %m: index, %n: index) -> tensor<?x16xf32> {
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
    %p = arith.addf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
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
  // expected-remark @below {{no attention is formed: the scores are no sums of products}}
  %y = linalg.generic #means ins(%w, %v : tensor<?x?xf32>, tensor<?x16xf32>) outs(%fo : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// The same elements of queries and keys are multiplied.
func.func @elementwise(%q: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x16xf32>, %m: index, %n: index) -> tensor<?x16xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %es = tensor.empty(%m, %n) : tensor<?x?xf32>
  %er = tensor.empty(%m) : tensor<?xf32>
  %eo = tensor.empty(%m) : tensor<?x16xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?x?xf32>) -> tensor<?x?xf32>
  %fm = linalg.fill ins(%low : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %ft = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<?x16xf32>) -> tensor<?x16xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(m, k, d) -> (m, d)>, affine_map<(m, k, d) -> (m, d)>, affine_map<(m, k, d) -> (m, k)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %k : tensor<?x8xf32>, tensor<?x8xf32>) outs(%fs : tensor<?x?xf32>) {
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
  // expected-remark @below {{no attention is formed: the scores are no products of queries and keys}}
  %y = linalg.generic #means ins(%w, %v : tensor<?x?xf32>, tensor<?x16xf32>) outs(%fo : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// The sum is over queries, not keys.
func.func @columns(%q: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x16xf32>, %m: index, %n: index) -> tensor<?x16xf32> {
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
  // expected-remark @below {{no attention is formed: the weights are not summed along their last dimension}}
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%w, %v : tensor<?x?xf32>, tensor<?x16xf32>) outs(%fo : tensor<?x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// The result is transposed.
func.func @transposed(%q: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x16xf32>, %m: index, %n: index) -> tensor<16x?xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %es = tensor.empty(%m, %n) : tensor<?x?xf32>
  %er = tensor.empty(%m) : tensor<?xf32>
  %eo = tensor.empty(%m) : tensor<16x?xf32>
  %fs = linalg.fill ins(%zero : f32) outs(%es : tensor<?x?xf32>) -> tensor<?x?xf32>
  %fm = linalg.fill ins(%low : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %ft = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<16x?xf32>) -> tensor<16x?xf32>
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
  // expected-remark @below {{no attention is formed: the elements of a value are not the last dimension of the result}}
  %y = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%w, %v : tensor<?x?xf32>, tensor<?x16xf32>) outs(%fo : tensor<16x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32  %r = arith.addf %o, %p : f32  linalg.yield %r : f32
  } -> tensor<16x?xf32>
  return %y : tensor<16x?xf32>
}

// Another maximum than that of the scores: no softmax, and no remark.
func.func @other_maximum(%q: tensor<?x8xf32>, %k: tensor<?x8xf32>, %v: tensor<?x16xf32>, %m: index, %n: index) -> tensor<?x16xf32> {
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
    %x = arith.negf %a : f32  %g = arith.maximumf %x, %o : f32  linalg.yield %g : f32
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
