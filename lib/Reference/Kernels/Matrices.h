// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routines on small dense matrices, on batches of them that lie in tensors.
#ifndef KILN_LIB_REFERENCE_KERNELS_MATRICES_H
#define KILN_LIB_REFERENCE_KERNELS_MATRICES_H

#include "Kernels/Rows.h"
#include "kiln/Matrix/Flags.h"
#include "kiln/Matrix/Routines.h"

#include <variant>

namespace kiln::reference {

/// The elements of one operand of a routine, for a batch.
using MatrixValues =
    std::variant<Dense<double>, Dense<std::complex<double>>, Dense<int64_t>>;

/// One run of a routine of kiln/Matrix/Routines.def.
class MatrixRun {
public:
  MatrixRun(Call &call, StringRef routine, int64_t flags = 0)
      : call(call), routine(*matrix::lookupRoutine(routine)), flags(flags) {}

  /// The next input. Inputs broadcast to one batch; the first one says whether
  /// the matrices are complex.
  void add(const Tensor &tensor);
  void add(MatrixValues values);
  /// A size that no input has.
  void setSize(char letter, int64_t size) { sizes[letter] = size; }

  /// The outputs, or an error of the call.
  llvm::Expected<SmallVector<MatrixValues>> run();

private:
  int64_t countOf(const matrix::RoutineOperand &operand) const;
  MatrixValues makeOutput(const matrix::RoutineOperand &operand,
                          ArrayRef<int64_t> batch) const;
  llvm::Expected<Sizes> widenInputs();

  Call &call;
  const matrix::Routine &routine;
  int64_t flags;
  bool isComplexForm = false;
  SmallVector<MatrixValues> inputs;
  llvm::SmallDenseMap<char, int64_t> sizes;
};

/// The outputs as results of the call; outputs that are not asked for have no
/// elements.
KernelResult matrixResults(Call &call, ArrayRef<MatrixValues> outputs);
/// The same of a run.
KernelResult matrixResults(Call &call, MatrixRun &run);

/// `flag` where the argument is `value`.
inline int64_t flagWhen(Call &call, StringRef argument, bool value,
                        int64_t flag) {
  return call.boolean(argument) == value ? flag : 0;
}

/// Matrices with ones on their diagonal, as many as a tensor has and of its
/// dtype.
MatrixValues makeIdentities(const Tensor &like, int64_t rows, int64_t columns);

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_KERNELS_MATRICES_H
