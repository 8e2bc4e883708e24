// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From dispatches on tensors to instructions on slots; see BuildHost in
// Passes.td.
#include "kiln/Dialect/Exec/MemoryPlan.h"
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
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

namespace {
/// The bytes behind one or more tensors of the graph.
struct Root {
  ExprAttr bytes;
  Location loc;
  Value slot;             ///< null while it is a temporary without a place
  bool isMutable = false; ///< a mutation writes it when the program ends
  int64_t first = -1, last = -1; ///< steps, of a temporary
};

/// A copy at the end of the program.
struct Move {
  unsigned from, to;
  Location loc;
};

class HostBuilder {
public:
  explicit HostBuilder(ep::GraphOp graph)
      : graph(graph), facts(getFacts(graph.getProgram())), builder(graph) {}

  LogicalResult run();

private:
  LogicalResult declareInputs();
  void declareOutputs();
  LogicalResult collectTensors();
  LogicalResult collectTensors(Operation &op);
  void bindOutputs();
  void bindMutation(unsigned output, unsigned from);
  void stageMoves();
  LogicalResult placeTemporaries();
  LogicalResult emitInstructions();
  LogicalResult emitLaunch(DispatchOp dispatch);

  unsigned addRoot(ExprAttr bytes, Location loc, Value slot = {}) {
    roots.push_back({bytes, loc, slot});
    return roots.size() - 1;
  }
  bool isTemporary(unsigned root) { return !roots[root].slot; }
  void use(Value tensor, int64_t step) {
    Root &root = roots[rootOf.at(tensor)];
    root.last = std::max(root.last, step);
  }
  ExprAttr getBytes(Type type) {
    auto tensor = dyn_cast<ep::TensorType>(type);
    if (!tensor)
      return ep::makeInt(graph.getContext(), 0);
    return ep::mul(ep::makeInt(graph.getContext(),
                               getElementBytes(tensor.getElementType())),
                   ep::product(graph.getContext(), tensor.getSizes()));
  }

  ep::GraphOp graph;
  ep::Facts facts;
  OpBuilder builder;
  HostOp host;
  SmallVector<Root> roots;
  llvm::DenseMap<Value, unsigned> rootOf;
  llvm::StringMap<unsigned> inputRoots, stateRoots; ///< by name
  SmallVector<Value> outputSlots;
  SmallVector<Move> moves; ///< to outputs, then to what is mutated
  SmallVector<Move> mutations;
  int64_t steps = 0;
};
} // namespace

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

/// Where an input is first used: what errors about the input show.
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
      } else if (isa<ep::ToBuiltinOp, tensor::ExpandShapeOp,
                     tensor::CollapseShapeOp>(user)) {
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
    default:
      return emitError(argument.getLoc(), "input ")
             << input.getTarget() << " of kind "
             << stringifyInputKind(input.getKind())
             << " has no place in a host program";
    }
    Value slot = InputOp::create(builder, getInputLoc(argument),
                                 builder.getType<BufferType>(), index++, input,
                                 argument.getType());
    unsigned root =
        addRoot(getBytes(argument.getType()), argument.getLoc(), slot);
    rootOf[argument] = root;
    inputRoots[input.getTarget().getValue()] = root;
  }
  declareOutputs();
  for (BlockArgument argument : state) {
    StringAttr name = graph.getInput(argument.getArgNumber()).getTarget();
    Value slot =
        StateOp::create(builder, argument.getLoc(),
                        builder.getType<BufferType>(), name.getValue(), false);
    unsigned root =
        addRoot(getBytes(argument.getType()), argument.getLoc(), slot);
    rootOf[argument] = root;
    stateRoots[name.getValue()] = root;
  }
  return success();
}

void HostBuilder::declareOutputs() {
  for (auto [i, type] : llvm::enumerate(graph.getResultTypes()))
    outputSlots.push_back(OutputOp::create(builder, graph.getReturn().getLoc(),
                                           builder.getType<BufferType>(), i,
                                           graph.getOutput(i), type));
}

//===----------------------------------------------------------------------===//
// Lives
//===----------------------------------------------------------------------===//

LogicalResult HostBuilder::collectTensors(Operation &op) {
  if (isa<ep::SizeOp, ep::NumberOp, ep::NoneOp, ep::AssertOp, ep::ReturnOp>(
          op) ||
      (isa<arith::ConstantOp>(op) && op.getResult(0).getType().isIndex()))
    return success();
  if (isa<ep::ToBuiltinOp, ep::FromBuiltinOp, tensor::ExpandShapeOp,
          tensor::CollapseShapeOp>(op)) {
    rootOf[op.getResult(0)] = rootOf.at(op.getOperand(0));
    return success();
  }
  auto dispatch = dyn_cast<DispatchOp>(op);
  if (!dispatch)
    return op.emitOpError("has no instruction");
  for (Value input : dispatch.getInputs())
    use(input, steps);
  for (Value result : dispatch.getResults()) {
    FailureOr<SmallVector<ExprAttr>> sizes = getShapeExprs(result);
    if (failed(sizes))
      return dispatch.emitOpError("has a result of unknown size");
    ExprAttr bytes =
        getByteSize(cast<RankedTensorType>(result.getType()), *sizes);
    unsigned root = addRoot(bytes, dispatch.getLoc());
    roots[root].first = roots[root].last = steps;
    rootOf[result] = root;
  }
  ++steps;
  return success();
}

