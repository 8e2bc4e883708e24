// RUN: kiln-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'exec.kernel' op arguments must be tensors, then index sizes}}
exec.kernel @k(%s: index, %x: tensor<4xf32>) -> tensor<4xf32> domain(4) access(read, write) work(flops = 0, bytes = 32)
    attributes {dims = [[], []]} {
  exec.yield %x : tensor<4xf32>
}

// -----

// expected-error @below {{'exec.kernel' op dims must have an entry for each tensor argument and each result}}
exec.kernel @k(%x: tensor<4xf32>) -> tensor<4xf32> domain(4) access(read, write) work(flops = 0, bytes = 32)
    attributes {dims = [[]]} {
  exec.yield %x : tensor<4xf32>
}

// -----

// expected-error @below {{'exec.kernel' op dims must name one size for each dynamic dimension}}
exec.kernel @k(%x: tensor<?xf32>, %s: index) -> tensor<?xf32> domain(4) access(read, write) work(flops = 0, bytes = 32)
    attributes {dims = [[0], []]} {
  exec.yield %x : tensor<?xf32>
}

// -----

// expected-error @below {{'exec.kernel' op elements of 'tensor<4xindex>' have no size in bytes}}
exec.kernel @k(%x: tensor<4xindex>) -> tensor<4xindex> domain(4) access(read, write) work(flops = 0, bytes = 32)
    attributes {dims = [[], []]} {
  exec.yield %x : tensor<4xindex>
}

// -----

// expected-error @below {{'exec.kernel' op dims names size 1 of 1}}
exec.kernel @k(%x: tensor<?xf32>, %s: index) -> tensor<?xf32> domain(4) access(read, write) work(flops = 0, bytes = 32)
    attributes {dims = [[0], [1]]} {
  exec.yield %x : tensor<?xf32>
}

// -----

exec.kernel @k(%x: tensor<4xf32>) -> tensor<8xf32> domain(4) access(read, write) work(flops = 0, bytes = 32)
    attributes {dims = [[], []]} {
  // expected-error @below {{'exec.yield' op operands do not match the kernel's results}}
  exec.yield %x : tensor<4xf32>
}

// -----

// expected-error @below {{'exec.kernel' op computes nothing}}
exec.kernel @k(%x: tensor<4xf32>) domain() access(read) work(flops = 0, bytes = 16) attributes {dims = [[]]} {
  exec.yield
}

// -----

// expected-error @below {{'exec.kernel' op requires attribute 'access'}}
exec.kernel @k(%x: tensor<4xf32>) -> tensor<4xf32> domain(4) work(flops = 0, bytes = 32)
    attributes {dims = [[], []]} {
  exec.yield %x : tensor<4xf32>
}

// -----

// expected-error @+2 {{expected read, write or readwrite}}
exec.kernel @k(%x: tensor<4xf32>) -> tensor<4xf32>
    domain(4) access(read, append) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
  exec.yield %x : tensor<4xf32>
}

// -----

// expected-error @below {{'exec.kernel' op has results of different domains}}
exec.kernel @k(%x: tensor<4xf32>, %y: tensor<5xf32>) -> (tensor<4xf32>, tensor<5xf32>)
    domain(4) access(read, read, write, write) work(flops = 0, bytes = 72) attributes {dims = [[], [], [], []]} {
  exec.yield %x, %y : tensor<4xf32>, tensor<5xf32>
}

// -----

// expected-error @below {{'exec.kernel' op states domain 2*d0, 8, but its body has d0, 8}}
exec.kernel @k(%x: tensor<?x8xf32>, %s: index) -> tensor<?x8xf32>
    domain(2*d0, 8) access(read, write) work(flops = 0, bytes = 64*d0) attributes {dims = [[0], [0]]} {
  exec.yield %x : tensor<?x8xf32>
}

// -----

// expected-error @below {{'exec.kernel' op dims names d1 for dimension 0 of result 0, but its body has d0}}
exec.kernel @k(%x: tensor<?x8xf32>, %s: index, %t: index) -> tensor<?x8xf32>
    domain(d1, 8) access(read, write) work(flops = 0, bytes = 32*d0 + 32*d1) attributes {dims = [[0], [1]]} {
  exec.yield %x : tensor<?x8xf32>
}

// -----

