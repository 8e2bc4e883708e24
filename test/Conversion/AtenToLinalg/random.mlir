// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// The seed and what was drawn are state. An operator draws behind those before
// it; all are counted at the end.
// CHECK-LABEL: ep.program @draws
// CHECK: ep.storage @kiln.random.storage bytes(16) data(dense<0> : tensor<2xi64>)
// CHECK: ep.buffer @kiln.random : !ep.tensor<[2], i64> storage(@kiln.random.storage)
// CHECK: ep.graph @forward(
// CHECK-NEXT: %[[S:.*]]: !ep.tensor<[2], i64> {ep.input = #ep.input<buffer "kiln.random">},
// CHECK-NEXT: %x:
// CHECK-NEXT: ) -> (
// CHECK-NEXT: !ep.tensor<[2], i64> {ep.output = #ep.output<buffer_mutation "kiln.random">},
// CHECK-DAG: %[[STATE:.*]] = ep.to_builtin %[[S]]
// CHECK-DAG: %[[USED:.*]] = ep.size 8*s0
// CHECK-DAG: %[[ALL:.*]] = ep.size 24*s0
ep.program @draws {
  ep.symbol @s0 range(1, 64)
  ep.graph @forward(%x: !ep.tensor<[s0, 8], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0, 8], f16> {ep.output = #ep.output<user_output "0">},
          !ep.tensor<[s0, 8], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[SEED:.*]] = tensor.extract %[[STATE]]
    // CHECK: %[[START:.*]] = tensor.extract %[[STATE]]
    // CHECK: %[[BITS:.*]] = tx.philox %[[SEED]] at
    // CHECK: arith.shrui %[[BITS]], %c54_i64
    // CHECK: arith.sitofp
    // CHECK: arith.truncf %{{.*}} : f64 to f16
    %0 = aten.rand.default size = [s0, 8], dtype = f16 : () -> !ep.tensor<[s0, 8], f16>
    // CHECK: arith.addi %{{.*}}, %[[USED]] : index
    // CHECK: tx.philox
    // CHECK: tx.philox
    // CHECK: math.log
    // CHECK: math.sqrt
    // CHECK: math.cos
    %1 = aten.randn.default size = [s0, 8] : () -> !ep.tensor<[s0, 8], f32>
    // CHECK: arith.index_cast %[[ALL]]
    // CHECK: arith.addi
    // CHECK: arith.select
    ep.return %0, %1 : !ep.tensor<[s0, 8], f16>, !ep.tensor<[s0, 8], f32>
  }
}

// -----

// CHECK-LABEL: ep.program @dropout
ep.program @dropout {
  ep.graph @forward(%x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[8], f32> {ep.output = #ep.output<user_output "0">},
          !ep.tensor<[8], i1> {ep.output = #ep.output<user_output "1">},
          !ep.tensor<[8], f32> {ep.output = #ep.output<user_output "2">},
          !ep.tensor<[8], i1> {ep.output = #ep.output<user_output "3">}) {
    // CHECK: tx.philox
    // CHECK: %[[KEEP:.*]] = arith.cmpf oge
    // CHECK: linalg.yield %[[KEEP]] : i1
    // CHECK: arith.divf
    // CHECK: arith.mulf
    // CHECK: arith.select
    %0, %1 = aten.native_dropout.default %x, p = 0.25, train = true : (!ep.tensor<[8], f32>) -> (!ep.tensor<[8], f32>, !ep.tensor<[8], i1>)
    // CHECK-NOT: tx.philox
    // CHECK: linalg.fill ins(%true
    %2, %3 = aten.native_dropout.default %x, p = 0.25, train = false : (!ep.tensor<[8], f32>) -> (!ep.tensor<[8], f32>, !ep.tensor<[8], i1>)
    ep.return %0, %1, %2, %3 : !ep.tensor<[8], f32>, !ep.tensor<[8], i1>, !ep.tensor<[8], f32>, !ep.tensor<[8], i1>
  }
}

// -----

// CHECK-LABEL: ep.program @permutation
ep.program @permutation {
  ep.graph @forward() -> (!ep.tensor<[8], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: tx.philox
    // CHECK: arith.xori %{{.*}}, %c-9223372036854775808_i64
    // CHECK: %[[ORDER:.*]]:2 = tx.matrix "order_integers"(%{{.*}}) into(%{{.*}}) : (tensor<8xi64>,
    // CHECK: ep.from_builtin %[[ORDER]]#0
    %0 = aten.randperm.default n = 8 : () -> !ep.tensor<[8], i64>
    ep.return %0 : !ep.tensor<[8], i64>
  }
}

// -----

ep.program @complex {
  ep.graph @forward() -> (!ep.tensor<[8], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.randn.default' op has no conversion to linalg}}
    // expected-note @below {{a plugin may register a decomposition or a conversion (docs/AddOperator.md)}}
    %0 = aten.randn.default size = [8], dtype = complex<f32> : () -> !ep.tensor<[8], complex<f32>>
    ep.return %0 : !ep.tensor<[8], complex<f32>>
  }
}
