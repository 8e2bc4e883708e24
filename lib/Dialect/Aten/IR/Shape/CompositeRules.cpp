// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules.h"
#include "kiln/Dialect/Aten/Equation.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static RuleResult inferMatmul(AtenOp op) {
  return matmulSizes(getSizes(op.tensor(0)), getSizes(op.tensor(1)));
}

/// The weight is transposed.
static RuleResult inferLinear(AtenOp op) {
  Sizes weight = sizesOf(op.tensor(1));
  if (weight.empty() || weight.size() > 2)
    return failure();
  std::reverse(weight.begin(), weight.end());
  RuleResult product = matmulSizes(getSizes(op.tensor(0)), weight);
  Value bias = op.tensor(2);
  if (failed(product) || !bias)
    return product;
  return broadcastSizes({*product, getSizes(bias)});
}

/// Equal labels are equal sizes, or one of them is 1.
static RuleResult inferEinsum(AtenOp op) {
  SmallVector<Value> tensors = op.tensors("tensors");
  FailureOr<Equation> equation = parseEquation(
      op.getString("equation"), llvm::map_to_vector(tensors, [](Value tensor) {
        return static_cast<int64_t>(getSizes(tensor).size());
      }));
  if (failed(equation))
    return failure();
  llvm::DenseMap<char, ExprAttr> byLabel;
  for (auto [tensor, labels] : llvm::zip(tensors, equation->operands))
    for (auto [label, size] : llvm::zip(labels, getSizes(tensor))) {
      auto [known, isNew] = byLabel.try_emplace(label, size);
      FailureOr<ExprAttr> both = broadcastSize(known->second, size);
      if (failed(both))
        return failure();
      known->second = *both;
    }
  Sizes result;
  for (char label : equation->result) {
    result.push_back(byLabel.lookup(label));
    if (!result.back())
      return failure();
  }
  return result;
}

