// RUN: kiln-opt %s --kiln-peel-edges --canonicalize --split-input-file | FileCheck %s

// The window of item i is [2*i - 1, 2*i + 1]: that of item 0 reaches over the
// edge, and so few items are no vectors; those of all others are inside.
// CHECK-LABEL: func.func @window(
// CHECK-SAME: %[[END:[a-z0-9]+]]: index
// CHECK-DAG: %[[TO:.+]] = arith.minsi %[[END]], %c56
// CHECK-DAG: %[[FIRST:.+]] = arith.minsi %[[TO]], %c1
// CHECK-DAG: %[[LAST:.+]] = arith.minsi %{{.+}}, %[[TO]]
// CHECK: scf.for %{{.+}} = %c0 to %[[FIRST]] step %c1 {
// CHECK: scf.for {{.*}} iter_args
// CHECK: arith.cmpi ult
// CHECK: }
// CHECK: memref.store
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: scf.for %[[I:.+]] = %[[FIRST]] to %[[LAST]] step %c1 {
// CHECK: scf.for %[[K:.+]] = %c0 to %c3
// CHECK-NEXT: %[[TWICE:.+]] = arith.muli %[[I]], %c2
// CHECK-NEXT: %[[TAP:.+]] = arith.addi %[[TWICE]], %[[K]]
// CHECK-NEXT: %[[AT:.+]] = arith.subi %[[TAP]], %c1
// CHECK-NEXT: memref.load %{{.+}}[%[[AT]]]
// CHECK-NEXT: arith.maximumf
// CHECK: } {exec.lanes}
// CHECK-NOT: scf.for
// CHECK: return
func.func @window(%end: index, %m: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c56 = arith.constant 56 : index
  %c112 = arith.constant 112 : index
  %none = arith.constant 0xFF800000 : f32
  %to = arith.minsi %end, %c56 : index
  scf.for %i = %c0 to %to step %c1 {
    %max = scf.for %k = %c0 to %c3 step %c1 iter_args(%old = %none) -> (f32) {
      %twice = arith.muli %i, %c2 : index
      %tap = arith.addi %twice, %k : index
      %at = arith.subi %tap, %c1 : index
      %inside = arith.cmpi ult, %at, %c112 : index
      %safe = arith.select %inside, %at, %c0 : index
      %x = memref.load %m[%safe] : memref<?xf32>
      %value = arith.select %inside, %x, %none : f32
      %new = arith.maximumf %old, %value : f32
      scf.yield %new : f32
    }
    memref.store %max, %out[%i] : memref<?xf32>
  } {exec.lanes}
  return
}

// -----

// Both edges, of which nothing says how wide they are, stay loops of lanes. Two
// arrays: an item is inside of both. What is not chosen by a comparison alone
// is told that it is true.
// CHECK-LABEL: func.func @two(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[A:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: index
// CHECK: scf.for
// CHECK-COUNT-2: arith.cmpi ult
// CHECK: } {exec.lanes}
// CHECK: scf.for
// CHECK-NOT: arith.cmpi ult
// CHECK-NOT: arith.andi
// CHECK: %[[X:.+]] = memref.load
// CHECK-NEXT: memref.store %[[X]]
// CHECK: } {exec.lanes}
// CHECK: scf.for
// CHECK-COUNT-2: arith.cmpi ult
// CHECK: } {exec.lanes}
// CHECK: return
func.func @two(%n: index, %a: index, %b: index, %m: memref<?xf32>, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %left = arith.subi %i, %a : index
    %in_a = arith.cmpi ult, %left, %n : index
    %right = arith.addi %i, %b : index
    %in_b = arith.cmpi ult, %right, %n : index
    %in = arith.andi %in_a, %in_b : i1
    %x = scf.if %in -> (f32) {
      %loaded = memref.load %m[%left] : memref<?xf32>
      scf.yield %loaded : f32
    } else {
      scf.yield %zero : f32
    }
    memref.store %x, %out[%i] : memref<?xf32>
  } {exec.lanes}
  return
}

// -----

