// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Band.h"
#include "Panels.h"
#include "SumOfProducts.h"
#include "kiln/Target/Cost.h"
#include "mlir/IR/Matchers.h"
#include <set>

using namespace mlir;
using namespace kiln;
using linalg::GenericOp;

int64_t BandPlan::getExtent(const WindowAxis &axis) const {
  return axis.loop
             ? linalg::GenericOp(contraction).getStaticLoopRanges()[*axis.loop]
             : 1;
}

/// The loops of a sum of loops times positive constants, with these; nothing
/// for other expressions.
static std::optional<SmallVector<std::pair<unsigned, int64_t>>>
getTerms(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return {{{dim.getPosition(), 1}}};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  auto terms = getTerms(binary.getLHS());
  if (!terms)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add) {
    auto more = getTerms(binary.getRHS());
    if (!more)
      return std::nullopt;
    llvm::append_range(*terms, *more);
    return terms;
  }
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (binary.getKind() != AffineExprKind::Mul || !factor ||
      factor.getValue() <= 0)
    return std::nullopt;
  for (auto &[loop, coefficient] : *terms)
    coefficient *= factor.getValue();
  return terms;
}

/// Does `loop` index operand `operand` in its dimension `dimension` only?
static bool isOnlyIn(GenericOp op, unsigned loop, unsigned operand,
                     unsigned dimension) {
  AffineMap map = op.getIndexingMapsArray()[operand];
  for (unsigned i = 0; i < map.getNumResults(); ++i)
    if (i != dimension && map.getResult(i).isFunctionOfDim(loop))
      return false;
  return true;
}

/// Makes the last loop of the sum, which the window's positions have a term of
/// too, count those of a word.
static void takeWord(const BandPlan &plan, WindowAxis &axis,
                     SmallVectorImpl<std::pair<unsigned, int64_t>> &terms) {
  GenericOp op = plan.contraction;
  std::optional<PanelLayout> panels = matchPanels(op, plan.filter);
  auto *term = llvm::find_if(terms, [&](std::pair<unsigned, int64_t> term) {
    return panels && term.first == panels->word;
  });
  if (term == terms.end() || !isa<IntegerType>(getSumType(op)) ||
      !isOnlyIn(op, term->first, plan.image, axis.dimension))
    return;
  axis.word = term->first;
  axis.wordDilation = term->second;
  axis.wordTaps = getPanelSteps(op, plan.filter);
  terms.erase(term);
}

/// The axis of dimension `dimension` of the image, along dimension `position`
/// of the result.
static std::optional<WindowAxis>
matchAxis(const BandPlan &plan, unsigned dimension, unsigned position) {
  GenericOp op = plan.contraction;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto terms = getTerms(maps[plan.image].getResult(dimension));
  WindowAxis axis;
  axis.dimension = dimension;
  axis.loop = maps[2].getDimPosition(position);
  if (terms && terms->size() > 2)
    takeWord(plan, axis, *terms);
  if (!terms || terms->size() > 2 ||
      maps[plan.filter].isFunctionOfDim(*axis.loop))
    return std::nullopt;
  bool isFound = false;
  for (auto [loop, coefficient] : *terms) {
    if (!isOnlyIn(op, loop, plan.image, dimension))
      return std::nullopt;
    if (loop == *axis.loop) {
      isFound = true;
      axis.stride = coefficient;
      continue;
    }
    int64_t taps = op.getStaticLoopRanges()[loop];
    if (axis.tap ||
        op.getIteratorTypesArray()[loop] != utils::IteratorType::reduction ||
        ShapedType::isDynamic(taps) || taps == 0)
      return std::nullopt;
    axis.tap = loop;
    axis.dilation = coefficient;
    axis.taps = axis.storedTaps = taps;
  }
  return isFound ? std::optional(axis) : std::nullopt;
}

/// Networks halve an image where they double its planes: 7 x 7 of `planes` come
/// of 224 x 224 pixels.
static double getUsualExtent(double planes, int64_t have) {
  constexpr double kLeast = 7, kMost = 112;
  return std::clamp(kLeast * planes / double(have), kLeast, kMost);
}

double BandPlan::getUsualExtent() const {
  return ::getUsualExtent(512, planes);
}

double kiln::getUsualExtentOfChannels(int64_t channels) {
  return ::getUsualExtent(1024, channels);
}

