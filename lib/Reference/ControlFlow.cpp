// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that hold graphs.
#include "Run.h"
#include "Symbols.h"
#include <cstring>

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

llvm::Expected<RuntimeValues> Run::runRegion(Region &region,
                                             ArrayRef<RuntimeValue> arguments) {
  SymbolValues outer = symbols;
  SmallVector<Observation> observations;
  for (auto [i, argument] : llvm::enumerate(region.getArguments()))
    observe(argument.getType(), arguments[i],
            "argument " + Twine(i) + " of a graph", observations);
  if (llvm::Error error = bindSymbols(observations, symbols))
    return makeOpError(region.getParentOp(), llvm::toString(std::move(error)));
  llvm::Expected<RuntimeValues> results = runBlock(region.front(), arguments);
  symbols = std::move(outer);
  return results;
}

/// The bool that a tensor of one element or a number is.
static llvm::Expected<bool> getCondition(Operation *op,
                                         const RuntimeValue &value) {
  if (const auto *scalar = std::get_if<Scalar>(&value))
    return toBool(*scalar);
  const auto *tensor = std::get_if<Tensor>(&value);
  if (!tensor || tensor->getNumElements() != 1)
    return makeOpError(op, "the condition is not one bool");
  return toBool(toScalar(*tensor));
}

llvm::Expected<RuntimeValues> Run::runCond(ep::CondOp op,
                                           ArrayRef<RuntimeValue> operands) {
  llvm::Expected<bool> condition = getCondition(op, operands.front());
  if (!condition)
    return condition.takeError();
  return runRegion(*condition ? op.getTrueGraph() : op.getFalseGraph(),
                   operands.drop_front());
}

llvm::Expected<RuntimeValues> Run::runWhile(ep::WhileLoopOp op,
                                            ArrayRef<RuntimeValue> operands) {
  size_t count = op.getCarried().size();
  RuntimeValues values(operands);
  while (true) {
    llvm::Expected<RuntimeValues> goesOn = runRegion(op.getCondition(), values);
    if (!goesOn)
      return goesOn.takeError();
    llvm::Expected<bool> condition = getCondition(op, goesOn->front());
    if (!condition)
      return condition.takeError();
    if (!*condition)
      break;
    llvm::Expected<RuntimeValues> next = runRegion(op.getBody(), values);
    if (!next)
      return next.takeError();
    std::copy_n(next->begin(), count, values.begin());
  }
  values.truncate(count);
  return values;
}

/// The row `index` of a tensor, in the rank that the block argument has.
static RuntimeValue getRow(const RuntimeValue &value, int64_t index,
                           BlockArgument argument) {
  const auto &tensor = std::get<Tensor>(value);
  Tensor row = tensor.getRow(index);
  auto type = dyn_cast<ep::TensorType>(argument.getType());
  if (type && type.getRank() == tensor.getRank()) {
    Sizes sizes(tensor.getSizes());
    sizes.front() = 1;
    return row.reshape(sizes);
  }
  return row;
}

/// How many rows the tensors have; they agree.
static llvm::Expected<int64_t> countRows(Operation *op,
                                         ArrayRef<RuntimeValue> tensors) {
  int64_t count = -1;
  for (const RuntimeValue &value : tensors) {
    const auto *tensor = std::get_if<Tensor>(&value);
    if (!tensor || tensor->getRank() == 0)
      return makeOpError(op, "an operand has no first dimension");
    if (count >= 0 && tensor->getSize(0) != count)
      return makeOpError(op, "the first dimensions of the operands differ");
    count = tensor->getSize(0);
  }
  return std::max<int64_t>(0, count);
}

llvm::Expected<RuntimeValues> Run::stack(Operation *op, unsigned firstResult,
                                         ArrayRef<RuntimeValues> rows) {
  RuntimeValues stacked;
  for (unsigned i = 0; firstResult + i < op->getNumResults(); ++i) {
    auto type = cast<ep::TensorType>(op->getResult(firstResult + i).getType());
    Sizes sizes = {static_cast<int64_t>(rows.size())};
    if (!rows.empty())
      llvm::append_range(sizes, std::get<Tensor>(rows.front()[i]).getSizes());
    else // no round gives the sizes
      for (ep::ExprAttr size : type.getSizes().drop_front()) {
        llvm::Expected<ep::ExprValue> value = ep::evaluate(size, symbols);
        if (!value)
          return makeOpError(op, llvm::toString(value.takeError()));
        sizes.push_back(std::get<int64_t>(*value));
      }
    auto fill = [&](MutableArrayRef<uint8_t> bytes) {
      uint8_t *to = bytes.data();
      for (const RuntimeValues &row : rows) {
        const auto &tensor = std::get<Tensor>(row[i]);
        if (tensor.getNumBytes() > 0)
          std::memcpy(to, tensor.getData(), tensor.getNumBytes());
        to += tensor.getNumBytes();
      }
    };
    for (const RuntimeValues &row : rows)
      if (std::get<Tensor>(row[i]).getSizes() !=
          ArrayRef<int64_t>(sizes).drop_front())
        return makeOpError(op, "the rounds yield different sizes");
    stacked.push_back(Tensor::make(type.getElementType(), sizes, fill));
  }
  return stacked;
}

