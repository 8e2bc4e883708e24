// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --split-input-file --verify-diagnostics

// A correction must be a number.
ep.program @n { ep.graph @n(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.var.correction' op is not converted to linalg: symbolic correction}}
  %0 = aten.var.correction %x, correction = 2*s0 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[], f32>
  ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// Dimensions out of range.
ep.program @n { ep.graph @n(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{dimensions are out of range or repeated}}
  %0 = aten.prod.dim_int %x, dim = 5 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0], f32>
  ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

ep.program @n { ep.graph @n(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], i1> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{dimensions are out of range or repeated}}
  %0 = aten.any.dim %x, dim = 5 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0], i1>
  ep.return %0 : !ep.tensor<[s0], i1>
} }

// -----

ep.program @n { ep.graph @n(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], i64> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{dimensions are out of range or repeated}}
  %0 = aten.argmax.default %x, dim = 5 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0], i64>
  ep.return %0 : !ep.tensor<[s0], i64>
} }

// -----

ep.program @n { ep.graph @n(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.flip.default' op is not converted to linalg: dimensions out of range; has no complex tensor}}
  %0 = aten.flip.default %x, dims = [5] : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

ep.program @n { ep.graph @n(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{dimensions are out of range or repeated}}
  %0 = aten.diagonal.default %x, dim1 = 1, dim2 = 1 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0], f32>
  ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

ep.program @n { ep.graph @n(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{repeats less than it has}}
  %0 = aten.repeat.default %x, repeats = [1] : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// A tensor with gaps.
ep.program @n { ep.graph @n(%x: !ep.tensor<[4, 4], f32, strides = [8, 1]> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.as_strided.default' op is not converted to linalg: operand is not dense}}
  %0 = aten.as_strided.default %x, size = [2], stride = [1] : (!ep.tensor<[4, 4], f32, strides = [8, 1]>) -> !ep.tensor<[2], f32>
  ep.return %0 : !ep.tensor<[2], f32>
} }

// -----

ep.program @n { ep.graph @n(%x: !ep.tensor<[5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[7], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{window does not fit the ranks of input and kernel}}
  %0 = aten.reflection_pad1d.default %x, padding = [1, 1, 1, 1] : (!ep.tensor<[5], f32>) -> !ep.tensor<[7], f32>
  ep.return %0 : !ep.tensor<[7], f32>
} }

// -----

// No index.
ep.program @n { ep.graph @n(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
    %i: !ep.tensor<[2, 2], i8> {ep.input = #ep.input<user_input "i">})
    -> (!ep.tensor<[2, 2], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.gather.default' op is not converted to linalg: dimension or index out of range; has no complex tensor}}
  %0 = aten.gather.default %x, dim = 0, %i : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[2, 2], i8>) -> !ep.tensor<[2, 2], f32>
  ep.return %0 : !ep.tensor<[2, 2], f32>
} }

// -----

ep.program @n { ep.graph @n(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
    %i: !ep.tensor<[2], i8> {ep.input = #ep.input<user_input "i">})
    -> (!ep.tensor<[2, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.index_select.default' op is not converted to linalg: index is no tensor of ints; has no complex tensor}}
  %0 = aten.index_select.default %x, dim = 0, %i : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[2], i8>) -> !ep.tensor<[2, 4], f32>
  ep.return %0 : !ep.tensor<[2, 4], f32>
} }

// -----

ep.program @n { ep.graph @n(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.slice_scatter.default' op is not converted to linalg: step is not a positive number; has no complex tensor}}
  %0 = aten.slice_scatter.default %x, %y, dim = 1, step = s0 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

ep.program @n { ep.graph @n(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.select_scatter.default' op is not converted to linalg: index is symbolic; has no complex tensor}}
  %0 = aten.select_scatter.default %x, %y, dim = 0, index = s1 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

ep.program @n { ep.graph @n()
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.arange.start_step' op is not converted to linalg: complex or symbolic float value}}
  %0 = aten.arange.start_step  start = 0.5*zuf0, end = 4 : () -> !ep.tensor<[4], f32>
  ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

ep.program @n { ep.graph @n()
    -> (!ep.tensor<[2], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.empty.memory_format' op is not converted to linalg: complex tensors}}
  %0 = aten.empty.memory_format  size = [2] : () -> !ep.tensor<[2], complex<f32>>
  ep.return %0 : !ep.tensor<[2], complex<f32>>
} }

// -----

ep.program @n { ep.graph @n(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[s0, 4], f32, device = "cuda:0"> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.copy.default' op is not converted to linalg: has no complex tensor; changes the device}}
  %0 = aten.copy.default %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], f32, device = "cuda:0">) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// A number that is a symbolic float.
ep.program @n { ep.graph @n(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.elu.default' op is not converted to linalg: complex or symbolic float number}}
  %0 = aten.elu.default %x, alpha = 0.5*zuf0 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// Channels that do not split.
ep.program @n { ep.graph @n(%x: !ep.tensor<[1, 3, 8], f32> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[4, 2, 3], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[1, 4, 6], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.convolution.default' op is not converted to linalg: channels do not split to groups}}
  %0 = aten.convolution.default %x, %w, stride = [1], padding = [0], dilation = [1], transposed = false, output_padding = [0], groups = 2 : (!ep.tensor<[1, 3, 8], f32>, !ep.tensor<[4, 2, 3], f32>) -> !ep.tensor<[1, 4, 6], f32>
  ep.return %0 : !ep.tensor<[1, 4, 6], f32>
} }

// -----

// More numbers than dimensions.
ep.program @n { ep.graph @n(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{window does not fit the ranks of input and kernel}}
  %0 = aten.constant_pad_nd.default %x, pad = [0, 1, 0, 1] : (!ep.tensor<[4], f32>) -> !ep.tensor<[5], f32>
  ep.return %0 : !ep.tensor<[5], f32>
} }

// -----

ep.program @n { ep.graph @n(%x: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 2], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.avg_pool2d.default' op is not converted to linalg: pools more than there is}}
  %0 = aten.avg_pool2d.default %x, kernel_size = [2, 2] : (!ep.tensor<[4, 4], f32>) -> !ep.tensor<[2, 2], f32>
  ep.return %0 : !ep.tensor<[2, 2], f32>
} }

// -----

ep.program @n { ep.graph @n(%x: !ep.tensor<[4, 4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 2, 2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[2, 2, 2], i64> {ep.output = #ep.output<user_output "1">}) {
  // expected-error @below {{'aten.max_pool3d_with_indices.default' op is not converted to linalg: pools more than there is}}
  %0:2 = aten.max_pool3d_with_indices.default %x, kernel_size = [2, 2, 2] : (!ep.tensor<[4, 4, 4], f32>) -> (!ep.tensor<[2, 2, 2], f32>, !ep.tensor<[2, 2, 2], i64>)
  ep.return %0#0, %0#1 : !ep.tensor<[2, 2, 2], f32>, !ep.tensor<[2, 2, 2], i64>
} }

// -----

// Averages of nothing.
ep.program @n { ep.graph @n(%x: !ep.tensor<[1, 0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 2, 2], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten._adaptive_avg_pool2d.default' op is not converted to linalg: there is nothing to average}}
  %0 = aten._adaptive_avg_pool2d.default %x, output_size = [2, 2] : (!ep.tensor<[1, 0, 4], f32>) -> !ep.tensor<[1, 2, 2], f32>
  ep.return %0 : !ep.tensor<[1, 2, 2], f32>
} }

// -----

ep.program @n { ep.graph @n(%g: !ep.tensor<[1, 0, 2], f32> {ep.input = #ep.input<user_input "g">},
    %x: !ep.tensor<[1, 4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten._adaptive_avg_pool2d_backward.default' op is not converted to linalg: there is nothing to average}}
  %0 = aten._adaptive_avg_pool2d_backward.default %g, %x : (!ep.tensor<[1, 0, 2], f32>, !ep.tensor<[1, 4, 4], f32>) -> !ep.tensor<[1, 4, 4], f32>
  ep.return %0 : !ep.tensor<[1, 4, 4], f32>
} }

// -----

ep.program @n { ep.graph @n(%g: !ep.tensor<[0, 2, 2], f32> {ep.input = #ep.input<user_input "g">},
    %x: !ep.tensor<[0, 4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[0, 4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.avg_pool2d_backward.default' op is not converted to linalg: there are no windows}}
  %0 = aten.avg_pool2d_backward.default %g, %x, kernel_size = [2, 2], stride = [2, 2], padding = [0, 0], ceil_mode = false, count_include_pad = true, divisor_override = none : (!ep.tensor<[0, 2, 2], f32>, !ep.tensor<[0, 4, 4], f32>) -> !ep.tensor<[0, 4, 4], f32>
  ep.return %0 : !ep.tensor<[0, 4, 4], f32>
} }

// -----

ep.program @n { ep.graph @n(%g: !ep.tensor<[0, 2, 2], f32> {ep.input = #ep.input<user_input "g">},
    %x: !ep.tensor<[0, 4, 4], f32> {ep.input = #ep.input<user_input "x">},
    %i: !ep.tensor<[0, 2, 2], i64> {ep.input = #ep.input<user_input "i">})
    -> (!ep.tensor<[0, 4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.max_pool2d_with_indices_backward.default' op is not converted to linalg: there are no windows}}
  %0 = aten.max_pool2d_with_indices_backward.default %g, %x, kernel_size = [2, 2], stride = [2, 2], padding = [0, 0], dilation = [1, 1], ceil_mode = false, %i : (!ep.tensor<[0, 2, 2], f32>, !ep.tensor<[0, 4, 4], f32>, !ep.tensor<[0, 2, 2], i64>) -> !ep.tensor<[0, 4, 4], f32>
  ep.return %0 : !ep.tensor<[0, 4, 4], f32>
} }

// -----

ep.program @n { ep.graph @n(%x: !ep.tensor<[1, 8, 0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 2, 4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.col2im.default' op is not converted to linalg: there are no windows}}
  %0 = aten.col2im.default %x, output_size = [4, 4], kernel_size = [2, 2], dilation = [1, 1], padding = [0, 0], stride = [2, 2] : (!ep.tensor<[1, 8, 0], f32>) -> !ep.tensor<[1, 2, 4, 4], f32>
  ep.return %0 : !ep.tensor<[1, 2, 4, 4], f32>
} }

// -----

// Nothing has no maximum.
ep.program @n { ep.graph @n(%x: !ep.tensor<[2, 0, 7], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 3, 2], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[2, 3, 2], i64> {ep.output = #ep.output<user_output "1">}) {
  // expected-error @below {{'aten.adaptive_max_pool2d.default' op is not converted to linalg: there is nothing to compare}}
  %0:2 = aten.adaptive_max_pool2d.default %x, output_size = [3, 2] : (!ep.tensor<[2, 0, 7], f32>) -> (!ep.tensor<[2, 3, 2], f32>, !ep.tensor<[2, 3, 2], i64>)
  ep.return %0#0, %0#1 : !ep.tensor<[2, 3, 2], f32>, !ep.tensor<[2, 3, 2], i64>
} }

// -----

// Rows that do not fit.
ep.program @n { ep.graph @n(%q: !ep.tensor<[3, 5], f32> {ep.input = #ep.input<user_input "q">},
    %x: !ep.tensor<[3, 2, 2], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 2, 2], i64> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.searchsorted.Tensor' op is not converted to linalg: values have other rows}}
  %0 = aten.searchsorted.Tensor %q, %x : (!ep.tensor<[3, 5], f32>, !ep.tensor<[3, 2, 2], f32>) -> !ep.tensor<[3, 2, 2], i64>
  ep.return %0 : !ep.tensor<[3, 2, 2], i64>
} }

// -----

ep.program @n { ep.graph @n(%b: !ep.tensor<[5], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[], i64> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.bucketize.Scalar' op is not converted to linalg: complex or symbolic float value}}
  %0 = aten.bucketize.Scalar self = 0.5*zuf0, %b : (!ep.tensor<[5], f32>) -> !ep.tensor<[], i64>
  ep.return %0 : !ep.tensor<[], i64>
} }
