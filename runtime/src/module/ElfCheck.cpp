// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "module/ElfCheck.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <vector>

using namespace kiln::rt;

namespace {

#if defined(__x86_64__)
constexpr uint16_t hostMachine = EM_X86_64;
/// The relocations that stay inside the object and run no code.
constexpr uint32_t allowedRelocations[] = {
    R_X86_64_64, R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT, R_X86_64_RELATIVE};
#elif defined(__aarch64__)
constexpr uint16_t hostMachine = EM_AARCH64;
constexpr uint32_t allowedRelocations[] = {R_AARCH64_ABS64, R_AARCH64_GLOB_DAT,
                                           R_AARCH64_JUMP_SLOT,
                                           R_AARCH64_RELATIVE};
#else
#error "kernel code objects are not known for this architecture"
#endif

class ElfChecker {
public:
  ElfChecker(ByteSpan bytes, const std::string &name)
      : bytes_(bytes), name_(name) {}

  Status run();

private:
  template <typename... Ts>
  Error bad(const Ts &...parts) const {
    return makeError(Code::InvalidArgument, name_, ": ", parts...);
  }
  bool inside(uint64_t offset, uint64_t size) const {
    return offset <= bytes_.size && size <= bytes_.size - offset;
  }
  template <typename T>
  T load(uint64_t offset) const {
    T value;
    std::memcpy(&value, bytes_.data + offset, sizeof(T));
    return value;
  }
  /// The file offset of `size` bytes at a virtual address.
  bool locate(uint64_t address, uint64_t size, uint64_t &offset) const;

  Status checkHeader();
  Status checkSegments();
  Status checkDynamic();
  Status checkSymbols();
  Expected<uint64_t> symbolCount() const;
  Expected<uint64_t> gnuSymbolCount() const;
  Status checkRelocations(uint64_t address, uint64_t bytes) const;

  ByteSpan bytes_;
  const std::string &name_;
  std::vector<Elf64_Phdr> loads_;
  uint64_t dynamicOffset_ = 0, dynamicBytes_ = 0;
  /// Values of the dynamic table by tag, 0 where absent.
  uint64_t hash_ = 0, gnuHash_ = 0, symbols_ = 0, strings_ = 0,
           stringBytes_ = 0, rela_ = 0, relaBytes_ = 0, plt_ = 0, pltBytes_ = 0;
};

} // namespace

bool ElfChecker::locate(uint64_t address, uint64_t size,
                        uint64_t &offset) const {
  for (const Elf64_Phdr &load : loads_)
    if (address >= load.p_vaddr && address - load.p_vaddr <= load.p_filesz &&
        size <= load.p_filesz - (address - load.p_vaddr)) {
      offset = load.p_offset + (address - load.p_vaddr);
      return true;
    }
  return false;
}

Status ElfChecker::checkHeader() {
  if (bytes_.size < sizeof(Elf64_Ehdr) ||
      std::memcmp(bytes_.data, ELFMAG, SELFMAG) != 0)
    return bad("the code object is not an ELF file");
  auto header = load<Elf64_Ehdr>(0);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_type != ET_DYN ||
      header.e_machine != hostMachine)
    return bad("the code object is not a shared object for this machine");
  if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum == 0 ||
      !inside(header.e_phoff, uint64_t(header.e_phnum) * sizeof(Elf64_Phdr)))
    return bad("the code object's program headers lie outside of it");
  return {};
}

Status ElfChecker::checkSegments() {
  auto header = load<Elf64_Ehdr>(0);
  constexpr uint64_t maxAddress = uint64_t(1) << 40;
  for (size_t i = 0; i < header.e_phnum; ++i) {
    auto segment = load<Elf64_Phdr>(header.e_phoff + i * sizeof(Elf64_Phdr));
    if (segment.p_type == PT_INTERP)
      return bad("the code object names an interpreter");
    if (segment.p_type == PT_TLS)
      return bad("the code object has thread-local storage");
    if (segment.p_type == PT_GNU_STACK && (segment.p_flags & PF_X))
      return bad("the code object asks for an executable stack");
    if (segment.p_type == PT_LOAD) {
      if ((segment.p_flags & PF_W) && (segment.p_flags & PF_X))
        return bad("the code object has a writable and executable segment");
      if (!inside(segment.p_offset, segment.p_filesz) ||
          segment.p_filesz > segment.p_memsz || segment.p_vaddr > maxAddress ||
          segment.p_memsz > maxAddress)
        return bad("a segment of the code object lies outside of it");
      loads_.push_back(segment);
    }
    if (segment.p_type == PT_DYNAMIC) {
      if (!inside(segment.p_offset, segment.p_filesz))
        return bad("a segment of the code object lies outside of it");
      dynamicOffset_ = segment.p_offset;
      dynamicBytes_ = segment.p_filesz;
    }
  }
  if (loads_.empty() || dynamicBytes_ == 0)
    return bad("the code object has no dynamic table");
  return {};
}

