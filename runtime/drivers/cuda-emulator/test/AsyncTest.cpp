// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that reduce, that go to several blocks of a cluster, stores that a
// barrier counts, and maps of tensors that kernels change.

#include "isa/TensorMap.h"
#include "test/Device.h"

#include <numeric>

using namespace kiln::emu;
using namespace kiln::emu::test;
using ::testing::HasSubstr;

static std::vector<uint32_t> counting(size_t count) {
  std::vector<uint32_t> values(count);
  std::iota(values.begin(), values.end(), 0u);
  return values;
}

/// A kernel around a body: its shared memory is s, at %r70; %r71 is the
/// thread's word of it, %r72 the block's rank in its cluster.
static std::string prepared(const std::string &body) {
  return kernel(".shared .align 128 .b8 s[4096];\n"
                "mov.u32 %r70, s; setp.ne.u32 %p1, %r1, 0;\n"
                "mov.u32 %r72, %cluster_ctarank;\n"
                "shl.b32 %r71, %r1, 2; add.u32 %r71, %r70, %r71;\n" +
                    body,
                2);
}

/// Runs a body in clusters of `cluster` blocks of 64 threads on 64 words of 0,
/// 1, … and `out`, which becomes its result; gives the faults.
static std::string run(const std::string &body, std::vector<uint32_t> &out,
                       uint32_t blocks = 1, uint32_t cluster = 1) {
  Device device(prepared(body));
  device.options.maxInstructions = 2000000;
  LaunchShape wanted = shape(blocks, 64);
  wanted.cluster[0] = cluster;
  uint64_t result = device.put(out);
  device.run("k", wanted, {device.put(counting(64)), result});
  out = device.get<uint32_t>(result);
  return device.report.text("k.ptx");
}

static std::string replaced(std::string text, const std::string &what,
                            const std::string &by) {
  EXPECT_NE(text.find(what), std::string::npos) << what;
  return text.replace(text.find(what), what.size(), by);
}

/// Each block adds its threads' numbers, plus 1, to 64 words.
static const std::string reduces = R"(
  add.u32 %r2, %r1, 1; st.shared.u32 [%r71+1024], %r2;
  fence.proxy.async.shared::cta; bar.sync 0;
  @%p1 bra DONE;
  cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32
      [%rd2], [s+1024], 256;
  cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
  DONE:)";

TEST(Async, CopiesReduce) {
  std::vector<uint32_t> out(64, 5);
  EXPECT_EQ(run(reduces, out, 3), "");
  for (uint32_t i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], 5 + 3 * (i + 1));
  out.assign(64, 9);
  EXPECT_EQ(run(replaced(reduces, "add.u32\n", "min.s32\n"), out, 2), "");
  EXPECT_EQ(out[3], 4u);
  EXPECT_EQ(out[30], 9u);
  out.assign(64, 0x3c003c00);
  EXPECT_EQ(run(replaced(replaced(reduces, "add.u32\n", "add.noftz.f16\n"),
                         "add.u32 %r2, %r1, 1", "mov.b32 %r2, 0x40003c00"),
                out),
            "");
  EXPECT_EQ(out[7], 0x42004000u);
}

TEST(Async, WrongReductionsAreCaught) {
  std::vector<uint32_t> out(64);
  EXPECT_THAT(run(replaced(reduces, "fence.proxy.async.shared::cta;", ""), out),
              HasSubstr("missing-proxy-fence"));
  EXPECT_THAT(run(replaced(reduces, "256", "100"), out),
              HasSubstr("bad-operand: a bulk copy of 100 bytes"));
  EXPECT_THAT(run(replaced(reduces, "[s+1024]", "[s+1032]"), out),
              HasSubstr("misaligned"));
  EXPECT_THAT(run(replaced(reduces, "[%rd2]", "[%rd2+16]"), out),
              HasSubstr("out-of-bounds"));
  EXPECT_THAT(run(replaced(reduces, "cp.async.bulk.wait_group 0;",
                           "ld.global.u32 %r5, [%rd2];"),
                  out),
              HasSubstr("race: this read meets the copy"));
  // A store beside it is none; another reduction is fine.
  EXPECT_THAT(
      run(replaced(reduces, "DONE:", "red.global.add.u32 [%rd2], 1;\nDONE:"),
          out),
      "");
  EXPECT_THAT(run(reduces + "st.global.u32 [%rd2], %r1;", out, 2),
              HasSubstr("race"));
}

