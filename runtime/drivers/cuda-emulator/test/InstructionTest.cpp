// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single instructions, on the values that they are special for.

#include "test/Device.h"

#include <cmath>
#include <limits>

using namespace kiln::emu;
using namespace kiln::emu::test;

namespace {
/// What one instruction gives: `type` is that of the result, whose bits are
/// stored from register %o.
struct Case {
  const char *type;
  const char *code;
  uint64_t bits;
};
} // namespace

static void expectBits(const std::vector<Case> &cases) {
  for (const Case &one : cases) {
    std::string type = one.type;
    std::string body = ".reg ." + type + " %o;\n" + one.code + "\nst.global." +
                       (type == "b16" ? "b16" : type) + " [%rd1], %o;";
    Device device(kernel(body));
    uint64_t out = device.put(std::vector<uint64_t>{0});
    device.run("k", shape(1, 1), {out});
    EXPECT_EQ(device.report.text("k.ptx"), "");
    EXPECT_EQ(device.get<uint64_t>(out)[0], one.bits) << one.code;
  }
}

static uint64_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return bits;
}

static uint64_t bitsOf(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, 8);
  return bits;
}

TEST(Instructions, Integers) {
  expectBits({
      {"b32", "add.s32 %o, 2147483647, 1;", 0x80000000},
      {"b32", "add.sat.s32 %o, 2147483647, 1;", 0x7fffffff},
      {"b32", "sub.sat.s32 %o, -2147483648, 1;", 0x80000000},
      {"b32", "mul.hi.s32 %o, -2, 3;", 0xffffffff},
      {"b32", "mul.hi.u32 %o, 0xffffffff, 2;", 1},
      {"b64", "mul.wide.s32 %o, -2, 3;", 0xfffffffffffffffa},
      {"b64", "mul.hi.u64 %o, 0xffffffffffffffff, 16;", 15},
      {"b64", "mul.hi.s64 %o, -1, 16;", 0xffffffffffffffff},
      {"b64", "mad.wide.u32 %o, 65536, 65536, 5;", 0x100000005},
      {"b32", "mad.lo.s32 %o, 3, 4, -13;", 0xffffffff},
      {"b32", "mul24.lo.u32 %o, 0x1000003, 5;", 15},
      {"b32", "mad24.lo.s32 %o, 0xffffff, 5, 1;", 0xfffffffc},
      {"b32", "sad.u32 %o, 3, 9, 1;", 7},
      {"b32", "div.s32 %o, -7, 2;", 0xfffffffd},
      {"b32", "rem.s32 %o, -7, 2;", 0xffffffff},
      {"b32", "div.u32 %o, 7, 0;", 0xffffffff},
      {"b32", "rem.u32 %o, 7, 0;", 7},
      {"b64", "div.s64 %o, -9223372036854775808, -1;", 0x8000000000000000},
      {"b32", "abs.s32 %o, -5;", 5},
      {"b32", "neg.s32 %o, 5;", 0xfffffffb},
      {"b32", "min.s32 %o, -5, 5;", 0xfffffffb},
      {"b32", "min.u32 %o, -5, 5;", 5},
      {"b32", "max.relu.s32 %o, -5, -6;", 0},
      {"b32",
       "mov.b32 %r2, 0x0001ffff; mov.b32 %r3, 0x00010001; "
       "add.u16x2 %o, %r2, %r3;",
       0x00020000},
      {"b32",
       "mov.b32 %r2, 0x0001ffff; mov.b32 %r3, 0x00020001; "
       "min.s16x2 %o, %r2, %r3;",
       0x0001ffff},
      {"b32", "dp4a.s32.s32 %o, 0x01ff0203, 0x02030401, 10;", 20},
      {"b32", "dp2a.lo.u32.u32 %o, 0x00020003, 0x0405, 1;", 24},
      {"b32", "mad.hi.sat.s32 %o, 0x7fffffff, 0x7fffffff, 0x7fffffff;",
       0x7fffffff},
  });
}

