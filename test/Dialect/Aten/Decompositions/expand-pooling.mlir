// RUN: kiln-opt %s --kiln-aten-expand-core --split-input-file | FileCheck %s

// Windows begin where the numbers say; each is a row, of which the greatest is
// taken: of NaNs the last.
// CHECK-LABEL: ep.graph @two
ep.program @two { ep.symbol @n range(1, 8)
  ep.graph @two(%x: !ep.tensor<[n, 3, 9, 8], f32> {ep.input = #ep.input<user_input "x">},
    %s: !ep.tensor<[n, 3, 2], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[n, 3, 2, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n, 3, 2, 4], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.select.int %{{.*}}, dim = 1, index = 1
    // CHECK: aten.select.int %{{.*}}, dim = 1, index = 0
    // CHECK: %[[R:.*]] = aten.gather.default
    // CHECK: %[[V:.*]] = aten.view.default %[[R]], size = [3*n, 8, 9]
    // CHECK: aten.argmax.default %[[V]], dim = -1, keepdim = true
    // CHECK: aten.isnan.default %[[V]]
    // CHECK-NOT: fractional_max_pool
    %0:2 = aten.fractional_max_pool2d.default %x, %s, kernel_size = [3, 3], output_size = [2, 4] : (!ep.tensor<[n, 3, 9, 8], f32>, !ep.tensor<[n, 3, 2], f32>) -> (!ep.tensor<[n, 3, 2, 4], f32>, !ep.tensor<[n, 3, 2, 4], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[n, 3, 2, 4], f32>, !ep.tensor<[n, 3, 2, 4], i64>
} }

// -----

// One position is the last one. Whether the windows fit is asserted. There may
// be more numbers than planes.
// CHECK-LABEL: ep.graph @three
ep.program @three { ep.symbol @n range(1, 8) ep.symbol @b range(1, 8)
  ep.graph @three(%x: !ep.tensor<[2, n, 6, 5], i64> {ep.input = #ep.input<user_input "x">},
    %s: !ep.tensor<[b, 2, 3], f64> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[2, 1, 2, 2], i64> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[2, 1, 2, 2], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: ep.assert Le(3, n), "fractional_max_pool: the image is too small for its windows"
    // CHECK: aten.index_select.default %s, dim = 0, %
    // CHECK-NOT: aten.isnan
    %0:2 = aten.fractional_max_pool3d.default %x, %s, kernel_size = [3, 2, 2], output_size = [1, 2, 2] : (!ep.tensor<[2, n, 6, 5], i64>, !ep.tensor<[b, 2, 3], f64>) -> (!ep.tensor<[2, 1, 2, 2], i64>, !ep.tensor<[2, 1, 2, 2], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[2, 1, 2, 2], i64>, !ep.tensor<[2, 1, 2, 2], i64>
} }

// -----

// Complex numbers have no order.
// CHECK-LABEL: ep.graph @complex
ep.program @complex {
  ep.graph @complex(%x: !ep.tensor<[2, 3, 6, 5], complex<f32>> {ep.input = #ep.input<user_input "x">},
    %s: !ep.tensor<[2, 3, 2], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[2, 3, 2, 2], complex<f32>> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[2, 3, 2, 2], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.fractional_max_pool2d.default
    %0:2 = aten.fractional_max_pool2d.default %x, %s, kernel_size = [2, 2], output_size = [2, 2] : (!ep.tensor<[2, 3, 6, 5], complex<f32>>, !ep.tensor<[2, 3, 2], f32>) -> (!ep.tensor<[2, 3, 2, 2], complex<f32>>, !ep.tensor<[2, 3, 2, 2], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[2, 3, 2, 2], complex<f32>>, !ep.tensor<[2, 3, 2, 2], i64>
} }
