// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floats of 8 bits in compiled kernels, against LLVM's own arithmetic on them:
// every code, and numbers of every exponent.
#include "../CPU/KernelsFixture.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

using namespace kiln;
using llvm::APFloat;

namespace {
struct Format {
  const char *type;
  const llvm::fltSemantics &semantics;
};
using EightBitFloats = KernelsTest;
} // namespace

static std::vector<Format> getFormats() {
  return {{"f8E4M3FN", APFloat::Float8E4M3FN()},
          {"f8E5M2", APFloat::Float8E5M2()},
          {"f8E4M3FNUZ", APFloat::Float8E4M3FNUZ()},
          {"f8E5M2FNUZ", APFloat::Float8E5M2FNUZ()},
          {"f8E8M0FNU", APFloat::Float8E8M0FNU()}};
}

/// One kernel from `from` to `to`, named after both.
static std::string convert(std::string from, std::string to,
                           const std::string &op) {
  std::string in = "tensor<?x" + from + ">", out = "tensor<?x" + to + ">";
  return "exec.kernel @" + from + "_" + to + "(%x: " + in + ", %n: index) -> " +
         out + " attributes {dims = [[0], [0]]} {\n" +
         "  %e = tensor.empty(%n) : " + out + "\n" +
         "  %y = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, "
         "affine_map<(d) -> (d)>], iterator_types = [\"parallel\"]} ins(%x : " +
         in + ") outs(%e : " + out + ") {\n  ^bb0(%a: " + from + ", %o: " + to +
         "):\n    %r = arith." + op + " %a : " + from + " to " + to +
         "\n    linalg.yield %r : " + to + "\n  } -> " + out +
         "\n  exec.yield %y : " + out + "\n}\n";
}

static float decode(uint8_t code, const llvm::fltSemantics &semantics) {
  APFloat number(semantics, llvm::APInt(8, code));
  if (number.isNaN()) // of f8E8M0FNU it would become infinity
    return NAN;
  bool inexact;
  number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &inexact);
  return number.convertToFloat();
}

static uint8_t encode(float value, const llvm::fltSemantics &semantics) {
  if (&semantics == &APFloat::Float8E8M0FNU()) {
    // PyTorch drops the sign, and rounds a tie up, but that next to 0.
    auto bits = llvm::bit_cast<uint32_t>(value) & 0x7fffffff;
    uint32_t exponent = bits >> 23, fraction = bits & 0x7fffff;
    bool up = exponent ? fraction >= 0x400000 : fraction > 0x400000;
    return exponent == 0xff ? 0xff : exponent + up;
  }
  APFloat number(value);
  bool inexact;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &inexact);
  return number.bitcastToAPInt().getZExtValue();
}

static bool isNan(uint8_t code, const llvm::fltSemantics &semantics) {
  return std::isnan(decode(code, semantics));
}

TEST_P(EightBitFloats, AreExtended) {
  std::vector<uint8_t> codes(256);
  for (int i = 0; i < 256; ++i)
    codes[i] = i;
  std::string text;
  for (const Format &format : getFormats())
    text += convert(format.type, "f32", "extf");
  compile(text);
  for (const Format &format : getFormats()) {
    std::vector<float> got(256);
    run(std::string(format.type) + "_f32", {codes.data()}, {256}, got);
    for (int i = 0; i < 256; ++i) {
      float wanted = decode(i, format.semantics);
      if (std::isnan(wanted))
        EXPECT_TRUE(std::isnan(got[i])) << format.type << " " << i;
      else
        EXPECT_EQ(llvm::bit_cast<uint32_t>(got[i]),
                  llvm::bit_cast<uint32_t>(wanted))
            << format.type << " " << i << ": " << got[i] << ", " << wanted;
    }
  }
}

TEST_P(EightBitFloats, AreRoundedTo) {
  // All that the rounding to so few bits can tell apart, and a bit more.
  std::vector<float> points;
  for (uint32_t high = 0; high < 1 << 13; ++high)
    for (uint32_t low : {0x00000u, 0x00001u, 0x40000u, 0x7ffffu})
      points.push_back(llvm::bit_cast<float>(high << 19 | low));
  std::string text;
  for (const Format &format : getFormats())
    text += convert("f32", format.type, "truncf");
  compile(text);
  for (const Format &format : getFormats()) {
    std::vector<uint8_t> got(points.size());
    run(std::string("f32_") + format.type, {points.data()},
        {int64_t(points.size())}, got);
    for (size_t i = 0; i < points.size(); ++i) {
      uint8_t wanted = encode(points[i], format.semantics);
      if (isNan(wanted, format.semantics))
        EXPECT_TRUE(isNan(got[i], format.semantics))
            << format.type << " of " << points[i] << ": " << int(got[i]);
      else
        EXPECT_EQ(got[i], wanted) << format.type << " of " << points[i];
    }
  }
}

TEST_P(EightBitFloats, GoThroughF32) {
  // 1.0625 + 2^-40 is above a tie of f8E4M3FN in f64, and on it in f32.
  compile(convert("f64", "f8E4M3FN", "truncf") +
          convert("f8E5M2", "f64", "extf"));
  std::vector<double> points = {1.0625 + 0x1p-40, 1.0625 + 0x1p-20, -448};
  std::vector<uint8_t> got(3);
  run("f64_f8E4M3FN", {points.data()}, {3}, got);
  EXPECT_EQ(got, (std::vector<uint8_t>{0x38, 0x39, 0xfe}));
  std::vector<uint8_t> codes = {0x3c, 0x01, 0xfc};
  std::vector<double> wide(3);
  run("f8E5M2_f64", {codes.data()}, {3}, wide);
  EXPECT_EQ(wide, (std::vector<double>{1, 0x1p-16, -INFINITY}));
}

KILN_TEST_LEVELS(EightBitFloats)
