// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Broken archives: each is a good one with a few bytes changed.

#include "TestPackage.h"

#include <fcntl.h>
#include <random>
#include <unistd.h>
#include <zlib.h>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::HasSubstr;

namespace {

/// Records of a handmade archive: the writer only makes good ones.
struct Raw {
  std::string name = "m/a";
  std::string localName;        ///< empty: as name
  std::string data = "content"; ///< as stored
  uint32_t bytes = UINT32_MAX;  ///< declared; UINT32_MAX: of data
  uint32_t crc = 0;
  uint16_t method = 0;
  uint16_t flags = 0;
  uint32_t stored = UINT32_MAX; ///< declared; UINT32_MAX: of data
  int64_t headerOffset = -1;    ///< -1: where it is
};

class Bytes {
public:
  void u16(uint32_t v) { put(v, 2); }
  void u32(uint32_t v) { put(v, 4); }
  void text(const std::string &t) { all += t; }
  std::string all;

private:
  void put(uint32_t v, int n) {
    for (int i = 0; i < n; ++i)
      all += static_cast<char>(v >> 8 * i);
  }
};

std::string makeZip(const std::vector<Raw> &records) {
  Bytes out, directory;
  for (const Raw &r : records) {
    auto offset = static_cast<uint32_t>(out.all.size());
    auto size = static_cast<uint32_t>(r.data.size());
    uint32_t bytes = r.bytes == UINT32_MAX ? size : r.bytes;
    uint32_t stored = r.stored == UINT32_MAX ? size : r.stored;
    const std::string &local = r.localName.empty() ? r.name : r.localName;
    out.u32(0x04034b50), out.u16(20), out.u16(r.flags), out.u16(r.method);
    out.u32(0), out.u32(r.crc), out.u32(stored), out.u32(bytes);
    out.u16(static_cast<uint32_t>(local.size())), out.u16(0);
    out.text(local), out.text(r.data);
    directory.u32(0x02014b50), directory.u16(20), directory.u16(20);
    directory.u16(r.flags), directory.u16(r.method), directory.u32(0);
    directory.u32(r.crc), directory.u32(stored), directory.u32(bytes);
    directory.u16(static_cast<uint32_t>(r.name.size()));
    directory.u32(0), directory.u16(0), directory.u16(0), directory.u32(0);
    directory.u32(r.headerOffset < 0 ? offset
                                     : static_cast<uint32_t>(r.headerOffset));
    directory.text(r.name);
  }
  Bytes end;
  auto count = static_cast<uint32_t>(records.size());
  end.u32(0x06054b50), end.u32(0), end.u16(count), end.u16(count);
  end.u32(static_cast<uint32_t>(directory.all.size()));
  end.u32(static_cast<uint32_t>(out.all.size())), end.u16(0);
  return out.all + directory.all + end.all;
}

std::string deflated(const std::string &text) {
  std::string out(compressBound(text.size()) + 64, '\0');
  z_stream stream = {};
  deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef *>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string errorOf(const std::string &bytes, const ZipLimits &limits = {}) {
  return messageOf(ZipReader::openMemory(ByteSpan(bytes), "t.zip", limits));
}

Raw named(const std::string &name) {
  Raw raw;
  raw.name = name;
  return raw;
}

} // namespace

TEST(ArchiveReader, ReadsStoredAndDeflated) {
  Raw stored, packed;
  packed.name = "m/b";
  packed.method = 8;
  std::string text(100000, 'z');
  packed.data = deflated(text);
  packed.bytes = static_cast<uint32_t>(text.size());
  packed.crc = static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef *>(text.data()), text.size()));
  std::string bytes = makeZip({stored, packed});
  Expected<ZipReader> reader = ZipReader::openMemory(ByteSpan(bytes), "t.zip");
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  Expected<std::vector<uint8_t>> content = reader->read(*reader->find("m/b"));
  ASSERT_TRUE(content.ok()) << content.error().message;
  EXPECT_EQ(std::string(content->begin(), content->end()), text);
  EXPECT_TRUE(reader->checkCrc(*reader->find("m/b")).ok());
  EXPECT_EQ(reader->bytesInPlace(*reader->find("m/a"))->text(), "content");
  EXPECT_THAT(messageOf(reader->bytesInPlace(*reader->find("m/b"))),
              HasSubstr("m/b: the record is deflated and cannot be used in "
                        "place"));
  EXPECT_THAT(messageOf(reader->require("m/c")),
              HasSubstr("t.zip: m/c: no such record"));
}

