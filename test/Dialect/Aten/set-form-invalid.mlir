// RUN: kiln-opt %s --kiln-aten-set-form=form=inference --verify-diagnostics

!t = !ep.tensor<[s0, 3], f32>
ep.program @p {
  ep.graph @g(%x: !t {ep.input = #ep.input<user_input "x">}) {
    // expected-error @below {{'aten.batch_norm.default' op has no running statistics, which its inference form needs}}
    %1 = aten.batch_norm.default %x, none, none, none, none, training = true, momentum = 0.1, eps = 1.0e-3, cudnn_enabled = false : (!t) -> !t
    ep.return
  }
}
