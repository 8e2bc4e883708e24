// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading `.pt2` archives of torch.export into `ep` programs.
#ifndef KILN_IMPORT_IMPORTPT2_H
#define KILN_IMPORT_IMPORTPT2_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace kiln {

struct ImportOptions {
  /// The program to read of an archive that holds several; empty reads all.
  std::string model;
  /// Copies the weights into the IR. Otherwise each storage names its record
  /// of the archive, and the archive must stay where it is.
  bool embedWeights = false;
  /// Warns of a guard that is not understood, and leaves it out: no call is
  /// checked for it. Otherwise it is an error.
  bool allowUnknownGuards = false;
  /// Schemas of custom operators, which archives lack, as PyTorch writes them:
  /// "ns::add_(Tensor(a!) self, Tensor x) -> ()". They say what an operator
  /// writes.
  std::vector<std::string> opSchemas;
};

/// Reads the archive at `path`: one `ep.program` per program, in the `exported`
/// phase, verified. No Python is run and no pickle executed. The error reads
/// `file: entry: op: message`, without the parts that do not apply.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
importPt2(mlir::MLIRContext *context, llvm::StringRef path,
          const ImportOptions &options = {});

} // namespace kiln

#endif // KILN_IMPORT_IMPORTPT2_H
