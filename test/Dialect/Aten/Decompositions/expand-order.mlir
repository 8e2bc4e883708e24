// RUN: kiln-opt %s --kiln-aten-expand-core --split-input-file | FileCheck %s

// The third of each sorted column, and where it was.
// CHECK-LABEL: ep.graph @kth
ep.program @kth { ep.symbol @n range(3, 64)
  ep.graph @kth(%x: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[5], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[R:.*]] = aten.permute.default %x, dims = [1, 0]
    // CHECK: %[[S:.*]]:2 = aten.sort.default %[[R]]
    // CHECK: %[[P:.*]] = aten.full.default size = [5, 1], fill_value = 2
    // CHECK: aten.gather.default %[[S]]#0, dim = -1, %[[P]]
    // CHECK: aten.gather.default %[[S]]#1
    // CHECK-NOT: kthvalue
    %0:2 = aten.kthvalue.default %x, k = 3, dim = 0 : (!ep.tensor<[n, 5], f32>) -> (!ep.tensor<[5], f32>, !ep.tensor<[5], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[5], f32>, !ep.tensor<[5], i64>
} }

// -----

// Whether there are that many is asserted where sizes do not tell.
// CHECK-LABEL: ep.graph @many
ep.program @many { ep.symbol @n range(1, 64)
  ep.graph @many(%x: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: ep.assert {{.*}}Le(7, n){{.*}}, "kthvalue: there is no such element"
    %0:2 = aten.kthvalue.default %x, k = 7 : (!ep.tensor<[n], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[], f32>, !ep.tensor<[], i64>
} }

// -----

// Kinds of equal neighbours are numbered and counted; the last of the first of
// the greatest counts is taken.
// CHECK-LABEL: ep.graph @mode
ep.program @mode { ep.symbol @n range(1, 64)
  ep.graph @mode(%x: !ep.tensor<[3, n], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 1], i64> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3, 1], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[S:.*]]:2 = aten.sort.default %x
    // CHECK: %[[B:.*]] = aten.index_select.default %[[S]]#0, dim = 1
    // CHECK: %[[D:.*]] = aten.ne.Tensor %[[S]]#0, %[[B]]
    // CHECK: %[[K:.*]] = aten.cumsum.default %[[D]], dim = -1
    // CHECK: %[[N:.*]] = aten.sub.Tensor %[[K]]
    // CHECK: %[[C:.*]] = aten.scatter_add.default %{{.*}}, dim = -1, %[[N]]
    // CHECK: %[[M:.*]] = aten.argmax.default %[[C]], dim = -1, keepdim = true
    // CHECK: %[[E:.*]] = aten.cumsum.default %[[C]]
    // CHECK: aten.gather.default %[[E]], dim = -1, %[[M]]
    %0:2 = aten.mode.default %x, dim = -1, keepdim = true : (!ep.tensor<[3, n], i64>) -> (!ep.tensor<[3, 1], i64>, !ep.tensor<[3, 1], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[3, 1], i64>, !ep.tensor<[3, 1], i64>
} }

// -----

// Of no elements there is none.
// CHECK-LABEL: ep.graph @none
ep.program @none {
  ep.graph @none(%x: !ep.tensor<[3, 0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.mode.default
    %0:2 = aten.mode.default %x : (!ep.tensor<[3, 0], f32>) -> (!ep.tensor<[3], f32>, !ep.tensor<[3], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[3], f32>, !ep.tensor<[3], i64>
} }

// -----

// Complex numbers have no order.
// CHECK-LABEL: ep.graph @complex
ep.program @complex {
  ep.graph @complex(%x: !ep.tensor<[3, 4], complex<f32>> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3], complex<f32>> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.kthvalue.default
    %0:2 = aten.kthvalue.default %x, k = 2 : (!ep.tensor<[3, 4], complex<f32>>) -> (!ep.tensor<[3], complex<f32>>, !ep.tensor<[3], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[3], complex<f32>>, !ep.tensor<[3], i64>
} }
