// RUN: kiln-opt %s --kiln-aten-expand-core --split-input-file | FileCheck %s

// One index for each row: rows are added to rows.
// CHECK-LABEL: ep.graph @rows
!x = !ep.tensor<[7, 16], f32>
!s = !ep.tensor<[s0, 16], f32>
ep.program @rows { ep.symbol @s0 range(1, 64)
  ep.graph @rows(%x: !x {ep.input = #ep.input<user_input "x">}, %i: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "i">},
      %s: !s {ep.input = #ep.input<user_input "s">}) -> (!x {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[I:.+]] = aten.view.default %{{.+}}, size = [s0]
  // CHECK: aten.index_put.default %x, [%[[I]]], %s, accumulate = true
  %0 = aten.unsqueeze.default %i, dim = 1 : (!ep.tensor<[s0], i64>) -> !ep.tensor<[s0, 1], i64>
  %1 = aten.expand.default %0, size = [-1, 16] : (!ep.tensor<[s0, 1], i64>) -> !ep.tensor<[s0, 16], i64, strides = [1, 0]>
  %2 = aten.scatter_add.default %x, dim = 0, %1, %s : (!x, !ep.tensor<[s0, 16], i64, strides = [1, 0]>, !s) -> !x
  ep.return %2 : !x
} }

// -----

// Of these rows some elements are left out, and here each has an index.
// CHECK-LABEL: ep.graph @elements
!x = !ep.tensor<[7, 16], f32>
!s = !ep.tensor<[5, 12], f32>
ep.program @elements {
  ep.graph @elements(%x: !x {ep.input = #ep.input<user_input "x">}, %i: !ep.tensor<[5], i64> {ep.input = #ep.input<user_input "i">},
      %j: !ep.tensor<[5, 16], i64> {ep.input = #ep.input<user_input "j">}, %s: !s {ep.input = #ep.input<user_input "s">},
      %t: !ep.tensor<[5, 16], f32> {ep.input = #ep.input<user_input "t">})
      -> (!x {ep.output = #ep.output<user_output "0">}, !x {ep.output = #ep.output<user_output "1">}) {
  %0 = aten.unsqueeze.default %i, dim = 1 : (!ep.tensor<[5], i64>) -> !ep.tensor<[5, 1], i64>
  %1 = aten.expand.default %0, size = [-1, 12] : (!ep.tensor<[5, 1], i64>) -> !ep.tensor<[5, 12], i64, strides = [1, 0]>
  // CHECK: aten.scatter_add.default %x
  %2 = aten.scatter_add.default %x, dim = 0, %1, %s : (!x, !ep.tensor<[5, 12], i64, strides = [1, 0]>, !s) -> !x
  // CHECK: aten.scatter_add.default %x
  %3 = aten.scatter_add.default %x, dim = 0, %j, %t : (!x, !ep.tensor<[5, 16], i64>, !ep.tensor<[5, 16], f32>) -> !x
  ep.return %2, %3 : !x, !x
} }
