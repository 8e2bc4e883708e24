// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Bits of floats are those of f64.
// CHECK-LABEL: ep.program @hash
ep.program @hash {
  ep.graph @forward(%x: !ep.tensor<[s0, 8], f16> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0, 8], i32> {ep.input = #ep.input<user_input "y">})
      -> (!ep.tensor<[], ui64> {ep.output = #ep.output<user_output "0">},
          !ep.tensor<[s0, 1], ui64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: iterator_types = ["reduction", "reduction"]
    // CHECK: arith.extf
    // CHECK: arith.bitcast %{{.*}} : f64 to i64
    // CHECK: arith.xori
    %0 = aten.hash_tensor.default %x : (!ep.tensor<[s0, 8], f16>) -> !ep.tensor<[], ui64>
    // CHECK: iterator_types = ["parallel", "reduction"]
    // CHECK: arith.extsi
    // CHECK: arith.xori
    %1 = aten.hash_tensor.default %y, dim = [1], keepdim = true : (!ep.tensor<[s0, 8], i32>) -> !ep.tensor<[s0, 1], ui64>
    ep.return %0, %1 : !ep.tensor<[], ui64>, !ep.tensor<[s0, 1], ui64>
  }
}

// -----

ep.program @mode {
  ep.graph @forward(%x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[], ui64> {ep.output = #ep.output<user_output "0">}) {
    // expected-error @below {{'aten.hash_tensor.default' op is not converted to linalg: no mode or no tensor to hash}}
    %0 = aten.hash_tensor.default %x, mode = 1 : (!ep.tensor<[8], f32>) -> !ep.tensor<[], ui64>
    ep.return %0 : !ep.tensor<[], ui64>
  }
}
