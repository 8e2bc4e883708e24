// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Of floats, of integers, and of integers without a sign. What is not ordered is unequal.
// CHECK-LABEL: ep.graph @comparisons
ep.program @comparisons { ep.graph @comparisons(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">},
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">},
          %j: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "j">},
          %u: !ep.tensor<[4], ui8> {ep.input = #ep.input<user_input "u">}
      ) -> (!ep.tensor<[s0, 4], i1> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[s0, 4], i1> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "5">},
              !ep.tensor<[s0, 4], i1> {ep.output = #ep.output<user_output "6">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "7">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "8">},
              !ep.tensor<[s0, 4], i1> {ep.output = #ep.output<user_output "9">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "10">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "11">},
              !ep.tensor<[s0, 4], i1> {ep.output = #ep.output<user_output "12">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "13">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "14">},
              !ep.tensor<[s0, 4], i1> {ep.output = #ep.output<user_output "15">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "16">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "17">}) {
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: i1):
  // CHECK-NEXT: %[[R:.*]] = arith.cmpf oeq, %[[X]], %[[Y]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.eq.Tensor %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i1):
  // CHECK-NEXT: %[[R:.*]] = arith.cmpi eq, %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %1 = aten.eq.Tensor %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i8, %{{.*}}: i1):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 3 : i8
  // CHECK-NEXT: %[[R:.*]] = arith.cmpi eq, %[[X]], %[[K]] : i8
  // CHECK-NEXT: linalg.yield %[[R]]
  %2 = aten.eq.Scalar %u, other = 3 : (!ep.tensor<[4], ui8>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: i1):
  // CHECK-NEXT: %[[R:.*]] = arith.cmpf une, %[[X]], %[[Y]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %3 = aten.ne.Tensor %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i1):
  // CHECK-NEXT: %[[R:.*]] = arith.cmpi ne, %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %4 = aten.ne.Tensor %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i8, %{{.*}}: i1):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 3 : i8
  // CHECK-NEXT: %[[R:.*]] = arith.cmpi ne, %[[X]], %[[K]] : i8
  // CHECK-NEXT: linalg.yield %[[R]]
  %5 = aten.ne.Scalar %u, other = 3 : (!ep.tensor<[4], ui8>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: i1):
  // CHECK-NEXT: %[[R:.*]] = arith.cmpf olt, %[[X]], %[[Y]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %6 = aten.lt.Tensor %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i1):
  // CHECK-NEXT: %[[R:.*]] = arith.cmpi slt, %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %7 = aten.lt.Tensor %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i8, %{{.*}}: i1):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 3 : i8
  // CHECK-NEXT: %[[R:.*]] = arith.cmpi ult, %[[X]], %[[K]] : i8
  // CHECK-NEXT: linalg.yield %[[R]]
  %8 = aten.lt.Scalar %u, other = 3 : (!ep.tensor<[4], ui8>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: i1):
  // CHECK-NEXT: %[[R:.*]] = arith.cmpf ole, %[[X]], %[[Y]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %9 = aten.le.Tensor %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i1):
  // CHECK-NEXT: %[[R:.*]] = arith.cmpi sle, %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %10 = aten.le.Tensor %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i8, %{{.*}}: i1):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 3 : i8
  // CHECK-NEXT: %[[R:.*]] = arith.cmpi ule, %[[X]], %[[K]] : i8
  // CHECK-NEXT: linalg.yield %[[R]]
  %11 = aten.le.Scalar %u, other = 3 : (!ep.tensor<[4], ui8>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: i1):
  // CHECK-NEXT: %[[R:.*]] = arith.cmpf ogt, %[[X]], %[[Y]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %12 = aten.gt.Tensor %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i1):
  // CHECK-NEXT: %[[R:.*]] = arith.cmpi sgt, %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %13 = aten.gt.Tensor %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i8, %{{.*}}: i1):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 3 : i8
  // CHECK-NEXT: %[[R:.*]] = arith.cmpi ugt, %[[X]], %[[K]] : i8
  // CHECK-NEXT: linalg.yield %[[R]]
  %14 = aten.gt.Scalar %u, other = 3 : (!ep.tensor<[4], ui8>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: i1):
  // CHECK-NEXT: %[[R:.*]] = arith.cmpf oge, %[[X]], %[[Y]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %15 = aten.ge.Tensor %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i1):
  // CHECK-NEXT: %[[R:.*]] = arith.cmpi sge, %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %16 = aten.ge.Tensor %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i8, %{{.*}}: i1):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 3 : i8
  // CHECK-NEXT: %[[R:.*]] = arith.cmpi uge, %[[X]], %[[K]] : i8
  // CHECK-NEXT: linalg.yield %[[R]]
  %17 = aten.ge.Scalar %u, other = 3 : (!ep.tensor<[4], ui8>) -> !ep.tensor<[4], i1>
  ep.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17 : !ep.tensor<[s0, 4], i1>,
    !ep.tensor<[4], i1>,
    !ep.tensor<[4], i1>,
    !ep.tensor<[s0, 4], i1>,
    !ep.tensor<[4], i1>,
    !ep.tensor<[4], i1>,
    !ep.tensor<[s0, 4], i1>,
    !ep.tensor<[4], i1>,
    !ep.tensor<[4], i1>,
    !ep.tensor<[s0, 4], i1>,
    !ep.tensor<[4], i1>,
    !ep.tensor<[4], i1>,
    !ep.tensor<[s0, 4], i1>,
    !ep.tensor<[4], i1>,
    !ep.tensor<[4], i1>,
    !ep.tensor<[s0, 4], i1>,
    !ep.tensor<[4], i1>,
    !ep.tensor<[4], i1>
} }

// -----

// CHECK-LABEL: ep.graph @promotion
ep.program @promotion { ep.graph @promotion(
          %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">},
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">}
      ) -> (!ep.tensor<[4], i1> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "1">}) {
  // The common dtype of the operands is compared.
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: f32, %{{.*}}: i1):
  // CHECK-NEXT: %[[A:.*]] = arith.sitofp %[[X]] : i64 to f32
  // CHECK-NEXT: %[[R:.*]] = arith.cmpf olt, %[[A]], %[[Y]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.lt.Tensor %i, %y : (!ep.tensor<[4], i64>, !ep.tensor<[4], f32>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i1):
  // CHECK-NEXT: %[[A:.*]] = arith.sitofp %[[X]] : i64 to f32
  // CHECK-NEXT: %[[K:.*]] = arith.constant 2.5
  // CHECK-NEXT: %[[R:.*]] = arith.cmpf ogt, %[[A]], %[[K]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %1 = aten.gt.Scalar %i, other = 2.5 : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i1>
  ep.return %0, %1 : !ep.tensor<[4], i1>,
    !ep.tensor<[4], i1>
} }

