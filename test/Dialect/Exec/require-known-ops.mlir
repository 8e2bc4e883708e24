// RUN: kiln-opt %s --kiln-exec-build-host=require-known-ops --verify-diagnostics

!t = !ep.tensor<[4], f32>
ep.program @known {
  ep.graph @forward(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    // expected-error @below {{'aten.operator' op my.swish.default: nobody provides this operator}}
    %0 = aten.operator "my.swish.default"(x = %x) : (!t) -> !t
    ep.return %0 : !t
  }
}