TEST(Instructions, Video) {
  // Their operands are registers.
  auto on = [](const char *op, uint32_t a, uint32_t b, uint32_t c) {
    return rt::concat("mov.b32 %r2, ", a, "; mov.b32 %r3, ", b,
                      "; mov.b32 %r4, ", c, "; ", op, " %o, %r2, %r3, %r4;");
  };
  struct Row {
    const char *op;
    uint32_t a, b, c, result;
  };
  for (const Row &row : std::initializer_list<Row>{
           {"vadd4.u32.u32.u32", 0x01ff7f80, 0x01020304, 0, 0x02018284},
           {"vadd4.u32.u32.u32.sat", 0x01ff7f80, 0x01020304, 0, 0x02ff8284},
           {"vadd4.s32.s32.s32.sat", 0x01ff7f80, 0x010203ff, 0, 0x02017f80},
           {"vsub2.s32.s32.s32.sat", 0x80000005, 0x00010007, 0, 0x8000fffe},
           {"vsub4.u32.u32.u32.sat", 0x05050505, 0x06040605, 0, 0x00010000},
           {"vavrg4.u32.u32.u32", 0x01fe0003, 0x02ff0004, 0, 0x02ff0004},
           {"vavrg2.s32.s32.s32", 0xfffd0003, 0x00000000, 0, 0xfffe0002},
           {"vabsdiff4.u32.u32.u32", 0x01ff0509, 0x02010904, 0, 0x01fe0405},
           {"vabsdiff4.u32.u32.u32.add", 0x01ff0509, 0x02010904, 1000,
            1000 + 1 + 254 + 4 + 5},
           {"vabsdiff4.u32.s32.s32", 0x80000000, 0x7f000000, 0, 0xff000000},
           {"vmin4.s32.s32.s32", 0x80017f00, 0x0102ff01, 0, 0x8001ff00},
           {"vmax2.u32.u32.u32", 0x80000001, 0x7fff0002, 0, 0x80000002},
           {"vset4.u32.u32.lt", 0x01020304, 0x02020202, 0, 0x01000000},
           {"vset4.s32.s32.ge.add", 0xff020304, 0x02020202, 7, 10},
           {"vset2.u32.u32.ne", 0x00010002, 0x00010003, 0, 1},
       }) {
    std::string code = on(row.op, row.a, row.b, row.c);
    expectBits({{"b32", code.c_str(), row.result}});
  }
}

TEST(Instructions, Carries) {
  expectBits({
      {"b32", "add.cc.u32 %r2, 0xffffffff, 1; addc.u32 %o, 5, 6;", 12},
      {"b32", "sub.cc.u32 %r2, 0, 1; subc.u32 %o, 5, 1;", 3},
      {"b32", "mad.lo.cc.u32 %r2, 65536, 65536, 0; addc.u32 %o, 0, 0;", 0},
      {"b32",
       "mad.lo.cc.u32 %r2, 0xffffffff, 1, 1; madc.hi.u32 %o, 65536, 65536, 0;",
       2},
  });
}

