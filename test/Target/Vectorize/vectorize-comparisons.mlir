// RUN: kiln-opt %s --kiln-vectorize-loops=vector-bits=256 --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-vectorize-loops="vector-bits=512 has-masks" --split-input-file | FileCheck %s --check-prefix=MASKS

// Whether a position lies in an array is asked of small numbers of lanes: its
// distance to both ends, beyond which lies no lane, is one number for all.
// MASKS-LABEL: func.func @inside(
// MASKS: %[[LANES:.+]] = arith.constant dense<[0, 2, 4, {{.*}}, 62]> : vector<32xi16>
// MASKS: %[[LOW:.+]] = arith.cmpi sge, %[[LANES]], %{{.+}} : vector<32xi16>
// MASKS: %[[LEFT:.+]] = arith.subi %{{.+}}, %{{.+}} : index
// MASKS: arith.maxsi %[[LEFT]], %c-32768
// MASKS: arith.minsi %{{.+}}, %c32767
// MASKS: %[[HIGH:.+]] = arith.cmpi slt, %{{.+}} : vector<32xi16>
// MASKS: arith.andi %[[LOW]], %[[HIGH]] : vector<32xi1>
// CHECK-LABEL: func.func @inside(
// CHECK: arith.cmpi ult, %{{.+}} : vector<16xi64>
func.func @inside(%x: !llvm.ptr, %y: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c56 = arith.constant 56 : index
  %c112 = arith.constant 112 : index
  %none = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c56 step %c1 {
    %twice = arith.muli %i, %c2 : index
    %place = arith.subi %twice, %c1 : index
    %inside = arith.cmpi ult, %place, %c112 : index
    %near = arith.select %inside, %place, %c0 : index
    %at = arith.index_cast %near : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %w = arith.select %inside, %v, %none : f32
    %to = arith.index_cast %i : index to i64
    %q = llvm.getelementptr inbounds %y[%to] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %w, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// MASKS-LABEL: func.func @signed(
// MASKS: arith.cmpi slt, %{{.+}} : vector<32xi16>
// MASKS: arith.cmpi sle, %{{.+}} : vector<32xi16>
// MASKS: arith.cmpi sgt, %{{.+}} : vector<32xi16>
// MASKS: arith.cmpi sge, %{{.+}} : vector<32xi16>
func.func @signed(%y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %less = arith.cmpi slt, %i, %n : index
    %most = arith.cmpi sle, %i, %n : index
    %more = arith.cmpi sgt, %i, %n : index
    %least = arith.cmpi sge, %i, %n : index
    %p = arith.andi %less, %most : i1
    %q = arith.andi %more, %least : i1
    %r = arith.andi %p, %q : i1
    %v = arith.select %r, %a, %b : f32
    %at = arith.index_cast %i : index to i64
    %to = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %to : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// Positions are compared themselves with what may be negative, as positions
// without a sign, with one another by lane, or where lanes are too far apart.
// MASKS-LABEL: func.func @positions(
// MASKS: arith.cmpi ult, %{{.+}} : vector<32xi64>
// MASKS: arith.cmpi eq, %{{.+}} : vector<32xi64>
// MASKS: arith.cmpi slt, %{{.+}} : vector<32xi64>
// MASKS: arith.cmpi slt, %{{.+}} : vector<32xi64>
func.func @positions(%y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %far = arith.constant 4096 : index
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %below = arith.cmpi ult, %i, %n : index
    %is = arith.cmpi eq, %i, %c2 : index
    %twice = arith.muli %i, %c2 : index
    %less = arith.cmpi slt, %i, %twice : index
    %row = arith.muli %i, %far : index
    %before = arith.cmpi slt, %row, %n : index
    %p = arith.andi %below, %is : i1
    %q = arith.andi %less, %before : i1
    %r = arith.andi %p, %q : i1
    %v = arith.select %r, %a, %b : f32
    %at = arith.index_cast %i : index to i64
    %to = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %to : f32, !llvm.ptr
  } {exec.lanes}
  return
}
