// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SplitKernel.h"
#include "kiln/Support/Decision.h"
#include "kiln/Support/PassCount.h"
#include "kiln/Target/Emitter.h"
#include "kiln/Target/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

namespace kiln {
#define GEN_PASS_DEF_SPLITREDUCTIONSPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

using namespace mlir;
using namespace kiln;

namespace {
class Splitter {
public:
  Splitter(ep::ProgramOp program, const TargetInfo &target)
      : program(program), target(target), symbols(program),
        builder(program.getContext()) {}

  /// Returns the number of kernels that are split.
  uint64_t run() {
    SmallVector<exec::KernelOp> kernels(
        program.getBody().getOps<exec::KernelOp>());
    for (exec::KernelOp kernel : kernels)
      split(kernel);
    return numSplit;
  }

private:
  void split(exec::KernelOp kernel);
  void replace(exec::DispatchOp dispatch, ReductionSplit split,
               exec::KernelOp parts, ArrayRef<unsigned> kept);
  void remark(exec::KernelOp kernel, const ReductionSplit &split, double before,
              double after);

  ep::ProgramOp program;
  uint64_t numSplit = 0;
  const TargetInfo &target;
  SymbolTable symbols;
  OpBuilder builder;
};
} // namespace

void Splitter::remark(exec::KernelOp kernel, const ReductionSplit &split,
                      double before, double after) {
  constexpr double kMicrosecond = 1000;
  remark::analysis(kernel.getLoc(),
                   remark::RemarkOpts::name("split").category("kiln-schedule"))
      << remark::add("{0} on {1}: sums of {2} as {3} parts, {4} us in place "
                     "of {5}",
                     kernel.getSymName(), target.name, split.extent,
                     split.parts,
                     llvm::formatv("{0:F1}", after / kMicrosecond).str(),
                     llvm::formatv("{0:F1}", before / kMicrosecond).str());
}

/// Splits the reduction of `kernel` where that takes at most half the time.
void Splitter::split(exec::KernelOp kernel) {
  constexpr double kGain = 2;
  double items = std::max(countItems(kernel), 1.0);
  std::optional<ReductionSplit> split =
      findSplit(kernel, int64_t(target.getParallelItems() / items));
  if (!split)
    return;
  builder.setInsertionPoint(kernel);
  SmallVector<unsigned> kept;
  exec::KernelOp parts = buildParts(builder, kernel, *split,
                                    (kernel.getSymName() + "_parts").str());
  exec::KernelOp combination = buildCombination(builder, kernel, *split, kept);
  auto predict = [&](exec::KernelOp op) {
    return planKernel(op, target)->predicted.total();
  };
  double before = predict(kernel);
  double after = predict(parts) + predict(combination);
  auto describe = [&](llvm::raw_ostream &os) {
    os << "@" << kernel.getSymName() << " for " << target.name << " in parts";
  };
  if (after * kGain > before || !decide("kiln-split", {kernel}, describe)) {
    parts.erase();
    combination.erase();
    return;
  }
  remark(kernel, *split, before, after);
  ++numSplit;
  parts->remove();
  symbols.insert(parts, combination->getIterator());
  SmallVector<exec::DispatchOp> dispatches;
  program.walk([&](exec::DispatchOp dispatch) {
    if (dispatch.getKernel() == kernel.getSymName())
      dispatches.push_back(dispatch);
  });
  for (exec::DispatchOp dispatch : dispatches)
    replace(dispatch, *split, parts, kept);
  kernel.erase();
}

void Splitter::replace(exec::DispatchOp dispatch, ReductionSplit split,
                       exec::KernelOp parts, ArrayRef<unsigned> kept) {
  builder.setInsertionPoint(dispatch);
  Location loc = dispatch.getLoc();
  SmallVector<Value> inputs;
  for (auto [number, input] : llvm::enumerate(split.op.getInputs())) {
    Value value =
        dispatch.getInputs()[cast<BlockArgument>(input).getArgNumber()];
    RankedTensorType type = split.getInputType(number);
    if (type != value.getType()) {
      SmallVector<ReassociationIndices> groups;
      for (int64_t at = 0; at < type.getRank(); ++at) {
        groups.push_back({at});
        if (at == *split.getDimension(number))
          groups.back().push_back(++at);
      }
      value = tensor::ExpandShapeOp::create(builder, loc, type, value, groups);
    }
    inputs.push_back(value);
  }
  auto first = exec::DispatchOp::create(
      builder, loc, parts.getResultTypes(),
      FlatSymbolRefAttr::get(parts.getSymNameAttr()), inputs, ValueRange());
  SmallVector<Value> rest;
  for (unsigned number : kept)
    rest.push_back(dispatch.getInputs()[number]);
  rest.push_back(first.getResult(0));
  dispatch.getInputsMutable().assign(rest);
}

namespace {
struct SplitReductions : kiln::impl::SplitReductionsPassBase<SplitReductions> {
  void runOnOperation() override {
    exec::VariantOp variant = getOperation();
    auto names = variant.getTargets().getAsValueRange<StringAttr>();
    if (names.empty())
      return;
    // Targets of a class share kernels: what suits one of them suits all.
    std::optional<TargetInfo> target = getTargetInfo(*names.begin());
    if (!target)
      return;
    uint64_t split = 0;
    for (auto program : variant.getBody().getOps<ep::ProgramOp>())
      split += Splitter(program, *target).run();
    count(getOperation(), *this, numSplit, split, "reductions split");
  }
};
} // namespace