TEST(ArchiveReader, RefusesWhatIsNoArchive) {
  EXPECT_THAT(errorOf(""), HasSubstr("t.zip: not a zip archive"));
  EXPECT_THAT(errorOf(std::string(1000, 'x')), HasSubstr("not a zip archive"));
  std::string good = makeZip({Raw()});
  EXPECT_THAT(errorOf(good.substr(0, 20)),
              HasSubstr("the zip archive is truncated"));
  EXPECT_THAT(errorOf(good.substr(0, good.size() - 5)),
              HasSubstr("the zip archive is truncated: no end record"));
}

TEST(ArchiveReader, RefusesBadNames) {
  EXPECT_THAT(errorOf(makeZip({named("/etc/x")})),
              HasSubstr("/etc/x: bad name: the name is absolute"));
  EXPECT_THAT(errorOf(makeZip({named("a/../x")})),
              HasSubstr("the name leaves the archive"));
  EXPECT_THAT(errorOf(makeZip({named("a\\x")})),
              HasSubstr("the name has a backslash"));
  EXPECT_THAT(errorOf(makeZip({named("c:x")})),
              HasSubstr("the name has a drive letter"));
  EXPECT_THAT(errorOf(makeZip({named("a//b")})),
              HasSubstr("the name has an empty part"));
  EXPECT_THAT(errorOf(makeZip({named("a\nb")})),
              HasSubstr("a?b: bad name: the name has a control character"));
  EXPECT_THAT(errorOf(makeZip({named("a\xff\xfe")})),
              HasSubstr("a??: bad name: the name is not UTF-8"));
  EXPECT_THAT(errorOf(makeZip({named("\xed\xa0\x80")})),
              HasSubstr("the name is not UTF-8"));
  EXPECT_THAT(errorOf(makeZip({named("\xf4\x90\x80\x80")})),
              HasSubstr("the name is not UTF-8"));
  EXPECT_THAT(errorOf(makeZip({named(std::string(5000, 'a'))})),
              HasSubstr("the name is longer than 4096 bytes"));
  EXPECT_EQ(badEntryName(""), "the name is empty");
  EXPECT_EQ(badEntryName("a/b\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80"), "");
}

TEST(ArchiveReader, RefusesDuplicatesAndOverlaps) {
  EXPECT_THAT(errorOf(makeZip({Raw(), Raw()})),
              HasSubstr("m/a: duplicate record"));
  Raw second = named("m/b");
  second.headerOffset = 0;
  EXPECT_THAT(
      errorOf(makeZip({Raw(), second})),
      HasSubstr("m/b: local header and directory disagree on the name"));
  // A record inside of another one's data.
  std::string inner = makeZip({named("m/b")});
  Raw outer;
  outer.data = inner.substr(0, 30 + 3 + 7);
  Raw hidden = named("m/b");
  hidden.headerOffset = 30 + 3;
  EXPECT_THAT(errorOf(makeZip({outer, hidden})),
              HasSubstr("m/b: the record overlaps m/a"));
}

TEST(ArchiveReader, RefusesWhatItDoesNotSupport) {
  Raw encrypted;
  encrypted.flags = 1;
  EXPECT_THAT(errorOf(makeZip({encrypted})),
              HasSubstr("encrypted records are not supported"));
  Raw method;
  method.method = 99;
  EXPECT_THAT(errorOf(makeZip({method})),
              HasSubstr("compression method 99 is not supported"));
}

TEST(ArchiveReader, RefusesDisagreement) {
  Raw local;
  local.localName = "m/b";
  EXPECT_THAT(errorOf(makeZip({local})),
              HasSubstr("local header and directory disagree on the name"));
  std::string good = makeZip({Raw()});
  std::string method = good;
  method[8] = 8;
  EXPECT_THAT(errorOf(method),
              HasSubstr("local header and directory disagree on the method"));
  std::string size = good;
  size[22] = 1;
  EXPECT_THAT(errorOf(size),
              HasSubstr("local header and directory disagree on the size"));
  Raw unequal;
  unequal.bytes = 5;
  EXPECT_THAT(errorOf(makeZip({unequal})),
              HasSubstr("the sizes of the stored record differ"));
}

