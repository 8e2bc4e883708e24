// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "package/Accesses.h"

using namespace kiln::rt;

namespace {
/// One size of an input, or one number, with its affine form.
struct Candidate {
  SizeCheck check;
  std::optional<AffineForm> form;
  bool used = false;
};
} // namespace

static std::vector<Candidate> collectCandidates(const Program &program) {
  std::vector<Candidate> candidates;
  auto add = [&](uint32_t input, uint32_t dimension, uint32_t expression) {
    Candidate candidate;
    candidate.check = {input, dimension, expression};
    candidate.form = program.expressions[expression].affineForm();
    candidates.push_back(candidate);
  };
  for (uint32_t i = 0; i < program.inputs.size(); ++i) {
    const ValueDecl &input = program.inputs[i];
    if (input.kind == KILN_VALUE_NUMBER)
      add(i, noIndex, input.number);
    for (uint32_t d = 0; d < input.sizes.size(); ++d)
      // Constants are compared with the rest of the tensor.
      if (!program.expressions[input.sizes[d]].isConstant())
        add(i, d, input.sizes[d]);
  }
  return candidates;
}

static bool isUsed(const Program &program, uint32_t symbol) {
  bool used = false;
  for (const Expression &expression : program.expressions)
    expression.forEachRegister([&](uint32_t reg) { used |= reg == symbol; });
  return used;
}

Expected<BindingPlan> kiln::rt::planBinding(const Program &program,
                                            const std::string &file) {
  BindingPlan plan;
  plan.boundBy.assign(program.symbols.size(), noIndex);
  std::vector<Candidate> candidates = collectCandidates(program);
  for (bool bare : {true, false})
    for (Candidate &candidate : candidates) {
      const std::optional<AffineForm> &form = candidate.form;
      if (!form || !form->hasSymbol || form->scale == 0 ||
          form->reg >= program.symbols.size() ||
          plan.boundBy[form->reg] != noIndex)
        continue;
      if (bare && (form->scale != 1 || form->offset != 0))
        continue;
      plan.boundBy[form->reg] = static_cast<uint32_t>(plan.steps.size());
      plan.steps.push_back({candidate.check.input, candidate.check.dimension,
                            form->reg, form->scale, form->offset});
      candidate.used = true;
    }
  for (const Candidate &candidate : candidates)
    if (!candidate.used)
      plan.checks.push_back(candidate.check);
  for (uint32_t symbol = 0; symbol < program.symbols.size(); ++symbol)
    if (plan.boundBy[symbol] == noIndex && isUsed(program, symbol))
      return makeError(Code::InvalidArgument, file,
                       ": manifest.json: program '", program.name,
                       "': the symbol '", program.symbols[symbol].name,
                       "' is bound by no input");
  return plan;
}