// The part that is inserted.
// expected-error @below {{'exec.kernel' op states domain 4, 4, but its body has 1, 4}}
exec.kernel @k(%x: tensor<1x4xf32>, %all: tensor<4x4xf32>) -> tensor<4x4xf32>
    domain(4, 4) access(read, readwrite, readwrite) work(flops = 0, bytes = 32) attributes {dims = [[], [], []]} {
  %y = tensor.insert_slice %x into %all[2, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
  exec.yield %y : tensor<4x4xf32>
}

// -----

// expected-error @below {{'exec.kernel' op states access read, read, write, but its body has read, readwrite, readwrite}}
exec.kernel @k(%x: tensor<1x4xf32>, %all: tensor<4x4xf32>) -> tensor<4x4xf32>
    domain(1, 4) access(read, read, write) work(flops = 0, bytes = 144) attributes {dims = [[], [], []]} {
  %y = tensor.insert_slice %x into %all[2, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
  exec.yield %y : tensor<4x4xf32>
}

// -----

// One buffer less than the kernel has.
// expected-error @below {{'exec.kernel' op states access read, but its body has read, write}}
exec.kernel @k(%x: tensor<4xf32>) -> tensor<4xf32>
    domain(4) access(read) work(flops = 0, bytes = 32) attributes {dims = [[], []]} {
  exec.yield %x : tensor<4xf32>
}

// -----

#id = affine_map<(i) -> (i)>
// expected-error @below {{'exec.kernel' op states flops unknown, but its body has d0}}
exec.kernel @k(%x: tensor<?xf32>, %s: index) -> tensor<?xf32>
    domain(d0) access(read, write) work(bytes = 8*d0) attributes {dims = [[0], [0]]} {
  %e = tensor.empty(%s) : tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  } -> tensor<?xf32>
  exec.yield %y : tensor<?xf32>
}

// -----

// Of what is updated, the part counts once.
// expected-error @below {{'exec.kernel' op states bytes 144, but its body has 32}}
exec.kernel @k(%x: tensor<1x4xf32>, %all: tensor<4x4xf32>) -> tensor<4x4xf32>
    domain(1, 4) access(read, readwrite, readwrite) work(flops = 0, bytes = 144) attributes {dims = [[], [], []]} {
  %y = tensor.insert_slice %x into %all[2, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
  exec.yield %y : tensor<4x4xf32>
}

// -----

// The part that is scattered, of sizes that only the body tells.
// expected-error @below {{'exec.kernel' op states bytes 160, but its body has 24*d0}}
exec.kernel @k(%i: tensor<?xi64>, %all: tensor<10x4xf32>, %n: index) -> tensor<10x4xf32>
    domain(1, 4) access(read, readwrite, readwrite) work(flops = 0, bytes = 160) attributes {dims = [[0], [], []]} {
  %one = arith.constant 1.0 : f32
  %u = tensor.splat %one[%n] : tensor<?x4xf32>
  %y = tx.scatter assign %u at[%i] into %all dims = [0] window = [1]
      : tensor<?x4xf32>, tensor<?xi64> into tensor<10x4xf32>
  exec.yield %y : tensor<10x4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'exec.dispatch' op names an unknown kernel @k}}
  exec.dispatch @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

exec.kernel @k(%x: tensor<4xf32>) -> tensor<4xf32> domain(4) access(read, write) work(flops = 0, bytes = 32)
    attributes {dims = [[], []]} {
  exec.yield %x : tensor<4xf32>
}
func.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{'exec.dispatch' op does not match the type of kernel @k}}
  exec.dispatch @k(%x) : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// -----

exec.variant @cpu {
  // expected-error @below {{'exec.variant' op in an exec.variant, which holds programs only}}
  exec.variant @inner {
  }
}

// -----

// Sizes are compared although one of them is dynamic.
exec.kernel @k(%x: tensor<?x8xf32>, %y: tensor<4xf32>, %s: index) -> tensor<?x8xf32>
    domain(d0, 8) access(read, read, write) work(flops = 8*d0, bytes = 64*d0 + 16) attributes {dims = [[0], [], [0]]} {
  %0 = tensor.empty(%s) : tensor<?x8xf32>
  // expected-error @below {{'linalg.generic' op loop 1 has size 8 for one operand and 4 for another}}
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<?x8xf32>, tensor<4xf32>) outs(%0 : tensor<?x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %2 = arith.addf %a, %b : f32
    linalg.yield %2 : f32
  } -> tensor<?x8xf32>
  exec.yield %1 : tensor<?x8xf32>
}
