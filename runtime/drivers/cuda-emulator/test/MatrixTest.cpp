// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices against loops over their elements.

#include "isa/Numbers.h"
#include "isa/TensorMap.h"
#include "test/Device.h"

#include <random>

using namespace kiln::emu;
using namespace kiln::emu::test;
using ::testing::HasSubstr;

namespace {
/// Small whole numbers, exact in every format and in their sums.
struct Numbers {
  size_t rows, columns;
  std::vector<int> values;

  Numbers(size_t rows, size_t columns, unsigned seed)
      : rows(rows), columns(columns), values(rows * columns) {
    std::mt19937 random(seed);
    for (int &value : values)
      value = static_cast<int>(random() % 7) - 3;
  }
  int at(size_t r, size_t c) const { return values[r * columns + c]; }

  std::vector<uint16_t> halves(const Format &format = halfFormat) const {
    std::vector<uint16_t> bits;
    for (int value : values)
      bits.push_back(
          static_cast<uint16_t>(encode(value, format, Rounding::Nearest)));
    return bits;
  }
};
} // namespace

static std::vector<float> product(const Numbers &a, const Numbers &b) {
  std::vector<float> sums;
  for (size_t r = 0; r < a.rows; ++r)
    for (size_t c = 0; c < b.rows; ++c) {
      int sum = 0;
      for (size_t k = 0; k < a.columns; ++k)
        sum += a.at(r, k) * b.at(c, k);
      sums.push_back(static_cast<float>(sum));
    }
  return sums;
}

/// Stores a 16 x 8 tile of sums, four a lane, to %rd3.
static const std::string storeTile = R"(
  shr.u32 %r60, %r1, 2; and.b32 %r61, %r1, 3; shl.b32 %r61, %r61, 1;
  mad.lo.u32 %r60, %r60, 8, %r61; mul.wide.u32 %rd10, %r60, 4;
  add.u64 %rd10, %rd3, %rd10;
  st.global.v2.b32 [%rd10], {%r20, %r21};
  st.global.v2.b32 [%rd10+256], {%r22, %r23};
)";

TEST(Matrix, LdmatrixAndMmaOfHalves) {
  for (const char *type : {"f16", "bf16"}) {
    // a: 16 x 16 at s, b: 8 x 16 at s+512, by rows.
    std::string body = R"(
      .shared .align 16 .b8 s[768];
      mov.u32 %r2, s; mul.wide.u32 %rd4, %r1, 16;
      add.u64 %rd5, %rd1, %rd4; ld.global.v4.b32 {%r4,%r5,%r6,%r7}, [%rd5];
      shl.b32 %r3, %r1, 4; add.u32 %r3, %r3, %r2;
      st.shared.v4.b32 [%r3], {%r4,%r5,%r6,%r7};
      setp.ge.u32 %p1, %r1, 16; @%p1 bra NEXT;
      add.u64 %rd5, %rd2, %rd4; ld.global.v4.b32 {%r4,%r5,%r6,%r7}, [%rd5];
      st.shared.v4.b32 [%r3+512], {%r4,%r5,%r6,%r7};
    NEXT:
      bar.warp.sync -1;
      and.b32 %r8, %r1, 15; shl.b32 %r8, %r8, 5;
      shr.u32 %r9, %r1, 4; shl.b32 %r9, %r9, 4;
      add.u32 %r8, %r8, %r9; add.u32 %r8, %r8, %r2;
      ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10,%r11,%r12,%r13}, [%r8];
      and.b32 %r8, %r1, 7; shl.b32 %r8, %r8, 5;
      shr.u32 %r9, %r1, 3; and.b32 %r9, %r9, 1; shl.b32 %r9, %r9, 4;
      add.u32 %r8, %r8, %r9; add.u32 %r8, %r8, %r2;
      ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r14,%r15}, [%r8+512];
      mov.b32 %r20, 0; mov.b32 %r21, 0; mov.b32 %r22, 0; mov.b32 %r23, 0;
      mma.sync.aligned.m16n8k16.row.col.f32.TYPE.TYPE.f32
        {%r20,%r21,%r22,%r23}, {%r10,%r11,%r12,%r13}, {%r14,%r15},
        {%r20,%r21,%r22,%r23};
    )" + storeTile;
    for (size_t at; (at = body.find("TYPE")) != std::string::npos;)
      body.replace(at, 4, type);
    Device device(kernel(body, 3));
    const Format &format =
        std::string(type) == "f16" ? halfFormat : bfloatFormat;
    Numbers a(16, 16, 1), b(8, 16, 2);
    uint64_t out = device.make<float>(128);
    device.run(
        "k", shape(1, 32),
        {device.put(a.halves(format)), device.put(b.halves(format)), out});
    EXPECT_EQ(device.report.text("k.ptx"), "");
    EXPECT_EQ(device.get<float>(out), product(a, b)) << type;
  }
}

