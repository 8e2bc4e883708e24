// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ classes for single overloads, so that patterns can match them:
// isa/cast/dyn_cast, OpRewritePattern<aten::AddTensorOp>,
// OpConversionPattern<aten::AddTensorOp> and AddTensorOp::create work as for
// any op. The classes are views on operations that the schema table registers;
// each has one accessor per argument, in PyTorch's name. The classes themselves
// are generated, one header per family.
#ifndef KILN_DIALECT_ATEN_TYPEDOP_H
#define KILN_DIALECT_ATEN_TYPEDOP_H

#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/Aten/Builder.h"

namespace kiln::aten {

namespace detail {
// C++ values as arguments, see Builder.h.
inline ArgumentValue toArgument(MLIRContext *, std::nullopt_t) { return {}; }
inline ArgumentValue toArgument(MLIRContext *, Value value) {
  return value ? ArgumentValue(value) : ArgumentValue();
}
inline ArgumentValue toArgument(MLIRContext *, ArrayRef<Value> values) {
  return SmallVector<Value>(values);
}
inline ArgumentValue toArgument(MLIRContext *, Attribute attribute) {
  return attribute ? ArgumentValue(attribute) : ArgumentValue();
}
inline ArgumentValue toArgument(MLIRContext *, Type type) {
  return type ? ArgumentValue(mlir::TypeAttr::get(type)) : ArgumentValue();
}
inline ArgumentValue toArgument(MLIRContext *context, bool value) {
  return Attribute(mlir::BoolAttr::get(context, value));
}
inline ArgumentValue toArgument(MLIRContext *context, int64_t value) {
  return Attribute(mlir::Builder(context).getI64IntegerAttr(value));
}
inline ArgumentValue toArgument(MLIRContext *context, int value) {
  return toArgument(context, int64_t(value));
}
inline ArgumentValue toArgument(MLIRContext *context, double value) {
  return Attribute(mlir::Builder(context).getF64FloatAttr(value));
}
inline ArgumentValue toArgument(MLIRContext *context, StringRef value) {
  return Attribute(StringAttr::get(context, value));
}
inline ArgumentValue toArgument(MLIRContext *context, ArrayRef<int64_t> list) {
  return Attribute(mlir::DenseI64ArrayAttr::get(context, list));
}
inline ArgumentValue toArgument(MLIRContext *context,
                                ArrayRef<ep::ExprAttr> list) {
  return Attribute(ArrayAttr::get(
      context, SmallVector<Attribute>(list.begin(), list.end())));
}
} // namespace detail

/// The base of an adaptor: arguments of `op`, but tensors from `operands`.
template <typename RangeT>
class OperandView {
public:
  OperandView(RangeT operands, Operation *op) : operands(operands), op(op) {}
  template <typename OtherT>
  OperandView(RangeT operands, const OperandView<OtherT> &other)
      : operands(operands), op(other.getOperation()) {}

  Operation *getOperation() const { return op.getOperation(); }
  RangeT getOperands() const { return operands; }

protected:
  auto tensor(unsigned index) const {
    OperandSegment segment = op.getSegment(index);
    using Element = std::decay_t<decltype(operands[0])>;
    return segment.isNone ? Element() : Element(operands[segment.start]);
  }
  SmallVector<Value> tensors(unsigned index) const {
    OperandSegment segment = op.getSegment(index);
    SmallVector<Value> values;
    unsigned position = segment.start;
    for (bool present : segment.present)
      values.push_back(present ? operands[position++] : Value());
    return values;
  }
  Attribute attribute(unsigned i) const { return op.attribute(i); }
  ArrayAttr attributes(unsigned i) const { return op.attributes(i); }
  int64_t integer(unsigned i) const { return op.integer(i); }
  std::optional<int64_t> optionalInteger(unsigned i) const {
    return op.optionalInteger(i);
  }
  double number(unsigned i) const { return op.number(i); }
  std::optional<double> optionalNumber(unsigned i) const {
    return op.optionalNumber(i);
  }
  bool boolean(unsigned i) const { return op.boolean(i); }
  std::optional<bool> optionalBoolean(unsigned i) const {
    return op.optionalBoolean(i);
  }
  StringRef string(unsigned i) const { return op.string(i); }
  Type dtype(unsigned i) const { return op.dtype(i); }
  ep::ExprAttr symInt(unsigned i) const { return op.symInt(i); }
  SmallVector<int64_t> integers(unsigned i) const { return op.integers(i); }
  SmallVector<ep::ExprAttr> symInts(unsigned i) const { return op.symInts(i); }
  SmallVector<double> numbers(unsigned i) const { return op.numbers(i); }
  SmallVector<bool> booleans(unsigned i) const { return op.booleans(i); }

private:
  RangeT operands;
  mutable AtenOp op;
};

/// The base of a class for one overload; `Args` adds its accessors.
template <typename Concrete, template <typename> class Args>
class TypedOp : public Args<AtenOp> {
public:
  using Base = TypedOp;
  explicit TypedOp(Operation *op = nullptr) : Args<AtenOp>(op) {}
  template <typename RangeT>
  using GenericAdaptor = Args<OperandView<RangeT>>;
  using Adaptor = GenericAdaptor<ValueRange>;

  static bool classof(Operation *op) {
    return op->getName().getTypeID() == mlir::TypeID::get<Concrete>();
  }

  /// Arguments in the schema's order; trailing ones may be left out, and
  /// std::nullopt stands for None or the default.
  template <typename... Arguments>
  static Concrete create(OpBuilder &builder, Location loc, TypeRange results,
                         Arguments &&...arguments) {
    MLIRContext *context = builder.getContext();
    ArgumentValue values[] = {
        detail::toArgument(context, std::forward<Arguments>(arguments))...};
    return Concrete(buildAtenOp(builder, loc,
                                requireSchema(Concrete::getOperationName()),
                                ArrayRef<ArgumentValue>(values), results));
  }

  /// The type of the first result.
  ep::TensorType getType() {
    return mlir::cast<ep::TensorType>(
        this->getOperation()->getResult(0).getType());
  }
};

} // namespace kiln::aten

#define KILN_ATEN_OP(NAME, ARGS, OP_NAME)                                      \
  class NAME : public TypedOp<NAME, ARGS> {                                    \
  public:                                                                      \
    using Base::Base;                                                          \
    static constexpr llvm::StringLiteral getOperationName() {                  \
      return OP_NAME;                                                          \
    }                                                                          \
  };

#define KILN_ATEN_TYPE_ID(NAME) MLIR_DECLARE_EXPLICIT_TYPE_ID(kiln::aten::NAME)

#endif // KILN_DIALECT_ATEN_TYPEDOP_H
