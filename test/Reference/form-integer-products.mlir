// RUN: kiln-opt %s --kiln-reference-form-integer-products --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-reference-form-integer-products --split-input-file --remark-format=emitRemark --remarks-filter=kiln-integer-products -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// An image with a sign is moved up by 128, its zero with it. Zero points of
// weights are state: they are asserted.
// CHECK-LABEL: ep.program @linear
// CHECK: %[[X32:.*]] = aten._to_copy.default %x, dtype = i32
// CHECK: %[[UP:.*]] = aten.add.Tensor %[[X32]], {{.*}} !ep.number<128>
// CHECK-NEXT: %[[U8:.*]] = aten._to_copy.default %[[UP]], dtype = ui8
// CHECK: %[[NE:.*]] = aten.ne.Scalar %z
// CHECK-NEXT: %[[ANY:.*]] = aten.any.default %[[NE]]
// CHECK-NEXT: %[[HOLD:.*]] = aten.logical_not.default %[[ANY]]
// CHECK-NEXT: aten._assert_async.msg %[[HOLD]], assert_msg = "weights of a product of integers have zero points other than 0"
// CHECK-NEXT: %[[W32:.*]] = aten._to_copy.default %w, dtype = i32
// CHECK: %[[ROWS:.*]] = aten.view.default %[[U8]], size = [2*s0, 5]
// CHECK-NEXT: %[[WIDE:.*]] = aten._to_copy.default %[[ROWS]], dtype = i32
// CHECK: %[[MM:.*]] = aten.mm.default %[[WIDE]], {{.*}} -> !ep.tensor<[2*s0, 4], i32>
// CHECK: %[[SUMS:.*]] = aten.view.default %[[MM]], size = [s0, 2, 4]
// CHECK: %[[Q:.*]] = aten.sum.dim_IntList %[[W32]], dim = [1], dtype = i32
// CHECK: %[[OFF:.*]] = aten.mul.Tensor %[[Q]], {{.*}} !ep.number<131>
// CHECK: %[[SUB:.*]] = aten.sub.Tensor %[[SUMS]], %[[OFF]]
// CHECK: %[[F32:.*]] = aten._to_copy.default %[[SUB]], dtype = f32
// CHECK: %[[S:.*]] = aten.mul.Tensor %s, {{.*}} !ep.number<0.5>
// CHECK: %[[MUL:.*]] = aten.mul.Tensor %[[F32]], %[[S]]
// CHECK: %[[Y:.*]] = aten.add.Tensor %[[MUL]], %b
// CHECK: ep.return %[[Y]]
// REMARK: multiplies integers of 8 bits
ep.program @linear {
  ep.symbol @s0 range(1, ?)
  ep.storage @bytes bytes(88) data(dense<0> : tensor<88xi8>)
  ep.buffer @w : !ep.tensor<[4, 5], i8> storage(@bytes)
  ep.buffer @s : !ep.tensor<[4], f32> storage(@bytes, 5)
  ep.buffer @z : !ep.tensor<[4], i64> storage(@bytes, 5)
  ep.parameter @b : !ep.tensor<[4], f32> storage(@bytes, 18)
  ep.graph @forward(%w: !ep.tensor<[4, 5], i8> {ep.input = #ep.input<buffer "w">},
      %s: !ep.tensor<[4], f32> {ep.input = #ep.input<buffer "s">},
      %z: !ep.tensor<[4], i64> {ep.input = #ep.input<buffer "z">},
      %b: !ep.tensor<[4], f32> {ep.input = #ep.input<parameter "b">},
      %x: !ep.tensor<[s0, 2, 5], i8> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0, 2, 4], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = quantized_decomposed.dequantize_per_channel.default %w, %s, %z, axis = 0, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[4, 5], i8>, !ep.tensor<[4], f32>, !ep.tensor<[4], i64>) -> !ep.tensor<[4, 5], f32>
    %1 = quantized_decomposed.dequantize_per_tensor.default %x, scale = 0.5, zero_point = 3, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[s0, 2, 5], i8>) -> !ep.tensor<[s0, 2, 5], f32>
    %2 = aten.linear.default %1, %0, %b : (!ep.tensor<[s0, 2, 5], f32>, !ep.tensor<[4, 5], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 2, 4], f32>
    ep.return %2 : !ep.tensor<[s0, 2, 4], f32>
  }
}

// -----

// An image without a sign stays as it is, and has its own zero around it. A
// weight of one scale needs no state.
// CHECK-LABEL: ep.program @convolution
// CHECK-NOT: assert
// CHECK: %[[PAD:.*]] = aten.constant_pad_nd.default %x, pad = [1, 1, 2, 2], value = 7 {{.*}} -> !ep.tensor<[1, 3, 12, 11], ui8>
// CHECK-NEXT: %[[WIDE:.*]] = aten._to_copy.default %[[PAD]], dtype = i32
// CHECK-NEXT: aten.convolution.default %[[WIDE]], {{.*}} stride = [2, 2], padding = [0, 0], {{.*}} -> !ep.tensor<[1, 4, 5, 5], i32>
// CHECK: aten.sum.dim_IntList {{.*}} dim = [1, 2, 3], dtype = i32
ep.program @convolution {
  ep.graph @forward(%w: !ep.tensor<[4, 3, 3, 3], i8> {ep.input = #ep.input<user_input "w">},
      %x: !ep.tensor<[1, 3, 8, 9], ui8> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[1, 4, 5, 5], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = quantized_decomposed.dequantize_per_tensor.default %w, scale = 0.25, zero_point = 0, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[4, 3, 3, 3], i8>) -> !ep.tensor<[4, 3, 3, 3], f32>
    %1 = quantized_decomposed.dequantize_per_tensor.default %x, scale = 0.5, zero_point = 7, quant_min = 0, quant_max = 255, dtype = ui8 : (!ep.tensor<[1, 3, 8, 9], ui8>) -> !ep.tensor<[1, 3, 8, 9], f32>
    %2 = aten.conv2d.default %1, %0, none, stride = [2, 2], padding = [2, 1] : (!ep.tensor<[1, 3, 8, 9], f32>, !ep.tensor<[4, 3, 3, 3], f32>) -> !ep.tensor<[1, 4, 5, 5], f32>
    ep.return %2 : !ep.tensor<[1, 4, 5, 5], f32>
  }
}

// -----

// Two products of an image and a sum that dequantises it read the one that is
// moved up; as a weight it keeps its sign.
// CHECK-LABEL: ep.program @readers
// CHECK-COUNT-1: !ep.number<128>
// CHECK: %[[U8:.*]] = aten._to_copy.default {{.*}} dtype = ui8
// CHECK-NOT: dtype = ui8 {aten.inner}
// CHECK: %[[F:.*]] = quantized_decomposed.dequantize_per_tensor.default %[[U8]], scale = 0.5, zero_point = 125, quant_min = 0, quant_max = 255, dtype = ui8
// CHECK: aten._to_copy.default %x, dtype = i32
// CHECK: aten.add.Tensor %[[F]], %{{.*}}
ep.program @readers {
  ep.graph @forward(%w: !ep.tensor<[4, 4], i8> {ep.input = #ep.input<user_input "w">},
      %x: !ep.tensor<[4, 4], i8> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4, 4], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[4, 4], f32> {ep.output = #ep.output<user_output "z">}) {
    %0 = quantized_decomposed.dequantize_per_tensor.default %w, scale = 0.25, zero_point = 0, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[4, 4], i8>) -> !ep.tensor<[4, 4], f32>
    %1 = quantized_decomposed.dequantize_per_tensor.default %x, scale = 0.5, zero_point = -3, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[4, 4], i8>) -> !ep.tensor<[4, 4], f32>
    %2 = quantized_decomposed.dequantize_per_tensor.default %x, scale = 0.5, zero_point = 0, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[4, 4], i8>) -> !ep.tensor<[4, 4], f32>
    %3 = aten.linear.default %1, %0, none : (!ep.tensor<[4, 4], f32>, !ep.tensor<[4, 4], f32>) -> !ep.tensor<[4, 4], f32>
    %4 = aten.linear.default %1, %2, none : (!ep.tensor<[4, 4], f32>, !ep.tensor<[4, 4], f32>) -> !ep.tensor<[4, 4], f32>
    %5 = aten.add.Tensor %1, %3 : (!ep.tensor<[4, 4], f32>, !ep.tensor<[4, 4], f32>) -> !ep.tensor<[4, 4], f32>
    ep.return %4, %5 : !ep.tensor<[4, 4], f32>, !ep.tensor<[4, 4], f32>
  }
}

