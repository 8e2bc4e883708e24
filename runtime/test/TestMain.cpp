// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs tests in the folder of their program: what they read is known by where
// it lies from there, so that somebody may carry all of it to another machine.

#include <filesystem>
#include <gmock/gmock.h>

int main(int argc, char **argv) {
  ::testing::InitGoogleMock(&argc, argv);
  std::filesystem::current_path(
      std::filesystem::read_symlink("/proc/self/exe").parent_path());
  return RUN_ALL_TESTS();
}
