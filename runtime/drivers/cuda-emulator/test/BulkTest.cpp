// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bulk copies, boxes of tensors, clusters.

#include "isa/TensorMap.h"
#include "test/Device.h"

#include <numeric>

using namespace kiln::emu;
using namespace kiln::emu::test;
using ::testing::HasSubstr;

/// Thread 0 prepares a barrier at s; everybody knows it then.
static const std::string prepare = R"(
  .shared .align 1024 .b8 s[4096];
  mov.u32 %r70, s;
  setp.ne.u32 %p1, %r1, 0;
  @!%p1 mbarrier.init.shared.b64 [s], 1;
  bar.sync 0;
)";
static const std::string await = R"(
WAIT:
  mbarrier.try_wait.parity.shared.b64 %p2, [s], 0;
  @!%p2 bra WAIT;
)";

static std::vector<uint32_t> counting(size_t count) {
  std::vector<uint32_t> values(count);
  std::iota(values.begin(), values.end(), 0u);
  return values;
}

/// Runs a body on 64 words in and 64 out; gives the faults.
static std::string faultsOf(const std::string &body,
                            std::vector<uint32_t> *result = nullptr) {
  Device device(kernel(body, 2));
  device.options.maxInstructions = 2000000;
  uint64_t out = device.put(std::vector<uint32_t>(64));
  device.run("k", shape(1, 64), {device.put(counting(64)), out});
  if (result)
    *result = device.get<uint32_t>(out);
  return device.faults();
}

static const std::string load = R"(
  @%p1 bra WAIT;
  mbarrier.arrive.expect_tx.shared.b64 %rd3, [s], 256;
  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
      [s+1024], [%rd1], 256, [s];
)";
static const std::string use = R"(
  shl.b32 %r2, %r1, 2; add.u32 %r3, %r70, %r2;
  cvt.u64.u32 %rd4, %r2; add.u64 %rd5, %rd2, %rd4;
  ld.shared.u32 %r4, [%r3+1024]; st.global.u32 [%rd5], %r4;
)";

TEST(Bulk, Loads) {
  std::vector<uint32_t> out;
  EXPECT_EQ(faultsOf(prepare + load + await + use, &out), "");
  EXPECT_EQ(out, counting(64));
}

/// They move nothing, so nobody waits for them.
TEST(Bulk, Prefetches) {
  EXPECT_EQ(faultsOf(R"(
    cp.async.bulk.prefetch.L2.global [%rd1], 256;
    cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd1, {%r5, %r6}];
  )"),
            "");
}

TEST(Bulk, WrongLoadsAreCaught) {
  // Nobody waits.
  EXPECT_THAT(faultsOf(prepare + load + "WAIT:" + use), HasSubstr("race"));
  // Fewer bytes are expected than come, or more.
  std::string few = load, many = load;
  few.replace(few.find("256"), 3, "128");
  many.replace(many.find("256"), 3, "512");
  EXPECT_THAT(faultsOf(prepare + many + await + use), HasSubstr("deadlock"));
  EXPECT_THAT(faultsOf(prepare + few + await + use), HasSubstr("deadlock"));
  std::string odd = load;
  odd.replace(odd.rfind("256"), 3, "100");
  EXPECT_THAT(faultsOf(prepare + odd + await + use), HasSubstr("bad-operand"));
  std::string beyond = load;
  beyond.replace(beyond.find("[%rd1]"), 6, "[%rd1+16]");
  EXPECT_THAT(faultsOf(prepare + beyond + await), HasSubstr("out-of-bounds"));
  // The source is written while the copy is under way.
  EXPECT_THAT(faultsOf(prepare + load + "st.global.u32 [%rd1], 5;" + await),
              HasSubstr("async-source-changed"));
}

/// Everybody writes its word to shared memory; thread 0 copies them out.
static std::string store(const std::string &fence, const std::string &wait) {
  return prepare + R"(
    shl.b32 %r2, %r1, 2; add.u32 %r3, %r70, %r2;
    st.shared.u32 [%r3+1024], %r1;
  )" + fence +
         R"(
    bar.sync 0;
    @%p1 bra DONE;
    cp.async.bulk.global.shared::cta.bulk_group [%rd2], [s+1024], 256;
    cp.async.bulk.commit_group;
  )" + wait +
         "DONE:";
}

TEST(Bulk, StoresNeedTheirFence) {
  std::vector<uint32_t> out;
  const char *fence = "fence.proxy.async.shared::cta;";
  EXPECT_EQ(faultsOf(store(fence, "cp.async.bulk.wait_group 0;"), &out), "");
  EXPECT_EQ(out, counting(64));
  EXPECT_THAT(faultsOf(store("", "cp.async.bulk.wait_group 0;")),
              HasSubstr("missing-proxy-fence"));
  // With .read the source may be written again, without it not.
  std::string again = "st.shared.u32 [s+1024], 9;";
  EXPECT_EQ(faultsOf(store(fence, "cp.async.bulk.wait_group.read 0;" + again)),
            "");
  EXPECT_THAT(faultsOf(store(fence, again)), HasSubstr("async-source-changed"));
  EXPECT_THAT(faultsOf(store(fence, "ld.global.u32 %r5, [%rd2];")),
              HasSubstr("race"));
}

