// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kiln-rt/recorded/RecordedCalls.h"
#include "TestPackage.h"

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {
NpyArray numbers(const std::vector<float> &values) {
  NpyArray array(KILN_DTYPE_F32, {static_cast<int64_t>(values.size())});
  std::memcpy(array.data(), values.data(), array.bytes());
  return array;
}
NpyArray references(const std::vector<double> &values) {
  NpyArray array(KILN_DTYPE_F64, {static_cast<int64_t>(values.size())});
  std::memcpy(array.data(), values.data(), array.bytes());
  return array;
}

/// Calls that were recorded, those that are run, and what is said of them.
struct Calls {
  NpzArrays recorded, made;
  RecordedOptions options;
  bool wrong = false;
  std::string text, error;

  void judge() {
    options.inputs = options.expected =
        ::testing::TempDir() + "recorded-calls.npz";
    EXPECT_TRUE(writeNpz(options.expected, recorded).ok());
    auto run = [&](const std::string &which, const NpzArrays &,
                   double &) -> Expected<NpzArrays> {
      NpzArrays results;
      for (const auto &[name, array] : made)
        if (name.rfind(which + ".", 0) == 0) {
          NpyArray copy(array.dtype(), array.sizes());
          std::memcpy(copy.data(), array.data(), array.bytes());
          results.emplace(name, std::move(copy));
        }
      return results;
    };
    auto print = [&](const std::string &line) { text += line + "\n"; };
    Status status = runRecordedCalls(options, run, print, wrong);
    error = status.ok() ? "" : status.error().message;
  }
};

/// Is what three calls leave in `made` right, by what is recorded of them?
bool isRight(const std::string &name, const std::vector<float> &recorded,
             const std::vector<float> &made, bool onlyOutputs = false) {
  Calls calls;
  calls.options.onlyOutputs = onlyOutputs;
  for (size_t i = 0; i < recorded.size(); ++i) {
    calls.recorded.emplace(concat("call", i, ".", name),
                           numbers({recorded[i]}));
    calls.made.emplace(concat("call", i, ".", name), numbers({made[i]}));
  }
  calls.judge();
  EXPECT_EQ(calls.error, "");
  return !calls.wrong;
}
} // namespace

// callN.state.NAME is the state after call N.
TEST(RecordedCalls, JudgesStateAfterEachCall) {
  EXPECT_TRUE(isRight("state.count", {1, 2, 3}, {1, 2, 3}));
  EXPECT_FALSE(isRight("state.count", {1, 2, 3}, {1, 9, 3}));
  EXPECT_FALSE(isRight("state.count", {3, 3, 3}, {1, 2, 3}));
}

TEST(RecordedCalls, JudgesOutputsOfEveryCall) {
  EXPECT_TRUE(isRight("out0", {3, 3, 3}, {3, 3, 3}));
  EXPECT_FALSE(isRight("out0", {3, 3, 3}, {1, 2, 3}));
}

TEST(RecordedCalls, JudgesOutputsAloneWhereAsked) {
  for (const char *name : {"state.count", "mut0"}) {
    EXPECT_FALSE(isRight(name, {1, 2, 3}, {1, 9, 3}));
    EXPECT_TRUE(isRight(name, {1, 2, 3}, {1, 9, 3}, /*onlyOutputs=*/true));
  }
  EXPECT_FALSE(isRight("out0", {1, 2, 3}, {1, 9, 3}, /*onlyOutputs=*/true));
}

TEST(RecordedCalls, RefusesRecordedResultsThatTheRunDoesNotProduce) {
  for (const char *name : {"out1", "mut0", "state.count"}) {
    Calls calls;
    calls.recorded.emplace("call0.out0", numbers({1}));
    calls.recorded.emplace(concat("call0.", name), numbers({1}));
    calls.made.emplace("call0.out0", numbers({1}));
    calls.judge();
    EXPECT_THAT(calls.error,
                HasSubstr(concat("recorded-calls.npz: call0.", name,
                                 ": the run did not produce it")));
    EXPECT_THAT(calls.text, Not(HasSubstr("ok")));
    calls.options.onlyOutputs = true;
    calls.text.clear();
    calls.judge();
    EXPECT_EQ(calls.error.empty(), std::string(name) != "out1");
  }
}

TEST(RecordedCalls, RefusesOutputsThatWereNotRecorded) {
  Calls calls;
  calls.recorded.emplace("call0.in0", numbers({1}));
  calls.made.emplace("call0.out0", numbers({1}));
  calls.judge();
  EXPECT_THAT(calls.error, HasSubstr("call0.out0: no such array"));
}

// Nothing is assumed of them, and it is said.
TEST(RecordedCalls, NamesStateAndMutationsThatWereNotRecorded) {
  Calls calls;
  calls.recorded.emplace("call0.in0", numbers({1}));
  calls.recorded.emplace("call0.out0", numbers({1}));
  for (const char *name : {"out0", "mut0", "state.count"})
    calls.made.emplace(concat("call0.", name), numbers({1}));
  calls.judge();
  EXPECT_EQ(calls.error, "");
  EXPECT_FALSE(calls.wrong);
  EXPECT_THAT(calls.text, HasSubstr("call0: ok"));
  EXPECT_THAT(calls.text, HasSubstr("; not recorded: mut0, state.count\n"));
}

// What one call exceeds alone others may balance, and then no line accuses it.
TEST(RecordedCalls, SayOneThing) {
  for (bool balanced : {true, false}) {
    Calls calls;
    for (int call = 0; call < 2; ++call) {
      std::string name = concat("call", call, ".");
      bool exact = call == 0;
      std::vector<float> near = {1.0000004f, 1.0000004f, 1.0000004f, 1};
      std::vector<float> one(4, 1.0f);
      calls.recorded.emplace(name + "ref0",
                             references(std::vector<double>(4, 1.0)));
      calls.recorded.emplace(name + "out0",
                             numbers(exact || !balanced ? one : near));
      calls.made.emplace(name + "out0", numbers(exact ? near : one));
    }
    calls.judge();
    EXPECT_EQ(calls.wrong, !balanced);
    const char *other = balanced ? "WRONG" : "all calls: ok";
    EXPECT_THAT(calls.text, Not(HasSubstr(other)));
    EXPECT_THAT(calls.text, HasSubstr(balanced ? "call0: ok" : "call0: WRONG"));
    EXPECT_THAT(calls.text, HasSubstr("call1: ok"));
  }
}

// An error after a call that was judged leaves no verdict on all of them.
TEST(RecordedCalls, GiveNoVerdictAfterAnError) {
  Calls calls;
  calls.recorded.emplace("call0.out0", numbers({1}));
  calls.recorded.emplace("call1.out0", numbers({1}));
  calls.made.emplace("call0.out0", numbers({1}));
  calls.judge();
  EXPECT_THAT(calls.error, HasSubstr("call1.out0: the run did not produce it"));
  EXPECT_THAT(calls.text, HasSubstr("call0: ok"));
  EXPECT_THAT(calls.text, Not(HasSubstr("all calls")));
}
