// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PanelOperand.h"
#include "kiln/Dialect/EP/Expr.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "kiln/Support/Capability.h"
#include "kiln/Support/PassCount.h"
#include "kiln/Target/Emitter.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include <map>

using namespace mlir;
using namespace kiln;

namespace kiln {
#define GEN_PASS_DEF_PACKWEIGHTSPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

static constexpr StringLiteral kRemarks = "kiln-pack";

/// What `value` is but for dimensions that a view joins.
static Value skipJoin(Value value) {
  auto view = value.getDefiningOp<tensor::CollapseShapeOp>();
  return view && view.getSrcType().hasStaticShape() ? view.getSrc() : value;
}

/// `layout` of the dimensions of `type`, for a weight of `sizes`, some of which
/// are joined in `type`, or are ones that it lacks.
static ep::PackedLayout layOut(const ep::PackedLayout &layout,
                               RankedTensorType type,
                               ArrayRef<ep::ExprAttr> sizes) {
  auto isLong = [](int64_t size) { return size != 1; };
  if (!llvm::equal(llvm::make_filter_range(
                       llvm::map_range(
                           sizes, [](ep::ExprAttr s) { return s.getValue(); }),
                       isLong),
                   llvm::make_filter_range(type.getShape(), isLong))) {
    ep::PackedLayout joined = layout;
    joined.sizes = llvm::to_vector(type.getShape());
    return joined;
  }
  ep::PackedLayout result{SmallVector<int64_t>(sizes.size(), 0),
                          SmallVector<int64_t>(sizes.size(), 1),
                          SmallVector<int64_t>(sizes.size(), 0),
                          {}};
  unsigned from = 0;
  for (auto [to, size] : llvm::enumerate(sizes)) {
    if (size.getValue() == 1)
      continue;
    while (type.getDimSize(from) == 1)
      ++from;
    result.strides[to] = layout.strides[from];
    result.blocks[to] = layout.blocks[from];
    result.blockStrides[to] = layout.blockStrides[from];
    ++from;
  }
  return result;
}

namespace {
/// Packs the weights of one program.
class Packer {
public:
  Packer(ep::ProgramOp program, int64_t limit)
      : program(program), graph(program.getGraph()), limit(limit),
        symbols(program), builder(program),
        targets(getVariantTargets(program)) {
    for (unsigned argument : ep::getUnwrittenState(graph))
      weights.insert(argument);
    for (unsigned i = 0, e = graph.getNumArguments(); i < e; ++i)
      if (isFolded(i))
        weights.insert(i);
  }

  void run() {
    llvm::MapVector<StringAttr, SmallVector<exec::DispatchOp>> uses;
    program.walk([&](exec::DispatchOp dispatch) {
      uses[dispatch.getKernelAttr().getAttr()].push_back(dispatch);
    });
    for (auto &[name, dispatches] : uses)
      visit(cast<exec::KernelOp>(symbols.lookup(name)), dispatches);
    if (ep::GraphOp fold = ep::getFold(program))
      dropUnread(fold);
  }

  size_t getNumPacked() const { return made.size(); }

private:
  /// All uses of a kernel, or none.
  void visit(exec::KernelOp kernel,
             MutableArrayRef<exec::DispatchOp> dispatches) {
    std::optional<PanelOperand> operand = matchPanelOperand(kernel, targets);
    if (!operand)
      return;
    SmallVector<unsigned> found;
    for (exec::DispatchOp dispatch : dispatches) {
      FailureOr<unsigned> weight =
          findWeight(dispatch.getInputs()[operand->argument], *operand);
      if (failed(weight)) {
        remark::missed(dispatch.getLoc(),
                       remark::RemarkOpts::name("refused").category(kRemarks))
            << remark::add("packed at each call: {0}", refusal);
        return;
      }
      found.push_back(*weight);
    }
    for (auto [dispatch, weight] : llvm::zip(dispatches, found)) {
      OpOperand &input = dispatch.getInputsMutable()[operand->argument];
      Operation *view = input.get().getDefiningOp<tensor::CollapseShapeOp>();
      input.set(getRead(*operand, weight, dispatch));
      if (view && isOpTriviallyDead(view))
        view->erase();
    }
    readPanels(kernel, *operand);
  }

  /// The argument of the graph that `value` is, where it is a weight that may
  /// be packed for this operand of the kernel.
  FailureOr<unsigned> findWeight(Value value, const PanelOperand &operand) {
    auto refuse = [&](const Twine &reason) {
      refusal = reason.str();
      return failure();
    };
    auto conversion = skipJoin(value).getDefiningOp<ep::ToBuiltinOp>();
    auto argument = conversion ? dyn_cast<BlockArgument>(conversion.getInput())
                               : BlockArgument();
    if (!argument || argument.getOwner() != &graph.getBody().front() ||
        !weights.contains(argument.getArgNumber()))
      return refuse("the operand is no weight that stays the same");
    auto type = cast<ep::TensorType>(argument.getType());
    if (!type.isContiguous())
      return refuse("the weight is not row-major");
    ep::StorageOp storage = getStorage(argument.getArgNumber());
    if (!storage.getRecord() && !storage.getData() && !ep::isFold(storage))
      return refuse("the bytes of the weight are not known");
    auto builtin = cast<RankedTensorType>(value.getType());
    if (builtin.getNumElements() * builtin.getElementTypeBitWidth() / 8 >
            limit &&
        !isReadAs(operand, argument))
      return refuse("the weight is larger than the limit, and read elsewhere");
    return argument.getArgNumber();
  }

