// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// State entries share storages. Bytes are compared by their intervals in a
// storage; groups of overlapping entries are rooted in the entry that spans
// them, since a view can only be taken of a tensor that holds all its bytes.
#include "GraphState.h"
#include "WriteRewriter.h"
#include "kiln/Dialect/Aten/Builder.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using ep::ExprAttr;

std::string aten::getWriteObstacle(BlockArgument input) {
  auto graph = dyn_cast<ep::GraphOp>(input.getOwner()->getParentOp());
  return graph ? "" : "writes an operand of a subgraph";
}

//===----------------------------------------------------------------------===//
// Overlapping state
//===----------------------------------------------------------------------===//

namespace {
/// A state entry that is a graph input.
struct StateView {
  BlockArgument input;
  ep::TensorType type;
  StringAttr storage;
  int64_t offset = 0;
  int64_t end = 0; ///< behind the last element that is reached
};
} // namespace

/// The state entry of an input; nothing when it is none.
static std::optional<StateView> getStateView(BlockArgument input) {
  auto graph = dyn_cast<ep::GraphOp>(input.getOwner()->getParentOp());
  if (!graph)
    return std::nullopt;
  ep::InputAttr attr = graph.getInput(input.getArgNumber());
  StateView view;
  view.input = input;
  auto fill = [&](auto op) {
    view.type = cast<ep::TensorType>(op.getType());
    view.storage = op.getStorageAttr().getAttr();
    view.offset = op.getOffset();
  };
  Operation *state =
      SymbolTable::lookupSymbolIn(graph.getProgram(), attr.getTarget());
  if (attr.getKind() == ep::InputKind::Parameter)
    fill(cast<ep::ParameterOp>(state));
  else if (attr.getKind() == ep::InputKind::Buffer)
    fill(cast<ep::BufferOp>(state));
  else if (attr.getKind() == ep::InputKind::ConstantTensor)
    fill(cast<ep::ConstantOp>(state));
  else
    return std::nullopt;
  view.end = view.offset + 1;
  for (auto [size, stride] :
       llvm::zip(view.type.getSizes(), view.type.getStridesOrDefault())) {
    view.end += (size.getValue() - 1) * stride.getValue();
    // An entry without elements overlaps nothing.
    if (size.isInt(0)) {
      view.end = view.offset;
      break;
    }
  }
  return view;
}

ExprAttr aten::getStorageOffset(BlockArgument input) {
  std::optional<StateView> view = getStateView(input);
  return ep::makeInt(input.getContext(), view ? view->offset : 0);
}

static bool overlap(const StateView &a, const StateView &b) {
  return a.storage == b.storage && a.offset < b.end && b.offset < a.end;
}

static std::string getTarget(const StateView &view) {
  auto graph = cast<ep::GraphOp>(view.input.getOwner()->getParentOp());
  return graph.getInput(view.input.getArgNumber()).getTarget().str();
}

/// The entry that all others are views of.
static const StateView *findSpanning(ArrayRef<const StateView *> group) {
  for (const StateView *candidate : group) {
    bool spans = llvm::all_of(group, [&](const StateView *view) {
      return candidate->offset <= view->offset && view->end <= candidate->end &&
             candidate->type.getElementType() == view->type.getElementType();
    });
    bool same = llvm::all_of(group, [&](const StateView *view) {
      return view->type == candidate->type && view->offset == candidate->offset;
    });
    if (spans && (same || candidate->type.isContiguous()))
      return candidate;
  }
  return nullptr;
}

static Value createStateView(OpBuilder &builder, const StateView &base,
                             const StateView &view) {
  auto list = [&](ArrayRef<ExprAttr> exprs) {
    return Attribute(builder.getArrayAttr(
        SmallVector<Attribute>(exprs.begin(), exprs.end())));
  };
  Location loc = base.input.getLoc();
  SmallVector<NamedArgument> arguments = {{"self", base.input}};
  StringRef name = "aten.alias.default";
  if (view.type != base.type || view.offset != base.offset) {
    name = "aten.as_strided.default";
    arguments.push_back({"size", list(view.type.getSizes())});
    arguments.push_back({"stride", list(view.type.getStridesOrDefault())});
    // Positions count in the storage.
    arguments.push_back(
        {"storage_offset",
         Attribute(ep::makeInt(builder.getContext(), view.offset))});
  }
  return buildAtenOp(builder, loc, requireSchema(name), arguments, view.type)
      ->getResult(0);
}

