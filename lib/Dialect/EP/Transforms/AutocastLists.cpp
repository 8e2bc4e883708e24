// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lists of torch.autocast: operators as PyTorch registers them for the
// dispatch keys AutocastCPU and AutocastCUDA, without the overload `default`.
#include "Autocast.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

static constexpr StringRef kCpuLowerPrecision[] = {
    "_addmm_activation",
    "_convolution.deprecated",
    "_native_multi_head_attention",
    "addbmm",
    "addmm",
    "baddbmm",
    "bmm",
    "conv1d",
    "conv1d.padding",
    "conv2d",
    "conv2d.padding",
    "conv3d",
    "conv3d.padding",
    "conv_tbc",
    "conv_transpose1d",
    "conv_transpose2d.input",
    "conv_transpose3d.input",
    "linalg_vecdot",
    "linear",
    "matmul",
    "mkldnn_rnn_layer",
    "mm",
    "prelu",
    "scaled_dot_product_attention"};

static constexpr StringRef kCpuFloat32[] = {
    "_grid_sampler_2d_cpu_fallback",
    "_lu_with_info",
    "adaptive_avg_pool3d",
    "adaptive_max_pool3d",
    "avg_pool3d",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cdist",
    "cholesky_inverse",
    "cholesky_solve",
    "cosine_embedding_loss",
    "cross_entropy_loss",
    "ctc_loss.IntList",
    "ctc_loss.Tensor",
    "fake_quantize_per_tensor_affine",
    "fft_fft",
    "fft_fft2",
    "fft_fftn",
    "fft_hfft",
    "fft_ifft",
    "fft_ifft2",
    "fft_ifftn",
    "fft_ihfft",
    "fft_irfft",
    "fft_irfft2",
    "fft_irfftn",
    "fft_rfft",
    "fft_rfft2",
    "fft_rfftn",
    "fractional_max_pool2d",
    "fractional_max_pool3d",
    "geqrf",
    "grid_sampler",
    "grid_sampler_2d",
    "grid_sampler_3d",
    "hinge_embedding_loss",
    "huber_loss",
    "inverse",
    "kl_div",
    "l1_loss",
    "linalg_cholesky",
    "linalg_cholesky_ex",
    "linalg_cond",
    "linalg_cond.p_str",
    "linalg_eig",
    "linalg_eigh",
    "linalg_eigvals",
    "linalg_eigvalsh",
    "linalg_householder_product",
    "linalg_inv",
    "linalg_inv_ex",
    "linalg_lstsq",
    "linalg_matrix_rank",
    "linalg_matrix_rank.atol_rtol_float",
    "linalg_matrix_rank.atol_rtol_tensor",
    "linalg_matrix_rank.tol_tensor",
    "linalg_matrix_sqrth",
    "linalg_qr",
    "linalg_solve",
    "linalg_svd",
    "linalg_svdvals",
    "linalg_tensorinv",
    "linalg_tensorsolve",
    "lu_solve",
    "margin_ranking_loss",
    "max_pool3d",
    "max_unpool2d",
    "max_unpool3d",
    "mse_loss",
    "multi_margin_loss",
    "multilabel_margin_loss",
    "multilabel_margin_loss_forward",
    "nanquantile",
    "nanquantile.scalar",
    "nll_loss",
    "nll_loss2d",
    "orgqr",
    "ormqr",
    "pinverse",
    "poisson_nll_loss",
    "polar",
    "prod",
    "prod.dim_int",
    "quantile",
    "quantile.scalar",
    "reflection_pad1d",
    "reflection_pad2d",
    "replication_pad1d",
    "replication_pad2d",
    "replication_pad3d",
    "smooth_l1_loss",
    "soft_margin_loss",
    "stft",
    "stft.center",
    "svd",
    "trace",
    "triangular_solve",
    "triplet_margin_loss",
    "view_as_complex"};

static constexpr StringRef kCpuPromote[] = {"cat", "index_copy", "stack"};

static constexpr StringRef kCudaLowerPrecision[] = {
    "_convolution",
    "_convolution.deprecated",
    "_cudnn_rnn",
    "_scaled_dot_product_flash_attention",
    "_thnn_fused_gru_cell",
    "_thnn_fused_lstm_cell",
    "addbmm",
    "addmm",
    "addmv",
    "addr",
    "baddbmm",
    "bmm",
    "chain_matmul",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_tbc",
    "conv_transpose1d",
    "conv_transpose2d.input",
    "conv_transpose3d.input",
    "convolution",
    "cudnn_convolution",
    "cudnn_convolution_transpose",
    "einsum",
    "gru_cell",
    "linalg_multi_dot",
    "linalg_vecdot",
    "linear",
    "lstm_cell",
    "matmul",
    "mm",
    "mv",
    "prelu",
    "rnn_relu_cell",
    "rnn_tanh_cell",
    "scaled_dot_product_attention"};

