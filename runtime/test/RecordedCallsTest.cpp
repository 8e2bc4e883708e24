// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/recorded/RecordedCalls.h"
#include "TestPackage.h"

using namespace kiln::rt;
using namespace kiln::rt::test;

namespace {
NpyArray number(float value) {
  NpyArray array(KILN_DTYPE_F32, {1});
  std::memcpy(array.data(), &value, sizeof(value));
  return array;
}

/// Is what three calls leave in `made` right, by what is recorded of them,
/// under the same name or another?
bool isRight(const std::string &name, const std::vector<float> &recorded,
             const std::vector<float> &made, bool keepState,
             const std::string &call = "", const std::string &recordedAs = "") {
  std::string path = ::testing::TempDir() + "recorded-calls.npz";
  NpzArrays arrays;
  for (size_t i = 0; i < recorded.size(); ++i)
    arrays.emplace(
        concat("call", i, ".", recordedAs.empty() ? name : recordedAs),
        number(recorded[i]));
  EXPECT_TRUE(writeNpz(path, arrays).ok());
  RecordedOptions options;
  options.inputs = options.expected = path;
  options.call = call;
  options.keepState = keepState;
  auto run = [&](const std::string &which, const NpzArrays &,
                 double &) -> Expected<NpzArrays> {
    NpzArrays results;
    results.emplace(which + "." + name, number(made[which.back() - '0']));
    return results;
  };
  bool wrong = false;
  EXPECT_TRUE(
      runRecordedCalls(options, run, [](const std::string &) {}, wrong).ok());
  return !wrong;
}
} // namespace

// A recorder that keeps state notes what the last call left, for all of them.
TEST(RecordedCalls, JudgesStateThatIsRecordedOnceAfterTheLastCall) {
  EXPECT_TRUE(isRight("state.count", {3, 3, 3}, {1, 2, 3}, true));
  EXPECT_FALSE(isRight("state.count", {3, 3, 3}, {1, 2, 4}, true));
  EXPECT_FALSE(isRight("state.count", {3, 3, 3}, {1, 2, 3}, false));
  EXPECT_FALSE(isRight("state.count", {3, 3, 3}, {1, 2, 3}, true, "call0"));
}

TEST(RecordedCalls, JudgesStateThatIsRecordedAfterEachCall) {
  EXPECT_TRUE(isRight("state.count", {1, 2, 3}, {1, 2, 3}, true));
  EXPECT_FALSE(isRight("state.count", {1, 2, 3}, {1, 9, 3}, true));
}

TEST(RecordedCalls, JudgesOutputsOfEveryCall) {
  EXPECT_TRUE(isRight("out0", {3, 3, 3}, {3, 3, 3}, true));
  EXPECT_FALSE(isRight("out0", {3, 3, 3}, {1, 2, 3}, true));
}

// Recorders leave out an input that is written, but with what it held.
TEST(RecordedCalls, ExpectsInputsAsTheyWereWhereNothingIsRecorded) {
  EXPECT_TRUE(isRight("mut3", {1, 2, 3}, {1, 2, 3}, false, "", "in3"));
  EXPECT_FALSE(isRight("mut3", {1, 2, 3}, {1, 9, 3}, false, "", "in3"));
}
