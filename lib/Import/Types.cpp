// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes, dtypes and tensor metadata.
#include "ProgramImporter.h"
#include "kiln/Dialect/EP/Expr.h"
#include <cmath>

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

/// Why `expr` has no value whatever the symbols are; empty where it may have
/// one.
static std::string findImpossible(ep::ExprAttr expr) {
  bool isConstant = !expr.getOperands().empty();
  for (ep::ExprAttr operand : expr.getOperands()) {
    if (std::string reason = findImpossible(operand); !reason.empty())
      return reason;
    isConstant &= operand.getOperands().empty() && !operand.isSymbol();
  }
  bool divides = expr.getKind() == ep::ExprKind::FloorDiv ||
                 expr.getKind() == ep::ExprKind::Mod;
  if (divides && expr.getOperands()[1].isInt(0))
    return "division by zero";
  if (!isConstant)
    return "";
  llvm::Expected<ep::ExprValue> value = ep::evaluate(expr, {});
  return value ? "" : llvm::toString(value.takeError());
}

llvm::Expected<ep::ExprAttr> ProgramImporter::parseExpr(StringRef text) {
  ep::ExprAttr &known = exprs[text];
  if (known)
    return known;
  llvm::Expected<ep::ExprAttr> expr = ep::parseExpr(context, text);
  std::string reason =
      expr ? findImpossible(*expr) : llvm::toString(expr.takeError());
  if (reason.empty())
    return known = ep::substitute(*expr, definitions);
  // Well-formed, but no type of computation.
  StringRef why = reason;
  bool isLimit = why.contains("deeper") || why.contains("overflow") ||
                 why.contains("larger");
  return fail(isLimit ? ImportError::Limits : ImportError::Symbols,
              reason + " in '" + text.take_front(200) + "'");
}

llvm::Expected<ep::ExprAttr> ProgramImporter::readExpr(const Union &value) {
  if (value.kind == "as_int") {
    if (std::optional<int64_t> literal = value.value->getAsInteger())
      return ep::makeInt(context, *literal);
    return fail(ImportError::Schema, "integer out of range");
  }
  if (std::optional<bool> literal = value.value->getAsBoolean();
      literal && value.kind == "as_bool")
    return ep::makeBool(context, *literal);
  if (value.kind == "as_float") {
    if (std::optional<double> literal = readFloat(*value.value))
      return ep::makeFloat(context, *literal);
    return fail(ImportError::Schema, "number expected");
  }
  const json::Object *object = value.value->getAsObject();
  if (value.kind == "as_name" || !object) {
    std::optional<StringRef> name = value.value->getAsString();
    if (value.kind != "as_name" || !name || !numbers.contains(*name))
      return fail("undefined number " + value.kind + " '" + name.value_or("") +
                  "'");
    if (!nodeNames.contains(*name) || pendingNumbers.contains(*name))
      return failUndefined(*name);
    return numbers.lookup(*name);
  }
  std::optional<StringRef> text = object->getString("expr_str");
  if (value.kind != "as_expr" || !text)
    return fail(ImportError::Schema,
                "number or expression expected, found " + value.kind);
  return parseExpr(*text);
}

llvm::Expected<SmallVector<ep::ExprAttr>>
ProgramImporter::readExprs(llvm::ArrayRef<SymInt> values) {
  SmallVector<ep::ExprAttr> exprs;
  for (const SymInt &value : values) {
    llvm::Expected<ep::ExprAttr> expr = readExpr(value);
    if (!expr)
      return expr.takeError();
    if (ep::getSort(*expr) != ep::Sort::Int)
      return fail(ImportError::Symbols,
                  "integer expected, found the size " + expr->str());
    exprs.push_back(*expr);
  }
  return exprs;
}

std::optional<double> pt2::readFloat(const json::Value &value) {
  if (std::optional<double> number = value.getAsNumber())
    return number;
  // Values that JSON lacks are texts since torch 2.7.
  StringRef text = value.getAsString().value_or("");
  if (text == "Infinity" || text == "-Infinity")
    return text[0] == '-' ? -INFINITY : INFINITY;
  if (text == "NaN")
    return NAN;
  return std::nullopt;
}

