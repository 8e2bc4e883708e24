// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FoldPlan.h"
#include "kiln/Dialect/EP/Prepare.h"
#include "kiln/Reference/Evaluator.h"
#include "kiln/Reference/Passes.h"
#include "kiln/Reference/Program.h"
#include "kiln/Support/PassCount.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"

namespace kiln::reference {
#define GEN_PASS_DEF_FOLDCONSTANTS
#include "kiln/Reference/Passes.h.inc"
} // namespace kiln::reference

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

static constexpr StringLiteral kRemarks = "kiln-fold";

namespace {
/// Evaluates operations whose operands are known.
class SliceEvaluator {
public:
  explicit SliceEvaluator(ep::GraphOp graph) : graph(graph) {}

  /// Calls `made` for each result of `slice`, in order, except where it cannot
  /// be computed. A value lives until its last use in the slice.
  void run(ArrayRef<Operation *> slice,
           llvm::function_ref<void(OpResult, const RuntimeValue &)> made) {
    for (Operation *op : slice)
      for (Value operand : op->getOperands())
        ++usesLeft[operand];
    for (Operation *op : slice) {
      llvm::Expected<RuntimeValues> results = evaluate(op);
      for (Value operand : op->getOperands())
        if (--usesLeft[operand] == 0)
          values.erase(operand);
      if (!results) {
        remark::missed(op->getLoc(),
                       remark::RemarkOpts::name("refused").category(kRemarks))
            << remark::add("not folded: {0}",
                           llvm::toString(results.takeError()));
        continue;
      }
      for (auto [result, value] : llvm::zip(op->getResults(), *results)) {
        made(result, value);
        if (usesLeft.lookup(result))
          values[result] = std::move(value);
      }
    }
  }

private:
  llvm::Expected<RuntimeValues> evaluate(Operation *op) {
    RuntimeValues operands;
    for (Value operand : op->getOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      auto known = values.find(operand);
      if (argument && known == values.end()) {
        StringAttr name = graph.getInput(argument.getArgNumber()).getTarget();
        llvm::Expected<Tensor> state =
            readState(reader, graph.getProgram(), name);
        if (!state)
          return state.takeError();
        known = values.try_emplace(operand, *std::move(state)).first;
      }
      if (known == values.end())
        return llvm::createStringError("an operand is not known");
      operands.push_back(known->second);
    }
    return evaluator.runOp(op, operands);
  }

  ep::GraphOp graph;
  ep::StorageReader reader;
  Evaluator evaluator;
  llvm::DenseMap<Value, RuntimeValue> values;
  llvm::DenseMap<Value, unsigned> usesLeft;
};

class Folder {
public:
  Folder(ep::GraphOp graph, int64_t limit)
      : graph(graph), program(graph.getProgram()), plan(graph, limit),
        symbols(program), builder(graph) {}

  void run() {
    SmallVector<OpResult> small;
    for (OpResult root : plan.getRoots()) {
      if (plan.isMadeLater(root))
        addFolded(root);
      else
        small.push_back(root);
    }
    evaluate(small);
    addMaker(evaluated, checked, /*isFold=*/false);
    addMaker(made, {}, /*isFold=*/true);
    for (OpResult condition : checked)
      for (Operation *check : llvm::make_early_inc_range(condition.getUsers()))
        check->erase();
    SmallVector<Operation *> slice = plan.getSlice(plan.getRoots());
    for (const Folded &folded : llvm::concat<Folded>(evaluated, made))
      replace(folded);
    for (Operation *op : llvm::reverse(slice))
      if (isOpTriviallyDead(op))
        op->erase();
  }

  size_t getNumFolded() const { return evaluated.size() + made.size(); }

private:
  using Folded = std::pair<OpResult, ep::ConstantOp>;

  /// Where such a condition holds, it does until its weights are replaced:
  /// `prepare` sees that.
  static bool isAssertedOnly(OpResult condition) {
    return llvm::all_of(condition.getUsers(), [](Operation *user) {
      return user->getName().getStringRef().starts_with("aten._assert_async.");
    });
  }

  void evaluate(ArrayRef<OpResult> roots) {
    llvm::DenseSet<Value> wanted(roots.begin(), roots.end());
    SliceEvaluator(graph).run(
        plan.getSlice(roots), [&](OpResult result, const RuntimeValue &value) {
          if (!wanted.contains(result))
            return;
          const auto &tensor = std::get<Tensor>(value);
          if (isAssertedOnly(result) && tensor.getNumBytes() > 0 &&
              *tensor.getData())
            checked.push_back(result);
          else
            addConstant(result, tensor);
        });
  }

  SmallVector<Attribute> getSourceNames(OpResult root) {
    return llvm::map_to_vector(plan.getSources(root), [&](unsigned source) {
      return Attribute(graph.getInput(source).getTarget());
    });
  }

  std::string makeName() { return "folded_" + std::to_string(getNumFolded()); }

