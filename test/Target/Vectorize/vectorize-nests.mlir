// RUN: kiln-opt %s --kiln-vectorize-loops="vector-bits=512 has-masks" --split-input-file | FileCheck %s

// Sums that loops around carry on stay in lanes: they are added up once, behind
// the outermost one.
// CHECK-LABEL: func.func @nest(
// CHECK: %[[NEUTRAL:.+]] = arith.constant dense<-0.000000e+00> : vector<32xf32>
// CHECK: %[[SUMS:.+]] = scf.for %{{.+}} = %c0 to %arg1 step %c1 iter_args(%[[OUTER:.+]] = %[[NEUTRAL]]) -> (vector<32xf32>)
// CHECK: %[[MIDDLE:.+]] = scf.for {{.+}} iter_args(%[[OLD:.+]] = %[[OUTER]]) -> (vector<32xf32>)
// CHECK: %[[INNER:.+]] = scf.for {{.+}} iter_args(%{{.+}} = %[[OLD]]) -> (vector<32xf32>)
// CHECK: scf.yield %[[INNER]]
// CHECK: scf.yield %[[MIDDLE]]
// CHECK: llvm.shufflevector %[[SUMS]], %[[SUMS]]
// CHECK: %[[LANES:.+]] = llvm.extractelement
// CHECK: %[[ALL:.+]] = arith.addf %arg2, %[[LANES]] : f32
// CHECK: return %[[ALL]]
func.func @nest(%x: !llvm.ptr, %n: index, %first: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%a = %first) -> f32 {
    %some = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> f32 {
      %row = arith.muli %j, %c64 : index
      %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%c = %b) -> f32 {
        %position = arith.addi %row, %k : index
        %at = arith.index_cast %position : index to i64
        %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
        %v = llvm.load %p : !llvm.ptr -> f32
        %r = arith.addf %c, %v : f32
        scf.yield %r : f32
      } {exec.lanes}
      scf.yield %sum : f32
    }
    scf.yield %some : f32
  }
  return %all : f32
}

// -----

// A loop that does more with the sum than carry it on gets it whole.
// CHECK-LABEL: func.func @halved(
// CHECK: scf.for %{{.+}} = %c0 to %arg1 step %c1 iter_args(%[[OLD:.+]] = %arg2) -> (f32)
// CHECK: llvm.extractelement
// CHECK: %[[SUM:.+]] = arith.addf %[[OLD]]
// CHECK: arith.divf %[[SUM]]
func.func @halved(%x: !llvm.ptr, %n: index, %first: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %two = arith.constant 2.0 : f32
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%a = %first) -> f32 {
    %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%c = %a) -> f32 {
      %at = arith.index_cast %k : index to i64
      %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %v = llvm.load %p : !llvm.ptr -> f32
      %r = arith.addf %c, %v : f32
      scf.yield %r : f32
    } {exec.lanes}
    %half = arith.divf %sum, %two : f32
    scf.yield %half : f32
  }
  return %all : f32
}

// -----

// Two values of an item may be added one after the other.
// CHECK-LABEL: func.func @pairs(
// CHECK: iter_args(%[[OLD:.+]] = %{{.+}}) -> (vector<32xf32>)
// CHECK: %[[ONE:.+]] = math.fma %{{.+}}, %{{.+}}, %[[OLD]] : vector<32xf32>
// CHECK: math.fma %{{.+}}, %{{.+}}, %[[ONE]] : vector<32xf32>
func.func @pairs(%x: !llvm.ptr, %a: f32, %b: f32, %first: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%c = %first) -> f32 {
    %at = arith.index_cast %k : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %one = math.fma %v, %a, %c : f32
    %two = math.fma %v, %b, %one : f32
    scf.yield %two : f32
  } {exec.lanes}
  return %sum : f32
}

// -----

// The sum as a factor depends on the order, and so do operations of two kinds.
// CHECK-LABEL: func.func @ordered(
// CHECK-NOT: vector<
func.func @ordered(%x: !llvm.ptr, %a: f32, %first: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %power = scf.for %k = %c0 to %c64 step %c1 iter_args(%c = %first) -> f32 {
    %at = arith.index_cast %k : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %one = math.fma %v, %c, %a : f32
    scf.yield %one : f32
  } {exec.lanes}
  %mixed = scf.for %k = %c0 to %c64 step %c1 iter_args(%c = %first) -> f32 {
    %at = arith.index_cast %k : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %one = arith.addf %c, %v : f32
    %two = arith.mulf %one, %v : f32
    scf.yield %two : f32
  } {exec.lanes}
  return %power, %mixed : f32, f32
}
