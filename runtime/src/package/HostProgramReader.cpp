// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host program of a program: entries of instructions, decoded from JSON
// objects to a compact form.

#include "dtype/Dtype.h"
#include "package/ProgramReader.h"

#include <algorithm>

using namespace kiln::rt;
namespace json = kiln::json;

namespace {
struct OpcodeRow {
  std::string_view name;
  Opcode opcode;
};
} // namespace

static constexpr OpcodeRow opcodes[] = {
    {"size", Opcode::Size},
    {"check", Opcode::Check},
    {"segment", Opcode::Segment},
    {"view", Opcode::View},
    {"dispatch", Opcode::Dispatch},
    {"extern", Opcode::Extern},
    {"copy", Opcode::Copy},
    {"fill", Opcode::Fill},
    {"read_scalar", Opcode::ReadScalar},
    {"jump", Opcode::Jump},
    {"jump_if_false", Opcode::JumpIfFalse},
    {"return", Opcode::Return},
};

const char *kiln::rt::opcodeName(Opcode opcode) {
  return opcodes[static_cast<size_t>(opcode)].name.data();
}

static Expected<Opcode> readOpcode(const JsonNode &node) {
  KILN_RT_ASSIGN(std::string_view name, node.string("op"));
  for (const OpcodeRow &row : opcodes)
    if (name == row.name)
      return Opcode(row.opcode);
  return node.error("unknown instruction '", name, "'");
}

uint32_t ProgramReader::addText(std::string text) {
  program_.texts.push_back(std::move(text));
  return static_cast<uint32_t>(program_.texts.size() - 1);
}

Status ProgramReader::readSegments(const JsonNode &node) {
  return node.forEach("segments", false, [&](const JsonNode &item) -> Status {
    Segment segment;
    KILN_RT_ASSIGN(segment.bytes, expressionMember(item, "bytes", Sort::Int));
    program_.segments.push_back(segment);
    return {};
  });
}

/// The entries that a program may have, in the order of opcodes_.
static constexpr json::Key entryNames[] = {"run", "prepare", "fold"};

Status ProgramReader::readOpcodes(const JsonNode &entries) {
  KILN_RT_TRY(entries.requireObject());
  for (json::Key name : entryNames) {
    opcodes_.reserve(opcodes_.size() + entries.countOf(name));
    // Most have a number or two.
    program_.expressions.reserve(opcodes_.capacity());
    KILN_RT_TRY(entries.forEach(
        name, false, [&](const JsonNode &instruction) -> Status {
          KILN_RT_ASSIGN(Opcode opcode, readOpcode(instruction));
          opcodes_.push_back(opcode);
          return {};
        }));
  }
  return {};
}

/// Declares the register of a `size` or `read_scalar`. The sort of a `size` is
/// that of its expression: postponed while names of that are unknown.
Status ProgramReader::declareRegister(const JsonNode &instruction,
                                      Opcode opcode, bool &postponed) {
  KILN_RT_ASSIGN(std::string_view name, instruction.string("name"));
  std::optional<Sort> sort;
  if (opcode == Opcode::ReadScalar) {
    KILN_RT_ASSIGN(JsonNode member, instruction.member("dtype"));
    KILN_RT_ASSIGN(std::string_view dtypeText, member.asString());
    std::optional<kiln_dtype> dtype = dtypeFromName(dtypeText);
    sort = dtype ? dtypeSort(*dtype) : std::nullopt;
    if (!sort)
      return member.error("no scalar of dtype '", dtypeText, "' can be read");
  } else {
    KILN_RT_ASSIGN(JsonNode member, instruction.member("expr"));
    Expected<Expression> parsed = Expression::parse(
        member.value().getAsString().value_or("0"),
        [this](std::string_view used) { return lookUp(used); });
    if (!parsed.ok()) {
      postponed = true;
      return {};
    }
    sort = parsed->sort();
  }
  auto reg = static_cast<uint32_t>(program_.registers.size());
  auto [found, isNew] = names_.emplace(name, NameBinding{reg, *sort});
  if (isNew) {
    program_.registers.push_back({std::string(name), *sort});
    return {};
  }
  if (found->second.reg < program_.givenRegisters())
    return instruction.error("'", name,
                             "' is a symbol or a named size and cannot be set");
  if (found->second.sort != *sort)
    return instruction.error("the register '", name, "' is ",
                             sortName(found->second.sort), " and ",
                             sortName(*sort));
  return {};
}

