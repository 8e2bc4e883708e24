// RUN: kiln-opt %s --kiln-expand-math --split-input-file | FileCheck %s
// RUN: kiln-opt %s --pass-pipeline='builtin.module(kiln-expand-math{has-fma=false has-f16=false})' --split-input-file \
// RUN:   | FileCheck %s --check-prefix=OLD
// RUN: kiln-opt %s --pass-pipeline='builtin.module(kiln-expand-math{has-bf16=true})' --split-input-file \
// RUN:   | FileCheck %s --check-prefix=BF16
// RUN: kiln-opt %s --pass-pipeline='builtin.module(kiln-expand-math{rounds-bf16=true})' --split-input-file \
// RUN:   | FileCheck %s --check-prefix=ROUNDS
// RUN: kiln-opt %s --pass-pipeline='builtin.module(kiln-expand-math{table-size=16})' --split-input-file \
// RUN:   | FileCheck %s --check-prefix=TABLES

// CHECK-LABEL: func.func @rsqrt(
// CHECK: %[[R:.+]] = math.sqrt %{{.+}} : f32
// CHECK: arith.divf %{{.+}}, %[[R]] : f32
func.func @rsqrt(%x: f32) -> f32 {
  %y = math.rsqrt %x : f32
  return %y : f32
}

// -----

// Rounding divisions of integers are written out; a maximum of floats stays one
// operation, which a row of them needs, of zeros with any sign.
// CHECK-LABEL: func.func @divisions(
// CHECK-NOT: arith.floordivsi
// CHECK-NOT: arith.ceildivsi
// CHECK: arith.divsi
// CHECK: arith.maximumf %{{.+}}, %{{.+}} fastmath<nsz> : f32
// CHECK: arith.minimumf %{{.+}}, %{{.+}} fastmath<nsz,contract> : f32
func.func @divisions(%a: i32, %b: i32, %x: f32, %y: f32) -> (i32, i32, f32, f32) {
  %f = arith.floordivsi %a, %b : i32
  %c = arith.ceildivsi %a, %b : i32
  %m = arith.maximumf %x, %y : f32
  %l = arith.minimumf %m, %y fastmath<nsz,contract> : f32
  return %f, %c, %m, %l : i32, i32, f32, f32
}

// -----

// CHECK-LABEL: func.func @exp(
// CHECK-NOT: math.exp
// CHECK: math.fma
// CHECK: return
// OLD-LABEL: func.func @exp(
// OLD-NOT: math.
// OLD: return
// There are tables of f32 only.
// TABLES-LABEL: func.func @exp(
// TABLES-NOT: llvm.
// TABLES: return
func.func @exp(%x: f64) -> f64 {
  %y = math.exp %x : f64
  return %y : f64
}

// -----

// One more than a power, which nothing else reads, takes one power of two and
// no sum with one.
// CHECK-LABEL: func.func @one_plus_exp(
// CHECK: %[[SCALE:.+]] = arith.bitcast %{{.+}} : i32 to f32
// CHECK-NEXT: %[[Y:.+]] = math.fma %{{.+}}, %[[SCALE]], %{{.+}} : f32
// CHECK-NEXT: return %[[Y]]
// An instruction scales by any power of two.
// TABLES-LABEL: func.func @one_plus_exp(
// TABLES: %[[P:.+]] = llvm.
// TABLES: %[[Y:.+]] = arith.addf
// TABLES-NEXT: return %[[Y]]
func.func @one_plus_exp(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %p = math.exp %x : f32
  %y = arith.addf %one, %p : f32
  return %y : f32
}

// -----

// The power is read, too, or is added to something else.
// CHECK-LABEL: func.func @exp_and_sum(
// CHECK-COUNT-2: arith.shrsi
// CHECK: %[[T:.+]] = arith.addf
// CHECK-NEXT: return %{{.+}}, %{{.+}}, %[[T]]
func.func @exp_and_sum(%x: f32, %y: f32) -> (f32, f32, f32) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %p = math.exp %x : f32
  %s = arith.addf %p, %one : f32
  %q = math.exp %y : f32
  %t = arith.addf %q, %two : f32
  return %p, %s, %t : f32, f32, f32
}

// -----

// Small floats are computed in f32.
// CHECK-LABEL: func.func @tanh(
// CHECK: arith.extf %{{.+}} : f16 to f32
// CHECK-NOT: math.tanh
// CHECK: arith.truncf %{{.+}} : f32 to f16
// OLD-LABEL: func.func @tanh(
// OLD-NOT: arith.truncf
// OLD: return
func.func @tanh(%x: f16) -> f16 {
  %y = math.tanh %x : f16
  return %y : f16
}

