// RUN: kiln-opt %s --split-input-file --verify-diagnostics

// Composite operators are checked before they are decomposed.

// Operands that do not broadcast.
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.fmax.default' op tensors do not broadcast}}
    %0 = aten.fmax.default %x, %y : (!ep.tensor<[3], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

// An input of another rank.
ep.program @rank { ep.graph @rank(
          %x: !ep.tensor<[9], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[3, 2, 3], f32> {ep.input = #ep.input<user_input "w">}
      ) -> (!ep.tensor<[3, 7], f32> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.conv1d.default' op window does not fit the ranks of input and kernel}}
  %0 = aten.conv1d.default %x, %w : (!ep.tensor<[9], f32>, !ep.tensor<[3, 2, 3], f32>) -> !ep.tensor<[3, 7], f32>
  ep.return %0 : !ep.tensor<[3, 7], f32>
} }

// -----

// A dimension to split.
ep.program @hsplit_array {
  ep.graph @hsplit_array(%a: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[], f32> {ep.output = #ep.output<user_output "1">}) {
    // expected-error @below {{'aten.hsplit.array' op dimensions are out of range or repeated}}
    %0:2 = aten.hsplit.array %a, indices = [2] : (!ep.tensor<[], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[], f32>, !ep.tensor<[], f32>
} }

// -----

// Operands that do not broadcast.
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.mse_loss.default' op tensors do not broadcast}}
    %0 = aten.mse_loss.default %x, %y : (!ep.tensor<[3], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// A weight that is no matrix.
ep.program @weight { ep.graph @weight(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %w: !ep.tensor<[2, 5, 4], f32> {ep.input = #ep.input<user_input "w">}
      ) -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.linear.default' op matrices do not match}}
  %0 = aten.linear.default %x, %w : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[2, 5, 4], f32>) -> !ep.tensor<[s0], f32>
  ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// An operand that is no matrix.
ep.program @scalar { ep.graph @scalar(
          %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">},
          %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">}
      ) -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.matmul.default' op matrices do not match}}
  %0 = aten.matmul.default %x, %y : (!ep.tensor<[4], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[4], f32>
  ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

// So are batches that do not broadcast.
ep.program @batches { ep.graph @batches(
          %x: !ep.tensor<[3, 4, 5], f32> {ep.input = #ep.input<user_input "x">},
          %y: !ep.tensor<[2, 5, 6], f32> {ep.input = #ep.input<user_input "y">}
      ) -> (!ep.tensor<[3, 4, 6], f32> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.matmul.default' op matrices do not match}}
  %0 = aten.matmul.default %x, %y : (!ep.tensor<[3, 4, 5], f32>, !ep.tensor<[2, 5, 6], f32>) -> !ep.tensor<[3, 4, 6], f32>
  ep.return %0 : !ep.tensor<[3, 4, 6], f32>
} }

// -----

// More dimensions than there are.
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[6], f32> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.pad.default' op window does not fit the ranks of input and kernel}}
    %0 = aten.pad.default %x, pad = [1, 1, 1, 1] : (!ep.tensor<[4], f32>) -> !ep.tensor<[6], f32>
    ep.return %0 : !ep.tensor<[6], f32>
} }

// -----

// Half a dimension.
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[5, 6], f32> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.pad.default' op window does not fit the ranks of input and kernel}}
    %0 = aten.pad.default %x, pad = [1, 1, 1] : (!ep.tensor<[4, 4], f32>) -> !ep.tensor<[5, 6], f32>
    ep.return %0 : !ep.tensor<[5, 6], f32>
} }

// -----

// Matrices that do not match.
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.mv.default' op matrices do not match}}
    %0 = aten.mv.default %x, %y : (!ep.tensor<[3, 4], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[3], f32>
    ep.return %0 : !ep.tensor<[3], f32>
} }

// -----

// A dimension out of range.
ep.program @left_2 {
  ep.graph @left_2(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.movedim.int' op dimensions are out of range or repeated}}
    %0 = aten.movedim.int %x, source = 0, destination = 2 : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[4, 3], f32>
    ep.return %0 : !ep.tensor<[4, 3], f32>
} }

// -----

// Sizes of another number of elements.
ep.program @left_3 {
  ep.graph @left_3(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3, 5], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[3, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.reshape_as.default' op changes the number of elements}}
    %0 = aten.reshape_as.default %x, %y : (!ep.tensor<[3, 4], f32>, !ep.tensor<[3, 5], f32>) -> !ep.tensor<[3, 5], f32>
    ep.return %0 : !ep.tensor<[3, 5], f32>
} }

// -----

// A dimension that is not there.
ep.program @range { ep.graph @range(
          %x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[2, s0, 6], f32> {ep.output = #ep.output<user_output "5">}) {
    // expected-error @below {{'aten.transpose.int' op dimensions are out of range or repeated}}
  %0 = aten.transpose.int %x, dim0 = 0, dim1 = 2 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6], f32>
  %1:2 = aten.split.Tensor %x, split_size = 3, dim = 2 : (!ep.tensor<[s0, 6], f32>) -> (!ep.tensor<[s0, 6], f32>, !ep.tensor<[s0, 6], f32>)
  %2:2 = aten.chunk.default %x, chunks = 2, dim = -3 : (!ep.tensor<[s0, 6], f32>) -> (!ep.tensor<[s0, 6], f32>, !ep.tensor<[s0, 6], f32>)
  %3 = aten.stack.default [%x, %x], dim = 3 : (!ep.tensor<[s0, 6], f32>, !ep.tensor<[s0, 6], f32>) -> !ep.tensor<[2, s0, 6], f32>
  ep.return %0, %1#0, %1#1, %2#0, %2#1, %3 : !ep.tensor<[s0, 6], f32>,
    !ep.tensor<[s0, 6], f32>,
    !ep.tensor<[s0, 6], f32>,
    !ep.tensor<[s0, 6], f32>,
    !ep.tensor<[s0, 6], f32>,
    !ep.tensor<[2, s0, 6], f32>
} }

// -----

// What PyTorch's own decomposition says.
ep.program @p { ep.graph @p(%a: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "a">}) {
  // expected-error @below {{'aten.silu.default' op result size 1 is 5, must be 4}}
  %0 = aten.silu.default %a : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 5], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[2, 8], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[4, 8], f32> {ep.input = #ep.input<user_input "b">}) {
  // expected-error @below {{'aten.linear.default' op result size 1 is 5, must be 4}}
  %0 = aten.linear.default %a, %b : (!ep.tensor<[2, 8], f32>, !ep.tensor<[4, 8], f32>) -> !ep.tensor<[2, 5], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[2, 8], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[4, 8], f32> {ep.input = #ep.input<user_input "b">}, %c: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "c">}) {
  // expected-error @below {{'aten.linear.default' op matrices do not match}}
  %0 = aten.linear.default %a, %b, %c : (!ep.tensor<[2, 8], f32>, !ep.tensor<[4, 8], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[2, 4], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[1, 3, 8, 8], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[4, 3, 3, 3], f32> {ep.input = #ep.input<user_input "b">}) {
  // expected-error @below {{'aten.conv2d.default' op result size 2 is 8, must be 6}}
  %0 = aten.conv2d.default %a, %b : (!ep.tensor<[1, 3, 8, 8], f32>, !ep.tensor<[4, 3, 3, 3], f32>) -> !ep.tensor<[1, 4, 8, 8], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[1, 3, 8, 8], f32> {ep.input = #ep.input<user_input "a">}) {
  // expected-error @below {{'aten.max_pool2d.default' op result size 3 is 5, must be 4}}
  %0 = aten.max_pool2d.default %a, kernel_size = [2, 2] : (!ep.tensor<[1, 3, 8, 8], f32>) -> !ep.tensor<[1, 3, 4, 5], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "a">}) {
  // expected-error @below {{'aten.layer_norm.default' op result has 1 dimensions, must have 2}}
  %0 = aten.layer_norm.default %a, normalized_shape = [4] : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "a">}) {
  // expected-error @below {{'aten.softmax.int' op result size 0 is 4, must be 3}}
  %0 = aten.softmax.int %a, dim = 1 : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[4, 4], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "a">}) {
  // expected-error @below {{'aten.sum.default' op result has 1 dimensions, must have 0}}
  %0 = aten.sum.default %a : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[4], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "a">}) {
  // expected-error @below {{'aten.logsumexp.default' op dimensions are out of range or repeated}}
  %0 = aten.logsumexp.default %a, dim = [2] : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "b">}) {
  // expected-error @below {{'aten.mse_loss.default' op result has 2 dimensions, must have 0}}
  %0 = aten.mse_loss.default %a, %b : (!ep.tensor<[3, 4], f32>, !ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 4], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "b">}) {
  // expected-error @below {{'aten.cross_entropy_loss.default' op result has 1 dimensions, must have 0}}
  %0 = aten.cross_entropy_loss.default %a, %b : (!ep.tensor<[3, 4], f32>, !ep.tensor<[3], i64>) -> !ep.tensor<[3], f32>
  ep.return
} }

// -----

// Keys are as wide as queries, and as many as values.
ep.program @p { ep.graph @p(%a: !ep.tensor<[2, 5, 8], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[2, 6, 4], f32> {ep.input = #ep.input<user_input "b">}) {
  // expected-error @below {{'aten.scaled_dot_product_attention.default' op queries, keys and values do not match}}
  %0 = aten.scaled_dot_product_attention.default %a, %b, %b : (!ep.tensor<[2, 5, 8], f32>, !ep.tensor<[2, 6, 4], f32>, !ep.tensor<[2, 6, 4], f32>) -> !ep.tensor<[2, 5, 4], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "b">}) {
  // expected-error @below {{'aten.stack.default' op tensors differ in sizes}}
  %0 = aten.stack.default [%a, %b] : (!ep.tensor<[3], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[2, 3], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "a">}) {
  // expected-error @below {{'aten.flatten.using_ints' op result size 1 is 10, must be 12}}
  %0 = aten.flatten.using_ints %a, start_dim = 1 : (!ep.tensor<[2, 3, 4], f32>) -> !ep.tensor<[2, 10], f32>
  ep.return
} }

// -----

// Only matrices have a transpose without dimensions.
ep.program @p { ep.graph @p(%a: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "a">}) {
  // expected-error @below {{'aten.t.default' op dimensions are out of range or repeated}}
  %0 = aten.t.default %a : (!ep.tensor<[2, 3, 4], f32>) -> !ep.tensor<[4, 3, 2], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "a">}) {
  // expected-error @below {{'aten.transpose.int' op result size 0 is 2, must be 3}}
  %0 = aten.transpose.int %a, dim0 = 0, dim1 = 1 : (!ep.tensor<[2, 3], f32>) -> !ep.tensor<[2, 3], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "a">}) {
  // expected-error @below {{'aten.narrow.default' op result size 1 is 3, must be 2}}
  %0 = aten.narrow.default %a, dim = 1, start = 1, length = 2 : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 3], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[9], f32> {ep.input = #ep.input<user_input "a">}) {
  // expected-error @below {{'aten.unfold.default' op result size 0 is 5, must be 4}}
  %0 = aten.unfold.default %a, dimension = 0, size = 3, step = 2 : (!ep.tensor<[9], f32>) -> !ep.tensor<[5, 3], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[2, 3, 5], f32> {ep.input = #ep.input<user_input "b">}) {
  // expected-error @below {{'aten.expand_as.default' op expands a size that is not 1}}
  %0 = aten.expand_as.default %a, %b : (!ep.tensor<[3, 4], f32>, !ep.tensor<[2, 3, 5], f32>) -> !ep.tensor<[2, 3, 5], f32>
  ep.return
} }

