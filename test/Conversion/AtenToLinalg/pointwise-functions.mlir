// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Functions that are one operation.
// CHECK-LABEL: ep.graph @functions
ep.program @functions { ep.graph @functions(
          %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "5">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "6">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "7">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "8">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "9">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "10">}) {
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = math.cos %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.cos.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = math.sin %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %1 = aten.sin.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = math.exp %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %2 = aten.exp.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = math.log %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %3 = aten.log.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = math.sqrt %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %4 = aten.sqrt.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = math.tanh %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %5 = aten.tanh.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = math.erf %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %6 = aten.erf.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = math.ceil %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %7 = aten.ceil.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = math.floor %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %8 = aten.floor.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = math.trunc %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %9 = aten.trunc.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = math.roundeven %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %10 = aten.round.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  ep.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>
} }

// -----

// Functions of integers.
// CHECK-LABEL: ep.graph @integers
ep.program @integers { ep.graph @integers(
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">},
          %u: !ep.tensor<[4], ui8> {ep.input = #ep.input<user_input "u">},
          %b: !ep.tensor<[4], i1> {ep.input = #ep.input<user_input "b">},
          %j: !ep.tensor<[4], i32> {ep.input = #ep.input<user_input "j">},
          %k: !ep.tensor<[4], i16> {ep.input = #ep.input<user_input "k">}
      ) -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[4], ui8> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[4], i32> {ep.output = #ep.output<user_output "5">},
              !ep.tensor<[4], i16> {ep.output = #ep.output<user_output "6">}) {
  // Integers are floats first; bool and unsigned ones have no sign.
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: f32):
  // CHECK-NEXT: %[[F:.*]] = arith.sitofp %[[X]] : i64 to f32
  // CHECK-NEXT: %[[R:.*]] = math.exp %[[F]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.exp.default %i : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], f32>
  // CHECK: ^bb0(%[[X:.*]]: i8, %{{.*}}: f32):
  // CHECK-NEXT: %[[F:.*]] = arith.uitofp %[[X]] : i8 to f32
  // CHECK-NEXT: %[[R:.*]] = math.sqrt %[[F]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %1 = aten.sqrt.default %u : (!ep.tensor<[4], ui8>) -> !ep.tensor<[4], f32>
  // CHECK: ^bb0(%[[X:.*]]: i1, %{{.*}}: f32):
  // CHECK-NEXT: %[[F:.*]] = arith.uitofp %[[X]] : i1 to f32
  // CHECK-NEXT: %[[R:.*]] = math.sin %[[F]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %2 = aten.sin.default %b : (!ep.tensor<[4], i1>) -> !ep.tensor<[4], f32>
  // Integers are round already.
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: linalg.yield %[[X]]
  %3 = aten.ceil.default %i : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i8, %{{.*}}: i8):
  // CHECK-NEXT: linalg.yield %[[X]]
  %4 = aten.floor.default %u : (!ep.tensor<[4], ui8>) -> !ep.tensor<[4], ui8>
  // CHECK: ^bb0(%[[X:.*]]: i32, %{{.*}}: i32):
  // CHECK-NEXT: linalg.yield %[[X]]
  %5 = aten.trunc.default %j : (!ep.tensor<[4], i32>) -> !ep.tensor<[4], i32>
  // CHECK: ^bb0(%[[X:.*]]: i16, %{{.*}}: i16):
  // CHECK-NEXT: linalg.yield %[[X]]
  %6 = aten.round.default %k : (!ep.tensor<[4], i16>) -> !ep.tensor<[4], i16>
  ep.return %0, %1, %2, %3, %4, %5, %6 : !ep.tensor<[4], f32>,
    !ep.tensor<[4], f32>,
    !ep.tensor<[4], f32>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], ui8>,
    !ep.tensor<[4], i32>,
    !ep.tensor<[4], i16>
} }

// -----

// A half float is computed in f32 and rounded once.
// CHECK-LABEL: ep.graph @halves
ep.program @halves { ep.graph @halves(
          %h: !ep.tensor<[4], f16> {ep.input = #ep.input<user_input "h">}
      ) -> (!ep.tensor<[4], f16> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4], f16> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: ^bb0(%[[X:.*]]: f16, %{{.*}}: f16):
  // CHECK-NEXT: %[[F:.*]] = arith.extf %[[X]] fastmath<contract> : f16 to f32
  // CHECK-NEXT: %[[E:.*]] = math.erf %[[F]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.truncf %[[E]] fastmath<contract> : f32 to f16
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.erf.default %h : (!ep.tensor<[4], f16>) -> !ep.tensor<[4], f16>
  // CHECK: ^bb0(%[[X:.*]]: f16, %{{.*}}: f16):
  // CHECK-NEXT: %[[F:.*]] = arith.extf %[[X]] fastmath<contract> : f16 to f32
  // CHECK-NEXT: %[[N:.*]] = arith.negf %[[F]] : f32
  // CHECK-NEXT: %[[E:.*]] = math.exp %[[N]] : f32
  // CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.0
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[ONE]], %[[E]] : f32
  // CHECK-NEXT: %[[Q:.*]] = arith.divf %{{.*}}, %[[S]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.truncf %[[Q]] fastmath<contract> : f32 to f16
  // CHECK-NEXT: linalg.yield %[[R]]
  %1 = aten.sigmoid.default %h : (!ep.tensor<[4], f16>) -> !ep.tensor<[4], f16>
  ep.return %0, %1 : !ep.tensor<[4], f16>,
    !ep.tensor<[4], f16>
} }

// -----

// CHECK-LABEL: ep.graph @formulas
ep.program @formulas { ep.graph @formulas(
          %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">}
      ) -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "5">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "6">},
              !ep.tensor<[s0], i1> {ep.output = #ep.output<user_output "7">},
              !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "8">}) {
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.0
  // CHECK-NEXT: %[[R:.*]] = arith.divf %[[ONE]], %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.reciprocal.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[Q:.*]] = math.sqrt %[[X]] : f32
  // CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.0
  // CHECK-NEXT: %[[R:.*]] = arith.divf %[[ONE]], %[[Q]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %1 = aten.rsqrt.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[Z:.*]] = arith.constant 0.0
  // CHECK-NEXT: %[[R:.*]] = arith.maximumf %[[X]], %[[Z]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %2 = aten.relu.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[Z:.*]] = arith.constant 0 : i64
  // CHECK-NEXT: %[[R:.*]] = arith.maxsi %[[X]], %[[Z]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %3 = aten.relu.default %i : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[A:.*]] = arith.constant 2.0
  // CHECK-NEXT: %[[Z:.*]] = arith.constant 0.0
  // CHECK-NEXT: %[[P:.*]] = arith.cmpf ogt, %[[X]], %[[Z]] : f32
  // CHECK-NEXT: %[[M:.*]] = arith.mulf %[[X]], %[[A]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.select %[[P]], %[[X]], %[[M]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %4 = aten.leaky_relu.default %x, negative_slope = 0.2 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // Exact, and by tanh.
  // CHECK: math.erf
  // CHECK-NOT: math.tanh
  // CHECK: linalg.yield
  %5 = aten.gelu.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: arith.constant 4.471500e-02
  // CHECK-NOT: math.erf
  // CHECK: math.tanh
  // CHECK: linalg.yield
  %6 = aten.gelu.default %x, approximate = "tanh" : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: i1):
  // CHECK-NEXT: %[[R:.*]] = arith.cmpf uno, %[[X]], %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %7 = aten.isnan.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], i1>
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i1):
  // CHECK-NEXT: %[[R:.*]] = arith.constant false
  // CHECK-NEXT: linalg.yield %[[R]]
  %8 = aten.isnan.default %i : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i1>
  ep.return %0, %1, %2, %3, %4, %5, %6, %7, %8 : !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], i1>,
    !ep.tensor<[4], i1>
} }

