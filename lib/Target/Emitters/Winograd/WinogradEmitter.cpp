// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which work there is, and the products.
#include "WinogradEmitter.h"
#include "../Tiles/Transpose.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

WinogradEmitter::Block WinogradEmitter::getBlock(Value number) {
  IndexBuilder index = this->index();
  Value most = index.constant(plan.blockBands);
  Block block;
  block.first = index.mul(number, most);
  block.bands = least(index.sub(bandCount(), block.first), most);
  return block;
}

/// Runs `body` for each band of a block and the number of its first tile.
LogicalResult WinogradEmitter::forEachBand(
    const Block &block,
    llvm::function_ref<LogicalResult(const BandItem &, Value)> body) {
  return forEach(
      index().constant(0), block.bands, index().constant(1), [&](Value band) {
        IndexBuilder index = this->index();
        return body(getBand(index.add(block.first, band)),
                    index.mul(band, index.constant(plan.getBandTiles())));
      });
}

Value WinogradEmitter::tileRows(const BandItem &item) {
  return ceilDiv(item.rows, index().constant(plan.kTile));
}

/// Tiles of a row of a band: those that it has room for, or as many as it needs
/// where that is not known.
Value WinogradEmitter::tileColumns(const BandItem &item) {
  Value most = index().constant(plan.getTileColumns());
  if (!ShapedType::isDynamic(plan.getExtent(plan.columns)))
    return most;
  return ceilDiv(item.columns, index().constant(plan.kTile));
}

LogicalResult WinogradEmitter::run(Value begin, Value end,
                                   ArrayRef<Value> domain) {
  if (failed(prepare(domain, plan.getTileFilters() * plan.getLineSize())))
    return failure();
  Value blocks = ceilDiv(bandCount(), index().constant(plan.blockBands));
  return forEachPanel(
      begin, end, blocks,
      [&](Value number, const Panel &panel, const IsNew &isNew) {
        Block block = getBlock(number);
        if (failed(emitter.when(loc, isNew.part,
                                [&] {
                                  return forEachBand(
                                      block,
                                      [&](const BandItem &item, Value tile) {
                                        return transformBand(item, tile);
                                      });
                                })) ||
            failed(multiply(block, panel)))
          return failure();
        return forEachBand(block, [&](const BandItem &item, Value tile) {
          return emitBand(item, panel, tile);
        });
      });
}

/// Sums the products of all planes at each place, for the tiles of a block and
/// a panel of filters.
LogicalResult WinogradEmitter::multiply(const Block &block,
                                        const Panel &panel) {
  IndexBuilder index = this->index();
  Value one = index.constant(1), depth = index.constant(plan.getDepth());
  Value words = index.constant(plan.getWords());
  // The last band may have fewer rows.
  BandItem last = getBand(index.sub(index.add(block.first, block.bands), one));
  Value tiles = index.add(index.mul(index.sub(block.bands, one),
                                    index.constant(plan.getBandTiles())),
                          index.mul(tileRows(last), tileColumns(last)));
  if (failed(multiplyWords(panel, tiles, index.constant(0), depth,
                           /*adds=*/false)))
    return failure();
  return forEach(depth, words, depth, [&](Value from) {
    Value to = least(this->index().add(from, depth), words);
    return multiplyWords(panel, tiles, from, to, /*adds=*/true);
  });
}

/// The same for the words [from, to), which `adds` to sums in memory.
LogicalResult WinogradEmitter::multiplyWords(const Panel &panel, Value tiles,
                                             Value from, Value to, bool adds) {
  if (failed(transformFilters(panel, from, to)))
    return failure();
  IndexBuilder index = this->index();
  Value zero = index.constant(0), words = index.sub(to, from);
  Value before = index.mul(from, index.constant(plan.getPlaneTiles()));
  return forEach(
      zero, index.constant(plan.kPlaces), index.constant(1), [&](Value place) {
        return forEach(zero, tiles, this->index().constant(plan.groupTiles),
                       [&](Value tile) {
                         return sumGroup(place, tile, before, words, adds);
                       });
      });
}