// -----

ep.program @p { ep.graph @p(%a: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "a">}) {
  // expected-error @below {{'aten.one_hot.default' op result size 1 is 4, must be 5}}
  %0 = aten.one_hot.default %a, num_classes = 5 : (!ep.tensor<[3], i64>) -> !ep.tensor<[3, 4], i64>
  ep.return
} }

// -----

// A label of two sizes.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[5, 2], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.einsum.default' op the equation does not fit the operands}}
  %0 = aten.einsum.default equation = "ij,jk->ik", [%x, %y] : (!ep.tensor<[3, 4], f32>, !ep.tensor<[5, 2], f32>) -> !ep.tensor<[3, 2], f32>
  ep.return
} }

// -----

// A label that no operand has.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.einsum.default' op the equation does not fit the operands}}
  %0 = aten.einsum.default equation = "ij->ik", [%x] : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 2], f32>
  ep.return
} }

// -----

// A result of another size.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4, 2], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.einsum.default' op result size 1 is 4, must be 2}}
  %0 = aten.einsum.default equation = "ij,jk", [%x, %y] : (!ep.tensor<[3, 4], f32>, !ep.tensor<[4, 2], f32>) -> !ep.tensor<[3, 4], f32>
  ep.return
} }

// -----

// One size more than the strides give.
ep.program @p { ep.graph @p(%x: !ep.tensor<[1, 4, 5], f32> {ep.input = #ep.input<user_input "x">}, %w: !ep.tensor<[4, 2, 3], f32> {ep.input = #ep.input<user_input "w">}) {
  // expected-error @below {{'aten.conv_transpose1d.default' op result size 2 is 12, must be 11}}
  %0 = aten.conv_transpose1d.default %x, %w, stride = [2] : (!ep.tensor<[1, 4, 5], f32>, !ep.tensor<[4, 2, 3], f32>) -> !ep.tensor<[1, 2, 12], f32>
  ep.return
} }

// -----

// No image.
ep.program @p { ep.graph @p(%x: !ep.tensor<[4, 5], f32> {ep.input = #ep.input<user_input "x">}, %w: !ep.tensor<[4, 2, 3, 3], f32> {ep.input = #ep.input<user_input "w">}) {
  // expected-error @below {{'aten.conv_transpose2d.input' op window does not fit the ranks of input and kernel}}
  %0 = aten.conv_transpose2d.input %x, %w : (!ep.tensor<[4, 5], f32>, !ep.tensor<[4, 2, 3, 3], f32>) -> !ep.tensor<[2, 7], f32>
  ep.return
} }

// -----

// `same` keeps the size.
ep.program @p { ep.graph @p(%x: !ep.tensor<[1, 4, 5], f32> {ep.input = #ep.input<user_input "x">}, %w: !ep.tensor<[2, 4, 3], f32> {ep.input = #ep.input<user_input "w">}) {
  // expected-error @below {{'aten.conv1d.padding' op result size 2 is 3, must be 5}}
  %0 = aten.conv1d.padding %x, %w, padding = "same" : (!ep.tensor<[1, 4, 5], f32>, !ep.tensor<[2, 4, 3], f32>) -> !ep.tensor<[1, 2, 3], f32>
  ep.return
} }

// -----

// A state of other layers.
ep.program @p { ep.graph @p(%x: !ep.tensor<[5, 2, 3], f32> {ep.input = #ep.input<user_input "x">}, %h: !ep.tensor<[2, 2, 4], f32> {ep.input = #ep.input<user_input "h">}, %w: !ep.tensor<[12, 3], f32> {ep.input = #ep.input<user_input "w">}, %u: !ep.tensor<[12, 4], f32> {ep.input = #ep.input<user_input "u">}) {
  // expected-error @below {{'aten.gru.input' op input, state and weights do not fit}}
  %0:2 = aten.gru.input %x, %h, [%w, %u], has_biases = false, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = false : (!ep.tensor<[5, 2, 3], f32>, !ep.tensor<[2, 2, 4], f32>, !ep.tensor<[12, 3], f32>, !ep.tensor<[12, 4], f32>) -> (!ep.tensor<[5, 2, 4], f32>, !ep.tensor<[2, 2, 4], f32>)
  ep.return
} }

// -----

// Both directions lie side by side.
ep.program @p { ep.graph @p(%x: !ep.tensor<[5, 2, 3], f32> {ep.input = #ep.input<user_input "x">}, %h: !ep.tensor<[2, 2, 4], f32> {ep.input = #ep.input<user_input "h">}, %w: !ep.tensor<[16, 3], f32> {ep.input = #ep.input<user_input "w">}, %u: !ep.tensor<[16, 4], f32> {ep.input = #ep.input<user_input "u">}) {
  // expected-error @below {{'aten.lstm.input' op result size 2 is 4, must be 8}}
  %0:3 = aten.lstm.input %x, [%h, %h], [%w, %u, %w, %u], has_biases = false, num_layers = 1, dropout = 0.0, train = false, bidirectional = true, batch_first = false : (!ep.tensor<[5, 2, 3], f32>, !ep.tensor<[2, 2, 4], f32>, !ep.tensor<[2, 2, 4], f32>, !ep.tensor<[16, 3], f32>, !ep.tensor<[16, 4], f32>, !ep.tensor<[16, 3], f32>, !ep.tensor<[16, 4], f32>) -> (!ep.tensor<[5, 2, 4], f32>, !ep.tensor<[2, 2, 4], f32>, !ep.tensor<[2, 2, 4], f32>)
  ep.return
} }

// -----

// Weights of another input.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "x">}, %h: !ep.tensor<[2, 4], f32> {ep.input = #ep.input<user_input "h">}, %w: !ep.tensor<[4, 5], f32> {ep.input = #ep.input<user_input "w">}, %u: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "u">}) {
  // expected-error @below {{'aten.rnn_tanh_cell.default' op input, state and weights do not fit}}
  %0 = aten.rnn_tanh_cell.default %x, %h, %w, %u : (!ep.tensor<[2, 3], f32>, !ep.tensor<[2, 4], f32>, !ep.tensor<[4, 5], f32>, !ep.tensor<[4, 4], f32>) -> !ep.tensor<[2, 4], f32>
  ep.return
} }

// -----

// A name of PyTorch's for another overload.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.divide.Tensor' op tensors do not broadcast}}
  %0 = aten.divide.Tensor %x, %y : (!ep.tensor<[3], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
  ep.return
} }

// -----

// Two results of one size.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.aminmax.default' op result size 0 is 4, must be 3}}
  %0:2 = aten.aminmax.default %x, dim = 1 : (!ep.tensor<[3, 4], f32>) -> (!ep.tensor<[4], f32>, !ep.tensor<[4], f32>)
  ep.return
} }

