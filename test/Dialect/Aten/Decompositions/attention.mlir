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
