// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For elementwise kernels. Functions are generic lambdas with static
// storage, `static constexpr auto kExp = [](auto x) { … };`, and kernels are
// templates over a reference to them: a Kernel is a plain function.
#ifndef KILN_LIB_REFERENCE_KERNELS_ELEMENTWISE_H
#define KILN_LIB_REFERENCE_KERNELS_ELEMENTWISE_H

#include "Kernels/Kernels.h"

namespace kiln::reference {

/// The dtype of arithmetic on two dtypes.
Type promoteTypes(Type a, Type b);

/// The dtype that operands are brought to before an operation: PyTorch's rule,
/// by which tensors with dimensions go before scalars tensors, and these before
/// Python numbers, unless they are of a higher category (bool, integer, float,
/// complex). `numbers` are Python numbers.
Type getCommonType(ArrayRef<Tensor> tensors, ArrayRef<Scalar> numbers);

/// The dtype that PyTorch computes in on a CPU: f32 for the floats below it.
Type getComputeType(Type type);

/// A tensor argument broadcast to `sizes`, converted to `type`, spelled out. A
/// number in place of a tensor is rounded to the dtype that PyTorch computes in
/// only.
template <typename T>
Dense<T> loadOperand(Call &call, StringRef argument, Type type,
                     ArrayRef<int64_t> sizes) {
  Type target = call.isNumber(argument) ? getComputeType(type) : type;
  return broadcastTo(load<T>(convert(call.tensor(argument), target)), sizes);
}

/// The second operand of a binary op: the tensor `other`, or the Scalar.
template <typename T>
Dense<T> loadOther(Call &call, StringRef argument, Type type,
                   ArrayRef<int64_t> sizes) {
  if (!call.getOp()
           .getSchema()
           .getArguments()[call.getOp().indexOf(argument)]
           .type.isTensor()) {
    Tensor number = toTensor(call.getContext(), call.scalar(argument));
    return Dense<T>(sizes, load<T>(convert(number, getComputeType(type)))[0]);
  }
  return loadOperand<T>(call, argument, type, sizes);
}

template <typename T, typename Fn>
Dense<T> mapDense(Dense<T> dense, Fn fn) {
  for (T &value : dense.values)
    value = fn(value);
  return dense;
}

template <typename T, typename Fn>
Dense<T> zipDense(Dense<T> a, const Dense<T> &b, Fn fn) {
  for (size_t i = 0; i < a.values.size(); ++i)
    a.values[i] = fn(a.values[i], b.values[i]);
  return a;
}

/// Integers without undefined overflow.
inline int64_t wrapAdd(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) +
                              static_cast<uint64_t>(b));
}
inline int64_t wrapMul(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) *
                              static_cast<uint64_t>(b));
}

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_KERNELS_ELEMENTWISE_H
