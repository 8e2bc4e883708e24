// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A whitelist of the output of Kiln's linker. The loader reads a file by its
// segments, as they will lie in memory, so that is what is checked here; it
// ignores sections, and trusts tables that are checked here.

#include "module/ElfCheck.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <map>
#include <vector>

using namespace kiln::rt;

namespace {

/// An architecture, for which kernels may be linked on another one.
struct Machine {
  uint16_t number;
  /// The relocations that stay inside the object and run no code.
  uint32_t relative, symbolic[3];
  uint64_t pageBytes; ///< the linker's; segments do not share such a page
};
constexpr Machine machines[] = {
    {EM_X86_64,
     R_X86_64_RELATIVE,
     {R_X86_64_64, R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT},
     4096},
    {EM_AARCH64,
     R_AARCH64_RELATIVE,
     {R_AARCH64_ABS64, R_AARCH64_GLOB_DAT, R_AARCH64_JUMP_SLOT},
     65536},
};

/// All code is addressed with 32 bits.
constexpr uint64_t maxAddress = uint64_t(1) << 31;

/// Dynamic entries that may stand in the table, once each.
constexpr int64_t allowedTags[] = {
    DT_GNU_HASH, DT_SYMTAB, DT_SYMENT,  DT_STRTAB,    DT_STRSZ,
    DT_RELA,     DT_RELASZ, DT_RELAENT, DT_RELACOUNT, DT_JMPREL,
    DT_PLTRELSZ, DT_PLTREL, DT_PLTGOT,  DT_FLAGS,     DT_FLAGS_1};

/// What is said of those that are met in objects of other linkers.
constexpr struct {
  int64_t tag;
  const char *reason;
} refusedTags[] = {
    {DT_NEEDED, "needs another library"},
    {DT_AUXILIARY, "needs another library"},
    {DT_FILTER, "needs another library"},
    {DT_INIT, "has a constructor or destructor"},
    {DT_FINI, "has a constructor or destructor"},
    {DT_INIT_ARRAY, "has constructors or destructors"},
    {DT_FINI_ARRAY, "has constructors or destructors"},
    {DT_PREINIT_ARRAY, "has constructors or destructors"},
    {DT_TEXTREL, "relocates its code"},
    {DT_REL, "has relocations of an unknown form"},
    {DT_RELR, "has relocations of an unknown form"},
    {DT_HASH, "has a hash table of an unknown form"},
    {DT_VERNEED, "has versions of symbols"},
    {DT_VERDEF, "has versions of symbols"},
    {DT_VERSYM, "has versions of symbols"},
};

class ElfChecker {
public:
  ElfChecker(ByteSpan bytes, const std::string &name)
      : bytes_(bytes), name_(name) {}

