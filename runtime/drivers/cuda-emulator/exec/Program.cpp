// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loading: places of variables and parameters, then every function decoded.

#include "exec/Decode.h"
#include "exec/Warp.h"

#include <set>

using namespace kiln::emu;
using kiln::rt::concat;
using kiln::rt::Status;

static uint64_t aligned(uint64_t offset, unsigned align) {
  return (offset + align - 1) / align * align;
}

std::string Program::sourceOf(const Statement &statement) const {
  auto file = module.files.find(statement.source.file);
  if (file == module.files.end())
    return "";
  return concat(file->second, ":", statement.source.line);
}

static constexpr uint64_t functionAlign = 16;
/// What alloca has, in modules that use it.
static constexpr uint32_t stackBytesOfThread = 4096;

const kiln::emu::Code *Program::function(const std::string &name) const {
  auto alias = module.aliases.find(name);
  auto found =
      codes.find(alias == module.aliases.end() ? name : alias->second.first);
  bool called = found != codes.end() && !found->second->function->entry;
  return called ? found->second.get() : nullptr;
}

uint64_t Program::addressOf(const std::string &name) const {
  auto found = std::find(functions.begin(), functions.end(), function(name));
  if (found == functions.end())
    return 0;
  auto index = static_cast<uint64_t>(found - functions.begin());
  return Windows::functions + (index + 1) * functionAlign;
}

const kiln::emu::Code *Program::functionAt(uint64_t address) const {
  uint64_t index = (address - Windows::functions) / functionAlign - 1;
  bool found = address % functionAlign == 0 && index < functions.size();
  return found ? functions[index] : nullptr;
}

/// Whether an instruction may tell blocks of different clusters of each other:
/// by an access that is strong, of memory that they share.
static bool meetsOthers(const Statement &statement) {
  auto has = [&](std::initializer_list<const char *> names) {
    return std::any_of(names.begin(), names.end(), [&](const char *name) {
      const auto &all = statement.modifiers;
      return std::find(all.begin(), all.end(), name) != all.end();
    });
  };
  const std::string &name = statement.name;
  bool apart = has(
      {"shared", "shared::cta", "shared::cluster", "local", "param", "const"});
  if (name == "atom" || name == "red")
    return !apart;
  if (name == "ld" || name == "st")
    return !apart && has({"volatile", "relaxed", "acquire", "release"});
  return name == "cp" && has({"reduce"});
}

namespace {
class Loader {
public:
  Loader(Program &program, Memory &memory) : program(program), memory(memory) {}

  Status run() {
    KILN_RT_TRY(placeVariables());
    for (const Function &function : program.module.functions)
      if (function.defined)
        KILN_RT_TRY(declare(function));
    for (const auto &[name, aliased] : program.module.aliases)
      if (!program.function(name))
        return bad(aliased.second, "'" + name + "' stands for '" +
                                       aliased.first +
                                       "', which is no function");
    KILN_RT_TRY(relocate());
    for (const Function &function : program.module.functions)
      if (function.defined)
        KILN_RT_TRY(define(function));
    sizeLocalMemory();
    findMeetings();
    return {};
  }

private:
  Status bad(Location at, const std::string &text) const {
    return errorAt(program.module.name, at, text);
  }

  Status placeVariables() {
    for (const Variable &variable : program.module.variables) {
      SymbolPlace place;
      place.space = variable.space;
      if (variable.space == Space::Shared) {
        place.dynamic = variable.external || !variable.bytes;
        if (!place.dynamic) {
          sharedBytes = aligned(sharedBytes, variable.align);
          place.address = sharedBytes;
          sharedBytes += variable.bytes;
        }
      } else {
        if (variable.external)
          return bad(variable.at,
                     "'" + variable.name + "' is defined in no module");
        Allocation &made = memory.allocate(variable.bytes, variable.name);
        made.readOnly = variable.space == Space::Const;
        std::fill(made.data.get(), made.data.get() + variable.bytes, 0);
        std::copy(variable.initial.begin(), variable.initial.end(),
                  made.data.get());
        made.shadow.setWritten(0, variable.bytes);
        program.variables[variable.name] = &made;
        place.address = made.base;
      }
      places[variable.name] = place;
    }
    return {};
  }

  /// Addresses in initialisers.
  Status relocate() {
    for (const Variable &variable : program.module.variables)
      for (const Relocation &relocation : variable.relocations) {
        auto found = program.variables.find(relocation.symbol);
        uint64_t address = found == program.variables.end()
                               ? program.addressOf(relocation.symbol)
                               : found->second->base;
        if (!address)
          return bad(variable.at, "'" + variable.name +
                                      "' holds the address of '" +
                                      relocation.symbol +
                                      "', which is no variable or function of "
                                      "the module");
        address += static_cast<uint64_t>(relocation.addend);
        std::memcpy(program.variables[variable.name]->data.get() +
                        relocation.offset,
                    &address, relocation.bytes);
      }
    return {};
  }

