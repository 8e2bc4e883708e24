// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `aten.operator`: an operator of a custom namespace, with its arguments as the
// archive has them.
//   aten.operator "ns.name.overload"(x = %0, ys = [%1, none], k = 2 : i64)
// The attribute `arguments` pairs each name with a value: `{tensor}` for one
// operand, `{tensors = array<i1: …>}` for a list (false is None), `{none}`, or
// `{value = <attribute>}`. Where the schema is known, the attribute `writes`
// has the names of the arguments that the operator writes.
#include "kiln/Dialect/Aten/CustomOp.h"
#include "OpModel.h"
#include "kiln/Dialect/Aten/Builder.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::detail;

static constexpr llvm::StringLiteral kNameAttr = "name";
static constexpr llvm::StringLiteral kArgumentsAttr = "arguments";
static constexpr llvm::StringLiteral kWritesAttr = "writes";

bool aten::isCustomOp(Operation *op) {
  return op->getName().getStringRef() == "aten.operator";
}

StringAttr aten::getCustomOpName(Operation *op) {
  return op->getAttrOfType<StringAttr>(kNameAttr);
}

void aten::setWrittenArguments(Operation *op, ArrayRef<StringRef> names) {
  op->setAttr(kWritesAttr, Builder(op->getContext()).getStrArrayAttr(names));
}

bool aten::hasKnownWrites(Operation *op) { return op->hasAttr(kWritesAttr); }

SmallVector<unsigned> aten::getWrittenOperands(Operation *op) {
  SmallVector<unsigned> written;
  auto names = op->getAttrOfType<ArrayAttr>(kWritesAttr);
  unsigned operand = 0;
  for (auto entry : op->getAttrOfType<ArrayAttr>(kArgumentsAttr)
                        .getAsRange<DictionaryAttr>()) {
    unsigned first = operand;
    operand += entry.contains("tensor");
    if (auto list = entry.getAs<DenseBoolArrayAttr>("tensors"))
      operand += llvm::count(list.asArrayRef(), true);
    if (names && llvm::is_contained(names, entry.get("name")))
      llvm::append_range(written, llvm::seq(first, operand));
  }
  return written;
}

DictionaryAttr aten::getCustomOpConfiguration(Operation *op) {
  Builder builder(op->getContext());
  SmallVector<NamedAttribute> configuration;
  int64_t operand = 0;
  auto wrap = [&](StringRef kind, Attribute value) -> Attribute {
    return builder.getDictionaryAttr(builder.getNamedAttr(kind, value));
  };
  auto entries = op->getAttrOfType<ArrayAttr>(kArgumentsAttr);
  for (auto entry : entries.getAsRange<DictionaryAttr>()) {
    Attribute value = entry.get("value");
    if (entry.contains("tensor"))
      value = wrap("tensor", builder.getI64IntegerAttr(operand++));
    if (auto list = entry.getAs<DenseBoolArrayAttr>("tensors")) {
      SmallVector<Attribute> elements;
      for (bool present : list.asArrayRef())
        elements.push_back(present
                               ? Attribute(builder.getI64IntegerAttr(operand++))
                               : builder.getUnitAttr());
      value = wrap("tensors", builder.getArrayAttr(elements));
    }
    configuration.emplace_back(entry.getAs<StringAttr>("name"),
                               value ? value : builder.getUnitAttr());
  }
  return builder.getDictionaryAttr(configuration);
}

static DictionaryAttr makeArgument(Builder &builder, StringRef name,
                                   StringRef kind, Attribute value) {
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("name", builder.getStringAttr(name)),
       builder.getNamedAttr(kind, value)});
}

static DictionaryAttr makeList(Builder &builder, StringRef name,
                               ArrayRef<bool> present) {
  return makeArgument(builder, name, "tensors",
                      builder.getDenseBoolArrayAttr(present));
}

Operation *aten::buildCustomOp(OpBuilder &builder, Location loc, StringRef name,
                               ArrayRef<NamedArgument> arguments,
                               TypeRange results) {
  OperationState state(loc, "aten.operator");
  SmallVector<Attribute> entries;
  for (const NamedArgument &argument : arguments) {
    if (const Value *value = std::get_if<Value>(&argument.value);
        value && *value) {
      state.addOperands(*value);
      entries.push_back(makeArgument(builder, argument.name, "tensor",
                                     builder.getUnitAttr()));
    } else if (const auto *list =
                   std::get_if<SmallVector<Value>>(&argument.value)) {
      SmallVector<bool> present;
      for (Value element : *list) {
        present.push_back(static_cast<bool>(element));
        if (element)
          state.addOperands(element);
      }
      entries.push_back(makeList(builder, argument.name, present));
    } else if (const Attribute *attr = std::get_if<Attribute>(&argument.value);
               attr && !isa<UnitAttr>(*attr)) {
      entries.push_back(makeArgument(builder, argument.name, "value", *attr));
    } else {
      entries.push_back(
          makeArgument(builder, argument.name, "none", builder.getUnitAttr()));
    }
  }
  state.addAttribute(kNameAttr, builder.getStringAttr(name));
  state.addAttribute(kArgumentsAttr, builder.getArrayAttr(entries));
  state.addTypes(results);
  return builder.create(state);
}

