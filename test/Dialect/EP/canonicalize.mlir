// RUN: kiln-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: ep.program @folds
ep.program @folds {
  // CHECK: ep.graph @g(%[[X:.*]]: !ep.tensor<[s0, 4], f32> {{.*}})
  ep.graph @g(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "x">}) {
    // A conversion there and back is nothing.
    // CHECK-NEXT: ep.return %[[X]]
    %0 = ep.to_builtin %x : !ep.tensor<[s0, 4], f32> -> tensor<?x4xf32>
    %1 = ep.from_builtin %0 : tensor<?x4xf32> -> !ep.tensor<[s0, 4], f32>
    ep.return %1 : !ep.tensor<[s0, 4], f32>
  }
}

// -----

// CHECK-LABEL: ep.program @keeps
ep.program @keeps {
  ep.graph @g(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s1], f32> {ep.output = #ep.output<user_output "y">}) {
    // Another size is another tensor; a size of symbols is not a constant.
    // CHECK: ep.to_builtin
    // CHECK: ep.from_builtin
    %0 = ep.to_builtin %x : !ep.tensor<[s0], f32> -> tensor<?xf32>
    %1 = ep.from_builtin %0 : tensor<?xf32> -> !ep.tensor<[s1], f32>
    ep.return %1 : !ep.tensor<[s1], f32>
  }
}

// -----

// CHECK-LABEL: ep.program @sizes
ep.program @sizes {
  ep.graph @g(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">})
      -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "y">}) {
    // CHECK: %[[S:.*]] = ep.size s0
    // CHECK: tensor.empty(%[[S]]) : tensor<?x7xf32>
    %0 = ep.size 7
    %1 = ep.size s0
    %2 = tensor.empty(%1, %0) : tensor<?x?xf32>
    %3 = tensor.extract_slice %2[0, 0] [%1, 1] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
    %4 = ep.from_builtin %3 : tensor<?xf32> -> !ep.tensor<[s0], f32>
    ep.return %4 : !ep.tensor<[s0], f32>
  }
}
