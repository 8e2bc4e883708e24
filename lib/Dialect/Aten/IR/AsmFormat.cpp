// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The printed form of every operator: arguments in the schema's order, those
// with their default left out, tensors by position, all others by name.
//   aten.sum.dim_IntList %2, dim = [1] : (!ep.tensor<…>) -> !ep.tensor<…>
#include "OpModel.h"
#include "kiln/Dialect/EP/Expr.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::detail;
using kiln::ep::ExprAttr;

//===----------------------------------------------------------------------===//
// Print
//===----------------------------------------------------------------------===//

static void printElement(OpAsmPrinter &printer, Attribute value,
                         TypeKind kind) {
  if (auto expr = dyn_cast<ExprAttr>(value)) {
    printer << expr.str();
  } else if (auto boolean = dyn_cast<BoolAttr>(value)) {
    printer << (boolean.getValue() ? "true" : "false");
  } else if (isa<IntegerAttr>(value) && kind < TypeKind::Any) {
    printer << cast<IntegerAttr>(value).getInt();
  } else if (isa<FloatAttr>(value) && kind < TypeKind::Any) {
    double number = cast<FloatAttr>(value).getValueAsDouble();
    printer << ep::makeFloat(value.getContext(), number).str();
  } else if (kind == TypeKind::Scalar || kind == TypeKind::Complex) {
    auto pair = cast<DenseF64ArrayAttr>(value);
    printer << "(" << ep::makeFloat(value.getContext(), pair[0]).str() << ", "
            << ep::makeFloat(value.getContext(), pair[1]).str() << ")";
  } else if (isa<StringAttr>(value) &&
             (kind == TypeKind::Layout || kind == TypeKind::MemoryFormat)) {
    printer.printKeywordOrString(cast<StringAttr>(value).getValue());
  } else {
    printer << value;
  }
}

static void printValue(OpAsmPrinter &printer, Attribute value,
                       const SchemaType &type) {
  if (isa<UnitAttr>(value) && type.kind < TypeKind::Any) {
    printer << "none";
    return;
  }
  if (!type.list)
    return printElement(printer, value, type.kind);
  Builder builder(value.getContext());
  SmallVector<Attribute> elements;
  if (auto ints = dyn_cast<DenseI64ArrayAttr>(value))
    for (int64_t i : ints.asArrayRef())
      elements.push_back(builder.getI64IntegerAttr(i));
  else if (auto floats = dyn_cast<DenseF64ArrayAttr>(value))
    for (double f : floats.asArrayRef())
      elements.push_back(builder.getF64FloatAttr(f));
  else if (auto bools = dyn_cast<DenseBoolArrayAttr>(value))
    for (bool b : bools.asArrayRef())
      elements.push_back(builder.getBoolAttr(b));
  else
    llvm::append_range(elements, cast<ArrayAttr>(value));
  printer << "[";
  llvm::interleaveComma(elements, printer, [&](Attribute element) {
    printElement(printer, element, type.kind);
  });
  printer << "]";
}

/// The last value argument that is not None: those after it are left out.
static unsigned countPrintedValues(AtenOp op) {
  unsigned count = 0;
  for (auto [i, argument] : llvm::enumerate(op.getSchema().getArguments()))
    if (argument.type.isValue() && !op.getSegment(i).isNone)
      count = i + 1;
  return count;
}

static void printOperands(AtenOp op, OpAsmPrinter &printer, unsigned index) {
  const SchemaType &type = op.getSchema().getArguments()[index].type;
  OperandSegment segment = op.getSegment(index);
  unsigned position = segment.start;
  auto printOne = [&](bool present) {
    if (present)
      printer << op->getOperand(position++);
    else
      printer << "none";
  };
  if (segment.isNone || !type.list)
    return printOne(!segment.isNone);
  printer << "[";
  llvm::interleaveComma(segment.present, printer, printOne);
  printer << "]";
}

void aten::detail::printSchemaOp(AtenOp op, OpAsmPrinter &printer) {
  const Schema &schema = op.getSchema();
  unsigned values = countPrintedValues(op);
  SmallVector<StringRef> elided = {AtenOp::getSegmentsName()};
  const char *separator = " ";
  for (auto [i, argument] : llvm::enumerate(schema.getArguments())) {
    elided.push_back(argument.name);
    if (argument.type.isValue()) {
      if (i >= values)
        continue;
      printer << separator;
      printOperands(op, printer, i);
    } else if (Attribute value = op->getAttr(argument.name)) {
      printer << separator << argument.name << " = ";
      printValue(printer, value, argument.type);
    } else {
      continue;
    }
    separator = ", ";
  }
  printer.printOptionalAttrDict(op->getAttrs(), elided);
  printer << " : ";
  printer.printFunctionalType(op);
}

