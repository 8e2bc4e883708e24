// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Table.h"

#include <cctype>
#include <cstring>
#include <set>
#include <sstream>
#include <unordered_map>

using namespace kiln::emu;

static std::vector<std::vector<std::string>> modifiersOf(const char *text) {
  std::vector<std::vector<std::string>> slots;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    bool optional = word.back() == '?';
    if (optional)
      word.pop_back();
    std::vector<std::string> &slot = slots.emplace_back();
    std::istringstream alternatives(word);
    for (std::string one; std::getline(alternatives, one, '|');)
      slot.push_back(one);
    if (optional)
      slot.emplace_back();
  }
  return slots;
}

static OperandSpec operandOf(std::string word) {
  OperandSpec spec;
  auto takeLast = [&word](const char *end) {
    size_t size = std::strlen(end);
    bool found =
        word.size() > size && word.compare(word.size() - size, size, end) == 0;
    if (found)
      word.resize(word.size() - size);
    return found;
  };
  auto takeFirst = [&word](char c) {
    return word[0] == c && (word.erase(0, 1), true);
  };
  spec.optional = takeLast("?");
  spec.relaxed = takeLast("*");
  if (takeFirst('{')) {
    spec.list = true;
    word.pop_back();
  }
  spec.listOrValue = takeFirst('V');
  spec.written = takeFirst('=');
  spec.pair = takeLast("p");
  if (word == "w")
    spec.width = OperandSpec::Wide;
  else if (word == "e")
    spec.width = OperandSpec::Share;
  else if (word == "p")
    spec.width = OperandSpec::Predicate;
  else if (word == "A")
    spec.width = OperandSpec::Address;
  else if (word == "T")
    spec.width = OperandSpec::Tensor;
  else if (word == "L")
    spec.width = OperandSpec::Label;
  else if (word == "I")
    spec.width = OperandSpec::Literal;
  else if (word == "F")
    spec.width = OperandSpec::Callee;
  else if (word == "B")
    spec.width = OperandSpec::Targets;
  else if (std::isdigit(static_cast<unsigned char>(word[0])))
    spec.slot = word[0] - '0';
  else
    spec.type = typeFromName(word).value_or(Type::None);
  return spec;
}

const std::vector<InstructionRow> &kiln::emu::instructionTable() {
  static const std::vector<InstructionRow> table = [] {
    std::vector<InstructionRow> rows;
    unsigned index = 0;
    auto add = [&](const char *name, const char *modifiers,
                   const char *operands, unsigned version,
                   unsigned architecture) {
      InstructionRow row{name,    modifiersOf(modifiers), {},
                         version, architecture,           index++};
      std::istringstream words(operands);
      for (std::string word; words >> word;)
        row.operands.push_back(operandOf(word));
      rows.push_back(std::move(row));
    };
#define KILN_PTX(name, modifiers, operands, version, architecture, selector)   \
  add(name, modifiers, operands, version, architecture);
#include "ptx/Instructions.def"
#undef KILN_PTX
    return rows;
  }();
  return table;
}

Type Form::typeOf(const OperandSpec &spec) const {
  static const std::pair<Type, Type> doubled[] = {{Type::U16, Type::U32},
                                                  {Type::U32, Type::U64},
                                                  {Type::S16, Type::S32},
                                                  {Type::S32, Type::S64}};
  switch (spec.width) {
  case OperandSpec::Exact:
    return spec.slot ? type(static_cast<size_t>(spec.slot)) : spec.type;
  case OperandSpec::Wide:
    for (auto [narrow, wide] : doubled)
      if (narrow == type())
        return wide;
    return Type::None;
  case OperandSpec::Predicate:
    return Type::Pred;
  default:
    return Type::None;
  }
}

std::string kiln::emu::opcodeOf(const Statement &statement) {
  std::string text = statement.name;
  for (const std::string &modifier : statement.modifiers)
    text += "." + modifier;
  return text;
}

/// A '*' in a pattern stands for any digits.
static bool patternFits(const std::string &pattern, const std::string &text) {
  size_t star = pattern.find('*');
  if (star == std::string::npos)
    return pattern == text;
  size_t tail = pattern.size() - star - 1;
  return text.size() > star + tail &&
         text.compare(0, star, pattern, 0, star) == 0 &&
         text.compare(text.size() - tail, tail, pattern, star + 1, tail) == 0;
}

static bool slotTakes(const std::vector<std::string> &slot,
                      const std::string &modifier) {
  return std::any_of(slot.begin(), slot.end(), [&](const std::string &pattern) {
    return patternFits(pattern, modifier);
  });
}

/// Whether the modifiers are those of the row, in its order.
static bool orderFits(const InstructionRow &row, const Statement &statement) {
  size_t next = 0;
  const auto &written = statement.modifiers;
  for (const auto &slot : row.modifiers) {
    if (next < written.size() && slotTakes(slot, written[next]))
      ++next;
    else if (!slot.back().empty())
      return false;
  }
  return next == written.size();
}

