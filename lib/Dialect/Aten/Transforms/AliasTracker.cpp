// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AliasTracker.h"
#include "ViewInverse.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

Alias *AliasTracker::makeAlias(Alias *parent, Value current) {
  Alias &alias = aliases.emplace_back();
  alias.parent = parent;
  alias.current = current;
  if (parent) {
    alias.storage = parent->storage;
    alias.version = alias.storage->version;
  } else {
    alias.storage = &storages.emplace_back();
    alias.storage->root = &alias;
  }
  return &alias;
}

Alias *AliasTracker::lookup(Value tensor) {
  Tensor *&entry = byValue[tensor];
  if (!entry) {
    entry = &tensors.emplace_back();
    entry->alias = makeAlias(nullptr, tensor);
    entry->alias->storage->tensors.push_back(tensor);
  }
  return entry->alias;
}

Alias *AliasTracker::addView(Value tensor, Alias *parent, OpOperand &viewed,
                             unsigned result) {
  Alias *alias = makeAlias(parent, tensor);
  alias->viewed = &viewed;
  alias->result = result;
  Tensor *&entry = byValue[tensor];
  if (!entry)
    entry = &tensors.emplace_back();
  entry->alias = alias;
  alias->storage->tensors.push_back(tensor);
  return alias;
}

void AliasTracker::bind(Value tensor, Value other) {
  Alias *alias = lookup(other);
  byValue[tensor] = byValue[other];
  alias->storage->tensors.push_back(tensor);
}

void AliasTracker::rebind(Value tensor, Alias *alias) {
  (void)lookup(tensor);
  byValue[tensor]->alias = alias;
}

void AliasTracker::relate(Alias *a, Alias *b) {
  a->storage->related.push_back(b->storage);
  b->storage->related.push_back(a->storage);
}

Value AliasTracker::read(Alias *alias, OpBuilder &builder) {
  if (alias->version == alias->storage->version)
    return alias->current;
  // The chain is walked with a stack: a loop may have made thousands of views.
  SmallVector<Alias *> chain;
  for (; alias->version != alias->storage->version; alias = alias->parent)
    chain.push_back(alias);
  Value value = alias->current;
  for (Alias *stale : llvm::reverse(chain)) {
    Operation *view = stale->viewed->getOwner();
    Operation *again = builder.clone(*view);
    again->setOperand(stale->viewed->getOperandNumber(), value);
    value = again->getResult(stale->result);
    stale->current = value;
    stale->version = stale->storage->version;
  }
  return value;
}

/// Does anything after `writer` read `storage`?
static bool isReadAfter(const Storage &storage, Operation *writer) {
  for (Value tensor : storage.tensors)
    for (Operation *user : tensor.getUsers()) {
      Operation *ancestor = writer->getBlock()->findAncestorOpInBlock(*user);
      if (ancestor && writer->isBeforeInBlock(ancestor))
        return true;
    }
  return false;
}

LogicalResult AliasTracker::write(Alias *alias, NewValue written,
                                  Operation *writer, OpBuilder &builder) {
  Storage &storage = *alias->storage;
  for (Storage *related : storage.related)
    if (isReadAfter(*related, writer) ||
        isa<BlockArgument>(related->root->current))
      return refuse(writer, "writes a tensor of which it is not known whether "
                            "it is a view or a copy: a reshape depends on "
                            "strides that the symbols do not decide");
  SmallVector<std::pair<Alias *, Value>> values = {{alias, written.value}};
  for (Alias *view = alias; view->parent; view = view->parent) {
    auto readParent = [&] { return read(view->parent, builder); };
    std::string why;
    Value value = createInverse(
        builder, writer->getLoc(), {view->viewed, view->result}, readParent,
        {values.back().second, written.uniform}, facts, why);
    if (!value)
      return refuse(writer, why);
    values.push_back({view->parent, value});
  }
  ++storage.version;
  for (auto [changed, value] : values) {
    changed->current = value;
    changed->version = storage.version;
  }
  return success();
}

ExprAttr AliasTracker::getOffset(Alias *alias) const {
  ExprAttr offset = ep::makeInt(alias->current.getContext(), 0);
  for (; alias->parent; alias = alias->parent) {
    std::optional<ExprAttr> step = getViewOffset(
        alias->getView(), alias->result, alias->parent->getType());
    if (!step)
      return {};
    // An as_strided says where it starts in the storage.
    if (isAbsolute(alias->getView()))
      return ep::add(offset, *step);
    offset = ep::add(offset, *step);
  }
  return offset;
}