//===----------------------------------------------------------------------===//
// Parse
//===----------------------------------------------------------------------===//

namespace {
class OpParser {
public:
  OpParser(const Schema &schema, OpAsmParser &parser, OperationState &state)
      : schema(schema), parser(parser), state(state) {}

  ParseResult parse();

private:
  using Operand = OpAsmParser::UnresolvedOperand;

  /// One item; nothing when there is none.
  OptionalParseResult parseItem();
  ParseResult parseOperandList();
  ParseResult parseNamed(StringRef name, SMLoc loc);
  ParseResult parseValue(const SchemaType &type, Attribute &value);
  ParseResult parseElement(TypeKind kind, Attribute &value);
  ParseResult parseComplex(Attribute &value);
  const SchemaArgument *takeValueArgument();
  void addDefaults();

  const Schema &schema;
  OpAsmParser &parser;
  OperationState &state;
  SegmentBuilder segments;
  SmallVector<Operand> operands;
  unsigned nextArgument = 0;
};
} // namespace

const SchemaArgument *OpParser::takeValueArgument() {
  ArrayRef<SchemaArgument> arguments = schema.getArguments();
  while (nextArgument < arguments.size() &&
         !arguments[nextArgument].type.isValue())
    ++nextArgument;
  return nextArgument < arguments.size() ? &arguments[nextArgument++] : nullptr;
}

OptionalParseResult OpParser::parseItem() {
  SMLoc loc = parser.getCurrentLocation();
  auto tooMany = [&] {
    return parser.emitError(loc)
           << schema.getName() << " takes no further tensor";
  };
  Operand operand;
  OptionalParseResult single = parser.parseOptionalOperand(operand);
  if (single.has_value()) {
    const SchemaArgument *argument = takeValueArgument();
    if (failed(*single))
      return failure();
    if (!argument)
      return ParseResult(tooMany());
    if (argument->type.list)
      return ParseResult(parser.emitError(loc) << "argument '" << argument->name
                                               << "' wants a list of tensors");
    operands.push_back(operand);
    segments.addTensor(true);
    return ParseResult(success());
  }
  if (succeeded(parser.parseOptionalLSquare()))
    return parseOperandList();
  StringRef name;
  if (failed(parser.parseOptionalKeyword(&name)))
    return std::nullopt;
  if (name != "none")
    return parseNamed(name, loc);
  const SchemaArgument *argument = takeValueArgument();
  if (!argument)
    return ParseResult(tooMany());
  argument->type.list ? segments.addNoList() : segments.addTensor(false);
  return ParseResult(success());
}

/// After `[`.
ParseResult OpParser::parseOperandList() {
  SMLoc loc = parser.getCurrentLocation();
  const SchemaArgument *argument = takeValueArgument();
  if (!argument || !argument->type.list)
    return parser.emitError(loc)
           << schema.getName() << " takes no list of tensors here";
  SmallVector<bool> present;
  if (failed(parser.parseOptionalRSquare())) {
    do {
      SMLoc element = parser.getCurrentLocation();
      if (succeeded(parser.parseOptionalKeyword("none"))) {
        if (!argument->type.optionalElement)
          return parser.emitError(element) << "argument '" << argument->name
                                           << "' has no optional elements";
        present.push_back(false);
        continue;
      }
      if (parser.parseOperand(operands.emplace_back()))
        return failure();
      present.push_back(true);
    } while (succeeded(parser.parseOptionalComma()));
    if (parser.parseRSquare())
      return failure();
  }
  segments.addList(present, argument->type.optionalElement);
  return success();
}

