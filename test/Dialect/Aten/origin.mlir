// RUN: not kiln-opt %s --kiln-aten-verify-core 2>&1 | FileCheck %s --check-prefix=CORE
// RUN: not kiln-opt %s --kiln-aten-verify-core=keep=aten.tril.default 2>&1 | FileCheck %s --check-prefix=KEEP --implicit-check-not=tril
// KEEP: 'aten.relu_.default' op writes its operand: it was not made functional
// RUN: not kiln-opt %s --kiln-aten-functionalize 2>&1 | FileCheck %s --check-prefix=WRITE

// Errors name the line of Python that made the op.
!t = !ep.tensor<[s0, 64], f32>
ep.program @origin {
  ep.symbol @s0 range(1, 64)
  ep.graph @origin(%x: !t {ep.input = #ep.input<user_input "x">}) {
    // CORE: model.py:3:0: error: 'aten.tril.default' op is not in core and was not decomposed (model.py:3: aten.tril.default)
    %0 = aten.tril.default %x : (!t) -> !t loc(fused<{op = "aten.tril.default"}>["model.py":3:0])
    %1 = aten.relu_.default %x : (!t) -> !t loc(fused<{op = "aten.relu_.default"}>["model.py":4:0])
    // WRITE: model.py:5:0: error: 'aten.set_.default' op replaces the storage of a tensor (model.py:5: aten.set_.default)
    %2 = aten.set_.default %x : (!t) -> !t loc(fused<{op = "aten.set_.default"}>["model.py":5:0])
    ep.return
  }
}
