// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wrong kernels, each caught, beside right ones that are not accused.

#include "test/Device.h"

using namespace kiln::emu;
using namespace kiln::emu::test;
using ::testing::HasSubstr;

namespace {
struct Twins {
  const char *name;
  const char *kind; ///< of the fault of the wrong one
  const char *wrong;
  const char *right;
  uint32_t grid = 1, block = 64;
};
} // namespace

/// The address of each thread's word, in %rd2; the next thread's in %rd3; and
/// its place in the block's shared memory, in %r2 and %r3.
static const char *const addresses = R"(
  .shared .align 16 .b8 s[512];
  mov.u32 %r70, %ctaid.x; mov.u32 %r71, %ntid.x;
  mad.lo.u32 %r72, %r70, %r71, %r1;
  mul.wide.u32 %rd2, %r72, 4; add.s64 %rd2, %rd1, %rd2;
  xor.b32 %r73, %r72, 32;
  mul.wide.u32 %rd3, %r73, 4; add.s64 %rd3, %rd1, %rd3;
  mov.u32 %r74, s; shl.b32 %r2, %r1, 2; add.u32 %r2, %r2, %r74;
  xor.b32 %r3, %r1, 32; shl.b32 %r3, %r3, 2; add.u32 %r3, %r3, %r74;
)";

static std::string faultsOf(const char *body, const Twins &twins,
                            uint64_t seed) {
  Device device(kernel(std::string(addresses) + body));
  device.options.seed = seed;
  device.options.maxInstructions = 1000000;
  uint64_t array = device.put(std::vector<uint32_t>(256));
  device.run("k", shape(twins.grid, twins.block), {array});
  return device.faults();
}

static void judge(const std::vector<Twins> &all) {
  for (const Twins &twins : all)
    for (uint64_t seed = 0; seed < 3; ++seed) {
      EXPECT_THAT(faultsOf(twins.wrong, twins, seed), HasSubstr(twins.kind))
          << twins.name << ", seed " << seed;
      EXPECT_EQ(faultsOf(twins.right, twins, seed), "")
          << twins.name << ", seed " << seed;
    }
}

TEST(Faults, Addresses) {
  judge({
      {"beyond the end", "out-of-bounds", "st.global.u32 [%rd2+1024], %r1;",
       "st.global.u32 [%rd2], %r1;"},
      {"before the begin", "out-of-bounds", "ld.global.u32 %r4, [%rd1+-4];",
       "ld.global.u32 %r4, [%rd1+4];"},
      {"a vector over the end", "out-of-bounds",
       "ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd1+1016];",
       "ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd1+1008];"},
      {"null", "out-of-bounds", "mov.u64 %rd4, 0; ld.u32 %r4, [%rd4];",
       "ld.u32 %r4, [%rd1];"},
      {"beyond shared memory", "out-of-bounds", "st.shared.u32 [%r2+512], %r1;",
       "st.shared.u32 [%r2], %r1;"},
      {"a misaligned word", "misaligned", "ld.global.u32 %r4, [%rd1+2];",
       "ld.global.u16 %h1, [%rd1+2];"},
      {"a misaligned vector", "misaligned",
       "ld.global.v2.u32 {%r4, %r5}, [%rd1+4];",
       "ld.global.v2.u32 {%r4, %r5}, [%rd1+8];"},
      {"parameters", "read-only-written",
       "mov.u64 %rd4, p0; cvta.param.u64 %rd4, %rd4; st.u32 [%rd4], %r1;",
       "mov.u64 %rd4, p0; cvta.param.u64 %rd4, %rd4; ld.u64 %rd5, [%rd4];"},
      {"a block of the cluster that is not there", "bad-operand",
       "mapa.shared::cluster.u32 %r4, %r2, 3;",
       "mapa.shared::cluster.u32 %r4, %r2, 0;"},
      {"beyond local memory", "out-of-bounds",
       ".local .b32 l[4]; st.local.u32 [l+16], %r1;",
       ".local .b32 l[4]; st.local.u32 [l+12], %r1;"},
  });
}

