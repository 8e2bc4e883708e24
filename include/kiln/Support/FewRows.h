// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When a product is bound by the bytes of its right operand. Decompositions,
// fusion and emitters agree on it, so that what one leaves to a product's
// kernel is what another computes there.
#ifndef KILN_SUPPORT_FEWROWS_H
#define KILN_SUPPORT_FEWROWS_H

#include <cstdint>

namespace kiln {

/// A product of at most so many rows reads the right operand once, in place,
/// as it is stored: packing or decoding it at each call would cost more than it
/// gives. Weights of several rows are packed once, when they are loaded.
constexpr int64_t kFewRows = 4;

} // namespace kiln

#endif // KILN_SUPPORT_FEWROWS_H
