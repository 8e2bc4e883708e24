// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Solutions, inverses, determinants and the factors behind them.
#include "Families.h"
#include "Matrix.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term input(Call &c) { return Term(c, c.op->getOperand(0)); }
static Term result(Operation *op, Call &c, unsigned index = 0) {
  return Term(c, op->getResult(index));
}
/// The schema and the types say that there are matrices in the last dimensions.
static bool isMatrix(Call &c, Term a) {
  if (a.rank() >= 2)
    return true;
  c.reject("needs matrices");
  return false;
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

ep::TensorType core::vectorType(Term a, ExprAttr size, Type dtype) {
  Sizes sizes(batchOf(a));
  if (size)
    sizes.push_back(size);
  return a.type().withSizes(sizes).withElementType(dtype);
}
ep::TensorType core::matrixType(Term a, ExprAttr rows, ExprAttr columns) {
  Sizes sizes(batchOf(a));
  sizes.append({rows, columns});
  return a.type().withSizes(sizes);
}
ExprAttr core::innerSize(Term a) {
  if (a.size(-2) == a.size(-1))
    return a.size(-1);
  return ep::makeExpr(ep::ExprKind::Min, {a.size(-2), a.size(-1)});
}

static Type int32(Term a) { return a.in().builder.getI32Type(); }

void core::checkInfo(Term info, StringRef api, bool isMatrix) {
  if (info)
    info.in().build("aten._linalg_check_errors.default", TypeRange{}, info, api,
                    isMatrix);
}

Term core::inverse(Term a) {
  if (!a || a.rank() < 2)
    return invalid({a});
  Operation *made = a.in().build(
      "aten.linalg_inv_ex.default",
      {a.type().withSizes(a.sizes()), vectorType(a, {}, int32(a))}, a);
  checkInfo(Term(a.in(), made->getResult(1)), "linalg.inv", a.rank() == 2);
  return Term(a.in(), made->getResult(0));
}

/// Solution, factors, pivots, info.
static Operation *buildSolve(Term a, Term b, bool left, ep::TensorType type) {
  return a.in().build("aten._linalg_solve_ex.default",
                      {type, a.type().withSizes(a.sizes()),
                       vectorType(a, a.size(-1), int32(a)),
                       vectorType(a, {}, int32(a))},
                      a, b, left);
}
Term core::solve(Term a, Term b, bool left, ep::TensorType type) {
  if (!a || !b || a.rank() < 2)
    return invalid({a, b});
  Operation *made = buildSolve(a, b, left, type.withSizes(type.getSizes()));
  checkInfo(Term(a.in(), made->getResult(3)), "torch.linalg.solve",
            a.rank() == 2);
  return Term(a.in(), made->getResult(0));
}

//===----------------------------------------------------------------------===//
// Solutions
//===----------------------------------------------------------------------===//

static Term decomposeSolve(Call &c) {
  return solve(c("A"), c("B"), c.flag("left"), c.result());
}
static Terms decomposeSolveEx(Call &c) {
  Term a = c("A");
  if (!isMatrix(c, a))
    return {};
  Operation *made = buildSolve(a, c("B"), c.flag("left"),
                               c.result().withSizes(c.result().getSizes()));
  if (c.flag("check_errors"))
    checkInfo(result(made, c, 3), "torch.linalg.solve", a.rank() == 2);
  return {result(made, c), result(made, c, 3)};
}
static Term decomposeInverse(Call &c) {
  Term a = input(c);
  return isMatrix(c, a) ? inverse(a) : Term();
}

static Term decomposeCholesky(Call &c) {
  Term a = input(c);
  if (!isMatrix(c, a))
    return {};
  bool upper = c.flag("upper");
  Operation *made = c.build(
      "aten.linalg_cholesky_ex.default",
      {a.type().withSizes(a.sizes()), vectorType(a, {}, int32(a))}, a, upper);
  checkInfo(result(made, c, 1), "linalg.cholesky", a.rank() == 2);
  return result(made, c);
}

/// What the factors of an overload with `info` become without it: the info is
/// checked.
static Terms factorChecked(Call &c, StringRef name, StringRef api, bool flag) {
  Term a = input(c);
  if (!isMatrix(c, a))
    return {};
  Operation *made = c.build(
      name, {c.result(0), c.result(1), vectorType(a, {}, int32(a))}, a, flag);
  checkInfo(result(made, c, 2), api, a.rank() == 2);
  return {result(made, c), result(made, c, 1)};
}
static Terms decomposeLUFactor(Call &c) {
  return factorChecked(c, "aten.linalg_lu_factor_ex.default",
                       "torch.linalg.lu_factor", c.flag("pivot"));
}
static Terms decomposeLDLFactor(Call &c) {
  return factorChecked(c, "aten.linalg_ldl_factor_ex.default",
                       "torch.linalg.ldl_factor", c.flag("hermitian"));
}
static Terms decomposeLUWithInfo(Call &c) {
  return c.same("aten.linalg_lu_factor_ex.default", input(c), c.flag("pivot"),
                c.flag("check_errors"));
}
static Term decomposeLUSolve(Call &c) {
  return c.same("aten.linalg_lu_solve.default", c("LU_data"), c("LU_pivots"),
                c("self"))[0];
}

/// Where column and row dimensions meet in a tensor that is a matrix.
static Term asMatrix(Call &c, Term a, SizesRef rows, SizesRef columns) {
  MLIRContext *context = c.getContext();
  return view(a, {ep::product(context, rows), ep::product(context, columns)});
}
static Term decomposeTensorInverse(Call &c) {
  Term a = c("self");
  int64_t rows = c.integer("ind");
  if (c.isRejected() || rows <= 0 || rows >= a.rank())
    return c.reject("needs dimensions on both sides");
  Term matrix =
      asMatrix(c, a, a.sizes().take_front(rows), a.sizes().drop_front(rows));
  return view(inverse(matrix), c.result().getSizes());
}
static Term decomposeTensorSolve(Call &c) {
  Term a = c("self"), b = c("other");
  SmallVector<int64_t> moved = c.integers("dims"), order;
  for (int64_t &dim : moved)
    dim = dim < 0 ? dim + a.rank() : dim;
  for (int64_t i = 0; i < a.rank(); ++i)
    if (!llvm::is_contained(moved, i))
      order.push_back(i);
  order.append(moved);
  Term turned = moved.empty() ? a : permute(a, order);
  if (!turned || b.rank() > a.rank())
    return c.reject("dimensions do not fit");
  // Rows and columns are as many as the elements of b.
  Term vector = flatten(b);
  Term x =
      solve(view(turned, {b.numel(), b.numel()}), vector, true, vector.type());
  return view(x, c.result().getSizes());
}

//===----------------------------------------------------------------------===//
// Determinants
//===----------------------------------------------------------------------===//

static Term decomposeDeterminant(Call &c) {
  Term a = input(c);
  if (!isMatrix(c, a))
    return {};
  Operation *made = c.build("aten._linalg_det.default",
                            {c.result(), a.type().withSizes(a.sizes()),
                             vectorType(a, a.size(-1), int32(a))},
                            a);
  return result(made, c);
}
/// The sign, and the logarithm of the absolute value.
static Terms signAndLogarithm(Call &c, Term a) {
  Type real = getRealType(a.dtype());
  Operation *made = c.build(
      "aten._linalg_slogdet.default",
      {vectorType(a, {}, a.dtype()), vectorType(a, {}, real),
       a.type().withSizes(a.sizes()), vectorType(a, a.size(-1), int32(a))},
      a);
  return {result(made, c), result(made, c, 1)};
}
static Terms decomposeLogDeterminant(Call &c) {
  Term a = input(c);
  return isMatrix(c, a) ? signAndLogarithm(c, a) : Terms{a.invalid()};
}
/// NaN of a negative determinant.
static Term decomposeLogOfDeterminant(Call &c) {
  Term a = input(c);
  if (!isMatrix(c, a))
    return {};
  Terms parts = signAndLogarithm(c, a);
  if (isComplex(a.dtype()))
    return log(parts[0]) + parts[1];
  return where(eq(parts[0], -1), std::numeric_limits<double>::quiet_NaN(),
               parts[1]);
}

static Term decomposeMatrixExp(Call &c) {
  return c.same("aten.linalg_matrix_exp.default", input(c))[0];
}

void aten::populateSolveDecompositions(RewritePatternSet &patterns,
                                       const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.linalg_solve.default", decomposeSolve},
            {"aten.linalg_solve_ex.default", decomposeSolveEx},
            {"aten.linalg_inv.default", decomposeInverse},
            {"aten.linalg_cholesky.default", decomposeCholesky},
            {"aten.linalg_lu_factor.default", decomposeLUFactor},
            {"aten.linalg_ldl_factor.default", decomposeLDLFactor},
            {"aten._lu_with_info.default", decomposeLUWithInfo},
            {"aten.lu_solve.default", decomposeLUSolve},
            {"aten.linalg_tensorinv.default", decomposeTensorInverse},
            {"aten.linalg_tensorsolve.default", decomposeTensorSolve},
            {"aten.linalg_det.default", decomposeDeterminant},
            {"aten.linalg_slogdet.default", decomposeLogDeterminant},
            {"aten.slogdet.default", decomposeLogDeterminant},
            {"aten.logdet.default", decomposeLogOfDeterminant},
            {"aten.matrix_exp.default", decomposeMatrixExp}});
}