TEST(Instructions, Bits) {
  expectBits({
      {"b32", "and.b32 %o, 12, 10;", 8},
      {"b32", "or.b32 %o, 12, 10;", 14},
      {"b32", "xor.b32 %o, 12, 10;", 6},
      {"b32", "not.b32 %o, 0;", 0xffffffff},
      {"b32", "cnot.b32 %o, 0;", 1},
      {"b32", "lop3.b32 %o, 0xf0, 0xcc, 0xaa, 0x80;", 0x80},
      {"b32", "lop3.b32 %o, 0xf0, 0xcc, 0xaa, 0x96;", 0x96},
      {"b32", "shl.b32 %o, 1, 32;", 0},
      {"b32", "shr.s32 %o, -8, 40;", 0xffffffff},
      {"b32", "shr.u32 %o, -8, 40;", 0},
      {"b32", "shf.l.wrap.b32 %o, 0x80000000, 1, 33;", 3},
      {"b32", "shf.r.clamp.b32 %o, 5, 7, 40;", 7},
      {"b32", "prmt.b32 %o, 0x44332211, 0x88776655, 0x7531;", 0x88664422},
      {"b32", "prmt.b32 %o, 0x80, 0, 0x0008;", 0x808080ff},
      {"b32", "prmt.b32.f4e %o, 0x44332211, 0x88776655, 2;", 0x66554433},
      {"b32", "popc.b64 %o, 0xff00000000000001;", 9},
      {"b32", "clz.b32 %o, 1;", 31},
      {"b32", "clz.b64 %o, 0;", 64},
      {"b32", "bfind.u32 %o, 0x10;", 4},
      {"b32", "bfind.s32 %o, -1;", 0xffffffff},
      {"b32", "bfind.shiftamt.u32 %o, 1;", 31},
      {"b32", "brev.b32 %o, 1;", 0x80000000},
      {"b32", "bfe.u32 %o, 0xabcd, 4, 8;", 0xbc},
      {"b32", "bfe.s32 %o, 0xf0, 4, 4;", 0xffffffff},
      {"b32", "bfe.s32 %o, 0x80000000, 31, 8;", 0xffffffff},
      {"b64", "bfe.u64 %o, 0xabcd, 4, 0;", 0},
      {"b32", "bfi.b32 %o, 0xf, 0, 8, 4;", 0xf00},
      {"b32", "bmsk.clamp.b32 %o, 4, 4;", 0xf0},
      {"b32", "szext.wrap.s32 %o, 0xff, 8;", 0xffffffff},
      {"b32", "fns.b32 %o, 0xb, 0, 3;", 3},
  });
}

TEST(Instructions, FloatRoundings) {
  // 1 + 2^-30 lies between 1 and its neighbour.
  expectBits({
      {"f32", "add.rn.f32 %o, 0f3f800000, 0f30800000;", 0x3f800000},
      {"f32", "add.rp.f32 %o, 0f3f800000, 0f30800000;", 0x3f800001},
      {"f32", "add.rm.f32 %o, 0f3f800000, 0fb0800000;", 0x3f7fffff},
      {"f32", "add.rz.f32 %o, 0fbf800000, 0f30800000;", 0xbf7fffff},
      {"f32", "mul.rz.f32 %o, 0f3f800001, 0f3f800001;", 0x3f800002},
      {"f32", "mul.rp.f32 %o, 0f3f800001, 0f3f800001;", 0x3f800003},
      {"f64", "add.rp.f64 %o, 0d3ff0000000000000, 0d3000000000000000;",
       0x3ff0000000000001},
      {"f32", "div.rn.f32 %o, 0f3f800000, 0f40400000;", 0x3eaaaaab},
      {"f32", "div.rz.f32 %o, 0f3f800000, 0f40400000;", 0x3eaaaaaa},
      {"f32", "sqrt.rn.f32 %o, 0f40000000;", bitsOf(std::sqrt(2.0f))},
      {"f32", "rcp.rn.f32 %o, 0f40400000;", 0x3eaaaaab},
      {"f32", "fma.rn.f32 %o, 0f3f800001, 0f3f800001, 0fbf800002;",
       bitsOf(std::fma(1.00000012f, 1.00000012f, -1.00000024f))},
  });
}

TEST(Instructions, FloatSpecialValues) {
  expectBits({
      {"f32", "add.f32 %o, 0f7f800000, 0fff800000;", 0x7fffffff},
      {"f32", "add.ftz.f32 %o, 0f00000001, 0f00000001;", 0},
      {"f32", "add.f32 %o, 0f00000001, 0f00000001;", 2},
      {"f32", "mul.ftz.f32 %o, 0f80000001, 0f3f800000;", 0x80000000},
      {"f32", "add.sat.f32 %o, 0f3f800000, 0f3f800000;", 0x3f800000},
      {"f32", "add.sat.f32 %o, 0f7fc00000, 0f3f800000;", 0},
      {"f32", "min.f32 %o, 0f7fc00000, 0f3f800000;", 0x3f800000},
      {"f32", "min.NaN.f32 %o, 0f7fc00000, 0f3f800000;", 0x7fffffff},
      {"f32", "min.f32 %o, 0f00000000, 0f80000000;", 0x80000000},
      {"f32", "max.f32 %o, 0f80000000, 0f00000000;", 0},
      {"f32", "max.xorsign.abs.f32 %o, 0fc0000000, 0f3f800000;", 0xc0000000},
      {"f32", "abs.f32 %o, 0fff800000;", 0x7f800000},
      {"f32", "neg.ftz.f32 %o, 0f00000001;", 0x80000000},
      {"f32", "copysign.f32 %o, 0f80000000, 0f3f800000;", 0xbf800000},
      {"f32", "ex2.approx.f32 %o, 0f40400000;", bitsOf(8.0f)},
      {"f32", "lg2.approx.f32 %o, 0f41000000;", bitsOf(3.0f)},
      {"f32", "rsqrt.approx.f32 %o, 0f40800000;", bitsOf(0.5f)},
      {"f32", "tanh.approx.f32 %o, 0f7f800000;", bitsOf(1.0f)},
      {"f64", "rcp.approx.ftz.f64 %o, 0d4000000000000000;", bitsOf(0.5)},
  });
}

