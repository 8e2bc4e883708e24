// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules: directives, variables, functions.

#include "ptx/TokenStream.h"

#include <cstdlib>

using namespace kiln::emu;

const Function *Module::find(const std::string &function) const {
  const Function *declared = nullptr;
  for (const Function &candidate : functions) {
    if (candidate.name != function)
      continue;
    if (candidate.defined)
      return &candidate;
    declared = &candidate;
  }
  return declared;
}

namespace {
class ModuleParser {
public:
  ModuleParser(TokenStream &in, Module &module) : in(in), module(module) {}

  bool run() {
    while (in.peek().kind != Token::End) {
      if (in.peek().kind == Token::Bad)
        return in.fail(in.peek().text);
      if (!directive())
        return false;
    }
    if (!module.version)
      return in.fail("the module has no .version");
    if (!module.architecture)
      return in.fail("the module has no .target");
    return true;
  }

private:
  bool directive() {
    Token token = in.take();
    if (token.kind != Token::Dotted)
      return in.fail(token.at,
                     "expected a directive, not '" + token.text + "'");
    if (token.text == "version")
      return version();
    if (token.text == "target")
      return target();
    if (token.text == "address_size")
      return addressSize();
    if (token.text == "file")
      return file();
    if (token.text == "section")
      return skipBraces();
    if (token.text == "visible" || token.text == "weak" ||
        token.text == "common")
      return true;
    if (token.text == "extern") {
      external = true;
      return true;
    }
    if (token.text == "entry" || token.text == "func")
      return function(token.text == "entry");
    if (token.text == "alias")
      return alias();
    if (token.text == "global")
      return variable(Space::Global);
    if (token.text == "const")
      return variable(Space::Const);
    if (token.text == "shared")
      return variable(Space::Shared);
    return in.fail(token.at, "unknown directive ." + token.text);
  }

  bool version() {
    Token token = in.take();
    if (token.kind != Token::Float || !(token.value >= 1 && token.value < 100))
      return in.fail(token.at, "expected a version, as 8.0");
    module.version = static_cast<unsigned>(token.value * 10 + 0.5);
    return true;
  }

  bool target() {
    do {
      std::string name;
      if (!in.name(name, "a target"))
        return false;
      if (name.rfind("sm_", 0) != 0)
        continue;
      char *end = nullptr;
      module.architecture =
          static_cast<unsigned>(std::strtoul(name.c_str() + 3, &end, 10));
      module.architectureSpecific = *end == 'a' || *end == 'f';
    } while (in.takeMark(','));
    return true;
  }

  bool addressSize() {
    int64_t bits = 0;
    Location at = in.peek().at;
    if (!in.integer(bits))
      return false;
    return bits == 64 || in.fail(at, "addresses must have 64 bits");
  }

  bool file() {
    int64_t index = 0;
    if (!in.integer(index))
      return false;
    if (in.peek().kind != Token::Text)
      return in.fail("expected the name of a file");
    module.files[static_cast<uint32_t>(index)] = in.take().text;
    while (in.takeMark(','))
      in.take();
    return true;
  }

  /// .alias name, function;
  bool alias() {
    Location at = in.peek().at;
    std::string name, function;
    if (!in.name(name, "a function") || !in.expect(',') ||
        !in.name(function, "a function"))
      return false;
    module.aliases[name] = {function, at};
    return in.expect(';');
  }

  /// Sections of debug information say nothing of what runs.
  bool skipBraces() {
    while (!in.isMark('{') && !in.isAtEnd())
      in.take();
    int depth = 0;
    do {
      depth += in.isMark('{') ? 1 : in.isMark('}') ? -1 : 0;
      if (in.isAtEnd())
        return in.fail("the section does not end");
      in.take();
    } while (depth > 0);
    return true;
  }

  bool variable(Space space) {
    Variable made;
    unsigned count = 1;
    made.external = external;
    external = false;
    if (!parseVariable(in, space, made, count) || !in.expect(';'))
      return false;
    module.variables.push_back(std::move(made));
    return true;
  }

  bool parameters(std::vector<Variable> &list) {
    if (!in.expect('('))
      return false;
    while (!in.isMark(')')) {
      Variable made;
      unsigned count = 1;
      Space space = Space::Param;
      if (in.takeDotted("reg"))
        space = Space::Register;
      else if (!in.takeDotted("param"))
        return in.fail("expected a parameter");
      if (!parseVariable(in, space, made, count))
        return false;
      list.push_back(std::move(made));
      if (!in.takeMark(','))
        break;
    }
    return in.expect(')');
  }

  bool function(bool entry) {
    Function made;
    external = false;
    made.entry = entry;
    made.at = in.peek().at;
    if (!entry && in.isMark('(') && !parameters(made.results))
      return false;
    if (!in.name(made.name, "a function"))
      return false;
    if (in.isMark('(') && !parameters(made.params))
      return false;
    if (!attributes(made))
      return false;
    if (in.takeMark('{')) {
      made.defined = true;
      if (!parseBody(in, made))
        return false;
    } else {
      in.takeMark(';');
    }
    module.functions.push_back(std::move(made));
    return true;
  }

  bool sizes(uint32_t (&values)[3]) {
    for (uint32_t &value : values)
      value = 1;
    for (int i = 0; i < 3; ++i) {
      int64_t value = 0;
      if (!in.integer(value))
        return false;
      values[i] = static_cast<uint32_t>(value);
      if (!in.takeMark(','))
        break;
    }
    return true;
  }

  bool attributes(Function &made) {
    while (in.peek().kind == Token::Dotted) {
      Token token = in.take();
      uint32_t ignored[3];
      bool known = true, ok = true;
      if (token.text == "maxntid")
        ok = sizes(made.maxThreads);
      else if (token.text == "reqntid")
        ok = sizes(made.requiredThreads);
      else if (token.text == "reqnctapercluster")
        ok = sizes(made.requiredCluster);
      else if (token.text == "minnctapersm" || token.text == "maxnreg" ||
               token.text == "maxclusterrank")
        ok = sizes(ignored);
      else
        known = token.text == "noreturn" || token.text == "explicitcluster" ||
                token.text == "blocksareclusters" || token.text == "pragma";
      if (token.text == "pragma")
        in.take();
      if (!known)
        return in.fail(token.at,
                       "unknown attribute of a function: ." + token.text);
      if (!ok)
        return false;
      in.takeMark(';');
    }
    return true;
  }

  TokenStream &in;
  Module &module;
  bool external = false;
};
} // namespace

rt::Expected<Module> kiln::emu::parsePtx(std::string_view text,
                                         const std::string &name) {
  Module module;
  module.name = name;
  TokenStream in(tokensOf(text), name);
  if (!ModuleParser(in, module).run())
    return in.takeError();
  return module;
}
