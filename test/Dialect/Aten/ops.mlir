// RUN: kiln-opt %s | kiln-opt | FileCheck %s
// RUN: kiln-opt %s --emit-bytecode | kiln-opt | FileCheck %s

// One operator of each kind of argument, in the printed form.
!t = !ep.tensor<[s0, 64], f32>
!i = !ep.tensor<[s0], i64>

// CHECK-LABEL: ep.graph @tensors
ep.program @tensors {
  ep.graph @tensors(%x: !t {ep.input = #ep.input<user_input "x">},
                    %i: !i {ep.input = #ep.input<user_input "i">}) {
    // CHECK: aten.relu.default %{{.*}} : (!ep.tensor<[s0, 64], f32>) -> !ep.tensor<[s0, 64], f32>
    %0 = aten.relu.default %x : (!t) -> !t
    // An absent optional tensor is left out at the end, and `none` before another.
    // CHECK: aten.clamp.Tensor %{{[^,]*}}, %{{[^,]*}} :
    %1 = aten.clamp.Tensor %x, %x : (!t, !t) -> !t
    // CHECK: aten.clamp.Tensor %{{[^,]*}}, none, %{{[^,]*}} :
    %2 = aten.clamp.Tensor %x, none, %x : (!t, !t) -> !t
    // CHECK: aten.cat.default [%{{[^,]*}}, %{{[^,]*}}], dim = 1 :
    %3 = aten.cat.default [%x, %0], dim = 1 : (!t, !t) -> !ep.tensor<[s0, 128], f32>
    // The default of `dim` is not written.
    // CHECK: aten.cat.default [%{{[^,]*}}] :
    %4 = aten.cat.default [%x], dim = 0 : (!t) -> !t
    // CHECK: aten.index.Tensor %{{[^,]*}}, [none, %{{[^,]*}}] :
    %5 = aten.index.Tensor %x, [none, %i] : (!t, !i) -> !ep.tensor<[s0, s0], f32>
    // CHECK: aten.index_put.default %{{[^,]*}}, [%{{[^,]*}}], %{{[^,]*}}, accumulate = true :
    %6 = aten.index_put.default %x, [%i], %x, accumulate = true : (!t, !i, !t) -> !t
    // CHECK: aten.scatter.src %{{[^,]*}}, dim = -1, %{{[^,]*}}, %{{[^,]*}} :
    %7 = aten.scatter.src %x, dim = -1, %x, %x : (!t, !t, !t) -> !t
    // The results of a Tensor[] are the op's results.
    // CHECK: %{{.*}}:2 = aten.split_with_sizes.default %{{[^,]*}}, split_sizes = [16, 48], dim = 1 :
    %8:2 = aten.split_with_sizes.default %x, split_sizes = [16, 48], dim = 1
      : (!t) -> (!ep.tensor<[s0, 16], f32>, !ep.tensor<[s0, 48], f32>)
    // CHECK: aten.native_layer_norm.default %{{[^,]*}}, normalized_shape = [64], eps = 1.0e-05 :
    %9:3 = aten.native_layer_norm.default %x, normalized_shape = [64], none, none, eps = 1.0e-05
      : (!t) -> (!t, !ep.tensor<[s0, 1], f32>, !ep.tensor<[s0, 1], f32>)
    // CHECK: aten._assert_async.msg %{{[^,]*}}, assert_msg = "no" : (!ep.tensor<[s0, 64], f32>) -> ()
    aten._assert_async.msg %x, assert_msg = "no" : (!t) -> ()
    ep.return
  }
}

// CHECK-LABEL: ep.graph @attributes
ep.program @attributes {
  ep.graph @attributes(%x: !t {ep.input = #ep.input<user_input "x">}) {
    // CHECK: aten.sum.dim_IntList %{{[^,]*}}, dim = [1] : ({{.*}}) -> !ep.tensor<[s0], f32>
    %0 = aten.sum.dim_IntList %x, dim = [1] : (!t) -> !ep.tensor<[s0], f32>
    // None is written where it is not the default, which an argument without a default lacks.
    // CHECK: aten.sum.dim_IntList %{{[^,]*}}, keepdim = true, dtype = f64 :
    %1 = aten.sum.dim_IntList %x, dim = none, keepdim = true, dtype = f64 : (!t) -> !ep.tensor<[1, 1], f64>
    // CHECK: aten.view.default %{{[^,]*}}, size = [2*s0, 32] :
    %2 = aten.view.default %x, size = [s0 + s0, 32] : (!t) -> !ep.tensor<[2*s0, 32], f32>
    // CHECK: aten.add.Tensor %{{[^,]*}}, %{{[^,]*}}, alpha = 2 :
    %3 = aten.add.Tensor %x, %x, alpha = 2 : (!t, !t) -> !t
    // CHECK: aten.add.Tensor %{{[^,]*}}, %{{[^,]*}}, alpha = 2.0 :
    %4 = aten.add.Tensor %x, %x, alpha = 2.0 : (!t, !t) -> !t
    // CHECK: aten.add.Scalar %{{[^,]*}}, other = -s0 + 1 :
    %5 = aten.add.Scalar %x, other = 1 - s0 : (!t) -> !t
    // CHECK: aten.mul.Scalar %{{[^,]*}}, other = true :
    %6 = aten.mul.Scalar %x, other = true : (!t) -> !t
    // CHECK: aten.mul.Scalar %{{[^,]*}}, other = (1.0, -2.5) :
    %7 = aten.mul.Scalar %x, other = (1.0, -2.5) : (!t) -> !ep.tensor<[s0, 64], complex<f32>>
    // CHECK: aten.clamp.default %{{[^,]*}}, min = -Inf :
    %8 = aten.clamp.default %x, min = -Inf, max = none : (!t) -> !t
    // CHECK: aten._to_copy.default %{{[^,]*}}, dtype = bf16, layout = strided, device = "cuda:0", memory_format = channels_last :
    %9 = aten._to_copy.default %x, dtype = bf16, layout = strided, device = "cuda:0", memory_format = channels_last
      : (!t) -> !ep.tensor<[s0, 64], bf16, device = "cuda:0">
    // CHECK: aten.gelu.default %{{[^,]*}}, approximate = "tanh" :
    %10 = aten.gelu.default %x, approximate = "tanh" : (!t) -> !t
    // CHECK: aten.slice.Tensor %{{[^,]*}}, dim = 1, start = s0, step = 2 :
    %11 = aten.slice.Tensor %x, dim = 1, start = s0, end = none, step = 2 : (!t) -> !ep.tensor<[s0, u0], f32>
    // CHECK: aten.upsample_nearest2d.vec %{{[^,]*}}, scale_factors = [2.0, 0.5] :
    %12 = aten.upsample_nearest2d.vec %x, output_size = none, scale_factors = [2, 0.5] : (!t) -> !t
    // CHECK: aten.native_group_norm_backward.default {{.*}} output_mask = [true, false, true] :
    %13:3 = aten.native_group_norm_backward.default %x, %x, %x, %x, none, N = 1, C = 1, HxW = 1, group = 1, output_mask = [true, false, true]
      : (!t, !t, !t, !t) -> (!t, !t, !t)
    // CHECK: aten.sym_size.int %{{[^,]*}}, dim = 0 : ({{.*}}) -> !ep.number<s0>
    %14 = aten.sym_size.int %x, dim = 0 : (!t) -> !ep.number<s0>
    // CHECK: aten.full.default size = [s0, 3], fill_value = 1.5 : () -> !ep.tensor<[s0, 3], f32>
    %15 = aten.full.default size = [s0, 3], fill_value = 1.5 : () -> !ep.tensor<[s0, 3], f32>
    %n = ep.number 2
    // CHECK: aten.mul.Tensor %{{[^,]*}}, %{{.*}} : (!ep.tensor<[s0, 64], f32>, !ep.number<2>) ->
    %16 = aten.mul.Tensor %x, %n : (!t, !ep.number<2>) -> !t
    // CHECK: aten.relu.default %{{.*}} {my.note = "kept"} :
    %17 = aten.relu.default %x {my.note = "kept"} : (!t) -> !t
    ep.return
  }
}

// CHECK-LABEL: ep.graph @namespaces
ep.program @namespaces {
  ep.graph @namespaces(%x: !t {ep.input = #ep.input<user_input "x">}) {
    // CHECK: prims.convert_element_type.default %{{[^,]*}}, dtype = bf16 :
    %0 = prims.convert_element_type.default %x, dtype = bf16 : (!t) -> !ep.tensor<[s0, 64], bf16>
    // CHECK: quantized_decomposed.quantize_per_tensor.default %{{[^,]*}}, scale = 0.5, zero_point = 0, quant_min = -128, quant_max = 127, dtype = i8 :
    %1 = quantized_decomposed.quantize_per_tensor.default %x, scale = 0.5, zero_point = 0, quant_min = -128, quant_max = 127, dtype = i8
      : (!t) -> !ep.tensor<[s0, 64], i8>
    // CHECK: _c10d_functional.all_reduce.default %{{[^,]*}}, reduce_op = "sum", group_name = "0" :
    %2 = _c10d_functional.all_reduce.default %x, reduce_op = "sum", group_name = "0" : (!t) -> !t
    // CHECK: aten.operator "my.op.default"(x = %{{.*}}, ys = [%{{.*}}, none], sizes = [1, 2], k = 2 : i64, z = none) : ({{.*}}) -> !ep.tensor<[s0, 64], f32>
    %3 = aten.operator "my.op.default"(x = %x, ys = [%x, none], sizes = [1 : i64, 2 : i64], k = 2 : i64, z = none) : (!t, !t) -> !t
    ep.return
  }
}


// A result that the operator was told not to compute.
// CHECK-LABEL: ep.program @none_result
ep.program @none_result {
  ep.graph @forward(%g: !ep.tensor<[1, 2, 3, 3], f32> {ep.input = #ep.input<user_input "g">},
      %x: !ep.tensor<[1, 2, 3, 3], f32> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[2, 2, 1, 1], f32> {ep.input = #ep.input<user_input "w">}) {
    // CHECK: aten.convolution_backward.default {{.*}} -> (none, !ep.tensor<[2, 2, 1, 1], f32>, none)
    %0:3 = aten.convolution_backward.default %g, %x, %w, bias_sizes = [2], stride = [1, 1], padding = [0, 0], dilation = [1, 1], transposed = false, output_padding = [0, 0], groups = 1, output_mask = [false, true, false]
      : (!ep.tensor<[1, 2, 3, 3], f32>, !ep.tensor<[1, 2, 3, 3], f32>, !ep.tensor<[2, 2, 1, 1], f32>) -> (none, !ep.tensor<[2, 2, 1, 1], f32>, none)
    ep.return
  }
}