/// Block 0 of a cluster loads 256 bytes for both.
static const std::string multicast = R"(
  @%p1 bra MADE; mbarrier.init.shared.b64 [s], 1;
  mbarrier.arrive.expect_tx.shared.b64 %rd3, [s], 256;
  MADE: barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
  or.b32 %r3, %r1, %r72; setp.ne.u32 %p2, %r3, 0;
  @%p2 bra WAIT;
  mov.b16 %h1, 3;
  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
      [s+1024], [%rd1], 256, [s], %h1;
  WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [s], 0;
  @!%p3 bra WAIT;
  ld.shared.u32 %r4, [%r71+1024]; mad.lo.u32 %r5, %r72, 64, %r1;
  mul.wide.u32 %rd4, %r5, 4; add.u64 %rd4, %rd2, %rd4;
  st.global.u32 [%rd4], %r4;
  barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;)";

TEST(Async, CopiesGoToSeveralBlocks) {
  std::vector<uint32_t> out(128);
  EXPECT_EQ(run(multicast, out, 2, 2), "");
  for (uint32_t i = 0; i < 128; ++i)
    EXPECT_EQ(out[i], i % 64);
  EXPECT_THAT(run(replaced(multicast, "%h1, 3", "%h1, 5"), out, 2, 2),
              HasSubstr("a multicast to the blocks of mask 5, of a cluster of "
                        "2"));
  EXPECT_THAT(run(replaced(multicast, "%h1, 3", "%h1, 1"), out, 2, 2),
              HasSubstr("deadlock: the barrier still waits for 0 arrivals and "
                        "256 bytes"));
  EXPECT_THAT(run(replaced(multicast,
                           "MADE: barrier.cluster.arrive.aligned; "
                           "barrier.cluster.wait.aligned;",
                           "MADE: bar.sync 0;"),
                  out, 2, 2),
              HasSubstr("bad-mbarrier"));
}

TEST(Async, BoxesGoToSeveralBlocks) {
  std::string body =
      replaced(multicast, "cp.async.bulk.shared::cluster.global.mbarrier",
               "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier");
  TensorMap map;
  map.magic = TensorMap::expectedMagic;
  map.rank = 1;
  map.elementBytes = 4;
  map.type = Type::U32;
  map.sizes[0] = map.box[0] = 64;
  Device device(prepared(replaced(body, "[%rd1], 256", "[%rd1, {0}]")));
  map.address = device.put(counting(64));
  uint64_t out = device.put(std::vector<uint32_t>(128));
  LaunchShape wanted = shape(2, 64);
  wanted.cluster[0] = 2;
  device.run("k", wanted, {device.put(std::vector<TensorMap>{map}), out});
  EXPECT_EQ(device.report.text("k.ptx"), "");
  EXPECT_EQ(device.get<uint32_t>(out)[70], 6u);
}

/// Every thread of the other block stores four bytes for each of this one's.
static const std::string stores = R"(
  @%p1 bra MADE; mbarrier.init.shared.b64 [s], 1;
  mbarrier.arrive.expect_tx.shared.b64 %rd3, [s], 256;
  MADE: barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
  xor.b32 %r3, %r72, 1; mapa.shared::cluster.u32 %r4, %r71, %r3;
  mapa.shared::cluster.u32 %r5, %r70, %r3;
  mad.lo.u32 %r6, %r72, 100, %r1;
  st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32
      [%r4+1024], %r6, [%r5];
  WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [s], 0;
  @!%p3 bra WAIT;
  ld.shared.u32 %r4, [%r71+1024]; mad.lo.u32 %r5, %r72, 64, %r1;
  mul.wide.u32 %rd4, %r5, 4; add.u64 %rd4, %rd2, %rd4;
  st.global.u32 [%rd4], %r4;
  barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;)";

TEST(Async, StoresAreCounted) {
  std::vector<uint32_t> out(128);
  EXPECT_EQ(run(stores, out, 2, 2), "");
  for (uint32_t i = 0; i < 64; ++i) {
    EXPECT_EQ(out[i], 100 + i);
    EXPECT_EQ(out[64 + i], i);
  }
  EXPECT_THAT(run(replaced(stores, "@!%p3 bra WAIT;", ""), out, 2, 2),
              HasSubstr("race: this "));
  EXPECT_THAT(run(replaced(stores, ", [%r5]", ", [%r70]"), out, 2, 2),
              HasSubstr("the barrier does not lie in the block that is stored "
                        "to"));
  EXPECT_THAT(run(replaced(stores, "[%r4+1024]", "[%r4+1026]"), out, 2, 2),
              HasSubstr("misaligned"));
  EXPECT_THAT(run(replaced(stores, "[%r4+1024]", "[%r4+4000]"), out, 2, 2),
              HasSubstr("out-of-bounds"));
  EXPECT_THAT(run(replaced(stores, "[s], 256", "[s], 260"), out, 2, 2),
              HasSubstr("deadlock"));
}

