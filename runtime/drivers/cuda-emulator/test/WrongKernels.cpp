// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/WrongKernels.h"

using namespace kiln::emu;
using namespace kiln::emu::test;

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

std::string test::kernelOf(const std::string &body) {
  return kernel(addresses + body);
}

static std::vector<Twins> addressFaults() {
  return {
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
  };
}

static std::vector<Twins> contentFaults() {
  return {
      {"shared memory", "uninitialized", "ld.shared.u32 %r4, [%r2];",
       "st.shared.u32 [%r2], 5; ld.shared.u32 %r4, [%r2];"},
      {"a part of a word", "uninitialized",
       "st.shared.u16 [%r2], 5; ld.shared.u32 %r4, [%r2];",
       "st.shared.u16 [%r2], 5; ld.shared.u16 %h2, [%r2];"},
      {"local memory", "uninitialized",
       ".local .b32 l[4]; ld.local.u32 %r4, [l+4];",
       ".local .b32 l[4]; st.local.u32 [l+4], %r1; ld.local.u32 %r4, [l+4];"},
  };
}

static std::vector<Twins> races() {
  return {
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
  };
}

static std::vector<Twins> barrierFaults() {
  return {
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
  };
}

static std::vector<Twins> maskFaults() {
  return {
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
  };
}

static std::vector<Twins> copyFaults() {
  const std::string copy = R"(setp.ne.u32 %p1, %r1, 0; @%p1 bra DONE;
    cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r74], 256;
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; DONE:)";
  return {
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
      {"stores that a bulk copy does not see", "missing-proxy-fence",
       "st.shared.u32 [%r2], %r1; bar.sync 0;" + copy,
       "st.shared.u32 [%r2], %r1; fence.proxy.async.shared::cta; bar.sync 0;" +
           copy},
      {"more than is written", "bad-operand",
       "cp.async.ca.shared.global [%r2], [%rd2], 4, 8; cp.async.wait_all;",
       "cp.async.ca.shared.global [%r2], [%rd2], 4, 0; cp.async.wait_all;"},
  };
}

static std::vector<Twins> memoryBarrierFaults() {
  const std::string init = R"(setp.ne.u32 %p1, %r1, 0;
    @!%p1 mbarrier.init.shared.b64 [s], 64; bar.sync 0;)";
  std::string right = init + R"(
    mbarrier.arrive.shared.b64 %rd4, [s];
    SPIN: mbarrier.try_wait.shared.b64 %p2, [s], %rd4; @!%p2 bra SPIN;)";
  std::string exchange = init + "st.shared.u32 [%r2+256], %r1;" +
                         right.substr(init.size()) +
                         "ld.shared.u32 %r4, [%r3+256];";
  std::string early = init + "st.shared.u32 [%r2+256], %r1;"
                             "mbarrier.arrive.shared.b64 %rd4, [s];"
                             "ld.shared.u32 %r4, [%r3+256];";
  std::string tooMany = init + "mbarrier.arrive.shared.b64 %rd4, [s], 65;";
  std::string never = init + R"(
    @%p1 bra SPIN; mbarrier.arrive.shared.b64 %rd4, [s];
    SPIN: mbarrier.try_wait.parity.shared.b64 %p2, [s], 0; @!%p2 bra SPIN;)";
  return {
      {"no init", "bad-mbarrier", "mbarrier.arrive.shared.b64 %rd4, [s];",
       right},
      {"the init is not ordered", "bad-mbarrier",
       "setp.ne.u32 %p1, %r1, 0; @!%p1 mbarrier.init.shared.b64 [s], 64; "
       "SPIN: mbarrier.test_wait.parity.shared.b64 %p2, [s], 1; "
       "@!%p2 bra SPIN;",
       right},
      {"too many arrive", "bad-mbarrier", tooMany, right},
      {"nobody arrives", "deadlock", never, right},
      {"read before the phase is complete", "race", early, exchange},
      {"misaligned", "misaligned", "mbarrier.init.shared.b64 [s+4], 64;",
       right},
  };
}

static std::vector<Twins> badEnds() {
  return {
      {"trap", "trap", "trap;", "ret;"},
      {"no end", "too-long", "A: bra A;", "bra A; A:"},
  };
}

std::vector<WrongKernels> test::wrongKernels() {
  return {{"Addresses", addressFaults()},
          {"Content", contentFaults()},
          {"Order", races()},
          {"Barriers", barrierFaults()},
          {"Masks", maskFaults()},
          {"Copies", copyFaults()},
          {"BarriersInMemory", memoryBarrierFaults()},
          {"Ends", badEnds()}};
}
