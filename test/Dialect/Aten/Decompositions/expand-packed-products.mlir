// RUN: kiln-opt %s --kiln-aten-expand-core --canonicalize --split-input-file | FileCheck %s

// Low numbers of a group go before its high ones, in the weight and in the
// other factor: nothing is stored between the bytes and the product.
// CHECK-LABEL: ep.graph @groups
// CHECK-NOT: aten.cat
// CHECK: %[[BYTES:.*]] = aten.view.default %w, size = [3, 2, 1, 2]
// CHECK: aten.arange.start_step start = 0, end = 8, step = 4
// CHECK: %[[WIDE:.*]] = aten._to_copy.default %[[BYTES]], dtype = i32
// CHECK: aten.bitwise_right_shift.Tensor %[[WIDE]], %{{.*}} -> !ep.tensor<[3, 2, 2, 2], i32>
// CHECK: aten.bitwise_and.Tensor
// CHECK: aten.sub.Scalar %{{.*}}, other = 8 : (!ep.tensor<[3, 2, 2, 2], f32>)
// CHECK: %[[SCALES:.*]] = aten.view.default %s, size = [3, 2, 1, 1]
// CHECK: %[[SCALED:.*]] = aten.mul.Tensor %{{.*}}, %[[SCALES]]
// CHECK: %[[PAIRS:.*]] = aten.view.default %x, size = [n, 2, 2, 2]
// CHECK: %[[HALVES:.*]] = aten.permute.default %[[PAIRS]], dims = [0, 1, 3, 2]
// CHECK: aten.clone.default %[[HALVES]]
// CHECK: %[[WEIGHT:.*]] = aten.view.default %[[SCALED]], size = [3, 8]
// CHECK: %[[T:.*]] = aten.permute.default %[[WEIGHT]], dims = [1, 0]
// CHECK: aten.mm.default %{{.*}}, %[[T]]
// CHECK-NOT: aten.cat
ep.program @groups { ep.symbol @n range(1, 64)
  ep.graph @groups(%x: !ep.tensor<[n, 8], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[3, 4], ui8> {ep.input = #ep.input<user_input "w">},
    %s: !ep.tensor<[3, 2, 1], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[n, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  %low = aten.bitwise_and.Scalar %w, other = 15 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4], ui8>
  %high = aten.bitwise_right_shift.Tensor_Scalar %w, other = 4 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4], ui8>
  %0 = aten.unsqueeze.default %low, dim = 2 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4, 1], ui8>
  %1 = aten.unsqueeze.default %high, dim = 2 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4, 1], ui8>
  %2 = aten.cat.default [%0, %1], dim = 2 : (!ep.tensor<[3, 4, 1], ui8>, !ep.tensor<[3, 4, 1], ui8>) -> !ep.tensor<[3, 4, 2], ui8>
  %3 = aten.view.default %2, size = [3, 8] : (!ep.tensor<[3, 4, 2], ui8>) -> !ep.tensor<[3, 8], ui8>
  %4 = aten._to_copy.default %3, dtype = f32 : (!ep.tensor<[3, 8], ui8>) -> !ep.tensor<[3, 8], f32>
  %5 = aten.sub.Scalar %4, other = 8 : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[3, 8], f32>
  %6 = aten.view.default %5, size = [3, 2, 4] : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[3, 2, 4], f32>
  %7 = aten.mul.Tensor %6, %s : (!ep.tensor<[3, 2, 4], f32>, !ep.tensor<[3, 2, 1], f32>) -> !ep.tensor<[3, 2, 4], f32>
  %8 = aten.view.default %7, size = [3, 8] : (!ep.tensor<[3, 2, 4], f32>) -> !ep.tensor<[3, 8], f32>
  %9 = aten.permute.default %8, dims = [1, 0] : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[8, 3], f32, strides = [1, 8]>
  %10 = aten.mm.default %x, %9 : (!ep.tensor<[n, 8], f32>, !ep.tensor<[8, 3], f32, strides = [1, 8]>) -> !ep.tensor<[n, 3], f32>
  ep.return %10 : !ep.tensor<[n, 3], f32>
} }

// -----

