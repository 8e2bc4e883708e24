// RUN: kiln-opt %s --kiln-convert-aten-to-linalg --kiln-verify-tensors --split-input-file --verify-diagnostics | FileCheck %s

// The same elements in other sizes.
// CHECK-LABEL: ep.graph @reshapes
ep.program @reshapes {
  ep.symbol @s0 range(0, ?) ep.graph @reshapes(
          %x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">},
          %y: !ep.tensor<[1, s0, 1], f32> {ep.input = #ep.input<user_input "y">},
          %z: !ep.tensor<[2, 3, s0], f32> {ep.input = #ep.input<user_input "z">},
          %q: !ep.tensor<[2, 3, s0], i64> {ep.input = #ep.input<user_input "q">}
      ) -> (!ep.tensor<[s0, 2, 3], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[6, s0], i64> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[3, 2, s0], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[s0, 1, 6], f32> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[s0, 1], f32> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "5">}) {
  // CHECK: %[[S:.*]] = ep.size s0
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [%[[S]], 2, 3] : tensor<?x6xf32> into tensor<?x2x3xf32>
  %0 = aten.view.default %x, size = [s0, 2, 3] : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 2, 3], f32>
  // CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : tensor<2x3x?xi64> into tensor<6x?xi64>
  %1 = aten.view.default %q, size = [6, s0] : (!ep.tensor<[2, 3, s0], i64>) -> !ep.tensor<[6, s0], i64>
  // What has no finer grouping goes through one dimension.
  // CHECK: %[[C:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]]
  // CHECK: tensor.expand_shape %[[C]] {{\[\[}}0, 1], [2]] output_shape [3, 2, %{{.*}}]
  %2 = aten.view.default %z, size = [3, 2, s0] : (!ep.tensor<[2, 3, s0], f32>) -> !ep.tensor<[3, 2, s0], f32>
  // CHECK: tensor.expand_shape {{.*}} : tensor<?x6xf32> into tensor<?x1x6xf32>
  %3 = aten.unsqueeze.default %x, dim = -2 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 1, 6], f32>
  // CHECK: tensor.collapse_shape {{.*}} : tensor<1x?x1xf32> into tensor<?x1xf32>
  %4 = aten.squeeze.dim %y, dim = 0 : (!ep.tensor<[1, s0, 1], f32>) -> !ep.tensor<[s0, 1], f32>
  // CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1, 2]] : tensor<1x?x1xf32> into tensor<?xf32>
  %5 = aten.squeeze.dims %y, dim = [0, 2] : (!ep.tensor<[1, s0, 1], f32>) -> !ep.tensor<[s0], f32>
  ep.return %0, %1, %2, %3, %4, %5 : !ep.tensor<[s0, 2, 3], f32>,
    !ep.tensor<[6, s0], i64>,
    !ep.tensor<[3, 2, s0], f32>,
    !ep.tensor<[s0, 1, 6], f32>,
    !ep.tensor<[s0, 1], f32>,
    !ep.tensor<[s0], f32>
} }

// -----

// Copies.
// CHECK-LABEL: ep.graph @copies
ep.program @copies {
  ep.symbol @s0 range(0, ?) ep.graph @copies(
          %x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">},
          %p: !ep.tensor<[6, s0], f32, strides = [1, 6]> {ep.input = #ep.input<user_input "p">}
      ) -> (!ep.tensor<[6, s0], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "1">}) {
  // Strides are gone: a copy is nothing.
  // CHECK-NOT: linalg.generic
  %0 = aten.clone.default %p, memory_format = contiguous_format : (!ep.tensor<[6, s0], f32, strides = [1, 6]>) -> !ep.tensor<[6, s0], f32>
  // CHECK: ep.return
  %1 = aten.alias.default %x : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6], f32>
  ep.return %0, %1 : !ep.tensor<[6, s0], f32>,
    !ep.tensor<[s0, 6], f32>
} }

// -----

