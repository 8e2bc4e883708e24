// RUN: kiln-opt %s --kiln-expand-math | FileCheck %s

// Ten rounds of two products each, of which some are of zero; the place chooses half of the block.
// CHECK-LABEL: func.func @philox
// CHECK-NOT: tx.philox
// CHECK-COUNT-19: arith.muli
// CHECK-NOT: arith.muli
// CHECK: arith.select
func.func @philox(%seed: i64, %place: i64) -> i64 {
  %0 = tx.philox %seed at %place
  return %0 : i64
}
