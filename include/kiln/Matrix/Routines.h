// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routines on small dense matrices: factors, solutions, eigenvalues. They are
// written once, in C++ that uses no library, and are used in two ways: the
// evaluator calls them, and kernels contain them, since the compiler carries
// them as LLVM bitcode.
//
// A routine works on one matrix of a batch, in double precision. All of this
// is constant data; a routine may be called from any thread.
#ifndef KILN_MATRIX_ROUTINES_H
#define KILN_MATRIX_ROUTINES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace kiln::matrix {

/// One operand of a routine, in memory row-major and packed.
struct RoutineOperand {
  /// `F` real or complex as the routine's form, `R` real, `C` complex, `I`
  /// integers of 64 bits.
  char element;
  /// A letter for each size, equal letters for equal sizes. None: one number.
  llvm::StringRef sizes;

  /// Are the elements complex numbers in that form of the routine?
  bool isComplex(bool isComplexForm) const {
    return element == 'C' || (element == 'F' && isComplexForm);
  }
  /// The words of 8 bytes of an element.
  int64_t wordsOfElement(bool isComplexForm) const {
    return isComplex(isComplexForm) ? 2 : 1;
  }
};

/// `sizes` has a number for each letter of Routine::sizes, `flags` are those of
/// Flags.h, `operands` are pointers to inputs, outputs and scratch. Inputs may
/// be overwritten; operands do not overlap. Returns 0, or the number of an
/// error by PackageFormat.md, and then outputs are undefined.
using RoutineFunction = int32_t (*)(const int64_t *sizes, int64_t flags,
                                    void *const *operands);

struct Routine {
  llvm::StringRef name;
  llvm::SmallVector<RoutineOperand, 8> operands; ///< in, out and scratch
  unsigned numInputs, numOutputs;
  /// The letters in the order in which they are first met.
  std::string sizes;
  RoutineFunction real, complex;

  llvm::ArrayRef<RoutineOperand> getInputs() const {
    return llvm::ArrayRef(operands).take_front(numInputs);
  }
  llvm::ArrayRef<RoutineOperand> getOutputs() const {
    return llvm::ArrayRef(operands).slice(numInputs, numOutputs);
  }
  /// The name of the function in the bitcode.
  std::string getSymbol(bool isComplexForm) const;
};

/// The routine of Routines.def with that name; null when there is none.
const Routine *lookupRoutine(llvm::StringRef name);

/// LLVM bitcode with the functions of all routines. It uses no other function,
/// and fits every target whose pointers have 64 bits once its triple and data
/// layout are replaced.
llvm::StringRef getRoutineBitcode();

} // namespace kiln::matrix

#endif // KILN_MATRIX_ROUTINES_H