TEST(Matrix, MmaOfTf32) {
  Device device(kernel(R"(
    shr.u32 %r2, %r1, 2; and.b32 %r3, %r1, 3;
    mad.lo.u32 %r4, %r2, 8, %r3; mul.wide.u32 %rd4, %r4, 4;
    add.u64 %rd5, %rd1, %rd4; add.u64 %rd6, %rd2, %rd4;
    ld.global.b32 %r10, [%rd5]; ld.global.b32 %r11, [%rd5+256];
    ld.global.b32 %r12, [%rd5+16]; ld.global.b32 %r13, [%rd5+272];
    ld.global.b32 %r14, [%rd6]; ld.global.b32 %r15, [%rd6+16];
    mov.b32 %r16, 0f3f800000;
    mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
      {%r20,%r21,%r22,%r23}, {%r10,%r11,%r12,%r13}, {%r14,%r15},
      {%r16,%r16,%r16,%r16};
  )" + storeTile,
                       3));
  Numbers a(16, 8, 1), b(8, 8, 2);
  auto floats = [](const Numbers &numbers) {
    return std::vector<float>(numbers.values.begin(), numbers.values.end());
  };
  uint64_t out = device.make<float>(128);
  device.run("k", shape(1, 32),
             {device.put(floats(a)), device.put(floats(b)), out});
  EXPECT_EQ(device.report.text("k.ptx"), "");
  auto expected = product(a, b);
  for (float &value : expected)
    value += 1;
  EXPECT_EQ(device.get<float>(out), expected);
}

TEST(Matrix, MmaOfBytesAndDoubles) {
  Device bytes(kernel(R"(
    shr.u32 %r2, %r1, 2; and.b32 %r3, %r1, 3;
    shl.b32 %r3, %r3, 2; mad.lo.u32 %r4, %r2, 32, %r3; cvt.u64.u32 %rd4, %r4;
    add.u64 %rd5, %rd1, %rd4; add.u64 %rd6, %rd2, %rd4;
    ld.global.b32 %r10, [%rd5]; ld.global.b32 %r11, [%rd5+256];
    ld.global.b32 %r12, [%rd5+16]; ld.global.b32 %r13, [%rd5+272];
    ld.global.b32 %r14, [%rd6]; ld.global.b32 %r15, [%rd6+16];
    mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32
      {%r20,%r21,%r22,%r23}, {%r10,%r11,%r12,%r13}, {%r14,%r15}, {0,0,0,0};
    cvt.rn.f32.s32 %r20, %r20; cvt.rn.f32.s32 %r21, %r21;
    cvt.rn.f32.s32 %r22, %r22; cvt.rn.f32.s32 %r23, %r23;
  )" + storeTile,
                      3));
  Numbers a(16, 32, 1), b(8, 32, 2);
  auto narrow = [](const Numbers &numbers) {
    return std::vector<int8_t>(numbers.values.begin(), numbers.values.end());
  };
  uint64_t out = bytes.make<float>(128);
  bytes.run("k", shape(1, 32),
            {bytes.put(narrow(a)), bytes.put(narrow(b)), out});
  EXPECT_EQ(bytes.report.text("k.ptx"), "");
  EXPECT_EQ(bytes.get<float>(out), product(a, b));

  Device doubles(kernel(R"(
    shr.u32 %r2, %r1, 2; and.b32 %r3, %r1, 3;
    mad.lo.u32 %r4, %r2, 4, %r3; mul.wide.u32 %rd4, %r4, 8;
    add.u64 %rd5, %rd1, %rd4; add.u64 %rd6, %rd2, %rd4;
    ld.global.f64 %d1, [%rd5]; ld.global.f64 %d2, [%rd6];
    mov.f64 %d3, 0d0000000000000000;
    mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
      {%d4, %d5}, {%d1}, {%d2}, {%d3, %d3};
    shl.b32 %r5, %r1, 4; cvt.u64.u32 %rd7, %r5; add.u64 %rd7, %rd3, %rd7;
    st.global.v2.f64 [%rd7], {%d4, %d5};)",
                        3));
  Numbers c(8, 4, 3), d(8, 4, 4);
  auto wide = [](const Numbers &numbers) {
    return std::vector<double>(numbers.values.begin(), numbers.values.end());
  };
  out = doubles.make<double>(64);
  doubles.run("k", shape(1, 32),
              {doubles.put(wide(c)), doubles.put(wide(d)), out});
  EXPECT_EQ(doubles.report.text("k.ptx"), "");
  auto found = doubles.get<double>(out);
  EXPECT_EQ(std::vector<float>(found.begin(), found.end()), product(c, d));
}

