// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first elements of a row in order, and the k-th one. Which of equal ones
// are chosen depends on the exact procedure; these are PyTorch's: the templates
// of the C++ library in its order of calls, and Hoare's selection. Templates
// are compiled in, so that no library is used all the same.
#ifndef KILN_LIB_MATRIX_KERNELS_SELECTION_H
#define KILN_LIB_MATRIX_KERNELS_SELECTION_H

#include "Numbers.h"
#include <algorithm>

namespace kiln::matrix {

/// A NaN is greater than every number.
inline bool isLess(double a, double b) { return b != b ? a == a : a < b; }
inline bool isLess(int64_t a, int64_t b) { return a < b; }
/// Complex numbers have no order, and no operator comes here with them.
inline bool isLess(const Complex &, const Complex &) { return false; }

/// The number of an element of a row. It is copied by a function, since the
/// library copies plain numbers by one that kernels do not have.
struct Place {
  int64_t at;

  Place() = default;
  Place(const Place &other) : at(other.at) {}
  Place &operator=(const Place &other) {
    at = other.at;
    return *this;
  }
};

inline Place *countPlaces(int64_t *room, int64_t length) {
  auto *places = reinterpret_cast<Place *>(room);
  for (int64_t i = 0; i < length; ++i)
    places[i].at = i;
  return places;
}

/// Moves the places of the first `count` elements to the front of `places`, in
/// order if `isSorted`.
template <typename T>
void selectFirst(const T *row, Place *places, int64_t length, int64_t count,
                 bool isDescending, bool isSorted) {
  auto comesFirst = [=](const Place &a, const Place &b) {
    return isDescending ? isLess(row[b.at], row[a.at])
                        : isLess(row[a.at], row[b.at]);
  };
  Place *middle = places + count, *end = places + length;
  if (count * 64 <= length) {
    std::partial_sort(places, middle, end, comesFirst);
  } else if (count) {
    std::nth_element(places, middle - 1, end, comesFirst);
    if (isSorted)
      std::sort(places, middle - 1, comesFirst);
  }
}

/// The place of element number `k`, with the median of three as pivot.
template <typename T>
int64_t selectOne(const T *row, Place *places, int64_t length, int64_t k) {
  auto exceeds = [=](int64_t i, int64_t j) {
    return isLess(row[places[j].at], row[places[i].at]);
  };
  auto swap = [=](int64_t i, int64_t j) { exchange(places[i], places[j]); };
  int64_t low = 0, high = length - 1;
  while (high > low + 1) {
    swap((low + high) / 2, low + 1);
    if (exceeds(low + 1, high))
      swap(low + 1, high);
    if (exceeds(low, high))
      swap(low, high);
    if (exceeds(low + 1, low))
      swap(low + 1, low);
    int64_t i = low + 1, j = high;
    for (;;) {
      do
        ++i;
      while (exceeds(low, i));
      do
        --j;
      while (exceeds(j, low));
      if (j < i)
        break;
      swap(i, j);
    }
    swap(low, j);
    if (j >= k)
      high = j - 1;
    if (j <= k)
      low = i;
  }
  if (high == low + 1 && exceeds(low, high))
    swap(low, high);
  return places[k].at;
}

} // namespace kiln::matrix

#endif // KILN_LIB_MATRIX_KERNELS_SELECTION_H
