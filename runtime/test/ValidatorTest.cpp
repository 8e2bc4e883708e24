// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestPackage.h"

using namespace kiln::rt;
using namespace kiln::rt::test;
using ::testing::HasSubstr;

/// The verdict on the entries of the test's package, whose segment is slot 3
/// and whose views begin at slot 4.
static std::string validate(const std::string &entries) {
  TestPackage package;
  package.entries = entries;
  return messageOf(package.load());
}

TEST(Validator, WantsSlotsBeforeTheirUse) {
  EXPECT_THAT(validate(R"({"run":[{"op":"copy","from":3,"to":1},)"
                       R"({"op":"return"}]})"),
              HasSubstr("test.kiln: manifest.json: program 'forward', entry "
                        "'run', instruction 0: slot 3 is used, but not set on "
                        "every path"));
  EXPECT_THAT(validate(R"({"run":[{"op":"copy","from":4,"to":1},{"op":"view",)"
                       R"("slot":4,"base":0,"offset":0,"bytes":4},)"
                       R"({"op":"return"}]})"),
              HasSubstr("slot 4 is used, but not set on every path"));
}

TEST(Validator, WantsRegistersOnEveryPath) {
  // Set on one of two paths only.
  EXPECT_THAT(
      validate(
          R"json({"run":[{"op":"jump_if_false","cond":"Eq(s0, 1)","to":2},)json"
          R"({"op":"size","name":"t","expr":3},)"
          R"json({"op":"check","cond":"Eq(t, 3)","message":""},)json"
          R"({"op":"return"}]})"),
      HasSubstr("instruction 2: register 't' is used, but not set"));
  // Set on both.
  EXPECT_EQ(
      validate(
          R"json({"run":[{"op":"jump_if_false","cond":"Eq(s0, 1)","to":3},)json"
          R"({"op":"size","name":"t","expr":3},{"op":"jump","to":4},)"
          R"({"op":"size","name":"t","expr":4},)"
          R"json({"op":"check","cond":"Lt(t, 9)","message":""},)json"
          R"({"op":"return"}]})"),
      "(no error)");
  // A loop.
  EXPECT_EQ(
      validate(R"({"run":[{"op":"size","name":"i","expr":0},)"
               R"json({"op":"jump_if_false","cond":"Lt(i, 3)","to":4},)json"
               R"({"op":"size","name":"i","expr":"i + 1"},)"
               R"({"op":"jump","to":1},{"op":"return"}]})"),
      "(no error)");
}

TEST(Validator, WantsAnEnd) {
  EXPECT_THAT(validate(R"({"run":[]})"), HasSubstr("the entry is empty"));
  EXPECT_THAT(validate(R"({"run":[{"op":"segment","index":0}]})"),
              HasSubstr("instruction 1: the end of the entry is reached "
                        "without a return"));
}

TEST(Validator, GuardsWhatIsWritten) {
  EXPECT_THAT(validate(R"({"run":[{"op":"copy","from":1,"to":0},)"
                       R"({"op":"return"}]})"),
              HasSubstr("the input 'x' is written, but not mutated"));
  EXPECT_THAT(validate(R"({"run":[{"op":"fill","slot":2,"pattern":"00"},)"
                       R"({"op":"return"}]})"),
              HasSubstr("the state 'w' is written, but not mutable"));
  // Through a view of a view.
  EXPECT_THAT(validate(R"({"run":[{"op":"view","slot":4,"base":2,"offset":0,)"
                       R"("bytes":4},{"op":"view","slot":5,"base":4,)"
                       R"("offset":0,"bytes":4},)"
                       R"({"op":"fill","slot":5,"pattern":"00"},)"
                       R"({"op":"return"}]})"),
              HasSubstr("the state 'w' is written, but not mutable"));
  TestPackage package;
  package.inputs.insert(1, R"({"name":"c","kind":"constant","value":1},)");
  package.entries =
      R"({"run":[{"op":"fill","slot":0,"pattern":"00"},{"op":"return"}]})";
  EXPECT_THAT(messageOf(package.load()),
              HasSubstr("slot 0 is a number, a constant or a view of an input "
                        "and has no memory"));
}

TEST(Validator, WantsTheElementTypesOfKernels) {
  auto with = [](const std::string &sizes, const std::string &instruction) {
    TestPackage package;
    package.inputs.replace(package.inputs.find("f32"), 3, sizes);
    package.entries = concat(R"({"run":[{"op":"segment","index":0},)",
                             instruction, R"({"op":"return"}]})");
    return messageOf(package.load());
  };
  std::string dispatch = R"({"op":"dispatch","kernel":0,"slots":[0,3],)"
                         R"("sizes":[],"domain":1},)";
  EXPECT_EQ(with("f32", dispatch), "(no error)");
  // A complex number is two of its parts; integers have no sign.
  EXPECT_EQ(with("c64", dispatch), "(no error)");
  for (const char *dtype : {"f64", "i32", "bf16", "c128"})
    EXPECT_THAT(with(dtype, dispatch),
                HasSubstr(concat("entry 'run', instruction 1: slot 0 holds ",
                                 dtype, ", not f32")));
  std::string read =
      R"({"op":"read_scalar","name":"u0","slot":0,"dtype":"i8"},)";
  EXPECT_EQ(with("u8", read), "(no error)");
  EXPECT_EQ(with("bool", read), "(no error)");
  EXPECT_THAT(with("i64", read), HasSubstr("slot 0 holds i64, not i8"));
  // The result of a kernel, and state.
  EXPECT_THAT(with("f32", R"({"op":"dispatch","kernel":4,"slots":[0,1],)"
                          R"("sizes":[4],"domain":1},)"),
              HasSubstr("slot 1 holds f32, not i64"));
  TestPackage package;
  package.state.replace(package.state.find("f32"), 3, "i32");
  EXPECT_THAT(messageOf(package.load()),
              HasSubstr("slot 2 holds i32, not f32"));
}

