// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values under construction, so that a decomposition reads like its formula:
// `x * sigmoid(x)` builds the two core ops with the types that PyTorch gives
// them (broadcast sizes, promoted dtype, strides of views). The operators and
// functions on terms build core ops only. A function of a null term, or of
// terms that do not fit, is false.
#ifndef KILN_DIALECT_ATEN_TERM_H
#define KILN_DIALECT_ATEN_TERM_H

#include "kiln/Dialect/Aten/Decomposition.h"

namespace kiln::aten::core {

using ep::ExprAttr;
using Dims = ArrayRef<int64_t>;

bool isFloating(Type dtype);
bool isComplex(Type dtype);
bool isBool(Type dtype);
/// Not bool.
bool isInteger(Type dtype);
/// The dtype of the parts of a complex one; of all others itself.
Type getRealType(Type dtype);
/// f32 for f16 and bf16 (and floats of 8 bits), else `dtype`.
Type getComputeType(Type dtype);

class Builder;

class Term {
public:
  Term() = default;
  Term(Builder &builder, Value value) : builder(&builder), value(value) {}

  explicit operator bool() const { return isValid && value; }
  operator Value() const { return value; }
  Value get() const { return value; }
  Builder &in() const { return *builder; }

  bool isNumber() const { return isa<ep::NumberType>(value.getType()); }
  ep::TensorType type() const { return getTensorType(value); }
  Type dtype() const { return getDtype(value); }
  SizesRef sizes() const { return getSizes(value); }
  int64_t rank() const { return sizes().size(); }
  /// Counted from the end when negative; 1 for a missing dimension.
  ExprAttr size(int64_t dim) const {
    dim = dim < 0 ? dim + rank() : dim;
    return dim >= 0 && dim < rank() ? sizes()[dim]
                                    : ep::makeInt(value.getContext(), 1);
  }
  /// The product of all sizes.
  ExprAttr numel() const { return ep::product(value.getContext(), sizes()); }

  /// A stand-in for a term that failed: false, and so is everything that
  /// is built of it, but it may be asked for its type.
  Term invalid() const {
    Term term = *this;
    term.isValid = false;
    return term;
  }

private:
  Builder *builder = nullptr;
  Value value;
  bool isValid = true;
};

using Terms = SmallVector<Term>;

/// The stand-in of a function of these terms.
inline Term invalid(std::initializer_list<Term> terms) {
  for (Term term : terms)
    if (term.get())
      return term.invalid();
  return {};
}

/// A Python number as an operand or a Scalar argument.
class Number {
public:
  Number(int value) : value(static_cast<int64_t>(value)) {}
  Number(int64_t value) : value(value) {}
  Number(double value) : value(value) {}
  Number(bool value) : value(value) {}
  Number(ExprAttr value) : value(value) {}
  /// A Scalar attribute of an op.
  Number(Attribute value) : value(value) {}

  Attribute get(MLIRContext *context) const;

private:
  std::variant<int64_t, double, bool, ExprAttr, Attribute> value;
};

/// Where terms are built. Holds no ops.
class Builder {
public:
  /// New tensors are made on `device`; null is the CPU.
  Builder(OpBuilder &builder, Location loc, StringAttr device)
      : builder(builder), loc(loc), device(device) {}

  OpBuilder &builder;
  Location loc;
  StringAttr device;

  MLIRContext *getContext() const { return builder.getContext(); }
  ExprAttr expr(int64_t value) const {
    return ep::makeInt(getContext(), value);
  }
  Type boolean() { return builder.getI1Type(); }
  Type int64() { return builder.getI64Type(); }
  Type float32() { return builder.getF32Type(); }
  Type float64() { return builder.getF64Type(); }

