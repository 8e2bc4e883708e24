// RUN: kiln-opt %s --kiln-aten-decompose --split-input-file | FileCheck %s

// CHECK-LABEL: ep.graph @mse_loss_default(
ep.program @mse_loss_default { ep.symbol @s87 range(2, 64)
  ep.graph @mse_loss_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %x, %y
    // CHECK-NEXT: aten.pow.Tensor_Scalar %{{.*}}, exponent = 2
    // CHECK-NEXT: aten.mean.dim %{{.*}}, dim = []
    %0 = aten.mse_loss.default %x, %y : (!ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @l1_loss_default(
ep.program @l1_loss_default { ep.symbol @s87 range(2, 64)
  ep.graph @l1_loss_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %x, %y
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: aten.mean.dim %{{.*}}, dim = []
    %0 = aten.l1_loss.default %x, %y : (!ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @smooth_l1_loss_default(
ep.program @smooth_l1_loss_default { ep.symbol @s87 range(2, 64)
  ep.graph @smooth_l1_loss_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %x, %y
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: aten.lt.Scalar %{{.*}}, other = 1.0
    // CHECK-NEXT: aten.pow.Tensor_Scalar %{{.*}}, exponent = 2
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.mean.dim %{{.*}}, dim = []
    %0 = aten.smooth_l1_loss.default %x, %y : (!ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @huber_loss_default(
ep.program @huber_loss_default { ep.symbol @s87 range(2, 64)
  ep.graph @huber_loss_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %x, %y
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: aten.le.Scalar %{{.*}}, other = 8.698115367693557
    // CHECK-NEXT: aten.pow.Tensor_Scalar %{{.*}}, exponent = 2
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 4.3490576838467785
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 8.698115367693557
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.where.self %{{.*}}
    %0 = aten.huber_loss.default %x, %y, reduction = 0, delta = 8.698115367693557 : (!ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[s87], f32>
    ep.return %0 : !ep.tensor<[s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @soft_margin_loss_default(
ep.program @soft_margin_loss_default { ep.symbol @s87 range(2, 64)
  ep.graph @soft_margin_loss_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.neg.default %y
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %x
    // CHECK-NEXT: aten.exp.default %{{.*}}
    // CHECK-NEXT: aten.log1p.default %{{.*}}
    // CHECK-NEXT: aten.mean.dim %{{.*}}, dim = []
    %0 = aten.soft_margin_loss.default %x, %y : (!ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @poisson_nll_loss_default(
ep.program @poisson_nll_loss_default { ep.symbol @s87 range(2, 64)
  ep.graph @poisson_nll_loss_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.exp.default %x
    // CHECK-NEXT: aten.mul.Tensor %y, %x
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.log.default %y
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %y
    // CHECK-NEXT: ep.number 6.283185307179586
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.log.default %{{.*}}
    // CHECK-NEXT: ep.number 0.5
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.gt.Scalar %y, other = 1
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.poisson_nll_loss.default %x, %y, log_input = true, full = true, eps = 1.0e-08, reduction = 0 : (!ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[s87], f32>
    ep.return %0 : !ep.tensor<[s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @kl_div_default(
ep.program @kl_div_default { ep.symbol @s87 range(2, 64)
  ep.graph @kl_div_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.exp.default %y
    // CHECK-NEXT: aten.sub.Tensor %y, %x
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    %0 = aten.kl_div.default %x, %y, reduction = 0, log_target = true : (!ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[s87], f32>
    ep.return %0 : !ep.tensor<[s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @binary_cross_entropy_default(
ep.program @binary_cross_entropy_default { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @binary_cross_entropy_default(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.neg.default %x
    // CHECK-NEXT: aten.log1p.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -100
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.log.default %x
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = -100
    // CHECK-NEXT: aten.mul.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.mean.dim %{{.*}}, dim = []
    %0 = aten.binary_cross_entropy.default %x, %y : (!ep.tensor<[s87, s85], f32>, !ep.tensor<[s87, s85], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @binary_cross_entropy_with_logits_default(
ep.program @binary_cross_entropy_with_logits_default { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @binary_cross_entropy_with_logits_default(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.clamp.default %x, max = 0
    // CHECK-NEXT: aten.abs.default %x
    // CHECK-NEXT: aten.neg.default %{{.*}}
    // CHECK-NEXT: aten.exp.default %{{.*}}
    // CHECK-NEXT: aten.log1p.default %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %y
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}, %x
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    %0 = aten.binary_cross_entropy_with_logits.default %x, %y, reduction = 2 : (!ep.tensor<[s87, s85], f32>, !ep.tensor<[s87, s85], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @hinge_embedding_loss_default(
ep.program @hinge_embedding_loss_default { ep.symbol @s87 range(2, 64)
  ep.graph @hinge_embedding_loss_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: ep.number 8.396163642458497
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}, %x
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0
    // CHECK-NEXT: aten.ne.Scalar %y, other = 1
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.ne.Scalar %y, other = -1
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}, %x, %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.hinge_embedding_loss.default %x, %y, margin = 8.396163642458497, reduction = 0 : (!ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[s87], f32>
    ep.return %0 : !ep.tensor<[s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @margin_ranking_loss_default(
ep.program @margin_ranking_loss_default { ep.symbol @s26 range(2, 64)
  ep.graph @margin_ranking_loss_default(%x: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %x, %y
    // CHECK-NEXT: aten.neg.default %z
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.0
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = []
    %0 = aten.margin_ranking_loss.default %x, %y, %z, reduction = 2 : (!ep.tensor<[s26], f32>, !ep.tensor<[s26], f32>, !ep.tensor<[s26], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @pairwise_distance_default(
ep.program @pairwise_distance_default { ep.symbol @s87 range(2, 64)
  ep.graph @pairwise_distance_default(%x: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %x, %y
    // CHECK-NEXT: ep.number 1.0e-06
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-1]
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    %0 = aten.pairwise_distance.default %x, %y : (!ep.tensor<[s87], f32>, !ep.tensor<[s87], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @triplet_margin_loss_default(
ep.program @triplet_margin_loss_default { ep.symbol @s0 range(2, 64) ep.symbol @s26 range(2, 64)
  ep.graph @triplet_margin_loss_default(%x: !ep.tensor<[s26, s0], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s26, s0], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26, s0], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.sub.Tensor %x, %y
    // CHECK-NEXT: ep.number 1.0e-06
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-1]
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %x, %z
    // CHECK-NEXT: ep.number 1.0e-06
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.abs.default %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-1]
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 1.0e-06
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0
    // CHECK-NEXT: aten.mean.dim %{{.*}}, dim = []
    %0 = aten.triplet_margin_loss.default %x, %y, %z, margin = 1.0e-06 : (!ep.tensor<[s26, s0], f32>, !ep.tensor<[s26, s0], f32>, !ep.tensor<[s26, s0], f32>) -> !ep.tensor<[], f32>
    ep.return %0 : !ep.tensor<[], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cosine_embedding_loss_default(
ep.program @cosine_embedding_loss_default { ep.symbol @s26 range(2, 64) ep.symbol @s85 range(2, 64)
  ep.graph @cosine_embedding_loss_default(%x: !ep.tensor<[s26, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s26, s85], f32> {ep.input = #ep.input<user_input "y">},
      %z: !ep.tensor<[s26], f32> {ep.input = #ep.input<user_input "z">})
    -> (!ep.tensor<[s26], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.mul.Tensor %x, %y
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-1]
    // CHECK-NEXT: aten.mul.Tensor %x, %x
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-1]
    // CHECK-NEXT: ep.number 1.0e-12
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %y, %y
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [-1]
    // CHECK-NEXT: ep.number 1.0e-12
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    // CHECK-NEXT: aten.div.Tensor %{{.*}}
    // CHECK-NEXT: ep.number 0.9329070713842775
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 0
    // CHECK-NEXT: aten.eq.Scalar %z, other = 1
    // CHECK-NEXT: ep.number 1
    // CHECK-NEXT: aten.sub.Tensor %{{.*}}
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.eq.Scalar %z, other = -1
    // CHECK-NEXT: aten.scalar_tensor.default s = 0.0, dtype = f32
    // CHECK-NEXT: aten.where.self %{{.*}}
    // CHECK-NEXT: aten.add.Tensor %{{.*}}
    %0 = aten.cosine_embedding_loss.default %x, %y, %z, margin = 0.9329070713842775, reduction = 0 : (!ep.tensor<[s26, s85], f32>, !ep.tensor<[s26, s85], f32>, !ep.tensor<[s26], f32>) -> !ep.tensor<[s26], f32>
    ep.return %0 : !ep.tensor<[s26], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cosine_similarity_default(
ep.program @cosine_similarity_default { ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64)
  ep.graph @cosine_similarity_default(%x: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s85], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten.abs.default %x
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [1], keepdim = true
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 1.0e-08
    // CHECK-NEXT: aten.div.Tensor %x, %{{.*}}
    // CHECK-NEXT: aten.abs.default %y
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [1], keepdim = true
    // CHECK-NEXT: aten.sqrt.default %{{.*}}
    // CHECK-NEXT: aten.clamp.default %{{.*}}, min = 1.0e-08
    // CHECK-NEXT: aten.div.Tensor %y, %{{.*}}
    // CHECK-NEXT: aten.mul.Tensor %{{.*}}
    // CHECK-NEXT: aten.sum.dim_IntList %{{.*}}, dim = [1]
    %0 = aten.cosine_similarity.default %x, %y : (!ep.tensor<[s87, s85], f32>, !ep.tensor<[s87, s85], f32>) -> !ep.tensor<[s87], f32>
    ep.return %0 : !ep.tensor<[s87], f32>
} }

// -----

// CHECK-LABEL: ep.graph @cdist_default(
ep.program @cdist_default { ep.symbol @s68 range(2, 64) ep.symbol @s85 range(2, 64) ep.symbol @s87 range(2, 64) ep.symbol @s89 range(2, 64)
  ep.graph @cdist_default(%x: !ep.tensor<[s87, s85, s68], f32> {ep.input = #ep.input<user_input "x">},
      %y: !ep.tensor<[s87, s89, s68], f32> {ep.input = #ep.input<user_input "y">})
    -> (!ep.tensor<[s87, s85, s89], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._cdist_forward.default %x, %y, p = 1.0, compute_mode = 1
    %0 = aten.cdist.default %x, %y, p = 1.0, compute_mode = 1 : (!ep.tensor<[s87, s85, s68], f32>, !ep.tensor<[s87, s89, s68], f32>) -> !ep.tensor<[s87, s85, s89], f32>
    ep.return %0 : !ep.tensor<[s87, s85, s89], f32>
} }

// -----

// CHECK-LABEL: ep.graph @pdist_default(
ep.program @pdist_default { ep.symbol @s85 range(2, 64) ep.symbol @s95 range(2, 64)
  ep.graph @pdist_default(%x: !ep.tensor<[s95, s85], f32> {ep.input = #ep.input<user_input "x">})
    -> (!ep.tensor<[FloorDiv(s95*s95 - s95, 2)], f32> {ep.output = #ep.output<user_output "0">}) {
    // CHECK: aten._pdist_forward.default %x
    %0 = aten.pdist.default %x : (!ep.tensor<[s95, s85], f32>) -> !ep.tensor<[FloorDiv(s95*s95 - s95, 2)], f32>
    ep.return %0 : !ep.tensor<[FloorDiv(s95*s95 - s95, 2)], f32>
} }
