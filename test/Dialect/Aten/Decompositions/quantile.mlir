// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @median_default(
ep.program @median_default { ep.symbol @s95 range(2, 64)
  ep.graph @median_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sort.default %{{.*}}
    // CHECK-NEXT: aten.full.default size = [1], fill_value = FloorDiv(s95 + 1, 2) - 1, dtype = i64
    // CHECK-NEXT: aten.isnan.default %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-1], keepdim = true, dtype = i64
    // CHECK-NEXT: aten.gt.Scalar %{{.*}}, other = 0
    // CHECK-NEXT: ep.number s95
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.gather.default %{{.*}}, dim = -1, %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = []
    %0 = aten.median.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @median_dim(
ep.program @median_dim { ep.symbol @s0 range(2, 64)
  ep.graph @median_dim(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[s0], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.sort.default %{{.*}}
    // CHECK-NEXT: aten.full.default size = [s0, 1], fill_value = 1, dtype = i64
    // CHECK-NEXT: aten.isnan.default %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-1], keepdim = true, dtype = i64
    // CHECK-NEXT: aten.gt.Scalar %{{.*}}, other = 0
    // CHECK-NEXT: ep.number 4
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.gather.default %{{.*}}, dim = -1, %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s0]
    // CHECK-NEXT: aten.gather.default %{{.*}}, dim = -1, %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s0]
    %0:2 = aten.median.dim %x, dim = 1 : (!ep.tensor<[s0, 4], f32>) -> (!ep.tensor<[s0], f32>, !ep.tensor<[s0], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[s0], f32>, !ep.tensor<[s0], i64>
} }

// -----

// CHECK-LABEL: ep.graph @nanmedian_default(
ep.program @nanmedian_default { ep.symbol @s95 range(2, 64)
  ep.graph @nanmedian_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sort.default %{{.*}}
    // CHECK-NEXT: aten.isnan.default %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-1], keepdim = true, dtype = i64
    // CHECK-NEXT: ep.number s95 - 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 2
    // CHECK-NEXT: aten.div.Tensor_mode %{{.*}}, rounding_mode = "floor"
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0
    // CHECK-NEXT: aten.gather.default %{{.*}}, dim = -1, %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = []
    %0 = aten.nanmedian.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nanmedian_dim(
ep.program @nanmedian_dim { ep.symbol @s95 range(2, 64)
  ep.graph @nanmedian_dim(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.sort.default %{{.*}}
    // CHECK-NEXT: aten.isnan.default %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-1], keepdim = true, dtype = i64
    // CHECK-NEXT: ep.number s95 - 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 2
    // CHECK-NEXT: aten.div.Tensor_mode %{{.*}}, rounding_mode = "floor"
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0
    // CHECK-NEXT: aten.gather.default %{{.*}}, dim = -1, %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = []
    // CHECK-NEXT: aten.gather.default %{{.*}}, dim = -1, %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = []
    %0:2 = aten.nanmedian.dim %x, dim = 0 : (!ep.tensor<[s95], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[], f32>, !ep.tensor<[], i64>
} }

// -----

// CHECK-LABEL: ep.graph @quantile_scalar(
ep.program @quantile_scalar { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @quantile_scalar(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 0.5, dtype = f32
    // CHECK-NEXT: aten.view.default %x, size = [s85*s95]
    // CHECK-NEXT: aten.sort.default %{{.*}}
    // CHECK-NEXT: aten.isnan.default %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1]
    // CHECK-NEXT: aten.scalar_tensor.default s = s85*s95 - 1, dtype = f32
    // CHECK-NEXT: aten.any.dims %{{.*}}, dim = [-1], keepdim = true
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.gather.default %{{.*}}, dim = -1, %{{.*}}
    // CHECK-NEXT: aten.ceil.default %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.gather.default %{{.*}}, dim = -1, %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.lt.Scalar %{{.*}}, other = 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [1, 0]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = []
    %0 = aten.quantile.scalar %x, q = 0.5 : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nanquantile_scalar(
ep.program @nanquantile_scalar { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @nanquantile_scalar(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 0.5, dtype = f32
    // CHECK-NEXT: aten.view.default %x, size = [s85*s95]
    // CHECK-NEXT: aten.sort.default %{{.*}}
    // CHECK-NEXT: aten.isnan.default %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1]
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-1], keepdim = true, dtype = i64
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.gather.default %{{.*}}, dim = -1, %{{.*}}
    // CHECK-NEXT: aten.ceil.default %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.gather.default %{{.*}}, dim = -1, %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.lt.Scalar %{{.*}}, other = 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK-NEXT: aten.permute.default %{{.*}}, dims = [1, 0]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = []
    %0 = aten.nanquantile.scalar %x, q = 0.5 : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// There are no elements: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.median.default 
    %0 = aten.median.default %x : (!ep.tensor<[0], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @quantile_default(
ep.program @quantile_default { ep.symbol @n range(2, 64)
  ep.graph @quantile_default(%a: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[3, n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sort.default %a
    // CHECK: aten.isnan.default %{{.*}}
    // CHECK: aten.scalar_tensor.default s = 4, dtype = f32
    // CHECK: aten.any.dims %{{.*}}, dim = [-1], keepdim = true
    // CHECK: aten.mul.Tensor %b, %{{.*}}
    // CHECK: aten.gather.default %{{.*}}, dim = -1, %{{.*}}
    // CHECK: aten.ceil.default %{{.*}}
    // CHECK: aten.gather.default %{{.*}}, dim = -1, %{{.*}}
    // CHECK: aten.lt.Scalar %{{.*}}, other = 0.5
    // CHECK: aten.permute.default %{{.*}}, dims = [2, 1, 0]
    %0 = aten.quantile.default %a, %b, dim = 1 : (!ep.tensor<[n, 5], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[3, n], f32>
    ep.return %0 : !ep.tensor<[3, n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nanquantile_default(
ep.program @nanquantile_default { ep.symbol @n range(2, 64)
  ep.graph @nanquantile_default(%a: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[3, n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sort.default %a
    // CHECK: aten.isnan.default %{{.*}}
    // CHECK: aten.logical_not.default %{{.*}}
    // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [-1], keepdim = true, dtype = i64
    // CHECK: aten.clamp.default %{{.*}}, min = 0
    // CHECK: aten.mul.Tensor %{{.*}}, %b
    // CHECK: aten.gather.default %{{.*}}, dim = -1, %{{.*}}
    // CHECK: aten.ceil.default %{{.*}}
    // CHECK: aten.gather.default %{{.*}}, dim = -1, %{{.*}}
    // CHECK: aten.lt.Scalar %{{.*}}, other = 0.5
    // CHECK: aten.permute.default %{{.*}}, dims = [2, 1, 0]
    %0 = aten.nanquantile.default %a, %b, dim = 1 : (!ep.tensor<[n, 5], f32>, !ep.tensor<[3], f32>) -> !ep.tensor<[3, n], f32>
    ep.return %0 : !ep.tensor<[3, n], f32>
} }
