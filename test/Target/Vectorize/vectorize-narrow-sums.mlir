// RUN: kiln-opt %s --kiln-vectorize-loops="vector-bits=512 has-masks" --split-input-file | FileCheck %s

// A sum in f64 of what f32 holds: lanes add 32 items each in f32 before they
// add them in f64, and what is left over in f64.
// CHECK-LABEL: func.func @sum(
// CHECK: %[[SPANS:.+]] = scf.for %[[FROM:.+]] = %c0 to %[[END:.+]] step %c1024 iter_args(%[[WIDE:.+]] = %{{.+}}) -> (vector<32xf64>)
// CHECK: %[[SPAN:.+]] = scf.for %{{.+}} = %[[FROM]] to %{{.+}} step %c32{{.*}} iter_args(%[[NARROW:.+]] = %{{.+}}) -> (vector<32xf32>)
// CHECK: %[[X:.+]] = llvm.load {{.+}} -> vector<32xf32>
// CHECK: %[[NEXT:.+]] = arith.addf %[[NARROW]], %[[X]] fastmath<contract> : vector<32xf32>
// CHECK: scf.yield %[[NEXT]]
// CHECK: %[[OUT:.+]] = arith.extf %[[SPAN]] : vector<32xf32> to vector<32xf64>
// CHECK: %[[ALL:.+]] = arith.addf %[[WIDE]], %[[OUT]] : vector<32xf64>
// CHECK: scf.yield %[[ALL]]
// CHECK: scf.if
// CHECK: arith.addf %[[SPANS]], %{{.+}} : vector<32xf64>
func.func @sum(%x: !llvm.ptr, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%old = %zero) -> f64 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %w = arith.extf %v : f32 to f64
    %r = arith.addf %old, %w : f64
    scf.yield %r : f64
  } {exec.lanes}
  return %sum : f64
}

// -----

// Products of f32 too.
// CHECK-LABEL: func.func @products(
// CHECK: %[[SQUARE:.+]] = arith.mulf %{{.+}}, %{{.+}} fastmath<contract> : vector<32xf32>
// CHECK: arith.addf %{{.+}}, %[[SQUARE]] fastmath<contract> : vector<32xf32>
func.func @products(%x: !llvm.ptr, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%old = %zero) -> f64 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %w = arith.extf %v : f32 to f64
    %q = arith.mulf %w, %w fastmath<contract> : f64
    %r = arith.addf %old, %q fastmath<contract> : f64
    scf.yield %r : f64
  } {exec.lanes}
  return %sum : f64
}

// -----

// A lane that takes one item adds nothing in f32; one that takes two does.
// CHECK-LABEL: func.func @short(
// CHECK-NOT: arith.mulf {{.+}} : vector<32xf32>
// CHECK: arith.mulf {{.+}} : vector<{{.+}}xf64>
// CHECK-LABEL: func.func @longer(
// CHECK: arith.mulf {{.+}} : vector<32xf32>
func.func @short(%x: !llvm.ptr) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 31 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%old = %zero) -> f64 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %w = arith.extf %v : f32 to f64
    %q = arith.mulf %w, %w fastmath<contract> : f64
    %r = arith.addf %old, %q fastmath<contract> : f64
    scf.yield %r : f64
  } {exec.lanes}
  return %sum : f64
}
func.func @longer(%x: !llvm.ptr) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%old = %zero) -> f64 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %w = arith.extf %v : f32 to f64
    %q = arith.mulf %w, %w fastmath<contract> : f64
    %r = arith.addf %old, %q fastmath<contract> : f64
    scf.yield %r : f64
  } {exec.lanes}
  return %sum : f64
}

// -----

// What f64 holds is added in f64, and so is what f64 computed.
// CHECK-LABEL: func.func @wide(
// CHECK-NOT: vector<32xf32>
// CHECK: arith.addf %{{.+}}, %{{.+}} : vector<16xf64>
// CHECK-LABEL: func.func @computed(
// CHECK-NOT: arith.addf %{{.+}} : vector<32xf32>
// CHECK: arith.addf %{{.+}}, %{{.+}} : vector<32xf64>
func.func @wide(%x: !llvm.ptr, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%old = %zero) -> f64 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %v = llvm.load %p : !llvm.ptr -> f64
    %r = arith.addf %old, %v : f64
    scf.yield %r : f64
  } {exec.lanes}
  return %sum : f64
}
func.func @computed(%x: !llvm.ptr, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%old = %zero) -> f64 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %w = arith.extf %v : f32 to f64
    %s = arith.subf %w, %zero : f64
    %r = arith.addf %old, %s : f64
    scf.yield %r : f64
  } {exec.lanes}
  return %sum : f64
}
