// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Singular values and eigenvalues, and numbers read off them: conditions,
// ranks, pseudoinverses.
#include "Families.h"
#include "Matrix.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term input(Call &c) { return Term(c, c.op->getOperand(0)); }

//===----------------------------------------------------------------------===//
// Vocabulary
//===----------------------------------------------------------------------===//

Term core::adjoint(Term a) {
  Term turned = transpose(a, -2, -1);
  if (!turned || !isComplex(a.dtype()))
    return turned;
  return make(a.in(), "aten._conj.default", turned.type(), turned);
}

static ep::TensorType emptyType(Term a) {
  return a.type().withSizes({a.in().expr(0)});
}

Terms core::svd(Term a, bool full, bool vectors) {
  if (!a || a.rank() < 2)
    return {a.invalid(), a.invalid(), a.invalid()};
  ExprAttr rows = a.size(-2), columns = a.size(-1), inner = innerSize(a);
  ep::TensorType u = matrixType(a, rows, full ? rows : inner),
                 v = matrixType(a, full ? columns : inner, columns);
  Operation *made = a.in().build("aten._linalg_svd.default",
                                 {vectors ? u : emptyType(a),
                                  vectorType(a, inner, getRealType(a.dtype())),
                                  vectors ? v : emptyType(a)},
                                 a, full, vectors);
  return llvm::map_to_vector(made->getResults(),
                             [&](Value value) { return Term(a.in(), value); });
}
Term core::singularValues(Term a) { return svd(a, false, false)[1]; }

Terms core::eigh(Term a, StringRef triangle, bool vectors) {
  if (!a || a.rank() < 2)
    return {a.invalid(), a.invalid()};
  ep::TensorType values = vectorType(a, a.size(-1), getRealType(a.dtype()));
  Operation *made = a.in().build(
      "aten._linalg_eigh.default",
      {values, vectors ? a.type().withSizes(a.sizes()) : emptyType(a)}, a,
      triangle, vectors);
  return {Term(a.in(), made->getResult(0)), Term(a.in(), made->getResult(1))};
}

//===----------------------------------------------------------------------===//
// Values and vectors
//===----------------------------------------------------------------------===//