LogicalResult HostBuilder::collectTensors() {
  for (Operation &op : graph.getBody().front())
    if (failed(collectTensors(op)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

/// The verifier has made sure that the graph has what it mutates as an input.
void HostBuilder::bindMutation(unsigned index, unsigned from) {
  ep::OutputAttr output = graph.getOutput(index);
  bool ofInput = output.getKind() == OutputKind::UserInputMutation;
  llvm::StringMap<unsigned> &targets = ofInput ? inputRoots : stateRoots;
  unsigned target = targets.lookup(output.getTarget().getValue());
  if (target != from) {
    roots[target].isMutable = true;
    mutations.push_back({from, target, graph.getReturn().getLoc()});
  }
}

void HostBuilder::bindOutputs() {
  for (auto [i, value] : llvm::enumerate(graph.getReturn().getOperands())) {
    if (!isa<ep::TensorType>(value.getType()))
      continue;
    unsigned root = rootOf.at(value);
    switch (graph.getOutput(i).getKind()) {
    case OutputKind::BufferMutation:
    case OutputKind::ParameterMutation:
    case OutputKind::UserInputMutation:
      bindMutation(i, root);
      continue;
    default:
      break;
    }
    if (isTemporary(root)) {
      roots[root].slot = outputSlots[i];
      continue;
    }
    unsigned to = addRoot(roots[root].bytes, roots[root].loc, outputSlots[i]);
    moves.push_back({root, to, graph.getReturn().getLoc()});
  }
  stageMoves();
}

/// All mutations happen at once: what one of them overwrites is first saved
/// for the others.
void HostBuilder::stageMoves() {
  for (Move &mutation : mutations) {
    if (!roots[mutation.from].isMutable)
      continue;
    unsigned stage = addRoot(roots[mutation.from].bytes, mutation.loc);
    roots[stage].first = steps;
    moves.push_back({mutation.from, stage, mutation.loc});
    mutation.from = stage;
  }
  llvm::append_range(moves, mutations);
  for (const Move &move : moves)
    roots[move.from].last = steps;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

LogicalResult HostBuilder::placeTemporaries() {
  SmallVector<unsigned> temporaries;
  SmallVector<PlanBuffer> buffers;
  for (unsigned root = 0; root < roots.size(); ++root) {
    if (!isTemporary(root))
      continue;
    ExprAttr bytes = ep::simplify(roots[root].bytes, facts);
    temporaries.push_back(root);
    buffers.push_back({bytes, roots[root].first, roots[root].last});
  }
  if (buffers.empty())
    return success();
  MemoryPlan plan = planMemory(graph.getContext(), buffers, facts);
  PlanFigures figures = measurePlan(plan, buffers, facts);
  remark::analysis(graph.getLoc(),
                   remark::RemarkOpts::name("arena").category("kiln-memory"))
      << remark::add("{0} temporaries, {1} bytes in all, {2} live at once, {3} "
                     "planned",
                     buffers.size(), figures.total, figures.live,
                     figures.planned);
  auto type = builder.getType<BufferType>();
  Value arena = SegmentOp::create(builder, graph.getLoc(), type, 0, plan.bytes);
  for (auto [i, root] : llvm::enumerate(temporaries))
    roots[root].slot = ViewOp::create(builder, roots[root].loc, type, arena,
                                      plan.offsets[i], buffers[i].bytes);
  return success();
}

LogicalResult HostBuilder::emitLaunch(DispatchOp dispatch) {
  SmallVector<Value> slots;
  for (Value tensor :
       dispatch->getOperands().take_front(dispatch.getInputs().size()))
    slots.push_back(roots[rootOf.at(tensor)].slot);
  for (Value tensor : dispatch.getResults())
    slots.push_back(roots[rootOf.at(tensor)].slot);
  SmallVector<Attribute> sizes;
  for (Value size : dispatch.getSizes()) {
    ExprAttr expr = getIndexExpr(size);
    if (!expr)
      return dispatch.emitOpError("has a size without an expression");
    sizes.push_back(expr);
  }
  ExprAttr domain = ep::product(graph.getContext(),
                                *getShapeExprs(dispatch.getResults().front()));
  LaunchOp::create(builder, dispatch.getLoc(), dispatch.getKernel(), slots,
                   builder.getArrayAttr(sizes), domain);
  return success();
}

LogicalResult HostBuilder::emitInstructions() {
  for (Operation &op : graph.getBody().front()) {
    if (auto assertion = dyn_cast<ep::AssertOp>(op))
      CheckOp::create(builder, op.getLoc(), assertion.getCondition(),
                      assertion.getMessage());
    auto dispatch = dyn_cast<DispatchOp>(op);
    if (dispatch && failed(emitLaunch(dispatch)))
      return failure();
  }
  for (const Move &move : moves)
    CopyOp::create(builder, move.loc, roots[move.from].slot,
                   roots[move.to].slot);
  for (auto state : host.getOps<StateOp>())
    state.setIsMutable(roots[stateRoots.lookup(state.getState())].isMutable);
  ReturnOp::create(builder, graph.getReturn().getLoc());
  return success();
}

LogicalResult HostBuilder::run() {
  host = HostOp::create(builder, graph.getLoc(), graph.getSymName());
  builder.setInsertionPointToStart(&host.getBody().emplaceBlock());
  if (failed(declareInputs()) || failed(collectTensors()))
    return failure();
  bindOutputs();
  if (failed(placeTemporaries()) || failed(emitInstructions()))
    return failure();
  graph.erase();
  return success();
}

namespace {
struct BuildHostPass : exec::impl::BuildHostBase<BuildHostPass> {
  void runOnOperation() override {
    ep::GraphOp graph = getOperation().getGraph();
    if (graph && failed(HostBuilder(graph).run()))
      signalPassFailure();
  }
};
} // namespace
