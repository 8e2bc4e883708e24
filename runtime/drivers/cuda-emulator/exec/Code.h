// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decoded functions: what the engine executes.

#ifndef KILN_EMULATOR_EXEC_CODE_H
#define KILN_EMULATOR_EXEC_CODE_H

#include "memory/Memory.h"
#include "ptx/Table.h"

#include <deque>

namespace kiln::emu {

class Warp;
struct Inst;
struct Code;

/// What becomes of the lanes that executed an instruction.
enum class Step : uint8_t {
  Next,   ///< go on behind it
  Jump,   ///< those under the guard go to the target
  Exit,   ///< those under the guard end
  Call,   ///< enter Inst::callee, or what Warp::choice names
  Switch, ///< those of Warp::choice go to its target, others execute it again
  Block,  ///< wait, behind it, until somebody wakes the path
  Retry,  ///< wait, and execute it again when others have run
  Yield,  ///< go on behind it when others have run
};

using Handler = Step (*)(Warp &warp, const Inst &inst, uint32_t mask);

/// A register, by its place in the frame; or a constant, by its place among
/// those of the function. 32 lanes of the type's width lie there, of a
/// predicate 32 bits.
using Ref = uint32_t;
constexpr Ref constantBit = UINT32_C(1) << 31;
constexpr Ref negatedBit = UINT32_C(1) << 30; ///< of predicates
constexpr Ref noRef = ~UINT32_C(0);

struct Inst {
  Handler run = nullptr;
  const Ref *op = nullptr; ///< the operands, lists taken apart
  Ref guard = noRef;
  bool guardNegated = false;
  Space space = Space::Generic;
  uint8_t width[3] = {8, 8, 8};          ///< bytes of the address register
  uint8_t count = 1;                     ///< elements of a vector
  uint8_t operands = 0;                  ///< in `op`
  uint8_t bytes[6] = {0, 0, 0, 0, 0, 0}; ///< of the first registers, a lane
  uint16_t m[4] = {0, 0, 0, 0};        ///< what the selector makes of modifiers
  int64_t displacement[3] = {0, 0, 0}; ///< of the addresses, in order
  int64_t literal = 0;
  uint32_t target = 0;   ///< of a branch
  uint32_t join = noRef; ///< where the two ways of a branch meet
  uint32_t site = 0;     ///< number among all instructions of the program
  Ref slot = noRef;      ///< a parameter of a device function
  uint32_t slotBytes = 0;
  const Code *callee = nullptr;
  const Statement *statement = nullptr;
};

/// Registers that every frame begins with.
enum class Special : uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NwarpId,
  SmId,
  NsmId,
  GridId,
  MaskEq,
  MaskLt,
  MaskLe,
  MaskGt,
  MaskGe,
  ClusteridX,
  ClusteridY,
  ClusteridZ,
  NclusteridX,
  NclusteridY,
  NclusteridZ,
  ClusterCtaidX,
  ClusterCtaidY,
  ClusterCtaidZ,
  ClusterNctaidX,
  ClusterNctaidY,
  ClusterNctaidZ,
  ClusterCtaRank,
  ClusterNctaRank,
  ExplicitCluster,
  StackTop, ///< what alloca has left of a thread's local memory begins there
  DynamicShared,
  TotalShared,
  SharedBase,
  SharedBase64,
  LocalBase64,
  Clock,
  Clock64,
  Count,
};
constexpr uint32_t specialBytes = 256;
inline Ref refOf(Special special) {
  return static_cast<uint32_t>(special) * specialBytes;
}

/// Parameters of device functions and of calls lie in the frame, too: a
/// lane's bytes one behind the other, 32 lanes of `bytes` each.
struct ParamSlot {
  Ref at = 0;
  uint32_t bytes = 0;
};

/// What a call hands over, in its own frame, to the slots of its callee.
struct CallSite {
  std::vector<ParamSlot> arguments, results;
  std::vector<const Code *> targets; ///< of a call through a register; or any
};

struct Code {
  const Function *function = nullptr;
  std::vector<Inst> insts;
  std::deque<std::vector<Ref>> operandLists;
  std::vector<uint8_t> constants;
  uint32_t frameBytes = 0;
  uint32_t sharedBytes = 0; ///< static, with those of the functions it calls
  uint32_t localBytes = 0;  ///< of a call, a thread
  uint32_t paramBytes = 0;  ///< of a kernel
  bool blocksMeet = false;  ///< its blocks, or its callees', may synchronise
  std::vector<uint32_t> paramOffsets;
  std::vector<ParamSlot> params, results; ///< of a device function
  std::vector<CallSite> calls;
  std::vector<std::vector<uint32_t>> branchTables;
  uint32_t exitPc() const { return static_cast<uint32_t>(insts.size()); }
};

/// A loaded module: decoded, its variables in memory.
struct Program {
  Module module;
  std::map<std::string, std::unique_ptr<Code>> codes;
  std::map<std::string, Allocation *> variables;
  std::vector<const Inst *> sites;
  std::vector<const Code *> functions; ///< in the order of their addresses
  uint32_t localBytes = 0; ///< of each thread, for all calls and its stack
  uint32_t stackBytes = 0; ///< of them, for alloca

  const Code *kernel(const std::string &name) const {
    auto found = codes.find(name);
    bool entry = found != codes.end() && found->second->function->entry;
    return entry ? found->second.get() : nullptr;
  }
  /// The code of a device function by its name, or another one of it; or null.
  const Code *function(const std::string &name) const;
  /// What calls through registers use; 0 where there is no such function.
  uint64_t addressOf(const std::string &function) const;
  const Code *functionAt(uint64_t address) const;
  /// "model.py:35" of a statement, where .loc says.
  std::string sourceOf(const Statement &statement) const;
};

/// Why a call does not fit a function that it reaches; "" where it does.
std::string misfitOf(const CallSite &call, const Code &callee);

/// Decodes a module and places its variables in memory.
rt::Expected<std::unique_ptr<Program>> loadProgram(Module module,
                                                   Memory &memory);

/// Picks the code of a statement and fills what it needs into `inst`; null
/// where the combination of modifiers is none.
using Selector = Handler (*)(const Form &form, Inst &inst);
Selector selectorOf(const InstructionRow &row);

/// Computes Inst::join of every branch: the immediate post-dominator.
void findJoins(Code &code);

} // namespace kiln::emu

#endif // KILN_EMULATOR_EXEC_CODE_H
