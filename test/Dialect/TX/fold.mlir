// RUN: kiln-opt %s --canonicalize | FileCheck %s

// A divisor that is known is one that needs no check, unless it is zero.
// CHECK-LABEL: func.func @divisor
func.func @divisor() -> (i64, i64, i8) {
  // CHECK-DAG: %[[SEVEN:.*]] = arith.constant 7 : i64
  // CHECK-DAG: %[[MINUS:.*]] = arith.constant -1 : i8
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i64
  // CHECK: %[[CHECKED:.*]] = tx.divisor %[[ZERO]] : i64
  // CHECK: return %[[SEVEN]], %[[CHECKED]], %[[MINUS]]
  %seven = arith.constant 7 : i64
  %zero = arith.constant 0 : i64
  %minus = arith.constant -1 : i8
  %0 = tx.divisor %seven : i64
  %1 = tx.divisor %zero : i64
  %2 = tx.divisor %minus : i8
  return %0, %1, %2 : i64, i64, i8
}
