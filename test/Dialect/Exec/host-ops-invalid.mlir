// RUN: kiln-opt %s --split-input-file --verify-diagnostics

ep.program @p {
  exec.host @run {
    // expected-error @below {{'exec.input' op has index 1 but is number 0}}
    %x = exec.input 1 is #ep.input<user_input "x"> of !ep.tensor<[4], f32>
    exec.return
  }
}

// -----

ep.program @p {
  exec.host @run {
    exec.jump ^bb1
  ^bb1:
    // expected-error @below {{'exec.output' op is not in the first block}}
    %x = exec.output 0 is #ep.output<user_output "x"> of !ep.tensor<[4], f32>
    exec.return
  }
}

// -----

ep.program @p {
  // expected-error @below {{'exec.host' op has no instructions}}
  exec.host @run {
  }
}

// -----

ep.program @p {
  exec.host @run {
    // expected-error @below {{'exec.state' op names an unknown state entry @w}}
    %w = exec.state @w
    exec.return
  }
}

// -----

ep.program @p {
  exec.host @run {
    // expected-error @below {{'exec.segment' op size Lt(s0, 4) is not an int}}
    %a = exec.segment 0 bytes Lt(s0, 4)
    exec.return
  }
}

// -----

ep.program @p {
  exec.host @run {
    %a = exec.segment 0 bytes 64
    // expected-error @below {{'exec.view' op offset 0.5 is not an int}}
    %t = exec.view %a at 0.5 bytes 64
    exec.return
  }
}

// -----

ep.program @p {
  exec.host @run {
    %a = exec.segment 0 bytes 64
    // expected-error @below {{'exec.launch' op names an unknown kernel @k}}
    exec.launch @k(%a) sizes []
    exec.return
  }
}

// -----

ep.program @p {
  exec.kernel @k(%x: tensor<?xf32>, %s: index) -> tensor<?xf32>
      domain(d0) access(read, write) work(flops = 0, bytes = 8*d0) attributes {dims = [[0], [0]]} {
    exec.yield %x : tensor<?xf32>
  }
  exec.host @run {
    %a = exec.segment 0 bytes 64
    // expected-error @below {{'exec.launch' op has 1 buffers but kernel @k wants 2}}
    exec.launch @k(%a) sizes [s0]
    exec.return
  }
}

// -----

ep.program @p {
  exec.kernel @k(%x: tensor<?xf32>, %s: index) -> tensor<?xf32>
      domain(d0) access(read, write) work(flops = 0, bytes = 8*d0) attributes {dims = [[0], [0]]} {
    exec.yield %x : tensor<?xf32>
  }
  exec.host @run {
    %a = exec.segment 0 bytes 64
    // expected-error @below {{'exec.launch' op has 0 sizes but kernel @k wants 1}}
    exec.launch @k(%a, %a) sizes []
    exec.return
  }
}

// -----

ep.program @p {
  exec.kernel @k(%x: tensor<1x4xf32>, %all: tensor<4x4xf32>) -> tensor<4x4xf32>
      domain(1, 4) access(read, readwrite, readwrite) work(flops = 0, bytes = 32) attributes {dims = [[], [], []]} {
    %y = tensor.insert_slice %x into %all[2, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
    exec.yield %y : tensor<4x4xf32>
  }
  exec.host @run {
    %a = exec.segment 0 bytes 64
    %b = exec.segment 1 bytes 64
    exec.launch @k(%a, %b, %b) sizes []
    // expected-error @below {{'exec.launch' op buffers 1 and 2 must be one, which kernel @k updates}}
    exec.launch @k(%a, %a, %b) sizes []
    exec.return
  }
}

// -----

ep.program @p {
  exec.host @run {
    %a = exec.segment 0 bytes 64
    // expected-error @below {{'exec.fill' op pattern must be 1 to 16 bytes in hexadecimal digits}}
    exec.fill %a with "0x1"
    exec.return
  }
}

// -----

ep.program @p {
  exec.host @run {
    %a = exec.segment 0 bytes 64
    // expected-error @below {{'exec.read_scalar' op cannot read a value of type}}
    exec.read_scalar "u0" from %a : tensor<f32>
    exec.return
  }
}

// -----

ep.program @p {
  exec.host @run {
    // expected-error @below {{'exec.check' op condition s0 is not a bool}}
    exec.check s0, "no"
    exec.return
  }
}

// -----

ep.program @p {
  exec.host @run {
    // expected-error @below {{'exec.jump_if_false' op must go on at the next block}}
    exec.jump_if_false Lt(s0, 4) to ^bb1 else ^bb2
  ^bb1:
    exec.return
  ^bb2:
    exec.return
  }
}


// -----

ep.program @few_types {
  exec.host @run {
    %x = exec.temporary bytes 4
    // expected-error @below {{'exec.extern' op has 1 buffers but 0 types}}
    exec.extern "my.op.default"(%x) of []
    exec.return
  }
}

// -----

ep.program @no_tensor {
  exec.host @run {
    %x = exec.temporary bytes 4
    // expected-error @below {{'exec.extern' op cannot describe a buffer by 'f32'}}
    exec.extern "my.op.default"(%x) of [f32]
    exec.return
  }
}
