// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @linear_default(
ep.program @linear_default { ep.symbol @s87 range(2, 64) ep.symbol @s89 range(2, 64)
  ep.graph @linear_default(%x: !ep.tensor<[s89], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s89], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %y, dims = [1, 0]
    // CHECK-NEXT: aten.view.default %x, size = [1, s89]
    // CHECK-NEXT: aten.mm.default %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s87]
    %0 = aten.linear.default %x, %y : (!ep.tensor<[s89], f32>, !ep.tensor<[s87, s89], f32>) -> !ep.tensor<[s87], f32>
    ep.return %0 : !ep.tensor<[s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @matmul_default(
ep.program @matmul_default { ep.symbol @s87 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @matmul_default(%x: !ep.tensor<[s95, s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, 2], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.mm.default %x, %y
    %0 = aten.matmul.default %x, %y : (!ep.tensor<[s95, s87], f32>, !ep.tensor<[s87, 2], f32>) -> !ep.tensor<[s95, 2], f32>
    ep.return %0 : !ep.tensor<[s95, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @addmv_default(
ep.program @addmv_default { ep.symbol @s26 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @addmv_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s26], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[ROW:.*]] = aten.unsqueeze.default %z, dim = 0
    // CHECK-NEXT: %[[M:.*]] = aten.permute.default %y, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %[[ROW]], %[[M]]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s87]
    // CHECK-NEXT: aten.add.Tensor %x, %{{.*}}
    %0 = aten.addmv.default %x, %y, %z : (!ep.tensor<[s87], f32>, !ep.tensor<[s87, s26], f32>, !ep.tensor<[s26], f32>) -> !ep.tensor<[s87], f32>
    ep.return %0 : !ep.tensor<[s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @addr_default(
ep.program @addr_default { ep.symbol @s26 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @addr_default(%x: !ep.tensor<[s87, s26], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s87, s26], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %y, dim = 1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %z
    // CHECK-NEXT: aten.add.Tensor %x, %{{.*}}
    %0 = aten.addr.default %x, %y, %z : (!ep.tensor<[s87, s26], f32>, !ep.tensor<[s87], f32>, !ep.tensor<[s26], f32>) -> !ep.tensor<[s87, s26], f32>
    ep.return %0 : !ep.tensor<[s87, s26], f32>
} }

// -----

// CHECK-LABEL: ep.graph @baddbmm_default(
ep.program @baddbmm_default { ep.symbol @s0 range(2, 64) ep.symbol @s26 range(2, 64) ep.symbol @s67 range(2, 64) ep.symbol @s85 range(2, 64)
  ep.graph @baddbmm_default(%x: !ep.tensor<[s26, s85, s67], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s26, s85, s0], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26, s0, s67], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s26, s85, s67], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.bmm.default %y, %z
    // CHECK-NEXT: aten.add.Tensor %x, %{{.*}}
    %0 = aten.baddbmm.default %x, %y, %z : (!ep.tensor<[s26, s85, s67], f32>, !ep.tensor<[s26, s85, s0], f32>, !ep.tensor<[s26, s0, s67], f32>) -> !ep.tensor<[s26, s85, s67], f32>
    ep.return %0 : !ep.tensor<[s26, s85, s67], f32>
} }

// -----

// CHECK-LABEL: ep.graph @addbmm_default(
ep.program @addbmm_default { ep.symbol @s0 range(2, 64) ep.symbol @s26 range(2, 64) ep.symbol @s67 range(2, 64) ep.symbol @s89 range(2, 64)
  ep.graph @addbmm_default(%x: !ep.tensor<[s89, s67], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s26, s89, s0], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26, s0, s67], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s89, s67], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.bmm.default %y, %z
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [0]
    // CHECK-NEXT: aten.add.Tensor %x, %{{.*}}
    %0 = aten.addbmm.default %x, %y, %z : (!ep.tensor<[s89, s67], f32>, !ep.tensor<[s26, s89, s0], f32>, !ep.tensor<[s26, s0, s67], f32>) -> !ep.tensor<[s89, s67], f32>
    ep.return %0 : !ep.tensor<[s89, s67], f32>
} }

// -----

// CHECK-LABEL: ep.graph @mv_default(
ep.program @mv_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @mv_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s85], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[ROW:.*]] = aten.unsqueeze.default %y, dim = 0
    // CHECK-NEXT: %[[M:.*]] = aten.permute.default %x, dims = [1, 0]
    // CHECK-NEXT: aten.mm.default %[[ROW]], %[[M]]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s95]
    %0 = aten.mv.default %x, %y : (!ep.tensor<[s95, s85], f32>, !ep.tensor<[s85], f32>) -> !ep.tensor<[s95], f32>
    ep.return %0 : !ep.tensor<[s95], f32>
} }