// -----

// Where the zero of an image is the least number, which activations are rounded
// to, no sum of weights is taken off.
// CHECK-LABEL: ep.program @zero
// CHECK: %[[MM:.*]] = aten.mm.default
// CHECK-NEXT: aten._to_copy.default %[[MM]], dtype = f32
// CHECK-NOT: aten.sum
ep.program @zero {
  ep.graph @forward(%w: !ep.tensor<[4, 4], i8> {ep.input = #ep.input<user_input "w">},
      %x: !ep.tensor<[4, 4], i8> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4, 4], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = quantized_decomposed.dequantize_per_tensor.default %w, scale = 0.25, zero_point = 0, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[4, 4], i8>) -> !ep.tensor<[4, 4], f32>
    %1 = quantized_decomposed.dequantize_per_tensor.default %x, scale = 0.5, zero_point = -128, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[4, 4], i8>) -> !ep.tensor<[4, 4], f32>
    %2 = aten.linear.default %1, %0, none : (!ep.tensor<[4, 4], f32>, !ep.tensor<[4, 4], f32>) -> !ep.tensor<[4, 4], f32>
    ep.return %2 : !ep.tensor<[4, 4], f32>
  }
}

// -----

// The forms of Core ATen. The first has numbers in another shape than it
// multiplies them; factors of the sum are floats.
// CHECK-LABEL: ep.program @matrices
// CHECK: aten.mm.default {{.*}} -> !ep.tensor<[6, 4], i32>
// CHECK: aten.addmm.default {{.*}} alpha = 2
ep.program @matrices {
  ep.graph @forward(%w: !ep.tensor<[4, 5], i8> {ep.input = #ep.input<user_input "w">},
      %b: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "b">},
      %x: !ep.tensor<[2, 3, 5], ui8> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[6, 4], f32> {ep.output = #ep.output<user_output "y">},
          !ep.tensor<[6, 4], f32> {ep.output = #ep.output<user_output "z">}) {
    %0 = quantized_decomposed.dequantize_per_tensor.default %w, scale = 0.25, zero_point = 0, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[4, 5], i8>) -> !ep.tensor<[4, 5], f32>
    %1 = quantized_decomposed.dequantize_per_tensor.default %x, scale = 0.5, zero_point = 7, quant_min = 0, quant_max = 255, dtype = ui8 : (!ep.tensor<[2, 3, 5], ui8>) -> !ep.tensor<[2, 3, 5], f32>
    %2 = aten.view.default %1, size = [6, 5] : (!ep.tensor<[2, 3, 5], f32>) -> !ep.tensor<[6, 5], f32>
    %3 = aten.permute.default %0, dims = [1, 0] : (!ep.tensor<[4, 5], f32>) -> !ep.tensor<[5, 4], f32, strides = [1, 5]>
    %4 = aten.addmm.default %b, %2, %3 : (!ep.tensor<[4], f32>, !ep.tensor<[6, 5], f32>, !ep.tensor<[5, 4], f32, strides = [1, 5]>) -> !ep.tensor<[6, 4], f32>
    %5 = aten.addmm.default %b, %2, %3, alpha = 2 : (!ep.tensor<[4], f32>, !ep.tensor<[6, 5], f32>, !ep.tensor<[5, 4], f32, strides = [1, 5]>) -> !ep.tensor<[6, 4], f32>
    ep.return %4, %5 : !ep.tensor<[6, 4], f32>, !ep.tensor<[6, 4], f32>
  }
}

// -----

// CHECK-LABEL: ep.program @one_image
// CHECK-NOT: i32
// REMARK: stays a product of floats: its image has no batch
ep.program @one_image {
  ep.graph @forward(%w: !ep.tensor<[4, 3, 3, 3], i8> {ep.input = #ep.input<user_input "w">},
      %x: !ep.tensor<[3, 8, 9], ui8> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4, 6, 7], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = quantized_decomposed.dequantize_per_tensor.default %w, scale = 0.25, zero_point = 0, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[4, 3, 3, 3], i8>) -> !ep.tensor<[4, 3, 3, 3], f32>
    %1 = quantized_decomposed.dequantize_per_tensor.default %x, scale = 0.5, zero_point = 7, quant_min = 0, quant_max = 255, dtype = ui8 : (!ep.tensor<[3, 8, 9], ui8>) -> !ep.tensor<[3, 8, 9], f32>
    %2 = aten.conv2d.default %1, %0, none : (!ep.tensor<[3, 8, 9], f32>, !ep.tensor<[4, 3, 3, 3], f32>) -> !ep.tensor<[4, 6, 7], f32>
    ep.return %2 : !ep.tensor<[4, 6, 7], f32>
  }
}

