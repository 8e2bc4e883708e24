// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PanelOperand.h"
#include "../Emitters/Tiles/Band.h"
#include "../Emitters/Tiles/Panels.h"
#include "../Emitters/Tiles/SumOfProducts.h"
#include "kiln/Dialect/Exec/MatrixChoice.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

RankedTensorType PanelOperand::getPackedType() const {
  SmallVector<int64_t> shape = {
      int64_t(llvm::divideCeil(type.getDimSize(dimension), width))};
  int64_t word = getStepsPerWord();
  for (auto [i, step] : llvm::enumerate(steps))
    shape.push_back(
        llvm::divideCeil(type.getDimSize(step), i == wordStep ? word : 1));
  shape.push_back(width);
  if (word > 1)
    shape.push_back(word);
  return RankedTensorType::get(shape, type.getElementType());
}

tensor::ExtractSliceOp PanelOperand::getSlice() const {
  return GenericOp(sum)
      .getDpsInputOperand(input)
      ->get()
      .getDefiningOp<tensor::ExtractSliceOp>();
}

int64_t PanelOperand::getFirstPanel() const {
  tensor::ExtractSliceOp slice = getSlice();
  return slice ? slice.getStaticOffset(dimension) / width : 0;
}

RankedTensorType PanelOperand::getReadType() const {
  RankedTensorType packed = getPackedType();
  tensor::ExtractSliceOp slice = getSlice();
  if (!slice)
    return packed;
  SmallVector<int64_t> shape(packed.getShape());
  shape[0] = llvm::divideCeil(slice.getStaticSize(dimension), width);
  return packed.clone(shape);
}

int64_t PanelOperand::getStepsPerWord() const {
  return getPanelSteps(sum, input);
}

ep::PackedLayout PanelOperand::getLayout() const {
  RankedTensorType packed = getPackedType();
  SmallVector<int64_t> strides = mlir::computeStrides(packed.getShape());
  unsigned rank = type.getRank(), lane = 1 + steps.size();
  ep::PackedLayout layout = {SmallVector<int64_t>(rank),
                             SmallVector<int64_t>(rank, 1),
                             SmallVector<int64_t>(rank, 0),
                             {}};
  for (auto [i, step] : llvm::enumerate(steps))
    layout.strides[step] = strides[1 + i];
  layout.strides[dimension] = strides[0];
  layout.blocks[dimension] = packed.getDimSize(lane);
  layout.blockStrides[dimension] = strides[lane];
  if (getStepsPerWord() > 1) {
    layout.blocks[steps[wordStep]] = getStepsPerWord();
    layout.blockStrides[steps[wordStep]] = 1;
  }
  return layout;
}

/// Do all of `targets` take such an operand in words? Filters of halves of f32
/// are taken apart where no instruction takes them.
static bool haveWords(ArrayRef<TargetInfo> targets, GenericOp sum,
                      unsigned input, bool isFilter) {
  ProductTypes types = getProductTypes(sum, 1 - input);
  return !targets.empty() &&
         llvm::all_of(targets, [&](const TargetInfo &target) {
           if (isFilter && takesHalves(target.cpu, types.right) &&
               types.sum.isF32())
             return true;
           std::unique_ptr<MicroKernel> micro =
               chooseMicroKernel(target.cpu, types);
           return micro && micro->getSteps() == getPanelSteps(sum, input);
         });
}

/// Is `slice` whole but along the dimension that panels are cut along, and made
/// of whole ones there?
static bool isOfPanels(tensor::ExtractSliceOp slice,
                       const PanelOperand &operand) {
  if (!slice.getSourceType().hasStaticShape() ||
      slice.getSourceType().getRank() != slice.getType().getRank() ||
      ShapedType::isDynamicShape(slice.getStaticOffsets()) ||
      !llvm::all_of(slice.getStaticStrides(), [](int64_t s) { return s == 1; }))
    return false;
  for (unsigned at = 0; at < operand.type.getRank(); ++at) {
    int64_t first = slice.getStaticOffset(at), size = slice.getStaticSize(at);
    bool isEnd = first + size == operand.type.getDimSize(at);
    bool isCut = at == operand.dimension;
    if (isCut ? first % operand.width != 0 ||
                    (size % operand.width != 0 && !isEnd)
              : first != 0 || !isEnd)
      return false;
  }
  return true;
}

