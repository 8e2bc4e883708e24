// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Support/BytecodeVersion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

#include "kiln/Dialect/EP/EPDialect.cpp.inc"
#include "kiln/Dialect/EP/EPEnums.cpp.inc"

/// 2: tensor types have a layout.
static constexpr uint64_t kBytecodeVersion = 2;

namespace {
struct EPAsmInterface : OpAsmDialectInterface {
  explicit EPAsmInterface(Dialect *dialect) : OpAsmDialectInterface(dialect) {}

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (!isa<TreeAttr>(attr))
      return AliasResult::NoAlias;
    os << "tree";
    return AliasResult::OverridableAlias;
  }
};
} // namespace

Operation *EPDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                          Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

void EPDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "kiln/Dialect/EP/EPOps.cpp.inc"
      >();
  addInterfaces<EPAsmInterface>();
  addInterface<BytecodeVersionInterface>(kBytecodeVersion);
}
