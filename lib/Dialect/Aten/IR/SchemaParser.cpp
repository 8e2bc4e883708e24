// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The grammar of PyTorch's schema texts.
//   schema   := ns `::` name (`.` overload)? `(` arguments `)` `->` results
//   argument := type name (`=` default)?, and `*` before keyword-only ones
//   type     := word alias? (`[` length? `]` | `?` | alias)*
#include "kiln/Dialect/Aten/Schema.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace kiln::aten;
using llvm::StringRef;

namespace {
class Parser {
public:
  explicit Parser(StringRef text) : text(text) {}

  llvm::Error error(const llvm::Twine &what) const {
    return llvm::createStringError("schema: " + what + " at character " +
                                   llvm::Twine(pos));
  }

  StringRef rest() const { return text.drop_front(pos); }

  void skipSpaces() {
    while (rest().starts_with(" "))
      ++pos;
  }

  bool consume(StringRef token) {
    skipSpaces();
    if (!rest().starts_with(token))
      return false;
    pos += token.size();
    return true;
  }

  StringRef takeWord() {
    skipSpaces();
    StringRef word = rest().take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    pos += word.size();
    return word;
  }

  llvm::Error parseType(SchemaArgument &argument) {
    skipSpaces();
    size_t start = pos;
    StringRef word = takeWord();
    if (word.empty())
      return error("expected a type");
    SchemaType &type = argument.type;
    type.kind = lookUpKind(word);
    if (type.kind == TypeKind::Other && consume("("))
      skipTo(')'); // Dict(Tensor, Tensor)
    size_t end = pos;
    while (true) {
      if (rest().starts_with("(")) {
        parseAlias(argument);
        continue;
      }
      if (rest().starts_with("?")) {
        // `T?[]` has optional elements, `T[]?` is itself optional.
        ++pos;
        type.optional = true;
      } else if (rest().starts_with("[")) {
        type.list = true;
        std::swap(type.optional, type.optionalElement);
        StringRef length = rest().slice(1, rest().find(']'));
        pos += length.size() + 2;
        if (!length.empty() && length.getAsInteger(10, type.length))
          return error("malformed list length");
      } else {
        break;
      }
      end = pos;
    }
    type.text = text.slice(start, end);
    return llvm::Error::success();
  }

  /// After `=`.
  llvm::Error parseDefault(SchemaArgument &argument) {
    skipSpaces();
    if (rest().starts_with("\"")) {
      std::string value;
      for (++pos; pos < text.size() && text[pos] != '"'; ++pos) {
        if (text[pos] == '\\')
          ++pos;
        value += text[pos];
      }
      if (!consume("\""))
        return error("unterminated string");
      argument.defaultValue = std::move(value);
      return llvm::Error::success();
    }
    if (consume("["))
      return parseListDefault(argument);
    StringRef word = rest().take_while([](char c) {
      return llvm::isAlnum(c) || llvm::is_contained({'_', '.', '-', '+'}, c);
    });
    size_t start = pos;
    pos += word.size();
    int64_t integer;
    double number;
    if (word == "None")
      argument.defaultValue = DefaultNone();
    else if (word == "True" || word == "False")
      argument.defaultValue = word == "True";
    else if (!word.getAsInteger(10, integer))
      argument.defaultValue = integer;
    else if (!word.getAsDouble(number))
      argument.defaultValue = number;
    else if (!word.empty() && llvm::isAlpha(word[0]))
      argument.defaultValue = word.str();
    else {
      pos = start;
      return error("expected a default");
    }
    return llvm::Error::success();
  }

private:
  static TypeKind lookUpKind(StringRef word) {
    if (word.starts_with("__torch__."))
      return TypeKind::Object;
    return llvm::StringSwitch<TypeKind>(word)
        .Case("Tensor", TypeKind::Tensor)
        .Case("Generator", TypeKind::Generator)
        .Case("Storage", TypeKind::Storage)
        .Case("Scalar", TypeKind::Scalar)
        .Case("int", TypeKind::Int)
        .Case("SymInt", TypeKind::SymInt)
        .Case("float", TypeKind::Float)
        .Cases({"bool", "SymBool"}, TypeKind::Bool)
        .Case("str", TypeKind::Str)
        .Case("Dimname", TypeKind::Dimname)
        .Case("ScalarType", TypeKind::ScalarType)
        .Case("Layout", TypeKind::Layout)
        .Case("MemoryFormat", TypeKind::MemoryFormat)
        .Case("Device", TypeKind::Device)
        .Case("complex", TypeKind::Complex)
        .Case("Any", TypeKind::Any)
        .Default(TypeKind::Other);
  }