/// The dtypes by their number in the file (torch's ScalarType plus one).
llvm::Expected<Type> ProgramImporter::readDtype(int64_t scalarType) {
  Builder b(context);
  switch (scalarType) {
  case 1:
    return b.getIntegerType(8, /*isSigned=*/false);
  case 2:
    return b.getI8Type();
  case 3:
    return b.getI16Type();
  case 4:
    return b.getI32Type();
  case 5:
    return b.getI64Type();
  case 6:
    return b.getF16Type();
  case 7:
    return b.getF32Type();
  case 8:
    return b.getF64Type();
  case 9:
    return ComplexType::get(b.getF16Type());
  case 10:
    return ComplexType::get(b.getF32Type());
  case 11:
    return ComplexType::get(b.getF64Type());
  case 12:
    return b.getI1Type();
  case 13:
    return b.getBF16Type();
  case 28:
    return b.getIntegerType(16, /*isSigned=*/false);
  case 29:
    return Float8E4M3FNType::get(context);
  case 30:
    return Float8E5M2Type::get(context);
  case 31:
    return Float8E4M3FNUZType::get(context);
  case 32:
    return Float8E5M2FNUZType::get(context);
  case 33:
    return Float8E8M0FNUType::get(context);
  case 34:
    return b.getIntegerType(32, /*isSigned=*/false);
  case 35:
    return b.getIntegerType(64, /*isSigned=*/false);
  default:
    return fail(ImportError::Schema, "unknown dtype " + Twine(scalarType));
  }
}

llvm::Expected<ep::Layout> ProgramImporter::readLayout(int64_t number) {
  if (llvm::isUInt<32>(number))
    if (std::optional<ep::Layout> layout = ep::symbolizeLayout(number))
      return *layout;
  return fail(ImportError::Schema, "unknown layout " + Twine(number));
}

/// Does `strides` address the elements as a contiguous tensor does? A stride of
/// a dimension of size 1 says nothing; Max(1, s) is s for every size but 0,
/// where no element is addressed.
static bool areDenseStrides(ep::TensorType dense,
                            ArrayRef<ep::ExprAttr> strides) {
  MLIRContext *context = dense.getContext();
  ep::ExprAttr stride = ep::makeInt(context, 1);
  for (int64_t i = dense.getRank() - 1; i >= 0; --i) {
    ep::ExprAttr size = dense.getSizes()[i];
    ep::ExprAttr guarded = dense.getStridesOrDefault()[i];
    if (strides[i] != stride && strides[i] != guarded && !size.isInt(1))
      return false;
    stride = ep::mul(stride, size);
  }
  return true;
}

llvm::Expected<ep::TensorType>
ProgramImporter::makeType(Type dtype, ArrayRef<ep::ExprAttr> sizes,
                          ArrayRef<ep::ExprAttr> strides, StringAttr device) {
  if (sizes.size() != strides.size())
    return fail(ImportError::Schema,
                "sizes and strides differ in length: " + Twine(sizes.size()) +
                    " and " + Twine(strides.size()));
  for (ep::ExprAttr size : sizes)
    if (size.isInt() && size.getValue() < 0)
      return fail(ImportError::Schema, "negative size " + size.str());
  ep::TensorType dense = ep::TensorType::get(context, sizes, dtype, {}, device);
  if (areDenseStrides(dense, strides))
    return dense;
  return ep::TensorType::get(context, sizes, dtype, strides, device);
}

llvm::Expected<ep::TensorType>
ProgramImporter::readType(const TensorMeta &meta) {
  llvm::Expected<ep::Layout> layout = readLayout(meta.layout);
  if (!layout)
    return layout.takeError();
  llvm::Expected<Type> dtype = readDtype(meta.dtype);
  if (!dtype)
    return dtype.takeError();
  auto sizes = readExprs(meta.sizes);
  if (!sizes)
    return sizes.takeError();
  auto strides = readExprs(meta.strides);
  if (!strides)
    return strides.takeError();
  StringAttr device;
  if (meta.device.type != "cpu") {
    std::string name = meta.device.type.str();
    if (meta.device.index)
      name += ":" + std::to_string(*meta.device.index);
    device = StringAttr::get(context, name);
  }
  // The strides of other layouts are written as zeros.
  if (*layout != ep::Layout::Strided)
    return ep::TensorType::get(context, *sizes, *dtype, {}, device, *layout);
  return makeType(*dtype, *sizes, *strides, device);
}
