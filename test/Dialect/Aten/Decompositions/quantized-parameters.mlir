// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// Parameters of one element are numbers; PyTorch inverts a scale in f64.
// CHECK-LABEL: ep.graph @quantize_per_tensor_tensor(
ep.program @quantize_per_tensor_tensor { ep.symbol @s0 range(2, 64)
  ep.graph @quantize_per_tensor_tensor(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %s: !ep.tensor<[1], f64> {ep.input = #ep.input<user_input "s">},
      %z: !ep.tensor<[1], i64> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0], i8> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %s, size = []
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.view.default %z, size = []
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -128, max = 127
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i8
    %0 = quantized_decomposed.quantize_per_tensor.tensor %x, %s, %z, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[s0], f32>, !ep.tensor<[1], f64>, !ep.tensor<[1], i64>) -> !ep.tensor<[s0], i8>
    ep.return %0 : !ep.tensor<[s0], i8>
} }

// -----

// CHECK-LABEL: ep.graph @quantize_per_tensor_tensor2(
ep.program @quantize_per_tensor_tensor2 { ep.symbol @s0 range(2, 64)
  ep.graph @quantize_per_tensor_tensor2(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %s: !ep.tensor<[1], f64> {ep.input = #ep.input<user_input "s">},
      %z: !ep.tensor<[1], i64> {ep.input = #ep.input<user_input "z">},
      %l: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "l">},
      %h: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "h">})
    -> (!ep.tensor<[s0], i8> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %s, size = []
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten.view.default %z, size = []
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %l, dtype = f32
    // CHECK-NEXT: aten.maximum.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %h, dtype = f32
    // CHECK-NEXT: aten.minimum.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i8
    %0 = quantized_decomposed.quantize_per_tensor.tensor2 %x, %s, %z, %l, %h, dtype = i8 : (!ep.tensor<[s0], f32>, !ep.tensor<[1], f64>, !ep.tensor<[1], i64>, !ep.tensor<[], i64>, !ep.tensor<[], i64>) -> !ep.tensor<[s0], i8>
    ep.return %0 : !ep.tensor<[s0], i8>
} }

// -----

