// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Losses, and gradients of operators.
#include "Rules.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;

/// The sizes of what the gradient is of.
static RuleResult inferInputSizes(AtenOp op) {
  return op.symInts("input_sizes");
}

/// A number, or one for each pair of elements.
static RuleResult inferLoss(AtenOp op) {
  RuleResult each =
      broadcastSizes({getSizes(op.tensor(0)), getSizes(op.tensor(1))});
  return succeeded(each) && op.getInt("reduction") != 0 ? RuleResult(Sizes())
                                                        : each;
}
static bool isReduced(AtenOp op) { return op.getInt("reduction") != 0; }

void aten::addGradientRules(RuleTable &rules) {
  addAll(rules,
         {"_fused_rms_norm_backward.default", "_prelu_kernel_backward.default",
          "glu_backward.default", "native_batch_norm_backward.default",
          "nll_loss2d_backward.default", "nll_loss_backward.default",
          "reflection_pad1d_backward.default",
          "reflection_pad2d_backward.default",
          "reflection_pad3d_backward.default"},
         {inferSecond, ""});
  addAll(rules,
         {"gradient.array", "gradient.scalararray", "gradient.scalarint",
          "gradient.scalarrayarray", "gradient.scalarrayint",
          "gradient.tensorarray", "gradient.tensorarrayint"},
         {inferFirst, "", nullptr, true});
  addAll(rules,
         {"diagonal_backward.default", "select_backward.default",
          "slice_backward.default", "unfold_backward.default"},
         {inferInputSizes, ""});
  addAll(rules,
         {"binary_cross_entropy_backward.default",
          "huber_loss_backward.default", "mse_loss_backward.default",
          "smooth_l1_loss_backward.default",
          "soft_margin_loss_backward.default"},
         {inferBroadcast, "tensors do not broadcast"});
  addAll(rules,
         {"binary_cross_entropy.default",
          "binary_cross_entropy_with_logits.default", "huber_loss.default",
          "kl_div.default", "l1_loss.default", "mse_loss.default",
          "poisson_nll_loss.default", "smooth_l1_loss.default",
          "soft_margin_loss.default"},
         {inferLoss, "tensors do not broadcast"});
  addAll(rules,
         {"cosine_embedding_loss.default", "cross_entropy_loss.default",
          "hinge_embedding_loss.default", "margin_ranking_loss.default",
          "multi_margin_loss.default", "multilabel_margin_loss.default",
          "nll_loss.default", "nll_loss2d.default",
          "nll_loss2d_forward.default", "nll_loss_forward.default",
          "nll_loss_nd.default", "triplet_margin_loss.default"},
         {inferScalar, "", isReduced});
}
