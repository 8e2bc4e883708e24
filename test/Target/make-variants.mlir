// RUN: kiln-opt %s --kiln-exec-make-variants=targets=cuda:sm_90,cpu:x86-64-v2,cuda:sm_80 | FileCheck %s
// RUN: kiln-opt %s --kiln-exec-make-variants | FileCheck %s --check-prefix=NONE
// RUN: not kiln-opt %s --kiln-exec-make-variants=targets=tpu:1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not kiln-opt %s --kiln-exec-make-variants --kiln-exec-make-variants 2>&1 | FileCheck %s --check-prefix=TWICE

// A variant for each class, in the order in which classes are named, with its
// own programs; without targets one for CPUs in general.
//      CHECK: exec.variant @cuda for ["cuda:sm_90", "cuda:sm_80"]
// CHECK-SAME: "kiln.attention" = false, "kiln.panels" = false, "kiln.panels_alone" = false, "kiln.rows" = false
// CHECK-NEXT: ep.program @first
//      CHECK: ep.program @second
//      CHECK: exec.variant @cpu for ["cpu:x86-64-v2"]
// CHECK-SAME: "kiln.attention" = true, "kiln.panels" = true, "kiln.panels_alone" = false, "kiln.rows" = true
// CHECK-NEXT: ep.program @first
//      CHECK: ep.program @second
//  CHECK-NOT: exec.variant
//       NONE: exec.variant @cpu attributes
//  NONE-SAME: "kiln.panels_alone" = true
//  NONE-NEXT: ep.program @first
//    UNKNOWN: error: unknown target 'tpu:1'; known are cpu:aarch64
//      TWICE: error: 'exec.variant' op beside programs, of which variants are made
ep.program @first {
}
ep.program @second {
}
