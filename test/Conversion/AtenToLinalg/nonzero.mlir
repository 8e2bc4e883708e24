// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// How many there are is read and binds the size of the places.
// CHECK-LABEL: ep.program @nonzero
ep.program @nonzero {
  ep.symbol @s0 range(1, 64)
  ep.symbol @u0 range(0, 512)
  ep.graph @forward(%x: !ep.tensor<[s0, 8], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[u0, 2], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[SIZE:.*]] = ep.size u0
    // CHECK: arith.cmpf une
    // CHECK: %[[COUNT:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<i64>)
    // CHECK: ep.item %[[COUNT]] : tensor<i64> -> !ep.number<u0>
    // CHECK: %[[E:.*]] = tensor.empty(%[[SIZE]]) : tensor<?x2xi64>
    // CHECK: %[[F:.*]] = linalg.fill ins(%{{.*}} : i64) outs(%[[E]]
    // CHECK: tx.compact %{{.*}} into %[[F]] : tensor<?x8xi1> into tensor<?x2xi64>
    %0 = aten.nonzero.default %x : (!ep.tensor<[s0, 8], f32>) -> !ep.tensor<[u0, 2], i64>
    ep.return %0 : !ep.tensor<[u0, 2], i64>
  }
}

// -----

// A size that is known is checked.
// CHECK-LABEL: ep.program @bound
ep.program @bound {
  ep.graph @forward(%x: !ep.tensor<[8], i1> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[2, 1], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.item %{{.*}} : tensor<i64> -> !ep.number<uread0>
    // CHECK: ep.assert Eq(uread0, 2), "the data give another number than 2"
    // CHECK: tx.compact %{{.*}} : tensor<8xi1> into tensor<2x1xi64>
    %0 = aten.nonzero.default %x : (!ep.tensor<[8], i1>) -> !ep.tensor<[2, 1], i64>
    ep.return %0 : !ep.tensor<[2, 1], i64>
  }
}

// -----

// The size is given: nothing is read.
// CHECK-LABEL: ep.program @static
ep.program @static {
  ep.graph @forward(%x: !ep.tensor<[8], i64> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[3, 1], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: arith.cmpi ne
    // CHECK-NOT: ep.item
    // CHECK: linalg.fill ins(%c7_i64
    // CHECK: tx.compact %{{.*}} : tensor<8xi1> into tensor<3x1xi64>
    %0 = aten.nonzero_static.default %x, size = 3, fill_value = 7 : (!ep.tensor<[8], i64>) -> !ep.tensor<[3, 1], i64>
    ep.return %0 : !ep.tensor<[3, 1], i64>
  }
}

// -----

// A mask as an index binds the size once; its dimensions become one.
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1, d2) -> (d1, 0)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1, d2) -> (d1, 1)>
// CHECK-LABEL: ep.program @mask
ep.program @mask {
  ep.symbol @u0 range(0, 512)
  ep.graph @forward(%x: !ep.tensor<[2, 8, 4, 5], f32> {ep.input = #ep.input<user_input "x">},
                    %m: !ep.tensor<[8, 4], i1> {ep.input = #ep.input<user_input "m">})
      -> (!ep.tensor<[2, u0, 5], f32> {ep.output = #ep.output<user_output "0">},
          !ep.tensor<[2, u0, 5], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: ep.item %{{.*}} : tensor<i64> -> !ep.number<u0>
    // CHECK: %[[P:.*]] = tx.compact %{{.*}} : tensor<8x4xi1> into tensor<?x2xi64>
    // CHECK: linalg.generic {indexing_maps = [#[[ROW]], #[[COLUMN]], #{{.*}}], {{.*}} ins(%[[P]], %[[P]] :
    // CHECK: linalg.index 0
    // CHECK: linalg.index 2
    // CHECK: tensor.extract
    %0 = aten.index.Tensor %x, [none, %m] : (!ep.tensor<[2, 8, 4, 5], f32>, !ep.tensor<[8, 4], i1>) -> !ep.tensor<[2, u0, 5], f32>
    // CHECK-NOT: ep.item
    %1 = aten.index.Tensor %x, [none, %m] : (!ep.tensor<[2, 8, 4, 5], f32>, !ep.tensor<[8, 4], i1>) -> !ep.tensor<[2, u0, 5], f32>
    ep.return %0, %1 : !ep.tensor<[2, u0, 5], f32>, !ep.tensor<[2, u0, 5], f32>
  }
}

// -----

ep.program @complex {
  ep.graph @forward(%x: !ep.tensor<[8], complex<f32>> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[3, 1], i64> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.nonzero_static.default' op is not converted to linalg: complex tensors or numbers}}
    %0 = aten.nonzero_static.default %x, size = 3 : (!ep.tensor<[8], complex<f32>>) -> !ep.tensor<[3, 1], i64>
    ep.return %0 : !ep.tensor<[3, 1], i64>
  }
}

// -----

ep.program @beside {
  ep.symbol @u0 range(0, 8)
  ep.graph @forward(%x: !ep.tensor<[8, 4], f32> {ep.input = #ep.input<user_input "x">},
                    %m: !ep.tensor<[8], i1> {ep.input = #ep.input<user_input "m">},
                    %i: !ep.tensor<[1], i64> {ep.input = #ep.input<user_input "i">})
      -> (!ep.tensor<[u0], f32> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.index.Tensor' op is not converted to linalg: an index is a mask; not one mask alone; has no complex tensor}}
    %0 = aten.index.Tensor %x, [%m, %i] : (!ep.tensor<[8, 4], f32>, !ep.tensor<[8], i1>, !ep.tensor<[1], i64>) -> !ep.tensor<[u0], f32>
    ep.return %0 : !ep.tensor<[u0], f32>
  }
}

// -----

// Of no elements there are no places.
// CHECK-LABEL: ep.graph @empty
// CHECK: tensor.empty() : tensor<0x2xi64>
ep.program @empty {
  ep.graph @empty(%x: !ep.tensor<[5, 0], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[0, 2], i64> {ep.output = #ep.output<user_output "0">}) {
    %0 = aten.nonzero.default %x : (!ep.tensor<[5, 0], f32>) -> !ep.tensor<[0, 2], i64>
    ep.return %0 : !ep.tensor<[0, 2], i64>
  }
}