TEST(Async, StoresOfVectorsAndReductions) {
  std::vector<uint32_t> out(128);
  std::string four =
      replaced(replaced(stores, "bytes.b32", "bytes.v4.b32"), "[%r4+1024], %r6",
               "[%r4+1024], {%r6, %r6, %r6, %r6}");
  four = replaced(replaced(four, "[s], 256", "[s], 1024"),
                  "mapa.shared::cluster.u32 %r4, %r71",
                  "shl.b32 %r7, %r1, 4; add.u32 %r71, %r70, %r7; "
                  "mapa.shared::cluster.u32 %r4, %r71");
  EXPECT_EQ(run(four, out, 2, 2), "");
  EXPECT_EQ(out[5], 105u);
  // All add to one word, which was zero.
  std::string add = replaced(stores, "st.async.weak.shared::cluster",
                             "red.async.relaxed.cluster.shared::cluster");
  add = replaced(replaced(add, "bytes.b32", "bytes.add.u32"), "[%r4+1024], %r6",
                 "[%r5+1024], %r6");
  add = replaced(replaced(add, "[%r71+1024]; mad", "[%r70+1024]; mad"),
                 "@%p1 bra MADE;", "@%p1 bra MADE; st.shared.u32 [s+1024], 0;");
  EXPECT_EQ(run(add, out, 2, 2), "");
  EXPECT_EQ(out[0], 64u * 100 + 2016);
  EXPECT_EQ(out[64], 2016u);
  EXPECT_THAT(
      run(replaced(add, "st.shared.u32 [s+1024], 0;", ""), out, 2, 2),
      HasSubstr("uninitialized: a copy reduces into what nobody wrote"));
}

/// Thread 0 asks for the pending counts of a barrier for 10.
static const std::string pending = R"(
  @%p1 bra DONE;
  mbarrier.init.shared.b64 [s], 10;
  mbarrier.arrive.noComplete.shared.b64 %rd3, [s], 3;
  mbarrier.arrive_drop.noComplete.shared.b64 %rd4, [s], 2;
  mbarrier.pending_count.b64 %r2, %rd3; mbarrier.pending_count.b64 %r3, %rd4;
  st.global.v2.u32 [%rd2], {%r2, %r3};
  DONE:)";

TEST(Async, CountsWhatABarrierWaitsFor) {
  std::vector<uint32_t> out(64);
  EXPECT_EQ(run(pending, out), "");
  EXPECT_EQ(out[0], 10u);
  EXPECT_EQ(out[1], 7u);
  EXPECT_THAT(run(replaced(pending, "[s], 3", "[s], 10"), out),
              HasSubstr("an arrival with .noComplete completes the phase"));
  EXPECT_THAT(run(replaced(pending, "arrive.noComplete.shared.b64 %rd3, [s], 3",
                           "arrive.shared.b64 %rd3, [s]"),
                  out),
              HasSubstr("this is no state of an arrival with .noComplete"));
}

/// Thread 0's warp makes a map of 8 rows of 8 words of the input, from row 2,
/// and stores the box at column 4 and row 3 of `out`, as that is loaded.
static const std::string maps = R"(
  shr.u32 %r2, %r1, 5; setp.ne.u32 %p4, %r2, 0; @%p4 bra DONE;
  st.shared.u32 [%r71], 0; bar.warp.sync -1;
  @%p1 bra MADE;
  add.u64 %rd5, %rd1, 64;
  tensormap.replace.tile.global_address.shared::cta.b1024.b64 [s], %rd5;
  tensormap.replace.tile.rank.shared::cta.b1024.b32 [s], 1;
  tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [s], 0, 4;
  tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [s], 1, 2;
  tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [s], 0, 8;
  tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [s], 1, 6;
  mov.u64 %rd6, 32;
  tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [s], 0, %rd6;
  tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [s], 0, 1;
  tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [s], 1, 1;
  tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [s], 2;
  tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [s], 0;
  tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [s], 0;
  tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [s], 0;
  mbarrier.init.shared.b64 [s+512], 1;
  MADE: bar.warp.sync -1;
  add.u64 %rd9, %rd2, 128;
  PUBLISH
  @%p1 bra DONE;
  fence.proxy.tensormap::generic.acquire.gpu [%rd9], 128;
  mbarrier.arrive.expect_tx.shared.b64 %rd3, [s+512], 32;
  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes
      [s+1024], [%rd9, {4, 3}], [s+512];
  WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [s+512], 0;
  @!%p3 bra WAIT;
  ld.shared.u32 %r4, [s+1024+16]; st.global.u32 [%rd2], %r4;
  DONE:)";
