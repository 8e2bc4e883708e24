// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The version of a dialect in bytecode. Attributes and types of Kiln's dialects
// are encoded by their text, so the version guards their syntax and the names
// and arguments of operations.
#ifndef KILN_SUPPORT_BYTECODEVERSION_H
#define KILN_SUPPORT_BYTECODEVERSION_H

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace kiln {

/// Writes the current version of its dialect; refuses newer ones.
class BytecodeVersionInterface : public mlir::BytecodeDialectInterface {
public:
  BytecodeVersionInterface(mlir::Dialect *dialect, uint64_t current)
      : BytecodeDialectInterface(dialect), current(current) {}

  void writeVersion(mlir::DialectBytecodeWriter &writer) const override;
  std::unique_ptr<mlir::DialectVersion>
  readVersion(mlir::DialectBytecodeReader &reader) const override;

private:
  uint64_t current;
};

} // namespace kiln

#endif // KILN_SUPPORT_BYTECODEVERSION_H