Status ProgramReader::declareRegisters(const JsonNode &entries) {
  // An entry may use the sorts of registers of the other, which may stand
  // behind it; in nearly every program the first pass suffices.
  for (size_t pass = 0; pass < 3; ++pass) {
    bool postponed = false;
    const Opcode *opcode = opcodes_.data();
    for (json::Key name : entryNames)
      KILN_RT_TRY(entries.forEach(
          name, false, [&](const JsonNode &instruction) -> Status {
            Opcode found = *opcode++;
            if (found != Opcode::Size && found != Opcode::ReadScalar)
              return {};
            return declareRegister(instruction, found, postponed);
          }));
    if (!postponed)
      break;
  }
  return {};
}

Status ProgramReader::readEntries(const JsonNode &node) {
  // Views are numbered after everything declared, in any order, and are no more
  // than the instructions that make them.
  auto views = std::count(opcodes_.begin(), opcodes_.end(), Opcode::View);
  program_.slotCount = program_.segmentSlot(program_.segments.size()) +
                       static_cast<uint32_t>(views);
  KILN_RT_ASSIGN(program_.runEntry, readEntry(node, "run", 0));
  KILN_RT_ASSIGN(program_.prepareEntry,
                 readEntry(node, "prepare", node.countOf("run")));
  KILN_RT_ASSIGN(
      program_.foldEntry,
      readEntry(node, "fold", node.countOf("run") + node.countOf("prepare")));
  if (program_.runEntry == noIndex)
    return node.error("there is no entry 'run'");
  return {};
}

Expected<uint32_t> ProgramReader::readEntry(const JsonNode &node,
                                            json::Key name,
                                            size_t firstOpcode) {
  KILN_RT_ASSIGN(std::optional<JsonNode> code, node.optional(name));
  if (!code)
    return uint32_t(noIndex);
  Entry entry = {std::string(name.getText()), {}};
  KILN_RT_ASSIGN(size_t count, code->listSize());
  entry.code.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    Expected<Instruction> instruction =
        readInstruction(code->item(i), opcodes_[firstOpcode + i], count);
    if (!instruction.ok()) {
      Error &error = instruction.error();
      error.program = program_.name;
      error.entry = name.getText();
      error.instruction = static_cast<int64_t>(i);
      return instruction.takeError();
    }
    entry.code.push_back(*instruction);
  }
  program_.entries.push_back(std::move(entry));
  return static_cast<uint32_t>(program_.entries.size() - 1);
}

Expected<uint32_t> ProgramReader::slot(const JsonNode &node,
                                       json::Key key) const {
  return node.index(key, program_.slotCount, "slot");
}

Status ProgramReader::readSlots(const JsonNode &node, uint32_t &first,
                                uint32_t &count) {
  first = static_cast<uint32_t>(program_.pool.size());
  KILN_RT_TRY(node.forEach("slots", true, [&](const JsonNode &item) -> Status {
    KILN_RT_ASSIGN(uint32_t index, item.asIndex(program_.slotCount, "slot"));
    program_.pool.push_back(index);
    return {};
  }));
  count = static_cast<uint32_t>(program_.pool.size()) - first;
  return {};
}

