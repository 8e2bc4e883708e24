// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/TX/TX.h"
#include "kiln/Support/BytecodeVersion.h"

using namespace mlir;
using namespace kiln::tx;

#include "kiln/Dialect/TX/TXDialect.cpp.inc"
#include "kiln/Dialect/TX/TXEnums.cpp.inc"

static constexpr uint64_t kBytecodeVersion = 1;

void TXDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "kiln/Dialect/TX/TXOps.cpp.inc"
      >();
  addInterface<BytecodeVersionInterface>(kBytecodeVersion);
}
