// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s

// Three steps for five boundaries, in the common dtype.
// CHECK-LABEL: ep.graph @bucketize
ep.program @bucketize { ep.graph @bucketize(%x: !ep.tensor<[3, s0], f32> {ep.input = #ep.input<user_input "x">},
    %b: !ep.tensor<[5], f64> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[3, s0], i64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.extf %in : f32 to f64
  // CHECK: arith.cmpf ogt
  // CHECK: arith.cmpf ogt
  // CHECK: arith.cmpf ogt
  // CHECK-NOT: arith.cmpf
  // CHECK: arith.index_cast
  %0 = aten.bucketize.Tensor %x, %b, right = true : (!ep.tensor<[3, s0], f32>, !ep.tensor<[5], f64>) -> !ep.tensor<[3, s0], i64>
  ep.return %0 : !ep.tensor<[3, s0], i64>
} }

// -----

// CHECK-LABEL: ep.graph @number
ep.program @number { ep.graph @number(%b: !ep.tensor<[2], ui8> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[], i64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.cmpi uge
  // CHECK: arith.cmpi uge
  %0 = aten.bucketize.Scalar self = 2, %b : (!ep.tensor<[2], ui8>) -> !ep.tensor<[], i64>
  ep.return %0 : !ep.tensor<[], i64>
} }

// -----

// Each row has a sequence of its own, and says in which order to read it.
// CHECK-LABEL: ep.graph @rows
ep.program @rows { ep.graph @rows(%q: !ep.tensor<[3, 4], i64> {ep.input = #ep.input<user_input "q">},
    %x: !ep.tensor<[3, 2], i64> {ep.input = #ep.input<user_input "x">},
    %k: !ep.tensor<[3, 4], i64> {ep.input = #ep.input<user_input "k">})
    -> (!ep.tensor<[3, 2], i32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[R:.*]] = linalg.index 0
  // CHECK: %[[K:.*]] = tensor.extract %{{.*}}[%[[R]], %{{.*}}] : tensor<3x4xi64>
  // CHECK: %[[J:.*]] = arith.index_cast %[[K]]
  // CHECK: tensor.extract %{{.*}}[%[[R]], %[[J]]]
  // CHECK: arith.cmpi sgt
  // CHECK: arith.trunci %{{.*}} : i64 to i32
  %0 = aten.searchsorted.Tensor %q, %x, out_int32 = true, side = "right", %k : (!ep.tensor<[3, 4], i64>, !ep.tensor<[3, 2], i64>, !ep.tensor<[3, 4], i64>) -> !ep.tensor<[3, 2], i32>
  ep.return %0 : !ep.tensor<[3, 2], i32>
} }

// -----

// CHECK-LABEL: ep.graph @nothing
ep.program @nothing { ep.graph @nothing(%q: !ep.tensor<[0], f32> {ep.input = #ep.input<user_input "q">})
    -> (!ep.tensor<[], i64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.fill
  %0 = aten.searchsorted.Scalar %q, self = 1 : (!ep.tensor<[0], f32>) -> !ep.tensor<[], i64>
  ep.return %0 : !ep.tensor<[], i64>
} }
