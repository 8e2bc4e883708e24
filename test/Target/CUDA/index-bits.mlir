// Indices are computed in 32 bits where the ranges of symbols prove that they
// fit, and in 64 bits elsewhere.
// RUN: kiln-compile %s --emit=ptx --target=cuda:sm_90 -o - | FileCheck %s
// RUN: kiln-compile %s --emit=llvm --target=cuda:sm_90 -o - | FileCheck %s --check-prefix=RANGE

// RANGE: @map_0({{.*}}, i64 range(i64 1, 4097) %{{.*}}, i64 range(i64 1, 65) %{{.*}}, i64 range(i64 1, 262145) %{{.*}})
// CHECK: .entry map_0(
// CHECK-NOT: div.u64
// CHECK: div.u32
// CHECK-NOT: div.u64
// RANGE: @map_1({{.*}}, i64 range(i64 1, 65) %{{.*}}, i64 %{{.*}})
// CHECK: .entry map_1(
// CHECK: div.u64
ep.program @forward {
  ep.symbol @s0 range(1, 64)
  ep.symbol @s1 range(1, 4096)
  ep.symbol @s2 range(0, ?)
  ep.graph @forward(
      %x: !ep.tensor<[s0, s1], f32> {ep.input = #ep.input<user_input "x">},
      %z: !ep.tensor<[s0, s2], f32> {ep.input = #ep.input<user_input "z">}
  ) -> (!ep.tensor<[s1, s0], f32> {ep.output = #ep.output<user_output "y">},
        !ep.tensor<[s2, s0], f32> {ep.output = #ep.output<user_output "w">}) {
    %0 = aten.permute.default %x, dims = [1, 0] : (!ep.tensor<[s0, s1], f32>) -> !ep.tensor<[s1, s0], f32>
    %y = aten.exp.default %0 : (!ep.tensor<[s1, s0], f32>) -> !ep.tensor<[s1, s0], f32>
    %1 = aten.permute.default %z, dims = [1, 0] : (!ep.tensor<[s0, s2], f32>) -> !ep.tensor<[s2, s0], f32>
    %w = aten.sin.default %1 : (!ep.tensor<[s2, s0], f32>) -> !ep.tensor<[s2, s0], f32>
    ep.return %y, %w : !ep.tensor<[s1, s0], f32>, !ep.tensor<[s2, s0], f32>
  }
}