// Other bits of a byte, the other order, bits that a sign fills, and what is no
// simple scale are computed as they are written.
// CHECK-LABEL: ep.graph @other_mask
// CHECK: aten.cat.default
// CHECK: aten.mm.default %x
ep.program @other_mask { ep.symbol @n range(1, 64)
  ep.graph @other_mask(%x: !ep.tensor<[n, 8], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[3, 4], ui8> {ep.input = #ep.input<user_input "w">},
    %s: !ep.tensor<[3, 2, 1], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[n, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  %low = aten.bitwise_and.Scalar %w, other = 7 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4], ui8>
  %high = aten.bitwise_right_shift.Tensor_Scalar %w, other = 4 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4], ui8>
  %0 = aten.unsqueeze.default %low, dim = 2 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4, 1], ui8>
  %1 = aten.unsqueeze.default %high, dim = 2 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4, 1], ui8>
  %2 = aten.cat.default [%0, %1], dim = 2 : (!ep.tensor<[3, 4, 1], ui8>, !ep.tensor<[3, 4, 1], ui8>) -> !ep.tensor<[3, 4, 2], ui8>
  %3 = aten.view.default %2, size = [3, 8] : (!ep.tensor<[3, 4, 2], ui8>) -> !ep.tensor<[3, 8], ui8>
  %4 = aten._to_copy.default %3, dtype = f32 : (!ep.tensor<[3, 8], ui8>) -> !ep.tensor<[3, 8], f32>
  %5 = aten.sub.Scalar %4, other = 8 : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[3, 8], f32>
  %6 = aten.view.default %5, size = [3, 2, 4] : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[3, 2, 4], f32>
  %7 = aten.mul.Tensor %6, %s : (!ep.tensor<[3, 2, 4], f32>, !ep.tensor<[3, 2, 1], f32>) -> !ep.tensor<[3, 2, 4], f32>
  %8 = aten.view.default %7, size = [3, 8] : (!ep.tensor<[3, 2, 4], f32>) -> !ep.tensor<[3, 8], f32>
  %9 = aten.permute.default %8, dims = [1, 0] : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[8, 3], f32, strides = [1, 8]>
  %10 = aten.mm.default %x, %9 : (!ep.tensor<[n, 8], f32>, !ep.tensor<[8, 3], f32, strides = [1, 8]>) -> !ep.tensor<[n, 3], f32>
  ep.return %10 : !ep.tensor<[n, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @other_order
// CHECK: aten.cat.default
// CHECK: aten.mm.default %x
ep.program @other_order { ep.symbol @n range(1, 64)
  ep.graph @other_order(%x: !ep.tensor<[n, 8], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[3, 4], ui8> {ep.input = #ep.input<user_input "w">},
    %s: !ep.tensor<[3, 2, 1], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[n, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  %low = aten.bitwise_and.Scalar %w, other = 15 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4], ui8>
  %high = aten.bitwise_right_shift.Tensor_Scalar %w, other = 4 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4], ui8>
  %0 = aten.unsqueeze.default %high, dim = 2 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4, 1], ui8>
  %1 = aten.unsqueeze.default %low, dim = 2 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4, 1], ui8>
  %2 = aten.cat.default [%0, %1], dim = 2 : (!ep.tensor<[3, 4, 1], ui8>, !ep.tensor<[3, 4, 1], ui8>) -> !ep.tensor<[3, 4, 2], ui8>
  %3 = aten.view.default %2, size = [3, 8] : (!ep.tensor<[3, 4, 2], ui8>) -> !ep.tensor<[3, 8], ui8>
  %4 = aten._to_copy.default %3, dtype = f32 : (!ep.tensor<[3, 8], ui8>) -> !ep.tensor<[3, 8], f32>
  %5 = aten.sub.Scalar %4, other = 8 : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[3, 8], f32>
  %6 = aten.view.default %5, size = [3, 2, 4] : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[3, 2, 4], f32>
  %7 = aten.mul.Tensor %6, %s : (!ep.tensor<[3, 2, 4], f32>, !ep.tensor<[3, 2, 1], f32>) -> !ep.tensor<[3, 2, 4], f32>
  %8 = aten.view.default %7, size = [3, 8] : (!ep.tensor<[3, 2, 4], f32>) -> !ep.tensor<[3, 8], f32>
  %9 = aten.permute.default %8, dims = [1, 0] : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[8, 3], f32, strides = [1, 8]>
  %10 = aten.mm.default %x, %9 : (!ep.tensor<[n, 8], f32>, !ep.tensor<[8, 3], f32, strides = [1, 8]>) -> !ep.tensor<[n, 3], f32>
  ep.return %10 : !ep.tensor<[n, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @sign
// CHECK: aten.cat.default
// CHECK: aten.mm.default %x
ep.program @sign { ep.symbol @n range(1, 64)
  ep.graph @sign(%x: !ep.tensor<[n, 8], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[3, 4], i8> {ep.input = #ep.input<user_input "w">},
    %s: !ep.tensor<[3, 2, 1], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[n, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  %low = aten.bitwise_and.Scalar %w, other = 15 : (!ep.tensor<[3, 4], i8>) -> !ep.tensor<[3, 4], i8>
  %high = aten.bitwise_right_shift.Tensor_Scalar %w, other = 4 : (!ep.tensor<[3, 4], i8>) -> !ep.tensor<[3, 4], i8>
  %0 = aten.unsqueeze.default %low, dim = 2 : (!ep.tensor<[3, 4], i8>) -> !ep.tensor<[3, 4, 1], i8>
  %1 = aten.unsqueeze.default %high, dim = 2 : (!ep.tensor<[3, 4], i8>) -> !ep.tensor<[3, 4, 1], i8>
  %2 = aten.cat.default [%0, %1], dim = 2 : (!ep.tensor<[3, 4, 1], i8>, !ep.tensor<[3, 4, 1], i8>) -> !ep.tensor<[3, 4, 2], i8>
  %3 = aten.view.default %2, size = [3, 8] : (!ep.tensor<[3, 4, 2], i8>) -> !ep.tensor<[3, 8], i8>
  %4 = aten._to_copy.default %3, dtype = f32 : (!ep.tensor<[3, 8], i8>) -> !ep.tensor<[3, 8], f32>
  %5 = aten.sub.Scalar %4, other = 8 : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[3, 8], f32>
  %6 = aten.view.default %5, size = [3, 2, 4] : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[3, 2, 4], f32>
  %7 = aten.mul.Tensor %6, %s : (!ep.tensor<[3, 2, 4], f32>, !ep.tensor<[3, 2, 1], f32>) -> !ep.tensor<[3, 2, 4], f32>
  %8 = aten.view.default %7, size = [3, 8] : (!ep.tensor<[3, 2, 4], f32>) -> !ep.tensor<[3, 8], f32>
  %9 = aten.permute.default %8, dims = [1, 0] : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[8, 3], f32, strides = [1, 8]>
  %10 = aten.mm.default %x, %9 : (!ep.tensor<[n, 8], f32>, !ep.tensor<[8, 3], f32, strides = [1, 8]>) -> !ep.tensor<[n, 3], f32>
  ep.return %10 : !ep.tensor<[n, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @no_scale
// CHECK: aten.cat.default
// CHECK: aten.mm.default %x
ep.program @no_scale { ep.symbol @n range(1, 64)
  ep.graph @no_scale(%x: !ep.tensor<[n, 8], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[3, 4], ui8> {ep.input = #ep.input<user_input "w">},
    %s: !ep.tensor<[3, 2, 1], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[n, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  %low = aten.bitwise_and.Scalar %w, other = 15 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4], ui8>
  %high = aten.bitwise_right_shift.Tensor_Scalar %w, other = 4 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4], ui8>
  %0 = aten.unsqueeze.default %low, dim = 2 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4, 1], ui8>
  %1 = aten.unsqueeze.default %high, dim = 2 : (!ep.tensor<[3, 4], ui8>) -> !ep.tensor<[3, 4, 1], ui8>
  %2 = aten.cat.default [%0, %1], dim = 2 : (!ep.tensor<[3, 4, 1], ui8>, !ep.tensor<[3, 4, 1], ui8>) -> !ep.tensor<[3, 4, 2], ui8>
  %3 = aten.view.default %2, size = [3, 8] : (!ep.tensor<[3, 4, 2], ui8>) -> !ep.tensor<[3, 8], ui8>
  %4 = aten._to_copy.default %3, dtype = f32 : (!ep.tensor<[3, 8], ui8>) -> !ep.tensor<[3, 8], f32>
  %5 = aten.sub.Scalar %4, other = 8 : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[3, 8], f32>
  %6 = aten.view.default %5, size = [3, 2, 4] : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[3, 2, 4], f32>
  %7 = aten.atan2.default %6, %s : (!ep.tensor<[3, 2, 4], f32>, !ep.tensor<[3, 2, 1], f32>) -> !ep.tensor<[3, 2, 4], f32>
  %8 = aten.view.default %7, size = [3, 8] : (!ep.tensor<[3, 2, 4], f32>) -> !ep.tensor<[3, 8], f32>
  %9 = aten.permute.default %8, dims = [1, 0] : (!ep.tensor<[3, 8], f32>) -> !ep.tensor<[8, 3], f32, strides = [1, 8]>
  %10 = aten.mm.default %x, %9 : (!ep.tensor<[n, 8], f32>, !ep.tensor<[8, 3], f32, strides = [1, 8]>) -> !ep.tensor<[n, 3], f32>
  ep.return %10 : !ep.tensor<[n, 3], f32>
} }
