// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Reference/Kernel.h"
#include "kiln/Support/Truncation.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;
using Complex = std::complex<double>;

/// The number in a computing type.
template <typename T>
static T convertScalar(const Scalar &scalar) {
  return std::visit(
      [](auto value) -> T {
        using From = decltype(value);
        if constexpr (std::is_same_v<T, Complex>)
          return Complex(value);
        else if constexpr (std::is_same_v<From, Complex>)
          return static_cast<T>(value.real());
        else
          return static_cast<T>(value);
      },
      scalar);
}

int64_t reference::toInt(const Scalar &scalar) {
  if (const auto *value = std::get_if<int64_t>(&scalar))
    return *value;
  return truncate<int64_t>(convertScalar<double>(scalar));
}

double reference::toDouble(const Scalar &scalar) {
  return convertScalar<double>(scalar);
}

bool reference::toBool(const Scalar &scalar) {
  return std::visit([](auto value) { return value != decltype(value)(0); },
                    scalar);
}

Complex reference::toComplex(const Scalar &scalar) {
  return convertScalar<Complex>(scalar);
}

Tensor reference::toTensor(MLIRContext *context, const Scalar &scalar) {
  Builder builder(context);
  if (const auto *value = std::get_if<int64_t>(&scalar))
    return store(Dense<int64_t>({}, *value), builder.getI64Type());
  if (const auto *value = std::get_if<double>(&scalar))
    return store(Dense<double>({}, *value), builder.getF64Type());
  if (const auto *value = std::get_if<bool>(&scalar))
    return store(Dense<int64_t>({}, *value), builder.getI1Type());
  return store(Dense<Complex>({}, std::get<Complex>(scalar)),
               ComplexType::get(builder.getF64Type()));
}

Scalar reference::toScalar(const Tensor &tensor) {
  Type type = tensor.getElementType();
  if (isComplex(type))
    return load<Complex>(tensor)[0];
  if (isFloat(type))
    return load<double>(tensor)[0];
  int64_t value = load<int64_t>(tensor)[0];
  if (isBool(type))
    return value != 0;
  return value;
}
