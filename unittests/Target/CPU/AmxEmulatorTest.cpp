// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The emulator of AMX against loops that add as the manual says, and what it
// refuses. On a processor that has the instructions, the processor.
#include "AmxEmulator.h"
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <thread>
#include <vector>

namespace {
/// What `ldtilecfg` reads. Tile 0 has sums, 1 and 2 are operands.
struct alignas(64) Config {
  std::array<uint8_t, 64> bytes = {};
  void set(unsigned tile, unsigned rows, unsigned rowBytes) {
    bytes[16 + 2 * tile] = uint8_t(rowBytes);
    bytes[17 + 2 * tile] = uint8_t(rowBytes >> 8);
    bytes[48 + tile] = uint8_t(rows);
  }
  void load() const { asm volatile("ldtilecfg %0" ::"m"(*this) : "memory"); }
};

/// A product of `rows` by `columns` sums with `steps` words.
Config configFor(unsigned rows, unsigned columns, unsigned steps) {
  Config config;
  config.bytes[0] = 1;
  config.set(0, rows, 4 * columns);
  config.set(1, rows, 4 * steps);
  config.set(2, steps, 4 * columns);
  return config;
}

void release() { asm volatile("tilerelease" ::: "memory"); }

#define LOAD_TILE(tile, from, stride)                                          \
  asm volatile("tileloadd (%0,%1,1), %%tmm" #tile ::"r"(from),                 \
               "r"(uint64_t(stride))                                           \
               : "memory")
#define STORE_TILE(tile, to, stride)                                           \
  asm volatile("tilestored %%tmm" #tile ", (%0,%1,1)" ::"r"(to),               \
               "r"(uint64_t(stride))                                           \
               : "memory")
#define MULTIPLY(name) asm volatile(name " %%tmm2, %%tmm1, %%tmm0" ::)

/// The sums of three matrices of words, row after row, by `multiply`.
template <typename Multiply>
std::vector<uint32_t>
runProduct(unsigned rows, unsigned columns, unsigned steps,
           const std::vector<uint32_t> &left,
           const std::vector<uint32_t> &right, std::vector<uint32_t> sums,
           Multiply multiply) {
  configFor(rows, columns, steps).load();
  LOAD_TILE(0, sums.data(), 4 * columns);
  LOAD_TILE(1, left.data(), 4 * steps);
  LOAD_TILE(2, right.data(), 4 * columns);
  multiply();
  STORE_TILE(0, sums.data(), 4 * columns);
  release();
  return sums;
}

std::vector<uint32_t> randomWords(size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<uint32_t> words(count);
  for (uint32_t &word : words)
    word = uint32_t(generator());
  return words;
}

int byteOf(uint32_t word, unsigned i, bool isSigned) {
  auto byte = uint8_t(word >> 8 * i);
  return isSigned ? int8_t(byte) : int(byte);
}

class AmxEmulatorTest : public ::testing::Test {
protected:
  void SetUp() override {
    if (!kiln::amx::enable())
      GTEST_SKIP() << "emulation takes AVX-512";
    unsigned long before = kiln::amx::countEmulated();
    release();
    isEmulated = kiln::amx::countEmulated() != before;
  }
  /// What a refusal says; a processor says nothing.
  std::string saying(const char *reason) {
    return isEmulated ? std::string("AMX: ") + reason : "";
  }
  bool isEmulated = false;
};
} // namespace

TEST_F(AmxEmulatorTest, BytesOfAllSigns) {
  using Multiply = void (*)();
  struct Form {
    bool left, right;
    Multiply multiply;
  };
  const Form forms[] = {{true, true, [] { MULTIPLY("tdpbssd"); }},
                        {true, false, [] { MULTIPLY("tdpbsud"); }},
                        {false, true, [] { MULTIPLY("tdpbusd"); }},
                        {false, false, [] { MULTIPLY("tdpbuud"); }}};
  for (const Form &form : forms)
    for (auto [m, n, k] :
         {std::array{16u, 16u, 16u}, {5u, 7u, 3u}, {1u, 1u, 1u}}) {
      auto a = randomWords(m * k, 1), b = randomWords(k * n, 2),
           c = randomWords(m * n, 3);
      auto result = runProduct(m, n, k, a, b, c, form.multiply);
      for (unsigned at = 0; at < m * n; ++at) {
        uint32_t sum = c[at];
        for (unsigned step = 0; step < k; ++step)
          for (unsigned i = 0; i < 4; ++i)
            sum += uint32_t(byteOf(a[at / n * k + step], i, form.left) *
                            byteOf(b[step * n + at % n], i, form.right));
        ASSERT_EQ(result[at], sum) << form.left << form.right << " " << at;
      }
    }
}

