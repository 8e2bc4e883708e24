// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches by tables, calls through registers, other names of functions, memory
// of the stack.

#include "test/Device.h"

using namespace kiln::emu;
using namespace kiln::emu::test;
using ::testing::HasSubstr;

/// Runs a kernel of 64 threads on words 0, 1, 2, …, and gives its results, or
/// the faults.
static std::string run(const std::string &ptx, std::vector<uint32_t> &out,
                       const std::string &entry = "k") {
  Device device(ptx);
  std::vector<uint32_t> words(64);
  for (uint32_t i = 0; i < 64; ++i)
    words[i] = i;
  uint64_t results = device.put(std::vector<uint32_t>(64));
  device.run(entry, shape(1, 64), {device.put(words), results});
  out = device.get<uint32_t>(results);
  return device.report.text("k.ptx");
}

/// %r2 is the thread's word, %rd4 where its result belongs.
static const char *const words = R"(
  mul.wide.u32 %rd3, %r1, 4; add.u64 %rd4, %rd2, %rd3;
  add.u64 %rd3, %rd1, %rd3; ld.global.u32 %r2, [%rd3];
)";

static std::string branching(const std::string &bound,
                             const std::string &guard = "") {
  return kernel(std::string(words) + "rem.u32 %r3, %r2, " + bound + R"(;
    setp.lt.u32 %p1, %r2, 60; mov.u32 %r4, 99;
    TABLE: .branchtargets ZERO, ONE, TWO, ZERO;
    )" + guard + R"( brx.idx %r3, TABLE;
    bra DONE;
    ZERO: mov.u32 %r4, 7; bra DONE;
    ONE: add.u32 %r4, %r2, 1; bra DONE;
    TWO: mul.lo.u32 %r4, %r2, 2;
    DONE: activemask.b32 %r5; sub.u32 %r5, %r5, -1; add.u32 %r4, %r4, %r5;
    st.global.u32 [%rd4], %r4;)",
                2);
}

TEST(Control, BranchesByTables) {
  std::vector<uint32_t> out;
  EXPECT_EQ(run(branching("4"), out), "");
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], i % 4 == 1 ? i + 1 : i % 4 == 2 ? 2 * i : 7) << i;
  EXPECT_EQ(run(branching("4", "@%p1"), out), "");
  EXPECT_EQ(out[59], 7u);
  EXPECT_EQ(out[60], 99u);
  EXPECT_THAT(run(branching("5"), out),
              HasSubstr("bad-operand: target 4 of a table of 4"));
}

/// Functions of one word; `more` stands in the kernel.
static std::string functions(const std::string &more) {
  return R"(.version 8.5
.target sm_90a
.address_size 64
.func (.param .b32 o) twice(.param .b32 a) {
  .reg .b32 %r<4>; ld.param.b32 %r1, [a]; add.u32 %r1, %r1, %r1;
  st.param.b32 [o], %r1; ret; }
.func (.param .b32 o) next(.param .b32 a) {
  .reg .b32 %r<4>; ld.param.b32 %r1, [a]; add.u32 %r1, %r1, 1;
  st.param.b32 [o], %r1; ret; }
.func other(.param .b32 a) { ret; }
.func wide(.param .b64 a) { ret; }
.func (.param .b32 o) following(.param .b32 a);
.alias following, next;
.global .align 8 .u64 all[4] = {twice, next, following, other};
.visible .entry k(.param .u64 p0, .param .u64 p1) {
  .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>;
  ld.param.u64 %rd1, [p0]; ld.param.u64 %rd2, [p1]; mov.u32 %r1, %tid.x;
)" + std::string(words) +
         R"(
  PROTO: .callprototype (.param .b32 _) _ (.param .b32 _);
  TARGETS: .calltargets twice, next;
  .param .b32 a; .param .b32 o;
  st.param.b32 [a], %r2;
)" + more +
         R"(
  ld.param.b32 %r4, [o]; st.global.u32 [%rd4], %r4; ret; })";
}

/// The function that `all` has for the thread's word modulo `count`.
static std::string choose(const std::string &count) {
  return "rem.u32 %r3, %r2, " + count +
         "; mul.wide.u32 %rd5, %r3, 8; mov.u64 %rd6, all; "
         "add.u64 %rd5, %rd5, %rd6; ld.global.u64 %rd7, [%rd5];";
}

