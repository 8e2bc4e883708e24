// RUN: kiln-opt %s --kiln-aten-expand-core --split-input-file | FileCheck %s

// Half floats are computed in f32.
// CHECK-LABEL: ep.graph @group_norm
ep.program @group_norm { ep.graph @group_norm(%x: !ep.tensor<[2, 4, 8], f16> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[4], f16> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[2, 4, 8], f16> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[2, 2], f16> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[2, 2], f16> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: aten._to_copy.default %x
  // CHECK: aten.view.default %{{.*}}, size = [2, 2, 16]
  // CHECK: aten.mean.dim
  // CHECK: aten.var.correction
  // CHECK: aten.rsqrt.default
  // CHECK: aten.mul.Tensor
  // CHECK-NOT: native_group_norm
  %0:3 = aten.native_group_norm.default %x, %w, none, N = 2, C = 4, HxW = 8, group = 2, eps = 1.0e-05 : (!ep.tensor<[2, 4, 8], f16>, !ep.tensor<[4], f16>) -> (!ep.tensor<[2, 4, 8], f16>, !ep.tensor<[2, 2], f16>, !ep.tensor<[2, 2], f16>)
  ep.return %0#0, %0#1, %0#2 : !ep.tensor<[2, 4, 8], f16>, !ep.tensor<[2, 2], f16>, !ep.tensor<[2, 2], f16>
} }

// -----

// CHECK-LABEL: ep.graph @batch_norm
ep.program @batch_norm { ep.graph @batch_norm(%x: !ep.tensor<[s0, 4, 8], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4, 8], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: aten.mean.dim %x, dim = [0, 2], keepdim = true
  // CHECK: aten.var.correction %x, dim = [0, 2]
  %0:3 = aten._native_batch_norm_legit.no_stats %x, none, none, training = true, momentum = 0.1, eps = 1.0e-05 : (!ep.tensor<[s0, 4, 8], f32>) -> (!ep.tensor<[s0, 4, 8], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>)
  ep.return %0#0, %0#1, %0#2 : !ep.tensor<[s0, 4, 8], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>
} }

// -----

// Of given statistics: a scale and a shift for each channel. Half floats are
// computed in f32.
// CHECK-LABEL: ep.graph @batch_norm_inference
ep.program @batch_norm_inference { ep.graph @batch_norm_inference(%x: !ep.tensor<[s0, 3, 4], f16> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "w">},
    %b: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "b">},
    %m: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "m">},
    %v: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "v">},
    %y: !ep.tensor<[2, 3], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 3, 4], f16> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[2, 3], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: %[[X:.*]] = aten._to_copy.default %x, dtype = f32
  // CHECK: %[[EPS:.*]] = aten.add.Tensor %v, %{{.*}}
  // CHECK: %[[D:.*]] = aten.rsqrt.default %[[EPS]]
  // CHECK: %[[SCALE:.*]] = aten.mul.Tensor %[[D]], %w
  // CHECK: %[[CENTRE:.*]] = aten.mul.Tensor %m, %[[SCALE]]
  // CHECK: %[[SHIFT:.*]] = aten.sub.Tensor %b, %[[CENTRE]]
  // CHECK: %[[S:.*]] = aten.view.default %[[SCALE]], size = [1, 3, 1]
  // CHECK: %[[P:.*]] = aten.mul.Tensor %[[X]], %[[S]]
  // CHECK: %[[T:.*]] = aten.view.default %[[SHIFT]], size = [1, 3, 1]
  // CHECK: %[[R:.*]] = aten.add.Tensor %[[P]], %[[T]]
  // CHECK: aten._to_copy.default %[[R]], dtype = f16
  %0:3 = aten._native_batch_norm_legit_no_training.default %x, %w, %b, %m, %v, momentum = 0.1, eps = 1.0e-05 : (!ep.tensor<[s0, 3, 4], f16>, !ep.tensor<[3], f32>, !ep.tensor<[3], f32>, !ep.tensor<[3], f32>, !ep.tensor<[3], f32>) -> (!ep.tensor<[s0, 3, 4], f16>, !ep.tensor<[0], f32>, !ep.tensor<[0], f32>)
  // Without weight and bias.
  // CHECK: %[[D:.*]] = aten.rsqrt.default
  // CHECK: %[[CENTRE:.*]] = aten.mul.Tensor %m, %[[D]]
  // CHECK: aten.neg.default %[[CENTRE]]
  %1:3 = aten._native_batch_norm_legit_no_training.default %y, none, none, %m, %v, momentum = 0.1, eps = 1.0e-05 : (!ep.tensor<[2, 3], f32>, !ep.tensor<[3], f32>, !ep.tensor<[3], f32>) -> (!ep.tensor<[2, 3], f32>, !ep.tensor<[0], f32>, !ep.tensor<[0], f32>)
  ep.return %0#0, %1#0 : !ep.tensor<[s0, 3, 4], f16>, !ep.tensor<[2, 3], f32>
} }

