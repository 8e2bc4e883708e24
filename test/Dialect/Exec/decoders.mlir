// RUN: kiln-opt %s --kiln-tensors-pipeline --kiln-dispatches-pipeline=targets=cpu:x86-64-v3 --split-input-file | FileCheck %s

// Numbers of 8 bits that are scaled row by row are computed where the product
// reads them: in memory they would be four times as much.
// CHECK-LABEL: ep.program @scaled
// CHECK: exec.kernel @contract_0(%{{.*}}: tensor<4x64xf32>, %[[W:.*]]: tensor<32x64xi8>, %[[S:.*]]: tensor<32xf32>
// CHECK: %[[DECODED:.*]] = linalg.generic {{.*}} ins(%[[W]], %[[S]]{{.*}} outs(%{{.*}} : tensor<32x64xf32>)
// CHECK: linalg.generic {{.*}}"reduction"]} ins(%{{.*}}, %[[DECODED]]
// CHECK-NOT: exec.kernel
ep.program @scaled {
  ep.graph @scaled(%x: !ep.tensor<[4, 64], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[32, 64], i8> {ep.input = #ep.input<user_input "w">},
    %s: !ep.tensor<[32, 1], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[4, 32], f32> {ep.output = #ep.output<user_output "0">}) {
  %0 = aten._to_copy.default %w, dtype = f32 : (!ep.tensor<[32, 64], i8>) -> !ep.tensor<[32, 64], f32>
  %1 = aten.mul.Tensor %0, %s : (!ep.tensor<[32, 64], f32>, !ep.tensor<[32, 1], f32>) -> !ep.tensor<[32, 64], f32>
  %2 = aten.permute.default %1, dims = [1, 0] : (!ep.tensor<[32, 64], f32>) -> !ep.tensor<[64, 32], f32, strides = [1, 64]>
  %3 = aten.mm.default %x, %2 : (!ep.tensor<[4, 64], f32>, !ep.tensor<[64, 32], f32, strides = [1, 64]>) -> !ep.tensor<[4, 32], f32>
  ep.return %3 : !ep.tensor<[4, 32], f32>
} }

// -----

// The product takes the shape that they are scaled in, whose steps are one loop
// where the scales are no others along it.
// CHECK-LABEL: ep.program @grouped
// CHECK: exec.kernel @contract_0(%{{.*}}: tensor<4x64xf32>, %[[W:.*]]: tensor<32x64xi8>, %[[S:.*]]: tensor<32xf32>
// CHECK: %[[DECODED:.*]] = linalg.generic {{.*}} ins(%[[W]], %[[S]]{{.*}} outs(%{{.*}} : tensor<32x64xf32>)
// CHECK: linalg.generic {{.*}}"reduction"]} ins(%{{.*}}, %[[DECODED]]
// CHECK-NOT: exec.kernel
ep.program @grouped {
  ep.graph @grouped(%x: !ep.tensor<[4, 64], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[32, 64], i8> {ep.input = #ep.input<user_input "w">},
    %s: !ep.tensor<[32, 1], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[4, 32], f32> {ep.output = #ep.output<user_output "0">}) {
  %g = aten.view.default %w, size = [32, 4, 16] : (!ep.tensor<[32, 64], i8>) -> !ep.tensor<[32, 4, 16], i8>
  %u = aten.unsqueeze.default %s, dim = 2 : (!ep.tensor<[32, 1], f32>) -> !ep.tensor<[32, 1, 1], f32>
  %f = aten._to_copy.default %g, dtype = f32 : (!ep.tensor<[32, 4, 16], i8>) -> !ep.tensor<[32, 4, 16], f32>
  %m = aten.mul.Tensor %f, %u : (!ep.tensor<[32, 4, 16], f32>, !ep.tensor<[32, 1, 1], f32>) -> !ep.tensor<[32, 4, 16], f32>
  %1 = aten.view.default %m, size = [32, 64] : (!ep.tensor<[32, 4, 16], f32>) -> !ep.tensor<[32, 64], f32>
  %2 = aten.permute.default %1, dims = [1, 0] : (!ep.tensor<[32, 64], f32>) -> !ep.tensor<[64, 32], f32, strides = [1, 64]>
  %3 = aten.mm.default %x, %2 : (!ep.tensor<[4, 64], f32>, !ep.tensor<[64, 32], f32, strides = [1, 64]>) -> !ep.tensor<[4, 32], f32>
  ep.return %3 : !ep.tensor<[4, 32], f32>
} }

// -----

// What another reads, too, is stored.
// CHECK-LABEL: ep.program @others
// CHECK: exec.kernel @map_0
// CHECK: exec.kernel @contract_1
ep.program @others {
  ep.graph @others(%x: !ep.tensor<[4, 64], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[32, 64], i8> {ep.input = #ep.input<user_input "w">},
    %s: !ep.tensor<[32, 1], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[4, 32], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[32, 64], f32> {ep.output = #ep.output<user_output "1">}) {
  %0 = aten._to_copy.default %w, dtype = f32 : (!ep.tensor<[32, 64], i8>) -> !ep.tensor<[32, 64], f32>
  %1 = aten.mul.Tensor %0, %s : (!ep.tensor<[32, 64], f32>, !ep.tensor<[32, 1], f32>) -> !ep.tensor<[32, 64], f32>
  %2 = aten.permute.default %1, dims = [1, 0] : (!ep.tensor<[32, 64], f32>) -> !ep.tensor<[64, 32], f32, strides = [1, 64]>
  %3 = aten.mm.default %x, %2 : (!ep.tensor<[4, 64], f32>, !ep.tensor<[64, 32], f32, strides = [1, 64]>) -> !ep.tensor<[4, 32], f32>
  ep.return %3, %1 : !ep.tensor<[4, 32], f32>, !ep.tensor<[32, 64], f32>
} }

// -----

// So is what is no larger than what it is made of,
// CHECK-LABEL: ep.program @floats
// CHECK: exec.kernel @map_0
// CHECK: exec.kernel @contract_1
ep.program @floats {
  ep.graph @floats(%x: !ep.tensor<[4, 64], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[32, 64], f32> {ep.input = #ep.input<user_input "w">},
    %s: !ep.tensor<[32, 1], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[4, 32], f32> {ep.output = #ep.output<user_output "0">}) {
  %1 = aten.mul.Tensor %w, %s : (!ep.tensor<[32, 64], f32>, !ep.tensor<[32, 1], f32>) -> !ep.tensor<[32, 64], f32>
  %2 = aten.permute.default %1, dims = [1, 0] : (!ep.tensor<[32, 64], f32>) -> !ep.tensor<[64, 32], f32, strides = [1, 64]>
  %3 = aten.mm.default %x, %2 : (!ep.tensor<[4, 64], f32>, !ep.tensor<[64, 32], f32, strides = [1, 64]>) -> !ep.tensor<[4, 32], f32>
  ep.return %3 : !ep.tensor<[4, 32], f32>
} }

// -----

// and what takes long to compute.
// CHECK-LABEL: ep.program @expensive
// CHECK: exec.kernel @map_0
// CHECK: exec.kernel @contract_1
ep.program @expensive {
  ep.graph @expensive(%x: !ep.tensor<[4, 64], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[32, 64], i8> {ep.input = #ep.input<user_input "w">},
    %s: !ep.tensor<[32, 1], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[4, 32], f32> {ep.output = #ep.output<user_output "0">}) {
  %0 = aten._to_copy.default %w, dtype = f32 : (!ep.tensor<[32, 64], i8>) -> !ep.tensor<[32, 64], f32>
  %e = aten.exp.default %0 : (!ep.tensor<[32, 64], f32>) -> !ep.tensor<[32, 64], f32>
  %1 = aten.mul.Tensor %e, %s : (!ep.tensor<[32, 64], f32>, !ep.tensor<[32, 1], f32>) -> !ep.tensor<[32, 64], f32>
  %2 = aten.permute.default %1, dims = [1, 0] : (!ep.tensor<[32, 64], f32>) -> !ep.tensor<[64, 32], f32, strides = [1, 64]>
  %3 = aten.mm.default %x, %2 : (!ep.tensor<[4, 64], f32>, !ep.tensor<[64, 32], f32, strides = [1, 64]>) -> !ep.tensor<[4, 32], f32>
  ep.return %3 : !ep.tensor<[4, 32], f32>
} }

// -----

// More rows have it decoded once.
// CHECK-LABEL: ep.program @rows
// CHECK: exec.kernel @map_0
// CHECK: exec.kernel @contract_1
ep.program @rows {
  ep.graph @rows(%x: !ep.tensor<[5, 64], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[32, 64], i8> {ep.input = #ep.input<user_input "w">},
    %s: !ep.tensor<[32, 1], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[5, 32], f32> {ep.output = #ep.output<user_output "0">}) {
  %0 = aten._to_copy.default %w, dtype = f32 : (!ep.tensor<[32, 64], i8>) -> !ep.tensor<[32, 64], f32>
  %1 = aten.mul.Tensor %0, %s : (!ep.tensor<[32, 64], f32>, !ep.tensor<[32, 1], f32>) -> !ep.tensor<[32, 64], f32>
  %2 = aten.permute.default %1, dims = [1, 0] : (!ep.tensor<[32, 64], f32>) -> !ep.tensor<[64, 32], f32, strides = [1, 64]>
  %3 = aten.mm.default %x, %2 : (!ep.tensor<[5, 64], f32>, !ep.tensor<[64, 32], f32, strides = [1, 64]>) -> !ep.tensor<[5, 32], f32>
  ep.return %3 : !ep.tensor<[5, 32], f32>
} }