// CHECK-LABEL: ep.graph @dequantize_per_tensor_tensor(
ep.program @dequantize_per_tensor_tensor { ep.symbol @s0 range(2, 64)
  ep.graph @dequantize_per_tensor_tensor(%x: !ep.tensor<[s0], i8> {ep.input = #ep.input<user_input "x">},
      %s: !ep.tensor<[1], f64> {ep.input = #ep.input<user_input "s">},
      %z: !ep.tensor<[1], i64> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = f32
    // CHECK-NEXT: aten.view.default %z, size = []
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.view.default %s, size = []
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %{{.*}}
    %0 = quantized_decomposed.dequantize_per_tensor.tensor %x, %s, %z, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[s0], i8>, !ep.tensor<[1], f64>, !ep.tensor<[1], i64>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @dequantize_per_tensor_tensor2(
ep.program @dequantize_per_tensor_tensor2 { ep.symbol @s0 range(2, 64)
  ep.graph @dequantize_per_tensor_tensor2(%x: !ep.tensor<[s0], i8> {ep.input = #ep.input<user_input "x">},
      %s: !ep.tensor<[1], f64> {ep.input = #ep.input<user_input "s">},
      %z: !ep.tensor<[1], i64> {ep.input = #ep.input<user_input "z">},
      %l: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "l">},
      %h: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "h">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = f32
    // CHECK-NEXT: aten.view.default %z, size = []
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.view.default %s, size = []
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %{{.*}}
    %0 = quantized_decomposed.dequantize_per_tensor.tensor2 %x, %s, %z, %l, %h, dtype = i8 : (!ep.tensor<[s0], i8>, !ep.tensor<[1], f64>, !ep.tensor<[1], i64>, !ep.tensor<[], i64>, !ep.tensor<[], i64>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @quantize_per_token_default(
ep.program @quantize_per_token_default { ep.symbol @s0 range(2, 64)
  ep.graph @quantize_per_token_default(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
      %s: !ep.tensor<[s0, 1], f32> {ep.input = #ep.input<user_input "s">},
      %z: !ep.tensor<[s0, 1], i64> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0, 4], i8> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 1.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %s
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %z
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -128, max = 127
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i8
    %0 = quantized_decomposed.quantize_per_token.default %x, %s, %z, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 1], f32>, !ep.tensor<[s0, 1], i64>) -> !ep.tensor<[s0, 4], i8>
    ep.return %0 : !ep.tensor<[s0, 4], i8>
} }

// -----

// CHECK-LABEL: ep.graph @dequantize_per_token_default(
ep.program @dequantize_per_token_default { ep.symbol @s0 range(2, 64)
  ep.graph @dequantize_per_token_default(%x: !ep.tensor<[s0, 4], i8> {ep.input = #ep.input<user_input "x">},
      %s: !ep.tensor<[s0, 1], f64> {ep.input = #ep.input<user_input "s">},
      %z: !ep.tensor<[s0, 1], i64> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %x, %z
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %s
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    %0 = quantized_decomposed.dequantize_per_token.default %x, %s, %z, quant_min = -128, quant_max = 127, dtype = i8, output_dtype = f32 : (!ep.tensor<[s0, 4], i8>, !ep.tensor<[s0, 1], f64>, !ep.tensor<[s0, 1], i64>) -> !ep.tensor<[s0, 4], f32>
    ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @quantize_per_channel_group_default(
ep.program @quantize_per_channel_group_default { ep.graph @quantize_per_channel_group_default(%x: !ep.tensor<[6, 8], f32> {ep.input = #ep.input<user_input "x">},
      %s: !ep.tensor<[6, 2], f32> {ep.input = #ep.input<user_input "s">},
      %z: !ep.tensor<[6, 2], i64> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[6, 8], i8> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [12, 4]
    // CHECK-NEXT: aten.view.default %s, size = [12, 1]
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.view.default %z, size = [12, 1]
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -8, max = 7
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i8
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [6, 8]
    %0 = quantized_decomposed.quantize_per_channel_group.default %x, %s, %z, quant_min = -8, quant_max = 7, dtype = i8, group_size = 4 : (!ep.tensor<[6, 8], f32>, !ep.tensor<[6, 2], f32>, !ep.tensor<[6, 2], i64>) -> !ep.tensor<[6, 8], i8>
    ep.return %0 : !ep.tensor<[6, 8], i8>
} }

// -----

// A group longer than a row is the row.
// CHECK-LABEL: ep.graph @dequantize_per_channel_group_default(
ep.program @dequantize_per_channel_group_default { ep.graph @dequantize_per_channel_group_default(%x: !ep.tensor<[6, 8], i8> {ep.input = #ep.input<user_input "x">},
      %s: !ep.tensor<[6, 1], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[6, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.mul.Tensor %x, %s
    %0 = quantized_decomposed.dequantize_per_channel_group.default %x, %s, quant_min = -8, quant_max = 7, dtype = i8, group_size = 128, output_dtype = f32 : (!ep.tensor<[6, 8], i8>, !ep.tensor<[6, 1], f32>) -> !ep.tensor<[6, 8], f32>
    ep.return %0 : !ep.tensor<[6, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @choose_qparams_tensor(
ep.program @choose_qparams_tensor { ep.symbol @s0 range(2, 64)
  ep.graph @choose_qparams_tensor(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1], f64> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[1], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.amin.default %x
    // CHECK-NEXT: aten.amax.default %x
    // CHECK-NEXT: aten.full.default size = [], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten.minimum.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.full.default size = [], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten.maximum.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.number 255.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0.125
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: ep.number -128.0
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -128.0, max = 127.0
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1]
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f64
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1]
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    %0:2 = quantized_decomposed.choose_qparams.tensor %x, quant_min = -128, quant_max = 127, eps = 0.125, dtype = i8 : (!ep.tensor<[s0, 4], f32>) -> (!ep.tensor<[1], f64>, !ep.tensor<[1], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[1], f64>, !ep.tensor<[1], i64>
} }

// -----

// CHECK-LABEL: ep.graph @choose_qparams_symmetric_tensor(
ep.program @choose_qparams_symmetric_tensor { ep.symbol @s0 range(2, 64)
  ep.graph @choose_qparams_symmetric_tensor(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1], f64> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[1], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.amin.default %x
    // CHECK-NEXT: aten.amax.default %x
    // CHECK-NEXT: aten.full.default size = [], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten.minimum.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.full.default size = [], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten.maximum.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.maximum.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.number 127.5
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0.125
    // CHECK-NEXT: aten.full.default size = [], fill_value = 128, dtype = f32
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1]
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f64
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1]
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    %0:2 = quantized_decomposed.choose_qparams_symmetric.tensor %x, quant_min = 0, quant_max = 255, eps = 0.125, dtype = ui8 : (!ep.tensor<[s0, 4], f32>) -> (!ep.tensor<[1], f64>, !ep.tensor<[1], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[1], f64>, !ep.tensor<[1], i64>
} }

// -----

// CHECK-LABEL: ep.graph @choose_qparams_per_token_default(
ep.program @choose_qparams_per_token_default { ep.symbol @s0 range(2, 64)
  ep.graph @choose_qparams_per_token_default(%x: !ep.tensor<[s0, 4], f16> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 1], f64> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 1], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.abs.default %x
    // CHECK-NEXT: aten.amax.default %{{.*}}, dim = [-1], keepdim = true
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 1.0e-05
    // CHECK-NEXT: ep.number 127
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.full.default size = [s0, 1], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    %0:2 = quantized_decomposed.choose_qparams_per_token.default %x, dtype = i8 : (!ep.tensor<[s0, 4], f16>) -> (!ep.tensor<[s0, 1], f64>, !ep.tensor<[s0, 1], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[s0, 1], f64>, !ep.tensor<[s0, 1], i64>
} }

// -----

// CHECK-LABEL: ep.graph @choose_qparams_per_token_asymmetric_default(
ep.program @choose_qparams_per_token_asymmetric_default { ep.symbol @s0 range(2, 64)
  ep.graph @choose_qparams_per_token_asymmetric_default(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 1], f64> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 1], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.amin.default %x, dim = [-1], keepdim = true
    // CHECK-NEXT: aten.amax.default %x, dim = [-1], keepdim = true
    // CHECK-NEXT: aten.full.default size = [s0, 1], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten.minimum.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.full.default size = [s0, 1], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten.maximum.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.number 255.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 1.1920928955078125e-07
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.number -128
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.number 127
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.gt.Scalar %{{.*}}, other = 0
    // CHECK-NEXT: ep.number -128
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.number 127
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}, %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -128, max = 127
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    %0:2 = quantized_decomposed.choose_qparams_per_token_asymmetric.default %x, dtype = i8 : (!ep.tensor<[s0, 4], f32>) -> (!ep.tensor<[s0, 1], f64>, !ep.tensor<[s0, 1], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[s0, 1], f64>, !ep.tensor<[s0, 1], i64>
} }

// -----

// CHECK-LABEL: ep.graph @_choose_qparams_per_token_asymmetric_impl_default(
ep.program @_choose_qparams_per_token_asymmetric_impl_default { ep.symbol @s0 range(2, 64)
  ep.graph @_choose_qparams_per_token_asymmetric_impl_default(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 1], f64> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 1], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.amin.default %x, dim = [-1], keepdim = true
    // CHECK-NEXT: aten.amax.default %x, dim = [-1], keepdim = true
    // CHECK-NEXT: aten.full.default size = [s0, 1], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten.minimum.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.full.default size = [s0, 1], fill_value = 0, dtype = f32
    // CHECK-NEXT: aten.maximum.default %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.number 255.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 1.1920928955078125e-07
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.div.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.number -128
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.number 127
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.gt.Scalar %{{.*}}, other = 0
    // CHECK-NEXT: ep.number -128
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: ep.number 127
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}, %{{.*}}, %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -128, max = 127
    // CHECK-NEXT: aten.round.default %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    %0:2 = quantized_decomposed._choose_qparams_per_token_asymmetric_impl.default %x, dtype = i8 : (!ep.tensor<[s0, 4], f32>) -> (!ep.tensor<[s0, 1], f64>, !ep.tensor<[s0, 1], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[s0, 1], f64>, !ep.tensor<[s0, 1], i64>
} }

// -----

// CHECK-LABEL: ep.graph @convert_element_type_no_fuse(
ep.program @convert_element_type_no_fuse { ep.symbol @s0 range(2, 64)
  ep.graph @convert_element_type_no_fuse(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], bf16> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = bf16
    %0 = quantized_decomposed.convert_element_type.no_fuse %x, dtype = bf16 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], bf16>
    ep.return %0 : !ep.tensor<[s0, 4], bf16>
} }
