// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons, logic, choices and bounds.
#include "Kernels/Elementwise.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;
using Complex = std::complex<double>;

static constexpr auto kEq = [](auto a, auto b) { return a == b; };
static constexpr auto kNe = [](auto a, auto b) { return a != b; };
static constexpr auto kLt = [](auto a, auto b) { return a < b; };
static constexpr auto kLe = [](auto a, auto b) { return a <= b; };
static constexpr auto kGt = [](auto a, auto b) { return a > b; };
static constexpr auto kGe = [](auto a, auto b) { return a >= b; };

/// Is the argument a tensor in the schema?
static bool isTensorArgument(Call &call, StringRef name) {
  return call.getOp()
      .getSchema()
      .getArguments()[call.getOp().indexOf(name)]
      .type.isTensor();
}

namespace {
/// The operands of a comparison, and the type that both are brought to.
struct Operands {
  Tensor self, other;
  Type type;
};
} // namespace

static Operands getOperands(Call &call) {
  Operands operands;
  SmallVector<Tensor> tensors;
  SmallVector<Scalar> numbers;
  auto add = [&](StringRef name, Tensor &operand) {
    bool isTensor = isTensorArgument(call, name);
    operand = isTensor ? call.tensor(name)
                       : toTensor(call.getContext(), call.scalar(name));
    if (!isTensor || call.isNumber(name))
      numbers.push_back(toScalar(operand));
    else
      tensors.push_back(operand);
  };
  add("self", operands.self);
  add("other", operands.other);
  operands.type = tensors.empty()
                      ? promoteTypes(operands.self.getElementType(),
                                     operands.other.getElementType())
                      : getCommonType(tensors, numbers);
  return operands;
}

template <typename T, typename Fn>
static Dense<int64_t> compareAs(const Operands &operands,
                                ArrayRef<int64_t> sizes, Fn fn) {
  auto operand = [&](const Tensor &tensor) {
    return broadcastTo(load<T>(convert(tensor, operands.type)), sizes);
  };
  Dense<T> a = operand(operands.self), b = operand(operands.other);
  Dense<int64_t> holds(sizes);
  for (size_t i = 0; i < holds.values.size(); ++i)
    holds[i] = fn(a[i], b[i]);
  return holds;
}

template <const auto &Fn>
static KernelResult compare(Call &call) {
  Operands operands = getOperands(call);
  Sizes sizes = call.resultSizes();
  if (isComplex(operands.type)) {
    using Condition = std::decay_t<decltype(Fn)>;
    if constexpr (std::is_same_v<Condition, std::decay_t<decltype(kEq)>> ||
                  std::is_same_v<Condition, std::decay_t<decltype(kNe)>>)
      return result(call, compareAs<Complex>(operands, sizes, Fn));
    else
      return call.unsupported("complex numbers have no order");
  }
  if (isFloat(operands.type))
    return result(call, compareAs<double>(operands, sizes, Fn));
  if (operands.type.isUnsignedInteger(64))
    return result(
        call, compareAs<int64_t>(operands, sizes, [](int64_t a, int64_t b) {
          return Fn(static_cast<uint64_t>(a), static_cast<uint64_t>(b));
        }));
  return result(call, compareAs<int64_t>(operands, sizes, Fn));
}

//===----------------------------------------------------------------------===//
// Logic
//===----------------------------------------------------------------------===//

static constexpr auto kAnd = [](bool a, bool b) { return a && b; };
static constexpr auto kOr = [](bool a, bool b) { return a || b; };
static constexpr auto kXor = [](bool a, bool b) { return a != b; };

