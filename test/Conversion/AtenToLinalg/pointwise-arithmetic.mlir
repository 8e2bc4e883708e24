// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Floats.
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: ep.graph @floats
ep.program @floats { ep.graph @floats(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %y: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "y">}
      ) -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "5">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "6">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "7">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "8">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "9">}) {
  // A row is read along the first dimension again.
  // CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%{{.*}}, %{{.*}} : tensor<?x4xf32>, tensor<4xf32>)
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = arith.addf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.add.Tensor %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = arith.subf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %1 = aten.sub.Tensor %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = arith.mulf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %2 = aten.mul.Tensor %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = arith.divf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %3 = aten.div.Tensor %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], f32>
  // NaN wins.
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = arith.maximumf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %4 = aten.maximum.default %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = arith.minimumf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %5 = aten.minimum.default %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = math.powf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %6 = aten.pow.Tensor_Tensor %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[A:.*]] = arith.constant 5.0
  // CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[Y]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.addf %[[X]], %[[M]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %7 = aten.add.Tensor %x, %y, alpha = 0.5 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[Q:.*]] = arith.divf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: %[[R:.*]] = math.floor %[[Q]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %8 = aten.div.Tensor_mode %x, %y, rounding_mode = "floor" : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[Q:.*]] = arith.divf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: %[[R:.*]] = math.trunc %[[Q]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %9 = aten.div.Tensor_mode %x, %y, rounding_mode = "trunc" : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>
} }

// -----

// Integers.
// CHECK-LABEL: ep.graph @ints
ep.program @ints { ep.graph @ints(
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">},
          %j: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "j">},
          %u: !ep.tensor<[4], ui8> {ep.input = #ep.input<user_input "u">},
          %b: !ep.tensor<[4], i1> {ep.input = #ep.input<user_input "b">}
      ) -> (!ep.tensor<[4], i64> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "5">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "6">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "7">},
              !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "8">},
              !ep.tensor<[4], ui8> {ep.output = #ep.output<user_output "9">},
              !ep.tensor<[4], ui8> {ep.output = #ep.output<user_output "10">},
              !ep.tensor<[4], ui8> {ep.output = #ep.output<user_output "11">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "12">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "13">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "14">}) {
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[R:.*]] = arith.addi %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.add.Tensor %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[R:.*]] = arith.subi %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %1 = aten.sub.Tensor %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[R:.*]] = arith.muli %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %2 = aten.mul.Tensor %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[R:.*]] = arith.maxsi %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %3 = aten.maximum.default %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[R:.*]] = arith.minsi %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %4 = aten.minimum.default %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[R:.*]] = math.ipowi %[[X]], %[[Y]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %5 = aten.pow.Tensor_Tensor %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i64):
  // CHECK: tx.divisor %[[Y]] : i64
  // CHECK: arith.floordivsi %[[X]], %{{.*}} : i64
  // CHECK: linalg.yield
  %6 = aten.div.Tensor_mode %i, %j, rounding_mode = "floor" : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: i64):
  // CHECK: tx.divisor %[[Y]] : i64
  // CHECK: arith.divsi %[[X]], %{{.*}} : i64
  // CHECK: linalg.yield
  %7 = aten.div.Tensor_mode %i, %j, rounding_mode = "trunc" : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // Without a rounding mode integers divide as floats.
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i64, %{{.*}}: f32):
  // CHECK-NEXT: %[[A:.*]] = arith.sitofp %[[X]] : i64 to f32
  // CHECK-NEXT: %[[B:.*]] = arith.sitofp %[[Y]] : i64 to f32
  // CHECK-NEXT: %[[R:.*]] = arith.divf %[[A]], %[[B]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %8 = aten.div.Tensor %i, %j : (!ep.tensor<[4], i64>, !ep.tensor<[4], i64>) -> !ep.tensor<[4], f32>
  // Without a sign.
  // CHECK: arith.divui
  %9 = aten.div.Tensor_mode %u, %u, rounding_mode = "floor" : (!ep.tensor<[4], ui8>, !ep.tensor<[4], ui8>) -> !ep.tensor<[4], ui8>
  // CHECK: arith.maxui
  %10 = aten.maximum.default %u, %u : (!ep.tensor<[4], ui8>, !ep.tensor<[4], ui8>) -> !ep.tensor<[4], ui8>
  // CHECK: arith.minui
  %11 = aten.minimum.default %u, %u : (!ep.tensor<[4], ui8>, !ep.tensor<[4], ui8>) -> !ep.tensor<[4], ui8>
  // The narrow operand is widened first.
  // CHECK: ^bb0(%[[X:.*]]: i64, %[[Y:.*]]: i8, %{{.*}}: i64):
  // CHECK-NEXT: %[[B:.*]] = arith.extui %[[Y]] : i8 to i64
  // CHECK-NEXT: %[[R:.*]] = arith.addi %[[X]], %[[B]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %12 = aten.add.Tensor %i, %u : (!ep.tensor<[4], i64>, !ep.tensor<[4], ui8>) -> !ep.tensor<[4], i64>
  // Bools are added by or, multiplied by and.
  // CHECK: arith.andi %{{.*}}, %{{.*}} : i1
  %13 = aten.mul.Tensor %b, %b : (!ep.tensor<[4], i1>, !ep.tensor<[4], i1>) -> !ep.tensor<[4], i1>
  // CHECK: arith.ori %{{.*}}, %{{.*}} : i1
  %14 = aten.add.Tensor %b, %b : (!ep.tensor<[4], i1>, !ep.tensor<[4], i1>) -> !ep.tensor<[4], i1>
  ep.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : !ep.tensor<[4], i64>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], f32>,
    !ep.tensor<[4], ui8>,
    !ep.tensor<[4], ui8>,
    !ep.tensor<[4], ui8>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], i1>,
    !ep.tensor<[4], i1>
} }

