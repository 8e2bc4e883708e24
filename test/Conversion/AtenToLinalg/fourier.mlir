// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// The roots of unity, by the exponent modulo the length; then a sum in f64 for
// each frequency and part.
// CHECK-LABEL: ep.graph @forward
!x = !ep.tensor<[3, 8], f32>
!y = !ep.tensor<[3, 5], complex<f32>>
ep.program @forward { ep.graph @forward(%x: !x {ep.input = #ep.input<user_input "x">}) -> (!y {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[ROOTS:.*]] = linalg.generic
  // CHECK: math.cos
  // CHECK: math.sin
  // CHECK: -> tensor<8x2xf64>
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction"]
  // CHECK: %[[K:.*]] = linalg.index 1
  // CHECK: %[[J:.*]] = linalg.index 3
  // CHECK: %[[JK:.*]] = arith.muli %[[J]], %[[K]]
  // CHECK: %[[R:.*]] = arith.remui %[[JK]], %{{.*}} : index
  // CHECK: tensor.extract %[[ROOTS]][%[[R]], %{{.*}}]
  // CHECK: arith.addf %{{.*}} : f64
  // CHECK: -> tensor<3x5x2xf64>
  // The root of the number of elements.
  // CHECK: math.sqrt
  // CHECK: -> tensor<3x5x2xf32>
  %0 = aten._fft_r2c.default %x, dim = [1], normalization = 1, onesided = true : (!x) -> !y
  ep.return %0 : !y
} }

// -----

// Back: the spectrum is cut to the frequencies that the signal has, and all but
// two of them count twice. Other dimensions come first.
// CHECK-LABEL: ep.graph @backward
!y = !ep.tensor<[s0, 9], complex<f32>>
!x = !ep.tensor<[s0, 8], f32>
ep.program @backward { ep.graph @backward(%y: !y {ep.input = #ep.input<user_input "y">}) -> (!x {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction"]
  // CHECK: tensor.extract_slice %{{.*}} : tensor<?x9x2xf64> to tensor<?x5x2xf64>
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
  // CHECK: arith.addi %[[K:.*]], %[[K]] : index
  // CHECK: -> tensor<?x8xf64>
  %0 = aten._fft_c2r.default %y, dim = [0, 1], normalization = 2, last_dim_size = 8 : (!y) -> !x
  ep.return %0 : !x
} }

// -----

// A length that is a symbol.
// CHECK-LABEL: ep.graph @symbolic
!y = !ep.tensor<[2, s0], complex<f64>>
ep.program @symbolic { ep.graph @symbolic(%y: !y {ep.input = #ep.input<user_input "y">}) -> (!y {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[N:.*]] = ep.size s0
  // CHECK: arith.remui %{{.*}}, %[[N]] : index
  %0 = aten._fft_c2c.default %y, dim = [1], normalization = 0, forward = false : (!y) -> !y
  ep.return %0 : !y
} }

// -----

!y = !ep.tensor<[2, 4], complex<f64>>
ep.program @nothing { ep.graph @nothing(%y: !y {ep.input = #ep.input<user_input "y">}) -> (!y {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten._fft_c2c.default' op is not converted to linalg: has no dimension to transform}}
  %0 = aten._fft_c2c.default %y, dim = [], normalization = 0, forward = false : (!y) -> !y
  ep.return %0 : !y
} }
