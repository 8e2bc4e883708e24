// RUN: kiln-opt %s --kiln-expand-math --split-input-file | FileCheck %s
// RUN: kiln-opt %s --pass-pipeline='builtin.module(kiln-expand-math{table-size=16})' --split-input-file \
// RUN:   | FileCheck %s --check-prefix=TABLES
// RUN: kiln-opt %s --pass-pipeline='builtin.module(kiln-expand-math{table-size=8})' --split-input-file \
// RUN:   | FileCheck %s --check-prefix=EIGHT

// A polynomial whose coefficients, six or eight of them, are chosen by the
// argument, instead of two of them and an exponential.
// CHECK-LABEL: func.func @erf(
// CHECK: arith.cmpf
// CHECK-NOT: llvm.
// CHECK: return
// TABLES-LABEL: func.func @erf(
// TABLES-COUNT-6: llvm.extractelement
// TABLES-NOT: llvm.
// TABLES: math.copysign
// EIGHT-LABEL: func.func @erf(
// EIGHT-COUNT-8: llvm.extractelement %{{.+}} : vector<8xf32>
// EIGHT-NOT: llvm.
// EIGHT: math.copysign
func.func @erf(%x: f32) -> f32 {
  %y = math.erf %x : f32
  return %y : f32
}

// -----

// TABLES-LABEL: func.func @tanh(
// TABLES-COUNT-8: llvm.extractelement
// TABLES-NOT: llvm.extractelement
// TABLES: arith.truncf %{{.+}} : f32 to f16
// Eight pieces would take twelve powers of each.
// EIGHT-LABEL: func.func @tanh(
// EIGHT-NOT: llvm.extractelement
// EIGHT: arith.truncf %{{.+}} : f32 to f16
func.func @tanh(%x: f16) -> f16 {
  %y = math.tanh %x : f16
  return %y : f16
}
