// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions from core ones: deviations, norms, extremes, counts.
#include "Complex.h"
#include "Families.h"
#include "Matrix.h"
#include "Norm.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static constexpr double kInf = std::numeric_limits<double>::infinity();

static Term input(Call &c) { return Term(c, c.op->getOperand(0)); }

//===----------------------------------------------------------------------===//
// Variance and deviation
//===----------------------------------------------------------------------===//

/// The argument `correction` or `unbiased`.
static Number getCorrection(Call &c) {
  if (c.op.getSchema().findArgument("correction"))
    return c.has("correction") ? c.scalar("correction") : Number(1);
  return c.flag("unbiased") ? 1 : 0;
}

/// The arguments `dim` and `keepdim` where the overload has them.
static SmallVector<int64_t> getDims(Call &c) {
  return c.op.getSchema().findArgument("dim") ? c.integers("dim")
                                              : SmallVector<int64_t>();
}
static bool getKeepdim(Call &c) {
  return c.op.getSchema().findArgument("keepdim") && c.flag("keepdim");
}

/// f16 and bf16 are computed in f32.
static Term variance(Call &c) {
  Term x = input(c);
  return var(to(x, getComputeType(x.dtype())), getDims(c), getCorrection(c),
             getKeepdim(c));
}
static Term decomposeVar(Call &c) { return to(variance(c), c.dtype()); }
static Term decomposeStd(Call &c) { return to(sqrt(variance(c)), c.dtype()); }
static Terms decomposeVarMean(Call &c) {
  return {to(variance(c), c.dtype()),
          mean(input(c), getDims(c), getKeepdim(c))};
}
static Terms decomposeStdMean(Call &c) {
  return {to(sqrt(variance(c)), c.dtype()),
          mean(input(c), getDims(c), getKeepdim(c))};
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

Term core::vectorNorm(Term x, double order, Dims dims, bool keepdim) {
  if (!x)
    return x;
  Term size = abs(x);
  auto wrapped = wrapDims(dims, x.rank(), /*emptyIsAll=*/true);
  if (failed(wrapped))
    return x.invalid();
  // The norm of one number is its size, without rounding.
  bool isOne = llvm::all_of(*wrapped, [&](int64_t dim) {
    return x.rank() == 0 || x.size(dim).isInt(1);
  });
  if (isOne && order != 0)
    return sum(size, dims, keepdim);
  if (order == kInf)
    return amax(size, dims, keepdim);
  if (order == -kInf)
    return amin(size, dims, keepdim);
  if (order == 0)
    return sum(to(ne(x, 0), size.dtype()), dims, keepdim);
  if (order == 1)
    return sum(size, dims, keepdim);
  if (order == 2)
    return sqrt(sum(size * size, dims, keepdim));
  return pow(sum(pow(size, order), dims, keepdim), 1 / order);
}

/// The largest (or smallest) sum of sizes along `row`, or `column`.
static Term matrixNorm(Term x, double order, int64_t row, int64_t column,
                       bool keepdim) {
  if (std::abs(order) == kInf)
    std::swap(row, column);
  Term sums = sum(abs(x), {row}, /*keepdim=*/true);
  Term norm =
      order > 0 ? amax(sums, {column}, true) : amin(sums, {column}, true);
  return keepdim ? norm : squeeze(norm, {row, column});
}

/// `x` in the dtype that a norm computes in.
static Term widen(Call &c, Term x) {
  if (Type dtype = c.op.getDtype("dtype"))
    x = to(x, dtype);
  return to(x, getComputeType(x.dtype()));
}

static Term decomposeVectorNorm(Call &c) {
  return to(vectorNorm(widen(c, input(c)), c.number("ord"), c.integers("dim"),
                       c.flag("keepdim")),
            c.dtype());
}

/// Of the singular values of the matrices in two dimensions: the greatest, the
/// least, or without an order their sum.
static Term spectralNorm(Call &c, Term x, Dims dims,
                         std::optional<double> order) {
  auto wrapped = wrapDims(dims, x.rank(), /*emptyIsAll=*/true);
  if (failed(wrapped) || wrapped->size() != 2)
    return c.reject("needs two dimensions");
  SmallVector<int64_t> moved;
  for (int64_t i = 0; i < x.rank(); ++i)
    if (!llvm::is_contained(*wrapped, i))
      moved.push_back(i);
  moved.append(wrapped->begin(), wrapped->end());
  Term values = singularValues(permute(x, moved));
  Term norm = !order       ? sum(values, {-1})
              : *order > 0 ? amax(values, {-1})
                           : amin(values, {-1});
  return to(view(norm, c.result().getSizes()), c.dtype());
}
static Term decomposeNuclearNorm(Call &c) {
  return spectralNorm(c, input(c), getDims(c), std::nullopt);
}

/// By its order: with two dimensions of a matrix, else of a vector.
static Term normOf(Call &c, std::optional<double> order, bool isFrobenius) {
  Term x = widen(c, input(c));
  SmallVector<int64_t> dims = c.integers("dim");
  bool keepdim = c.flag("keepdim");
  if (isFrobenius || !order)
    return to(vectorNorm(x, 2, dims, keepdim), c.dtype());
  if (dims.empty() && x.rank() == 2)
    dims = {0, 1};
  if (dims.size() != 2)
    return to(vectorNorm(x, *order, dims, keepdim), c.dtype());
  if (std::abs(*order) == 2)
    return spectralNorm(c, x, dims, order);
  if (std::abs(*order) != 1 && std::abs(*order) != kInf)
    return c.reject("is no order of a matrix");
  FailureOr<int64_t> row = wrapDim(dims[0], x.rank()),
                     column = wrapDim(dims[1], x.rank());
  if (failed(row) || failed(column))
    return c.reject("dimension out of range");
  return to(matrixNorm(x, *order, *row, *column, keepdim), c.dtype());
}
static Term decomposeNorm(Call &c) {
  return normOf(c, c.has("ord") ? std::optional(c.number("ord")) : std::nullopt,
                false);
}
static Term decomposeNamedNorm(Call &c) {
  if (c.op.getString("ord") == "nuc")
    return spectralNorm(c, widen(c, input(c)), c.integers("dim"), std::nullopt);
  if (c.op.getString("ord") != "fro")
    return c.reject("is no order of a matrix");
  return normOf(c, 2, true);
}

/// torch.norm, of all elements or of dimensions; an order of its own.
static Term decomposeOldNorm(Call &c) {
  Term x = input(c);
  if (c.op.getSchema().findArgument("dtype") && c.has("dtype"))
    x = to(x, c.op.getDtype("dtype"));
  bool isNamed = c.op.getSchema().findArgument("p") && c.has("p");
  double order = isNamed ? c.number("p") : 2;
  x = to(x, getComputeType(x.dtype()));
  return to(vectorNorm(x, order, getDims(c), getKeepdim(c)), c.dtype());
}

static Term decomposeDist(Call &c) {
  Term difference = c("self") - c("other");
  difference = to(difference, getComputeType(difference.dtype()));
  return to(vectorNorm(difference, c.number("p"), {}, false), c.dtype());
}

/// Subtensors along `dim` whose norm is above the limit are scaled down to it.
static Term decomposeRenorm(Call &c) {
  Term x = input(c);
  int64_t dim = c.dim("dim", x.rank());
  if (c.isRejected())
    return {};
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < x.rank(); ++i)
    if (i != dim)
      dims.push_back(i);
  Term wide = to(x, getComputeType(x.dtype()));
  Term norm = vectorNorm(wide, c.number("p"), dims, /*keepdim=*/true);
  Number limit = c.scalar("maxnorm");
  Term factor = where(norm > limit, limit / (norm + 1e-7), fullLike(norm, 1));
  return to(x * to(factor, getRealType(x.dtype())), c.dtype());
}

