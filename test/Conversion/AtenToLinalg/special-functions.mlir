// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// Special functions are computed in f64 and rounded to the dtype once.
// CHECK-LABEL: ep.graph @gamma
!t = !ep.tensor<[s0], f32>
!h = !ep.tensor<[s0], bf16>
!i = !ep.tensor<[s0], i64>
!d = !ep.tensor<[s0], f64>
ep.program @gamma { ep.graph @gamma(%x: !t {ep.input = #ep.input<user_input "x">}, %h: !h {ep.input = #ep.input<user_input "h">},
                                    %i: !i {ep.input = #ep.input<user_input "i">}, %d: !d {ep.input = #ep.input<user_input "d">})
    -> (!t {ep.output = #ep.output<user_output "0">}, !h {ep.output = #ep.output<user_output "1">}, !t {ep.output = #ep.output<user_output "2">},
        !d {ep.output = #ep.output<user_output "3">}, !t {ep.output = #ep.output<user_output "4">}, !t {ep.output = #ep.output<user_output "5">},
        !t {ep.output = #ep.output<user_output "6">}, !t {ep.output = #ep.output<user_output "7">}) {
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[D:.*]] = arith.extf %[[X]] : f32 to f64
  // CHECK-COUNT-2: math.log %{{.*}} : f64
  // CHECK: %[[R:.*]] = arith.truncf %{{.*}} : f64 to f32
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten.lgamma.default %x : (!t) -> !t
  // bf16 goes through f32.
  // CHECK: ^bb0(%[[H:.*]]: bf16, %{{.*}}: bf16):
  // CHECK-NEXT: %[[W:.*]] = arith.extf %[[H]] fastmath<contract> : bf16 to f32
  // CHECK-NEXT: arith.extf %[[W]] : f32 to f64
  // CHECK: %[[N:.*]] = arith.truncf %{{.*}} : f64 to f32
  // CHECK-NEXT: arith.truncf %[[N]] fastmath<contract> : f32 to bf16
  %1 = aten.digamma.default %h : (!h) -> !h
  // Integers are rounded to the result's dtype first, as PyTorch does.
  // CHECK: %[[F:.*]] = arith.sitofp %{{.*}} : i64 to f32
  // CHECK-NEXT: arith.extf %[[F]] : f32 to f64
  // CHECK: math.erf %{{.*}} : f64
  %2 = aten.erfc.default %i : (!i) -> !t
  // CHECK: ^bb0(%{{.*}}: f64, %{{.*}}: f64, %{{.*}}: f64):
  // CHECK: %[[LOW:.*]]:3 = scf.while
  // CHECK: scf.condition(%{{.*}}) %{{.*}}, %{{.*}}, %{{.*}} : f64, f64, f64
  // CHECK: %[[HIGH:.*]]:6 = scf.while
  // CHECK-NOT: arith.truncf
  // CHECK: linalg.yield
  %3 = aten.igamma.default %d, %d : (!d, !d) -> !d
  // CHECK: scf.while
  // CHECK: math.powf
  %4 = aten.special_zeta.self_scalar %x, self = 2.5 : (!t) -> !t
  // Trigamma by reflection.
  // CHECK: math.sin %{{.*}} : f64
  // CHECK: scf.while
  %5 = aten.polygamma.default %x, n = 1 : (!t) -> !t
  // CHECK: scf.while
  // CHECK: arith.mulf %{{.*}}, %{{.*}} : f64
  %6 = aten.polygamma.default %x, n = 3 : (!t) -> !t
  // Quotients of polynomials.
  // CHECK: math.log
  // CHECK: math.sqrt
  // CHECK-NOT: scf.while
  // CHECK: math.copysign
  %7 = aten.erfinv.default %x : (!t) -> !t
  ep.return %0, %1, %2, %3, %4, %5, %6, %7 : !t, !h, !t, !d, !t, !t, !t, !t
} }

// -----

// CHECK-LABEL: ep.graph @bessel
!t = !ep.tensor<[4], f32>
ep.program @bessel { ep.graph @bessel(%x: !t {ep.input = #ep.input<user_input "x">})
    -> (!t {ep.output = #ep.output<user_output "0">}, !t {ep.output = #ep.output<user_output "1">}, !t {ep.output = #ep.output<user_output "2">},
        !t {ep.output = #ep.output<user_output "3">}, !t {ep.output = #ep.output<user_output "4">}) {
  // Near 0 a polynomial, then a recurrence, far out sine and cosine.
  // CHECK: %[[M:.*]]:7 = scf.while
  // CHECK: math.sin %{{.*}} : f64
  // CHECK: linalg.yield
  %0 = aten.special_bessel_y1.default %x : (!t) -> !t
  // CHECK: %{{.*}}:3 = scf.while
  // CHECK: math.copysign
  %1 = aten.special_i1.default %x : (!t) -> !t
  // CHECK: %{{.*}}:3 = scf.while
  // CHECK: math.exp %{{.*}} : f64
  %2 = aten.special_scaled_modified_bessel_k1.default %x : (!t) -> !t
  // CHECK: ^bb0
  // CHECK-NOT: scf.while
  // CHECK: math.sin %{{.*}} : f64
  // CHECK: linalg.yield
  %3 = aten.special_spherical_bessel_j0.default %x : (!t) -> !t
  // CHECK: scf.while
  // CHECK: linalg.yield
  %4 = aten.special_airy_ai.default %x : (!t) -> !t
  ep.return %0, %1, %2, %3, %4 : !t, !t, !t, !t, !t
} }

// -----

// The degree of a polynomial is data: a loop counts up to it.
// CHECK-LABEL: ep.graph @polynomials
!t = !ep.tensor<[4], f32>
!n = !ep.tensor<[4], i64>
ep.program @polynomials { ep.graph @polynomials(%x: !t {ep.input = #ep.input<user_input "x">}, %n: !n {ep.input = #ep.input<user_input "n">})
    -> (!t {ep.output = #ep.output<user_output "0">}, !t {ep.output = #ep.output<user_output "1">}, !t {ep.output = #ep.output<user_output "2">}) {
  // CHECK: ^bb0(%[[X:.*]]: f32, %[[N:.*]]: i64, %{{.*}}: f32):
  // CHECK: arith.sitofp %[[N]] : i64 to f32
  // CHECK: %{{.*}}:3 = scf.while
  // CHECK: %[[BELOW:.*]] = arith.cmpf olt, %{{.*}}, %[[DEGREE:.*]] : f64
  // CHECK: arith.cmpf olt, %[[DEGREE]], %{{.*}} : f64
  %0 = aten.special_legendre_polynomial_p.default %x, %n : (!t, !n) -> !t
  // CHECK: scf.while
  %1 = aten.special_shifted_chebyshev_polynomial_w.n_scalar %x, n = 5 : (!t) -> !t
  // CHECK: scf.while
  %2 = aten.special_hermite_polynomial_h.x_scalar %n, x = 0.5 : (!n) -> !t
  ep.return %0, %1, %2 : !t, !t, !t
} }

// -----

!c = !ep.tensor<[4], complex<f32>>
ep.program @complex { ep.graph @complex(%x: !c {ep.input = #ep.input<user_input "x">}) -> (!c {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.lgamma.default' op is not converted to linalg: complex tensors}}
  %0 = aten.lgamma.default %x : (!c) -> !c
  ep.return %0 : !c
} }

// -----

!t = !ep.tensor<[4], f32>
ep.program @symbolic { ep.graph @symbolic(%x: !t {ep.input = #ep.input<user_input "x">}) -> (!t {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.special_zeta.other_scalar' op is not converted to linalg: complex or symbolic float number}}
  %0 = aten.special_zeta.other_scalar %x, other = 0.5*zuf0 : (!t) -> !t
  ep.return %0 : !t
} }

// -----

// A number in place of a tensor has its own dtype.
// CHECK-LABEL: ep.graph @number
!t = !ep.tensor<[], i1>
ep.program @number { ep.graph @number() -> (!t {ep.output = #ep.output<user_output "0">}) {
  %n = ep.number 2
  // CHECK: %[[N:.*]] = arith.constant 2 : i64
  // CHECK: arith.cmpi slt, %[[N]], %{{.*}} : i64
  %0 = aten.signbit.default %n : (!ep.number<2>) -> !t
  ep.return %0 : !t
} }
