// RUN: kiln-opt %s --kiln-vectorize-loops=vector-bits=256 --split-input-file --remark-format=emitRemark --remarks-filter=kiln-vectorize --verify-diagnostics | FileCheck %s
// RUN: kiln-opt %s --kiln-vectorize-loops="vector-bits=512 has-masks" --split-input-file 2>/dev/null | FileCheck %s --check-prefix=MASKS

// Neighbours are loaded together, what all items share once, and what is left
// over stays with the scalar loop; with masks nothing is left over.
// CHECK-LABEL: func.func @map(
// CHECK: scf.for %[[I:.+]] = %arg3 to %[[END:.+]] step %c16
// CHECK: %[[X:.+]] = llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
// CHECK: %[[B:.+]] = llvm.load %arg1 : !llvm.ptr -> f32
// CHECK: %[[S:.+]] = llvm.shufflevector
// CHECK: %[[Y:.+]] = arith.addf %[[X]], %[[S]] : vector<16xf32>
// CHECK: llvm.store %[[Y]], %{{.+}} {alignment = 4 : i64} : vector<16xf32>, !llvm.ptr
// CHECK: scf.for %{{.+}} = %[[END]] to %arg4 step %c1
// CHECK: llvm.store %{{.+}} : f32, !llvm.ptr
// CHECK: loop_annotation
// MASKS-LABEL: func.func @map(
// MASKS: step %c32
// MASKS: %[[MASK:.+]] = arith.cmpi slt, %{{.+}} : vector<32xi32>
// MASKS: llvm.intr.masked.load %{{.+}}, %[[MASK]]
// MASKS: llvm.intr.masked.store %{{.+}}, %{{.+}}, %[[MASK]]
// MASKS-NOT: : f32, !llvm.ptr
// MASKS: return
func.func @map(%x: !llvm.ptr, %b: !llvm.ptr, %y: !llvm.ptr, %n: index, %m: index) {
  %c1 = arith.constant 1 : index
  scf.for %i = %n to %m step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %w = llvm.load %b : !llvm.ptr -> f32
    %s = arith.addf %v, %w : f32
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %s, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// What is apart is gathered where there is enough to do with it; a position that falls back on one for all lanes
// is a load of the lanes that do not; a branch on lanes is a mask.
// CHECK-LABEL: func.func @accesses(
// CHECK: llvm.intr.masked.gather
// CHECK: %[[OTHER:.+]] = llvm.load %{{.+}} : !llvm.ptr -> f32
// CHECK: llvm.intr.masked.load %{{.+}}, %[[INSIDE:.+]], %{{.+}} {alignment = 4 : i32}
// CHECK: %[[NOT:.+]] = arith.xori %[[INSIDE]]
// CHECK: %[[ANY:.+]] = "llvm.intr.vector.reduce.or"(%[[NOT]])
// CHECK: scf.if %[[ANY]]
// CHECK-NEXT: llvm.store
// CHECK: llvm.intr.masked.scatter
func.func @accesses(%x: !llvm.ptr, %y: !llvm.ptr, %status: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %three = arith.muli %i, %c3 : index
    %at = arith.index_cast %three : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %shifted = arith.subi %i, %c1 : index
    %inside = arith.cmpi ult, %shifted, %n : index
    %clamped = arith.select %inside, %shifted, %c0 : index
    %near = arith.index_cast %clamped : index to i64
    %o = llvm.getelementptr inbounds %x[%near] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %w = llvm.load %o : !llvm.ptr -> f32
    %r = scf.if %inside -> f32 {
      %t1 = arith.addf %v, %w : f32
      %t2 = arith.mulf %t1, %t1 : f32
      %t3 = arith.mulf %t2, %t2 : f32
      %t4 = arith.mulf %t3, %t3 : f32
      %t5 = arith.mulf %t4, %t4 : f32
      %t6 = arith.mulf %t5, %t5 : f32
      %t7 = arith.mulf %t6, %t6 : f32
      %t8 = arith.mulf %t7, %t7 : f32
      %t9 = arith.mulf %t8, %t8 : f32
      %t10 = arith.mulf %t9, %t9 : f32
      %t11 = arith.mulf %t10, %t10 : f32
      %t12 = arith.mulf %t11, %t11 : f32
      %t13 = arith.mulf %t12, %t12 : f32
      scf.yield %t13 : f32
    } else {
      llvm.store %one, %status : i32, !llvm.ptr
      scf.yield %v : f32
    }
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %r, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// Every other element is picked from two rows of neighbours, of which the second
// one ends with the last of them. Without operations a gather does not pay.
// CHECK-LABEL: func.func @apart(
// CHECK: %[[FROM:.+]] = llvm.getelementptr inbounds %{{.+}}[%{{.+}}] {{.*}} f32
// CHECK: %[[NEXT:.+]] = llvm.getelementptr inbounds %[[FROM]][15] {{.*}} f32
// CHECK-DAG: %[[A:.+]] = llvm.load %[[FROM]] {{.*}} -> vector<16xf32>
// CHECK-DAG: %[[B:.+]] = llvm.load %[[NEXT]] {{.*}} -> vector<16xf32>
// CHECK: llvm.shufflevector %[[A]], %[[B]] [0, 2, 4, 6, 8, 10, 12, 14, 17, 19, 21, 23, 25, 27, 29, 31]
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: vector
// CHECK: return
func.func @apart(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %twice = arith.muli %i, %c2 : index
    %far = arith.index_cast %twice : index to i64
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%far] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %q : f32, !llvm.ptr
  } {exec.lanes}
  // expected-remark @below {{neighbouring items are apart in memory}}
  scf.for %i = %c0 to %n step %c1 {
    %twice = arith.muli %i, %n : index
    %far = arith.index_cast %twice : index to i64
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%far] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// So are small elements. Of the last vector, where there are masks, as many as
// there are.
// CHECK-LABEL: func.func @small_apart(
// CHECK-COUNT-2: llvm.load {{.*}} -> vector<16xi16>
// CHECK-NOT: masked
// CHECK: return
// MASKS-LABEL: func.func @small_apart(
// MASKS-COUNT-2: llvm.load {{.*}} -> vector<32xi16>
// MASKS: llvm.shufflevector %{{.+}}, %{{.+}} [0, 32, 1, 32, 2, 32
// MASKS: %[[ALL:.+]] = llvm.intr.masked.load {{.*}} -> vector<64xi16>
// MASKS: %[[WORDS:.+]] = llvm.bitcast %[[ALL]] : vector<64xi16> to vector<32xi32>
// MASKS: arith.trunci %[[WORDS]] : vector<32xi32> to vector<32xi16>
func.func @small_apart(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %twice = arith.muli %i, %c2 : index
    %far = arith.index_cast %twice : index to i64
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%far] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
    %v = llvm.load %p : !llvm.ptr -> bf16
    %s = arith.addf %v, %v : bf16
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
    llvm.store %s, %q : bf16, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// Rows are apart, their elements are not: the sum is taken lane by lane, and
// the lanes are added at the end. The loop over rows stays.
// CHECK-LABEL: func.func @rows(
// CHECK: scf.for %{{.+}} = %c0 to %arg2 step %c1
// CHECK: %[[NONE:.+]] = arith.constant dense<-0.000000e+00> : vector<16xf64>
// CHECK: %[[SUM:.+]] = scf.for {{.*}} iter_args(%{{.+}} = %[[NONE]]) -> (vector<16xf64>)
// CHECK: arith.extf %{{.+}} : vector<16xf32> to vector<16xf64>
// CHECK: llvm.shufflevector %[[SUM]], %[[SUM]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK: llvm.shufflevector %[[SUM]], %[[SUM]] [8, 9, 10, 11, 12, 13, 14, 15]
// CHECK: %[[ONE:.+]] = llvm.extractelement
// CHECK: %[[BEGUN:.+]] = arith.addf %{{.+}}, %[[ONE]] : f64
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %[[BEGUN]]) -> (f64)
// MASKS-LABEL: func.func @rows(
// MASKS: %[[TAIL:.+]] = scf.if %{{.+}} -> (vector<32xf64>)
// MASKS: arith.select %{{.+}} : vector<32xi1>, vector<32xf64>
func.func @rows(%x: !llvm.ptr, %y: !llvm.ptr, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // expected-remark @below {{the loop stays scalar: neighbouring items are apart in memory}}
  scf.for %i = %c0 to %m step %c1 {
    %start = arith.muli %i, %n : index
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%old = %zero) -> (f64) {
      %place = arith.addi %start, %j : index
      %at = arith.index_cast %place : index to i64
      %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %v = llvm.load %p : !llvm.ptr -> f32
      %w = arith.extf %v : f32 to f64
      %new = arith.addf %old, %w : f64
      scf.yield %new : f64
    } {exec.lanes}
    %s = arith.truncf %sum : f64 to f32
    %at = arith.index_cast %i : index to i64
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %s, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// Columns are neighbours: the loop over columns is the vector loop, and that
// over rows stays inside.
// CHECK-LABEL: func.func @columns(
// CHECK: scf.for {{.*}} step %c16
// CHECK: scf.for {{.*}} step %c1{{.*}} -> (vector<16xf32>)
// CHECK: arith.maximumf {{.*}} vector<16xf32>
func.func @columns(%x: !llvm.ptr, %y: !llvm.ptr, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xFF800000 : f32
  scf.for %j = %c0 to %n step %c1 {
    %max = scf.for %i = %c0 to %m step %c1 iter_args(%old = %low) -> (f32) {
      %start = arith.muli %i, %n : index
      %place = arith.addi %start, %j : index
      %at = arith.index_cast %place : index to i64
      %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %v = llvm.load %p : !llvm.ptr -> f32
      %new = arith.maximumf %old, %v : f32
      scf.yield %new : f32
    } {exec.lanes}
    %at = arith.index_cast %j : index to i64
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %max, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// A maximum by comparison is one of each lane, and of the lanes.
// CHECK-LABEL: func.func @larger(
// CHECK: scf.for {{.*}} -> (vector<16xf32>)
// CHECK: %[[LARGER:.+]] = arith.cmpf ogt, %[[V:.+]], %[[OLD:.+]] : vector<16xf32>
// CHECK: arith.select %[[LARGER]], %[[V]], %[[OLD]] : vector<16xi1>, vector<16xf32>
// CHECK: arith.cmpf ogt, {{.*}} : vector<8xf32>
// CHECK-LABEL: func.func @last_larger(
// CHECK-NOT: vector<
func.func @larger(%x: !llvm.ptr, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xFF800000 : f32
  %max = scf.for %i = %c0 to %n step %c1 iter_args(%old = %low) -> (f32) {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %is = arith.cmpf ogt, %v, %old : f32
    %new = arith.select %is, %v, %old : f32
    scf.yield %new : f32
  } {exec.lanes}
  return %max : f32
}

// Here the comparison is with another value than the one that is kept.
func.func @last_larger(%x: !llvm.ptr, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xFF800000 : f32
  // expected-remark @below {{a value that it carries depends on the order of items}}
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%old = %low) -> (f32) {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %is = arith.cmpf ogt, %v, %low : f32
    %new = arith.select %is, %v, %old : f32
    scf.yield %new : f32
  } {exec.lanes}
  return %last : f32
}

// -----

// Small floats are kept as their bits, and a division in lanes that are not
// asked for divides by one.
// CHECK-LABEL: func.func @types(
// CHECK: llvm.load {{.*}} -> vector<16xi16>
// CHECK: arith.bitcast {{.*}} : vector<16xi16> to vector<16xf16>
// CHECK: arith.extf {{.*}} : vector<16xf16> to vector<16xf32>
// CHECK: arith.select {{.*}} : vector<16xi1>, vector<16xi64>
// CHECK: arith.divui {{.*}} : vector<16xi64>
func.func @types(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f16
    %v = llvm.load %p : !llvm.ptr -> f16
    %w = arith.extf %v : f16 to f32
    %some = arith.cmpf ogt, %w, %zero : f32
    %r = scf.if %some -> i64 {
      %d = arith.divui %n, %i : index
      %e = arith.index_cast %d : index to i64
      scf.yield %e : i64
    } else {
      scf.yield %at : i64
    }
    %f = arith.sitofp %r : i64 to f32
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %f, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// Loops that stay scalar, and why. Eight items of the last one go through
// their loop together.
// CHECK-LABEL: func.func @refused(
// CHECK-NOT: vector<
func.func @refused(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  // expected-remark @below {{the loop stays scalar: it has too few items}}
  scf.for %i = %c0 to %c2 step %c1 {
    llvm.store %one, %y : f32, !llvm.ptr
  } {exec.lanes}
  // expected-remark @below {{the loop stays scalar: its step is not one}}
  scf.for %i = %c0 to %n step %c2 {
    llvm.store %one, %y : f32, !llvm.ptr
  } {exec.lanes}
  // expected-remark @below {{a value that it carries depends on the order of items}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %one) -> (f32) {
    %new = arith.divf %one, %old : f32
    scf.yield %new : f32
  } {exec.lanes}
  // expected-remark @below {{an address is not a position in one array}}
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %y[%at, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x f32>
    llvm.store %one, %p : f32, !llvm.ptr
  } {exec.lanes}
  // expected-remark @below {{it loads what is no number}}
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
    %q = llvm.load %p : !llvm.ptr -> !llvm.ptr
    llvm.store %one, %q : f32, !llvm.ptr
  } {exec.lanes}
  // expected-remark @below {{all lanes store to one address}}
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    llvm.store %at, %y : i64, !llvm.ptr
  } {exec.lanes}
  // expected-remark @below {{operation 'scf.while' has no vector form}}
  scf.for %i = %c0 to %n step %c1 {
    %w = scf.while (%a = %i) : (index) -> index {
      %more = arith.cmpi slt, %a, %n : index
      scf.condition(%more) %a : index
    } do {
    ^bb0(%a: index):
      scf.yield %n : index
    }
    %at = arith.index_cast %w : index to i64
    llvm.store %at, %y : i64, !llvm.ptr
  } {exec.lanes}
  // expected-remark @below {{one address is loaded where no lane may be asked for}}
  scf.for %i = %c0 to %n step %c1 {
    %low = arith.cmpi slt, %i, %c2 : index
    scf.if %low {
      %v = llvm.load %x : !llvm.ptr -> f32
      llvm.store %v, %y : f32, !llvm.ptr
    }
  } {exec.lanes}
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @jammed(
// CHECK: scf.for {{.*}} step %c8
// CHECK: scf.for {{.*}} -> (f32, f32, f32, f32, f32, f32, f32, f32)
// CHECK: scf.for {{.*}} step %c1
func.func @jammed(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  // expected-remark @below {{neighbouring items are apart in memory}}
  scf.for %i = %c0 to %n step %c1 {
    // expected-remark @below {{a value that it carries depends on the order of items}}
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%old = %one) -> (f32) {
      %new = arith.divf %one, %old : f32
      scf.yield %new : f32
    } {exec.lanes}
    %double = arith.addi %i, %i : index
    %at = arith.index_cast %double : index to i64
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %r, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// An inner loop whose length depends on the item keeps the item scalar.
// CHECK-LABEL: func.func @triangle(
// CHECK: scf.for %{{.+}} = %c0 to %arg1 step %c1
func.func @triangle(%y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  // expected-remark @below {{the bounds of an inner loop differ between items}}
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      llvm.store %one, %y : f32, !llvm.ptr
    }
  } {exec.lanes}
  return
}

// -----

// What reports that some lane divides by zero is a branch around a store.
// CHECK-LABEL: func.func @divisors(
// CHECK: scf.for %{{.+}} step %c8
// CHECK: %[[IS:.+]] = arith.cmpi eq, %[[Y:.+]], %{{.+}} : vector<8xi64>
// CHECK: %[[ANY:.+]] = "llvm.intr.vector.reduce.or"(%[[IS]])
// CHECK: scf.if %[[ANY]] {
// CHECK-NEXT: llvm.store %{{.+}}, %arg2 : i32, !llvm.ptr
// CHECK: arith.select %[[IS]], %{{.+}}, %[[Y]] : vector<8xi1>, vector<8xi64>
// CHECK: arith.divui %{{.+}} : vector<8xi64>
// In the rest only the lanes that are computed count.
// MASKS-LABEL: func.func @divisors(
// MASKS: scf.for
// MASKS: arith.divui
// MASKS: scf.if
// MASKS: %[[IS:.+]] = arith.cmpi eq, %{{.+}} : vector<16xi64>
// MASKS: %[[COUNTED:.+]] = arith.andi %{{.+}}, %[[IS]] : vector<16xi1>
// MASKS: %[[ANY:.+]] = "llvm.intr.vector.reduce.or"(%[[COUNTED]])
// MASKS: scf.if %[[ANY]]
func.func @divisors(%x: !llvm.ptr, %y: !llvm.ptr, %status: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %code = arith.constant 2 : i32
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %a = llvm.load %p : !llvm.ptr -> i64
    %b = llvm.load %q : !llvm.ptr -> i64
    %is = arith.cmpi eq, %b, %zero : i64
    scf.if %is {
      llvm.store %code, %status : i32, !llvm.ptr
    }
    %d = arith.select %is, %one, %b : i64
    %r = arith.divui %a, %d : i64
    llvm.store %r, %p : i64, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// A sum of sums: the inner one becomes vectors, and the outer one, which then
// holds vectors, stays.
// CHECK-LABEL: func.func @sum_of_sums(
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %{{.+}}) -> (f64)
// CHECK: scf.for {{.*}} -> (vector<16xf64>)
// CHECK: arith.divf %{{.+}}, %{{.+}} : f64
func.func @sum_of_sums(%x: !llvm.ptr, %y: !llvm.ptr, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  // expected-remark @below {{the loop stays scalar: neighbouring items are apart in memory}}
  scf.for %i = %c0 to %m step %c1 {
    %start = arith.muli %i, %n : index
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%old = %zero) -> (f64) {
      %norm = scf.for %k = %c0 to %n step %c1 iter_args(%before = %zero) -> (f64) {
        %there = arith.addi %start, %k : index
        %to = arith.index_cast %there : index to i64
        %r = llvm.getelementptr inbounds %x[%to] : (!llvm.ptr, i64) -> !llvm.ptr, f32
        %u = llvm.load %r : !llvm.ptr -> f32
        %t = arith.extf %u : f32 to f64
        %after = arith.addf %before, %t : f64
        scf.yield %after : f64
      } {exec.lanes}
      %place = arith.addi %start, %j : index
      %at = arith.index_cast %place : index to i64
      %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %v = llvm.load %p : !llvm.ptr -> f32
      %w = arith.extf %v : f32 to f64
      %part = arith.divf %w, %norm : f64
      %new = arith.addf %old, %part : f64
      scf.yield %new : f64
    } {exec.lanes}
    %s = arith.truncf %sum : f64 to f32
    %at = arith.index_cast %i : index to i64
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %s, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}
