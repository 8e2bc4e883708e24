// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernels/Elementwise.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

/// bool, integer, float, complex.
static int getCategory(Type type) {
  return isComplex(type) ? 3 : isFloat(type) ? 2 : isBool(type) ? 0 : 1;
}

static Type promoteFloats(Type a, Type b) {
  unsigned widthA = a.getIntOrFloatBitWidth(),
           widthB = b.getIntOrFloatBitWidth();
  if (widthA == widthB) // f16 and bf16, different 8-bit floats
    return Float32Type::get(a.getContext());
  return widthA > widthB ? a : b;
}

static Type promoteIntegers(Type a, Type b) {
  unsigned widthA = a.getIntOrFloatBitWidth(),
           widthB = b.getIntOrFloatBitWidth();
  if (isUnsigned(a) == isUnsigned(b))
    return widthA > widthB ? a : b;
  unsigned widthUnsigned = isUnsigned(a) ? widthA : widthB;
  unsigned width = std::max({widthA, widthB, 2 * widthUnsigned});
  return IntegerType::get(a.getContext(), std::min(width, 64u));
}

Type reference::promoteTypes(Type a, Type b) {
  if (a == b)
    return a;
  int categoryA = getCategory(a), categoryB = getCategory(b);
  if (categoryA == 3 || categoryB == 3) {
    Type partA = getRealType(a), partB = getRealType(b);
    Type part = !isFloat(partA)   ? partB
                : !isFloat(partB) ? partA
                : partA == partB  ? partA
                                  : promoteFloats(partA, partB);
    return ComplexType::get(part);
  }
  if (categoryA != categoryB)
    return categoryA > categoryB ? a : b;
  return categoryA == 2 ? promoteFloats(a, b) : promoteIntegers(a, b);
}

Type reference::getComputeType(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return ComplexType::get(getComputeType(complex.getElementType()));
  return isFloat(type) && type.getIntOrFloatBitWidth() < 32
             ? Float32Type::get(type.getContext())
             : type;
}

/// The dtype that a Python number has for promotion.
static Type getNumberType(MLIRContext *context, const Scalar &scalar) {
  Builder builder(context);
  if (std::holds_alternative<int64_t>(scalar))
    return builder.getI64Type();
  if (std::holds_alternative<bool>(scalar))
    return builder.getI1Type();
  if (std::holds_alternative<double>(scalar))
    return builder.getF32Type();
  return ComplexType::get(builder.getF32Type());
}

/// `higher` goes before `lower`, unless that is of a higher category.
static Type combine(Type higher, Type lower) {
  if (!higher || !lower)
    return higher ? higher : lower;
  return getCategory(lower) > getCategory(higher) ? promoteTypes(higher, lower)
                                                  : higher;
}

Type reference::getCommonType(ArrayRef<Tensor> tensors,
                              ArrayRef<Scalar> numbers) {
  Type withDims, withoutDims, ofNumbers;
  auto add = [](Type &to, Type type) {
    to = to ? promoteTypes(to, type) : type;
  };
  for (const Tensor &tensor : tensors)
    add(tensor.getRank() > 0 ? withDims : withoutDims, tensor.getElementType());
  for (const Scalar &number : numbers)
    add(ofNumbers,
        getNumberType(tensors.front().getElementType().getContext(), number));
  return combine(withDims, combine(withoutDims, ofNumbers));
}
