// RUN: kiln-opt %s --kiln-vectorize-loops=vector-bits=256 --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-vectorize-loops=vector-bits=128 --split-input-file | FileCheck %s --check-prefix=SCALAR
// RUN: kiln-opt %s --kiln-vectorize-loops="vector-bits=512 has-masks" --split-input-file | FileCheck %s --check-prefix=MASKS

// A long chain of operations has twice as many lanes; items that these leave
// over are vectors as ever. A masked store is worth it for what no vector has,
// where there are such of words.
// CHECK-LABEL: func.func @long_chain(
// CHECK: scf.for %{{.+}} = %c0 to %[[WIDE:.+]] step %c32
// CHECK: scf.for %{{.+}} = %[[WIDE]] to %[[END:.+]] step %c16
// CHECK-NOT: step %c1
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.masked.store
// SCALAR-LABEL: func.func @long_chain(
// SCALAR-NOT: masked
// SCALAR: scf.for %{{.+}} to %arg3 step %c1
// MASKS-LABEL: func.func @long_chain(
// MASKS: scf.for %{{.+}} = %c0 to %[[WIDE:.+]] step %c64
// MASKS: scf.for %{{.+}} = %[[WIDE]] to %{{.+}} step %c32
// MASKS: llvm.intr.masked.store
func.func @long_chain(%x: !llvm.ptr, %y: !llvm.ptr, %w: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %0 = arith.addf %v, %w : f32 %1 = arith.addf %0, %w : f32 %2 = arith.addf %1, %w : f32 %3 = arith.addf %2, %w : f32 %4 = arith.addf %3, %w : f32 %5 = arith.addf %4, %w : f32 
    %6 = arith.addf %5, %w : f32 %7 = arith.addf %6, %w : f32 %8 = arith.addf %7, %w : f32 %9 = arith.addf %8, %w : f32 %10 = arith.addf %9, %w : f32 %11 = arith.addf %10, %w : f32 
    %12 = arith.addf %11, %w : f32 %13 = arith.addf %12, %w : f32 %14 = arith.addf %13, %w : f32 %15 = arith.addf %14, %w : f32 %16 = arith.addf %15, %w : f32 %17 = arith.addf %16, %w : f32 
    %18 = arith.addf %17, %w : f32 %19 = arith.addf %18, %w : f32 %20 = arith.addf %19, %w : f32 %21 = arith.addf %20, %w : f32 %22 = arith.addf %21, %w : f32 %23 = arith.addf %22, %w : f32 
    %24 = arith.addf %23, %w : f32 %25 = arith.addf %24, %w : f32 %26 = arith.addf %25, %w : f32 %27 = arith.addf %26, %w : f32 %28 = arith.addf %27, %w : f32 %29 = arith.addf %28, %w : f32 
    %30 = arith.addf %29, %w : f32 %31 = arith.addf %30, %w : f32 %32 = arith.addf %31, %w : f32 %33 = arith.addf %32, %w : f32 %34 = arith.addf %33, %w : f32 %35 = arith.addf %34, %w : f32 
    %36 = arith.addf %35, %w : f32 %37 = arith.addf %36, %w : f32 %38 = arith.addf %37, %w : f32 %39 = arith.addf %38, %w : f32 %40 = arith.addf %39, %w : f32 %41 = arith.addf %40, %w : f32 
    %42 = arith.addf %41, %w : f32 %43 = arith.addf %42, %w : f32 %44 = arith.addf %43, %w : f32 %45 = arith.addf %44, %w : f32 %46 = arith.addf %45, %w : f32 %47 = arith.addf %46, %w : f32
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %47, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// Chains of vectors of 512 bits have to be longer.
// CHECK-LABEL: func.func @shorter_chain(
// CHECK: step %c32
// CHECK: step %c16
// MASKS-LABEL: func.func @shorter_chain(
// MASKS-NOT: step %c64
// MASKS: step %c32
func.func @shorter_chain(%x: !llvm.ptr, %y: !llvm.ptr, %w: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %0 = arith.addf %v, %w : f32 %1 = arith.addf %0, %w : f32 %2 = arith.addf %1, %w : f32 %3 = arith.addf %2, %w : f32 %4 = arith.addf %3, %w : f32 %5 = arith.addf %4, %w : f32 
    %6 = arith.addf %5, %w : f32 %7 = arith.addf %6, %w : f32 %8 = arith.addf %7, %w : f32 %9 = arith.addf %8, %w : f32 %10 = arith.addf %9, %w : f32 %11 = arith.addf %10, %w : f32 
    %12 = arith.addf %11, %w : f32 %13 = arith.addf %12, %w : f32 %14 = arith.addf %13, %w : f32 %15 = arith.addf %14, %w : f32 %16 = arith.addf %15, %w : f32 %17 = arith.addf %16, %w : f32 
    %18 = arith.addf %17, %w : f32 %19 = arith.addf %18, %w : f32 %20 = arith.addf %19, %w : f32 %21 = arith.addf %20, %w : f32 %22 = arith.addf %21, %w : f32 %23 = arith.addf %22, %w : f32 
    %24 = arith.addf %23, %w : f32 %25 = arith.addf %24, %w : f32 %26 = arith.addf %25, %w : f32 %27 = arith.addf %26, %w : f32 %28 = arith.addf %27, %w : f32 %29 = arith.addf %28, %w : f32 
    %30 = arith.addf %29, %w : f32 %31 = arith.addf %30, %w : f32 %32 = arith.addf %31, %w : f32 %33 = arith.addf %32, %w : f32 %34 = arith.addf %33, %w : f32 %35 = arith.addf %34, %w : f32 
    %36 = arith.addf %35, %w : f32 %37 = arith.addf %36, %w : f32 %38 = arith.addf %37, %w : f32 %39 = arith.addf %38, %w : f32 %40 = arith.addf %39, %w : f32 %41 = arith.addf %40, %w : f32 
    %42 = arith.addf %41, %w : f32 %43 = arith.addf %42, %w : f32 %44 = arith.addf %43, %w : f32 %45 = arith.addf %44, %w : f32 %46 = arith.addf %45, %w : f32
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %46, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// CHECK-LABEL: func.func @short_chain(
// CHECK-NOT: step %c32
// CHECK: step %c16
func.func @short_chain(%x: !llvm.ptr, %y: !llvm.ptr, %w: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %0 = arith.addf %v, %w : f32 %1 = arith.addf %0, %w : f32 %2 = arith.addf %1, %w : f32 %3 = arith.addf %2, %w : f32 %4 = arith.addf %3, %w : f32 %5 = arith.addf %4, %w : f32
    %6 = arith.addf %5, %w : f32 %7 = arith.addf %6, %w : f32 %8 = arith.addf %7, %w : f32 %9 = arith.addf %8, %w : f32 %10 = arith.addf %9, %w : f32
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %10, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}

// -----

// As many items as whole wide vectors take leave nothing for other loops.
// CHECK-LABEL: func.func @whole(
// CHECK: scf.for %{{.+}} step %c32
// CHECK-NOT: scf.for
// CHECK: return
// MASKS-LABEL: func.func @whole(
// MASKS: scf.for %{{.+}} step %c64
// MASKS-NOT: scf.for
// MASKS: return
func.func @whole(%x: !llvm.ptr, %y: !llvm.ptr, %w: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 128 : index
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %v = llvm.load %p : !llvm.ptr -> f32
    %0 = arith.addf %v, %w : f32 %1 = arith.addf %0, %w : f32 %2 = arith.addf %1, %w : f32 %3 = arith.addf %2, %w : f32 %4 = arith.addf %3, %w : f32 %5 = arith.addf %4, %w : f32 
    %6 = arith.addf %5, %w : f32 %7 = arith.addf %6, %w : f32 %8 = arith.addf %7, %w : f32 %9 = arith.addf %8, %w : f32 %10 = arith.addf %9, %w : f32 %11 = arith.addf %10, %w : f32 
    %12 = arith.addf %11, %w : f32 %13 = arith.addf %12, %w : f32 %14 = arith.addf %13, %w : f32 %15 = arith.addf %14, %w : f32 %16 = arith.addf %15, %w : f32 %17 = arith.addf %16, %w : f32 
    %18 = arith.addf %17, %w : f32 %19 = arith.addf %18, %w : f32 %20 = arith.addf %19, %w : f32 %21 = arith.addf %20, %w : f32 %22 = arith.addf %21, %w : f32 %23 = arith.addf %22, %w : f32 
    %24 = arith.addf %23, %w : f32 %25 = arith.addf %24, %w : f32 %26 = arith.addf %25, %w : f32 %27 = arith.addf %26, %w : f32 %28 = arith.addf %27, %w : f32 %29 = arith.addf %28, %w : f32 
    %30 = arith.addf %29, %w : f32 %31 = arith.addf %30, %w : f32 %32 = arith.addf %31, %w : f32 %33 = arith.addf %32, %w : f32 %34 = arith.addf %33, %w : f32 %35 = arith.addf %34, %w : f32 
    %36 = arith.addf %35, %w : f32 %37 = arith.addf %36, %w : f32 %38 = arith.addf %37, %w : f32 %39 = arith.addf %38, %w : f32 %40 = arith.addf %39, %w : f32 %41 = arith.addf %40, %w : f32 
    %42 = arith.addf %41, %w : f32 %43 = arith.addf %42, %w : f32 %44 = arith.addf %43, %w : f32 %45 = arith.addf %44, %w : f32 %46 = arith.addf %45, %w : f32 %47 = arith.addf %46, %w : f32
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %47, %q : f32, !llvm.ptr
  } {exec.lanes}
  return
}
