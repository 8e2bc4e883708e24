// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outlines fusion groups as kernels and makes equal kernels one.
#include "KernelGroups.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "kiln/Dialect/Exec/Passes.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"
#include "kiln/Dialect/TX/TX.h"
#include "kiln/Support/Capability.h"
#include "kiln/Support/Origin.h"
#include "kiln/Support/PassCount.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include <unordered_map>

namespace kiln::exec {
#define GEN_PASS_DEF_FORMKERNELS
#include "kiln/Dialect/Exec/Passes.h.inc"
} // namespace kiln::exec

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;

//===----------------------------------------------------------------------===//
// What a kernel takes in
//===----------------------------------------------------------------------===//

namespace {
/// Everything that one kernel is made of.
struct Outline {
  llvm::SetVector<Operation *> ops; ///< the group and the ops that it absorbs
  llvm::SetVector<Value> tensors;   ///< arguments
  SmallVector<Value> results;       ///< of the group, used outside it
  llvm::SetVector<Value> captured;  ///< `ep.size` values that the body uses
  llvm::SetVector<ExprAttr> sizes;  ///< one `index` argument each
};
} // namespace

static SmallVector<Value> getReadValues(Operation *op) {
  SmallVector<Value> values(op->getOperands());
  llvm::SetVector<Value> inRegions;
  getUsedValuesDefinedAbove(op->getRegions(), inRegions);
  llvm::append_range(values, inRegions);
  return values;
}

/// Adds `op` and what it absorbs; what stays outside becomes an argument.
static LogicalResult addOp(Operation *op, Outline &outline) {
  if (!outline.ops.insert(op))
    return success();
  for (Value value : getReadValues(op)) {
    Operation *producer = value.getDefiningOp();
    if (producer && outline.ops.contains(producer))
      continue;
    if (producer && !isa<ep::SizeOp>(producer) && isAbsorbed(producer)) {
      if (failed(addOp(producer, outline)))
        return failure();
    } else if (isa<RankedTensorType>(value.getType())) {
      outline.tensors.insert(value);
    } else if (value.getDefiningOp<ep::SizeOp>()) {
      outline.captured.insert(value);
      outline.sizes.insert(getIndexExpr(value));
    } else {
      return op->emitOpError("in a kernel uses a value of type ")
             << value.getType() << " that is neither a tensor nor a size";
    }
  }
  return success();
}

/// The numbers of the sizes of the dynamic dimensions of `tensor`.
static FailureOr<Attribute> getDimNumbers(Value tensor, Outline &outline) {
  Builder builder(tensor.getContext());
  SmallVector<Attribute> numbers;
  auto type = cast<RankedTensorType>(tensor.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    ExprAttr expr = getDimExpr(tensor, dim);
    if (!expr)
      return emitError(tensor.getLoc(), "dimension ")
             << dim << " has no known expression";
    outline.sizes.insert(expr);
    numbers.push_back(builder.getI64IntegerAttr(
        llvm::find(outline.sizes, expr) - outline.sizes.begin()));
  }
  return builder.getArrayAttr(numbers);
}

static FailureOr<Outline> getOutline(const KernelGroup &group) {
  Outline outline;
  // The whole group first: its ops are no arguments of each other.
  llvm::DenseSet<Operation *> members(group.begin(), group.end());
  for (Operation *op : group) {
    if (failed(addOp(op, outline)))
      return failure();
    // A tx op works in the buffers of all its results.
    for (Value result : op->getResults())
      if (tx::isTensorOp(op) ||
          llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !members.contains(
                op->getBlock()->findAncestorOpInBlock(*user));
          }))
        outline.results.push_back(result);
  }
  return outline;
}

//===----------------------------------------------------------------------===//
// Name and location
//===----------------------------------------------------------------------===//

/// `linear` for `aten.linear.default`; empty when the op is unknown.
static std::string getOriginWord(const Origin &origin) {
  StringRef word = origin.op.split('.').second.split('.').first;
  std::string name;
  for (char c : (word.empty() ? origin.op : word).trim('_'))
    name += llvm::isAlnum(c) || c == '_' ? c : '_';
  return name;
}

