// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @mean
ep.program @mean { ep.graph @mean(%x: !ep.tensor<[s0, 4, s1], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[N:.*]] = ep.size 4*s0*s1
  // CHECK: iterator_types = ["reduction", "reduction", "reduction"]
  // CHECK: arith.index_cast %[[N]]
  // CHECK: arith.divf
  %0 = aten.mean.default %x : (!ep.tensor<[s0, 4, s1], f32>) -> !ep.tensor<[], f32>
  ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @prod
ep.program @prod { ep.graph @prod(%x: !ep.tensor<[3], i32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], i64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.extsi %{{.*}} : i32 to i64
  // CHECK: arith.muli
  %0 = aten.prod.default %x : (!ep.tensor<[3], i32>) -> !ep.tensor<[], i64>
  ep.return %0 : !ep.tensor<[], i64>
} }

// -----

// Products in f64.
// CHECK-LABEL: ep.graph @prod_dim
ep.program @prod_dim { ep.graph @prod_dim(%x: !ep.tensor<[s0, 4, s1], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4, 1], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.constant 1.0{{.*}} : f64
  // CHECK: iterator_types = ["parallel", "parallel", "reduction"]
  // CHECK: arith.extf %{{.*}} : f32 to f64
  // CHECK: arith.mulf %{{.*}} : f64
  // CHECK: arith.truncf
  %0 = aten.prod.dim_int %x, dim = -1, keepdim = true : (!ep.tensor<[s0, 4, s1], f32>) -> !ep.tensor<[s0, 4, 1], f32>
  ep.return %0 : !ep.tensor<[s0, 4, 1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @any
ep.program @any { ep.graph @any(%x: !ep.tensor<[s0, 4, s1], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], i1> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.cmpf une
  // CHECK: arith.ori
  %0 = aten.any.default %x : (!ep.tensor<[s0, 4, s1], f32>) -> !ep.tensor<[], i1>
  ep.return %0 : !ep.tensor<[], i1>
} }

// -----

// CHECK-LABEL: ep.graph @any_dim
ep.program @any_dim { ep.graph @any_dim(%x: !ep.tensor<[4, 2], ui8> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2], ui8> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: iterator_types = ["reduction", "parallel"]
  // CHECK: arith.cmpi ne
  // CHECK: arith.ori
  // CHECK: arith.extui %{{.*}} : i1 to i8
  %0 = aten.any.dim %x, dim = 0 : (!ep.tensor<[4, 2], ui8>) -> !ep.tensor<[2], ui8>
  ep.return %0 : !ep.tensor<[2], ui8>
} }

// -----

// CHECK-LABEL: ep.graph @any_dims
ep.program @any_dims { ep.graph @any_dims(%x: !ep.tensor<[s0, 4, s1], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], i1> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: iterator_types = ["reduction", "parallel", "reduction"]
  %0 = aten.any.dims %x, dim = [0, 2] : (!ep.tensor<[s0, 4, s1], f32>) -> !ep.tensor<[4], i1>
  ep.return %0 : !ep.tensor<[4], i1>
} }

// -----

// An empty list reduces nothing here.
// CHECK-LABEL: ep.graph @any_none
ep.program @any_none { ep.graph @any_none(%x: !ep.tensor<[4, 2], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4, 2], i1> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: iterator_types = ["parallel", "parallel"]
  // CHECK: arith.cmpi ne
  %0 = aten.any.dims %x, dim = [] : (!ep.tensor<[4, 2], i64>) -> !ep.tensor<[4, 2], i1>
  ep.return %0 : !ep.tensor<[4, 2], i1>
} }

// -----

// CHECK-LABEL: ep.graph @any_all
ep.program @any_all { ep.graph @any_all(%x: !ep.tensor<[4, 2], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], i1> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: iterator_types = ["reduction", "reduction"]
  %0 = aten.any.dims %x : (!ep.tensor<[4, 2], i64>) -> !ep.tensor<[], i1>
  ep.return %0 : !ep.tensor<[], i1>
} }

// -----