// -----

// An input without channels stays.
// CHECK-LABEL: ep.graph @no_channels
ep.program @no_channels { ep.graph @no_channels(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten._native_batch_norm_legit_no_training.default
  %0:3 = aten._native_batch_norm_legit_no_training.default %x, none, none, %x, %x, momentum = 0.1, eps = 1.0e-05 : (!ep.tensor<[3], f32>, !ep.tensor<[3], f32>, !ep.tensor<[3], f32>) -> (!ep.tensor<[3], f32>, !ep.tensor<[0], f32>, !ep.tensor<[0], f32>)
  ep.return %0#0 : !ep.tensor<[3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @layer_norm_backward
ep.program @layer_norm_backward { ep.graph @layer_norm_backward(%g: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "g">},
    %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
    %m: !ep.tensor<[s0, 1], f32> {ep.input = #ep.input<user_input "m">},
    %r: !ep.tensor<[s0, 1], f32> {ep.input = #ep.input<user_input "r">},
    %w: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "w">},
    %b: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: aten.sub.Tensor %x, %m
  // CHECK: aten.mean.dim %{{.*}}, dim = [1], keepdim = true
  // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [0]
  %0:3 = aten.native_layer_norm_backward.default %g, %x, normalized_shape = [4], %m, %r, %w, %b, output_mask = [true, true, true] : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 1], f32>, !ep.tensor<[s0, 1], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>) -> (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>)
  ep.return %0#0, %0#1, %0#2 : !ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @group_norm_backward
ep.program @group_norm_backward { ep.graph @group_norm_backward(%g: !ep.tensor<[2, 4, 8], f32> {ep.input = #ep.input<user_input "g">},
    %x: !ep.tensor<[2, 4, 8], f32> {ep.input = #ep.input<user_input "x">},
    %m: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<user_input "m">},
    %r: !ep.tensor<[2, 2], f32> {ep.input = #ep.input<user_input "r">},
    %w: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[2, 4, 8], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: aten.view.default %{{.*}}, size = [2, 2, 16]
  // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [0, 2]
  %0:3 = aten.native_group_norm_backward.default %g, %x, %m, %r, %w, N = 2, C = 4, HxW = 8, group = 2, output_mask = [true, true, true] : (!ep.tensor<[2, 4, 8], f32>, !ep.tensor<[2, 4, 8], f32>, !ep.tensor<[2, 2], f32>, !ep.tensor<[2, 2], f32>, !ep.tensor<[4], f32>) -> (!ep.tensor<[2, 4, 8], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>)
  ep.return %0#0, %0#1, %0#2 : !ep.tensor<[2, 4, 8], f32>, !ep.tensor<[4], f32>, !ep.tensor<[4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cdist
ep.program @cdist { ep.graph @cdist(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[5, 4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[3, 5], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.sub.Tensor
  // CHECK: aten.abs.default
  // CHECK: aten.sum.dim_IntList
  %0 = aten._cdist_forward.default %x, %y, p = 1.0 : (!ep.tensor<[3, 4], f32>, !ep.tensor<[5, 4], f32>) -> !ep.tensor<[3, 5], f32>
  ep.return %0 : !ep.tensor<[3, 5], f32>
} }

// -----

// Pairs of rows are counted in f64.
// CHECK-LABEL: ep.graph @pdist
ep.program @pdist { ep.graph @pdist(%x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[6], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.sqrt.default
  // CHECK: aten.floor.default
  // CHECK: aten.index_select.default
  // CHECK: aten.index_select.default
  %0 = aten._pdist_forward.default %x, p = 2.0 : (!ep.tensor<[4, 3], f32>) -> !ep.tensor<[6], f32>
  ep.return %0 : !ep.tensor<[6], f32>
} }

// -----

// How often a row was read divides what is added to it.
// CHECK-LABEL: ep.graph @embedding_backward
ep.program @embedding_backward { ep.graph @embedding_backward(%g: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "g">},
    %i: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "i">})
    -> (!ep.tensor<[10, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.index_put.default
  // CHECK: aten.div.Tensor
  // CHECK: aten.where.self
  // CHECK: aten.index_put.default %{{.*}}accumulate = true
  %0 = aten.embedding_dense_backward.default %g, %i, num_weights = 10, padding_idx = 2, scale_grad_by_freq = true : (!ep.tensor<[3, 4], f32>, !ep.tensor<[3], i64>) -> !ep.tensor<[10, 4], f32>
  ep.return %0 : !ep.tensor<[10, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nearest
ep.program @nearest { ep.graph @nearest(%x: !ep.tensor<[1, 2, 4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 2, 8, 8], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.floor.default
  // CHECK: aten.index.Tensor
  %0 = aten.upsample_nearest2d.vec %x, output_size = [8, 8] : (!ep.tensor<[1, 2, 4, 4], f32>) -> !ep.tensor<[1, 2, 8, 8], f32>
  ep.return %0 : !ep.tensor<[1, 2, 8, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @bilinear
ep.program @bilinear { ep.graph @bilinear(%x: !ep.tensor<[1, 2, 4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 2, 8, 8], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.index.Tensor
  // CHECK: aten.index.Tensor
  %0 = aten.upsample_bilinear2d.vec %x, output_size = [8, 8], align_corners = true : (!ep.tensor<[1, 2, 4, 4], f32>) -> !ep.tensor<[1, 2, 8, 8], f32>
  ep.return %0 : !ep.tensor<[1, 2, 8, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @grid
ep.program @grid { ep.graph @grid(%x: !ep.tensor<[1, 2, 4, 4], f32> {ep.input = #ep.input<user_input "x">},
    %g: !ep.tensor<[1, 3, 3, 2], f32> {ep.input = #ep.input<user_input "g">})
    -> (!ep.tensor<[1, 2, 3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.select.int %g, dim = 3, index = 0
  // CHECK: aten.index.Tensor
  // CHECK: aten.index.Tensor
  // CHECK: aten.index.Tensor
  // CHECK: aten.index.Tensor
  // CHECK: aten.permute.default
  %0 = aten.grid_sampler_2d.default %x, %g, interpolation_mode = 0, padding_mode = 0, align_corners = false : (!ep.tensor<[1, 2, 4, 4], f32>, !ep.tensor<[1, 3, 3, 2], f32>) -> !ep.tensor<[1, 2, 3, 3], f32>
  ep.return %0 : !ep.tensor<[1, 2, 3, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @reflected
ep.program @reflected { ep.graph @reflected(%x: !ep.tensor<[1, 2, 4, 4], f32> {ep.input = #ep.input<user_input "x">},
    %g: !ep.tensor<[1, 3, 3, 2], f32> {ep.input = #ep.input<user_input "g">})
    -> (!ep.tensor<[1, 2, 3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.fmod.
  // CHECK: aten.round.default
  // CHECK: aten.index.Tensor
  %0 = aten.grid_sampler_2d.default %x, %g, interpolation_mode = 1, padding_mode = 2, align_corners = true : (!ep.tensor<[1, 2, 4, 4], f32>, !ep.tensor<[1, 3, 3, 2], f32>) -> !ep.tensor<[1, 2, 3, 3], f32>
  ep.return %0 : !ep.tensor<[1, 2, 3, 3], f32>
} }

// -----

// What does not fit an expansion stays.
// CHECK-LABEL: ep.graph @kept
ep.program @kept { ep.graph @kept(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4, 1], f32> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[4, 1], f32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: aten.native_group_norm.default
  %0:3 = aten.native_group_norm.default %x, none, none, N = 4, C = 1, HxW = 1, group = 1, eps = 1.0e-05 : (!ep.tensor<[4], f32>) -> (!ep.tensor<[4], f32>, !ep.tensor<[4, 1], f32>, !ep.tensor<[4, 1], f32>)
  ep.return %0#0, %0#1, %0#2 : !ep.tensor<[4], f32>, !ep.tensor<[4, 1], f32>, !ep.tensor<[4, 1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @bag_sum
ep.program @bag_sum { ep.graph @bag_sum(%w: !ep.tensor<[20, 6], f32> {ep.input = #ep.input<user_input "w">},
    %i: !ep.tensor<[12], i64> {ep.input = #ep.input<user_input "i">},
    %o: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "o">})
    -> (!ep.tensor<[4, 6], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[0], i64> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "2">}, !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "3">}) {
  // CHECK: aten.ge.Tensor
  // CHECK: aten.lt.Tensor
  // CHECK: aten.index_select.default
  // CHECK: aten.where.self
  // CHECK: aten.sum.dim_IntList
  %0:4 = aten._embedding_bag.default %w, %i, %o, mode = 0 : (!ep.tensor<[20, 6], f32>, !ep.tensor<[12], i64>, !ep.tensor<[4], i64>) -> (!ep.tensor<[4, 6], f32>, !ep.tensor<[0], i64>, !ep.tensor<[4], i64>, !ep.tensor<[4], i64>)
  ep.return %0#0, %0#1, %0#2, %0#3 : !ep.tensor<[4, 6], f32>, !ep.tensor<[0], i64>, !ep.tensor<[4], i64>, !ep.tensor<[4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @bag_mean
ep.program @bag_mean { ep.graph @bag_mean(%w: !ep.tensor<[20, 6], f32> {ep.input = #ep.input<user_input "w">},
    %i: !ep.tensor<[12], i64> {ep.input = #ep.input<user_input "i">},
    %o: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "o">})
    -> (!ep.tensor<[4, 6], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[12], i64> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "2">}, !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "3">}) {
  // CHECK: aten.ne.
  // CHECK: aten.div.Tensor
  %0:4 = aten._embedding_bag_forward_only.default %w, %i, %o, mode = 1, padding_idx = 3 : (!ep.tensor<[20, 6], f32>, !ep.tensor<[12], i64>, !ep.tensor<[4], i64>) -> (!ep.tensor<[4, 6], f32>, !ep.tensor<[12], i64>, !ep.tensor<[4], i64>, !ep.tensor<[4], i64>)
  ep.return %0#0, %0#1, %0#2, %0#3 : !ep.tensor<[4, 6], f32>, !ep.tensor<[12], i64>, !ep.tensor<[4], i64>, !ep.tensor<[4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @bag_max
ep.program @bag_max { ep.graph @bag_max(%w: !ep.tensor<[20, 6], f32> {ep.input = #ep.input<user_input "w">},
    %i: !ep.tensor<[12], i64> {ep.input = #ep.input<user_input "i">},
    %o: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "o">})
    -> (!ep.tensor<[4, 6], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[12], i64> {ep.output = #ep.output<user_output "1">}, !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "2">}, !ep.tensor<[4, 6], i64> {ep.output = #ep.output<user_output "3">}) {
  // CHECK: aten.sort.default
  // CHECK: aten.argmax.default %{{.*}}, dim = 1
  // CHECK: aten.where.self
  %0:4 = aten._embedding_bag.default %w, %i, %o, mode = 2 : (!ep.tensor<[20, 6], f32>, !ep.tensor<[12], i64>, !ep.tensor<[4], i64>) -> (!ep.tensor<[4, 6], f32>, !ep.tensor<[12], i64>, !ep.tensor<[4], i64>, !ep.tensor<[4, 6], i64>)
  ep.return %0#0, %0#1, %0#2, %0#3 : !ep.tensor<[4, 6], f32>, !ep.tensor<[12], i64>, !ep.tensor<[4], i64>, !ep.tensor<[4, 6], i64>
} }

// -----

// CHECK-LABEL: ep.graph @grid3d
ep.program @grid3d { ep.graph @grid3d(%x: !ep.tensor<[1, 2, 4, 4, 4], f32> {ep.input = #ep.input<user_input "x">},
    %g: !ep.tensor<[1, 3, 3, 3, 3], f32> {ep.input = #ep.input<user_input "g">})
    -> (!ep.tensor<[1, 2, 3, 3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.select.int %g, dim = 4, index = 2
  // CHECK: aten.index.Tensor
  // CHECK: aten.permute.default %{{.*}}, dims = [0, 4, 1, 2, 3]
  %0 = aten.grid_sampler_3d.default %x, %g, interpolation_mode = 1, padding_mode = 1, align_corners = false : (!ep.tensor<[1, 2, 4, 4, 4], f32>, !ep.tensor<[1, 3, 3, 3, 3], f32>) -> !ep.tensor<[1, 2, 3, 3, 3], f32>
  ep.return %0 : !ep.tensor<[1, 2, 3, 3, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @trilinear
ep.program @trilinear { ep.graph @trilinear(%a: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "a">},
    %b: !ep.tensor<[4, 5], f32> {ep.input = #ep.input<user_input "b">},
    %d: !ep.tensor<[3, 5], f32> {ep.input = #ep.input<user_input "d">})
    -> (!ep.tensor<[3, 5], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.unsqueeze.default %a, dim = 2
  // CHECK: aten.unsqueeze.default %b, dim = 0
  // CHECK: aten.unsqueeze.default %d, dim = 1
  // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [1]
  %0 = aten._trilinear.default %a, %b, %d, expand1 = [2], expand2 = [0], expand3 = [1], sumdim = [1] : (!ep.tensor<[3, 4], f32>, !ep.tensor<[4, 5], f32>, !ep.tensor<[3, 5], f32>) -> !ep.tensor<[3, 5], f32>
  ep.return %0 : !ep.tensor<[3, 5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @convert
ep.program @convert { ep.graph @convert(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3], bf16> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten._to_copy.default %x, dtype = bf16
  %0 = prims.convert_element_type.default %x, dtype = bf16 : (!ep.tensor<[3], f32>) -> !ep.tensor<[3], bf16>
  ep.return %0 : !ep.tensor<[3], bf16>
} }

// -----

// CHECK-LABEL: ep.graph @no_image
ep.program @no_image { ep.graph @no_image(%x: !ep.tensor<[1, 2, 4, 4], i64> {ep.input = #ep.input<user_input "x">},
    %g: !ep.tensor<[1, 3, 3, 2], i64> {ep.input = #ep.input<user_input "g">})
    -> (!ep.tensor<[1, 2, 3, 3], i64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.grid_sampler_2d.default
  %0 = aten.grid_sampler_2d.default %x, %g, interpolation_mode = 0, padding_mode = 0, align_corners = false : (!ep.tensor<[1, 2, 4, 4], i64>, !ep.tensor<[1, 3, 3, 2], i64>) -> !ep.tensor<[1, 2, 3, 3], i64>
  ep.return %0 : !ep.tensor<[1, 2, 3, 3], i64>
} }

// -----

// Rows that are read and too long are brought to the length.
// CHECK-LABEL: ep.graph @renorm
ep.program @renorm { ep.graph @renorm(%w: !ep.tensor<[8, 4], f16> {ep.input = #ep.input<user_input "w">},
    %i: !ep.tensor<[s0, 2], i64> {ep.input = #ep.input<user_input "i">})
    -> (!ep.tensor<[8, 4], f16> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[X:.*]] = aten._to_copy.default %w, dtype = f32
  // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [1], keepdim = true
  // CHECK: %[[R:.*]] = aten.index_put.default
  // CHECK: aten.unsqueeze.default %[[R]], dim = 1
  // CHECK: %[[C:.*]] = aten.logical_and.default
  // CHECK: aten.where.self %[[C]], %{{.*}}, %[[X]]
  %0 = aten.embedding_renorm.default %w, %i, max_norm = 1.0, norm_type = 2.0 : (!ep.tensor<[8, 4], f16>, !ep.tensor<[s0, 2], i64>) -> !ep.tensor<[8, 4], f16>
  ep.return %0 : !ep.tensor<[8, 4], f16>
} }

// -----

// CHECK-LABEL: ep.graph @renorm_integers
ep.program @renorm_integers { ep.graph @renorm_integers(%w: !ep.tensor<[8, 4], i64> {ep.input = #ep.input<user_input "w">},
    %i: !ep.tensor<[2], i64> {ep.input = #ep.input<user_input "i">})
    -> (!ep.tensor<[8, 4], i64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: aten.embedding_renorm.default
  %0 = aten.embedding_renorm.default %w, %i, max_norm = 1.0, norm_type = 2.0 : (!ep.tensor<[8, 4], i64>, !ep.tensor<[2], i64>) -> !ep.tensor<[8, 4], i64>
  ep.return %0 : !ep.tensor<[8, 4], i64>
} }

// -----

// The parts of complex numbers.
// CHECK-LABEL: ep.graph @complex_parts
ep.program @complex_parts { ep.graph @complex_parts(%x: !ep.tensor<[s0, 3, 8], complex<f32>> {ep.input = #ep.input<user_input "x">},
    %w: !ep.tensor<[4, 3, 3], complex<f32>> {ep.input = #ep.input<user_input "w">},
    %b: !ep.tensor<[4], complex<f32>> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[s0, 4, 6], complex<f32>> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[s0, 3], f32> {ep.output = #ep.output<user_output "1">},
        !ep.tensor<[s0, 3], f32> {ep.output = #ep.output<user_output "2">}, !ep.tensor<[s0, 3, 9], complex<f32>> {ep.output = #ep.output<user_output "3">},
        !ep.tensor<[s0, 3, 9], complex<f32>> {ep.output = #ep.output<user_output "4">}) {
  // CHECK: %[[B:.*]] = aten.cat.default
  // CHECK: aten.convolution.default %[[B]], %{{.*}}, stride
  // CHECK: aten.convolution.default %[[B]], %{{.*}}, stride
  // CHECK: %[[C:.*]] = aten.view_as_complex.default
  // CHECK: aten.add.Tensor %[[C]]
  %0 = aten.convolution.default %x, %w, %b, stride = [1], padding = [0], dilation = [1], transposed = false, output_padding = [0], groups = 1 : (!ep.tensor<[s0, 3, 8], complex<f32>>, !ep.tensor<[4, 3, 3], complex<f32>>, !ep.tensor<[4], complex<f32>>) -> !ep.tensor<[s0, 4, 6], complex<f32>>
  // CHECK: %[[R:.*]] = aten.var.correction %{{.*}}, dim = [2], correction = 1
  // CHECK: %[[I:.*]] = aten.var.correction %{{.*}}, dim = [2], correction = 1
  // CHECK: aten.add.Tensor %[[R]], %[[I]]
  %1 = aten.var.correction %x, dim = [2], correction = 1 : (!ep.tensor<[s0, 3, 8], complex<f32>>) -> !ep.tensor<[s0, 3], f32>
  // CHECK: aten.var.correction %{{.*}}, dim = [2], correction = 0
  %2 = aten.var.dim %x, dim = [2], unbiased = false : (!ep.tensor<[s0, 3, 8], complex<f32>>) -> !ep.tensor<[s0, 3], f32>
  // CHECK: aten.constant_pad_nd.default %{{.*}}, pad = [0, 1], value = 1.5
  // CHECK: aten.constant_pad_nd.default %{{.*}}, pad = [0, 1] :
  // CHECK: aten.view_as_complex.default
  %3 = aten.constant_pad_nd.default %x, pad = [0, 1], value = 1.5 : (!ep.tensor<[s0, 3, 8], complex<f32>>) -> !ep.tensor<[s0, 3, 9], complex<f32>>
  // CHECK: aten.constant_pad_nd.default %x
  %4 = aten.constant_pad_nd.default %x, pad = [0, 1] : (!ep.tensor<[s0, 3, 8], complex<f32>>) -> !ep.tensor<[s0, 3, 9], complex<f32>>
  ep.return %0, %1, %2, %3, %4 : !ep.tensor<[s0, 4, 6], complex<f32>>, !ep.tensor<[s0, 3], f32>, !ep.tensor<[s0, 3], f32>, !ep.tensor<[s0, 3, 9], complex<f32>>, !ep.tensor<[s0, 3, 9], complex<f32>>
} }

// -----

// CHECK-LABEL: ep.graph @complex_cumprod(
ep.program @complex_cumprod { ep.symbol @s87 range(2, 64)
  ep.graph @complex_cumprod(%x: !ep.tensor<[s87], complex<f32>> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s87], complex<f32>> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s87, dtype = i64
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.ge.Tensor %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 1, dtype = complex<f32>
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.prod.dim_int %{{.*}}, dim = -1
    %0 = aten.cumprod.default %x, dim = 0, dtype = complex<f32> : (!ep.tensor<[s87], complex<f32>>) -> !ep.tensor<[s87], complex<f32>>
    ep.return %0 : !ep.tensor<[s87], complex<f32>>
} }

// -----

// Real ones are scanned in one pass: left alone.
// CHECK-LABEL: ep.graph @real_cumprod(
ep.program @real_cumprod {
  ep.graph @real_cumprod(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.cumprod.default
    %0 = aten.cumprod.default %x, dim = 0, dtype = f32 : (!ep.tensor<[3], f32>) -> !ep.tensor<[3], f32>
    ep.return %0 : !ep.tensor<[3], f32>
} }

// -----

// Complex matrices are multiplied as real ones, twice as deep and twice as wide;
// real ones stay.
// CHECK-LABEL: ep.graph @complex_product
!a = !ep.tensor<[s0, 3, 4], complex<f32>>
!b = !ep.tensor<[s0, 4, 5], complex<f32>>
!c = !ep.tensor<[s0, 3, 5], complex<f32>>
ep.program @complex_product { ep.symbol @s0 range(1, 8)
  ep.graph @complex_product(%a: !a {ep.input = #ep.input<user_input "a">}, %b: !b {ep.input = #ep.input<user_input "b">},
      %d: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "d">})
      -> (!c {ep.output = #ep.output<user_output "0">}, !ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: aten.bmm.default %{{.*}} : (!ep.tensor<[s0, 3, 8], f32>, !ep.tensor<[s0, 8, 10], f32>) -> !ep.tensor<[s0, 3, 10], f32>
  // CHECK: aten.view_as_complex.default
  %0 = aten.bmm.default %a, %b : (!a, !b) -> !c
  // CHECK: aten.mm.default %d, %d
  %1 = aten.mm.default %d, %d : (!ep.tensor<[3, 3], f32>, !ep.tensor<[3, 3], f32>) -> !ep.tensor<[3, 3], f32>
  ep.return %0, %1 : !c, !ep.tensor<[3, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @real
ep.program @real { ep.graph @real(%x: !ep.tensor<[s0, 3, 8], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 3], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[V:.*]] = aten.var.correction %x
  // CHECK-NEXT: ep.return %[[V]]
  %0 = aten.var.correction %x, dim = [2], correction = 1 : (!ep.tensor<[s0, 3, 8], f32>) -> !ep.tensor<[s0, 3], f32>
  ep.return %0 : !ep.tensor<[s0, 3], f32>
} }

// -----

// A result that is read must have the size that PyTorch gives it.
// CHECK-LABEL: ep.graph @misread
ep.program @misread {
  ep.graph @misread(%w: !ep.tensor<[20, 6], f32> {ep.input = #ep.input<user_input "w">}, %i: !ep.tensor<[12], i64> {ep.input = #ep.input<user_input "i">},
      %o: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "o">})
    -> (!ep.tensor<[3, 6], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: aten._embedding_bag_forward_only.default
  %0:4 = aten._embedding_bag_forward_only.default %w, %i, %o, mode = 1, include_last_offset = true : (!ep.tensor<[20, 6], f32>, !ep.tensor<[12], i64>, !ep.tensor<[4], i64>) -> (!ep.tensor<[3, 6], f32>, !ep.tensor<[12], i64>, !ep.tensor<[4], i64>, !ep.tensor<[3], i64>)
  ep.return %0#0, %0#2 : !ep.tensor<[3, 6], f32>, !ep.tensor<[4], i64>
} }