// -----

// New memory of other sizes.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">}) {
  // expected-error @below {{'aten.new_zeros.default' op result size 1 is 3, must be 2}}
  %0 = aten.new_zeros.default %x, size = [2, 2] : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[2, 3], f32>
  ep.return
} }

// -----

// Tensors that do not fit.
ep.program @p { ep.graph @p(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[2, 5], f32> {ep.input = #ep.input<user_input "y">}) {
  // expected-error @below {{'aten.concat.default' op tensors differ beside `dim`}}
  %0 = aten.concat.default [%x, %y] : (!ep.tensor<[3, 4], f32>, !ep.tensor<[2, 5], f32>) -> !ep.tensor<[5, 4], f32>
  ep.return
} }

// -----

// Parameters are missing.
ep.program @p { ep.graph @p(%x: !ep.tensor<[2, 1, 4], f32> {ep.input = #ep.input<user_input "x">}, %h: !ep.tensor<[1, 1, 4], f32> {ep.input = #ep.input<user_input "h">}, %w: !ep.tensor<[12, 4], f32> {ep.input = #ep.input<user_input "w">}) {
  // expected-error @below {{'aten.gru.input' op input, state and weights do not fit}}
  %0:2 = aten.gru.input %x, %h, [%w], has_biases = false, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = false : (!ep.tensor<[2, 1, 4], f32>, !ep.tensor<[1, 1, 4], f32>, !ep.tensor<[12, 4], f32>) -> (!ep.tensor<[2, 1, 4], f32>, !ep.tensor<[1, 1, 4], f32>)
  ep.return
} }
