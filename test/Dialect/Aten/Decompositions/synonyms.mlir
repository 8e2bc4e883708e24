// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @divide_Tensor(
ep.program @divide_Tensor { ep.symbol @s95 range(2, 64)
  ep.graph @divide_Tensor(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.div.Tensor %x, %y
    %0 = aten.divide.Tensor %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[1], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @embedding_bag_padding_idx(
ep.program @embedding_bag_padding_idx { ep.symbol @s26 range(2, 64) ep.symbol @s42 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @embedding_bag_padding_idx(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s42], i64> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26], i64> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[s42], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[s26, s85], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[0], i64> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[s26], i64> {ep.output = #ep.output<user_output "2">},
        !ep.tensor<[s26], i64> {ep.output = #ep.output<user_output "3">}) {
    // CHECK: aten._embedding_bag.default %x, %y, %z, %w
    %0:4 = aten.embedding_bag.padding_idx %x, %y, %z, scale_grad_by_freq = false, mode = 0, sparse = false, %w, include_last_offset = false : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[s42], i64>, !ep.tensor<[s26], i64>, !ep.tensor<[s42], f32>) -> (!ep.tensor<[s26, s85], f32>, !ep.tensor<[0], i64>, !ep.tensor<[s26], i64>, !ep.tensor<[s26], i64>)
    ep.return %0#0, %0#1, %0#2, %0#3 : !ep.tensor<[s26, s85], f32>, !ep.tensor<[0], i64>, !ep.tensor<[s26], i64>, !ep.tensor<[s26], i64>
} }

// -----

// CHECK-LABEL: ep.graph @matrix_H_default(
ep.program @matrix_H_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @matrix_H_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s85, s95], f32, strides = [1, s85]> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %x, dims = [1, 0]
    // CHECK-NEXT: aten.clone.default %{{.*}}
    %0 = aten.matrix_H.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s85, s95], f32, strides = [1, s85]>
    ep.return %0 : !ep.tensor<[s85, s95], f32, strides = [1, s85]>
} }

// -----

// CHECK-LABEL: ep.graph @max_other(
ep.program @max_other { ep.symbol @s95 range(2, 64)
  ep.graph @max_other(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.maximum.default %x, %y
    %0 = aten.max.other %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @min_other(
ep.program @min_other { ep.symbol @s95 range(2, 64)
  ep.graph @min_other(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.minimum.default %x, %y
    %0 = aten.min.other %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @special_polygamma_default(
ep.program @special_polygamma_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @special_polygamma_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.polygamma.default n = 1, %x
    %0 = aten.special_polygamma.default n = 1, %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @subtract_Tensor(
ep.program @subtract_Tensor { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @subtract_Tensor(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1, 1, 1], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %x, %y
    %0 = aten.subtract.Tensor %x, %y : (!ep.tensor<[s95, s85, s68], f32>, !ep.tensor<[1, 1, 1], f32>) -> !ep.tensor<[s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @trapz_x(
ep.program @trapz_x { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @trapz_x(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, dim = 1, start = 1, end = s85
    // CHECK-NEXT: aten.slice.Tensor %x, dim = 1, start = 0, end = s85 - 1
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 1, end = s85
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 0, end = s85 - 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 2.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [1]
    %0 = aten.trapz.x %x, %y : (!ep.tensor<[s87, s85], f32>, !ep.tensor<[s87, s85], f32>) -> !ep.tensor<[s87], f32>
    ep.return %0 : !ep.tensor<[s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @true_divide_Tensor(
ep.program @true_divide_Tensor { ep.symbol @s95 range(2, 64)
  ep.graph @true_divide_Tensor(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.div.Tensor %x, %y
    %0 = aten.true_divide.Tensor %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @unsafe_chunk_default(
ep.program @unsafe_chunk_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @unsafe_chunk_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[FloorDiv(s95 + 1, 2), s85, s68], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[s95 - FloorDiv(s95 + 1, 2), s85, s68], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.slice.Tensor %x, start = 0, end = FloorDiv(s95 + 1, 2)
    // CHECK-NEXT: aten.slice.Tensor %x, start = FloorDiv(s95 + 1, 2), end = s95
    %0:2 = aten.unsafe_chunk.default %x, chunks = 2 : (!ep.tensor<[s95, s85, s68], f32>) -> (!ep.tensor<[FloorDiv(s95 + 1, 2), s85, s68], f32>, !ep.tensor<[s95 - FloorDiv(s95 + 1, 2), s85, s68], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[FloorDiv(s95 + 1, 2), s85, s68], f32>, !ep.tensor<[s95 - FloorDiv(s95 + 1, 2), s85, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @unsafe_split_Tensor(
ep.program @unsafe_split_Tensor { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64)
  ep.graph @unsafe_split_Tensor(%x: !ep.tensor<[5, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, s85, s68], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[2, s85, s68], f32> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[1, s85, s68], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: aten.slice.Tensor %x, start = 0, end = 2
    // CHECK-NEXT: aten.slice.Tensor %x, start = 2, end = 4
    // CHECK-NEXT: aten.slice.Tensor %x, start = 4, end = 5
    %0:3 = aten.unsafe_split.Tensor %x, split_size = 2 : (!ep.tensor<[5, s85, s68], f32>) -> (!ep.tensor<[2, s85, s68], f32>, !ep.tensor<[2, s85, s68], f32>, !ep.tensor<[1, s85, s68], f32>)
    ep.return %0#0, %0#1, %0#2 : !ep.tensor<[2, s85, s68], f32>, !ep.tensor<[2, s85, s68], f32>, !ep.tensor<[1, s85, s68], f32>
} }
