// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Package/PackageWriter.h"
#include "TestModule.h"
#include "kiln-rt/archive/Sha256.h"
#include "kiln-rt/archive/ZipReader.h"
#include "kiln-rt/archive/ZipWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace kiln;

namespace {
class PackageWriterTest : public kiln::test::PackageTest {
protected:
  void SetUp() override {
    llvm::SmallString<128> created;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("kiln", created));
    folder = created.str().str();
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  LogicalResult write(StringRef text, StringRef path) {
    auto module = parse(text);
    TargetCode code;
    code.recordName = "code/cpu.so";
    code.bytes = "code";
    code.kernels = {{{1, 0, {}, {}, 0}, "k0"}};
    PackageVariant variant{"cpu", *module, {"cpu:x86-64-v3"}, {code}};
    return writePackage(variant, path);
  }

  bool isEmpty() {
    std::error_code code;
    return llvm::sys::fs::directory_iterator(folder, code) ==
           llvm::sys::fs::directory_iterator();
  }

  std::string folder;
};

TEST_F(PackageWriterTest, WritesRecordsOnceAndAligned) {
  std::string path = folder + "/model.kiln";
  ASSERT_TRUE(mlir::succeeded(write(kiln::test::kModule, path))) << error;
  auto reader = rt::ZipReader::openFile(path);
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  ASSERT_EQ(reader->entries().size(), 4u);
  EXPECT_EQ(reader->entries()[0].name, "manifest.json");
  EXPECT_EQ(reader->entries()[1].name, "code/cpu.so");
  const rt::ZipEntry &weights = reader->entries()[2];
  EXPECT_EQ(weights.bytes, 16u);
  EXPECT_EQ(weights.dataOffset % 64, 0u);
  auto bytes = reader->bytesInPlace(weights);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(weights.name, "weights/" + rt::sha256Hex(*bytes));
  // What a load does not read lies behind what a call does.
  EXPECT_EQ(reader->entries()[3].name, "details/cpu.json");
}

TEST_F(PackageWriterTest, PutsLargeWeightsOnPages) {
  std::string path = folder + "/model.kiln";
  ASSERT_TRUE(mlir::succeeded(write(R"(ep.program @p {
    ep.storage @large bytes(262144) data(dense<1> : tensor<262144xi8>)
    exec.host @p { exec.return } })",
                                    path)))
      << error;
  auto reader = rt::ZipReader::openFile(path);
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  const rt::ZipEntry &weights = reader->entries().rbegin()[1];
  EXPECT_EQ(weights.bytes, 262144u);
  EXPECT_EQ(weights.dataOffset % 4096, 0u);
}

TEST_F(PackageWriterTest, TakesWeightsFromTheArchive) {
  std::string archive = folder + "/model.pt2", path = folder + "/model.kiln";
  auto writer = rt::ZipWriter::createFile(archive);
  ASSERT_TRUE(writer.ok());
  ASSERT_TRUE(writer->add("model/w0", std::string_view("weights!")).ok());
  ASSERT_TRUE(writer->finish().ok());
  // A storage may be shorter than its record.
  std::string text = R"(ep.program @p archive(")" + archive + R"(") {
    ep.storage @a bytes(8) record("model/w0")
    ep.storage @b bytes(7) record("model/w0")
    ep.storage @empty bytes(0)
    exec.host @p { exec.return } })";
  ASSERT_TRUE(mlir::succeeded(write(text, path))) << error;
  auto reader = rt::ZipReader::openFile(path);
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  ASSERT_EQ(reader->entries().size(), 6u);
  auto a = reader->bytesInPlace(reader->entries()[2]);
  auto b = reader->bytesInPlace(reader->entries()[3]);
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_EQ(a->text(), "weights!");
  EXPECT_EQ(b->text(), "weights");
  EXPECT_EQ(reader->entries()[4].bytes, 0u);
}

TEST_F(PackageWriterTest, LeavesNothingBehindOnError) {
  std::string path = folder + "/model.kiln";
  EXPECT_TRUE(
      mlir::failed(write("ep.program @p { ep.storage @w bytes(4) }", path)));
  EXPECT_EQ(error, "cannot read storage w: its bytes are not known");
  error.clear();
  EXPECT_TRUE(mlir::failed(
      write("ep.program @p { ep.storage @w bytes(64) data(dense<[1, 2]> : "
            "tensor<2xi32>) }",
            path)));
  EXPECT_EQ(error, "cannot read storage w: it has 8 bytes, not 64");
  error.clear();
  EXPECT_TRUE(mlir::failed(
      write("ep.program @p archive(\"absent.pt2\") { ep.storage @w bytes(4) "
            "record(\"w\") }",
            path)));
  EXPECT_TRUE(StringRef(error).starts_with("cannot read storage w: ")) << error;
  EXPECT_TRUE(isEmpty());
}

TEST_F(PackageWriterTest, SaysWhereItCannotWrite) {
  EXPECT_TRUE(
      mlir::failed(write(kiln::test::kModule, folder + "/absent/model.kiln")));
  EXPECT_TRUE(StringRef(error).starts_with("cannot write the package: "))
      << error;
  EXPECT_TRUE(isEmpty());
}
} // namespace
