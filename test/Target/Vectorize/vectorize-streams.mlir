// RUN: kiln-opt %s --kiln-vectorize-loops="vector-bits=512 has-masks" | FileCheck %s

// Whole lines go around the caches where they begin at one; what is across two
// lines, and the rest under a mask, does not.
// CHECK-LABEL: func.func @lines(
// CHECK: %[[V:.+]] = llvm.load {{.+}} -> vector<32xf32>
// CHECK: %[[AT:.+]] = llvm.ptrtoint %[[P:.+]] : !llvm.ptr to i64
// CHECK: %[[REST:.+]] = arith.andi %[[AT]], %{{.+}} : i64
// CHECK: %[[IS:.+]] = arith.cmpi eq, %[[REST]], %{{.+}} : i64
// CHECK: scf.if %[[IS]] {
// CHECK: %[[W:.+]] = llvm.bitcast %[[V]] : vector<32xf32> to vector<16xi64>
// CHECK: llvm.store %[[W]], %[[P]] {alignment = 64 : i64, nontemporal} : vector<16xi64>
// CHECK: } else {
// CHECK: llvm.store %[[V]], %[[P]] {alignment = 4 : i64} : vector<32xf32>
// CHECK: llvm.intr.masked.store
func.func @lines(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %q {nontemporal} : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// Vectors of less than a line, and a loop that stays scalar, store as ever.
// CHECK-LABEL: func.func @short(
// CHECK-NOT: nontemporal
func.func @short(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    %row = arith.muli %i, %c4 : index
    scf.for %j = %c0 to %c4 step %c1 {
      %position = arith.addi %row, %j : index
      %at = arith.index_cast %position : index to i64
      %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %v = llvm.load %p : !llvm.ptr -> i8
      %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      llvm.store %v, %q {nontemporal} : i8, !llvm.ptr
    } {exec.lanes}
  }
  return
}