TEST(Instructions, Halves) {
  expectBits({
      {"b16",
       "mov.b16 %h1, 0x3c00; mov.b16 %h2, 0x1000; "
       "add.f16 %o, %h1, %h2;",
       0x3c00},
      {"b16", "mov.b16 %h1, 0x7bff; add.f16 %o, %h1, %h1;", 0x7c00},
      {"b16", "mov.b16 %h1, 0x3c01; fma.rn.f16 %o, %h1, %h1, %h1;", 0x4002},
      {"b16",
       "mov.b16 %h1, 0x3f80; mov.b16 %h2, 0x3b80; "
       "add.bf16 %o, %h1, %h2;",
       0x3f80},
      {"b32", "mov.b32 %r2, 0x3c004000; mul.f16x2 %o, %r2, %r2;", 0x3c004400},
      {"b32", "mov.b32 %r2, 0x3f804000; fma.rn.bf16x2 %o, %r2, %r2, %r2;",
       0x400040c0},
      {"b16", "mov.b16 %h1, 0xbc00; fma.rn.relu.f16 %o, %h1, %h1, %h1;", 0},
      {"b32",
       "mov.b32 %r2, 0x7e003c00; mov.b32 %r3, 0x3c004000; "
       "min.f16x2 %o, %r2, %r3;",
       0x3c003c00},
      {"b32", "mov.b32 %r2, 0x3c00bc00; neg.f16x2 %o, %r2;", 0xbc003c00},
  });
}

