// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// IR that anyone may have written, as text or bytecode. MLIR's printer, its
// passes and its destructors recurse into operations and attributes, and an
// attribute that names another twice stands for twice as much: a small file
// could overflow the stack or keep a tool busy for ever.
#ifndef KILN_SUPPORT_BOUNDEDPARSER_H
#define KILN_SUPPORT_BOUNDEDPARSER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace kiln {

/// Parses one module, without verifying it; null after diagnostics where it is
/// no IR. It is an error if operations, attributes, types or brackets nest
/// deeper than 1000, or if attributes and types, written out at each use, or
/// elements that are written once and repeated, take more memory than
/// `rt::memoryBudget` grants a file of this size.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
parseBounded(std::unique_ptr<llvm::MemoryBuffer> buffer,
             mlir::MLIRContext *context);

/// The same, verified, and limits that are exceeded name the buffer. Where
/// diagnostics say what is wrong, the error is a DiagnosedError.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
parseVerified(std::unique_ptr<llvm::MemoryBuffer> buffer,
              mlir::MLIRContext *context);

/// The same, of the file at `path`; `-` is standard input.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>>
readVerified(llvm::StringRef path, mlir::MLIRContext *context);

} // namespace kiln

#endif // KILN_SUPPORT_BOUNDEDPARSER_H