/// [..., queries, width] and [..., keys, width] and [..., keys, values].
static RuleResult inferAttention(AtenOp op) {
  SizesRef query = getSizes(op.tensor(0)), key = getSizes(op.tensor(1)),
           value = getSizes(op.tensor(2));
  if (query.size() < 2 || key.size() < 2 || value.size() < 2 ||
      ep::proveEqual(query.back(), key.back()) == ep::Answer::No ||
      ep::proveEqual(key[key.size() - 2], value[value.size() - 2]) ==
          ep::Answer::No)
    return failure();
  Sizes result(query.drop_back());
  result.push_back(value.back());
  return result;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static RuleResult inferReshape(AtenOp op) {
  return viewSizes(getSizes(op.tensor(0)), op.symInts(1));
}

static RuleResult inferReshapeAs(AtenOp op) {
  return viewSizes(getSizes(op.tensor(0)), getSizes(op.tensor(1)));
}

static RuleResult inferFlatten(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  if (sizes.empty())
    return Sizes{ep::makeInt(op->getContext(), 1)};
  return flattenSizes(sizes, op.getInt("start_dim"), op.getInt("end_dim"));
}

/// Along a new dimension.
static RuleResult inferStack(AtenOp op) {
  SmallVector<Value> tensors = op.tensors(0);
  Sizes sizes = sizesOf(tensors.front());
  FailureOr<int64_t> dim = wrapDim(op.getInt("dim"), sizes.size() + 1);
  if (failed(dim))
    return failure();
  for (Value tensor : tensors) {
    SizesRef other = getSizes(tensor);
    if (other.size() != sizes.size() ||
        llvm::any_of(llvm::zip(sizes, other), [](auto pair) {
          auto [a, b] = pair;
          return ep::proveEqual(a, b) == ep::Answer::No;
        }))
      return failure();
  }
  sizes.insert(sizes.begin() + *dim,
               ep::makeInt(op->getContext(), tensors.size()));
  return sizes;
}

static RuleResult inferConcat(AtenOp op) {
  return catSizes(
      llvm::map_to_vector(op.tensors(0), [](Value v) { return getSizes(v); }),
      op.getInt("dim"));
}

static RuleResult inferOneHot(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  sizes.push_back(ep::makeInt(op->getContext(), op.getInt("num_classes")));
  return sizes;
}
static bool knowsClasses(AtenOp op) { return op.getInt("num_classes") >= 0; }

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// `dim` is one, a list, or None or empty for all; without `keepdim` these go.
static RuleResult inferReduction(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  const Schema &schema = op.getSchema();
  SmallVector<int64_t> dims;
  if (schema.findArgument("dim") && op.hasValue("dim"))
    dims = schema.getArguments()[op.indexOf("dim")].type.list
               ? op.ints("dim")
               : SmallVector<int64_t>{op.getInt("dim")};
  auto wrapped = wrapDims(dims, sizes.size(), /*emptyIsAll=*/true);
  if (failed(wrapped))
    return failure();
  bool keepdim = schema.findArgument("keepdim") && op.getBool("keepdim");
  return reduceSizes(sizes, *wrapped, keepdim);
}

/// The same for each of the places `q`, which come first.
static RuleResult inferQuantile(AtenOp op) {
  SizesRef places = getSizes(op.tensor(1));
  RuleResult each = inferReduction(op);
  if (failed(each) || places.size() > 1)
    return failure();
  each->insert(each->begin(), places.begin(), places.end());
  return each;
}

//===----------------------------------------------------------------------===//
// Overloads
//===----------------------------------------------------------------------===//

/// The result has the sizes of the first tensor.
static constexpr StringRef kLikeFirst[] = {
    "_batch_norm_with_update_functional.default",
    "_cast_Byte.default",
    "_cast_Char.default",
    "_cast_Double.default",
    "_cast_Float.default",
    "_cast_Half.default",
    "_cast_Int.default",
    "_cast_Long.default",
    "_cast_Short.default",
    "_conj.default",
    "_fused_rms_norm.default",
    "_log_softmax_backward_data.default",
    "_lu_with_info.default",
    "_masked_softmax.default",
    "_native_batch_norm_legit_functional.default",
    "_neg_view.default",
    "_prelu_kernel.default",
    "_safe_softmax.default",
    "_softmax_backward_data.default",
    "_unsafe_index_put.default",
    "_unsafe_masked_index_put_accumulate.default",
    "_weight_norm.default",
    "_weight_norm_interface.default",
    "alpha_dropout.default",
    "argsort.default",
    "argsort.stable",
    "as_strided_scatter.default",
    "batch_norm.default",
    "bernoulli.Tensor",
    "bernoulli.default",
    "bernoulli.p",
    "bucketize.Tensor",
    "cauchy.default",
    "channel_shuffle.default",
    "fake_quantize_per_channel_affine.default",
    "fake_quantize_per_tensor_affine.default",
    "fake_quantize_per_tensor_affine.tensor_qparams",
    "contiguous.default",
    "cumprod.default",
    "diagonal_scatter.default",
    "dropout.default",
    "embedding_renorm.default",
    "empty_like.default",
    "exponential.default",
    "feature_alpha_dropout.default",
    "feature_dropout.default",
    "fft_fftshift.default",
    "fft_ifftshift.default",
    "fill.Tensor",
    "fliplr.default",
    "flipud.default",
    "geometric.default",
    "group_norm.default",
    "imag.default",
    "index_add.default",
    "index_copy.default",
    "index_fill.int_Scalar",
    "index_fill.int_Tensor",
    "index_reduce.default",
    "instance_norm.default",
    "isin.Tensor_Scalar",
    "isin.Tensor_Tensor",
    "layer_norm.default",
    "lift.default",
    "lift_fresh.default",
    "lift_fresh_copy.default",
    "linalg_lu_factor.default",
    "log_normal.default",
    "log_sigmoid_backward.default",
    "log_sigmoid_forward.default",
    "log_softmax.int",
    "logcumsumexp.default",
    "msort.default",
    "native_channel_shuffle.default",
    "normal.Tensor_float",
    "normal_functional.default",
    "ones_like.default",
    "orgqr.default",
    "prelu.default",
    "put.default",
    "rand_like.default",
    "rand_like.generator",
    "randint_like.default",
    "randint_like.generator",
    "randint_like.low_dtype",
    "randint_like.low_generator_dtype",
    "randn_like.default",
    "randn_like.generator",
    "real.default",
    "renorm.default",
    "resolve_conj.default",
    "resolve_neg.default",
    "rms_norm.default",
    "roll.default",
    "rrelu_with_noise_functional.default",
    "scatter.reduce",
    "scatter.value_reduce",
    "softmax.int",
    "special_log_softmax.default",
    "special_softmax.default",
    "to.device",
    "to.dtype",
    "to.dtype_layout",
    "to.other",
    "tril.default",
    "triu.default",
    "type_as.default",
    "uniform.default",
    "zero.default",
    "zeros_like.default"};

/// Other names of pointwise operators, and gradients of such.
static constexpr StringRef kBroadcast[] = {"__and__.Scalar",
                                           "__and__.Tensor",
                                           "__or__.Scalar",
                                           "__or__.Tensor",
                                           "absolute.default",
                                           "arccos.default",
                                           "arccosh.default",
                                           "arcsin.default",
                                           "arcsinh.default",
                                           "arctan.default",
                                           "arctan2.default",
                                           "arctanh.default",
                                           "complex.default",
                                           "divide.Scalar",
                                           "divide.Scalar_mode",
                                           "divide.Tensor",
                                           "divide.Tensor_mode",
                                           "elu_backward.default",
                                           "fix.default",
                                           "floor_divide.Scalar",
                                           "floor_divide.default",
                                           "greater.Scalar",
                                           "greater.Tensor",
                                           "greater_equal.Scalar",
                                           "greater_equal.Tensor",
                                           "hardsigmoid_backward.default",
                                           "hardswish.default",
                                           "hardswish_backward.default",
                                           "hardtanh_backward.default",
                                           "isclose.default",
                                           "isreal.default",
                                           "leaky_relu_backward.default",
                                           "less.Scalar",
                                           "less.Tensor",
                                           "less_equal.Scalar",
                                           "less_equal.Tensor",
                                           "log_sigmoid.default",
                                           "masked_fill.Tensor",
                                           "mish_backward.default",
                                           "multiply.Scalar",
                                           "multiply.Tensor",
                                           "negative.default",
                                           "normal.Tensor_Tensor",
                                           "not_equal.Scalar",
                                           "not_equal.Tensor",
                                           "polar.default",
                                           "rsub.Tensor",
                                           "softplus_backward.default",
                                           "special_digamma.default",
                                           "special_erf.default",
                                           "special_erfc.default",
                                           "special_erfinv.default",
                                           "special_exp2.default",
                                           "special_expit.default",
                                           "special_expm1.default",
                                           "special_gammainc.default",
                                           "special_gammaincc.default",
                                           "special_gammaln.default",
                                           "special_i0.default",
                                           "special_log1p.default",
                                           "special_logit.default",
                                           "special_multigammaln.default",
                                           "special_ndtr.default",
                                           "special_polygamma.default",
                                           "special_psi.default",
                                           "special_round.default",
                                           "special_sinc.default",
                                           "special_xlogy.default",
                                           "special_xlogy.other_scalar",
                                           "special_xlogy.self_scalar",
                                           "subtract.Scalar",
                                           "subtract.Tensor",
                                           "true_divide.Scalar",
                                           "where.Scalar",
                                           "where.ScalarOther",
                                           "where.ScalarSelf"};

/// `size` says the sizes.
static constexpr StringRef kNew[] = {"_reshape_alias.default",
                                     "as_strided_copy.default",
                                     "empty_permuted.default",
                                     "new_empty.default",
                                     "new_empty_strided.default",
                                     "new_full.default",
                                     "new_ones.default",
                                     "new_zeros.default",
                                     "normal.float_float",
                                     "ones.default",
                                     "rand.generator",
                                     "randint.default",
                                     "randint.generator",
                                     "randint.low",
                                     "randint.low_generator",
                                     "randn.generator",
                                     "resize.default",
                                     "sum_to_size.default",
                                     "zeros.default"};

/// `dim` and `keepdim`, where there are such.
static constexpr StringRef kReductions[] = {"_is_all_true.default",
                                            "_is_any_true.default",
                                            "all.default",
                                            "all.dim",
                                            "count_nonzero.default",
                                            "count_nonzero.dim_IntList",
                                            "frobenius_norm.dim",
                                            "linalg_matrix_norm.default",
                                            "linalg_matrix_norm.str_ord",
                                            "linalg_norm.default",
                                            "linalg_norm.ord_str",
                                            "linalg_vector_norm.default",
                                            "logsumexp.default",
                                            "max.default",
                                            "median.default",
                                            "min.default",
                                            "nanmean.default",
                                            "nanmedian.default",
                                            "nanquantile.scalar",
                                            "nansum.default",
                                            "norm.Scalar",
                                            "norm.ScalarOpt_dim",
                                            "norm.ScalarOpt_dim_dtype",
                                            "norm.ScalarOpt_dtype",
                                            "nuclear_norm.default",
                                            "nuclear_norm.dim",
                                            "quantile.scalar",
                                            "special_logsumexp.default",
                                            "std.correction",
                                            "std.default",
                                            "std.dim",
                                            "sum.default",
                                            "var.default"};

void aten::addCompositeRules(RuleTable &rules) {
  constexpr const char *kMatrices = "matrices do not match";
  constexpr const char *kElements = "changes the number of elements";
  addAll(rules, kLikeFirst, {inferFirst, ""});
  addAll(rules,
         {"_fake_quantize_per_tensor_affine_cachemask_tensor_qparams.default",
          "cummax.default", "cummin.default",
          "fake_quantize_per_channel_affine_cachemask.default",
          "fake_quantize_per_tensor_affine_cachemask.default", "frexp.Tensor",
          "sort.stable"},
         {inferFirst, "", nullptr, true});
  addAll(rules, {"linear.default"}, {inferLinear, kMatrices});
  addAll(rules,
         {"_int_mm.default", "dot.default", "linalg_matmul.default",
          "matmul.default", "mv.default", "vdot.default"},
         {inferMatmul, kMatrices});
  addAll(rules, {"einsum.default"},
         {inferEinsum, "the equation does not fit the operands"});
  addAll(rules, {"scaled_dot_product_attention.default"},
         {inferAttention, "queries, keys and values do not match"});
  addAll(rules,
         {"_reshape_copy.default", "_unsafe_view.default", "reshape.default",
          "view_copy.default"},
         {inferReshape, kElements});
  addAll(rules, {"reshape_as.default", "view_as.default"},
         {inferReshapeAs, kElements});
  addAll(rules, kBroadcast, {inferBroadcast, "tensors do not broadcast"});
  addAll(rules, kNew, {inferSize, ""});
  addAll(rules, {"normal.float_Tensor", "searchsorted.Tensor"},
         {inferSecond, ""});
  addAll(rules, {"concat.default", "concatenate.default"},
         {inferConcat, "tensors differ beside `dim`"});
  addAll(rules, {"flatten.using_ints"}, {inferFlatten, kDims});
  addAll(rules, {"stack.default"}, {inferStack, "tensors differ in sizes"});
  addAll(rules, {"one_hot.default"}, {inferOneHot, "", knowsClasses});
  addAll(rules, kReductions, {inferReduction, kDims});
  addAll(rules, {"nanquantile.default", "quantile.default"},
         {inferQuantile, kDims});
  addAll(rules,
         {"aminmax.default", "kthvalue.default", "median.dim", "mode.default",
          "nanmedian.dim", "std_mean.correction", "std_mean.default",
          "std_mean.dim", "var_mean.correction", "var_mean.default",
          "var_mean.dim"},
         {inferReduction, kDims, nullptr, true});
  addAll(rules, {"dist.default", "isin.Scalar_Tensor", "trace.default"},
         {inferScalar, ""});
  for (const char *name :
       {"convert_element_type.no_fuse", "dequantize_per_channel.default",
        "dequantize_per_channel_group.default", "dequantize_per_tensor.default",
        "dequantize_per_tensor.tensor", "dequantize_per_tensor.tensor2",
        "dequantize_per_token.default", "quantize_per_channel.default",
        "quantize_per_channel_group.default", "quantize_per_tensor.default",
        "quantize_per_tensor.tensor", "quantize_per_tensor.tensor2",
        "quantize_per_token.default"})
    rules["quantized_decomposed." + std::string(name)] = {inferFirst, ""};
  for (const char *name : {"dequantize_affine.default",
                           "dequantize_affine_float8_non_decomposed.default",
                           "quantize_affine.default",
                           "quantize_affine_float8_non_decomposed.default"})
    rules["torchao." + std::string(name)] = {inferFirst, ""};
}
