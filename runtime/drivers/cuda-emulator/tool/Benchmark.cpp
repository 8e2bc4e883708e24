// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How fast the engine is, with all checks on: lane-instructions a second on
// one core, by kind of instruction.

#include "exec/Launch.h"

#include <chrono>
#include <cstdio>

using namespace kiln::emu;

/// A loop over a body in each of 128 threads of 16 blocks.
static std::string loop(const std::string &body) {
  std::string text = R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p0) {
  .reg .pred %p<4>; .reg .b32 %r<16>; .reg .b64 %rd<8>; .reg .f32 %f<16>;
  .reg .b16 %h<4>; .reg .f64 %d<4>;
  .shared .align 16 .b8 s[4096];
  ld.param.u64 %rd1, [p0];
  mov.u32 %r1, %tid.x;
  mov.u32 %r9, %ctaid.x;
  mov.u32 %r10, %ntid.x;
  mad.lo.u32 %r11, %r9, %r10, %r1;
  mul.wide.u32 %rd2, %r11, 4;
  add.u64 %rd2, %rd1, %rd2;
  mov.u32 %r12, s;
  shl.b32 %r13, %r1, 2;
  add.u32 %r12, %r12, %r13;
  mov.f32 %f1, 0f3f800000;
  mov.f32 %f2, 0f3f800001;
  mov.u32 %r2, 0;
LOOP:
)";
  for (int i = 0; i < 8; ++i)
    text += body + "\n";
  return text + R"(
  add.u32 %r2, %r2, 1;
  setp.lt.u32 %p1, %r2, 500;
  @%p1 bra LOOP;
  st.global.f32 [%rd2], %f1;
  st.global.u32 [%rd2], %r3;
  ret;
})";
}

static void measure(const char *name, const std::string &body) {
  Memory memory;
  auto module = parsePtx(loop(body), "benchmark");
  if (!module.ok())
    return;
  auto program = loadProgram(std::move(*module), memory);
  if (!program.ok()) {
    std::printf("%s\n", program.error().message.c_str());
    return;
  }
  Allocation &array = memory.allocate(16 * 128 * 4, "array");
  array.shadow.setWritten(0, array.size);
  std::vector<uint8_t> params(8);
  std::memcpy(params.data(), &array.base, 8);
  LaunchShape shape;
  shape.grid[0] = 16;
  shape.block[0] = 128;
  RunOptions options;
  options.workers = 1;
  Report report;
  auto start = std::chrono::steady_clock::now();
  auto stats = runKernel(**program, *(*program)->kernel("k"), memory, shape,
                         params, options, report);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  if (stats.ok())
    std::printf("%-20s %8.0f million lane-instructions/s%s\n", name,
                static_cast<double>(stats->laneInstructions) / 1e6 /
                    seconds.count(),
                report.empty() ? "" : ", with faults");
}

int main() {
  measure("fma.f32", "fma.rn.f32 %f1, %f1, %f2, %f2;");
  measure("add and mul f32", "add.f32 %f1, %f1, %f2; mul.f32 %f3, %f1, %f2;");
  measure("integers", "mad.lo.s32 %r3, %r3, %r2, %r1; xor.b32 %r4, %r3, %r2; "
                      "shl.b32 %r5, %r4, 3;");
  measure("comparisons",
          "setp.lt.s32 %p2, %r3, %r2; selp.b32 %r3, %r1, %r2, %p2;");
  measure("doubles", "cvt.f64.f32 %d1, %f1; fma.rn.f64 %d2, %d1, %d1, %d1; "
                     "cvt.rn.f32.f64 %f3, %d2;");
  measure("add.rz.f32", "add.rz.f32 %f1, %f1, %f2;");
  measure("fma.f16", "fma.rn.f16 %h1, %h2, %h3, %h1;");
  measure("ld.global", "ld.global.f32 %f1, [%rd2];");
  measure("st.shared", "st.shared.u32 [%r12], %r1;");
  measure("shfl", "shfl.sync.bfly.b32 %r3, %r1, 1, 31, -1;");
}