  void addConstant(OpResult root, const Tensor &value) {
    SmallVector<Attribute> sources = getSourceNames(root);
    builder.setInsertionPoint(graph);
    int64_t bytes = value.getNumBytes();
    evaluated.push_back(
        {root,
         ep::addMadeConstant(
             builder, symbols, root.getLoc(), makeName(),
             cast<ep::TensorType>(root.getType()),
             ArrayRef(reinterpret_cast<const char *>(value.getData()), bytes),
             sources)});
    remark::passed(root.getLoc(),
                   remark::RemarkOpts::name("folded").category(kRemarks))
        << remark::add("folded to {0} bytes, made from {1} weights", bytes,
                       sources.size());
  }

  /// It is made where the weights are.
  void addFolded(OpResult root) {
    SmallVector<Attribute> sources = getSourceNames(root);
    builder.setInsertionPoint(graph);
    made.push_back({root, ep::addFoldedConstant(
                              builder, symbols, root.getLoc(), makeName(),
                              cast<ep::TensorType>(root.getType()), sources)});
    remark::analysis(root.getLoc(),
                     remark::RemarkOpts::name("later").category(kRemarks))
        << remark::add("folded to {0} bytes once {1} weights are there",
                       *getStaticBytes(root.getType()), sources.size());
  }

  /// The graph that computes those of `constants` that are made from state, and
  /// asserts the conditions.
  void addMaker(ArrayRef<Folded> constants, ArrayRef<OpResult> conditions,
                bool isFold) {
    SmallVector<OpResult> roots;
    SmallVector<Type> outputs;
    SmallVector<Attribute> names;
    llvm::SmallSetVector<unsigned, 8> used;
    for (auto [root, constant] : constants) {
      ArrayRef<unsigned> sources = plan.getSources(root);
      if (sources.empty())
        continue;
      roots.push_back(root);
      outputs.push_back(root.getType());
      names.push_back(ep::ConstantOp(constant).getSymNameAttr());
      used.insert_range(sources);
    }
    for (OpResult condition : conditions)
      used.insert_range(plan.getSources(condition));
    if (used.empty())
      return;
    SmallVector<unsigned> sources(used.begin(), used.end());
    llvm::sort(sources);
    auto inputs = llvm::map_to_vector(sources, [&](unsigned source) {
      return graph.getArgument(source).getType();
    });
    builder.setInsertionPointAfter(graph);
    ep::GraphOp prepare = ep::addPrepare(builder, symbols, graph.getLoc(),
                                         TypeRange(inputs), outputs, isFold);
    IRMapping mapping;
    for (auto [i, source] : llvm::enumerate(sources)) {
      prepare.setInput(i, graph.getInput(source));
      mapping.map(graph.getArgument(source), prepare.getArgument(i));
    }
    builder.setInsertionPointToEnd(&prepare.getBody().front());
    SmallVector<OpResult> computed(roots);
    computed.append(conditions.begin(), conditions.end());
    for (Operation *op : plan.getSlice(computed))
      builder.clone(*op, mapping);
    for (OpResult condition : conditions)
      for (Operation *check : condition.getUsers())
        builder.clone(*check, mapping);
    SmallVector<Value> results;
    for (auto [i, root] : llvm::enumerate(roots)) {
      results.push_back(mapping.lookup<Value>(root));
      prepare.setOutput(i, ep::OutputAttr::get(
                               builder.getContext(), ep::OutputKind::UserOutput,
                               cast<StringAttr>(names[i]), Attribute()));
    }
    ep::ReturnOp::create(builder, graph.getLoc(), results);
  }

  void replace(const Folded &folded) {
    OpResult root = folded.first;
    auto input = ep::InputAttr::get(
        builder.getContext(), ep::InputKind::ConstantTensor,
        ep::ConstantOp(folded.second).getSymNameAttr(), Attribute());
    root.replaceAllUsesWith(
        ep::getOrAddInput(graph, root.getType(), input, root.getLoc()));
  }

  ep::GraphOp graph;
  ep::ProgramOp program;
  FoldPlan plan;
  SymbolTable symbols;
  OpBuilder builder;
  SmallVector<Folded> evaluated;
  SmallVector<Folded> made;      ///< once the weights are there
  SmallVector<OpResult> checked; ///< conditions that are known to hold
};

struct FoldConstantsPass
    : reference::impl::FoldConstantsBase<FoldConstantsPass> {
  using FoldConstantsBase::FoldConstantsBase;
  void runOnOperation() override {
    ep::GraphOp graph = getOperation().getGraph();
    // Constants that were folded before can be remade by one graph only.
    if (!graph || limit <= 0 || ep::getPrepare(getOperation()) ||
        ep::getFold(getOperation()))
      return;
    Folder folder(graph, limit);
    folder.run();
    count(getOperation(), *this, numFolded, folder.getNumFolded(),
          "constants folded");
  }
};
} // namespace
