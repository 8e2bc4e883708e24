// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/EP/EP.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::ep;

#include "kiln/Dialect/EP/EPDialect.cpp.inc"
#include "kiln/Dialect/EP/EPEnums.cpp.inc"

namespace {
/// The version of the dialect in bytecode. Attributes and types are encoded by
/// their text, so the version guards their syntax.
struct EPVersion : DialectVersion {
  static constexpr uint64_t kCurrent = 1;
  explicit EPVersion(uint64_t number) : number(number) {}
  uint64_t number;
};

struct EPBytecodeInterface : BytecodeDialectInterface {
  explicit EPBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override {
    writer.writeVarInt(EPVersion::kCurrent);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number > EPVersion::kCurrent) {
      reader.emitError("ep dialect version ")
          << number << " is newer than the supported "
          << EPVersion::kCurrent;
      return nullptr;
    }
    return std::make_unique<EPVersion>(number);
  }
};

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
  addInterfaces<EPBytecodeInterface, EPAsmInterface>();
}
