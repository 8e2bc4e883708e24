// RUN: kiln-opt %s --kiln-vectorize-loops=vector-bits=256 --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-vectorize-loops=vector-bits=128 --split-input-file | FileCheck %s --check-prefix=SHORT

// What lies behind the last item may be stored to: whole vectors are, and only
// loads have a mask. Vectors of 128 bits have none.
// CHECK-LABEL: func.func @overruns(
// CHECK: scf.for %{{.+}} = %c0 to %[[END:.+]] step %c16
// CHECK: scf.if
// CHECK: %[[MASK:.+]] = arith.cmpi slt, %{{.+}} : vector<16xi32>
// CHECK: %[[X:.+]] = llvm.intr.masked.load %{{.+}}, %[[MASK]]
// CHECK: llvm.store %[[X]], %{{.+}} : vector<16xf32>, !llvm.ptr
// CHECK-NOT: llvm.store
// SHORT-LABEL: func.func @overruns(
// SHORT: step %c8
// SHORT-NOT: masked
// SHORT: llvm.store %{{.+}} : f32, !llvm.ptr
func.func @overruns(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %q : f32, !llvm.ptr
  } {exec.lanes, exec.overruns}
  return
}

// -----

// Halves of words have no masks.
// CHECK-LABEL: func.func @halves(
// CHECK-NOT: masked
// CHECK: llvm.store %{{.+}} : f16, !llvm.ptr
func.func @halves(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f16
    %v = llvm.load %p : !llvm.ptr -> f16
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f16
    llvm.store %v, %q : f16, !llvm.ptr
  } {exec.lanes, exec.overruns}
  return
}

// -----

// A branch has a mask of its own, which stores keep: what is left over is
// scalar.
// CHECK-LABEL: func.func @branches(
// CHECK: scf.for
// CHECK: llvm.intr.masked.store
// CHECK: scf.for
// CHECK: llvm.store %{{.+}} : f32, !llvm.ptr
func.func @branches(%x: !llvm.ptr, %y: !llvm.ptr, %n: index, %w: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %c = arith.cmpf olt, %v, %w : f32
    scf.if %c {
      llvm.store %v, %q : f32, !llvm.ptr
    }
  } {exec.lanes, exec.overruns}
  return
}

// -----

// Vectors are as long as there are items at most.
// CHECK-LABEL: func.func @few(
// CHECK: scf.for %{{.+}} = %c0 to %{{.+}} step %c8
// CHECK: vector<8xf32>
// CHECK: scf.for
func.func @few(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  %to = arith.minsi %n, %c14 : index
  scf.for %i = %c0 to %to step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}