// -----

// CHECK-LABEL: ep.graph @dot_default(
ep.program @dot_default { ep.symbol @s87 range(2, 64)
  ep.graph @dot_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.mul.Tensor %x, %y
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [0]
    %0 = aten.dot.default %x, %y : (!ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @outer_default(
ep.program @outer_default { ep.symbol @s87 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @outer_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95, s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %x, dim = 1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %y
    %0 = aten.outer.default %x, %y : (!ep.tensor<[s95], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[s95, s87], f32>
    ep.return %0 : !ep.tensor<[s95, s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @inner_default(
ep.program @inner_default { ep.symbol @s87 range(2, 64)
  ep.graph @inner_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %x, dims = [0]
    // CHECK-NEXT: aten.permute.default %y, dims = [0]
    // CHECK-NEXT: %[[P:.*]] = aten.mul.Tensor
    // CHECK-NEXT: aten.sum.dim_IntList %[[P]], dim = [0]
    %0 = aten.inner.default %x, %y : (!ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// What the other has once is summed up.
// CHECK-LABEL: ep.graph @tensordot_repeated(
ep.program @tensordot_repeated {
  ep.graph @tensordot_repeated(%x: !ep.tensor<[3, 1], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[4, 5], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[3, 5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sum.dim_IntList %y, dim = [0], keepdim = true
    // CHECK: aten.mm.default %{{.*}} : (!ep.tensor<[3, 1], f32>, !ep.tensor<[1, 5], f32>)
    %0 = aten.tensordot.default %x, %y, dims_self = [1], dims_other = [0] : (!ep.tensor<[3, 1], f32>, !ep.tensor<[4, 5], f32>) -> !ep.tensor<[3, 5], f32>
    ep.return %0 : !ep.tensor<[3, 5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @tensordot_default(
ep.program @tensordot_default { ep.symbol @s68 range(2, 64) ep.symbol @s79 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @tensordot_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s85, s68, s79], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s95, s79], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.permute.default %x, dims = [0, 1, 2]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s95, s68*s85]
    // CHECK-NEXT: aten.permute.default %y, dims = [0, 1, 2]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s68*s85, s79]
    // CHECK-NEXT: aten.mm.default %{{.*}}
    %0 = aten.tensordot.default %x, %y, dims_self = [-2, -1], dims_other = [0, 1] : (!ep.tensor<[s95, s85, s68], f32>, !ep.tensor<[s85, s68, s79], f32>) -> !ep.tensor<[s95, s79], f32>
    ep.return %0 : !ep.tensor<[s95, s79], f32>
} }

// -----

// CHECK-LABEL: ep.graph @kron_default(
ep.program @kron_default {
  ep.graph @kron_default(%x: !ep.tensor<[5, 5], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[10, 20], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[50, 100], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [5, 1, 5, 1]
    // CHECK-NEXT: aten.view.default %y, size = [1, 10, 1, 20]
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [50, 100]
    %0 = aten.kron.default %x, %y : (!ep.tensor<[5, 5], f32>, !ep.tensor<[10, 20], f32>) -> !ep.tensor<[50, 100], f32>
    ep.return %0 : !ep.tensor<[50, 100], f32>
} }

// -----

// CHECK-LABEL: ep.graph @linalg_multi_dot_default(
ep.program @linalg_multi_dot_default {
  ep.graph @linalg_multi_dot_default(%x: !ep.tensor<[1, 2], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[2, 1], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[1, 1], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.mm.default %x, %y
    %0 = aten.linalg_multi_dot.default [%x, %y] : (!ep.tensor<[1, 2], f32>, !ep.tensor<[2, 1], f32>) -> !ep.tensor<[1, 1], f32>
    ep.return %0 : !ep.tensor<[1, 1], f32>
} }

// -----

// CHECK-LABEL: ep.graph @linalg_matrix_power_default(
ep.program @linalg_matrix_power_default { ep.symbol @s68 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @linalg_matrix_power_default(%x: !ep.tensor<[s95, s68, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s68, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.bmm.default %x, %x
    // CHECK-NEXT: aten.bmm.default %x, %{{.*}}
    %0 = aten.linalg_matrix_power.default %x, n = 3 : (!ep.tensor<[s95, s68, s68], f32>) -> !ep.tensor<[s95, s68, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s68, s68], f32>
} }

// -----

// CHECK-LABEL: ep.graph @linalg_cross_default(
ep.program @linalg_cross_default { ep.symbol @s87 range(2, 64)
  ep.graph @linalg_cross_default(%x: !ep.tensor<[s87, 3], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, 3], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, dim = 1, start = 1, end = 3
    // CHECK-NEXT: aten.slice.Tensor %x, dim = 1, start = 0, end = 1
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = -1
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 2, end = 3
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 0, end = 2
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = -1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.slice.Tensor %x, dim = 1, start = 2, end = 3
    // CHECK-NEXT: aten.slice.Tensor %x, dim = 1, start = 0, end = 2
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = -1
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 1, end = 3
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 0, end = 1
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = -1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    %0 = aten.linalg_cross.default %x, %y : (!ep.tensor<[s87, 3], f32>, !ep.tensor<[s87, 3], f32>) -> !ep.tensor<[s87, 3], f32>
    ep.return %0 : !ep.tensor<[s87, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cross_default(
ep.program @cross_default { ep.symbol @s87 range(2, 64)
  ep.graph @cross_default(%x: !ep.tensor<[s87, 3], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, 3], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.slice.Tensor %x, dim = 1, start = 1, end = 3
    // CHECK-NEXT: aten.slice.Tensor %x, dim = 1, start = 0, end = 1
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = 1
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 2, end = 3
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 0, end = 2
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = 1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.slice.Tensor %x, dim = 1, start = 2, end = 3
    // CHECK-NEXT: aten.slice.Tensor %x, dim = 1, start = 0, end = 2
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = 1
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 1, end = 3
    // CHECK-NEXT: aten.slice.Tensor %y, dim = 1, start = 0, end = 1
    // CHECK-NEXT: aten.cat.default [%{{.*}}], dim = 1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    %0 = aten.cross.default %x, %y : (!ep.tensor<[s87, 3], f32>, !ep.tensor<[s87, 3], f32>) -> !ep.tensor<[s87, 3], f32>
    ep.return %0 : !ep.tensor<[s87, 3], f32>
} }

// -----

// CHECK-LABEL: ep.graph @bilinear_default(
ep.program @bilinear_default { ep.symbol @s0 range(2, 64) ep.symbol @s67 range(2, 64)
  ep.graph @bilinear_default(%x: !ep.tensor<[s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s67], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[5, s0, s67], f32> {ep.input = #ep.input<user_input "z">},
      %w: !ep.tensor<[5], f32> {ep.input = #ep.input<user_input "w">})
    -> (!ep.tensor<[5], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [1, s0]
    // CHECK-NEXT: aten.view.default %y, size = [1, s67]
    // CHECK-NEXT: aten.permute.default %z, dims = [1, 0, 2]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [s0, 5*s67]
    // CHECK-NEXT: aten.mm.default %{{.*}}
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [1, 5, s67]
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [2]
    // CHECK-NEXT: aten.view.default %{{.*}}, size = [5]
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %w
    %0 = aten.bilinear.default %x, %y, %z, %w : (!ep.tensor<[s0], f32>, !ep.tensor<[s67], f32>, !ep.tensor<[5, s0, s67], f32>, !ep.tensor<[5], f32>) -> !ep.tensor<[5], f32>
    ep.return %0 : !ep.tensor<[5], f32>
} }

// -----

// CHECK-LABEL: ep.graph @linalg_vander_default(
ep.program @linalg_vander_default { ep.symbol @s95 range(2, 64)
  ep.graph @linalg_vander_default(%x: !ep.tensor<[s95], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %x, dim = 1
    // CHECK-NEXT: aten.arange.start_step start = 0, end = 4, dtype = i64
    // CHECK-NEXT: aten.pow.Tensor_Tensor %{{.*}}
    %0 = aten.linalg_vander.default %x, N = 4 : (!ep.tensor<[s95], f32>) -> !ep.tensor<[s95, 4], f32>
    ep.return %0 : !ep.tensor<[s95, 4], f32>
} }

// -----

// No dimension has size 3: left alone.
// CHECK-LABEL: ep.graph @left_2(
ep.program @left_2 {
  ep.graph @left_2(%x: !ep.tensor<[2, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[2, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.cross.default 
    %0 = aten.cross.default %x, %x : (!ep.tensor<[2, 4], f32>, !ep.tensor<[2, 4], f32>) -> !ep.tensor<[2, 4], f32>
    ep.return %0 : !ep.tensor<[2, 4], f32>
} }

// -----

// CHECK-LABEL: ep.graph @inverse_power(
ep.program @inverse_power {
  ep.graph @inverse_power(%x: !ep.tensor<[3, 3], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: %[[I:.*]]:2 = aten.linalg_inv_ex.default %x
    // CHECK-NEXT: aten._linalg_check_errors.default %[[I]]#1
    // CHECK-NEXT: aten.mm.default %[[I]]#0, %[[I]]#0
    %0 = aten.linalg_matrix_power.default %x, n = -2 : (!ep.tensor<[3, 3], f32>) -> !ep.tensor<[3, 3], f32>
    ep.return %0 : !ep.tensor<[3, 3], f32>
} }

// -----

// Of a number.
// CHECK-LABEL: ep.graph @vander(
ep.program @vander {
  ep.graph @vander(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[1, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.unsqueeze.default %x, dim = 0
    // CHECK: aten.pow
    %0 = aten.linalg_vander.default %x, N = 2 : (!ep.tensor<[], f32>) -> !ep.tensor<[1, 2], f32>
    ep.return %0 : !ep.tensor<[1, 2], f32>
} }

// -----

// Powers, the highest first.
// CHECK-LABEL: ep.graph @vander(
ep.program @vander {
  ep.graph @vander(%x: !ep.tensor<[4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[4, 3], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor
    // CHECK: aten.pow.Tensor_Tensor
    %0 = aten.vander.default %x, N = 3 : (!ep.tensor<[4], f32>) -> !ep.tensor<[4, 3], f32>
    ep.return %0 : !ep.tensor<[4, 3], f32>
} }

// -----

// Factors of integers are cut off at the point: this is 2 * x + 0 * (y * z).
// CHECK-LABEL: ep.graph @baddbmm_integers(
ep.program @baddbmm_integers {
  ep.graph @baddbmm_integers(%x: !ep.tensor<[2, 3, 3], i64> {ep.input = #ep.input<user_input "x">}, %y: !ep.tensor<[2, 3, 3], i64> {ep.input = #ep.input<user_input "y">}, %z: !ep.tensor<[2, 3, 3], i64> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[2, 3, 3], i64> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.bmm.default
    // CHECK: ep.number 0
    // CHECK: ep.number 2
    %0 = aten.baddbmm.default %x, %y, %z, beta = 2.700000e+00, alpha = 6.000000e-01 : (!ep.tensor<[2, 3, 3], i64>, !ep.tensor<[2, 3, 3], i64>, !ep.tensor<[2, 3, 3], i64>) -> !ep.tensor<[2, 3, 3], i64>
    ep.return %0 : !ep.tensor<[2, 3, 3], i64>
} }

// -----

// CHECK-LABEL: ep.graph @chain_matmul_default(
ep.program @chain_matmul_default { ep.symbol @n range(2, 64)
  ep.graph @chain_matmul_default(%a: !ep.tensor<[n, 64], f32> {ep.input = #ep.input<user_input "a">}, %b: !ep.tensor<[64, 2], f32> {ep.input = #ep.input<user_input "b">}, %c: !ep.tensor<[2, 32], f32> {ep.input = #ep.input<user_input "c">})
    -> (!ep.tensor<[n, 32], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.mm.default %a, %b
    // CHECK-NEXT: aten.mm.default %{{.*}}, %c
    %0 = aten.chain_matmul.default [%a, %b, %c] : (!ep.tensor<[n, 64], f32>, !ep.tensor<[64, 2], f32>, !ep.tensor<[2, 32], f32>) -> !ep.tensor<[n, 32], f32>
    ep.return %0 : !ep.tensor<[n, 32], f32>
} }
