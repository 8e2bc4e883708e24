// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Contract.h"
#include "device/DeviceName.h"
#include "device/Memory.h"
#include "dtype/Dtype.h"

#include <algorithm>

using namespace kiln::rt;

Error ContractChecker::decorate(Error error, uint32_t origin) const {
  std::string where;
  if (const std::string &problem = manifest_.details->problem();
      !problem.empty()) {
    where = concat(" (it is not known where: ", problem, ")");
  } else if (origin != noIndex) {
    const Origin &at = manifest_.details->origin(origin);
    error.file = at.file;
    error.line = at.line;
    if (*at.file)
      where = concat(" (", at.file, ":", at.line, ")");
  }
  error.program = program_.name;
  error.message =
      concat(file_, ": ", program_.name, ": ", error.message, where);
  return error;
}

Expected<Word> ContractChecker::evaluate(uint32_t expression,
                                         const Word *registers) const {
  Word value = 0;
  EvalFailure failure =
      program_.expressions[expression].evaluate(registers, value);
  if (failure != EvalFailure::None)
    return error(Code::OutOfRange, noIndex, "expression '",
                 program_.expressions[expression].text(),
                 "': ", evalFailureText(failure));
  return Word(value);
}

/// ", dimension 3", or nothing where the input is a number.
static std::string placeText(uint32_t dimension) {
  return dimension == noIndex ? std::string()
                              : concat(", dimension ", dimension);
}

/// A tensor that is not on the host.
Status ContractChecker::checkDevice(uint32_t input,
                                    const kiln_tensor &tensor) const {
  bool isNumber = !program_.inputs[input].isTensor();
  if (!isNumber && isSameDevice(tensor.device, device_))
    return {};
  std::string found = deviceName(tensor.device);
  std::string bound = isNumber ? "cpu" : deviceName(device_);
  Error result = isNumber ? inputError(input, ": the value is on ", found,
                                       ", but numbers are read on the host")
                          : inputError(input, ": the tensor is on ", found,
                                       ", but the module runs on ", bound);
  result.bound = std::move(bound);
  result.value = std::move(found);
  return result;
}

Status ContractChecker::checkTensor(uint32_t input,
                                    const kiln_tensor &tensor) const {
  const ValueDecl &decl = program_.inputs[input];
  auto fail = [&](std::string bound, std::string value, const auto &...text) {
    Error result = inputError(input, text...);
    result.bound = std::move(bound);
    result.value = std::move(value);
    return result;
  };
  if (tensor.device.type != KILN_DEVICE_CPU)
    KILN_RT_TRY(checkDevice(input, tensor));
  if (tensor.dtype != decl.dtype)
    return fail(dtypeName(decl.dtype), dtypeName(tensor.dtype), ": dtype is ",
                dtypeName(tensor.dtype), ", but ", dtypeName(decl.dtype),
                " is expected");
  auto rank = static_cast<int32_t>(decl.sizes.size());
  if (tensor.rank != rank)
    return fail(concat(rank), concat(tensor.rank), ": rank is ", tensor.rank,
                ", but ", rank, " is expected");
  int64_t bytes = static_cast<int64_t>(dtypeBytes(decl.dtype));
  for (uint32_t d = 0; d < decl.sizes.size(); ++d) {
    int64_t size = tensor.sizes[d];
    const Expression &expression = program_.expressions[decl.sizes[d]];
    if (expression.isConstant() && size != expression.payload())
      return fail(concat("== ", expression.payload()), concat(size),
                  placeText(d), ": size is ", size, ", but ",
                  expression.payload(), " is expected");
    if (size < 0)
      return fail(">= 0", concat(size), placeText(d), ": size ", size,
                  " is negative");
    if (size > 0 && __builtin_mul_overflow(bytes, size, &bytes))
      return fail("", "", ": the tensor's size overflows 64 bits");
  }
  bool empty = false;
  for (int32_t d = 0; d < rank; ++d)
    empty |= tensor.sizes[d] == 0;
  if (!tensor.data && !empty)
    return fail("", "", ": the tensor has no memory");
  if (tensor.flags & KILN_TENSOR_STRIDED && !extentOf(tensor))
    return fail("", "", ": the strides leave the address space");
  return {};
}

/// A written tensor has elements of its own.
Status ContractChecker::checkMutated(uint32_t input,
                                     const kiln_tensor *inputs) const {
  const kiln_tensor &tensor = inputs[input];
  for (int32_t d = 0; d < tensor.rank; ++d)
    if (tensor.flags & KILN_TENSOR_STRIDED && tensor.sizes[d] > 1 &&
        tensor.strides[d] == 0)
      return inputError(input, placeText(d),
                        ": the stride is 0, but the input "
                        "is mutated");
  std::optional<Extent> extent = extentOf(tensor);
  for (uint32_t i = 0; i < program_.inputs.size(); ++i) {
    if (i == input || !program_.inputs[i].isTensor() || !inputs[i].data)
      continue;
    std::optional<Extent> other = extentOf(inputs[i]);
    if (extent && other && extent->overlaps(*other))
      return inputError(input, ": the memory overlaps input '",
                        program_.inputs[i].name, "', but is mutated");
  }
  return {};
}