// -----

// CHECK-LABEL: func.func @floor(
// CHECK: math.floor %{{.+}} : f32
// BF16-LABEL: func.func @floor(
// BF16: arith.extf %{{.+}} : bf16 to f32
// BF16: math.floor %{{.+}} : f32
// BF16: arith.truncf %{{.+}} : f32 to bf16
// ROUNDS-LABEL: func.func @floor(
// ROUNDS-NOT: arith.extf
// ROUNDS: %[[BITS:.+]] = arith.shli
// ROUNDS: %[[X:.+]] = arith.bitcast %[[BITS]] : i32 to f32
// ROUNDS: %[[Y:.+]] = math.floor %[[X]] : f32
// ROUNDS: arith.truncf %[[Y]] : f32 to bf16
func.func @floor(%x: bf16) -> bf16 {
  %y = math.floor %x : bf16
  return %y : bf16
}

// -----

// From f64 to f16 by f32, as PyTorch does it.
// CHECK-LABEL: func.func @narrow(
// CHECK: arith.truncf %{{.+}} : f64 to f32
// CHECK: arith.truncf %{{.+}} : f32 to f16
func.func @narrow(%x: f64) -> f16 {
  %y = arith.truncf %x : f64 to f16
  return %y : f16
}

// -----

// Without hardware the product is exact in f64.
// CHECK-LABEL: func.func @fma(
// CHECK: math.fma
// OLD-LABEL: func.func @fma(
// OLD: arith.mulf %{{.+}}, %{{.+}} : f64
// OLD: arith.addf %{{.+}}, %{{.+}} : f64
// OLD: arith.truncf
func.func @fma(%x: f32, %y: f32, %z: f32) -> f32 {
  %r = math.fma %x, %y, %z : f32
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @all(
// CHECK-NOT: math.{{exp|log|erf|sin|cos|pow}}
// CHECK-NOT: arith.remf
// CHECK: return
func.func @all(%x: f32, %y: f32) -> f32 {
  %0 = math.exp2 %x : f32
  %1 = math.expm1 %0 : f32
  %2 = math.log %1 : f32
  %3 = math.log2 %2 : f32
  %4 = math.log10 %3 : f32
  %5 = math.log1p %4 : f32
  %6 = math.erf %5 : f32
  %7 = math.sin %6 : f32
  %8 = math.cos %7 : f32
  %9 = math.powf %8, %y : f32
  %10 = arith.remf %9, %y : f32
  return %10 : f32
}

// -----

// Vectors are not this pass's.
// CHECK-LABEL: func.func @vector(
// CHECK: math.exp %{{.+}} : vector<4xf32>
func.func @vector(%x: vector<4xf32>) -> vector<4xf32> {
  %y = math.exp %x : vector<4xf32>
  return %y : vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @tan(
// CHECK: arith.extf %{{.+}} : f32 to f64
// CHECK-NOT: math.tan
// CHECK: arith.truncf %{{.+}} : f64 to f32
func.func @tan(%x: f32) -> f32 {
  %y = math.tan %x : f32
  return %y : f32
}

// -----

// CHECK-LABEL: func.func @asin(
// CHECK: arith.extf %{{.+}} : f32 to f64
// CHECK-NOT: math.asin
// CHECK: arith.truncf %{{.+}} : f64 to f32
func.func @asin(%x: f32) -> f32 {
  %y = math.asin %x : f32
  return %y : f32
}

// -----

// CHECK-LABEL: func.func @acos(
// CHECK: arith.extf %{{.+}} : f32 to f64
// CHECK-NOT: math.acos
// CHECK: arith.truncf %{{.+}} : f64 to f32
func.func @acos(%x: f32) -> f32 {
  %y = math.acos %x : f32
  return %y : f32
}

// -----

// CHECK-LABEL: func.func @atan(
// CHECK: arith.extf %{{.+}} : f32 to f64
// CHECK-NOT: math.atan
// CHECK: arith.truncf %{{.+}} : f64 to f32
func.func @atan(%x: f32) -> f32 {
  %y = math.atan %x : f32
  return %y : f32
}

// -----

// CHECK-LABEL: func.func @sinh(
// CHECK: arith.extf %{{.+}} : f32 to f64
// CHECK-NOT: math.sinh
// CHECK: arith.truncf %{{.+}} : f64 to f32
func.func @sinh(%x: f32) -> f32 {
  %y = math.sinh %x : f32
  return %y : f32
}

// -----

// CHECK-LABEL: func.func @cosh(
// CHECK: arith.extf %{{.+}} : f32 to f64
// CHECK-NOT: math.cosh
// CHECK: arith.truncf %{{.+}} : f64 to f32
func.func @cosh(%x: f32) -> f32 {
  %y = math.cosh %x : f32
  return %y : f32
}

// -----

// CHECK-LABEL: func.func @asinh(
// CHECK: arith.extf %{{.+}} : f32 to f64
// CHECK-NOT: math.asinh
// CHECK: arith.truncf %{{.+}} : f64 to f32
func.func @asinh(%x: f32) -> f32 {
  %y = math.asinh %x : f32
  return %y : f32
}

// -----

// CHECK-LABEL: func.func @acosh(
// CHECK: arith.extf %{{.+}} : f32 to f64
// CHECK-NOT: math.acosh
// CHECK: arith.truncf %{{.+}} : f64 to f32
func.func @acosh(%x: f32) -> f32 {
  %y = math.acosh %x : f32
  return %y : f32
}

// -----

// CHECK-LABEL: func.func @atanh(
// CHECK: arith.extf %{{.+}} : f32 to f64
// CHECK-NOT: math.atanh
// CHECK: arith.truncf %{{.+}} : f64 to f32
func.func @atanh(%x: f32) -> f32 {
  %y = math.atanh %x : f32
  return %y : f32
}

// -----

// CHECK-LABEL: func.func @atan2(
// CHECK-NOT: math.atan2
// CHECK: math.copysign
// CHECK: return
func.func @atan2(%y: f64, %x: f64) -> f64 {
  %r = math.atan2 %y, %x : f64
  return %r : f64
}

// -----

// A power of integers is a loop; a negative exponent gives 0, 1 or -1.
// CHECK-LABEL: func.func @power(
// CHECK: scf.while
// CHECK: arith.shrui
// CHECK: arith.select
// CHECK: return
func.func @power(%x: i64, %n: i64) -> i64 {
  %y = math.ipowi %x, %n : i64
  return %y : i64
}

// -----

// CHECK-LABEL: func.func @vectors(
// CHECK: math.ipowi
func.func @vectors(%x: vector<4xi64>, %n: vector<4xi64>) -> vector<4xi64> {
  %y = math.ipowi %x, %n : vector<4xi64>
  return %y : vector<4xi64>
}

// -----

// Floats of 8 bits are integers to every target.
// CHECK-LABEL: func.func @extend(
// CHECK: %[[CODE:.*]] = arith.bitcast %{{.*}} : f8E4M3FN to i8
// CHECK: arith.extui %[[CODE]] : i8 to i32
// CHECK-NOT: arith.extf
// CHECK: return
func.func @extend(%x: f8E4M3FN) -> f32 {
  %y = arith.extf %x : f8E4M3FN to f32
  return %y : f32
}

// -----

// CHECK-LABEL: func.func @round(
// CHECK: arith.truncf %{{.*}} : f64 to f32
// CHECK: arith.minsi
// CHECK: arith.trunci %{{.*}} : i32 to i8
// CHECK-NOT: arith.truncf
// CHECK: return
func.func @round(%x: f64) -> f8E5M2FNUZ {
  %y = arith.truncf %x : f64 to f8E5M2FNUZ
  return %y : f8E5M2FNUZ
}

// -----

// Between two small types a number passes f32, wider than both.
// CHECK-LABEL: func.func @widen(
// BF16: arith.bitcast %{{.*}} : i32 to f32
// BF16: arith.truncf %{{.*}} : f32 to bf16
func.func @widen(%x: f8E8M0FNU) -> bf16 {
  %y = arith.extf %x : f8E8M0FNU to bf16
  return %y : bf16
}

// -----

// A table of powers, and a scale whose exponent is an integer even for NaN.
// CHECK-LABEL: func.func @single_exp(
// CHECK-NOT: llvm.
// CHECK: return
// TABLES-LABEL: func.func @single_exp(
// TABLES: %[[INDEX:.+]] = arith.andi %{{.+}}, %{{.+}} : i32
// TABLES: %[[ROOT:.+]] = llvm.extractelement %{{.+}}[%[[INDEX]] : i32] : vector<16xf32>
// TABLES: %[[VALUE:.+]] = math.fma %[[ROOT]], %{{.+}}, %[[ROOT]]
// TABLES: %[[NAN:.+]] = arith.cmpf uno, %[[N:.+]], %[[N]]
// TABLES: %[[KNOWN:.+]] = arith.select %[[NAN]], %{{.+}}, %[[N]]
// TABLES: %[[FLOOR:.+]] = math.floor %[[KNOWN]]
// TABLES: %[[POWER:.+]] = arith.fptosi %[[FLOOR]]
// TABLES: llvm.intr.ldexp(%[[VALUE]], %[[POWER]])
func.func @single_exp(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}

// -----

// A division by a constant is a product with its inverse, in two parts of one
// sign; without a fused multiply-add it stays.
// CHECK-LABEL: func.func @divide(
// CHECK-SAME: %[[X:[^:]+]]: f32, %[[Y:[^:]+]]: f64)
// CHECK-DAG: %[[LOW:.+]] = arith.constant 9.93410775E-9 : f32
// CHECK-DAG: %[[HIGH:.+]] = arith.constant 0.166666657 : f32
// CHECK: %[[REST:.+]] = arith.mulf %[[X]], %[[LOW]] : f32
// CHECK: math.fma %[[X]], %[[HIGH]], %[[REST]] : f32
// CHECK: arith.mulf %[[Y]], %{{.+}} : f64
// CHECK: math.fma %[[Y]], %{{.+}}, %{{.+}} : f64
// OLD-LABEL: func.func @divide(
// OLD: arith.divf
// OLD: arith.divf
func.func @divide(%x: f32, %y: f64) -> (f32, f64) {
  %six = arith.constant 6.0 : f32
  %minus_three = arith.constant -3.0 : f64
  %a = arith.divf %x, %six : f32
  %b = arith.divf %y, %minus_three : f64
  return %a, %b : f32, f64
}

// -----

// Divisions stay by numbers whose inverse is a power of two (which has no
// second part), or is not normal, and by what is computed.
// CHECK-LABEL: func.func @stay(
// CHECK-COUNT-4: arith.divf
func.func @stay(%x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %four = arith.constant 4.0 : f32
  %large = arith.constant 3.0e38 : f32
  %zero = arith.constant 0.0 : f32
  %a = arith.divf %x, %four : f32
  %b = arith.divf %x, %large : f32
  %c = arith.divf %x, %zero : f32
  %d = arith.divf %x, %y : f32
  return %a, %b, %c, %d : f32, f32, f32, f32
}

// -----

// A power of two is looked up, or scaled, as those of e are.
// CHECK-LABEL: func.func @powers_of_two(
// CHECK-NOT: f64
// CHECK: return
// TABLES-LABEL: func.func @powers_of_two(
// TABLES-COUNT-2: llvm.intr.ldexp
func.func @powers_of_two(%x: f32) -> (f32, f32) {
  %two = arith.constant 2.0 : f32
  %a = math.powf %two, %x : f32
  %b = math.exp2 %x : f32
  return %a, %b : f32, f32
}

// -----

// Limits beyond a byte are cut off by it, as is a fraction.
// CHECK-LABEL: func.func @fractions(
// CHECK: arith.cmpf olt
// CHECK: arith.sitofp
func.func @fractions(%x: f32) -> (i1, f32) {
  %low = arith.constant -1.280000e+02 : f32
  %high = arith.constant 1.270000e+02 : f32
  %least = arith.constant -2.14748365E+9 : f32
  %above = arith.maximumf %x, %low : f32
  %both = arith.minimumf %above, %high : f32
  %inside = arith.cmpf olt, %both, %high : f32
  %fits = arith.cmpf ord, %both, %both : f32
  %number = arith.select %fits, %both, %least : f32
  %integer = arith.fptosi %number : f32 to i32
  %byte = arith.trunci %integer : i32 to i8
  %float = arith.sitofp %byte : i8 to f32
  return %inside, %float : i1, f32
}

// -----

// One digit by a fused multiply-add, or all that there may be. Without that
// instruction f64 is divided bit by bit.
// CHECK-LABEL: func.func @remainder(
// CHECK: scf.if {{.*}} -> (f32) {
// CHECK: math.trunc
// CHECK: math.fma {{.*}} : f32
// CHECK: } else {
// CHECK: scf.for {{.*}} to %c15
// CHECK: scf.if {{.*}} -> (f64) {
// CHECK: math.fma {{.*}} : f64
// CHECK-NOT: scf.while
// CHECK: scf.for {{.*}} to %c44
// CHECK: return
// OLD-LABEL: func.func @remainder(
// OLD: scf.for {{.*}} to %c15
// OLD: scf.while {{.*}} (f64) -> f64
// OLD-NOT: math.trunc {{.*}} : f64
// OLD: return
func.func @remainder(%x: f32, %y: f32, %a: f64, %b: f64) -> (f32, f64) {
  %0 = arith.remf %x, %y : f32
  %1 = arith.remf %a, %b : f64
  return %0, %1 : f32, f64
}
