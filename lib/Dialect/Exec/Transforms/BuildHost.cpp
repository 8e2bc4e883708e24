// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From dispatches on tensors to instructions on slots: what goes in and comes
// out. See BuildHost in Passes.td.
#include "HostAccesses.h"
#include "HostBuilder.h"
#include "KernelGroups.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "kiln/Dialect/EP/ReturnedViews.h"
#include "kiln/Support/PassCount.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

namespace kiln::exec {
#define GEN_PASS_DEF_BUILDHOST
#include "kiln/Dialect/Exec/Passes.h.inc"
} // namespace kiln::exec

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;
using ep::InputKind;
using ep::OutputKind;

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

/// The op that first computes with `argument` of a kernel: inside a body where
/// there is one.
static Location getFirstUseLoc(BlockArgument argument) {
  Operation *first = nullptr;
  OpOperand *operand = nullptr;
  for (OpOperand &use : argument.getUses()) {
    if (use.getOwner()->getBlock() != argument.getOwner() ||
        (first && !use.getOwner()->isBeforeInBlock(first)))
      continue;
    first = use.getOwner();
    operand = &use;
  }
  if (!first)
    return argument.getLoc();
  auto generic = dyn_cast<linalg::GenericOp>(first);
  if (!generic)
    return first->getLoc();
  BlockArgument element = generic.getMatchingBlockArgument(operand);
  // Uses are listed last first.
  Operation *user = nullptr;
  for (Operation *op : element.getUsers())
    if (!user || op->isBeforeInBlock(user))
      user = op;
  return user ? user->getLoc() : first->getLoc();
}

/// The first use of an input, which errors about the input show.
static Location getInputLoc(BlockArgument input) {
  SmallVector<Value> aliases{input};
  DispatchOp first;
  BlockArgument argument;
  for (unsigned i = 0; i < aliases.size(); ++i) {
    for (OpOperand &use : aliases[i].getUses()) {
      Operation *user = use.getOwner();
      if (auto dispatch = dyn_cast<DispatchOp>(user)) {
        if (first && !dispatch->isBeforeInBlock(first))
          continue;
        first = dispatch;
        auto kernel = SymbolTable::lookupNearestSymbolFrom<KernelOp>(
            dispatch, dispatch.getKernelAttr());
        argument = kernel.getBody().getArgument(use.getOperandNumber());
      } else if (isa<ep::ToBuiltinOp>(user) || isView(user)) {
        aliases.push_back(user->getResult(0));
      }
    }
  }
  return first ? getFirstUseLoc(argument) : input.getLoc();
}

LogicalResult HostBuilder::declareInputs() {
  SmallVector<BlockArgument> state;
  int64_t index = 0;
  for (BlockArgument argument : graph.getArguments()) {
    ep::InputAttr input = graph.getInput(argument.getArgNumber());
    switch (input.getKind()) {
    case InputKind::Parameter:
    case InputKind::Buffer:
    case InputKind::ConstantTensor:
      state.push_back(argument);
      continue;
    case InputKind::UserInput:
    case InputKind::ConstantInput:
      break;
    case InputKind::Token: // orders operators, which the graph does, too
      continue;
    default:
      return emitError(argument.getLoc(), "input ")
             << input.getTarget() << " of kind "
             << stringifyInputKind(input.getKind())
             << " has no place in a host program";
    }
    Value slot = InputOp::create(builder, getInputLoc(argument),
                                 builder.getType<BufferType>(), index++, input,
                                 argument.getType());
    slots[argument] = slot;
    inputSlots[input.getTarget().getValue()] = slot;
  }
  if (ep::isPrepare(graph))
    declareMade();
  else
    declareOutputs();
  declareState(state);
  return success();
}

/// A constant is made where the state has it.
void HostBuilder::declareMade() {
  for (unsigned i = 0, e = graph.getNumResults(); i < e; ++i)
    outputSlots.push_back(StateOp::create(
        builder, graph.getReturn().getLoc(), builder.getType<BufferType>(),
        graph.getOutput(i).getTarget().getValue(), false));
}

