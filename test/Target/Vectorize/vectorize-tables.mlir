// RUN: kiln-opt %s --kiln-vectorize-loops="vector-bits=512 has-masks" --split-input-file | FileCheck %s

// One of sixteen numbers is chosen by the bits as they are, a register at a
// time: `vpermps` looks at the low four.
// CHECK-LABEL: func.func @choose(
// CHECK: scf.for
// CHECK: %[[TABLE:.+]] = arith.constant dense<{{.+}}> : vector<16xf32>
// CHECK: %[[BITS:.+]] = llvm.load {{.+}} -> vector<32xi32>
// CHECK: %[[LOW:.+]] = llvm.shufflevector %[[BITS]], %[[BITS]] [0, {{.+}}, 15] : vector<32xi32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.permvar.sf.512"(%[[TABLE]], %[[LOW]])
// CHECK: %[[HIGH:.+]] = llvm.shufflevector %[[BITS]], %[[BITS]] [16, {{.+}}, 31] : vector<32xi32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.permvar.sf.512"(%[[TABLE]], %[[HIGH]])
func.func @choose(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %table = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0]> : vector<16xf32>
    %fifteen = arith.constant 15 : i32
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %bits = llvm.load %p : !llvm.ptr -> i32
    %number = arith.andi %bits, %fifteen : i32
    %v = llvm.extractelement %table[%number : i32] : vector<16xf32>
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// One of eight numbers, for registers of eight: `vpermps` of AVX2 looks at the
// low three bits.
// CHECK-LABEL: func.func @choose_of_eight(
// CHECK: %[[TABLE:.+]] = arith.constant dense<{{.+}}> : vector<8xf32>
// CHECK: %[[BITS:.+]] = llvm.load {{.+}} -> vector<8xi32>
// CHECK: %[[ALL:.+]] = llvm.shufflevector %[[BITS]], %[[BITS]] [0, 1, 2, 3, 4, 5, 6, 7] : vector<8xi32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx2.permps"(%[[TABLE]], %[[ALL]])
func.func @choose_of_eight(%x: !llvm.ptr, %y: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %table = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : vector<8xf32>
    %seven = arith.constant 7 : i32
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %bits = llvm.load %p : !llvm.ptr -> i32
    %number = arith.andi %bits, %seven : i32
    %v = llvm.extractelement %table[%number : i32] : vector<8xf32>
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %v, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// A scale by 2^floor(n) takes n as it is; eight lanes are computed as sixteen.
// CHECK-LABEL: func.func @scale(
// CHECK: %[[V:.+]] = llvm.load {{.+}} -> vector<8xf32>
// CHECK: %[[PART:.+]] = llvm.shufflevector %[[V]], %[[V]] [0, 1, 2, 3, 4, 5, 6, 7, -1, {{.+}}] : vector<8xf32>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"(%[[PART]], %{{.+}}, %[[PART]], %{{.+}}, %{{.+}})
func.func @scale(%x: !llvm.ptr, %y: !llvm.ptr) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c8 step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %nan = arith.cmpf uno, %v, %v : f32
    %known = arith.select %nan, %zero, %v : f32
    %floor = math.floor %known : f32
    %power = arith.fptosi %floor : f32 to i32
    %r = llvm.intr.ldexp(%v, %power) : (f32, i32) -> f32
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %r, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// Any other power of two stays with the scalar loop.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: vector<
// CHECK: llvm.intr.ldexp
func.func @others(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %power = arith.fptosi %v : f32 to i32
    %r = llvm.intr.ldexp(%v, %power) : (f32, i32) -> f32
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %r, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}
