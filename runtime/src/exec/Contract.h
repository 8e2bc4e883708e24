// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract of a program, checked at every call before anything is
// computed: dtypes, ranks, static sizes, symbols solved from sizes, ranges,
// derived sizes, constraints, guards, constants. How symbols are solved is
// planned once, at load.

#ifndef KILN_RT_SRC_EXEC_CONTRACT_H
#define KILN_RT_SRC_EXEC_CONTRACT_H

#include "package/Manifest.h"

namespace kiln::rt {

class ContractChecker {
public:
  ContractChecker(const Manifest &manifest, const Program &program,
                  const BindingPlan &plan, const std::string &file,
                  kiln_device device)
      : manifest_(manifest), program_(program), plan_(plan), file_(file),
        device_(device) {}

  /// Checks all that needs no symbol and binds the symbols' registers.
  Status bind(const kiln_tensor *inputs, size_t count, Word *registers) const;
  /// Ranges, derived sizes, constraints and guards over bound registers.
  Status check(const kiln_tensor *inputs, const Word *registers) const;
  /// The derived sizes only: what may differ where all symbols are the same.
  Status checkSizes(const kiln_tensor *inputs, const Word *registers) const;

  /// Evaluates an expression; the error names program and text.
  Expected<Word> evaluate(uint32_t expression, const Word *registers) const;
  /// An error of this program at an origin of the manifest (or noIndex).
  template <typename... Ts>
  Error error(Code code, uint32_t origin, const Ts &...parts) const {
    return decorate(makeError(code, parts...), origin);
  }
  /// An error about an input.
  template <typename... Ts>
  Error inputError(uint32_t input, const Ts &...parts) const {
    Error result = error(Code::InvalidArgument, program_.inputs[input].origin,
                         "input '", program_.inputs[input].name, "'", parts...);
    result.input = program_.inputs[input].name;
    return result;
  }

private:
  Error decorate(Error error, uint32_t origin) const;
  Status checkDevice(uint32_t input, const kiln_tensor &tensor) const;
  Status checkTensor(uint32_t input, const kiln_tensor &tensor) const;
  Status checkMutated(uint32_t input, const kiln_tensor *inputs) const;
  Status checkConstant(uint32_t input, const kiln_tensor &tensor) const;
  Expected<int64_t> sizeOf(const kiln_tensor *inputs, uint32_t input,
                           uint32_t dimension) const;
  /// "s0 = 4 (input 'x', dimension 0)": what the symbols of an expression
  /// are, and where they come from.
  std::string describe(const Expression &expression,
                       const Word *registers) const;
  Status checkRange(uint32_t symbol, int64_t value) const;
  Status checkConstraint(const Constraint &constraint,
                         const Word *registers) const;

  const Manifest &manifest_;
  const Program &program_;
  const BindingPlan &plan_;
  const std::string &file_;
  kiln_device device_; ///< where the program runs
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_EXEC_CONTRACT_H
