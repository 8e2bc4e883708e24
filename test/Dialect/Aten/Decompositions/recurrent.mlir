// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @lstm_input(
ep.program @lstm_input { ep.symbol @s0 range(2, 64)
  ep.graph @lstm_input(%x: !ep.tensor<[s0, 1, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1, s0, 4], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[1, s0, 4], f32> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[16, 4], f32> {ep.input = #ep.input<user_input "w">},
      %a: !ep.tensor<[16, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s0, 1, 4], f32, strides = [4, 4*s0, 1]> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[1, s0, 4], f32> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[1, s0, 4], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: aten.permute.default %x, dims = [1, 0, 2]
    // CHECK-NEXT: aten.select.int %y, dim = 0, index = 0
    // CHECK-NEXT: aten.select.int %z, dim = 0, index = 0
    // CHECK-NEXT: aten.permute.default %w, dims = [1, 0]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s0, 4]
    // CHECK-NEXT: aten.mm.default %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, s0, 16]
    // CHECK-NEXT: aten.select.int %{{.*}}, dim = 0, index = 0
    // CHECK-NEXT: aten.permute.default %a, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 0, end = 4
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 4, end = 8
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 8, end = 12
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 12, end = 16
    // CHECK-NEXT: aten.sigmoid.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sigmoid.default %{{.*}}
    // CHECK-NEXT: aten.tanh.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.sigmoid.default %{{.*}}
    // CHECK-NEXT: aten.tanh.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [1, 0, 2]
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK-NEXT: aten.clone.default %{{.*}}
    %0:3 = aten.lstm.input %x, [%y, %z], [%w, %a], has_biases = false, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = true : (!ep.tensor<[s0, 1, 4], f32>, !ep.tensor<[1, s0, 4], f32>, !ep.tensor<[1, s0, 4], f32>, !ep.tensor<[16, 4], f32>, !ep.tensor<[16, 4], f32>) -> (!ep.tensor<[s0, 1, 4], f32, strides = [4, 4*s0, 1]>, !ep.tensor<[1, s0, 4], f32>, !ep.tensor<[1, s0, 4], f32>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[s0, 1, 4], f32, strides = [4, 4*s0, 1]>, !ep.tensor<[1, s0, 4], f32>, !ep.tensor<[1, s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @rnn_tanh_input(
ep.program @rnn_tanh_input {
  ep.graph @rnn_tanh_input(%x: !ep.tensor<[2, 1, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1, 1, 4], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[2, 1, 4], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[1, 1, 4], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.select.int %y, dim = 0, index = 0
    // CHECK-NEXT: aten.permute.default %z, dims = [1, 0]
    // CHECK-NEXT: aten.view.default %x, size = [2, 4]
    // CHECK-NEXT: aten.mm.default %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [2, 1, 4]
    // CHECK-NEXT: aten.select.int %{{.*}}, dim = 0, index = 0
    // CHECK-NEXT: aten.permute.default %w, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.tanh.default %{{.*}}
    // CHECK-NEXT: aten.select.int %{{.*}}, dim = 0, index = 1
    // CHECK-NEXT: aten.permute.default %w, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.tanh.default %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK-NEXT: aten.cat.default [%{{.*}}]
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    %0:2 = aten.rnn_tanh.input %x, %y, [%z, %w], has_biases = false, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = false : (!ep.tensor<[2, 1, 4], f32>, !ep.tensor<[1, 1, 4], f32>, !ep.tensor<[4, 4], f32>, !ep.tensor<[4, 4], f32>) -> (!ep.tensor<[2, 1, 4], f32>, !ep.tensor<[1, 1, 4], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[2, 1, 4], f32>, !ep.tensor<[1, 1, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @rnn_relu_input(
ep.program @rnn_relu_input {
  ep.graph @rnn_relu_input(%x: !ep.tensor<[2, 1, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1, 1, 4], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[2, 1, 4], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[1, 1, 4], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.select.int %y, dim = 0, index = 0
    // CHECK-NEXT: aten.permute.default %z, dims = [1, 0]
    // CHECK-NEXT: aten.view.default %x, size = [2, 4]
    // CHECK-NEXT: aten.mm.default %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [2, 1, 4]
    // CHECK-NEXT: aten.select.int %{{.*}}, dim = 0, index = 0
    // CHECK-NEXT: aten.permute.default %w, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.relu.default %{{.*}}
    // CHECK-NEXT: aten.select.int %{{.*}}, dim = 0, index = 1
    // CHECK-NEXT: aten.permute.default %w, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.relu.default %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK-NEXT: aten.cat.default [%{{.*}}]
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    %0:2 = aten.rnn_relu.input %x, %y, [%z, %w], has_biases = false, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = false : (!ep.tensor<[2, 1, 4], f32>, !ep.tensor<[1, 1, 4], f32>, !ep.tensor<[4, 4], f32>, !ep.tensor<[4, 4], f32>) -> (!ep.tensor<[2, 1, 4], f32>, !ep.tensor<[1, 1, 4], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[2, 1, 4], f32>, !ep.tensor<[1, 1, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @lstm_cell_default(
ep.program @lstm_cell_default {
  ep.graph @lstm_cell_default(%x: !ep.tensor<[1, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1, 4], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[1, 4], f32> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[16, 4], f32> {ep.input = #ep.input<user_input "w">},
      %a: !ep.tensor<[16, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[1, 4], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[1, 4], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.permute.default %w, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %x, %{{.*}}
    // CHECK-NEXT: aten.permute.default %a, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %y, %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 0, end = 4
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 4, end = 8
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 8, end = 12
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 12, end = 16
    // CHECK-NEXT: aten.sigmoid.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %z
    // CHECK-NEXT: aten.sigmoid.default %{{.*}}
    // CHECK-NEXT: aten.tanh.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.sigmoid.default %{{.*}}
    // CHECK-NEXT: aten.tanh.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    %0:2 = aten.lstm_cell.default %x, [%y, %z], %w, %a : (!ep.tensor<[1, 4], f32>, !ep.tensor<[1, 4], f32>, !ep.tensor<[1, 4], f32>, !ep.tensor<[16, 4], f32>, !ep.tensor<[16, 4], f32>) -> (!ep.tensor<[1, 4], f32>, !ep.tensor<[1, 4], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[1, 4], f32>, !ep.tensor<[1, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @gru_cell_default(
ep.program @gru_cell_default {
  ep.graph @gru_cell_default(%x: !ep.tensor<[1, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1, 4], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[12, 4], f32> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[12, 4], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[1, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %z, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %x, %{{.*}}
    // CHECK-NEXT: aten.permute.default %w, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %y, %{{.*}}
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 0, end = 4
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 4, end = 8
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 8, end = 12
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 0, end = 4
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 4, end = 8
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, dim = 1, start = 8, end = 12
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.sigmoid.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.sigmoid.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.tanh.default %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.gru_cell.default %x, %y, %z, %w : (!ep.tensor<[1, 4], f32>, !ep.tensor<[1, 4], f32>, !ep.tensor<[12, 4], f32>, !ep.tensor<[12, 4], f32>) -> !ep.tensor<[1, 4], f32>
    ep.return %0 : !ep.tensor<[1, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @rnn_tanh_cell_default(
ep.program @rnn_tanh_cell_default {
  ep.graph @rnn_tanh_cell_default(%x: !ep.tensor<[1, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1, 4], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[1, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %z, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %x, %{{.*}}
    // CHECK-NEXT: aten.permute.default %w, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %y, %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.tanh.default %{{.*}}
    %0 = aten.rnn_tanh_cell.default %x, %y, %z, %w : (!ep.tensor<[1, 4], f32>, !ep.tensor<[1, 4], f32>, !ep.tensor<[4, 4], f32>, !ep.tensor<[4, 4], f32>) -> !ep.tensor<[1, 4], f32>
    ep.return %0 : !ep.tensor<[1, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @rnn_relu_cell_default(
ep.program @rnn_relu_cell_default {
  ep.graph @rnn_relu_cell_default(%x: !ep.tensor<[1, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1, 4], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[4, 4], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[1, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %z, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %x, %{{.*}}
    // CHECK-NEXT: aten.permute.default %w, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %y, %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.relu.default %{{.*}}
    %0 = aten.rnn_relu_cell.default %x, %y, %z, %w : (!ep.tensor<[1, 4], f32>, !ep.tensor<[1, 4], f32>, !ep.tensor<[4, 4], f32>, !ep.tensor<[4, 4], f32>) -> !ep.tensor<[1, 4], f32>
    ep.return %0 : !ep.tensor<[1, 4], f32>
} }

// -----

// The length of the sequence is symbolic: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 { ep.symbol @s0 range(2, 64)
  ep.graph @left_0(%x: !ep.tensor<[s0, 1, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1, 1, 4], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[12, 4], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0, 1, 4], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[1, 1, 4], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.gru.input 
    %0:2 = aten.gru.input %x, %y, [%z, %z], has_biases = false, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = false : (!ep.tensor<[s0, 1, 4], f32>, !ep.tensor<[1, 1, 4], f32>, !ep.tensor<[12, 4], f32>, !ep.tensor<[12, 4], f32>) -> (!ep.tensor<[s0, 1, 4], f32>, !ep.tensor<[1, 1, 4], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[s0, 1, 4], f32>, !ep.tensor<[1, 1, 4], f32>
} }

// -----

// A parameter more than there are weights: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[2, 1, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1, 1, 4], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[12, 4], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[2, 1, 4], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[1, 1, 4], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.gru.input 
    %0:2 = aten.gru.input %x, %y, [%z, %z, %z], has_biases = false, num_layers = 1, dropout = 0.0, train = false, bidirectional = false, batch_first = false : (!ep.tensor<[2, 1, 4], f32>, !ep.tensor<[1, 1, 4], f32>, !ep.tensor<[12, 4], f32>, !ep.tensor<[12, 4], f32>, !ep.tensor<[12, 4], f32>) -> (!ep.tensor<[2, 1, 4], f32>, !ep.tensor<[1, 1, 4], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[2, 1, 4], f32>, !ep.tensor<[1, 1, 4], f32>
} }

// -----

// There is no cell: left alone.
// CHECK-LABEL: ep.graph @left_2(
ep.program @left_2 {
  ep.graph @left_2(%x: !ep.tensor<[1, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1, 4], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[16, 4], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[1, 4], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[1, 4], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.lstm_cell.default 
    %0:2 = aten.lstm_cell.default %x, [%y], %z, %z : (!ep.tensor<[1, 4], f32>, !ep.tensor<[1, 4], f32>, !ep.tensor<[16, 4], f32>, !ep.tensor<[16, 4], f32>) -> (!ep.tensor<[1, 4], f32>, !ep.tensor<[1, 4], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[1, 4], f32>, !ep.tensor<[1, 4], f32>
} }
