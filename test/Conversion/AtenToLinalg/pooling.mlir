// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Maxima and where they are.
// CHECK-DAG: #[[X:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 * 2 + d4, d3 * 2 + d5 * 2)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
// CHECK-DAG: #[[R:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
// CHECK-LABEL: ep.graph @max_pool
ep.program @max_pool { ep.graph @max_pool(
          %x: !ep.tensor<[s0, 2, 6, 6], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0, 2, 3, 2], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 2, 3, 2], i64> {ep.output = #ep.output<user_output "1">}) {
  // The window is an operand without data; what lies outside is lower than all.
  // The index is that of the first maximum.
  // CHECK: %[[LOW:.*]] = arith.constant 0xFF800000 : f32
  // CHECK: %[[P:.*]] = tensor.pad %{{.*}} low[0, 0, 1, 0] high[0, 0, 1, 0]
  // CHECK: tensor.empty() : tensor<3x2xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[X]], #[[W]], #[[R]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%[[P]], %{{.*}} : tensor<?x2x8x6xf32>, tensor<3x2xf32>) outs(%{{.*}} : tensor<?x2x3x2xf32>)
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32, %[[ACC:.*]]: f32):
  // CHECK-NEXT: %[[R:.*]] = arith.maximumf %[[ACC]], %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
  // CHECK: arith.cmpf oeq
  // CHECK: linalg.index 2
  // CHECK: arith.select
  %0:2 = aten.max_pool2d_with_indices.default %x, kernel_size = [3, 2], stride = [2, 2], padding = [1, 0], dilation = [1, 2]
    : (!ep.tensor<[s0, 2, 6, 6], f32>) -> (!ep.tensor<[s0, 2, 3, 2], f32>, !ep.tensor<[s0, 2, 3, 2], i64>)
  ep.return %0#0, %0#1 : !ep.tensor<[s0, 2, 3, 2], f32>,
    !ep.tensor<[s0, 2, 3, 2], i64>
} }

// -----

// Indices that nobody reads are not computed.
// CHECK-LABEL: ep.graph @no_indices
ep.program @no_indices { ep.graph @no_indices(
          %x: !ep.tensor<[2, 5, 5], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[2, 3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // The stride is the kernel; the last window reaches beyond the padding.
  // CHECK: tensor.pad %{{.*}} low[0, 0, 0] high[0, 1, 1]
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%{{.*}} : tensor<2x6x6xf32>, tensor<2x2xf32>)
  // CHECK: arith.maximumf
  // CHECK-NOT: arith.select
  %0:2 = aten.max_pool2d_with_indices.default %x, kernel_size = [2, 2], ceil_mode = true : (!ep.tensor<[2, 5, 5], f32>) -> (!ep.tensor<[2, 3, 3], f32>, !ep.tensor<[2, 3, 3], i64>)
  ep.return %0#0 : !ep.tensor<[2, 3, 3], f32>
} }

// -----

// A wide window of long rows is taken one dimension after the other; a dimension
// that is not pooled has no pass.
// CHECK-LABEL: ep.graph @in_turn
ep.program @in_turn { ep.graph @in_turn(
          %x: !ep.tensor<[2, 9, 97], f32> {ep.input = #ep.input<user_input "x">},
          %d: !ep.tensor<[2, 3, 9, 97], f32> {ep.input = #ep.input<user_input "d">}
      ) -> (!ep.tensor<[2, 5, 49], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[2, 3, 4, 48], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: %[[P:.*]] = tensor.pad %{{.*}} low[0, 1, 0] high[0, 1, 0]
  // CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[P]], %{{.*}} : tensor<2x11x97xf32>, tensor<3x1xf32>)
  // CHECK: arith.maximumf
  // CHECK: %[[Q:.*]] = tensor.pad %[[R]] low[0, 0, 1] high[0, 0, 1]
  // CHECK: linalg.generic {{.*}} ins(%[[Q]], %{{.*}} : tensor<2x5x99xf32>, tensor<1x3xf32>)
  // CHECK: arith.maximumf
  %0:2 = aten.max_pool2d_with_indices.default %x, kernel_size = [3, 3], stride = [2, 2], padding = [1, 1] : (!ep.tensor<[2, 9, 97], f32>) -> (!ep.tensor<[2, 5, 49], f32>, !ep.tensor<[2, 5, 49], i64>)
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x3x9x97xf32>, tensor<1x3x1xf32>)
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x3x4x97xf32>, tensor<1x1x3xf32>)
  // CHECK-NOT: tensor<3x
  %1:2 = aten.max_pool3d_with_indices.default %d, kernel_size = [1, 3, 3], stride = [1, 2, 2] : (!ep.tensor<[2, 3, 9, 97], f32>) -> (!ep.tensor<[2, 3, 4, 48], f32>, !ep.tensor<[2, 3, 4, 48], i64>)
  ep.return %0#0, %1#0 : !ep.tensor<[2, 5, 49], f32>, !ep.tensor<[2, 3, 4, 48], f32>
} }