  Status run();
  std::vector<CodeFunction> takeFunctions() { return std::move(functions_); }

private:
  template <typename... Ts>
  Error bad(const Ts &...parts) const {
    return makeError(Code::InvalidArgument, name_, ": the code object ",
                     parts...);
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
  /// The segment that holds `size` bytes at an address; null where there is
  /// none. `inFile`: bytes of the file, not of the zeros behind them.
  const Elf64_Phdr *segmentOf(uint64_t address, uint64_t size,
                              bool inFile) const;
  /// The file offset of a table that the loader trusts: nothing may write it.
  bool locate(uint64_t address, uint64_t size, uint64_t &offset) const;
  uint64_t value(int64_t tag) const {
    auto found = dynamic_.find(tag);
    return found == dynamic_.end() ? 0 : found->second;
  }

  Status checkHeader();
  Status checkSegments();
  Status checkLoad(const Elf64_Phdr &segment);
  Status checkOther(const Elf64_Phdr &segment);
  Status readDynamic();
  Status checkFlags() const;
  Expected<uint64_t> symbolCount() const;
  Status checkSymbols();
  Status checkSymbol(const Elf64_Sym &symbol, const char *text) const;
  Status checkRelocations(int64_t table, int64_t size, uint64_t relatives);
  Status checkRelocation(const Elf64_Rela &relocation) const;

  ByteSpan bytes_;
  const std::string &name_;
  Elf64_Ehdr header_ = {};
  const Machine *machine_ = nullptr;
  std::vector<Elf64_Phdr> segments_, loads_; ///< all; those that are mapped
  Elf64_Phdr dynamicSegment_ = {};
  std::map<int64_t, uint64_t> dynamic_; ///< by tag
  uint64_t symbols_ = 0;                ///< their number
  std::vector<CodeFunction> functions_; ///< the symbols that can be called
};

} // namespace

const Elf64_Phdr *ElfChecker::segmentOf(uint64_t address, uint64_t size,
                                        bool inFile) const {
  for (const Elf64_Phdr &load : loads_) {
    uint64_t extent = inFile ? load.p_filesz : load.p_memsz;
    if (address >= load.p_vaddr && address - load.p_vaddr <= extent &&
        size <= extent - (address - load.p_vaddr))
      return &load;
  }
  return nullptr;
}

bool ElfChecker::locate(uint64_t address, uint64_t size,
                        uint64_t &offset) const {
  const Elf64_Phdr *segment = segmentOf(address, size, /*inFile=*/true);
  if (!segment || (segment->p_flags & PF_W))
    return false;
  offset = segment->p_offset + (address - segment->p_vaddr);
  return true;
}

Status ElfChecker::checkHeader() {
  if (bytes_.size < sizeof(Elf64_Ehdr) ||
      std::memcmp(bytes_.data, ELFMAG, SELFMAG) != 0)
    return bad("is not an ELF file");
  header_ = load<Elf64_Ehdr>(0);
  for (const Machine &machine : machines)
    if (machine.number == header_.e_machine)
      machine_ = &machine;
  if (header_.e_ident[EI_CLASS] != ELFCLASS64 ||
      header_.e_ident[EI_DATA] != ELFDATA2LSB || header_.e_type != ET_DYN ||
      !machine_)
    return bad("is not a shared object for a known machine");
  uint64_t bytes = uint64_t(header_.e_phnum) * sizeof(Elf64_Phdr);
  if (header_.e_phentsize != sizeof(Elf64_Phdr) || header_.e_phnum == 0 ||
      !inside(header_.e_phoff, bytes))
    return bad("has program headers that lie outside of it");
  for (size_t i = 0; i < header_.e_phnum; ++i)
    segments_.push_back(
        load<Elf64_Phdr>(header_.e_phoff + i * sizeof(Elf64_Phdr)));
  return {};
}

/// Mapped in rising order, on pages of their own: what is read at an address is
/// what is in the file at its offset, whatever the loader maps first.
Status ElfChecker::checkLoad(const Elf64_Phdr &segment) {
  constexpr uint32_t readWrite = PF_R | PF_W, readRun = PF_R | PF_X;
  if ((segment.p_flags & PF_W) && (segment.p_flags & PF_X))
    return bad("has a writable and executable segment");
  if (segment.p_flags != PF_R && segment.p_flags != readWrite &&
      segment.p_flags != readRun)
    return bad("has a segment that is not readable");
  bool hasZeros = segment.p_memsz > segment.p_filesz;
  if (!inside(segment.p_offset, segment.p_filesz) ||
      segment.p_filesz > segment.p_memsz || segment.p_vaddr > maxAddress ||
      segment.p_memsz > maxAddress ||
      (hasZeros && segment.p_flags != readWrite))
    return bad("has a segment that lies outside of it");
  uint64_t pageBytes = machine_->pageBytes;
  bool isPage = segment.p_align >= pageBytes &&
                (segment.p_align & (segment.p_align - 1)) == 0;
  if (!isPage ||
      segment.p_vaddr % segment.p_align != segment.p_offset % segment.p_align)
    return bad("has a segment that is not aligned");
  uint64_t first = segment.p_vaddr / pageBytes;
  if (loads_.empty() && (segment.p_vaddr != 0 || segment.p_offset != 0))
    return bad("does not begin with its header");
  if (!loads_.empty()) {
    const Elf64_Phdr &last = loads_.back();
    if (first < (last.p_vaddr + last.p_memsz + pageBytes - 1) / pageBytes)
      return bad("has segments that overlap");
  }
  loads_.push_back(segment);
  return {};
}

/// What the loader does with the other segments stays inside of the object.
Status ElfChecker::checkOther(const Elf64_Phdr &segment) {
  switch (segment.p_type) {
  case PT_LOAD:
    return {};
  case PT_INTERP:
    return bad("names an interpreter");
  case PT_TLS:
    return bad("has thread-local storage");
  case PT_GNU_STACK:
    if (segment.p_flags & PF_X)
      return bad("asks for an executable stack");
    return {};
  case PT_DYNAMIC:
    if (dynamicSegment_.p_filesz != 0)
      return bad("has two dynamic tables");
    dynamicSegment_ = segment;
    break;
  case PT_PHDR:
    if (segment.p_offset != header_.e_phoff)
      return bad("has program headers that lie outside of it");
    break;
  case PT_NOTE: // the build id; notes of 8 bytes ask for features
    if (segment.p_align > 4)
      return bad("has notes of an unknown form");
    break;
  case PT_GNU_EH_FRAME:
    break;
  case PT_GNU_RELRO: {
    const Elf64_Phdr *holder =
        segmentOf(segment.p_vaddr, segment.p_memsz, /*inFile=*/false);
    if (!holder || !(holder->p_flags & PF_W))
      return bad("has a segment that lies outside of it");
    return {};
  }
  default:
    return bad("has a segment of type ", segment.p_type,
               ", which is not allowed");
  }
  // By the address, which the loader takes, as by the offset.
  const Elf64_Phdr *holder =
      segmentOf(segment.p_vaddr, segment.p_memsz, /*inFile=*/true);
  if (!holder || segment.p_filesz != segment.p_memsz ||
      segment.p_vaddr - holder->p_vaddr != segment.p_offset - holder->p_offset)
    return bad("has a segment that lies outside of it");
  return {};
}

Status ElfChecker::checkSegments() {
  for (const Elf64_Phdr &segment : segments_)
    if (segment.p_type == PT_LOAD)
      KILN_RT_TRY(checkLoad(segment));
  bool hasStack = false;
  for (const Elf64_Phdr &segment : segments_) {
    KILN_RT_TRY(checkOther(segment));
    hasStack |= segment.p_type == PT_GNU_STACK;
  }
  if (dynamicSegment_.p_filesz == 0)
    return bad("has no dynamic table");
  if (!hasStack) // the loader's default is an executable one
    return bad("asks for an executable stack");
  return {};
}

Status ElfChecker::readDynamic() {
  for (uint64_t i = 0; i + sizeof(Elf64_Dyn) <= dynamicSegment_.p_filesz;
       i += sizeof(Elf64_Dyn)) {
    auto entry = load<Elf64_Dyn>(dynamicSegment_.p_offset + i);
    if (entry.d_tag == DT_NULL)
      return {};
    for (const auto &refused : refusedTags)
      if (entry.d_tag == refused.tag)
        return bad(refused.reason);
    if (std::find(std::begin(allowedTags), std::end(allowedTags),
                  entry.d_tag) == std::end(allowedTags))
      return bad("has a dynamic entry of type ", entry.d_tag,
                 ", which is not allowed");
    if (!dynamic_.emplace(entry.d_tag, entry.d_un.d_val).second)
      return bad("has the dynamic entry of type ", entry.d_tag, " twice");
  }
  return bad("has a dynamic table that does not end");
}

Status ElfChecker::checkFlags() const {
  if (value(DT_FLAGS) & DF_TEXTREL)
    return bad("relocates its code");
  if ((value(DT_FLAGS) & ~uint64_t(DF_BIND_NOW)) ||
      (value(DT_FLAGS_1) & ~uint64_t(DF_1_NOW)))
    return bad("has dynamic flags that are not allowed");
  auto isOther = [&](int64_t tag, uint64_t wanted) {
    return dynamic_.count(tag) && value(tag) != wanted;
  };
  if (isOther(DT_SYMENT, sizeof(Elf64_Sym)) ||
      isOther(DT_RELAENT, sizeof(Elf64_Rela)) || isOther(DT_PLTREL, DT_RELA))
    return bad("has tables of an unknown form");
  const Elf64_Phdr *table =
      segmentOf(value(DT_PLTGOT), 3 * sizeof(uint64_t), /*inFile=*/false);
  if (dynamic_.count(DT_PLTGOT) && (!table || !(table->p_flags & PF_W)))
    return bad("has a table of addresses that lies outside of it");
  return {};
}

/// The hash table has no count: the last chain's end is the last symbol.
Expected<uint64_t> ElfChecker::symbolCount() const {
  auto outside = [&] {
    return bad("has a hash table that lies outside of it");
  };
  uint64_t offset = 0;
  if (!dynamic_.count(DT_GNU_HASH) || !locate(value(DT_GNU_HASH), 16, offset))
    return outside();
  uint64_t buckets = load<uint32_t>(offset);
  uint64_t first = load<uint32_t>(offset + 4);
  uint64_t bloom = load<uint32_t>(offset + 8);
  if (buckets == 0 || bloom == 0 || (bloom & (bloom - 1)) != 0)
    return bad("has a hash table of an unknown form");
  uint64_t head = 16 + bloom * 8;
  if (!locate(value(DT_GNU_HASH), head + buckets * 4, offset))
    return outside();
  uint64_t last = 0;
  for (uint64_t i = 0; i < buckets; ++i) {
    uint64_t bucket = load<uint32_t>(offset + head + i * 4);
    if (bucket != 0 && bucket < first)
      return outside();
    last = std::max(last, bucket);
  }
  if (last == 0)
    return first;
  uint64_t chains = value(DT_GNU_HASH) + head + buckets * 4;
  while (true) {
    uint64_t link = 0;
    if (!locate(chains + (last - first) * 4, 4, link))
      return outside();
    ++last;
    if (load<uint32_t>(link) & 1)
      return last;
  }
}

Status ElfChecker::checkSymbol(const Elf64_Sym &symbol,
                               const char *text) const {
  unsigned type = ELF64_ST_TYPE(symbol.st_info);
  if (symbol.st_shndx == SHN_UNDEF)
    return bad("has the undefined symbol '", text, "'");
  if (type == STT_GNU_IFUNC)
    return bad("runs code to resolve '", text, "'");
  const Elf64_Phdr *holder =
      segmentOf(symbol.st_value, symbol.st_size, /*inFile=*/false);
  bool isFunction = type == STT_FUNC && holder && (holder->p_flags & PF_X);
  bool isData = (type == STT_OBJECT || type == STT_NOTYPE) && holder;
  if (symbol.st_shndx >= SHN_LORESERVE || (!isFunction && !isData))
    return bad("has the symbol '", text, "', which is neither code nor data");
  return {};
}

Status ElfChecker::checkSymbols() {
  KILN_RT_ASSIGN(symbols_, symbolCount());
  uint64_t offset = 0, strings = 0, stringBytes = value(DT_STRSZ);
  if (symbols_ > bytes_.size / sizeof(Elf64_Sym) ||
      !locate(value(DT_SYMTAB), symbols_ * sizeof(Elf64_Sym), offset) ||
      !locate(value(DT_STRTAB), stringBytes, strings) || stringBytes == 0 ||
      bytes_.data[strings + stringBytes - 1] != 0)
    return bad("has symbols that lie outside of it");
  for (uint64_t i = 1; i < symbols_; ++i) {
    auto symbol = load<Elf64_Sym>(offset + i * sizeof(Elf64_Sym));
    if (symbol.st_name >= stringBytes)
      return bad("has symbols that lie outside of it");
    KILN_RT_TRY(checkSymbol(
        symbol, reinterpret_cast<const char *>(bytes_.data + strings) +
                    symbol.st_name));
    if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC &&
        ELF64_ST_BIND(symbol.st_info) != STB_LOCAL)
      functions_.push_back(
          {value(DT_STRTAB) + symbol.st_name, symbol.st_value});
  }
  return {};
}