TEST(Matrix, TransposingMovesAndStores) {
  Device device(kernel(R"(
    .shared .align 16 .b8 s[128];
    mov.u32 %r2, s; and.b32 %r3, %r1, 7; shl.b32 %r3, %r3, 4;
    add.u32 %r3, %r3, %r2; mul.wide.u32 %rd4, %r1, 4;
    add.u64 %rd5, %rd1, %rd4; add.u64 %rd6, %rd2, %rd4;
    ld.global.b32 %r4, [%rd5];
    movmatrix.sync.aligned.m8n8.trans.b16 %r5, %r4;
    stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r3], {%r5};
    bar.warp.sync -1;
    ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r6}, [%r3];
    st.global.b32 [%rd6], %r6;)",
                       2));
  Numbers a(8, 8, 1);
  uint64_t out = device.make<uint16_t>(64);
  device.run("k", shape(1, 32), {device.put(a.halves()), out});
  EXPECT_EQ(device.report.text("k.ptx"), "");
  auto expected = a.halves(), found = device.get<uint16_t>(out);
  for (size_t r = 0; r < 8; ++r)
    for (size_t c = 0; c < 8; ++c)
      EXPECT_EQ(found[r * 8 + c], expected[c * 8 + r]);
}

/// wgmma of 64 x 16 by 16 x 8 halves: both operands lie in shared memory as
/// `place` says, which gives the byte of a row and a depth.
template <typename Place>
static std::string wgmmaFaults(Swizzle swizzle, bool transposed, Place place,
                               uint64_t leading, uint64_t stride,
                               const std::string &before,
                               const std::string &behind) {
  static const uint64_t modes[] = {0, 3, 2, 1};
  uint64_t descriptor = modes[static_cast<int>(swizzle)] << 62 |
                        (leading >> 4) << 16 | (stride >> 4) << 32;
  std::string flags = transposed ? "1, 1" : "0, 0";
  Device device(kernel(R"(
    .shared .align 1024 .b8 s[8192];
    mov.u32 %r2, s; mul.wide.u32 %rd4, %r1, 64; shl.b32 %r3, %r1, 6;
    add.u32 %r3, %r3, %r2; add.u64 %rd5, %rd1, %rd4;
    mov.u32 %r4, 0;
  COPY:
    ld.global.v4.b32 {%r5,%r6,%r7,%r8}, [%rd5];
    st.shared.v4.b32 [%r3], {%r5,%r6,%r7,%r8};
    add.u64 %rd5, %rd5, 16; add.u32 %r3, %r3, 16; add.u32 %r4, %r4, 1;
    setp.lt.u32 %p1, %r4, 4; @%p1 bra COPY;
  )" + before + R"(
    bar.sync 0;
    mov.u64 %rd6, )" + std::to_string(descriptor) +
                           R"(;
    add.u64 %rd7, %rd6, 256;
    mov.b32 %r20, 0; mov.b32 %r21, 0; mov.b32 %r22, 0; mov.b32 %r23, 0;
    mov.pred %p2, 0;
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
      {%r20,%r21,%r22,%r23}, %rd6, %rd7, %p2, 1, 1, )" +
                           flags + R"(;
    mov.pred %p2, 1;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16
      {%r20,%r21,%r22,%r23}, %rd6, %rd7, %p2, 1, 1, )" +
                           flags + R"(;
    wgmma.commit_group.sync.aligned;
  )" + behind + R"(
    wgmma.wait_group.sync.aligned 0;
    shr.u32 %r9, %r1, 5; mul.wide.u32 %rd8, %r9, 512; add.u64 %rd3, %rd2, %rd8;
    and.b32 %r1, %r1, 31;
  )" + storeTile,
                       2));
  Numbers a(64, 16, 1), b(8, 16, 2);
  std::vector<uint16_t> memory(4096);
  auto fill = [&](const Numbers &from, uint64_t start) {
    auto bits = from.halves();
    for (unsigned r = 0; r < from.rows; ++r)
      for (unsigned k = 0; k < 16; ++k)
        memory[swizzled(swizzle, start + place(r, k)) / 2] = bits[r * 16 + k];
  };
  fill(a, 0);
  fill(b, 4096);
  uint64_t out = device.make<float>(512);
  device.run("k", shape(1, 128), {device.put(memory), out});
  if (device.faults().empty()) {
    auto expected = product(a, b);
    for (float &value : expected)
      value *= 2;
    EXPECT_EQ(device.get<float>(out), expected);
  }
  return device.faults();
}

