// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// From one box that is left to the next, in the order of their scores.
// CHECK-LABEL: ep.graph @nms
ep.program @nms { ep.symbol @n range(2, 64) ep.symbol @u0 range(0, 64)
  ep.graph @nms(%b: !ep.tensor<[n, 4], f32> {ep.input = #ep.input<user_input "b">}, %s: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[u0], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[O:.*]]:2 = aten.sort.default %s, dim = 0, descending = true
    // CHECK: %[[L:.*]]:2 = ep.while_loop
    // CHECK: aten.lt.Scalar %{{.*}}, other = n
    // CHECK: } do {
    // CHECK: dtype = f64
    // CHECK-NEXT: aten.gt.Scalar %{{.*}}, other = 0.3
    // CHECK: %[[NEXT:.*]] = aten.amin.default
    // CHECK: ep.yield %[[NEXT]], %{{.*}} : !ep.tensor<[], i64>, !ep.tensor<[n], i1>
    // CHECK: aten._local_scalar_dense.default %{{.*}} -> !ep.number<u0>
    // CHECK: %[[P:.*]] = aten.nonzero_static.default %[[L]]#1, size = u0
    // CHECK: aten.index_select.default %[[O]]#1, dim = 0
    %0 = torchvision.nms.default %b, %s, iou_threshold = 0.3 : (!ep.tensor<[n, 4], f32>, !ep.tensor<[n], f32>) -> !ep.tensor<[u0], i64>
    ep.return %0 : !ep.tensor<[u0], i64>
} }

// -----

// Five numbers are no box.
// CHECK-LABEL: ep.graph @rotated
ep.program @rotated { ep.symbol @n range(2, 64) ep.symbol @u0 range(0, 64)
  ep.graph @rotated(%b: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "b">}, %s: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "s">})
    -> (!ep.tensor<[u0], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: torchvision.nms.default
    %0 = torchvision.nms.default %b, %s, iou_threshold = 0.3 : (!ep.tensor<[n, 5], f32>, !ep.tensor<[n], f32>) -> !ep.tensor<[u0], i64>
    ep.return %0 : !ep.tensor<[u0], i64>
} }

// -----

// Two by two samples of each bin: four reads of pixels with all their channels,
// one mean.
// CHECK-LABEL: ep.graph @even
ep.program @even { ep.symbol @n range(2, 64)
  ep.graph @even(%x: !ep.tensor<[2, 3, 8, 8], f32> {ep.input = #ep.input<user_input "x">}, %r: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "r">})
    -> (!ep.tensor<[n, 3, 4, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %x, dims = [0, 2, 3, 1]
    // CHECK-COUNT-4: aten.index.Tensor %{{.*}}, [%{{.*}}, %{{.*}}, %{{.*}}]
    // CHECK-NOT: aten.index.Tensor
    // CHECK: aten.mean.dim %{{.*}}, dim = [3, 4]
    // CHECK: aten.permute.default %{{.*}}, dims = [0, 3, 1, 2]
    %0 = torchvision.roi_align.default %x, %r, spatial_scale = 0.5, pooled_height = 4, pooled_width = 5, sampling_ratio = 2, aligned = true : (!ep.tensor<[2, 3, 8, 8], f32>, !ep.tensor<[n, 5], f32>) -> !ep.tensor<[n, 3, 4, 5], f32>
    ep.return %0 : !ep.tensor<[n, 3, 4, 5], f32>
} }

// -----

// As many samples as the box is large: round after round.
// CHECK-LABEL: ep.graph @by_extent
ep.program @by_extent { ep.symbol @n range(2, 64)
  ep.graph @by_extent(%x: !ep.tensor<[2, 3, 8, 8], f32> {ep.input = #ep.input<user_input "x">}, %r: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "r">})
    -> (!ep.tensor<[n, 3, 4, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK-COUNT-2: aten.ceil.default
    // CHECK: %[[A:.*]]:2 = ep.while_loop
    // CHECK: aten.lt.Tensor
    // CHECK: } do {
    // CHECK-COUNT-4: aten.index.Tensor
    // CHECK: ep.yield
    // CHECK: aten.div.Tensor %[[A]]#1
    %0 = torchvision.roi_align.default %x, %r, spatial_scale = 1.0, pooled_height = 4, pooled_width = 5, sampling_ratio = -1, aligned = false : (!ep.tensor<[2, 3, 8, 8], f32>, !ep.tensor<[n, 5], f32>) -> !ep.tensor<[n, 3, 4, 5], f32>
    ep.return %0 : !ep.tensor<[n, 3, 4, 5], f32>
} }
