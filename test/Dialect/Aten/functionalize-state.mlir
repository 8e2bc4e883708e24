// RUN: kiln-opt %s --kiln-aten-functionalize --cse --split-input-file | FileCheck %s
//
// Inputs that are written become outputs: in the order of the inputs, before
// the program's own.

!t = !ep.tensor<[4], f32>
// CHECK-LABEL: ep.graph @kinds
// CHECK: {{^ *\)}} -> (
// CHECK-NEXT: !ep.tensor<[4], f32> {ep.output = #ep.output<parameter_mutation "w">},
// CHECK-NEXT: !ep.tensor<[4], f32> {ep.output = #ep.output<buffer_mutation "b">},
// CHECK-NEXT: !ep.tensor<[4], f32> {ep.output = #ep.output<user_input_mutation "x">},
// CHECK-NEXT: !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}
// CHECK-NEXT: ) {
ep.program @kinds {
  ep.storage @s0 bytes(16)
  ep.storage @s1 bytes(16)
  ep.storage @s2 bytes(16)
  ep.parameter @w : !t storage(@s0)
  ep.buffer @b persistent : !t storage(@s1)
  ep.buffer @unused persistent : !t storage(@s2)
  ep.graph @kinds(%w: !t {ep.input = #ep.input<parameter "w">},
                  %b: !t {ep.input = #ep.input<buffer "b">},
                  %unused: !t {ep.input = #ep.input<buffer "unused">},
                  %x: !t {ep.input = #ep.input<user_input "x">},
                  %z: !t {ep.input = #ep.input<user_input "z">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    // CHECK: %[[X:.*]] = aten.add.Tensor %x, %b
    %0 = aten.add_.Tensor %x, %b : (!t, !t) -> !t
    // CHECK: %[[B:.*]] = aten.relu.default %b
    %1 = aten.relu_.default %b : (!t) -> !t
    // CHECK: %[[W:.*]] = aten.neg.default %w
    %2 = aten.neg_.default %w : (!t) -> !t
    // The epilogue that export leaves behind writes nothing new.
    %3 = aten.copy_.default %b, %1 : (!t, !t) -> !t
    // CHECK: ep.return %[[W]], %[[B]], %[[X]], %[[X]]
    ep.return %x : !t
  }
}

// -----

// A program that is functional already keeps its outputs; a further write goes
// into the one that is there.
!t = !ep.tensor<[4], f32>
// CHECK-LABEL: ep.graph @more
// CHECK: {{^ *\)}} -> (
// CHECK-NEXT: !ep.tensor<[4], f32> {ep.output = #ep.output<buffer_mutation "a">},
// CHECK-NEXT: !ep.tensor<[4], f32> {ep.output = #ep.output<buffer_mutation "b">}
// CHECK-NEXT: ) {
ep.program @more {
  ep.storage @s0 bytes(16)
  ep.storage @s1 bytes(16)
  ep.buffer @a persistent : !t storage(@s0)
  ep.buffer @b persistent : !t storage(@s1)
  ep.graph @more(%a: !t {ep.input = #ep.input<buffer "a">},
                 %b: !t {ep.input = #ep.input<buffer "b">})
      -> (!t {ep.output = #ep.output<buffer_mutation "b">}) {
    // CHECK: %[[A:.*]] = aten.neg.default %a
    %0 = aten.neg_.default %a : (!t) -> !t
    // CHECK: %[[B:.*]] = aten.relu.default %b
    %1 = aten.relu_.default %b : (!t) -> !t
    // CHECK: ep.return %[[A]], %[[B]]
    ep.return %b : !t
  }
}

// -----

// Two names of one storage see each other's writes, each at its place.
!f = !ep.tensor<[3, 4], f32>
!r = !ep.tensor<[4], f32>
!c = !ep.tensor<[3], f32, strides = [4]>
// CHECK-LABEL: ep.graph @tied
// CHECK-NEXT: %row:
// CHECK-NEXT: %full:
// CHECK-NEXT: %column:
// CHECK-NEXT: %apart:
// CHECK-NEXT: ) -> (
// CHECK-NEXT: #ep.output<buffer_mutation "row">
// CHECK-NEXT: #ep.output<buffer_mutation "full">
// CHECK-NEXT: #ep.output<buffer_mutation "column">
// CHECK-NEXT: #ep.output<user_output "y">
ep.program @tied {
  ep.storage @s0 bytes(64)
  ep.buffer @row persistent : !r storage(@s0, 4)
  ep.buffer @full persistent : !f storage(@s0)
  ep.buffer @column persistent : !c storage(@s0, 1)
  ep.buffer @apart persistent : !r storage(@s0, 12)
  ep.graph @tied(%row: !r {ep.input = #ep.input<buffer "row">},
                 %full: !f {ep.input = #ep.input<buffer "full">},
                 %column: !c {ep.input = #ep.input<buffer "column">},
                 %apart: !r {ep.input = #ep.input<buffer "apart">})
      -> (!c {ep.output = #ep.output<user_output "y">}) {
    // CHECK: %[[ROW:.*]] = aten.as_strided.default %full, size = [4], stride = [1], storage_offset = 4
    // CHECK: %[[NEG:.*]] = aten.neg.default %[[ROW]]
    // CHECK: %[[FULL:.*]] = aten.as_strided_scatter.default %full, %[[NEG]], size = [4], stride = [1], storage_offset = 4
    %0 = aten.neg_.default %row : (!r) -> !r
    // CHECK: %[[COLUMN:.*]] = aten.as_strided.default %[[FULL]], size = [3], stride = [4], storage_offset = 1
    // CHECK: ep.return %[[NEG]], %[[FULL]], %[[COLUMN]], %[[COLUMN]]
    ep.return %column : !c
  }
}

// -----

// The same tensor under two names.
!t = !ep.tensor<[4], f32>
// CHECK-LABEL: ep.graph @twice
ep.program @twice {
  ep.storage @s0 bytes(32)
  ep.buffer @a persistent : !t storage(@s0, 4)
  ep.buffer @b persistent : !t storage(@s0, 4)
  ep.graph @twice(%a: !t {ep.input = #ep.input<buffer "a">},
                  %b: !t {ep.input = #ep.input<buffer "b">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    // CHECK: %[[NEW:.*]] = aten.neg.default %b
    // CHECK: %[[A:.*]] = aten.alias.default %[[NEW]]
    %0 = aten.neg_.default %b : (!t) -> !t
    // CHECK: ep.return %[[A]], %[[NEW]], %[[A]]
    ep.return %a : !t
  }
}

// -----

// Batch norm in training form writes its statistics, in evaluation form not.
!x = !ep.tensor<[s0, 3], f32>
!s = !ep.tensor<[3], f32>
// CHECK-LABEL: ep.graph @batch_norm
// CHECK: {{^ *\)}} -> (
// CHECK-NEXT: !ep.tensor<[3], f32> {ep.output = #ep.output<buffer_mutation "mean">},
// CHECK-NEXT: !ep.tensor<[3], f32> {ep.output = #ep.output<buffer_mutation "var">},
// CHECK-NEXT: !ep.tensor<[s0, 3], f32> {ep.output = #ep.output<user_output "y">}
// CHECK-NEXT: ) {
ep.program @batch_norm {
  ep.symbol @s0 range(1, 64)
  ep.storage @s0_ bytes(12)
  ep.storage @s1_ bytes(12)
  ep.buffer @mean persistent : !s storage(@s0_)
  ep.buffer @var persistent : !s storage(@s1_)
  ep.graph @batch_norm(%mean: !s {ep.input = #ep.input<buffer "mean">},
                       %var: !s {ep.input = #ep.input<buffer "var">},
                       %x: !x {ep.input = #ep.input<user_input "x">})
      -> (!x {ep.output = #ep.output<user_output "y">}) {
    // CHECK: %[[A:.*]]:5 = aten._native_batch_norm_legit_functional.default %x, none, none, %mean, %var, training = true, momentum = 0.1, eps = 0.001
    %0 = aten.batch_norm.default %x, none, none, %mean, %var, training = true, momentum = 0.1, eps = 1.0e-3, cudnn_enabled = false : (!x, !s, !s) -> !x
    // CHECK: aten.batch_norm.default %[[A]]#0, none, none, %[[A]]#3, %[[A]]#4, training = false
    %1 = aten.batch_norm.default %0, none, none, %mean, %var, training = false, momentum = 0.1, eps = 1.0e-3, cudnn_enabled = false : (!x, !s, !s) -> !x
    // CHECK: ep.return %[[A]]#3, %[[A]]#4,
    ep.return %1 : !x
  }
}

// -----

!x = !ep.tensor<[s0, 3, 5], f32>
!s = !ep.tensor<[3], f32>
// CHECK-LABEL: ep.graph @instance_norm
ep.program @instance_norm {
  ep.symbol @s0 range(1, 64)
  ep.storage @s0_ bytes(12)
  ep.storage @s1_ bytes(12)
  ep.buffer @mean persistent : !s storage(@s0_)
  ep.buffer @var persistent : !s storage(@s1_)
  ep.graph @instance_norm(%mean: !s {ep.input = #ep.input<buffer "mean">},
                          %var: !s {ep.input = #ep.input<buffer "var">},
                          %x: !x {ep.input = #ep.input<user_input "x">})
      -> (!x {ep.output = #ep.output<user_output "y">}) {
    // CHECK: aten.repeat.default %mean, repeats = [s0] : {{.*}} -> !ep.tensor<[3*s0], f32>
    // CHECK: aten.view.default %x, size = [1, 3*s0, 5]
    // CHECK: %[[N:.*]]:5 = aten._native_batch_norm_legit_functional.default
    // CHECK: %[[Y:.*]] = aten.view.default %[[N]]#0, size = [s0, 3, 5]
    // CHECK: aten.view.default %[[N]]#3, size = [s0, 3]
    // CHECK: %[[MEAN:.*]] = aten.mean.dim %{{.*}}, dim = [0]
    // CHECK: %[[VAR:.*]] = aten.mean.dim %{{.*}}, dim = [0]
    %0 = aten.instance_norm.default %x, none, none, %mean, %var, use_input_stats = true, momentum = 0.1, eps = 1.0e-3, cudnn_enabled = false : (!x, !s, !s) -> !x
    // CHECK: ep.return %[[MEAN]], %[[VAR]], %[[Y]]
    ep.return %0 : !x
  }
}

// -----

// A constant that is written is a buffer that is not saved; others stay.
!t = !ep.tensor<[4], f32>
// CHECK-LABEL: ep.program @cache
// CHECK: ep.buffer @cache : !ep.tensor<[4], f32> storage(@s0)
// CHECK: ep.constant @table : !ep.tensor<[4], f32> storage(@s1)
// CHECK: ep.graph @forward(
// CHECK-NEXT: %cache: !ep.tensor<[4], f32> {ep.input = #ep.input<buffer "cache">},
// CHECK-NEXT: %table: !ep.tensor<[4], f32> {ep.input = #ep.input<constant_tensor "table">}
// CHECK-NEXT: ) -> (!ep.tensor<[4], f32> {ep.output = #ep.output<buffer_mutation "cache">})
ep.program @cache {
  ep.storage @s0 bytes(16)
  ep.storage @s1 bytes(16)
  ep.constant @cache : !t storage(@s0)
  ep.constant @table : !t storage(@s1)
  ep.graph @forward(%c: !t {ep.input = #ep.input<constant_tensor "cache">},
                    %d: !t {ep.input = #ep.input<constant_tensor "table">}) {
    // CHECK: %[[C:.*]] = aten.add.Tensor %cache, %table
    %0 = aten.add_.Tensor %c, %d : (!t, !t) -> !t
    // CHECK: ep.return %[[C]]
    ep.return
  }
}
