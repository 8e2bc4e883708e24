// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Reference/Kernel.h"
#include "kiln/Support/Origin.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;
using kiln::ep::ExprAttr;

char UnsupportedError::ID = 0;

std::string reference::getOpName(Operation *op) {
  std::string where = getOrigin(op->getLoc()).str();
  StringRef name = op->getName().getStringRef();
  if (auto custom = op->getAttrOfType<StringAttr>("name");
      custom && name == "aten.operator")
    name = custom.getValue();
  if (!StringRef(where).contains(name))
    where += (where.empty() ? "" : ": ") + name.str();
  return where;
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

/// The first expression in `attribute` that cannot be evaluated, as an error.
static llvm::Error checkExprs(Attribute attribute,
                              const SymbolValues &symbols) {
  if (auto expr = dyn_cast_or_null<ExprAttr>(attribute)) {
    llvm::Expected<ep::ExprValue> value = ep::evaluate(expr, symbols);
    return value ? llvm::Error::success() : value.takeError();
  }
  if (auto list = dyn_cast_or_null<ArrayAttr>(attribute))
    for (Attribute element : list)
      if (llvm::Error error = checkExprs(element, symbols))
        return error;
  return llvm::Error::success();
}

llvm::Expected<Call> Call::make(Operation *op, ArrayRef<RuntimeValue> operands,
                                const SymbolValues &symbols, Philox &random) {
  Call call(op, operands, symbols, random);
  ArrayRef<aten::SchemaArgument> arguments = call.op.getSchema().getArguments();
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (!argument.type.isValue())
      if (llvm::Error error = checkExprs(call.op.attribute(i), symbols))
        return call.error("argument '" + argument.name +
                          "': " + llvm::toString(std::move(error)));
  return call;
}

llvm::Error Call::error(const Twine &message) const {
  return llvm::createStringError(getOpName(operation) + ": " + message);
}

llvm::Error Call::unsupported(const Twine &message) const {
  return llvm::make_error<UnsupportedError>(
      (getOpName(operation) + ": " + message).str());
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

bool Call::hasArgument(StringRef argument) const {
  return op.getSchema().findArgument(argument).has_value();
}

bool Call::has(StringRef argument) const { return op.hasValue(argument); }

static Tensor asTensor(MLIRContext *context, const RuntimeValue &value) {
  if (const auto *scalar = std::get_if<Scalar>(&value))
    return toTensor(context, *scalar);
  const auto *tensor = std::get_if<Tensor>(&value);
  return tensor ? *tensor : Tensor();
}

Tensor Call::tensor(StringRef argument) const {
  aten::OperandSegment segment = op.getSegment(op.indexOf(argument));
  return asTensor(getContext(), operand(segment.start));
}

bool Call::isNumber(StringRef argument) const {
  aten::OperandSegment segment = op.getSegment(op.indexOf(argument));
  return std::holds_alternative<Scalar>(operand(segment.start));
}

SmallVector<std::optional<Tensor>> Call::tensors(StringRef argument) const {
  aten::OperandSegment segment = op.getSegment(op.indexOf(argument));
  SmallVector<std::optional<Tensor>> list;
  unsigned position = segment.start;
  for (bool present : segment.present)
    if (present)
      list.push_back(asTensor(getContext(), operand(position++)));
    else
      list.push_back(std::nullopt);
  return list;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Attribute Call::attribute(StringRef argument) const {
  return op.attribute(argument);
}

std::optional<ep::ExprValue> Call::value(ExprAttr expr) const {
  llvm::Expected<ep::ExprValue> value = ep::evaluate(expr, *symbols);
  if (value)
    return *value;
  llvm::consumeError(value.takeError());
  return std::nullopt;
}

std::optional<Scalar> Call::evaluated(Attribute attribute) const {
  if (auto expr = dyn_cast_or_null<ExprAttr>(attribute)) {
    if (std::optional<ep::ExprValue> known = value(expr))
      return std::visit([](auto v) { return Scalar(v); }, *known);
    return std::nullopt;
  }
  if (auto boolean = dyn_cast_or_null<BoolAttr>(attribute))
    return Scalar(boolean.getValue());
  if (auto integer = dyn_cast_or_null<IntegerAttr>(attribute))
    return Scalar(integer.getInt());
  if (auto number = dyn_cast_or_null<FloatAttr>(attribute))
    return Scalar(number.getValueAsDouble());
  if (auto pair = dyn_cast_or_null<DenseF64ArrayAttr>(attribute))
    if (pair.size() == 2)
      return Scalar(std::complex<double>(pair[0], pair[1]));
  return std::nullopt;
}

SmallVector<Scalar> Call::evaluatedList(StringRef argument) const {
  SmallVector<Scalar> list;
  Attribute attribute = this->attribute(argument);
  if (auto array = dyn_cast_or_null<ArrayAttr>(attribute))
    for (Attribute element : array)
      list.push_back(evaluated(element).value_or(Scalar(int64_t(0))));
  else if (auto ints = dyn_cast_or_null<DenseI64ArrayAttr>(attribute))
    for (int64_t value : ints.asArrayRef())
      list.push_back(value);
  else if (auto floats = dyn_cast_or_null<DenseF64ArrayAttr>(attribute))
    for (double value : floats.asArrayRef())
      list.push_back(value);
  else if (auto bools = dyn_cast_or_null<DenseBoolArrayAttr>(attribute))
    for (bool value : bools.asArrayRef())
      list.push_back(value);
  return list;
}

std::optional<Scalar> Call::optionalScalar(StringRef argument) const {
  return evaluated(attribute(argument));
}

Scalar Call::scalar(StringRef argument) const {
  return optionalScalar(argument).value_or(Scalar(int64_t(0)));
}

std::optional<int64_t> Call::optionalInteger(StringRef argument) const {
  if (std::optional<Scalar> value = optionalScalar(argument))
    return toInt(*value);
  return std::nullopt;
}

int64_t Call::integer(StringRef argument) const {
  return toInt(scalar(argument));
}

SmallVector<int64_t> Call::integers(StringRef argument) const {
  return llvm::map_to_vector<6>(evaluatedList(argument), toInt);
}

std::optional<double> Call::optionalNumber(StringRef argument) const {
  if (std::optional<Scalar> value = optionalScalar(argument))
    return toDouble(*value);
  return std::nullopt;
}

double Call::number(StringRef argument) const {
  return toDouble(scalar(argument));
}

SmallVector<double> Call::numbers(StringRef argument) const {
  return llvm::map_to_vector<6>(evaluatedList(argument), toDouble);
}

std::optional<bool> Call::optionalBoolean(StringRef argument) const {
  if (std::optional<Scalar> value = optionalScalar(argument))
    return toBool(*value);
  return std::nullopt;
}

bool Call::boolean(StringRef argument) const {
  return toBool(scalar(argument));
}

SmallVector<bool> Call::booleans(StringRef argument) const {
  return llvm::map_to_vector<40>(evaluatedList(argument), toBool);
}

StringRef Call::string(StringRef argument) const {
  return op.getString(argument);
}

Type Call::dtype(StringRef argument) const { return op.getDtype(argument); }

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

bool Call::isTensorResult(unsigned index) const {
  return index < getNumResults() &&
         isa<ep::TensorType>(operation->getResult(index).getType());
}

Type Call::resultType(unsigned index) const {
  return cast<ep::TensorType>(operation->getResult(index).getType())
      .getElementType();
}

bool Call::hasKnownSizes(unsigned index) const {
  auto type = cast<ep::TensorType>(operation->getResult(index).getType());
  return llvm::all_of(type.getSizes(),
                      [&](ExprAttr size) { return value(size).has_value(); });
}

/// The values of int expressions; nothing when one is not known.
static std::optional<Sizes> evaluateAll(const Call &call,
                                        ArrayRef<ExprAttr> exprs) {
  Sizes values;
  for (ExprAttr expr : exprs) {
    std::optional<ep::ExprValue> value = call.value(expr);
    if (!value || !std::holds_alternative<int64_t>(*value))
      return std::nullopt;
    values.push_back(std::get<int64_t>(*value));
  }
  return values;
}

Sizes Call::resultSizes(unsigned index) const {
  auto type = cast<ep::TensorType>(operation->getResult(index).getType());
  return evaluateAll(*this, type.getSizes()).value_or(Sizes());
}

std::optional<Sizes> Call::typeStrides(Value value) const {
  auto type = dyn_cast<ep::TensorType>(value.getType());
  if (!type)
    return std::nullopt;
  return evaluateAll(*this, type.getStridesOrDefault());
}