/// Has operand `input` one dimension for each step of the sum and one for
/// another loop, of known sizes, in a type that panels may have?
static std::optional<PanelOperand> matchShape(GenericOp sum, unsigned input,
                                              ArrayRef<TargetInfo> targets,
                                              bool isFilter) {
  OpOperand *value = sum.getDpsInputOperand(input);
  Value whole = value->get();
  if (auto slice = whole.getDefiningOp<tensor::ExtractSliceOp>())
    whole = slice->hasOneUse() ? slice.getSource() : Value();
  auto argument = dyn_cast_if_present<BlockArgument>(whole);
  auto type = cast<RankedTensorType>(value->get().getType());
  AffineMap map = sum.getMatchingIndexingMap(value);
  SmallVector<unsigned> reduced;
  sum.getReductionDims(reduced);
  if (!argument || !argument.hasOneUse() || !type.hasStaticShape() ||
      (type.getElementType() != getSumType(sum) &&
       !haveWords(targets, sum, input, isFilter)) ||
      type.getNumElements() == 0 || !map.isProjectedPermutation() ||
      map.getNumResults() != reduced.size() + 1)
    return std::nullopt;
  PanelOperand operand{sum,
                       input,
                       argument.getArgNumber(),
                       cast<RankedTensorType>(argument.getType()),
                       0,
                       {},
                       0,
                       0,
                       false,
                       0};
  operand.width = getPanelWidth(getSumType(sum), targets);
  for (unsigned step : reduced) {
    std::optional<unsigned> at =
        map.getResultPosition(getAffineDimExpr(step, sum.getContext()));
    if (!at)
      return std::nullopt;
    operand.steps.push_back(*at);
  }
  for (unsigned at = 0; at < map.getNumResults(); ++at)
    if (!llvm::is_contained(operand.steps, at)) {
      operand.dimension = at;
      operand.loop = map.getDimPosition(at);
    }
  if (tensor::ExtractSliceOp slice = operand.getSlice();
      slice && !isOfPanels(slice, operand))
    return std::nullopt;
  return operand;
}

/// Are these the filters of a convolution with enough of them? Those that lie
/// side by side are lanes, whatever the image: rows of a product would take one
/// of each step from a line of memory of its own.
static bool areFilters(const std::optional<BandPlan> &band,
                       const PanelOperand &operand) {
  AffineMap result = GenericOp(operand.sum).getIndexingMapsArray()[2];
  int64_t filters = GenericOp(operand.sum).getStaticLoopRanges()[operand.loop];
  bool isTurned = operand.dimension + 1 == operand.type.getRank();
  std::optional<unsigned> dimension =
      band ? findFilterDimension(*band) : std::nullopt;
  return dimension && result.getDimPosition(*dimension) == operand.loop &&
         band->filter == operand.input && filters >= operand.width &&
         (isTurned || band->suitsTiles(operand.width, filters)) &&
         (operand.getStepsPerWord() == 1 || band->planeLoops.size() == 1);
}

/// Words of integers have taps of a row where those are fewer: three planes
/// would leave a fourth one empty. Not words of floats, whose last one may read
/// an infinity beyond the window, which times zero is no number; and tiles take
/// words of planes.
static unsigned chooseWordStep(const BandPlan &band,
                               const PanelOperand &operand,
                               ArrayRef<TargetInfo> targets) {
  GenericOp sum = operand.sum;
  int64_t word = operand.getStepsPerWord();
  auto countWords = [&](int64_t steps) {
    return llvm::divideCeil(steps, word);
  };
  if (!isa<IntegerType>(getSumType(sum)) || !band.columns.tap ||
      llvm::any_of(
          targets,
          [](const TargetInfo &target) { return target.cpu.hasTiles; }) ||
      band.planes * countWords(band.columns.taps) >=
          countWords(band.planes) * band.columns.taps)
    return 0;
  SmallVector<unsigned> reduced;
  sum.getReductionDims(reduced);
  return llvm::find(reduced, *band.columns.tap) - reduced.begin();
}

/// Are the steps of the sum neighbours in memory?
static bool hasNeighbourSteps(const PanelOperand &operand) {
  return llvm::is_contained(operand.steps, operand.type.getRank() - 1);
}

/// Is this the right operand of a product of several rows, or of one that would
/// find each step in another line of memory? Else one row reads it as it is.
static bool areColumns(const PanelOperand &operand) {
  GenericOp sum = operand.sum;
  AffineMap result = sum.getIndexingMapsArray()[2];
  if (!result.isProjectedPermutation() || result.getNumResults() < 2 ||
      result.getDimPosition(result.getNumResults() - 1) != operand.loop ||
      getLoops(sum, 1 - operand.input)[operand.loop] ||
      (operand.getStepsPerWord() > 1 && operand.steps.size() > 1 &&
       !exec::matchMatrixChoice(sum)))
    return false;
  int64_t rows = 1;
  for (unsigned i = 0; i + 1 < result.getNumResults(); ++i) {
    int64_t extent = sum.getStaticLoopRanges()[result.getDimPosition(i)];
    if (ShapedType::isDynamic(extent))
      return true;
    rows *= extent;
  }
  return rows > 1 || !hasNeighbourSteps(operand);
}

std::optional<PanelOperand>
kiln::matchPanelOperand(exec::KernelOp kernel, ArrayRef<TargetInfo> targets) {
  GenericOp sum = matchSumOfProducts(kernel, /*takesIntegers=*/true,
                                     /*takesChoices=*/true);
  if (!sum)
    return std::nullopt;
  std::optional<BandPlan> band = matchBand(kernel, /*takesIntegers=*/true);
  for (unsigned input : {1, 0}) {
    std::optional<PanelOperand> operand =
        matchShape(sum, input, targets, band && band->filter == input);
    if (operand && areFilters(band, *operand)) {
      operand->wordStep = chooseWordStep(*band, *operand, targets);
      operand->splitsTaps = operand->wordStep != 0;
      return operand;
    }
    if (operand && areColumns(*operand)) {
      // The loops of a choice are that of the matrices and that of the steps.
      if (exec::matchMatrixChoice(sum))
        operand->wordStep = 1;
      return operand;
    }
  }
  return std::nullopt;
}
