// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives each process of tests a temporary folder of its own. Shards run side
// by side and name their files alike, so they would write over each other in
// the folder that GoogleTest shares.

#include "gtest/gtest.h"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace {
class TempFolder : public ::testing::Environment {
public:
  void SetUp() override {
    folder = ::testing::TempDir() + "kiln-XXXXXX";
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    folder += '/';
    setenv("TEST_TMPDIR", folder.c_str(), /*overwrite=*/1);
  }
  void TearDown() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }

private:
  std::string folder;
};
} // namespace

[[maybe_unused]] static ::testing::Environment *const tempFolder =
    ::testing::AddGlobalTestEnvironment(new TempFolder);
