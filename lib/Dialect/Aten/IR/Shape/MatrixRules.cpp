// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rules.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

/// The sizes of the batch.
static SizesRef getBatch(SizesRef sizes) { return sizes.drop_back(2); }

static bool isSquare(SizesRef sizes) {
  return sizes.size() >= 2 && !differ(sizes.back(), sizes[sizes.size() - 2]);
}

static ExprAttr minOf(ExprAttr a, ExprAttr b) {
  return ep::makeExpr(ep::ExprKind::Min, {a, b});
}

/// A number for each matrix.
static RuleResult inferFigure(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  return sizes.size() < 2 ? RuleResult(failure())
                          : RuleResult(Sizes(getBatch(sizes)));
}
static RuleResult inferSquareFigure(AtenOp op) {
  return isSquare(getSizes(op.tensor(0))) ? inferFigure(op)
                                          : RuleResult(failure());
}

/// A number for each row.
static RuleResult inferSquareRows(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  return isSquare(sizes) ? RuleResult(Sizes(sizes.drop_back()))
                         : RuleResult(failure());
}

static RuleResult inferSquare(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  return isSquare(sizes) ? RuleResult(Sizes(sizes)) : RuleResult(failure());
}

static RuleResult inferSingularValues(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  if (sizes.size() < 2)
    return failure();
  Sizes result(getBatch(sizes));
  result.push_back(minOf(sizes.back(), sizes[sizes.size() - 2]));
  return result;
}

/// The left vectors: a column for each singular value, or as many as rows.
static RuleResult inferLeftVectors(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  if (sizes.size() < 2)
    return failure();
  const Schema &schema = op.getSchema();
  bool isWhole = schema.findArgument("full_matrices")
                     ? op.getBool("full_matrices")
                     : !op.getBool("some") || !op.getBool("compute_uv");
  Sizes result(sizes);
  ExprAttr rows = sizes[sizes.size() - 2];
  result.back() = isWhole ? rows : minOf(rows, sizes.back());
  return result;
}

/// Are there vectors beside the values?
static bool hasVectors(AtenOp op) { return op.getBool("compute_uv"); }

/// As many orthonormal columns as factors, or as rows.
static RuleResult inferOrthonormal(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  if (sizes.size() < 2)
    return failure();
  Sizes result(sizes);
  ExprAttr rows = sizes[sizes.size() - 2];
  result.back() =
      op.getString("mode") == "complete" ? rows : minOf(rows, sizes.back());
  return result;
}
/// By the mode `r` there are none.
static bool hasOrthonormal(AtenOp op) { return op.getString("mode") != "r"; }

/// A permutation of the rows.
static RuleResult inferPermutation(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  if (sizes.size() < 2)
    return failure();
  sizes.back() = sizes[sizes.size() - 2];
  return sizes;
}
static bool isPivoted(AtenOp op) { return op.getBool("pivot"); }

/// The inverse has rows for columns.
static RuleResult inferInverse(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  if (sizes.size() < 2)
    return failure();
  std::swap(sizes.back(), sizes[sizes.size() - 2]);
  return sizes;
}
/// A number is its own adjoint.
static RuleResult inferAdjoint(AtenOp op) {
  return getSizes(op.tensor(0)).empty() ? RuleResult(Sizes())
                                        : inferInverse(op);
}

/// A X = B, or X A = B where `left` is false. What follows a batch that
/// broadcasts are the sizes of B.
static RuleResult solveSizes(SizesRef a, SizesRef b, bool isLeft) {
  if (!isSquare(a) || b.size() < 2 ||
      differ(a.back(), b[b.size() - (isLeft ? 2 : 1)]))
    return failure();
  RuleResult result = broadcastSizes({getBatch(a), getBatch(b)});
  if (succeeded(result))
    llvm::append_range(*result, b.take_back(2));
  return result;
}
static RuleResult inferSolution(AtenOp op) {
  return solveSizes(getSizes(op.tensor(0)), getSizes(op.tensor(1)),
                    op.getBool("left"));
}
static RuleResult inferFactoredSolution(AtenOp op) {
  return solveSizes(getSizes(op.tensor(1)), getSizes(op.tensor(0)),
                    /*isLeft=*/true);
}
static RuleResult inferPivotedSolution(AtenOp op) {
  bool hasSide = op.getSchema().findArgument("left").has_value();
  return solveSizes(getSizes(op.tensor(0)), getSizes(op.tensor("B")),
                    !hasSide || op.getBool("left"));
}
/// A product of reflections by another matrix.
static RuleResult inferReflected(AtenOp op) { return sizesOf(op.tensor(2)); }

/// One of less dimensions may be a vector, or a batch of them.
static bool areMatrices(AtenOp op) {
  SizesRef a = getSizes(op.tensor(0)), b = getSizes(op.tensor(1));
  return a.size() == b.size();
}

static RuleResult inferTensorInverse(AtenOp op) {
  SizesRef sizes = getSizes(op.tensor(0));
  int64_t split = op.getInt("ind");
  if (split <= 0 || split > static_cast<int64_t>(sizes.size()))
    return failure();
  Sizes result(sizes.drop_front(split));
  llvm::append_range(result, sizes.take_front(split));
  return result;
}

/// All pairs of neighbours fit; the ends may be vectors.
static RuleResult inferChain(AtenOp op) {
  SmallVector<Value> factors = op.tensors(0);
  if (factors.size() < 2)
    return failure();
  RuleResult product = sizesOf(factors.front());
  for (Value factor : ArrayRef(factors).drop_front())
    if (failed(product) ||
        failed(product = matmulSizes(*product, getSizes(factor))))
      return failure();
  return product;
}

