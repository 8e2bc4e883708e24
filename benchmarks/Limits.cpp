// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Limits.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <immintrin.h>
#include <memory>
#include <thread>
#include <time.h>

using namespace kiln::bench;

namespace {

constexpr int kRepetitions = 7;
/// Per thread and array: far beyond a share of the last-level cache.
constexpr size_t kBytes = size_t(64) << 20;
/// Enough independent chains for a latency of 4 cycles at 2 per cycle.
constexpr int kChains = 12;
constexpr int64_t kSteps = 4'000'000;

/// Memory aligned for vectors, touched once so that its pages exist.
std::unique_ptr<uint8_t, void (*)(void *)> makeArray() {
  auto *memory = static_cast<uint8_t *>(std::aligned_alloc(4096, kBytes));
  std::memset(memory, 1, kBytes);
  return {memory, std::free};
}

/// Keeps values alive until here.
template <typename T, size_t N>
void keep(T (&values)[N]) {
  asm volatile("" : : "r"(values) : "memory");
}

/// A factor that the compiler cannot fold the loops below with.
volatile float half = 0.5f;

/// Each returns its number of lanes.
__attribute__((target("avx512f"))) int fmaAvx512() {
  __m512 sums[kChains], factor = _mm512_set1_ps(half);
  for (__m512 &sum : sums)
    sum = _mm512_set1_ps(1.0f);
  for (int64_t step = 0; step < kSteps; ++step) {
#pragma clang loop unroll(full)
    for (int i = 0; i < kChains; ++i)
      sums[i] = _mm512_fmadd_ps(sums[i], factor, factor);
  }
  keep(sums);
  return 16;
}

__attribute__((target("avx2,fma"))) int fmaAvx2() {
  __m256 sums[kChains], factor = _mm256_set1_ps(half);
  for (__m256 &sum : sums)
    sum = _mm256_set1_ps(1.0f);
  for (int64_t step = 0; step < kSteps; ++step) {
#pragma clang loop unroll(full)
    for (int i = 0; i < kChains; ++i)
      sums[i] = _mm256_fmadd_ps(sums[i], factor, factor);
  }
  keep(sums);
  return 8;
}

/// Without fused multiply-adds: a multiplication and an addition.
int fmaSse2() {
  __m128 sums[kChains], factor = _mm_set1_ps(half);
  for (__m128 &sum : sums)
    sum = _mm_set1_ps(1.0f);
  for (int64_t step = 0; step < kSteps; ++step) {
#pragma clang loop unroll(full)
    for (int i = 0; i < kChains; ++i)
      sums[i] = _mm_add_ps(_mm_mul_ps(sums[i], factor), factor);
  }
  keep(sums);
  return 4;
}

int fmaBest() {
  if (__builtin_cpu_supports("avx512f"))
    return fmaAvx512();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return fmaAvx2();
  return fmaSse2();
}

void readAll(const uint8_t *memory) {
  __m128i sums[8] = {};
  for (size_t i = 0; i < kBytes; i += 128)
    for (int j = 0; j < 8; ++j)
      sums[j] = _mm_xor_si128(sums[j],
                              _mm_load_si128(reinterpret_cast<const __m128i *>(
                                  memory + i + 16 * size_t(j))));
  keep(sums);
}

double seconds(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// Runs `body(thread)` on all threads at once, some times; a repetition takes
/// as long as the slowest thread by `clock`.
Limit repeat(int threads, double workPerThread, clockid_t clock,
             const std::function<void(int)> &body) {
  Limit limit;
  limit.work = workPerThread * threads;
  std::vector<double> took(static_cast<size_t>(threads));
  auto timed = [&](int thread) {
    double begin = seconds(clock);
    body(thread);
    took[size_t(thread)] = seconds(clock) - begin;
  };
  for (int i = 0; i <= kRepetitions; ++i) {
    std::vector<std::thread> others;
    for (int thread = 1; thread < threads; ++thread)
      others.emplace_back(timed, thread);
    timed(0);
    for (std::thread &other : others)
      other.join();
    if (i > 0) // the first warms up
      limit.seconds.push_back(*std::max_element(took.begin(), took.end()));
  }
  return limit;
}

} // namespace

double Limit::best() const {
  return work / *std::min_element(seconds.begin(), seconds.end());
}

Limit kiln::bench::measureFma(int threads) {
  int lanes = fmaBest();
  // By the CPU time of each thread, so that the figure stands on a busy
  // machine; bandwidths are shared by all and are taken by wall time.
  return repeat(threads, 2.0 * lanes * kChains * double(kSteps),
                CLOCK_THREAD_CPUTIME_ID, [](int) { fmaBest(); });
}

Limit kiln::bench::measureRead(int threads) {
  std::vector<decltype(makeArray())> arrays;
  for (int i = 0; i < threads; ++i)
    arrays.push_back(makeArray());
  return repeat(threads, double(kBytes), CLOCK_MONOTONIC,
                [&](int thread) { readAll(arrays[size_t(thread)].get()); });
}

Limit kiln::bench::measureCopy(int threads) {
  std::vector<decltype(makeArray())> from, to;
  for (int i = 0; i < threads; ++i) {
    from.push_back(makeArray());
    to.push_back(makeArray());
  }
  return repeat(threads, 2.0 * double(kBytes), CLOCK_MONOTONIC,
                [&](int thread) {
                  std::memcpy(to[size_t(thread)].get(),
                              from[size_t(thread)].get(), kBytes);
                });
}
