// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Aten/Term.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

static Term unary(StringRef name, Term x, Type dtype) {
  return make(x.in(), name, x.type().withElementType(dtype), x);
}

#define FLOATING(NAME)                                                         \
  Term core::NAME(Term x) {                                                    \
    return x ? unary("aten." #NAME ".default", x, toFloating(x.dtype())) : x;  \
  }
#define KEEPING(NAME)                                                          \
  Term core::NAME(Term x) {                                                    \
    return x ? unary("aten." #NAME ".default", x, x.dtype()) : x;              \
  }
#define ASKING(NAME)                                                           \
  Term core::NAME(Term x) {                                                    \
    return x ? unary("aten." #NAME ".default", x, x.in().boolean()) : x;       \
  }
// clang-format off
FLOATING(acos) FLOATING(asin) FLOATING(atan) FLOATING(cos) FLOATING(cosh)
FLOATING(erf) FLOATING(exp) FLOATING(expm1) FLOATING(log) FLOATING(log10)
FLOATING(log1p) FLOATING(log2) FLOATING(reciprocal) FLOATING(rsqrt)
FLOATING(sigmoid) FLOATING(sin) FLOATING(sinh) FLOATING(sqrt) FLOATING(tan)
FLOATING(tanh)
KEEPING(ceil) KEEPING(floor) KEEPING(neg) KEEPING(relu) KEEPING(round)
KEEPING(sign) KEEPING(trunc) KEEPING(bitwise_not)
ASKING(isinf) ASKING(isnan) ASKING(logical_not)
// clang-format on
#undef FLOATING
#undef KEEPING
#undef ASKING

                                Term core::abs(Term x) {
  return x ? unary("aten.abs.default", x, getRealType(x.dtype())) : x;
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

static Attribute getNumber(Term term) {
  return cast<ep::NumberType>(term.get().getType()).getValue();
}

/// The type of `a` and `b` broadcast; null when they do not fit.
static ep::TensorType getBroadcastType(Term a, Term b, Type dtype) {
  FailureOr<Sizes> sizes = broadcastSizes({a.sizes(), b.sizes()});
  Term like = a.isNumber() ? b : a;
  if (failed(sizes) || like.isNumber())
    return {};
  return like.type().withSizes(*sizes).withElementType(dtype);
}

Term core::binary(StringRef name, Term a, Term b, Type dtype) {
  if (!a || !b)
    return invalid({a, b});
  if (!dtype)
    dtype = getResultType({a.get(), b.get()});
  ep::TensorType type = getBroadcastType(a, b, dtype);
  return type ? make(a.in(), name, type, a, b) : invalid({a, b});
}

Term core::operator+(Term a, Term b) { return binary("aten.add.Tensor", a, b); }
Term core::operator-(Term a, Term b) { return binary("aten.sub.Tensor", a, b); }
Term core::operator*(Term a, Term b) { return binary("aten.mul.Tensor", a, b); }
Term core::operator/(Term a, Term b) {
  if (!a || !b)
    return invalid({a, b});
  return binary("aten.div.Tensor", a, b,
                toFloating(getResultType({a.get(), b.get()})));
}

static Term divide(Term a, Term b, StringRef mode) {
  if (!a || !b)
    return invalid({a, b});
  ep::TensorType type =
      getBroadcastType(a, b, getResultType({a.get(), b.get()}));
  return type ? make(a.in(), "aten.div.Tensor_mode", type, a, b, mode)
              : invalid({a, b});
}
Term core::floorDiv(Term a, Term b) { return divide(a, b, "floor"); }
Term core::truncDiv(Term a, Term b) { return divide(a, b, "trunc"); }

/// `name` compares a tensor with a number in its overload Scalar; `mirrored` is
/// the comparison with exchanged operands.
static Term compare(StringRef name, StringRef mirrored, Term a, Term b) {
  if (!a || !b)
    return invalid({a, b});
  if (a.isNumber())
    return compare(mirrored, name, b, a);
  ep::TensorType type = getBroadcastType(a, b, a.in().boolean());
  if (!type)
    return invalid({a, b});
  if (b.isNumber())
    return make(a.in(), ("aten." + name + ".Scalar").str(), type, a,
                getNumber(b));
  return make(a.in(), ("aten." + name + ".Tensor").str(), type, a, b);
}
Term core::operator<(Term a, Term b) { return compare("lt", "gt", a, b); }
Term core::operator<=(Term a, Term b) { return compare("le", "ge", a, b); }
Term core::operator>(Term a, Term b) { return compare("gt", "lt", a, b); }
Term core::operator>=(Term a, Term b) { return compare("ge", "le", a, b); }
Term core::eq(Term a, Term b) { return compare("eq", "eq", a, b); }
Term core::ne(Term a, Term b) { return compare("ne", "ne", a, b); }

/// A number on the right is a Scalar of `scalarName`.
static Term withScalar(StringRef tensorName, StringRef scalarName, Term a,
                       Term b) {
  if (!a || !b || a.isNumber() || !b.isNumber())
    return binary(tensorName, a, b);
  ep::TensorType type =
      getBroadcastType(a, b, getResultType({a.get(), b.get()}));
  return make(a.in(), scalarName, type, a, getNumber(b));
}
Term core::pow(Term a, Term b) {
  if (!a || !b || !a.isNumber())
    return withScalar("aten.pow.Tensor_Tensor", "aten.pow.Tensor_Scalar", a, b);
  ep::TensorType type =
      getBroadcastType(a, b, getResultType({a.get(), b.get()}));
  return type ? make(a.in(), "aten.pow.Scalar", type, getNumber(a), b)
              : invalid({a, b});
}
Term core::fmod(Term a, Term b) {
  return withScalar("aten.fmod.Tensor", "aten.fmod.Scalar", a, b);
}
Term core::remainder(Term a, Term b) {
  return withScalar("aten.remainder.Tensor", "aten.remainder.Scalar", a, b);
}

Term core::operator&(Term a, Term b) {
  return a ? binary("aten.logical_and.default", a, b, a.in().boolean()) : a;
}
Term core::operator|(Term a, Term b) {
  return a ? binary("aten.logical_or.default", a, b, a.in().boolean()) : a;
}
Term core::bitwise_and(Term a, Term b) {
  return binary("aten.bitwise_and.Tensor", a, b);
}
Term core::bitwise_or(Term a, Term b) {
  return binary("aten.bitwise_or.Tensor", a, b);
}
Term core::bitwise_xor(Term a, Term b) {
  return binary("aten.bitwise_xor.Tensor", a, b);
}
Term core::maximum(Term a, Term b) {
  return binary("aten.maximum.default", a, b);
}
Term core::minimum(Term a, Term b) {
  return binary("aten.minimum.default", a, b);
}
Term core::atan2(Term a, Term b) {
  if (!a || !b)
    return invalid({a, b});
  return binary("aten.atan2.default", a, b,
                toFloating(getResultType({a.get(), b.get()})));
}

Term core::clamp(Term x, std::optional<Number> min, std::optional<Number> max) {
  if (!x)
    return x;
  MLIRContext *context = x.in().getContext();
  Attribute low = min ? min->get(context) : Attribute();
  Attribute high = max ? max->get(context) : Attribute();
  SmallVector<Attribute> bounds;
  for (Attribute bound : {low, high})
    if (bound)
      bounds.push_back(bound);
  return make(x.in(), "aten.clamp.default",
              x.type().withElementType(getResultType({x.get()}, bounds)), x,
              low, high);
}

Term core::where(Term condition, Term a, Term b) {
  if (!condition || !a || !b)
    return invalid({condition, a, b});
  Type dtype = getResultType({a.get(), b.get()});
  FailureOr<Sizes> sizes =
      broadcastSizes({condition.sizes(), a.sizes(), b.sizes()});
  if (failed(sizes))
    return invalid({condition, a, b});
  return make(condition.in(), "aten.where.self",
              condition.type().withSizes(*sizes).withElementType(dtype),
              condition, a, b);
}
Term core::where(Term condition, Term a, Number b) {
  return a ? where(condition, a, scalar(a.in(), b, a.dtype())) : a;
}
Term core::where(Term condition, Number a, Term b) {
  return b ? where(condition, scalar(b.in(), a, b.dtype()), b) : b;
}
