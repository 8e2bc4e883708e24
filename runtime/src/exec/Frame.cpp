// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Frame.h"

#include <algorithm>

using namespace kiln::rt;

static std::vector<Buffer> makeBuffers(Module &module, size_t count) {
  std::vector<Buffer> buffers;
  buffers.reserve(count);
  for (size_t i = 0; i < count; ++i)
    buffers.emplace_back(module.device());
  return buffers;
}

Arena::Arena(Module &module, uint32_t program)
    : segments(makeBuffers(
          module, module.manifest().programs[program].segments.size())),
      scratch(module.device()) {}

uint64_t Arena::segmentBytes() const {
  uint64_t bytes = 0;
  for (const Buffer &segment : segments)
    bytes += segment.capacity();
  return bytes;
}

Frame::Frame(Module &module, uint32_t program, Arena &arena)
    : registers(module.manifest().programs[program].registers.size(), 0),
      slots(module.manifest().programs[program].slotCount), arena(arena),
      packedInputs(makeBuffers(
          module, module.manifest().programs[program].inputs.size())),
      outputBuffers(makeBuffers(
          module, module.manifest().programs[program].outputs.size())),
      index_(program), outputDevice_(module.outputDevice().id()),
      program_(module.manifest().programs[program]), plan_(program_.binding),
      checker_(module.manifest(), program_, plan_, module.file(),
               module.device().id()),
      values_(program_.expressions.size(), 0),
      known_(program_.expressions.size(), false),
      newSymbols_(registers.size(), 0) {}

Status Frame::enter(const kiln_tensor *inputs, size_t count) {
  KILN_RT_TRY(checker_.bind(inputs, count, newSymbols_.data()));
  size_t symbols = program_.symbols.size();
  // Ranges, constraints and guards depend on the symbols only: a call of the
  // sizes of the last one has passed them.
  if (checked_ && std::equal(registers.begin(), registers.begin() + symbols,
                             newSymbols_.begin()))
    return checker_.checkSizes(inputs, registers.data());
  checked_ = false;
  std::copy_n(newSymbols_.begin(), symbols, registers.begin());
  std::fill(known_.begin(), known_.end(), uint8_t(false));
  KILN_RT_TRY(checker_.check(inputs, registers.data()));
  for (size_t i = 0; i < program_.sizes.size(); ++i) {
    KILN_RT_ASSIGN(registers[symbols + i], evaluate(program_.sizes[i]));
  }
  checked_ = true;
  return {};
}

EvalFailure Frame::value(uint32_t expression, Word &result) {
  if (known_[expression]) {
    result = values_[expression];
    return EvalFailure::None;
  }
  EvalFailure failure =
      program_.expressions[expression].evaluate(registers.data(), result);
  if (failure == EvalFailure::None && program_.fixedPerCall[expression]) {
    values_[expression] = result;
    known_[expression] = true;
  }
  return failure;
}

Error Frame::evaluationError(uint32_t expression, EvalFailure failure,
                             uint32_t origin) const {
  return checker_.error(Code::OutOfRange, origin, "expression '",
                        program_.expressions[expression].text(),
                        "': ", evalFailureText(failure));
}

Expected<Word> Frame::evaluate(uint32_t expression) {
  Word result = 0;
  EvalFailure failure = value(expression, result);
  if (failure != EvalFailure::None)
    return evaluationError(expression, failure, noIndex);
  return Word(result);
}

bool Frame::isFixed(const ValueDecl &output) const {
  bool fixed = true;
  output.forEachLayout([&](uint32_t expression) {
    fixed &= bool(program_.fixedPerCall[expression]);
  });
  return fixed;
}

Status Frame::describeOutput(uint32_t output, bool beforeRun,
                             kiln_tensor &tensor) {
  const ValueDecl &decl = program_.outputs[output];
  tensor.dtype = decl.dtype;
  tensor.rank = static_cast<int32_t>(decl.sizes.size());
  tensor.device = outputDevice_;
  tensor.flags = 0;
  tensor.reserved = 0;
  bool known = true;
  for (size_t d = 0; d < decl.sizes.size(); ++d) {
    if (beforeRun && !program_.fixedPerCall[decl.sizes[d]]) {
      tensor.sizes[d] = -1;
      known = false;
      continue;
    }
    KILN_RT_ASSIGN(tensor.sizes[d], evaluate(decl.sizes[d]));
    if (tensor.sizes[d] < 0)
      return checker_.error(Code::OutOfRange, decl.origin, "output ", output,
                            ", dimension ", d, ": size ", tensor.sizes[d],
                            " is negative");
  }
  rowMajorStrides(tensor.rank, tensor.sizes, tensor.strides);
  if (!decl.hasStrides || !known)
    return {};
  for (size_t d = 0; d < decl.strides.size(); ++d)
    if (!beforeRun || program_.fixedPerCall[decl.strides[d]]) {
      KILN_RT_ASSIGN(tensor.strides[d], evaluate(decl.strides[d]));
    }
  if (!isRowMajor(tensor.rank, tensor.sizes, tensor.strides))
    tensor.flags = KILN_TENSOR_STRIDED;
  return {};
}
