// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @where_ScalarSelf(
ep.program @where_ScalarSelf { ep.symbol @s0 range(2, 64)
  ep.graph @where_ScalarSelf(%x: !ep.tensor<[s0], i1> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 1, dtype = f32
    // CHECK-NEXT: aten.where.self %x, %{{.*}}, %y
    %0 = aten.where.ScalarSelf %x, self = 1, %y : (!ep.tensor<[s0], i1>, !ep.tensor<[s0], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @where_Scalar(
ep.program @where_Scalar { ep.symbol @s0 range(2, 64)
  ep.graph @where_Scalar(%x: !ep.tensor<[s0], i1> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 1.0, dtype = f32
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.5, dtype = f32
    // CHECK-NEXT: aten.where.self %x, %{{.*}}
    %0 = aten.where.Scalar %x, self = 1.0, other = 0.5 : (!ep.tensor<[s0], i1>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @where_ScalarOther(
ep.program @where_ScalarOther { ep.symbol @n range(2, 64)
  ep.graph @where_ScalarOther(%a: !ep.tensor<[n], i1> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[n], f32> {ep.input = #ep.input<user_input "b">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 2, dtype = f32
    // CHECK-NEXT: aten.where.self %a, %b, %{{.*}}
    %0 = aten.where.ScalarOther %a, %b, other = 2 : (!ep.tensor<[n], i1>, !ep.tensor<[n], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @masked_fill_Scalar(
ep.program @masked_fill_Scalar { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @masked_fill_Scalar(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s85], i1> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = 10, dtype = f32
    // CHECK-NEXT: aten.where.self %y, %{{.*}}, %x
    %0 = aten.masked_fill.Scalar %x, %y, value = 10 : (!ep.tensor<[s87, s85], f32>, !ep.tensor<[s87, s85], i1>) -> !ep.tensor<[s87, s85], f32>
    ep.return %0 : !ep.tensor<[s87, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @masked_fill_Tensor(
ep.program @masked_fill_Tensor { ep.symbol @s0 range(2, 64)
  ep.graph @masked_fill_Tensor(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], i1> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.where.self %y, %z, %x
    %0 = aten.masked_fill.Tensor %x, %y, %z : (!ep.tensor<[s0], f32>, !ep.tensor<[s0], i1>, !ep.tensor<[], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @masked_select_default(
ep.program @masked_select_default { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s89 range(2, 64) ep.symbol @s95 range(2, 64) ep.symbol @u0 range(2, 64)
  ep.graph @masked_select_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s89], i1> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[u0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.expand.default %y, size = [s95, s85]
    // CHECK-NEXT: aten.index.Tensor %x, [%{{.*}}]
    %0 = aten.masked_select.default %x, %y : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[s87, s89], i1>) -> !ep.tensor<[u0], f32>
    ep.return %0 : !ep.tensor<[u0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @_unsafe_masked_index_default(
ep.program @_unsafe_masked_index_default { ep.symbol @s26 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s89 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @_unsafe_masked_index_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s26, s89], i1> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26, 1], i64> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[1, s89], i64> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[s26, s89], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.clamp.default %z, min = 0, max = s95 - 1
    // CHECK-NEXT: aten.clamp.default %w, min = 0, max = s85 - 1
    // CHECK-NEXT: aten.index.Tensor %x, [%{{.*}}]
    // CHECK-NEXT: aten.scalar_tensor.default s = -8.478373527526855, dtype = f32
    // CHECK-NEXT: aten.where.self %y, %{{.*}}
    %0 = aten._unsafe_masked_index.default %x, %y, [%z, %w], fill = -8.478373527526855 : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[s26, s89], i1>, !ep.tensor<[s26, 1], i64>, !ep.tensor<[1, s89], i64>) -> !ep.tensor<[s26, s89], f32>
    ep.return %0 : !ep.tensor<[s26, s89], f32>
} }

// -----

// CHECK-LABEL: ep.graph @_unsafe_masked_index_put_accumulate_default(
ep.program @_unsafe_masked_index_put_accumulate_default { ep.symbol @s14 range(2, 64) ep.symbol @s18 range(2, 64) ep.symbol @s26 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s94 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @_unsafe_masked_index_put_accumulate_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s14, s18], i1> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26, 1], i64> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[1, s94], i64> {ep.input = #ep.input<user_input "w">},
      %a: !ep.tensor<[s14, s18], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.clamp.default %z, min = -s95, max = s95 - 1
    // CHECK-NEXT: aten.clamp.default %w, min = -s85, max = s85 - 1
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %y, %a, %{{.*}}
    // CHECK-NEXT: aten.index_put.default %x, [%{{.*}}], %{{.*}}, accumulate = true
    %0 = aten._unsafe_masked_index_put_accumulate.default %x, %y, [%z, %w], %a : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[s14, s18], i1>, !ep.tensor<[s26, 1], i64>, !ep.tensor<[1, s94], i64>, !ep.tensor<[s14, s18], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @index_add_default(
ep.program @index_add_default { ep.symbol @s0 range(2, 64) ep.symbol @s26 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @index_add_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26, s0], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number -1
    // CHECK-NEXT: aten.mul.Tensor %z, %{{.*}}
    // CHECK-NEXT: aten.index_put.default %x, [none, %y], %{{.*}}, accumulate = true
    %0 = aten.index_add.default %x, dim = -1, %y, %z, alpha = -1 : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[s0], i64>, !ep.tensor<[s26, s0], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @index_copy_default(
ep.program @index_copy_default {
  ep.graph @index_copy_default(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[1], i64> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [1]
    // CHECK-NEXT: aten.unsqueeze.default %z, dim = 0
    // CHECK-NEXT: aten.index_put.default %{{.*}}, [%y], %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = []
    %0 = aten.index_copy.default %x, dim = 0, %y, %z : (!ep.tensor<[], f32>, !ep.tensor<[1], i64>, !ep.tensor<[], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @index_fill_int_Scalar(
ep.program @index_fill_int_Scalar { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @index_fill_int_Scalar(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scalar_tensor.default s = -8.478373527526855, dtype = f32
    // CHECK-NEXT: aten.index_put.default %x, [none, %y], %{{.*}}
    %0 = aten.index_fill.int_Scalar %x, dim = -1, %y, value = -8.478373527526855 : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[s87], i64>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @index_fill_int_Tensor(
ep.program @index_fill_int_Tensor { ep.symbol @s0 range(2, 64)
  ep.graph @index_fill_int_Tensor(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.index_put.default %x, [none, %y], %z
    %0 = aten.index_fill.int_Tensor %x, dim = 1, %y, %z : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[3], i64>, !ep.tensor<[], f32>) -> !ep.tensor<[s0, 4], f32>
    ep.return %0 : !ep.tensor<[s0, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @index_reduce_default(
ep.program @index_reduce_default { ep.symbol @s0 range(2, 64) ep.symbol @s26 range(2, 64) ep.symbol @s67 range(2, 64) ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @index_reduce_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], i64> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26, s0, s67], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %y, size = [1, s87, 1]
    // CHECK-NEXT: aten.expand.default %{{.*}}, size = [s26, s0, s67]
    // CHECK-NEXT: aten.scatter_reduce.two %x, dim = 1, %{{.*}}, %z, reduce = "amax"
    %0 = aten.index_reduce.default %x, dim = 1, %y, %z, reduce = "amax" : (!ep.tensor<[s95, s85, s68], f32>, !ep.tensor<[s87], i64>, !ep.tensor<[s26, s0, s67], f32>) -> !ep.tensor<[s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @scatter_reduce(
ep.program @scatter_reduce { ep.symbol @s0 range(2, 64)
  ep.graph @scatter_reduce(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scatter_reduce.two %x, dim = 0, %y, %z, reduce = "sum"
    %0 = aten.scatter.reduce %x, dim = 0, %y, %z, reduce = "add" : (!ep.tensor<[s0], f32>, !ep.tensor<[3], i64>, !ep.tensor<[3], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @scatter_value_reduce(
ep.program @scatter_value_reduce { ep.symbol @s0 range(2, 64)
  ep.graph @scatter_value_reduce(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.full.default size = [3], fill_value = 2, dtype = f32
    // CHECK-NEXT: aten.scatter_reduce.two %x, dim = 0, %y, %{{.*}}, reduce = "prod"
    %0 = aten.scatter.value_reduce %x, dim = 0, %y, value = 2, reduce = "multiply" : (!ep.tensor<[s0], f32>, !ep.tensor<[3], i64>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @take_default(
ep.program @take_default { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @take_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [s85*s95]
    // CHECK-NEXT: aten.index.Tensor %{{.*}}, [%y]
    %0 = aten.take.default %x, %y : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[s87], i64>) -> !ep.tensor<[s87], f32>
    ep.return %0 : !ep.tensor<[s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @put_default(
ep.program @put_default { ep.symbol @s26 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @put_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], i64> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s95, s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %z, size = [s87]
    // CHECK-NEXT: aten.view.default %x, size = [s85*s95]
    // CHECK-NEXT: aten.index_put.default %{{.*}}, [%y], %{{.*}}, accumulate = true
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s95, s85]
    %0 = aten.put.default %x, %y, %z, accumulate = true : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[s87], i64>, !ep.tensor<[s26], f32>) -> !ep.tensor<[s95, s85], f32>
    ep.return %0 : !ep.tensor<[s95, s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @take_along_dim_default(
ep.program @take_along_dim_default { ep.symbol @s87 range(2, 64)
  ep.graph @take_along_dim_default(%x: !ep.tensor<[5, 5], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, 5], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[WRAPPED:.+]] = aten.remainder.Scalar %y, other = 5
    // CHECK: aten.gather.default %x, dim = 0, %[[WRAPPED]]
    %0 = aten.take_along_dim.default %x, %y, dim = 0 : (!ep.tensor<[5, 5], f32>, !ep.tensor<[s87, 5], i64>) -> !ep.tensor<[s87, 5], f32>
    ep.return %0 : !ep.tensor<[s87, 5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @argwhere_default(
ep.program @argwhere_default { ep.symbol @s95 range(2, 64) ep.symbol @u0 range(2, 64)
  ep.graph @argwhere_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[u0, 1], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.nonzero.default %x
    %0 = aten.argwhere.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[u0, 1], i64>
    ep.return %0 : !ep.tensor<[u0, 1], i64>
} }

// -----

// CHECK-LABEL: ep.graph @nonzero_numpy_default(
ep.program @nonzero_numpy_default { ep.symbol @s0 range(2, 64) ep.symbol @u0 range(2, 64)
  ep.graph @nonzero_numpy_default(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[u0], i64> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[u0], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.nonzero.default %x
    // CHECK-NEXT: aten.select.int %{{.*}}, dim = 1, index = 0
    // CHECK-NEXT: aten.select.int %{{.*}}, dim = 1, index = 1
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    %0:2 = aten.nonzero_numpy.default %x : (!ep.tensor<[s0, 4], f32>) -> (!ep.tensor<[u0], i64>, !ep.tensor<[u0], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[u0], i64>, !ep.tensor<[u0], i64>
} }

// -----

// CHECK-LABEL: ep.graph @isin_Tensor_Tensor(
ep.program @isin_Tensor_Tensor { ep.symbol @s87 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @isin_Tensor_Tensor(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], i1> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %x, dim = 1
    // CHECK-NEXT: aten.eq.Tensor %{{.*}}, %y
    // CHECK-NEXT: aten.any.dims %{{.*}}, dim = [-1]
    %0 = aten.isin.Tensor_Tensor %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[s95], i1>
    ep.return %0 : !ep.tensor<[s95], i1>
} }

// -----

// CHECK-LABEL: ep.graph @isin_Tensor_Scalar(
ep.program @isin_Tensor_Scalar { ep.symbol @s0 range(2, 64)
  ep.graph @isin_Tensor_Scalar(%x: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], i1> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.eq.Scalar %x, other = 2
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    %0 = aten.isin.Tensor_Scalar %x, test_element = 2, invert = true : (!ep.tensor<[s0], i64>) -> !ep.tensor<[s0], i1>
    ep.return %0 : !ep.tensor<[s0], i1>
} }

// -----

// Indices have another rank: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.take_along_dim.default 
    %0 = aten.take_along_dim.default %x, %y, dim = 0 : (!ep.tensor<[3, 4], f32>, !ep.tensor<[3], i64>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }

// -----

// There are no columns: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[3], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.index_add.default 
    %0 = aten.index_add.default %x, dim = 1, %y, %x : (!ep.tensor<[3], f32>, !ep.tensor<[3], i64>, !ep.tensor<[3], f32>) -> !ep.tensor<[3], f32>
    ep.return %0 : !ep.tensor<[3], f32>
} }

// -----

// A number among the elements.
// CHECK-LABEL: ep.graph @among(
ep.program @among {
  ep.graph @among(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], i1> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.eq.Scalar %x
    // CHECK: aten.any
    %0 = aten.isin.Scalar_Tensor element = 2.000000e+00, %x : (!ep.tensor<[4], f32>) -> !ep.tensor<[], i1>
    ep.return %0 : !ep.tensor<[], i1>
} }

// -----

// CHECK-LABEL: ep.graph @where_default(
ep.program @where_default { ep.symbol @u range(0, 12)
  ep.graph @where_default(%a: !ep.tensor<[3, 4], i1> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[u], i64> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[u], i64> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.nonzero.default %a
    // CHECK-NEXT: aten.select.int %{{.*}}, dim = 1, index = 0
    // CHECK-NEXT: aten.select.int %{{.*}}, dim = 1, index = 1
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    %0:2 = aten.where.default %a : (!ep.tensor<[3, 4], i1>) -> (!ep.tensor<[u], i64>, !ep.tensor<[u], i64>)
    ep.return %0#0, %0#1 : !ep.tensor<[u], i64>, !ep.tensor<[u], i64>
} }
