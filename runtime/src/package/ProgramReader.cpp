// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract of a program: symbols, ranges, inputs, outputs, state.

#include "package/ProgramReader.h"
#include "dtype/Dtype.h"

#include <algorithm>

using namespace kiln::rt;
namespace json = kiln::json;

namespace {
struct KindRow {
  const char *name;
  kiln_value_kind kind;
};
} // namespace

static constexpr KindRow inputKinds[] = {
    {"user_input", KILN_VALUE_USER_INPUT},
    {"number", KILN_VALUE_NUMBER},
    {"constant", KILN_VALUE_CONSTANT},
};
static constexpr KindRow outputKinds[] = {
    {"user_output", KILN_VALUE_USER_OUTPUT},
    {"loss_output", KILN_VALUE_LOSS_OUTPUT},
    {"gradient_to_parameter", KILN_VALUE_GRADIENT_TO_PARAMETER},
    {"gradient_to_user_input", KILN_VALUE_GRADIENT_TO_USER_INPUT},
    {"buffer_mutation", KILN_VALUE_BUFFER_MUTATION},
    {"parameter_mutation", KILN_VALUE_PARAMETER_MUTATION},
    {"user_input_mutation", KILN_VALUE_USER_INPUT_MUTATION},
    {"number", KILN_VALUE_NUMBER},
    {"constant", KILN_VALUE_CONSTANT},
};

template <size_t N>
static Expected<kiln_value_kind> readKind(const JsonNode &node,
                                          const KindRow (&rows)[N]) {
  KILN_RT_ASSIGN(JsonNode member, node.member("kind"));
  KILN_RT_ASSIGN(std::string_view name, member.asString());
  for (const KindRow &row : rows)
    if (name == row.name)
      return kiln_value_kind(row.kind);
  return member.error("unknown kind '", name, "'");
}

Expected<kiln_dtype> kiln::rt::readDtype(const JsonNode &node,
                                         std::optional<kiln_dtype> fallback) {
  const json::Value *found = node.find("dtype");
  if (fallback && (!found || found->isNull()))
    return kiln_dtype(*fallback);
  KILN_RT_ASSIGN(std::string_view name, node.string("dtype"));
  if (std::optional<kiln_dtype> dtype = dtypeFromName(name))
    return kiln_dtype(*dtype);
  return node.member("dtype")->error("unknown dtype '", name, "'");
}

std::optional<NameBinding> ProgramReader::lookUp(std::string_view name) const {
  auto found = names_.find(name);
  if (found == names_.end())
    return std::nullopt;
  return found->second;
}

uint32_t ProgramReader::addExpression(Expression expression) {
  bool fixed = true;
  if (!expression.isConstant())
    expression.forEachRegister(
        [&](uint32_t reg) { fixed &= reg < program_.givenRegisters(); });
  program_.expressions.push_back(std::move(expression));
  program_.fixedPerCall.push_back(fixed);
  return static_cast<uint32_t>(program_.expressions.size() - 1);
}

/// A text; a number may stand alone.
Expected<uint32_t> ProgramReader::internExpression(const JsonNode &node) {
  const json::Value &value = node.value();
  if (std::optional<int64_t> integer = value.getAsInteger()) {
    auto [found, isNew] = constantIndex_.emplace(*integer, 0);
    if (isNew)
      found->second = addExpression(Expression::constant(*integer));
    return uint32_t(found->second);
  }
  std::optional<std::string_view> text = value.getAsString();
  if (!text)
    return node.error("an integer or an expression is expected, not ",
                      json::getKindName(value.getKind()));
  auto found = expressionIndex_.find(*text);
  if (found != expressionIndex_.end())
    return uint32_t(found->second);
  Expected<Expression> parsed = Expression::parse(
      *text, [this](std::string_view name) { return lookUp(name); });
  if (!parsed.ok()) {
    parsed.error().message = concat(node.where(), ": ", parsed.error().message);
    return parsed.takeError();
  }
  uint32_t index = addExpression(*std::move(parsed));
  expressionIndex_.emplace(*text, index);
  return index;
}

Expected<uint32_t> ProgramReader::expression(const JsonNode &node, Sort sort) {
  KILN_RT_ASSIGN(uint32_t index, internExpression(node));
  Sort found = program_.expressions[index].sort();
  if (found != sort)
    return node.error("an expression of sort ", sortName(sort),
                      " is expected, not ", sortName(found));
  return uint32_t(index);
}

Expected<uint32_t> ProgramReader::expressionMember(const JsonNode &node,
                                                   json::Key key, Sort sort) {
  KILN_RT_ASSIGN(JsonNode member, node.member(key));
  return expression(member, sort);
}

