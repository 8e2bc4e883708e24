// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/archive/RecordReader.h"
#include "TestPackage.h"
#include "kiln-rt/archive/ZipWriter.h"

using namespace kiln::rt;
using namespace kiln::rt::test;

static std::vector<uint8_t>
makeZip(const std::vector<std::pair<std::string, std::string>> &records) {
  ZipWriter writer = ZipWriter::createInMemory();
  for (const auto &[name, text] : records)
    EXPECT_TRUE(writer.add(name, ByteSpan(text)).ok());
  EXPECT_TRUE(writer.finish().ok());
  return writer.takeBytes();
}

static std::string textOf(const std::vector<uint8_t> &bytes) {
  return {bytes.begin(), bytes.end()};
}

TEST(RecordReader, ReadsRecordsInsideRecords) {
  std::vector<uint8_t> inner = makeZip({{"archive/data/0", "weights"}});
  std::vector<uint8_t> outer =
      makeZip({{"a", "plain"}, {"state.pt", textOf(inner)}});
  RecordReader reader(*ZipReader::openMemory(
      ByteSpan(outer.data(), outer.size()), "model.pt2"));
  Expected<RecordBytes> plain = reader.read("a");
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain->span.text(), "plain");
  Expected<RecordBytes> nested = reader.read("state.pt!archive/data/0");
  ASSERT_TRUE(nested.ok()) << nested.error().message;
  EXPECT_EQ(nested->span.text(), "weights");
  // In place: inside of the outer archive's bytes.
  EXPECT_TRUE(nested->owned.empty());
  EXPECT_GT(nested->span.data, outer.data());
  EXPECT_LT(nested->span.data, outer.data() + outer.size());
  Expected<const ZipEntry *> entry = reader.require("state.pt!archive/data/0");
  ASSERT_TRUE(entry.ok());
  EXPECT_EQ((*entry)->bytes, 7u);
}

TEST(RecordReader, ComparesChecksums) {
  std::vector<uint8_t> inner = makeZip({{"x", "yyyyyyyy"}});
  std::string broken = textOf(inner);
  broken[broken.find("yyyyyyyy")] = 'z';
  std::vector<uint8_t> outer =
      makeZip({{"good", textOf(inner)}, {"bad", broken}});
  RecordReader reader(*ZipReader::openMemory(
      ByteSpan(outer.data(), outer.size()), "model.pt2"));
  EXPECT_TRUE(reader.read("good!x").ok());
  EXPECT_EQ(reader.read("bad!x").error().message,
            "model.pt2: bad: x: the checksum (CRC-32) does not agree");
}

TEST(RecordReader, NamesBothArchivesInErrors) {
  std::vector<uint8_t> inner = makeZip({{"x", "y"}});
  std::vector<uint8_t> outer =
      makeZip({{"a", "plain"}, {"state.pt", textOf(inner)}});
  RecordReader reader(*ZipReader::openMemory(
      ByteSpan(outer.data(), outer.size()), "model.pt2"));
  EXPECT_EQ(reader.read("state.pt!z").error().message,
            "model.pt2: state.pt: z: no such record");
  EXPECT_EQ(reader.read("none!z").error().message,
            "model.pt2: none: no such record");
  EXPECT_EQ(reader.read("a!z").error().message,
            "model.pt2: a: not a zip archive");
  EXPECT_FALSE(RecordReader::openFile("/nowhere/model.pt2").ok());
}