/// Local headers that are looked at when their records are read: an archive
/// opens, and its other records can be read.
TEST(ArchiveReader, LooksAtLocalHeadersWhenAsked) {
  ZipLimits late;
  late.localHeaders = LocalHeaders::WhenRead;
  auto errorOfFirst = [&](const std::string &bytes) {
    Expected<ZipReader> reader =
        ZipReader::openMemory(ByteSpan(bytes), "t.zip", late);
    if (!reader.ok())
      return concat("at open: ", reader.error().message);
    EXPECT_EQ(messageOf(reader->checkCrc(reader->entries()[1])), "(no error)");
    EXPECT_EQ(messageOf(reader->checkCrc(reader->entries()[0])),
              messageOf(reader->read(reader->entries()[0])));
    return messageOf(reader->bytesInPlace(reader->entries()[0]));
  };
  std::string good = makeZip({Raw(), named("m/b")});
  EXPECT_EQ(errorOfFirst(good), "(no error)");
  std::string size = good, longer = good, longest = good, signature = good;
  size[22] = 1;
  EXPECT_THAT(
      errorOfFirst(size),
      HasSubstr("m/a: local header and directory disagree on the size"));
  longer[28] = 1; // of the extra field
  EXPECT_THAT(errorOfFirst(longer),
              HasSubstr("m/a: the record overlaps the next one"));
  longest[29] = 1;
  EXPECT_THAT(errorOfFirst(longest),
              HasSubstr("m/a: the record lies past the end of the file"));
  signature[0] = 'x';
  EXPECT_THAT(errorOfFirst(signature),
              HasSubstr("m/a: there is no local header where the directory "
                        "says"));
  // What the directory alone shows is not left for later.
  Raw huge;
  huge.stored = huge.bytes = 4000000000u;
  EXPECT_THAT(errorOfFirst(makeZip({huge, named("m/b")})),
              HasSubstr("at open: t.zip: m/b: the record overlaps m/a"));
  EXPECT_THAT(errorOfFirst(makeZip({named("m/b"), huge})),
              HasSubstr("at open: t.zip: m/a: the record lies past the end of "
                        "the file"));
  Raw far;
  far.headerOffset = 1000000;
  EXPECT_THAT(errorOfFirst(makeZip({far, named("m/b")})),
              HasSubstr("at open: t.zip: m/a: the record lies past the end of "
                        "the file"));
}

TEST(ArchiveReader, RefusesRangesOutsideOfTheFile) {
  Raw huge;
  huge.stored = huge.bytes = 4000000000u;
  EXPECT_THAT(errorOf(makeZip({huge})),
              HasSubstr("the record lies past the end of the file"));
  Raw far;
  far.headerOffset = 1000000;
  EXPECT_THAT(errorOf(makeZip({far})),
              HasSubstr("the record lies past the end of the file"));
  Raw elsewhere;
  elsewhere.headerOffset = 5;
  EXPECT_THAT(errorOf(makeZip({elsewhere})),
              HasSubstr("there is no local header where the directory says"));
  std::string good = makeZip({Raw()});
  std::string offset = good;
  offset[good.size() - 6 + 2] = 1; // 64 KiB further
  EXPECT_THAT(errorOf(offset),
              HasSubstr("bad central directory: it lies outside of the file"));
  std::string volumes = good;
  volumes[good.size() - 22 + 4] = 1;
  EXPECT_THAT(errorOf(volumes), HasSubstr("the archive has several volumes"));
  std::string count = good;
  count[good.size() - 22 + 8] = count[good.size() - 22 + 10] = 9;
  EXPECT_THAT(errorOf(count),
              HasSubstr("bad central directory: too small for its records"));
  std::string none = good;
  none[good.size() - 22 + 8] = none[good.size() - 22 + 10] = 0;
  EXPECT_THAT(errorOf(none),
              HasSubstr("bad central directory: bytes after the last header"));
  std::string signature = good;
  signature[30 + 3 + 7] = 'X';
  EXPECT_THAT(errorOf(signature),
              HasSubstr("bad central directory: no header where one is due"));
  std::string cut = good;
  cut[30 + 3 + 7 + 28] = 100;
  EXPECT_THAT(errorOf(cut),
              HasSubstr("bad central directory: a header is cut off"));
  std::string volume = good;
  volume[30 + 3 + 7 + 34] = 1;
  EXPECT_THAT(errorOf(volume), HasSubstr("the record is on another volume"));
}

TEST(ArchiveReader, RefusesBrokenZip64) {
  // The saturated count asks for records that are not there.
  std::string bytes = makeZip({Raw()});
  size_t end = bytes.size() - 22;
  std::string saturated = bytes;
  for (size_t i : {8, 9, 10, 11})
    saturated[end + i] = '\xff';
  EXPECT_THAT(errorOf(saturated), HasSubstr("bad central directory"));
  std::string locator = std::string("PK\x06\x07", 4) + std::string(16, '\0');
  saturated.insert(end, locator);
  EXPECT_THAT(errorOf(saturated),
              HasSubstr("bad central directory: no ZIP64 end record"));
  // A size that ZIP64 should say, in an extra field that is too short.
  Raw large;
  large.stored = large.bytes = UINT32_MAX - 1;
  std::string text = makeZip({large});
  size_t central = 30 + 3 + 7;
  for (size_t i = 20; i < 28; ++i)
    text[central + i] = '\xff';
  text[central + 30] = 8; // extra bytes
  std::string extra("\x01\x00\x04\x00\x00\x00\x00\x00", 8);
  text.insert(central + 46 + 3, extra);
  size_t newEnd = text.size() - 22;
  text[newEnd + 12] = static_cast<char>(text[newEnd + 12] + 8);
  EXPECT_THAT(errorOf(text), HasSubstr("the ZIP64 field is too short"));
}

