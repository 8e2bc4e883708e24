// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What makes floats of numbers of four or eight bits without a sign: ((number -
// center) - zero) * scale + shift, in this order, where all but the center may
// be operands. Bytes that have a sign are such numbers less 128.
#ifndef KILN_LIB_TARGET_SPLIT_NUMBERDECODER_H
#define KILN_LIB_TARGET_SPLIT_NUMBERDECODER_H

#include "kiln/Support/LLVM.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>

namespace kiln {

struct NumberDecoder {
  int64_t center = 0;
  Value zero, scale, shift; ///< in the body, of operands alone; or null
  bool addsZero = false, subtractsShift = false;
  unsigned bytes = 0; ///< number of the operand that has them
  /// The loop that says which of two in a byte; none where a byte is a number.
  std::optional<unsigned> half;
  bool isSigned = false; ///< the bytes

  int64_t getMost() const { return half ? 15 : 255; } ///< a number
  bool isPlain() const { return !zero && !scale && !shift; }
};

/// Nothing where `op` is no such decoder, to f32 or to what an operator rounds
/// that to.
std::optional<NumberDecoder> matchNumberDecoder(mlir::linalg::GenericOp op);

/// Is `value` computed from arguments of its block, but for `except`, by
/// conversions?
bool isConverted(Value value, Value except);

} // namespace kiln

#endif // KILN_LIB_TARGET_SPLIT_NUMBERDECODER_H
