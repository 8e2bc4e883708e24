// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// Rows first, of which fewer are left.
// CHECK-LABEL: ep.graph @shrunk(
ep.program @shrunk { ep.symbol @s0 range(2, 64)
  ep.graph @shrunk(%x: !ep.tensor<[s0, 3, 8, 8], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 3, 4, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.index.Tensor %x, [none, none, %{{.*}}]
    // CHECK: aten.index.Tensor %x, [none, none, %{{.*}}]
    // CHECK: aten.index.Tensor %{{.*}}, [none, none, none, %{{.*}}]
    // CHECK: aten.index.Tensor %{{.*}}, [none, none, none, %{{.*}}]
    %0 = aten.upsample_bilinear2d.default %x, output_size = [4, 4], align_corners = true : (!ep.tensor<[s0, 3, 8, 8], f32>) -> !ep.tensor<[s0, 3, 4, 4], f32>
    ep.return %0 : !ep.tensor<[s0, 3, 4, 4], f32>
} }
