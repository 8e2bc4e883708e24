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
