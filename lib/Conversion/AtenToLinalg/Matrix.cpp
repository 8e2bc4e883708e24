// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factors of matrices, solutions, inverses and determinants.
#include "MatrixLowering.h"

using namespace mlir;
using namespace kiln;
using ep::ExprAttr;
using Flags = MatrixLowering::Flags;

/// The matrices of an argument as they are, in the batch of a result.
static Tensor widened(MatrixLowering &m, StringRef argument, SizesRef batch) {
  Tensor tensor = m.input(argument);
  return m.widen(tensor, batch, tensor.rank() - m.batchOf(tensor).size());
}

/// An operator whose results are the outputs of one routine on one argument.
template <const char *routine, const char *argument>
static LogicalResult convertAlone(MatrixLowering &m) {
  return m.replace(m.call(routine, Flags::None, m.input(argument)));
}
static constexpr char kInverse[] = "inverse", kDet[] = "det",
                      kSlogdet[] = "slogdet", kExp[] = "exp", kA[] = "A",
                      kSelf[] = "self";

//===----------------------------------------------------------------------===//
// LU
//===----------------------------------------------------------------------===//

static SmallVector<Tensor> factorize(MatrixLowering &m, const Tensor &a,
                                     ExprAttr inner, Flags flags) {
  return m.call("lu", flags, a, MatrixLowering::Named{'j', inner});
}

static LogicalResult convertFactor(MatrixLowering &m) {
  return m.replace(factorize(m, m.input("A"), m.resultSizes(1).back(),
                             m.when("pivot", false, Flags::Unpivoted)));
}

/// P, L and U; P has no elements where no rows are swapped.
static LogicalResult convertLU(MatrixLowering &m) {
  SmallVector<Tensor> made =
      factorize(m, m.input("A"), m.resultSizes(1).back(),
                m.when("pivot", false, Flags::Unpivoted));
  return m.replace(m.call("lu_unpack", Flags::None, {made[0], made[1]}));
}

static LogicalResult convertUnpack(MatrixLowering &m) {
  return m.replace(m.call("lu_unpack", Flags::None,
                          {m.input("LU_data"), m.input("LU_pivots")}));
}

static LogicalResult convertLUSolve(MatrixLowering &m) {
  SizesRef batch = m.resultSizes(0).drop_back(2);
  Flags flags = m.when("left", false, Flags::Right) |
                m.when("adjoint", true, Flags::Transpose | Flags::Conjugate);
  return m.replace(
      m.call("lu_solve", flags,
             {widened(m, "LU", batch), m.widen(m.input("pivots"), batch, 1),
              widened(m, "B", batch)}));
}

/// Is B a vector for each matrix? By PyTorch's rule.
static bool isVector(MatrixLowering &m) {
  SizesRef a = aten::getSizes(m.op.tensor("A")),
           b = aten::getSizes(m.op.tensor("B"));
  return b.size() == 1 || b == a.drop_back(1);
}

/// Where the batch of A is smaller than that of the solutions, its factors are
/// computed apart.
static LogicalResult convertSolve(MatrixLowering &m) {
  Tensor a = m.input("A"), b = m.input("B");
  Sizes sizes(m.resultSizes(0));
  bool vector = isVector(m);
  if (vector) {
    sizes.push_back(ep::makeInt(m.getContext(), 1));
    Sizes columns(aten::getSizes(m.op.tensor("B")));
    columns.push_back(sizes.back());
    FailureOr<Tensor> shaped = m.view(b, m.shape(columns));
    if (failed(shaped))
      return m.reject("sizes do not match");
    b = *shaped;
  }
  SizesRef batch = SizesRef(sizes).drop_back(2);
  Tensor wide = widened(m, "A", batch);
  b = m.widen(b, batch, m.shape({}).size() + 2);
  Flags flags = vector ? Flags::None : m.when("left", false, Flags::Right);
  SmallVector<Tensor> made = m.call("solve", flags, {wide, b});
  if (batch != m.batchOf(a)) {
    SmallVector<Tensor> own = factorize(m, a, m.size(a, 1), Flags::None);
    made = {made[0], own[0], own[1], own[2]};
  }
  if (vector) {
    FailureOr<Tensor> flat = m.view(made[0], m.shape(m.resultSizes(0)));
    if (failed(flat))
      return m.reject("sizes do not match");
    made[0] = *flat;
  }
  return m.replace(made);
}

//===----------------------------------------------------------------------===//
// Triangular matrices
//===----------------------------------------------------------------------===//

static LogicalResult convertSolveTriangular(MatrixLowering &m) {
  SizesRef batch = m.resultSizes(0).drop_back(2);
  Flags flags = m.when("upper", true, Flags::Upper) |
                m.when("left", false, Flags::Right) |
                m.when("unitriangular", true, Flags::Unit);
  return m.replace(m.call("triangular", flags,
                          {widened(m, "self", batch), widened(m, "B", batch)}));
}

