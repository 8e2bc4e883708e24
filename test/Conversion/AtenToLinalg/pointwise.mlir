// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s

// Dtypes: promotion, computing in f32, numbers, signs.
!h = !ep.tensor<[s0, 4], bf16>
// CHECK-LABEL: ep.graph @dtypes
ep.program @dtypes {
  ep.symbol @s0 range(0, ?)
  ep.graph @dtypes(%h: !h {ep.input = #ep.input<user_input "h">},
                   %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">},
                   %u: !ep.tensor<[4], ui8> {ep.input = #ep.input<user_input "u">},
                   %b: !ep.tensor<[4], i1> {ep.input = #ep.input<user_input "b">})
      -> (!h {ep.output = #ep.output<user_output "0">}, !ep.tensor<[4], f32> {ep.output = #ep.output<user_output "1">},
          !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "2">}, !ep.tensor<[4], i64> {ep.output = #ep.output<user_output "3">},
          !ep.tensor<[4], i1> {ep.output = #ep.output<user_output "4">}) {
    // The sum is rounded once; an operand is brought to the common dtype first.
    // CHECK: linalg.generic {indexing_maps = [#[[ID:.*]], #[[ROW:.*]], #[[ID]]]
    // CHECK: %[[X:.*]] = arith.extf %{{.*}} : bf16 to f32
    // CHECK: %[[I:.*]] = arith.sitofp %{{.*}} : i64 to bf16
    // CHECK: %[[Y:.*]] = arith.extf %[[I]] : bf16 to f32
    // CHECK: %[[S:.*]] = arith.addf %[[X]], %[[Y]] : f32
    // CHECK: arith.truncf %[[S]] fastmath<contract> : f32 to bf16
    %0 = aten.add.Tensor %h, %i : (!h, !ep.tensor<[4], i64>) -> !h
    // Integers divide in floating point.
    // CHECK: arith.uitofp %{{.*}} : i8 to f32
    // CHECK: arith.constant 2.000000e+00 : f32
    // CHECK: arith.divf
    %n = ep.number 2
    %1 = aten.div.Tensor %u, %n : (!ep.tensor<[4], ui8>, !ep.number<2>) -> !ep.tensor<[4], f32>
    // CHECK: arith.cmpi ult
    %2 = aten.lt.Scalar %u, other = 3 : (!ep.tensor<[4], ui8>) -> !ep.tensor<[4], i1>
    // A symbolic number is a size.
    // CHECK: %[[N:.*]] = arith.index_cast %{{.*}} : index to i64
    // CHECK: arith.muli %{{.*}}, %[[N]] : i64
    %3 = aten.mul.Scalar %i, other = s0 : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i64>
    // CHECK: arith.xori
    %4 = aten.logical_not.default %b : (!ep.tensor<[4], i1>) -> !ep.tensor<[4], i1>
    ep.return %0, %1, %2, %3, %4 : !h, !ep.tensor<[4], f32>, !ep.tensor<[4], i1>, !ep.tensor<[4], i64>, !ep.tensor<[4], i1>
  }
}

// -----

// Formulas.
!t = !ep.tensor<[8], f32>
// CHECK-LABEL: ep.graph @formulas
ep.program @formulas {
  ep.graph @formulas(%x: !t {ep.input = #ep.input<user_input "x">}, %m: !ep.tensor<[8], i1> {ep.input = #ep.input<user_input "m">})
      -> (!t {ep.output = #ep.output<user_output "0">}) {
    // CHECK: math.erf
    %0 = aten.gelu.default %x : (!t) -> !t
    // CHECK: math.tanh
    %1 = aten.gelu.default %0, approximate = "tanh" : (!t) -> !t
    // CHECK: arith.negf
    // CHECK: math.exp
    // CHECK: arith.divf
    %2 = aten.sigmoid.default %1 : (!t) -> !t
    // CHECK: math.sqrt
    // CHECK: arith.divf
    %3 = aten.rsqrt.default %2 : (!t) -> !t
    // CHECK: %[[A:.*]] = arith.maximumf
    // CHECK: arith.minimumf %[[A]]
    %4 = aten.clamp.default %3, min = -1, max = 1 : (!t) -> !t
    // CHECK: arith.minimumf
    %5 = aten.clamp.default %4, max = 1 : (!t) -> !t
    // CHECK: %[[P:.*]] = arith.mulf %[[X:.*]], %[[X]] : f32
    // CHECK-NEXT: linalg.yield %[[P]]
    %6 = aten.pow.Tensor_Scalar %5, exponent = 2 : (!t) -> !t
    // CHECK: math.powf
    %7 = aten.pow.Tensor_Scalar %6, exponent = 2.5 : (!t) -> !t
    // CHECK: arith.select
    %8 = aten.where.self %m, %7, %x : (!ep.tensor<[8], i1>, !t, !t) -> !t
    // CHECK: arith.constant 2.000000e+00 : f32
    // CHECK: arith.mulf
    // CHECK: arith.subf
    %9 = aten.sub.Tensor %8, %x, alpha = 2 : (!t, !t) -> !t
    // CHECK: math.floor
    %10 = aten.div.Tensor_mode %9, %x, rounding_mode = "floor" : (!t, !t) -> !t
    // CHECK: math.absf
    %11 = aten.abs.default %10 : (!t) -> !t
    // CHECK: math.tanh
    %12 = aten.tanh.default %11 : (!t) -> !t
    ep.return %12 : !t
  }
}

// -----

// Where it is not known whether a dimension repeats, no element outside is
// read: the last one there is stands for those behind it.
// CHECK-LABEL: ep.graph @open
ep.program @open {
  ep.symbol @s0 range(0, ?)
  ep.symbol @s1 range(0, ?) ep.graph @open(
          %x: !ep.tensor<[4, s0], f32> {ep.input = #ep.input<user_input "x">},
          %y: !ep.tensor<[4, FloorDiv(s0, s1)], f32> {ep.input = #ep.input<user_input "y">}
      ) -> (!ep.tensor<[4, s0], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[Y:.*]] = ep.to_builtin %y
  // CHECK: %[[R:.*]] = linalg.generic
  // CHECK: %[[LAST:.*]] = arith.subi %{{.*}}, %{{.*}} : index
  // CHECK: %[[AT:.*]] = arith.minsi %{{.*}}, %[[LAST]] : index
  // CHECK: tensor.extract %[[Y]][%{{.*}}, %[[AT]]]
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[R]] : tensor<4x?xf32>, tensor<4x?xf32>)
  %0 = aten.add.Tensor %x, %y : (!ep.tensor<[4, s0], f32>, !ep.tensor<[4, FloorDiv(s0, s1)], f32>) -> !ep.tensor<[4, s0], f32>
  ep.return %0 : !ep.tensor<[4, s0], f32>
} }
