// RUN: kiln-opt %s --kiln-aten-expand-core --split-input-file | FileCheck %s

// Three taps at a stride of two: two filters for each channel, of two taps each,
// the last of which is zero for odd elements. Their results, one more than the
// input has elements, are put side by side, and the first element is cut off.
// CHECK-LABEL: ep.graph @taps
// CHECK: %[[PADDED:.+]] = aten.constant_pad_nd.default %w, pad = [0, 1]
// CHECK: %[[PARTS:.+]] = aten.view.default %{{.+}}, size = [1, 4, 5, 2, 2]
// CHECK: %[[TURNED:.+]] = aten.flip.default %[[PARTS]], dims = [3]
// CHECK: aten.permute.default %[[TURNED]], dims = [0, 2, 4, 1, 3]
// CHECK: %[[FILTERS:.+]] = aten.view.default %{{.+}}, size = [10, 4, 2]
// CHECK: %[[X:.+]] = aten.constant_pad_nd.default %x, pad = [1, 1]
// CHECK: %[[BIAS:.+]] = aten.view.default %{{.+}} -> !ep.tensor<[10], f32>
// CHECK: %[[SUMS:.+]] = aten.convolution.default %[[X]], %[[FILTERS]], %[[BIAS]], stride = [1], padding = [0], dilation = [1], transposed = false, output_padding = [0], groups = 1 : {{.*}} -> !ep.tensor<[n, 10, len + 1], f32>
// CHECK: aten.view.default %[[SUMS]], size = [n, 5, 2, len + 1]
// CHECK: %[[JOINED:.+]] = aten.view.default {{.*}} -> !ep.tensor<[n, 5, 2*len + 2], f32>
// CHECK: aten.slice.Tensor %[[JOINED]], dim = 2, start = 1, end = 2*len + 1
ep.program @taps {
  ep.symbol @n range(1, 8)
  ep.symbol @len range(1, 64)
  ep.graph @taps(%x: !ep.tensor<[n, 4, len], f32> {ep.input = #ep.input<user_input "x">},
                 %w: !ep.tensor<[4, 5, 3], f32> {ep.input = #ep.input<user_input "w">},
                 %b: !ep.tensor<[5], f32> {ep.input = #ep.input<user_input "b">})
      -> (!ep.tensor<[n, 5, 2*len], f32> {ep.output = #ep.output<user_output "0">}) {
    %0 = aten.convolution.default %x, %w, %b, stride = [2], padding = [1], dilation = [1], transposed = true, output_padding = [1], groups = 1
      : (!ep.tensor<[n, 4, len], f32>, !ep.tensor<[4, 5, 3], f32>, !ep.tensor<[5], f32>) -> !ep.tensor<[n, 5, 2*len], f32>
    ep.return %0 : !ep.tensor<[n, 5, 2*len], f32>
  }
}

// -----

// Without a stride there are no zeros between elements; with one, gaps between
// taps would lie between filters.
// CHECK-LABEL: ep.graph @stay
// CHECK: aten.convolution.default {{.*}} stride = [1], {{.*}} transposed = true
// CHECK: aten.convolution.default {{.*}} dilation = [2], transposed = true
// CHECK: aten.convolution.default {{.*}} transposed = false
// CHECK-NOT: aten.convolution
ep.program @stay {
  ep.graph @stay(%x: !ep.tensor<[1, 4, 9], f32> {ep.input = #ep.input<user_input "x">},
                 %w: !ep.tensor<[4, 4, 3], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[1, 4, 11], f32> {ep.output = #ep.output<user_output "0">},
          !ep.tensor<[1, 4, 21], f32> {ep.output = #ep.output<user_output "1">},
          !ep.tensor<[1, 4, 4], f32> {ep.output = #ep.output<user_output "2">}) {
    %0 = aten.convolution.default %x, %w, none, stride = [1], padding = [0], dilation = [1], transposed = true, output_padding = [0], groups = 1
      : (!ep.tensor<[1, 4, 9], f32>, !ep.tensor<[4, 4, 3], f32>) -> !ep.tensor<[1, 4, 11], f32>
    %1 = aten.convolution.default %x, %w, none, stride = [2], padding = [0], dilation = [2], transposed = true, output_padding = [0], groups = 1
      : (!ep.tensor<[1, 4, 9], f32>, !ep.tensor<[4, 4, 3], f32>) -> !ep.tensor<[1, 4, 21], f32>
    %2 = aten.convolution.default %x, %w, none, stride = [2], padding = [0], dilation = [1], transposed = false, output_padding = [0], groups = 1
      : (!ep.tensor<[1, 4, 9], f32>, !ep.tensor<[4, 4, 3], f32>) -> !ep.tensor<[1, 4, 4], f32>
    ep.return %0, %1, %2 : !ep.tensor<[1, 4, 11], f32>, !ep.tensor<[1, 4, 21], f32>, !ep.tensor<[1, 4, 4], f32>
  }
}

// -----

// As many taps as the stride, so one for each element of the result: the weight
// stays as it is, and its products are put side by side, whatever the sizes.
// CHECK-LABEL: ep.graph @one_tap
// CHECK: %[[JOINED:.+]] = aten.view.default %w, size = [4, 10]
// CHECK: %[[TURNED:.+]] = aten.permute.default %[[JOINED]], dims = [1, 0]
// CHECK: %[[FILTERS:.+]] = aten.unsqueeze.default %[[TURNED]], dim = 2
// CHECK: %[[BIAS:.+]] = aten.view.default %{{.+}} -> !ep.tensor<[10], f32>
// CHECK: %[[PRODUCTS:.+]] = aten.convolution.default %x, %[[FILTERS]], %[[BIAS]], stride = [1], {{.*}} transposed = false, {{.*}} -> !ep.tensor<[n, 10, len], f32>
// CHECK: aten.view.default %[[PRODUCTS]], size = [n, 5, 1, 2, len]
// CHECK-NOT: aten.constant_pad_nd
// CHECK: aten.view.default {{.*}} -> !ep.tensor<[n, 5, 2*len], f32>
ep.program @one_tap {
  ep.symbol @n range(1, 8)
  ep.symbol @len range(1, 64)
  ep.graph @one_tap(%x: !ep.tensor<[n, 4, len], f32> {ep.input = #ep.input<user_input "x">},
                    %w: !ep.tensor<[4, 5, 2], f32> {ep.input = #ep.input<user_input "w">},
                    %b: !ep.tensor<[5], f32> {ep.input = #ep.input<user_input "b">})
      -> (!ep.tensor<[n, 5, 2*len], f32> {ep.output = #ep.output<user_output "0">}) {
    %0 = aten.convolution.default %x, %w, %b, stride = [2], padding = [0], dilation = [1], transposed = true, output_padding = [0], groups = 1
      : (!ep.tensor<[n, 4, len], f32>, !ep.tensor<[4, 5, 2], f32>, !ep.tensor<[5], f32>) -> !ep.tensor<[n, 5, 2*len], f32>
    ep.return %0 : !ep.tensor<[n, 5, 2*len], f32>
  }
}

// -----

// Fewer elements than channels: the products of both taps of each element are
// added, tap j of element l for quotient l + j. With more elements, groups, or
// numbers that are summed in another type, filters are made of the weight.
// CHECK-LABEL: ep.graph @few_elements
// CHECK: %[[APART:.+]] = aten.view.default %{{.+}}, size = [1, 5, 2, 2, 3]
// CHECK: %[[FIRST:.+]] = aten.select.int %[[APART]], dim = 2, index = 0
// CHECK: %[[A:.+]] = aten.constant_pad_nd.default %[[FIRST]], pad = [0, 1]
// CHECK: %[[SECOND:.+]] = aten.select.int %[[APART]], dim = 2, index = 1
// CHECK: %[[B:.+]] = aten.constant_pad_nd.default %[[SECOND]], pad = [1, 0]
// CHECK: aten.add.Tensor %[[A]], %[[B]] : {{.*}} -> !ep.tensor<[1, 5, 2, 4], f32>
// CHECK: aten.slice.Tensor %{{.+}}, dim = 2, start = 1, end = 7
// CHECK: aten.flip
// CHECK: aten.flip
// CHECK: aten.flip
ep.program @few_elements {
  ep.graph @few_elements(%x: !ep.tensor<[1, 4, 3], f32> {ep.input = #ep.input<user_input "x">},
                         %y: !ep.tensor<[1, 4, 4], f32> {ep.input = #ep.input<user_input "y">},
                         %w: !ep.tensor<[4, 5, 4], f32> {ep.input = #ep.input<user_input "w">},
                         %h: !ep.tensor<[1, 4, 3], bf16> {ep.input = #ep.input<user_input "h">},
                         %v: !ep.tensor<[4, 5, 4], bf16> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[1, 5, 6], f32> {ep.output = #ep.output<user_output "0">},
          !ep.tensor<[1, 5, 8], f32> {ep.output = #ep.output<user_output "1">},
          !ep.tensor<[1, 10, 6], f32> {ep.output = #ep.output<user_output "2">},
          !ep.tensor<[1, 5, 6], bf16> {ep.output = #ep.output<user_output "3">}) {
    %0 = aten.convolution.default %x, %w, none, stride = [2], padding = [1], dilation = [1], transposed = true, output_padding = [0], groups = 1
      : (!ep.tensor<[1, 4, 3], f32>, !ep.tensor<[4, 5, 4], f32>) -> !ep.tensor<[1, 5, 6], f32>
    %1 = aten.convolution.default %y, %w, none, stride = [2], padding = [1], dilation = [1], transposed = true, output_padding = [0], groups = 1
      : (!ep.tensor<[1, 4, 4], f32>, !ep.tensor<[4, 5, 4], f32>) -> !ep.tensor<[1, 5, 8], f32>
    %2 = aten.convolution.default %x, %w, none, stride = [2], padding = [1], dilation = [1], transposed = true, output_padding = [0], groups = 2
      : (!ep.tensor<[1, 4, 3], f32>, !ep.tensor<[4, 5, 4], f32>) -> !ep.tensor<[1, 10, 6], f32>
    %3 = aten.convolution.default %h, %v, none, stride = [2], padding = [1], dilation = [1], transposed = true, output_padding = [0], groups = 1
      : (!ep.tensor<[1, 4, 3], bf16>, !ep.tensor<[4, 5, 4], bf16>) -> !ep.tensor<[1, 5, 6], bf16>
    ep.return %0, %1, %2, %3 : !ep.tensor<[1, 5, 6], f32>, !ep.tensor<[1, 5, 8], f32>, !ep.tensor<[1, 10, 6], f32>, !ep.tensor<[1, 5, 6], bf16>
  }
}

// -----

// Behind the only element of an axis no stride goes on: its taps are the result.
// CHECK-LABEL: ep.graph @one_element
// CHECK: aten.view.default %w, size = [4, 15]
// CHECK: aten.convolution.default {{.*}} transposed = false, {{.*}} -> !ep.tensor<[2, 15, 1], f32>
// CHECK-NOT: aten.constant_pad_nd
// CHECK: aten.slice.Tensor %{{.+}}, dim = 2, start = 1, end = 2
ep.program @one_element {
  ep.graph @one_element(%x: !ep.tensor<[2, 4, 1], f32> {ep.input = #ep.input<user_input "x">},
                        %w: !ep.tensor<[4, 5, 3], f32> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[2, 5, 1], f32> {ep.output = #ep.output<user_output "0">}) {
    %0 = aten.convolution.default %x, %w, none, stride = [1], padding = [1], dilation = [1], transposed = true, output_padding = [0], groups = 1
      : (!ep.tensor<[2, 4, 1], f32>, !ep.tensor<[4, 5, 3], f32>) -> !ep.tensor<[2, 5, 1], f32>
    ep.return %0 : !ep.tensor<[2, 5, 1], f32>
  }
}
