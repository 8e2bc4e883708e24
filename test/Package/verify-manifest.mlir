// RUN: kiln-opt %s --kiln-package-verify-manifest --split-input-file --verify-diagnostics | FileCheck %s

// A parameter that is written with its own value is written.
// CHECK-LABEL: ep.program @accepted
// CHECK: exec.state @w mutable
ep.program @accepted {
  ep.storage @s bytes(16)
  ep.parameter @w : !ep.tensor<[4], f32> storage(@s)
  exec.host @forward {
    %m = exec.output 0 is #ep.output<parameter_mutation "w"> of !ep.tensor<[4], f32>
    %w = exec.state @w mutable
    exec.return
  }
}

// -----

// expected-error @below {{no runtime would load this: the package: manifest.json: programs[0]: a mutation of 'w' that is not mutable or has another dtype or rank}}
ep.program @unmarked {
  ep.storage @s bytes(16)
  ep.parameter @w : !ep.tensor<[4], f32> storage(@s)
  exec.host @forward {
    %m = exec.output 0 is #ep.output<parameter_mutation "w"> of !ep.tensor<[4], f32>
    %w = exec.state @w
    exec.return
  }
}

// -----

ep.program @jump {
  exec.host @forward {
    exec.jump ^bb2
  ^bb1:
    exec.return
  ^bb2:
    // expected-error @below {{no runtime would load this: the package: manifest.json: program 'jump', entry 'run', instruction 2: }}
    exec.jump ^bb1
  }
}

// -----

// expected-error @below {{no runtime would load this: the package: manifest.json: programs[0].state[0]: the state 'w' is mutable and not row-major in its storage}}
ep.program @column_major {
  ep.storage @s bytes(16)
  ep.parameter @w : !ep.tensor<[2, 2], f32, strides = [1, 2]> storage(@s)
  exec.host @forward {
    %m = exec.output 0 is #ep.output<parameter_mutation "w"> of !ep.tensor<[2, 2], f32>
    %w = exec.state @w mutable
    exec.return
  }
}