Status ProgramReader::readSymbols(const JsonNode &node) {
  return node.forEach("symbols", false, [&](const JsonNode &item) -> Status {
    Symbol symbol;
    KILN_RT_ASSIGN(std::string_view name, item.string("name"));
    symbol.name = name;
    KILN_RT_ASSIGN(symbol.min, item.optionalInt("min"));
    KILN_RT_ASSIGN(symbol.max, item.optionalInt("max"));
    if (symbol.min && symbol.max && *symbol.min > *symbol.max)
      return item.error("the range of '", symbol.name, "' is empty");
    auto reg = static_cast<uint32_t>(program_.registers.size());
    if (!names_.emplace(name, NameBinding{reg, Sort::Int}).second)
      return item.error("the symbol '", symbol.name, "' is declared twice");
    program_.registers.push_back({symbol.name, Sort::Int});
    program_.symbols.push_back(std::move(symbol));
    return {};
  });
}

/// Each may read those before it.
Status ProgramReader::readSizes(const JsonNode &node) {
  return node.forEach("sizes", false, [&](const JsonNode &item) -> Status {
    KILN_RT_ASSIGN(std::string_view name, item.string("name"));
    KILN_RT_ASSIGN(uint32_t size, expressionMember(item, "expr", Sort::Int));
    auto reg = static_cast<uint32_t>(program_.registers.size());
    if (!names_.emplace(name, NameBinding{reg, Sort::Int}).second)
      return item.error("the name '", name, "' is declared twice");
    program_.registers.push_back({std::string(name), Sort::Int});
    program_.sizes.push_back(size);
    return {};
  });
}

Status ProgramReader::readRanges(const JsonNode &node) {
  KILN_RT_TRY(
      node.forEach("constraints", false, [&](const JsonNode &item) -> Status {
        Constraint constraint;
        KILN_RT_ASSIGN(constraint.expression,
                       expressionMember(item, "expr", Sort::Int));
        KILN_RT_ASSIGN(constraint.min, item.optionalInt("min"));
        KILN_RT_ASSIGN(constraint.max, item.optionalInt("max"));
        program_.constraints.push_back(constraint);
        return {};
      }));
  return node.forEach("guards", false, [&](const JsonNode &item) -> Status {
    Guard guard;
    KILN_RT_ASSIGN(guard.expression,
                   expressionMember(item, "expr", Sort::Bool));
    KILN_RT_ASSIGN(guard.origin,
                   item.indexOr("origin", manifest_.details->originCount(),
                                "origin", noIndex));
    program_.guards.push_back(guard);
    return {};
  });
}

Status ProgramReader::readTensor(const JsonNode &node, ValueDecl &value) {
  KILN_RT_ASSIGN(value.dtype, readDtype(node));
  KILN_RT_TRY(node.forEach("sizes", true, [&](const JsonNode &item) -> Status {
    KILN_RT_ASSIGN(uint32_t size, expression(item, Sort::Int));
    const Expression &parsed = program_.expressions[size];
    if (parsed.isConstant() && parsed.payload() < 0)
      return item.error("the size is negative");
    value.sizes.push_back(size);
    return {};
  }));
  if (value.sizes.size() > KILN_MAX_RANK)
    return node.error("the rank ", value.sizes.size(), " is over the limit of ",
                      KILN_MAX_RANK);
  KILN_RT_ASSIGN(std::optional<JsonNode> strides, node.optional("strides"));
  if (!strides)
    return {};
  KILN_RT_ASSIGN(size_t count, strides->listSize());
  if (count != value.sizes.size())
    return strides->error("sizes and strides differ in length");
  value.hasStrides = true;
  for (size_t i = 0; i < count; ++i) {
    KILN_RT_ASSIGN(uint32_t stride, expression(strides->item(i), Sort::Int));
    value.strides.push_back(stride);
  }
  return {};
}

Status ProgramReader::readNumber(const JsonNode &node, ValueDecl &value) {
  KILN_RT_ASSIGN(JsonNode member, node.member("value"));
  // The sort decides the dtype.
  KILN_RT_ASSIGN(value.number, internExpression(member));
  Sort sort = program_.expressions[value.number].sort();
  value.dtype = sort == Sort::Int     ? KILN_DTYPE_I64
                : sort == Sort::Float ? KILN_DTYPE_F64
                                      : KILN_DTYPE_BOOL;
  return {};
}