static StringRef getKindWord(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return op->getName().stripDialect();
  if (generic.getNumReductionLoops() == 0)
    return "map";
  return generic.getNumDpsInputs() > 1 ? "contract" : "reduce";
}

/// The locations of all ops in the group, bodies first: fused ops keep those of
/// their producers in their bodies only. Before all others comes what may end
/// a call, so that the error names it.
static Location getGroupLoc(const KernelGroup &group) {
  llvm::SetVector<Location> locations;
  for (bool onlyFailing : {true, false})
    for (Operation *op : group)
      op->walk<WalkOrder::PostOrder>([&](Operation *nested) {
        if (!onlyFailing ||
            isa<tensor::ExtractOp, tx::DivisorOp, tx::ScatterOp>(nested))
          locations.insert(nested->getLoc());
      });
  return FusedLoc::get(group.front()->getContext(), locations.getArrayRef());
}

/// A name for the group: at most four words, each once in a row.
static std::string getGroupName(const KernelGroup &group) {
  SmallVector<std::string> words;
  auto add = [&](StringRef word) {
    if (!word.empty() && words.size() < 4 &&
        !llvm::is_contained(words, word.str()))
      words.push_back(word.str());
  };
  for (Operation *op : group)
    op->walk<WalkOrder::PostOrder>([&](Operation *nested) {
      for (const Origin &origin : getOrigins(nested->getLoc()))
        add(getOriginWord(origin));
    });
  if (words.empty())
    for (Operation *op : group)
      add(getKindWord(op));
  return llvm::join(words, "_");
}