// -----

// Operands are bool first.
// CHECK-LABEL: ep.graph @logic
ep.program @logic { ep.graph @logic(
          %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">},
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">}
      ) -> (!ep.tensor<[4], i1> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "3">}) {
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: f32, %{{.*}}: i1):
  // CHECK-NEXT: %[[Z:.*]] = arith.constant 0 : i64
  // CHECK-NEXT: %[[A:.*]] = arith.cmpi ne, %[[X]], %[[Z]] : i64
  // CHECK-NEXT: %[[F:.*]] = arith.constant 0.0
  // CHECK-NEXT: %[[C:.*]] = arith.cmpf une, %[[Y]], %[[F]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.andi %[[A]], %[[C]] : i1
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.logical_and.default %i, %y : (!ep.tensor<[4], i64>, !ep.tensor<[4], f32>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: f32, %{{.*}}: i1):
  // CHECK-NEXT: %[[Z:.*]] = arith.constant 0 : i64
  // CHECK-NEXT: %[[A:.*]] = arith.cmpi ne, %[[X]], %[[Z]] : i64
  // CHECK-NEXT: %[[F:.*]] = arith.constant 0.0
  // CHECK-NEXT: %[[C:.*]] = arith.cmpf une, %[[Y]], %[[F]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.ori %[[A]], %[[C]] : i1
  // CHECK-NEXT: linalg.yield %[[R]]
  %1 = aten.logical_or.default %i, %y : (!ep.tensor<[4], i64>, !ep.tensor<[4], f32>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: f32, %{{.*}}: i1):
  // CHECK-NEXT: %[[Z:.*]] = arith.constant 0 : i64
  // CHECK-NEXT: %[[A:.*]] = arith.cmpi ne, %[[X]], %[[Z]] : i64
  // CHECK-NEXT: %[[F:.*]] = arith.constant 0.0
  // CHECK-NEXT: %[[C:.*]] = arith.cmpf une, %[[Y]], %[[F]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.xori %[[A]], %[[C]] : i1
  // CHECK-NEXT: linalg.yield %[[R]]
  %2 = aten.logical_xor.default %i, %y : (!ep.tensor<[4], i64>, !ep.tensor<[4], f32>) -> !ep.tensor<[4], i1>
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i1):
  // CHECK-NEXT: %[[Z:.*]] = arith.constant 0 : i64
  // CHECK-NEXT: %[[A:.*]] = arith.cmpi ne, %[[X]], %[[Z]] : i64
  // CHECK-NEXT: %[[T:.*]] = arith.constant true
  // CHECK-NEXT: %[[R:.*]] = arith.xori %[[A]], %[[T]] : i1
  // CHECK-NEXT: linalg.yield %[[R]]
  %3 = aten.logical_not.default %i : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i1>
  ep.return %0, %1, %2, %3 : !ep.tensor<[4], i1>,
    !ep.tensor<[4], i1>,
    !ep.tensor<[4], i1>,
    !ep.tensor<[4], i1>
} }

