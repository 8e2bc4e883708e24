// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile: the sums in registers, and their way to the lines of the filters.
#include "../Tiles/Transpose.h"
#include "ConvolutionEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <map>

using namespace mlir;
using namespace kiln;

/// Fetches the filters that come some steps behind those at `filter`. A small
/// image has few tiles for each panel: waiting for its lines would show, and
/// processors look no further ahead than a page of memory.
void ConvolutionEmitter::fetchAhead(const Panel &panel, Value filter) {
  constexpr int64_t kSteps = 32;
  if (plan.packsPanels())
    return;
  for (int64_t at = 0; at < plan.getTileFilters();
       at += kCacheLineBytes / getElementBytes()) {
    Value ahead = index().constant(kSteps * plan.getPanelWidth() + at);
    fetchLine(address(panel.base, index().add(filter, ahead)), Fetch::Read);
  }
}

/// The vectors of tap `tap` of the filters.
SmallVector<Value> ConvolutionEmitter::loadFactors(const Panel &panel,
                                                   Value filter, int64_t tap) {
  IndexBuilder index = this->index();
  Value first = index.add(filter, index.constant(tap * plan.getPanelWidth()));
  SmallVector<Value> factors;
  for (int64_t v = 0; v < plan.tileVectors; ++v)
    factors.push_back(LLVM::LoadOp::create(
        builder, loc, plan.micro->getWords(),
        address(panel.base, index.add(first, index.constant(v * plan.lanes))),
        getElementBytes() * (plan.packsPanels() ? plan.lanes : 1)));
  fetchAhead(panel, first);
  return factors;
}

/// Adds `taps`, whose filters are held while the tile's pixels go by: one that
/// several taps read is loaded once and in no register for long.
void ConvolutionEmitter::addHeldTaps(const Panel &panel, Value pixel,
                                     Value filter, ArrayRef<int64_t> taps,
                                     MutableArrayRef<Value> sums) {
  SmallVector<SmallVector<Value>> factors;
  // The taps that read each place of the band, and for which sums.
  std::map<int64_t, SmallVector<std::pair<unsigned, int64_t>>> readers;
  for (auto [number, tap] : llvm::enumerate(taps)) {
    factors.push_back(loadFactors(panel, filter, tap));
    for (int64_t p = 0; p < plan.getPixels(); ++p) {
      int64_t row = p / plan.tileColumns * plan.rows.stride;
      readers[row * plan.getRowStride() + plan.getTapPlace(tap) +
              p % plan.tileColumns]
          .push_back({number, p * plan.tileVectors});
    }
  }
  IndexBuilder index = this->index();
  for (const auto &[place, uses] : readers) {
    Value at = address(scratch, index.add(pixel, index.constant(place)));
    Value image = plan.micro->spread(
        builder, loc,
        LLVM::LoadOp::create(builder, loc, plan.micro->getWord(), at));
    for (auto [tap, first] : uses)
      for (auto [v, factor] : llvm::enumerate(factors[tap])) {
        Value &sum = sums[first + v];
        sum = plan.micro->addProducts(builder, loc, image, factor, sum);
      }
  }
}

/// Adds the taps of one row of the window: `pixel` is where those of the tile's
/// first pixel begin in the band, `filter` where those of the first filter
/// begin.
SmallVector<Value> ConvolutionEmitter::addTaps(const Panel &panel, Value pixel,
                                               Value filter, ValueRange old) {
  SmallVector<Value> sums(old);
  SmallVector<int64_t> taps =
      llvm::to_vector(llvm::seq<int64_t>(0, plan.columns.taps));
  // Neighbours in the band read the same pixels.
  llvm::sort(taps, [&](int64_t a, int64_t b) {
    return plan.getTapPlace(a) < plan.getTapPlace(b);
  });
  for (ArrayRef<int64_t> rest = taps; !rest.empty();) {
    int64_t held = 1, most = std::min<int64_t>(rest.size(), plan.getHeldTaps());
    while (held < most &&
           plan.getTapPlace(rest[held]) <
               plan.getTapPlace(rest[held - 1]) + plan.tileColumns)
      ++held;
    addHeldTaps(panel, pixel, filter, rest.take_front(held), sums);
    // Else LLVM loads filters early, or adds products late, and puts on the
    // stack what has no register then.
    if (plan.registers < 32 && plan.fitsRegisters())
      sums = holdInRegisters(sums);
    rest = rest.drop_front(held);
  }
  return sums;
}

