// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file | FileCheck %s
// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --canonicalize --kiln-exec-resolve-sizes --cse --kiln-verify-tensors --kiln-dispatches-pipeline --kiln-host-pipeline --split-input-file | FileCheck %s --check-prefix=HOST

// The exporter writes the size of an input where the program asserts that as many elements are true.
// CHECK-LABEL: ep.program @size_of_input
// HOST-LABEL: ep.program @size_of_input
ep.program @size_of_input {
  ep.symbol @s0 range(1, 64)
  ep.symbol @s1 range(1, 64)
  ep.graph @forward(%m: !ep.tensor<[s0], i1> {ep.input = #ep.input<user_input "m">},
                    %v: !ep.tensor<[s1], f32> {ep.input = #ep.input<user_input "v">})
      -> (!ep.tensor<[s1, 1], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.item %{{.*}} : tensor<i64> -> !ep.number<[[READ:uread[0-9]]]>
    // CHECK: ep.assert Eq(s1, [[READ]]), "the data give another number than s1"
    // CHECK: tx.compact
    // HOST: exec.read_scalar "uread0"
    // HOST: exec.check Eq(s1, uread0)
    // HOST: exec.launch
    %0 = aten.nonzero.default %m : (!ep.tensor<[s0], i1>) -> !ep.tensor<[s1, 1], i64>
    ep.return %0 : !ep.tensor<[s1, 1], i64>
  }
}

// -----

// The first operator binds the symbol. The same mask need not be counted again, another one must be.
// CHECK-LABEL: ep.program @masks
// HOST-LABEL: ep.program @masks
ep.program @masks {
  ep.symbol @u0 range(0, 8)
  ep.graph @forward(%x: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "x">},
                    %m: !ep.tensor<[8], i1> {ep.input = #ep.input<user_input "m">},
                    %n: !ep.tensor<[8], i1> {ep.input = #ep.input<user_input "n">})
      -> (!ep.tensor<[u0], f32> {ep.output = #ep.output<user_output "0">},
          !ep.tensor<[u0, 1], i64> {ep.output = #ep.output<user_output "1">},
          !ep.tensor<[u0], f32> {ep.output = #ep.output<user_output "2">}) {
    // CHECK: ep.item %{{.*}} -> !ep.number<u0>
    // CHECK-NOT: ep.item
    // CHECK: tx.compact
    %0 = aten.index.Tensor %x, [%m] : (!ep.tensor<[8], f32>, !ep.tensor<[8], i1>) -> !ep.tensor<[u0], f32>
    %1 = aten.nonzero.default %m : (!ep.tensor<[8], i1>) -> !ep.tensor<[u0, 1], i64>
    // CHECK: ep.item %{{.*}} -> !ep.number<uread0>
    // CHECK: ep.assert Eq(u0, uread0), "the data give another number than u0"
    // HOST: exec.check Eq(u0, uread0)
    %2 = aten.index.Tensor %x, [%n] : (!ep.tensor<[8], f32>, !ep.tensor<[8], i1>) -> !ep.tensor<[u0], f32>
    ep.return %0, %1, %2 : !ep.tensor<[u0], f32>, !ep.tensor<[u0, 1], i64>, !ep.tensor<[u0], f32>
  }
}

// -----

// Numbers: that of an input, a constant, a bool that is known to be true, and a float that was read before.
// CHECK-LABEL: ep.program @items
// HOST-LABEL: ep.program @items
ep.program @items {
  ep.symbol @s0 range(1, 64)
  ep.symbol @zuf0 range(?, ?)
  ep.graph @forward(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
                    %i: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "i">},
                    %b: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "b">},
                    %f: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "f">})
      -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.assert Eq(s0, [[A:uread[0-9]]]), "the data give another number than s0"
    // CHECK: ep.assert Eq([[B:uread[0-9]]], 3), "the data give another number than 3"
    // CHECK: ep.assert Eq([[C:uread[0-9]]], 1), "the data give another number than True"
    // CHECK: ep.item %{{.*}} : tensor<f32> -> !ep.number<zuf0>
    // CHECK: ep.assert Eq(zufread0, zuf0), "the data give another number than zuf0"
    // HOST: exec.read_scalar "zufread0"
    // HOST: exec.check Eq(zufread0, zuf0)
    %0 = aten._local_scalar_dense.default %i : (!ep.tensor<[], i64>) -> !ep.number<s0>
    %1 = aten._local_scalar_dense.default %i : (!ep.tensor<[], i64>) -> !ep.number<3>
    %2 = aten._local_scalar_dense.default %b : (!ep.tensor<[], i1>) -> !ep.number<True>
    %3 = aten._local_scalar_dense.default %f : (!ep.tensor<[], f32>) -> !ep.number<zuf0>
    %4 = aten._local_scalar_dense.default %f : (!ep.tensor<[], f32>) -> !ep.number<zuf0>
    ep.return %x : !ep.tensor<[s0], f32>
  }
}

// -----

// A symbol of the outside is known inside of a graph, and one that a graph binds is not known in another one.
// CHECK-LABEL: ep.program @regions
// HOST-LABEL: ep.program @regions
ep.program @regions {
  ep.symbol @u0 range(0, 8)
  ep.symbol @u1 range(0, 8)
  ep.graph @forward(%p: !ep.tensor<[], i1> {ep.input = #ep.input<user_input "p">},
                    %i: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "i">},
                    %m: !ep.tensor<[8], i1> {ep.input = #ep.input<user_input "m">})
      -> (!ep.tensor<[], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.item %{{.*}} -> !ep.number<u0>
    %0 = aten._local_scalar_dense.default %i : (!ep.tensor<[], i64>) -> !ep.number<u0>
    // CHECK: ep.cond
    %1 = ep.cond %p(%m) : (!ep.tensor<[], i1>, !ep.tensor<[8], i1>) -> !ep.tensor<[], i64> {
    ^bb0(%a: !ep.tensor<[8], i1>):
      // CHECK: ep.assert Eq(u0, uread0), "the data give another number than u0"
      // HOST: exec.check Eq(u0, uread0)
      %2 = aten.nonzero.default %a : (!ep.tensor<[8], i1>) -> !ep.tensor<[u0, 1], i64>
      %3 = aten.sum.dim_IntList %2, dim = [0, 1], dtype = i64 : (!ep.tensor<[u0, 1], i64>) -> !ep.tensor<[], i64>
      ep.yield %3 : !ep.tensor<[], i64>
    } else {
    ^bb0(%a: !ep.tensor<[8], i1>):
      // CHECK: ep.item %{{.*}} -> !ep.number<u1>
      %2 = aten.nonzero.default %a : (!ep.tensor<[8], i1>) -> !ep.tensor<[u1, 1], i64>
      %3 = aten.sum.dim_IntList %2, dim = [0, 1], dtype = i64 : (!ep.tensor<[u1, 1], i64>) -> !ep.tensor<[], i64>
      ep.yield %3 : !ep.tensor<[], i64>
    }
    ep.return %1 : !ep.tensor<[], i64>
  }
}

// -----

// Where an operator takes the float of an item it takes the tensor, whose value kernels can read; one with a factor keeps the number.
// CHECK-LABEL: ep.program @scalars
ep.program @scalars {
  ep.symbol @zuf0 range(?, ?)
  ep.graph @forward(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">},
                    %f: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "f">})
      -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[F:.*]] = ep.to_builtin %f
    // CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[F]] : tensor<4xf32>, tensor<f32>)
    // CHECK: arith.mulf
    %0 = aten._local_scalar_dense.default %f : (!ep.tensor<[], f32>) -> !ep.number<zuf0>
    %1 = aten.mul.Scalar %x, other = zuf0 : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32>
    ep.return %1 : !ep.tensor<[4], f32>
  }
}
