// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Sorted; the first of each kind is taken, the kinds are numbered, and what lies
// between firsts is counted.
// CHECK-LABEL: ep.program @unique
ep.program @unique {
  ep.symbol @s0 range(1, 64)
  ep.symbol @u0 range(0, 512)
  ep.graph @forward(%x: !ep.tensor<[s0, 8], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[u0], f32> {ep.output = #ep.output<user_output "0">},
          !ep.tensor<[s0, 8], i64> {ep.output = #ep.output<user_output "1">},
          !ep.tensor<[u0], i64> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: %[[V:.*]], %[[O:.*]] = tx.sort %{{.*}} along 0 :
    // CHECK: tensor.extract %[[V]]
    // CHECK: tensor.extract %[[V]]
    // CHECK: arith.cmpf une
    // CHECK: arith.ori
    // CHECK: ep.item %{{.*}} : tensor<i64> -> !ep.number<u0>
    // CHECK: %[[P:.*]] = tx.compact
    // CHECK: tx.scan add
    // CHECK: tx.scatter assign %{{.*}} at[%[[O]]]
    // CHECK: tensor.expand_shape
    // CHECK: tensor.extract %[[P]]
    // CHECK: arith.subi
    // CHECK: tensor.extract %[[V]]
    %0, %1, %2 = aten._unique2.default %x, return_inverse = true, return_counts = true : (!ep.tensor<[s0, 8], f32>) -> (!ep.tensor<[u0], f32>, !ep.tensor<[s0, 8], i64>, !ep.tensor<[u0], i64>)
    ep.return %0, %1, %2 : !ep.tensor<[u0], f32>, !ep.tensor<[s0, 8], i64>, !ep.tensor<[u0], i64>
  }
}

// -----

// Neighbours as they are; what is not asked for is empty.
// CHECK-LABEL: ep.program @consecutive
ep.program @consecutive {
  ep.symbol @u0 range(0, 8)
  ep.graph @forward(%x: !ep.tensor<[8], i32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[u0], i32> {ep.output = #ep.output<user_output "0">},
          !ep.tensor<[0], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK-NOT: tx.sort
    // CHECK: arith.cmpi ne
    // CHECK: tx.compact
    // CHECK: tensor.empty() : tensor<0xi64>
    // CHECK-NOT: tx.scan
    %0, %1, %2 = aten.unique_consecutive.default %x : (!ep.tensor<[8], i32>) -> (!ep.tensor<[u0], i32>, !ep.tensor<[0], i64>, !ep.tensor<[0], i64>)
    ep.return %0, %1 : !ep.tensor<[u0], i32>, !ep.tensor<[0], i64>
  }
}

// -----

ep.program @slices {
  ep.symbol @u0 range(0, 8)
  ep.graph @forward(%x: !ep.tensor<[8, 2], i32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[u0, 2], i32> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{failed to legalize operation 'aten.unique_consecutive.default'}}
    %0, %1, %2 = aten.unique_consecutive.default %x, dim = 0 : (!ep.tensor<[8, 2], i32>) -> (!ep.tensor<[u0, 2], i32>, !ep.tensor<[0], i64>, !ep.tensor<[0], i64>)
    ep.return %0 : !ep.tensor<[u0, 2], i32>
  }
}
