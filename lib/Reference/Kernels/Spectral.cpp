// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigenvalues, singular values, and functions of matrices by them. Vectors are
// determined up to a factor of size 1 only: here their greatest element is real
// and positive, which need not be PyTorch's choice.
#include "Kernels/Matrices.h"
#include "Kernels/Numeric.h"

namespace kiln::reference {

static KernelResult evaluateEigh(Call &call) {
  MatrixRun run(call, "eigh", call.string("UPLO") == "U" ? matrix::kUpper : 0);
  run.add(call.tensor("A"));
  return matrixResults(call, run);
}

static KernelResult evaluateEig(Call &call) {
  MatrixRun run(call, "eig");
  run.add(call.tensor("self"));
  return matrixResults(call, run);
}

static KernelResult evaluateSvd(Call &call) {
  Tensor a = call.tensor("A");
  int64_t rows = a.getSize(a.getRank() - 2), columns = a.getSizes().back();
  int64_t inner = std::min(rows, columns);
  bool full = call.boolean("full_matrices") && call.boolean("compute_uv");
  MatrixRun run(call, "svd");
  run.add(a);
  run.setSize('p', full ? rows : inner);
  run.setSize('j', inner);
  run.setSize('q', full ? columns : inner);
  return matrixResults(call, run);
}

/// The limits below which a singular value counts as zero: absolute ones and
/// those relative to the greatest. Without any, or with an absolute one of 0,
/// PyTorch takes epsilons.
static std::pair<Dense<double>, Dense<double>> getLimits(Call &call) {
  Tensor a = call.tensor("self");
  auto read = [&](StringRef name) {
    return call.has(name) ? load<double>(call.tensor(name))
                          : Dense<double>(Sizes{}, 0.0);
  };
  Dense<double> absolute = read("atol");
  if (call.has("rtol"))
    return {absolute, read("rtol")};
  Dense<double> relative(absolute.sizes);
  double size = std::max(a.getSize(a.getRank() - 2), a.getSizes().back());
  double epsilons = getEpsilon(getRealType(a.getElementType())) * size;
  for (auto [limit, other] : llvm::zip(relative.values, absolute.values))
    limit = other > 0 ? 0 : epsilons;
  return {std::move(absolute), std::move(relative)};
}

static KernelResult evaluatePinv(Call &call) {
  MatrixRun run(call, "pinv",
                flagWhen(call, "hermitian", true, matrix::kHermitian));
  run.add(call.tensor("self"));
  auto [absolute, relative] = getLimits(call);
  run.add(std::move(absolute));
  run.add(std::move(relative));
  return matrixResults(call, run);
}

static KernelResult evaluateMatrixExp(Call &call) {
  MatrixRun run(call, "exp");
  run.add(call.tensor("self"));
  return matrixResults(call, run);
}

static KernelResult evaluateMatrixSqrt(Call &call) {
  MatrixRun run(call, "sqrth");
  run.add(call.tensor("self"));
  return matrixResults(call, run);
}

static KernelResult evaluatePolar(Call &call) {
  Tensor a = call.tensor("A");
  if (a.getSize(a.getRank() - 2) < a.getSizes().back())
    return call.unsupported(
        "only matrices at least as high as wide are supported");
  MatrixRun run(call, "polar");
  run.add(a);
  return matrixResults(call, run);
}

void registerSpectral(KernelTable &table) {
  table.add("aten._linalg_eigh.default", evaluateEigh);
  table.add("aten.linalg_eig.default", evaluateEig);
  table.add("aten._linalg_svd.default", evaluateSvd);
  table.add("aten.linalg_pinv.atol_rtol_tensor", evaluatePinv);
  table.add("aten.linalg_matrix_exp.default", evaluateMatrixExp);
  table.add("aten.linalg_matrix_sqrth.default", evaluateMatrixSqrt);
  table.add("aten.linalg_polar.default", evaluatePolar);
}

} // namespace kiln::reference