// Casts.
// CHECK-LABEL: ep.graph @casts
ep.program @casts {
  ep.symbol @s0 range(0, ?) ep.graph @casts(
          %x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[4], i64> {ep.input = #ep.input<user_input "i">},
          %f: !ep.tensor<[4], f64> {ep.input = #ep.input<user_input "f">},
          %u: !ep.tensor<[4], ui8> {ep.input = #ep.input<user_input "u">}
      ) -> (!ep.tensor<[s0, 6], f16> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 6], i64> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 6], i1> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[4], i32> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[4], i32> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[4], ui8> {ep.output = #ep.output<user_output "5">},
              !ep.tensor<[4], bf16> {ep.output = #ep.output<user_output "6">}) {
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f16):
  // CHECK-NEXT: %[[R:.*]] = arith.truncf %[[X]] : f32 to f16
  // CHECK-NEXT: linalg.yield %[[R]]
  %0 = aten._to_copy.default %x, dtype = f16 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6], f16>
  // CHECK: arith.fptosi %{{.*}} : f32 to i64
  %1 = aten._to_copy.default %x, dtype = i64 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6], i64>
  // Bool is what is not zero.
  // CHECK: %[[Z:.*]] = arith.constant 0.0
  // CHECK: arith.cmpf une, %{{.*}}, %[[Z]] : f32
  %2 = aten._to_copy.default %x, dtype = i1 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6], i1>
  // CHECK: arith.trunci %{{.*}} : i64 to i32
  %3 = aten._to_copy.default %i, dtype = i32 : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], i32>
  // CHECK: arith.extui %{{.*}} : i8 to i32
  %4 = aten._to_copy.default %u, dtype = i32 : (!ep.tensor<[4], ui8>) -> !ep.tensor<[4], i32>
  // CHECK: arith.fpto{{[us]}}i %{{.*}} : f64 to i{{[0-9]+}}
  %5 = aten._to_copy.default %f, dtype = ui8 : (!ep.tensor<[4], f64>) -> !ep.tensor<[4], ui8>
  // CHECK: arith.sitofp %{{.*}} : i64 to bf16
  %6 = aten._to_copy.default %i, dtype = bf16 : (!ep.tensor<[4], i64>) -> !ep.tensor<[4], bf16>
  ep.return %0, %1, %2, %3, %4, %5, %6 : !ep.tensor<[s0, 6], f16>,
    !ep.tensor<[s0, 6], i64>,
    !ep.tensor<[s0, 6], i1>,
    !ep.tensor<[4], i32>,
    !ep.tensor<[4], i32>,
    !ep.tensor<[4], ui8>,
    !ep.tensor<[4], bf16>
} }

// -----

// A loop that reads in another order.
// CHECK-DAG: #[[P:.*]] = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-LABEL: ep.graph @permute
ep.program @permute {
  ep.symbol @s0 range(0, ?) ep.graph @permute(
          %x: !ep.tensor<[s0, 2, 3], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[3, s0, 2], f32, strides = [1, 6, 3]> {ep.output = #ep.output<user_output "0">}) {
  // CHECK: tensor.empty(%{{.*}}) : tensor<3x?x2xf32>
  // CHECK: linalg.generic {indexing_maps = [#[[P]], #[[ID]]], iterator_types = ["parallel", "parallel", "parallel"]
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: linalg.yield %[[X]]
  %0 = aten.permute.default %x, dims = [2, 0, -2] : (!ep.tensor<[s0, 2, 3], f32>) -> !ep.tensor<[3, s0, 2], f32, strides = [1, 6, 3]>
  ep.return %0 : !ep.tensor<[3, s0, 2], f32, strides = [1, 6, 3]>
} }

// -----

// A size of 1 is read at 0.
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2) -> (0, d2)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[N:.*]] = affine_map<(d0) -> ()>
// CHECK-LABEL: ep.graph @expand
ep.program @expand {
  ep.symbol @s0 range(0, ?) ep.graph @expand(
          %x: !ep.tensor<[1, 6], f32> {ep.input = #ep.input<user_input "x">},
          %y: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "y">},
          %z: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "z">}
      ) -> (!ep.tensor<[2, s0, 6], f32, strides = [0, 0, 1]> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[3], f32, strides = [0]> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "2">}) {
  // CHECK: linalg.generic {indexing_maps = [#[[B]], #[[ID]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%{{.*}} : tensor<1x6xf32>) outs(%{{.*}} : tensor<2x?x6xf32>)
  %0 = aten.expand.default %x, size = [2, s0, -1] : (!ep.tensor<[1, 6], f32>) -> !ep.tensor<[2, s0, 6], f32, strides = [0, 0, 1]>
  // CHECK: linalg.generic {indexing_maps = [#[[N]],
  %1 = aten.expand.default %z, size = [3] : (!ep.tensor<[], f32>) -> !ep.tensor<[3], f32, strides = [0]>
  // To its own sizes: nothing.
  // CHECK-NOT: linalg.generic
  // CHECK: ep.return
  %2 = aten.expand.default %y, size = [-1, 6] : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6], f32>
  ep.return %0, %1, %2 : !ep.tensor<[2, s0, 6], f32, strides = [0, 0, 1]>,
    !ep.tensor<[3], f32, strides = [0]>,
    !ep.tensor<[s0, 6], f32>
} }