template <const auto &Fn>
static KernelResult logical(Call &call) {
  Sizes sizes = call.resultSizes();
  auto operand = [&](StringRef name) {
    return broadcastTo(load<Complex>(call.tensor(name)), sizes);
  };
  Dense<Complex> a = operand("self"), b = operand("other");
  Dense<int64_t> holds(sizes);
  for (size_t i = 0; i < holds.values.size(); ++i)
    holds[i] = Fn(a[i] != 0.0, b[i] != 0.0);
  return result(call, holds);
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

static KernelResult where(Call &call) {
  Type type = call.resultType();
  Sizes sizes = call.resultSizes();
  Dense<int64_t> condition =
      broadcastTo(load<int64_t>(call.tensor("condition")), sizes);
  return withComputing(type, [&](auto tag) {
    using T = decltype(tag);
    Dense<T> a = loadOther<T>(call, "self", type, sizes);
    Dense<T> b = loadOther<T>(call, "other", type, sizes);
    for (size_t i = 0; i < a.values.size(); ++i)
      if (!condition[i])
        a[i] = b[i];
    return result(call, a);
  });
}

static KernelResult maskedFill(Call &call) {
  Type type = call.resultType();
  Sizes sizes = call.resultSizes();
  Dense<int64_t> mask = broadcastTo(load<int64_t>(call.tensor("mask")), sizes);
  return withComputing(type, [&](auto tag) {
    using T = decltype(tag);
    Dense<T> self = loadOperand<T>(call, "self", type, sizes);
    Dense<T> value = loadOther<T>(call, "value", type, sizes);
    for (size_t i = 0; i < self.values.size(); ++i)
      if (mask[i])
        self[i] = value[i];
    return result(call, self);
  });
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// min(max(x, low), high); NaN stays, and a bound that is NaN wins.
template <typename T>
static T clampOne(T x, const T *low, const T *high) {
  if (x != x)
    return x;
  if (low && (*low != *low || x < *low))
    x = *low;
  if (high && (*high != *high || *high < x))
    x = *high;
  return x;
}

static KernelResult clamp(Call &call) {
  Type type = call.resultType();
  Sizes sizes = call.resultSizes();
  return withComputing(type, [&](auto tag) -> KernelResult {
    using T = decltype(tag);
    if constexpr (std::is_same_v<T, Complex>) {
      return call.unsupported("complex numbers have no order");
    } else {
      auto bound = [&](StringRef name) -> std::optional<Dense<T>> {
        if (!call.hasArgument(name) || !call.has(name))
          return std::nullopt;
        return loadOther<T>(call, name, type, sizes);
      };
      std::optional<Dense<T>> low = bound("min"), high = bound("max");
      Dense<T> values = loadOperand<T>(call, "self", type, sizes);
      for (size_t i = 0; i < values.values.size(); ++i)
        values[i] = clampOne<T>(values[i], low ? &(*low)[i] : nullptr,
                                high ? &(*high)[i] : nullptr);
      return result(call, values);
    }
  });
}

template <const auto &Fn>
static void addComparison(KernelTable &table, StringRef name) {
  table.add(("aten." + name + ".Tensor").str(), compare<Fn>);
  table.add(("aten." + name + ".Scalar").str(), compare<Fn>);
}

void reference::registerComparisonKernels(KernelTable &table) {
  addComparison<kEq>(table, "eq");
  addComparison<kNe>(table, "ne");
  addComparison<kLt>(table, "lt");
  addComparison<kLe>(table, "le");
  addComparison<kGt>(table, "gt");
  addComparison<kGe>(table, "ge");
  table.add("aten.logical_and.default", logical<kAnd>);
  table.add("aten.logical_or.default", logical<kOr>);
  table.add("aten.logical_xor.default", logical<kXor>);
  for (StringRef name : {"aten.where.self", "aten.where.ScalarSelf",
                         "aten.where.ScalarOther", "aten.where.Scalar"})
    table.add(name, where);
  table.add("aten.masked_fill.Scalar", maskedFill);
  table.add("aten.masked_fill.Tensor", maskedFill);
  for (StringRef name : {"aten.clamp.default", "aten.clamp.Tensor",
                         "aten.clamp_min.default", "aten.clamp_min.Tensor",
                         "aten.clamp_max.default", "aten.clamp_max.Tensor"})
    table.add(name, clamp);
}
