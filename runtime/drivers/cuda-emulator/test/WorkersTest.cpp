// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks on several threads: whoever runs them, results, reports and counts are
// the same.

#include "test/Device.h"

using namespace kiln::emu;
using namespace kiln::emu::test;
using ::testing::HasSubstr;

namespace {
/// What can be seen of a run.
struct Seen {
  std::string report, stats;
  std::vector<uint32_t> words;
  bool operator==(const Seen &other) const {
    return report == other.report && stats == other.stats &&
           words == other.words;
  }
};
} // namespace

/// 40 blocks of 64 threads; %r5 is the thread's number in the grid, %rd3 the
/// address of its word of an array of 2560.
static Seen run(const std::string &body, unsigned workers, uint64_t seed = 3) {
  Device device(kernel(R"(
    .shared .align 16 .b8 s[256];
    mov.u32 %r2, %ctaid.x; mad.lo.u32 %r5, %r2, 64, %r1;
    mul.wide.u32 %rd2, %r5, 4; add.u64 %rd3, %rd1, %rd2;
    mov.u32 %r70, s; shl.b32 %r71, %r1, 2; add.u32 %r71, %r71, %r70;
  )" + body));
  device.options.workers = workers;
  device.options.stats = true;
  device.options.seed = seed;
  device.options.maxInstructions = 1000000;
  uint64_t array = device.put(std::vector<uint32_t>(2560, 7));
  device.run("k", shape(40, 64), {array});
  return {device.report.text("k.ptx"), device.stats.text(),
          device.get<uint32_t>(array)};
}

static Seen expectSame(const std::string &body) {
  Seen one = run(body, 1);
  for (unsigned workers : {1, 2, 4})
    for (int repeat = 0; repeat < 3; ++repeat)
      EXPECT_TRUE(run(body, workers) == one) << workers << "\n"
                                             << one.report << "\n"
                                             << run(body, workers).report;
  return one;
}

TEST(Workers, RightKernels) {
  Seen seen = expectSame(R"(
    st.shared.u32 [%r71], %r5; bar.sync 0;
    xor.b32 %r6, %r71, 128; ld.shared.u32 %r7, [%r6];
    ld.global.u32 %r8, [%rd3]; add.u32 %r8, %r8, %r7;
    st.global.u32 [%rd3], %r8; ld.global.u32 %r9, [%rd3];)");
  EXPECT_EQ(seen.report, "");
  EXPECT_EQ(seen.words[65], 7u + 64 + 33);
  // Neighbours in a word, the same value by all, what everybody reads.
  EXPECT_EQ(expectSame(R"(
    cvt.u64.u32 %rd4, %r5; add.u64 %rd5, %rd1, %rd4; st.global.u8 [%rd5], %r1;
  )")
                .report,
            "");
  EXPECT_EQ(expectSame("st.global.u32 [%rd1], 9;").report, "");
  EXPECT_EQ(expectSame("ld.global.u32 %r6, [%rd1];").report, "");
}

TEST(Workers, BlocksThatMeet) {
  Seen seen = expectSame("atom.global.add.u32 %r6, [%rd1], %r5;");
  EXPECT_EQ(seen.report, "");
  EXPECT_EQ(seen.words[0], 7u + 2560 * 2559 / 2);
}

TEST(Workers, RacesBetweenBlocks) {
  EXPECT_THAT(expectSame("add.u64 %rd4, %rd1, %rd2; xor.b32 %r6, %r5, 64; "
                         "mul.wide.u32 %rd5, %r6, 4; add.u64 %rd5, %rd1, %rd5; "
                         "st.global.u32 [%rd3], 7; ld.global.u32 %r7, [%rd5];")
                  .report,
              HasSubstr("race: this write is not ordered after a read at"));
  std::string later = "setp.ne.u32 %p1, %r2, 0; @%p1 ld.global.u32 %r7, [%rd1];"
                      "@!%p1 st.global.u32 [%rd1], 7;";
  EXPECT_THAT(expectSame(later).report,
              HasSubstr("race: this read is not ordered after a write at"));
  // What is written depends on the thread: the bits are the last one's.
  Seen one = run("st.global.u32 [%rd1], %r2;", 1);
  EXPECT_THAT(one.report, HasSubstr("race: this write is not ordered after a "
                                    "write at line"));
  EXPECT_THAT(one.report, HasSubstr("block (1,0,0)"));
  for (unsigned workers : {2, 4})
    EXPECT_EQ(run("st.global.u32 [%rd1], %r2;", workers).report, one.report);
  // A byte of a word that others take whole.
  EXPECT_THAT(run("setp.ne.u32 %p1, %r2, 5; @%p1 ld.global.u32 %r7, [%rd1+8];"
                  "@!%p1 st.global.u8 [%rd1+9], 7;",
                  2)
                  .report,
              HasSubstr("byte 9 of allocation"));
}

TEST(Workers, OtherFaults) {
  EXPECT_THAT(expectSame("ld.global.u32 %r6, [%rd3+512];").report,
              HasSubstr("out-of-bounds"));
  EXPECT_THAT(expectSame("ld.shared.u32 %r6, [%r71];").report,
              HasSubstr("uninitialized"));
  EXPECT_THAT(expectSame("setp.eq.u32 %p1, %r2, 9; @%p1 trap; "
                         "setp.eq.u32 %p1, %r2, 12; @%p1 trap;")
                  .report,
              HasSubstr("trap: the kernel gives up\n  in kernel k at 'trap', "
                        "block (9,0,0)"));
  EXPECT_THAT(expectSame("setp.eq.u32 %p1, %r2, 9; A: @%p1 bra A;").report,
              HasSubstr("too-long: given up after"));
  // Each is short, all together are not.
  EXPECT_THAT(expectSame("mov.u32 %r6, 0; A: add.u32 %r6, %r6, 1; "
                         "setp.lt.u32 %p1, %r6, 5000; @%p1 bra A;")
                  .report,
              HasSubstr("too-long: given up after 10"));
}