/// The steps of one plane of a tile: they begin at `image` in the band and at
/// `filter` in the panel. Small windows are written out.
FailureOr<SmallVector<Value>>
ConvolutionEmitter::sumPlane(const Panel &panel, const Tile &tile, Value image,
                             Value filter, ValueRange sums) {
  constexpr int64_t kMaxTaps = 16;
  IndexBuilder index = this->index();
  Value taps = index.constant(plan.columns.storedTaps * plan.getPanelWidth());
  Value down = index.constant(plan.getTapRows() * plan.getRowStride());
  auto addRow = [&](Value row, ValueRange sums) {
    IndexBuilder index = this->index();
    return addTaps(panel, index.add(image, index.mul(row, down)),
                   index.add(filter, index.mul(row, taps)), sums);
  };
  if (plan.rows.taps * plan.columns.taps > kMaxTaps || plan.skipsPadding())
    return forSums(tile.firstTap, tile.endTap, index.constant(1), sums, addRow);
  FailureOr<SmallVector<Value>> results = SmallVector<Value>(sums);
  for (int64_t row = 0; row < plan.rows.taps; ++row)
    results = addRow(index.constant(row), *results);
  return results;
}

/// Where vector `number` of the tile's sums is in memory.
Value ConvolutionEmitter::vectorOf(const Tile &tile, int64_t number) {
  return address(tile.memory, index().constant(number * plan.lanes));
}

/// Puts the tile in memory into the lines of its filters.
void ConvolutionEmitter::storeLines(const Tile &tile) {
  IndexBuilder index = this->index();
  int64_t perVector = plan.lanes / plan.stretch;
  Value any = LLVM::PoisonOp::create(builder, loc, vector);
  for (int64_t v = 0; v < plan.tileVectors; ++v) {
    SmallVector<Value> pixels(plan.stretch, any);
    for (int64_t p = 0; p < plan.getPixels(); ++p)
      pixels[p] = loadVector(vectorOf(tile, p * plan.tileVectors + v),
                             /*isAligned=*/true);
    SmallVector<Value> filters =
        transposeRows(builder, loc, pixels, plan.lanes);
    for (int64_t lane = 0; lane < plan.lanes; ++lane) {
      SmallVector<int32_t> part;
      for (int64_t p = 0; p < plan.stretch; ++p)
        part.push_back(lane % perVector * plan.stretch + p);
      Value filter = filters[lane / perVector];
      Value line = index.constant((v * plan.lanes + lane) * plan.getLineSize());
      LLVM::StoreOp::create(
          builder, loc,
          LLVM::ShuffleVectorOp::create(builder, loc, filter, filter, part),
          address(sums, index.add(line, tile.place)), getElementBytes());
    }
  }
}

/// The sums of the words of planes [from, to).
FailureOr<SmallVector<Value>> ConvolutionEmitter::sumPlanes(const Panel &panel,
                                                            const Tile &tile,
                                                            Value from,
                                                            Value to) {
  IndexBuilder index = this->index();
  int64_t taps = plan.rows.taps * plan.columns.taps;
  Value down = index.constant(plan.rows.stride * plan.getRowStride());
  Value corner =
      plan.columnBlock
          ? index.mul(tile.column, index.constant(plan.getBlockPlanes()))
          : index.add(index.mul(tile.row, down), tile.column);
  int64_t width = plan.getPanelWidth();
  int64_t planeTaps = plan.getStoredTaps() * width;
  Value filter =
      index.add(panel.start, index.constant(plan.getFirstTap() * width));
  auto addPlane = [&](Value first, int64_t next, ValueRange sums) {
    IndexBuilder index = this->index();
    auto behind = [&](Value start, int64_t stride) {
      Value place = index.add(index.mul(first, index.constant(stride)), start);
      return index.add(place, index.constant(next * stride));
    };
    return sumPlane(panel, tile, behind(corner, plan.getPlaneStride()),
                    behind(filter, planeTaps), sums);
  };
  SmallVector<Value> initial(plan.getPixels() * plan.tileVectors, zero());
  return forSteps(from, to, initial.size() * taps, initial, addPlane);
}

/// Computes the sums of a tile, some planes at a time, and puts them into the
/// lines.
LogicalResult ConvolutionEmitter::emitTile(const Panel &panel,
                                           const Tile &tile) {
  auto sumBlock = [&](Value from, Value to) {
    // Else LLVM keeps the sums of the planes before in registers.
    if (plan.registers < 32 && plan.hasBlocks())
      orderAccesses(tile.memory);
    return sumPlanes(panel, tile, from, to);
  };
  if (failed(sumInBlocks(index().constant(plan.getWords()),
                         plan.getBlockWords(), *plan.micro, sumBlock,
                         [&](unsigned i) { return vectorOf(tile, i); })))
    return failure();
  storeLines(tile);
  return success();
}