  /// An op by its name; arguments in the schema's order, std::nullopt for None
  /// or the default, trailing ones may be left out.
  template <typename... Arguments>
  Operation *build(StringRef name, TypeRange results,
                   const Arguments &...arguments) {
    SmallVector<ArgumentValue> values = {toArgument(arguments)...};
    return buildAtenOp(builder, loc, requireSchema(name),
                       ArrayRef<ArgumentValue>(values), results);
  }

private:
  template <typename T>
  ArgumentValue toArgument(const T &value) {
    if constexpr (std::is_same_v<T, Terms>)
      return toValues(value);
    else if constexpr (std::is_same_v<T, Number>)
      return value.get(getContext());
    else if constexpr (std::is_same_v<std::decay_t<T>, char *> ||
                       std::is_same_v<std::decay_t<T>, const char *>)
      return detail::toArgument(getContext(), StringRef(value));
    else
      return detail::toArgument(getContext(), value);
  }
  static SmallVector<Value> toValues(ArrayRef<Term> terms);
};

/// An op with one result.
template <typename... Arguments>
Term make(Builder &in, StringRef name, Type type,
          const Arguments &...arguments) {
  return Term(in, in.build(name, type, arguments...)->getResult(0));
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

/// A tensor without dimensions.
Term scalar(Builder &in, Number value, Type dtype);
/// The tensor for a number where an op takes tensors.
Term number(Builder &in, Number value);
Term full(Builder &in, SizesRef sizes, Number value, Type dtype);
/// Of the sizes of `x`.
Term fullLike(Term x, Number value, Type dtype = {});
/// start, start + step, … below `end`; `count` of them.
Term arange(Builder &in, Number start, Number end, Number step, ExprAttr count,
            Type dtype);
/// 0 … count - 1 as int64.
Term arange(Builder &in, ExprAttr count);
/// The indices of the `count` true elements of `mask` in row-major order, a row
/// each.
Term findTrue(Term mask, ExprAttr count);
/// Uniform in [0, 1).
Term rand(Builder &in, SizesRef sizes, Type dtype);
Term randn(Builder &in, SizesRef sizes, Type dtype);

/// A cast of the program, which rounds to the dtype.
Term castTo(Term x, Type dtype);
/// A cast to compute with, or of what is computed (kInnerCastAttr).
Term to(Term x, Type dtype);
/// Row-major; itself when it is.
Term contiguous(Term x);

//===----------------------------------------------------------------------===//
// Pointwise
//===----------------------------------------------------------------------===//

#define KILN_ATEN_UNARY(NAME) Term NAME(Term x);
// clang-format off
KILN_ATEN_UNARY(acos) KILN_ATEN_UNARY(asin) KILN_ATEN_UNARY(atan)
KILN_ATEN_UNARY(cos) KILN_ATEN_UNARY(cosh) KILN_ATEN_UNARY(erf)
KILN_ATEN_UNARY(exp) KILN_ATEN_UNARY(expm1) KILN_ATEN_UNARY(log)
KILN_ATEN_UNARY(log10) KILN_ATEN_UNARY(log1p) KILN_ATEN_UNARY(log2)
KILN_ATEN_UNARY(reciprocal) KILN_ATEN_UNARY(rsqrt) KILN_ATEN_UNARY(sigmoid)
KILN_ATEN_UNARY(sin) KILN_ATEN_UNARY(sinh) KILN_ATEN_UNARY(sqrt)
KILN_ATEN_UNARY(tan) KILN_ATEN_UNARY(tanh)
KILN_ATEN_UNARY(abs) KILN_ATEN_UNARY(ceil) KILN_ATEN_UNARY(floor)
KILN_ATEN_UNARY(neg) KILN_ATEN_UNARY(relu) KILN_ATEN_UNARY(round)
KILN_ATEN_UNARY(sign) KILN_ATEN_UNARY(trunc) KILN_ATEN_UNARY(bitwise_not)
KILN_ATEN_UNARY(isinf) KILN_ATEN_UNARY(isnan) KILN_ATEN_UNARY(logical_not)
// clang-format on
#undef KILN_ATEN_UNARY

    /// Two tensors, or a tensor and a number; `name` is the overload for
    /// tensors. The dtype is the promoted one where `dtype` is null.
    Term binary(StringRef name, Term a, Term b, Type dtype = {});

#define KILN_ATEN_BINARY(NAME)                                                 \
  Term NAME(Term a, Term b);                                                   \
  inline Term NAME(Term a, Number b) {                                         \
    return a ? NAME(a, number(a.in(), b)) : a;                                 \
  }                                                                            \
  inline Term NAME(Number a, Term b) {                                         \
    return b ? NAME(number(b.in(), a), b) : b;                                 \
  }
// clang-format off
KILN_ATEN_BINARY(operator+) KILN_ATEN_BINARY(operator-)
KILN_ATEN_BINARY(operator*) KILN_ATEN_BINARY(operator/)
KILN_ATEN_BINARY(operator<) KILN_ATEN_BINARY(operator<=)
KILN_ATEN_BINARY(operator>) KILN_ATEN_BINARY(operator>=)
KILN_ATEN_BINARY(eq) KILN_ATEN_BINARY(ne)
KILN_ATEN_BINARY(pow) KILN_ATEN_BINARY(fmod) KILN_ATEN_BINARY(remainder)
KILN_ATEN_BINARY(floorDiv) KILN_ATEN_BINARY(truncDiv)
// clang-format on
#undef KILN_ATEN_BINARY

                            inline Term operator-(Term x) {
  return neg(x);
}
/// Of bool tensors.
Term operator&(Term a, Term b);
Term operator|(Term a, Term b);
inline Term operator~(Term x) { return logical_not(x); }
Term bitwise_and(Term a, Term b);
Term bitwise_or(Term a, Term b);
Term bitwise_xor(Term a, Term b);
Term maximum(Term a, Term b);
Term minimum(Term a, Term b);
Term atan2(Term a, Term b);
/// Either bound may be absent.
Term clamp(Term x, std::optional<Number> min, std::optional<Number> max);

Term where(Term condition, Term a, Term b);
/// The number has the dtype of the tensor.
Term where(Term condition, Term a, Number b);
Term where(Term condition, Number a, Term b);

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

/// No dims are all of them.
Term sum(Term x, Dims dims, bool keepdim = false, Type dtype = {});
Term mean(Term x, Dims dims, bool keepdim = false, Type dtype = {});
Term amax(Term x, Dims dims, bool keepdim = false);
Term amin(Term x, Dims dims, bool keepdim = false);
Term any(Term x, Dims dims, bool keepdim = false);
Term prod(Term x, int64_t dim, bool keepdim = false, Type dtype = {});
Term argmax(Term x, int64_t dim, bool keepdim = false);
Term var(Term x, Dims dims, Number correction, bool keepdim = false);
Term cumsum(Term x, int64_t dim, Type dtype = {});
Term softmax(Term x, int64_t dim);
Term logSoftmax(Term x, int64_t dim);
/// Values and indices.
std::pair<Term, Term> sort(Term x, int64_t dim, bool descending);

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// A view with these sizes, of a contiguous copy where it needs one; -1 is
/// computed.
Term view(Term x, SizesRef sizes);
Term permute(Term x, Dims dims);
Term transpose(Term x, int64_t a, int64_t b);
Term expand(Term x, SizesRef sizes);
Term unsqueeze(Term x, int64_t dim);
/// Only dimensions of size 1.
Term squeeze(Term x, Dims dims);
Term select(Term x, int64_t dim, ExprAttr index);
Term slice(Term x, int64_t dim, ExprAttr start, ExprAttr end, int64_t step = 1);
Term flip(Term x, Dims dims);
Term diagonal(Term x, int64_t offset, int64_t dim1, int64_t dim2);
Term cat(ArrayRef<Term> parts, int64_t dim);
Term stack(ArrayRef<Term> parts, int64_t dim);
Term repeat(Term x, SizesRef counts);
/// Numbers of elements added in front of and behind the last dimensions, the
/// last first.
Term pad(Term x, SizesRef pads, Number value);
/// Dimension `dim` in two, of these sizes.
Term split(Term x, int64_t dim, ExprAttr outer, ExprAttr inner);
/// Dimensions `start` to `end` (inclusive) as one.
Term flatten(Term x, int64_t start = 0, int64_t end = -1);
/// All tensors with the sizes that they broadcast to.
Terms broadcast(ArrayRef<Term> terms);

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

/// x[indices]; null for a whole dimension.
Term index(Term x, ArrayRef<Term> indices);
Term indexPut(Term x, ArrayRef<Term> indices, Term values, bool accumulate);
Term indexSelect(Term x, int64_t dim, Term index);
Term gather(Term x, int64_t dim, Term index);
Term scatter(Term x, int64_t dim, Term index, Term source);
Term scatterAdd(Term x, int64_t dim, Term index, Term source);

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

Term mm(Term a, Term b);
Term bmm(Term a, Term b);
/// Of any ranks, as torch.matmul.
Term matmul(Term a, Term b);
/// x times the transposed weight, plus `bias` if there is one.
Term linear(Term x, Term weight, Term bias);
/// The sum over pairs of dimensions; the others of `a`, then those of `b`,
/// stay. Dimensions are counted from the front.
Term contract(Term a, Term b, Dims dimsA, Dims dimsB);

} // namespace kiln::aten::core

#endif // KILN_DIALECT_ATEN_TERM_H
