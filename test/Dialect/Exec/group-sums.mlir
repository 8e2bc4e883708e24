// RUN: kiln-opt %s --kiln-exec-form-kernels --kiln-verify-dispatches --split-input-file | FileCheck %s

#digits = affine_map<(n, g, k, h) -> (g, k, h)>
#bytes = affine_map<(n, g, k, h) -> (n, g, k)>
#sums = affine_map<(n, g, k, h) -> (n, g)>
#all = affine_map<(n, g) -> (n, g)>
#rows = affine_map<(n, g) -> (n)>

// Sums of the halves of bytes in each group are part of the kernel that adds
// the groups: in memory they would be as many bytes.
// CHECK-LABEL: ep.program @groups
// CHECK: exec.kernel @{{.*}}(%{{.*}}: tensor<3x4x2xi8>, %{{.*}}: tensor<5x3x4xi8>) -> tensor<5xf32>
// CHECK: linalg.generic {{.*}}"reduction", "reduction"]
// CHECK: linalg.generic {{.*}}["parallel", "reduction"]
// CHECK-NOT: exec.kernel
ep.program @groups {
  ep.graph @run(%x: !ep.tensor<[3, 4, 2], i8> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[5, 3, 4], i8> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "y">}) {
    %c15 = arith.constant 15 : i32
    %c4 = arith.constant 4 : i32
    %none = arith.constant 0 : i32
    %zero = arith.constant 0.0 : f32
    %bx = ep.to_builtin %x : !ep.tensor<[3, 4, 2], i8> -> tensor<3x4x2xi8>
    %bw = ep.to_builtin %w : !ep.tensor<[5, 3, 4], i8> -> tensor<5x3x4xi8>
    %e = tensor.empty() : tensor<5x3xi32>
    %f = linalg.fill ins(%none : i32) outs(%e : tensor<5x3xi32>) -> tensor<5x3xi32>
    %p = linalg.generic {indexing_maps = [#digits, #bytes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
        ins(%bx, %bw : tensor<3x4x2xi8>, tensor<5x3x4xi8>) outs(%f : tensor<5x3xi32>) {
    ^bb0(%a: i8, %b: i8, %o: i32):
      %h = linalg.index 3 : index
      %i = arith.index_cast %h : index to i32
      %wide = arith.extui %b : i8 to i32
      %by = arith.muli %i, %c4 : i32
      %moved = arith.shrui %wide, %by : i32
      %number = arith.andi %moved, %c15 : i32
      %digit = arith.extsi %a : i8 to i32
      %q = arith.muli %digit, %number : i32
      %r = arith.addi %o, %q : i32
      linalg.yield %r : i32
    } -> tensor<5x3xi32>
    %ye = tensor.empty() : tensor<5xf32>
    %yf = linalg.fill ins(%zero : f32) outs(%ye : tensor<5xf32>) -> tensor<5xf32>
    %y = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
        ins(%p : tensor<5x3xi32>) outs(%yf : tensor<5xf32>) {
    ^bb0(%a: i32, %o: f32):
      %number = arith.sitofp %a : i32 to f32
      %r = arith.addf %o, %number : f32
      linalg.yield %r : f32
    } -> tensor<5xf32>
    %0 = ep.from_builtin %y : tensor<5xf32> -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
  }
}

// -----

#left = affine_map<(n, g, j, k) -> (j, g, k)>
#right = affine_map<(n, g, j, k) -> (n, g, k)>
#sums = affine_map<(n, g, j, k) -> (n, g, j)>
#high = affine_map<(n, g) -> (n, g, 0)>
#low = affine_map<(n, g) -> (n, g, 1)>
#rows = affine_map<(n, g) -> (n)>

// So are sums of digits, which are read one by one.
// CHECK-LABEL: ep.program @digits
// CHECK: exec.kernel @{{.*}}(%{{.*}}: tensor<2x3x4xi8>, %{{.*}}: tensor<5x3x4xi8>) -> tensor<5xf32>
// CHECK-NOT: exec.kernel
ep.program @digits {
  ep.graph @run(%x: !ep.tensor<[2, 3, 4], i8> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[5, 3, 4], i8> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "y">}) {
    %none = arith.constant 0 : i32
    %zero = arith.constant 0.0 : f32
    %bx = ep.to_builtin %x : !ep.tensor<[2, 3, 4], i8> -> tensor<2x3x4xi8>
    %bw = ep.to_builtin %w : !ep.tensor<[5, 3, 4], i8> -> tensor<5x3x4xi8>
    %e = tensor.empty() : tensor<5x3x2xi32>
    %f = linalg.fill ins(%none : i32) outs(%e : tensor<5x3x2xi32>) -> tensor<5x3x2xi32>
    %p = linalg.generic {indexing_maps = [#left, #right, #sums], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
        ins(%bx, %bw : tensor<2x3x4xi8>, tensor<5x3x4xi8>) outs(%f : tensor<5x3x2xi32>) {
    ^bb0(%a: i8, %b: i8, %o: i32):
      %left = arith.extsi %a : i8 to i32
      %right = arith.extsi %b : i8 to i32
      %q = arith.muli %left, %right : i32
      %r = arith.addi %o, %q : i32
      linalg.yield %r : i32
    } -> tensor<5x3x2xi32>
    %ye = tensor.empty() : tensor<5xf32>
    %yf = linalg.fill ins(%zero : f32) outs(%ye : tensor<5xf32>) -> tensor<5xf32>
    %y = linalg.generic {indexing_maps = [#high, #low, #rows], iterator_types = ["parallel", "reduction"]}
        ins(%p, %p : tensor<5x3x2xi32>, tensor<5x3x2xi32>) outs(%yf : tensor<5xf32>) {
    ^bb0(%a: i32, %b: i32, %o: f32):
      %both = arith.addi %a, %b : i32
      %number = arith.sitofp %both : i32 to f32
      %r = arith.addf %o, %number : f32
      linalg.yield %r : f32
    } -> tensor<5xf32>
    %0 = ep.from_builtin %y : tensor<5xf32> -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
  }
}

// -----

#left = affine_map<(n, g, k) -> (g, k)>
#right = affine_map<(n, g, k) -> (n, g, k)>
#sums = affine_map<(n, g, k) -> (n, g)>
#all = affine_map<(n, g) -> (n, g)>
#rows = affine_map<(n, g) -> (n)>

// Other sums are kernels of their own.
// CHECK-LABEL: ep.program @bytes
// CHECK: exec.kernel @{{.*}} -> tensor<5x3xi32>
// CHECK: exec.kernel @{{.*}}(%{{.*}}: tensor<5x3xi32>) -> tensor<5xf32>
ep.program @bytes {
  ep.graph @run(%x: !ep.tensor<[3, 4], i8> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[5, 3, 4], i8> {ep.input = #ep.input<user_input "w">})
      -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "y">}) {
    %none = arith.constant 0 : i32
    %zero = arith.constant 0.0 : f32
    %bx = ep.to_builtin %x : !ep.tensor<[3, 4], i8> -> tensor<3x4xi8>
    %bw = ep.to_builtin %w : !ep.tensor<[5, 3, 4], i8> -> tensor<5x3x4xi8>
    %e = tensor.empty() : tensor<5x3xi32>
    %f = linalg.fill ins(%none : i32) outs(%e : tensor<5x3xi32>) -> tensor<5x3xi32>
    %p = linalg.generic {indexing_maps = [#left, #right, #sums], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%bx, %bw : tensor<3x4xi8>, tensor<5x3x4xi8>) outs(%f : tensor<5x3xi32>) {
    ^bb0(%a: i8, %b: i8, %o: i32):
      %left = arith.extsi %a : i8 to i32
      %right = arith.extsi %b : i8 to i32
      %q = arith.muli %left, %right : i32
      %r = arith.addi %o, %q : i32
      linalg.yield %r : i32
    } -> tensor<5x3xi32>
    %ye = tensor.empty() : tensor<5xf32>
    %yf = linalg.fill ins(%zero : f32) outs(%ye : tensor<5xf32>) -> tensor<5xf32>
    %y = linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "reduction"]}
        ins(%p : tensor<5x3xi32>) outs(%yf : tensor<5xf32>) {
    ^bb0(%a: i32, %o: f32):
      %number = arith.sitofp %a : i32 to f32
      %r = arith.addf %o, %number : f32
      linalg.yield %r : f32
    } -> tensor<5xf32>
    %0 = ep.from_builtin %y : tensor<5xf32> -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
  }
}