double kiln::countParts(int64_t extent, double usual, double unit) {
  constexpr double kFactors[] = {1, 1.5, 2, 3};
  if (!ShapedType::isDynamic(extent))
    return std::ceil(double(extent) / unit);
  double parts = 0;
  for (double factor : kFactors)
    parts += std::ceil(factor * usual / unit) / (factor * usual);
  return countPoints(extent) * parts / std::size(kFactors);
}

bool BandPlan::hasFewPixels(int64_t width, int64_t filters) const {
  constexpr double kFew = 14;
  int64_t extents[] = {getExtent(rows), getExtent(columns)};
  if (ShapedType::isDynamicShape(extents))
    return getUsualExtent() <= kFew;
  int64_t pixels = extents[0] * extents[1];
  double ofPixels = double(llvm::alignTo(pixels, width)) / pixels;
  double ofFilters = double(llvm::alignTo(filters, width)) / filters;
  // Where idle lanes are less than an eighth as many, other things count, too:
  // tiles of pixels and filters are turned at the end, which takes as long as
  // some planes. 14 x 14 pixels in vectors of 16 leave 12 lanes idle, which
  // pays from 200 planes on.
  constexpr double kTurn = 8, kMargin = 1.02;
  return pixels > 1 && (ofPixels > 1.125 ||
                        ofPixels > kMargin * ofFilters * (1 + kTurn / planes));
}

/// Finds the axes. False where the result has no columns of an image.
static bool findAxes(BandPlan &plan) {
  SmallVector<AffineMap> maps = plan.contraction.getIndexingMapsArray();
  unsigned rank = maps[2].getNumResults();
  unsigned dims = maps[plan.image].getNumResults();
  if (rank == 0 || dims == 0)
    return false;
  std::optional<WindowAxis> columns = matchAxis(plan, dims - 1, rank - 1);
  if (!columns)
    return false;
  plan.columns = *columns;
  if (rank > 1 && dims > 1)
    if (std::optional<WindowAxis> rows = matchAxis(plan, dims - 2, rank - 2);
        rows && !rows->word)
      plan.rows = *rows;
  return true;
}

/// Is a dimension of the image indexed by `loop` of the sum and another one?
static bool isTap(const BandPlan &plan, unsigned loop) {
  GenericOp op = plan.contraction;
  AffineMap image = op.getIndexingMapsArray()[plan.image];
  return llvm::any_of(image.getResults(), [&](AffineExpr expr) {
    return expr.isFunctionOfDim(loop) && !isa<AffineDimExpr>(expr);
  });
}

/// Counts the planes. False when they are not known.
static bool findPlanes(BandPlan &plan) {
  SmallVector<unsigned> reduced;
  plan.contraction.getReductionDims(reduced);
  for (unsigned loop : reduced) {
    if (loop == plan.rows.tap || loop == plan.columns.tap ||
        loop == plan.columns.word)
      continue;
    int64_t extent = plan.contraction.getStaticLoopRanges()[loop];
    if (ShapedType::isDynamic(extent) ||
        llvm::MulOverflow(plan.planes, extent, plan.planes))
      return false;
    plan.planeLoops.push_back(loop);
    plan.isVolume |= extent > 1 && isTap(plan, loop);
  }
  return true;
}

SmallVector<int64_t> BandPlan::getUsedPhases() const {
  std::set<int64_t> phases;
  for (int64_t tap = 0; tap < columns.taps; ++tap)
    phases.insert(tap * columns.dilation % columns.stride);
  return llvm::to_vector(phases);
}

int64_t BandPlan::getElementBytes() const {
  return getSumType(contraction).getIntOrFloatBitWidth() / 8;
}

/// Finds what the operands of a reduction over windows are.
static std::optional<BandPlan> findBand(GenericOp reduction) {
  BandPlan plan;
  plan.contraction = reduction;
  SmallVector<AffineMap> maps = reduction.getIndexingMapsArray();
  auto mayBeFilter = [&](unsigned operand) {
    return maps[operand].isProjectedPermutation() ||
           matchPanels(plan.contraction, operand);
  };
  plan.image = mayBeFilter(1) ? 0 : 1;
  plan.filter = 1 - plan.image;
  if (!maps[2].isProjectedPermutation() || !mayBeFilter(plan.filter) ||
      !findAxes(plan) || !findPlanes(plan))
    return std::nullopt;
  unsigned rank = maps[2].getNumResults();
  llvm::append_range(plan.images, llvm::seq(rank - (plan.rows.loop ? 2 : 1)));
  return plan;
}

