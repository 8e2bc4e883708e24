// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In-place operators that change how a tensor sees its storage.
#include "WriteRewriter.h"
#include "kiln/Dialect/Aten/FunctionalForm.h"
#include "kiln/Dialect/Aten/Shape.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

void WriteRewriter::replaceMetadata(AtenOp op, Value view) {
  Value self = op.tensor(0u);
  Operation *made = view.getDefiningOp();
  Alias *parent = tracker.lookup(self);
  // A strided view is one of the root.
  if (isa<AtenOp>(made) &&
      AtenOp(made).getSchema().getBaseName() == "as_strided")
    parent = parent->storage->root;
  tracker.rebind(self, tracker.addView(view, parent, made->getOpOperand(0), 0));
  finish(op);
}

LogicalResult WriteRewriter::rewriteMetadata(AtenOp op) {
  std::optional<FunctionalForm> form = getFunctionalForm(op.getSchema());
  SmallVector<ArgumentValue> arguments = {read(op.tensor(0u))};
  for (const SchemaArgument &argument :
       op.getSchema().getArguments().drop_front()) {
    Attribute attr = op->getAttr(argument.name);
    arguments.push_back(attr ? ArgumentValue(attr) : ArgumentValue());
  }
  Operation *view =
      buildAtenOp(builder, op->getLoc(), *form->schema,
                  ArrayRef<ArgumentValue>(arguments), op->getResultTypes());
  replaceMetadata(op, view->getResult(0));
  return success();
}

/// The number of elements that a view reaches over.
static ExprAttr getReach(MLIRContext *context, ArrayRef<ExprAttr> sizes,
                         ArrayRef<ExprAttr> strides) {
  ExprAttr one = ep::makeInt(context, 1), reach = one;
  for (auto [size, stride] : llvm::zip(sizes, strides))
    reach = ep::add(reach, ep::mul(ep::sub(size, one), stride));
  return reach;
}

Value WriteRewriter::createStrided(AtenOp op, Alias *alias,
                                   ArrayRef<ExprAttr> sizes,
                                   ArrayRef<ExprAttr> strides,
                                   ExprAttr offset) {
  Alias *root = alias->storage->root;
  ep::TensorType rootType = root->getType();
  ExprAttr zero = ep::makeInt(op->getContext(), 0);
  if (!offset)
    offset = tracker.getOffset(alias);
  else if (auto input = dyn_cast<BlockArgument>(root->storage->tensors.front()))
    offset = ep::sub(offset, getStorageOffset(input));
  if (!offset) {
    (void)refuse(op, "strides over the storage of a view whose "
                     "position in it is not known");
    return {};
  }
  // Memory before or behind an input is not a value of this graph; a tensor
  // that the graph made is all of its storage.
  if (isa<BlockArgument>(root->storage->tensors.front())) {
    ExprAttr room =
        ep::sub(getReach(op->getContext(), rootType.getSizes(),
                         rootType.getStridesOrDefault()),
                ep::add(offset, getReach(op->getContext(), sizes, strides)));
    // Conditions on sizes are checked when the sizes are known.
    const ep::Facts &facts = tracker.getFacts();
    for (ExprAttr distance : {offset, ep::simplify(room, facts)}) {
      ep::Bounds range = ep::range(distance, facts);
      if (range.max && *range.max < 0) {
        (void)refuse(op, "strides beyond the input that it views");
        return {};
      }
      if (!range.min || *range.min < 0)
        ep::AssertOp::create(builder, op->getLoc(),
                             ep::makeExpr(ep::ExprKind::Le, {zero, distance}),
                             (op.getSchema().getName() +
                              " strides beyond the input that it views")
                                 .str());
    }
  }
  auto list = [&](ArrayRef<ExprAttr> exprs) {
    return Attribute(builder.getArrayAttr(
        SmallVector<Attribute>(exprs.begin(), exprs.end())));
  };
  SmallVector<NamedArgument> arguments = {{"self", tracker.read(root, builder)},
                                          {"size", list(sizes)},
                                          {"stride", list(strides)}};
  if (offset != zero)
    arguments.push_back({"storage_offset", Attribute(offset)});
  return build(op->getLoc(), "aten.as_strided.default", arguments,
               op->getResult(0).getType());
}

LogicalResult WriteRewriter::rewriteAsStrided(AtenOp op) {
  builder.setInsertionPoint(op);
  Alias *alias = tracker.lookup(op.tensor("self"));
  Value view = createStrided(op, alias, op.symInts("size"),
                             op.symInts("stride"), op.symInt(3));
  if (!view)
    return failure();
  tracker.addView(view, alias->storage->root,
                  view.getDefiningOp()->getOpOperand(0), 0);
  tracker.bind(op->getResult(0), view);
  rewritten.push_back(op);
  return success();
}

/// as_strided_, and resizes that need no more memory than there is.
LogicalResult WriteRewriter::rewriteResize(AtenOp op) {
  Alias *alias = tracker.lookup(op.tensor(0u));
  auto type = cast<ep::TensorType>(op->getResult(0).getType());
  if (op.getSchema().getBaseName() == "as_strided_") {
    Value view = createStrided(op, alias, op.symInts("size"),
                               op.symInts("stride"), op.symInt(3));
    if (!view)
      return failure();
    replaceMetadata(op, view);
    return success();
  }
  if (type == alias->getType()) {
    finish(op);
    return success();
  }
  ExprAttr left =
      ep::sub(ep::product(op->getContext(), alias->getType().getSizes()),
              ep::product(op->getContext(), type.getSizes()));
  if (ep::range(left, tracker.getFacts()).min.value_or(-1) < 0 ||
      !type.isContiguous())
    return refuse(op, "resizes a tensor to one that is larger or not "
                      "contiguous");
  Value view =
      createStrided(op, alias, type.getSizes(), type.getStridesOrDefault(), {});
  if (!view)
    return failure();
  replaceMetadata(op, view);
  return success();
}