// A tap that is subtracted, twice: -2*k is largest at the first k.
// CHECK-LABEL: func.func @turned(
// CHECK: scf.for %{{.+}} = %c0 to %c4 step %c1 {
// CHECK: scf.for %{{.+}} = %c4 to %c60 step %c1 {
// CHECK-NOT: arith.cmpi
// CHECK: } {exec.lanes}
// CHECK: return
func.func @turned(%m: memref<60xf32>, %out: memref<60xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c60 = arith.constant 60 : index
  %minus = arith.constant -2 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c60 step %c1 {
    %sum = scf.for %k = %c0 to %c3 step %c1 iter_args(%old = %zero) -> (f32) {
      %back = arith.muli %k, %minus : index
      %at = arith.addi %i, %back : index
      %inside = arith.cmpi ult, %at, %c60 : index
      %safe = arith.select %inside, %at, %c0 : index
      %x = memref.load %m[%safe] : memref<60xf32>
      %value = arith.select %inside, %x, %zero : f32
      %new = arith.addf %old, %value : f32
      scf.yield %new : f32
    }
    memref.store %sum, %out[%i] : memref<60xf32>
  } {exec.lanes}
  return
}

// -----

// Loops that stay: without the mark, of items that ask once, with positions that
// fall, that do not move, that are no line, with a bound that moves, with few
// items, with few items inside.
// CHECK-LABEL: func.func @not(
// CHECK-COUNT-8: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func @not(%n: index, %m: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.subi %i, %c1 : index
    %in = arith.cmpi ult, %at, %n : index
    %next = arith.addi %at, %c2 : index
    %also = arith.cmpi ult, %next, %n : index
    %both = arith.andi %in, %also : i1
    memref.store %both, %m[%i] : memref<?xi1>
  }
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.subi %i, %c1 : index
    %in = arith.cmpi ult, %at, %n : index
    memref.store %in, %m[%i] : memref<?xi1>
  } {exec.lanes}
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.subi %c1, %i : index
    %in = arith.cmpi ult, %at, %n : index
    %next = arith.addi %at, %c2 : index
    %also = arith.cmpi ult, %next, %n : index
    %both = arith.andi %in, %also : i1
    memref.store %both, %m[%i] : memref<?xi1>
  } {exec.lanes}
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.subi %n, %c1 : index
    %in = arith.cmpi ult, %at, %n : index
    %next = arith.addi %at, %c2 : index
    %also = arith.cmpi ult, %next, %n : index
    %both = arith.andi %in, %also : i1
    memref.store %both, %m[%i] : memref<?xi1>
  } {exec.lanes}
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.remui %i, %n : index
    %in = arith.cmpi ult, %at, %n : index
    %next = arith.addi %at, %c2 : index
    %also = arith.cmpi ult, %next, %n : index
    %both = arith.andi %in, %also : i1
    memref.store %both, %m[%i] : memref<?xi1>
  } {exec.lanes}
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.subi %i, %c1 : index
    %half = arith.divui %i, %n : index
    %in = arith.cmpi ult, %at, %half : index
    %next = arith.addi %at, %c2 : index
    %also = arith.cmpi ult, %next, %half : index
    %both = arith.andi %in, %also : i1
    memref.store %both, %m[%i] : memref<?xi1>
  } {exec.lanes}
  scf.for %i = %c0 to %c31 step %c1 {
    %at = arith.subi %i, %c1 : index
    %in = arith.cmpi ult, %at, %n : index
    %next = arith.addi %at, %c2 : index
    %also = arith.cmpi ult, %next, %n : index
    %both = arith.andi %in, %also : i1
    memref.store %both, %m[%i] : memref<?xi1>
  } {exec.lanes}
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.subi %i, %c1 : index
    %in = arith.cmpi ult, %at, %c31 : index
    %next = arith.addi %at, %c2 : index
    %also = arith.cmpi ult, %next, %c31 : index
    %both = arith.andi %in, %also : i1
    memref.store %both, %m[%i] : memref<?xi1>
  } {exec.lanes}
  return
}