Status ContractChecker::checkConstant(uint32_t input,
                                      const kiln_tensor &tensor) const {
  const ValueDecl &decl = program_.inputs[input];
  const Constant &constant = decl.constant;
  bool hasValue = decl.dtype != KILN_DTYPE_NONE;
  if (!tensor.data)
    return {};
  if (tensor.device.type != KILN_DEVICE_CPU)
    KILN_RT_TRY(checkDevice(input, tensor));
  std::string expected = constant.kind == Constant::Kind::Null ? "None"
                         : constant.kind == Constant::Kind::String
                             ? concat("'", constant.string, "'")
                         : constant.kind == Constant::Kind::Float
                             ? concat(constant.number)
                         : constant.kind == Constant::Kind::Bool
                             ? std::string(constant.integer ? "True" : "False")
                             : concat(constant.integer);
  auto fail = [&](std::string value) {
    Error result = inputError(input, ": the value was fixed at export to ",
                              expected, ", but is ", value);
    result.bound = concat("== ", expected);
    result.value = std::move(value);
    return result;
  };
  if (!hasValue || tensor.rank != 0)
    return fail("a tensor");
  if (tensor.dtype != decl.dtype)
    return fail(concat("a ", dtypeName(tensor.dtype)));
  Word word = loadScalar(tensor.data, tensor.dtype).value_or(0);
  bool equal = decl.dtype == KILN_DTYPE_F64
                   ? wordToDouble(word) == constant.number
                   : word == constant.integer;
  if (!equal)
    return fail(decl.dtype == KILN_DTYPE_F64 ? concat(wordToDouble(word))
                                             : concat(word));
  return {};
}

Expected<int64_t> ContractChecker::sizeOf(const kiln_tensor *inputs,
                                          uint32_t input,
                                          uint32_t dimension) const {
  const kiln_tensor &tensor = inputs[input];
  if (dimension != noIndex)
    return int64_t(tensor.sizes[dimension]);
  if (tensor.device.type != KILN_DEVICE_CPU)
    KILN_RT_TRY(checkDevice(input, tensor));
  const ValueDecl &decl = program_.inputs[input];
  if (!tensor.data || tensor.rank != 0 || tensor.dtype != decl.dtype) {
    Error result = inputError(input, ": a tensor of dtype ",
                              dtypeName(decl.dtype), " and rank 0 is expected");
    result.bound = dtypeName(decl.dtype);
    result.value = dtypeName(tensor.dtype);
    return result;
  }
  return int64_t(*loadScalar(tensor.data, tensor.dtype));
}

Status ContractChecker::bind(const kiln_tensor *inputs, size_t count,
                             Word *registers) const {
  if (count != program_.inputs.size()) {
    Error result = error(Code::InvalidArgument, noIndex, "the program takes ",
                         program_.inputs.size(), " inputs, not ", count);
    result.bound = concat(program_.inputs.size());
    result.value = concat(count);
    return result;
  }
  for (uint32_t i = 0; i < count; ++i) {
    const ValueDecl &decl = program_.inputs[i];
    if (decl.kind == KILN_VALUE_CONSTANT)
      KILN_RT_TRY(checkConstant(i, inputs[i]));
    else if (decl.kind != KILN_VALUE_NUMBER)
      KILN_RT_TRY(checkTensor(i, inputs[i]));
  }
  for (const ValueDecl &output : program_.outputs)
    if (output.kind == KILN_VALUE_USER_INPUT_MUTATION)
      KILN_RT_TRY(checkMutated(output.targetIndex, inputs));
  for (const BindingStep &step : plan_.steps) {
    KILN_RT_ASSIGN(int64_t size, sizeOf(inputs, step.input, step.dimension));
    int64_t rest = 0;
    bool fits = !__builtin_sub_overflow(size, step.offset, &rest) &&
                !(step.scale == -1 && rest == INT64_MIN) &&
                rest % step.scale == 0;
    if (fits) {
      registers[step.symbol] = rest / step.scale;
      continue;
    }
    const ValueDecl &decl = program_.inputs[step.input];
    uint32_t expression =
        step.dimension == noIndex ? decl.number : decl.sizes[step.dimension];
    const std::string &text = program_.expressions[expression].text();
    const std::string &name = program_.symbols[step.symbol].name;
    Error result =
        inputError(step.input, placeText(step.dimension), ": size is ", size,
                   ", which is not ", text, " for any ", name);
    result.symbol = name;
    result.bound = concat("== ", text);
    result.value = concat(size);
    return result;
  }
  return {};
}

