// RUN: kiln-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{'exec.kernel' op arguments must be tensors, then index sizes}}
exec.kernel @k(%s: index, %x: tensor<4xf32>) -> tensor<4xf32> attributes {dims = [[], []]} {
  exec.yield %x : tensor<4xf32>
}

// -----

// expected-error @below {{'exec.kernel' op dims must have an entry for each tensor argument and each result}}
exec.kernel @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dims = [[]]} {
  exec.yield %x : tensor<4xf32>
}

// -----

// expected-error @below {{'exec.kernel' op dims must name one size for each dynamic dimension}}
exec.kernel @k(%x: tensor<?xf32>, %s: index) -> tensor<?xf32> attributes {dims = [[0], []]} {
  exec.yield %x : tensor<?xf32>
}

// -----

// expected-error @below {{'exec.kernel' op dims names size 1 of 1}}
exec.kernel @k(%x: tensor<?xf32>, %s: index) -> tensor<?xf32> attributes {dims = [[0], [1]]} {
  exec.yield %x : tensor<?xf32>
}

// -----

exec.kernel @k(%x: tensor<4xf32>) -> tensor<8xf32> attributes {dims = [[], []]} {
  // expected-error @below {{'exec.yield' op operands do not match the kernel's results}}
  exec.yield %x : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{'exec.dispatch' op names an unknown kernel @k}}
  exec.dispatch @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

exec.kernel @k(%x: tensor<4xf32>) -> tensor<4xf32> attributes {dims = [[], []]} {
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