// -----

// Numbers.
// CHECK-LABEL: ep.graph @numbers
ep.program @numbers { ep.graph @numbers(
          %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">},
          %h: !ep.tensor<[4], f16> {ep.input = #ep.input<user_input "h">}
      ) -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "5">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "6">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "7">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "8">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "9">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "10">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "11">},
              !ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "12">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "13">},
              !ep.tensor<[4], f16> {ep.output = #ep.output<user_output "14">}) {
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 2.0
  // CHECK-NEXT: %[[R:.*]] = arith.addf %[[X]], %[[K]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.add.Scalar %x, other = 2 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 2 : i64
  // CHECK-NEXT: %[[R:.*]] = arith.subi %[[X]], %[[K]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %1 = aten.sub.Scalar %i, other = 2 : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 5.0
  // CHECK-NEXT: %[[R:.*]] = arith.mulf %[[X]], %[[K]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %2 = aten.mul.Scalar %x, other = 0.5 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 1 : i64
  // CHECK-NEXT: %[[R:.*]] = arith.muli %[[X]], %[[K]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %3 = aten.mul.Scalar %i, other = true : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 4.0
  // CHECK-NEXT: %[[R:.*]] = arith.divf %[[X]], %[[K]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %4 = aten.div.Scalar %x, other = 4 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[K:.*]] = arith.constant 4 : i64
  // CHECK-NEXT: %[[R:.*]] = arith.floordivsi %[[X]], %[[K]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %5 = aten.div.Scalar_mode %i, other = 4, rounding_mode = "floor" : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // Small powers are products.
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK: %[[S:.*]] = arith.mulf %[[X]], %[[X]] : f32
  // CHECK: %[[R:.*]] = arith.mulf %[[X]], %[[S]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %6 = aten.pow.Tensor_Scalar %x, exponent = 3 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i64):
  // CHECK: %[[S:.*]] = arith.muli %[[X]], %[[X]] : i64
  // CHECK: %[[R:.*]] = arith.muli %[[S]], %[[S]] : i64
  %7 = aten.pow.Tensor_Scalar %i, exponent = 4 : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: math.sqrt
  // CHECK-NOT: math.powf
  // CHECK: linalg.yield
  %8 = aten.pow.Tensor_Scalar %x, exponent = 0.5 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: arith.divf
  // CHECK-NOT: math.powf
  // CHECK: linalg.yield
  %9 = aten.pow.Tensor_Scalar %x, exponent = -1 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: %[[Q:.*]] = math.sqrt
  // CHECK: arith.divf %{{.*}}, %[[Q]]
  %10 = aten.pow.Tensor_Scalar %x, exponent = -0.5 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: %[[ONE:.*]] = arith.constant 1.0
  // CHECK: linalg.yield %[[ONE]]
  %11 = aten.pow.Tensor_Scalar %x, exponent = 0 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK: %[[K:.*]] = arith.constant 2.0
  // CHECK: math.powf %[[K]], %[[X]] : f32
  %12 = aten.pow.Scalar self = 2, %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  // A symbolic number is a size.
  // CHECK: linalg.generic
  // CHECK: %[[N:.*]] = arith.index_cast %{{.*}} : index to i64
  // CHECK: arith.addi %{{.*}}, %[[N]] : i64
  %13 = aten.add.Scalar %i, other = 2*s0 : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: f16, %{{.*}}: f16):
  // CHECK-NEXT: %[[F:.*]] = arith.extf %[[X]] : f16 to f32
  // CHECK-NEXT: %[[K:.*]] = arith.constant 1.0
  // CHECK-NEXT: %[[A:.*]] = arith.constant 2.0
  // CHECK-NEXT: %[[M:.*]] = arith.mulf %[[A]], %[[K]] : f32
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[F]], %[[M]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.truncf %[[S]] fastmath<contract> : f32 to f16
  // CHECK-NEXT: linalg.yield %[[R]]
  %14 = aten.add.Scalar %h, other = 1, alpha = 2 : (!ep.tensor<[4], f16>) -> !ep.tensor<[4], f16>
  ep.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], f16>
} }

// -----

ep.program @factor { ep.graph @factor(
          %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.add.Tensor' op is not converted to linalg: has no complex tensor; complex or symbolic float number}}
  %0 = aten.add.Tensor %x, %x, alpha = zuf0 : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

ep.program @exponent { ep.graph @exponent(
          %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.pow.Tensor_Scalar' op is not converted to linalg: has no complex tensor; complex or symbolic float number}}
  %0 = aten.pow.Tensor_Scalar %x, exponent = zuf0 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  ep.return %0 : !ep.tensor<[s0], f32>
} }