// The mean, then what is left, in f64.
// CHECK-LABEL: ep.graph @var
ep.program @var { ep.graph @var(%x: !ep.tensor<[s0, 4, s1], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, s1], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
  // CHECK: arith.addf %{{.*}} : f64
  // CHECK: arith.divf
  // CHECK: iterator_types = ["parallel", "reduction", "parallel"]
  // CHECK: %[[D:.*]] = arith.subf
  // CHECK: arith.mulf %[[D]], %[[D]]
  // CHECK: arith.maximumf
  // CHECK: arith.divf
  // CHECK: arith.truncf
  %0 = aten.var.correction %x, dim = [1], correction = 2 : (!ep.tensor<[s0, 4, s1], f32>) -> !ep.tensor<[s0, s1], f32>
  ep.return %0 : !ep.tensor<[s0, s1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @var_dim
ep.program @var_dim { ep.graph @var_dim(%x: !ep.tensor<[2, 8], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 1], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tensor.expand_shape
  %0 = aten.var.dim %x, dim = [1], unbiased = false, keepdim = true : (!ep.tensor<[2, 8], f32>) -> !ep.tensor<[2, 1], f32>
  ep.return %0 : !ep.tensor<[2, 1], f32>
} }

// -----

// NaN is preferred, then the first of equals.
// CHECK-LABEL: ep.graph @argmax
ep.program @argmax { ep.graph @argmax(%x: !ep.tensor<[s0, 4, s1], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, s1], i64> {ep.output = #ep.output<user_output "0">}) {
  // The greatest, then the first place that has it, or a NaN.
  // CHECK: iterator_types = ["parallel", "reduction", "parallel"]
  // CHECK: arith.maximumf
  // CHECK: iterator_types = ["parallel", "reduction", "parallel"]
  // CHECK: arith.cmpf oeq
  // CHECK: arith.cmpf uno
  // CHECK: linalg.index 1
  // CHECK: arith.select
  // CHECK: arith.minsi
  %0 = aten.argmax.default %x, dim = 1 : (!ep.tensor<[s0, 4, s1], f32>) -> !ep.tensor<[s0, s1], i64>
  ep.return %0 : !ep.tensor<[s0, s1], i64>
} }

// -----

// Without a dimension: in the flattened tensor.
// CHECK-LABEL: ep.graph @argmin_flat
ep.program @argmin_flat { ep.graph @argmin_flat(%x: !ep.tensor<[3, 4], ui8> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], i64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tensor.collapse_shape
  // CHECK: iterator_types = ["reduction"]
  // CHECK: arith.minui
  // CHECK: arith.cmpi eq
  %0 = aten.argmin.default %x : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[], i64>
  ep.return %0 : !ep.tensor<[], i64>
} }

// -----

// CHECK-LABEL: ep.graph @max
ep.program @max { ep.graph @max(%x: !ep.tensor<[3, 4], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], i64> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: arith.maxsi
  // CHECK: arith.cmpi eq
  // CHECK: arith.minsi
  %0:2 = aten.max.dim %x, dim = 0 : (!ep.tensor<[3, 4], i64>) -> (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>)
  ep.return %0#0, %0#1 : !ep.tensor<[4], i64>, !ep.tensor<[4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @min
ep.program @min { ep.graph @min(%x: !ep.tensor<[3, 4], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 1], i64> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3, 1], i64> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: arith.minsi
  // CHECK: arith.cmpi eq
  // CHECK: tensor.expand_shape
  // CHECK: tensor.expand_shape
  %0:2 = aten.min.dim %x, dim = 1, keepdim = true : (!ep.tensor<[3, 4], i64>) -> (!ep.tensor<[3, 1], i64>, !ep.tensor<[3, 1], i64>)
  ep.return %0#0, %0#1 : !ep.tensor<[3, 1], i64>, !ep.tensor<[3, 1], i64>
} }

// -----

// CHECK-LABEL: ep.graph @max_scalar
ep.program @max_scalar { ep.graph @max_scalar(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[], i64> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: tensor.expand_shape %{{.*}} [] output_shape [1]
  %0:2 = aten.max.dim %x, dim = 0 : (!ep.tensor<[], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], i64>)
  ep.return %0#0, %0#1 : !ep.tensor<[], f32>, !ep.tensor<[], i64>
} }
