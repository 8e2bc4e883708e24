// RUN: kiln-opt %s --kiln-aten-apply-autocast --split-input-file --verify-diagnostics

!f = !ep.tensor<[4, 4], f32>
ep.program @device {
  ep.graph @forward(%x: !f {ep.input = #ep.input<user_input "x">}) {
    // expected-error @+1 {{'ep.autocast' op device xpu has no known lists}}
    ep.autocast "xpu" enabled(true) (%x) : (!f) -> () {
    ^bb0(%a: !f):
    }
    ep.return
  }
}

// -----

!f = !ep.tensor<[4, 4], f32>
ep.program @composite {
  ep.graph @forward(%x: !f {ep.input = #ep.input<user_input "x">}) {
    ep.autocast "cpu" enabled(true) (%x) : (!f) -> () {
    ^bb0(%a: !f):
      // expected-error @+1 {{'aten.linalg_pinv.default' op is composite: what autocast does to its parts is not known}}
      %0 = aten.linalg_pinv.default %a, rcond = 1.0e-3 : (!f) -> !f
    }
    ep.return
  }
}

// -----

!f = !ep.tensor<[4, 4], f32>
ep.program @parts {
  ep.graph @forward(%x: !f {ep.input = #ep.input<user_input "x">}) {
    ep.autocast "cpu" enabled(true) (%x) : (!f) -> () {
    ^bb0(%a: !f):
      // expected-error @+1 {{'aten.einsum.default' op is composite: autocast casts its parts, and they are not known for these operands}}
      %0 = aten.einsum.default equation = "ij,jk->ik", [%a, %a] : (!f, !f) -> !f
    }
    ep.return
  }
}

// -----

!f = !ep.tensor<[4, 4], f32, device = "cuda:0">
ep.program @banned {
  ep.graph @forward(%x: !f {ep.input = #ep.input<user_input "x">}) {
    ep.autocast "cuda" enabled(true) (%x) : (!f) -> () {
    ^bb0(%a: !f):
      // expected-error @+1 {{'aten.binary_cross_entropy.default' op is unsafe under autocast}}
      %0 = aten.binary_cross_entropy.default %a, %a : (!f, !f) -> !ep.tensor<[], f32, device = "cuda:0">
    }
    ep.return
  }
}
