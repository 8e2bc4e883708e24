// RUN: kiln-opt %s --split-input-file | kiln-opt --split-input-file -o %t

// The examples in the descriptions of exec's ops, where they may stand
// (utils/structure/examples.py looks for them here).

ep.program @forward {
  ep.symbol @s0 range(1, 64)
  exec.kernel @relu_0(%x: tensor<?x64xf32>, %s0: index) -> tensor<?x64xf32>
      domain(d0, 64) access(read, write) work(flops = 0, bytes = 512*d0) attributes {dims = [[0], [0]]} {
    %y = tensor.empty(%s0) : tensor<?x64xf32>
    exec.yield %y : tensor<?x64xf32>
  }
  exec.host @forward {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[s0, 64], f32>
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[s0, 64], f32>
    exec.launch @relu_0(%x, %y) sizes [s0]
    exec.return
  }
}

// -----

ep.program @instructions {
  ep.symbol @s0 range(1, 64)
  exec.host @instructions {
    %x = exec.input 0 is #ep.input<user_input "x"> of !ep.tensor<[s0], f32>
    %y = exec.output 0 is #ep.output<user_output "y"> of !ep.tensor<[s0], f32>
    %t = exec.temporary bytes 256*s0
    exec.copy %x to %y
    exec.fill %y with "0000803f"
    exec.extern "my.op.default"(%x, %y) with {alpha = 2 : i64}
        of [!ep.tensor<[s0], f32>, !ep.tensor<[s0], f32>]
    exec.size "t0" = 2*s0 + 1
    exec.read_scalar "u0" from %t : i64
    exec.check Le(u0, 8), "at most 8"
    exec.size "i" = 0
    exec.jump ^bb1
  ^bb1:
    exec.jump_if_false Lt(i, 3) to ^bb3 else ^bb2
  ^bb2:
    exec.size "i" = i + 1
    exec.jump ^bb1
  ^bb3:
    exec.return
  }
}

// -----

exec.kernel @relu(%x: tensor<?x64xf32>, %s0: index) -> tensor<?x64xf32>
    domain(d0, 64) access(read, write) work(flops = 64*d0, bytes = 512*d0) attributes {dims = [[0], [0]]} {
  %zero = arith.constant 0.0 : f32
  %init = tensor.empty(%s0) : tensor<?x64xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x64xf32>) outs(%init : tensor<?x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.maximumf %in, %zero : f32
    linalg.yield %r : f32
  } -> tensor<?x64xf32>
  exec.yield %y : tensor<?x64xf32>
}
func.func @use(%x: tensor<?x64xf32>, %s0: index) {
  %y = exec.dispatch @relu(%x)[%s0] : (tensor<?x64xf32>) -> tensor<?x64xf32>
  return
}

// -----

exec.variant @cpu for ["cpu:x86-64-v3"] attributes {
    dlti.map = #dlti.map<"kiln.attention" = true, "kiln.panels" = true, "kiln.rows" = true>} {
  ep.program @forward {
  }
}
