// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of instructions, and how a statement is matched against it.

#ifndef KILN_EMULATOR_PTX_TABLE_H
#define KILN_EMULATOR_PTX_TABLE_H

#include "ptx/Module.h"

#include <algorithm>

namespace kiln::emu {

/// One operand of a form, as Instructions.def writes it.
struct OperandSpec {
  enum Width {
    Exact,
    Wide,
    Share,
    Predicate,
    Address,
    Tensor,
    Label,
    Literal,
    Callee,
    Targets
  };
  Width width = Exact;
  Type type = Type::None; ///< None: that of slot `slot`
  int slot = 0;           ///< from 1
  bool written = false, list = false, listOrValue = false, relaxed = false;
  bool optional = false;
  bool pair = false; ///< a second predicate may follow after '|'
};

/// One row of Instructions.def, its texts taken apart.
struct InstructionRow {
  const char *name;
  std::vector<std::vector<std::string>> modifiers; ///< "" last: optional
  std::vector<OperandSpec> operands;
  unsigned version, architecture;
  unsigned index; ///< in Instructions.def
};

const std::vector<InstructionRow> &instructionTable();

/// A statement matched with its row. Refers to the statement.
struct Form {
  const InstructionRow *row = nullptr;
  const Statement *statement = nullptr;
  std::vector<Type> types;

  bool has(std::string_view modifier) const {
    const auto &all = statement->modifiers;
    return std::find(all.begin(), all.end(), modifier) != all.end();
  }
  Type type(size_t slot = 1) const {
    return slot <= types.size() ? types[slot - 1] : Type::None;
  }
  /// The type that an operand has by its spec; None for addresses and labels.
  Type typeOf(const OperandSpec &spec) const;
};

/// The form of a statement, or why there is none.
rt::Expected<Form> matchForm(const Module &module, const Statement &statement);

/// name.modifiers as written.
std::string opcodeOf(const Statement &statement);

} // namespace kiln::emu

#endif // KILN_EMULATOR_PTX_TABLE_H
