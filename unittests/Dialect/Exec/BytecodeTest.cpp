// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytecode of a later version of the dialect is refused by its number.
#include "kiln/Dialect/EP/EP.h"
#include "kiln/Dialect/Exec/Exec.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;

namespace {
/// What a later Kiln writes.
struct LaterInterface : BytecodeDialectInterface {
  explicit LaterInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}
  void writeVersion(DialectBytecodeWriter &writer) const override {
    writer.writeVarInt(99);
  }
};

struct LaterDialect : Dialect {
  static constexpr StringLiteral getDialectNamespace() { return "exec"; }
  explicit LaterDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<LaterDialect>()) {
    allowUnknownOperations();
    addInterfaces<LaterInterface>();
  }
};
} // namespace

TEST(ExecBytecodeTest, RefusesALaterVersion) {
  MLIRContext later;
  later.loadDialect<LaterDialect>();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>("\"exec.later\"() : () -> ()", &later);
  ASSERT_TRUE(module);
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  ASSERT_TRUE(succeeded(writeBytecodeToFile(*module, os)));

  MLIRContext context;
  context.loadDialect<kiln::ep::EPDialect, kiln::exec::ExecDialect>();
  std::string error;
  context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
    error += diagnostic.str();
    return success();
  });
  EXPECT_FALSE(parseSourceString<ModuleOp>(bytes, &context));
  EXPECT_TRUE(StringRef(error).contains(
      "exec dialect version 99 is newer than the supported 1"))
      << error;
}