TEST(Control, CallsThroughRegisters) {
  std::vector<uint32_t> out;
  EXPECT_EQ(run(functions(choose("3") + "call (o), %rd7, (a), PROTO;"), out),
            "");
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], i % 3 ? i + 1 : 2 * i) << i;
  EXPECT_EQ(run(functions(choose("2") + "call (o), %rd7, (a), TARGETS;"), out),
            "");
  EXPECT_EQ(out[63], 64u);
  EXPECT_EQ(run(functions("setp.lt.u32 %p1, %r2, 32; mov.u64 %rd7, next; "
                          "st.param.b32 [o], 5; "
                          "@%p1 call (o), %rd7, (a), PROTO;"),
                out),
            "");
  EXPECT_EQ(out[31], 32u);
  EXPECT_EQ(out[32], 5u);
  EXPECT_EQ(run(functions("call (o), following, (a);"), out), "");
  EXPECT_EQ(out[9], 10u);
}

TEST(Control, WrongCallsThroughRegisters) {
  std::vector<uint32_t> out;
  EXPECT_THAT(run(functions(choose("4") + "call (o), %rd7, (a), PROTO;"), out),
              HasSubstr("the call hands over 1 results, 'other' has 0"));
  EXPECT_THAT(run(functions("mov.u64 %rd7, wide; call %rd7, (a), PROTO; "
                            "st.param.b32 [o], 1;"),
                  out),
              HasSubstr("the call hands over 4 bytes in arguments 1, 'wide' "
                        "has 8"));
  EXPECT_THAT(
      run(functions("mov.u64 %rd7, 16; call (o), %rd7, (a), PROTO;"), out),
      HasSubstr("there is no function at this address"));
  EXPECT_THAT(run(functions("LISTED: .calltargets twice; "
                            "mov.u64 %rd7, following; "
                            "call (o), %rd7, (a), LISTED;"),
                  out),
              HasSubstr("'next' is not among the .calltargets"));
}

static std::string stacking(const std::string &body) {
  return kernel(".local .b32 l[4];" + std::string(words) + body +
                    "st.global.u32 [%rd4], %r4;",
                2);
}

TEST(Control, TakesMemoryOfTheStack) {
  std::vector<uint32_t> out;
  EXPECT_EQ(run(stacking(R"(
    mul.wide.u32 %rd5, %r2, 4; add.u64 %rd5, %rd5, 4;
    stacksave.u64 %rd9;
    alloca.u64 %rd6, %rd5, 16; alloca.u64 %rd7, 16;
    st.local.u32 [%rd6], %r2; st.local.u32 [%rd7], 5; st.local.u32 [l], 9;
    add.u64 %rd8, %rd6, %rd5;
    st.local.u32 [%rd8+-4], %r2;
    ld.local.u32 %r4, [%rd6]; ld.local.u32 %r5, [%rd7];
    add.u32 %r4, %r4, %r5;
    stackrestore.u64 %rd9; alloca.u64 %rd8, 4, 16;
    setp.ne.u64 %p1, %rd8, %rd6; @%p1 trap;)"),
                out),
            "");
  EXPECT_EQ(out[7], 12u);
  EXPECT_THAT(run(stacking("alloca.u64 %rd6, 5000; mov.u32 %r4, 0;"), out),
              HasSubstr("out-of-bounds: takes 5000 bytes of a stack that has "
                        "4096 left"));
  EXPECT_THAT(
      run(stacking("alloca.u64 %rd6, 16; ld.local.u32 %r4, [%rd6];"), out),
      HasSubstr("uninitialized"));
  EXPECT_THAT(run(stacking("mov.u64 %rd6, 8000; stackrestore.u64 %rd6; "
                           "mov.u32 %r4, 0;"),
                  out),
              HasSubstr("this is no place that the stack has been at"));
}

TEST(Control, RunsWhatNvccMakes) {
  std::string ptx = input("control.ptx");
  std::vector<uint32_t> out;
  EXPECT_EQ(run(ptx, out, "byPointer"), "");
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], i % 3 == 0 ? i + 5 : i % 3 == 1 ? i * 5 : 5) << i;
  EXPECT_EQ(run(ptx, out, "onStack"), "");
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], i * i + i * (i - 1) / 2) << i;
  EXPECT_EQ(run(ptx, out, "byVirtualFunction"), "");
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], i % 2 ? i : i * i) << i;
}