static const std::string publishes =
    replaced(maps, "PUBLISH",
             "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic."
             "release.gpu.sync.aligned [%rd9], [s], 128;");

TEST(Async, MapsAreMade) {
  std::vector<uint32_t> out(64);
  EXPECT_EQ(run(publishes, out), "");
  // Row 3 + 1 of the tensor, which begins at row 2 of 8.
  EXPECT_EQ(out[0], (2u + 4) * 8 + 4);
}

TEST(Async, WrongMapsAreCaught) {
  std::vector<uint32_t> out(64);
  auto faults = [&](const char *what, const char *by) {
    return run(replaced(publishes, what, by), out);
  };
  EXPECT_THAT(faults("%rd1, 64", "%rd1, 72"),
              HasSubstr("is no value of this field of a map"));
  EXPECT_THAT(faults("[s], 0, 4;", "[s], 0, 3;"),
              HasSubstr("a line of a box has 12 bytes"));
  EXPECT_THAT(faults("b32 [s], 1;", "b32 [s], 2;"),
              HasSubstr("dimension 2 has 0 elements, a box 0"));
  EXPECT_THAT(faults("b32 [s], 1;", "b32 [s], 0;"),
              HasSubstr("a map of rank 1, but 2 coordinates are given"));
  EXPECT_THAT(faults("%rd2, 128", "%rd2, 96"), HasSubstr("misaligned"));
  EXPECT_THAT(faults("%rd6, 32", "%rd6, 40"), HasSubstr("bad-operand"));
  EXPECT_THAT(faults("elemtype.shared::cta.b1024.b32 [s], 2",
                     "elemtype.shared::cta.b1024.b32 [s], 99"),
              HasSubstr("99 is no value"));
  EXPECT_THAT(faults("st.shared.u32 [%r71], 0;", ""),
              HasSubstr("uninitialized"));
  // The map is changed where it lies, and no fence follows.
  std::string changed = replaced(
      publishes, "fence.proxy.tensormap::generic.acquire.gpu [%rd9], 128;",
      "tensormap.replace.tile.global_dim.global.b1024.b32 [%rd9], 1, 5;");
  EXPECT_THAT(run(changed, out), HasSubstr("missing-proxy-fence: what line"));
  EXPECT_THAT(run(changed, out), HasSubstr("without fence.proxy.tensormap"));
  EXPECT_THAT(faults("[%rd9, {4, 3}]", "[%rd2, {4, 3}]"),
              HasSubstr("no map of a tensor lies here"));
}

/// Combines 3 with the box of a map at (4, 0), of which two columns lie inside.
TEST(Async, BoxesReduce) {
  auto faults = [](const char *op, Type type, std::vector<uint32_t> &out) {
    Device device(prepared(
        "mov.u32 %r2, 3; st.shared.u32 [%r71], %r2;\n"
        "fence.proxy.async.shared::cta; bar.sync 0; @%p1 bra DONE;\n"
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta." +
        std::string(op) +
        ".tile.bulk_group [%rd1, {4, 0}], [s];\n"
        "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; DONE:"));
    TensorMap map;
    map.magic = TensorMap::expectedMagic;
    map.rank = 2;
    map.elementBytes = static_cast<uint8_t>(bytesOf(type));
    map.type = type;
    uint64_t array = map.address = device.put(std::vector<uint32_t>(48, 5));
    map.sizes[0] = 6;
    map.sizes[1] = 6;
    map.strides[0] = 32;
    map.box[0] = 4;
    map.box[1] = 8;
    device.run("k", shape(1, 64), {device.put(std::vector<TensorMap>{map}), 0});
    out = device.get<uint32_t>(array);
    return device.report.text("k.ptx");
  };
  std::vector<uint32_t> out;
  EXPECT_EQ(faults("add", Type::U32, out), "");
  EXPECT_EQ(out[3], 5u);
  EXPECT_EQ(out[4], 8u);
  EXPECT_EQ(out[5], 8u);
  EXPECT_EQ(out[6], 5u);
  EXPECT_EQ(out[45], 8u);
  EXPECT_EQ(faults("or", Type::S32, out), "");
  EXPECT_EQ(out[4], 7u);
  EXPECT_THAT(faults("or", Type::F32, out),
              HasSubstr("elements of .f32 are not reduced like this"));
}
