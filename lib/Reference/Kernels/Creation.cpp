// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// New tensors out of numbers, and conversions.
#include "Kernels/Kernels.h"
#include <cmath>

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

static KernelResult filled(Call &call, const Scalar &value) {
  Tensor number =
      convert(toTensor(call.getContext(), value), call.resultType());
  return result(broadcastTo(number, call.resultSizes()));
}

static KernelResult full(Call &call) {
  return filled(call, call.scalar("fill_value"));
}

static KernelResult scalarTensor(Call &call) {
  return filled(call, call.scalar("s"));
}

/// fill.Scalar and fill.Tensor.
static KernelResult fillScalar(Call &call) {
  return filled(call, call.scalar("value"));
}
static KernelResult fillTensor(Call &call) {
  return filled(call, toScalar(call.tensor("value")));
}

static KernelResult ones(Call &call) { return filled(call, int64_t(1)); }

/// Uninitialised elements are 0 here: nothing may depend on them.
static KernelResult zeros(Call &call) { return filled(call, int64_t(0)); }

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

/// start + step * i; integers when the dtype is one.
static KernelResult sequence(Call &call, const Scalar &start,
                             const Scalar &step, int64_t count) {
  if (isInteger(call.resultType())) {
    Dense<int64_t> values({count});
    for (int64_t i = 0; i < count; ++i)
      values[i] = toInt(start) + i * toInt(step);
    return result(call, values);
  }
  Dense<double> values({count});
  for (int64_t i = 0; i < count; ++i)
    values[i] = toDouble(start) + static_cast<double>(i) * toDouble(step);
  return result(call, values);
}

static KernelResult arange(Call &call) {
  auto argument = [&](StringRef name, int64_t byDefault) {
    return call.hasArgument(name) ? call.scalar(name) : Scalar(byDefault);
  };
  Scalar start = argument("start", 0), step = argument("step", 1);
  Scalar end = call.scalar("end");
  if (toDouble(step) == 0)
    return call.error("the step is 0");
  bool exact = !std::holds_alternative<double>(start) &&
               !std::holds_alternative<double>(step) &&
               !std::holds_alternative<double>(end);
  int64_t count;
  if (exact) {
    int64_t distance = toInt(end) - toInt(start), by = toInt(step);
    count = (distance + by - (by > 0 ? 1 : -1)) / by;
  } else {
    count = static_cast<int64_t>(
        std::ceil((toDouble(end) - toDouble(start)) / toDouble(step)));
  }
  return sequence(call, start, step, std::max<int64_t>(0, count));
}

static KernelResult iota(Call &call) {
  return sequence(call, call.integer("start"), call.integer("step"),
                  call.integer("length"));
}

/// Both ends are met exactly: the second half counts from the end.
static KernelResult linspace(Call &call) {
  double start = toDouble(call.scalar("start")),
         end = toDouble(call.scalar("end"));
  int64_t steps = call.integer("steps");
  double step = steps > 1 ? (end - start) / static_cast<double>(steps - 1) : 0;
  Dense<double> values({steps});
  for (int64_t i = 0; i < steps; ++i)
    values[i] = i < steps / 2 || steps == 1
                    ? start + step * static_cast<double>(i)
                    : end - step * static_cast<double>(steps - 1 - i);
  return result(call, values);
}

static KernelResult eye(Call &call) {
  Dense<int64_t> values(call.resultSizes());
  int64_t columns = values.sizes[1];
  for (int64_t i = 0; i < std::min(values.sizes[0], columns); ++i)
    values[i * columns + i] = 1;
  return result(call, values);
}

/// The rows and columns of a triangle, row by row.
template <bool Lower>
static KernelResult triangleIndices(Call &call) {
  int64_t rows = call.integer("row"), columns = call.integer("col"),
          shift = call.integer("offset");
  std::vector<int64_t> r, c;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      if (Lower ? j - i <= shift : j - i >= shift) {
        r.push_back(i);
        c.push_back(j);
      }
  Dense<int64_t> values;
  values.sizes = {2, static_cast<int64_t>(r.size())};
  values.values = r;
  values.values.insert(values.values.end(), c.begin(), c.end());
  return result(call, values);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// The dtype of the result says it all.
template <const char *Name>
static KernelResult convertArgument(Call &call) {
  return result(convert(call.tensor(Name), call.resultType()));
}
static constexpr char kSelf[] = "self", kA[] = "a";

/// The second tensor in the place of the first.
static KernelResult copy(Call &call) {
  return result(broadcastTo(convert(call.tensor("src"), call.resultType()),
                            call.resultSizes()));
}

static void addAll(KernelTable &table, ArrayRef<StringRef> names,
                   Kernel kernel) {
  for (StringRef name : names)
    table.add(("aten." + name).str(), kernel);
}

void reference::registerCreationKernels(KernelTable &table) {
  addAll(table, {"full.default", "full_like.default", "new_full.default"},
         full);
  addAll(table, {"scalar_tensor.default"}, scalarTensor);
  addAll(table, {"fill.Scalar"}, fillScalar);
  addAll(table, {"fill.Tensor"}, fillTensor);
  addAll(table, {"ones.default", "ones_like.default", "new_ones.default"},
         ones);
  addAll(table,
         {"zeros.default", "zeros_like.default", "new_zeros.default",
          "empty.memory_format", "empty_like.default", "empty_strided.default",
          "empty_permuted.default", "new_empty.default",
          "new_empty_strided.default"},
         zeros);
  addAll(table, {"arange.default", "arange.start", "arange.start_step"},
         arange);
  addAll(table, {"linspace.default"}, linspace);
  addAll(table, {"eye.default", "eye.m"}, eye);
  addAll(table, {"tril_indices.default"}, triangleIndices<true>);
  addAll(table, {"triu_indices.default"}, triangleIndices<false>);
  addAll(table,
         {"_to_copy.default", "to.dtype", "to.device", "to.dtype_layout",
          "to.other", "type_as.default"},
         convertArgument<kSelf>);
  addAll(table, {"copy.default"}, copy);
  table.add("prims.iota.default", iota);
  table.add("prims.convert_element_type.default", convertArgument<kA>);
  table.add("prims.device_put.default", convertArgument<kA>);
}
