// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// The matrix of a row is read where it lies, as one factor of a sum; the ends
// are checked.
// CHECK-LABEL: ep.graph @rows
ep.program @rows { ep.symbol @n range(2, 64)
  ep.graph @rows(%x: !ep.tensor<[n, 16], bf16> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[4, 16, 32], bf16> {ep.input = #ep.input<user_input "w">},
      %o: !ep.tensor<[4], i32> {ep.input = #ep.input<user_input "o">})
    -> (!ep.tensor<[n, 32], bf16> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._assert_async.msg %{{.*}}, assert_msg = "grouped product: the ends of groups must ascend from 0 and lie within the n places"
    // CHECK: %[[G:.*]] = aten.searchsorted.Tensor %{{.*}}, right = true
    // CHECK: %[[C:.*]] = aten.clamp.default %[[G]], max = 3
    // CHECK: aten.index_select.default %w, dim = 0, %[[C]]
    // CHECK-NOT: aten.bmm
    // CHECK: aten.mul.Tensor %{{.*}} -> !ep.tensor<[n, 16, 32], f32>
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [1]
    // CHECK: aten.where.self
    %0 = aten._grouped_mm.default %x, %w, %o : (!ep.tensor<[n, 16], bf16>, !ep.tensor<[4, 16, 32], bf16>, !ep.tensor<[4], i32>) -> !ep.tensor<[n, 32], bf16>
    ep.return %0 : !ep.tensor<[n, 32], bf16>
} }

// -----

// CHECK-LABEL: ep.graph @fallback
ep.program @fallback {
  ep.graph @fallback(%x: !ep.tensor<[7, 5], f32> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[3, 5, 6], f32> {ep.input = #ep.input<user_input "w">},
      %o: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "o">})
    -> (!ep.tensor<[7, 6], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.searchsorted.Tensor
    // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [1]
    %0 = transformers.grouped_mm_fallback.default %x, %w, %o : (!ep.tensor<[7, 5], f32>, !ep.tensor<[3, 5, 6], f32>, !ep.tensor<[3], i64>) -> !ep.tensor<[7, 6], f32>
    ep.return %0 : !ep.tensor<[7, 6], f32>
} }

// -----

// Groups of columns.
// CHECK-LABEL: ep.graph @columns
ep.program @columns {
  ep.graph @columns(%x: !ep.tensor<[3, 8, 16], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[16, 24], f32> {ep.input = #ep.input<user_input "y">},
      %o: !ep.tensor<[3], i32> {ep.input = #ep.input<user_input "o">})
    -> (!ep.tensor<[8, 24], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.index_select.default %x, dim = 0
    // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [2]
    // CHECK: aten.permute.default
    %0 = aten._grouped_mm.default %x, %y, %o : (!ep.tensor<[3, 8, 16], f32>, !ep.tensor<[16, 24], f32>, !ep.tensor<[3], i32>) -> !ep.tensor<[8, 24], f32>
    ep.return %0 : !ep.tensor<[8, 24], f32>
} }

// -----

// Groups of what is summed: what is of another group is zero in both factors.
// CHECK-LABEL: ep.graph @parts
ep.program @parts {
  ep.graph @parts(%x: !ep.tensor<[8, 24], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[24, 16], f32> {ep.input = #ep.input<user_input "y">},
      %o: !ep.tensor<[3], i32> {ep.input = #ep.input<user_input "o">})
    -> (!ep.tensor<[3, 8, 16], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK-COUNT-2: aten.where.self
    // CHECK: aten.bmm.default
    %0 = aten._grouped_mm.default %x, %y, %o : (!ep.tensor<[8, 24], f32>, !ep.tensor<[24, 16], f32>, !ep.tensor<[3], i32>) -> !ep.tensor<[3, 8, 16], f32>
    ep.return %0 : !ep.tensor<[3, 8, 16], f32>
} }

// -----

// A matrix each.
// CHECK-LABEL: ep.graph @batches
ep.program @batches {
  ep.graph @batches(%x: !ep.tensor<[3, 8, 16], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3, 16, 24], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[3, 8, 24], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.bmm.default %x, %y
    %0 = aten._grouped_mm.default %x, %y, none : (!ep.tensor<[3, 8, 16], f32>, !ep.tensor<[3, 16, 24], f32>) -> !ep.tensor<[3, 8, 24], f32>
    ep.return %0 : !ep.tensor<[3, 8, 24], f32>
} }

// -----

// PyTorch has none with a bias; ends say nothing where both have groups.
// CHECK-LABEL: ep.graph @stay
ep.program @stay {
  ep.graph @stay(%x: !ep.tensor<[3, 8, 16], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3, 16, 24], f32> {ep.input = #ep.input<user_input "y">},
      %o: !ep.tensor<[3], i32> {ep.input = #ep.input<user_input "o">},
      %b: !ep.tensor<[3, 24], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[3, 8, 24], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[3, 8, 24], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten._grouped_mm.default %x, %y, none, %b
    // CHECK: aten._grouped_mm.default %x, %y, %o
    %0 = aten._grouped_mm.default %x, %y, none, %b : (!ep.tensor<[3, 8, 16], f32>, !ep.tensor<[3, 16, 24], f32>, !ep.tensor<[3, 24], f32>) -> !ep.tensor<[3, 8, 24], f32>
    %1 = aten._grouped_mm.default %x, %y, %o : (!ep.tensor<[3, 8, 16], f32>, !ep.tensor<[3, 16, 24], f32>, !ep.tensor<[3], i32>) -> !ep.tensor<[3, 8, 24], f32>
    ep.return %0, %1 : !ep.tensor<[3, 8, 24], f32>, !ep.tensor<[3, 8, 24], f32>
} }