llvm::Expected<RuntimeValues> Run::runScan(ep::ScanOp op,
                                           ArrayRef<RuntimeValue> operands) {
  size_t carriedCount = op.getInit().size(), count = op.getXs().size();
  RuntimeValues carried(operands.take_front(carriedCount));
  ArrayRef<RuntimeValue> xs = operands.slice(carriedCount, count);
  ArrayRef<RuntimeValue> additional = operands.drop_front(carriedCount + count);
  llvm::Expected<int64_t> length = countRows(op, xs);
  if (!length)
    return length.takeError();
  SmallVector<RuntimeValues> rows;
  for (int64_t i = 0; i < *length; ++i) {
    RuntimeValues arguments = carried;
    for (auto [k, x] : llvm::enumerate(xs))
      arguments.push_back(
          getRow(x, i, op.getBody().getArgument(carriedCount + k)));
    llvm::append_range(arguments, additional);
    llvm::Expected<RuntimeValues> made = runRegion(op.getBody(), arguments);
    if (!made)
      return made.takeError();
    carried.assign(made->begin(), made->begin() + carriedCount);
    rows.emplace_back(made->begin() + carriedCount, made->end());
  }
  llvm::Expected<RuntimeValues> stacked = stack(op, carriedCount, rows);
  if (!stacked)
    return stacked.takeError();
  llvm::append_range(carried, *stacked);
  return carried;
}

/// Neighbours are combined and scanned as pairs. That gives every second
/// prefix; the others are those before them with one more row.
llvm::Expected<SmallVector<RuntimeValues>>
Run::scanPairs(Region &body, ArrayRef<RuntimeValues> rows,
               ArrayRef<RuntimeValue> additional) {
  auto combine = [&](const RuntimeValues &left, const RuntimeValues &right) {
    RuntimeValues arguments = left;
    llvm::append_range(arguments, right);
    llvm::append_range(arguments, additional);
    return runRegion(body, arguments);
  };
  SmallVector<RuntimeValues> prefixes(rows), pairs;
  if (rows.size() < 2)
    return prefixes;
  for (size_t i = 1; i < rows.size(); i += 2) {
    llvm::Expected<RuntimeValues> pair = combine(rows[i - 1], rows[i]);
    if (!pair)
      return pair.takeError();
    pairs.push_back(std::move(*pair));
  }
  llvm::Expected<SmallVector<RuntimeValues>> odd =
      scanPairs(body, pairs, additional);
  if (!odd)
    return odd.takeError();
  for (size_t i = 1; i < rows.size(); i += 2)
    prefixes[i] = (*odd)[i / 2];
  for (size_t i = 2; i < rows.size(); i += 2) {
    llvm::Expected<RuntimeValues> prefix = combine(prefixes[i - 1], rows[i]);
    if (!prefix)
      return prefix.takeError();
    prefixes[i] = std::move(*prefix);
  }
  return prefixes;
}

llvm::Expected<RuntimeValues>
Run::runPrefixes(ep::AssociativeScanOp op, ArrayRef<RuntimeValue> operands) {
  size_t count = op.getXs().size();
  ArrayRef<RuntimeValue> xs = operands.take_front(count);
  llvm::Expected<int64_t> length = countRows(op, xs);
  if (!length)
    return length.takeError();
  SmallVector<RuntimeValues> rows(*length);
  for (auto [i, row] : llvm::enumerate(rows))
    for (auto [k, x] : llvm::enumerate(xs))
      row.push_back(getRow(x, i, op.getBody().getArgument(k)));
  llvm::Expected<SmallVector<RuntimeValues>> prefixes =
      scanPairs(op.getBody(), rows, operands.drop_front(count));
  if (!prefixes)
    return prefixes.takeError();
  return stack(op, 0, *prefixes);
}

llvm::Expected<RuntimeValues> Run::runMap(ep::MapOp op,
                                          ArrayRef<RuntimeValue> operands) {
  size_t count = op.getXs().size();
  ArrayRef<RuntimeValue> xs = operands.take_front(count);
  llvm::Expected<int64_t> length = countRows(op, xs);
  if (!length)
    return length.takeError();
  SmallVector<RuntimeValues> rows;
  for (int64_t i = 0; i < *length; ++i) {
    RuntimeValues arguments;
    for (auto [k, x] : llvm::enumerate(xs))
      arguments.push_back(getRow(x, i, op.getBody().getArgument(k)));
    llvm::append_range(arguments, operands.drop_front(count));
    llvm::Expected<RuntimeValues> made = runRegion(op.getBody(), arguments);
    if (!made)
      return made.takeError();
    rows.push_back(std::move(*made));
  }
  return stack(op, 0, rows);
}

std::optional<llvm::Expected<RuntimeValues>>
Run::runControlFlow(Operation *op, ArrayRef<RuntimeValue> operands) {
  if (auto cond = dyn_cast<ep::CondOp>(op))
    return runCond(cond, operands);
  if (auto loop = dyn_cast<ep::WhileLoopOp>(op))
    return runWhile(loop, operands);
  if (auto scan = dyn_cast<ep::ScanOp>(op))
    return runScan(scan, operands);
  if (auto scan = dyn_cast<ep::AssociativeScanOp>(op))
    return runPrefixes(scan, operands);
  if (auto map = dyn_cast<ep::MapOp>(op))
    return runMap(map, operands);
  if (isa<ep::GradModeOp, ep::InvokeOp>(op))
    return runRegion(op->getRegion(0), operands);
  if (auto effects = dyn_cast<ep::WithEffectsOp>(op)) {
    llvm::Expected<RuntimeValues> results =
        runRegion(effects.getBody(), operands.drop_front());
    if (results) // the token comes first
      results->insert(results->begin(), RuntimeValue());
    return results;
  }
  return std::nullopt;
}
