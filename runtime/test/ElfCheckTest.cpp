// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "module/ElfCheck.h"
#include "TestPackage.h"
#include "module/CodeObject.h"

#include <cstring>
#include <elf.h>
#include <random>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::AllOf;
using ::testing::HasSubstr;

static std::string check(const std::string &bytes) {
  return messageOf(checkCodeObject(ByteSpan(bytes), "t.kiln: code/x.so"));
}

TEST(ElfCheck, AcceptsKernels) {
  EXPECT_EQ(check(objectBytes("kernels")), "(no error)");
  EXPECT_EQ(check(objectBytes("relocated")), "(no error)");
}

TEST(ElfCheck, RefusesWhatRunsOrNeeds) {
  EXPECT_THAT(check(objectBytes("undefined")),
              HasSubstr("t.kiln: code/x.so: the code object has the undefined "
                        "symbol 'not_there'"));
  EXPECT_THAT(check(objectBytes("constructor")),
              HasSubstr("the code object has constructors or destructors"));
  EXPECT_THAT(check(objectBytes("init")),
              HasSubstr("the code object has a constructor or destructor"));
  EXPECT_THAT(check(objectBytes("needed")),
              HasSubstr("the code object needs another library"));
  EXPECT_THAT(check(objectBytes("tls")),
              HasSubstr("the code object has thread-local storage"));
  EXPECT_THAT(check(objectBytes("ifunc")),
              HasSubstr("the code object runs code to resolve 'k0'"));
  EXPECT_THAT(check(objectBytes("execstack")),
              HasSubstr("the code object asks for an executable stack"));
  EXPECT_THAT(check(objectBytes("writable-code")),
              HasSubstr("the code object has a writable and executable "
                        "segment"));
}

TEST(ElfCheck, RefusesOtherFiles) {
  EXPECT_THAT(check(""), HasSubstr("the code object is not an ELF file"));
  EXPECT_THAT(check(std::string(1000, 'x')),
              HasSubstr("the code object is not an ELF file"));
  std::string machine = objectBytes("kernels");
  machine[18] = 3;
  EXPECT_THAT(check(machine),
              HasSubstr("not a shared object for a known machine"));
  std::string headers = objectBytes("kernels");
  headers[33] = '\x7f';
  headers[38] = '\x7f';
  EXPECT_THAT(check(headers),
              HasSubstr("program headers that lie outside of it"));
}

namespace {
/// A code object whose tables a test changes, as somebody would who wants the
/// loader to run something, or to write somewhere.
class Forgery {
public:
  explicit Forgery(const std::string &object = "relocated")
      : bytes(objectBytes(object)) {}

  template <typename T>
  T get(uint64_t offset) const {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(T));
    return value;
  }
  template <typename T>
  void put(uint64_t offset, const T &value) {
    std::memcpy(bytes.data() + offset, &value, sizeof(T));
  }
  /// Changes each program header.
  template <typename Change>
  Forgery &headers(Change change) {
    auto header = get<Elf64_Ehdr>(0);
    for (size_t i = 0; i < header.e_phnum; ++i) {
      uint64_t at = header.e_phoff + i * sizeof(Elf64_Phdr);
      auto segment = get<Elf64_Phdr>(at);
      change(segment);
      put(at, segment);
    }
    return *this;
  }
  /// Changes the headers of a type.
  template <typename Change>
  Forgery &header(uint32_t type, Change change) {
    return headers([&](Elf64_Phdr &segment) {
      if (segment.p_type == type)
        change(segment);
    });
  }
  /// Changes each entry of the dynamic table, its end too.
  template <typename Change>
  Forgery &dynamic(Change change) {
    Elf64_Phdr table = {};
    headers([&](Elf64_Phdr &segment) {
      if (segment.p_type == PT_DYNAMIC)
        table = segment;
    });
    for (uint64_t i = 0; i < table.p_filesz; i += sizeof(Elf64_Dyn)) {
      auto entry = get<Elf64_Dyn>(table.p_offset + i);
      change(entry);
      put(table.p_offset + i, entry);
    }
    return *this;
  }
  Forgery &retag(int64_t tag, int64_t newTag, uint64_t add = 0) {
    return dynamic([&](Elf64_Dyn &entry) {
      if (entry.d_tag != tag)
        return;
      entry.d_tag = newTag;
      entry.d_un.d_val += add;
    });
  }
  /// The value of a dynamic entry. Tables lie where addresses are offsets.
  uint64_t value(int64_t tag) {
    uint64_t found = 0;
    dynamic([&](Elf64_Dyn &entry) {
      if (entry.d_tag == tag)
        found = entry.d_un.d_val;
    });
    return found;
  }
  template <typename Change>
  Forgery &relocation(Change change) {
    uint64_t at = value(DT_RELA);
    auto first = get<Elf64_Rela>(at);
    change(first);
    put(at, first);
    return *this;
  }
  template <typename Change>
  Forgery &symbol(Change change) {
    uint64_t at = value(DT_SYMTAB) + sizeof(Elf64_Sym);
    auto first = get<Elf64_Sym>(at);
    change(first);
    put(at, first);
    return *this;
  }
  /// Changes a word of the hash table.
  Forgery &hash(size_t word, uint32_t number) {
    put(value(DT_GNU_HASH) + 4 * word, number);
    return *this;
  }

