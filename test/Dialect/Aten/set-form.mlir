// RUN: kiln-opt %s --kiln-aten-set-form=form=inference | FileCheck %s --check-prefix=INFERENCE
// RUN: kiln-opt %s --kiln-aten-set-form=form=training | FileCheck %s --check-prefix=TRAINING
// RUN: kiln-opt %s --kiln-aten-set-form | FileCheck %s --check-prefix=EXPORTED
// RUN: not kiln-opt %s --kiln-aten-set-form=form=other 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: kiln-aten-set-form: unknown form 'other'; known: exported, inference, training

!t = !ep.tensor<[s0, 3], f32>
!s = !ep.tensor<[3], f32>
!n = !ep.tensor<[], i64>
ep.program @p {
  ep.storage @s0_ bytes(12)
  ep.storage @s1_ bytes(12)
  ep.storage @s2_ bytes(8)
  ep.buffer @"bn.running_mean" persistent : !s storage(@s0_)
  ep.buffer @"bn.running_var" persistent : !s storage(@s1_)
  ep.buffer @"bn.num_batches_tracked" persistent : !n storage(@s2_)
  ep.graph @g(%m: !s {ep.input = #ep.input<buffer "bn.running_mean">},
              %v: !s {ep.input = #ep.input<buffer "bn.running_var">},
              %n: !n {ep.input = #ep.input<buffer "bn.num_batches_tracked">},
              %x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    // INFERENCE-NOT: aten.add_
    // TRAINING: aten.add_
    // EXPORTED: aten.add_
    %one = ep.number 1
    %0 = aten.add_.Tensor %n, %one : (!n, !ep.number<1>) -> !n
    // INFERENCE: aten.batch_norm.default {{.*}}, training = false
    // TRAINING: aten.batch_norm.default {{.*}}, training = true
    // EXPORTED: aten.batch_norm.default {{.*}}, training = true
    %1 = aten.batch_norm.default %x, none, none, %m, %v, training = true, momentum = 0.1, eps = 1.0e-3, cudnn_enabled = false : (!t, !s, !s) -> !t
    // INFERENCE: aten.dropout.default {{.*}}, train = false
    // TRAINING: aten.dropout.default {{.*}}, train = true
    // EXPORTED: aten.dropout.default {{.*}}, train = false
    %2 = aten.dropout.default %1, p = 0.5, train = false : (!t) -> !t
    ep.return %2 : !t
  }
}