  Operation *getState(unsigned weight) {
    return symbols.lookup(graph.getInput(weight).getTarget());
  }

  ep::StorageOp getStorage(unsigned weight) {
    return symbols.lookup<ep::StorageOp>(
        getState(weight)
            ->getAttrOfType<FlatSymbolRefAttr>("storage")
            .getValue());
  }

  /// Is argument `i` a constant that is made once the weights are there?
  bool isFolded(unsigned i) {
    return graph.getInput(i).getKind() == ep::InputKind::ConstantTensor &&
           ep::isFold(getStorage(i));
  }

  /// Is nothing read of the weight but what is packed like `operand`, and
  /// shares nothing its memory? The package then has it packed alone.
  bool isReadAs(const PanelOperand &operand, BlockArgument weight) {
    auto isEntry = [&](Operation &op) {
      auto name = op.getAttrOfType<FlatSymbolRefAttr>("storage");
      return name &&
             name.getValue() == getStorage(weight.getArgNumber()).getSymName();
    };
    if (!hasCapability(program, kCanDropUnpacked) ||
        llvm::count_if(program.getBody().front(), isEntry) > 1)
      return false;
    return llvm::all_of(weight.getUsers(), [&](Operation *user) {
      return isa<ep::ToBuiltinOp>(user) &&
             isReadAs(operand, user->getResult(0));
    });
  }

  bool isReadAs(const PanelOperand &operand, Value value) {
    return llvm::all_of(value.getUses(), [&](OpOperand &use) {
      if (auto view = dyn_cast<tensor::CollapseShapeOp>(use.getOwner()))
        return isReadAs(operand, view.getResult());
      auto dispatch = dyn_cast<exec::DispatchOp>(use.getOwner());
      if (!dispatch)
        return false;
      auto kernel =
          symbols.lookup<exec::KernelOp>(dispatch.getKernelAttr().getAttr());
      if (operand.sum->getParentOp() == kernel)
        return use.getOperandNumber() == operand.argument;
      std::optional<PanelOperand> other = matchPanelOperand(kernel, targets);
      return other && other->argument == use.getOperandNumber() &&
             other->type == operand.type &&
             getLayout(*other) == getLayout(operand);
    });
  }

  /// What `dispatch` reads of the packed weight.
  Value getRead(const PanelOperand &operand, unsigned weight,
                exec::DispatchOp dispatch) {
    Value packed = getPacked(operand, weight);
    RankedTensorType type = operand.getReadType();
    if (packed.getType() == type)
      return packed;
    builder.setInsertionPoint(dispatch);
    SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
    offsets[0] = builder.getIndexAttr(operand.getFirstPanel());
    return tensor::ExtractSliceOp::create(
        builder, dispatch.getLoc(), type, packed, offsets,
        getAsIndexOpFoldResult(builder.getContext(), type.getShape()), strides);
  }

  /// The constant, as the graph has it, that is `weight` as `operand` says.
  Value getPacked(const PanelOperand &operand, unsigned weight) {
    Value &packed = made[{weight, getLayout(operand)}];
    if (packed)
      return packed;
    ep::ConstantOp constant = addConstant(operand, weight);
    auto input =
        ep::InputAttr::get(builder.getContext(), ep::InputKind::ConstantTensor,
                           constant.getSymNameAttr(), Attribute());
    BlockArgument argument =
        ep::getOrAddInput(graph, constant.getType(), input, constant.getLoc());
    builder.setInsertionPointToStart(&graph.getBody().front());
    packed = ep::ToBuiltinOp::create(builder, constant.getLoc(),
                                     operand.getPackedType(), argument);
    addToPrepare(operand, weight, constant);
    return packed;
  }

  ep::ConstantOp addConstant(const PanelOperand &operand, unsigned weight) {
    SmallVector<ep::ExprAttr> sizes;
    for (int64_t size : operand.getPackedType().getShape())
      sizes.push_back(ep::makeInt(program.getContext(), size));
    // Whether it has a sign is what the operand of a kernel does not say.
    auto source = cast<ep::TensorType>(graph.getArgument(weight).getType());
    auto type = ep::TensorType::get(sizes, source.getElementType());
    std::string name = "packed_" + std::to_string(made.size() - 1);
    Location loc = getState(weight)->getLoc();
    builder.setInsertionPoint(graph);
    if (isFolded(weight))
      return ep::addFoldedConstant(
          builder, symbols, loc, name, type,
          ep::getMadeFrom(getState(weight)).getValue());
    return ep::addPackedConstant(
        builder, symbols, loc, name, type, graph.getInput(weight).getTarget(),
        layOut(operand.getLayout(), operand.type, source.getSizes()));
  }

