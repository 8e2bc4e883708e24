// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @acos
ep.program @acos { ep.graph @acos(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.acos %{{.*}} : f32
  %0 = aten.acos.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @acosh
ep.program @acosh { ep.graph @acosh(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.acosh %{{.*}} : f32
  %0 = aten.acosh.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @asin
ep.program @asin { ep.graph @asin(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.asin %{{.*}} : f32
  %0 = aten.asin.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @asinh
ep.program @asinh { ep.graph @asinh(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.asinh %{{.*}} : f32
  %0 = aten.asinh.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @atan
ep.program @atan { ep.graph @atan(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.atan %{{.*}} : f32
  %0 = aten.atan.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @atanh
ep.program @atanh { ep.graph @atanh(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.atanh %{{.*}} : f32
  %0 = aten.atanh.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cosh
ep.program @cosh { ep.graph @cosh(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.cosh %{{.*}} : f32
  %0 = aten.cosh.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @expm1
ep.program @expm1 { ep.graph @expm1(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.expm1 %{{.*}} : f32
  %0 = aten.expm1.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @log10
ep.program @log10 { ep.graph @log10(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.log10 %{{.*}} : f32
  %0 = aten.log10.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @log1p
ep.program @log1p { ep.graph @log1p(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.log1p %{{.*}} : f32
  %0 = aten.log1p.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @log2
ep.program @log2 { ep.graph @log2(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.log2 %{{.*}} : f32
  %0 = aten.log2.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @sinh
ep.program @sinh { ep.graph @sinh(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.sinh %{{.*}} : f32
  %0 = aten.sinh.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @tan
ep.program @tan { ep.graph @tan(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.tan %{{.*}} : f32
  %0 = aten.tan.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// Half floats in f32, ints as the dtype of the result.
// CHECK-LABEL: ep.graph @half
ep.program @half { ep.graph @half(%x: !ep.tensor<[s0, 4], f16> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f16> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.extf
  // CHECK: math.log2 %{{.*}} : f32
  // CHECK: arith.truncf
  %0 = aten.log2.default %x : (!ep.tensor<[s0, 4], f16>) -> !ep.tensor<[s0, 4], f16>
  ep.return %0 : !ep.tensor<[s0, 4], f16>
} }

// -----

// CHECK-LABEL: ep.graph @ints
ep.program @ints { ep.graph @ints(%x: !ep.tensor<[s0, 4], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.sitofp
  // CHECK: math.atan %{{.*}} : f32
  %0 = aten.atan.default %x : (!ep.tensor<[s0, 4], i64>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @angle
ep.program @angle { ep.graph @angle(%y: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "y">},
    %x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.atan2 %{{.*}}, %{{.*}} : f32
  %0 = aten.atan2.default %y, %x : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @elu
ep.program @elu { ep.graph @elu(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[M:.*]] = arith.mulf %[[X:.*]], %{{.*}} : f32
  // CHECK: %[[E:.*]] = math.expm1 %[[M]]
  // CHECK: arith.mulf %[[E]]
  // CHECK: arith.cmpf olt, %[[X]]
  // CHECK: arith.select
  %0 = aten.elu.default %x, alpha = 0.5 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// Of NaN it is 0; a bool is its own sign.
// CHECK-LABEL: ep.graph @sign
ep.program @sign { ep.graph @sign(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.cmpf ogt
  // CHECK: arith.cmpf olt
  // CHECK: arith.select
  // CHECK: arith.select
  %0 = aten.sign.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @sign_int
ep.program @sign_int { ep.graph @sign_int(%x: !ep.tensor<[s0, 4], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], i64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.cmpi sgt
  // CHECK: arith.cmpi slt
  %0 = aten.sign.default %x : (!ep.tensor<[s0, 4], i64>) -> !ep.tensor<[s0, 4], i64>
  ep.return %0 : !ep.tensor<[s0, 4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @sign_byte
ep.program @sign_byte { ep.graph @sign_byte(%x: !ep.tensor<[s0, 4], ui8> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], ui8> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.cmpi ne
  %0 = aten.sign.default %x : (!ep.tensor<[s0, 4], ui8>) -> !ep.tensor<[s0, 4], ui8>
  ep.return %0 : !ep.tensor<[s0, 4], ui8>
} }

// -----

// CHECK-LABEL: ep.graph @sign_bool
ep.program @sign_bool { ep.graph @sign_bool(%x: !ep.tensor<[s0, 4], i1> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], i1> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.yield %in : i1
  %0 = aten.sign.default %x : (!ep.tensor<[s0, 4], i1>) -> !ep.tensor<[s0, 4], i1>
  ep.return %0 : !ep.tensor<[s0, 4], i1>
} }

// -----

// CHECK-LABEL: ep.graph @isinf
ep.program @isinf { ep.graph @isinf(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], i1> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: math.absf
  // CHECK: arith.cmpf oeq
  %0 = aten.isinf.default %x : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], i1>
  ep.return %0 : !ep.tensor<[s0, 4], i1>
} }

// -----

// CHECK-LABEL: ep.graph @isinf_int
ep.program @isinf_int { ep.graph @isinf_int(%x: !ep.tensor<[s0, 4], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], i1> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: linalg.yield %false
  %0 = aten.isinf.default %x : (!ep.tensor<[s0, 4], i64>) -> !ep.tensor<[s0, 4], i1>
  ep.return %0 : !ep.tensor<[s0, 4], i1>
} }

// -----

// CHECK-LABEL: ep.graph @fmod
ep.program @fmod { ep.graph @fmod(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.remf
  //CHECK-NOT: select
  // CHECK: linalg.yield
  %0 = aten.fmod.Tensor %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// A divisor that is known needs no care.
// CHECK-LABEL: ep.graph @fmod_number
ep.program @fmod_number { ep.graph @fmod_number(%x: !ep.tensor<[s0, 4], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], i64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.remsi
  // CHECK-NOT: select
  // CHECK: linalg.yield
  %0 = aten.fmod.Scalar %x, other = 3 : (!ep.tensor<[s0, 4], i64>) -> !ep.tensor<[s0, 4], i64>
  ep.return %0 : !ep.tensor<[s0, 4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @remainder
ep.program @remainder { ep.graph @remainder(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: %[[R:.*]] = arith.remf
  // CHECK: arith.cmpf une, %[[R]]
  // CHECK: arith.addf %[[R]]
  // CHECK: arith.select
  %0 = aten.remainder.Tensor %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// A divisor of 0 is an error, and one of -1 must not trap.
// CHECK-LABEL: ep.graph @remainder_int
ep.program @remainder_int { ep.graph @remainder_int(%x: !ep.tensor<[s0, 4], i64> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[s0, 4], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 4], i64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: ^bb0(%{{.*}}: i64, %[[Y:.*]]: i64, %{{.*}}: i64):
  // CHECK: %[[D:.*]] = tx.divisor %[[Y]] : i64
  // CHECK: arith.cmpi eq, %[[D]]
  // CHECK: arith.select
  // CHECK: arith.remsi
  // CHECK: arith.addi
  // CHECK: arith.select
  %0 = aten.remainder.Tensor %x, %y : (!ep.tensor<[s0, 4], i64>, !ep.tensor<[s0, 4], i64>) -> !ep.tensor<[s0, 4], i64>
  ep.return %0 : !ep.tensor<[s0, 4], i64>
} }

// -----

// CHECK-LABEL: ep.graph @remainder_byte
ep.program @remainder_byte { ep.graph @remainder_byte(%x: !ep.tensor<[s0, 4], ui8> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 4], ui8> {ep.output = #ep.output<user_output "0">}) {
  // CHECK-NOT: tx.divisor
  // CHECK: arith.remui
  %0 = aten.remainder.Scalar %x, other = 3 : (!ep.tensor<[s0, 4], ui8>) -> !ep.tensor<[s0, 4], ui8>
  ep.return %0 : !ep.tensor<[s0, 4], ui8>
} }

// -----

// CHECK-LABEL: ep.graph @quotient
ep.program @quotient { ep.graph @quotient(%x: !ep.tensor<[s0, 4], i64> {ep.input = #ep.input<user_input "x">},
    %y: !ep.tensor<[s0, 4], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 4], i64> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: arith.cmpi eq
  // CHECK: arith.floordivsi
  // CHECK: arith.select
  %0 = aten.div.Tensor_mode %x, %y, rounding_mode = "floor" : (!ep.tensor<[s0, 4], i64>, !ep.tensor<[s0, 4], i64>) -> !ep.tensor<[s0, 4], i64>
  ep.return %0 : !ep.tensor<[s0, 4], i64>
} }
