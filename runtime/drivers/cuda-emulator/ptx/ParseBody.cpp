// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies of functions: registers, variables, labels, instructions. Names of
// registers and labels live in the braces that they are declared in.

#include "ptx/TokenStream.h"

#include <set>

using namespace kiln::emu;

/// Of a function; compilers declare some thousands.
static constexpr int64_t maxRegisters = 1 << 18;

namespace {
struct Scope {
  std::map<std::string, uint32_t> registers;
  std::map<std::string, std::string> variables;
  std::map<std::string, uint32_t> labels;
  size_t firstStatement = 0, firstTable = 0;
};

class BodyParser {
public:
  BodyParser(TokenStream &in, Function &function)
      : in(in), function(function) {}

  bool run() {
    scopes.emplace_back();
    while (!scopes.empty())
      if (!item())
        return false;
    return true;
  }

private:
  bool item() {
    if (in.takeMark('{')) {
      scopes.emplace_back();
      scopes.back().firstStatement = function.body.size();
      scopes.back().firstTable = function.tables.size();
      return true;
    }
    if (in.takeMark('}'))
      return closeScope();
    if (in.peek().kind == Token::Dotted)
      return directive();
    if (in.peek().kind == Token::Name && in.isMark(':', 1))
      return label();
    return statement();
  }

  bool label() {
    Token name = in.take();
    in.take();
    if (in.isDotted("branchtargets") || in.isDotted("calltargets") ||
        in.isDotted("callprototype"))
      return table(name);
    auto index = static_cast<uint32_t>(function.body.size());
    if (!scopes.back().labels.emplace(name.text, index).second)
      return in.fail(name.at, "label '" + name.text + "' is there twice");
    return true;
  }

  /// What a branch or a call through a register may reach.
  bool table(const Token &name) {
    TargetTable made{name.text, in.take().text, {}, name.at};
    for (const TargetTable &other : function.tables)
      if (other.name == made.name)
        return in.fail(name.at, "table '" + name.text + "' is there twice");
    if (made.kind == "callprototype") {
      // Calls are compared with the functions that they reach.
      while (!in.isMark(';') && !in.isAtEnd())
        in.take();
    } else {
      do {
        Operand &target = made.targets.emplace_back();
        target.kind = Operand::Symbol;
        target.at = in.peek().at;
        if (!in.name(target.name, "a target"))
          return false;
      } while (in.takeMark(','));
    }
    function.tables.push_back(std::move(made));
    return in.expect(';');
  }

  /// Labels of the scope resolve the names that its statements left open.
  bool closeScope() {
    Scope scope = std::move(scopes.back());
    scopes.pop_back();
    for (size_t i = scope.firstStatement; i < function.body.size(); ++i)
      for (Operand &operand : function.body[i].operands)
        resolve(operand, scope);
    for (size_t i = scope.firstTable; i < function.tables.size(); ++i)
      for (Operand &target : function.tables[i].targets)
        resolve(target, scope);
    return true;
  }

  static void resolve(Operand &operand, const Scope &scope) {
    auto found = scope.labels.find(operand.name);
    if (operand.kind == Operand::Symbol && found != scope.labels.end()) {
      operand.kind = Operand::Label;
      operand.index = found->second;
    }
    for (Operand &part : operand.parts)
      resolve(part, scope);
  }

  bool directive() {
    Token token = in.take();
    if (token.text == "reg")
      return registers();
    if (token.text == "loc")
      return sourceLine();
    if (token.text == "pragma") {
      while (in.peek().kind == Token::Text || in.isMark(','))
        in.take();
      return in.expect(';');
    }
    if (token.text == "branchtargets" || token.text == "calltargets" ||
        token.text == "callprototype")
      return in.fail(token.at, "a table of targets has a name: ." + token.text);
    static const std::map<std::string, Space> spaces = {
        {"shared", Space::Shared}, {"local", Space::Local},
        {"param", Space::Param},   {"global", Space::Global},
        {"const", Space::Const},   {"shared::cta", Space::Shared}};
    auto space = spaces.find(token.text);
    if (space == spaces.end())
      return in.fail(token.at, "unknown directive ." + token.text);
    return variables(space->second);
  }

  bool variables(Space space) {
    Variable variable;
    unsigned count = 1;
    if (!parseVariable(in, space, variable, count))
      return false;
    for (unsigned i = 0; i < count; ++i) {
      Variable copy = variable;
      std::string name = variable.name;
      if (count > 1)
        name += std::to_string(i);
      // Names of inner scopes may repeat.
      bool taken = false;
      for (const Variable &other : function.variables)
        taken |= other.name == name;
      copy.name =
          taken ? name + "@" + std::to_string(function.variables.size()) : name;
      scopes.back().variables[name] = copy.name;
      function.variables.push_back(copy);
    }
    return in.expect(';');
  }

  bool registers() {
    if (in.isDotted("v2") || in.isDotted("v4"))
      return in.fail("vectors of registers are not supported");
    Token typeToken = in.take();
    auto type = typeFromName(typeToken.text);
    if (typeToken.kind != Token::Dotted || !type)
      return in.fail(typeToken.at, "expected the type of a register");
    do {
      std::string name;
      if (!in.name(name, "a register"))
        return false;
      if (!in.takeMark('<')) {
        declare(name, *type);
        continue;
      }
      int64_t count = 0;
      if (!in.integer(count) || !in.expect('>'))
        return false;
      if (count < 0 ||
          count > maxRegisters - int64_t(function.registers.size()))
        return in.fail(typeToken.at, "a function has more than " +
                                         std::to_string(maxRegisters) +
                                         " registers");
      for (int64_t i = 0; i < count; ++i)
        declare(name + std::to_string(i), *type);
    } while (in.takeMark(','));
    return in.expect(';');
  }

