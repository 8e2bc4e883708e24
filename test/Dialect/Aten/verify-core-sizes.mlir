// RUN: kiln-opt %s --kiln-aten-verify-core=remarks=true --split-input-file --verify-diagnostics

// The ranges of symbols decide what their names do not.
!t = !ep.tensor<[s0, 64], f32>
// expected-remark @below {{compared 3 sizes, of which 1 stay open}}
ep.program @sizes {
  ep.symbol @s0 range(3, 16)
  ep.symbol @s1 range(0, 64)
  ep.graph @sizes(%x: !t {ep.input = #ep.input<user_input "x">}) {
    %0 = aten.slice.Tensor %x, dim = 0, start = 0, end = 3 : (!t) -> !ep.tensor<[3, 64], f32>
    // expected-remark @below {{size 0: is s1 equal to s0?}}
    %1 = aten.full.default size = [s0], fill_value = 1 : () -> !ep.tensor<[s1], f32>
    ep.return
  }
}

// -----

!t = !ep.tensor<[s0, 64], f32>
// expected-remark @below {{compared 1 sizes, of which 0 stay open}}
ep.program @wrong {
  ep.symbol @s0 range(3, 16)
  ep.symbol @s1 range(17, 64)
  ep.graph @wrong(%x: !t {ep.input = #ep.input<user_input "x">}) {
    // expected-error @below {{'aten.full.default' op result size 0 is s1 and never s0}}
    %0 = aten.full.default size = [s0], fill_value = 1 : () -> !ep.tensor<[s1], f32>
    ep.return
  }
}

// -----

// Structured writes belong to core.
!t = !ep.tensor<[4, 64], f32>
!d = !ep.tensor<[4], f32>
// expected-remark @below {{compared}}
ep.program @writes {
  ep.graph @writes(%x: !t {ep.input = #ep.input<user_input "x">},
                   %d: !d {ep.input = #ep.input<user_input "d">}) {
    %0 = aten.diagonal_scatter.default %x, %d : (!t, !d) -> !t
    %1 = aten.as_strided_scatter.default %x, %d, size = [4], stride = [65] : (!t, !d) -> !t
    ep.return
  }
}