// -----

// Of short rows at once, unless it is so wide that its rows are the work.
// CHECK-LABEL: ep.graph @at_once
ep.program @at_once { ep.graph @at_once(
          %x: !ep.tensor<[2, 9, 9], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[2, 5, 5], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[2, 5, 5], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: %[[P:.*]] = tensor.pad %{{.*}} low[0, 1, 1] high[0, 1, 1]
  // CHECK: linalg.generic {{.*}} ins(%[[P]], %{{.*}} : tensor<2x11x11xf32>, tensor<3x3xf32>)
  // CHECK: arith.maximumf
  %0:2 = aten.max_pool2d_with_indices.default %x, kernel_size = [3, 3], stride = [2, 2], padding = [1, 1] : (!ep.tensor<[2, 9, 9], f32>) -> (!ep.tensor<[2, 5, 5], f32>, !ep.tensor<[2, 5, 5], i64>)
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x9x9xf32>, tensor<5x1xf32>)
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x5x9xf32>, tensor<1x5xf32>)
  %1:2 = aten.max_pool2d_with_indices.default %x, kernel_size = [5, 5], stride = [1, 1] : (!ep.tensor<[2, 9, 9], f32>) -> (!ep.tensor<[2, 5, 5], f32>, !ep.tensor<[2, 5, 5], i64>)
  ep.return %0#0, %1#0 : !ep.tensor<[2, 5, 5], f32>, !ep.tensor<[2, 5, 5], f32>
} }

// -----

// Averages.
// CHECK-LABEL: ep.graph @avg_pool
ep.program @avg_pool { ep.graph @avg_pool(
          %x: !ep.tensor<[s0, 2, 6, 6], f32> {ep.input = #ep.input<user_input "x">},
          %h: !ep.tensor<[2, 4, 4], f16> {ep.input = #ep.input<user_input "h">}
      ) -> (!ep.tensor<[s0, 2, 3, 2], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 2, 3, 3], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 2, 4, 4], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[s0, 2, 4, 4], f32> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[2, 2, 2], f16> {ep.output = #ep.output<user_output "4">}) {
  // The sum by the size of the window.
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]
  // CHECK: arith.addf
  // CHECK: arith.constant 6.0{{.*}} : f32
  // CHECK: arith.divf
  %0 = aten.avg_pool2d.default %x, kernel_size = [2, 3] : (!ep.tensor<[s0, 2, 6, 6], f32>) -> !ep.tensor<[s0, 2, 3, 2], f32>
  // By another number.
  // CHECK: arith.constant 3.0{{.*}} : f32
  // CHECK: arith.divf
  %1 = aten.avg_pool2d.default %x, kernel_size = [2, 2], divisor_override = 3 : (!ep.tensor<[s0, 2, 6, 6], f32>) -> !ep.tensor<[s0, 2, 3, 3], f32>
  // Padding counts.
  // CHECK: tensor.pad %{{.*}} low[0, 0, 1, 1] high[0, 0, 1, 1]
  // CHECK: arith.constant 4.0{{.*}} : f32
  // CHECK-NOT: arith.maxsi
  // CHECK: arith.divf
  %2 = aten.avg_pool2d.default %x, kernel_size = [2, 2], padding = [1, 1] : (!ep.tensor<[s0, 2, 6, 6], f32>) -> !ep.tensor<[s0, 2, 4, 4], f32>
  // Or does not: each window counts its own elements.
  // CHECK: linalg.index 2
  // CHECK: linalg.index 3
  // CHECK: arith.maxsi
  // CHECK: arith.minsi
  // CHECK: arith.sitofp
  // CHECK: arith.divf
  %3 = aten.avg_pool2d.default %x, kernel_size = [2, 2], padding = [1, 1], count_include_pad = false
    : (!ep.tensor<[s0, 2, 6, 6], f32>) -> !ep.tensor<[s0, 2, 4, 4], f32>
  // Nor does what lies beyond; half floats in f32.
  // CHECK: tensor.pad %{{.*}} low[0, 0, 0] high[0, 1, 1]
  // CHECK: arith.addf %{{.*}}, %{{.*}} : f32
  // CHECK: arith.minsi
  // CHECK: arith.divf %{{.*}}, %{{.*}} : f32
  // CHECK: arith.truncf
  %4 = aten.avg_pool2d.default %h, kernel_size = [3, 3], stride = [2, 2], ceil_mode = true : (!ep.tensor<[2, 4, 4], f16>) -> !ep.tensor<[2, 2, 2], f16>
  ep.return %0, %1, %2, %3, %4 : !ep.tensor<[s0, 2, 3, 2], f32>,
    !ep.tensor<[s0, 2, 3, 3], f32>,
    !ep.tensor<[s0, 2, 4, 4], f32>,
    !ep.tensor<[s0, 2, 4, 4], f32>,
    !ep.tensor<[2, 2, 2], f16>
} }