ParseResult OpParser::parseNamed(StringRef name, SMLoc loc) {
  std::optional<unsigned> index = schema.findArgument(name);
  if (!index)
    return parser.emitError(loc)
           << schema.getName() << " has no argument '" << name << "'";
  const SchemaArgument &argument = schema.getArguments()[*index];
  Attribute value;
  if (argument.type.isValue())
    return parser.emitError(loc)
           << "argument '" << name << "' is passed by position";
  if (parser.parseEqual() || parseValue(argument.type, value))
    return failure();
  Attribute normal = normalizeArgument(value, argument.type);
  if (!normal) {
    auto expr = dyn_cast<ExprAttr>(value);
    InFlightDiagnostic error = parser.emitError(loc);
    error << "argument '" << name << "' wants " << argument.type.text
          << ", got ";
    return expr ? error << expr.str() : error << value;
  }
  if (state.attributes.get(argument.name))
    return parser.emitError(loc) << "argument '" << name << "' is given twice";
  Attribute byDefault = getDefault(parser.getContext(), argument);
  if (normal != byDefault && !(isa<UnitAttr>(normal) && !byDefault))
    state.addAttribute(argument.name, normal);
  return success();
}

ParseResult OpParser::parseValue(const SchemaType &type, Attribute &value) {
  if (type.optional && succeeded(parser.parseOptionalKeyword("none"))) {
    value = parser.getBuilder().getUnitAttr();
    return success();
  }
  if (!type.list)
    return parseElement(type.kind, value);
  SmallVector<Attribute> elements;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parseElement(type.kind, elements.emplace_back());
      }))
    return failure();
  value = parser.getBuilder().getArrayAttr(elements);
  return success();
}

/// After `(`: the parts of a complex number. A parenthesis cannot begin a
/// symbolic scalar, so that the two do not meet.
ParseResult OpParser::parseComplex(Attribute &value) {
  ExprAttr real, imaginary;
  SMLoc loc = parser.getCurrentLocation();
  if (ep::parseExpr(parser, real) || parser.parseComma() ||
      ep::parseExpr(parser, imaginary) || parser.parseRParen())
    return failure();
  if (real.getKind() != ep::ExprKind::Float ||
      imaginary.getKind() != ep::ExprKind::Float)
    return parser.emitError(loc, "complex numbers have two float parts");
  value = DenseF64ArrayAttr::get(parser.getContext(),
                                 {real.getFloat(), imaginary.getFloat()});
  return success();
}

ParseResult OpParser::parseElement(TypeKind kind, Attribute &value) {
  Builder &builder = parser.getBuilder();
  std::string text;
  switch (kind) {
  case TypeKind::Layout:
  case TypeKind::MemoryFormat:
    if (parser.parseKeywordOrString(&text))
      return failure();
    value = builder.getStringAttr(text);
    return success();
  case TypeKind::Str:
  case TypeKind::Dimname:
  case TypeKind::Device:
    if (parser.parseString(&text))
      return failure();
    value = builder.getStringAttr(text);
    return success();
  case TypeKind::ScalarType:
  case TypeKind::Any:
  case TypeKind::Other:
    // As an attribute, a string would take the op's types for its own.
    if (failed(parser.parseOptionalString(&text)))
      return parser.parseAttribute(value);
    value = builder.getStringAttr(text);
    return success();
  case TypeKind::Scalar:
  case TypeKind::Complex:
    if (succeeded(parser.parseOptionalLParen()))
      return parseComplex(value);
    break;
  default:
    break;
  }
  if (succeeded(parser.parseOptionalKeyword("true"))) {
    value = builder.getBoolAttr(true);
  } else if (succeeded(parser.parseOptionalKeyword("false"))) {
    value = builder.getBoolAttr(false);
  } else {
    ExprAttr expr;
    if (ep::parseExpr(parser, expr))
      return failure();
    value = expr;
  }
  return success();
}

/// Value arguments that were left out are None; the verifier says which of
/// them are required.
void OpParser::addDefaults() {
  while (const SchemaArgument *argument = takeValueArgument())
    argument->type.list ? segments.addNoList() : segments.addTensor(false);
}

ParseResult OpParser::parse() {
  bool more = false;
  do {
    OptionalParseResult item = parseItem();
    if (!item.has_value()) {
      if (more)
        return parser.emitError(parser.getCurrentLocation(),
                                "expected an argument");
      break;
    }
    if (failed(*item))
      return failure();
    more = succeeded(parser.parseOptionalComma());
  } while (more);
  addDefaults();
  if (schema.needsSegments())
    state.addAttribute(AtenOp::getSegmentsName(),
                       segments.get(parser.getContext()));
  FunctionType type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, state.operands))
    return failure();
  state.addTypes(type.getResults());
  return success();
}

ParseResult aten::detail::parseSchemaOp(const Schema &schema,
                                        OpAsmParser &parser,
                                        OperationState &state) {
  return OpParser(schema, parser, state).parse();
}
