// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of a graph: the values of symbols so far, and the random numbers.
#ifndef KILN_LIB_REFERENCE_RUN_H
#define KILN_LIB_REFERENCE_RUN_H

#include "kiln/Reference/Evaluator.h"

namespace kiln::reference {

/// An error that names the op and its Python line.
llvm::Error makeOpError(Operation *op, const Twine &message);

class Run {
public:
  Run(SymbolValues symbols, Philox &random)
      : symbols(std::move(symbols)), random(random) {}

  void setObserver(const Evaluator::Observer &shown) { observer = shown; }
  /// Binds symbols from inputs and checks ranges and guards.
  llvm::Error bindInputs(ep::GraphOp graph, ArrayRef<RuntimeValue> inputs);
  /// The operands of the terminator.
  llvm::Expected<RuntimeValues> runBlock(Block &block,
                                         ArrayRef<RuntimeValue> arguments);
  llvm::Expected<RuntimeValues> runOp(Operation *op,
                                      ArrayRef<RuntimeValue> operands);
  /// Can runOp() run it, and the ops in its regions?
  static bool isKnown(Operation *op);

private:
  llvm::Error checkContract(ep::ProgramOp program);
  llvm::Error runAssert(ep::AssertOp op);
  llvm::Error checkResults(Operation *op, ArrayRef<RuntimeValue> results);
  llvm::Expected<RuntimeValues> runAtenOp(Operation *op,
                                          ArrayRef<RuntimeValue> operands);

  // Operations that hold graphs (ControlFlow.cpp).
  /// A graph that captures nothing. Symbols that it binds end with it.
  llvm::Expected<RuntimeValues> runRegion(Region &region,
                                          ArrayRef<RuntimeValue> arguments);
  /// Nothing when `op` holds no graph.
  std::optional<llvm::Expected<RuntimeValues>>
  runControlFlow(Operation *op, ArrayRef<RuntimeValue> operands);
  llvm::Expected<RuntimeValues> runCond(ep::CondOp op,
                                        ArrayRef<RuntimeValue> operands);
  llvm::Expected<RuntimeValues> runWhile(ep::WhileLoopOp op,
                                         ArrayRef<RuntimeValue> operands);
  llvm::Expected<RuntimeValues> runScan(ep::ScanOp op,
                                        ArrayRef<RuntimeValue> operands);
  llvm::Expected<RuntimeValues> runPrefixes(ep::AssociativeScanOp op,
                                            ArrayRef<RuntimeValue> operands);
  llvm::Expected<SmallVector<RuntimeValues>>
  scanPairs(Region &body, ArrayRef<RuntimeValues> rows,
            ArrayRef<RuntimeValue> additional);
  llvm::Expected<RuntimeValues> runMap(ep::MapOp op,
                                       ArrayRef<RuntimeValue> operands);
  /// Tensors of the results' types, each a stack of rows.
  llvm::Expected<RuntimeValues> stack(Operation *op, unsigned firstResult,
                                      ArrayRef<RuntimeValues> rows);

  SymbolValues symbols;
  Philox &random;
  Evaluator::Observer observer;
};

} // namespace kiln::reference

#endif // KILN_LIB_REFERENCE_RUN_H