Status ElfChecker::checkDynamic() {
  for (uint64_t i = 0; i + sizeof(Elf64_Dyn) <= dynamicBytes_;
       i += sizeof(Elf64_Dyn)) {
    auto entry = load<Elf64_Dyn>(dynamicOffset_ + i);
    uint64_t value = entry.d_un.d_val;
    switch (entry.d_tag) {
    case DT_NULL:
      return {};
    case DT_NEEDED:
    case DT_AUXILIARY:
    case DT_FILTER:
      return bad("the code object needs another library");
    case DT_INIT:
    case DT_FINI:
      return bad("the code object has a constructor or destructor");
    case DT_INIT_ARRAY:
    case DT_FINI_ARRAY:
    case DT_PREINIT_ARRAY:
      return bad("the code object has constructors or destructors");
    case DT_TEXTREL:
      return bad("the code object relocates its code");
    case DT_REL:
      return bad("the code object has relocations of an unknown form");
    case DT_HASH:
      hash_ = value;
      break;
    case DT_GNU_HASH:
      gnuHash_ = value;
      break;
    case DT_SYMTAB:
      symbols_ = value;
      break;
    case DT_STRTAB:
      strings_ = value;
      break;
    case DT_STRSZ:
      stringBytes_ = value;
      break;
    case DT_RELA:
      rela_ = value;
      break;
    case DT_RELASZ:
      relaBytes_ = value;
      break;
    case DT_JMPREL:
      plt_ = value;
      break;
    case DT_PLTRELSZ:
      pltBytes_ = value;
      break;
    default:
      break;
    }
  }
  return bad("the code object's dynamic table does not end");
}

/// The GNU hash table has no count: the last chain's end is the last symbol.
Expected<uint64_t> ElfChecker::gnuSymbolCount() const {
  uint64_t offset = 0;
  if (!locate(gnuHash_, 16, offset))
    return bad("the code object's hash table lies outside of it");
  uint64_t buckets = load<uint32_t>(offset);
  uint64_t first = load<uint32_t>(offset + 4);
  uint64_t bloom = load<uint32_t>(offset + 8);
  uint64_t head = 16 + bloom * 8;
  if (!locate(gnuHash_, head + buckets * 4, offset))
    return bad("the code object's hash table lies outside of it");
  uint64_t last = 0;
  for (uint64_t i = 0; i < buckets; ++i)
    last = std::max<uint64_t>(last, load<uint32_t>(offset + head + i * 4));
  if (last < first)
    return first;
  uint64_t chains = head + buckets * 4;
  while (true) {
    uint64_t at = chains + (last - first) * 4;
    uint64_t link = 0;
    if (!locate(gnuHash_ + at, 4, link))
      return bad("the code object's hash table lies outside of it");
    ++last;
    if (load<uint32_t>(link) & 1)
      return last;
  }
}

Expected<uint64_t> ElfChecker::symbolCount() const {
  uint64_t offset = 0;
  if (gnuHash_)
    return gnuSymbolCount();
  if (!hash_ || !locate(hash_, 8, offset))
    return bad("the code object's hash table lies outside of it");
  return uint64_t(load<uint32_t>(offset + 4));
}

Status ElfChecker::checkSymbols() {
  KILN_RT_ASSIGN(uint64_t count, symbolCount());
  uint64_t offset = 0, strings = 0;
  if (count > bytes_.size / sizeof(Elf64_Sym) ||
      !locate(symbols_, count * sizeof(Elf64_Sym), offset) ||
      !locate(strings_, stringBytes_, strings) || stringBytes_ == 0 ||
      bytes_.data[strings + stringBytes_ - 1] != 0)
    return bad("the code object's symbols lie outside of it");
  for (uint64_t i = 1; i < count; ++i) {
    auto symbol = load<Elf64_Sym>(offset + i * sizeof(Elf64_Sym));
    if (symbol.st_name >= stringBytes_)
      return bad("the code object's symbols lie outside of it");
    const char *text =
        reinterpret_cast<const char *>(bytes_.data + strings + symbol.st_name);
    if (symbol.st_shndx == SHN_UNDEF)
      return bad("the code object has the undefined symbol '", text, "'");
    if (ELF64_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC)
      return bad("the code object runs code to resolve '", text, "'");
  }
  return {};
}

Status ElfChecker::checkRelocations(uint64_t address, uint64_t bytes) const {
  uint64_t offset = 0;
  if (bytes == 0)
    return {};
  if (bytes % sizeof(Elf64_Rela) != 0 || !locate(address, bytes, offset))
    return bad("the code object's relocations lie outside of it");
  for (uint64_t i = 0; i < bytes; i += sizeof(Elf64_Rela)) {
    auto relocation = load<Elf64_Rela>(offset + i);
    auto type = static_cast<uint32_t>(ELF64_R_TYPE(relocation.r_info));
    if (std::find(std::begin(allowedRelocations), std::end(allowedRelocations),
                  type) == std::end(allowedRelocations))
      return bad("the code object has a relocation of type ", type,
                 ", which is not allowed");
    bool writable = false;
    for (const Elf64_Phdr &load : loads_)
      writable |= (load.p_flags & PF_W) && load.p_memsz >= 8 &&
                  relocation.r_offset >= load.p_vaddr &&
                  relocation.r_offset - load.p_vaddr <= load.p_memsz - 8;
    if (!writable)
      return bad("a relocation of the code object is outside of its data");
  }
  return {};
}

Status ElfChecker::run() {
  KILN_RT_TRY(checkHeader());
  KILN_RT_TRY(checkSegments());
  KILN_RT_TRY(checkDynamic());
  KILN_RT_TRY(checkSymbols());
  KILN_RT_TRY(checkRelocations(rela_, relaBytes_));
  return checkRelocations(plt_, pltBytes_);
}

Status kiln::rt::checkCodeObject(ByteSpan bytes, const std::string &name) {
  return ElfChecker(bytes, name).run();
}