/// Whether they are, in any order: each takes the first slot that is left.
static bool setFits(const InstructionRow &row, const Statement &statement) {
  std::vector<const std::vector<std::string> *> left;
  for (const auto &slot : row.modifiers)
    left.push_back(&slot);
  for (const std::string &modifier : statement.modifiers) {
    auto taken = std::find_if(left.begin(), left.end(), [&](const auto *slot) {
      return slotTakes(*slot, modifier);
    });
    if (taken == left.end())
      return false;
    left.erase(taken);
  }
  return std::all_of(left.begin(), left.end(),
                     [](const auto *slot) { return slot->back().empty(); });
}

/// Semantics, scope and space of an access come in any order, as Triton writes
/// and ptxas takes them.
static bool modifiersFit(const InstructionRow &row, const Statement &statement,
                         std::vector<Type> &types) {
  static const std::set<std::string> accesses = {"atom", "ld", "red", "st"};
  if (!orderFits(row, statement) &&
      !(accesses.count(statement.name) && setFits(row, statement)))
    return false;
  for (const std::string &modifier : statement.modifiers)
    if (auto type = typeFromName(modifier))
      types.push_back(*type);
  return true;
}

static bool shapesFit(const InstructionRow &row, const Statement &statement) {
  if (!row.operands.empty() && row.operands[0].width == OperandSpec::Callee)
    return true;
  for (size_t i = 0; i < statement.operands.size(); ++i) {
    const OperandSpec &spec = row.operands[i];
    bool list = statement.operands[i].kind == Operand::List;
    if (list != spec.list && !spec.listOrValue)
      return false;
  }
  return true;
}

static size_t operandsNeeded(const InstructionRow &row) {
  return static_cast<size_t>(
      std::count_if(row.operands.begin(), row.operands.end(),
                    [](const OperandSpec &spec) { return !spec.optional; }));
}

/// Whether there are as many operands as the row has. Which of the optional
/// ones are left out shows in their number alone: the last ones.
static bool countFits(const InstructionRow &row, const Statement &statement) {
  if (!row.operands.empty() && row.operands[0].width == OperandSpec::Callee)
    return true;
  return statement.operands.size() >= operandsNeeded(row) &&
         statement.operands.size() <= row.operands.size();
}

static rt::Failure misfit(const Module &module, const Statement &statement,
                          const std::string &text) {
  return rt::Status(errorAt(module.name, statement.at, text)).takeError();
}

/// Where the form is newer than the module says it is, or not of its
/// architecture.
static rt::Status checkAge(const Module &module, const Form &form) {
  const InstructionRow &row = *form.row;
  auto shown = [&](const std::string &needs) {
    return errorAt(
        module.name, form.statement->at,
        rt::concat("'", opcodeOf(*form.statement), "' needs ", needs));
  };
  if (module.version < row.version)
    return shown(rt::concat("PTX ", row.version / 10, ".", row.version % 10,
                            ", the module has ", module.version / 10, ".",
                            module.version % 10));
  unsigned architecture = row.architecture;
  if (architecture > 500 && (architecture / 10 != module.architecture ||
                             !module.architectureSpecific))
    return shown(rt::concat("sm_", architecture / 10,
                            "a, the module is for "
                            "sm_",
                            module.architecture,
                            module.architectureSpecific ? "a" : ""));
  if (architecture <= 500 && module.architecture < architecture)
    return shown(rt::concat("sm_", architecture, ", the module is for sm_",
                            module.architecture));
  return {};
}

/// The rows of each name.
static const std::vector<const InstructionRow *> &
rowsOf(const std::string &name) {
  using Rows = std::vector<const InstructionRow *>;
  static const auto byName = [] {
    std::unordered_map<std::string, Rows> map;
    for (const InstructionRow &row : instructionTable())
      map[row.name].push_back(&row);
    return map;
  }();
  static const Rows none;
  auto found = byName.find(name);
  return found == byName.end() ? none : found->second;
}

rt::Expected<Form> kiln::emu::matchForm(const Module &module,
                                        const Statement &statement) {
  const InstructionRow *modifiersOnly = nullptr;
  const auto &rows = rowsOf(statement.name);
  for (const InstructionRow *row : rows) {
    Form form{row, &statement, {}};
    if (!modifiersFit(*row, statement, form.types))
      continue;
    modifiersOnly = row;
    if (!countFits(*row, statement) || !shapesFit(*row, statement))
      continue;
    KILN_RT_TRY(checkAge(module, form));
    return form;
  }
  if (rows.empty())
    return misfit(module, statement,
                  "unknown instruction '" + statement.name + "'");
  std::string opcode = opcodeOf(statement);
  if (!modifiersOnly)
    return misfit(module, statement,
                  "'" + opcode + "' is no form of '" + statement.name +
                      "' that the emulator knows");
  if (!countFits(*modifiersOnly, statement))
    return misfit(module, statement,
                  rt::concat("'", opcode, "' takes ",
                             operandsNeeded(*modifiersOnly), " operands, not ",
                             statement.operands.size()));
  return misfit(module, statement,
                "'" + opcode + "' does not take a list of registers here");
}