// -----

// CHECK-LABEL: ep.program @floats
// CHECK-NOT: i32
// REMARK: stays a product of floats: it has groups
// REMARK: stays a product of floats: it is transposed
// REMARK: stays a product of floats: its sums may need more than 32 bits
// REMARK: stays a product of floats: the zero points of its weights are not known to be 0
// REMARK-NOT: floats
ep.program @floats {
  ep.storage @bytes bytes(32) data(dense<1> : tensor<32xi8>)
  ep.buffer @z : !ep.tensor<[4], i64> storage(@bytes)
  ep.graph @forward(%z: !ep.tensor<[4], i64> {ep.input = #ep.input<buffer "z">},
      %s: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "s">},
      %w: !ep.tensor<[4, 2, 1, 1], i8> {ep.input = #ep.input<user_input "w">},
      %v: !ep.tensor<[4, 4, 1, 1], i8> {ep.input = #ep.input<user_input "v">},
      %long: !ep.tensor<[1, 65794], i8> {ep.input = #ep.input<user_input "long">},
      %image: !ep.tensor<[1, 4, 2, 2], ui8> {ep.input = #ep.input<user_input "image">},
      %row: !ep.tensor<[1, 65794], ui8> {ep.input = #ep.input<user_input "row">})
      -> (!ep.tensor<[1, 4, 2, 2], f32> {ep.output = #ep.output<user_output "a">},
          !ep.tensor<[1, 4, 2, 2], f32> {ep.output = #ep.output<user_output "b">},
          !ep.tensor<[1, 1], f32> {ep.output = #ep.output<user_output "c">},
          !ep.tensor<[1, 4, 2, 2], f32> {ep.output = #ep.output<user_output "d">},
          !ep.tensor<[1, 4, 2, 2], f32> {ep.output = #ep.output<user_output "e">}) {
    %0 = quantized_decomposed.dequantize_per_tensor.default %image, scale = 0.5, zero_point = 7, quant_min = 0, quant_max = 255, dtype = ui8 : (!ep.tensor<[1, 4, 2, 2], ui8>) -> !ep.tensor<[1, 4, 2, 2], f32>
    %1 = quantized_decomposed.dequantize_per_tensor.default %w, scale = 0.25, zero_point = 0, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[4, 2, 1, 1], i8>) -> !ep.tensor<[4, 2, 1, 1], f32>
    %2 = aten.conv2d.default %0, %1, none, groups = 2 : (!ep.tensor<[1, 4, 2, 2], f32>, !ep.tensor<[4, 2, 1, 1], f32>) -> !ep.tensor<[1, 4, 2, 2], f32>
    %3 = quantized_decomposed.dequantize_per_tensor.default %v, scale = 0.25, zero_point = 0, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[4, 4, 1, 1], i8>) -> !ep.tensor<[4, 4, 1, 1], f32>
    %4 = aten.convolution.default %0, %3, none, stride = [1, 1], padding = [0, 0], dilation = [1, 1], transposed = true, output_padding = [0, 0], groups = 1 : (!ep.tensor<[1, 4, 2, 2], f32>, !ep.tensor<[4, 4, 1, 1], f32>) -> !ep.tensor<[1, 4, 2, 2], f32>
    %5 = quantized_decomposed.dequantize_per_tensor.default %row, scale = 0.5, zero_point = 7, quant_min = 0, quant_max = 255, dtype = ui8 : (!ep.tensor<[1, 65794], ui8>) -> !ep.tensor<[1, 65794], f32>
    %6 = quantized_decomposed.dequantize_per_tensor.default %long, scale = 0.25, zero_point = 0, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[1, 65794], i8>) -> !ep.tensor<[1, 65794], f32>
    %7 = aten.linear.default %5, %6, none : (!ep.tensor<[1, 65794], f32>, !ep.tensor<[1, 65794], f32>) -> !ep.tensor<[1, 1], f32>
    %8 = quantized_decomposed.dequantize_per_channel.default %v, %s, %z, axis = 0, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[4, 4, 1, 1], i8>, !ep.tensor<[4], f32>, !ep.tensor<[4], i64>) -> !ep.tensor<[4, 4, 1, 1], f32>
    %9 = aten.conv2d.default %0, %8, none : (!ep.tensor<[1, 4, 2, 2], f32>, !ep.tensor<[4, 4, 1, 1], f32>) -> !ep.tensor<[1, 4, 2, 2], f32>
    // Scales of inputs: no product of dequantised operands as PT2E writes it.
    %10 = quantized_decomposed.dequantize_per_channel.default %v, %s, none, axis = 1, quant_min = -128, quant_max = 127, dtype = i8 : (!ep.tensor<[4, 4, 1, 1], i8>, !ep.tensor<[4], f32>) -> !ep.tensor<[4, 4, 1, 1], f32>
    %11 = aten.conv2d.default %0, %10, none : (!ep.tensor<[1, 4, 2, 2], f32>, !ep.tensor<[4, 4, 1, 1], f32>) -> !ep.tensor<[1, 4, 2, 2], f32>
    ep.return %2, %4, %7, %9, %11 : !ep.tensor<[1, 4, 2, 2], f32>, !ep.tensor<[1, 4, 2, 2], f32>, !ep.tensor<[1, 1], f32>, !ep.tensor<[1, 4, 2, 2], f32>, !ep.tensor<[1, 4, 2, 2], f32>
  }
}