//===----------------------------------------------------------------------===//
// Extremes, counts, sums
//===----------------------------------------------------------------------===//

/// uint8 keeps its dtype, all others answer in bool.
static Term decomposeAll(Call &c) {
  Term x = input(c);
  SmallVector<int64_t> dims;
  bool isOne = c.op.getSchema().getOverload() == "dim";
  if (isOne)
    dims = {c.integer("dim")};
  else if (c.op.getSchema().getOverload() == "dims")
    dims = c.integers("dim");
  return to(~any(logical_not(x), dims, getKeepdim(c)), c.dtype());
}
static Term decomposeAny(Call &c) { return any(input(c), {}); }
static Term decomposeMax(Call &c) { return amax(input(c), {}); }
static Term decomposeMin(Call &c) { return amin(input(c), {}); }
static Terms decomposeAminmax(Call &c) {
  SmallVector<int64_t> dims;
  if (c.has("dim"))
    dims = {c.integer("dim")};
  bool keepdim = c.flag("keepdim");
  return {amin(input(c), dims, keepdim), amax(input(c), dims, keepdim)};
}
static Term decomposeCountNonzero(Call &c) {
  SmallVector<int64_t> dims;
  if (c.op.getSchema().getOverload() == "dim_IntList")
    dims = c.integers("dim");
  else if (c.has("dim"))
    dims = {c.integer("dim")};
  return sum(ne(input(c), 0), dims);
}

