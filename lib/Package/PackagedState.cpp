// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kiln/Package/PackagedState.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "kiln/Dialect/Exec/Exec.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::package;

/// The names of state that calls use.
static llvm::DenseSet<Attribute> findUsed(ep::ProgramOp program) {
  llvm::DenseSet<Attribute> used;
  for (auto host : program.getBody().getOps<exec::HostOp>())
    if (!ep::isPrepare(host))
      for (auto state : host.getOps<exec::StateOp>())
        if (!state->use_empty() || state.getIsMutable())
          used.insert(state.getStateAttr().getAttr());
  return used;
}

PackagedState::PackagedState(ep::ProgramOp program) : symbols(program) {
  for (auto storage : program.getBody().getOps<ep::StorageOp>())
    if (std::optional<ep::PackedState> state = ep::getPackedState(storage))
      packed.try_emplace(state->state, storage);
  if (packed.empty())
    return;
  llvm::DenseSet<Attribute> used = findUsed(program);
  llvm::DenseMap<Operation *, unsigned> numEntries;
  for (Operation &op : program.getBody().front()) {
    if (!isa<ep::ParameterOp, ep::BufferOp, ep::ConstantOp>(op))
      continue;
    StringAttr name = SymbolTable::getSymbolName(&op);
    Operation *storage = symbols.lookup(
        op.getAttrOfType<FlatSymbolRefAttr>("storage").getValue());
    ++numEntries[storage];
    if (packed.contains(name) && !used.contains(name))
      dropped.insert(storage);
  }
  // Entries that share memory go on sharing it.
  for (auto [storage, count] : numEntries)
    if (count > 1)
      dropped.erase(storage);
}

PackagedState::Home PackagedState::lookup(Operation *state) const {
  auto own = symbols.lookup<ep::StorageOp>(
      state->getAttrOfType<FlatSymbolRefAttr>("storage").getValue());
  if (isNeeded(own))
    return {own, std::nullopt};
  ep::StorageOp other = packed.at(SymbolTable::getSymbolName(state));
  return {other, ep::getPackedState(other)->layout};
}

bool PackagedState::hasSeenOtherwise() const {
  return llvm::any_of(packed, [&](const auto &entry) {
    Operation *state = symbols.lookup(cast<StringAttr>(entry.first));
    FlatSymbolRefAttr name = state->getAttrOfType<FlatSymbolRefAttr>("storage");
    auto own = symbols.lookup<ep::StorageOp>(name.getValue());
    return !isNeeded(own) &&
           !ep::getPackedState(entry.second)->layout.sizes.empty();
  });
}

WalkResult package::walkPackagedStorages(
    Operation *scope, llvm::function_ref<WalkResult(ep::StorageOp)> visit) {
  return scope->walk<WalkOrder::PreOrder>([&](ep::ProgramOp program) {
    PackagedState state(program);
    for (auto storage : program.getBody().getOps<ep::StorageOp>())
      if (state.isNeeded(storage) && visit(storage).wasInterrupted())
        return WalkResult::interrupt();
    return WalkResult::skip();
  });
}