  std::string bytes;
};

struct ForgedObject {
  const char *reason;
  std::string bytes;
};
} // namespace

static std::vector<ForgedObject> forgedSegments() {
  return {
      {"a segment that lies outside of it",
       Forgery()
           .header(PT_LOAD, [](auto &s) { s.p_offset += 1u << 30; })
           .bytes},
      {"a segment that lies outside of it",
       Forgery()
           .header(PT_LOAD, [](auto &s) { s.p_memsz += 1ull << 40; })
           .bytes},
      // What lies behind the code in the file is not what runs there.
      {"a segment that lies outside of it",
       Forgery()
           .header(PT_LOAD,
                   [](auto &s) { s.p_memsz += s.p_flags & PF_X ? 16 : 0; })
           .bytes},
      {"has segments that overlap",
       Forgery()
           .header(PT_LOAD,
                   [](auto &s) { s.p_memsz += s.p_flags & PF_W ? 0 : 4096; })
           .header(PT_LOAD,
                   [](auto &s) { s.p_filesz = s.p_memsz = s.p_filesz; })
           .header(PT_LOAD,
                   [](auto &s) {
                     if (s.p_flags & (PF_X | PF_W)) {
                       s.p_vaddr %= 4096;
                       s.p_paddr = s.p_vaddr;
                     }
                   })
           .bytes},
      {"has a writable and executable segment",
       Forgery()
           .header(PT_LOAD, [](auto &s) { s.p_flags |= PF_W | PF_X; })
           .bytes},
      {"has a segment that is not readable",
       Forgery().header(PT_LOAD, [](auto &s) { s.p_flags &= PF_X; }).bytes},
      {"has a segment that is not aligned",
       Forgery().header(PT_LOAD, [](auto &s) { s.p_align = 1; }).bytes},
      {"has a segment that is not aligned",
       Forgery()
           .header(PT_LOAD, [](auto &s) { s.p_vaddr += s.p_offset ? 8 : 0; })
           .bytes},
      {"does not begin with its header",
       Forgery().header(PT_LOAD, [](auto &s) { s.p_vaddr += 4096; }).bytes},
      {"names an interpreter",
       Forgery()
           .header(PT_GNU_STACK, [](auto &s) { s.p_type = PT_INTERP; })
           .bytes},
      {"asks for an executable stack",
       Forgery()
           .header(PT_GNU_STACK, [](auto &s) { s.p_type = PT_GNU_RELRO; })
           .header(PT_GNU_RELRO,
                   [](auto &s) {
                     s.p_vaddr = s.p_filesz ? s.p_vaddr : 1u << 20;
                     s.p_memsz = 0;
                   })
           .headers([](auto &s) {
             if (s.p_type == PT_GNU_RELRO && s.p_filesz == 0)
               s.p_type = PT_NOTE, s.p_vaddr = 0, s.p_align = 4;
           })
           .bytes},
      // The loader makes what it is told to read-only, wherever that is.
      {"a segment that lies outside of it",
       Forgery()
           .header(PT_GNU_RELRO, [](auto &s) { s.p_vaddr -= 1u << 30; })
           .bytes},
      {"a segment that lies outside of it",
       Forgery()
           .header(PT_GNU_EH_FRAME, [](auto &s) { s.p_vaddr += 1u << 30; })
           .bytes},
      {"a segment of type 1685382483, which is not allowed",
       Forgery()
           .header(PT_GNU_EH_FRAME, [](auto &s) { s.p_type = 0x6474e553; })
           .bytes},
      {"program headers that lie outside of it",
       Forgery().header(PT_PHDR, [](auto &s) { s.p_offset += 8; }).bytes},
      {"has notes of an unknown form",
       Forgery().header(PT_PHDR, [](auto &s) { s.p_type = PT_NOTE; }).bytes}};
}

