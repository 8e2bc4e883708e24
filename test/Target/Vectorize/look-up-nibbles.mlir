// RUN: kiln-opt %s --kiln-look-up-nibbles --split-input-file | FileCheck %s

// What depends on four bits and constants is looked up by the bits as they
// are: nothing is masked.
// CHECK-LABEL: func.func @constants(
// CHECK-SAME: %[[X:[^:]+]]: vector<16xi32>)
// CHECK: %[[NUMBERS:.+]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : vector<16xi32>
// CHECK: %[[FLOATS:.+]] = arith.uitofp %[[NUMBERS]]
// CHECK: %[[TABLE:.+]] = arith.subf %[[FLOATS]], %{{.+}} : vector<16xf32>
// CHECK: %[[LANES:.+]] = llvm.shufflevector %[[X]], %[[X]] [0, 1,
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.permvar.sf.512"(%[[TABLE]], %[[LANES]])
// CHECK-NOT: andi
func.func @constants(%x: vector<16xi32>) -> vector<16xf32> {
  %fifteen = arith.constant dense<15> : vector<16xi32>
  %eight = arith.constant dense<8.0> : vector<16xf32>
  %bits = arith.andi %x, %fifteen : vector<16xi32>
  %number = arith.uitofp %bits : vector<16xi32> to vector<16xf32>
  %value = arith.subf %number, %eight : vector<16xf32>
  return %value : vector<16xf32>
}

// -----

// A scale for all lanes is a part of the table; bytes are widened, and 32 lanes
// are chosen in two parts.
// CHECK-LABEL: func.func @scale(
// CHECK-SAME: %[[X:[^:]+]]: vector<32xi8>, %[[SCALE:[^:]+]]: vector<32xf32>)
// CHECK: %[[FLOATS:.+]] = arith.uitofp %{{.+}} : vector<16xi8> to vector<16xf32>
// CHECK: %[[SPLAT:.+]] = llvm.shufflevector %[[SCALE]], %[[SCALE]] [0, 0, {{.+}} : vector<32xf32>
// CHECK: %[[TABLE:.+]] = arith.mulf %[[FLOATS]], %[[SPLAT]] : vector<16xf32>
// CHECK: arith.extui %[[X]] : vector<32xi8> to vector<32xi32>
// CHECK: %[[LOW:.+]] = llvm.call_intrinsic {{.+}}(%[[TABLE]],
// CHECK: %[[HIGH:.+]] = llvm.call_intrinsic {{.+}}(%[[TABLE]],
// CHECK: %[[BOTH:.+]] = llvm.shufflevector %[[LOW]], %[[HIGH]] [0, 1, {{.+}}, 31]
// CHECK: return %[[BOTH]]
func.func @scale(%x: vector<32xi8>, %scale: vector<32xf32>) -> vector<32xf32> {
  %fifteen = arith.constant dense<15> : vector<32xi8>
  %splat = llvm.shufflevector %scale, %scale [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<32xf32>
  %bits = arith.andi %x, %fifteen : vector<32xi8>
  %number = arith.uitofp %bits : vector<32xi8> to vector<32xf32>
  %value = arith.mulf %number, %splat : vector<32xf32>
  return %value : vector<32xf32>
}

// -----

// Lanes that have a scale each are multiplied; the numbers alone are looked up.
// CHECK-LABEL: func.func @lanes(
// CHECK-SAME: %[[SCALES:[^:, ]+]]: vector<16xf32>)
// CHECK: %[[NUMBERS:.+]] = llvm.call_intrinsic
// CHECK: arith.mulf %[[NUMBERS]], %[[SCALES]]
func.func @lanes(%x: vector<16xi32>, %scales: vector<16xf32>) -> vector<16xf32> {
  %fifteen = arith.constant dense<15> : vector<16xi32>
  %bits = arith.andi %x, %fifteen : vector<16xi32>
  %number = arith.uitofp %bits : vector<16xi32> to vector<16xf32>
  %value = arith.mulf %number, %scales : vector<16xf32>
  return %value : vector<16xf32>
}

// -----

// The bits of two vectors are eight: each has a table, their sum has none.
// CHECK-LABEL: func.func @two(
// CHECK-COUNT-2: llvm.call_intrinsic
// CHECK: arith.addf
func.func @two(%x: vector<16xi32>, %y: vector<16xi32>) -> vector<16xf32> {
  %fifteen = arith.constant dense<15> : vector<16xi32>
  %a = arith.andi %x, %fifteen : vector<16xi32>
  %b = arith.andi %y, %fifteen : vector<16xi32>
  %f = arith.uitofp %a : vector<16xi32> to vector<16xf32>
  %g = arith.uitofp %b : vector<16xi32> to vector<16xf32>
  %sum = arith.addf %f, %g : vector<16xf32>
  return %sum : vector<16xf32>
}

// -----

// Other masks, constants that differ by lane, and vectors of no whole register
// stay; what is no f32 is not looked up.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: llvm.call_intrinsic
func.func @others(%x: vector<16xi32>, %y: vector<8xi32>) -> (vector<16xf32>, vector<16xi32>, vector<8xf32>, vector<16xi32>) {
  %seven = arith.constant dense<7> : vector<16xi32>
  %differ = arith.constant dense<[15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 7]> : vector<16xi32>
  %fifteen = arith.constant dense<15> : vector<8xi32>
  %all = arith.constant dense<15> : vector<16xi32>
  %a = arith.andi %x, %seven : vector<16xi32>
  %b = arith.andi %x, %differ : vector<16xi32>
  %c = arith.andi %y, %fifteen : vector<8xi32>
  %d = arith.andi %x, %all : vector<16xi32>
  %f = arith.uitofp %a : vector<16xi32> to vector<16xf32>
  %g = arith.uitofp %c : vector<8xi32> to vector<8xf32>
  return %f, %b, %g, %d : vector<16xf32>, vector<16xi32>, vector<8xf32>, vector<16xi32>
}