static constexpr StringRef kCudaFloat32[] = {"_upsample_bicubic2d_aa",
                                             "_upsample_bilinear2d_aa",
                                             "_upsample_nearest_exact1d",
                                             "_upsample_nearest_exact2d",
                                             "_upsample_nearest_exact3d",
                                             "acos",
                                             "asin",
                                             "binary_cross_entropy_with_logits",
                                             "cdist",
                                             "cosh",
                                             "cosine_embedding_loss",
                                             "cosine_similarity",
                                             "dist",
                                             "erfinv",
                                             "exp",
                                             "expm1",
                                             "frobenius_norm.dim",
                                             "group_norm",
                                             "hinge_embedding_loss",
                                             "huber_loss",
                                             "kl_div",
                                             "l1_loss",
                                             "layer_norm",
                                             "log",
                                             "log10",
                                             "log1p",
                                             "log2",
                                             "logsumexp",
                                             "margin_ranking_loss",
                                             "mse_loss",
                                             "multi_margin_loss",
                                             "multilabel_margin_loss",
                                             "native_layer_norm",
                                             "nll_loss",
                                             "nll_loss2d",
                                             "norm.Scalar",
                                             "norm.ScalarOpt_dim",
                                             "nuclear_norm",
                                             "nuclear_norm.dim",
                                             "pdist",
                                             "poisson_nll_loss",
                                             "pow.Scalar",
                                             "pow.Tensor_Scalar",
                                             "pow.Tensor_Tensor",
                                             "reciprocal",
                                             "renorm",
                                             "rms_norm",
                                             "rsqrt",
                                             "sinh",
                                             "smooth_l1_loss",
                                             "soft_margin_loss",
                                             "softplus",
                                             "tan",
                                             "triplet_margin_loss",
                                             "upsample_bicubic2d",
                                             "upsample_bilinear2d",
                                             "upsample_linear1d",
                                             "upsample_nearest1d",
                                             "upsample_nearest2d",
                                             "upsample_nearest3d",
                                             "upsample_trilinear3d"};

static constexpr StringRef kCudaFloat32Result[] = {"cumprod",
                                                   "cumsum",
                                                   "linalg_matrix_norm",
                                                   "linalg_matrix_norm.str_ord",
                                                   "linalg_vector_norm",
                                                   "log_softmax.int",
                                                   "prod",
                                                   "prod.dim_int",
                                                   "softmax.int",
                                                   "sum",
                                                   "sum.dim_IntList"};

static constexpr StringRef kCudaPromote[] = {
    "addcdiv",      "addcmul",   "atan2",       "bilinear",  "cross", "dot",
    "grid_sampler", "index_put", "scatter_add", "tensordot", "vdot"};

static constexpr StringRef kCudaBanned[] = {"binary_cross_entropy"};

// Registered without a policy that is known.
static constexpr StringRef kCudaUnknown[] = {"linalg_matrix_sqrth"};

// In no list, but their own kernels call operators that are.
static constexpr StringRef kUnknown[] = {"linalg_pinv.atol_rtol_tensor",
                                         "linalg_polar"};

namespace {
struct Row {
  CastPolicy policy;
  ArrayRef<StringRef> names;
};
} // namespace

static constexpr Row kCpu[] = {{CastPolicy::LowerPrecision, kCpuLowerPrecision},
                               {CastPolicy::Float32, kCpuFloat32},
                               {CastPolicy::Promote, kCpuPromote},
                               {CastPolicy::Unknown, kUnknown}};

static constexpr Row kCuda[] = {
    {CastPolicy::LowerPrecision, kCudaLowerPrecision},
    {CastPolicy::Float32, kCudaFloat32},
    {CastPolicy::Float32Result, kCudaFloat32Result},
    {CastPolicy::Promote, kCudaPromote},
    {CastPolicy::Banned, kCudaBanned},
    {CastPolicy::Unknown, kCudaUnknown},
    {CastPolicy::Unknown, kUnknown}};

CastPolicy ep::getCastPolicy(StringRef device, aten::AtenOp op) {
  const aten::Schema &schema = op.getSchema();
  StringRef name = schema.getName();
  if (!name.consume_front("aten."))
    return CastPolicy::None;
  name.consume_back(".default");
  for (const Row &row : device == "cuda" ? ArrayRef(kCuda) : ArrayRef(kCpu))
    if (llvm::is_contained(row.names, name))
      return row.policy;
  bool isComposite =
      schema.getDecomposition() == aten::DecompositionKind::Implicit ||
      schema.getDecomposition() == aten::DecompositionKind::Kept;
  return isComposite ? getCompositePolicy(device, name) : CastPolicy::None;
}
