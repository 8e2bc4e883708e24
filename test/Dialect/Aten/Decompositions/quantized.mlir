// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @quantize_per_tensor_default(
ep.program @quantize_per_tensor_default { ep.symbol @s0 range(2, 64)
  ep.graph @quantize_per_tensor_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], i8> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 2.0
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: ep.number 3
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -128, max = 127
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i8
    %0 = quantized_decomposed.quantize_per_tensor.default %x, scale = 0.5, zero_point = 3, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], i8>
    ep.return %0 : !ep.tensor<[s0], i8>
} }

// -----

// CHECK-LABEL: ep.graph @dequantize_per_tensor_default(
ep.program @dequantize_per_tensor_default { ep.symbol @s0 range(2, 64)
  ep.graph @dequantize_per_tensor_default(%x: !ep.tensor<[s0], i8> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = f32
    // CHECK-NEXT: ep.number 3
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    %0 = quantized_decomposed.dequantize_per_tensor.default %x, scale = 0.5, zero_point = 3, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[s0], i8>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @quantize_per_channel_default(
ep.program @quantize_per_channel_default { ep.symbol @s0 range(2, 64)
  ep.graph @quantize_per_channel_default(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0, 4], i8> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %y, size = [1, 4]
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %z, dtype = f32
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 4]
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -128, max = 127
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i8
    %0 = quantized_decomposed.quantize_per_channel.default %x, %y, %z, axis = 1, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], i64>) -> !ep.tensor<[s0, 4], i8>
    ep.return %0 : !ep.tensor<[s0, 4], i8>
} }

// -----

// CHECK-LABEL: ep.graph @dequantize_per_channel_default(
ep.program @dequantize_per_channel_default { ep.symbol @s0 range(2, 64)
  ep.graph @dequantize_per_channel_default(%x: !ep.tensor<[s0, 4], i8> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = f32
    // CHECK-NEXT: aten.view.default %y, size = [1, 4]
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    %0 = quantized_decomposed.dequantize_per_channel.default %x, %y, none, axis = 1, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[s0, 4], i8>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// A dimension out of range: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[2, 4], i8> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[2, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: quantized_decomposed.dequantize_per_channel.default 
    %0 = quantized_decomposed.dequantize_per_channel.default %x, %y, none, axis = 2, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[2, 4], i8>, !ep.tensor<[4], f32>) -> !ep.tensor<[2, 4], f32>
    ep.return %0 : !ep.tensor<[2, 4], f32>
} }
