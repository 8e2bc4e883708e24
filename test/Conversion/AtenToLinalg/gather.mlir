// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @gather
ep.program @gather { ep.graph @gather(%x: !ep.tensor<[s0, 4, s1], f32> {ep.input = #ep.input<user_input "x">},
    %i: !ep.tensor<[s0, 2, s1], i64> {ep.input = #ep.input<user_input "i">})
    -> (!ep.tensor<[s0, 2, s1], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[A:.*]] = linalg.index 0
  // CHECK: %[[I:.*]] = arith.index_cast %in : i64 to index
  // CHECK: %[[C:.*]] = linalg.index 2
  // CHECK: tensor.extract %{{.*}}[%[[A]], %[[I]], %[[C]]]
  %0 = aten.gather.default %x, dim = 1, %i : (!ep.tensor<[s0, 4, s1], f32>, !ep.tensor<[s0, 2, s1], i64>) -> !ep.tensor<[s0, 2, s1], f32>
  ep.return %0 : !ep.tensor<[s0, 2, s1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @gather_scalar
ep.program @gather_scalar { ep.graph @gather_scalar(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">},
    %i: !ep.tensor<[2], i64> {ep.input = #ep.input<user_input "i">})
    -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tensor.expand_shape
  // CHECK: tensor.extract
  %0 = aten.gather.default %x, dim = 0, %i : (!ep.tensor<[], f32>, !ep.tensor<[2], i64>) -> !ep.tensor<[2], f32>
  ep.return %0 : !ep.tensor<[2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @index_select
ep.program @index_select { ep.graph @index_select(%x: !ep.tensor<[3, s0], f32> {ep.input = #ep.input<user_input "x">},
    %i: !ep.tensor<[5], i32> {ep.input = #ep.input<user_input "i">})
    -> (!ep.tensor<[5, s0], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[I:.*]] = arith.index_cast %in : i32 to index
  // CHECK: %[[C:.*]] = linalg.index 1
  // CHECK: tensor.extract %{{.*}}[%[[I]], %[[C]]]
  %0 = aten.index_select.default %x, dim = 0, %i : (!ep.tensor<[3, s0], f32>, !ep.tensor<[5], i32>) -> !ep.tensor<[5, s0], f32>
  ep.return %0 : !ep.tensor<[5, s0], f32>
} }

// -----

// Indices beside each other: their dimensions stay there; negative ones count from the end.
// CHECK-LABEL: ep.graph @index_block
ep.program @index_block { ep.graph @index_block(%x: !ep.tensor<[2, 3, 4, 5], f32> {ep.input = #ep.input<user_input "x">},
    %i: !ep.tensor<[7], i64> {ep.input = #ep.input<user_input "i">},
    %j: !ep.tensor<[6, 1], i64> {ep.input = #ep.input<user_input "j">})
    -> (!ep.tensor<[2, 6, 7, 5], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tensor.extract %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] : tensor<2x3x4x5xf32>
  %0 = aten.index.Tensor %x, [none, %i, %j] : (!ep.tensor<[2, 3, 4, 5], f32>, !ep.tensor<[7], i64>, !ep.tensor<[6, 1], i64>) -> !ep.tensor<[2, 6, 7, 5], f32>
  ep.return %0 : !ep.tensor<[2, 6, 7, 5], f32>
} }

// -----

// Indices apart: their dimensions come first.
// CHECK-LABEL: ep.graph @index_apart
ep.program @index_apart { ep.graph @index_apart(%x: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "x">},
    %i: !ep.tensor<[7], i64> {ep.input = #ep.input<user_input "i">},
    %j: !ep.tensor<[7], i64> {ep.input = #ep.input<user_input "j">})
    -> (!ep.tensor<[7, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]
  // CHECK: arith.cmpi slt
  // CHECK: arith.select
  // CHECK: linalg.index 1
  // CHECK: tensor.extract
  %0 = aten.index.Tensor %x, [%i, none, %j] : (!ep.tensor<[2, 3, 4], f32>, !ep.tensor<[7], i64>, !ep.tensor<[7], i64>) -> !ep.tensor<[7, 3], f32>
  ep.return %0 : !ep.tensor<[7, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @flip
ep.program @flip { ep.graph @flip(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.index 0
  // CHECK: linalg.index 1
  // CHECK: arith.subi
  // CHECK: arith.subi
  // CHECK: tensor.extract
  %0 = aten.flip.default %x, dims = [0, -1] : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @diagonal
ep.program @diagonal { ep.graph @diagonal(%x: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 2], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[A:.*]] = linalg.index 0
  // CHECK: %[[D:.*]] = linalg.index 1
  // CHECK: %[[R:.*]] = arith.addi %[[D]], %c1
  // CHECK: tensor.extract %{{.*}}[%[[A]], %[[R]], %[[D]]]
  %0 = aten.diagonal.default %x, offset = -1, dim1 = 1, dim2 = 2 : (!ep.tensor<[2, 3, 4], f32>) -> !ep.tensor<[2, 2], f32>
  ep.return %0 : !ep.tensor<[2, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @repeat
ep.program @repeat { ep.graph @repeat(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, s0, 12], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.remui
  // CHECK-NOT: arith.remui
  // CHECK: tensor.extract
  %0 = aten.repeat.default %x, repeats = [2, 1, 3] : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[2, s0, 12], f32>
  ep.return %0 : !ep.tensor<[2, s0, 12], f32>
} }

// -----

// CHECK-LABEL: ep.graph @as_strided
ep.program @as_strided { ep.graph @as_strided(%x: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 3], f32, strides = [1, 4]> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.remui
  // CHECK: arith.divui
  // CHECK: tensor.extract
  %0 = aten.as_strided.default %x, size = [2, 3], stride = [1, 4], storage_offset = 2 : (!ep.tensor<[4, 4], f32>) -> !ep.tensor<[2, 3], f32, strides = [1, 4]>
  ep.return %0 : !ep.tensor<[2, 3], f32, strides = [1, 4]>
} }

// -----

// Row-major whatever its sizes are.
// CHECK-LABEL: ep.graph @symbolic_rows
ep.program @symbolic_rows { ep.graph @symbolic_rows(%x: !ep.tensor<[s0, s1], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 2], f32, strides = [1, 2]> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tensor.extract
  %0 = aten.as_strided.default %x, size = [2, 2], stride = [1, 2] : (!ep.tensor<[s0, s1], f32>) -> !ep.tensor<[2, 2], f32, strides = [1, 2]>
  ep.return %0 : !ep.tensor<[2, 2], f32, strides = [1, 2]>
} }

// -----

// CHECK-LABEL: ep.graph @reflection
ep.program @reflection { ep.graph @reflection(%x: !ep.tensor<[2, 5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 8], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.maxsi
  // CHECK: arith.maxsi
  // CHECK: tensor.extract
  %0 = aten.reflection_pad1d.default %x, padding = [2, 1] : (!ep.tensor<[2, 5], f32>) -> !ep.tensor<[2, 8], f32>
  ep.return %0 : !ep.tensor<[2, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @replication
ep.program @replication { ep.graph @replication(%x: !ep.tensor<[1, 5, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 8, 7], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.minsi
  // CHECK: tensor.extract
  %0 = aten.replication_pad2d.default %x, padding = [2, 1, 0, 3] : (!ep.tensor<[1, 5, 4], f32>) -> !ep.tensor<[1, 8, 7], f32>
  ep.return %0 : !ep.tensor<[1, 8, 7], f32>
} }

// -----

// An index that is a symbol is checked when the program runs.
// CHECK-LABEL: ep.graph @select
ep.program @select { ep.graph @select(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.cmpi slt
  // CHECK: tensor.extract
  %0 = aten.select.int %x, dim = 1, index = s0 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0], f32>
  ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @slice_scatter
ep.program @slice_scatter { ep.graph @slice_scatter(%x: !ep.tensor<[s0, 8], f32> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[s0, 3], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 8], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 1] [%{{.*}}, 3] [1, 2]
  %0 = aten.slice_scatter.default %x, %y, dim = 1, start = 1, end = 7, step = 2 : (!ep.tensor<[s0, 8], f32>, !ep.tensor<[s0, 3], f32>) -> !ep.tensor<[s0, 8], f32>
  ep.return %0 : !ep.tensor<[s0, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @select_scatter
ep.program @select_scatter { ep.graph @select_scatter(%x: !ep.tensor<[3, s0], f32> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[s0], f16> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[3, s0], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.extf
  // CHECK: tensor.expand_shape
  // CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[2, 0] [1, %{{.*}}] [1, 1]
  %0 = aten.select_scatter.default %x, %y, dim = 0, index = -1 : (!ep.tensor<[3, s0], f32>, !ep.tensor<[s0], f16>) -> !ep.tensor<[3, s0], f32>
  ep.return %0 : !ep.tensor<[3, s0], f32>
} }

// -----

// Without elements PyTorch takes indices of any dtype.
// CHECK-LABEL: ep.graph @empty
// CHECK: tensor.empty() : tensor<0xf32>
ep.program @empty { ep.graph @empty(%x: !ep.tensor<[5], f32> {ep.input = #ep.input<user_input "x">}, %i: !ep.tensor<[0], ui8> {ep.input = #ep.input<user_input "i">})
    -> (!ep.tensor<[0], f32> {ep.output = #ep.output<user_output "0">}) {
  %0 = aten.gather.default %x, %i, dim = 0 : (!ep.tensor<[5], f32>, !ep.tensor<[0], ui8>) -> !ep.tensor<[0], f32>
  ep.return %0 : !ep.tensor<[0], f32>
} }
