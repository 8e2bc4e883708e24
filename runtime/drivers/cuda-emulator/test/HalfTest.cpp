// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums and products of f16 and bf16 against numbers that are computed in double
// and rounded once, bit by bit.

#include "isa/Numbers.h"
#include "test/Device.h"

#include <cmath>
#include <random>

using namespace kiln::emu;
using namespace kiln::emu::test;

namespace {
constexpr size_t count = 1 << 15;

/// Bits that are near the ends of the exponents as often as not.
std::vector<uint16_t> someBits(const Format &format, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<uint16_t> bits(count);
  unsigned top = (1u << format.exponent) - 1;
  for (uint16_t &word : bits) {
    uint32_t value = random() & 0xffff;
    unsigned near[] = {0, 1, top - 1, top, top / 2, top / 2 + 1};
    if (random() % 2)
      value = (value & ~(top << format.mantissa)) | near[random() % 6]
                                                        << format.mantissa;
    word = static_cast<uint16_t>(value);
  }
  return bits;
}

double flushed(double value, const Format &format) {
  int bias = (1 << (format.exponent - 1)) - 1;
  return std::fabs(value) < std::ldexp(1, 1 - bias) ? std::copysign(0.0, value)
                                                    : value;
}

struct Case {
  const char *opcode;
  const Format &format;
  bool flushes = false, saturates = false, relu = false;
};

double valueOf(const Case &one, double a, double b, double c) {
  std::string name = std::string(one.opcode).substr(0, 3);
  double value = name == "add"   ? a + b
                 : name == "sub" ? a - b
                 : name == "mul" ? a * b
                                 : fusedOdd(a, b, c);
  if (one.saturates)
    value = value > 0 ? std::fmin(value, 1) : 0;
  if (one.relu && value <= 0)
    value = 0;
  return value;
}

uint32_t expected(const Case &one, uint16_t a, uint16_t b, uint16_t c) {
  const Format &format = one.format;
  double v[3] = {decode(a, format), decode(b, format), decode(c, format)};
  for (double &value : v)
    value = one.flushes ? flushed(value, format) : value;
  uint32_t bits =
      encode(valueOf(one, v[0], v[1], v[2]), format, Rounding::Nearest);
  double result = decode(bits, format);
  return one.flushes && std::isfinite(result)
             ? encode(flushed(result, format), format, Rounding::Nearest)
             : bits;
}
} // namespace

static std::vector<uint16_t> compute(const Case &one,
                                     const std::vector<uint16_t> (&v)[3]) {
  std::string opcode = one.opcode;
  bool pairs = opcode.substr(opcode.size() - 2) == "x2";
  std::string c = opcode.substr(0, 3) == "fma" ? ", C" : "";
  std::string operation = opcode + " D, A, B" + c + ";";
  std::string type = pairs ? "b32" : "b16";
  std::string body = "mov.u32 %r2, %ctaid.x; mad.lo.u32 %r3, %r2, 64, %r1;\n"
                     "mul.wide.u32 %rd9, %r3, " +
                     std::string(pairs ? "4" : "2") + ";\n.reg ." + type +
                     " A, B, C, D;\n";
  const char *names[] = {"A", "B", "C"};
  for (int i = 0; i < 3; ++i)
    body += "add.u64 %rd8, %rd" + std::to_string(i + 1) + ", %rd9; ld.global." +
            type + " " + names[i] + ", [%rd8];\n";
  body += operation + "\nadd.u64 %rd8, %rd4, %rd9; st.global." + type +
          " [%rd8], D;";
  Device device(kernel(body, 4));
  uint64_t out = device.put(std::vector<uint16_t>(count));
  device.run("k", shape(count / (pairs ? 128 : 64), 64),
             {device.put(v[0]), device.put(v[1]), device.put(v[2]), out});
  EXPECT_EQ(device.report.text("k.ptx"), "");
  return device.get<uint16_t>(out);
}

TEST(Halves, AreRoundedOnce) {
  const Case cases[] = {
      {"add.f16", halfFormat},
      {"sub.f16x2", halfFormat},
      {"mul.f16", halfFormat},
      {"fma.rn.f16x2", halfFormat},
      {"add.ftz.f16", halfFormat, true},
      {"fma.rn.ftz.f16", halfFormat, true},
      {"mul.sat.f16x2", halfFormat, false, true},
      {"fma.rn.relu.f16", halfFormat, false, false, true},
      {"add.bf16", bfloatFormat},
      {"sub.bf16x2", bfloatFormat},
      {"mul.bf16", bfloatFormat},
      {"fma.rn.bf16", bfloatFormat},
      {"fma.rn.relu.bf16x2", bfloatFormat, false, false, true},
  };
  for (const Case &one : cases) {
    std::vector<uint16_t> v[3] = {someBits(one.format, 1),
                                  someBits(one.format, 2),
                                  someBits(one.format, 3)};
    std::vector<uint16_t> found = compute(one, v);
    for (size_t i = 0; i < count; ++i)
      ASSERT_EQ(found[i], expected(one, v[0][i], v[1][i], v[2][i]))
          << one.opcode << std::hex << " " << v[0][i] << " " << v[1][i] << " "
          << v[2][i];
  }
}