/// The same at one place for the tiles from `tile` on.
LogicalResult WinogradEmitter::sumGroup(Value place, Value tile, Value before,
                                        Value words, bool adds) {
  IndexBuilder index = this->index();
  auto placeAt = [&](int64_t first, int64_t pitch) {
    return index.add(index.constant(first),
                     index.mul(place, index.constant(pitch)));
  };
  Value tiles = index.add(placeAt(plan.getTilesAt(), plan.getTilePitch()),
                          index.add(before, tile));
  Value filters = placeAt(plan.getFiltersAt(), plan.getTileFilters());
  Value sums =
      index.add(placeAt(plan.getSumsAt(), plan.getSumPitch()),
                index.mul(tile, index.constant(plan.getTileFilters())));
  auto loadWords = [&](Type type, Value at, int64_t align) -> Value {
    return LLVM::LoadOp::create(builder, loc, type, scratchAt(at), align);
  };
  auto addWord = [&](Value first, int64_t next,
                     ValueRange old) -> FailureOr<SmallVector<Value>> {
    IndexBuilder index = this->index();
    auto wordAt = [&](Value start, int64_t pitch) {
      return index.add(
          index.add(start, index.mul(first, index.constant(pitch))),
          index.constant(next * pitch));
    };
    Value filter = wordAt(filters, plan.getFilterPitch());
    Value image = wordAt(tiles, plan.getPlaneTiles());
    SmallVector<Value> sums(old), factors;
    for (int64_t v = 0; v < plan.tileVectors; ++v)
      factors.push_back(
          loadWords(plan.micro->getWords(),
                    index.add(filter, index.constant(v * plan.lanes)),
                    plan.lanes * getElementBytes()));
    for (int64_t t = 0; t < plan.groupTiles; ++t) {
      Value pixel = plan.micro->spread(
          builder, loc,
          loadWords(plan.micro->getWord(), index.add(image, index.constant(t)),
                    getElementBytes()));
      for (auto [v, factor] : llvm::enumerate(factors)) {
        Value &sum = sums[t * plan.tileVectors + v];
        sum = plan.micro->addProducts(builder, loc, pixel, factor, sum);
      }
    }
    return sums;
  };
  SmallVector<Value> initial(plan.groupTiles * plan.tileVectors, zero());
  FailureOr<SmallVector<Value>> results =
      forSteps(index.constant(0), words, initial.size(), initial, addWord);
  if (failed(results))
    return failure();
  storeSums(*results, adds, *plan.micro, [&](unsigned i) {
    Value at = this->index().constant(i * plan.lanes);
    return scratchAt(this->index().add(sums, at));
  });
  return success();
}

/// Finishes the tiles from number `tile` on, at column `column` of their row,
/// as many as make a vector of pixels, for vector `number` of the filters.
void WinogradEmitter::finishTiles(Value tile, Value column, int64_t number) {
  IndexBuilder index = this->index();
  SmallVector<SmallVector<Value>> rows(plan.kTile);
  for (int64_t t = 0; t < plan.lanes / plan.kTile; ++t) {
    Value from = index.add(
        index.mul(index.add(index.add(tile, column), index.constant(t)),
                  index.constant(plan.getTileFilters())),
        index.constant(number * plan.lanes));
    for (auto [i, sum] : llvm::enumerate(transformSums(from)))
      rows[i / plan.kTile].push_back(sum);
  }
  Value first = index.mul(column, index.constant(plan.kTile));
  for (auto [row, pixels] : llvm::enumerate(rows))
    for (auto [filter, line] : llvm::enumerate(transposeSquare(
             builder, loc, pixels, element.getIntOrFloatBitWidth()))) {
      Value at =
          index.constant((number * plan.lanes + filter) * plan.getLineSize() +
                         row * plan.lineColumns);
      storeVector(line, address(sums, index.add(first, at)));
    }
}

/// Computes the kernel's results of a band, whose first tile is `tile`.
LogicalResult WinogradEmitter::emitBand(const BandItem &item,
                                        const Panel &panel, Value tile) {
  IndexBuilder index = this->index();
  Value zero = index.constant(0), one = index.constant(1);
  return forEach(zero, tileRows(item), one, [&](Value row) {
    Value columns = tileColumns(item);
    IndexBuilder index = this->index();
    Value first = index.add(tile, index.mul(row, columns));
    Value step = index.constant(plan.lanes / plan.kTile);
    for (int64_t v = 0; v < plan.tileVectors; ++v)
      if (failed(forEach(zero, columns, step, [&](Value column) {
            finishTiles(first, column, v);
            return success();
          })))
        return failure();
    return emitRows(item, panel, index.mul(row, index.constant(plan.kTile)));
  });
}

/// Computes the results of the rows `row` and the one after it.
LogicalResult WinogradEmitter::emitRows(const BandItem &item,
                                        const Panel &panel, Value row) {
  if (plan.hasWholeRows())
    return emitLines(item, panel, row, plan.kTile, plan.getLineSize());
  if (failed(emitLines(item, panel, row, 1, plan.getLineSize())))
    return failure();
  Value second = index().add(row, index().constant(1));
  return emitter.when(
      loc,
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, second,
                            item.rows),
      [&] {
        return emitLines(item, panel, second, 1, plan.getLineSize(),
                         index().constant(plan.lineColumns));
      });
}
