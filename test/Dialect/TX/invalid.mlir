// RUN: kiln-opt %s --split-input-file --verify-diagnostics

func.func @dim(%x: tensor<4xf32>) {
  // expected-error @below {{'tx.scan' op has no dimension 1 in a tensor of rank 1}}
  %0 = tx.scan add %x into %x along 1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @assign(%x: tensor<4xf32>) {
  // expected-error @below {{'tx.scan' op combines nothing by 'assign'}}
  %0 = tx.scan assign %x into %x along 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @destination(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @below {{'tx.scan' op destination has type 'tensor<4xf64>' where 'tensor<4xf32>' is expected}}
  %0 = tx.scan add %x into %y along 0 : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @destinations(%x: tensor<4xf32>) {
  // expected-error @below {{'tx.sort' op has 3 destinations where values and indices need one each}}
  %0:2 = "tx.sort"(%x, %x, %x, %x) {dim = 0} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
      -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @values(%x: tensor<4xf32>, %y: tensor<5xf32>, %i: tensor<4xi64>) {
  // expected-error @below {{'tx.sort' op destination of the values has type 'tensor<5xf32>' where 'tensor<4xf32>' is expected}}
  %0:2 = tx.sort %x into %y, %i along 0 : (tensor<4xf32>, tensor<5xf32>, tensor<4xi64>) -> (tensor<5xf32>, tensor<4xi64>)
  return
}

// -----

func.func @indices(%x: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @below {{'tx.sort' op destination of the indices has type 'tensor<4xi32>' where 'tensor<4xi64>' is expected}}
  %0:2 = tx.sort %x into %x, %i along 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  return
}

// -----

func.func @places(%u: tensor<4xf32>, %i: tensor<4xi64>, %x: tensor<10x4xf32>) {
  // expected-error @below {{'tx.scatter' op has 1 index tensors for 1 dims, and 0 window loops, for a rank of 2}}
  %0 = tx.scatter add %u at[%i] into %x dims = [0] window = []
      : tensor<4xf32>, tensor<4xi64> into tensor<10x4xf32>
  return
}

// -----

func.func @dims(%u: tensor<4xf32>, %i: tensor<4xi64>, %x: tensor<10x4xf32>) {
  // expected-error @below {{'tx.scatter' op names dimension 0 twice}}
  %0 = tx.scatter add %u at[%i, %i] into %x dims = [0, 0] window = []
      : tensor<4xf32>, tensor<4xi64>, tensor<4xi64> into tensor<10x4xf32>
  return
}

// -----

func.func @window(%u: tensor<4x4xf32>, %i: tensor<4x4xi64>, %x: tensor<10x4x4xf32>) {
  // expected-error @below {{'tx.scatter' op names window loop 1 twice}}
  %0 = tx.scatter add %u at[%i] into %x dims = [0] window = [1, 1]
      : tensor<4x4xf32>, tensor<4x4xi64> into tensor<10x4x4xf32>
  return
}

// -----

func.func @elements(%u: tensor<4xf64>, %i: tensor<4xi64>, %x: tensor<10xf32>) {
  // expected-error @below {{'tx.scatter' op has updates of 'f64' for elements of 'f32'}}
  %0 = tx.scatter add %u at[%i] into %x dims = [0] window = []
      : tensor<4xf64>, tensor<4xi64> into tensor<10xf32>
  return
}

// -----

func.func @rank(%u: tensor<4xf32>, %i: tensor<4x1xi64>, %x: tensor<10xf32>) {
  // expected-error @below {{'tx.scatter' op has an index tensor of rank 2 for updates of rank 1}}
  %0 = tx.scatter add %u at[%i] into %x dims = [0] window = []
      : tensor<4xf32>, tensor<4x1xi64> into tensor<10xf32>
  return
}

// -----

func.func @leading(%u: tensor<4xf32>, %i: tensor<3xi64>, %x: tensor<10xf32>) {
  // expected-error @below {{'tx.scatter' op has an index tensor of type 'tensor<3xi64>' that is not of the leading sizes of the updates}}
  %0 = tx.scatter add %u at[%i] into %x dims = [0] window = []
      : tensor<4xf32>, tensor<3xi64> into tensor<10xf32>
  return
}

// -----

func.func @compact(%m: tensor<4xi1>, %i: tensor<?x2xi64>) {
  // expected-error @below {{'tx.compact' op destination has type 'tensor<?x2xi64>' where 'tensor<?x1xi64>' is expected}}
  %0 = tx.compact %m into %i : tensor<4xi1> into tensor<?x2xi64>
  return
}

// -----

func.func @routine(%x: tensor<4x4xf32>, %r: tensor<32xf64>) {
  // expected-error @below {{'tx.matrix' op knows no routine 'square'}}
  %0:2 = tx.matrix "square"(%x) into(%x, %r) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<32xf64>) -> (tensor<4x4xf32>, tensor<32xf64>)
  return
}

// -----

func.func @outputs(%x: tensor<4x4xf32>, %r: tensor<32xf64>) {
  // expected-error @below {{'tx.matrix' op has 1 inputs and 2 destinations where the routine has 1 and 3, and room}}
  %0:2 = tx.matrix "lu"(%x) into(%x, %r) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<32xf64>) -> (tensor<4x4xf32>, tensor<32xf64>)
  return
}

// -----

func.func @no_room(%x: tensor<4x4xf32>, %r: tensor<f64>) {
  // expected-error @below {{'tx.matrix' op has room of rank 0}}
  %0:2 = tx.matrix "exp"(%x) into(%x, %r) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f64>) -> (tensor<4x4xf32>, tensor<f64>)
  return
}

// -----

func.func @room(%x: tensor<4x4xf32>, %r: tensor<32xf64>) {
  // expected-error @below {{'tx.matrix' op needs room for 64 words of f64, but has 'tensor<32xf64>'}}
  %0:2 = tx.matrix "exp"(%x) into(%x, %r) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<32xf64>) -> (tensor<4x4xf32>, tensor<32xf64>)
  return
}

