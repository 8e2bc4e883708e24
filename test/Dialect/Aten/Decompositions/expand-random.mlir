// RUN: kiln-opt %s --kiln-aten-expand-core --split-input-file | FileCheck %s

// Parts of the running sum of the weights.
// CHECK-LABEL: ep.graph @replaced
ep.program @replaced { ep.symbol @n range(1, 8)
  ep.graph @replaced(%x: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[n, 7], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._assert_async.msg %{{.*}}, assert_msg = "multinomial: a weight is negative, infinite or NaN"
    // CHECK: aten._assert_async.msg %{{.*}}, assert_msg = "multinomial: all weights are 0"
    // CHECK: %[[S:.*]] = aten.cumsum.default
    // CHECK: %[[U:.*]] = aten.rand.default size = [n, 7]
    // CHECK: %[[P:.*]] = aten.mul.Tensor %[[U]]
    // CHECK: aten.searchsorted.Tensor %[[S]], %[[P]], right = true
    %0 = aten.multinomial.default %x, num_samples = 7, replacement = true : (!ep.tensor<[n, 5], f32>) -> !ep.tensor<[n, 7], i64>
    ep.return %0 : !ep.tensor<[n, 7], i64>
} }

// -----

// The first ends of waiting times.
// CHECK-LABEL: ep.graph @at_most_once
ep.program @at_most_once { ep.symbol @n range(1, 8)
  ep.graph @at_most_once(%x: !ep.tensor<[n], f16> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.assert Le(3, n), "multinomial: draws more than there is"
    // CHECK: %[[U:.*]] = aten.rand.default size = [n]
    // CHECK: aten.log1p.default
    // CHECK: %[[R:.*]] = aten.div.Tensor
    // CHECK: aten.topk.default %[[R]], k = 3
    %0 = aten.multinomial.default %x, num_samples = 3 : (!ep.tensor<[n], f16>) -> !ep.tensor<[3], i64>
    ep.return %0 : !ep.tensor<[3], i64>
} }

// -----

// There is nothing to draw.
// CHECK-LABEL: ep.graph @nothing
ep.program @nothing {
  ep.graph @nothing(%x: !ep.tensor<[0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.multinomial.default
    %0 = aten.multinomial.default %x, num_samples = 1 : (!ep.tensor<[0], f32>) -> !ep.tensor<[1], i64>
    ep.return %0 : !ep.tensor<[1], i64>
} }

// -----

// In training slopes are drawn, which are the second result.
// CHECK-LABEL: ep.graph @slopes
ep.program @slopes {
  ep.graph @slopes(%x: !ep.tensor<[4], bf16> {ep.input = #ep.input<user_input "x">},
    %z: !ep.tensor<[4], bf16> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[4], bf16> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], bf16> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.rand.default size = [4], dtype = f64
    // CHECK: aten.where.self
    // CHECK: aten.where.self
    %0:2 = aten.rrelu_with_noise_functional.default %x, %z, lower = 0.1, upper = 0.3, training = true : (!ep.tensor<[4], bf16>, !ep.tensor<[4], bf16>) -> (!ep.tensor<[4], bf16>, !ep.tensor<[4], bf16>)
    ep.return %0#0, %0#1 : !ep.tensor<[4], bf16>, !ep.tensor<[4], bf16>
} }

// -----

// Elsewhere the mean slope is taken.
// CHECK-LABEL: ep.graph @mean_slope
ep.program @mean_slope {
  ep.graph @mean_slope(%x: !ep.tensor<[4], bf16> {ep.input = #ep.input<user_input "x">},
    %z: !ep.tensor<[4], bf16> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[4], bf16> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], bf16> {ep.output = #ep.output<user_output "1">}) {
    // CHECK-NOT: aten.rand
    // CHECK: ep.return %{{.*}}, %z
    %0:2 = aten.rrelu_with_noise_functional.default %x, %z, lower = 0.1, upper = 0.3 : (!ep.tensor<[4], bf16>, !ep.tensor<[4], bf16>) -> (!ep.tensor<[4], bf16>, !ep.tensor<[4], bf16>)
    ep.return %0#0, %0#1 : !ep.tensor<[4], bf16>, !ep.tensor<[4], bf16>
} }
