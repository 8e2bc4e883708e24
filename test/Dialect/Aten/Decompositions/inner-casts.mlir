// RUN: kiln-opt %s --kiln-aten-decompose --kiln-aten-expand-core --split-input-file | FileCheck %s

// Casts with which an operator computes are marked; those of the program are
// not.
!h = !ep.tensor<[2, 3, 4, 4], bf16>
!f = !ep.tensor<[2, 3, 4, 4], f32>
!p = !ep.tensor<[3], bf16>
// CHECK-LABEL: ep.graph @batch_norm(
ep.program @batch_norm {
  ep.graph @batch_norm(%x: !h {ep.input = #ep.input<user_input "x">}, %w: !p {ep.input = #ep.input<user_input "w">}, %m: !p {ep.input = #ep.input<user_input "m">})
    -> (!f {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = f32 {aten.inner} :
    // CHECK-COUNT-4: aten._to_copy.default {{%[wm]}}, dtype = f32 {aten.inner} :
    // CHECK: %[[R:.*]] = aten._to_copy.default %{{.*}}, dtype = bf16 {aten.inner} :
    // CHECK: aten._to_copy.default %[[R]], dtype = f32 :
    %0 = aten.batch_norm.default %x, %w, %w, %m, %m, training = false, momentum = 0.1, eps = 1.0e-5, cudnn_enabled = true : (!h, !p, !p, !p, !p) -> !h
    %1 = aten.to.dtype %0, dtype = f32 : (!h) -> !f
    ep.return %1 : !f
} }

// -----

!h = !ep.tensor<[4], bf16>
!f = !ep.tensor<[4], f32>
// CHECK-LABEL: ep.graph @silu(
ep.program @silu {
  ep.graph @silu(%x: !f {ep.input = #ep.input<user_input "x">}) -> (!h {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[H:.*]] = aten._to_copy.default %x, dtype = bf16 :
    // CHECK: aten._to_copy.default %[[H]], dtype = f32 {aten.inner} :
    // CHECK: aten._to_copy.default %{{.*}}, dtype = bf16 {aten.inner} :
    %0 = aten._to_copy.default %x, dtype = bf16 : (!f) -> !h
    %1 = aten.silu.default %0 : (!h) -> !h
    ep.return %1 : !h
} }
