// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @arange_default(
ep.program @arange_default { ep.symbol @s0 range(2, 64)
  ep.graph @arange_default()
    -> (!ep.tensor<[s0], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = s0, dtype = i64
    %0 = aten.arange.default end = s0, device = "cpu", pin_memory = false : () -> !ep.tensor<[s0], i64>
    ep.return %0 : !ep.tensor<[s0], i64>
} }

// -----

// CHECK-LABEL: ep.graph @linspace_Tensor_Tensor(
ep.program @linspace_Tensor_Tensor {
  ep.graph @linspace_Tensor_Tensor(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %y, dtype = f32
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %x
    // CHECK-NEXT: ep.number -1
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 0, dtype = i64
    // CHECK-NEXT: ep.number -1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.lt.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.linspace.Tensor_Tensor %x, %y, steps = 0, dtype = f32, device = "cpu", pin_memory = false : (!ep.tensor<[], f32>, !ep.tensor<[], i64>) -> !ep.tensor<[0], f32>
    ep.return %0 : !ep.tensor<[0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @linspace_Tensor_Scalar(
ep.program @linspace_Tensor_Scalar {
  ep.graph @linspace_Tensor_Scalar(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 2, dtype = f32
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %x
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 5, dtype = i64
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.lt.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.linspace.Tensor_Scalar %x, end = 2, steps = 5 : (!ep.tensor<[], f32>) -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @logspace_default(
ep.program @logspace_default {
  ep.graph @logspace_default()
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.scalar_tensor.default s = 2, dtype = f32
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 5, dtype = i64
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.lt.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.pow.Scalar self = 10.0, %{{.*}}
    %0 = aten.logspace.default start = 0, end = 2, steps = 5 : () -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @logspace_Tensor_Tensor(
ep.program @logspace_Tensor_Tensor {
  ep.graph @logspace_Tensor_Tensor(%x: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = f32
    // CHECK-NEXT: aten._to_copy.default %y, dtype = f32
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: ep.number -1
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 0, dtype = i64
    // CHECK-NEXT: ep.number -1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.lt.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.pow.Scalar self = 10.0, %{{.*}}
    %0 = aten.logspace.Tensor_Tensor %x, %y, steps = 0, dtype = f32, device = "cpu", pin_memory = false : (!ep.tensor<[], i64>, !ep.tensor<[], i64>) -> !ep.tensor<[0], f32>
    ep.return %0 : !ep.tensor<[0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @logspace_Tensor_Scalar(
ep.program @logspace_Tensor_Scalar {
  ep.graph @logspace_Tensor_Scalar(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 2, dtype = f32
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %x
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 5, dtype = i64
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.lt.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.pow.Scalar self = 10.0, %{{.*}}
    %0 = aten.logspace.Tensor_Scalar %x, end = 2, steps = 5 : (!ep.tensor<[], f32>) -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @fft_fftfreq_default(
ep.program @fft_fftfreq_default {
  ep.graph @fft_fftfreq_default()
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[I:.*]] = aten.arange.start_step start = 0, end = 5, dtype = i64
    // CHECK: aten.lt.{{.*}} %[[I]]
    // CHECK: aten.sub.Tensor %[[I]]
    // CHECK: %[[K:.*]] = aten.where.self
    // CHECK: %[[F:.*]] = aten._to_copy.default %[[K]], dtype = f32
    // CHECK: ep.number 0.4
    // CHECK: aten.mul.Tensor %[[F]]
    %0 = aten.fft_fftfreq.default n = 5, d = 0.5 : () -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @fft_rfftfreq_default(
ep.program @fft_rfftfreq_default {
  ep.graph @fft_rfftfreq_default()
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 3, dtype = i64
    // CHECK-NOT: aten.where
    // CHECK: aten.mul.Tensor
    %0 = aten.fft_rfftfreq.default n = 5 : () -> !ep.tensor<[3], f32>
    ep.return %0 : !ep.tensor<[3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @triangles(
ep.program @triangles {
  ep.graph @triangles()
    -> (!ep.tensor<[2, 6], i64> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[2, 3], i32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[D:.*]] = aten.sub.Tensor
    // CHECK: %[[M:.*]] = aten.le.{{.*}} %[[D]]
    // CHECK: %[[P:.*]] = aten.nonzero_static.default %[[M]], size = 6
    // CHECK: aten.permute.default %[[P]], dims = [1, 0]
    %0 = aten.tril_indices.default row = 3, col = 3 : () -> !ep.tensor<[2, 6], i64>
    // CHECK: aten.ge.
    // CHECK: aten.nonzero_static.default %{{.*}}, size = 3
    // CHECK: aten._to_copy.default %{{.*}}, dtype = i32
    %1 = aten.triu_indices.default row = 3, col = 3, offset = 1, dtype = i32 : () -> !ep.tensor<[2, 3], i32>
    ep.return %0, %1 : !ep.tensor<[2, 6], i64>, !ep.tensor<[2, 3], i32>
} }

// -----

// CHECK-LABEL: ep.graph @arange_start(
ep.program @arange_start {
  ep.graph @arange_start()
    -> (!ep.tensor<[4], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 2, end = 6, dtype = i64
    %0 = aten.arange.start start = 2, end = 6 : () -> !ep.tensor<[4], i64>
    ep.return %0 : !ep.tensor<[4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @linspace_default(
ep.program @linspace_default {
  ep.graph @linspace_default()
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.scalar_tensor.default s = 2, dtype = f32
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 5, dtype = i64
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.lt.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.linspace.default start = 0, end = 2, steps = 5 : () -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @linspace_Scalar_Tensor(
ep.program @linspace_Scalar_Tensor {
  ep.graph @linspace_Scalar_Tensor(%a: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.sub.Tensor %a, %{{.*}}
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 5, dtype = i64
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.lt.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %a, %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.linspace.Scalar_Tensor start = 0, %a, steps = 5 : (!ep.tensor<[], f32>) -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @logspace_Scalar_Tensor(
ep.program @logspace_Scalar_Tensor {
  ep.graph @logspace_Scalar_Tensor(%a: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.sub.Tensor %a, %{{.*}}
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 5, dtype = i64
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.lt.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %a, %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.pow.Scalar self = 10.0, %{{.*}}
    %0 = aten.logspace.Scalar_Tensor start = 0, %a, steps = 5 : (!ep.tensor<[], f32>) -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
} }