Status ProgramReader::readConstant(const JsonNode &node, ValueDecl &value) {
  KILN_RT_ASSIGN(JsonNode member, node.member("value"));
  const json::Value &json = member.value();
  using Kind = json::Value::Kind;
  Constant &constant = value.constant;
  switch (json.getKind()) {
  case Kind::Null:
    constant.kind = Constant::Kind::Null;
    return {};
  case Kind::Bool:
    constant.kind = Constant::Kind::Bool;
    constant.integer = *json.getAsBoolean();
    value.dtype = KILN_DTYPE_BOOL;
    return {};
  case Kind::Integer:
    constant.kind = Constant::Kind::Int;
    constant.integer = *json.getAsInteger();
    value.dtype = KILN_DTYPE_I64;
    return {};
  case Kind::Float:
    constant.kind = Constant::Kind::Float;
    constant.number = *json.getAsNumber();
    value.dtype = KILN_DTYPE_F64;
    return {};
  case Kind::String:
    constant.kind = Constant::Kind::String;
    constant.string = *json.getAsString();
    return {};
  case Kind::HugeInteger:
  case Kind::Array:
  case Kind::Object:
    break;
  }
  return member.error("a constant is expected, not ",
                      json::getKindName(json.getKind()));
}

Status ProgramReader::readInputs(const JsonNode &node) {
  return node.forEach("inputs", true, [&](const JsonNode &item) -> Status {
    ValueDecl input;
    KILN_RT_ASSIGN(input.kind, readKind(item, inputKinds));
    KILN_RT_ASSIGN(std::string_view name, item.string("name"));
    input.name = name;
    KILN_RT_ASSIGN(input.origin,
                   item.indexOr("origin", manifest_.details->originCount(),
                                "origin", noIndex));
    if (input.kind == KILN_VALUE_NUMBER)
      KILN_RT_TRY(readNumber(item, input));
    else if (input.kind == KILN_VALUE_CONSTANT)
      KILN_RT_TRY(readConstant(item, input));
    else
      KILN_RT_TRY(readTensor(item, input));
    if (!inputNames_.insert(name).second)
      return item.error("the input '", input.name, "' is declared twice");
    program_.inputs.push_back(std::move(input));
    return {};
  });
}

Status ProgramReader::readViewOf(const JsonNode &node, ValueDecl &output) {
  KILN_RT_ASSIGN(std::optional<JsonNode> view, node.optional("view_of"));
  if (!view)
    return {};
  KILN_RT_ASSIGN(output.viewOf,
                 view->index("input", program_.inputs.size(), "input"));
  KILN_RT_ASSIGN(output.viewOffset,
                 expressionMember(*view, "offset", Sort::Int));
  const ValueDecl &input = program_.inputs[output.viewOf];
  if (output.kind != KILN_VALUE_USER_OUTPUT || !input.isTensor() ||
      input.dtype != output.dtype)
    return view->error("only a user_output can be a view, of a tensor of its "
                       "dtype");
  return {};
}

Status ProgramReader::readOutputs(const JsonNode &node) {
  return node.forEach("outputs", true, [&](const JsonNode &item) -> Status {
    ValueDecl output;
    KILN_RT_ASSIGN(output.kind, readKind(item, outputKinds));
    KILN_RT_ASSIGN(output.name, item.stringOr("name", ""));
    KILN_RT_ASSIGN(output.target, item.stringOr("target", ""));
    KILN_RT_ASSIGN(output.origin,
                   item.indexOr("origin", manifest_.details->originCount(),
                                "origin", noIndex));
    if (output.kind == KILN_VALUE_NUMBER)
      KILN_RT_TRY(readNumber(item, output));
    else if (output.kind == KILN_VALUE_CONSTANT)
      KILN_RT_TRY(readConstant(item, output));
    else
      KILN_RT_TRY(readTensor(item, output));
    KILN_RT_TRY(readViewOf(item, output));
    if (!output.isMutation())
      program_.results.push_back(
          static_cast<uint32_t>(program_.outputs.size()));
    program_.outputs.push_back(std::move(output));
    return {};
  });
}

/// What a view shows may not change: it would be another value afterwards.
static bool isViewOfMutated(const Program &program, const ValueDecl &output) {
  return std::any_of(program.outputs.begin(), program.outputs.end(),
                     [&](const ValueDecl &other) {
                       return other.kind == KILN_VALUE_USER_INPUT_MUTATION &&
                              other.targetIndex == output.viewOf;
                     });
}

