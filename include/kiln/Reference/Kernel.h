// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel of the reference evaluator: a function from one operation
// with evaluated operands to its results. One kernel for each overload that
// phase `core` may hold.
#ifndef KILN_REFERENCE_KERNEL_H
#define KILN_REFERENCE_KERNEL_H

#include "kiln/Dialect/Aten/Aten.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Reference/Random.h"
#include "kiln/Reference/Tensor.h"
#include "llvm/ADT/StringMap.h"
#include <variant>

namespace kiln::reference {

/// A Python number.
using Scalar = std::variant<int64_t, double, bool, std::complex<double>>;

/// An SSA value at run time; monostate is None.
using RuntimeValue = std::variant<std::monostate, Tensor, Scalar>;
using RuntimeValues = SmallVector<RuntimeValue>;

/// The values of symbols by name.
using SymbolValues = llvm::StringMap<ep::ExprValue>;

/// Conversions of numbers, as Python's int(), float(), bool() and complex().
int64_t toInt(const Scalar &scalar);
double toDouble(const Scalar &scalar);
bool toBool(const Scalar &scalar);
std::complex<double> toComplex(const Scalar &scalar);
/// toInt, toDouble or toComplex by the computing type.
template <typename T>
T toComputing(const Scalar &scalar) {
  if constexpr (std::is_same_v<T, int64_t>)
    return toInt(scalar);
  else if constexpr (std::is_same_v<T, double>)
    return toDouble(scalar);
  else
    return toComplex(scalar);
}
/// A 0-d tensor: i64, f64, i1 or complex<f64>.
Tensor toTensor(MLIRContext *context, const Scalar &scalar);
/// The element of a tensor with one element.
Scalar toScalar(const Tensor &tensor);

/// The evaluator lacks something that the message names: the program may be
/// right all the same.
class UnsupportedError : public llvm::ErrorInfo<UnsupportedError> {
public:
  static char ID;
  explicit UnsupportedError(std::string message)
      : message(std::move(message)) {}
  void log(raw_ostream &os) const override { os << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string message;
};

/// "model.py:3: aten.add.Tensor", for messages about an operation.
std::string getOpName(Operation *op);

/// One operation with its evaluated operands. Arguments are asked for by their
/// name in the schema; an argument that the schema lacks is a bug of the
/// kernel. Expressions in arguments were evaluated before.
class Call {
public:
  /// Evaluates every expression in the op's arguments; an unknown symbol is an
  /// error. `operands` are as many as the op has.
  static llvm::Expected<Call> make(Operation *op,
                                   ArrayRef<RuntimeValue> operands,
                                   const SymbolValues &symbols, Philox &random);

  aten::AtenOp getOp() const { return op; }
  Operation *getOperation() const { return operation; }
  MLIRContext *getContext() const { return operation->getContext(); }

  /// Is the argument there, and other than None?
  bool has(StringRef argument) const;
  /// Does the schema have an argument of this name?
  bool hasArgument(StringRef argument) const;
  /// A tensor argument. A number in its place is a 0-d tensor of type i64, f64,
  /// i1 or complex<f64>; isNumber() tells.
  Tensor tensor(StringRef argument) const;
  bool isNumber(StringRef argument) const;
  /// A list of tensors, with nothing for None.
  SmallVector<std::optional<Tensor>> tensors(StringRef argument) const;
  /// int and SymInt.
  int64_t integer(StringRef argument) const;
  std::optional<int64_t> optionalInteger(StringRef argument) const;
  /// int[] and SymInt[]; empty for None.
  SmallVector<int64_t> integers(StringRef argument) const;
  /// float, also given as an int.
  double number(StringRef argument) const;
  std::optional<double> optionalNumber(StringRef argument) const;
  SmallVector<double> numbers(StringRef argument) const;
  bool boolean(StringRef argument) const;
  std::optional<bool> optionalBoolean(StringRef argument) const;
  SmallVector<bool> booleans(StringRef argument) const;
  /// str, Layout, MemoryFormat, Device; empty for None.
  StringRef string(StringRef argument) const;
  /// Null for None.
  Type dtype(StringRef argument) const;
  /// Scalar arguments.
  Scalar scalar(StringRef argument) const;
  std::optional<Scalar> optionalScalar(StringRef argument) const;

  unsigned getNumResults() const { return operation->getNumResults(); }
  /// Is the result a tensor that is wanted? (None and numbers are not.)
  bool isTensorResult(unsigned index = 0) const;
  /// The element type of a tensor result.
  Type resultType(unsigned index = 0) const;
  /// Are all sizes of the result known before it is computed? Not when the op
  /// itself binds a symbol of them.
  bool hasKnownSizes(unsigned index = 0) const;
  /// The sizes of a result; only where they are known.
  Sizes resultSizes(unsigned index = 0) const;
  /// The strides (in elements) of an operand or of a result, of their types.
  /// Only where they are known.
  std::optional<Sizes> typeStrides(Value value) const;
  /// The value that an expression has here, or nothing.
  std::optional<ep::ExprValue> value(ep::ExprAttr expr) const;

  /// An error that names the op and its Python line.
  llvm::Error error(const Twine &message) const;
  /// The same for an operation that the evaluator does not support, as an
  /// UnsupportedError.
  llvm::Error unsupported(const Twine &message) const;
  Philox &random() const { return *randomSource; }

private:
  Call(Operation *op, ArrayRef<RuntimeValue> operands,
       const SymbolValues &symbols, Philox &random)
      : op(op), operation(op), operands(operands), symbols(&symbols),
        randomSource(&random) {}
  Attribute attribute(StringRef argument) const;
  /// A number attribute, expressions evaluated; nothing for None.
  std::optional<Scalar> evaluated(Attribute attribute) const;
  SmallVector<Scalar> evaluatedList(StringRef argument) const;
  const RuntimeValue &operand(unsigned index) const { return operands[index]; }

  mutable aten::AtenOp op;
  Operation *operation;
  ArrayRef<RuntimeValue> operands;
  const SymbolValues *symbols;
  Philox *randomSource;
};

/// As many values as the op has results; a tensor result has the sizes and the
/// element type of the op's result type.
using KernelResult = llvm::Expected<RuntimeValues>;
using Kernel = KernelResult (*)(Call &);

/// Kernels by the name of the operation, `aten.add.Tensor`.
class KernelTable {
public:
  /// Every kernel of this library. Made once; read from any thread.
  static const KernelTable &get();

  void add(StringRef opName, Kernel kernel);
  /// Null when there is none.
  Kernel lookup(StringRef opName) const { return kernels.lookup(opName); }
  const llvm::StringMap<Kernel> &getKernels() const { return kernels; }

private:
  llvm::StringMap<Kernel> kernels;
};

/// One result.
inline KernelResult result(Tensor tensor) {
  return RuntimeValues{RuntimeValue(std::move(tensor))};
}
/// One result in a computing type, stored as the type of the op's result.
template <typename T>
KernelResult result(Call &call, const Dense<T> &dense) {
  return result(store(dense, call.resultType()));
}

} // namespace kiln::reference

#endif // KILN_REFERENCE_KERNEL_H
