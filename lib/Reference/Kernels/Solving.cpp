// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factors of matrices, solutions, inverses and determinants.
#include "Kernels/Matrices.h"
#include "Kernels/Numeric.h"

namespace kiln::reference {

/// The outputs of one routine on the arguments that are named.
static KernelResult runAlone(Call &call, StringRef routine, int64_t flags,
                             ArrayRef<StringRef> arguments) {
  MatrixRun run(call, routine, flags);
  for (StringRef argument : arguments)
    run.add(call.tensor(argument));
  return matrixResults(call, run);
}

static int64_t innerSize(const Tensor &matrix) {
  return std::min(matrix.getSize(matrix.getRank() - 2),
                  matrix.getSize(matrix.getRank() - 1));
}

//===----------------------------------------------------------------------===//
// LU
//===----------------------------------------------------------------------===//

static MatrixRun startFactor(Call &call, int64_t flags) {
  Tensor a = call.tensor("A");
  MatrixRun run(call, "lu", flags);
  run.add(a);
  run.setSize('j', innerSize(a));
  return run;
}

static KernelResult evaluateFactor(Call &call) {
  MatrixRun run =
      startFactor(call, flagWhen(call, "pivot", false, matrix::kUnpivoted));
  return matrixResults(call, run);
}

static KernelResult evaluateLU(Call &call) {
  llvm::Expected<SmallVector<MatrixValues>> factors =
      startFactor(call, flagWhen(call, "pivot", false, matrix::kUnpivoted))
          .run();
  if (!factors)
    return factors.takeError();
  MatrixRun unpack(call, "lu_unpack");
  unpack.add((*factors)[0]);
  unpack.add((*factors)[1]);
  return matrixResults(call, unpack);
}

static KernelResult evaluateUnpack(Call &call) {
  return runAlone(call, "lu_unpack", 0, {"LU_data", "LU_pivots"});
}

static KernelResult evaluateLUSolve(Call &call) {
  int64_t flags =
      flagWhen(call, "left", false, matrix::kRight) |
      flagWhen(call, "adjoint", true, matrix::kTranspose | matrix::kConjugate);
  return runAlone(call, "lu_solve", flags, {"LU", "pivots", "B"});
}

/// _linalg_solve_ex, also with a vector on the right.
static KernelResult evaluateSolve(Call &call) {
  Tensor a = call.tensor("A"), b = call.tensor("B");
  bool isVector =
      b.getRank() == 1 || (b.getRank() == a.getRank() - 1 &&
                           b.getSizes() == a.getSizes().drop_back(1));
  if (isVector) {
    Sizes columns(b.getSizes());
    columns.push_back(1);
    b = b.reshape(columns);
  }
  MatrixRun run(call, "solve",
                isVector ? 0 : flagWhen(call, "left", false, matrix::kRight));
  run.add(a);
  run.add(b);
  llvm::Expected<SmallVector<MatrixValues>> solved = run.run();
  if (!solved)
    return solved.takeError();
  llvm::Expected<SmallVector<MatrixValues>> factors =
      startFactor(call, 0).run();
  if (!factors)
    return factors.takeError();
  if (isVector)
    std::visit([](auto &dense) { dense.sizes.pop_back(); }, (*solved)[0]);
  return matrixResults(
      call, {(*solved)[0], (*factors)[0], (*factors)[1], (*factors)[2]});
}

static KernelResult evaluateInverse(Call &call) {
  return runAlone(call, "inverse", 0, {"A"});
}
static KernelResult evaluateDeterminant(Call &call) {
  return runAlone(call, "det", 0, {"A"});
}
static KernelResult evaluateLogDeterminant(Call &call) {
  return runAlone(call, "slogdet", 0, {"A"});
}

//===----------------------------------------------------------------------===//
// Triangular and symmetric matrices
//===----------------------------------------------------------------------===//

static KernelResult evaluateSolveTriangular(Call &call) {
  int64_t flags = flagWhen(call, "upper", true, matrix::kUpper) |
                  flagWhen(call, "left", false, matrix::kRight) |
                  flagWhen(call, "unitriangular", true, matrix::kUnit);
  return runAlone(call, "triangular", flags, {"self", "B"});
}

/// The older operator, which also returns A.
static KernelResult evaluateTriangularSolve(Call &call) {
  int64_t flags = flagWhen(call, "upper", true, matrix::kUpper) |
                  flagWhen(call, "transpose", true, matrix::kTranspose) |
                  flagWhen(call, "unitriangular", true, matrix::kUnit);
  Tensor a = call.tensor("A");
  MatrixRun run(call, "triangular", flags);
  run.add(a);
  run.add(call.tensor("self"));
  llvm::Expected<SmallVector<MatrixValues>> x = run.run();
  if (!x)
    return x.takeError();
  Tensor solution = std::visit(
      [&](const auto &dense) { return store(dense, call.resultType(0)); },
      x->front());
  Sizes sizes(solution.getSizes().drop_back(2));
  llvm::append_range(sizes, a.getSizes().take_back(2));
  return resultsOf(std::move(solution), broadcastTo(a, sizes));
}

static KernelResult evaluateCholesky(Call &call) {
  return runAlone(call, "cholesky",
                  flagWhen(call, "upper", true, matrix::kUpper), {"self"});
}

static KernelResult evaluateCholeskySolve(Call &call) {
  return runAlone(call, "cholesky_solve",
                  flagWhen(call, "upper", true, matrix::kUpper),
                  {"input2", "self"});
}

static KernelResult evaluateCholeskyInverse(Call &call) {
  Tensor factor = call.tensor("self");
  int64_t size = factor.getSizes().back();
  MatrixRun run(call, "cholesky_solve",
                flagWhen(call, "upper", true, matrix::kUpper));
  run.add(factor);
  run.add(makeIdentities(factor, size, size));
  return matrixResults(call, run);
}

static KernelResult evaluateLDL(Call &call) {
  return runAlone(call, "ldl",
                  flagWhen(call, "hermitian", true, matrix::kHermitian),
                  {"self"});
}

static KernelResult evaluateLDLSolve(Call &call) {
  return runAlone(call, "ldl_solve",
                  flagWhen(call, "hermitian", true, matrix::kHermitian),
                  {"LD", "pivots", "B"});
}

//===----------------------------------------------------------------------===//
// Reflections
//===----------------------------------------------------------------------===//

static KernelResult evaluateQR(Call &call) {
  Tensor a = call.tensor("A");
  MatrixRun run(call, "qr");
  run.add(a);
  run.setSize('p', call.string("mode") == "complete"
                       ? a.getSize(a.getRank() - 2)
                       : innerSize(a));
  return matrixResults(call, run);
}

static KernelResult evaluateGeqrf(Call &call) {
  Tensor a = call.tensor("self");
  MatrixRun run(call, "reflections");
  run.add(a);
  run.setSize('j', innerSize(a));
  return matrixResults(call, run);
}

static KernelResult evaluateHouseholderProduct(Call &call) {
  Tensor a = call.tensor("input");
  MatrixRun run(call, "reflect");
  run.add(a);
  run.add(call.tensor("tau"));
  run.add(makeIdentities(a, a.getSize(a.getRank() - 2), a.getSizes().back()));
  return matrixResults(call, run);
}

/// ormqr: Q C, Q^H C, C Q or C Q^H.
static KernelResult evaluateOrmqr(Call &call) {
  int64_t flags = flagWhen(call, "left", false, matrix::kRight) |
                  flagWhen(call, "transpose", true, matrix::kTranspose);
  return runAlone(call, "reflect", flags, {"self", "input2", "input3"});
}

void registerSolving(KernelTable &table) {
  table.add("aten.linalg_lu_factor_ex.default", evaluateFactor);
  table.add("aten.linalg_lu.default", evaluateLU);
  table.add("aten.lu_unpack.default", evaluateUnpack);
  table.add("aten.linalg_lu_solve.default", evaluateLUSolve);
  table.add("aten._linalg_solve_ex.default", evaluateSolve);
  table.add("aten.linalg_inv_ex.default", evaluateInverse);
  table.add("aten._linalg_det.default", evaluateDeterminant);
  table.add("aten._linalg_slogdet.default", evaluateLogDeterminant);
  table.add("aten.linalg_solve_triangular.default", evaluateSolveTriangular);
  table.add("aten.triangular_solve.default", evaluateTriangularSolve);
  table.add("aten.linalg_cholesky_ex.default", evaluateCholesky);
  table.add("aten.cholesky_solve.default", evaluateCholeskySolve);
  table.add("aten.cholesky_inverse.default", evaluateCholeskyInverse);
  table.add("aten.linalg_ldl_factor_ex.default", evaluateLDL);
  table.add("aten.linalg_ldl_solve.default", evaluateLDLSolve);
  table.add("aten.linalg_qr.default", evaluateQR);
  table.add("aten.geqrf.default", evaluateGeqrf);
  table.add("aten.linalg_householder_product.default",
            evaluateHouseholderProduct);
  table.add("aten.ormqr.default", evaluateOrmqr);
}

} // namespace kiln::reference