static float asFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
static uint32_t asBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

TEST_F(AmxEmulatorTest, Bf16AddsEvenAndOddStepsApart) {
  const unsigned m = 16, n = 16, k = 16;
  auto a = randomWords(m * k, 1), b = randomWords(k * n, 2);
  // Exponents around that of one.
  for (auto *words : {&a, &b})
    for (uint32_t &word : *words)
      word = (word & 0x83ff83ff) | 0x3e003e00;
  std::vector<uint32_t> c(m * n, asBits(0.25f));
  auto result = runProduct(m, n, k, a, b, c, [] { MULTIPLY("tdpbf16ps"); });
  for (unsigned at = 0; at < m * n; ++at) {
    float even = 0, odd = 0;
    for (unsigned step = 0; step < k; ++step) {
      uint32_t x = a[at / n * k + step], y = b[step * n + at % n];
      even = std::fma(asFloat(x << 16), asFloat(y << 16), even);
      odd = std::fma(asFloat(x & 0xffff0000), asFloat(y & 0xffff0000), odd);
    }
    ASSERT_EQ(result[at], asBits(0.25f + (even + odd))) << at;
  }
}

TEST_F(AmxEmulatorTest, SubnormalNumbersAreZero) {
  auto product = [](uint16_t a, uint16_t b, float sum) {
    return runProduct(1, 1, 1, {a}, {b}, {asBits(sum)},
                      [] { MULTIPLY("tdpbf16ps"); })[0];
  };
  EXPECT_EQ(product(0x4000, 0x4040, 1), asBits(7));   // 2 * 3
  EXPECT_EQ(product(0x0040, 0x7f00, 1), asBits(1));   // an operand
  EXPECT_EQ(product(0x0080, 0x3f00, 0), asBits(0));   // a result
  EXPECT_EQ(product(0x0080, 0x3f80, 0), 0x00800000u); // the least normal one
  EXPECT_EQ(product(0, 0, asFloat(0x00400000)), asBits(0)); // a sum
  EXPECT_TRUE(std::isnan(asFloat(product(0x7fc0, 0, 1))));
}

TEST_F(AmxEmulatorTest, ConfigurationsComeBack) {
  Config config = configFor(5, 7, 3), stored = configFor(1, 1, 1);
  config.load();
  asm volatile("sttilecfg %0" : "=m"(stored)::"memory");
  EXPECT_EQ(stored.bytes, config.bytes);
  release();
  asm volatile("sttilecfg %0" : "=m"(stored)::"memory");
  EXPECT_EQ(stored.bytes, Config().bytes);
}

TEST_F(AmxEmulatorTest, LoadsFillWithZeros) {
  auto words = randomWords(256, 4);
  std::vector<uint32_t> result(256, 1);
  configFor(16, 16, 16).load();
  LOAD_TILE(0, words.data(), 64);
  asm volatile("tilezero %%tmm0" ::);
  STORE_TILE(0, result.data(), 64);
  EXPECT_EQ(result, std::vector<uint32_t>(256));
  // What a configuration leaves of a tile is zero.
  LOAD_TILE(0, words.data(), 64);
  configFor(16, 16, 16).load();
  STORE_TILE(0, result.data(), 64);
  EXPECT_EQ(result, std::vector<uint32_t>(256));
  release();
}

