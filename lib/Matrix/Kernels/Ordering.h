// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The places of the elements of a row in order, stably: a radix sort of keys of
// 64 bits from the last byte to the first. A byte that all keys share is left
// out, as are half of those of an f32.
#ifndef KILN_LIB_MATRIX_KERNELS_ORDERING_H
#define KILN_LIB_MATRIX_KERNELS_ORDERING_H

#include "Numbers.h"

namespace kiln::matrix {

/// A key that is greater where the element is; both zeros have the same one,
/// and NaN the greatest.
inline uint64_t makeKey(double element) {
  constexpr uint64_t kSign = uint64_t(1) << 63;
  if (element != element)
    return ~uint64_t(0);
  element += 0.0; // makes -0 0
  uint64_t bits = __builtin_bit_cast(uint64_t, element);
  return bits & kSign ? ~bits : bits | kSign;
}
inline uint64_t makeKey(int64_t element) {
  return uint64_t(element) ^ (uint64_t(1) << 63);
}
/// Complex numbers have no order, and no operator comes here with them.
inline uint64_t makeKey(const Complex &) { return 0; }

/// Keys of a row, and the place that each comes from.
struct KeyedRow {
  uint64_t *keys;
  int64_t *places;

  void set(int64_t at, uint64_t key, int64_t place) const {
    keys[at] = key;
    places[at] = place;
  }
};

/// Short rows: each element is moved to the front of those that are greater.
inline void insertInOrder(const KeyedRow &row, int64_t length) {
  for (int64_t i = 1; i < length; ++i) {
    uint64_t key = row.keys[i];
    int64_t place = row.places[i], at = i;
    for (; at > 0 && row.keys[at - 1] > key; --at)
      row.set(at, row.keys[at - 1], row.places[at - 1]);
    row.set(at, key, place);
  }
}

/// Sorts the keys of `row` and their places; `room` is for as many.
inline void sortKeys(KeyedRow row, KeyedRow room, int64_t length) {
  constexpr int64_t kShort = 48, kBytes = 8, kValues = 256;
  if (length <= kShort)
    return insertInOrder(row, length);
  int64_t counts[kBytes][kValues];
  for (auto &count : counts)
    for (int64_t &value : count)
      value = 0;
  for (int64_t i = 0; i < length; ++i)
    for (int64_t byte = 0; byte < kBytes; ++byte)
      ++counts[byte][row.keys[i] >> (8 * byte) & 0xFF];
  KeyedRow from = row, to = room;
  for (int64_t byte = 0; byte < kBytes; ++byte) {
    int64_t *ends = counts[byte];
    auto valueOf = [=](uint64_t key) { return key >> (8 * byte) & 0xFF; };
    if (ends[valueOf(from.keys[0])] == length)
      continue;
    int64_t start = 0;
    for (int64_t value = 0; value < kValues; ++value) {
      int64_t count = ends[value];
      ends[value] = start;
      start += count;
    }
    for (int64_t i = 0; i < length; ++i)
      to.set(ends[valueOf(from.keys[i])]++, from.keys[i], from.places[i]);
    exchange(from, to);
  }
  if (from.keys != row.keys)
    for (int64_t i = 0; i < length; ++i)
      row.set(i, from.keys[i], from.places[i]);
}

} // namespace kiln::matrix

#endif // KILN_LIB_MATRIX_KERNELS_ORDERING_H
