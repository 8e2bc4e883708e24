// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpModel.h"
#include "kiln/Support/BytecodeVersion.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::detail;

MLIR_DEFINE_EXPLICIT_TYPE_ID(kiln::aten::AtenDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(kiln::aten::PrimsDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(kiln::aten::QuantizedDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(kiln::aten::CollectiveDialect)

/// Of the names and the normal form of arguments.
static constexpr uint64_t kBytecodeVersion = 1;

namespace {
/// Pure, unless the schema says that the op writes, draws random numbers or
/// checks something. Custom operators may do anything.
struct EffectsModel : MemoryEffectOpInterface::FallbackModel<EffectsModel> {
  void
  getEffects(Operation *op,
             SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &effects) const {
    const Schema *schema = OpModel::of(op->getName()).getSchema();
    if (schema && !schema->hasEffects())
      return;
    effects.emplace_back(MemoryEffects::Read::get());
    effects.emplace_back(MemoryEffects::Write::get());
  }
};

struct SpeculationModel
    : ConditionallySpeculatable::FallbackModel<SpeculationModel> {
  Speculation::Speculatability getSpeculatability(Operation *op) const {
    const Schema *schema = OpModel::of(op->getName()).getSchema();
    return schema && !schema->hasEffects() ? Speculation::Speculatable
                                           : Speculation::NotSpeculatable;
  }
};
} // namespace

SchemaDialect::SchemaDialect(StringRef space, MLIRContext *context, TypeID id)
    : Dialect(space, context, id) {
  context->getOrLoadDialect<ep::EPDialect>();
  forEachSchema([&](const Schema &schema) {
    if (schema.getNamespace() != space)
      return;
    std::optional<TypeID> typed = lookupTypedOp(schema.getName());
    RegisteredOperationName::insert(
        std::make_unique<OpModel>(StringAttr::get(context, schema.getName()),
                                  this, typed ? *typed : ids.allocate(),
                                  &schema),
        {});
  });
  addInterface<BytecodeVersionInterface>(kBytecodeVersion);
}

void *SchemaDialect::getRegisteredInterfaceForOp(TypeID interface,
                                                 OperationName) {
  static EffectsModel effects;
  static SpeculationModel speculation;
  if (interface == MemoryEffectOpInterface::getInterfaceID())
    return &effects;
  if (interface == ConditionallySpeculatable::getInterfaceID())
    return &speculation;
  return nullptr;
}

/// The operation for custom operators; only its TypeID matters.
namespace {
struct CustomOpId {};
} // namespace

AtenDialect::AtenDialect(MLIRContext *context)
    : SchemaDialect(getDialectNamespace(), context,
                    TypeID::get<AtenDialect>()) {
  RegisteredOperationName::insert(
      std::make_unique<OpModel>(StringAttr::get(context, "aten.operator"), this,
                                TypeID::get<CustomOpId>(), nullptr),
      {});
}

PrimsDialect::PrimsDialect(MLIRContext *context)
    : SchemaDialect(getDialectNamespace(), context,
                    TypeID::get<PrimsDialect>()) {}

QuantizedDialect::QuantizedDialect(MLIRContext *context)
    : SchemaDialect(getDialectNamespace(), context,
                    TypeID::get<QuantizedDialect>()) {}

CollectiveDialect::CollectiveDialect(MLIRContext *context)
    : SchemaDialect(getDialectNamespace(), context,
                    TypeID::get<CollectiveDialect>()) {}