// -----

// Parts.
// CHECK-LABEL: ep.graph @slices
ep.program @slices {
  ep.symbol @s0 range(0, ?)
  ep.symbol @s1 range(0, ?) ep.graph @slices(
          %x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0, 2], f32, strides = [6, 2]> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 2], f32, strides = [6, 1]> {ep.output = #ep.output<user_output "1">},
              !ep.tensor<[Min(s0, s1), 6], f32> {ep.output = #ep.output<user_output "2">},
              !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "3">},
              !ep.tensor<[s0, 1], f32, strides = [6, 1]> {ep.output = #ep.output<user_output "4">},
              !ep.tensor<[s0, 5], f32, strides = [6, 1]> {ep.output = #ep.output<user_output "5">},
              !ep.tensor<[s0], f32, strides = [6]> {ep.output = #ep.output<user_output "6">},
              !ep.tensor<[6], f32> {ep.output = #ep.output<user_output "7">}) {
  // CHECK: tensor.extract_slice %{{.*}}[0, 1] [%{{.*}}, 2] [1, 2] : tensor<?x6xf32> to tensor<?x2xf32>
  %0 = aten.slice.Tensor %x, dim = 1, start = 1, end = 5, step = 2 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 2], f32, strides = [6, 2]>
  // A negative bound counts from the end, a symbolic one is a size.
  // CHECK: tensor.extract_slice %{{.*}}[0, 4] [%{{.*}}, 2] [1, 1]
  %1 = aten.slice.Tensor %x, dim = -1, start = -2 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 2], f32, strides = [6, 1]>
  // CHECK: tensor.extract_slice %{{.*}}[0, 0] [%{{.*}}, 6] [1, 1] : tensor<?x6xf32> to tensor<?x6xf32>
  %2 = aten.slice.Tensor %x, dim = 0, start = 0, end = s1 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[Min(s0, s1), 6], f32>
  // All of it: nothing.
  // CHECK-NOT: tensor.extract_slice
  %3 = aten.slice.Tensor %x, dim = 0 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6], f32>
  // Parts, one after the other.
  // CHECK: tensor.extract_slice %{{.*}}[0, 0] [%{{.*}}, 1] [1, 1]
  // CHECK: tensor.extract_slice %{{.*}}[0, 1] [%{{.*}}, 5] [1, 1]
  %4:2 = aten.split_with_sizes.default %x, split_sizes = [1, 5], dim = 1
    : (!ep.tensor<[s0, 6], f32>) -> (!ep.tensor<[s0, 1], f32, strides = [6, 1]>, !ep.tensor<[s0, 5], f32, strides = [6, 1]>)
  // A slice of one, without its dimension.
  // CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[0, 5] [%{{.*}}, 1] [1, 1] : tensor<?x6xf32> to tensor<?x1xf32>
  // CHECK: tensor.collapse_shape %[[S]] {{\[\[}}0, 1]]
  %5 = aten.select.int %x, dim = 1, index = -1 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0], f32, strides = [6]>
  // CHECK: tensor.extract_slice %{{.*}}[%{{.*}}, 0] [1, 6] [1, 1]
  %6 = aten.select.int %x, dim = 0, index = -1 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[6], f32>
  ep.return %0, %1, %2, %3, %4#0, %4#1, %5, %6 : !ep.tensor<[s0, 2], f32, strides = [6, 2]>,
    !ep.tensor<[s0, 2], f32, strides = [6, 1]>,
    !ep.tensor<[Min(s0, s1), 6], f32>,
    !ep.tensor<[s0, 6], f32>,
    !ep.tensor<[s0, 1], f32, strides = [6, 1]>,
    !ep.tensor<[s0, 5], f32, strides = [6, 1]>,
    !ep.tensor<[s0], f32, strides = [6]>,
    !ep.tensor<[6], f32>
} }

// -----

