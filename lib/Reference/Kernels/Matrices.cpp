// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernels/Matrices.h"

using namespace kiln;
using namespace kiln::reference;
using matrix::RoutineOperand;

static ArrayRef<int64_t> sizesOf(const MatrixValues &values) {
  return std::visit([](const auto &dense) { return ArrayRef(dense.sizes); },
                    values);
}

void MatrixRun::add(MatrixValues values) {
  if (inputs.empty())
    isComplexForm = std::holds_alternative<Dense<std::complex<double>>>(values);
  inputs.push_back(std::move(values));
}

void MatrixRun::add(const Tensor &tensor) {
  withComputing(tensor.getElementType(), [&](auto tag) {
    add(MatrixValues(load<decltype(tag)>(tensor)));
  });
}

/// The elements of an operand of one matrix.
int64_t MatrixRun::countOf(const RoutineOperand &operand) const {
  int64_t count = 1;
  for (char letter : operand.sizes)
    count *= sizes.lookup(letter);
  return count;
}

MatrixValues MatrixRun::makeOutput(const RoutineOperand &operand,
                                   ArrayRef<int64_t> batch) const {
  Sizes all(batch);
  for (char letter : operand.sizes)
    all.push_back(sizes.lookup(letter));
  if (operand.element == 'I')
    return Dense<int64_t>(all);
  if (operand.isComplex(isComplexForm))
    return Dense<std::complex<double>>(all);
  return Dense<double>(all);
}

/// Gives each matrix of the batch inputs of its own, which the routine may
/// overwrite. The sizes of the batch.
llvm::Expected<Sizes> MatrixRun::widenInputs() {
  SmallVector<ArrayRef<int64_t>> batches;
  for (auto [operand, values] : llvm::zip(routine.getInputs(), inputs)) {
    ArrayRef<int64_t> all = sizesOf(values);
    batches.push_back(all.drop_back(operand.sizes.size()));
    for (auto [letter, size] :
         llvm::zip(operand.sizes, all.take_back(operand.sizes.size())))
      if (sizes.try_emplace(letter, size).first->second != size)
        return call.error("the sizes of the matrices do not fit");
  }
  std::optional<Sizes> batch = broadcastSizes(batches);
  if (!batch)
    return call.error("the batches do not broadcast");
  for (auto [operand, values] : llvm::zip(routine.getInputs(), inputs)) {
    Sizes wide(*batch);
    llvm::append_range(wide, sizesOf(values).take_back(operand.sizes.size()));
    values = std::visit(
        [&](const auto &dense) -> MatrixValues {
          return broadcastTo(dense, wide);
        },
        values);
  }
  return *batch;
}

llvm::Expected<SmallVector<MatrixValues>> MatrixRun::run() {
  llvm::Expected<Sizes> batch = widenInputs();
  if (!batch)
    return batch.takeError();
  SmallVector<MatrixValues> outputs;
  for (const RoutineOperand &operand : routine.getOutputs())
    outputs.push_back(makeOutput(operand, *batch));
  SmallVector<MatrixValues> scratch;
  for (const RoutineOperand &operand :
       ArrayRef(routine.operands)
           .drop_front(routine.numInputs + routine.numOutputs))
    scratch.push_back(makeOutput(operand, {}));
  SmallVector<int64_t> numbers;
  for (char letter : routine.sizes)
    numbers.push_back(sizes.lookup(letter));
  auto function = isComplexForm ? routine.complex : routine.real;

  for (int64_t i = 0, e = countElements(*batch); i < e; ++i) {
    SmallVector<void *> operands;
    auto addOperand = [&](MatrixValues &values, int64_t index) {
      int64_t count = countOf(routine.operands[operands.size()]);
      std::visit(
          [&](auto &dense) {
            operands.push_back(dense.values.data() + index * count);
          },
          values);
    };
    for (MatrixValues &values : inputs)
      addOperand(values, i);
    for (MatrixValues &values : outputs)
      addOperand(values, i);
    for (MatrixValues &values : scratch)
      addOperand(values, 0);
    if (int32_t error = function(numbers.data(), flags, operands.data()))
      return call.error(error == 1 ? "an index is out of range"
                                   : "an algorithm on a matrix does not "
                                     "converge");
  }
  return outputs;
}

KernelResult reference::matrixResults(Call &call,
                                      ArrayRef<MatrixValues> outputs) {
  RuntimeValues results;
  for (auto [i, values] : llvm::enumerate(outputs)) {
    Sizes wanted(call.hasKnownSizes(i) ? ArrayRef<int64_t>(call.resultSizes(i))
                                       : sizesOf(values));
    results.push_back(std::visit(
        [&, index = i](const auto &dense) {
          std::decay_t<decltype(dense)> none(wanted);
          // Vectors that are not asked for have no elements, and other sizes.
          bool isWanted = none.getNumElements() != 0 &&
                          none.getNumElements() == dense.getNumElements();
          return store(isWanted ? dense : none, call.resultType(index));
        },
        values));
  }
  return results;
}

KernelResult reference::matrixResults(Call &call, MatrixRun &run) {
  llvm::Expected<SmallVector<MatrixValues>> outputs = run.run();
  if (!outputs)
    return outputs.takeError();
  return matrixResults(call, *outputs);
}

MatrixValues reference::makeIdentities(const Tensor &like, int64_t rows,
                                       int64_t columns) {
  Sizes sizes(like.getSizes().drop_back(2));
  sizes.append({rows, columns});
  auto make = [&](auto one) -> MatrixValues {
    Dense<decltype(one)> dense(sizes);
    for (int64_t i = 0; i < dense.getNumElements(); ++i)
      if (i / columns % rows == i % columns)
        dense[i] = one;
    return dense;
  };
  return isComplex(like.getElementType()) ? make(std::complex<double>(1))
                                          : make(1.0);
}
