// RUN: kiln-opt %s --kiln-split-loops --canonicalize --split-input-file | FileCheck %s

// |i - 3|: up to item 3 the distance falls, from there on it rises.
// CHECK-LABEL: func.func @distance(
// CHECK-SAME: %[[FROM:[a-z0-9]+]]: index, %[[TO:[a-z0-9]+]]: index)
// CHECK-DAG: %[[C3:.+]] = arith.constant 3 : index
// CHECK: %[[LOW:.+]] = arith.maxsi %[[FROM]], %[[C3]]
// CHECK: %[[SPLIT:.+]] = arith.minsi %[[LOW]], %[[TO]]
// CHECK: scf.for %[[I:.+]] = %[[FROM]] to %[[SPLIT]] step %c1 {
// CHECK-NEXT: %[[AT:.+]] = arith.subi %[[C3]], %[[I]]
// CHECK-NEXT: memref.store %{{.+}}, %{{.+}}[%[[AT]]]
// CHECK-NEXT: } {exec.lanes}
// CHECK-NEXT: scf.for %[[I:.+]] = %[[SPLIT]] to %[[TO]] step %c1 {
// CHECK-NEXT: %[[AT:.+]] = arith.subi %[[I]], %[[C3]]
// CHECK-NEXT: memref.store %{{.+}}, %{{.+}}[%[[AT]]]
// CHECK-NEXT: } {exec.lanes}
func.func @distance(%m: memref<?xf32>, %x: f32, %from: index, %to: index) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %from to %to step %c1 {
    %a = arith.subi %i, %c3 : index
    %b = arith.subi %c3, %i : index
    %at = arith.maxsi %a, %b : index
    memref.store %x, %m[%at] : memref<?xf32>
  } {exec.lanes}
  return
}

// -----

// A position that falls beside one that does not move: the last item of the
// first part is found by rounding down.
// CHECK-LABEL: func.func @falls(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[TO:[a-z0-9]+]]: index)
// CHECK: %[[LAST:.+]] = arith.floordivsi %{{.+}}, %c2
// CHECK: %[[ITEM:.+]] = arith.addi %[[LAST]], %c1
// CHECK: scf.for %[[I:.+]] = %c0 to %[[SPLIT:.+]] step
// CHECK-NOT: arith.m
// CHECK: memref.store %{{.+}}, %{{.+}}[%c7]
// CHECK: scf.for %[[I:.+]] = %[[SPLIT]] to %[[TO]] step
// CHECK-NEXT: %[[TWICE:.+]] = arith.muli %[[I]], %c2
// CHECK-NEXT: %[[AT:.+]] = arith.subi %[[N]], %[[TWICE]]
// CHECK-NEXT: memref.store %{{.+}}, %{{.+}}[%[[AT]]]
func.func @falls(%m: memref<?xf32>, %x: f32, %n: index, %to: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %to step %c1 {
    %twice = arith.muli %i, %c2 : index
    %a = arith.subi %n, %twice : index
    %at = arith.minsi %a, %c7 : index
    memref.store %x, %m[%at] : memref<?xf32>
  } {exec.lanes}
  return
}

// -----

// Two bends are taken out. Behind the first one nothing moves.
// CHECK-LABEL: func.func @clamp(
// CHECK-COUNT-3: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @clamp(%m: memref<?xf32>, %x: f32, %n: index, %to: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %to step %c1 {
    %a = arith.subi %i, %c3 : index
    %b = arith.minsi %a, %n : index
    %at = arith.maxsi %b, %c0 : index
    memref.store %x, %m[%at] : memref<?xf32>
  } {exec.lanes}
  return
}

// -----

// Positions that never cross, that are no line, and a loop without the mark.
// CHECK-LABEL: func.func @not(
// CHECK-COUNT-3: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @not(%m: memref<?xf32>, %x: f32, %n: index, %to: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %to step %c1 {
    %a = arith.addi %i, %n : index
    %at = arith.minsi %a, %i : index
    memref.store %x, %m[%at] : memref<?xf32>
  } {exec.lanes}
  scf.for %i = %c0 to %to step %c1 {
    %a = arith.remui %i, %n : index
    %at = arith.minsi %a, %i : index
    memref.store %x, %m[%at] : memref<?xf32>
  } {exec.lanes}
  scf.for %i = %c0 to %to step %c1 {
    %at = arith.minsi %n, %i : index
    memref.store %x, %m[%at] : memref<?xf32>
  }
  return
}

// -----

// So few items are no vectors when they are two loops.
// CHECK-LABEL: func.func @short(
// CHECK-COUNT-1: scf.for
// CHECK-NOT: scf.for
func.func @short(%m: memref<?xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c31 = arith.constant 31 : index
  %to = arith.minsi %n, %c31 : index
  scf.for %i = %c0 to %to step %c1 {
    %at = arith.maxsi %i, %c3 : index
    memref.store %x, %m[%at] : memref<?xf32>
  } {exec.lanes}
  return
}
