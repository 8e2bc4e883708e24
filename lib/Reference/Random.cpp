// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Reference/Random.h"
#include <cmath>

using namespace kiln::reference;

std::array<uint32_t, 4> Philox::block(uint64_t seed, uint64_t counter,
                                      uint64_t subsequence) {
  // The constants of Philox 4x32: two multipliers and two Weyl increments.
  constexpr uint64_t multiplierA = 0xD2511F53, multiplierB = 0xCD9E8D57;
  constexpr uint32_t weylA = 0x9E3779B9, weylB = 0xBB67AE85;
  auto low = [](uint64_t value) { return static_cast<uint32_t>(value); };
  auto high = [](uint64_t value) { return static_cast<uint32_t>(value >> 32); };
  std::array<uint32_t, 4> c = {low(counter), high(counter), low(subsequence),
                               high(subsequence)};
  uint32_t keyA = low(seed), keyB = high(seed);
  for (int round = 0; round < 10; ++round) {
    uint64_t a = multiplierA * c[0], b = multiplierB * c[2];
    c = {high(b) ^ c[1] ^ keyA, low(b), high(a) ^ c[3] ^ keyB, low(a)};
    keyA += weylA;
    keyB += weylB;
  }
  return c;
}

uint32_t Philox::next32() {
  if (used == words.size()) {
    words = block(seed, counter++);
    used = 0;
  }
  return words[used++];
}

uint64_t Philox::next64() {
  uint64_t high = next32();
  return high << 32 | next32();
}

double Philox::uniform() {
  return static_cast<double>(next64() >> 11) * 0x1p-53;
}

double Philox::normal() {
  constexpr double twoPi = 6.283185307179586;
  // The method of Box and Muller; 1 - u is never 0.
  double radius = std::sqrt(-2 * std::log(1 - uniform()));
  return radius * std::cos(twoPi * uniform());
}
