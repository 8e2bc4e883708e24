// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes, dtypes and tensor metadata.
#include "ProgramImporter.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::pt2;

llvm::Expected<ep::ExprAttr> ProgramImporter::readExpr(const Union &value) {
  if (std::optional<int64_t> literal = value.value->getAsInteger();
      literal && value.kind == "as_int")
    return ep::makeInt(context, *literal);
  if (std::optional<bool> literal = value.value->getAsBoolean();
      literal && value.kind == "as_bool")
    return ep::makeBool(context, *literal);
  if (std::optional<double> literal = value.value->getAsNumber();
      literal && value.kind == "as_float")
    return ep::makeFloat(context, *literal);
  const llvm::json::Object *object = value.value->getAsObject();
  if (value.kind == "as_name" || !object) {
    std::optional<StringRef> name = value.value->getAsString();
    if (value.kind != "as_name" || !name || !numbers.contains(*name))
      return fail("unknown number " + value.kind + " " + name.value_or(""));
    return numbers.lookup(*name);
  }
  std::optional<StringRef> text = object->getString("expr_str");
  if (value.kind != "as_expr" || !text)
    return fail("expected a number or an expression, found " + value.kind);
  llvm::Expected<ep::ExprAttr> expr = ep::parseExpr(context, *text);
  if (!expr)
    return fail(llvm::toString(expr.takeError()) + " in '" + *text + "'");
  return expr;
}

llvm::Expected<SmallVector<ep::ExprAttr>>
ProgramImporter::readExprs(llvm::ArrayRef<SymInt> values) {
  SmallVector<ep::ExprAttr> exprs;
  for (const SymInt &value : values) {
    llvm::Expected<ep::ExprAttr> expr = readExpr(value);
    if (!expr)
      return expr.takeError();
    if (ep::getSort(*expr) != ep::Sort::Int)
      return fail("size " + expr->str() + " is not an int");
    exprs.push_back(*expr);
  }
  return exprs;
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
    return fail("unknown dtype " + Twine(scalarType));
  }
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
ProgramImporter::readType(const TensorMeta &meta) {
  constexpr int64_t kStrided = 7;
  if (meta.layout != kStrided)
    return fail("tensor layout " + Twine(meta.layout) +
                " is not supported; only strided tensors are");
  llvm::Expected<Type> dtype = readDtype(meta.dtype);
  if (!dtype)
    return dtype.takeError();
  auto sizes = readExprs(meta.sizes);
  if (!sizes)
    return sizes.takeError();
  auto strides = readExprs(meta.strides);
  if (!strides)
    return strides.takeError();
  if (sizes->size() != strides->size())
    return fail("tensor has " + Twine(sizes->size()) + " sizes but " +
                Twine(strides->size()) + " strides");
  StringAttr device;
  if (meta.device.type != "cpu") {
    std::string name = meta.device.type.str();
    if (meta.device.index)
      name += ":" + std::to_string(*meta.device.index);
    device = StringAttr::get(context, name);
  }
  ep::TensorType dense =
      ep::TensorType::get(context, *sizes, *dtype, {}, device);
  if (areDenseStrides(dense, *strides))
    return dense;
  return ep::TensorType::get(context, *sizes, *dtype, *strides, device);
}
