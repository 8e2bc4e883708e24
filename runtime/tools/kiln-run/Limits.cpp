// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Limits.h"

#include <algorithm>
#include <chrono>
#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <thread>
#include <unistd.h>
#include <vector>

using namespace kiln::rt;
using namespace kiln::rt::tool;

/// `step` on 12 vectors `sum`, which cover the latency of multiply-adds on all
/// processors; the flops that were done, where one takes `steps` of a sum. A
/// macro, since a template has no target.
#define KILN_MULTIPLY_ADD(name, target, bytes, steps, step)                    \
  target static double name() {                                                \
    typedef float Vector __attribute__((vector_size(bytes)));                  \
    Vector sums[12] = {};                                                      \
    volatile float source = 0.5f;                                              \
    Vector a = Vector{} + source;                                              \
    constexpr long rounds = 1000000;                                           \
    for (long i = 0; i < rounds; ++i)                                          \
      for (Vector &sum : sums)                                                 \
        sum = step;                                                            \
    volatile float sink = 0;                                                   \
    for (Vector &sum : sums)                                                   \
      sink = sink + sum[0];                                                    \
    return double(rounds) * 12 * (bytes / sizeof(float)) * steps * 2;          \
  }

#if defined(__x86_64__)
KILN_MULTIPLY_ADD(multiplyAdd512, __attribute__((target("avx512f"))), 64, 1,
                  sum *a + a)
KILN_MULTIPLY_ADD(multiplyAdd256, __attribute__((target("avx2,fma"))), 32, 1,
                  sum *a + a)
KILN_MULTIPLY_ADD(multiplyAdd128, , 16, 1, sum *a + a)
KILN_MULTIPLY_ADD(dotBf16, __attribute__((target("avx512f,avx512bf16"))), 64, 2,
                  (Vector)_mm512_dpbf16_ps((__m512)sum, (__m512bh)a,
                                           (__m512bh)a))
KILN_MULTIPLY_ADD(dotInt8, __attribute__((target("avx512f,avx512vnni"))), 64, 4,
                  (Vector)_mm512_dpbusd_epi32((__m512i)sum, (__m512i)a,
                                              (__m512i)a))
static double multiplyAdd() {
  return __builtin_cpu_supports("avx512f") ? multiplyAdd512()
         : __builtin_cpu_supports("fma")   ? multiplyAdd256()
                                           : multiplyAdd128();
}
#else
KILN_MULTIPLY_ADD(multiplyAdd, , 16, 1, sum *a + a)
#endif

using MultiplyAdds = double (*)();

/// What this processor has of vector instructions that add several products at
/// once, by the type of their factors.
static std::map<std::string, MultiplyAdds> findDotProducts() {
  std::map<std::string, MultiplyAdds> found;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bf16"))
    found["bf16"] = dotBf16;
  if (__builtin_cpu_supports("avx512vnni"))
    found["i8"] = dotInt8;
#endif
  return found;
}

/// The best rate of five rounds of `work`, which says how much it did, on all
/// threads together.
template <typename Work>
static double bestRate(size_t threads, Work work) {
  double best = 0;
  for (int round = 0; round < 5; ++round) {
    std::vector<double> done(threads);
    std::vector<std::thread> others;
    auto start = std::chrono::steady_clock::now();
    for (size_t i = 1; i < threads; ++i)
      others.emplace_back([&, i] { done[i] = work(i); });
    done[0] = work(0);
    for (std::thread &other : others)
      other.join();
    std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - start;
    double sum = 0;
    for (double part : done)
      sum += part;
    best = std::max(best, sum / seconds.count());
  }
  return best;
}

static double measureBandwidth(size_t threads, uint64_t cacheBytes) {
  size_t words = (2 * cacheBytes + (64u << 20)) / sizeof(uint64_t) / threads;
  std::vector<std::vector<uint64_t>> arrays(threads);
  for (std::vector<uint64_t> &array : arrays)
    array.assign(words, 1);
  return bestRate(threads, [&](size_t thread) {
    uint64_t sum = 0;
    for (uint64_t word : arrays[thread])
      sum += word;
    volatile uint64_t sink = sum;
    (void)sink;
    return static_cast<double>(words * sizeof(uint64_t));
  });
}

MachineLimits tool::measureLimits(size_t threads,
                                  const std::set<std::string> &types) {
  threads = std::max<size_t>(threads, 1);
  MachineLimits limits;
  long cache = ::sysconf(_SC_LEVEL3_CACHE_SIZE);
  limits.cacheBytes = cache > 0 ? static_cast<uint64_t>(cache) : 32u << 20;
  auto measure = [&](const std::string &type, MultiplyAdds work) {
    limits.flops[type] = bestRate(threads, [&](size_t) { return work(); });
  };
  measure("", multiplyAdd);
  for (const auto &[type, work] : findDotProducts())
    if (types.count(type))
      measure(type, work);
  limits.bandwidth = measureBandwidth(threads, limits.cacheBytes);
  return limits;
}

double MachineLimits::leastSeconds(double flopCount, const std::string &type,
                                   double byteCount) const {
  double byFlops = flopCount / flopsOf(type);
  double byBytes =
      byteCount > static_cast<double>(cacheBytes) ? byteCount / bandwidth : 0;
  return std::max(byFlops, byBytes);
}