TEST(Instructions, Conversions) {
  expectBits({
      {"b32", "cvt.rni.s32.f32 %o, 0f40200000;", 2},
      {"b32", "cvt.rzi.s32.f32 %o, 0fc0200000;", 0xfffffffe},
      {"b32", "cvt.rmi.s32.f32 %o, 0fc0200000;", 0xfffffffd},
      {"b32", "cvt.rpi.s32.f32 %o, 0f40200000;", 3},
      {"b32", "cvt.rzi.u32.f32 %o, 0fc0200000;", 0},
      {"b32", "cvt.rzi.s32.f32 %o, 0f7f800000;", 0x7fffffff},
      {"b32", "cvt.rzi.s32.f32 %o, 0f7fc00000;", 0},
      {"b64", "cvt.rzi.s64.f64 %o, 0d7ff8000000000000;", 0x8000000000000000},
      {"b64", "cvt.rzi.u64.f64 %o, 0d43e0000000000000;", 0x8000000000000000},
      {"f32", "cvt.rn.f32.u64 %o, 0xffffffffffffffff;", bitsOf(0x1p64f)},
      {"f32", "cvt.rz.f32.u64 %o, 0xffffffffffffffff;", 0x5f7fffff},
      {"f32", "cvt.rn.f32.f64 %o, 0d3ff0000010000000;", 0x3f800000},
      {"f32", "cvt.rp.f32.f64 %o, 0d3ff0000010000000;", 0x3f800001},
      {"f32", "cvt.rni.f32.f32 %o, 0f3fc00000;", bitsOf(2.0f)},
      {"f32", "cvt.sat.f32.f32 %o, 0f40000000;", bitsOf(1.0f)},
      {"f64", "cvt.f64.f32 %o, 0f3fc00000;", bitsOf(1.5)},
      {"b16", "cvt.rn.f16.f32 %o, 0f477fe000;", 0x7bff},
      {"b16", "cvt.rn.f16.f32 %o, 0f477ff000;", 0x7c00},
      {"b16", "cvt.rn.f16.f32 %o, 0f33000000;", 0},
      {"b16", "cvt.rn.f16.f32 %o, 0f33000001;", 1},
      {"b16", "cvt.rz.bf16.f32 %o, 0f3fffffff;", 0x3fff},
      {"b16", "cvt.rn.bf16.f32 %o, 0f3f808000;", 0x3f80},
      {"b32", "cvt.rna.tf32.f32 %o, 0f3f801000;", 0x3f802000},
      {"b32", "cvt.s32.s8 %o, %h1;", 0},
      {"b32", "cvt.sat.u8.s32 %o, 300;", 255},
      {"b64", "cvt.s64.s32 %o, -1;", 0xffffffffffffffff},
      {"b64", "cvt.u64.u32 %o, -1;", 0xffffffff},
      {"b16", "cvt.u16.u32 %o, 0x12345;", 0x2345},
      {"b32", "cvt.rn.f16x2.f32 %o, 0f3f800000, 0f40000000;", 0x3c004000},
      {"b16", "cvt.rn.satfinite.e4m3x2.f32 %o, 0f43e00000, 0f44000000;",
       0x7e7e},
      {"b16", "cvt.rn.satfinite.e5m2x2.f32 %o, 0f3f800000, 0fc0000000;",
       0x3cc0},
      {"b32", "mov.b16 %h1, 0x383c; cvt.rn.f16x2.e4m3x2 %o, %h1;", 0x3c003e00},
      {"b32", "cvt.pack.sat.s8.s32.b32 %o, 300, -300, 0x1234;", 0x12347f80},
  });
}

TEST(Instructions, MovesAndSelections) {
  expectBits({
      {"b64", "mov.b64 %o, {1, 2};", 0x200000001},
      {"b32", "mov.b64 {%r2, %o}, 0x500000004;", 5},
      {"b32", "mov.b64 {_, %o}, 0x500000004;", 5},
      {"b32", "mov.b16 %h1, 7; mov.b32 %o, {%h1, %h1};", 0x70007},
      {"b32", "slct.b32.s32 %o, 3, 4, -1;", 4},
      {"b32", "setp.lt.s32 %p1, -1, 1; selp.b32 %o, 3, 4, %p1;", 3},
      {"b32", "setp.lo.u32 %p1, -1, 1; selp.b32 %o, 3, 4, %p1;", 4},
      {"b32",
       "setp.ne.f32 %p1|%p2, 0f7fc00000, 0f00000000; "
       "selp.b32 %o, 3, 4, %p2;",
       3},
      {"b32",
       "setp.neu.f32 %p1, 0f7fc00000, 0f00000000; "
       "selp.b32 %o, 3, 4, %p1;",
       3},
      {"b32",
       "setp.eq.s32 %p1, 1, 1; setp.eq.and.s32 %p2, 1, 1, !%p1; "
       "selp.b32 %o, 3, 4, %p2;",
       4},
      {"b32", "set.gt.u32.s32 %o, 3, 2;", 0xffffffff},
      {"f32", "set.gt.f32.s32 %o, 3, 2;", 0x3f800000},
      {"b32", "testp.subnormal.f32 %p1, 0f00000001; selp.b32 %o, 3, 4, %p1;",
       3},
      {"b32",
       "mov.pred %p1, 1; xor.pred %p2, %p1, %p1; not.pred %p2, %p2; "
       "selp.b32 %o, 3, 4, %p2;",
       3},
      {"b32", "mov.u32 %o, %ntid.x;", 1},
      {"b64", "cvta.shared.u64 %rd2, 16; cvta.to.shared.u64 %o, %rd2;", 16},
  });
}

