// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @nll_loss_default(
ep.program @nll_loss_default { ep.symbol @s0 range(2, 64)
  ep.graph @nll_loss_default(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.ne.Scalar %y, other = -100
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = i64
    // CHECK-NEXT: aten.where.self %{{.*}}, %y, %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.gather.default %x, dim = 1, %{{.*}}
    // CHECK-NEXT: aten.squeeze.dims %{{.*}}, dim = [1]
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    %0 = aten.nll_loss.default %x, %y : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0], i64>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nll_loss2d_default(
ep.program @nll_loss2d_default { ep.symbol @s0 range(2, 64)
  ep.graph @nll_loss2d_default(%x: !ep.tensor<[s0, 4, 2, 2], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0, 2, 2], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0, 2, 2], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.ne.Scalar %y, other = -100
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = i64
    // CHECK-NEXT: aten.where.self %{{.*}}, %y, %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.gather.default %x, dim = 1, %{{.*}}
    // CHECK-NEXT: aten.squeeze.dims %{{.*}}, dim = [1]
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.nll_loss2d.default %x, %y, none, reduction = 0 : (!ep.tensor<[s0, 4, 2, 2], f32>, !ep.tensor<[s0, 2, 2], i64>) -> !ep.tensor<[s0, 2, 2], f32>
    ep.return %0 : !ep.tensor<[s0, 2, 2], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nll_loss_nd_default(
ep.program @nll_loss_nd_default { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @nll_loss_nd_default(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.ne.Scalar %y, other = -100
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = i64
    // CHECK-NEXT: aten.where.self %{{.*}}, %y, %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.gather.default %x, dim = 1, %{{.*}}
    // CHECK-NEXT: aten.squeeze.dims %{{.*}}, dim = [1]
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.nll_loss_nd.default %x, %y, reduction = 0 : (!ep.tensor<[s87, s85], f32>, !ep.tensor<[s87], i64>) -> !ep.tensor<[s87], f32>
    ep.return %0 : !ep.tensor<[s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nll_loss_forward_default(
ep.program @nll_loss_forward_default { ep.symbol @s0 range(2, 64)
  ep.graph @nll_loss_forward_default(%x: !ep.tensor<[s0, 4], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.ne.Scalar %y, other = -100
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = i64
    // CHECK-NEXT: aten.where.self %{{.*}}, %y, %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.gather.default %x, dim = 1, %{{.*}}
    // CHECK-NEXT: aten.squeeze.dims %{{.*}}, dim = [1]
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    %0:2 = aten.nll_loss_forward.default %x, %y, none, reduction = 1, ignore_index = -100 : (!ep.tensor<[s0, 4], f32>, !ep.tensor<[s0], i64>) -> (!ep.tensor<[], f32>, !ep.tensor<[], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[], f32>, !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @nll_loss2d_forward_default(
ep.program @nll_loss2d_forward_default { ep.symbol @s0 range(2, 64)
  ep.graph @nll_loss2d_forward_default(%x: !ep.tensor<[s0, 4, 2, 2], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s0, 2, 2], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">},
        !ep.tensor<[], f32> {ep.output = #ep.output<user_output "1">}) {
    // CHECK: aten.ne.Scalar %y, other = 3
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = i64
    // CHECK-NEXT: aten.where.self %{{.*}}, %y, %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.gather.default %x, dim = 1, %{{.*}}
    // CHECK-NEXT: aten.squeeze.dims %{{.*}}, dim = [1]
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: %[[LOSSES:.*]] = aten.where.self %{{.*}}
    // CHECK-NEXT: %[[USED:.*]] = aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: %[[TOTAL:.*]] = aten.sum.dim_IntList %[[USED]], dim = []
    // CHECK-NEXT: %[[LOSS:.*]] = aten.sum.dim_IntList %[[LOSSES]], dim = []
    // CHECK-NEXT: ep.return %[[LOSS]], %[[TOTAL]]
    %0:2 = aten.nll_loss2d_forward.default %x, %y, none, reduction = 2, ignore_index = 3 : (!ep.tensor<[s0, 4, 2, 2], f32>, !ep.tensor<[s0, 2, 2], i64>) -> (!ep.tensor<[], f32>, !ep.tensor<[], f32>)
    ep.return %0#0, %0#1 : !ep.tensor<[], f32>, !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cross_entropy_loss_default(
ep.program @cross_entropy_loss_default { ep.symbol @s87 range(2, 64)
  ep.graph @cross_entropy_loss_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._log_softmax.default %x, dim = 0, half_to_float = false
    // CHECK-NEXT: aten.ne.Scalar %y, other = -100
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = i64
    // CHECK-NEXT: aten.where.self %{{.*}}, %y, %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 0
    // CHECK-NEXT: aten.gather.default %{{.*}}, dim = 0, %{{.*}}
    // CHECK-NEXT: aten.squeeze.dims %{{.*}}, dim = [0]
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f32
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    %0 = aten.cross_entropy_loss.default %x, %y : (!ep.tensor<[s87], f32>, !ep.tensor<[], i64>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @multi_margin_loss_default(
ep.program @multi_margin_loss_default { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @multi_margin_loss_default(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %y, size = [s87, 1]
    // CHECK-NEXT: aten.gather.default %x, dim = 1, %{{.*}}
    // CHECK-NEXT: ep.number 1.0
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}, %x
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0
    // CHECK-NEXT: aten.pow.Tensor_Scalar %{{.*}}, exponent = 1
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s85, dtype = i64
    // CHECK-NEXT: aten.ne.Tensor %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.mean.dim %{{.*}}, dim = [1]
    // CHECK-NEXT: aten.mean.dim %{{.*}}, dim = []
    %0 = aten.multi_margin_loss.default %x, %y, margin = 1.0 : (!ep.tensor<[s87, s85], f32>, !ep.tensor<[s87], i64>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @multilabel_margin_loss_default(
ep.program @multilabel_margin_loss_default { ep.symbol @s87 range(2, 64)
  ep.graph @multilabel_margin_loss_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.view.default %x, size = [1, s87]
    // CHECK-NEXT: aten.view.default %y, size = [1, s87]
    // CHECK-NEXT: aten.lt.Scalar %{{.*}}, other = 0
    // CHECK-NEXT: aten.cumsum.default %{{.*}}, dim = -1, dtype = i64
    // CHECK-NEXT: aten.eq.Scalar %{{.*}}, other = 0
    // CHECK-NEXT: aten.scalar_tensor.default s = 0, dtype = i64
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.gather.default %{{.*}}, dim = 1, %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 2
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 1
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0
    // CHECK-NEXT: aten.scalar_tensor.default s = -1, dtype = i64
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 2
    // CHECK-NEXT: aten.arange.start_step start = 0, end = s87, dtype = i64
    // CHECK-NEXT: aten.eq.Tensor %{{.*}}
    // CHECK-NEXT: aten.any.dims %{{.*}}, dim = [1], keepdim = true
    // CHECK-NEXT: aten.unsqueeze.default %{{.*}}, dim = 2
    // CHECK-NEXT: aten.logical_not.default %{{.*}}
    // CHECK-NEXT: aten.logical_and.default %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [1, 2]
    // CHECK-NEXT: ep.number s87
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: aten.squeeze.dims %{{.*}}, dim = [0]
    // CHECK-NEXT: aten.mean.dim %{{.*}}, dim = []
    %0 = aten.multilabel_margin_loss.default %x, %y : (!ep.tensor<[s87], f32>, !ep.tensor<[s87], i64>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// Input has no classes: left alone.
// CHECK-LABEL: ep.graph @left_0(
ep.program @left_0 {
  ep.graph @left_0(%x: !ep.tensor<[], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.cross_entropy_loss.default 
    %0 = aten.cross_entropy_loss.default %x, %y : (!ep.tensor<[], f32>, !ep.tensor<[], i64>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @linear_cross_entropy(
ep.program @linear_cross_entropy { ep.symbol @s0 range(2, 64)
  ep.graph @linear_cross_entropy(%x: !ep.tensor<[s0, 4], f16> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[3, 4], f16> {ep.input = #ep.input<user_input "w">},
      %y: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f16> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._to_copy.default %x, dtype = f32
    // CHECK: aten.mm.default
    // CHECK: aten._log_softmax.default %{{.*}}, dim = 1, half_to_float = false
    // CHECK: aten.gather.default
    // CHECK: aten.div.Tensor
    // CHECK-NEXT: aten._to_copy.default %{{.*}}, dtype = f16
    // CHECK-NEXT: ep.return
    %0:4 = torch_nn._linear_cross_entropy_batch_chunked.default %x, %w, %y, none, none, reduction = "mean", ignore_index = -100, label_smoothing = 0.0, batch_chunk_size = 2, acc_policy = "compact", acc_dtype = f32, allow_retain_graph = true, compute_input_grad = false, compute_linear_weight_grad = false, compute_linear_bias_grad = false : (!ep.tensor<[s0, 4], f16>, !ep.tensor<[3, 4], f16>, !ep.tensor<[s0], i64>) -> (!ep.tensor<[], f16>, !ep.tensor<[0, 0], f16>, !ep.tensor<[0, 0], f16>, !ep.tensor<[0], f16>)
    ep.return %0#0 : !ep.tensor<[], f16>
} }

// -----

// CHECK-LABEL: ep.graph @linear_cross_entropy_of_rows(
ep.program @linear_cross_entropy_of_rows { ep.symbol @s0 range(2, 64)
  ep.graph @linear_cross_entropy_of_rows(%x: !ep.tensor<[s0, 4], f16> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[3, 4], f16> {ep.input = #ep.input<user_input "w">},
      %y: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s0], f16> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.mm.default
    // CHECK: aten._log_softmax.default %{{.*}}, dim = 1, half_to_float = false
    // CHECK: aten.gather.default
    // CHECK-NOT: aten.sum
    // CHECK: aten._to_copy.default %{{.*}}, dtype = f16
    // CHECK-NEXT: ep.return
    %0 = torch_nn._linear_cross_entropy_batch_chunked_no_reduction.default %x, %w, %y, none, none, ignore_index = -100, batch_chunk_size = 2, acc_policy = "compact", acc_dtype = f32 : (!ep.tensor<[s0, 4], f16>, !ep.tensor<[3, 4], f16>, !ep.tensor<[s0], i64>) -> !ep.tensor<[s0], f16>
    ep.return %0 : !ep.tensor<[s0], f16>
} }

// -----

// Gradients that are asked for: left alone.
// CHECK-LABEL: ep.graph @linear_cross_entropy_with_gradients(
ep.program @linear_cross_entropy_with_gradients { ep.symbol @s0 range(2, 64)
  ep.graph @linear_cross_entropy_with_gradients(%x: !ep.tensor<[s0, 4], f16> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[3, 4], f16> {ep.input = #ep.input<user_input "w">},
      %y: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f16> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: torch_nn._linear_cross_entropy_batch_chunked.default 
    %0:4 = torch_nn._linear_cross_entropy_batch_chunked.default %x, %w, %y, none, none, reduction = "mean", ignore_index = -100, label_smoothing = 0.0, batch_chunk_size = 2, acc_policy = "compact", acc_dtype = f32, allow_retain_graph = true, compute_input_grad = false, compute_linear_weight_grad = true, compute_linear_bias_grad = false : (!ep.tensor<[s0, 4], f16>, !ep.tensor<[3, 4], f16>, !ep.tensor<[s0], i64>) -> (!ep.tensor<[], f16>, !ep.tensor<[0, 0], f16>, !ep.tensor<[3, 4], f16>, !ep.tensor<[0], f16>)
    ep.return %0#0 : !ep.tensor<[], f16>
} }

// -----

// Smoothed labels, which PyTorch refuses: left alone.
// CHECK-LABEL: ep.graph @linear_cross_entropy_smoothed(
ep.program @linear_cross_entropy_smoothed { ep.symbol @s0 range(2, 64)
  ep.graph @linear_cross_entropy_smoothed(%x: !ep.tensor<[s0, 4], f16> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[3, 4], f16> {ep.input = #ep.input<user_input "w">},
      %y: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f16> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: torch_nn._linear_cross_entropy_batch_chunked.default 
    %0:4 = torch_nn._linear_cross_entropy_batch_chunked.default %x, %w, %y, none, none, reduction = "mean", ignore_index = -100, label_smoothing = 0.1, batch_chunk_size = 2, acc_policy = "compact", acc_dtype = f32, allow_retain_graph = true, compute_input_grad = false, compute_linear_weight_grad = false, compute_linear_bias_grad = false : (!ep.tensor<[s0, 4], f16>, !ep.tensor<[3, 4], f16>, !ep.tensor<[s0], i64>) -> (!ep.tensor<[], f16>, !ep.tensor<[0, 0], f16>, !ep.tensor<[0, 0], f16>, !ep.tensor<[0], f16>)
    ep.return %0#0 : !ep.tensor<[], f16>
} }

// -----

// An unknown reduction: left alone.
// CHECK-LABEL: ep.graph @linear_cross_entropy_none(
ep.program @linear_cross_entropy_none { ep.symbol @s0 range(2, 64)
  ep.graph @linear_cross_entropy_none(%x: !ep.tensor<[s0, 4], f16> {ep.input = #ep.input<user_input "x">},
      %w: !ep.tensor<[3, 4], f16> {ep.input = #ep.input<user_input "w">},
      %y: !ep.tensor<[s0], i64> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f16> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: torch_nn._linear_cross_entropy_batch_chunked.default 
    %0:4 = torch_nn._linear_cross_entropy_batch_chunked.default %x, %w, %y, none, none, reduction = "none", ignore_index = -100, label_smoothing = 0.0, batch_chunk_size = 2, acc_policy = "compact", acc_dtype = f32, allow_retain_graph = true, compute_input_grad = false, compute_linear_weight_grad = false, compute_linear_bias_grad = false : (!ep.tensor<[s0, 4], f16>, !ep.tensor<[3, 4], f16>, !ep.tensor<[s0], i64>) -> (!ep.tensor<[], f16>, !ep.tensor<[0, 0], f16>, !ep.tensor<[0, 0], f16>, !ep.tensor<[0], f16>)
    ep.return %0#0 : !ep.tensor<[], f16>
} }
