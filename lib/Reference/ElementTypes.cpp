// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SmallFloats.h"
#include "kiln/Reference/Tensor.h"
#include <limits>

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

bool reference::isFloat(Type type) { return isa<FloatType>(type); }
bool reference::isComplex(Type type) { return isa<ComplexType>(type); }
bool reference::isInteger(Type type) { return isa<IntegerType>(type); }
bool reference::isBool(Type type) { return type.isInteger(1); }
bool reference::isUnsigned(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.isUnsigned();
}

Type reference::getRealType(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  return complex ? complex.getElementType() : type;
}

bool reference::isElementType(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return isa<Float16Type, Float32Type, Float64Type>(complex.getElementType());
  if (auto integer = dyn_cast<IntegerType>(type))
    return llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return isa<Float64Type, Float32Type, Float16Type, BFloat16Type,
             Float8E4M3FNType, Float8E5M2Type, Float8E4M3FNUZType,
             Float8E5M2FNUZType, Float8E8M0FNUType>(type);
}

int64_t reference::getElementBytes(Type type) {
  if (!isElementType(type))
    return 0;
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getElementBytes(complex.getElementType());
  return std::max(1u, type.getIntOrFloatBitWidth() / 8);
}

double reference::getEpsilon(Type type) {
  auto precision = static_cast<int>(llvm::APFloat::semanticsPrecision(
      cast<FloatType>(type).getFloatSemantics()));
  return std::ldexp(1.0, 1 - precision);
}

double reference::getHighest(Type type) {
  llvm::APFloat number =
      llvm::APFloat::getLargest(cast<FloatType>(type).getFloatSemantics());
  bool inexact;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &inexact);
  return number.convertToDouble();
}

double reference::getLowest(Type type) { return -getHighest(type); }

int64_t reference::getLowestInt(Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  if (isBool(type) || isUnsigned(type))
    return 0;
  return width == 64 ? std::numeric_limits<int64_t>::min()
                     : -(int64_t(1) << (width - 1));
}

int64_t reference::getHighestInt(Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  if (isUnsigned(type))
    return width == 64 ? -1 : (int64_t(1) << width) - 1;
  return isBool(type)  ? 1
         : width == 64 ? std::numeric_limits<int64_t>::max()
                       : (int64_t(1) << (width - 1)) - 1;
}

int64_t reference::wrapTo(int64_t value, Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 1)
    return value != 0;
  if (width == 64)
    return value;
  auto shifted = static_cast<uint64_t>(value) << (64 - width);
  return isUnsigned(type) ? static_cast<int64_t>(shifted >> (64 - width))
                          : static_cast<int64_t>(shifted) >> (64 - width);
}

double reference::roundTo(double value, Type type) {
  if (type.isF64())
    return value;
  if (type.isF32())
    return static_cast<float>(value);
  if (type.isF16())
    return decodeF16(encodeF16(value));
  if (type.isBF16())
    return decodeBF16(encodeBF16(value));
  const llvm::fltSemantics &semantics =
      cast<FloatType>(type).getFloatSemantics();
  return decodeF8(encodeF8(value, semantics), semantics);
}
