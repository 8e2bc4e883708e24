// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Term.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

//===----------------------------------------------------------------------===//
// Dtypes
//===----------------------------------------------------------------------===//

bool core::isFloating(Type dtype) { return isa<FloatType>(dtype); }
bool core::isComplex(Type dtype) { return isa<ComplexType>(dtype); }
bool core::isBool(Type dtype) { return dtype.isInteger(1); }
bool core::isInteger(Type dtype) {
  return isa<IntegerType>(dtype) && !isBool(dtype);
}

Type core::getRealType(Type dtype) {
  auto complex = dyn_cast<ComplexType>(dtype);
  return complex ? complex.getElementType() : dtype;
}

Type core::getComputeType(Type dtype) {
  bool isHalf = isFloating(dtype) && dtype.getIntOrFloatBitWidth() < 32;
  return isHalf ? Type(Float32Type::get(dtype.getContext())) : dtype;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Attribute Number::get(MLIRContext *context) const {
  mlir::Builder builder(context);
  if (const auto *integer = std::get_if<int64_t>(&value))
    return builder.getI64IntegerAttr(*integer);
  if (const auto *real = std::get_if<double>(&value))
    return builder.getF64FloatAttr(*real);
  if (const auto *boolean = std::get_if<bool>(&value))
    return builder.getBoolAttr(*boolean);
  if (const auto *expr = std::get_if<ExprAttr>(&value))
    return *expr;
  return std::get<Attribute>(value);
}

Term core::number(core::Builder &in, Number value) {
  Attribute attr = value.get(in.getContext());
  if (!attr)
    return {};
  if (Value made = createNumber(in.builder, in.loc, attr))
    return Term(in, made);
  return scalar(in, value, ComplexType::get(in.float32()));
}

SmallVector<Value> core::Builder::toValues(ArrayRef<Term> terms) {
  return llvm::map_to_vector(terms, [](Term term) { return term.get(); });
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static ep::TensorType makeType(core::Builder &in, SizesRef sizes, Type dtype) {
  return ep::TensorType::get(in.getContext(), sizes, dtype, {}, in.device);
}

Term core::scalar(core::Builder &in, Number value, Type dtype) {
  return make(in, "aten.scalar_tensor.default", makeType(in, {}, dtype), value,
              dtype, std::nullopt, Attribute(in.device));
}

Term core::full(core::Builder &in, SizesRef sizes, Number value, Type dtype) {
  return make(in, "aten.full.default", makeType(in, sizes, dtype), sizes, value,
              dtype, std::nullopt, Attribute(in.device));
}

Term core::fullLike(Term x, Number value, Type dtype) {
  return x ? full(x.in(), x.sizes(), value, dtype ? dtype : x.dtype()) : x;
}

Term core::arange(core::Builder &in, Number start, Number end, Number step,
                  ExprAttr count, Type dtype) {
  return make(in, "aten.arange.start_step", makeType(in, {count}, dtype), start,
              end, step, dtype, std::nullopt, Attribute(in.device));
}

Term core::arange(core::Builder &in, ExprAttr count) {
  return arange(in, 0, count, 1, count, in.int64());
}

Term core::findTrue(Term mask, ExprAttr count) {
  if (!mask)
    return mask;
  core::Builder &in = mask.in();
  ExprAttr rank = ep::makeInt(count.getContext(), mask.rank());
  return make(in, "aten.nonzero_static.default",
              makeType(in, {count, rank}, in.int64()), mask, Attribute(count));
}

Term core::rand(core::Builder &in, SizesRef sizes, Type dtype) {
  return make(in, "aten.rand.default", makeType(in, sizes, dtype), sizes, dtype,
              std::nullopt, Attribute(in.device));
}

Term core::randn(core::Builder &in, SizesRef sizes, Type dtype) {
  return make(in, "aten.randn.default", makeType(in, sizes, dtype), sizes,
              dtype, std::nullopt, Attribute(in.device));
}

Term core::castTo(Term x, Type dtype) {
  if (!x || x.dtype() == dtype)
    return x;
  if (x.isNumber())
    return scalar(x.in(), cast<ep::NumberType>(x.get().getType()).getValue(),
                  dtype);
  return Term(x.in(), createCast(x.in().builder, x.in().loc, x, dtype));
}

Term core::to(Term x, Type dtype) {
  Term result = castTo(x, dtype);
  if (x && !x.isNumber() && x.dtype() != dtype)
    result.get().getDefiningOp()->setAttr(kInnerCastAttr,
                                          x.in().builder.getUnitAttr());
  return result;
}

Term core::contiguous(Term x) {
  if (!x || x.type().isContiguous())
    return x;
  return make(x.in(), "aten.clone.default", x.type().withSizes(x.sizes()), x,
              "contiguous_format");
}
