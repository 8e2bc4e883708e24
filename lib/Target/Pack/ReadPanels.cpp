// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel that reads panels in place of the operand as it is.
#include "../Emitters/Tiles/Band.h"
#include "../Emitters/Tiles/Panels.h"
#include "../Emitters/Tiles/SumOfProducts.h"
#include "PanelOperand.h"
#include "kiln/Dialect/Exec/KernelContract.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

/// `image` with `count` elements behind the last one along `dimension`, which
/// are multiplied by zeros.
static Value extend(OpBuilder &builder, Value image, unsigned dimension,
                    int64_t count) {
  auto pad = image.getDefiningOp<tensor::PadOp>();
  if (!pad || ShapedType::isDynamic(pad.getStaticHigh()[dimension]))
    return padBehind(builder, image.getLoc(), image, dimension, count);
  auto longer = cast<tensor::PadOp>(builder.clone(*pad));
  SmallVector<int64_t> high(pad.getStaticHigh());
  high[dimension] += count;
  longer.setStaticHigh(high);
  SmallVector<int64_t> shape(pad.getResultType().getShape());
  if (ShapedType::isStatic(shape[dimension]))
    shape[dimension] += count;
  longer.getResult().setType(pad.getResultType().clone(shape));
  return longer;
}

/// Splits the loop of the taps of a row in that of their words and a last one
/// of the steps of a word, which are more taps than there were.
static GenericOp splitTaps(GenericOp sum, const BandPlan &band, int64_t steps) {
  OpBuilder builder(sum);
  unsigned tap = *band.columns.tap, word = sum.getNumLoops();
  int64_t taps = band.columns.taps;
  SmallVector<Value> inputs(sum.getInputs());
  inputs[band.image] = extend(
      builder, inputs[band.image], band.columns.dimension,
      (int64_t(llvm::alignTo(taps, steps)) - taps) * band.columns.dilation);
  SmallVector<AffineMap> maps;
  for (AffineMap map : sum.getIndexingMapsArray()) {
    AffineExpr place =
        builder.getAffineDimExpr(tap) * steps + builder.getAffineDimExpr(word);
    maps.push_back(map.replace(builder.getAffineDimExpr(tap), place, word + 1,
                               /*numResultSyms=*/0));
  }
  maps[band.filter] = AffineMap::get(word + 1, 0, builder.getContext());
  SmallVector<utils::IteratorType> loops = sum.getIteratorTypesArray();
  loops.push_back(utils::IteratorType::reduction);
  auto split = GenericOp::create(builder, sum.getLoc(), sum.getResultTypes(),
                                 inputs, sum.getOutputs(), maps, loops);
  split.getRegion().takeBody(sum.getRegion());
  Operation *padding = sum.getInputs()[band.image].getDefiningOp();
  sum.replaceAllUsesWith(split);
  sum.erase();
  if (padding && isOpTriviallyDead(padding))
    padding->erase();
  return split;
}

void kiln::readPanels(exec::KernelOp kernel, const PanelOperand &operand) {
  RankedTensorType packed = operand.getReadType();
  tensor::ExtractSliceOp slice = operand.getSlice();
  GenericOp sum = operand.sum;
  if (operand.splitsTaps)
    sum = splitTaps(sum, *matchBand(kernel, /*takesIntegers=*/true),
                    operand.getStepsPerWord());
  SmallVector<unsigned> reduced;
  sum.getReductionDims(reduced);
  SmallVector<AffineMap> maps = sum.getIndexingMapsArray();
  maps[operand.input] = getPanelMap(
      sum, operand.input,
      {operand.loop, operand.wordStep ? reduced.back() : reduced.front(),
       operand.width, /*isOneWord=*/operand.splitsTaps});
  Builder builder(kernel.getContext());
  sum.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));

  // The slice is taken before the kernel is called.
  if (slice) {
    slice.replaceAllUsesWith(slice.getSource());
    slice.erase();
  }
  SmallVector<Type> types(kernel.getFunctionType().getInputs());
  types[operand.argument] = packed;
  kernel.setFunctionType(
      builder.getFunctionType(types, kernel.getResultTypes()));
  kernel.getBody().getArgument(operand.argument).setType(packed);
  exec::stateContract(kernel);
}
