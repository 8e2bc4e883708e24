// RUN: kiln-opt %s --kiln-vectorize-loops="vector-bits=512 has-masks" --split-input-file | FileCheck %s

// A long branch that only some lanes take is jumped over where none does.
// CHECK-LABEL: func.func @long(
// CHECK: %[[YES:.+]] = arith.cmpf ogt, %{{.+}} : vector<32xf32>
// CHECK: %[[NO:.+]] = arith.xori %[[YES]],
// CHECK: %[[ANY:.+]] = "llvm.intr.vector.reduce.or"(%[[NO]])
// CHECK: %[[LONG:.+]] = scf.if %[[ANY]] -> (vector<32xf32>) {
// CHECK-COUNT-25: arith.mulf
// CHECK: } else {
// CHECK: scf.yield %{{.+}} : vector<32xf32>
// CHECK: arith.select %[[YES]], %{{.+}}, %[[LONG]] : vector<32xi1>, vector<32xf32>
func.func @long(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %is = arith.cmpf ogt, %v, %zero : f32
    %r = scf.if %is -> (f32) {
      scf.yield %v : f32
    } else {
      %a0 = arith.negf %v : f32
      %a1 = arith.mulf %a0, %v : f32
      %a2 = arith.mulf %a1, %v : f32
      %a3 = arith.mulf %a2, %v : f32
      %a4 = arith.mulf %a3, %v : f32
      %a5 = arith.mulf %a4, %v : f32
      %a6 = arith.mulf %a5, %v : f32
      %a7 = arith.mulf %a6, %v : f32
      %a8 = arith.mulf %a7, %v : f32
      %a9 = arith.mulf %a8, %v : f32
      %a10 = arith.mulf %a9, %v : f32
      %a11 = arith.mulf %a10, %v : f32
      %a12 = arith.mulf %a11, %v : f32
      %a13 = arith.mulf %a12, %v : f32
      %a14 = arith.mulf %a13, %v : f32
      %a15 = arith.mulf %a14, %v : f32
      %a16 = arith.mulf %a15, %v : f32
      %a17 = arith.mulf %a16, %v : f32
      %a18 = arith.mulf %a17, %v : f32
      %a19 = arith.mulf %a18, %v : f32
      %a20 = arith.mulf %a19, %v : f32
      %a21 = arith.mulf %a20, %v : f32
      %a22 = arith.mulf %a21, %v : f32
      %a23 = arith.mulf %a22, %v : f32
      %a24 = arith.mulf %a23, %v : f32
      %a25 = arith.mulf %a24, %v : f32
      scf.yield %a25 : f32
    }
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %r, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// A short one is computed for all lanes.
// CHECK-LABEL: func.func @short(
// CHECK-NOT: reduce.or
// CHECK: arith.negf %{{.+}} : vector<32xf32>
// CHECK: arith.select
func.func @short(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %is = arith.cmpf ogt, %v, %zero : f32
    %r = scf.if %is -> (f32) {
      scf.yield %v : f32
    } else {
      %w = arith.negf %v : f32
      scf.yield %w : f32
    }
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %r, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// One with a loop is jumped over, too.
// CHECK-LABEL: func.func @loop(
// CHECK: %[[ANY:.+]] = "llvm.intr.vector.reduce.or"
// CHECK: scf.if %[[ANY]] -> (vector<32xf32>) {
// CHECK-NEXT: scf.for {{.*}} -> (vector<32xf32>) {
func.func @loop(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %is = arith.cmpf ogt, %v, %zero : f32
    %r = scf.if %is -> (f32) {
      scf.yield %v : f32
    } else {
      %w = scf.for %k = %c0 to %c9 step %c1 iter_args(%s = %v) -> (f32) {
        %t = arith.mulf %s, %v : f32
        scf.yield %t : f32
      }
      scf.yield %w : f32
    }
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %r, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}
