// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @logcumsumexp_default(
ep.program @logcumsumexp_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @logcumsumexp_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %x, dims = [2, 1, 0]
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 2
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s95, dtype = i64
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.ge.Tensor %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = -Inf, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.amax.default %{{.*}}, dim = [-1], keepdim = true
    // CHECK-NEXT: aten.isinf.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.exp.default %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-1], keepdim = true
    // CHECK-NEXT: aten.log.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.squeeze.dims %{{.*}}, dim = [3]
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [2, 1, 0]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    %0 = aten.logcumsumexp.default %x, dim = 0 : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68], f32>
} }

// -----

// There is no such dimension: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.logcumsumexp.default 
    %0 = aten.logcumsumexp.default %x, dim = 2 : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }

// -----

// A complex number has no order: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[3, 4], complex<f32>> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 4], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.logcumsumexp.default 
    %0 = aten.logcumsumexp.default %x, dim = 0 : (!ep.tensor<[3, 4], complex<f32>>) -> !ep.tensor<[3, 4], complex<f32>>
    ep.return %0 : !ep.tensor<[3, 4], complex<f32>>
} }
