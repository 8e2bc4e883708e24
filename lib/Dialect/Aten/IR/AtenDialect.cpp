// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpModel.h"
#include "kiln/Dialect/Aten/Libraries.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/EP/NormalForm.h"
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
MLIR_DEFINE_EXPLICIT_TYPE_ID(kiln::aten::TorchNNDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(kiln::aten::TorchAODialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(kiln::aten::TorchVisionDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(kiln::aten::TransformersDialect)

/// Of the names and the normal form of arguments.
static constexpr uint64_t kBytecodeVersion = 1;

/// Calls `fn` on every symbol in a type.
static void walkTypeSymbols(Type type,
                            llvm::function_ref<void(ep::ExprAttr)> fn) {
  if (auto number = dyn_cast<ep::NumberType>(type))
    ep::walkSymbols(number.getValue(), fn);
  if (auto tensor = dyn_cast<ep::TensorType>(type))
    for (ep::ExprAttr size : tensor.getSizes())
      ep::walkSymbols(size, fn);
}

/// Does a result say what an unbacked symbol is that no operand knows? Sizes
/// and numbers elsewhere depend on it without using the result.
static bool bindsSymbol(Operation *op) {
  llvm::SmallPtrSet<Attribute, 4> known;
  for (Type type : op->getOperandTypes())
    walkTypeSymbols(type, [&](ep::ExprAttr symbol) { known.insert(symbol); });
  bool binds = false;
  for (Type type : op->getResultTypes())
    walkTypeSymbols(type, [&](ep::ExprAttr symbol) {
      bool unbacked = symbol.getName().starts_with("u") ||
                      symbol.getName().starts_with("zuf");
      binds |= unbacked && !known.contains(symbol);
    });
  return binds;
}

/// Is a size or a number of the op's result told by data? Where the type says
/// what is known already, the op checks it, even if nothing uses the result.
/// Of indices only masks do so.
static bool readsNumber(Operation *op, const Schema &schema) {
  if (!schema.isDynamicOutput())
    return false;
  auto isMask = [](Type type) {
    auto tensor = dyn_cast<ep::TensorType>(type);
    return tensor && tensor.getElementType().isInteger(1);
  };
  return schema.getBaseName() != "index" ||
         llvm::any_of(llvm::drop_begin(op->getOperandTypes()), isMask);
}

namespace {
/// Pure, unless the schema says that the op writes, draws random numbers or
/// checks something, or the op makes a symbol known or reads a number. Custom
/// operators may do anything.
struct EffectsModel : MemoryEffectOpInterface::FallbackModel<EffectsModel> {
  void
  getEffects(Operation *op,
             SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &effects) const {
    const Schema *schema = OpModel::of(op->getName()).getSchema();
    if (schema && !schema->hasEffects() && !bindsSymbol(op) &&
        !readsNumber(op, *schema))
      return;
    effects.emplace_back(MemoryEffects::Read::get());
    effects.emplace_back(MemoryEffects::Write::get());
  }
};

/// A Scalar that is an int is written `256 : i64`, one with symbols as an
/// expression.
struct ArgumentForm : ep::NormalFormInterface {
  using NormalFormInterface::NormalFormInterface;
  void normalize(Operation *op) const override {
    const Schema *schema = OpModel::of(op->getName()).getSchema();
    if (!schema)
      return;
    for (const SchemaArgument &argument : schema->getArguments())
      if (Attribute value = op->getAttr(argument.name))
        if (Attribute normal = normalizeArgument(value, argument.type))
          op->setAttr(argument.name, normal);
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
  addInterfaces<ArgumentForm>();
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