static Terms decomposeSvd(Call &c) {
  return c.same("aten._linalg_svd.default", input(c), c.flag("full_matrices"),
                true);
}
static Term decomposeSingularValues(Call &c) {
  return singularValues(input(c));
}
/// torch.svd, which gives V and zeros for vectors that are not asked for.
static Terms decomposeOldSvd(Call &c) {
  Term a = input(c);
  if (!c.flag("compute_uv"))
    return {full(c, c.result(0).getSizes(), 0, c.dtype(0)), singularValues(a),
            full(c, c.result(2).getSizes(), 0, c.dtype(2))};
  Terms parts = svd(a, !c.flag("some"), true);
  return {parts[0], parts[1], adjoint(parts[2])};
}
static Terms decomposeEigh(Call &c) {
  return c.same("aten._linalg_eigh.default", input(c), c.op.getString("UPLO"),
                true);
}
static Term decomposeEigvalsh(Call &c) {
  return eigh(input(c), c.op.getString("UPLO"), false)[0];
}
static Term decomposeEigvals(Call &c) {
  Term a = input(c);
  ep::TensorType vectors =
      a.type().withSizes(a.sizes()).withElementType(c.dtype());
  Operation *made =
      c.build("aten.linalg_eig.default",
              {c.result().withSizes(c.result().getSizes()), vectors}, a);
  return Term(c, made->getResult(0));
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// The norm of each matrix times that of its inverse; infinite without one,
/// also where the norm is 0.
template <typename Order>
static Term conditionByInverse(Call &c, Term a, StringRef name, Order order) {
  auto normOf = [&](Term x) {
    return make(c, name, c.result().withSizes(c.result().getSizes()), x, order,
                Dims({-2, -1}));
  };
  constexpr double kInf = std::numeric_limits<double>::infinity();
  Operation *made = c.build("aten.linalg_inv_ex.default",
                            {a.type().withSizes(a.sizes()),
                             vectorType(a, {}, c.builder.getI32Type())},
                            a);
  Term info(c, made->getResult(1)), inverted(c, made->getResult(0));
  Term failed = unsqueeze(unsqueeze(info > 0, -1), -1);
  Term infinite =
      where(failed, kInf, isComplex(a.dtype()) ? abs(inverted) : inverted);
  Term condition = normOf(a) * normOf(infinite);
  return where(isnan(condition), kInf, condition);
}
static Term decomposeCond(Call &c) {
  Term a = input(c);
  if (a.rank() < 2)
    return c.reject("needs matrices");
  if (a.numel().isInt(0))
    return full(c, c.result().getSizes(), 0, c.dtype());
  double order = c.has("p") ? c.number("p") : 2;
  if (std::abs(order) != 2)
    return conditionByInverse(c, a, "aten.linalg_matrix_norm.default",
                              c.scalar("p"));
  Term values = singularValues(a);
  Term first = select(values, -1, c.expr(0)),
       last = select(values, -1, ep::sub(values.size(-1), c.expr(1)));
  return order > 0 ? first / last : last / first;
}
static Term decomposeNamedCond(Call &c) {
  Term a = input(c);
  StringRef order = c.op.getString("p");
  if (a.rank() < 2)
    return c.reject("needs matrices");
  if (a.numel().isInt(0))
    return full(c, c.result().getSizes(), 0, c.dtype());
  if (order != "nuc")
    return conditionByInverse(c, a, "aten.linalg_matrix_norm.str_ord", order);
  Term values = singularValues(a);
  return sum(values, {-1}) * sum(reciprocal(values), {-1});
}

//===----------------------------------------------------------------------===//
// Ranks and pseudoinverses
//===----------------------------------------------------------------------===//

/// A limit as a tensor, given as one or as a number; null for None.
static Term getLimit(Call &c, StringRef name, Type dtype) {
  const Schema &schema = c.op.getSchema();
  if (!schema.findArgument(name) || !c.has(name))
    return {};
  if (schema.getArguments()[c.op.indexOf(name)].type.isValue())
    return c(name);
  return scalar(c, c.number(name), dtype);
}
/// epsilon times the larger size of the matrices.
static Term defaultLimit(Call &c, Term a) {
  auto real = cast<FloatType>(getRealType(a.dtype()));
  auto epsilon = llvm::APFloat(
      std::ldexp(1.0, 1 - static_cast<int>(real.getFPMantissaWidth())));
  Term size = scalar(c, ep::max(a.size(-2), a.size(-1)), real);
  return size * epsilon.convertToDouble();
}

/// How many singular values, or sizes of eigenvalues, are above the limit.
static Term countAbove(Call &c, Term absolute, Term relative) {
  Term a = input(c);
  if (a.rank() < 2)
    return c.reject("needs matrices");
  if (a.numel().isInt(0))
    return full(c, c.result().getSizes(), 0, c.dtype());
  Term values =
      c.flag("hermitian") ? abs(eigh(a, "L", false)[0]) : singularValues(a);
  if (!relative) {
    // None where an absolute limit is given.
    relative = defaultLimit(c, a);
    if (absolute)
      relative = where(absolute > 0, 0.0, relative);
  }
  auto spread = [](Term limit) { return unsqueeze(limit, limit.rank()); };
  Term limit = spread(relative) * amax(values, {-1}, /*keepdim=*/true);
  if (absolute)
    limit = maximum(spread(absolute), limit);
  return sum(values > limit, {-1});
}
static Term decomposeRank(Call &c) {
  Type real = getRealType(input(c).dtype());
  return countAbove(c, getLimit(c, "atol", real), getLimit(c, "rtol", real));
}
/// One limit, an absolute one.
static Term decomposeOldRank(Call &c) {
  Type real = getRealType(input(c).dtype());
  return countAbove(c, getLimit(c, "tol", real), scalar(c, 0.0, real));
}

static Term pseudoinverse(Call &c, Term absolute, Term relative,
                          bool hermitian) {
  return make(c, "aten.linalg_pinv.atol_rtol_tensor",
              c.result().withSizes(c.result().getSizes()), input(c), absolute,
              relative, hermitian);
}
static Term decomposePinv(Call &c) {
  Type limits = c.builder.getF64Type();
  Term absolute = getLimit(c, "atol", limits),
       relative = getLimit(c, "rtol", limits);
  if (Term old = getLimit(c, "rcond", limits)) {
    absolute = fullLike(old, 0.0);
    relative = old;
  }
  bool hermitian =
      c.op.getSchema().findArgument("hermitian") && c.flag("hermitian");
  return pseudoinverse(c, absolute, relative, hermitian);
}

void aten::populateSpectrumDecompositions(RewritePatternSet &patterns,
                                          const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.linalg_svd.default", decomposeSvd},
            {"aten.linalg_svdvals.default", decomposeSingularValues},
            {"aten.svd.default", decomposeOldSvd},
            {"aten.linalg_eigh.default", decomposeEigh},
            {"aten.linalg_eigvalsh.default", decomposeEigvalsh},
            {"aten.linalg_eigvals.default", decomposeEigvals},
            {"aten.linalg_cond.default", decomposeCond},
            {"aten.linalg_cond.p_str", decomposeNamedCond},
            {"aten.linalg_matrix_rank.default", decomposeOldRank},
            {"aten.linalg_matrix_rank.tol_tensor", decomposeOldRank},
            {"aten.linalg_matrix_rank.atol_rtol_float", decomposeRank},
            {"aten.linalg_matrix_rank.atol_rtol_tensor", decomposeRank},
            {"aten.linalg_pinv.default", decomposePinv},
            {"aten.linalg_pinv.rcond_tensor", decomposePinv},
            {"aten.linalg_pinv.atol_rtol_float", decomposePinv},
            {"aten.pinverse.default", decomposePinv}});
}