TEST(Validator, WantsSizesOfOutputs) {
  TestPackage package;
  package.outputs =
      R"([{"kind":"user_output","dtype":"f32","sizes":["u0",4]}])";
  package.entries =
      R"json({"run":[{"op":"jump_if_false","cond":"Eq(s0, 1)","to":2},)json"
      R"({"op":"size","name":"u0","expr":3},{"op":"return"}]})";
  EXPECT_THAT(messageOf(package.load()),
              HasSubstr("output 0 needs register 'u0', which is not set at "
                        "every return"));
  package.entries = R"({"run":[{"op":"fill","slot":1,"pattern":"00000000"},)"
                    R"({"op":"size","name":"u0","expr":3},{"op":"return"}]})";
  EXPECT_THAT(messageOf(package.load()),
              HasSubstr("instruction 0: register 'u0' is used, but not set"));
}

TEST(Validator, ForgetsViewsOfSegmentsThatAreMadeAgain) {
  // The memory may have moved: a view of a view must be made again, too.
  std::string made = R"({"op":"segment","index":0},{"op":"view","slot":4,)"
                     R"("base":3,"offset":0,"bytes":8},{"op":"view","slot":5,)"
                     R"("base":4,"offset":0,"bytes":4},)";
  std::string used = R"({"op":"fill","slot":5,"pattern":"00"},)";
  std::string again = R"({"op":"segment","index":0},)";
  std::string end = R"({"op":"return"}]})";
  EXPECT_EQ(validate(R"({"run":[)" + made + used + end), "(no error)");
  EXPECT_THAT(validate(R"({"run":[)" + made + again + used + end),
              HasSubstr("instruction 4: slot 5 is used, but not set on every "
                        "path"));
  EXPECT_EQ(
      validate(R"({"run":[)" + made + again +
               R"({"op":"view","slot":5,"base":3,"offset":0,"bytes":4},)" +
               used + end),
      "(no error)");
  // A second round of a loop.
  std::string loop =
      R"({"op":"size","name":"i","expr":0},)" + used +
      R"json({"op":"jump_if_false","cond":"Lt(i, 3)","to":8},)json" + again +
      R"({"op":"jump","to":4,"while":true},)";
  EXPECT_THAT(validate(R"({"run":[)" + made + loop + end),
              HasSubstr("instruction 4: slot 5 is used, but not set on every "
                        "path"));
}

TEST(Validator, WantsLoopsThatEnd) {
  auto loop = [](const std::string &condition, const std::string &round,
                 const std::string &jump) {
    return validate(R"({"run":[{"op":"size","name":"n","expr":3},)"
                    R"({"op":"size","name":"i","expr":0},)"
                    R"json({"op":"jump_if_false","cond":")json" +
                    condition + R"(","to":6},)" + round +
                    R"({"op":"jump","to":2)" + jump + R"(},{"op":"return"}]})");
  };
  std::string fill = R"({"op":"fill","slot":1,"pattern":"00"},)";
  std::string raise = R"({"op":"size","name":"i","expr":"i + 1"},)";
  const char *endless = "instruction 5: the jump back to instruction 2 neither "
                        "counts the rounds nor says that it is a while";
  EXPECT_EQ(loop("Lt(i, n)", fill + raise, ""), "(no error)");
  EXPECT_EQ(loop("Lt(i, 2*s0)", fill + raise, ""), "(no error)");
  // Not raised last, lowered, of a bound that changes or has no end.
  EXPECT_THAT(loop("Lt(i, n)", raise + fill, ""), HasSubstr(endless));
  EXPECT_THAT(loop("Lt(i, n)",
                   fill + R"({"op":"size","name":"i","expr":"i - 1"},)", ""),
              HasSubstr(endless));
  EXPECT_THAT(loop("Lt(i, n)",
                   R"({"op":"size","name":"n","expr":"n + 1"},)" + raise, ""),
              HasSubstr(endless));
  EXPECT_THAT(
      loop("Lt(i, n)", R"({"op":"size","name":"i","expr":0},)" + raise, ""),
      HasSubstr(endless));
  EXPECT_THAT(loop("Lt(i, i + 1)", fill + raise, ""), HasSubstr(endless));
  EXPECT_THAT(loop("Lt(s0, n)", fill + raise, ""), HasSubstr(endless));
  EXPECT_THAT(loop("Le(i, n)", fill + raise, ""), HasSubstr(endless));
  // Jumped over.
  EXPECT_THAT(
      loop("Lt(i, n)",
           R"json({"op":"jump_if_false","cond":"Lt(i, 1)","to":5},)json" +
               raise,
           ""),
      HasSubstr(endless));
  // Said to be a while; a conditional jump cannot say it.
  EXPECT_EQ(loop("Le(i, n)", fill + raise, R"(,"while":true)"), "(no error)");
  EXPECT_THAT(loop("Le(i, n)", fill + raise, R"(,"while":false)"),
              HasSubstr(endless));
  EXPECT_THAT(validate(R"json({"run":[{"op":"jump_if_false","cond":)json"
                       R"json("Eq(s0, 1)","to":0},{"op":"return"}]})json"),
              HasSubstr("instruction 0: the jump back to instruction 0"));
}