  /// Makes `constant` from the weight in the graph that is run where weights
  /// are replaced, or from what is folded where that is made.
  void addToPrepare(const PanelOperand &operand, unsigned weight,
                    ep::ConstantOp constant) {
    Location loc = constant.getLoc();
    ep::GraphOp prepare = isFolded(weight)
                              ? ep::getFold(program)
                              : ep::getOrAddPrepare(builder, symbols, graph);
    Value source =
        isFolded(weight)
            ? prepare.getReturn().getOperand(findOutput(prepare, weight))
            : ep::getOrAddInput(prepare, graph.getArgument(weight).getType(),
                                graph.getInput(weight), loc);
    Operation *end = prepare.getBody().front().getTerminator();
    builder.setInsertionPoint(end);
    auto sizes =
        llvm::map_to_vector(cast<ep::TensorType>(source.getType()).getSizes(),
                            [](ep::ExprAttr size) { return size.getValue(); });
    RankedTensorType type = operand.type;
    Value from = builder.createOrFold<ep::ToBuiltinOp>(
        loc, RankedTensorType::get(sizes, type.getElementType()), source);
    if (from.getType() != type)
      from = tensor::CollapseShapeOp::create(
          builder, loc, type, from,
          *getReassociationIndicesForReshape(
              cast<RankedTensorType>(from.getType()), type));
    auto dispatch = exec::DispatchOp::create(
        builder, loc, operand.getPackedType(),
        FlatSymbolRefAttr::get(getPackKernel(operand).getSymNameAttr()), from,
        ValueRange());
    Value to = ep::FromBuiltinOp::create(builder, loc, constant.getType(),
                                         dispatch.getResult(0));
    ep::addPrepareOutput(prepare, constant, to);
  }

  /// The output of `fold` that makes argument `weight` of the graph.
  unsigned findOutput(ep::GraphOp fold, unsigned weight) {
    unsigned i = 0;
    while (fold.getOutput(i).getTarget() != graph.getInput(weight).getTarget())
      ++i;
    return i;
  }

  /// What is folded and read packed alone is nowhere else.
  void dropUnread(ep::GraphOp fold) {
    for (unsigned i = graph.getNumArguments(); i-- > 0;) {
      BlockArgument argument = graph.getArgument(i);
      if (!isFolded(i) || !llvm::all_of(argument.getUsers(), isOpTriviallyDead))
        continue;
      for (Operation *user : llvm::make_early_inc_range(argument.getUsers()))
        user->erase();
      unsigned output = findOutput(fold, i);
      fold.getReturn()->eraseOperand(output);
      (void)fold.eraseResult(output);
      Operation *storage = getStorage(i);
      symbols.erase(getState(i));
      symbols.erase(storage);
      (void)graph.eraseArgument(i);
    }
  }

  exec::KernelOp getPackKernel(const PanelOperand &operand) {
    exec::KernelOp &kernel =
        kernels[{operand.type.getAsOpaquePointer(), getLayout(operand)}];
    if (kernel)
      return kernel;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(graph);
    kernel =
        buildPackKernel(builder, graph.getLoc(),
                        "pack_" + std::to_string(kernels.size() - 1), operand);
    symbols.insert(kernel);
    return kernel;
  }

  /// The order of dimensions, and that of words: tells packed forms of one
  /// weight apart.
  using Layout = std::vector<unsigned>;
  static Layout getLayout(const PanelOperand &operand) {
    Layout layout(operand.steps.begin(), operand.steps.end());
    layout.push_back(operand.dimension);
    layout.push_back(operand.wordStep);
    return layout;
  }

  ep::ProgramOp program;
  ep::GraphOp graph;
  int64_t limit;
  SymbolTable symbols;
  OpBuilder builder;
  std::vector<TargetInfo> targets;  ///< of the variant
  llvm::DenseSet<unsigned> weights; ///< arguments that stay the same
  std::string refusal;
  std::map<std::pair<unsigned, Layout>, Value> made;
  std::map<std::pair<const void *, Layout>, exec::KernelOp> kernels;
};

struct PackWeights : kiln::impl::PackWeightsPassBase<PackWeights> {
  using Base::Base;
  void runOnOperation() override {
    if (!getOperation().getGraph() || limit <= 0 ||
        !hasCapability(getOperation(), kCanReadPanels))
      return;
    Packer packer(getOperation(), limit);
    packer.run();
    count(getOperation(), *this, numPacked, packer.getNumPacked(),
          "weights packed");
  }
};
} // namespace