// -----

func.func @square(%x: tensor<4x5xf32>, %r: tensor<?xf64>) {
  // expected-error @below {{'tx.matrix' op operand 0 of type 'tensor<4x5xf32>' does not fit the operand 'Fnn' of the routine}}
  %0:2 = tx.matrix "exp"(%x) into(%x, %r) : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<?xf64>) -> (tensor<4x5xf32>, tensor<?xf64>)
  return
}

// -----

func.func @batch(%x: tensor<2x4x4xf32>, %y: tensor<3x4x4xf32>, %r: tensor<2x64xf64>) {
  // expected-error @below {{'tx.matrix' op operand 1 of type 'tensor<3x4x4xf32>' does not fit the operand 'Fnn' of the routine}}
  %0:2 = tx.matrix "exp"(%x) into(%y, %r) : (tensor<2x4x4xf32>, tensor<3x4x4xf32>, tensor<2x64xf64>) -> (tensor<3x4x4xf32>, tensor<2x64xf64>)
  return
}

// -----

func.func @elements(%x: tensor<4x4xf16>, %r: tensor<64xf64>) {
  // expected-error @below {{'tx.matrix' op operand 0 of type 'tensor<4x4xf16>' does not fit the operand 'Fnn' of the routine}}
  %0:2 = tx.matrix "exp"(%x) into(%x, %r) : (tensor<4x4xf16>, tensor<4x4xf16>, tensor<64xf64>) -> (tensor<4x4xf16>, tensor<64xf64>)
  return
}

// -----

func.func @parts(%x: tensor<4x4x3xf32>, %r: tensor<?xf64>) {
  // expected-error @below {{'tx.matrix' op operand 0 of type 'tensor<4x4x3xf32>' does not fit the operand 'Fnn' of the routine}}
  %0:2 = tx.matrix "exp"(%x) into(%x, %r) complex : (tensor<4x4x3xf32>, tensor<4x4x3xf32>, tensor<?xf64>) -> (tensor<4x4x3xf32>, tensor<?xf64>)
  return
}
