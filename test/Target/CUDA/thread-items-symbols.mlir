// The elements of a thread follow from the sizes of all launches: of 4*s0 columns there are four a thread, of s1 one.
// RUN: kiln-compile %s --emit=ptx --target=cuda:sm_90 -o - | FileCheck %s
// RUN: kiln-compile %s --compile-to=host --target=cuda:sm_90 -o - | FileCheck %s --check-prefix=SCHEDULE

// SCHEDULE: exec.kernel @map_0({{.*}}<"naive" tile = [4] block = [256]>
// SCHEDULE: exec.kernel @map_1({{.*}}<"naive" block = [256]>
// CHECK-LABEL: .entry map_0(
// CHECK: ld.global{{.*}}.v4.b32
// CHECK: st.global.v4.b32
// CHECK-LABEL: .entry map_1(
// CHECK-NOT: .v{{[24]}}.
// CHECK: ret;

// A kernel of two launches goes by both.
// RUN: sed s/neg/exp/ %s | kiln-compile - --emit=ptx --target=cuda:sm_90 -o - | FileCheck %s --check-prefix=BOTH
// BOTH: .entry map_0(
// BOTH-NOT: .v{{[24]}}.
// BOTH-NOT: .entry
ep.program @forward {
  ep.symbol @s0 range(1, 64)
  ep.symbol @s1 range(1, 64)
  ep.graph @forward(
      %x: !ep.tensor<[s1, 4*s0], f32> {ep.input = #ep.input<user_input "x">},
      %z: !ep.tensor<[s0, s1], f32> {ep.input = #ep.input<user_input "z">}
  ) -> (!ep.tensor<[s1, 4*s0], f32> {ep.output = #ep.output<user_output "y">},
        !ep.tensor<[s0, s1], f32> {ep.output = #ep.output<user_output "w">}) {
    %y = aten.exp.default %x : (!ep.tensor<[s1, 4*s0], f32>) -> !ep.tensor<[s1, 4*s0], f32>
    %w = aten.neg.default %z : (!ep.tensor<[s0, s1], f32>) -> !ep.tensor<[s0, s1], f32>
    ep.return %y, %w : !ep.tensor<[s1, 4*s0], f32>, !ep.tensor<[s0, s1], f32>
  }
}