TEST(Instructions, DivergenceMeetsAgain) {
  Device device(kernel(R"(
    mov.u32 %r2, 0;
    mov.u32 %r3, 0;
LOOP:
    add.u32 %r2, %r2, %r3;
    add.u32 %r3, %r3, 1;
    setp.le.u32 %p1, %r3, %r1;
    @%p1 bra LOOP;
    activemask.b32 %r4;
    mul.wide.u32 %rd2, %r1, 8;
    add.s64 %rd3, %rd1, %rd2;
    st.global.v2.u32 [%rd3], {%r2, %r4};)"));
  uint64_t out = device.make<uint32_t>(128);
  device.run("k", shape(1, 64), {out});
  EXPECT_EQ(device.faults(), "");
  auto values = device.get<uint32_t>(out);
  for (uint32_t i = 0; i < 64; ++i) {
    EXPECT_EQ(values[2 * i], i * (i + 1) / 2);
    EXPECT_EQ(values[2 * i + 1], 0xffffffff);
  }
}

TEST(Instructions, CallsOfFunctions) {
  Device device(R"(.version 8.5
.target sm_90a
.address_size 64
.func (.param .b32 out) square(.param .b32 in, .param .align 8 .b8 more[16]) {
  .reg .b32 %r<4>; .reg .pred %p;
  ld.param.b32 %r1, [in];
  ld.param.b32 %r2, [more+8];
  setp.gt.u32 %p, %r1, 7;
  @%p bra LARGE;
  mul.lo.u32 %r3, %r1, %r1;
  st.param.b32 [out], %r3;
  ret;
LARGE:
  st.param.b32 [out], %r2;
  ret;
}
.visible .entry k(.param .u64 p0) {
  .reg .b32 %r<4>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [p0];
  mov.u32 %r1, %tid.x;
  { .param .b32 a; .param .align 8 .b8 b[16]; .param .b32 c;
    st.param.b32 [a], %r1;
    st.param.b32 [b+8], 99;
    call.uni (c), square, (a, b);
    ld.param.b32 %r2, [c]; }
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r2;
  ret;
})");
  uint64_t out = device.make<uint32_t>(32);
  device.run("k", shape(1, 32), {out});
  EXPECT_EQ(device.faults(), "");
  auto values = device.get<uint32_t>(out);
  for (uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(values[i], i > 7 ? 99 : i * i);
}

TEST(Instructions, FunctionsCallThemselves) {
  // The sum of 0 … n, each call with a local variable of its own.
  Device device(R"(.version 8.5
.target sm_90a
.address_size 64
.func (.param .b32 out) total(.param .b32 in) {
  .local .align 4 .b8 depot[4];
  .reg .b32 %r<6>; .reg .pred %p; .reg .b64 %rd<3>;
  mov.u64 %rd1, depot;
  cvta.local.u64 %rd2, %rd1;
  ld.param.b32 %r1, [in];
  st.u32 [%rd2], %r1;
  mov.u32 %r3, 0;
  setp.eq.u32 %p, %r1, 0;
  @%p bra DONE;
  sub.u32 %r2, %r1, 1;
  { .param .b32 a; .param .b32 c;
    st.param.b32 [a], %r2;
    call.uni (c), total, (a);
    ld.param.b32 %r3, [c]; }
DONE:
  ld.local.u32 %r4, [depot];
  add.u32 %r3, %r3, %r4;
  st.param.b32 [out], %r3;
  ret;
}
.visible .entry k(.param .u64 p0) {
  .reg .b32 %r<4>; .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [p0];
  mov.u32 %r1, %tid.x;
  { .param .b32 a; .param .b32 c;
    st.param.b32 [a], %r1;
    call.uni (c), total, (a);
    ld.param.b32 %r2, [c]; }
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r2;
  ret;
})");
  uint64_t out = device.make<uint32_t>(32);
  device.run("k", shape(1, 32), {out});
  EXPECT_EQ(device.report.text("k.ptx"), "");
  auto values = device.get<uint32_t>(out);
  for (uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(values[i], i * (i + 1) / 2);
}

TEST(Instructions, WarpsTogether) {
  auto each = [](const std::string &code) {
    Device device(kernel(code + R"(
      mul.wide.u32 %rd2, %r1, 4;
      add.s64 %rd3, %rd1, %rd2;
      st.global.u32 [%rd3], %r2;)"));
    uint64_t out = device.make<uint32_t>(32);
    device.run("k", shape(1, 32), {out});
    EXPECT_EQ(device.faults(), "") << code;
    return device.get<uint32_t>(out);
  };
  auto down = each("shfl.sync.down.b32 %r2|%p1, %r1, 4, 31, -1;");
  EXPECT_EQ(down[3], 7u);
  EXPECT_EQ(down[30], 30u);
  EXPECT_EQ(each("shfl.sync.up.b32 %r2, %r1, 4, 0, -1;")[9], 5u);
  EXPECT_EQ(each("shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;")[9], 8u);
  // Segments of eight lanes.
  EXPECT_EQ(each("shfl.sync.idx.b32 %r2, %r1, 2, 0x181f, -1;")[9], 10u);
  EXPECT_EQ(each("and.b32 %r3, %r1, 1; setp.eq.u32 %p1, %r3, 0; "
                 "vote.sync.ballot.b32 %r2, %p1, -1;")[5],
            0x55555555u);
  EXPECT_EQ(each("and.b32 %r3, %r1, 3; match.any.sync.b32 %r2, %r3, -1;")[2],
            0x44444444u);
  EXPECT_EQ(each("match.all.sync.b32 %r2|%p1, 5, -1;")[2], 0xffffffffu);
  EXPECT_EQ(each("redux.sync.add.s32 %r2, %r1, -1;")[7], 496u);
  EXPECT_EQ(each("redux.sync.max.u32 %r2, %r1, -1;")[7], 31u);
  EXPECT_EQ(each("elect.sync %r3|%p1, -1; selp.b32 %r2, 1, 0, %p1;")[0], 1u);
  // Two halves that diverged meet for a shuffle.
  EXPECT_EQ(each(R"(setp.lt.u32 %p1, %r1, 16;
    @%p1 bra LOW;
    shfl.sync.bfly.b32 %r2, %r1, 1, 31, 0xffff0000;
    bra DONE;
LOW:
    shfl.sync.bfly.b32 %r2, %r1, 2, 31, 0xffff;
DONE:)")[17],
            16u);
}

TEST(Instructions, Atomics) {
  auto total = [](const std::string &code, std::vector<uint32_t> start) {
    Device device(kernel(code));
    uint64_t out = device.put(start);
    device.run("k", shape(3, 64), {out});
    EXPECT_EQ(device.faults(), "") << code;
    return device.get<uint32_t>(out)[0];
  };
  EXPECT_EQ(total("red.global.add.u32 [%rd1], 2;", {5}), 389u);
  EXPECT_EQ(total("atom.global.max.u32 %r2, [%rd1], %r1;", {5}), 63u);
  EXPECT_EQ(total("atom.global.inc.u32 %r2, [%rd1], 99;", {0}), 92u);
  EXPECT_EQ(total("red.relaxed.gpu.global.or.b32 [%rd1], %r1;", {64}), 127u);
  EXPECT_EQ(total("red.global.add.f32 [%rd1], 0f3f800000;", {0}), 0x43400000u);
  EXPECT_EQ(total("mov.b32 %r2, 0x3c000000; "
                  "red.global.add.noftz.f16x2 [%rd1], %r2;",
                  {0}),
            0x5a000000u);
}

TEST(Instructions, LanesOfAWarpShareALock) {
  Device device(kernel(R"(
SPIN:
    atom.acquire.gpu.global.cas.b32 %r2, [%rd1+4], 0, 1;
    setp.ne.u32 %p1, %r2, 0;
    @%p1 bra SPIN;
    ld.global.u32 %r3, [%rd1];
    add.u32 %r3, %r3, 1;
    st.global.u32 [%rd1], %r3;
    atom.release.gpu.global.exch.b32 %r2, [%rd1+4], 0;)"));
  uint64_t words = device.put(std::vector<uint32_t>{7, 0});
  device.run("k", shape(2, 16), {words});
  EXPECT_EQ(device.faults(), "");
  EXPECT_EQ(device.get<uint32_t>(words)[0], 39u);
}
