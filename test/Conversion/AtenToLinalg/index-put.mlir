// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Indices that stand apart: their part of the values is in front. A negative
// index counts from the end.
// CHECK-LABEL: ep.graph @apart
ep.program @apart { ep.graph @apart(
          %x: !ep.tensor<[4, s0, 6], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[2, 1], i64> {ep.input = #ep.input<user_input "i">},
          %j: !ep.tensor<[3], i32> {ep.input = #ep.input<user_input "j">},
          %v: !ep.tensor<[3, 1], f32> {ep.input = #ep.input<user_input "v">}
      ) -> (!ep.tensor<[4, s0, 6], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.cmpi slt
  // CHECK: arith.addi
  // CHECK: arith.select
  // CHECK: arith.extsi
  // CHECK: tx.scatter assign %{{.*}} at[%{{.*}}, %{{.*}}] into %{{.*}} dims = [0, 2] window = [2] : tensor<2x3x?xf32>, tensor<2x3xi64>, tensor<2x3xi64> into tensor<4x?x6xf32>
  %0 = aten.index_put.default %x, [%i, none, %j], %v : (!ep.tensor<[4, s0, 6], f32>, !ep.tensor<[2, 1], i64>, !ep.tensor<[3], i32>, !ep.tensor<[3, 1], f32>) -> !ep.tensor<[4, s0, 6], f32>
  ep.return %0 : !ep.tensor<[4, s0, 6], f32>
} }

// -----

// Indices side by side: their part is where they stand.
// CHECK: #[[V:.*]] = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
// CHECK-LABEL: ep.graph @beside
ep.program @beside { ep.graph @beside(
          %x: !ep.tensor<[4, 5, 6, s0], f16> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "i">},
          %v: !ep.tensor<[4, 3, s0], f16> {ep.input = #ep.input<user_input "v">}
      ) -> (!ep.tensor<[4, 5, 6, s0], f16> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.generic {indexing_maps = [#[[V]],
  // CHECK: tx.scatter add %{{.*}} dims = [1, 2] window = [1, 2] : tensor<3x4x?xf32>, tensor<3xi64>, tensor<3xi64> into tensor<4x5x6x?xf32>
  // CHECK: arith.truncf
  %0 = aten.index_put.default %x, [none, %i, %i], %v, accumulate = true : (!ep.tensor<[4, 5, 6, s0], f16>, !ep.tensor<[3], i64>, !ep.tensor<[3], i64>, !ep.tensor<[4, 3, s0], f16>) -> !ep.tensor<[4, 5, 6, s0], f16>
  ep.return %0 : !ep.tensor<[4, 5, 6, s0], f16>
} }

// -----

// A mask and values for each of its true elements; a mask and one value.
// CHECK-LABEL: ep.graph @mask
ep.program @mask {
  ep.symbol @u0 range(0, 24)
  ep.graph @mask(
          %x: !ep.tensor<[4, 6], f32> {ep.input = #ep.input<user_input "x">},
          %m: !ep.tensor<[4, 6], i1> {ep.input = #ep.input<user_input "m">},
          %r: !ep.tensor<[4], i1> {ep.input = #ep.input<user_input "r">},
          %v: !ep.tensor<[u0], f32> {ep.input = #ep.input<user_input "v">},
          %w: !ep.tensor<[6], f32> {ep.input = #ep.input<user_input "w">}
      ) -> (!ep.tensor<[4, 6], f32> {ep.output = #ep.output<user_output "0">},
            !ep.tensor<[4, 6], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: %[[FILL:.*]] = linalg.fill ins(%{{.*}} : i64) outs(%{{.*}} : tensor<?x2xi64>)
  // CHECK: tx.compact %{{.*}} into %[[FILL]] : tensor<4x6xi1> into tensor<?x2xi64>
  // CHECK: tx.scatter assign %{{.*}} dims = [0, 1] window = [] : tensor<?xf32>, tensor<?xi64>, tensor<?xi64> into tensor<4x6xf32>
  %0 = aten.index_put.default %x, [%m], %v : (!ep.tensor<[4, 6], f32>, !ep.tensor<[4, 6], i1>, !ep.tensor<[u0], f32>) -> !ep.tensor<[4, 6], f32>
  // CHECK-NOT: tx.
  // CHECK: arith.addf
  // CHECK: arith.select
  %1 = aten.index_put.default %x, [%r], %w, accumulate = true : (!ep.tensor<[4, 6], f32>, !ep.tensor<[4], i1>, !ep.tensor<[6], f32>) -> !ep.tensor<[4, 6], f32>
  ep.return %0, %1 : !ep.tensor<[4, 6], f32>, !ep.tensor<[4, 6], f32>
} }

// -----

ep.program @bytes { ep.graph @bytes(
          %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">},
          %m: !ep.tensor<[4], ui8> {ep.input = #ep.input<user_input "m">},
          %v: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "v">}
      ) -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.index_put.default' op is not converted to linalg: indices are bytes; has no complex tensor}}
  %0 = aten.index_put.default %x, [%m], %v : (!ep.tensor<[4], f32>, !ep.tensor<[4], ui8>, !ep.tensor<[], f32>) -> !ep.tensor<[4], f32>
  ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

ep.program @mixed { ep.graph @mixed(
          %x: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "x">},
          %m: !ep.tensor<[4], i1> {ep.input = #ep.input<user_input "m">},
          %i: !ep.tensor<[1], i64> {ep.input = #ep.input<user_input "i">},
          %v: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "v">}
      ) -> (!ep.tensor<[4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.index_put.default' op is not converted to linalg: no index, or a mask beside other indices; has no complex tensor}}
  %0 = aten.index_put.default %x, [%m, %i], %v : (!ep.tensor<[4, 4], f32>, !ep.tensor<[4], i1>, !ep.tensor<[1], i64>, !ep.tensor<[], f32>) -> !ep.tensor<[4, 4], f32>
  ep.return %0 : !ep.tensor<[4, 4], f32>
} }

// -----

// A size of the values that is not known to be that of the rows is asserted.
// CHECK-LABEL: ep.program @other_size
ep.program @other_size {
  ep.graph @forward(%x: !ep.tensor<[5, 3], f32> {ep.input = #ep.input<user_input "x">},
      %i: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "i">},
      %v: !ep.tensor<[s0, s1], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[5, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.assert Eq(s1, 3), "index_put: the values have another size"
    // CHECK: %[[V:.*]] = tensor.extract %{{.*}} : tensor<?x?xf32>
    // CHECK: tx.scatter add %{{.*}} : tensor<?x3xf32>, tensor<?xi64> into tensor<5x3xf32>
    %0 = aten.index_put.default %x, [%i], %v, accumulate = true : (!ep.tensor<[5, 3], f32>, !ep.tensor<[s0], i64>, !ep.tensor<[s0, s1], f32>) -> !ep.tensor<[5, 3], f32>
    ep.return %0 : !ep.tensor<[5, 3], f32>
  }
}
