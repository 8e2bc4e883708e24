// RUN: kiln-opt %s --kiln-emit-kernels=emitter=naive --split-input-file --verify-diagnostics

exec.kernel @unknown(%x: tensor<4xf32>) -> tensor<2x2xf32>
    domain(2, 2) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
  %s = arith.constant dense<2> : tensor<2xi64>
  // expected-error @below {{'tensor.reshape' op cannot be written by the naive emitter}}
  %y = tensor.reshape %x(%s) : (tensor<4xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  exec.yield %y : tensor<2x2xf32>
}

// -----

exec.kernel @padding(%x: tensor<4xf32>, %p: tensor<6xf32>) -> tensor<6xf32>
    domain(6) access(read, read, write) work(flops = 0, bytes = 64) attributes {dims = [[], [], []]} {
  // expected-error @below {{must pad with one value for the naive emitter}}
  %y = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    %v = tensor.extract %p[%i] : tensor<6xf32>
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<6xf32>
  exec.yield %y : tensor<6xf32>
}

// -----

// expected-error @below {{has an operand of elements 'complex<f32>', which no target supports yet}}
exec.kernel @complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    domain(4) access(read, write) work(flops = 0, bytes = 64) attributes {dims = [[], []]} {
  exec.yield %x : tensor<4xcomplex<f32>>
}

// -----

exec.kernel @skewed(%x: tensor<4xf32>) -> tensor<7xf32>
    domain(7) access(read, write) work(flops = 0, bytes = 44) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<7xf32>
  // expected-error @below {{has a result map that is no projected permutation}}
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>,
      affine_map<(i, j) -> (i + j)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<7xf32>
  exec.yield %y : tensor<7xf32>
}

// -----

exec.kernel @lost(%x: tensor<4x5xf32>) -> tensor<4xf32>
    domain(4) access(read, write) work(flops = 0, bytes = 96) attributes {dims = [[], []]} {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @below {{has a parallel dimension that its result lacks}}
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x5xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  exec.yield %y : tensor<4xf32>
}

// -----

#one = affine_map<(i) -> (i)>
exec.kernel @loop(%x: tensor<4xf32>) -> tensor<4xf32>
    domain(4) access(read, write) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
  %init = tensor.empty() : tensor<4xf32>
  %a = arith.constant 0 : index
  %b = arith.constant 4 : index
  %c = arith.constant 1 : index
  %y = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    // expected-error @below {{'scf.for' op reads a tensor in a loop, which the naive emitter cannot write}}
    %r = scf.for %i = %a to %b step %c iter_args(%v = %in) -> f32 {
      %e = tensor.extract %x[%i] : tensor<4xf32>
      %s = arith.addf %v, %e : f32
      scf.yield %s : f32
    }
    linalg.yield %r : f32
  } -> tensor<4xf32>
  exec.yield %y : tensor<4xf32>
}

// -----

exec.kernel @order_without_room(%x: tensor<4xf32>, %i: tensor<4xi64>) -> tensor<4xi64>
    domain(1) access(read, read, write) work(bytes = 80) attributes {dims = [[], [], []]} {
  %r = tensor.empty() : tensor<16xf64>
  // expected-error @below {{'tx.matrix' op is in a kernel that does not yield all of its results}}
  %y:2 = tx.matrix "order"(%x) into(%i, %r) : (tensor<4xf32>, tensor<4xi64>, tensor<16xf64>) -> (tensor<4xi64>, tensor<16xf64>)
  exec.yield %y#0 : tensor<4xi64>
}

// -----

// expected-error @below {{has results beside those of tx.scan}}
exec.kernel @beside(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
    domain(1) access(read, write, write) work(flops = 4, bytes = 48) attributes {dims = [[], [], []]} {
  %y = tx.scan add %x into %x along 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  exec.yield %y, %x : tensor<4xf32>, tensor<4xf32>
}
