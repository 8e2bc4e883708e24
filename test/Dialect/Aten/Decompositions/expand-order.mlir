// RUN: kiln-opt %s --kiln-aten-expand-core --split-input-file | FileCheck %s

// Rows are chosen from along the last dimension.
// CHECK-LABEL: ep.graph @kth
ep.program @kth { ep.symbol @n range(3, 64)
  ep.graph @kth(%x: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 5], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[1, 5], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[R:.*]] = aten.permute.default %x, dims = [1, 0]
    // CHECK: %[[K:.*]]:2 = aten.kthvalue.default %[[R]], k = 3 : ({{.*}}) -> (!ep.tensor<[5], f32>, !ep.tensor<[5], i64>)
    // CHECK: aten.view.default %[[K]]#0, size = [5, 1]
    // CHECK: aten.view.default %[[K]]#1, size = [5, 1]
    %0:2 = aten.kthvalue.default %x, k = 3, dim = 0, keepdim = true : (!ep.tensor<[n, 5], f32>) -> (!ep.tensor<[1, 5], f32>, !ep.tensor<[1, 5], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[1, 5], f32>, !ep.tensor<[1, 5], i64>
} }

// -----

// CHECK-LABEL: ep.graph @topk
ep.program @topk { ep.symbol @n range(3, 64)
  ep.graph @topk(%x: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 5], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[2, 5], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[R:.*]] = aten.permute.default %x, dims = [1, 0]
    // CHECK: %[[K:.*]]:2 = aten.topk.default %[[R]], k = 2, largest = false
    // CHECK: aten.permute.default %[[K]]#0, dims = [1, 0]
    // CHECK: aten.permute.default %[[K]]#1, dims = [1, 0]
    %0:2 = aten.topk.default %x, k = 2, dim = 0, largest = false : (!ep.tensor<[n, 5], f32>) -> (!ep.tensor<[2, 5], f32>, !ep.tensor<[2, 5], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[2, 5], f32>, !ep.tensor<[2, 5], i64>
} }

// -----

// CHECK-LABEL: ep.graph @sort
ep.program @sort { ep.symbol @n range(3, 64)
  ep.graph @sort(%x: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[n, 5], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n, 5], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[R:.*]] = aten.permute.default %x, dims = [1, 0]
    // CHECK: %[[S:.*]]:2 = aten.sort.default %[[R]], descending = true
    // CHECK: aten.permute.default %[[S]]#0, dims = [1, 0]
    // CHECK: aten.permute.default %[[S]]#1, dims = [1, 0]
    %0:2 = aten.sort.default %x, dim = 0, descending = true : (!ep.tensor<[n, 5], f32>) -> (!ep.tensor<[n, 5], f32>, !ep.tensor<[n, 5], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[n, 5], f32>, !ep.tensor<[n, 5], i64>
} }

// -----

// Those along the last dimension stay.
// CHECK-LABEL: ep.graph @last
ep.program @last { ep.graph @last(%x: !ep.tensor<[5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[5], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: {{^ *\) .*\{$}}
    // CHECK-NEXT: aten.topk.default %x, k = 2
    // CHECK-NEXT: aten.kthvalue.default %x, k = 2
    // CHECK-NEXT: aten.sort.default %x
    %0:2 = aten.topk.default %x, k = 2 : (!ep.tensor<[5], f32>) -> (!ep.tensor<[2], f32>, !ep.tensor<[2], i64>)
    %1:2 = aten.kthvalue.default %x, k = 2 : (!ep.tensor<[5], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], i64>)
    %2:2 = aten.sort.default %x : (!ep.tensor<[5], f32>) -> (!ep.tensor<[5], f32>, !ep.tensor<[5], i64>)
    ep.return %0#0, %1#0, %2#0 : !ep.tensor<[2], f32>, !ep.tensor<[], f32>, !ep.tensor<[5], f32>
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
