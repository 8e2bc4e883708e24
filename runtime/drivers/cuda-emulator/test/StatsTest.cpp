// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What launches are counted to have done, alone and by kernel.

#include "exec/KernelCounts.h"
#include "test/Device.h"

using namespace kiln::emu;
using namespace kiln::emu::test;
using ::testing::HasSubstr;

/// The counts of one warp that stores to shared memory, `stride` bytes apart.
static Stats storeShared(unsigned stride, const std::string &store) {
  Device device(kernel(".shared .align 16 .b8 s[8192]; mov.u32 %r2, s;\n"
                       "mad.lo.u32 %r2, %r1, " +
                       std::to_string(stride) + ", %r2;\n" + store));
  device.options.stats = true;
  device.run("k", shape(1, 32), {device.make<int>(1)});
  EXPECT_EQ(device.faults(), "");
  return device.stats;
}

TEST(Stats, CountsConflictsOfBanks) {
  const char *word = "st.shared.u32 [%r2], %r1;";
  const char *vector = "st.shared.v4.u32 [%r2], {%r1, %r1, %r1, %r1};";
  EXPECT_EQ(storeShared(4, word).bankConflicts, 0u);
  EXPECT_EQ(storeShared(8, word).bankConflicts, 1u);
  EXPECT_EQ(storeShared(128, word).bankConflicts, 31u);
  // 512 bytes take 4 wavefronts, without a conflict.
  Stats dense = storeShared(16, vector);
  EXPECT_EQ(dense.sharedWavefronts, 4u);
  EXPECT_EQ(dense.bankConflicts, 0u);
  // Each 8 lanes meet in the first half of the banks.
  Stats apart = storeShared(32, vector);
  EXPECT_EQ(apart.sharedWavefronts, 8u);
  EXPECT_EQ(apart.bankConflicts, 4u);
  EXPECT_THAT(apart.text(), HasSubstr("1 requests, 8 wavefronts, 4 by bank"));
}

TEST(Stats, CountsCoalescedAccesses) {
  auto load = [](unsigned stride) {
    Device device(kernel("mul.wide.u32 %rd2, %r1, " + std::to_string(stride) +
                         "; add.u64 %rd2, %rd1, %rd2;\n"
                         "ld.global.u32 %r2, [%rd2];"));
    device.options.stats = true;
    device.run("k", shape(1, 32), {device.put(std::vector<int>(256))});
    return device.stats;
  };
  EXPECT_EQ(load(4).globalSectors, 4u);
  EXPECT_EQ(load(4).usedShare(), 1.0);
  EXPECT_EQ(load(32).globalSectors, 32u);
  EXPECT_EQ(load(32).usedShare(), 0.125);
  EXPECT_EQ(load(0).usedShare(), 4.0);
  EXPECT_EQ(Stats().usedShare(), 0.0);
}

TEST(Stats, AddsLaunchesOfAKernel) {
  Stats small, large;
  small.laneInstructions = 10;
  small.occupancy = 0.25;
  large.laneInstructions = 100;
  large.occupancy = 1;
  KernelCounts counts;
  EXPECT_EQ(counts.json(), "{\"kernels\":[]}\n");
  for (const Stats &launch : {small, large})
    counts.add("a", launch);
  counts.add("b", large);
  std::string text = counts.text();
  EXPECT_THAT(text, HasSubstr("       2            110 "));
  EXPECT_THAT(text, HasSubstr(" 25.0%  a\n"));
  EXPECT_THAT(text, HasSubstr("100.0%  b\n"));
  EXPECT_THAT(counts.json(), HasSubstr("{\"kernel\":\"a\",\"launches\":2,"
                                       "\"counts\":{\"instructions\":0,"
                                       "\"laneInstructions\":110,"));
}