TEST(Faults, Content) {
  judge({
      {"shared memory", "uninitialized", "ld.shared.u32 %r4, [%r2];",
       "st.shared.u32 [%r2], 5; ld.shared.u32 %r4, [%r2];"},
      {"a part of a word", "uninitialized",
       "st.shared.u16 [%r2], 5; ld.shared.u32 %r4, [%r2];",
       "st.shared.u16 [%r2], 5; ld.shared.u16 %h2, [%r2];"},
      {"local memory", "uninitialized",
       ".local .b32 l[4]; ld.local.u32 %r4, [l+4];",
       ".local .b32 l[4]; st.local.u32 [l+4], %r1; ld.local.u32 %r4, [l+4];"},
  });
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

TEST(Faults, Races) {
  judge({
      {"no barrier", "race",
       "st.shared.u32 [%r2], %r1; ld.shared.u32 %r4, [%r3];",
       "st.shared.u32 [%r2], %r1; bar.sync 0; ld.shared.u32 %r4, [%r3];"},
      {"a barrier of the warp is not one of the block", "race",
       "st.shared.u32 [%r2], %r1; bar.warp.sync -1; ld.shared.u32 %r4, [%r3];",
       "st.shared.u32 [%r2], %r1; bar.warp.sync -1; ld.shared.u32 %r4, [%r2];"},
      {"written again after it was read", "race",
       "st.shared.u32 [%r2], %r1; bar.sync 0; ld.shared.u32 %r4, [%r3]; "
       "st.shared.u32 [%r2], 77;",
       "st.shared.u32 [%r2], %r1; bar.sync 0; ld.shared.u32 %r4, [%r3]; "
       "bar.sync 0; st.shared.u32 [%r2], 77;"},
      {"two writers", "race", "st.global.u32 [%rd1], %r1;",
       "st.global.u32 [%rd2], %r1;"},
      {"two values of one warp", "race",
       "and.b32 %r5, %r1, 1; st.global.u32 [%rd1], %r5;",
       "mov.u32 %r5, 0x12345; st.global.u32 [%rd1], %r5;"},
      {"lanes of a warp", "race",
       "st.shared.u32 [%r2], %r1; xor.b32 %r5, %r2, 4; ld.shared.u32 %r4, "
       "[%r5];",
       "st.shared.u32 [%r2], %r1; bar.warp.sync -1; xor.b32 %r5, %r2, 4; "
       "ld.shared.u32 %r4, [%r5];"},
      {"blocks", "race", "add.u64 %rd4, %rd1, 4; st.global.u32 [%rd1], %r70;",
       "st.global.u32 [%rd2], %r1;", 4, 1},
      {"an atomic and a plain access", "race",
       "atom.global.add.u32 %r4, [%rd1], 1; st.global.u32 [%rd1], %r1;",
       "atom.global.add.u32 %r4, [%rd1], 1; "
       "atom.global.exch.b32 %r5, [%rd1], %r1;"},
      {"an atomic of the block alone", "race",
       "atom.relaxed.cta.global.add.u32 %r4, [%rd1], 1;",
       "atom.relaxed.gpu.global.add.u32 %r4, [%rd1], 1;", 4, 1},
      {"a named barrier of one warp", "race",
       "st.shared.u32 [%r2], %r1; barrier.sync 1, 32; "
       "ld.shared.u32 %r4, [%r3];",
       "st.shared.u32 [%r2], %r1; barrier.sync 1, 64; "
       "ld.shared.u32 %r4, [%r3];"},
      {"who arrives knows nothing", "race",
       R"(setp.lt.u32 %p1, %r1, 32;
          @%p1 bra FIRST;
          st.shared.u32 [%r2], %r1; bar.arrive 1, 64; bra.uni DONE;
          FIRST: ld.shared.u32 %r4, [%r3]; bar.sync 1, 64;
          DONE:)",
       R"(setp.lt.u32 %p1, %r1, 32;
          @%p1 bra FIRST;
          st.shared.u32 [%r2], %r1; bar.arrive 1, 64; bra.uni DONE;
          FIRST: bar.sync 1, 64; ld.shared.u32 %r4, [%r3];
          DONE:)"},
  });
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
    Twins twins{"", "", "", "", 2, 1};
    return faultsOf(body.c_str(), twins, 1);
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

TEST(Faults, Barriers) {
  judge({
      {"half of a warp", "divergent-barrier",
       "setp.lt.u32 %p1, %r1, 16; @%p1 bar.sync 0; @!%p1 bar.sync 0;",
       "bar.sync 0;"},
      {"threads that ended", "barrier-count",
       "setp.lt.u32 %p1, %r1, 32; @%p1 ret; bar.sync 0;",
       "setp.lt.u32 %p1, %r1, 32; bar.sync 0; @%p1 ret;"},
      {"not whole warps", "barrier-count", "barrier.sync 1, 40;",
       "barrier.sync 1, 64;"},
      {"more than the block", "barrier-count", "barrier.sync 1, 96;",
       "barrier.sync 1, 64;"},
      {"different counts", "barrier-count",
       "setp.lt.u32 %p1, %r1, 32; selp.b32 %r4, 64, 96, %p1; "
       "barrier.sync 1, %r4;",
       "setp.lt.u32 %p1, %r1, 32; selp.b32 %r4, 1, 2, %p1; "
       "barrier.sync %r4, 32;"},
      {"nobody comes", "deadlock",
       "setp.ge.u32 %p1, %r1, 32; @%p1 bra DONE; barrier.sync 1, 64; DONE:",
       "setp.ge.u32 %p1, %r1, 64; @%p1 bra DONE; barrier.sync 1, 64; DONE:", 1,
       128},
      {"a barrier that is none", "bad-operand", "barrier.sync 16;",
       "barrier.sync 15;"},
      {"the cluster, without arriving", "barrier-count",
       "barrier.cluster.wait.aligned;",
       "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"},
      {"the cluster, arriving twice", "barrier-count",
       "barrier.cluster.arrive.aligned; barrier.cluster.arrive.aligned; "
       "barrier.cluster.wait.aligned;",
       "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned; "
       "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"},
  });
}

TEST(Faults, Masks) {
  judge({
      {"not in its own mask", "warp-mask",
       "shfl.sync.bfly.b32 %r4, %r1, 1, 31, 0xffff;",
       "shfl.sync.bfly.b32 %r4, %r1, 1, 31, -1;"},
      {"reads a lane that is elsewhere", "warp-mask",
       "and.b32 %r5, %r1, 31; setp.lt.u32 %p1, %r5, 16; @!%p1 bra DONE; "
       "shfl.sync.bfly.b32 %r4, %r1, 16, 31, 0xffff; DONE:",
       "and.b32 %r5, %r1, 31; setp.lt.u32 %p1, %r5, 16; @!%p1 bra DONE; "
       "shfl.sync.bfly.b32 %r4, %r1, 8, 31, 0xffff; DONE:"},
      {"lanes never come", "warp-mask",
       "and.b32 %r5, %r1, 31; setp.lt.u32 %p1, %r5, 16; @!%p1 bra DONE; "
       "vote.sync.ballot.b32 %r4, %p1, -1; DONE: bar.sync 0;",
       "and.b32 %r5, %r1, 31; setp.lt.u32 %p1, %r5, 16; "
       "vote.sync.ballot.b32 %r4, %p1, -1; bar.sync 0;"},
      {"masks that overlap", "warp-mask",
       "and.b32 %r5, %r1, 1; add.u32 %r5, %r5, 1; "
       "shfl.sync.bfly.b32 %r4, %r1, 0, 31, %r5;",
       "and.b32 %r5, %r1, 1; setp.eq.u32 %p1, %r5, 0; "
       "selp.b32 %r5, 0x55555555, 0xaaaaaaaa, %p1; "
       "shfl.sync.bfly.b32 %r4, %r1, 2, 31, %r5;"},
      {"lanes ended", "warp-mask",
       "and.b32 %r5, %r1, 31; setp.lt.u32 %p1, %r5, 16; @%p1 ret; "
       "vote.sync.ballot.b32 %r4, %p1, -1;",
       "and.b32 %r5, %r1, 31; setp.lt.u32 %p1, %r5, 16; @%p1 ret; "
       "vote.sync.ballot.b32 %r4, %p1, 0xffff0000;"},
  });
}

TEST(Faults, Copies) {
  judge({
      {"read before it was waited for", "race",
       "cp.async.ca.shared.global [%r2], [%rd2], 4; "
       "ld.shared.u32 %r4, [%r2]; cp.async.wait_all;",
       "cp.async.ca.shared.global [%r2], [%rd2], 4; cp.async.wait_all; "
       "ld.shared.u32 %r4, [%r2];"},
      {"another group", "race",
       "cp.async.ca.shared.global [%r2], [%rd2], 4; cp.async.commit_group; "
       "cp.async.ca.shared.global [%r2+256], [%rd2], 4; "
       "cp.async.commit_group; cp.async.wait_group 1; "
       "ld.shared.u32 %r4, [%r2+256];",
       "cp.async.ca.shared.global [%r2], [%rd2], 4; cp.async.commit_group; "
       "cp.async.ca.shared.global [%r2+256], [%rd2], 4; "
       "cp.async.commit_group; cp.async.wait_group 1; "
       "ld.shared.u32 %r4, [%r2];"},
      {"waited for, but not by the reader", "race",
       "cp.async.ca.shared.global [%r2], [%rd2], 4; cp.async.wait_all; "
       "ld.shared.u32 %r4, [%r3];",
       "cp.async.ca.shared.global [%r2], [%rd2], 4; cp.async.wait_all; "
       "bar.sync 0; ld.shared.u32 %r4, [%r3];"},
      {"the source changes", "async-source-changed",
       "cp.async.ca.shared.global [%r2], [%rd2], 4; "
       "st.global.u32 [%rd2], 99; cp.async.wait_all;",
       "cp.async.ca.shared.global [%r2], [%rd2], 4; cp.async.wait_all; "
       "st.global.u32 [%rd2], 99;"},
      {"a misaligned copy", "misaligned",
       "add.u64 %rd4, %rd1, 4; "
       "cp.async.cg.shared.global [s], [%rd4], 16; cp.async.wait_all;",
       "cp.async.cg.shared.global [s], [%rd1], 16; cp.async.wait_all;", 1, 1},
      {"more than is written", "bad-operand",
       "cp.async.ca.shared.global [%r2], [%rd2], 4, 8; cp.async.wait_all;",
       "cp.async.ca.shared.global [%r2], [%rd2], 4, 0; cp.async.wait_all;"},
  });
}

TEST(Faults, BarriersInMemory) {
  const char *init = R"(setp.ne.u32 %p1, %r1, 0;
    @!%p1 mbarrier.init.shared.b64 [s], 64; bar.sync 0;)";
  std::string right = std::string(init) + R"(
    mbarrier.arrive.shared.b64 %rd4, [s];
    SPIN: mbarrier.try_wait.shared.b64 %p2, [s], %rd4; @!%p2 bra SPIN;)";
  std::string exchange = std::string(init) + "st.shared.u32 [%r2+256], %r1;" +
                         right.substr(std::strlen(init)) +
                         "ld.shared.u32 %r4, [%r3+256];";
  std::string early = std::string(init) +
                      "st.shared.u32 [%r2+256], %r1;"
                      "mbarrier.arrive.shared.b64 %rd4, [s];"
                      "ld.shared.u32 %r4, [%r3+256];";
  std::string tooMany =
      std::string(init) + "mbarrier.arrive.shared.b64 %rd4, [s], 65;";
  std::string never = std::string(init) + R"(
    @%p1 bra SPIN; mbarrier.arrive.shared.b64 %rd4, [s];
    SPIN: mbarrier.try_wait.parity.shared.b64 %p2, [s], 0; @!%p2 bra SPIN;)";
  judge({
      {"no init", "bad-mbarrier", "mbarrier.arrive.shared.b64 %rd4, [s];",
       right.c_str()},
      {"the init is not ordered", "bad-mbarrier",
       "setp.ne.u32 %p1, %r1, 0; @!%p1 mbarrier.init.shared.b64 [s], 64; "
       "SPIN: mbarrier.test_wait.parity.shared.b64 %p2, [s], 1; "
       "@!%p2 bra SPIN;",
       right.c_str()},
      {"too many arrive", "bad-mbarrier", tooMany.c_str(), right.c_str()},
      {"nobody arrives", "deadlock", never.c_str(), right.c_str()},
      {"read before the phase is complete", "race", early.c_str(),
       exchange.c_str()},
      {"misaligned", "misaligned", "mbarrier.init.shared.b64 [s+4], 64;",
       right.c_str()},
  });
}

TEST(Faults, Ends) {
  judge({
      {"trap", "trap", "trap;", "ret;"},
      {"no end", "too-long", "A: bra A;", "bra A; A:"},
  });
}

TEST(Faults, RaceNamesBothAccesses) {
  Device device(kernel(std::string(addresses) + "st.shared.u32 [%r2], %r1;\n"
                                                "ld.shared.u32 %r4, [%r3];"));
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
