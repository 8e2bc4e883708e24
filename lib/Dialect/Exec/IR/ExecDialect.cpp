// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Support/BytecodeVersion.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kiln::exec;

#include "kiln/Dialect/Exec/ExecDialect.cpp.inc"
#include "kiln/Dialect/Exec/ExecEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "kiln/Dialect/Exec/ExecAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "kiln/Dialect/Exec/ExecTypes.cpp.inc"

void ExecDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "kiln/Dialect/Exec/ExecAttrs.cpp.inc"
      >();
}

void ExecDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "kiln/Dialect/Exec/ExecTypes.cpp.inc"
      >();
}

static constexpr uint64_t kBytecodeVersion = 1;

void ExecDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "kiln/Dialect/Exec/ExecOps.cpp.inc"
      >();
  addInterface<BytecodeVersionInterface>(kBytecodeVersion);
}