/// Equal kernels have equal hashes, whatever their names and locations.
static llvm::hash_code hashKernel(KernelOp kernel) {
  llvm::hash_code hash = mlir::hash_value(kernel.getFunctionType());
  kernel.getBody().walk([&](Operation *op) {
    hash =
        llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                     op, OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::ignoreHashValue,
                                     OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

static bool areEqual(KernelOp a, KernelOp b) {
  return a.getFunctionType() == b.getFunctionType() &&
         a.getDims() == b.getDims() &&
         OperationEquivalence::isRegionEquivalentTo(
             &a.getBody(), &b.getBody(), OperationEquivalence::IgnoreLocations);
}

//===----------------------------------------------------------------------===//
// Outlining
//===----------------------------------------------------------------------===//

namespace {
class Outliner {
public:
  Outliner(ep::ProgramOp program, bool wholeRows, bool mergeEqual)
      : wholeRows(wholeRows), mergeEqual(mergeEqual), symbols(program),
        builder(program) {}

  LogicalResult run(ep::GraphOp next) {
    graph = next;
    for (Block *block : getGraphBlocks(graph)) {
      SmallVector<KernelGroup> groups = formGroups(*block, wholeRows);
      remarkRefusedEdges(groups, wholeRows);
      for (const KernelGroup &group : groups)
        if (failed(outline(group)))
          return failure();
      eraseDeadOps(*block);
    }
    return success();
  }

  unsigned getNumKernels() const { return numKernels; }

private:
  LogicalResult outline(const KernelGroup &group) {
    FailureOr<Outline> outline = getOutline(group);
    if (failed(outline))
      return failure();
    if (outline->results.empty())
      return success();
    FailureOr<KernelOp> kernel = buildKernel(group, *outline);
    if (failed(kernel))
      return failure();
    std::string name = getGroupName(group);
    dispatch(group, *outline, unify(*kernel, name));
    return success();
  }

  FailureOr<KernelOp> buildKernel(const KernelGroup &group, Outline &outline) {
    SmallVector<Attribute> dims;
    SmallVector<Type> inputs, results;
    for (Value tensor : outline.tensors)
      inputs.push_back(tensor.getType());
    for (Value result : outline.results)
      results.push_back(result.getType());
    for (Value tensor : llvm::concat<const Value>(outline.tensors.getArrayRef(),
                                                  outline.results)) {
      FailureOr<Attribute> numbers = getDimNumbers(tensor, outline);
      if (failed(numbers))
        return failure();
      dims.push_back(*numbers);
    }
    inputs.append(outline.sizes.size(), builder.getIndexType());
    builder.setInsertionPoint(graph);
    auto kernel = KernelOp::create(builder, getGroupLoc(group), "kernel",
                                   builder.getFunctionType(inputs, results),
                                   builder.getArrayAttr(dims));
    fillBody(kernel, outline);
    return kernel;
  }

  void fillBody(KernelOp kernel, const Outline &outline) {
    IRMapping mapping;
    for (auto [value, argument] :
         llvm::zip(outline.tensors, kernel.getTensorArguments()))
      mapping.map(value, argument);
    for (Value size : outline.captured) {
      auto *at = llvm::find(outline.sizes, getIndexExpr(size));
      mapping.map(size, kernel.getSizeArguments()[at - outline.sizes.begin()]);
    }
    SmallVector<Operation *> ops(outline.ops.begin(), outline.ops.end());
    llvm::sort(
        ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    builder.setInsertionPointToEnd(&kernel.getBody().front());
    for (Operation *op : ops)
      builder.clone(*op, mapping);
    SmallVector<Value> results;
    for (Value result : outline.results)
      results.push_back(mapping.lookup(result));
    YieldOp::create(builder, kernel.getLoc(), results);
  }

  /// The kernel that equals `kernel`, which then goes; or `kernel` under its
  /// own name, also where equal kernels stay apart.
  KernelOp unify(KernelOp kernel, StringRef name) {
    SmallVector<KernelOp> &bucket = kernels[hashKernel(kernel)];
    auto *it = llvm::find_if(
        bucket, [&](KernelOp known) { return areEqual(known, kernel); });
    if (it == bucket.end() || !mergeEqual) {
      kernel.setSymName((name + "_" + Twine(numKernels++)).str());
      stateContract(kernel);
      symbols.insert(kernel);
      bucket.push_back(kernel);
      return kernel;
    }
    KernelOp known = *it;
    known->setLoc(
        FusedLoc::get(kernel.getContext(), {known.getLoc(), kernel.getLoc()}));
    kernel.erase();
    return known;
  }

  void dispatch(const KernelGroup &group, const Outline &outline,
                KernelOp kernel) {
    SmallVector<Value> sizes;
    for (ExprAttr size : outline.sizes)
      sizes.push_back(getOrCreateSize(*group.back()->getBlock(), size));
    builder.setInsertionPoint(group.back());
    auto dispatch =
        DispatchOp::create(builder, getGroupLoc(group), kernel.getResultTypes(),
                           FlatSymbolRefAttr::get(kernel.getSymNameAttr()),
                           outline.tensors.getArrayRef(), sizes);
    for (auto [i, result] : llvm::enumerate(outline.results))
      Value(result).replaceAllUsesWith(dispatch.getResult(i));
    for (Operation *op : llvm::reverse(group))
      op->erase();
  }

  static void eraseDeadOps(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (isOpTriviallyDead(&op))
        op.erase();
  }

  bool wholeRows, mergeEqual;
  ep::GraphOp graph;
  SymbolTable symbols;
  OpBuilder builder;
  std::unordered_map<size_t, SmallVector<KernelOp>> kernels; ///< by hash
  unsigned numKernels = 0;
};

struct FormKernelsPass : exec::impl::FormKernelsBase<FormKernelsPass> {
  using Base::Base;
  void runOnOperation() override {
    // The graphs of a program share kernels.
    Outliner outliner(getOperation(),
                      hasCapability(getOperation(), kCanTakeRows), mergeEqual);
    for (auto graph : getOperation().getBody().getOps<ep::GraphOp>())
      if (failed(resolveSizes(graph)) || failed(outliner.run(graph)))
        return signalPassFailure();
    count(getOperation(), *this, numKernels, outliner.getNumKernels(),
          "kernels formed");
  }
};
} // namespace
