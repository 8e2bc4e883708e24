// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The panel: the steps of some filters, packed row after row behind the band.
#include "ConvolutionEmitter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace kiln;

/// Says which step of the sum is meant.
void ConvolutionEmitter::setStep(Value step) {
  IndexBuilder index = this->index();
  SmallVector<unsigned> order = plan.getStepLoops();
  SmallVector<Value> extents;
  for (unsigned loop : order)
    extents.push_back(
        index.constant(plan.contraction.getStaticLoopRanges()[loop]));
  for (auto [loop, value] :
       llvm::zip_equal(order, index.delinearize(step, extents)))
    loops[loop] = value;
}

Value ConvolutionEmitter::panelAddress(Value step, Value filter) {
  IndexBuilder index = this->index();
  Value row = index.mul(step, index.constant(plan.getPanelWidth()));
  return address(scratch, index.add(index.constant(plan.getPanelPlace()),
                                    index.add(row, filter)));
}

/// Packs as many filters from `filter` on as vectors have lanes, up to `steps`,
/// a multiple of the lanes.
LogicalResult ConvolutionEmitter::packBlocks(const Panel &panel, Value filter,
                                             Value steps) {
  Value lanes = index().constant(plan.lanes);
  Type stored = getElementTypeOrSelf(
      plan.contraction.getDpsInputOperand(plan.filter)->get());
  return forEach(index().constant(0), steps, lanes, [&](Value step) {
    IndexBuilder index = this->index();
    setStep(step);
    packSquare(
        vector, getElementBytes(),
        [&](unsigned lane) {
          loops[plan.filterLoop] =
              index.add(index.add(panel.first, filter), index.constant(lane));
          return operandAddress(plan.filter);
        },
        [&](unsigned i) {
          return panelAddress(index.add(step, index.constant(i)), filter);
        },
        [&](Value address) { return loadWidened(address, stored); });
    return success();
  });
}

/// Packs one step of the filters [from, to).
LogicalResult ConvolutionEmitter::packStep(const Panel &panel, Value from,
                                           Value to, Value step) {
  setStep(step);
  return forEachShort(from, to, [&](Value filter) {
    loops[plan.filterLoop] = index().add(panel.first, filter);
    FailureOr<Value> value = operandAt(plan.filter);
    if (failed(value))
      return failure();
    store(*value, panelAddress(step, filter));
    return success();
  });
}

LogicalResult ConvolutionEmitter::packPanel(const Panel &panel) {
  IndexBuilder index = this->index();
  Value zero = index.constant(0), one = index.constant(1);
  Value lanes = index.constant(plan.lanes);
  int64_t count = plan.getPackedSteps();
  Value steps = index.constant(count);
  Value wholeSteps = index.constant(llvm::alignDown(count, plan.lanes));
  Value whole = index.mul(index.div(panel.filters, lanes), lanes);
  if (failed(forEach(zero, whole, lanes, [&](Value filter) {
        return packBlocks(panel, filter, wholeSteps);
      })))
    return failure();
  if (failed(forEach(wholeSteps, steps, one, [&](Value step) {
        return packStep(panel, this->index().constant(0), whole, step);
      })))
    return failure();
  return forEach(zero, steps, one, [&](Value step) {
    return packStep(panel, whole, panel.filters, step);
  });
}

/// Packs a panel that lies there in words that no instruction takes, one plane
/// after the other.
LogicalResult ConvolutionEmitter::takeApart(const Panel &panel) {
  int64_t taps = plan.getStoredTaps();
  Value zero = index().constant(0), one = index().constant(1);
  Value words = index().constant(plan.getStoredSteps() / taps);
  return forEach(zero, words, one, [&](Value word) {
    return forEach(zero, this->index().constant(taps), one, [&](Value tap) {
      IndexBuilder index = this->index();
      Value count = index.constant(taps);
      Value stored = index.add(panel.start,
                               index.mul(index.add(index.mul(word, count), tap),
                                         index.constant(plan.storedWidth)));
      for (int64_t number = 0; number < plan.panelPlanes; ++number)
        for (int64_t v = 0; v < plan.tileVectors; ++v) {
          Value plane =
              index.add(index.mul(word, index.constant(plan.panelPlanes)),
                        index.constant(number));
          Value offset = index.constant(v * plan.lanes);
          storeVector(
              loadPlane(panel.base, index.add(stored, offset), number),
              panelAddress(index.add(index.mul(plane, count), tap), offset),
              /*isAligned=*/true);
        }
      return success();
    });
  });
}
