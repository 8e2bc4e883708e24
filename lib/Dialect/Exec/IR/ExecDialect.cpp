// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/Exec.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kiln::exec;

#include "kiln/Dialect/Exec/ExecDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "kiln/Dialect/Exec/ExecTypes.cpp.inc"

void ExecDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "kiln/Dialect/Exec/ExecTypes.cpp.inc"
      >();
}

namespace {
/// The version of the dialect in bytecode.
struct ExecVersion : DialectVersion {
  static constexpr uint64_t kCurrent = 1;
};

struct ExecBytecodeInterface : BytecodeDialectInterface {
  explicit ExecBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override {
    writer.writeVarInt(ExecVersion::kCurrent);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number > ExecVersion::kCurrent) {
      reader.emitError("exec dialect version ")
          << number << " is newer than the supported "
          << ExecVersion::kCurrent;
      return nullptr;
    }
    return std::make_unique<ExecVersion>();
  }
};
} // namespace

void ExecDialect::initialize() {
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "kiln/Dialect/Exec/ExecOps.cpp.inc"
      >();
  addInterfaces<ExecBytecodeInterface>();
}
