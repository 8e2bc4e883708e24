// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every overload of Core ATen, and every one that is decomposed, has a shape
// rule, or a reason to have none.
#include "kiln/Dialect/Aten/Decompositions.h"
#include "kiln/Dialect/Aten/Schema.h"
#include "kiln/Dialect/Aten/Shape.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/StringMap.h"
#include "gtest/gtest.h"

using namespace kiln;
using namespace kiln::aten;

using Reasons = llvm::StringMap<const char *>;

static constexpr const char *kNumber = "computes a number";
static constexpr const char *kNothing = "has no result";
static constexpr const char *kData = "its size is bound from data";
static constexpr const char *kConverted = "only its conversion holds it";
static constexpr const char *kDecomposed = "only its decomposition holds it";

static const Reasons &getCoreReasons() {
  static const Reasons reasons = {
      {"aten._local_scalar_dense.default", kNumber},
      {"aten.sym_is_contiguous.default", kNumber},
      {"aten.sym_numel.default", kNumber},
      {"aten.sym_size.int", kNumber},
      {"aten.sym_storage_offset.default", kNumber},
      {"aten.sym_stride.int", kNumber},
      {"aten.nonzero.default", kData},
      {"aten.atan2.out", "is replaced by functionalization"},
      {"aten.resize_.default", "is replaced by functionalization"},
      {"aten._embedding_bag.default", kConverted},
      {"aten._pdist_forward.default", kConverted},
  };
  return reasons;
}

static const Reasons &getDecomposedReasons() {
  static const Reasons reasons = {
      {"aten._assert_tensor_metadata.default", kNothing},
      {"aten._chunk_cat.default", kDecomposed},
      {"aten._convert_weight_to_int4pack_for_cpu.default", kDecomposed},
      {"aten._native_multi_head_attention.default", kDecomposed},
      {"aten._unsafe_masked_index.default", kDecomposed},
      {"aten._weight_int4pack_mm_for_cpu.default", kDecomposed},
      {"aten.argwhere.default", kData},
      {"aten.atleast_1d.Sequence", kDecomposed},
      {"aten.atleast_2d.Sequence", kDecomposed},
      {"aten.atleast_3d.Sequence", kDecomposed},
      {"aten.cartesian_prod.default", kDecomposed},
      {"aten.combinations.default", kDecomposed},
      {"aten.conv_tbc.default", kDecomposed},
      {"aten.embedding_bag.default", kDecomposed},
      {"aten.embedding_bag.padding_idx", kDecomposed},
      {"aten.histogramdd.TensorList_bins", kDecomposed},
      {"aten.histogramdd.default", kDecomposed},
      {"aten.histogramdd.int_bins", kDecomposed},
      {"aten.istft.default", kDecomposed},
      {"aten.item.default", kNumber},
      {"aten.linalg_matrix_rank.atol_rtol_tensor", kDecomposed},
      {"aten.linalg_matrix_rank.tol_tensor", kDecomposed},
      {"aten.linalg_pinv.rcond_tensor", kDecomposed},
      {"aten.linalg_tensorsolve.default", kDecomposed},
      {"aten.masked_select.default", kData},
      {"aten.nonzero_numpy.default", kData},
      {"aten.norm_except_dim.default", kDecomposed},
      {"aten.pad_sequence.default", kDecomposed},
      {"aten.pdist.default", kDecomposed},
      {"aten.repeat_interleave.self_Tensor", kData},
      {"aten.stft.default", kDecomposed},
      {"aten.take_along_dim.default", kDecomposed},
      {"aten.view_copy.dtype", kDecomposed},
      {"aten.where.default", kData},
      {"quantized_decomposed._choose_qparams_per_token_asymmetric_impl.default",
       kDecomposed},
      {"quantized_decomposed.choose_qparams.tensor", kDecomposed},
      {"quantized_decomposed.choose_qparams_per_token.default", kDecomposed},
      {"quantized_decomposed.choose_qparams_per_token_asymmetric.default",
       kDecomposed},
      {"quantized_decomposed.choose_qparams_symmetric.tensor", kDecomposed},
      {"torch_nn._linear_cross_entropy_batch_chunked.default", kDecomposed},
      {"torch_nn._linear_cross_entropy_batch_chunked_no_reduction.default",
       kDecomposed},
      {"torchao.choose_qparams_affine.default", kDecomposed},
      {"torchao.choose_scale_float8.default", kDecomposed},
      {"torchvision.nms.default", kData},
  };
  return reasons;
}

static void expectRule(const Schema &schema, const Reasons &reasons) {
  EXPECT_NE(hasShapeRule(schema), reasons.contains(schema.getName()))
      << schema.getName().str();
}

TEST(ShapeRules, EveryCoreOverload) {
  unsigned without = 0;
  forEachSchema([&](const Schema &schema) {
    if (!schema.isCore())
      return;
    expectRule(schema, getCoreReasons());
    without += !hasShapeRule(schema);
  });
  EXPECT_EQ(without, getCoreReasons().size());
}

TEST(ShapeRules, EveryDecomposedOverload) {
  mlir::MLIRContext context;
  context.loadDialect<AtenDialect, PrimsDialect, QuantizedDialect>();
  mlir::RewritePatternSet patterns(&context);
  populateDecompositions(patterns, /*keep=*/{});
  llvm::StringMap<bool> isSeen;
  unsigned without = 0;
  for (const auto &pattern : patterns.getNativePatterns()) {
    std::optional<mlir::OperationName> root = pattern->getRootKind();
    const Schema *schema = root ? lookupSchema(root->getStringRef()) : nullptr;
    if (!schema || !isSeen.try_emplace(schema->getName(), true).second)
      continue;
    expectRule(*schema, getDecomposedReasons());
    without += !hasShapeRule(*schema);
  }
  EXPECT_EQ(without, getDecomposedReasons().size());
}
