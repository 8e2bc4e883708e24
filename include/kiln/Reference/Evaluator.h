// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference evaluator: computes the results of a graph in phase `core`,
// simply and without regard to speed. It is the oracle that compiled programs
// are judged by.
#ifndef KILN_REFERENCE_EVALUATOR_H
#define KILN_REFERENCE_EVALUATOR_H

#include "kiln/Reference/Kernel.h"
#include "mlir/IR/BuiltinOps.h"
#include <functional>

namespace kiln::reference {

/// Evaluates graphs. Random numbers run on from call to call. One thread at a
/// time.
class Evaluator {
public:
  explicit Evaluator(uint64_t seed = 0) : random(seed) {}

  /// Is shown each operation and its results, each time that it is evaluated:
  /// those in branches and loops before the operation that holds them.
  using Observer = std::function<void(Operation *, ArrayRef<RuntimeValue>)>;

  /// The results of `graph` for one value for each of its arguments, in order.
  /// Symbols are bound by the sizes of the inputs; sizes that do not fit,
  /// failed assertions and operations without a kernel are errors, which name
  /// the operation and its Python line.
  llvm::Expected<RuntimeValues> run(ep::GraphOp graph,
                                    ArrayRef<RuntimeValue> inputs,
                                    const Observer &observer = {});

  /// The results of one operation, for symbols that are known.
  llvm::Expected<RuntimeValues> runOp(Operation *op,
                                      ArrayRef<RuntimeValue> operands,
                                      const SymbolValues &symbols = {});

  /// An UnsupportedError that names the first operation of `graph` that the
  /// evaluator cannot compute.
  static llvm::Error checkKnown(ep::GraphOp graph);

private:
  Philox random;
};

} // namespace kiln::reference

#endif // KILN_REFERENCE_EVALUATOR_H