LogicalResult
aten::joinOverlappingState(ep::GraphOp graph,
                           const llvm::DenseSet<BlockArgument> &written,
                           llvm::DenseMap<Value, Value> &joinedViews) {
  SmallVector<StateView> views;
  for (BlockArgument input : graph.getArguments())
    if (std::optional<StateView> view = getStateView(input))
      views.push_back(*view);
  OpBuilder builder = OpBuilder::atBlockBegin(&graph.getBody().front());
  llvm::DenseSet<BlockArgument> joined;
  for (const StateView &view : views) {
    if (!written.contains(view.input) || joined.contains(view.input))
      continue;
    SmallVector<const StateView *> group = {&view};
    // An entry that overlaps a member of the group belongs to it.
    for (size_t i = 0; i < group.size(); ++i)
      for (const StateView &other : views)
        if (overlap(*group[i], other) && !llvm::is_contained(group, &other))
          group.push_back(&other);
    if (group.size() == 1)
      continue;
    const StateView *base = findSpanning(group);
    if (!base)
      return graph.emitOpError("writes '")
             << getTarget(view) << "', which shares memory with '"
             << getTarget(*group[1])
             << "', and no entry of the state spans both";
    for (const StateView *member : group) {
      joined.insert(member->input);
      if (member == base)
        continue;
      Value seen = createStateView(builder, *base, *member);
      BlockArgument input = member->input;
      input.replaceAllUsesWith(seen);
      joinedViews[input] = seen;
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

static std::optional<ep::OutputKind> getMutationKind(ep::InputKind kind) {
  switch (kind) {
  case ep::InputKind::Parameter:
    return ep::OutputKind::ParameterMutation;
  case ep::InputKind::Buffer:
    return ep::OutputKind::BufferMutation;
  case ep::InputKind::UserInput:
    return ep::OutputKind::UserInputMutation;
  default:
    return std::nullopt;
  }
}

/// A constant that is written is state, as the module that PyTorch makes of the
/// program has it: a buffer that is not saved.
static void makeBuffer(ep::GraphOp graph, unsigned input) {
  StringAttr name = graph.getInput(input).getTarget();
  auto constant = cast<ep::ConstantOp>(
      SymbolTable::lookupSymbolIn(graph.getProgram(), name));
  OpBuilder builder(constant);
  auto buffer = ep::BufferOp::create(
      builder, constant.getLoc(), constant.getSymNameAttr(),
      constant.getTypeAttr(), constant.getStorageAttr(),
      constant.getOffsetAttr(), /*persistent=*/UnitAttr());
  buffer->setDiscardableAttrs(constant->getDiscardableAttrDictionary());
  constant.erase();
  graph.setInput(input,
                 ep::InputAttr::get(graph.getContext(), ep::InputKind::Buffer,
                                    name, Attribute()));
}

/// The position of the mutation output for `input`, and whether it exists.
static std::pair<unsigned, bool> findOutput(ep::GraphOp graph, unsigned input) {
  unsigned position = 0;
  for (unsigned e = graph.getNumResults(); position < e; ++position) {
    ep::OutputAttr output = graph.getOutput(position);
    if (output.getKind() == ep::OutputKind::Token)
      continue;
    // The input that this output writes; others come behind all mutations.
    std::optional<unsigned> target;
    for (unsigned i = 0; i < graph.getNumArguments() && !target; ++i)
      if (getMutationKind(graph.getInput(i).getKind()) == output.getKind() &&
          graph.getInput(i).getTarget() == output.getTarget())
        target = i;
    if (target == input)
      return {position, true};
    if (!target || *target > input)
      break;
  }
  return {position, false};
}

void aten::addMutationOutputs(ep::GraphOp graph, ArrayRef<Alias *> inputs,
                              AliasTracker &tracker) {
  ep::ReturnOp end = graph.getReturn();
  OpBuilder builder(end);
  for (auto [i, alias] : llvm::enumerate(inputs)) {
    if (!alias || alias->storage->version == 0)
      continue;
    if (graph.getInput(i).getKind() == ep::InputKind::ConstantTensor)
      makeBuffer(graph, i);
    ep::InputAttr input = graph.getInput(i);
    std::optional<ep::OutputKind> kind = getMutationKind(input.getKind());
    if (!kind)
      continue;
    Value value = tracker.read(alias, builder);
    auto [position, exists] = findOutput(graph, i);
    if (exists) {
      end->setOperand(position, value);
      continue;
    }
    auto attr = ep::OutputAttr::get(graph.getContext(), *kind,
                                    input.getTarget(), Attribute());
    auto attrs = builder.getDictionaryAttr(
        builder.getNamedAttr(ep::GraphOp::getOutputAttrName(), attr));
    (void)graph.insertResult(position, value.getType(), attrs);
    end->insertOperands(position, value);
  }
}
