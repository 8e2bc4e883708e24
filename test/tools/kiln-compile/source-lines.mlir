// On a terminal, and only there, an error and its hints are in colour, and the line of Python that it is about follows.

// RUN: not kiln-compile --compile-from=core %s -o %t.kiln 2>&1 | FileCheck %s --check-prefix=PIPE --implicit-check-not="[0m"
// PIPE: model.py:7: aten.silu.default: 'aten.silu.default' op is not in core
// PIPE-NOT: y = silu(x)
// PIPE: model.py:7: aten.silu.default: note: --compile-from=exported decomposes it

// DEFINE: %{terminal} = not %python -c "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) != 0)"
// RUN: %{terminal} kiln-compile --compile-from=core %s -o %t.kiln | FileCheck %s
// CHECK: model.py:7: aten.silu.default: {{.\[.*m}}'aten.silu.default' op is not in core{{.*\[0m}}
// CHECK-NEXT: {{.\[.*m}}    y = silu(x){{.\[0m}}
// CHECK-NEXT: model.py:7: aten.silu.default: {{.\[.*m}}note: {{.\[0m}}--compile-from=exported decomposes it

// RUN: %{terminal} kiln-compile %S/errors.test -o %t.kiln | FileCheck %s --check-prefix=FILE
// FILE: errors.test: neither an archive nor IR
// FILE-NEXT: errors.test: {{.\[.*m}}note: {{.\[0m}}torch.export.save() writes archives
ep.program @model {
  ep.graph @forward(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.silu.default %x : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32> loc(#where)
    ep.return %0 : !ep.tensor<[4], f32>
  }
}
#where = loc(fused<{node = "silu", op = "aten.silu.default", module = "", text = "y = silu(x)"}>["model.py":7:0])