/// Vectors of three elements along `dim`.
static RuleResult inferCross(AtenOp op) {
  RuleResult sizes =
      broadcastSizes({getSizes(op.tensor(0)), getSizes(op.tensor(1))});
  if (failed(sizes) || !op.hasValue("dim"))
    return sizes;
  FailureOr<int64_t> dim = wrapDim(op.getInt("dim"), sizes->size());
  if (failed(dim) || sizes->empty() || differ((*sizes)[*dim], 3))
    return failure();
  return sizes;
}

/// A product for each pair of vectors along `dim`.
static RuleResult inferVectorProduct(AtenOp op) {
  RuleResult sizes =
      broadcastSizes({getSizes(op.tensor(0)), getSizes(op.tensor(1))});
  if (failed(sizes))
    return failure();
  auto dims = wrapDims({op.getInt("dim")}, sizes->size(), false);
  return failed(dims) ? RuleResult(failure())
                      : RuleResult(reduceSizes(*sizes, *dims, false));
}

/// The powers of each element, in as many columns; a number is a vector of one.
static RuleResult inferPowers(AtenOp op) {
  Sizes sizes = sizesOf(op.tensor(0));
  if (sizes.empty())
    sizes.push_back(ep::makeInt(op->getContext(), 1));
  if (auto count = dyn_cast_or_null<IntegerAttr>(op.attribute("N")))
    sizes.push_back(ep::makeInt(op->getContext(), count.getInt()));
  else
    sizes.push_back(op.hasValue("N") ? op.symInt(1) : sizes.back());
  return sizes;
}

static RuleResult inferVectorPowers(AtenOp op) {
  return getSizes(op.tensor(0)).size() == 1 ? inferPowers(op)
                                            : RuleResult(failure());
}

void aten::addMatrixRules(RuleTable &rules) {
  constexpr const char *kMatrix = "wants matrices";
  constexpr const char *kSquare = "wants square matrices";
  constexpr const char *kFit = "matrices do not fit";
  addAll(rules,
         {"linalg_cond.default", "linalg_cond.p_str",
          "linalg_matrix_rank.atol_rtol_float", "linalg_matrix_rank.default"},
         {inferFigure, kMatrix});
  addAll(rules, {"det.default", "linalg_det.default", "logdet.default"},
         {inferSquareFigure, kSquare});
  addAll(rules, {"_linalg_det.default", "_linalg_slogdet.default"},
         {inferSquareFigure, kSquare});
  addAll(rules, {"linalg_slogdet.default", "slogdet.default"},
         {inferSquareFigure, kSquare, nullptr, true});
  addAll(rules,
         {"_linalg_eigh.default", "linalg_eig.default", "linalg_eigh.default",
          "linalg_eigvals.default", "linalg_eigvalsh.default"},
         {inferSquareRows, kSquare});
  addAll(rules,
         {"cholesky_inverse.default", "inverse.default",
          "linalg_cholesky.default", "linalg_cholesky_ex.default",
          "linalg_inv.default", "linalg_inv_ex.default",
          "linalg_ldl_factor.default", "linalg_ldl_factor_ex.default",
          "linalg_matrix_exp.default", "linalg_matrix_power.default",
          "linalg_matrix_sqrth.default", "matrix_exp.default",
          "matrix_power.default"},
         {inferSquare, kSquare});
  addAll(rules, {"linalg_svdvals.default"}, {inferSingularValues, kMatrix});
  addAll(rules, {"linalg_svd.default", "svd.default"},
         {inferLeftVectors, kMatrix});
  addAll(rules,
         {"linalg_pinv.atol_rtol_float", "linalg_pinv.default",
          "pinverse.default"},
         {inferInverse, kMatrix});
  addAll(rules, {"adjoint.default", "mH.default", "matrix_H.default"},
         {inferAdjoint, kMatrix});
  addAll(rules, {"_linalg_svd.default"},
         {inferLeftVectors, kMatrix, hasVectors});
  addAll(rules, {"linalg_qr.default"},
         {inferOrthonormal, kMatrix, hasOrthonormal});
  addAll(rules, {"linalg_lu.default"}, {inferPermutation, kMatrix, isPivoted});
  addAll(rules,
         {"geqrf.default", "linalg_householder_product.default",
          "linalg_lu_factor_ex.default"},
         {inferFirst, ""});
  addAll(rules, {"ormqr.default"}, {inferReflected, ""});
  addAll(rules,
         {"_linalg_solve_ex.default", "linalg_solve.default",
          "linalg_solve_ex.default"},
         {inferSolution, kFit, areMatrices});
  addAll(rules, {"linalg_solve_triangular.default"}, {inferSolution, kFit});
  addAll(rules,
         {"cholesky_solve.default", "lu_solve.default",
          "triangular_solve.default"},
         {inferFactoredSolution, kFit});
  addAll(rules, {"linalg_ldl_solve.default", "linalg_lu_solve.default"},
         {inferPivotedSolution, kFit});
  addAll(rules, {"linalg_tensorinv.default"},
         {inferTensorInverse, "`ind` is no place between dimensions"});
  addAll(rules, {"chain_matmul.default", "linalg_multi_dot.default"},
         {inferChain, kFit});
  addAll(rules, {"cross.default", "linalg_cross.default"},
         {inferCross, "wants vectors of three elements"});
  addAll(rules, {"linalg_vecdot.default"},
         {inferVectorProduct, "vectors do not fit"});
  addAll(rules, {"linalg_vander.default"}, {inferPowers, ""});
  addAll(rules, {"vander.default"}, {inferVectorPowers, "wants a vector"});
}
