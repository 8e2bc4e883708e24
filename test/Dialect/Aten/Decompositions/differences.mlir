// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// Derivatives by differences of neighbours.
// CHECK-LABEL: ep.graph @even(
ep.program @even { ep.symbol @n range(4, 64)
  ep.graph @even(%x: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK-COUNT-3: aten.div.Tensor
    // CHECK: aten.cat.default
    %0 = aten.gradient.scalarint %x, spacing = 2.0 : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @dims(
ep.program @dims { ep.symbol @n range(4, 64)
  ep.graph @dims(%x: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[n, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, dim = 1, start = 2, end = 5
    // CHECK: aten.cat.default {{.*}}, dim = 1
    %0 = aten.gradient.scalararray %x, spacing = 2.0, dim = [1], edge_order = 2 : (!ep.tensor<[n, 5], f32>) -> !ep.tensor<[n, 5], f32>
    ep.return %0 : !ep.tensor<[n, 5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @own(
ep.program @own { ep.symbol @n range(4, 64)
  ep.graph @own(%x: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[n, 5], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n, 5], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.cat.default
    // CHECK: aten.cat.default {{.*}}, dim = 1
    %0:2 = aten.gradient.scalarrayint %x, spacing = [2.0, 3] : (!ep.tensor<[n, 5], f32>) -> (!ep.tensor<[n, 5], f32>, !ep.tensor<[n, 5], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[n, 5], f32>, !ep.tensor<[n, 5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @places(
ep.program @places { ep.symbol @n range(4, 64)
  ep.graph @places(%x: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "x">},
    %p: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "p">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %p
    // CHECK: aten.cat.default
    %0 = aten.gradient.tensorarrayint %x, [%p] : (!ep.tensor<[n], f32>, !ep.tensor<[n], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @places_edges(
ep.program @places_edges { ep.symbol @n range(4, 64)
  ep.graph @places_edges(%x: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "x">},
    %p: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "p">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.cat.default
    %0 = aten.gradient.tensorarray %x, [%p], dim = [0], edge_order = 2 : (!ep.tensor<[n], f32>, !ep.tensor<[n], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }

// -----

// One distance for two dimensions: left alone.
// CHECK-LABEL: ep.graph @left(
ep.program @left { ep.symbol @n range(4, 64)
  ep.graph @left(%x: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[n, 5], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n, 5], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.gradient.scalarrayint 
    %0:2 = aten.gradient.scalarrayint %x, spacing = [2.0] : (!ep.tensor<[n, 5], f32>) -> (!ep.tensor<[n, 5], f32>, !ep.tensor<[n, 5], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[n, 5], f32>, !ep.tensor<[n, 5], f32>
} }

// -----

// A place is no number: left alone.
// CHECK-LABEL: ep.graph @left_places(
ep.program @left_places { ep.symbol @n range(4, 64)
  ep.graph @left_places(%x: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "x">},
    %p: !ep.tensor<[n, 1], f32> {ep.input = #ep.input<user_input "p">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.gradient.tensorarray 
    %0 = aten.gradient.tensorarray %x, [%p], dim = [0] : (!ep.tensor<[n], f32>, !ep.tensor<[n, 1], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }

// -----

// There is no such dimension: left alone.
// CHECK-LABEL: ep.graph @left_dim(
ep.program @left_dim { ep.symbol @n range(4, 64)
  ep.graph @left_dim(%x: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.gradient.array 
    %0 = aten.gradient.array %x, dim = [1] : (!ep.tensor<[n], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @gradient_scalarrayarray(
ep.program @gradient_scalarrayarray { ep.symbol @n range(2, 64)
  ep.graph @gradient_scalarrayarray(%a: !ep.tensor<[n, 5, 6], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 5, 6], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n, 5, 6], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: ep.number 4.0
    // CHECK: ep.number 2.0
    // CHECK: ep.number 2.0
    // CHECK: aten.cat.default [%{{.*}}, %{{.*}}, %{{.*}}], dim = 1
    // CHECK: ep.number 6.0
    // CHECK: ep.number 3.0
    // CHECK: ep.number 3.0
    // CHECK: aten.cat.default [%{{.*}}, %{{.*}}, %{{.*}}], dim = 2
    %0:2 = aten.gradient.scalarrayarray %a, spacing = [2.0, 3.0], dim = [1, 2] : (!ep.tensor<[n, 5, 6], f32>) -> (!ep.tensor<[n, 5, 6], f32>, !ep.tensor<[n, 5, 6], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[n, 5, 6], f32>, !ep.tensor<[n, 5, 6], f32>
} }

// -----

// CHECK-LABEL: ep.graph @diff_default(
ep.program @diff_default { ep.symbol @s85 range(2, 64)
  ep.graph @diff_default(%x: !ep.tensor<[5, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, start = 1, end = 5
    // CHECK-NEXT: aten.slice.Tensor %x, start = 0, end = 4
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, start = 1, end = 4
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, start = 0, end = 3
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, start = 1, end = 3
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, start = 0, end = 2
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, start = 1, end = 2
    // CHECK-NEXT: aten.slice.Tensor %{{.*}}, start = 0, end = 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    %0 = aten.diff.default %x, n = 4, dim = 0 : (!ep.tensor<[5, s85], f32>) -> !ep.tensor<[1, s85], f32>
    ep.return %0 : !ep.tensor<[1, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @trapezoid_x(
ep.program @trapezoid_x { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @trapezoid_x(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, dim = 1, start = 1, end = s85
    // CHECK-NEXT: aten.slice.Tensor %x, dim = 1, start = 0, end = s85 - 1
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 1, end = s85
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 0, end = s85 - 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 2.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [1]
    %0 = aten.trapezoid.x %x, %y : (!ep.tensor<[s87, s85], f32>, !ep.tensor<[s87, s85], f32>) -> !ep.tensor<[s87], f32>
    ep.return %0 : !ep.tensor<[s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cumulative_trapezoid_x(
ep.program @cumulative_trapezoid_x { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @cumulative_trapezoid_x(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87, s85 - 1], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, dim = 1, start = 1, end = s85
    // CHECK-NEXT: aten.slice.Tensor %x, dim = 1, start = 0, end = s85 - 1
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 1, end = s85
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 0, end = s85 - 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 2.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.cumsum.default %{{.*}}, dim = 1
    %0 = aten.cumulative_trapezoid.x %x, %y : (!ep.tensor<[s87, s85], f32>, !ep.tensor<[s87, s85], f32>) -> !ep.tensor<[s87, s85 - 1], f32>
    ep.return %0 : !ep.tensor<[s87, s85 - 1], f32>
} }

// -----

// No values: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[0], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.trapezoid.dx 
    %0 = aten.trapezoid.dx %x : (!ep.tensor<[0], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// Places have another rank: left alone.
// CHECK-LABEL: ep.graph @left_2(
ep.program @left_2 {
  ep.graph @left_2(%x: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[2, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.trapezoid.x 
    %0 = aten.trapezoid.x %x, %y : (!ep.tensor<[2, 3, 4], f32>, !ep.tensor<[3, 4], f32>) -> !ep.tensor<[2, 3], f32>
    ep.return %0 : !ep.tensor<[2, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cumulative_trapezoid_dx(
ep.program @cumulative_trapezoid_dx { ep.symbol @n range(2, 64)
  ep.graph @cumulative_trapezoid_dx(%a: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %a, dim = 1, start = 1, end = 5
    // CHECK-NEXT: aten.slice.Tensor %a, dim = 1, start = 0, end = 4
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 2
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 2.0
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.cumsum.default %{{.*}}, dim = 1
    %0 = aten.cumulative_trapezoid.dx %a, dx = 2 : (!ep.tensor<[n, 5], f32>) -> !ep.tensor<[n, 4], f32>
    ep.return %0 : !ep.tensor<[n, 4], f32>
} }
