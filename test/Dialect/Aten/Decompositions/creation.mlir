// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// What is filled with one value says its size and dtype.
// CHECK-LABEL: ep.graph @filled
ep.program @filled { ep.graph @filled(
          %x: !ep.tensor<[s0, 4], bf16> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "i">}
      ) -> (!ep.tensor<[s0, 2], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[3], i1> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 4], bf16> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[3], f64> {ep.output = #ep.output<user_output "3">}) {
  // CHECK: aten.full.default size = [s0, 2], fill_value = 0, dtype = f32
  %0 = aten.zeros.default size = [s0, 2] : () -> !ep.tensor<[s0, 2], f32>
  // CHECK: aten.full.default size = [3], fill_value = 1, dtype = i1
  %1 = aten.ones.default size = [3], dtype = i1 : () -> !ep.tensor<[3], i1>
  // CHECK: aten.full.default size = [s0, 4], fill_value = 0, dtype = bf16
  %2 = aten.zeros_like.default %x : (!ep.tensor<[s0, 4], bf16>) -> !ep.tensor<[s0, 4], bf16>
  // CHECK: aten.full.default size = [3], fill_value = 1, dtype = f64
  %3 = aten.ones_like.default %i, dtype = f64 : (!ep.tensor<[3], i64>) -> !ep.tensor<[3], f64>
  ep.return %0, %1, %2, %3 : !ep.tensor<[s0, 2], f32>,
    !ep.tensor<[3], i1>,
    !ep.tensor<[s0, 4], bf16>,
    !ep.tensor<[3], f64>
} }

// -----

// Casts.
// CHECK-LABEL: ep.graph @casts
ep.program @casts { ep.graph @casts(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[s0, 4], i64> {ep.input = #ep.input<user_input "i">}
      ) -> (!ep.tensor<[s0, 4], f16> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 4], i64> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: aten._to_copy.default %x, dtype = f16
  %0 = aten.to.dtype %x, dtype = f16 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f16>
  // CHECK: aten._to_copy.default %x, dtype = i64
  %1 = aten.type_as.default %x, %i : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], i64>) -> !ep.tensor<[s0, 4], i64>
  // To the dtype that it has: itself.
  // CHECK-NOT: aten._to_copy
  // CHECK-NOT: aten.to.dtype
  %2 = aten.to.dtype %x, dtype = f32 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ep.return %{{.*}}, %{{.*}}, %x :
  ep.return %0, %1, %2 : !ep.tensor<[s0, 4], f16>,
    !ep.tensor<[s0, 4], i64>,
    !ep.tensor<[s0, 4], f32>
} }

// -----

// Copies of a functional program are the tensor itself.
// CHECK-LABEL: ep.graph @copies
ep.program @copies { ep.graph @copies(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %p: !ep.tensor<[4, s0], f32, strides = [1, 4]> {ep.input = #ep.input<user_input "p">}
      ) -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[4, s0], f32> {ep.output = #ep.output<user_output "3">}) {
  // CHECK-NOT: aten.lift_fresh_copy
  // CHECK-NOT: aten.detach
  %0 = aten.lift_fresh_copy.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  %1 = aten.detach.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  %2 = aten.contiguous.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // What changes the strides is a copy.
  // CHECK: %[[C:.*]] = aten.clone.default %p : (!ep.tensor<[4, s0], f32, strides = [1, 4]>) -> !ep.tensor<[4, s0], f32>
  %3 = aten.contiguous.default %p : (!ep.tensor<[4, s0], f32, strides = [1, 4]>) -> !ep.tensor<[4, s0], f32>
  // CHECK: ep.return %x, %x, %x, %[[C]] :
  ep.return %0, %1, %2, %3 : !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[4, s0], f32>
} }

// -----

// A cast to another device is left alone.
// CHECK-LABEL: ep.graph @devices
ep.program @devices { ep.graph @devices(
          %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4], f32, device = "cuda:0"> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.type_as.default
  // CHECK-NOT: aten._to_copy
  %0 = aten.type_as.default %x, %x : (!ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[4], f32, device = "cuda:0">
  ep.return %0 : !ep.tensor<[4], f32, device = "cuda:0">
} }

// -----

// A check that the type contradicts stays.
// CHECK-LABEL: ep.graph @metadata
ep.program @metadata { ep.graph @metadata(
          %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK-NOT: dtype = f32
  aten._assert_tensor_metadata.default %x, dtype = f32 : (!ep.tensor<[4], f32>) -> ()
  aten._assert_tensor_metadata.default %x : (!ep.tensor<[4], f32>) -> ()
  // CHECK: aten._assert_tensor_metadata.default %x, dtype = i64
  // CHECK-NOT: aten._assert_tensor_metadata
  aten._assert_tensor_metadata.default %x, dtype = i64 : (!ep.tensor<[4], f32>) -> ()
  %0 = aten.relu.default %x : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
  ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

// Sizes that are written in another way than those of the type are compared; the others are those of the type.
// CHECK-LABEL: ep.graph @sizes
// CHECK-NEXT: ep.assert Eq(m, n), "a tensor has other sizes than are asserted"
// CHECK-NEXT: aten.relu
ep.program @sizes { ep.symbol @n range(1, 9) ep.symbol @m range(1, 9) ep.graph @sizes(
          %x: !ep.tensor<[m, 4], f32> {ep.input = #ep.input<user_input "x">},
          %y: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "y">}
      ) -> (!ep.tensor<[m, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  aten._assert_tensor_metadata.default %x, size = [n, 4] : (!ep.tensor<[m, 4], f32>) -> ()
  %0 = aten.relu.default %x : (!ep.tensor<[m, 4], f32>) -> !ep.tensor<[m, 4], f32>
  ep.return %0 : !ep.tensor<[m, 4], f32>
} }