  void declare(const std::string &name, Type type) {
    scopes.back().registers[name] =
        static_cast<uint32_t>(function.registers.size());
    function.registers.push_back({name, type});
  }

  /// .loc file line column [, function_name label, inlined_at …]
  bool sourceLine() {
    int64_t file = 0, line = 0, column = 0;
    if (!in.integer(file) || !in.integer(line) || !in.integer(column))
      return false;
    source = {static_cast<uint32_t>(file), static_cast<uint32_t>(line)};
    if (!in.isMark(','))
      return true;
    uint32_t on = in.peek().at.line;
    while (in.peek().at.line == on && !in.isAtEnd())
      in.take();
    return true;
  }

  bool statement() {
    Statement made;
    made.at = in.peek().at;
    made.source = source;
    if (in.takeMark('@')) {
      made.guardNegated = in.takeMark('!');
      Token name = in.take();
      int found = findRegister(name.text);
      if (found < 0 ||
          function.registers[static_cast<size_t>(found)].type != Type::Pred)
        return in.fail(name.at, "'" + name.text + "' is no predicate");
      made.guard = found;
    }
    if (!in.name(made.name, "an instruction"))
      return false;
    while (in.peek().kind == Token::Dotted)
      made.modifiers.push_back(in.take().text);
    while (!in.isMark(';')) {
      Operand operand;
      if (!parseOperand(operand))
        return false;
      made.operands.push_back(std::move(operand));
      if (!in.takeMark(','))
        break;
    }
    if (!in.expect(';'))
      return false;
    function.body.push_back(std::move(made));
    return true;
  }

  int findRegister(const std::string &name) const {
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
      auto found = scope->registers.find(name);
      if (found != scope->registers.end())
        return static_cast<int>(found->second);
    }
    return -1;
  }

  bool parseOperand(Operand &operand) {
    operand.at = in.peek().at;
    if (in.isMark('['))
      return address(operand);
    if (in.isMark('{') || in.isMark('('))
      return list(operand);
    if (!simple(operand))
      return false;
    if (!in.takeMark('|'))
      return true;
    Operand pair;
    pair.kind = Operand::Pair;
    pair.at = operand.at;
    pair.parts.resize(2);
    pair.parts[0] = std::move(operand);
    if (!simple(pair.parts[1]))
      return false;
    operand = std::move(pair);
    return true;
  }

  bool address(Operand &operand) {
    operand.kind = Operand::Address;
    in.take();
    do {
      Operand part;
      if (!parseOperand(part))
        return false;
      operand.parts.push_back(std::move(part));
    } while (in.takeMark(','));
    return in.expect(']');
  }

  bool list(Operand &operand) {
    operand.kind = Operand::List;
    char close = in.take().text[0] == '{' ? '}' : ')';
    while (!in.isMark(close)) {
      Operand part;
      if (!parseOperand(part))
        return false;
      operand.parts.push_back(std::move(part));
      if (!in.takeMark(','))
        break;
    }
    return in.expect(close);
  }

  /// A register, a number or a symbol, with "+ constant" where that may be.
  bool simple(Operand &operand) {
    operand.at = in.peek().at;
    operand.negated = in.takeMark('!');
    bool minus = in.isMark('-') && in.peek(1).kind == Token::Float;
    if (minus)
      in.take();
    if (in.peek().kind == Token::Float) {
      Token token = in.take();
      operand.kind = Operand::Float;
      operand.value = minus ? -token.value : token.value;
      operand.width = token.width;
      operand.bits = token.bits;
      return true;
    }
    bool named = in.peek().kind == Token::Name && in.peek().text != "WARP_SZ";
    if (!named) {
      operand.kind = Operand::Integer;
      return parseConstant(in, operand.bits);
    }
    operand.name = in.take().text;
    if (operand.name == "_") {
      operand.kind = Operand::Sink;
      return true;
    }
    int found = findRegister(operand.name);
    if (found >= 0) {
      operand.kind = Operand::Register;
      operand.index = static_cast<uint32_t>(found);
    } else if (operand.name[0] == '%') {
      operand.kind = Operand::Special;
      if (in.peek().kind == Token::Dotted)
        operand.name += "." + in.take().text;
    } else {
      operand.kind = Operand::Symbol;
      operand.name = scopedVariable(operand.name);
    }
    bool minusOffset = in.isMark('-');
    if (in.takeMark('+') || minusOffset)
      return parseConstant(in, operand.bits);
    return true;
  }

  std::string scopedVariable(const std::string &name) const {
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
      auto found = scope->variables.find(name);
      if (found != scope->variables.end())
        return found->second;
    }
    return name;
  }

  TokenStream &in;
  Function &function;
  std::vector<Scope> scopes;
  SourceLine source;
};
} // namespace

bool kiln::emu::parseBody(TokenStream &in, Function &function) {
  return BodyParser(in, function).run();
}
