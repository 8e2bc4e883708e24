// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers of the reference evaluator: Philox 4x32 with 10 rounds, a
// counter-based generator, so that a draw depends on seed and position only.
#ifndef KILN_REFERENCE_RANDOM_H
#define KILN_REFERENCE_RANDOM_H

#include <array>
#include <cstdint>

namespace kiln::reference {

/// A stream of random numbers; one thread at a time.
class Philox {
public:
  explicit Philox(uint64_t seed = 0) : seed(seed) {}

  /// The four words at a position, by the definition of Philox 4x32-10.
  static std::array<uint32_t, 4> block(uint64_t seed, uint64_t counter,
                                       uint64_t subsequence = 0);

  uint32_t next32();
  uint64_t next64();
  /// In [0, 1), with 53 random bits.
  double uniform();
  /// Standard normal.
  double normal();

private:
  uint64_t seed;
  uint64_t counter = 0;
  std::array<uint32_t, 4> words = {};
  unsigned used = 4; ///< words of `words` that were handed out
};

} // namespace kiln::reference

#endif // KILN_REFERENCE_RANDOM_H
