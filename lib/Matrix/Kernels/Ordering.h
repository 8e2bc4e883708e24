// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The places of the elements of a row in order, stably: a radix sort of keys of
// 64 bits from the last byte to the first. A byte that all keys share is left
// out: three of an f32, which has zeros there.
#ifndef KILN_LIB_MATRIX_KERNELS_ORDERING_H
#define KILN_LIB_MATRIX_KERNELS_ORDERING_H

#include "Numbers.h"

namespace kiln::matrix {

/// A key that is greater where the element is; both zeros have the same one,
/// and NaN the greatest. The last bits of an f32, which are zero, stay so.
inline uint64_t makeKey(double element) {
  constexpr uint64_t kSign = uint64_t(1) << 63, kNaN = uint64_t(0x7FF8) << 48;
  uint64_t bits = __builtin_bit_cast(uint64_t, element);
  uint64_t size = element != element ? kNaN : bits & ~kSign;
  return (element < 0 ? -size : size) ^ kSign;
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

/// Puts what `from` holds in order of one byte of the keys into `to`.
inline void sortByByte(const KeyedRow &from, const KeyedRow &to, int64_t length,
                       int64_t byte) {
  constexpr int64_t kValues = 256;
  int64_t places[kValues];
  auto valueOf = [=](uint64_t key) { return key >> (8 * byte) & 0xFF; };
  for (int64_t &place : places)
    place = 0;
  for (int64_t i = 0; i < length; ++i)
    ++places[valueOf(from.keys[i])];
  int64_t next = 0;
  for (int64_t &place : places) {
    int64_t count = place;
    place = next;
    next += count;
  }
  for (int64_t i = 0; i < length; ++i)
    to.set(places[valueOf(from.keys[i])]++, from.keys[i], from.places[i]);
}

/// Sorts the keys of `row` and their places; `room` is for as many.
inline void sortKeys(const KeyedRow &row, const KeyedRow &room,
                     int64_t length) {
  constexpr int64_t kShort = 48, kBytes = 8;
  if (length <= kShort)
    return insertInOrder(row, length);
  uint64_t differing = 0;
  for (int64_t i = 1; i < length; ++i)
    differing |= row.keys[i] ^ row.keys[0];
  KeyedRow from = row, to = room;
  for (int64_t byte = 0; byte < kBytes; ++byte)
    if (differing >> (8 * byte) & 0xFF) {
      sortByByte(from, to, length, byte);
      exchange(from, to);
    }
  if (from.keys != row.keys)
    for (int64_t i = 0; i < length; ++i)
      row.set(i, from.keys[i], from.places[i]);
}

} // namespace kiln::matrix

#endif // KILN_LIB_MATRIX_KERNELS_ORDERING_H
