// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpModel.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::detail;

namespace {
/// OperationName keeps its Impl from everybody but derived classes.
struct NameAccess : OperationName {
  explicit NameAccess(OperationName name) : OperationName(name) {}
  const Impl *get() const { return getImpl(); }
};
} // namespace

const OpModel &OpModel::of(OperationName name) {
  return *static_cast<const OpModel *>(NameAccess(name).get());
}

bool OpModel::hasTrait(TypeID id) {
  return id == TypeID::get<OpTrait::ZeroRegions>() ||
         id == TypeID::get<OpTrait::ZeroSuccessors>() ||
         (schema && id == TypeID::get<SchemaOpTrait>());
}

OperationName::ParseAssemblyFn OpModel::getParseAssemblyFn() {
  return [schema = schema](OpAsmParser &parser, OperationState &state) {
    return schema ? parseSchemaOp(*schema, parser, state)
                  : parseCustomOp(parser, state);
  };
}

void OpModel::printAssembly(Operation *op, OpAsmPrinter &printer, StringRef) {
  printer << op->getName().getStringRef();
  if (schema)
    printSchemaOp(AtenOp(op), printer);
  else
    printCustomOp(op, printer);
}

LogicalResult OpModel::verifyInvariants(Operation *op) {
  if (failed(OpTrait::impl::verifyZeroRegions(op)) ||
      failed(OpTrait::impl::verifyZeroSuccessors(op)))
    return failure();
  return schema ? verifySchemaOp(AtenOp(op)) : verifyCustomOp(op);
}
