// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "module/ElfCheck.h"
#include "TestPackage.h"
#include "module/CodeObject.h"

#include <elf.h>
#include <random>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::HasSubstr;

static std::string check(const std::string &bytes) {
  return messageOf(checkCodeObject(ByteSpan(bytes), "t.kiln: code/x.so"));
}

TEST(ElfCheck, AcceptsKernels) {
  EXPECT_EQ(check(objectBytes("kernels")), "(no error)");
  EXPECT_EQ(check(objectBytes("sysv-hash")), "(no error)");
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
              HasSubstr("not a shared object for this machine"));
  std::string headers = objectBytes("kernels");
  headers[33] = '\x7f';
  headers[38] = '\x7f';
  EXPECT_THAT(check(headers), HasSubstr("program headers lie outside of it"));
}

/// Calls change(header, index) for each program header of a copy.
template <typename Change>
static std::string withHeaders(Change change) {
  std::string bytes = objectBytes("kernels");
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  for (size_t i = 0; i < header.e_phnum; ++i) {
    char *at = bytes.data() + header.e_phoff + i * sizeof(Elf64_Phdr);
    Elf64_Phdr segment;
    std::memcpy(&segment, at, sizeof(segment));
    change(segment);
    std::memcpy(at, &segment, sizeof(segment));
  }
  return bytes;
}

TEST(ElfCheck, RefusesBadSegments) {
  EXPECT_THAT(check(withHeaders([](Elf64_Phdr &segment) {
                if (segment.p_type == PT_LOAD)
                  segment.p_offset += 1u << 30;
              })),
              HasSubstr("a segment of the code object lies outside of it"));
  EXPECT_THAT(check(withHeaders([](Elf64_Phdr &segment) {
                if (segment.p_type == PT_DYNAMIC)
                  segment.p_type = PT_NULL;
              })),
              HasSubstr("the code object has no dynamic table"));
  EXPECT_THAT(check(withHeaders([](Elf64_Phdr &segment) {
                if (segment.p_type == PT_DYNAMIC)
                  segment.p_filesz = 16;
              })),
              HasSubstr("the code object's dynamic table does not end"));
  EXPECT_THAT(check(withHeaders([](Elf64_Phdr &segment) {
                if (segment.p_type == PT_GNU_STACK)
                  segment.p_type = PT_INTERP;
              })),
              HasSubstr("the code object names an interpreter"));
}

/// A copy whose dynamic entries of a tag have other tags or values.
static std::string withDynamic(int64_t tag, int64_t newTag, uint64_t add) {
  std::string bytes = objectBytes("kernels");
  Elf64_Phdr dynamic = {};
  withHeaders([&](Elf64_Phdr &segment) {
    if (segment.p_type == PT_DYNAMIC)
      dynamic = segment;
  });
  for (uint64_t i = 0; i < dynamic.p_filesz; i += sizeof(Elf64_Dyn)) {
    Elf64_Dyn entry;
    std::memcpy(&entry, bytes.data() + dynamic.p_offset + i, sizeof(entry));
    if (entry.d_tag != tag)
      continue;
    entry.d_tag = newTag;
    entry.d_un.d_val += add;
    std::memcpy(bytes.data() + dynamic.p_offset + i, &entry, sizeof(entry));
  }
  return bytes;
}

TEST(ElfCheck, RefusesBadTables) {
  EXPECT_THAT(check(withDynamic(DT_GNU_HASH, DT_GNU_HASH, 1u << 20)),
              HasSubstr("the code object's hash table lies outside of it"));
  EXPECT_THAT(check(withDynamic(DT_GNU_HASH, DT_DEBUG, 0)),
              HasSubstr("the code object's hash table lies outside of it"));
  EXPECT_THAT(check(withDynamic(DT_STRTAB, DT_STRTAB, 1u << 20)),
              HasSubstr("the code object's symbols lie outside of it"));
  EXPECT_THAT(check(withDynamic(DT_STRSZ, DT_TEXTREL, 0)),
              HasSubstr("the code object relocates its code"));
  EXPECT_THAT(check(withDynamic(DT_STRSZ, DT_REL, 0)),
              HasSubstr("the code object has relocations of an unknown form"));
}

/// A copy of the relocated object whose first relocation is another. Its
/// tables lie in the first segment, where addresses are offsets.
template <typename Change>
static std::string withRelocation(Change change) {
  std::string bytes = objectBytes("relocated");
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  uint64_t table = 0;
  for (size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, bytes.data() + header.e_phoff + i * sizeof(segment),
                sizeof(segment));
    for (uint64_t k = 0; segment.p_type == PT_DYNAMIC && k < segment.p_filesz;
         k += sizeof(Elf64_Dyn)) {
      Elf64_Dyn entry;
      std::memcpy(&entry, bytes.data() + segment.p_offset + k, sizeof(entry));
      if (entry.d_tag == DT_RELA)
        table = entry.d_un.d_ptr;
    }
  }
  EXPECT_NE(table, 0u);
  Elf64_Rela relocation;
  std::memcpy(&relocation, bytes.data() + table, sizeof(relocation));
  change(relocation);
  std::memcpy(bytes.data() + table, &relocation, sizeof(relocation));
  return bytes;
}

TEST(ElfCheck, ChecksRelocations) {
  EXPECT_EQ(check(objectBytes("relocated")), "(no error)");
  EXPECT_THAT(check(withRelocation([](Elf64_Rela &relocation) {
                relocation.r_info = R_X86_64_IRELATIVE;
              })),
              HasSubstr("the code object has a relocation of type 37, which is "
                        "not allowed"));
  EXPECT_THAT(check(withRelocation([](Elf64_Rela &relocation) {
                relocation.r_offset = 0x100000;
              })),
              HasSubstr("a relocation of the code object is outside of its "
                        "data"));
  EXPECT_THAT(check(withDynamic(DT_SYMENT, DT_RELASZ, 1)),
              HasSubstr("the code object's relocations lie outside of it"));
}

TEST(ElfCheck, LeavesTheRestToTheLoader) {
  std::string bytes = objectBytes("kernels");
  bytes[EI_OSABI] = ELFOSABI_FREEBSD;
  EXPECT_EQ(check(bytes), "(no error)");
  EXPECT_THAT(messageOf(CodeObject::load(ByteSpan(bytes), "t.kiln: x.so")),
              HasSubstr("t.kiln: x.so: the code object cannot be mapped: "));
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
