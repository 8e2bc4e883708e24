// RUN: kiln-opt %s --kiln-aten-functionalize --split-input-file --verify-diagnostics
//
// What cannot be made functional is refused by name.

!t = !ep.tensor<[s0, 64], f32>
ep.program @no_form {
  ep.graph @no_form(%x: !t {ep.input = #ep.input<user_input "x">}) {
    // expected-error @below {{'aten._sobol_engine_initialize_state_.default' op writes its operand and has no functional overload}}
    %0 = aten._sobol_engine_initialize_state_.default %x, dimension = 2 : (!t) -> !t
    ep.return
  }
}

// -----

!t = !ep.tensor<[4], f32, layout = sparse_coo>
ep.program @sparse {
  ep.graph @sparse(%x: !t {ep.input = #ep.input<user_input "x">}) {
    // expected-error @below {{'aten.relu_.default' op has a tensor of layout sparse_coo, which only exported programs have}}
    %0 = aten.relu_.default %x : (!t) -> !t
    ep.return
  }
}

// -----

// What a custom operator writes must have memory of its own.
!t = !ep.tensor<[4], f32>
ep.program @custom {
  ep.graph @custom(%x: !t {ep.input = #ep.input<user_input "x">}) {
    %0 = aten.alias.default %x : (!t) -> !t
    // expected-error @below {{'aten.operator' op writes an operand that shares memory with another one}}
    %1 = aten.operator "ns.add_.default"(acc = %x, y = %0) {writes = ["acc"]} : (!t, !t) -> !t
    ep.return
  }
}

// -----

!t = !ep.tensor<[1, 6], f32>
!e = !ep.tensor<[4, 6], f32, strides = [0, 1]>
ep.program @expanded {
  ep.graph @expanded(%x: !t {ep.input = #ep.input<user_input "x">}) {
    %0 = aten.clone.default %x : (!t) -> !t
    %1 = aten.expand.default %0, size = [4, 6] : (!t) -> !e
    // expected-error @below {{'aten.relu_.default' op writes through aten.expand.default, in which several elements share memory}}
    %2 = aten.relu_.default %1 : (!e) -> !e
    ep.return
  }
}

// -----

// Without elements nothing would be filled.
!t = !ep.tensor<[1, 6], f32>
!e = !ep.tensor<[s0, 6], f32, strides = [0, 1]>
ep.program @empty {
  ep.symbol @s0 range(0, 64)
  ep.graph @empty(%x: !t {ep.input = #ep.input<user_input "x">}) {
    %0 = aten.clone.default %x : (!t) -> !t
    %1 = aten.expand.default %0, size = [s0, 6] : (!t) -> !e
    // expected-error @below {{'aten.fill_.Scalar' op writes through aten.expand.default, in which several elements share memory}}
    %2 = aten.fill_.Scalar %1, value = 1 : (!e) -> !e
    ep.return
  }
}

// -----

!t = !ep.tensor<[8], f32>
!w = !ep.tensor<[3, 4], f32, strides = [2, 1]>
ep.program @windows {
  ep.graph @windows(%x: !t {ep.input = #ep.input<user_input "x">}) {
    %0 = aten.unfold.default %x, dimension = 0, size = 4, step = 2 : (!t) -> !w
    // expected-error @below {{'aten.relu_.default' op writes through aten.unfold.default, in which several elements share memory}}
    %1 = aten.relu_.default %0 : (!w) -> !w
    ep.return
  }
}

// -----

!t = !ep.tensor<[8], f32>
!i = !ep.tensor<[], i64>
!p = !ep.tensor<[4], f32>
ep.program @position {
  ep.graph @position(%x: !t {ep.input = #ep.input<user_input "x">},
                     %i: !i {ep.input = #ep.input<user_input "i">}) {
    %0 = aten.narrow.Tensor %x, %i, dim = 0, length = 4 : (!t, !i) -> !p
    // expected-error @below {{'aten.relu_.default' op writes through aten.narrow.Tensor, whose position is not known}}
    %1 = aten.relu_.default %0 : (!p) -> !p
    // expected-error @below {{'aten.as_strided.default' op strides over the storage of a view whose position in it is not known}}
    %2 = aten.as_strided.default %0, size = [2], stride = [1] : (!p) -> !ep.tensor<[2], f32>
    ep.return
  }
}

// -----

// Whether the reshape copies depends on s0 and s1.
!t = !ep.tensor<[s0, 4], f32, strides = [s1, 1]>
!f = !ep.tensor<[4*s0], f32>
ep.program @undecided {
  ep.graph @undecided(%x: !t {ep.input = #ep.input<user_input "x">})
      -> (!t {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.reshape.default %x, shape = [4*s0] : (!t) -> !f
    // expected-error @below {{'aten.relu_.default' op writes a tensor of which it is not known whether it is a view or a copy: a reshape depends on strides that the symbols do not decide}}
    %1 = aten.relu_.default %0 : (!f) -> !f
    ep.return %x : !t
  }
}

// -----

!t = !ep.tensor<[8], f32>
!u = !ep.tensor<[2, 8], f32>
ep.program @sizes {
  ep.graph @sizes(%x: !t {ep.input = #ep.input<user_input "x">},
                  %y: !u {ep.input = #ep.input<user_input "y">}) {
    // expected-error @below {{'aten.copy_.default' op copies from a tensor with more dimensions}}
    %0 = aten.copy_.default %x, %y : (!t, !u) -> !t
    // expected-error @below {{'aten.add.out' op changes the sizes of what it writes}}
    %1 = aten.add.out %y, %y, %x : (!u, !u, !t) -> !u
    // expected-error @below {{'aten.resize_.default' op resizes a tensor to one that is larger or not contiguous}}
    %2 = aten.resize_.default %x, size = [16] : (!t) -> !ep.tensor<[16], f32>
    // expected-error @below {{'aten.as_strided.default' op strides beyond the input that it views}}
    %3 = aten.as_strided.default %x, size = [4], stride = [3] : (!t) -> !ep.tensor<[4], f32, strides = [3]>
    // expected-error @below {{'aten.fill_diagonal_.default' op fills a diagonal that is not that of a matrix}}
    %4 = aten.fill_diagonal_.default %y, fill_value = 1, wrap = true : (!u) -> !u
    ep.return
  }
}

// -----

!t = !ep.tensor<[8], f32>
!d = !ep.tensor<[8], f64>
ep.program @others {
  ep.graph @others(%x: !t {ep.input = #ep.input<user_input "x">},
                   %y: !d {ep.input = #ep.input<user_input "y">},
                   %z: !t {ep.input = #ep.input<user_input "z">}) {
    // expected-error @below {{'aten.add.out' op writes to `out` a result of another dtype}}
    %0 = aten.add.out %y, %y, %x : (!d, !d, !t) -> !t
    // expected-error @below {{'aten.set_.source_Tensor' op replaces the storage of a tensor}}
    %1 = aten.set_.source_Tensor %x, %z : (!t, !t) -> !t
    // expected-error @below {{'aten.operator' op is a custom operator that writes its operands: ns.accumulate_.default}}
    // expected-note @below {{--op-schema tells which}}
    %2 = aten.operator "ns.accumulate_.default"(acc = %x) : (!t) -> !t
    ep.return
  }
}

// -----

!x = !ep.tensor<[4, 3], f32>
!s = !ep.tensor<[3], f32>
ep.program @statistics {
  ep.graph @statistics(%x: !x {ep.input = #ep.input<user_input "x">},
                       %s: !s {ep.input = #ep.input<user_input "s">}) {
    // expected-error @below {{'aten.batch_norm.default' op updates statistics and has no functional form}}
    %0 = aten.batch_norm.default %x, none, none, %s, none, training = true, momentum = 0.1, eps = 1.0e-3, cudnn_enabled = false : (!x, !s) -> !x
    ep.return
  }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @apart {
  ep.storage @s0 bytes(64)
  ep.buffer @a persistent : !t storage(@s0)
  ep.buffer @b persistent : !t storage(@s0, 2)
  // expected-error @below {{writes 'a', which shares memory with 'b', and no entry of the state spans both}}
  ep.graph @apart(%a: !t {ep.input = #ep.input<buffer "a">},
                  %b: !t {ep.input = #ep.input<buffer "b">}) {
    %0 = aten.neg_.default %a : (!t) -> !t
    ep.return
  }
}

// -----

!s = !ep.tensor<[], f32>
!w = !ep.tensor<[1], f32>
ep.program @scalar_windows {
  ep.graph @scalar_windows(%x: !s {ep.input = #ep.input<user_input "x">}) {
    %0 = aten.unfold.default %x, dimension = 0, size = 1, step = 1 : (!s) -> !w
    // expected-error @below {{'aten.relu_.default' op writes through aten.unfold.default, which has no dimension}}
    %1 = aten.relu_.default %0 : (!w) -> !w
    ep.return
  }
}

// -----

!t = !ep.tensor<[4], f32>
ep.program @dual {
  ep.graph @dual(%x: !t {ep.input = #ep.input<user_input "x">}) {
    %0 = aten._fw_primal.default %x, level = 0 : (!t) -> !t
    // expected-error @below {{'aten.relu_.default' op writes through aten._fw_primal.default, which cannot be inverted}}
    %1 = aten.relu_.default %0 : (!t) -> !t
    ep.return
  }
}

// -----

!t = !ep.tensor<[4], f32>
!r = !ep.tensor<[3, 4], f32, strides = [0, 1]>
ep.program @repeated {
  ep.graph @repeated(%x: !t {ep.input = #ep.input<user_input "x">}) {
    %0 = aten.as_strided.default %x, size = [3, 4], stride = [0, 1], storage_offset = 0 : (!t) -> !r
    // expected-error @below {{'aten.relu_.default' op writes through aten.as_strided.default, in which several elements share memory}}
    %1 = aten.relu_.default %0 : (!r) -> !r
    ep.return
  }
}
