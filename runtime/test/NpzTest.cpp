// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/npz/Npz.h"
#include "TestPackage.h"
#include "kiln-rt/archive/ZipReader.h"

#include <fstream>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::HasSubstr;

/// An .npy file of a header and content.
static std::string npy(const std::string &header, const std::string &content,
                       char version = 1) {
  std::string text = concat("\x93NUMPY", version, '\0');
  text += static_cast<char>(header.size());
  text += static_cast<char>(header.size() >> 8);
  if (version > 1)
    text += std::string(2, '\0');
  return text + header + content;
}

static Expected<NpyArray> parse(const std::string &bytes) {
  return parseNpy(ByteSpan(bytes), "a.npy");
}

TEST(Npy, RoundTripsEveryDtype) {
  for (kiln_dtype dtype :
       {KILN_DTYPE_BOOL, KILN_DTYPE_U8, KILN_DTYPE_I8, KILN_DTYPE_I16,
        KILN_DTYPE_U16, KILN_DTYPE_I32, KILN_DTYPE_U32, KILN_DTYPE_I64,
        KILN_DTYPE_U64, KILN_DTYPE_F16, KILN_DTYPE_F32, KILN_DTYPE_F64,
        KILN_DTYPE_C64, KILN_DTYPE_C128}) {
    for (std::vector<int64_t> sizes :
         {std::vector<int64_t>{}, {3}, {2, 0}, {2, 3, 4}}) {
      NpyArray array(dtype, sizes);
      for (size_t i = 0; i < array.bytes(); ++i)
        static_cast<char *>(array.data())[i] = static_cast<char>(i % 2);
      std::vector<uint8_t> bytes = writeNpy(array);
      EXPECT_EQ((bytes.size() - array.bytes()) % 64, 0u);
      Expected<NpyArray> back =
          parseNpy(ByteSpan(bytes.data(), bytes.size()), "a.npy");
      ASSERT_TRUE(back.ok()) << back.error().message;
      EXPECT_EQ(back->dtype(), dtype);
      EXPECT_EQ(back->sizes(), sizes);
      EXPECT_EQ(std::memcmp(back->data(), array.data(), array.bytes()), 0);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(back->data()) % 64, 0u);
    }
  }
}

TEST(Npy, ReadsOtherForms) {
  Expected<NpyArray> fortran =
      parse(npy("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }",
                "\1\4\2\5\3\6", 2));
  ASSERT_TRUE(fortran.ok()) << fortran.error().message;
  EXPECT_EQ(std::memcmp(fortran->data(), "\1\2\3\4\5\6", 6), 0);
  EXPECT_TRUE(
      parse(npy("{'shape': (), 'fortran_order': False, 'descr': '<f2'}", "ab"))
          .ok());
}

TEST(Npy, RefusesBadFiles) {
  EXPECT_THAT(messageOf(parse("")), HasSubstr("a.npy: not an npy file"));
  EXPECT_THAT(messageOf(parse(npy("{}", "", 9))),
              HasSubstr("unknown npy version"));
  EXPECT_THAT(messageOf(parse(npy("{}", ""))),
              HasSubstr("the npy header is broken"));
  EXPECT_THAT(messageOf(parse(npy("{}", "").substr(0, 11))),
              HasSubstr("the npy header is broken"));
  auto header = [](const char *descr, const char *shape) {
    return concat("{'descr': ", descr,
                  ", 'fortran_order': False, 'shape': ", shape, "}");
  };
  EXPECT_THAT(messageOf(parse(npy(header("'>f4'", "()"), "abcd"))),
              HasSubstr("arrays of type '>f4' are not supported"));
  EXPECT_THAT(messageOf(parse(npy(header("'|O'", "()"), "abcd"))),
              HasSubstr("arrays of type '|O' are not supported"));
  EXPECT_THAT(messageOf(parse(npy(header("[('a', '<f4')]", "()"), "abcd"))),
              HasSubstr("arrays of records are not supported"));
  EXPECT_THAT(messageOf(parse(npy(header("'<f4'", "(2,)"), "abcd"))),
              HasSubstr("the array's sizes do not agree with the file's"));
  EXPECT_THAT(
      messageOf(parse(npy(header("'<f4'", "(4611686018427387904, 8)"), ""))),
      HasSubstr("the array's sizes do not agree with the file's"));
  for (const char *shape : {"(-1,)", "5", "(1", "(x,)", ""})
    EXPECT_THAT(messageOf(parse(npy(header("'<f4'", shape), "abcd"))),
                HasSubstr("the npy header is broken"));
  std::string many = "(";
  for (int i = 0; i < 20; ++i)
    many += "1, ";
  EXPECT_THAT(
      messageOf(parse(npy(header("'<f4'", (many + ")").c_str()), "abcd"))),
      HasSubstr("the array has too many dimensions"));
}

