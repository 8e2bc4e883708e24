// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Disassembler.h"
#include "kiln/Target/TargetInfo.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace {
/// The objects that LLVM needs to disassemble.
struct Machine {
  Triple triple;
  MCTargetOptions options;
  std::unique_ptr<MCRegisterInfo> registers;
  std::unique_ptr<MCAsmInfo> asmInfo;
  std::unique_ptr<MCSubtargetInfo> subtarget;
  std::unique_ptr<MCInstrInfo> instructions;
  std::unique_ptr<MCContext> context;
  std::unique_ptr<MCDisassembler> disassembler;
  std::unique_ptr<MCInstPrinter> printer;

  static Expected<Machine> create(const kiln::CodeInfo &code);
};
} // namespace

Expected<Machine> Machine::create(const kiln::CodeInfo &code) {
  InitializeAllTargetInfos();
  InitializeAllTargetMCs();
  InitializeAllDisassemblers();
  Machine m;
  m.triple = Triple(code.triple);
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(m.triple, error);
  if (!target)
    return createStringError(error);
  m.registers.reset(target->createMCRegInfo(m.triple));
  m.asmInfo.reset(target->createMCAsmInfo(*m.registers, m.triple, m.options));
  m.subtarget.reset(
      target->createMCSubtargetInfo(m.triple, code.processor, code.features));
  m.instructions.reset(target->createMCInstrInfo());
  m.context = std::make_unique<MCContext>(m.triple, m.asmInfo.get(),
                                          m.registers.get(), m.subtarget.get());
  m.disassembler.reset(target->createMCDisassembler(*m.subtarget, *m.context));
  constexpr unsigned kIntelSyntax = 1;
  m.printer.reset(target->createMCInstPrinter(
      m.triple, kIntelSyntax, *m.asmInfo, *m.instructions, *m.registers));
  return std::move(m);
}

static Error printFunction(raw_ostream &os, Machine &machine,
                           ArrayRef<uint8_t> code, uint64_t address) {
  for (uint64_t offset = 0, size = 0; offset < code.size(); offset += size) {
    MCInst instruction;
    if (machine.disassembler->getInstruction(
            instruction, size, code.drop_front(offset), address + offset,
            nulls()) != MCDisassembler::Success)
      return createStringError("unknown instruction at offset " +
                               Twine(offset));
    os << formatv("{0,6:x-}:", offset);
    machine.printer->printInst(&instruction, address + offset, "",
                               *machine.subtarget, os);
    os << "\n";
  }
  return Error::success();
}

Error kiln::disassemble(raw_ostream &os, StringRef target, StringRef bytes,
                        StringRef symbol) {
  std::optional<TargetInfo> info = getTargetInfo(target);
  if (!info)
    return createStringError("unknown target '" + target + "'");
  auto object =
      object::ObjectFile::createELFObjectFile(MemoryBufferRef(bytes, "code"));
  if (!object)
    return object.takeError();
  auto *elf = cast<object::ELFObjectFileBase>(object->get());
  for (const object::ELFSymbolRef &each : elf->getDynamicSymbolIterators()) {
    Expected<StringRef> name = each.getName();
    if (!name)
      return name.takeError();
    if (*name != symbol)
      continue;
    Expected<object::section_iterator> section = each.getSection();
    Expected<uint64_t> address = each.getAddress();
    if (!section || !address || *section == elf->section_end())
      return createStringError("symbol " + symbol + " is in no section");
    Expected<StringRef> contents = (*section)->getContents();
    if (!contents)
      return contents.takeError();
    uint64_t start = *address - (*section)->getAddress();
    if (start > contents->size() || each.getSize() > contents->size() - start)
      return createStringError("symbol " + symbol +
                               " lies outside its section");
    auto code = arrayRefFromStringRef(contents->substr(start, each.getSize()));
    Expected<Machine> machine = Machine::create(info->code);
    if (!machine)
      return machine.takeError();
    return printFunction(os, *machine, code, *address);
  }
  return createStringError("no function " + symbol);
}
