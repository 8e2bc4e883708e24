// On a terminal, and only there, an error is followed by the line of Python that it is about.

// RUN: not kiln-compile --compile-from=core %s -o %t.kiln 2>&1 | FileCheck %s --check-prefix=PIPE
// PIPE: model.py:7: aten.silu.default:
// PIPE-NOT: y = silu(x)

// RUN: not %python -c "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) != 0)" kiln-compile --compile-from=core %s \
// RUN:   -o %t.kiln | FileCheck %s
// CHECK: model.py:7: aten.silu.default:
// CHECK-NEXT: y = silu(x)
ep.program @model {
  ep.graph @forward(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "y">}) {
    %0 = aten.silu.default %x : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32> loc(#where)
    ep.return %0 : !ep.tensor<[4], f32>
  }
}
#where = loc(fused<{node = "silu", op = "aten.silu.default", module = "", text = "y = silu(x)"}>["model.py":7:0])