TEST_F(AmxEmulatorTest, FormsOfAddresses) {
  std::vector<uint32_t> words = randomWords(4096, 5), result(256);
  configFor(16, 16, 16).load();
  auto holds = [&](unsigned first, unsigned stride) {
    STORE_TILE(0, result.data(), 64);
    for (unsigned at = 0; at < 256; ++at)
      if (result[at] != words[first + at / 16 * stride + at % 16])
        return false;
    return true;
  };
  auto *base = words.data();
  uint64_t stride = 128;
  asm volatile(
      "mov %0, %%r12; mov %1, %%r15; tileloadd (%%r12,%%r15,1), %%tmm0" ::"r"(
          base),
      "r"(stride)
      : "r12", "r15", "memory");
  EXPECT_TRUE(holds(0, 32));
  asm volatile(
      "mov %0, %%r13; mov %1, %%r9; tileloadd 64(%%r13,%%r9,2), %%tmm0" ::"r"(
          base),
      "r"(stride)
      : "r13", "r9", "memory");
  EXPECT_TRUE(holds(16, 64));
  asm volatile(
      "mov %0, %%rbx; mov %1, %%rcx; tileloaddt1 4096(%%rbx,%%rcx,1), %%tmm0" ::
          "r"(base),
      "r"(stride)
      : "rbx", "rcx", "memory");
  EXPECT_TRUE(holds(1024, 32));
  // No index: each row is the first one.
  asm volatile("tileloadd (%0), %%tmm0" ::"r"(base) : "memory");
  EXPECT_TRUE(holds(0, 0));
  asm volatile("tileloadd -64(%0,%1,1), %%tmm0" ::"r"(base + 1024), "r"(-stride)
               : "memory");
  EXPECT_TRUE(holds(1008, unsigned(-32)));
  release();
  static Config fixed;
  fixed = configFor(2, 3, 4);
  asm volatile("ldtilecfg %0" ::"m"(fixed) : "memory");
  Config stored;
  asm volatile("mov %0, %%r14; sttilecfg 0(%%r14,%1,8)" ::"r"(&stored),
               "r"(uint64_t(0))
               : "r14", "memory");
  EXPECT_EQ(stored.bytes, fixed.bytes);
  release();
}

TEST_F(AmxEmulatorTest, ThreadsHaveTilesOfTheirOwn) {
  configFor(5, 7, 3).load();
  Config stored;
  std::thread([&] {
    asm volatile("sttilecfg %0" : "=m"(stored)::"memory");
  }).join();
  EXPECT_EQ(stored.bytes, Config().bytes);
  release();
}

TEST_F(AmxEmulatorTest, WrongConfigurationsAreRefused) {
  auto refuses = [&](Config config, const char *reason) {
    EXPECT_DEATH(config.load(), saying(reason));
  };
  Config good = configFor(16, 16, 16), bad = good;
  bad.bytes[0] = 2;
  refuses(bad, "the palette is not known");
  bad = good;
  bad.bytes[62] = 1;
  refuses(bad, "bytes of the configuration are not zero");
  bad = good;
  bad.set(1, 17, 64);
  refuses(bad, "a tile has too many rows");
  bad = good;
  bad.set(1, 16, 68);
  refuses(bad, "the rows of a tile are too long");
  bad = good;
  bad.set(3, 16, 0);
  refuses(bad, "a tile has rows or columns alone");
}

TEST_F(AmxEmulatorTest, WrongUsesOfTilesAreRefused) {
  std::vector<uint32_t> words(256);
  EXPECT_DEATH(asm volatile("tilezero %%tmm0" ::),
               saying("no tiles are configured"));
  configFor(16, 16, 16).load();
  EXPECT_DEATH(asm volatile("tilezero %%tmm3" ::),
               saying("the tile is not configured"));
  EXPECT_DEATH(asm volatile("tdpbf16ps %%tmm3, %%tmm1, %%tmm0" ::),
               saying("an operand is not configured"));
  auto refuses = [&](Config config, const char *reason) {
    config.load();
    EXPECT_DEATH(MULTIPLY("tdpbssd"), saying(reason));
  };
  Config bad = configFor(16, 16, 16);
  bad.set(1, 15, 64);
  refuses(bad, "left operand and sums have different rows");
  bad = configFor(16, 16, 16);
  bad.set(2, 16, 60);
  refuses(bad, "right operand and sums have different columns");
  bad = configFor(16, 16, 16);
  bad.set(2, 15, 64);
  refuses(bad, "the operands have different steps");
  bad = configFor(16, 16, 16);
  bad.set(1, 16, 63);
  refuses(bad, "rows are no words");
  release();
}

TEST_F(AmxEmulatorTest, OtherInstructionsAreAsTheyWere) {
  EXPECT_EXIT(asm volatile("ud2" ::), ::testing::KilledBySignal(SIGILL), "^$");
  // One tile twice: an assembler does not write that.
  configFor(16, 16, 16).load();
  EXPECT_DEATH(asm volatile(".byte 0xc4, 0xe2, 0x7a, 0x5c, 0xc1" ::),
               saying("a tile is there twice"));
  release();
}
