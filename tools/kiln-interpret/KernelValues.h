// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which value of phase `core` each kernel of a package computes.
#ifndef KILN_TOOLS_KILN_INTERPRET_KERNELVALUES_H
#define KILN_TOOLS_KILN_INTERPRET_KERNELVALUES_H

#include "kiln/Dialect/EP/EP.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <map>

namespace kiln::interpret {

/// The value that a kernel writes to one of its buffers.
struct Written {
  mlir::RankedTensorType type;
  /// The number of the operation whose result it is, or nothing where it is a
  /// step on the way to one.
  std::optional<unsigned> operation;
};

/// A kernel's launch. Its buffers are those that it reads, then those that it
/// writes.
struct Launch {
  std::string kernel;
  unsigned dispatch; ///< its number among the dispatches of the graph
  SmallVector<Written> written;
};

/// Launches of the entry `run` by the number of their instruction.
using Launches = std::map<size_t, Launch>;

/// Numbers the operations of a program's graph, also those in branches and
/// loops, in their locations. Later ones have greater numbers.
void numberOperations(ep::ProgramOp program);
/// The number of an operation, if it has one.
std::optional<unsigned> getNumber(Operation *op);

/// Lowers copies of `module`, in phase `core` and with numbered operations, as
/// the compiler does for `targets`, and follows the numbers into the host
/// program of `program` for one of them, `used`.
llvm::Expected<Launches> findLaunches(mlir::ModuleOp module,
                                      ep::ProgramOp program,
                                      ArrayRef<std::string> targets,
                                      StringRef used);

} // namespace kiln::interpret

#endif // KILN_TOOLS_KILN_INTERPRET_KERNELVALUES_H
