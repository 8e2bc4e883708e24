// RUN: kiln-opt %s --kiln-vectorize-loops="vector-bits=512 has-masks" --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-vectorize-loops=vector-bits=256 --split-input-file | FileCheck %s --check-prefix=V3
// RUN: kiln-opt %s --kiln-vectorize-loops=vector-bits=128 --split-input-file | FileCheck %s --check-prefix=V2

// Where all lanes are near the first one, their stretch is loaded, nothing
// behind the last of them, and each takes its element of it.
// CHECK-LABEL: func.func @near(
// CHECK: %[[FIRST:.+]] = llvm.extractelement %{{.+}}[%{{.+}} : i64] : vector<16xi64>
// CHECK: %[[BEHIND:.+]] = arith.subi %{{.+}}, %{{.+}} : vector<16xi64>
// CHECK: %[[BELOW:.+]] = arith.cmpi ult, %[[BEHIND]], %{{.+}} : vector<16xi64>
// CHECK: %[[NEAR:.+]] = "llvm.intr.vector.reduce.and"(%[[BELOW]])
// CHECK: %[[LANES:.+]] = scf.if %[[NEAR]] -> (vector<16xf32>) {
// CHECK: %[[AT:.+]] = llvm.getelementptr inbounds %{{.+}}[%[[FIRST]]]
// CHECK: %[[NUMBERS:.+]] = arith.trunci %[[BEHIND]] : vector<16xi64> to vector<16xi32>
// CHECK: %[[REACH:.+]] = "llvm.intr.vector.reduce.umax"(%[[NUMBERS]])
// CHECK: %[[COUNT:.+]] = arith.addi %[[REACH]],
// CHECK: %[[WANTED:.+]] = llvm.intr.get.active.lane.mask %{{.+}}, %[[COUNT]]
// CHECK: %[[TABLE:.+]] = llvm.intr.masked.load %[[AT]], %[[WANTED]]
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.permvar.sf.512"(%[[TABLE]], 
// CHECK: } else {
// CHECK: llvm.intr.masked.gather
// CHECK: llvm.store %[[LANES]]
// The tail is under a mask: its first lane is one of the items.
// CHECK: %[[TAIL:.+]] = arith.select %[[MASK:.+]], %{{.+}}, %{{.+}} : vector<16xi1>, vector<16xi64>
// CHECK: %[[ASKS:.+]] = llvm.extractelement %[[MASK]]
// CHECK: arith.andi %{{.+}}, %[[ASKS]] : i1
// V3-LABEL: func.func @near(
// V3: llvm.call_intrinsic "llvm.x86.avx2.permps"({{.*}}) : (vector<8xf32>, vector<8xi32>)
// V2-LABEL: func.func @near(
// V2-NOT: vector<
func.func @near(%x: !llvm.ptr, %places: !llvm.ptr, %y: !llvm.ptr, %n: index, %m: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %n to %m step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %places[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %place = llvm.load %p : !llvm.ptr -> i64
    %q = llvm.getelementptr inbounds %x[%place] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %q : !llvm.ptr -> f32
    %r = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %r : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// Numbers of 16 bits pass through the table of words, where they can be loaded
// under a mask.
// CHECK-LABEL: func.func @halves(
// CHECK: llvm.intr.masked.load {{.*}} -> vector<16xi16>
// CHECK: arith.extui %{{.+}} : vector<16xi16> to vector<16xi32>
// CHECK: llvm.x86.avx512.permvar.sf.512
// CHECK: arith.trunci %{{.+}} : vector<16xi32> to vector<16xi16>
// V3-LABEL: func.func @halves(
// V3-NOT: vector<
// V2-LABEL: func.func @halves(
// V2-NOT: vector<
func.func @halves(%x: !llvm.ptr, %places: !llvm.ptr, %y: !llvm.ptr, %n: index, %m: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %n to %m step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %places[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %place = llvm.load %p : !llvm.ptr -> i64
    %q = llvm.getelementptr inbounds %x[%place] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
    %v = llvm.load %q : !llvm.ptr -> bf16
    %r = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
    llvm.store %v, %r : bf16, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// Doubles have no such table, and too little is done for a gather.
// CHECK-LABEL: func.func @doubles(
// CHECK-NOT: vector<
func.func @doubles(%x: !llvm.ptr, %places: !llvm.ptr, %y: !llvm.ptr, %n: index, %m: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %n to %m step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %places[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %place = llvm.load %p : !llvm.ptr -> i64
    %q = llvm.getelementptr inbounds %x[%place] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %v = llvm.load %q : !llvm.ptr -> f64
    %r = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %v, %r : f64, !llvm.ptr
  } {exec.lanes}
  return
}
