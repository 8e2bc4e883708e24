// RUN: kiln-opt %s | kiln-opt | FileCheck %s
// RUN: kiln-opt %s -emit-bytecode | kiln-opt | FileCheck %s

// A program with constants that are made from its state, one of them without
// bytes, and the graphs that make them.
// CHECK-LABEL: ep.program @p
ep.program @p {
  // CHECK: ep.constant @c : !ep.tensor<[2], f32> storage(@s) {ep.made_from = ["w"]}
  // CHECK: ep.storage @u bytes(8) {ep.fold}
  // CHECK: ep.constant @d : !ep.tensor<[2], f32> storage(@u) {ep.made_from = ["w"]}
  // CHECK: ep.graph @forward
  // CHECK: ep.graph @prepare(%w: !ep.tensor<[2], f32> {ep.input = #ep.input<parameter "w">})
  // CHECK-SAME: attributes {ep.prepare}
  ep.storage @s bytes(8)
  ep.parameter @w : !ep.tensor<[2], f32> storage(@s)
  ep.constant @c : !ep.tensor<[2], f32> storage(@s) {ep.made_from = ["w"]}
  ep.storage @u bytes(8) {ep.fold}
  ep.constant @d : !ep.tensor<[2], f32> storage(@u) {ep.made_from = ["w"]}
  ep.graph @forward(%c: !ep.tensor<[2], f32> {ep.input = #ep.input<constant_tensor "c">})
      -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "y">}) {
    ep.return %c : !ep.tensor<[2], f32>
  }
  ep.graph @prepare(%w: !ep.tensor<[2], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "c">}) attributes {ep.prepare} {
    ep.return %w : !ep.tensor<[2], f32>
  }
  // CHECK: ep.graph @fold(%w: !ep.tensor<[2], f32> {ep.input = #ep.input<parameter "w">})
  // CHECK-SAME: attributes {ep.fold, ep.prepare}
  ep.graph @fold(%w: !ep.tensor<[2], f32> {ep.input = #ep.input<parameter "w">})
      -> (!ep.tensor<[2], f32> {ep.output = #ep.output<user_output "d">}) attributes {ep.fold, ep.prepare} {
    ep.return %w : !ep.tensor<[2], f32>
  }
}
