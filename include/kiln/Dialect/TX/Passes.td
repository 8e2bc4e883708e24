// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that form operations of the `tx` dialect.
#ifndef KILN_DIALECT_TX_PASSES
#define KILN_DIALECT_TX_PASSES

include "mlir/Pass/PassBase.td"

def FormAttention : Pass<"kiln-tx-form-attention"> {
  let summary = "form tx.attention of two products around a softmax";
  let description = [{
    A sum of products, a softmax along its last dimension, and a sum of products
    of that become one operation, so that the scores need not be stored. What
    is done to the scores in between becomes the region; a copy of the result in
    another order or a smaller type becomes a part of the operation. The ops are
    those of the phase `tensors` after elementwise fusion.

    They stay apart where the softmax or the scores are wanted for something
    else, as by a gradient, where weights are rounded or dropped, where the
    length of keys or values is not known, and where a handful of queries, or a
    few keys, have no use for blocks of keys. A missed-optimisation remark of category
    `kiln-attention` says why.

    Before:
    ```mlir
    %s = linalg.generic {…} ins(%q, %k) … { … arith.mulf … arith.addf … }
    %m = linalg.generic {…} ins(%s) … { … arith.maximumf … }
    %e = linalg.generic {…} ins(%s, %m) … { … arith.subf … math.exp … }
    %t = linalg.generic {…} ins(%e) … { … arith.addf … }
    %w = linalg.generic {…} ins(%e, %t) … { … arith.divf … }
    %y = linalg.generic {…} ins(%w, %v) … { … arith.mulf … arith.addf … }
    ```
    After:
    ```mlir
    %y = tx.attention %q, %k, %v into %init maps = […] {
    ^bb0(%score: f32, …):
      tx.yield %score : f32
    } : …
    ```
  }];
  let dependentDialects = ["::kiln::tx::TXDialect"];
  let statistics = [Statistic<"numFormed", "formed", "Attentions that were formed">];
}

#endif // KILN_DIALECT_TX_PASSES