std::optional<BandPlan> kiln::matchBand(exec::KernelOp kernel,
                                        bool takesIntegers) {
  GenericOp sum = matchSumOfProducts(kernel, takesIntegers);
  return sum ? findBand(sum) : std::nullopt;
}

std::optional<BandPlan> kiln::matchBand(const Pooling &pooling) {
  std::optional<BandPlan> plan = findBand(pooling.op);
  return plan && plan->image == 0 ? plan : std::nullopt;
}

std::optional<unsigned> kiln::findFilterDimension(const BandPlan &plan) {
  GenericOp op = plan.contraction;
  AffineMap result = op.getIndexingMapsArray()[2];
  llvm::SmallBitVector inImage = getLoops(op, plan.image);
  auto shared = llvm::make_filter_range(plan.images, [&](unsigned dimension) {
    return !inImage[result.getDimPosition(dimension)];
  });
  if (llvm::hasSingleElement(shared))
    return *shared.begin();
  return shared.empty() && !plan.images.empty()
             ? std::optional(plan.images.back())
             : std::nullopt;
}

std::optional<tensor::PadOp> kiln::findPadding(const BandPlan &plan) {
  GenericOp op = plan.contraction;
  auto pad =
      op.getDpsInputOperand(plan.image)->get().getDefiningOp<tensor::PadOp>();
  if (!pad)
    return pad;
  Value value = pad.getConstantPaddingValue();
  bool isKnown = value && matchPattern(value, m_Constant()) &&
                 !ShapedType::isDynamicShape(pad.getStaticLow());
  return isKnown ? std::optional(pad) : std::nullopt;
}

std::optional<StoredImage> kiln::findStoredImage(const BandPlan &plan) {
  std::optional<tensor::PadOp> pad = findPadding(plan);
  if (!pad)
    return std::nullopt;
  GenericOp op = plan.contraction;
  StoredImage image{op.getDpsInputOperand(plan.image)->get()};
  if (*pad) {
    llvm::SmallBitVector padded = pad->getPaddedDims();
    image.source = pad->getSource();
    image.lowColumns = pad->getStaticLow()[plan.columns.dimension];
    padded.reset(plan.columns.dimension);
    if (plan.rows.loop) {
      image.lowRows = pad->getStaticLow()[plan.rows.dimension];
      padded.reset(plan.rows.dimension);
    }
    if (padded.any() ||
        !matchPattern(pad->getConstantPaddingValue(), m_AnyZeroFloat()))
      return std::nullopt;
  }
  return isa<BlockArgument>(image.source) ? std::optional(image) : std::nullopt;
}

int64_t kiln::chooseTileSize(int64_t extent, int64_t most) {
  int64_t best = most;
  if (ShapedType::isDynamic(extent))
    return best;
  auto waste = [&](int64_t size) {
    return llvm::divideCeil(extent, size) * size;
  };
  for (int64_t size = most - 1; size > 0 && 2 * size >= most; --size)
    if (waste(size) < waste(best))
      best = size;
  return best;
}

double kiln::countImages(const BandPlan &plan) {
  auto result =
      cast<RankedTensorType>(plan.contraction->getResult(0).getType());
  double count = 1;
  for (unsigned dimension : plan.images)
    count *= countPoints(result.getDimSize(dimension));
  return count;
}

double kiln::countBandRows(const BandPlan &plan) {
  auto bands = [&](const WindowAxis &axis, int64_t size) {
    return std::ceil(countPoints(plan.getExtent(axis)) / double(size));
  };
  return countImages(plan) * bands(plan.rows, plan.bandRows) *
         bands(plan.columns, plan.bandColumns) *
         double(plan.getPackedRows() * plan.planes);
}

double kiln::countBandCycles(const BandPlan &plan) {
  // Rows are short, and windows check them at their ends.
  constexpr double kElement = 0.25, kRow = 2, kChecks = 6;
  return countBandRows(plan) * (double(plan.getRowSize()) * kElement + kRow +
                                (plan.hasWindows() ? kChecks : 0));
}