Status ElfChecker::checkRelocation(const Elf64_Rela &relocation) const {
  auto type = static_cast<uint32_t>(ELF64_R_TYPE(relocation.r_info));
  uint64_t symbol = ELF64_R_SYM(relocation.r_info);
  bool isSymbolic =
      std::find(std::begin(machine_->symbolic), std::end(machine_->symbolic),
                type) != std::end(machine_->symbolic);
  if (type != machine_->relative && !isSymbolic)
    return bad("has a relocation of type ", type, ", which is not allowed");
  if (isSymbolic ? symbol == 0 || symbol >= symbols_ : symbol != 0)
    return bad("has a relocation of a symbol that it does not have");
  if (type == machine_->relative &&
      !segmentOf(static_cast<uint64_t>(relocation.r_addend), 0, false))
    return bad("has a relocation to what lies outside of it");
  // Not of the dynamic table, which the loader has yet to read in part.
  const Elf64_Phdr *target = segmentOf(relocation.r_offset, 8, false);
  bool isTable =
      relocation.r_offset + 8 > dynamicSegment_.p_vaddr &&
      relocation.r_offset < dynamicSegment_.p_vaddr + dynamicSegment_.p_memsz;
  if (!target || !(target->p_flags & PF_W) || isTable)
    return bad("has a relocation that is outside of its data");
  return {};
}