void HostBuilder::declareOutputs() {
  int64_t index = 0;
  for (auto [i, type] : llvm::enumerate(graph.getResultTypes())) {
    ep::OutputAttr attr = graph.getOutput(i);
    if (attr.getKind() == OutputKind::Token) {
      outputSlots.push_back(Value());
      continue;
    }
    auto output =
        OutputOp::create(builder, graph.getReturn().getLoc(),
                         builder.getType<BufferType>(), index++, attr, type);
    if (Attribute view = graph.getResultAttr(i, ep::kViewOfAttrName))
      output->setAttr(ep::kViewOfAttrName, view);
    outputSlots.push_back(output);
  }
}

void HostBuilder::declareState(ArrayRef<BlockArgument> state) {
  for (BlockArgument argument : state) {
    StringAttr name = graph.getInput(argument.getArgNumber()).getTarget();
    Value slot =
        StateOp::create(builder, argument.getLoc(),
                        builder.getType<BufferType>(), name.getValue(), false);
    slots[argument] = slot;
    stateSlots[name.getValue()] = slot;
  }
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static bool isMutation(OutputKind kind) {
  return kind == OutputKind::BufferMutation ||
         kind == OutputKind::ParameterMutation ||
         kind == OutputKind::UserInputMutation;
}

SmallVector<Value> HostBuilder::getOutputDestinations() {
  SmallVector<Value> found;
  for (auto [i, value] : llvm::enumerate(graph.getReturn().getOperands())) {
    bool isWritten = isTensor(value) &&
                     !isMutation(graph.getOutput(i).getKind()) &&
                     !graph.getResultAttr(i, ep::kViewOfAttrName);
    found.push_back(isWritten ? outputSlots[i] : Value());
  }
  return found;
}

/// Erases `op`, and the producers that it alone used.
static void eraseDead(Operation *op) {
  SmallVector<Operation *> work{op};
  while (!work.empty()) {
    Operation *dead = work.pop_back_val();
    if (!dead || !dead->use_empty())
      continue;
    SmallVector<Value> operands(dead->getOperands());
    if (auto dispatch = dyn_cast<DispatchOp>(dead)) {
      auto kernel = SymbolTable::lookupNearestSymbolFrom<KernelOp>(
          dispatch, dispatch.getKernelAttr());
      dispatch.erase();
      if (SymbolTable::symbolKnownUseEmpty(kernel, kernel->getParentOp()))
        kernel.erase();
    } else if (isMemoryEffectFree(dead)) {
      dead->erase();
    } else {
      continue;
    }
    for (Value operand : operands)
      work.push_back(operand.getDefiningOp());
  }
}

/// The runtime makes the views of inputs: the ops that compute them are not
/// run.
void HostBuilder::dropViews() {
  for (OpOperand &operand : graph.getReturn()->getOpOperands()) {
    auto view = ep::getReturnedView(
        graph.getResultAttr(operand.getOperandNumber(), ep::kViewOfAttrName));
    if (!view)
      continue;
    Value value = operand.get();
    for (BlockArgument argument : graph.getArguments())
      if (graph.getInput(argument.getArgNumber()).getTarget() == view->input)
        operand.set(argument);
    if (Operation *op = value.getDefiningOp())
      eraseDead(op);
  }
}

/// The verifier has made sure that the graph has what it mutates as an input.
void HostBuilder::bindMutation(unsigned index,
                               SmallVectorImpl<Move> &mutations) {
  ep::OutputAttr output = graph.getOutput(index);
  bool ofInput = output.getKind() == OutputKind::UserInputMutation;
  llvm::StringMap<Value> &targets = ofInput ? inputSlots : stateSlots;
  Value target = targets.lookup(output.getTarget().getValue());
  Value from = getSlot(graph.getReturn().getOperand(index));
  // Also what is written with its own value is what the program mutates.
  mutated.insert(target);
  if (target == from)
    return;
  mutations.push_back({from, target,
                       getBytes(graph.getReturn().getOperand(index).getType()),
                       graph.getReturn().getLoc()});
}

/// Copies what the program mutates to its targets, after all else has been
/// read.
void HostBuilder::moveResults() {
  SmallVector<Move> mutations;
  for (auto [i, value] : llvm::enumerate(graph.getReturn().getOperands()))
    if (isTensor(value) && isMutation(graph.getOutput(i).getKind()))
      bindMutation(i, mutations);
  move(mutations);
  for (auto state : host.getOps<StateOp>())
    state.setIsMutable(mutated.contains(state.getResult()));
}

/// All moves happen at once: what one of them overwrites is first saved for the
/// others.
void HostBuilder::move(SmallVectorImpl<Move> &moves) {
  llvm::DenseSet<Value> targets;
  llvm::DenseMap<Value, Value> staged;
  for (const Move &move : moves)
    targets.insert(move.to);
  for (Move &move : moves) {
    if (!targets.contains(move.from))
      continue;
    Value &stage = staged[move.from];
    if (!stage) {
      stage = makeTemporary(move.loc, move.bytes);
      copy(move.loc, move.from, stage);
    }
    move.from = stage;
  }
  for (const Move &move : moves)
    copy(move.loc, move.from, move.to);
}

//===----------------------------------------------------------------------===//
// Program
//===----------------------------------------------------------------------===//

HostBuilder::HostBuilder(ep::GraphOp graph, bool requireKnownOps)
    : graph(graph), program(graph.getProgram()),
      requireKnownOps(requireKnownOps), builder(graph) {
  for (auto symbol : program.getBody().getOps<ep::SymbolOp>())
    registers.insert(symbol.getSymName());
}

LogicalResult HostBuilder::run() {
  dropViews();
  host = HostOp::create(builder, graph.getLoc(), graph.getSymName());
  if (ep::isPrepare(graph))
    host->setAttr(ep::kPrepareAttrName, builder.getUnitAttr());
  if (ep::isFold(graph))
    host->setAttr(ep::kFoldAttrName, builder.getUnitAttr());
  builder.setInsertionPointToStart(&host.getBody().emplaceBlock());
  if (failed(declareInputs()) ||
      failed(emitBlock(graph.getBody().front(), getOutputDestinations())))
    return failure();
  moveResults();
  ReturnOp::create(builder, graph.getReturn().getLoc());
  graph.erase();
  return success();
}

/// Names what the host waits for on a device, whose work it is ahead of
/// elsewhere.
static void remarkWaits(HostOp host) {
  auto variant = host->getParentOfType<VariantOp>();
  if (!variant || variant.getSymName() == "cpu")
    return;
  host.walk([](ReadScalarOp read) {
    remark::analysis(read.getLoc(),
                     remark::RemarkOpts::name("wait").category("kiln-waits"))
        << remark::add("the host waits for the device to read {0}",
                       read.getName());
  });
}

namespace {
struct BuildHostPass : exec::impl::BuildHostBase<BuildHostPass> {
  using BuildHostBase::BuildHostBase;
  void runOnOperation() override {
    auto graphs =
        llvm::to_vector(getOperation().getBody().getOps<ep::GraphOp>());
    for (ep::GraphOp graph : graphs)
      if (failed(HostBuilder(graph, requireKnownOps).run()))
        return signalPassFailure();
    uint64_t instructions = 0;
    for (auto host : getOperation().getBody().getOps<HostOp>()) {
      guardLaunches(host, getFacts(getOperation()));
      remarkWaits(host);
      for (Block &block : host.getBody())
        instructions += std::distance(block.begin(), block.end());
    }
    count(getOperation(), *this, numInstructions, instructions, "instructions");
  }
};
} // namespace