static TensorMap mapOf(uint64_t address, Swizzle swizzle) {
  TensorMap map;
  map.magic = TensorMap::expectedMagic;
  map.rank = 2;
  map.elementBytes = 4;
  map.type = Type::U32;
  map.swizzle = swizzle;
  map.address = address;
  map.sizes[0] = 10;
  map.sizes[1] = 6;
  map.strides[0] = 48;
  map.box[0] = 8;
  map.box[1] = 8;
  return map;
}

TEST(Bulk, BoxesOfTensors) {
  for (Swizzle swizzle : {Swizzle::None, Swizzle::Bytes32}) {
    Device device(kernel(prepare + R"(
      @%p1 bra WAIT;
      mbarrier.arrive.expect_tx.shared.b64 %rd3, [s], 256;
      mov.u32 %r5, 4; mov.u32 %r6, -1;
      cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
          [s+1024], [%rd1, {%r5, %r6}], [s];
    )" + await + use,
                         2));
    uint64_t array = device.put(counting(72));
    uint64_t map = device.put(std::vector<TensorMap>{mapOf(array, swizzle)});
    uint64_t out = device.make<uint32_t>(64);
    device.run("k", shape(1, 64), {map, out});
    EXPECT_EQ(device.report.text("k.ptx"), "");
    auto found = device.get<uint32_t>(out);
    for (uint32_t r = 0; r < 8; ++r)
      for (uint32_t c = 0; c < 8; ++c) {
        bool inside = r >= 1 && r <= 6 && c + 4 < 10;
        uint64_t at = swizzled(swizzle, 1024 + (r * 8 + c) * 4) - 1024;
        EXPECT_EQ(found[at / 4], inside ? (r - 1) * 12 + c + 4 : 0) << r << c;
      }
  }
}

TEST(Bulk, StoresBoxesInsideOnly) {
  Device device(kernel(prepare + R"(
    shl.b32 %r2, %r1, 2; add.u32 %r3, %r70, %r2;
    st.shared.u32 [%r3+1024], %r1;
    fence.proxy.async.shared::cta; bar.sync 0;
    @%p1 bra DONE;
    cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group
        [%rd1, {4, 0}], [s+1024];
    cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
    DONE:)"));
  uint64_t array = device.put(std::vector<uint32_t>(72, 7));
  device.run("k", shape(1, 64),
             {device.put(std::vector<TensorMap>{mapOf(array, Swizzle::None)})});
  EXPECT_EQ(device.report.text("k.ptx"), "");
  auto found = device.get<uint32_t>(array);
  EXPECT_EQ(found[4], 0u);
  EXPECT_EQ(found[9], 5u);
  EXPECT_EQ(found[10], 7u);
  EXPECT_EQ(found[12 + 4], 8u);
}

TEST(Bulk, WhatIsNoMap) {
  EXPECT_EQ(faultsOf(prepare + R"(
    @%p1 bra DONE;
    cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes
        [s+1024], [%rd1, {0}], [s];
    DONE:)"),
            "bad-operand");
}

/// Each block of a cluster of two reads the other's shared memory.
static std::string exchange(const std::string &between) {
  Device device(kernel(R"(
    .shared .align 16 .b8 s[256];
    mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r2, %r2, %r3;
    mov.u32 %r4, %cluster_ctarank; mad.lo.u32 %r5, %r4, 1000, %r1;
    st.shared.u32 [%r2], %r5;
  )" + between + R"(
    xor.b32 %r6, %r4, 1; mapa.shared::cluster.u32 %r7, %r2, %r6;
    ld.shared::cluster.u32 %r8, [%r7];
    mad.lo.u32 %r9, %r4, 64, %r1; mul.wide.u32 %rd2, %r9, 4;
    add.u64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r8;
    barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;)"));
  LaunchShape wanted = shape(2, 64);
  wanted.cluster[0] = 2;
  uint64_t out = device.make<uint32_t>(128);
  device.run("k", wanted, {out});
  if (device.faults().empty()) {
    EXPECT_EQ(device.get<uint32_t>(out)[5], 1005u);
    EXPECT_EQ(device.get<uint32_t>(out)[64 + 5], 5u);
  }
  return device.faults();
}

TEST(Bulk, ClustersShareTheirMemory) {
  EXPECT_EQ(exchange("barrier.cluster.arrive.aligned; "
                     "barrier.cluster.wait.aligned;"),
            "");
  EXPECT_THAT(exchange("bar.sync 0;"), HasSubstr("race"));
  EXPECT_THAT(exchange("barrier.cluster.arrive.relaxed.aligned; "
                       "barrier.cluster.wait.aligned;"),
              HasSubstr("race"));
}
