// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// Resampling that averages over all pixels under an output pixel.
// CHECK-LABEL: ep.graph @bilinear(
ep.program @bilinear { ep.symbol @h range(2, 64) ep.symbol @w range(2, 64)
  ep.graph @bilinear(%x: !ep.tensor<[1, 2, h, w], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 2, 5, 7], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.relu.default
    // CHECK: aten.bmm.default
    %0 = aten._upsample_bilinear2d_aa.default %x, output_size = [5, 7], align_corners = false : (!ep.tensor<[1, 2, h, w], f32>) -> !ep.tensor<[1, 2, 5, 7], f32>
    ep.return %0 : !ep.tensor<[1, 2, 5, 7], f32>
} }

// -----

// CHECK-LABEL: ep.graph @factors(
ep.program @factors {
  ep.graph @factors(%x: !ep.tensor<[1, 2, 8, 8], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 2, 4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 2.0
    %0 = aten._upsample_bilinear2d_aa.vec %x, align_corners = false, scale_factors = [0.5, 0.5] : (!ep.tensor<[1, 2, 8, 8], f32>) -> !ep.tensor<[1, 2, 4, 4], f32>
    ep.return %0 : !ep.tensor<[1, 2, 4, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @corners(
ep.program @corners {
  ep.graph @corners(%x: !ep.tensor<[1, 2, 8, 8], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 2, 4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 3
    // CHECK: aten.scalar_tensor.default s = 7
    // CHECK: aten.lt.Scalar %{{.*}}, other = 2
    %0 = aten._upsample_bicubic2d_aa.default %x, output_size = [4, 4], align_corners = true : (!ep.tensor<[1, 2, 8, 8], f32>) -> !ep.tensor<[1, 2, 4, 4], f32>
    ep.return %0 : !ep.tensor<[1, 2, 4, 4], f32>
} }

// -----

// Bytes are rounded in another way: left alone.
// CHECK-LABEL: ep.graph @left(
ep.program @left {
  ep.graph @left(%x: !ep.tensor<[1, 2, 8, 8], ui8> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 2, 4, 4], ui8> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._upsample_bilinear2d_aa.default 
    %0 = aten._upsample_bilinear2d_aa.default %x, output_size = [4, 4], align_corners = false : (!ep.tensor<[1, 2, 8, 8], ui8>) -> !ep.tensor<[1, 2, 4, 4], ui8>
    ep.return %0 : !ep.tensor<[1, 2, 4, 4], ui8>
} }

// -----

// Three lobes of a sine.
// CHECK-LABEL: ep.graph @lanczos(
ep.program @lanczos {
  ep.graph @lanczos(%x: !ep.tensor<[1, 2, 12, 15], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 2, 5, 7], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sin.default
    // CHECK: aten.sin.default
    // CHECK: aten.mm.default
    %0 = aten._upsample_lanczos2d_aa.default %x, output_size = [5, 7], align_corners = false : (!ep.tensor<[1, 2, 12, 15], f32>) -> !ep.tensor<[1, 2, 5, 7], f32>
    ep.return %0 : !ep.tensor<[1, 2, 5, 7], f32>
} }

// -----

// CHECK-LABEL: ep.graph @upsample_bicubic2d_aa_vec(
ep.program @upsample_bicubic2d_aa_vec { ep.symbol @n range(2, 64)
  ep.graph @upsample_bicubic2d_aa_vec(%a: !ep.tensor<[n, 3, 8, 8], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 3, 8, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 2.5
    // CHECK: ep.number -0.5
    // CHECK: ep.number 2.5
    // CHECK: ep.number 4
    // CHECK: ep.number 2
    // CHECK: aten.lt.Scalar %{{.*}}, other = 1
    // CHECK: aten.lt.Scalar %{{.*}}, other = 2
    // CHECK: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [1], keepdim = true
    // CHECK: aten.permute.default %{{.*}}, dims = [1, 0]
    // CHECK: aten.mm.default %{{.*}}
    // CHECK: aten.bmm.default %{{.*}}
    %0 = aten._upsample_bicubic2d_aa.vec %a, output_size = [8, 4], align_corners = false : (!ep.tensor<[n, 3, 8, 8], f32>) -> !ep.tensor<[n, 3, 8, 4], f32>
    ep.return %0 : !ep.tensor<[n, 3, 8, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @upsample_lanczos2d_aa_vec(
ep.program @upsample_lanczos2d_aa_vec { ep.symbol @n range(2, 64)
  ep.graph @upsample_lanczos2d_aa_vec(%a: !ep.tensor<[n, 3, 8, 8], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 3, 8, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sin.default %{{.*}}
    // CHECK: aten.scalar_tensor.default s = 1.0, dtype = f32
    // CHECK: ep.number 3
    // CHECK: ep.number 3.141592653589793
    // CHECK: aten.eq.Scalar %{{.*}}, other = 0
    // CHECK: aten.sin.default %{{.*}}
    // CHECK: aten.scalar_tensor.default s = 1.0, dtype = f32
    // CHECK: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [1], keepdim = true
    // CHECK: aten.permute.default %{{.*}}, dims = [1, 0]
    // CHECK: aten.mm.default %{{.*}}
    // CHECK: aten.bmm.default %{{.*}}
    %0 = aten._upsample_lanczos2d_aa.vec %a, output_size = [8, 4], align_corners = false : (!ep.tensor<[n, 3, 8, 8], f32>) -> !ep.tensor<[n, 3, 8, 4], f32>
    ep.return %0 : !ep.tensor<[n, 3, 8, 4], f32>
} }
