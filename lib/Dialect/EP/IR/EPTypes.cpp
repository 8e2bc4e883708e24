// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/EP/Expr.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

static ParseResult parseSymExpr(AsmParser &parser, ExprAttr &expr) {
  return ep::parseExpr(parser, expr);
}

static void printSymExpr(AsmPrinter &printer, ExprAttr expr) {
  printer << expr.str();
}

#define GET_TYPEDEF_CLASSES
#include "kiln/Dialect/EP/EPTypes.cpp.inc"

void EPDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "kiln/Dialect/EP/EPTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// TensorType
//===----------------------------------------------------------------------===//

static bool isDType(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return isa<FloatType>(complex.getElementType());
  if (auto integer = dyn_cast<IntegerType>(type))
    return llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth()) &&
           !integer.isSigned() &&
           !(integer.getWidth() == 1 && integer.isUnsigned());
  return isa<FloatType>(type);
}

LogicalResult
ep::TensorType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                       ArrayRef<ExprAttr> sizes, Type elementType,
                       ArrayRef<ExprAttr> strides, StringAttr device,
                       Layout layout) {
  for (ExprAttr size : sizes)
    if (getSort(size) != Sort::Int)
      return emitError() << "tensor size " << size.str() << " is not an int";
  if (!isDType(elementType))
    return emitError() << "tensor element type " << elementType
                       << " is not a PyTorch dtype";
  if (!strides.empty() && strides.size() != sizes.size())
    return emitError() << "tensor has " << sizes.size() << " sizes but "
                       << strides.size() << " strides";
  if (layout != Layout::Strided && !strides.empty())
    return emitError() << "tensor of layout " << stringifyLayout(layout)
                       << " has strides";
  return success();
}

static ParseResult parseExprList(AsmParser &parser,
                                 SmallVectorImpl<ExprAttr> &exprs) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return ep::parseExpr(parser, exprs.emplace_back());
  });
}

static void printExprList(AsmPrinter &printer, ArrayRef<ExprAttr> exprs) {
  printer << "[";
  llvm::interleaveComma(exprs, printer,
                        [&](ExprAttr e) { printer << e.str(); });
  printer << "]";
}

static ParseResult parseLayout(AsmParser &parser, Layout &layout) {
  StringRef name;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseEqual() || parser.parseKeyword(&name))
    return failure();
  std::optional<Layout> known = symbolizeLayout(name);
  if (!known)
    return parser.emitError(loc) << "unknown layout '" << name << "'";
  layout = *known;
  return success();
}

Type ep::TensorType::parse(AsmParser &parser) {
  SmallVector<ExprAttr> sizes, strides;
  Type elementType;
  std::string device;
  Layout layout = Layout::Strided;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseExprList(parser, sizes) ||
      parser.parseComma() || parser.parseType(elementType))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("strides"))) {
      if (parser.parseEqual() || parseExprList(parser, strides))
        return {};
    } else if (succeeded(parser.parseOptionalKeyword("layout"))) {
      if (parseLayout(parser, layout))
        return {};
    } else if (parser.parseKeyword("device") || parser.parseEqual() ||
               parser.parseString(&device)) {
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  MLIRContext *context = parser.getContext();
  return getChecked(
      [&] { return parser.emitError(loc); }, context, ArrayRef<ExprAttr>(sizes),
      elementType, ArrayRef<ExprAttr>(strides),
      device.empty() ? StringAttr() : StringAttr::get(context, device), layout);
}

void ep::TensorType::print(AsmPrinter &printer) const {
  printer << "<";
  printExprList(printer, getSizes());
  printer << ", " << getElementType();
  if (!isContiguous()) {
    printer << ", strides = ";
    printExprList(printer, getStrides());
  }
  if (getDevice())
    printer << ", device = " << getDevice();
  if (!isStrided())
    printer << ", layout = " << stringifyLayout(getLayout());
  printer << ">";
}

SmallVector<ExprAttr> ep::TensorType::getStridesOrDefault() const {
  if (!isContiguous() || getRank() == 0)
    return SmallVector<ExprAttr>(getStrides());
  ExprAttr one = makeInt(getContext(), 1), stride = one;
  SmallVector<ExprAttr> strides(getRank(), one);
  for (int64_t i = getRank() - 1; i > 0; --i)
    strides[i - 1] = stride = mul(stride, max(one, getSizes()[i]));
  return strides;
}

ep::TensorType ep::TensorType::withSizes(ArrayRef<ExprAttr> sizes) const {
  return get(getContext(), sizes, getElementType(), {}, getDevice());
}

ep::TensorType ep::TensorType::withElementType(Type elementType) const {
  return get(getContext(), getSizes(), elementType, {}, getDevice());
}

RankedTensorType ep::TensorType::getBuiltinType() const {
  SmallVector<int64_t> shape;
  for (ExprAttr size : getSizes())
    shape.push_back(size.isInt() ? size.getValue() : ShapedType::kDynamic);
  Type element = getElementType();
  if (auto complex = dyn_cast<ComplexType>(element)) {
    shape.push_back(2);
    element = complex.getElementType();
  }
  if (element.isUnsignedInteger())
    element = IntegerType::get(getContext(), element.getIntOrFloatBitWidth());
  return RankedTensorType::get(shape, element);
}