void aten::detail::printCustomOp(Operation *op, OpAsmPrinter &printer) {
  printer << " " << op->getAttr(kNameAttr) << "(";
  unsigned position = 0;
  auto printOne = [&](bool present) {
    if (present)
      printer << op->getOperand(position++);
    else
      printer << "none";
  };
  auto entries = op->getAttrOfType<ArrayAttr>(kArgumentsAttr);
  llvm::interleaveComma(
      entries.getAsRange<DictionaryAttr>(), printer, [&](DictionaryAttr entry) {
        printer.printKeywordOrString(entry.getAs<StringAttr>("name"));
        printer << " = ";
        if (auto list = entry.getAs<DenseBoolArrayAttr>("tensors")) {
          printer << "[";
          llvm::interleaveComma(list.asArrayRef(), printer, printOne);
          printer << "]";
        } else if (Attribute value = entry.get("value")) {
          printer << value;
        } else {
          printOne(entry.contains("tensor"));
        }
      });
  printer << ")";
  printer.printOptionalAttrDict(op->getAttrs(), {kNameAttr, kArgumentsAttr});
  printer << " : ";
  printer.printFunctionalType(op);
}

/// `name = %v`, `name = [%v, none]`, `name = none` or `name = <attribute>`.
/// A list without any operand is an attribute, as in `name = []`.
static ParseResult
parseArgument(OpAsmParser &parser,
              SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands,
              SmallVectorImpl<Attribute> &entries) {
  Builder &builder = parser.getBuilder();
  std::string name;
  OpAsmParser::UnresolvedOperand operand;
  if (parser.parseKeywordOrString(&name) || parser.parseEqual())
    return failure();
  OptionalParseResult single = parser.parseOptionalOperand(operand);
  if (single.has_value()) {
    operands.push_back(operand);
    entries.push_back(
        makeArgument(builder, name, "tensor", builder.getUnitAttr()));
    return *single;
  }
  if (succeeded(parser.parseOptionalKeyword("none"))) {
    entries.push_back(
        makeArgument(builder, name, "none", builder.getUnitAttr()));
    return success();
  }
  if (failed(parser.parseOptionalLSquare())) {
    Attribute value;
    if (parser.parseAttribute(value))
      return failure();
    entries.push_back(makeArgument(builder, name, "value", value));
    return success();
  }
  SmallVector<bool> present;
  SmallVector<Attribute> values;
  if (failed(parser.parseOptionalRSquare())) {
    do {
      OptionalParseResult element = parser.parseOptionalOperand(operand);
      if (element.has_value()) {
        operands.push_back(operand);
        present.push_back(true);
      } else if (succeeded(parser.parseOptionalKeyword("none"))) {
        present.push_back(false);
      } else if (parser.parseAttribute(values.emplace_back())) {
        return failure();
      }
    } while (succeeded(parser.parseOptionalComma()));
    if (parser.parseRSquare())
      return failure();
  }
  entries.push_back(present.empty() ? makeArgument(builder, name, "value",
                                                   builder.getArrayAttr(values))
                                    : makeList(builder, name, present));
  return success();
}

ParseResult aten::detail::parseCustomOp(OpAsmParser &parser,
                                        OperationState &state) {
  StringAttr name;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Attribute> entries;
  FunctionType type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseAttribute(name) ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Paren,
          [&] { return parseArgument(parser, operands, entries); }) ||
      parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, state.operands))
    return failure();
  state.addAttribute(kNameAttr, name);
  state.addAttribute(kArgumentsAttr, parser.getBuilder().getArrayAttr(entries));
  state.addTypes(type.getResults());
  return success();
}

LogicalResult aten::detail::verifyCustomOp(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(kNameAttr);
  auto entries = op->getAttrOfType<ArrayAttr>(kArgumentsAttr);
  if (!name || name.getValue().count('.') != 2)
    return op->emitOpError("wants a name of the form \"ns.name.overload\"");
  if (lookupSchema(name))
    return op->emitOpError("names ") << name << ", which has a schema";
  int64_t operands = 0;
  SmallVector<Attribute> names;
  for (Attribute attr :
       entries ? entries : ArrayAttr::get(op->getContext(), {})) {
    auto entry = dyn_cast<DictionaryAttr>(attr);
    if (!entry || !entry.getAs<StringAttr>("name"))
      return op->emitOpError("has a malformed argument ") << attr;
    names.push_back(entry.get("name"));
    operands += entry.contains("tensor");
    if (auto list = entry.getAs<DenseBoolArrayAttr>("tensors"))
      operands += llvm::count(list.asArrayRef(), true);
  }
  Attribute writes = op->getAttr(kWritesAttr);
  auto written = dyn_cast_or_null<ArrayAttr>(writes);
  if (writes && (!written || llvm::any_of(written, [&](Attribute argument) {
        return !llvm::is_contained(names, argument);
      })))
    return op->emitOpError("writes what is no argument of it: ") << writes;
  if (!entries || operands != op->getNumOperands())
    return op->emitOpError("arguments do not cover its operands");
  return success();
}