Status ProgramReader::resolveTargets(const JsonNode &node) {
  for (ValueDecl &output : program_.outputs) {
    if (!output.isMutation())
      continue;
    bool toInput = output.kind == KILN_VALUE_USER_INPUT_MUTATION;
    bool agrees = false;
    auto consider = [&](std::string_view name, size_t index, kiln_dtype dtype,
                        size_t rank, bool writable) {
      if (name != output.target)
        return;
      output.targetIndex = static_cast<uint32_t>(index);
      agrees = writable && dtype == output.dtype && rank == output.sizes.size();
    };
    for (size_t i = 0; toInput && i < program_.inputs.size(); ++i) {
      const ValueDecl &input = program_.inputs[i];
      consider(input.name, i, input.dtype, input.sizes.size(),
               input.isTensor());
    }
    for (size_t i = 0; !toInput && i < program_.state.size(); ++i) {
      const StateDecl &state = program_.state[i];
      consider(state.name, i, state.dtype, state.sizes.size(), state.isMutable);
    }
    if (output.targetIndex == noIndex)
      return node.error("a mutation of '", output.target,
                        "', which does not exist");
    if (!agrees)
      return node.error("a mutation of '", output.target,
                        "' that is not mutable or has another dtype or rank");
  }
  for (const ValueDecl &output : program_.outputs)
    if (output.viewOf != noIndex && isViewOfMutated(program_, output))
      return node.error("an output is a view of the input '",
                        program_.inputs[output.viewOf].name,
                        "', which is mutated");
  return {};
}

/// The tree of the member `key`, whose text is kept; none where there is none.
Expected<Tree> ProgramReader::readTreeMember(const JsonNode &node,
                                             json::Key key,
                                             const NamedTuples &namedTuples,
                                             size_t leaves,
                                             std::string &text) const {
  KILN_RT_ASSIGN(std::optional<JsonNode> member, node.optional(key));
  if (!member)
    return Tree();
  KILN_RT_ASSIGN(text, member->asString());
  Expected<Tree> tree = readTree(
      text, namedTuples, key.getText() == "in_tree" ? "inputs" : "result");
  if (!tree.ok()) {
    tree.error().message = concat(member->where(), ": ", tree.error().message);
    return tree;
  }
  if (tree->front().leaves != leaves)
    return member->error("the tree has ", tree->front().leaves, " leaves for ",
                         leaves, " values");
  return tree;
}

/// Gradients are results, but no leaves of what the program returned.
Status ProgramReader::readTrees(const JsonNode &node) {
  NamedTuples namedTuples;
  KILN_RT_ASSIGN(std::optional<JsonNode> types, node.optional("named_tuples"));
  if (types) {
    KILN_RT_TRY(types->requireObject());
    for (json::Member type : *types->value().getAsObject()) {
      std::vector<std::string> &fields = namedTuples[std::string(type.first)];
      KILN_RT_TRY(types->forEach(
          type.first, true, [&](const JsonNode &field) -> Status {
            KILN_RT_ASSIGN(std::string_view name, field.asString());
            fields.emplace_back(name);
            return {};
          }));
    }
  }
  for (uint32_t i = 0; i < program_.results.size(); ++i) {
    kiln_value_kind kind = program_.outputs[program_.results[i]].kind;
    if (kind != KILN_VALUE_GRADIENT_TO_PARAMETER &&
        kind != KILN_VALUE_GRADIENT_TO_USER_INPUT)
      program_.treeResults.push_back(i);
  }
  KILN_RT_ASSIGN(program_.inputTree,
                 readTreeMember(node, "in_tree", namedTuples,
                                program_.inputs.size(), program_.inTree));
  KILN_RT_ASSIGN(program_.resultTree,
                 readTreeMember(node, "out_tree", namedTuples,
                                program_.treeResults.size(), program_.outTree));
  return {};
}

Expected<Program> ProgramReader::read(const JsonNode &node) {
  KILN_RT_ASSIGN(program_.name, node.string("name"));
  KILN_RT_TRY(readSymbols(node));
  KILN_RT_TRY(readRanges(node));
  KILN_RT_TRY(readInputs(node));
  KILN_RT_TRY(readSizes(node));
  KILN_RT_TRY(readState(node));
  KILN_RT_ASSIGN(JsonNode entries, node.member("entries"));
  KILN_RT_TRY(readOpcodes(entries));
  KILN_RT_TRY(declareRegisters(entries));
  KILN_RT_TRY(readOutputs(node));
  KILN_RT_TRY(resolveTargets(node));
  KILN_RT_TRY(readTrees(node));
  KILN_RT_TRY(readSegments(node));
  KILN_RT_TRY(readEntries(entries));
  program_.outputWritten.assign(program_.outputs.size(), false);
  return std::move(program_);
}
