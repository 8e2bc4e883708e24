// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestPackage.h"
#include "kiln-rt/archive/Crc32.h"
#include "kiln-rt/archive/Sha256.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::HasSubstr;

static std::vector<uint8_t> sample() {
  ZipWriter writer = ZipWriter::createInMemory();
  EXPECT_TRUE(writer.add("manifest.json", ByteSpan("{}")).ok());
  EXPECT_TRUE(
      writer.add("weights/a", ByteSpan(std::string(10000, 'x')), 4096).ok());
  EXPECT_TRUE(writer.add("empty", ByteSpan()).ok());
  EXPECT_TRUE(writer.add("deep/er/ü", ByteSpan("abc"), 1).ok());
  EXPECT_TRUE(writer.finish().ok());
  return writer.takeBytes();
}

TEST(ArchiveWriter, IsReadBack) {
  std::vector<uint8_t> bytes = sample();
  Expected<ZipReader> reader =
      ZipReader::openMemory(ByteSpan(bytes.data(), bytes.size()), "t.zip");
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  ASSERT_EQ(reader->entries().size(), 4u);
  EXPECT_EQ(reader->entries()[0].name, "manifest.json");
  EXPECT_EQ(reader->bytesInPlace(*reader->find("deep/er/ü"))->text(), "abc");
  EXPECT_EQ(reader->find("empty")->bytes, 0u);
  for (const ZipEntry &entry : reader->entries())
    EXPECT_TRUE(reader->checkCrc(entry).ok());
}

/// Bit by bit, as the definition says.
static uint32_t slowCrc(const std::vector<uint8_t> &bytes, size_t size) {
  uint32_t sum = 0xffffffff;
  for (size_t i = 0; i < size; ++i) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit)
      sum = (sum >> 1) ^ ((sum & 1) ? 0xedb88320u : 0u);
  }
  return ~sum;
}

TEST(ArchiveWriter, SumsBytesOfAnyNumber) {
  std::vector<uint8_t> bytes(700);
  uint32_t state = 1;
  for (uint8_t &byte : bytes)
    byte = static_cast<uint8_t>((state = state * 1664525 + 1013904223) >> 24);
  for (size_t size = 0; size <= bytes.size(); ++size)
    EXPECT_EQ(crc32Of(ByteSpan(bytes.data(), size)), slowCrc(bytes, size))
        << size;
}

TEST(ArchiveWriter, AlignsPayloads) {
  std::vector<uint8_t> bytes = sample();
  Expected<ZipReader> reader =
      ZipReader::openMemory(ByteSpan(bytes.data(), bytes.size()), "t.zip");
  EXPECT_EQ(reader->find("manifest.json")->dataOffset % 64, 0u);
  EXPECT_EQ(reader->find("weights/a")->dataOffset % 4096, 0u);
  EXPECT_EQ(reader->find("empty")->dataOffset % 64, 0u);
  // Every position of the padding, with every remainder.
  for (size_t length = 0; length < 140; ++length) {
    ZipWriter writer = ZipWriter::createInMemory();
    ASSERT_TRUE(writer.add("a", ByteSpan(std::string(length, 'a')), 1).ok());
    ASSERT_TRUE(writer.add("b", ByteSpan("b"), 64).ok());
    ASSERT_TRUE(writer.finish().ok());
    std::vector<uint8_t> small = writer.takeBytes();
    Expected<ZipReader> again =
        ZipReader::openMemory(ByteSpan(small.data(), small.size()), "t.zip");
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(again->find("b")->dataOffset % 64, 0u);
  }
}

TEST(ArchiveWriter, IsDeterministic) { EXPECT_EQ(sample(), sample()); }

TEST(ArchiveWriter, RefusesBadCalls) {
  ZipWriter writer = ZipWriter::createInMemory();
  EXPECT_THAT(messageOf(writer.add("../a", ByteSpan())),
              HasSubstr("../a: bad name: the name leaves the archive"));
  EXPECT_THAT(messageOf(writer.add("a", ByteSpan(), 3)),
              HasSubstr("a: the alignment is not a power of two up to 32768"));
  EXPECT_THAT(messageOf(writer.add("a", ByteSpan(), 0)),
              HasSubstr("a: the alignment is not a power of two up to 32768"));
  EXPECT_THAT(messageOf(writer.add("a", ByteSpan(), 65536)),
              HasSubstr("a: the alignment is not a power of two up to 32768"));
  ASSERT_TRUE(writer.add("a", ByteSpan()).ok());
  EXPECT_THAT(messageOf(writer.add("a", ByteSpan())),
              HasSubstr("a: the record was added before"));
}

