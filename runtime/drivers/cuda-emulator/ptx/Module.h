// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A PTX module as data: what the parser makes and the decoder reads. Registers
// and labels are resolved, since their names are scoped; instructions are as
// written and are matched against the table when a function is decoded.

#ifndef KILN_EMULATOR_PTX_MODULE_H
#define KILN_EMULATOR_PTX_MODULE_H

#include "kiln-rt/archive/Error.h"
#include "ptx/Type.h"

#include <map>
#include <string>
#include <vector>

namespace kiln::emu {

namespace rt = ::kiln::rt;

/// Line and column in the PTX text, from 1.
struct Location {
  uint32_t line = 0;
  uint32_t column = 0;
};

/// A line of the program that the PTX was made from, by .file and .loc.
struct SourceLine {
  uint32_t file = 0; ///< key of Module::files; 0 where nothing is known
  uint32_t line = 0;
};

/// What an instruction is given.
struct Operand {
  enum Kind {
    Register, ///< index of Function::registers
    Special,  ///< name, as %tid.x
    Integer,  ///< bits
    Float,    ///< value; bits as written are in `bits`, of `width`
    Symbol,   ///< name of a variable, parameter or function, plus bits
    Label,    ///< index of a statement
    Address,  ///< [parts[0] + bits], or [parts...] of a tensor's coordinates
    List,     ///< {parts...} or (parts...)
    Pair,     ///< parts[0]|parts[1]
    Sink,     ///< _
  };
  Kind kind = Sink;
  bool negated = false; ///< !p
  unsigned width = 0;   ///< of a float: 32 or 64
  uint32_t index = 0;
  int64_t bits = 0;
  double value = 0;
  std::string name;
  std::vector<Operand> parts;
  Location at;
};

/// One instruction: @guard name.modifiers operands;
struct Statement {
  Location at;
  SourceLine source;
  int guard = -1; ///< register, or none
  bool guardNegated = false;
  std::string name;
  std::vector<std::string> modifiers; ///< without dots
  std::vector<Operand> operands;
};

struct RegisterInfo {
  std::string name;
  Type type = Type::None;
};

/// The address of a symbol inside of an initialiser.
struct Relocation {
  uint64_t offset = 0;
  std::string symbol;
  int64_t addend = 0;
  unsigned bytes = 8;
};

/// A variable in a state space, or a parameter.
struct Variable {
  std::string name;
  Space space = Space::Global;
  Type type = Type::None;
  unsigned align = 1;        ///< bytes
  uint64_t bytes = 0;        ///< 0: an unsized extern array
  bool external = false;     ///< declared, defined elsewhere
  unsigned pointerAlign = 0; ///< of a parameter: .ptr .align
  std::vector<uint8_t> initial;
  std::vector<Relocation> relocations;
  Location at;
};

/// name: .branchtargets a, b; or .calltargets; a .callprototype lists nothing.
struct TargetTable {
  std::string name;
  std::string kind; ///< the directive, without its dot
  std::vector<Operand> targets;
  Location at;
};

/// A kernel or a device function.
struct Function {
  std::string name;
  bool entry = false;
  bool defined = false;
  std::vector<Variable> results;
  std::vector<Variable> params;
  std::vector<Variable> variables; ///< of the body: shared, local, param
  std::vector<RegisterInfo> registers;
  std::vector<Statement> body;
  std::vector<TargetTable> tables;
  uint32_t maxThreads[3] = {0, 0, 0};      ///< .maxntid; 0: not given
  uint32_t requiredThreads[3] = {0, 0, 0}; ///< .reqntid
  uint32_t requiredCluster[3] = {0, 0, 0}; ///< .reqnctapercluster
  Location at;
};

struct Module {
  std::string name;                  ///< of the file, for messages
  unsigned version = 0;              ///< 80 for 8.0
  unsigned architecture = 0;         ///< 90 for sm_90a
  bool architectureSpecific = false; ///< the "a" of sm_90a
  std::vector<Variable> variables;
  std::vector<Function> functions;
  std::map<uint32_t, std::string> files;
  /// Other names of functions, by .alias.
  std::map<std::string, std::pair<std::string, Location>> aliases;

  const Function *find(const std::string &function) const;
};

/// Parses PTX. Errors say `name`:line:column.
rt::Expected<Module> parsePtx(std::string_view text, const std::string &name);

/// An error at a place of a module's text.
rt::Error errorAt(const std::string &module, Location at,
                  const std::string &text);

} // namespace kiln::emu

#endif // KILN_EMULATOR_PTX_MODULE_H