  Status declare(const Function &function) {
    auto code = std::make_unique<Code>();
    code->function = &function;
    code->frameBytes = static_cast<uint32_t>(Special::Count) * specialBytes;
    SymbolPlaces &own = functionPlaces[&function] = places;
    uint64_t offset = 0;
    for (const Variable &param : function.params) {
      if (param.space == Space::Register)
        return bad(param.at, "parameters in registers are not supported");
      if (!function.entry) {
        code->params.push_back(slot(*code, param, own));
        continue;
      }
      offset = aligned(offset, param.align);
      own[param.name] = {Space::Param, offset, false, noRef,
                         static_cast<uint32_t>(param.bytes)};
      code->paramOffsets.push_back(static_cast<uint32_t>(offset));
      offset += param.bytes;
    }
    code->paramBytes = static_cast<uint32_t>(offset);
    for (const Variable &result : function.results) {
      if (result.space == Space::Register)
        return bad(result.at, "parameters in registers are not supported");
      code->results.push_back(slot(*code, result, own));
    }
    auto [made, fresh] = program.codes.emplace(function.name, std::move(code));
    if (!fresh)
      return bad(function.at, "'" + function.name + "' is defined twice");
    if (!function.entry)
      program.functions.push_back(made->second.get());
    return {};
  }

  static ParamSlot slot(Code &code, const Variable &variable,
                        SymbolPlaces &own) {
    ParamSlot made{code.frameBytes, static_cast<uint32_t>(variable.bytes)};
    code.frameBytes = static_cast<uint32_t>(
        aligned(code.frameBytes + made.bytes * lanes, 64));
    own[variable.name] = {Space::Param, 0, false, made.at, made.bytes};
    return made;
  }

  Status define(const Function &function) {
    Code &code = *program.codes[function.name];
    SymbolPlaces &own = functionPlaces[&function];
    uint64_t shared = sharedBytes;
    for (const Variable &variable : function.variables) {
      SymbolPlace place;
      place.space = variable.space;
      if (variable.space == Space::Param) {
        slot(code, variable, own);
        continue;
      }
      if (variable.space == Space::Local) {
        code.localBytes =
            static_cast<uint32_t>(aligned(code.localBytes, variable.align));
        place.address = code.localBytes;
        code.localBytes += static_cast<uint32_t>(variable.bytes);
      } else if (variable.space == Space::Shared) {
        place.dynamic = variable.external || !variable.bytes;
        // What functions share lies with what the module shares.
        uint64_t &top = function.entry ? shared : sharedBytes;
        if (!place.dynamic) {
          top = aligned(top, variable.align);
          place.address = top;
          top += variable.bytes;
        }
      } else {
        return bad(variable.at, concat("a .", spaceName(variable.space),
                                       " variable inside of a function"));
      }
      own[variable.name] = place;
    }
    code.sharedBytes = static_cast<uint32_t>(shared);
    return decodeBody(program, code, own);
  }

  /// Room for the local variables of all calls that may be under way.
  void sizeLocalMemory() {
    constexpr uint32_t deepest = 64; // calls of functions that call themselves
    uint32_t calls = 1;
    for (auto &[name, code] : program.codes) {
      for (const Inst &inst : code->insts)
        if (inst.statement->name == "alloca")
          program.stackBytes = stackBytesOfThread;
      code->localBytes = static_cast<uint32_t>(aligned(code->localBytes, 16));
      program.localBytes += code->localBytes;
      std::set<const Code *> reached;
      if (reaches(*code, *code, reached))
        calls = deepest;
    }
    program.localBytes = program.localBytes * calls + program.stackBytes;
  }

  /// Which kernels have blocks that may learn of each other.
  void findMeetings() {
    for (auto &[name, code] : program.codes) {
      std::set<const Code *> seen{code.get()};
      std::vector<const Code *> left{code.get()};
      while (!left.empty() && !code->blocksMeet) {
        const Code &next = *left.back();
        left.pop_back();
        for (const Inst &inst : next.insts) {
          code->blocksMeet |= meetsOthers(*inst.statement);
          for (const Code *callee : calleesOf(next, inst))
            if (seen.insert(callee).second)
              left.push_back(callee);
        }
      }
    }
  }

  bool reaches(const Code &from, const Code &to,
               std::set<const Code *> &seen) const {
    auto through = [&](const Code *callee) {
      return callee == &to ||
             (seen.insert(callee).second && reaches(*callee, to, seen));
    };
    for (const Inst &inst : from.insts) {
      const auto &candidates = calleesOf(from, inst);
      if (std::any_of(candidates.begin(), candidates.end(), through))
        return true;
    }
    return false;
  }
  /// What a call may reach: through a register any function, if nothing else
  /// is said.
  std::vector<const Code *> calleesOf(const Code &code,
                                      const Inst &inst) const {
    if (inst.callee)
      return {inst.callee};
    if (inst.statement->name != "call")
      return {};
    const CallSite &call = code.calls[static_cast<size_t>(inst.literal)];
    return call.targets.empty() ? program.functions : call.targets;
  }

  Program &program;
  Memory &memory;
  SymbolPlaces places;
  std::map<const Function *, SymbolPlaces> functionPlaces;
  uint64_t sharedBytes = 0;
};
} // namespace

rt::Expected<std::unique_ptr<Program>> kiln::emu::loadProgram(Module module,
                                                              Memory &memory) {
  auto program = std::make_unique<Program>();
  program->module = std::move(module);
  // Device functions first: kernels know then how much they share.
  auto &functions = program->module.functions;
  std::sort(functions.begin(), functions.end(),
            [](const Function &a, const Function &b) {
              return a.entry < b.entry ||
                     (a.entry == b.entry && a.at.line < b.at.line);
            });
  KILN_RT_TRY(Loader(*program, memory).run());
  return program;
}