/// The loader takes the first `relatives` for relative ones unseen.
Status ElfChecker::checkRelocations(int64_t table, int64_t size,
                                    uint64_t relatives) {
  uint64_t bytes = value(size), offset = 0;
  if (bytes == 0 && relatives == 0)
    return {};
  if (bytes % sizeof(Elf64_Rela) != 0 || !locate(value(table), bytes, offset) ||
      relatives > bytes / sizeof(Elf64_Rela))
    return bad("has relocations that lie outside of it");
  for (uint64_t i = 0; i < bytes / sizeof(Elf64_Rela); ++i) {
    auto relocation = load<Elf64_Rela>(offset + i * sizeof(Elf64_Rela));
    if (i < relatives && ELF64_R_TYPE(relocation.r_info) != machine_->relative)
      return bad("counts its relative relocations wrong");
    KILN_RT_TRY(checkRelocation(relocation));
  }
  return {};
}

Status ElfChecker::run() {
  KILN_RT_TRY(checkHeader());
  KILN_RT_TRY(checkSegments());
  KILN_RT_TRY(readDynamic());
  KILN_RT_TRY(checkFlags());
  KILN_RT_TRY(checkSymbols());
  KILN_RT_TRY(checkRelocations(DT_RELA, DT_RELASZ, value(DT_RELACOUNT)));
  return checkRelocations(DT_JMPREL, DT_PLTRELSZ, 0);
}

Status kiln::rt::checkCodeObject(ByteSpan bytes, const std::string &name,
                                 std::vector<CodeFunction> *functions) {
  ElfChecker checker(bytes, name);
  KILN_RT_TRY(checker.run());
  if (functions)
    *functions = checker.takeFunctions();
  return {};
}