static std::vector<ForgedObject> forgedDynamicTables() {
  auto tag = [](int64_t from, int64_t to) {
    return Forgery().retag(from, to).bytes;
  };
  return {
      {"has no dynamic table",
       Forgery()
           .header(PT_DYNAMIC, [](auto &s) { s.p_type = PT_GNU_EH_FRAME; })
           .bytes},
      // The loader goes by the address and reads on to the end mark: another
      // table there, with a constructor, would be the one that counts.
      {"a segment that lies outside of it",
       Forgery().header(PT_DYNAMIC, [](auto &s) { s.p_vaddr -= 16; }).bytes},
      {"a segment that lies outside of it",
       Forgery().header(PT_DYNAMIC, [](auto &s) { s.p_memsz += 16; }).bytes},
      {"has a dynamic table that does not end",
       Forgery()
           .header(PT_DYNAMIC, [](auto &s) { s.p_filesz = s.p_memsz = 16; })
           .bytes},
      {"has two dynamic tables", Forgery()
                                     .header(PT_PHDR,
                                             [](auto &s) {
                                               s.p_type = PT_DYNAMIC;
                                               s.p_filesz = s.p_memsz = 16;
                                             })
                                     .bytes},
      {"needs another library", tag(DT_SYMENT, DT_NEEDED)},
      {"has a constructor or destructor", tag(DT_SYMENT, DT_INIT)},
      {"has constructors or destructors", tag(DT_SYMENT, DT_INIT_ARRAY)},
      {"has constructors or destructors", tag(DT_SYMENT, DT_FINI_ARRAY)},
      {"relocates its code", tag(DT_SYMENT, DT_TEXTREL)},
      {"relocates its code", Forgery()
                                 .dynamic([](auto &entry) {
                                   if (entry.d_tag == DT_SYMENT)
                                     entry.d_tag = DT_FLAGS,
                                     entry.d_un.d_val = DF_TEXTREL;
                                 })
                                 .bytes},
      {"has dynamic flags that are not allowed",
       Forgery()
           .dynamic([](auto &entry) {
             if (entry.d_tag == DT_SYMENT)
               entry.d_tag = DT_FLAGS, entry.d_un.d_val = DF_STATIC_TLS;
           })
           .bytes},
      {"has relocations of an unknown form", tag(DT_SYMENT, DT_REL)},
      {"has relocations of an unknown form", tag(DT_SYMENT, DT_RELR)},
      {"has versions of symbols", tag(DT_SYMENT, DT_VERNEED)},
      {"has versions of symbols", tag(DT_SYMENT, DT_VERSYM)},
      {"has a dynamic entry of type 14, which is not allowed",
       tag(DT_SYMENT, DT_SONAME)},
      {"has the dynamic entry of type 11 twice", tag(DT_RELAENT, DT_SYMENT)},
      {"has a hash table of an unknown form", tag(DT_SYMENT, DT_HASH)},
      {"has tables of an unknown form",
       Forgery().retag(DT_SYMENT, DT_SYMENT, 8).bytes},
      {"has tables of an unknown form",
       Forgery().retag(DT_SYMENT, DT_PLTREL).bytes},
      {"a table of addresses that lies outside of it",
       Forgery().retag(DT_SYMENT, DT_PLTGOT).bytes}};
}

