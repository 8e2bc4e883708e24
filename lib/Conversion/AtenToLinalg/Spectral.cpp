// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigenvalues, singular values, and functions of matrices by them.
#include "MatrixLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using ep::ExprAttr;
using Flags = MatrixLowering::Flags;

static LogicalResult convertEigh(MatrixLowering &m) {
  Flags flags = m.op.getString("UPLO") == "U" ? Flags::Upper : Flags::None;
  return m.replace(m.call("eigh", flags, m.input("A")));
}

/// The results are complex where the matrix is not.
static LogicalResult convertEig(MatrixLowering &m) {
  return m.replace(m.call("eig", Flags::None, m.input("self")));
}

static LogicalResult convertSvd(MatrixLowering &m) {
  Tensor a = m.input("A");
  ExprAttr inner = m.resultSizes(1).back();
  bool full = m.op.getBool("full_matrices") && m.op.getBool("compute_uv");
  return m.replace(m.call("svd", Flags::None, a,
                          {{'p', full ? m.size(a, 2) : inner},
                           {'j', inner},
                           {'q', full ? m.size(a, 1) : inner}}));
}

/// A limit for each matrix in f64; `otherwise` where it is not given.
static Tensor getLimit(MatrixLowering &m, StringRef argument, SizesRef batch,
                       double otherwise) {
  Type f64 = m.builder.getF64Type();
  if (Tensor given = m.input(argument))
    return m.widen(m.cast(given, f64), batch, 0);
  return m.filled(batch, f64, m.constant(f64, otherwise));
}

/// Without a relative limit PyTorch takes 0 beside an absolute one above 0, and
/// else as many epsilons as the matrix has rows or columns.
static Tensor getRelativeLimit(MatrixLowering &m, const Tensor &a,
                               const Tensor &absolute) {
  Type f64 = m.builder.getF64Type();
  double epsilon = a.dtype.isF64() ? std::numeric_limits<double>::epsilon()
                                   : std::numeric_limits<float>::epsilon();
  Value size = m.sizeValue(ep::max(m.size(a, 2), m.size(a, 1)));
  return m.pointwise(
      absolute.sizes, f64, absolute,
      [&](OpBuilder &b, Location l, ValueRange args) -> Value {
        Value zero = makeConstant(b, l, f64, 0);
        Value integer = arith::IndexCastOp::create(b, l, b.getI64Type(), size);
        Value count = arith::SIToFPOp::create(b, l, f64, integer);
        Value epsilons = arith::MulFOp::create(
            b, l, count, makeConstant(b, l, f64, epsilon));
        Value isGiven = arith::CmpFOp::create(b, l, arith::CmpFPredicate::OGT,
                                              args[0], zero);
        return arith::SelectOp::create(b, l, isGiven, zero, epsilons);
      });
}

static LogicalResult convertPinv(MatrixLowering &m) {
  Tensor a = m.input("self");
  SizesRef batch = m.batchOf(a);
  Tensor absolute = getLimit(m, "atol", batch, 0);
  Tensor relative = m.op.hasValue("rtol") ? getLimit(m, "rtol", batch, 0)
                                          : getRelativeLimit(m, a, absolute);
  return m.replace(m.call("pinv", m.when("hermitian", true, Flags::Hermitian),
                          {a, absolute, relative}));
}

static LogicalResult convertSqrt(MatrixLowering &m) {
  return m.replace(m.call("sqrth", Flags::None, m.input("self")));
}

static LogicalResult convertPolar(MatrixLowering &m) {
  Tensor a = m.input("A");
  ExprAttr rows = m.size(a, 2), columns = m.size(a, 1);
  ExprAttr isHigh = ep::makeExpr(ep::ExprKind::Le, {columns, rows});
  if (isHigh == ep::makeBool(m.getContext(), false))
    return m.reject("fewer rows than columns");
  m.require(isHigh, "linalg.polar: a matrix has fewer rows than columns");
  return m.replace(m.call("polar", Flags::None, a));
}

void kiln::populateSpectralToTX(TypeConverter &converter,
                                RewritePatternSet &patterns) {
  auto add = [&](StringRef name, MatrixConversion convert) {
    addMatrixConversion(converter, patterns, name, convert);
  };
  add("aten._linalg_eigh.default", convertEigh);
  add("aten.linalg_eig.default", convertEig);
  add("aten._linalg_svd.default", convertSvd);
  add("aten.linalg_pinv.atol_rtol_tensor", convertPinv);
  add("aten.linalg_matrix_sqrth.default", convertSqrt);
  add("aten.linalg_polar.default", convertPolar);
}
