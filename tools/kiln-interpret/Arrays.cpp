// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Arrays.h"
#include "kiln-rt/recorded/RecordedCalls.h"
#include "kiln/Dialect/EP/EP.h"
#include <cstring>

using namespace kiln;
using namespace kiln::reference;

/// Every dtype and its element type.
static llvm::SmallVector<std::pair<kiln_dtype, Type>, 24>
getDtypes(MLIRContext *context) {
  mlir::Builder b(context);
  auto unsignedType = [&](unsigned width) {
    return b.getIntegerType(width, /*isSigned=*/false);
  };
  return {{KILN_DTYPE_BOOL, b.getI1Type()},
          {KILN_DTYPE_U8, unsignedType(8)},
          {KILN_DTYPE_I8, b.getI8Type()},
          {KILN_DTYPE_I16, b.getI16Type()},
          {KILN_DTYPE_U16, unsignedType(16)},
          {KILN_DTYPE_I32, b.getI32Type()},
          {KILN_DTYPE_U32, unsignedType(32)},
          {KILN_DTYPE_I64, b.getI64Type()},
          {KILN_DTYPE_U64, unsignedType(64)},
          {KILN_DTYPE_F16, b.getF16Type()},
          {KILN_DTYPE_BF16, b.getBF16Type()},
          {KILN_DTYPE_F32, b.getF32Type()},
          {KILN_DTYPE_F64, b.getF64Type()},
          {KILN_DTYPE_C32, mlir::ComplexType::get(b.getF16Type())},
          {KILN_DTYPE_C64, mlir::ComplexType::get(b.getF32Type())},
          {KILN_DTYPE_C128, mlir::ComplexType::get(b.getF64Type())},
          {KILN_DTYPE_F8E4M3FN, mlir::Float8E4M3FNType::get(context)},
          {KILN_DTYPE_F8E5M2, mlir::Float8E5M2Type::get(context)},
          {KILN_DTYPE_F8E4M3FNUZ, mlir::Float8E4M3FNUZType::get(context)},
          {KILN_DTYPE_F8E5M2FNUZ, mlir::Float8E5M2FNUZType::get(context)},
          {KILN_DTYPE_F8E8M0FNU, mlir::Float8E8M0FNUType::get(context)}};
}

kiln_dtype interpret::getDtype(Type elementType) {
  for (auto [dtype, type] : getDtypes(elementType.getContext()))
    if (type == elementType)
      return dtype;
  return KILN_DTYPE_NONE;
}

static Type getElementType(MLIRContext *context, kiln_dtype dtype) {
  for (auto [known, type] : getDtypes(context))
    if (known == dtype)
      return type;
  return {};
}

RuntimeValue interpret::toValue(MLIRContext *context, const rt::NpyArray &array,
                                Type type) {
  auto copy = std::make_shared<rt::NpyArray>(array.dtype(), array.sizes());
  if (array.bytes() > 0)
    std::memcpy(copy->data(), array.data(), array.bytes());
  if (auto tensor = mlir::dyn_cast<ep::TensorType>(type))
    rt::restoreDtype(*copy, getDtype(tensor.getElementType()));
  const auto *data = static_cast<const uint8_t *>(copy->data());
  Tensor tensor = Tensor::fromBytes(getElementType(context, copy->dtype()),
                                    array.sizes(), copy, data);
  if (mlir::isa<ep::NumberType>(type) && tensor.getNumElements() == 1)
    return toScalar(tensor);
  return tensor;
}

std::optional<rt::NpyArray> interpret::toArray(const RuntimeValue &value,
                                               MLIRContext *context) {
  Tensor tensor;
  if (const auto *scalar = std::get_if<Scalar>(&value))
    tensor = toTensor(context, *scalar);
  else if (const auto *held = std::get_if<Tensor>(&value))
    tensor = *held;
  else
    return std::nullopt;
  rt::NpyArray array(getDtype(tensor.getElementType()),
                     {tensor.getSizes().begin(), tensor.getSizes().end()});
  if (array.bytes() > 0)
    std::memcpy(array.data(), tensor.getData(), array.bytes());
  return array;
}
