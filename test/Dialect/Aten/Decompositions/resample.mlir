// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @upsample_nearest1d_vec(
ep.program @upsample_nearest1d_vec { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @upsample_nearest1d_vec(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 3, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number TrueDiv(ToFloat(s68), 3.0)
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = s68 - 1
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %x, [none, none, %{{.*}}]
    %0 = aten.upsample_nearest1d.vec %x, output_size = [3] : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, 3], f32>
    ep.return %0 : !ep.tensor<[s95, s85, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @upsample_nearest1d_default(
ep.program @upsample_nearest1d_default { ep.symbol @s0 range(2, 64)
  ep.graph @upsample_nearest1d_default(%x: !ep.tensor<[s0, 3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 3, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %x, [none, none, %{{.*}}]
    %0 = aten.upsample_nearest1d.default %x, output_size = [8] : (!ep.tensor<[s0, 3, 4], f32>) -> !ep.tensor<[s0, 3, 8], f32>
    ep.return %0 : !ep.tensor<[s0, 3, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @upsample_nearest2d_default(
ep.program @upsample_nearest2d_default { ep.symbol @s0 range(2, 64)
  ep.graph @upsample_nearest2d_default(%x: !ep.tensor<[s0, 3, 4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 3, 8, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %x, [none, none, %{{.*}}]
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %{{.*}}, [none, none, none, %{{.*}}]
    %0 = aten.upsample_nearest2d.default %x, output_size = [8, 8] : (!ep.tensor<[s0, 3, 4, 4], f32>) -> !ep.tensor<[s0, 3, 8, 8], f32>
    ep.return %0 : !ep.tensor<[s0, 3, 8, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @upsample_nearest3d_default(
ep.program @upsample_nearest3d_default { ep.symbol @s0 range(2, 64)
  ep.graph @upsample_nearest3d_default(%x: !ep.tensor<[s0, 3, 4, 4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 3, 8, 8, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %x, [none, none, %{{.*}}]
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %{{.*}}, [none, none, none, %{{.*}}]
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %{{.*}}, [none, none, none, none, %{{.*}}]
    %0 = aten.upsample_nearest3d.default %x, output_size = [8, 8, 8] : (!ep.tensor<[s0, 3, 4, 4, 4], f32>) -> !ep.tensor<[s0, 3, 8, 8, 8], f32>
    ep.return %0 : !ep.tensor<[s0, 3, 8, 8, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @_upsample_nearest_exact1d_vec(
ep.program @_upsample_nearest_exact1d_vec { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @_upsample_nearest_exact1d_vec(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 3, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: ep.number TrueDiv(ToFloat(s68), 3.0)
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = s68 - 1
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %x, [none, none, %{{.*}}]
    %0 = aten._upsample_nearest_exact1d.vec %x, output_size = [3] : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, 3], f32>
    ep.return %0 : !ep.tensor<[s95, s85, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @_upsample_nearest_exact1d_default(
ep.program @_upsample_nearest_exact1d_default { ep.symbol @s0 range(2, 64)
  ep.graph @_upsample_nearest_exact1d_default(%x: !ep.tensor<[s0, 3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 3, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %x, [none, none, %{{.*}}]
    %0 = aten._upsample_nearest_exact1d.default %x, output_size = [8] : (!ep.tensor<[s0, 3, 4], f32>) -> !ep.tensor<[s0, 3, 8], f32>
    ep.return %0 : !ep.tensor<[s0, 3, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @_upsample_nearest_exact2d_default(
ep.program @_upsample_nearest_exact2d_default { ep.symbol @s0 range(2, 64)
  ep.graph @_upsample_nearest_exact2d_default(%x: !ep.tensor<[s0, 3, 4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 3, 8, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %x, [none, none, %{{.*}}]
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %{{.*}}, [none, none, none, %{{.*}}]
    %0 = aten._upsample_nearest_exact2d.default %x, output_size = [8, 8] : (!ep.tensor<[s0, 3, 4, 4], f32>) -> !ep.tensor<[s0, 3, 8, 8], f32>
    ep.return %0 : !ep.tensor<[s0, 3, 8, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @_upsample_nearest_exact3d_default(
ep.program @_upsample_nearest_exact3d_default { ep.symbol @s0 range(2, 64)
  ep.graph @_upsample_nearest_exact3d_default(%x: !ep.tensor<[s0, 3, 4, 4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 3, 8, 8, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %x, [none, none, %{{.*}}]
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %{{.*}}, [none, none, none, %{{.*}}]
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %{{.*}}, [none, none, none, none, %{{.*}}]
    %0 = aten._upsample_nearest_exact3d.default %x, output_size = [8, 8, 8] : (!ep.tensor<[s0, 3, 4, 4, 4], f32>) -> !ep.tensor<[s0, 3, 8, 8, 8], f32>
    ep.return %0 : !ep.tensor<[s0, 3, 8, 8, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @upsample_linear1d_vec(
ep.program @upsample_linear1d_vec { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @upsample_linear1d_vec(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 3, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number TrueDiv(ToFloat(s68 - 1), 2.0)
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 1, 3]
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = s68 - 1
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %x, [none, none, %{{.*}}]
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = s68 - 1
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %x, [none, none, %{{.*}}]
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.upsample_linear1d.vec %x, output_size = [3], align_corners = true : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, 3], f32>
    ep.return %0 : !ep.tensor<[s95, s85, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @upsample_linear1d_default(
ep.program @upsample_linear1d_default { ep.symbol @s0 range(2, 64)
  ep.graph @upsample_linear1d_default(%x: !ep.tensor<[s0, 3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 3, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.42857142857142855
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 1, 8]
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %x, [none, none, %{{.*}}]
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %x, [none, none, %{{.*}}]
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.upsample_linear1d.default %x, output_size = [8], align_corners = true : (!ep.tensor<[s0, 3, 4], f32>) -> !ep.tensor<[s0, 3, 8], f32>
    ep.return %0 : !ep.tensor<[s0, 3, 8], f32>
} }

// -----

// Columns first: they are gathered one by one, of rows that are not more yet.
// CHECK-LABEL: ep.graph @upsample_bilinear2d_default(
ep.program @upsample_bilinear2d_default { ep.symbol @s0 range(2, 64)
  ep.graph @upsample_bilinear2d_default(%x: !ep.tensor<[s0, 3, 4, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 3, 8, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.42857142857142855
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 1, 1, 8]
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %x, [none, none, none, %{{.*}}]
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %x, [none, none, none, %{{.*}}]
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: ep.number 0.42857142857142855
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.floor.default %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 1, 8, 1]
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %{{.*}}, [none, none, %{{.*}}]
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = i64
    // CHECK-NEXT: aten.index.Tensor %{{.*}}, [none, none, %{{.*}}]
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.upsample_bilinear2d.default %x, output_size = [8, 8], align_corners = true : (!ep.tensor<[s0, 3, 4, 4], f32>) -> !ep.tensor<[s0, 3, 8, 8], f32>
    ep.return %0 : !ep.tensor<[s0, 3, 8, 8], f32>
} }

// -----

// No extent: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.upsample_nearest1d.vec 
    %0 = aten.upsample_nearest1d.vec %x, output_size = [4] : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }

// -----

// Integers are not interpolated: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[1, 3, 4], ui8> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 3, 4], ui8> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.upsample_linear1d.vec 
    %0 = aten.upsample_linear1d.vec %x, output_size = [4], align_corners = false : (!ep.tensor<[1, 3, 4], ui8>) -> !ep.tensor<[1, 3, 4], ui8>
    ep.return %0 : !ep.tensor<[1, 3, 4], ui8>
} }

// -----

// Dimensions that stay as they are are read as they are.
// CHECK-LABEL: ep.graph @upsample_nearest3d_vec(
ep.program @upsample_nearest3d_vec { ep.symbol @n range(2, 64)
  ep.graph @upsample_nearest3d_vec(%a: !ep.tensor<[n, 3, 4, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 3, 4, 4, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK: ep.number 0.5
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %a, [none, none, none, none, %{{.*}}]
    %0 = aten.upsample_nearest3d.vec %a, output_size = [4, 4, 8] : (!ep.tensor<[n, 3, 4, 4, 4], f32>) -> !ep.tensor<[n, 3, 4, 4, 8], f32>
    ep.return %0 : !ep.tensor<[n, 3, 4, 4, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @upsample_nearest_exact2d_vec(
ep.program @upsample_nearest_exact2d_vec { ep.symbol @n range(2, 64)
  ep.graph @upsample_nearest_exact2d_vec(%a: !ep.tensor<[n, 3, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 3, 4, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK: ep.number 0.5
    // CHECK: ep.number 0.5
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %a, [none, none, none, %{{.*}}]
    %0 = aten._upsample_nearest_exact2d.vec %a, output_size = [4, 8] : (!ep.tensor<[n, 3, 4, 4], f32>) -> !ep.tensor<[n, 3, 4, 8], f32>
    ep.return %0 : !ep.tensor<[n, 3, 4, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @upsample_nearest_exact3d_vec(
ep.program @upsample_nearest_exact3d_vec { ep.symbol @n range(2, 64)
  ep.graph @upsample_nearest_exact3d_vec(%a: !ep.tensor<[n, 3, 4, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 3, 4, 4, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK: ep.number 0.5
    // CHECK: ep.number 0.5
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %a, [none, none, none, none, %{{.*}}]
    %0 = aten._upsample_nearest_exact3d.vec %a, output_size = [4, 4, 8] : (!ep.tensor<[n, 3, 4, 4, 4], f32>) -> !ep.tensor<[n, 3, 4, 4, 8], f32>
    ep.return %0 : !ep.tensor<[n, 3, 4, 4, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @upsample_trilinear3d_vec(
ep.program @upsample_trilinear3d_vec { ep.symbol @n range(2, 64)
  ep.graph @upsample_trilinear3d_vec(%a: !ep.tensor<[n, 3, 4, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 3, 4, 4, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK: ep.number 0.5
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %a, [none, none, none, none, %{{.*}}]
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %a, [none, none, none, none, %{{.*}}]
    // CHECK-NOT: end = 4
    %0 = aten.upsample_trilinear3d.vec %a, align_corners = false, scale_factors = [1.0, 1.0, 2.0] : (!ep.tensor<[n, 3, 4, 4, 4], f32>) -> !ep.tensor<[n, 3, 4, 4, 8], f32>
    ep.return %0 : !ep.tensor<[n, 3, 4, 4, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @upsample_trilinear3d_default(
ep.program @upsample_trilinear3d_default { ep.symbol @n range(2, 64)
  ep.graph @upsample_trilinear3d_default(%a: !ep.tensor<[n, 3, 4, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 3, 4, 4, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 8, dtype = i64
    // CHECK: ep.number 0.42857142857142855
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %a, [none, none, none, none, %{{.*}}]
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %a, [none, none, none, none, %{{.*}}]
    // CHECK-NOT: end = 4
    %0 = aten.upsample_trilinear3d.default %a, output_size = [4, 4, 8], align_corners = true : (!ep.tensor<[n, 3, 4, 4, 4], f32>) -> !ep.tensor<[n, 3, 4, 4, 8], f32>
    ep.return %0 : !ep.tensor<[n, 3, 4, 4, 8], f32>
} }

// -----

// As many elements as before, but not in their places.
// CHECK-LABEL: ep.graph @factor(
ep.program @factor {
  ep.graph @factor(%a: !ep.tensor<[1, 3, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[1, 3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.arange.start_step start = 0, end = 4, dtype = i64
    // CHECK: aten.index.Tensor %a, [none, none, %{{.*}}]
    %0 = aten.upsample_linear1d.default %a, output_size = [4], align_corners = false, scales = 1.25 : (!ep.tensor<[1, 3, 4], f32>) -> !ep.tensor<[1, 3, 4], f32>
    ep.return %0 : !ep.tensor<[1, 3, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @upsample_bicubic2d_vec(
ep.program @upsample_bicubic2d_vec { ep.symbol @n range(2, 64)
  ep.graph @upsample_bicubic2d_vec(%a: !ep.tensor<[n, 3, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 3, 4, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 6
    // CHECK: ep.number 3
    // CHECK: ep.number -1
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %{{.*}}, [none, none, none, %{{.*}}]
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %{{.*}}, [none, none, none, %{{.*}}]
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %{{.*}}, [none, none, none, %{{.*}}]
    // CHECK: ep.number 2
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %{{.*}}, [none, none, none, %{{.*}}]
    %0 = aten.upsample_bicubic2d.vec %a, align_corners = false, scale_factors = [1.0, 2.0] : (!ep.tensor<[n, 3, 4, 4], f32>) -> !ep.tensor<[n, 3, 4, 8], f32>
    ep.return %0 : !ep.tensor<[n, 3, 4, 8], f32>
} }

// -----

// CHECK-LABEL: ep.graph @upsample_bicubic2d_default(
ep.program @upsample_bicubic2d_default { ep.symbol @n range(2, 64)
  ep.graph @upsample_bicubic2d_default(%a: !ep.tensor<[n, 3, 4, 4], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 3, 4, 8], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 6
    // CHECK: ep.number 3
    // CHECK: ep.number -1
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %{{.*}}, [none, none, none, %{{.*}}]
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %{{.*}}, [none, none, none, %{{.*}}]
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %{{.*}}, [none, none, none, %{{.*}}]
    // CHECK: ep.number 2
    // CHECK: aten.clamp.default %{{.*}}, min = 0, max = 3
    // CHECK: aten.index.Tensor %{{.*}}, [none, none, none, %{{.*}}]
    %0 = aten.upsample_bicubic2d.default %a, output_size = [4, 8], align_corners = true : (!ep.tensor<[n, 3, 4, 4], f32>) -> !ep.tensor<[n, 3, 4, 8], f32>
    ep.return %0 : !ep.tensor<[n, 3, 4, 8], f32>
} }
