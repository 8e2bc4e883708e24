// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wrong kernels, each caught, beside right ones that are not accused.

#include "test/WrongKernels.h"

#include <set>

using namespace kiln::emu;
using namespace kiln::emu::test;
using ::testing::HasSubstr;

static std::string faultsOf(const std::string &body, uint32_t grid,
                            uint32_t block, uint64_t seed) {
  Device device(kernelOf(body));
  device.options.seed = seed;
  device.options.maxInstructions = 1000000;
  uint64_t array = device.put(std::vector<uint32_t>(256));
  device.run("k", shape(grid, block), {array});
  return device.faults();
}

class Wrong : public ::testing::TestWithParam<WrongKernels> {};

TEST_P(Wrong, AreCaught) {
  for (const Twins &twins : GetParam().twins)
    for (uint64_t seed = 0; seed < 3; ++seed) {
      EXPECT_THAT(faultsOf(twins.wrong, twins.grid, twins.block, seed),
                  HasSubstr(twins.kind))
          << twins.name << ", seed " << seed;
      EXPECT_EQ(faultsOf(twins.right, twins.grid, twins.block, seed), "")
          << twins.name << ", seed " << seed;
    }
}

INSTANTIATE_TEST_SUITE_P(Faults, Wrong, ::testing::ValuesIn(wrongKernels()),
                         [](const auto &info) { return info.param.about; });

TEST(Faults, AreOfAllKinds) {
  std::set<std::string> names, kinds = {"use-after-free", "stale-accumulator"};
  for (const WrongKernels &group : wrongKernels())
    for (const Twins &twins : group.twins) {
      EXPECT_TRUE(names.insert(twins.name).second) << twins.name;
      kinds.insert(twins.kind);
    }
  EXPECT_GE(names.size(), 30u);
  constexpr int last = static_cast<int>(FaultKind::TooLong);
  for (int kind = 0; kind <= last; ++kind)
    EXPECT_EQ(kinds.count(faultName(static_cast<FaultKind>(kind))), 1u) << kind;
}

TEST(Faults, UseAfterFree) {
  Device device(kernel("ld.global.u32 %r2, [%rd1];"));
  uint64_t array = device.put(std::vector<uint32_t>(4));
  ASSERT_TRUE(device.memory.free(array));
  EXPECT_FALSE(device.memory.free(array));
  device.run("k", shape(1, 1), {array});
  EXPECT_EQ(device.faults(), "use-after-free");
  EXPECT_THAT(device.report.text("k.ptx"), HasSubstr("freed"));
}

/// Block 0 writes a value and a flag; block 1 spins on the flag and reads.
static std::string handover(const std::string &publish,
                            const std::string &observe) {
  return "setp.ne.u32 %p1, %r70, 0;\n@%p1 bra WAIT;\n"
         "st.global.u32 [%rd1+4], 42;\n" +
         publish + "\nbra DONE;\nWAIT:\n" + observe +
         "\nsetp.eq.u32 %p2, %r4, 0;\n@%p2 bra WAIT;\nBEHIND\n"
         "ld.global.u32 %r5, [%rd1+4];\nDONE:";
}

TEST(Faults, HandoverBetweenBlocks) {
  auto faults = [](std::string publish, std::string observe,
                   const std::string &behind) {
    std::string body = handover(publish, observe);
    body.replace(body.find("BEHIND"), 6, behind);
    return faultsOf(body, 2, 1, 1);
  };
  const char *release = "st.release.gpu.global.u32 [%rd1], 1;";
  const char *relaxed = "st.relaxed.gpu.global.u32 [%rd1], 1;";
  const char *fenced =
      "fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [%rd1], 1;";
  const char *acquire = "ld.acquire.gpu.global.u32 %r4, [%rd1];";
  const char *loose = "ld.relaxed.gpu.global.u32 %r4, [%rd1];";
  EXPECT_EQ(faults(release, acquire, ""), "");
  EXPECT_EQ(faults(fenced, acquire, ""), "");
  EXPECT_EQ(faults(fenced, loose, "membar.gl;"), "");
  EXPECT_EQ(faults(release, loose, ""), "race");
  EXPECT_EQ(faults(relaxed, acquire, ""), "race");
  EXPECT_THAT(faults("st.global.u32 [%rd1], 1;", acquire, ""),
              HasSubstr("race"));
}

TEST(Faults, RaceNamesBothAccesses) {
  Device device(
      kernelOf("st.shared.u32 [%r2], %r1;\nld.shared.u32 %r4, [%r3];"));
  device.run("k", shape(1, 64), {device.make<int>(1)});
  ASSERT_EQ(device.report.faults().size(), 1u);
  const Fault &fault = device.report.faults()[0];
  EXPECT_TRUE(fault.hasOther && fault.other.write && !fault.access.write);
  EXPECT_EQ(fault.other.at.line + 1, fault.access.at.line);
  EXPECT_EQ(fault.other.thread[0] ^ fault.access.thread[0], 32u);
  EXPECT_GT(fault.count, 1u);
}

TEST(Faults, LaunchesThatAreImpossible) {
  auto refusal = [](const std::string &attributes, LaunchShape wanted,
                    size_t bytes = 0) {
    auto module = parsePtx(".version 8.0\n.target sm_90\n.entry k() " +
                               attributes + " { ret; }",
                           "k.ptx");
    Memory memory;
    auto program = loadProgram(std::move(*module), memory);
    Report report;
    auto done = runKernel(**program, *(*program)->kernel("k"), memory, wanted,
                          std::vector<uint8_t>(bytes), {}, report);
    return done.ok() ? "runs" : done.error().message;
  };
  EXPECT_EQ(refusal("", shape(1, 1)), "runs");
  EXPECT_THAT(refusal("", shape(0, 1)), HasSubstr("a grid of 0 blocks"));
  EXPECT_THAT(refusal("", shape(1, 2048)),
              HasSubstr("blocks of 2048 threads, but at most 1024"));
  EXPECT_THAT(refusal(".maxntid 64", shape(1, 65)),
              HasSubstr("blocks of 65 threads, but at most 64"));
  EXPECT_THAT(refusal(".reqntid 64", shape(1, 32)),
              HasSubstr("blocks of 32 threads, but .reqntid says 64"));
  EXPECT_THAT(refusal("", shape(1, 1, 1 << 20)),
              HasSubstr("bytes of shared memory, but at most 232448"));
  EXPECT_THAT(refusal("", shape(1, 1), 8),
              HasSubstr("takes 0 bytes of parameters, not 8"));
  LaunchShape clusters = shape(3, 1);
  clusters.cluster[0] = 2;
  EXPECT_THAT(refusal("", clusters), HasSubstr("not divided by clusters of 2"));
  EXPECT_THAT(refusal(".reqnctapercluster 4", shape(4, 1)),
              HasSubstr("clusters of 1 blocks, but .reqnctapercluster says 4"));
  clusters.grid[0] = clusters.cluster[0] = 17;
  EXPECT_THAT(refusal("", clusters), HasSubstr("at most 16 blocks"));
}