Status ProgramReader::readView(const JsonNode &node, Instruction &out) {
  KILN_RT_ASSIGN(out.a, slot(node, "slot"));
  if (out.a < program_.segmentSlot(program_.segments.size()))
    return node.error("the view's slot ", out.a, " belongs to something else");
  KILN_RT_ASSIGN(out.b, slot(node, "base"));
  KILN_RT_ASSIGN(out.c, expressionMember(node, "offset", Sort::Int));
  KILN_RT_ASSIGN(out.d, expressionMember(node, "bytes", Sort::Int));
  return {};
}

Status ProgramReader::readDispatch(const JsonNode &node, Instruction &out) {
  Dispatch dispatch;
  KILN_RT_ASSIGN(dispatch.kernel,
                 node.index("kernel", manifest_.kernels.size(), "kernel"));
  KILN_RT_TRY(readSlots(node, dispatch.slots, dispatch.slotCount));
  dispatch.sizes = static_cast<uint32_t>(program_.pool.size());
  KILN_RT_TRY(node.forEach("sizes", false, [&](const JsonNode &item) -> Status {
    KILN_RT_ASSIGN(uint32_t size, expression(item, Sort::Int));
    program_.pool.push_back(size);
    return {};
  }));
  dispatch.sizeCount =
      static_cast<uint32_t>(program_.pool.size()) - dispatch.sizes;
  KILN_RT_ASSIGN(dispatch.domain, expressionMember(node, "domain", Sort::Int));
  const Kernel &kernel = manifest_.kernels[dispatch.kernel];
  if (dispatch.slotCount != kernel.operands.size())
    return node.error("the kernel '", kernel.name, "' takes ",
                      kernel.operands.size(), " operands, not ",
                      dispatch.slotCount);
  if (dispatch.sizeCount != kernel.sizes)
    return node.error("the kernel '", kernel.name, "' takes ", kernel.sizes,
                      " sizes, not ", dispatch.sizeCount);
  out.a = static_cast<uint32_t>(program_.dispatches.size());
  program_.dispatches.push_back(dispatch);
  return {};
}

/// Optional: a reader of an older package knows bytes only.
Status ProgramReader::readExternTensors(const JsonNode &node,
                                        ExternCall &call) {
  KILN_RT_TRY(
      node.forEach("tensors", false, [&](const JsonNode &item) -> Status {
        ExternTensor tensor;
        KILN_RT_ASSIGN(tensor.dtype, readDtype(item));
        tensor.sizes = static_cast<uint32_t>(program_.pool.size());
        KILN_RT_TRY(
            item.forEach("sizes", true, [&](const JsonNode &size) -> Status {
              KILN_RT_ASSIGN(uint32_t number, expression(size, Sort::Int));
              program_.pool.push_back(number);
              return {};
            }));
        tensor.rank =
            static_cast<uint32_t>(program_.pool.size()) - tensor.sizes;
        if (tensor.rank > KILN_MAX_RANK)
          return item.error("the rank ", tensor.rank, " is over the limit of ",
                            KILN_MAX_RANK);
        call.tensors.push_back(tensor);
        return {};
      }));
  if (!call.tensors.empty() && call.tensors.size() != call.slotCount)
    return node.error("there are ", call.slotCount, " slots, but ",
                      call.tensors.size(), " tensors");
  return {};
}

Status ProgramReader::readExtern(const JsonNode &node, Instruction &out) {
  ExternCall call;
  KILN_RT_ASSIGN(std::string_view routine, node.string("routine"));
  call.routine = routine;
  KILN_RT_TRY(readSlots(node, call.slots, call.slotCount));
  KILN_RT_TRY(readExternTensors(node, call));
  KILN_RT_ASSIGN(std::optional<JsonNode> attributes,
                 node.optional("attributes"));
  call.attributes = attributes ? json::write(attributes->value()) : "{}";
  auto [found, isNew] = routineIndex_.emplace(
      routine, static_cast<uint32_t>(program_.routines.size()));
  if (isNew)
    program_.routines.push_back(call.routine);
  call.binding = found->second;
  out.a = static_cast<uint32_t>(program_.externs.size());
  program_.externs.push_back(std::move(call));
  return {};
}

