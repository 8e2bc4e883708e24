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

// -----

func.func @length(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x16xf32>, %e: tensor<4x?xf32>) {
  // expected-error @below {{'tx.attention' op has values of unknown length in 'tensor<4x?xf32>'}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x16xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  return
}

// -----

func.func @maps(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x16xf32>, %e: tensor<4x16xf32>) {
  // expected-error @below {{'tx.attention' op has 4 maps for 3 operands}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>, affine_map<(i, n, j, d) -> (i)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @loops(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x16xf32>, %e: tensor<4x16xf32>) {
  // expected-error @below {{'tx.attention' op has a map of query that does not read 'tensor<4x8xf32>' along 4 loops}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d, x) -> (i, d)>, affine_map<(i, n, j, d, x) -> (j, d)>, affine_map<(i, n, j, d, x) -> (j, n)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @sums(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x16xf32>, %e: tensor<4x16xf32>) {
  // expected-error @below {{'tx.attention' op has a map of key that does not read 'tensor<6x8xf32>' along 4 loops}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d + i)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @attention_place(%q: tensor<4x2x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{'tx.attention' op has a map of query that does not read 'tensor<4x2x8xf32>' along 4 loops}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, 2, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%score: f32, %i: index, %j: index):
    tx.yield %score : f32
  } : (tensor<4x2x8xf32>, tensor<6x8xf32>, tensor<6x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @query_of_key(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x16xf32>, %e: tensor<4x16xf32>) {
  // expected-error @below {{'tx.attention' op has a map of query with the keys}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @key_of_none(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x16xf32>, %e: tensor<4x16xf32>) {
  // expected-error @below {{'tx.attention' op has a map of key without the keys}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @flat(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x16xf32>, %e: tensor<4x16xf32>) {
  // expected-error @below {{'tx.attention' op has a map of query without the depth}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, n)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @deep(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x16xf32>, %e: tensor<4x16xf32>) {
  // expected-error @below {{'tx.attention' op has a map of value with the depth}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, d)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @constant(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x16xf32>, %e: tensor<4x16xf32>) {
  // expected-error @below {{'tx.attention' op has a map of value without the elements of a value}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, i)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @input(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x16xf32>, %e: tensor<4x16xf32>, %b: tensor<6xf32>) {
  // expected-error @below {{'tx.attention' op has a map of input 0 with the elements of a value}}
  %0 = tx.attention %q, %k, %v with %b into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>, affine_map<(i, n, j, d) -> (n)>] {
  ^bb0(%s: f32, %x: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x16xf32>, tensor<6xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @extents(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<7x16xf32>, %e: tensor<4x16xf32>) {
  // expected-error @below {{'tx.attention' op has 7 of value along loop 2, and elsewhere 6}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<7x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @arguments(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x16xf32>, %e: tensor<4x16xf32>) {
  // expected-error @below {{'tx.attention' op has a region of 2 arguments that are not a score, an element of each input, and a place along each loop but two}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%s: f32, %i: index):
    tx.yield %s : f32
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @scores(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x16xf32>, %e: tensor<4x16xf32>) {
  // expected-error @below {{'tx.attention' op has scores of 'bf16' where f32 or f64 is expected}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%s: bf16, %i: index, %j: index):
    tx.yield %s : bf16
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @elements(%q: tensor<4x8xf64>, %k: tensor<6x8xf32>, %v: tensor<6x16xf32>, %e: tensor<4x16xf32>) {
  // expected-error @below {{'tx.attention' op has elements of 'f64' for scores of 'f32'}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<4x8xf64>, tensor<6x8xf32>, tensor<6x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @integers(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x16xi32>, %e: tensor<4x16xf32>) {
  // expected-error @below {{'tx.attention' op has elements of 'i32' for scores of 'f32'}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %s : f32
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x16xi32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @yield(%q: tensor<4x8xf32>, %k: tensor<6x8xf32>, %v: tensor<6x16xf32>, %e: tensor<4x16xf32>) {
  // expected-error @below {{'tx.attention' op yields no score of 'f32'}}
  %0 = tx.attention %q, %k, %v into %e maps = [affine_map<(i, n, j, d) -> (i, d)>, affine_map<(i, n, j, d) -> (j, d)>, affine_map<(i, n, j, d) -> (j, n)>] {
  ^bb0(%s: f32, %i: index, %j: index):
    tx.yield %i : index
  } : (tensor<4x8xf32>, tensor<6x8xf32>, tensor<6x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return
}