/// The older operator, which also returns A.
static LogicalResult convertTriangularSolve(MatrixLowering &m) {
  SizesRef batch = m.resultSizes(0).drop_back(2);
  Flags flags = m.when("upper", true, Flags::Upper) |
                m.when("transpose", true, Flags::Transpose) |
                m.when("unitriangular", true, Flags::Unit);
  Tensor a = widened(m, "A", batch);
  Tensor x = m.call("triangular", flags, {a, widened(m, "self", batch)})[0];
  return m.replace({x, a});
}

static LogicalResult convertCholesky(MatrixLowering &m) {
  return m.replace(
      m.call("cholesky", m.when("upper", true, Flags::Upper), m.input("self")));
}

static LogicalResult convertCholeskySolve(MatrixLowering &m) {
  SizesRef batch = m.resultSizes(0).drop_back(2);
  return m.replace(
      m.call("cholesky_solve", m.when("upper", true, Flags::Upper),
             {widened(m, "input2", batch), widened(m, "self", batch)}));
}

static LogicalResult convertCholeskyInverse(MatrixLowering &m) {
  Tensor factor = m.input("self");
  return m.replace(
      m.call("cholesky_solve", m.when("upper", true, Flags::Upper),
             {factor, m.identity(m.resultSizes(0), factor.dtype)}));
}

//===----------------------------------------------------------------------===//
// Reflections
//===----------------------------------------------------------------------===//

static LogicalResult convertQR(MatrixLowering &m) {
  ExprAttr rows = m.resultSizes(1).take_back(2).front();
  return m.replace(m.call("qr", Flags::None, m.input("A"),
                          MatrixLowering::Named{'p', rows}));
}

static LogicalResult convertGeqrf(MatrixLowering &m) {
  return m.replace(m.call("reflections", Flags::None, m.input("self"),
                          MatrixLowering::Named{'j', m.resultSizes(1).back()}));
}

static LogicalResult convertHouseholderProduct(MatrixLowering &m) {
  Tensor a = m.input("input");
  return m.replace(
      m.call("reflect", Flags::None,
             {a, m.input("tau"), m.identity(m.resultSizes(0), a.dtype)}));
}

/// Q C, Q^H C, C Q or C Q^H.
static LogicalResult convertOrmqr(MatrixLowering &m) {
  Flags flags = m.when("left", false, Flags::Right) |
                m.when("transpose", true, Flags::Transpose);
  return m.replace(
      m.call("reflect", flags,
             {m.input("self"), m.input("input2"), m.input("input3")}));
}

//===----------------------------------------------------------------------===//
// Symmetric matrices
//===----------------------------------------------------------------------===//

static LogicalResult convertLDL(MatrixLowering &m) {
  return m.replace(m.call("ldl", m.when("hermitian", true, Flags::Hermitian),
                          m.input("self")));
}

static LogicalResult convertLDLSolve(MatrixLowering &m) {
  SizesRef batch = m.resultSizes(0).drop_back(2);
  return m.replace(
      m.call("ldl_solve", m.when("hermitian", true, Flags::Hermitian),
             {widened(m, "LD", batch), m.widen(m.input("pivots"), batch, 1),
              widened(m, "B", batch)}));
}

void kiln::populateMatrixToTX(TypeConverter &converter,
                              RewritePatternSet &patterns) {
  auto add = [&](StringRef name, MatrixConversion convert) {
    addMatrixConversion(converter, patterns, name, convert);
  };
  add("aten.linalg_lu_factor_ex.default", convertFactor);
  add("aten.linalg_lu.default", convertLU);
  add("aten.lu_unpack.default", convertUnpack);
  add("aten.linalg_lu_solve.default", convertLUSolve);
  add("aten._linalg_solve_ex.default", convertSolve);
  add("aten.linalg_inv_ex.default", convertAlone<kInverse, kA>);
  add("aten._linalg_det.default", convertAlone<kDet, kA>);
  add("aten._linalg_slogdet.default", convertAlone<kSlogdet, kA>);
  add("aten.linalg_solve_triangular.default", convertSolveTriangular);
  add("aten.triangular_solve.default", convertTriangularSolve);
  add("aten.linalg_cholesky_ex.default", convertCholesky);
  add("aten.cholesky_solve.default", convertCholeskySolve);
  add("aten.cholesky_inverse.default", convertCholeskyInverse);
  add("aten.linalg_qr.default", convertQR);
  add("aten.geqrf.default", convertGeqrf);
  add("aten.linalg_householder_product.default", convertHouseholderProduct);
  add("aten.ormqr.default", convertOrmqr);
  add("aten.linalg_ldl_factor_ex.default", convertLDL);
  add("aten.linalg_ldl_solve.default", convertLDLSolve);
  add("aten.linalg_matrix_exp.default", convertAlone<kExp, kSelf>);
  populateSelectionToTX(converter, patterns);
  populateSpectralToTX(converter, patterns);
}
