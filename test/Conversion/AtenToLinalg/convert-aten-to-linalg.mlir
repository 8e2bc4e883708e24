// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// The graph's sizes and inputs are converted once, at its entry.
!t = !ep.tensor<[s0, 64], f32>
// CHECK-LABEL: ep.graph @sizes
ep.program @sizes {
  ep.graph @sizes(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "0">}, !ep.tensor<[64*s0], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[X:.*]] = ep.to_builtin %{{.*}} : !ep.tensor<[s0, 64], f32> -> tensor<?x64xf32>
    // CHECK: %[[S:.*]] = ep.size s0
    // CHECK-NOT: ep.size s0
    // CHECK: %[[E:.*]] = tensor.empty(%[[S]]) : tensor<?x64xf32>
    // CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<?x64xf32>) outs(%[[E]] : tensor<?x64xf32>)
    // CHECK: arith.maximumf
    %0 = aten.relu.default %x : (!t) -> !t
    // CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<?x64xf32>) outs(%[[E]] : tensor<?x64xf32>)
    %1 = aten.neg.default %x : (!t) -> !t
    // CHECK: %[[V:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<?x64xf32> into tensor<?xf32>
    %2 = aten.view.default %1, size = [-1] : (!t) -> !ep.tensor<[64*s0], f32>
    // CHECK: ep.from_builtin %[[V]] : tensor<?xf32> -> !ep.tensor<[64*s0], f32>
    ep.return %0, %2 : !t, !ep.tensor<[64*s0], f32>
  }
}

// -----

// What has no conversion is an error by name.
!t = !ep.tensor<[s0, 64], f32>
ep.program @unknown {
  ep.graph @unknown(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.logcumsumexp.default' op has no conversion to linalg}}
    // expected-note @below {{a plugin may register a decomposition or a conversion (docs/AddOperator.md)}}
    %0 = aten.logcumsumexp.default %x, dim = 0 : (!t) -> !t
    ep.return %0 : !t
  }
}