// Tensors one after the other.
// CHECK-LABEL: ep.graph @cat
ep.program @cat {
  ep.symbol @s0 range(0, ?) ep.graph @cat(
          %x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">},
          %i: !ep.tensor<[2, 6], i64> {ep.input = #ep.input<user_input "i">},
          %e: !ep.tensor<[0], f32> {ep.input = #ep.input<user_input "e">}
      ) -> (!ep.tensor<[s0 + 2, 6], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 6], f32> {ep.output = #ep.output<user_output "1">}) {
  // Of the common dtype.
  // CHECK: arith.sitofp %{{.*}} : i64 to f32
  // CHECK: tensor.concat dim(0) %{{.*}}, %{{.*}} : (tensor<?x6xf32>, tensor<2x6xf32>) -> tensor<?x6xf32>
  %0 = aten.cat.default [%x, %i] : (!ep.tensor<[s0, 6], f32>, !ep.tensor<[2, 6], i64>) -> !ep.tensor<[s0 + 2, 6], f32>
  // An empty vector is left out.
  // CHECK-NOT: tensor.concat
  // CHECK: ep.return
  %1 = aten.cat.default [%e, %x], dim = 1 : (!ep.tensor<[0], f32>, !ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 6], f32>
  ep.return %0, %1 : !ep.tensor<[s0 + 2, 6], f32>,
    !ep.tensor<[s0, 6], f32>
} }

// -----

// Elements in another order of memory are the same elements, also where both
// are results.
// CHECK-LABEL: ep.graph @strides
!t = !ep.tensor<[s0, 2, 3], f32, strides = [6, 1, 2]>
!c = !ep.tensor<[s0, 2, 3], f32>
ep.program @strides { ep.graph @strides(%x: !t {ep.input = #ep.input<user_input "x">})
    -> (!t {ep.output = #ep.output<user_output "0">}, !c {ep.output = #ep.output<user_output "1">}) {
  // CHECK: %[[R:.*]] = linalg.generic
  %0 = aten.relu.default %x : (!t) -> !t
  %1 = aten.clone.default %0, memory_format = contiguous_format : (!t) -> !c
  // CHECK: %[[T:.*]] = ep.from_builtin %[[R]] : {{.*}} -> !ep.tensor<[s0, 2, 3], f32, strides = [6, 1, 2]>
  // CHECK-NEXT: %[[B:.*]] = ep.to_builtin %[[T]]
  // CHECK-NEXT: %[[C:.*]] = ep.from_builtin %[[B]] : {{.*}} -> !ep.tensor<[s0, 2, 3], f32>
  // CHECK-NEXT: ep.return %[[T]], %[[C]]
  ep.return %0, %1 : !t, !c
} }

// -----

// Another device, a symbolic index, parts that are not the results, nothing to
// concatenate, and complex tensors are refused.
ep.program @device { ep.graph @device(
          %x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[4], f32, device = "cuda:0"> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.clone.default' op is not converted to linalg: changes its operand; changes the device; has no complex tensor}}
  %0 = aten.clone.default %x : (!ep.tensor<[4], f32>) -> !ep.tensor<[4], f32, device = "cuda:0">
  ep.return %0 : !ep.tensor<[4], f32, device = "cuda:0">
} }

// -----

ep.program @step {
  ep.symbol @s0 range(0, ?)
  ep.symbol @s1 range(0, ?)
  ep.symbol @s2 range(0, ?) ep.graph @step(
          %x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0, s2], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.slice.Tensor' op is not converted to linalg: step is not a positive number; has no complex tensor}}
  %0 = aten.slice.Tensor %x, dim = 1, step = s1 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, s2], f32>
  ep.return %0 : !ep.tensor<[s0, s2], f32>
} }

// -----

ep.program @parts {
  ep.symbol @s0 range(0, ?) ep.graph @parts(
          %x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.split_with_sizes.default' op is not converted to linalg: parts do not match the results; has no complex tensor}}
  %0 = aten.split_with_sizes.default %x, split_sizes = [4, 2], dim = 1 : (!ep.tensor<[s0, 6], f32>) -> !ep.tensor<[s0, 4], f32>
  ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

ep.program @dimension {
  ep.symbol @s0 range(0, ?) ep.graph @dimension(
          %x: !ep.tensor<[s0, 6], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[s0, 2], f32> {ep.output = #ep.output<user_output "1">}) {
  // expected-error @below {{dimensions are out of range or repeated}}
  %0:2 = aten.split_with_sizes.default %x, split_sizes = [4, 2], dim = 2 : (!ep.tensor<[s0, 6], f32>) -> (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0, 2], f32>)
  ep.return %0#0, %0#1 : !ep.tensor<[s0, 4], f32>,
    !ep.tensor<[s0, 2], f32>
} }

// -----

ep.program @nothing { ep.graph @nothing(
          %x: !ep.tensor<[0], f32> {ep.input = #ep.input<user_input "x">}
      ) -> (!ep.tensor<[0], f32> {ep.output = #ep.output<user_output "0">}) {
  // expected-error @below {{'aten.cat.default' op is not converted to linalg: nothing to concatenate; has no complex tensor}}
  %0 = aten.cat.default [%x], dim = 1 : (!ep.tensor<[0], f32>) -> !ep.tensor<[0], f32>
  ep.return %0 : !ep.tensor<[0], f32>
} }
