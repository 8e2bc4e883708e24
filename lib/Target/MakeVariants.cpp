// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Dialect/Exec/Exec.h"
#include "kiln/Support/Capability.h"
#include "kiln/Support/PassCount.h"
#include "kiln/Target/Passes.h"
#include "kiln/Target/TargetInfo.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "llvm/ADT/MapVector.h"

namespace kiln {
#define GEN_PASS_DEF_MAKEVARIANTSPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

using namespace mlir;
using namespace kiln;

static Attribute makeMap(Builder &builder, const TargetTraits &traits,
                         bool panelsAlone) {
  auto entry = [&](StringRef name, bool value) -> DataLayoutEntryInterface {
    return DataLayoutEntryAttr::get(builder.getStringAttr(name),
                                    builder.getBoolAttr(value));
  };
  return MapAttr::get(builder.getContext(),
                      {entry(kCanAttend, traits.attention),
                       entry(kCanReadPanels, traits.panels),
                       entry(kCanDropUnpacked, panelsAlone),
                       entry(kCanTakeRows, traits.wholeRows)});
}

namespace {
/// The targets of one class, in the order in which they were named.
struct TargetClass {
  const TargetTraits *traits = nullptr;
  SmallVector<std::string> names;
};
} // namespace

using TargetClasses = llvm::MapVector<StringRef, TargetClass>;

static FailureOr<TargetClasses> parseTargets(ModuleOp module,
                                             ArrayRef<std::string> names) {
  TargetClasses classes;
  auto add = [&](const TargetTraits &traits) -> TargetClass & {
    TargetClass &found = classes[traits.name];
    found.traits = &traits;
    return found;
  };
  for (const std::string &name : names) {
    std::optional<TargetInfo> target = getTargetInfo(name);
    if (!target)
      return module.emitError("unknown target '")
             << name << "'; known are " << listTargets();
    add(*target->traits).names.push_back(target->name);
  }
  if (names.empty())
    add(getDefaultTraits());
  return classes;
}

static LogicalResult makeVariants(ModuleOp module,
                                  const TargetClasses &classes) {
  for (Operation &op : *module.getBody())
    if (!isa<ep::ProgramOp>(op))
      return op.emitOpError("beside programs, of which variants are made");
  auto programs = llvm::to_vector(module.getOps<ep::ProgramOp>());
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  bool panelsAlone = llvm::all_of(
      classes, [](const auto &item) { return item.second.traits->panels; });
  for (const auto &[name, targets] : classes) {
    auto variant =
        exec::VariantOp::create(builder, module.getLoc(), name,
                                llvm::to_vector_of<StringRef>(targets.names));
    variant->setAttr(DLTIDialect::kMapAttrName,
                     makeMap(builder, *targets.traits, panelsAlone));
    Block &body = variant.getBody().front();
    bool isLast = name == classes.back().first;
    for (ep::ProgramOp program : programs)
      if (isLast)
        program->moveBefore(&body, body.end());
      else
        body.push_back(program->clone());
  }
  return success();
}

namespace {
struct MakeVariantsPass : kiln::impl::MakeVariantsPassBase<MakeVariantsPass> {
  using Base::Base;
  void runOnOperation() override {
    FailureOr<TargetClasses> classes = parseTargets(getOperation(), *targets);
    if (failed(classes) || failed(makeVariants(getOperation(), *classes)))
      return signalPassFailure();
    count(getOperation(), *this, numVariants, classes->size(), "variants made");
  }
};
} // namespace
