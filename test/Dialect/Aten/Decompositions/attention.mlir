// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @scaled_dot_product_attention_default(
ep.program @scaled_dot_product_attention_default { ep.symbol @s0 range(2, 64) ep.symbol @s26 range(2, 64) ep.symbol @s67 range(2, 64) ep.symbol @s85 range(2, 64)
  ep.graph @scaled_dot_product_attention_default(%x: !ep.tensor<[s26, s85, s67], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s26, s0, s67], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26, s0, s67], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s26, s85, s67], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number TrueDiv(1.0, Sqrt(ToFloat(s67)))
    // CHECK-NEXT: aten.mul.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.permute.default %y, dims = [0, 2, 1]
    // CHECK-NEXT: aten.clone.default %{{.*}}, memory_format = contiguous_format
    // CHECK-NEXT: aten.bmm.default %{{.*}}
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s85, dtype = i64
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s0, dtype = i64
    // CHECK-NEXT: aten.ge.Tensor %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = -Inf, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.eq.Scalar %{{.*}}, other = -Inf
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    // CHECK-NEXT: aten.any.dims %{{.*}}, dim = [-1], keepdim = true
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    // CHECK-NEXT: aten._softmax.default %{{.*}}, dim = -1, half_to_float = false
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.bmm.default %{{.*}}, %z
    %0 = aten.scaled_dot_product_attention.default %x, %y, %z, is_causal = true, enable_gqa = true : (!ep.tensor<[s26, s85, s67], f32>, !ep.tensor<[s26, s0, s67], f32>, !ep.tensor<[s26, s0, s67], f32>) -> !ep.tensor<[s26, s85, s67], f32>
    ep.return %0 : !ep.tensor<[s26, s85, s67], f32>
} }

// -----

// CHECK-LABEL: ep.graph @_safe_softmax_default(
ep.program @_safe_softmax_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @_safe_softmax_default(%x: !ep.tensor<[s95, s85, s68], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[s95, s85, s68], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.eq.Scalar %x, other = -Inf
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    // CHECK-NEXT: aten.any.dims %{{.*}}, dim = [1], keepdim = true
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    // CHECK-NEXT: aten._softmax.default %x, dim = 1, half_to_float = false
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten._safe_softmax.default %x, dim = 1 : (!ep.tensor<[s95, s85, s68], f32>) -> !ep.tensor<[s95, s85, s68], f32>
    ep.return %0 : !ep.tensor<[s95, s85, s68], f32>
} }

// -----

// Queries and keys differ in rank: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[2, 3, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[2, 3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scaled_dot_product_attention.default 
    %0 = aten.scaled_dot_product_attention.default %x, %y, %y : (!ep.tensor<[2, 3, 4], f32>, !ep.tensor<[3, 4], f32>, !ep.tensor<[3, 4], f32>) -> !ep.tensor<[2, 3, 4], f32>
    ep.return %0 : !ep.tensor<[2, 3, 4], f32>
} }

// -----

// There are no heads to group: left alone.
// CHECK-LABEL: ep.graph @left_1(
ep.program @left_1 {
  ep.graph @left_1(%x: !ep.tensor<[3, 4], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[3, 4], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.scaled_dot_product_attention.default 
    %0 = aten.scaled_dot_product_attention.default %x, %x, %x, enable_gqa = true : (!ep.tensor<[3, 4], f32>, !ep.tensor<[3, 4], f32>, !ep.tensor<[3, 4], f32>) -> !ep.tensor<[3, 4], f32>
    ep.return %0 : !ep.tensor<[3, 4], f32>
} }

// -----

// What is masked is left out; a row of which nothing is left is NaN.
// CHECK-LABEL: ep.graph @masked_softmax
ep.program @masked_softmax { ep.symbol @b range(2, 64)
  ep.graph @masked_softmax(%x: !ep.tensor<[b, 2, 3, 3], f32> {ep.input = #ep.input<user_input "x">}, %m: !ep.tensor<[b, 3], i1> {ep.input = #ep.input<user_input "m">})
    -> (!ep.tensor<[b, 2, 3, 3], f32> {ep.output = #ep.output<user_output "0">}, !ep.tensor<[b, 2, 3, 3], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: %[[M:.*]] = aten.unsqueeze.default %{{.*}} -> !ep.tensor<[b, 1, 1, 3], i1>
    // CHECK: %[[W:.*]] = aten.where.self %[[M]]
    // CHECK: aten._softmax.default %[[W]], dim = 3
    // A mask of another kind stays.
    // CHECK: aten._masked_softmax.default %x, %m, dim = 3, mask_type = 2
    %0 = aten._masked_softmax.default %x, %m, dim = 3, mask_type = 1 : (!ep.tensor<[b, 2, 3, 3], f32>, !ep.tensor<[b, 3], i1>) -> !ep.tensor<[b, 2, 3, 3], f32>
    %1 = aten._masked_softmax.default %x, %m, dim = 3, mask_type = 2 : (!ep.tensor<[b, 2, 3, 3], f32>, !ep.tensor<[b, 3], i1>) -> !ep.tensor<[b, 2, 3, 3], f32>
    ep.return %0, %1 : !ep.tensor<[b, 2, 3, 3], f32>, !ep.tensor<[b, 2, 3, 3], f32>
} }

// -----

// Queries, keys and values come from thirds of one matrix; weights are means over heads.
// CHECK-LABEL: ep.graph @native
!x = !ep.tensor<[b, 3, 8], f32>
ep.program @native { ep.symbol @b range(2, 64)
  ep.graph @native(%x: !x {ep.input = #ep.input<user_input "x">}, %w: !ep.tensor<[24, 8], f32> {ep.input = #ep.input<user_input "w">},
      %v: !ep.tensor<[24], f32> {ep.input = #ep.input<user_input "v">}, %p: !ep.tensor<[8, 8], f32> {ep.input = #ep.input<user_input "p">},
      %q: !ep.tensor<[8], f32> {ep.input = #ep.input<user_input "q">})
    -> (!x {ep.output = #ep.output<user_output "0">}, !ep.tensor<[b, 3, 3], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.slice.Tensor %w, start = 0, end = 8
    // CHECK: aten.slice.Tensor %w, start = 8, end = 16
    // CHECK: %[[W:.*]] = aten._softmax.default
    // CHECK: aten.slice.Tensor %w, start = 16, end = 24
    // CHECK: aten.mean.dim %[[W]], dim = [1]
    // Heads that do not divide the width stay.
    // CHECK: aten._native_multi_head_attention.default {{.*}}num_head = 3
    %0, %1 = aten._native_multi_head_attention.default %x, %x, %x, embed_dim = 8, num_head = 2, %w, %v, %p, %q : (!x, !x, !x, !ep.tensor<[24, 8], f32>, !ep.tensor<[24], f32>, !ep.tensor<[8, 8], f32>, !ep.tensor<[8], f32>) -> (!x, !ep.tensor<[b, 3, 3], f32>)
    %2, %3 = aten._native_multi_head_attention.default %x, %x, %x, embed_dim = 8, num_head = 3, %w, %v, %p, %q : (!x, !x, !x, !ep.tensor<[24, 8], f32>, !ep.tensor<[24], f32>, !ep.tensor<[8, 8], f32>, !ep.tensor<[8], f32>) -> (!x, !ep.tensor<[b, 3, 3], f32>)
    %4 = aten.add.Tensor %0, %2 : (!x, !x) -> !x
    ep.return %4, %1 : !x, !ep.tensor<[b, 3, 3], f32>
} }
