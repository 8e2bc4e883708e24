// RUN: kiln-opt %s --kiln-ep-simplify-sizes --split-input-file | FileCheck %s

// What ranges make redundant goes, in sizes, strides and int arguments. Strides
// that are row-major then are not written.
// CHECK-LABEL: ep.program @ranges
ep.program @ranges {
  ep.symbol @s0 range(2, 24)
  // CHECK: ep.graph @forward(%x: !ep.tensor<[32, s0], f32>
  // CHECK-SAME: -> (!ep.tensor<[1, s0], f32, strides = [32, 1]>
  ep.graph @forward(%x: !ep.tensor<[32, Max(1, s0)], f32, strides = [Max(1, s0), 1]> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[-Max(0, -s0 + 1) + 1, s0], f32, strides = [32, 1]> {ep.output = #ep.output<user_output "y">}) {
    // CHECK: aten.slice.Tensor %x, end = 1 : (!ep.tensor<[32, s0], f32>) -> !ep.tensor<[1, s0], f32, strides = [32, 1]>
    %0 = aten.slice.Tensor %x, dim = 0, end = -Max(0, -s0 + 1) + 1 : (!ep.tensor<[32, Max(1, s0)], f32, strides = [Max(1, s0), 1]>) -> !ep.tensor<[-Max(0, -s0 + 1) + 1, s0], f32, strides = [32, 1]>
    ep.return %0 : !ep.tensor<[-Max(0, -s0 + 1) + 1, s0], f32, strides = [32, 1]>
  }
}

// -----

// A number that an operator takes is written as such once no symbol is left.
// CHECK-LABEL: ep.program @scalars
ep.program @scalars {
  ep.symbol @s0 range(2, 24)
  ep.graph @forward() -> (!ep.tensor<[32*Min(1, s0)], i64> {ep.output = #ep.output<user_output "y">}) {
    // CHECK: aten.arange.default end = 32, dtype = i64
    %0 = aten.arange.default end = 32*Min(1, s0), dtype = i64 : () -> !ep.tensor<[32*Min(1, s0)], i64>
    ep.return %0 : !ep.tensor<[32*Min(1, s0)], i64>
  }
}

// -----

// A guard says what a rounded float is; the guard itself stays. One between
// ints, or without an equality, says nothing here.
// CHECK-LABEL: ep.program @guards
ep.program @guards {
  ep.symbol @s0 range(2, ?)
  ep.symbol @s1 range(2, ?)
  // CHECK: ep.guard Eq(2*s0, TruncToInt(2.0*ToFloat(s0)))
  ep.guard Eq(TruncToInt(2.0*ToFloat(s0)), 2*s0) from "scale"
  ep.guard Eq(s1*s1, s0) from "ints"
  ep.guard Lt(TruncToInt(2.0*ToFloat(s1)), 2*s0) from "order"
  // CHECK: ep.graph @forward(%x: !ep.tensor<[2*s0, TruncToInt(2.0*ToFloat(s1)), s1*s1], f32>
  ep.graph @forward(%x: !ep.tensor<[TruncToInt(2.0*ToFloat(s0)), TruncToInt(2.0*ToFloat(s1)), s1*s1], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[TruncToInt(2.0*ToFloat(s0)), TruncToInt(2.0*ToFloat(s1)), s1*s1], f32> {ep.output = #ep.output<user_output "y">}) {
    ep.return %x : !ep.tensor<[TruncToInt(2.0*ToFloat(s0)), TruncToInt(2.0*ToFloat(s1)), s1*s1], f32>
  }
}

// -----

// Conditions stay: they hold the ranges.
// CHECK-LABEL: ep.program @asserts
ep.program @asserts {
  ep.symbol @u0 range(0, 8)
  ep.graph @forward(%x: !ep.tensor<[1], i64> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[u0], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.item.default %x : (!ep.tensor<[1], i64>) -> !ep.number<u0>
    // CHECK: ep.assert Le(0, u0), "u0"
    ep.assert Le(0, u0), "u0"
    %1 = aten.full.default size = [u0], fill_value = 1.0, dtype = f32 : () -> !ep.tensor<[u0], f32>
    ep.return %1 : !ep.tensor<[u0], f32>
  }
}