// -----

// Bits.
// CHECK-LABEL: ep.graph @bits
ep.program @bits { ep.graph @bits(
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">},
          %j: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "j">},
          %u: !ep.tensor<[4], ui8> {ep.input = #ep.input<user_input "u">},
          %b: !ep.tensor<[4], i1> {ep.input = #ep.input<user_input "b">}
      ) -> (!ep.tensor<[4], i64> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[4], ui8> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "5">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "6">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "7">}) {
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[R:.*]] = arith.andi %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.bitwise_and.Tensor %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[R:.*]] = arith.ori %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %1 = aten.bitwise_or.Tensor %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[R:.*]] = arith.xori %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %2 = aten.bitwise_xor.Tensor %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i8, %{{.*}}: i8):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 7 : i8
  // CHECK-NEXT: %[[R:.*]] = arith.andi %[[X]], %[[K]] : i8
  // CHECK-NEXT: linalg.yield %[[R]]
  %3 = aten.bitwise_and.Scalar %u, other = 7 : (!ep.tensor<[4], ui8>) -> !ep.tensor<[4], ui8>
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 7 : i64
  // CHECK-NEXT: %[[R:.*]] = arith.ori %[[X]], %[[K]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %4 = aten.bitwise_or.Scalar %i, other = 7 : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 7 : i64
  // CHECK-NEXT: %[[R:.*]] = arith.xori %[[X]], %[[K]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %5 = aten.bitwise_xor.Scalar %i, other = 7 : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[K:.*]] = arith.constant -1 : i64
  // CHECK-NEXT: %[[R:.*]] = arith.xori %[[X]], %[[K]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %6 = aten.bitwise_not.default %i : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i1, %{{.*}}: i1):
  // CHECK-NEXT: %[[K:.*]] = arith.constant true
  // CHECK-NEXT: %[[R:.*]] = arith.xori %[[X]], %[[K]] : i1
  // CHECK-NEXT: linalg.yield %[[R]]
  %7 = aten.bitwise_not.default %b : (!ep.tensor<[4], i1>) -> !ep.tensor<[4], i1>
  ep.return %0, %1, %2, %3, %4, %5, %6, %7 : !ep.tensor<[4], i64>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], ui8>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], i1>
} }

// -----

// CHECK-LABEL: ep.graph @where
ep.program @where { ep.graph @where(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">},
          %j: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "j">},
          %u: !ep.tensor<[4], ui8> {ep.input = #ep.input<user_input "u">},
          %b: !ep.tensor<[4], i1> {ep.input = #ep.input<user_input "b">}
      ) -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "1">}) {
  // Only the values have the common dtype; all broadcast.
  // CHECK: ^bb0(%[[C:.*]]: i1, %[[X:.*]]: f32, %[[Y:.*]]: i64, %{{.*}}: f32):
  // CHECK-NEXT: %[[F:.*]] = arith.sitofp %[[Y]] : i64 to f32
  // CHECK-NEXT: %[[R:.*]] = arith.select %[[C]], %[[X]], %[[F]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.where.self %b, %x, %i : (!ep.tensor<[4], i1>, !ep.tensor<[s0, 4], f32>, !ep.tensor<[4], i64>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: arith.cmpi ne, %{{.*}} : i8
  // CHECK: arith.select
  %1 = aten.where.self %u, %i, %j : (!ep.tensor<[4], ui8>, !ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  ep.return %0, %1 : !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[4], i64>
} }

// -----

ep.program @number { ep.graph @number(
          %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0], i1> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.lt.Scalar' op is not converted to linalg: complex or symbolic float number}}
  %0 = aten.lt.Scalar %x, other = zuf0 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], i1>
  ep.return %0 : !ep.tensor<[s0], i1>
} }

// -----

// A symbolic number is a size; a symbolic float is refused.
ep.program @where_float { ep.graph @where_float(
          %b: !ep.tensor<[4], i1> {ep.input = #ep.input<user_input "b">},
          %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
  %n = ep.number 0.5*zuf0
  // expected-error @below {{'aten.where.self' op is not converted to linalg: has no complex tensor; complex or symbolic float number}}
  %0 = aten.where.self %b, %x, %n : (!ep.tensor<[4], i1>, !ep.tensor<[4], f32>, !ep.number<0.5*zuf0>) -> !ep.tensor<[4], f32>
  ep.return %0 : !ep.tensor<[4], f32>
} }
