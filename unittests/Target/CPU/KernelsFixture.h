// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A test per level that this processor can run.
#ifndef KILN_UNITTESTS_TARGET_CPU_KERNELSFIXTURE_H
#define KILN_UNITTESTS_TARGET_CPU_KERNELSFIXTURE_H

#include "../CompiledKernels.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace kiln {

inline std::vector<float> randomFloats(size_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> distribution(-2, 2);
  std::vector<float> values(count);
  for (float &value : values)
    value = distribution(generator);
  return values;
}

/// The bits of `value`, which is cut off to bf16.
inline uint16_t bitsOfBf16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits >> 16;
}

inline float floatOfBf16(uint16_t bits) {
  uint32_t wide = uint32_t(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof value);
  return value;
}

/// The floats without what bf16 does not hold.
inline std::vector<float> cutToBf16(std::vector<float> values) {
  for (float &value : values)
    value = floatOfBf16(bitsOfBf16(value));
  return values;
}

/// The text with each first string replaced by its second one, in order.
inline std::string
replaceAll(std::string text,
           std::vector<std::pair<StringRef, std::string>> words) {
  for (const auto &[from, to] : words)
    for (size_t at = 0; (at = text.find(from.str(), at)) != std::string::npos;
         at += to.size())
      text.replace(at, from.size(), to);
  return text;
}

class KernelsTest : public ::testing::TestWithParam<std::string> {
protected:
  void compile(StringRef text, StringRef emitter = {},
               const TargetOptions &options = {}) {
    std::string errors;
    kernels.reset(); // Two libraries of one name are one.
    kernels =
        CompiledKernels::compile(text, GetParam(), errors, emitter, options);
    ASSERT_TRUE(kernels) << errors;
  }
  /// Runs `symbol` whole and in pieces into `result`; both must be equal bits.
  template <typename T>
  void run(StringRef symbol, std::vector<void *> inputs,
           std::vector<int64_t> sizes, std::vector<T> &result) {
    int64_t n = result.size();
    std::vector<T> pieces(n);
    std::vector<void *> buffers = inputs;
    buffers.push_back(result.data());
    ASSERT_EQ(kernels->run(symbol, buffers, sizes, n), 0);
    buffers.back() = pieces.data();
    ASSERT_EQ(
        kernels->run(symbol, buffers, sizes, n,
                     {n / 7, n / 7, n / 3, n / 2 + 1 < n ? n / 2 + 1 : n}),
        0);
    EXPECT_EQ(std::memcmp(result.data(), pieces.data(), n * sizeof(T)), 0);
  }
  /// sum + a * b as the level computes it: with one rounding, or two.
  float addProduct(float a, float b, float sum) {
    if (GetParam() != "cpu:x86-64-v2")
      return std::fma(a, b, sum);
    // Through memory, so that no compiler fuses the two.
    volatile float product = a * b;
    return sum + product;
  }
  std::unique_ptr<CompiledKernels> kernels;
};

} // namespace kiln

/// Runs the tests of `FIXTURE` on each level.
#define KILN_TEST_LEVELS(FIXTURE)                                              \
  KILN_TEST_ON(Levels, FIXTURE, getRunnableTargets())
/// And where products are those of tile registers: on no level where neither
/// the processor has them nor the instructions that stand in for them.
#define KILN_TEST_TILES(FIXTURE)                                               \
  GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(FIXTURE);                      \
  KILN_TEST_ON(Tiles, FIXTURE, getTileTargets())

#define KILN_TEST_ON(NAME, FIXTURE, TARGETS)                                   \
  INSTANTIATE_TEST_SUITE_P(NAME, FIXTURE, ::testing::ValuesIn(TARGETS),        \
                           [](const auto &info) {                              \
                             std::string name = info.param.substr(4);          \
                             for (char &c : name)                              \
                               if (c == '-' || c == '+')                       \
                                 c = '_';                                      \
                             return name;                                      \
                           });

#endif // KILN_UNITTESTS_TARGET_CPU_KERNELSFIXTURE_H