  void skipTo(char c) {
    pos = std::min(text.find(c, pos), text.size() - 1) + 1;
  }

  void parseAlias(SchemaArgument &argument) {
    size_t start = ++pos;
    skipTo(')');
    argument.alias = text.slice(start, pos - 1);
    argument.mutated = argument.alias.contains('!');
  }

  llvm::Error parseListDefault(SchemaArgument &argument) {
    llvm::SmallVector<int64_t> list;
    while (!consume("]")) {
      StringRef word = rest().take_while(
          [](char c) { return llvm::isDigit(c) || c == '-'; });
      int64_t value;
      if (word.getAsInteger(10, value))
        return error("expected an int in a list");
      pos += word.size();
      list.push_back(value);
      consume(",");
    }
    argument.defaultValue = std::move(list);
    return llvm::Error::success();
  }

  StringRef text;
  size_t pos = 0;
};
} // namespace

static llvm::Error parseArguments(Parser &parser,
                                  llvm::SmallVectorImpl<SchemaArgument> &list) {
  if (!parser.consume("("))
    return parser.error("expected '('");
  bool kwargOnly = false;
  while (!parser.consume(")")) {
    if (parser.consume("*")) {
      kwargOnly = true;
    } else {
      SchemaArgument &argument = list.emplace_back();
      argument.kwargOnly = kwargOnly;
      if (llvm::Error error = parser.parseType(argument))
        return error;
      argument.name = parser.takeWord();
      if (argument.name.empty())
        return parser.error("expected the name of an argument");
      if (parser.consume("="))
        if (llvm::Error error = parser.parseDefault(argument))
          return error;
    }
    parser.consume(",");
  }
  return llvm::Error::success();
}

static llvm::Error parseResults(Parser &parser,
                                llvm::SmallVectorImpl<SchemaArgument> &list) {
  if (!parser.consume("->"))
    return parser.error("expected '->'");
  bool several = parser.consume("(");
  while (!several || !parser.consume(")")) {
    SchemaArgument &result = list.emplace_back();
    if (llvm::Error error = parser.parseType(result))
      return error;
    result.name = parser.takeWord();
    if (!several)
      break;
    parser.consume(",");
  }
  parser.skipSpaces();
  if (!parser.rest().empty())
    return parser.error("unexpected text");
  return llvm::Error::success();
}

Schema::Schema(StringRef text, unsigned flags, DecompositionKind decomposition)
    : text(text), flags(flags), decomposition(decomposition),
      mutating(text.contains("!)")) {
  auto [space, rest] =
      text.take_until([](char c) { return c == '('; }).split("::");
  name = (space + "." + rest).str();
  if (!rest.contains('.'))
    name += ".default";
}

llvm::Error Schema::parseText() {
  Parser parser(text);
  StringRef word = parser.takeWord();
  if (word.empty() || !parser.consume("::") || parser.takeWord().empty())
    return parser.error("expected 'namespace::name'");
  if (llvm::Error error = parseArguments(parser, arguments))
    return error;
  if (llvm::Error error = parseResults(parser, results))
    return error;
  segmented = llvm::any_of(arguments, [](const SchemaArgument &argument) {
    return argument.type.isValue() &&
           (argument.type.list || argument.type.optional);
  });
  return llvm::Error::success();
}

void Schema::parseOnce() const {
  std::call_once(parsed, [&] {
    // The table is part of the program; a test parses every row.
    llvm::cantFail(const_cast<Schema *>(this)->parseText());
  });
}

llvm::Expected<std::unique_ptr<Schema>> Schema::parse(StringRef text) {
  auto owned = std::make_unique<std::string>(text);
  auto schema =
      std::make_unique<Schema>(StringRef(*owned), 0u, DecompositionKind::None);
  // The string lives on the heap, so moving it keeps the text in place.
  schema->owned = std::move(owned);
  if (llvm::Error error = schema->parseText())
    return std::move(error);
  std::call_once(schema->parsed, [] {});
  return schema;
}

StringRef Schema::getNamespace() const {
  return StringRef(name).split('.').first;
}

StringRef Schema::getBaseName() const {
  return StringRef(name).split('.').second.split('.').first;
}

StringRef Schema::getOverload() const {
  return StringRef(name).rsplit('.').second;
}

bool Schema::hasEffects() const {
  return mutating || isRandom() || text.ends_with("-> ()") ||
         getBaseName().starts_with("_functional_assert") ||
         getBaseName().starts_with("_functional_sym_constrain_range");
}

std::optional<unsigned> Schema::findArgument(StringRef argument) const {
  for (auto [i, candidate] : llvm::enumerate(getArguments()))
    if (candidate.name == argument)
      return i;
  return std::nullopt;
}
