// RUN: kiln-opt %s --kiln-vectorize-loops=vector-bits=256 --split-input-file | FileCheck %s

// Words of two numbers, one behind the other, are neighbours, though places
// count the numbers.
// CHECK-LABEL: func.func @neighbours(
// CHECK: %[[WORDS:.+]] = llvm.load %{{.+}} : !llvm.ptr -> vector<{{[0-9]+}}xi32>
// CHECK-NOT: llvm.shufflevector
// CHECK: llvm.store %[[WORDS]], %{{.+}} : vector<{{[0-9]+}}xi32>
func.func @neighbours(%x: !llvm.ptr, %y: !llvm.ptr, %n: index, %m: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %n to %m step %c1 {
    %first = arith.muli %i, %c2 overflow<nsw> : index
    %at = arith.index_cast %first : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
    %v = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> i32
    %to = arith.index_cast %i : index to i64
    %q = llvm.getelementptr inbounds %y[%to] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %q : i32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// Every other word, four numbers apart.
// CHECK-LABEL: func.func @every_other(
// CHECK: llvm.load %{{.+}} : !llvm.ptr -> vector<[[WIDTH:[0-9]+]]xi32>
// CHECK: llvm.load %{{.+}} : !llvm.ptr -> vector<[[WIDTH]]xi32>
// CHECK: llvm.shufflevector
func.func @every_other(%x: !llvm.ptr, %y: !llvm.ptr, %n: index, %m: index) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %n to %m step %c1 {
    %first = arith.muli %i, %c4 overflow<nsw> : index
    %at = arith.index_cast %first : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
    %v = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> i32
    %to = arith.index_cast %i : index to i64
    %q = llvm.getelementptr inbounds %y[%to] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %q : i32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// Words that share numbers are no neighbours, nor are halves that are stored a
// word apart: too little to do for so many single accesses.
// CHECK-LABEL: func.func @overlapping(
// CHECK-NOT: vector<
func.func @overlapping(%x: !llvm.ptr, %y: !llvm.ptr, %n: index, %m: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %n to %m step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
    %v = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> i32
    %h = arith.trunci %v : i32 to i16
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %h, %q : i16, !llvm.ptr
  } {exec.lanes}
  return
}
