// RUN: kiln-opt %s --kiln-aten-simplify-quantized | FileCheck %s

!i = !ep.tensor<[1, 4, 8, 8], i8>
!u = !ep.tensor<[1, 4, 8, 8], ui8>
!f = !ep.tensor<[1, 4, 8, 8], f32>
!g = !ep.tensor<[1, 4, 4, 4], f32>
!h = !ep.tensor<[1, 4, 2, 2], f32>
!k = !ep.tensor<[1, 4, 2, 2], i8>

// One pool behind another one reads integers, too, and no float is left between
// numbers of one scale.
// CHECK-LABEL: ep.program @pools
// CHECK: %[[A:.*]] = aten.max_pool2d.default %x, kernel_size = [3, 3], stride = [2, 2], padding = [1, 1] : (!ep.tensor<[1, 4, 8, 8], i8>) -> !ep.tensor<[1, 4, 4, 4], i8>
// CHECK: %[[B:.*]] = aten.max_pool2d.default %[[A]], kernel_size = [2, 2] : (!ep.tensor<[1, 4, 4, 4], i8>) -> !ep.tensor<[1, 4, 2, 2], i8>
// CHECK: %[[F:.*]] = quantized_decomposed.dequantize_per_tensor.default %[[B]], scale = 0.5, zero_point = 3, {{.*}} -> !ep.tensor<[1, 4, 2, 2], f32>
// CHECK: ep.return %[[F]], %[[B]]
ep.program @pools {
  ep.graph @forward(%x: !i {ep.input = #ep.input<user_input "x">})
      -> (!h {ep.output = #ep.output<user_output "y">}, !k {ep.output = #ep.output<user_output "z">}) {
    %0 = quantized_decomposed.dequantize_per_tensor.default %x, scale = 0.5, zero_point = 3, quant_min = -128, quant_max = 127, dtype = i8 : (!i) -> !f
    %1 = aten.max_pool2d.default %0, kernel_size = [3, 3], stride = [2, 2], padding = [1, 1] : (!f) -> !g
    %2 = aten.max_pool2d.default %1, kernel_size = [2, 2] : (!g) -> !h
    %3 = quantized_decomposed.quantize_per_tensor.default %2, scale = 0.5, zero_point = 3, quant_min = -128, quant_max = 127, dtype = i8 : (!h) -> !k
    ep.return %2, %3 : !h, !k
  }
}

// A negative scale turns the order around; a mean is rounded.
// CHECK-LABEL: ep.program @other_pools
// CHECK: aten.max_pool2d.default {{.*}} -> !ep.tensor<[1, 4, 4, 4], f32>
// CHECK: aten.avg_pool2d.default {{.*}} -> !ep.tensor<[1, 4, 4, 4], f32>
ep.program @other_pools {
  ep.graph @forward(%x: !i {ep.input = #ep.input<user_input "x">})
      -> (!g {ep.output = #ep.output<user_output "y">}, !g {ep.output = #ep.output<user_output "z">}) {
    %0 = quantized_decomposed.dequantize_per_tensor.default %x, scale = -0.5, zero_point = 3, quant_min = -128, quant_max = 127, dtype = i8 : (!i) -> !f
    %1 = aten.max_pool2d.default %0, kernel_size = [2, 2] : (!f) -> !g
    %2 = quantized_decomposed.dequantize_per_tensor.default %x, scale = 0.5, zero_point = 3, quant_min = -128, quant_max = 127, dtype = i8 : (!i) -> !f
    %3 = aten.avg_pool2d.default %2, kernel_size = [2, 2] : (!f) -> !g
    ep.return %1, %3 : !g, !g
  }
}

// Another scale, another dtype, and limits that cut numbers off change them.
// CHECK-LABEL: ep.program @others
// CHECK-COUNT-3: quantize_per_tensor.default %0
ep.program @others {
  ep.graph @forward(%x: !i {ep.input = #ep.input<user_input "x">})
      -> (!i {ep.output = #ep.output<user_output "a">}, !u {ep.output = #ep.output<user_output "b">}, !i {ep.output = #ep.output<user_output "c">}) {
    %0 = quantized_decomposed.dequantize_per_tensor.default %x, scale = 0.5, zero_point = 3, quant_min = -128, quant_max = 127, dtype = i8 : (!i) -> !f
    %1 = quantized_decomposed.quantize_per_tensor.default %0, scale = 0.25, zero_point = 3, quant_min = -128, quant_max = 127, dtype = i8 : (!f) -> !i
    %2 = quantized_decomposed.quantize_per_tensor.default %0, scale = 0.5, zero_point = 3, quant_min = 0, quant_max = 255, dtype = ui8 : (!f) -> !u
    %3 = quantized_decomposed.quantize_per_tensor.default %0, scale = 0.5, zero_point = 3, quant_min = -127, quant_max = 127, dtype = i8 : (!f) -> !i
    ep.return %1, %2, %3 : !i, !u, !i
  }
}

// Negative numbers are zero where that is the least number, and only there.
// CHECK-LABEL: ep.program @relu
// CHECK: %[[RELU:.*]] = aten.relu.default %x
// CHECK: quantize_per_tensor.default %x, scale = 0.5, zero_point = -128
// CHECK: quantize_per_tensor.default %[[RELU]], scale = 0.5, zero_point = 3
ep.program @relu {
  ep.graph @forward(%x: !f {ep.input = #ep.input<user_input "x">})
      -> (!i {ep.output = #ep.output<user_output "y">}, !i {ep.output = #ep.output<user_output "z">}) {
    %0 = aten.relu.default %x : (!f) -> !f
    %1 = quantized_decomposed.quantize_per_tensor.default %0, scale = 0.5, zero_point = -128, quant_min = -128, quant_max = 127, dtype = i8 : (!f) -> !i
    %2 = quantized_decomposed.quantize_per_tensor.default %0, scale = 0.5, zero_point = 3, quant_min = -128, quant_max = 127, dtype = i8 : (!f) -> !i
    ep.return %1, %2 : !i, !i
  }
}