static Term withoutNaN(Term x) { return where(isnan(x), 0, x); }
static Term decomposeNansum(Call &c) {
  Term x = input(c);
  if (!isInteger(x.dtype()) && !isBool(x.dtype()))
    x = withoutNaN(x);
  return sum(x, c.integers("dim"), c.flag("keepdim"), c.dtype());
}
static Term decomposeNanmean(Call &c) {
  Term x = to(input(c), c.computeType());
  auto dims = c.integers("dim");
  bool keepdim = c.flag("keepdim");
  Term count = sum(~isnan(x), dims, keepdim);
  return to(sum(withoutNaN(x), dims, keepdim) / count, c.dtype());
}

static Term decomposeLogsumexp(Call &c) {
  Term x = to(input(c), c.computeType());
  auto dims = c.integers("dim");
  // Nothing has no largest element.
  if (llvm::any_of(x.sizes(), [](ExprAttr size) { return size.isInt(0); }))
    return to(view(log(sum(exp(x), dims, true)), c.result().getSizes()),
              c.dtype());
  // How large a complex result is its real part says.
  Term size = isComplex(x.dtype()) ? getPart(x, 0) : x;
  Term largest = amax(size, dims, /*keepdim=*/true);
  largest = where(isinf(largest), 0.0, largest);
  Term result = log(sum(exp(x - largest), dims, true)) + largest;
  return to(view(result, c.result().getSizes()), c.dtype());
}

/// Sums over the dimensions along which broadcasting repeated the result.
static Term decomposeSumToSize(Call &c) {
  Term x = input(c);
  Sizes wanted(c.result().getSizes());
  int64_t added = x.rank() - wanted.size();
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i < x.rank(); ++i)
    if (i < added || (wanted[i - added].isInt(1) && !x.size(i).isInt(1)))
      dims.push_back(i);
  if (dims.empty())
    return to(x, c.dtype());
  return view(sum(x, dims, /*keepdim=*/true, c.dtype()), wanted);
}

/// Over all dimensions.
static Term decomposeSum(Call &c) {
  return c.same("aten.sum.dim_IntList", input(c), Dims(), false,
                c.op.attribute("dtype"))[0];
}

void aten::populateReduceDecompositions(RewritePatternSet &patterns,
                                        const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.var.default", decomposeVar},
            {"aten.std.default", decomposeStd},
            {"aten.std.dim", decomposeStd},
            {"aten.std.correction", decomposeStd},
            {"aten.var_mean.default", decomposeVarMean},
            {"aten.var_mean.dim", decomposeVarMean},
            {"aten.var_mean.correction", decomposeVarMean},
            {"aten.std_mean.default", decomposeStdMean},
            {"aten.std_mean.dim", decomposeStdMean},
            {"aten.std_mean.correction", decomposeStdMean},
            {"aten.linalg_vector_norm.default", decomposeVectorNorm},
            {"aten.linalg_norm.default", decomposeNorm},
            {"aten.linalg_norm.ord_str", decomposeNamedNorm},
            {"aten.linalg_matrix_norm.default", decomposeNorm},
            {"aten.linalg_matrix_norm.str_ord", decomposeNamedNorm},
            {"aten.nuclear_norm.default", decomposeNuclearNorm},
            {"aten.nuclear_norm.dim", decomposeNuclearNorm},
            {"aten.norm.Scalar", decomposeOldNorm},
            {"aten.norm.ScalarOpt_dim", decomposeOldNorm},
            {"aten.norm.ScalarOpt_dtype", decomposeOldNorm},
            {"aten.norm.ScalarOpt_dim_dtype", decomposeOldNorm},
            {"aten.frobenius_norm.dim", decomposeOldNorm},
            {"aten.dist.default", decomposeDist},
            {"aten.renorm.default", decomposeRenorm},
            {"aten.all.default", decomposeAll},
            {"aten.all.dim", decomposeAll},
            {"aten.all.dims", decomposeAll},
            {"aten._is_all_true.default", decomposeAll},
            {"aten._is_any_true.default", decomposeAny},
            {"aten.max.default", decomposeMax},
            {"aten.min.default", decomposeMin},
            {"aten.aminmax.default", decomposeAminmax},
            {"aten.count_nonzero.default", decomposeCountNonzero},
            {"aten.count_nonzero.dim_IntList", decomposeCountNonzero},
            {"aten.nansum.default", decomposeNansum},
            {"aten.nanmean.default", decomposeNanmean},
            {"aten.logsumexp.default", decomposeLogsumexp},
            {"aten.sum_to_size.default", decomposeSumToSize},
            {"aten.sum.default", decomposeSum}});
}
