// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JoinedKernel.h"
#include "kiln/Dialect/Exec/KernelContract.h"
#include "kiln/Support/Capability.h"
#include "kiln/Support/Decision.h"
#include "kiln/Support/PassCount.h"
#include "kiln/Target/Emitter.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include <map>

namespace kiln {
#define GEN_PASS_DEF_JOINPARTSPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

using namespace mlir;
using namespace kiln;

/// Does `kernel` read tensor argument `number` as parts only?
static bool readsParts(exec::KernelOp kernel, unsigned number) {
  return llvm::all_of(
      kernel.getTensorArguments()[number].getUsers(),
      [](Operation *user) { return isa<tensor::ExtractSliceOp>(user); });
}

namespace {
/// Joins the kernels of one program.
class PartJoiner {
public:
  explicit PartJoiner(ep::ProgramOp program)
      : program(program), symbols(program), builder(program),
        targets(getVariantTargets(program)) {}

  /// Returns the number of dispatches that are joined to the one before.
  uint64_t run() {
    SmallVector<exec::DispatchOp> dispatches;
    program.walk(
        [&](exec::DispatchOp dispatch) { dispatches.push_back(dispatch); });
    uint64_t numJoined = llvm::count_if(
        dispatches, [&](exec::DispatchOp dispatch) { return join(dispatch); });
    eraseUnused();
    return numJoined;
  }

private:
  bool join(exec::DispatchOp consumer);
  exec::KernelOp getJoined(KernelJoin join);
  bool pays(exec::KernelOp joined, KernelJoin join);
  void eraseUnused();

  ep::ProgramOp program;
  SymbolTable symbols;
  OpBuilder builder;
  std::vector<TargetInfo> targets; ///< of the variant
  /// Null where the two stay apart.
  std::map<
      std::tuple<Operation *, Operation *, unsigned, std::vector<unsigned>>,
      exec::KernelOp>
      made;
};
} // namespace

/// Does every target compute the parts behind their sums, and is that predicted
/// to take no longer than the two kernels?
bool PartJoiner::pays(exec::KernelOp joined, KernelJoin join) {
  auto predict = [](exec::KernelOp kernel, const TargetInfo &target) {
    return planKernel(kernel, target)->predicted.total();
  };
  return !targets.empty() &&
         llvm::all_of(targets, [&](const TargetInfo &target) {
           return planKernel(joined, target)->schedule.emitter == "gemm" &&
                  predict(joined, target) <= predict(join.producer, target) +
                                                 predict(join.consumer, target);
         });
}

exec::KernelOp PartJoiner::getJoined(KernelJoin join) {
  auto [entry, isNew] = made.try_emplace(
      {join.producer, join.consumer, join.operand,
       std::vector<unsigned>(join.sizes.begin(), join.sizes.end())});
  if (!isNew)
    return entry->second;
  // Instructions for small types have tiles of their own.
  if (!readsParts(join.consumer, join.operand) ||
      !exec::getProductType(join.producer).empty())
    return nullptr;
  builder.setInsertionPoint(join.consumer);
  exec::KernelOp joined = join.build(builder, join.consumer.getSymName());
  if (!pays(joined, join) || !decideFusion({join.producer, join.consumer})) {
    joined.erase();
    return nullptr;
  }
  joined->remove();
  symbols.insert(joined, join.consumer->getIterator());
  return entry->second = joined;
}

bool PartJoiner::join(exec::DispatchOp consumer) {
  for (OpOperand &input : consumer.getInputsMutable()) {
    auto producer = input.get().getDefiningOp<exec::DispatchOp>();
    if (!producer || producer->getNumResults() != 1 ||
        !input.get().hasOneUse() ||
        producer->getBlock() != consumer->getBlock())
      continue;
    KernelJoin join =
        KernelJoin::get(symbols, producer, consumer, input.getOperandNumber());
    exec::KernelOp joined = getJoined(join);
    if (!joined)
      continue;
    builder.setInsertionPoint(consumer);
    consumer.replaceAllUsesWith(
        join.dispatch(builder, joined, producer, consumer));
    remark::analysis(consumer.getLoc(),
                     remark::RemarkOpts::name("joined").category("kiln-fusion"))
        << remark::add("parts of @{0} are computed behind its tiles, in @{1}",
                       join.producer.getSymName(), joined.getSymName());
    consumer.erase();
    producer.erase();
    return true;
  }
  return false;
}

/// Erases kernels that no dispatch uses any more.
void PartJoiner::eraseUnused() {
  llvm::DenseSet<StringAttr> used;
  program.walk([&](exec::DispatchOp dispatch) {
    used.insert(dispatch.getKernelAttr().getAttr());
  });
  llvm::SetVector<Operation *> unused;
  for (auto &[key, joined] : made)
    for (Operation *op : {std::get<0>(key), std::get<1>(key)})
      if (!used.contains(cast<exec::KernelOp>(op).getSymNameAttr()))
        unused.insert(op);
  for (Operation *op : unused)
    symbols.erase(op);
}

namespace {
struct JoinParts : kiln::impl::JoinPartsPassBase<JoinParts> {
  void runOnOperation() override {
    ep::ProgramOp program = getOperation();
    if (!program.getGraph() || !hasCapability(program, kCanReadPanels))
      return;
    count(program, *this, numJoined, PartJoiner(program).run(),
          "kernels joined to a product");
  }
};
} // namespace
