// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// What treats both parts alike is done to the real tensor, in which dimensions
// count from the front.
// CHECK-LABEL: ep.graph @moves
!t = !ep.tensor<[4, 6], complex<f32>>
!s = !ep.tensor<[4, 3], complex<f32>>
!n = !ep.tensor<[4], complex<f32>>
!p = !ep.tensor<[6, 4], complex<f32>>
!v = !ep.tensor<[24], complex<f32>>
!c = !ep.tensor<[4, 9], complex<f32>>
!u = !ep.tensor<[4, 6, 1], complex<f32>>
!d = !ep.tensor<[4, 8], complex<f32>>
ep.program @moves { ep.graph @moves(%x: !t {ep.input = #ep.input<user_input "x">})
    -> (!s {ep.output = #ep.output<user_output "0">}, !n {ep.output = #ep.output<user_output "1">}, !p {ep.output = #ep.output<user_output "2">}, !v {ep.output = #ep.output<user_output "3">},
        !c {ep.output = #ep.output<user_output "4">}, !u {ep.output = #ep.output<user_output "5">}, !d {ep.output = #ep.output<user_output "6">}) {
  // CHECK: tensor.extract_slice %{{.*}}[0, 0, 0] [4, 3, 2] [1, 2, 1] : tensor<4x6x2xf32> to tensor<4x3x2xf32>
  %0 = aten.slice.Tensor %x, dim = -1, step = 2 : (!t) -> !s
  // CHECK: tensor.extract_slice %{{.*}}[0, 2, 0] [4, 1, 2] [1, 1, 1]
  %1 = aten.select.int %x, dim = -1, index = 2 : (!t) -> !n
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]
  // CHECK: -> tensor<6x4x2xf32>
  %2 = aten.permute.default %x, dims = [-1, 0] : (!t) -> !p
  // CHECK: tensor.collapse_shape %{{.*}} {{\[}}[0, 1], [2]] : tensor<4x6x2xf32> into tensor<24x2xf32>
  %3 = aten.view.default %x, size = [-1] : (!t) -> !v
  // CHECK: tensor.concat dim(1) %{{.*}} : (tensor<4x6x2xf32>, tensor<4x3x2xf32>) -> tensor<4x9x2xf32>
  %4 = aten.cat.default [%x, %0], dim = -1 : (!t, !s) -> !c
  // CHECK: tensor.expand_shape %{{.*}} {{\[}}[0], [1], [2, 3]]
  %5 = aten.unsqueeze.default %x, dim = -1 : (!t) -> !u
  // CHECK: tensor.pad %{{.*}} low[0, 1, 0] high[0, 1, 0]
  %6 = aten.constant_pad_nd.default %x, pad = [1, 1] : (!t) -> !d
  ep.return %0, %1, %2, %3, %4, %5, %6 : !s, !n, !p, !v, !c, !u, !d
} }

// -----

// Sums and means add the parts.
// CHECK-LABEL: ep.graph @sums
!t = !ep.tensor<[4, 6], complex<f32>>
!r = !ep.tensor<[4], complex<f32>>
!z = !ep.tensor<[], complex<f32>>
ep.program @sums { ep.graph @sums(%x: !t {ep.input = #ep.input<user_input "x">})
    -> (!r {ep.output = #ep.output<user_output "0">}, !z {ep.output = #ep.output<user_output "1">}, !z {ep.output = #ep.output<user_output "2">}) {
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
  // CHECK: -> tensor<4x2xf32>
  %0 = aten.sum.dim_IntList %x, dim = [-1] : (!t) -> !r
  // CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "reduction", "parallel"]
  // CHECK: -> tensor<2xf32>
  %1 = aten.sum.dim_IntList %x, dim = [] : (!t) -> !z
  // CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "reduction", "parallel"]
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]
  // CHECK: arith.constant 2.400000e+01 :
  %2 = aten.mean.default %x : (!t) -> !z
  ep.return %0, %1, %2 : !r, !z, !z
} }

// -----

// A number has no dimension that could be told from that of its parts.
!t = !ep.tensor<[], complex<f32>>
ep.program @scalar { ep.graph @scalar(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!t {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.flip.default' op is not converted to linalg: complex tensors; an argument has no real twin}}
  %0 = aten.flip.default %x, dims = [0] : (!t) -> !t
  ep.return %0 : !t
} }

// -----

// Padding with another number than 0 would have two.
!t = !ep.tensor<[4], complex<f32>>
!d = !ep.tensor<[6], complex<f32>>
ep.program @pad { ep.graph @pad(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!d {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.constant_pad_nd.default' op is not converted to linalg: complex tensors; an argument has no real twin}}
  %0 = aten.constant_pad_nd.default %x, pad = [1, 1], value = 1.0 : (!t) -> !d
  ep.return %0 : !d
} }

// -----

// Real and complex tensors are not joined.
!t = !ep.tensor<[4], complex<f32>>
!r = !ep.tensor<[4], f32>
!d = !ep.tensor<[8], complex<f32>>
ep.program @mixed { ep.graph @mixed(%x: !t {ep.input = #ep.input<user_input "x">}, %y: !r {ep.input = #ep.input<user_input "y">}) -> (!d {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.cat.default' op is not converted to linalg: complex tensors; mixes real and complex tensors}}
  %0 = aten.cat.default [%x, %y] : (!t, !r) -> !d
  ep.return %0 : !d
} }

// -----

// An index of elements is that of both parts; a mask and an index of rows stay.
// CHECK-LABEL: ep.graph @places
!t = !ep.tensor<[4, 3], complex<f32>>
!i = !ep.tensor<[4, 3], i64>
!j = !ep.tensor<[2], i64>
!p = !ep.tensor<[2, 3], complex<f32>>
!m = !ep.tensor<[4, 3], i1>
!z = !ep.tensor<[], complex<f32>>
!d = !ep.tensor<[2], complex<f32>, strides = [4]>
ep.program @places { ep.graph @places(%x: !t {ep.input = #ep.input<user_input "x">}, %i: !i {ep.input = #ep.input<user_input "i">},
    %j: !j {ep.input = #ep.input<user_input "j">}, %p: !p {ep.input = #ep.input<user_input "p">},
    %m: !m {ep.input = #ep.input<user_input "m">}, %z: !z {ep.input = #ep.input<user_input "z">})
    -> (!t {ep.output = #ep.output<user_output "0">}, !t {ep.output = #ep.output<user_output "1">}, !t {ep.output = #ep.output<user_output "2">},
        !t {ep.output = #ep.output<user_output "3">}, !d {ep.output = #ep.output<user_output "4">}, !t {ep.output = #ep.output<user_output "5">}) {
  // CHECK: -> tensor<4x3x2xi64>
  // CHECK: tensor.extract %{{.*}} : tensor<4x3x2xf32>
  %0 = aten.gather.default %x, %i, dim = -1 : (!t, !i) -> !t
  // CHECK: tx.scatter add %{{.*}} at[%{{.*}}] into %{{.*}} : tensor<4x3x2xf32>, tensor<4x3x2xi64> into tensor<4x3x2xf32>
  %1 = aten.scatter_add.default %x, %i, %x, dim = 0 : (!t, !i, !t) -> !t
  // CHECK: tx.scatter assign %{{.*}} at[%{{.*}}] into %{{.*}} : tensor<2x3x2xf32>, tensor<2xi64> into tensor<4x3x2xf32>
  %2 = aten.index_put.default %x, [%j], %p : (!t, !j, !p) -> !t
  // CHECK: arith.select
  %3 = aten.index_put.default %x, [%m], %z : (!t, !m, !z) -> !t
  // CHECK: %[[I:.*]] = linalg.index 0
  // CHECK: %[[ONE:.*]] = arith.constant 1 : index
  // CHECK: %[[COLUMN:.*]] = arith.addi %[[I]], %[[ONE]]
  // CHECK: tensor.extract %{{.*}}[%{{.*}}, %[[COLUMN]], %{{.*}}] : tensor<4x3x2xf32>
  %4 = aten.diagonal.default %x, offset = 1 : (!t) -> !d
  // The mask is that of both parts, which follow each other in the source.
  // CHECK: -> tensor<4x3x2xi1>
  // CHECK: tx.scan add
  %5 = aten.masked_scatter.default %x, %m, %p : (!t, !m, !p) -> !t
  ep.return %0, %1, %2, %3, %4, %5 : !t, !t, !t, !t, !d, !t
} }
