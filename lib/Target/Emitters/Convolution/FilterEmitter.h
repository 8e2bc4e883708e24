// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the emitters of convolutions: the items of work, each a part of the
// images by a panel of filters, and the way of finished sums through the
// kernel's remaining ops. Sums of one filter are neighbours there: they make a
// line.
#ifndef KILN_LIB_TARGET_EMITTERS_CONVOLUTION_FILTEREMITTER_H
#define KILN_LIB_TARGET_EMITTERS_CONVOLUTION_FILTEREMITTER_H

#include "../Tiles/BandEmitter.h"
#include "ConvolutionPlan.h"

namespace kiln {

class FilterEmitter : protected BandEmitter {
protected:
  /// Some filters, for which one packed part is used.
  struct Panel {
    Value first, filters;
    /// Where their steps are, in elements from `base`; nothing where they do
    /// not lie in panels.
    Value base, start;
  };
  /// Are part and panel others than those of the item before in the same call?
  struct IsNew {
    Value part, panel;
  };

  FilterEmitter(OpBuilder &builder, ScalarEmitter &emitter,
                exec::KernelOp kernel, const ConvolutionPlan &plan,
                const CpuInfo &info, Value scratch)
      : BandEmitter(builder, emitter, kernel, plan, info, scratch),
        filters(plan) {}

  /// Runs `body` for the items that begin in the range [begin, end): a panel of
  /// filters for each of so many parts of the images.
  LogicalResult
  forEachPanel(Value begin, Value end, Value parts,
               llvm::function_ref<LogicalResult(Value part, const Panel &,
                                                const IsNew &)>
                   body);

  /// The elements of plane `number` of the words of a panel that lies there,
  /// for the vector of filters at `position`.
  Value loadPlane(Value base, Value position, int64_t number);
  /// The elements of plane `number` of `words`, which are integers, of two
  /// planes of bf16 or f16.
  Value takePlane(Value words, int64_t number);

  /// Where row `row` of the result of `filter` begins.
  SmallVector<Value> indicesOf(const BandItem &item, Value filter);
  Value rowStart(const BandItem &item, Value filter, Value row);
  /// Fetches what the sums at `row` and `column` of the band become in the
  /// kernel's first result, a line for each filter: more streams than
  /// processors follow.
  LogicalResult fetchResults(const BandItem &item, const Panel &panel,
                             Value row, Value column);
  /// Computes the kernel's results of a panel from the lines of its filters,
  /// `lineSize` sums from one to the next. From `place` on a line has a part of
  /// row `row` of the band, or where `lineRows` is more than one, so many whole
  /// rows from there on.
  LogicalResult emitLines(const BandItem &item, const Panel &panel, Value row,
                          int64_t lineRows, int64_t lineSize, Value place = {});

private:
  Value panelCount();
  Panel getPanel(Value number);

  ConvolutionPlan filters;
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_CONVOLUTION_FILTEREMITTER_H
