// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @sums
ep.program @sums { ep.graph @sums(
          %x: !ep.tensor<[s0, 4], f16> {ep.input = #ep.input<user_input "x">},
          %b: !ep.tensor<[3], i1> {ep.input = #ep.input<user_input "b">}
      ) -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">},
              !ep.tensor<[], i64> {ep.output = #ep.output<user_output "1">}) {
  // CHECK: aten.sum.dim_IntList %x, dim = [], dtype = f32 : {{.*}} -> !ep.tensor<[], f32>
  %0 = aten.sum.default %x, dtype = f32 : (!ep.tensor<[s0, 4], f16>) -> !ep.tensor<[], f32>
  // CHECK: aten.sum.dim_IntList %b, dim = [] : {{.*}} -> !ep.tensor<[], i64>
  %1 = aten.sum.default %b : (!ep.tensor<[3], i1>) -> !ep.tensor<[], i64>
  ep.return %0, %1 : !ep.tensor<[], f32>,
    !ep.tensor<[], i64>
} }

// -----

// CHECK-LABEL: ep.graph @var_default(
ep.program @var_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @var_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.var.correction %x, dim = [], correction = 1
    %0 = aten.var.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @std_default(
ep.program @std_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @std_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.var.correction %x, dim = [], correction = 1
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    %0 = aten.std.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @std_correction(
ep.program @std_correction { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @std_correction(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.var.correction %x, dim = [], correction = 1
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    %0 = aten.std.correction %x : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @var_mean_default(
ep.program @var_mean_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @var_mean_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.var.correction %x, dim = [], correction = 1
    // CHECK-NEXT: aten.mean.dim %x, dim = []
    %0:2 = aten.var_mean.default %x : (!ep.tensor<[s95, s85], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[], f32>, !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @var_mean_correction(
ep.program @var_mean_correction { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @var_mean_correction(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.var.correction %x, dim = [], correction = 1
    // CHECK-NEXT: aten.mean.dim %x, dim = []
    %0:2 = aten.var_mean.correction %x : (!ep.tensor<[s95, s85, s68], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[], f32>, !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @std_mean_default(
ep.program @std_mean_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @std_mean_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.var.correction %x, dim = [], correction = 1
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    // CHECK-NEXT: aten.mean.dim %x, dim = []
    %0:2 = aten.std_mean.default %x : (!ep.tensor<[s95, s85], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[], f32>, !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @std_mean_correction(
ep.program @std_mean_correction { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @std_mean_correction(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.var.correction %x, dim = [], correction = 1
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    // CHECK-NEXT: aten.mean.dim %x, dim = []
    %0:2 = aten.std_mean.correction %x : (!ep.tensor<[s95, s85, s68], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[], f32>, !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @linalg_vector_norm_default(
ep.program @linalg_vector_norm_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @linalg_vector_norm_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.abs.default %x
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    %0 = aten.linalg_vector_norm.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @linalg_norm_default(
ep.program @linalg_norm_default { ep.symbol @s95 range(2, 64)
  ep.graph @linalg_norm_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.abs.default %x
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    %0 = aten.linalg_norm.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @linalg_matrix_norm_str_ord(
ep.program @linalg_matrix_norm_str_ord { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @linalg_matrix_norm_str_ord(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 1], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.abs.default %x
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-2, -1], keepdim = true
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    %0 = aten.linalg_matrix_norm.str_ord %x, keepdim = true : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[1, 1], f32>
    ep.return %0 : !ep.tensor<[1, 1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @norm_Scalar(
ep.program @norm_Scalar { ep.symbol @s0 range(2, 64)
  ep.graph @norm_Scalar(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.abs.default %x
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    %0 = aten.norm.Scalar %x, p = 2 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @norm_ScalarOpt_dim(
ep.program @norm_ScalarOpt_dim { ep.symbol @s0 range(2, 64)
  ep.graph @norm_ScalarOpt_dim(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.abs.default %x
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [1]
    %0 = aten.norm.ScalarOpt_dim %x, p = 1, dim = [1] : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0], f32>
    ep.return %0 : !ep.tensor<[s0], f32>
} }

// -----

// CHECK-LABEL: ep.graph @norm_ScalarOpt_dtype(
ep.program @norm_ScalarOpt_dtype { ep.symbol @s0 range(2, 64)
  ep.graph @norm_ScalarOpt_dtype(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = f64
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    %0 = aten.norm.ScalarOpt_dtype %x, p = 2, dtype = f64 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[], f64>
    ep.return %0 : !ep.tensor<[], f64>
} }

// -----

// CHECK-LABEL: ep.graph @norm_ScalarOpt_dim_dtype(
ep.program @norm_ScalarOpt_dim_dtype { ep.symbol @s0 range(2, 64)
  ep.graph @norm_ScalarOpt_dim_dtype(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s0, 1], f64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = f64
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [1], keepdim = true
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    %0 = aten.norm.ScalarOpt_dim_dtype %x, p = 2, dim = [1], keepdim = true, dtype = f64 : (!ep.tensor<[s0, 4], f32>) -> !ep.tensor<[s0, 1], f64>
    ep.return %0 : !ep.tensor<[s0, 1], f64>
} }

// -----

// CHECK-LABEL: ep.graph @dist_default(
ep.program @dist_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @dist_default(%x: !ep.tensor<[s87, s85, s68], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s85, s68], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %x, %y
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    %0 = aten.dist.default %x, %y : (!ep.tensor<[s87, s85, s68], f32>, !ep.tensor<[s87, s85, s68], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @renorm_default(
ep.program @renorm_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @renorm_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.abs.default %x
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [0, 2], keepdim = true
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    // CHECK-NEXT: aten.gt.Scalar %{{.*}}, other = 0.5
    // CHECK-NEXT: ep.number 1.0e-07
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.full.default size = [1, s85, 1], fill_value = 1, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    %0 = aten.renorm.default %x, p = 2, dim = 1, maxnorm = 0.5 : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @all_default(
ep.program @all_default { ep.symbol @s95 range(2, 64)
  ep.graph @all_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], i1> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.logical_not.default %x
    // CHECK-NEXT: aten.any.default %{{.*}}
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    %0 = aten.all.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[], i1>
    ep.return %0 : !ep.tensor<[], i1>
} }

// -----

// CHECK-LABEL: ep.graph @max_default(
ep.program @max_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @max_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.amax.default %x
    %0 = aten.max.default %x : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @min_default(
ep.program @min_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @min_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.amin.default %x
    %0 = aten.min.default %x : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @aminmax_default(
ep.program @aminmax_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @aminmax_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.amin.default %x
    // CHECK-NEXT: aten.amax.default %x
    %0:2 = aten.aminmax.default %x : (!ep.tensor<[s95, s85, s68], f32>) -> (!ep.tensor<[], f32>, !ep.tensor<[], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[], f32>, !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @count_nonzero_default(
ep.program @count_nonzero_default { ep.symbol @s95 range(2, 64)
  ep.graph @count_nonzero_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.ne.Scalar %x, other = 0
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [], dtype = i64
    %0 = aten.count_nonzero.default %x : (!ep.tensor<[s95], f32>) -> !ep.tensor<[], i64>
    ep.return %0 : !ep.tensor<[], i64>
} }

// -----

// CHECK-LABEL: ep.graph @nansum_default(
ep.program @nansum_default { ep.symbol @s95 range(2, 64)
  ep.graph @nansum_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.isnan.default %x
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %x
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [0]
    %0 = aten.nansum.default %x, dim = [0] : (!ep.tensor<[s95], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nanmean_default(
ep.program @nanmean_default { ep.symbol @s95 range(2, 64)
  ep.graph @nanmean_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.isnan.default %x
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [0], dtype = i64
    // CHECK-NEXT: aten.isnan.default %x
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %x
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [0]
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    %0 = aten.nanmean.default %x, dim = [0] : (!ep.tensor<[s95], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @logsumexp_default(
ep.program @logsumexp_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @logsumexp_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s85], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.amax.default %x, dim = [-2], keepdim = true
    // CHECK-NEXT: aten.isinf.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.exp.default %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-2], keepdim = true
    // CHECK-NEXT: aten.log.default %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s85]
    %0 = aten.logsumexp.default %x, dim = [-2] : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[s85], f32>
    ep.return %0 : !ep.tensor<[s85], f32>
} }

// -----

// CHECK-LABEL: ep.graph @logsumexp_nothing(
ep.program @logsumexp_nothing {
  ep.graph @logsumexp_nothing(%x: !ep.tensor<[0, 3], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK-NEXT: aten.exp.default %x
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [0], keepdim = true
    // CHECK-NEXT: aten.log.default %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [3]
    %0 = aten.logsumexp.default %x, dim = [0] : (!ep.tensor<[0, 3], f32>) -> !ep.tensor<[3], f32>
    ep.return %0 : !ep.tensor<[3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @sum_to_size_default(
ep.program @sum_to_size_default { ep.symbol @s95 range(2, 64)
  ep.graph @sum_to_size_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sum.dim_IntList %x, dim = [0], keepdim = true
    %0 = aten.sum_to_size.default %x, size = [1] : (!ep.tensor<[s95], f32>) -> !ep.tensor<[1], f32>
    ep.return %0 : !ep.tensor<[1], f32>
} }

// -----

// There is no such norm: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.linalg_matrix_norm.default 
    %0 = aten.linalg_matrix_norm.default %x, ord = 3 : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// There is no such norm: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.linalg_matrix_norm.str_ord 
    %0 = aten.linalg_matrix_norm.str_ord %x, ord = "inf" : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// A dimension out of range: left alone.
// CHECK-LABEL: ep.graph @left_2(
ep.program @left_2 {
  ep.graph @left_2(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.renorm.default 
    %0 = aten.renorm.default %x, p = 2, dim = 2, maxnorm = 1 : (!ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }

// -----

// Root of the sum of squares.
// CHECK-LABEL: ep.graph @frobenius(
ep.program @frobenius {
  ep.graph @frobenius(%x: !ep.tensor<[4, 3], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sum.dim_IntList %{{.*}}, dim = [1]
    %0 = aten.frobenius_norm.dim %x, dim = [1] : (!ep.tensor<[4, 3], f32>) -> !ep.tensor<[4], f32>
    ep.return %0 : !ep.tensor<[4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @linalg_norm_ord_str(
ep.program @linalg_norm_ord_str { ep.symbol @n range(2, 64)
  ep.graph @linalg_norm_ord_str(%a: !ep.tensor<[n, 5], f32> {ep.input = #ep.input<user_input "a">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.abs.default %a
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    %0 = aten.linalg_norm.ord_str %a, ord = "fro" : (!ep.tensor<[n, 5], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }
