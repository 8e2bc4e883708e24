// RUN: kiln-opt %s | kiln-opt | FileCheck %s
// RUN: kiln-opt %s --emit-bytecode | kiln-opt | FileCheck %s

// CHECK-LABEL: ep.program @forward archive("model.pt2") torch("2.15.0") schema [8, 20] {
ep.program @forward archive("model.pt2") torch("2.15.0") schema [8, 20] {
  // CHECK: ep.symbol @s0 range(1, 64)
  ep.symbol @s0 range(1, 64)
  // CHECK: ep.symbol @u0 range(0, ?)
  ep.symbol @u0 range(0, ?)
  // CHECK: ep.constraint 2*s0 + 1 range(3, 129)
  ep.constraint 1 + 2*s0 range(3, 129)
  // CHECK: ep.guard Eq(s0, FloorDiv(u0, 2)) from "L['x'].size()[0] == n // 2"
  ep.guard Eq(s0, FloorDiv(u0, 2)) from "L['x'].size()[0] == n // 2"
  // CHECK: ep.storage @w0 bytes(2560) record("model/data/weights/weight_0")
  ep.storage @w0 bytes(2560) record("model/data/weights/weight_0")
  ep.storage @w1 bytes(256)
  // CHECK: ep.parameter @fc.weight requires_grad : !ep.tensor<[10, 64], f32> storage(@w0)
  ep.parameter @"fc.weight" requires_grad : !ep.tensor<[10, 64], f32> storage(@w0)
  // CHECK: ep.buffer @bn.mean persistent : !ep.tensor<[64], f32> storage(@w1)
  ep.buffer @"bn.mean" persistent : !ep.tensor<[64], f32> storage(@w1)
  // CHECK: ep.constant @c : !ep.tensor<[4], i64, strides = [2]> storage(@w1, 3)
  ep.constant @c : !ep.tensor<[4], i64, strides = [2]> storage(@w1, 3)
  // CHECK: ep.graph @forward(
  // CHECK-NEXT: %{{.*}}: !ep.tensor<[10, 64], f32> {ep.input = #ep.input<parameter "fc.weight">}
  // CHECK-NEXT: %{{.*}}: !ep.tensor<[s0, 64], f32> {ep.input = #ep.input<user_input "x">},
  // CHECK-NEXT: %{{.*}}: none {ep.input = #ep.input<constant_input "flag" = true>}
  // CHECK-NEXT: ) -> (!ep.tensor<[s0, 64], f32> {ep.output = #ep.output<user_output "x">})
  ep.graph @forward(%w: !ep.tensor<[10, 64], f32> {ep.input = #ep.input<parameter "fc.weight">},
      %x: !ep.tensor<[s0, 64], f32> {ep.input = #ep.input<user_input "x">},
      %f: none {ep.input = #ep.input<constant_input "flag" = true>})
      -> (!ep.tensor<[s0, 64], f32> {ep.output = #ep.output<user_output "x">}) {
    // CHECK: ep.number 2*s0
    %n = ep.number 2*s0
    // CHECK: ep.assert Le(u0, 8), "u0 must be at most 8"
    ep.assert Le(u0, 8), "u0 must be at most 8"
    // CHECK: ep.size 2*s0 - 1
    %s = ep.size -1 + s0 + s0
    // CHECK: ep.to_builtin
    %b = ep.to_builtin %x : !ep.tensor<[s0, 64], f32> -> tensor<?x64xf32>
    // CHECK: !ep.tensor<[s0, 2*s0 + 1], complex<f32>, strides = [1, s0], device = "cuda:0">
    %e = builtin.unrealized_conversion_cast %n : !ep.number<2*s0>
      to !ep.tensor<[s0, 1 + 2*s0], complex<f32>, strides = [1, s0], device = "cuda:0">
    // CHECK: !ep.tensor<[s0, 5], f32, device = "cuda:0", layout = sparse_coo>
    %l = builtin.unrealized_conversion_cast %n : !ep.number<2*s0>
      to !ep.tensor<[s0, 5], f32, layout = sparse_coo, device = "cuda:0">
    // CHECK: !ep.tensor<[5], f32>
    %d = builtin.unrealized_conversion_cast %n : !ep.number<2*s0> to !ep.tensor<[5], f32, layout = strided>
    %c = ep.from_builtin %b : tensor<?x64xf32> -> !ep.tensor<[s0, 64], f32>
    ep.return %c : !ep.tensor<[s0, 64], f32>
  }
  // CHECK: ep.module_call "" in(#tree) out(#tree1) args ["x", "flag"]
  ep.module_call "" in(#ep.tree<"builtins.tuple"("null")["builtins.tuple"("null")[*], "builtins.dict"("[\"flag\"]")[*]]>)
    out(#ep.tree<*>) args ["x", "flag"]
}

// Every expression is printed in its normal form.
// CHECK-LABEL: ep.program @expressions
ep.program @expressions {
  ep.graph @forward() {
    // CHECK: ep.number s0*s1 + 3
    %0 = ep.number 3 + s1*s0
    // CHECK: ep.number Max(1, TruncToInt(0.5*ToFloat(3*s77)))
    %1 = ep.number Max(TruncToInt(0.5*ToFloat(3*s77)), 1)
    // CHECK: ep.number -FloorDiv(-s0, 4)
    %2 = ep.number -FloorDiv(-s0, 4)
    // CHECK: ep.number -9223372036854775808
    %3 = ep.number -9223372036854775808
    // CHECK: ep.number Where(Lt(s0, s1), 1, -s0)
    %4 = ep.number Where(Lt(s0, s1), 1, -s0)
    // CHECK: ep.number s0*s0 + 2*s0 + 1
    %5 = ep.number (s0 + 1)*(1 + s0)
    // CHECK: ep.number FloorDiv(3*s0 + 1, 2) + 3
    %6 = ep.number FloorDiv(2*s0 + s0 + 7, 2)
    // CHECK: ep.number -1.0e-30*zuf0 + 1.5
    %7 = ep.number -1.0e-30*zuf0 + 1.5
    ep.return
  }
}