Status ContractChecker::checkRange(uint32_t symbol, int64_t value) const {
  const Symbol &decl = program_.symbols[symbol];
  bool low = decl.min && value < *decl.min;
  bool high = decl.max && value > *decl.max;
  if (!low && !high)
    return {};
  const BindingStep &step = plan_.steps[plan_.boundBy[symbol]];
  std::string bound = low ? concat(">= ", *decl.min) : concat("<= ", *decl.max);
  Error result = inputError(step.input, placeText(step.dimension), ": symbol ",
                            decl.name, " is ", value, ", but must be ", bound);
  result.code = Code::OutOfRange;
  result.symbol = decl.name;
  result.bound = std::move(bound);
  result.value = concat(value);
  return result;
}

std::string ContractChecker::describe(const Expression &expression,
                                      const Word *registers) const {
  std::string text;
  std::vector<uint32_t> told;
  expression.forEachRegister([&](uint32_t reg) {
    if (std::find(told.begin(), told.end(), reg) != told.end())
      return;
    told.push_back(reg);
    text += concat(text.empty() ? "" : ", ", program_.registers[reg].name,
                   " = ", registers[reg]);
    if (reg >= plan_.boundBy.size() || plan_.boundBy[reg] == noIndex)
      return;
    const BindingStep &step = plan_.steps[plan_.boundBy[reg]];
    text += concat(" (input '", program_.inputs[step.input].name, "'",
                   placeText(step.dimension), ")");
  });
  return text;
}

/// The same as the end of a sentence.
static std::string withValues(const std::string &values) {
  return values.empty() ? values : concat(" with ", values);
}

Status ContractChecker::checkSizes(const kiln_tensor *inputs,
                                   const Word *registers) const {
  for (const SizeCheck &check : plan_.checks) {
    KILN_RT_ASSIGN(int64_t size, sizeOf(inputs, check.input, check.dimension));
    KILN_RT_ASSIGN(Word expected, evaluate(check.expression, registers));
    if (size == expected)
      continue;
    const Expression &expression = program_.expressions[check.expression];
    Error result =
        inputError(check.input, placeText(check.dimension), ": size is ", size,
                   ", but ", expression.text(), " = ", expected, " is expected",
                   withValues(describe(expression, registers)));
    expression.forEachRegister([&](uint32_t reg) {
      if (result.symbol.empty())
        result.symbol = program_.registers[reg].name;
    });
    result.bound = concat("== ", expected);
    result.value = concat(size);
    return result;
  }
  return {};
}

Status ContractChecker::checkConstraint(const Constraint &constraint,
                                        const Word *registers) const {
  KILN_RT_ASSIGN(Word value, evaluate(constraint.expression, registers));
  bool low = constraint.min && value < *constraint.min;
  bool high = constraint.max && value > *constraint.max;
  if (!low && !high)
    return {};
  const Expression &expression = program_.expressions[constraint.expression];
  std::string bound =
      low ? concat(">= ", *constraint.min) : concat("<= ", *constraint.max);
  uint32_t symbol = noIndex;
  expression.forEachRegister(
      [&](uint32_t reg) { symbol = symbol == noIndex ? reg : symbol; });
  auto parts = [&](auto make) {
    return make(": ", expression.text(), " is ", value, ", but must be ",
                bound);
  };
  bool named =
      symbol < plan_.boundBy.size() && plan_.boundBy[symbol] != noIndex;
  Error result =
      named ? parts([&](const auto &...text) {
        const BindingStep &step = plan_.steps[plan_.boundBy[symbol]];
        return inputError(step.input, placeText(step.dimension), text...);
      })
            : parts([&](const auto &...text) {
                return error(Code::OutOfRange, noIndex, "constraint", text...);
              });
  result.code = Code::OutOfRange;
  result.symbol = symbol == noIndex ? "" : program_.registers[symbol].name;
  result.bound = std::move(bound);
  result.value = concat(value);
  return result;
}

Status ContractChecker::check(const kiln_tensor *inputs,
                              const Word *registers) const {
  for (uint32_t symbol = 0; symbol < program_.symbols.size(); ++symbol)
    if (plan_.boundBy[symbol] != noIndex)
      KILN_RT_TRY(checkRange(symbol, registers[symbol]));
  KILN_RT_TRY(checkSizes(inputs, registers));
  for (const Constraint &constraint : program_.constraints)
    KILN_RT_TRY(checkConstraint(constraint, registers));
  for (const Guard &guard : program_.guards) {
    KILN_RT_ASSIGN(Word holds, evaluate(guard.expression, registers));
    if (holds)
      continue;
    const Expression &expression = program_.expressions[guard.expression];
    std::string values = describe(expression, registers);
    std::string first;
    expression.forEachRegister([&](uint32_t reg) {
      first = first.empty() ? program_.registers[reg].name : first;
    });
    Error result =
        error(Code::FailedPrecondition, guard.origin, "guard ",
              expression.text(), " does not hold", withValues(values));
    result.symbol = std::move(first);
    result.bound = expression.text();
    result.value = std::move(values);
    return result;
  }
  return {};
}
