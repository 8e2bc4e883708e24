// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's model of a registered operation, filled from a row of the schema
// table. There are no properties: arguments are attributes in the op's
// dictionary, in one normal form (see Builder.h), so CSE compares them.
#ifndef KILN_LIB_DIALECT_ATEN_IR_OPMODEL_H
#define KILN_LIB_DIALECT_ATEN_IR_OPMODEL_H

#include "kiln/Dialect/Aten/Aten.h"
#include "mlir/IR/OpImplementation.h"

namespace kiln::aten::detail {

/// Marks operations of the table; asked for by hasTrait.
struct SchemaOpTrait {};

/// AsmFormat.cpp
mlir::ParseResult parseSchemaOp(const Schema &schema, mlir::OpAsmParser &parser,
                                mlir::OperationState &state);
void printSchemaOp(AtenOp op, mlir::OpAsmPrinter &printer);
/// CustomOp.cpp
mlir::ParseResult parseCustomOp(mlir::OpAsmParser &parser,
                                mlir::OperationState &state);
void printCustomOp(Operation *op, mlir::OpAsmPrinter &printer);
LogicalResult verifyCustomOp(Operation *op);
/// Verifier.cpp
LogicalResult verifySchemaOp(AtenOp op);

/// The class of an overload, if it has one (TypedOps.cpp).
std::optional<mlir::TypeID> lookupTypedOp(StringRef name);

/// The attribute of `operand_segments` under construction.
class SegmentBuilder {
public:
  void addTensor(bool present) { segments.push_back(present); }
  void addNoList() { segments.push_back(-1); }
  void addList(ArrayRef<bool> present, bool optionalElements) {
    segments.push_back(present.size());
    if (optionalElements)
      segments.append(present.begin(), present.end());
  }
  Attribute get(MLIRContext *context) const {
    return mlir::DenseI32ArrayAttr::get(context, segments);
  }

private:
  SmallVector<int32_t> segments;
};

class OpModel : public mlir::OperationName::Impl {
public:
  /// `schema` is null for `aten.operator`.
  OpModel(StringAttr name, mlir::Dialect *dialect, mlir::TypeID id,
          const Schema *schema)
      : Impl(name, dialect, id, mlir::detail::InterfaceMap()), schema(schema) {}

  /// The model of an operation of the table.
  static const OpModel &of(mlir::OperationName name);
  const Schema *getSchema() const { return schema; }

  LogicalResult foldHook(Operation *, ArrayRef<Attribute>,
                         SmallVectorImpl<mlir::OpFoldResult> &) final {
    return failure();
  }
  void getCanonicalizationPatterns(mlir::RewritePatternSet &,
                                   MLIRContext *) final {}
  bool hasTrait(mlir::TypeID id) final;
  mlir::OperationName::ParseAssemblyFn getParseAssemblyFn() final;
  void populateDefaultAttrs(const mlir::OperationName &,
                            mlir::NamedAttrList &) final {}
  void printAssembly(Operation *op, mlir::OpAsmPrinter &printer,
                     StringRef) final;
  LogicalResult verifyInvariants(Operation *op) final;
  LogicalResult verifyRegionInvariants(Operation *) final { return success(); }

  std::optional<Attribute> getInherentAttr(Operation *op,
                                           StringRef name) final {
    Attribute attr = op->getDiscardableAttrDictionary().get(name);
    return attr ? std::optional(attr) : std::nullopt;
  }
  void setInherentAttr(Operation *op, StringAttr name, Attribute value) final {
    op->setDiscardableAttr(name, value);
  }
  void populateInherentAttrs(Operation *, mlir::NamedAttrList &) final {}
  LogicalResult
  verifyInherentAttrs(mlir::OperationName, mlir::NamedAttrList &,
                      llvm::function_ref<InFlightDiagnostic()>) final {
    return success();
  }
  int getOpPropertyByteSize() final { return 0; }
  void initProperties(mlir::OperationName, mlir::OpaqueProperties,
                      mlir::OpaqueProperties) final {}
  void deleteProperties(mlir::OpaqueProperties) final {}
  void populateDefaultProperties(mlir::OperationName,
                                 mlir::OpaqueProperties) final {}
  LogicalResult
  setPropertiesFromAttr(mlir::OperationName, mlir::OpaqueProperties, Attribute,
                        llvm::function_ref<InFlightDiagnostic()>) final {
    return success();
  }
  Attribute getPropertiesAsAttr(Operation *) final { return {}; }
  void copyProperties(mlir::OpaqueProperties, mlir::OpaqueProperties) final {}
  // Equal, always: ops without properties differ by their attributes only.
  bool compareProperties(mlir::OpaqueProperties, mlir::OpaqueProperties) final {
    return true;
  }
  llvm::hash_code hashProperties(mlir::OpaqueProperties) final { return {}; }

private:
  const Schema *schema;
};

} // namespace kiln::aten::detail

#endif // KILN_LIB_DIALECT_ATEN_IR_OPMODEL_H
