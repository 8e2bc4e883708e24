// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of tx.attention that every form of it computes one by one.
#ifndef KILN_LIB_TARGET_EMITTERS_SCALAR_ATTENTION_H
#define KILN_LIB_TARGET_EMITTERS_SCALAR_ATTENTION_H

#include "ScalarEmitter.h"

namespace kiln {

/// `value` as a float of `type`, which is wider or narrower.
Value convertFloat(OpBuilder &builder, Location loc, Value value, Type type);

/// The extent of the keys' or the depth's `loop` of `op`.
FailureOr<Value> emitAttentionExtent(ScalarEmitter &emitter, tx::AttentionOp op,
                                     unsigned loop);

/// The element of operand `number` of `op` at `loops`. Loops that the operand
/// is not read along may be null.
FailureOr<Value> emitAttentionOperand(ScalarEmitter &emitter,
                                      tx::AttentionOp op, unsigned number,
                                      ArrayRef<Value> loops);

/// The score that counts, where `sum` is the sum of products at `loops`.
FailureOr<Value> emitAttentionScore(ScalarEmitter &emitter, tx::AttentionOp op,
                                    Value sum, ArrayRef<Value> loops);

/// The element of the result that is the `sum` of weights times values over
/// the `total` of the weights, in the result's type. Both are of one type,
/// which is at least as wide as the scores'. `isMasked`: all scores are -inf.
Value emitAttentionMean(OpBuilder &builder, Location loc, tx::AttentionOp op,
                        Value sum, Value total, Value isMasked);

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_SCALAR_ATTENTION_H
