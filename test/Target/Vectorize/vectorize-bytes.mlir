// RUN: kiln-opt %s --kiln-vectorize-loops=vector-bits=256 --remark-format=emitRemark --remarks-filter=kiln-vectorize --verify-diagnostics | FileCheck %s
// RUN: kiln-opt %s --kiln-vectorize-loops="vector-bits=512 has-masks" 2>/dev/null | FileCheck %s --check-prefix=MASKS

// Every other byte is picked from two rows of neighbours; of the last vector,
// where there are masks, as many as there are.
// CHECK-LABEL: func.func @bytes_apart(
// CHECK-COUNT-2: llvm.load {{.*}} -> vector<16xi8>
// CHECK: return
// MASKS-LABEL: func.func @bytes_apart(
// MASKS: %[[ALL:.+]] = llvm.intr.masked.load {{.*}} -> vector<{{[0-9]+}}xi8>
// MASKS: %[[WORDS:.+]] = llvm.bitcast %[[ALL]] : vector<{{[0-9]+}}xi8> to vector<[[N:[0-9]+]]xi16>
// MASKS: arith.trunci %[[WORDS]] : vector<[[N]]xi16> to vector<[[N]]xi8>
func.func @bytes_apart(%x: !llvm.ptr, %y: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %twice = arith.muli %i, %c2 : index
    %far = arith.index_cast %twice : index to i64
    %at = arith.index_cast %i : index to i64
    %p = llvm.getelementptr inbounds %x[%far] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %v = llvm.load %p : !llvm.ptr -> i8
    %s = arith.addi %v, %v : i8
    %q = llvm.getelementptr inbounds %y[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.store %s, %q : i8, !llvm.ptr
  } {exec.lanes}
  return
}