// -----

// Constant padding.
// CHECK-LABEL: ep.graph @pad
ep.program @pad { ep.graph @pad(
          %x: !ep.tensor<[s0, 3], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">}
      ) -> (!ep.tensor<[s0 + 3, 6], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[6], i64> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "2">}) {
  // Pairs count from the last dimension.
  // CHECK: %[[K:.*]] = arith.constant 1.5
  // CHECK: tensor.pad %{{.*}} low[0, 1] high[3, 2]
  // CHECK: tensor.yield %[[K]]
  // CHECK: tensor<?x3xf32> to tensor<?x6xf32>
  %0 = aten.constant_pad_nd.default %x, pad = [1, 2, 0, 3], value = 1.5 : (!ep.tensor<[s0, 3], f32>) -> !ep.tensor<[s0 + 3, 6], f32>
  // CHECK: arith.constant 0 : i64
  // CHECK: tensor.pad %{{.*}} low[2] high[0]
  %1 = aten.constant_pad_nd.default %i, pad = [2, 0] : (!ep.tensor<[4], i64>) -> !ep.tensor<[6], i64>
  // Nothing to pad.
  // CHECK-NOT: tensor.pad
  // CHECK: ep.return
  %2 = aten.constant_pad_nd.default %i, pad = [0, 0], value = 1 : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  ep.return %0, %1, %2 : !ep.tensor<[s0 + 3, 6], f32>,
    !ep.tensor<[6], i64>,
    !ep.tensor<[4], i64>
} }

// -----

ep.program @value { ep.graph @value(
          %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.constant_pad_nd.default' op is not converted to linalg: complex or symbolic value; has no complex tensor}}
  %0 = aten.constant_pad_nd.default %x, pad = [1, 0], value = zuf0 : (!ep.tensor<[4], f32>) -> !ep.tensor<[5], f32>
  ep.return %0 : !ep.tensor<[5], f32>
} }

// -----

ep.program @complex_avg { ep.graph @complex_avg(
          %x: !ep.tensor<[1, 4, 4], complex<f32>> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[1, 2, 2], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.avg_pool2d.default' op is not converted to linalg: complex tensors}}
  %0 = aten.avg_pool2d.default %x, kernel_size = [2, 2] : (!ep.tensor<[1, 4, 4], complex<f32>>) -> !ep.tensor<[1, 2, 2], complex<f32>>
  ep.return %0 : !ep.tensor<[1, 2, 2], complex<f32>>
} }

// -----

ep.program @complex_max { ep.graph @complex_max(
          %x: !ep.tensor<[1, 4, 4], complex<f32>> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[1, 2, 2], complex<f32>> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[1, 2, 2], i64> {ep.output = #ep.output<user_output "1">}) {
  // expected-error @below {{'aten.max_pool2d_with_indices.default' op is not converted to linalg: complex tensors}}
  %0:2 = aten.max_pool2d_with_indices.default %x, kernel_size = [2, 2] : (!ep.tensor<[1, 4, 4], complex<f32>>) -> (!ep.tensor<[1, 2, 2], complex<f32>>, !ep.tensor<[1, 2, 2], i64>)
  ep.return %0#0, %0#1 : !ep.tensor<[1, 2, 2], complex<f32>>,
    !ep.tensor<[1, 2, 2], i64>
} }