static std::vector<ForgedObject> forgedTables() {
  auto relocation = [](auto change) {
    return Forgery().relocation(change).bytes;
  };
  auto symbol = [](auto change) { return Forgery().symbol(change).bytes; };
  uint64_t table = Forgery().value(DT_RELA);
  uint64_t dynamicAddress = 0;
  Forgery().header(PT_DYNAMIC, [&](auto &s) { dynamicAddress = s.p_vaddr; });
  EXPECT_NE(table, 0u);
  return {
      {"a hash table that lies outside of it",
       Forgery().retag(DT_GNU_HASH, DT_GNU_HASH, 1u << 20).bytes},
      {"a hash table of an unknown form", Forgery().hash(0, 0).bytes},
      // The loader ends the process where this is no power of two.
      {"a hash table of an unknown form", Forgery().hash(2, 3).bytes},
      {"a hash table that lies outside of it",
       Forgery().hash(0, 1u << 30).bytes},
      {"a hash table that lies outside of it",
       Forgery().hash(1, 1u << 30).bytes},
      {"symbols that lie outside of it",
       Forgery().retag(DT_STRTAB, DT_STRTAB, 1u << 20).bytes},
      {"symbols that lie outside of it",
       symbol([](auto &s) { s.st_name = 1u << 30; })},
      {"the undefined symbol", symbol([](auto &s) { s.st_shndx = SHN_UNDEF; })},
      {"runs code to resolve", symbol([](auto &s) {
         s.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_GNU_IFUNC);
       })},
      {"which is neither code nor data",
       symbol([](auto &s) { s.st_value = 1u << 30; })},
      {"which is neither code nor data",
       symbol([](auto &s) { s.st_shndx = SHN_ABS; })},
      {"which is neither code nor data",
       symbol([](auto &s) { s.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_TLS); })},
      {"a relocation of type 37, which is not allowed",
       relocation([](auto &r) { r.r_info = R_X86_64_IRELATIVE; })},
      {"a relocation of type 5, which is not allowed",
       relocation([](auto &r) { r.r_info = R_X86_64_COPY; })},
      {"a relocation of a symbol that it does not have",
       relocation(
           [](auto &r) { r.r_info = ELF64_R_INFO(1u << 30, R_X86_64_64); })},
      {"a relocation of a symbol that it does not have",
       relocation(
           [](auto &r) { r.r_info = ELF64_R_INFO(1, R_X86_64_RELATIVE); })},
      {"a relocation to what lies outside of it", relocation([](auto &r) {
         r.r_info = R_X86_64_RELATIVE;
         r.r_addend = -4096;
       })},
      {"a relocation that is outside of its data",
       relocation([](auto &r) { r.r_offset = 0x100000; })},
      // A relocation that writes the next one, and one of the dynamic table.
      {"a relocation that is outside of its data",
       relocation([&](auto &r) { r.r_offset = table + 24; })},
      {"a relocation that is outside of its data",
       relocation([&](auto &r) { r.r_offset = dynamicAddress + 8; })},
      {"relocations that lie outside of it",
       Forgery().retag(DT_RELASZ, DT_RELASZ, 1).bytes},
      {"relocations that lie outside of it",
       Forgery().retag(DT_RELASZ, DT_RELASZ, 24u << 20).bytes},
      {"counts its relative relocations wrong",
       Forgery()
           .dynamic([](auto &entry) {
             if (entry.d_tag == DT_SYMENT)
               entry.d_tag = DT_RELACOUNT, entry.d_un.d_val = 1;
           })
           .bytes}};
}

/// As a module, so that nothing of the object is mapped executable before.
TEST(ElfCheck, RefusesForgedPackages) {
  std::vector<ForgedObject> all = forgedSegments();
  for (const auto &more : {forgedDynamicTables(), forgedTables()})
    all.insert(all.end(), more.begin(), more.end());
  for (size_t i = 0; i < all.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_THAT(check(all[i].bytes), HasSubstr(all[i].reason));
    TestPackage package;
    package.code = all[i].bytes;
    EXPECT_THAT(messageOf(package.load()),
                HasSubstr("test.kiln: code/kernels.so: the code object "));
  }
}

/// A kernel is a function; data is not called.
TEST(ElfCheck, FindsFunctionsOnly) {
  std::string bytes = objectBytes("relocated");
  Expected<CodeObject> object =
      CodeObject::load(CodeImage(ByteSpan(bytes)), "t.kiln: x.so");
  ASSERT_TRUE(object.ok()) << object.error().message;
  EXPECT_TRUE(object->kernel("k0").ok());
  for (const char *name : {"table", "nothing"})
    EXPECT_THAT(
        messageOf(object->kernel(name)),
        HasSubstr(concat("x.so: the code object has no kernel '", name, "'")));
}

TEST(ElfCheck, LeavesTheRestToTheLoader) {
  std::string bytes = objectBytes("kernels");
  bytes[EI_OSABI] = ELFOSABI_FREEBSD;
  EXPECT_EQ(check(bytes), "(no error)");
  EXPECT_THAT(
      messageOf(CodeObject::load(CodeImage(ByteSpan(bytes)), "t.kiln: x.so")),
      AllOf(HasSubstr("t.kiln: x.so: the code object cannot be mapped: "
                      "/proc/self/fd/"),
            HasSubstr("ABI invalid; "), HasSubstr("/kiln-kernels-")));
}

/// What is linked for another machine is checked here, and runs there.
TEST(ElfCheck, MapsObjectsOfThisMachineOnly) {
  std::string bytes = objectBytes("foreign");
  EXPECT_EQ(check(bytes), "(no error)");
  EXPECT_THAT(
      messageOf(CodeObject::load(CodeImage(ByteSpan(bytes)), "t.kiln: x.so")),
      HasSubstr("t.kiln: x.so: the code object is not for this "
                "machine"));
}

TEST(ElfCheck, SurvivesEveryChangedByte) {
  std::string good = objectBytes("kernels");
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = good;
    // Headers and tables stand at the start of the file.
    for (unsigned i = 0; i <= random() % 3; ++i)
      bytes[random() % std::min<size_t>(bytes.size(), 1500)] =
          static_cast<char>(random());
    if (random() % 8 == 0)
      bytes.resize(random() % bytes.size());
    (void)check(bytes);
  }
}