TEST(ArchiveWriter, WritesFilesWholeOrNotAtAll) {
  std::string path = ::testing::TempDir() + "writer-test.zip";
  std::remove(path.c_str());
  struct stat info;
  {
    Expected<ZipWriter> writer = ZipWriter::createFile(path);
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE(writer->add("a", ByteSpan("text")).ok());
    EXPECT_NE(::stat(path.c_str(), &info), 0);
  }
  EXPECT_NE(::stat(path.c_str(), &info), 0);
  {
    Expected<ZipWriter> writer = ZipWriter::createFile(path);
    ASSERT_TRUE(writer->add("a", ByteSpan("text")).ok());
    ASSERT_TRUE(writer->finish().ok());
  }
  Expected<ZipReader> reader = ZipReader::openFile(path);
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ(reader->bytesInPlace(reader->entries()[0])->text(), "text");
  EXPECT_THAT(messageOf(ZipWriter::createFile("/nowhere/at/all.zip")),
              HasSubstr("/nowhere/at/all.zip: cannot write the file: No such "
                        "file or directory"));
}

TEST(ArchiveWriter, ReportsAFullDisk) {
  // Files of this process may have 4096 bytes, for a moment.
  auto *before = ::signal(SIGXFSZ, SIG_IGN);
  rlimit old = {}, small = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  small = old;
  small.rlim_cur = 4096;
  namespace fs = std::filesystem;
  fs::path folder = fs::path(::testing::TempDir()) / "full-disk";
  fs::remove_all(folder);
  fs::create_directories(folder);
  for (size_t bytes : {size_t(1) << 20, size_t(4096)}) {
    std::string message;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    {
      Expected<ZipWriter> writer = ZipWriter::createFile(folder / "a.zip");
      ASSERT_TRUE(writer.ok());
      std::string content(bytes, 'x');
      Status status = writer->add("a", ByteSpan(content));
      message = messageOf(status.ok() ? writer->finish() : std::move(status));
    }
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
    EXPECT_THAT(message,
                HasSubstr("a.zip: cannot write the file: File too large"));
    EXPECT_TRUE(fs::is_empty(folder)) << "nothing is left";
  }
  ::signal(SIGXFSZ, before);
}

TEST(ArchiveWriter, WritesToADeviceWhereItIs) {
  std::string path = ::testing::TempDir() + "device-test.zip";
  std::remove(path.c_str());
  ASSERT_EQ(::symlink("/dev/full", path.c_str()), 0);
  Expected<ZipWriter> writer = ZipWriter::createFile(path);
  ASSERT_TRUE(writer.ok());
  ASSERT_TRUE(writer->add("a", ByteSpan("text")).ok());
  EXPECT_THAT(messageOf(writer->finish()),
              HasSubstr("cannot write the file: No space left on device"));
  struct stat info;
  ASSERT_EQ(::lstat(path.c_str(), &info), 0);
  EXPECT_TRUE(S_ISLNK(info.st_mode));
  std::remove(path.c_str());
}

TEST(ArchiveWriter, AgreesWithUnzip) {
  if (std::system("unzip -v > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "unzip is not installed";
  std::string path = ::testing::TempDir() + "unzip-test.zip";
  std::vector<uint8_t> bytes = sample();
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char *>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  EXPECT_EQ(std::system(concat("unzip -tqq ", path).c_str()), 0);
}

TEST(ArchiveWriter, WritesZip64ForManyRecords) {
  ZipWriter writer = ZipWriter::createInMemory();
  constexpr int count = 66000;
  for (int i = 0; i < count; ++i)
    ASSERT_TRUE(writer.add(concat("r", i), ByteSpan("x"), 1).ok());
  ASSERT_TRUE(writer.finish().ok());
  std::vector<uint8_t> bytes = writer.takeBytes();
  Expected<ZipReader> reader =
      ZipReader::openMemory(ByteSpan(bytes.data(), bytes.size()), "t.zip");
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  EXPECT_EQ(reader->entries().size(), static_cast<size_t>(count));
  EXPECT_NE(reader->find("r65999"), nullptr);
}

TEST(Sha256, KnowsTheStandardsExamples) {
  EXPECT_EQ(sha256Hex(ByteSpan("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256Hex(ByteSpan()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  // Of two blocks, and of a million characters.
  EXPECT_EQ(sha256Hex(ByteSpan(
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256Hex(ByteSpan(std::string(1000000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_TRUE(isSha256Hex(sha256Hex(ByteSpan("abc"))));
  EXPECT_FALSE(isSha256Hex("ABC"));
}