TEST(Npz, RoundTrips) {
  NpzArrays arrays;
  arrays.emplace("call0.in0", NpyArray(KILN_DTYPE_F32, {2, 2}));
  arrays.emplace("call0.in1", NpyArray(KILN_DTYPE_BF16, {3}));
  static_cast<float *>(arrays.at("call0.in0").data())[3] = 7;
  std::string path = ::testing::TempDir() + "npz-test.npz";
  ASSERT_TRUE(writeNpz(path, arrays).ok());
  Expected<NpzArrays> back = readNpz(path);
  ASSERT_TRUE(back.ok()) << back.error().message;
  ASSERT_EQ(back->size(), 2u);
  EXPECT_EQ(static_cast<float *>(back->at("call0.in0").data())[3], 7);
  EXPECT_EQ(back->at("call0.in1").dtype(), KILN_DTYPE_U16);
  EXPECT_THAT(messageOf(readNpz("/nowhere.npz")),
              HasSubstr("/nowhere.npz: cannot open the file"));
}

/// Each bit of each record of an archive, content and headers.
TEST(Npz, NoticesEveryFlippedBit) {
  NpzArrays arrays;
  arrays.emplace("a", NpyArray(KILN_DTYPE_F32, {3}));
  arrays.emplace("b", NpyArray(KILN_DTYPE_U8, {5}));
  static_cast<float *>(arrays.at("a").data())[1] = 7;
  std::string path = ::testing::TempDir() + "npz-bits.npz";
  ASSERT_TRUE(writeNpz(path, arrays).ok());
  std::ifstream file(path, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(file), {}};
  Expected<ZipReader> zip = ZipReader::openMemory(ByteSpan(good), path);
  for (const ZipEntry &entry : zip->entries())
    for (size_t bit = 0; bit < 8 * entry.bytes; ++bit) {
      std::string bad = good;
      bad[entry.dataOffset + bit / 8] ^= static_cast<char>(1 << bit % 8);
      std::ofstream(path, std::ios::binary) << bad;
      EXPECT_EQ(messageOf(readNpz(path)),
                concat(path, ": ", entry.name,
                       ": the checksum (CRC-32) does not agree"));
    }
}

/// Makes what `deflate` cannot explain: a little file of many zeros.
TEST(Npz, KeepsToItsMemory) {
  std::string path = ::testing::TempDir() + "npz-bomb.npz";
  std::string script =
      concat("python3 -c \"import zipfile, sys; z = zipfile.ZipFile('", path,
             "', 'w', zipfile.ZIP_DEFLATED); z.writestr('a.npy', "
             "bytes(300 << 20)); z.close()\"");
  ASSERT_EQ(std::system(script.c_str()), 0);
  EXPECT_THAT(
      messageOf(readNpz(path)),
      HasSubstr("a.npy: the arrays inflate to more than the limit of "));
}

TEST(Npz, RefusesTwoOfAName) {
  std::string path = ::testing::TempDir() + "npz-twice.npz";
  std::vector<uint8_t> content = writeNpy(NpyArray(KILN_DTYPE_F32, {1}));
  Expected<ZipWriter> writer = ZipWriter::createFile(path);
  ASSERT_TRUE(writer.ok());
  for (const char *name : {"a", "a.npy"})
    ASSERT_TRUE(
        writer->add(name, ByteSpan(content.data(), content.size())).ok());
  ASSERT_TRUE(writer->finish().ok());
  EXPECT_EQ(messageOf(readNpz(path)),
            concat(path, ": a: the array occurs twice"));
}
