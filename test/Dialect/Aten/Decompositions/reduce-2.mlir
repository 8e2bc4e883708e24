// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @std_dim(
ep.program @std_dim { ep.symbol @n range(2, 64)
  ep.graph @std_dim(%a: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.var.correction %a, dim = [1], correction = 0
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    %0 = aten.std.dim %a, dim = [1], unbiased = false : (!ep.tensor<[n, 5], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @var_mean_dim(
ep.program @var_mean_dim { ep.symbol @n range(2, 64)
  ep.graph @var_mean_dim(%a: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.var.correction %a, dim = [1], correction = 0
    // CHECK-NEXT: aten.mean.dim %a, dim = [1]
    %0:2 = aten.var_mean.dim %a, dim = [1], unbiased = false : (!ep.tensor<[n, 5], f32>) -> (!ep.tensor<[n], f32>, !ep.tensor<[n], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[n], f32>, !ep.tensor<[n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @std_mean_dim(
ep.program @std_mean_dim { ep.symbol @n range(2, 64)
  ep.graph @std_mean_dim(%a: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[n], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.var.correction %a, dim = [1], correction = 1
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    // CHECK-NEXT: aten.mean.dim %a, dim = [1]
    %0:2 = aten.std_mean.dim %a, dim = [1], unbiased = true : (!ep.tensor<[n, 5], f32>) -> (!ep.tensor<[n], f32>, !ep.tensor<[n], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[n], f32>, !ep.tensor<[n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nuclear_norm_dim(
ep.program @nuclear_norm_dim { ep.symbol @n range(2, 64)
  ep.graph @nuclear_norm_dim(%a: !ep.tensor<[n, 5, 6], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %a, dims = [0, 1, 2]
    // CHECK-NEXT: aten._linalg_svd.default %{{.*}}, compute_uv = false
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-1]
    %0 = aten.nuclear_norm.dim %a, dim = [1, 2] : (!ep.tensor<[n, 5, 6], f32>) -> !ep.tensor<[n], f32>
    ep.return %0 : !ep.tensor<[n], f32>
} }

// -----

// CHECK-LABEL: ep.graph @all_dim(
ep.program @all_dim { ep.symbol @n range(2, 64)
  ep.graph @all_dim(%a: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], i1> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.logical_not.default %a
    // CHECK-NEXT: aten.any.dims %{{.*}}, dim = [1]
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    %0 = aten.all.dim %a, dim = 1 : (!ep.tensor<[n, 5], f32>) -> !ep.tensor<[n], i1>
    ep.return %0 : !ep.tensor<[n], i1>
} }

// -----

// CHECK-LABEL: ep.graph @all_dims(
ep.program @all_dims { ep.symbol @n range(2, 64)
  ep.graph @all_dims(%a: !ep.tensor<[n, 5], i1> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[], i1> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.logical_not.default %a
    // CHECK-NEXT: aten.any.dims %{{.*}}, dim = [0, 1]
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    %0 = aten.all.dims %a, dim = [0, 1] : (!ep.tensor<[n, 5], i1>) -> !ep.tensor<[], i1>
    ep.return %0 : !ep.tensor<[], i1>
} }

// -----

// CHECK-LABEL: ep.graph @count_nonzero_dim_IntList(
ep.program @count_nonzero_dim_IntList { ep.symbol @n range(2, 64)
  ep.graph @count_nonzero_dim_IntList(%a: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[n], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.ne.Scalar %a, other = 0
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [1], dtype = i64
    %0 = aten.count_nonzero.dim_IntList %a, dim = [1] : (!ep.tensor<[n, 5], f32>) -> !ep.tensor<[n], i64>
    ep.return %0 : !ep.tensor<[n], i64>
} }

// -----

// CHECK-LABEL: ep.graph @is_all_true(
ep.program @is_all_true { ep.symbol @s0 range(2, 64)
  ep.graph @is_all_true(%x: !ep.tensor<[s0, 4], i1> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], i1> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.logical_not.default %x
    // CHECK-NEXT: aten.any.default %{{.*}}
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    // CHECK-NEXT: ep.return
    %r = aten._is_all_true.default %x : (!ep.tensor<[s0, 4], i1>) -> !ep.tensor<[], i1>
    ep.return %r : !ep.tensor<[], i1>
} }

// -----

// CHECK-LABEL: ep.graph @is_any_true(
ep.program @is_any_true { ep.symbol @s0 range(2, 64)
  ep.graph @is_any_true(%x: !ep.tensor<[s0, 4], i1> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], i1> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.any.default %x
    // CHECK-NEXT: ep.return
    %r = aten._is_any_true.default %x : (!ep.tensor<[s0, 4], i1>) -> !ep.tensor<[], i1>
    ep.return %r : !ep.tensor<[], i1>
} }