static int hexDigit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                : -1;
}

Status ProgramReader::readFill(const JsonNode &node, Instruction &out) {
  KILN_RT_ASSIGN(out.a, slot(node, "slot"));
  KILN_RT_ASSIGN(JsonNode pattern, node.member("pattern"));
  KILN_RT_ASSIGN(std::string_view hex, pattern.asString());
  size_t bytes = hex.size() / 2;
  std::string decoded;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    int high = hexDigit(hex[i]), low = hexDigit(hex[i + 1]);
    if (high < 0 || low < 0)
      break;
    decoded += static_cast<char>(high << 4 | low);
  }
  bool isSize =
      bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
  if (hex.size() % 2 != 0 || !isSize || decoded.size() != bytes)
    return pattern.error("the pattern is not the hexadecimal form of 1, 2, 4, "
                         "8 or 16 bytes");
  out.b = addText(std::move(decoded));
  return {};
}

Status ProgramReader::readScalarLoad(const JsonNode &node, Instruction &out) {
  KILN_RT_ASSIGN(std::string_view name, node.string("name"));
  out.a = names_.at(name).reg;
  KILN_RT_ASSIGN(out.b, slot(node, "slot"));
  KILN_RT_ASSIGN(std::string_view dtype, node.string("dtype"));
  out.c = static_cast<uint32_t>(*dtypeFromName(dtype));
  return {};
}

Expected<Instruction> ProgramReader::readInstruction(const JsonNode &node,
                                                     Opcode opcode,
                                                     size_t count) {
  Instruction out;
  out.opcode = opcode;
  KILN_RT_ASSIGN(out.origin,
                 node.indexOr("origin", manifest_.details->originCount(),
                              "origin", noIndex));
  switch (out.opcode) {
  case Opcode::Size: {
    KILN_RT_ASSIGN(std::string_view name, node.string("name"));
    // Without a binding the expression is at fault, and says why.
    std::optional<NameBinding> binding = lookUp(name);
    Sort sort = binding ? binding->sort : Sort::Int;
    KILN_RT_ASSIGN(out.b, expressionMember(node, "expr", sort));
    out.a = names_.at(name).reg;
    break;
  }
  case Opcode::Check: {
    KILN_RT_ASSIGN(out.a, expressionMember(node, "cond", Sort::Bool));
    KILN_RT_ASSIGN(std::string_view message, node.stringOr("message", ""));
    out.b = addText(std::string(message));
    break;
  }
  case Opcode::Segment: {
    KILN_RT_ASSIGN(out.a,
                   node.index("index", program_.segments.size(), "segment"));
    break;
  }
  case Opcode::View:
    KILN_RT_TRY(readView(node, out));
    break;
  case Opcode::Dispatch:
    KILN_RT_TRY(readDispatch(node, out));
    break;
  case Opcode::Extern:
    KILN_RT_TRY(readExtern(node, out));
    break;
  case Opcode::Copy: {
    KILN_RT_ASSIGN(out.a, slot(node, "from"));
    KILN_RT_ASSIGN(out.b, slot(node, "to"));
    break;
  }
  case Opcode::Fill:
    KILN_RT_TRY(readFill(node, out));
    break;
  case Opcode::ReadScalar:
    KILN_RT_TRY(readScalarLoad(node, out));
    break;
  case Opcode::JumpIfFalse: {
    KILN_RT_ASSIGN(out.b, expressionMember(node, "cond", Sort::Bool));
    KILN_RT_ASSIGN(out.a, node.index("to", count, "instruction"));
    break;
  }
  case Opcode::Jump: {
    KILN_RT_ASSIGN(out.a, node.index("to", count, "instruction"));
    KILN_RT_ASSIGN(std::optional<JsonNode> isWhile, node.optional("while"));
    if (isWhile) {
      KILN_RT_ASSIGN(out.b, isWhile->asBool());
    }
    break;
  }
  case Opcode::Return:
    break;
  }
  return out;
}