// -----

// Signs.
// CHECK-LABEL: ep.graph @signs
ep.program @signs { ep.graph @signs(
          %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">},
          %u: !ep.tensor<[4], ui8> {ep.input = #ep.input<user_input "u">}
      ) -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[4], ui8> {ep.output = #ep.output<user_output "4">}) {
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = arith.negf %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.neg.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[Z:.*]] = arith.constant 0 : i64
  // CHECK-NEXT: %[[R:.*]] = arith.subi %[[Z]], %[[X]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %1 = aten.neg.default %i : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = math.absf %[[X]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %2 = aten.abs.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[R:.*]] = math.absi %[[X]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %3 = aten.abs.default %i : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // What has no sign is its own absolute value.
  // CHECK: ^bb0(%[[X:.*]]: i8, %{{.*}}: i8):
  // CHECK-NEXT: linalg.yield %[[X]]
  %4 = aten.abs.default %u : (!ep.tensor<[4], ui8>) -> !ep.tensor<[4], ui8>
  ep.return %0, %1, %2, %3, %4 : !ep.tensor<[s0], f32>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], ui8>
} }

// -----

// Bounds.
// CHECK-LABEL: ep.graph @clamps
ep.program @clamps { ep.graph @clamps(
          %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">},
          %u: !ep.tensor<[4], ui8> {ep.input = #ep.input<user_input "u">},
          %lo: !ep.tensor<[1], f32> {ep.input = #ep.input<user_input "lo">}
      ) -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[4], ui8> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "5">}) {
  // The upper bound wins.
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[LO:.*]] = arith.constant -1.0
  // CHECK-NEXT: %[[HI:.*]] = arith.constant 2.5
  // CHECK-NEXT: %[[M:.*]] = arith.maximumf %[[X]], %[[LO]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.minimumf %[[M]], %[[HI]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.clamp.default %x, min = -1, max = 2.5 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: i64):
  // CHECK-NEXT: %[[LO:.*]] = arith.constant 3 : i64
  // CHECK-NEXT: %[[R:.*]] = arith.maxsi %[[X]], %[[LO]] : i64
  // CHECK-NEXT: linalg.yield %[[R]]
  %1 = aten.clamp.default %i, min = 3 : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
  // CHECK: ^bb0(%[[X:.*]]: i8, %{{.*}}: i8):
  // CHECK-NEXT: %[[HI:.*]] = arith.constant 3 : i8
  // CHECK-NEXT: %[[R:.*]] = arith.minui %[[X]], %[[HI]] : i8
  // CHECK-NEXT: linalg.yield %[[R]]
  %2 = aten.clamp.default %u, max = 3 : (!ep.tensor<[4], ui8>) -> !ep.tensor<[4], ui8>
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[LO:.*]] = arith.constant -1.0
  // CHECK-NEXT: %[[HI:.*]] = arith.constant 1.0
  // CHECK-NEXT: %[[M:.*]] = arith.maximumf %[[X]], %[[LO]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.minimumf %[[M]], %[[HI]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %3 = aten.hardtanh.default %x : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // Bounds that are tensors, broadcast; either may be missing.
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[LO:.*]]: f32, %[[HI:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[M:.*]] = arith.maximumf %[[X]], %[[LO]] : f32
  // CHECK-NEXT: %[[R:.*]] = arith.minimumf %[[M]], %[[HI]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %4 = aten.clamp.Tensor %x, %lo, %x : (!ep.tensor<[s0], f32>, !ep.tensor<[1], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[HI:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[R:.*]] = arith.minimumf %[[X]], %[[HI]] : f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %5 = aten.clamp.Tensor %x, none, %x : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  ep.return %0, %1, %2, %3, %4, %5 : !ep.tensor<[s0], f32>,
    !ep.tensor<[4], i64>,
    !ep.tensor<[4], ui8>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>,
    !ep.tensor<[s0], f32>
} }

// -----

ep.program @slope { ep.graph @slope(
          %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.leaky_relu.default' op is not converted to linalg: complex or symbolic float number}}
  %0 = aten.leaky_relu.default %x, negative_slope = 0.5*zuf0 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

ep.program @bound { ep.graph @bound(
          %x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.clamp.default' op is not converted to linalg: complex or symbolic float number}}
  %0 = aten.clamp.default %x, min = zuf0 : (!ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
  ep.return %0 : !ep.tensor<[s0], f32>
} }
