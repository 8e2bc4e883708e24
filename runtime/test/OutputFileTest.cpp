// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/archive/OutputFile.h"
#include "TestPackage.h"
#include "kiln-rt/archive/MappedFile.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

namespace {
/// A folder of its own for each test.
class OutputFiles : public ::testing::Test {
protected:
  void SetUp() override {
    folder = fs::path(::testing::TempDir()) / "output-files";
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  std::string at(const char *name) const { return (folder / name).string(); }
  static std::string read(const std::string &path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  size_t files() const {
    auto all = fs::directory_iterator(folder);
    return static_cast<size_t>(std::distance(begin(all), end(all)));
  }

  fs::path folder;
};
} // namespace

TEST_F(OutputFiles, ReplaceOnlyWhenWhole) {
  ASSERT_TRUE(writeFile(at("a"), std::string_view("old")).ok());
  {
    Expected<OutputFile> file = OutputFile::create(at("a"));
    ASSERT_TRUE(file.ok());
    EXPECT_TRUE(file->write(std::string_view("new")).ok());
    EXPECT_EQ(read(at("a")), "old");
  }
  EXPECT_EQ(read(at("a")), "old");
  EXPECT_EQ(files(), 1u) << "what was not finished is gone";
  ASSERT_TRUE(writeFile(at("a"), std::string_view("new")).ok());
  EXPECT_EQ(read(at("a")), "new");
  EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFiles, ReplaceLinksAndDoNotFollowThem) {
  ASSERT_TRUE(writeFile(at("victim"), std::string_view("precious")).ok());
  fs::create_symlink(at("victim"), at("link"));
  ASSERT_TRUE(writeFile(at("link"), std::string_view("new")).ok());
  EXPECT_EQ(read(at("victim")), "precious");
  EXPECT_EQ(read(at("link")), "new");
  EXPECT_FALSE(fs::is_symlink(at("link")));
}

/// Names of files under way cannot be guessed, and are never opened if they
/// exist.
TEST_F(OutputFiles, HaveFreshNames) {
  std::string names[2];
  for (std::string &name : names) {
    Expected<OutputFile> file = OutputFile::create(at("a"));
    ASSERT_TRUE(file.ok());
    name = fs::directory_iterator(folder)->path().filename().string();
    EXPECT_THAT(name, HasSubstr("a.tmp-"));
  }
  EXPECT_NE(names[0], names[1]);
}

TEST_F(OutputFiles, WriteToDevicesAndPipes) {
  EXPECT_TRUE(writeFile("/dev/null", std::string_view("x")).ok());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  EXPECT_THAT(messageOf(writeFile(at("pipe"), std::string_view("x"))),
              HasSubstr("pipe: cannot write the file: "));
  int reader = ::open(at("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_TRUE(writeFile(at("pipe"), std::string_view("x")).ok());
  ::close(reader);
}

TEST_F(OutputFiles, SayWhatIsWrong) {
  EXPECT_THAT(messageOf(writeFile(at("none/a"), std::string_view("x"))),
              HasSubstr("none/a: cannot write the file: "));
  EXPECT_THAT(messageOf(writeFile("/dev/full", std::string_view("x"))),
              HasSubstr("/dev/full: cannot write the file: "));
  fs::create_directories(at("folder"));
  EXPECT_THAT(messageOf(writeFile(at("folder"), std::string_view("x"))),
              HasSubstr("folder: cannot write the file: "));
  EXPECT_EQ(files(), 1u);
}

/// A pipe that nobody writes to, or a device without an end, is an error.
TEST_F(OutputFiles, AreNotReadFromPipes) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  for (const std::string &path :
       {at("pipe"), std::string("/dev/zero"), folder.string()})
    EXPECT_EQ(messageOf(MappedFile::open(path)),
              concat(path, ": not a regular file"));
}
