// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// A scale for each row; the zero point is that of the middle.
// CHECK-LABEL: ep.graph @symmetric
ep.program @symmetric { ep.symbol @n range(2, 64)
  ep.graph @symmetric(%x: !ep.tensor<[n, 16], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n], i32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.amin.default %x, dim = [1]
    // CHECK: aten.amax.default %x, dim = [1]
    // CHECK: ep.number 127.0
    // CHECK: aten.div.Tensor
    // CHECK: aten.clamp.default %{{.*}}, min = 1.0e-05
    // CHECK: aten.full.default size = [n], fill_value = 0.0
    %0, %1 = torchao.choose_qparams_affine.default %x, mapping_type = "SYMMETRIC", block_size = [1, 16], target_dtype = i8, quant_min = -127, quant_max = 127, eps = 1.000000e-05, scale_dtype = f32, zero_point_dtype = i32 : (!ep.tensor<[n, 16], f32>) -> (!ep.tensor<[n], f32>, !ep.tensor<[n], i32>)
    ep.return %0, %1 : !ep.tensor<[n], f32>, !ep.tensor<[n], i32>
} }

// -----

// A scale for each eight of a row; the range is all that the dtype holds.
// CHECK-LABEL: ep.graph @asymmetric
ep.program @asymmetric {
  ep.graph @asymmetric(%x: !ep.tensor<[4, 16], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4, 2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4, 2], i8> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[V:.*]] = aten.view.default %x, size = [4, 2, 8]
    // CHECK: aten.amin.default %[[V]], dim = [2]
    // CHECK: ep.number 255.0
    // CHECK: aten.clamp.default %{{.*}}, min = 1.17549{{.*}}
    // CHECK: aten.round.default
    // CHECK: aten.clamp.default %{{.*}}, min = 0.0, max = 255.0
    %0, %1 = torchao.choose_qparams_affine.default %x, mapping_type = "ASYMMETRIC", block_size = [1, 8], target_dtype = ui8, zero_point_dtype = i8 : (!ep.tensor<[4, 16], f32>) -> (!ep.tensor<[4, 2], f32>, !ep.tensor<[4, 2], i8>)
    ep.return %0, %1 : !ep.tensor<[4, 2], f32>, !ep.tensor<[4, 2], i8>
} }

// -----

// Unknown mappings, and blocks of another rank, stay.
// CHECK-LABEL: ep.graph @stay
ep.program @stay {
  ep.graph @stay(%x: !ep.tensor<[4, 16], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4, 2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4, 2], i8> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[4, 2], f32> {ep.output = #ep.output<user_output "2">}, !ep.tensor<[4, 2], i8> {ep.output = #ep.output<user_output "3">}) {
    // CHECK: torchao.choose_qparams_affine.default %x, mapping_type = "CURVED"
    // CHECK: torchao.choose_qparams_affine.default %x, mapping_type = "SYMMETRIC", block_size = [8]
    %0, %1 = torchao.choose_qparams_affine.default %x, mapping_type = "CURVED", block_size = [1, 8], target_dtype = ui8, zero_point_dtype = i8 : (!ep.tensor<[4, 16], f32>) -> (!ep.tensor<[4, 2], f32>, !ep.tensor<[4, 2], i8>)
    %2, %3 = torchao.choose_qparams_affine.default %x, mapping_type = "SYMMETRIC", block_size = [8], target_dtype = ui8, zero_point_dtype = i8 : (!ep.tensor<[4, 16], f32>) -> (!ep.tensor<[4, 2], f32>, !ep.tensor<[4, 2], i8>)
    ep.return %0, %1, %2, %3 : !ep.tensor<[4, 2], f32>, !ep.tensor<[4, 2], i8>, !ep.tensor<[4, 2], f32>, !ep.tensor<[4, 2], i8>
} }

// -----

// CHECK-LABEL: ep.graph @there_and_back
ep.program @there_and_back {
  ep.graph @there_and_back(%x: !ep.tensor<[4, 16], f32> {ep.input = #ep.input<user_input "x">},
      %s: !ep.tensor<[4, 2], f32> {ep.input = #ep.input<user_input "s">}, %z: !ep.tensor<[4, 2], i8> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[4, 16], i8> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4, 16], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.view.default %s, size = [4, 2, 1]
    // CHECK: aten.reciprocal.default
    // CHECK: aten.round.default
    // CHECK: aten.clamp.default %{{.*}}, min = -8.0, max = 7.0
    // CHECK: aten._to_copy.default %{{.*}}, dtype = i8
    // CHECK: aten.sub.Tensor
    // CHECK: aten.mul.Tensor
    %0 = torchao.quantize_affine.default %x, block_size = [1, 8], %s, %z, output_dtype = i8, quant_min = -8, quant_max = 7 : (!ep.tensor<[4, 16], f32>, !ep.tensor<[4, 2], f32>, !ep.tensor<[4, 2], i8>) -> !ep.tensor<[4, 16], i8>
    %1 = torchao.dequantize_affine.default %0, block_size = [1, 8], %s, %z, input_dtype = i8 : (!ep.tensor<[4, 16], i8>, !ep.tensor<[4, 2], f32>, !ep.tensor<[4, 2], i8>) -> !ep.tensor<[4, 16], f32>
    ep.return %0, %1 : !ep.tensor<[4, 16], i8>, !ep.tensor<[4, 16], f32>
} }

// -----

// The largest number of the dtype is 448; scales of blocks are repeated.
// CHECK-LABEL: ep.graph @floats
ep.program @floats {
  ep.graph @floats(%x: !ep.tensor<[4, 16], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4, 2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4, 16], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: ep.number 448.0
    // CHECK: %[[S:.*]] = aten.div.Tensor
    // CHECK: aten.expand.default %{{.*}}, size = [4, 1, 2, 8]
    // CHECK: aten.clamp.default %{{.*}}, min = -448.0, max = 448.0
    // CHECK: aten._to_copy.default %{{.*}}, dtype = f8E4M3FN
    // CHECK: aten.mul.Tensor
    %0 = torchao.choose_scale_float8.default %x, block_size = [1, 8] : (!ep.tensor<[4, 16], f32>) -> !ep.tensor<[4, 2], f32>
    %1 = torchao.quantize_affine_float8_non_decomposed.default %x, %0 : (!ep.tensor<[4, 16], f32>, !ep.tensor<[4, 2], f32>) -> !ep.tensor<[4, 16], f8E4M3FN>
    %2 = torchao.dequantize_affine_float8_non_decomposed.default %1, %0 : (!ep.tensor<[4, 16], f8E4M3FN>, !ep.tensor<[4, 2], f32>) -> !ep.tensor<[4, 16], f32>
    ep.return %0, %2 : !ep.tensor<[4, 2], f32>, !ep.tensor<[4, 16], f32>
} }