static const char *const fence = "fence.proxy.async.shared::cta;";

/// Lines of 32, 64 or 128 bytes, eight of them together.
static std::string wgmmaByLines(Swizzle swizzle, const std::string &before,
                                const std::string &behind) {
  unsigned line = 16u << static_cast<unsigned>(swizzle);
  auto place = [line](unsigned r, unsigned k) {
    return uint64_t{r / 8 * 8 * line + r % 8 * line + k * 2};
  };
  // Only 4096 bytes are free for 64 lines.
  return line * 64 > 4096
             ? "too wide"
             : wgmmaFaults(swizzle, false, place, 16, 8 * line, before, behind);
}

TEST(Matrix, WgmmaOfAllLayouts) {
  EXPECT_EQ(wgmmaByLines(Swizzle::Bytes32, fence, ""), "");
  EXPECT_EQ(wgmmaByLines(Swizzle::Bytes64, fence, ""), "");
  // Without a swizzle: 8 x 16 bytes together.
  auto plain = [](unsigned r, unsigned k) {
    return uint64_t{r / 8 * 256 + k / 8 * 128 + r % 8 * 16 + k % 8 * 2};
  };
  EXPECT_EQ(wgmmaFaults(Swizzle::None, false, plain, 128, 256, fence, ""), "");
  // Rows lie together, 64 in a line of 128 bytes.
  auto columns = [](unsigned r, unsigned k) {
    return uint64_t{r * 2 + k % 8 * 128 + k / 8 * 1024};
  };
  EXPECT_EQ(wgmmaFaults(Swizzle::Bytes128, true, columns, 0, 1024, fence, ""),
            "");
}

TEST(Matrix, WrongWgmmaIsCaught) {
  EXPECT_THAT(wgmmaByLines(Swizzle::Bytes32, "", ""),
              HasSubstr("missing-proxy-fence"));
  EXPECT_THAT(wgmmaByLines(Swizzle::Bytes32, fence, "mov.b32 %r30, %r20;"),
              HasSubstr("stale-accumulator"));
  EXPECT_THAT(wgmmaByLines(Swizzle::Bytes32, fence,
                           "bar.sync 0; st.shared.u32 [s], 0x12345678;"),
              HasSubstr("async-source-changed"));
  // Waiting for all but one group waits for nothing here.
  EXPECT_THAT(wgmmaByLines(Swizzle::Bytes32, fence,
                           "wgmma.wait_group.sync.aligned 1; "
                           "mov.b32 %r30, %r20;"),
              HasSubstr("stale-accumulator"));
}

TEST(Matrix, WholeWarpsAreNeeded) {
  Device device(kernel(R"(
    setp.lt.u32 %p1, %r1, 16; @%p1 ret;
    movmatrix.sync.aligned.m8n8.trans.b16 %r5, %r1;)"));
  device.run("k", shape(1, 32), {0});
  EXPECT_EQ(device.faults(), "warp-mask");
}
