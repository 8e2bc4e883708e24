// RUN: kiln-opt %s --kiln-aten-functionalize --split-input-file --verify-diagnostics | FileCheck %s

!t = !ep.tensor<[s0, 64], f32>

// CHECK-LABEL: ep.graph @in_place
ep.program @in_place {
  ep.graph @in_place(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    // CHECK: %[[A:.*]] = aten.neg.default
    %0 = aten.neg.default %x : (!t) -> !t
    // An earlier use keeps the old value.
    // CHECK: aten.abs.default %[[A]]
    %1 = aten.abs.default %0 : (!t) -> !t
    // CHECK: %[[B:.*]] = aten.relu.default %[[A]]
    %2 = aten.relu_.default %0 : (!t) -> !t
    // CHECK: %[[C:.*]] = aten.add.Tensor %[[B]], %{{.*}}, alpha = 2
    %3 = aten.add_.Tensor %2, %1, alpha = 2 : (!t, !t) -> !t
    // A later use of any name of the value sees the result.
    // CHECK: aten.mul.Tensor %[[C]], %[[C]]
    %4 = aten.mul.Tensor %0, %3 : (!t, !t) -> !t
    ep.return %4 : !t
  }
}

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @input {
  ep.graph @input(%x: !t {ep.input = #ep.input<user_input "x">}) {
    // expected-error @below {{'aten.relu_.default' op writes an input or a buffer, which is not supported yet}}
    %0 = aten.relu_.default %x : (!t) -> !t
    ep.return
  }
}

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @view {
  ep.graph @view(%x: !t {ep.input = #ep.input<user_input "x">}) {
    %0 = aten.neg.default %x : (!t) -> !t
    %1 = aten.select.int %0, dim = 0, index = 0 : (!t) -> !ep.tensor<[64], f32>
    // expected-error @below {{'aten.relu_.default' op writes through a view, which is not supported yet}}
    %2 = aten.relu_.default %1 : (!ep.tensor<[64], f32>) -> !ep.tensor<[64], f32>
    ep.return
  }
}

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @seen {
  ep.graph @seen(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[64], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.neg.default %x : (!t) -> !t
    %1 = aten.select.int %0, dim = 0, index = 0 : (!t) -> !ep.tensor<[64], f32>
    // expected-error @below {{'aten.relu_.default' op writes what a view reads later, which is not supported yet}}
    %2 = aten.relu_.default %0 : (!t) -> !t
    ep.return %1 : !ep.tensor<[64], f32>
  }
}

// -----

!t = !ep.tensor<[s0, 64], f32>
ep.program @out {
  ep.graph @out(%x: !t {ep.input = #ep.input<user_input "x">}) {
    %0 = aten.neg.default %x : (!t) -> !t
    // expected-error @below {{'aten.add.out' op writes its operand and has no functional overload}}
    %1 = aten.add.out %x, %x, %0 : (!t, !t, !t) -> !t
    ep.return
  }
}