TEST(ArchiveReader, LimitsWhatItInflates) {
  Raw bomb;
  bomb.method = 8;
  std::string zeros(8u << 20, '\0');
  bomb.data = deflated(zeros);
  bomb.bytes = static_cast<uint32_t>(zeros.size());
  std::string bytes = makeZip({bomb});
  // What the size of the file explains, and no more.
  Expected<ZipReader> reader = ZipReader::openMemory(ByteSpan(bytes), "t.zip");
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ(reader->maxInflatedBytes(), memoryBudget(bytes.size()));
  EXPECT_THAT(messageOf(reader->read(reader->entries()[0])),
              HasSubstr("the record inflates by more than the limit of 256"));
  ZipLimits limits;
  limits.maxInflatedBytes = 1000;
  reader = ZipReader::openMemory(ByteSpan(bytes), "t.zip", limits);
  EXPECT_THAT(
      messageOf(reader->read(reader->entries()[0])),
      HasSubstr("t.zip: m/a: the record inflates to 8388608 bytes, over "
                "the limit of 1000"));
  limits.maxEntries = 0;
  EXPECT_THAT(errorOf(bytes, limits),
              HasSubstr("the archive has 1 records, over the limit of 0"));
}

TEST(ArchiveReader, FindsBrokenContent) {
  Raw packed;
  packed.method = 8;
  packed.data = deflated("hello hello hello");
  packed.bytes = 17;
  packed.crc = 1;
  auto readFirst = [](const std::string &bytes) {
    Expected<ZipReader> reader =
        ZipReader::openMemory(ByteSpan(bytes), "t.zip");
    EXPECT_TRUE(reader.ok()) << reader.error().message;
    Expected<std::vector<uint8_t>> content = reader->read(reader->entries()[0]);
    if (!content.ok())
      return content.error().message;
    return messageOf(reader->checkCrc(reader->entries()[0]));
  };
  EXPECT_THAT(readFirst(makeZip({packed})),
              HasSubstr("t.zip: m/a: the checksum (CRC-32) does not agree"));
  for (uint32_t size : {5u, 16u, 18u, 1000u}) {
    Raw wrong = packed;
    wrong.bytes = size;
    EXPECT_THAT(readFirst(makeZip({wrong})), HasSubstr("the deflated data"));
  }
  Raw longer = packed;
  longer.data += "x";
  EXPECT_THAT(readFirst(makeZip({longer})),
              HasSubstr("the deflated data does not have the declared size"));
  Raw broken = packed;
  broken.data[0] = '\x07';
  EXPECT_THAT(readFirst(makeZip({broken})),
              HasSubstr("the deflated data is broken"));
}

TEST(ArchiveReader, NamesFilesThatItCannotOpen) {
  EXPECT_THAT(messageOf(ZipReader::openFile("/nowhere/x.zip")),
              HasSubstr("/nowhere/x.zip: cannot open the file"));
  EXPECT_THAT(messageOf(ZipReader::openFile(::testing::TempDir())),
              HasSubstr(": not a regular file"));
  EXPECT_THAT(messageOf(MappedFile::openDescriptor(-1, "closed")),
              HasSubstr("closed: cannot read the file's size"));
  std::string path = ::testing::TempDir() + "write-only";
  int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_EQ(::write(descriptor, "x", 1), 1);
  EXPECT_THAT(messageOf(MappedFile::openDescriptor(descriptor, path)),
              HasSubstr("write-only: cannot map the file"));
  ::close(descriptor);
}

TEST(ArchiveReader, SurvivesEveryChangedByte) {
  Raw packed = named("m/z");
  packed.method = 8;
  packed.data = deflated("hello hello hello");
  packed.bytes = 17;
  std::string good = makeZip({Raw(), packed});
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = good;
    for (unsigned i = 0; i <= random() % 3; ++i)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    if (random() % 8 == 0)
      bytes.resize(random() % bytes.size());
    Expected<ZipReader> reader =
        ZipReader::openMemory(ByteSpan(bytes), "t.zip");
    if (!reader.ok())
      continue;
    for (const ZipEntry &entry : reader->entries())
      (void)reader->checkCrc(entry).ok();
  }
}
