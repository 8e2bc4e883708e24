// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The transforms of image, filters and sums.
#include "WinogradEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace kiln;

namespace {
/// A transform along one dimension: so many values of the same type give
/// others.
using Transform =
    llvm::function_ref<SmallVector<Value>(OpBuilder &, Location, ValueRange)>;
} // namespace

static Value add(OpBuilder &builder, Location loc, Value a, Value b) {
  return arith::AddFOp::create(builder, loc, a, b);
}

static Value subtract(OpBuilder &builder, Location loc, Value a, Value b) {
  return arith::SubFOp::create(builder, loc, a, b);
}

/// B d
static SmallVector<Value> transformImage(OpBuilder &builder, Location loc,
                                         ValueRange d) {
  return {subtract(builder, loc, d[0], d[2]), add(builder, loc, d[1], d[2]),
          subtract(builder, loc, d[2], d[1]),
          subtract(builder, loc, d[1], d[3])};
}

/// G g
static SmallVector<Value> transformFilter(OpBuilder &builder, Location loc,
                                          ValueRange g) {
  Type type = g[0].getType();
  Value half = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          cast<ShapedType>(type),
          builder.getFloatAttr(getElementTypeOrSelf(type), 0.5)));
  auto halve = [&](Value value) -> Value {
    return arith::MulFOp::create(builder, loc, value, half);
  };
  Value ends = halve(add(builder, loc, g[0], g[2])), middle = halve(g[1]);
  return {g[0], add(builder, loc, ends, middle),
          subtract(builder, loc, ends, middle), g[2]};
}

/// A m
static SmallVector<Value> transformSum(OpBuilder &builder, Location loc,
                                       ValueRange m) {
  return {add(builder, loc, add(builder, loc, m[0], m[1]), m[2]),
          subtract(builder, loc, subtract(builder, loc, m[1], m[2]), m[3])};
}

/// `transform` along both dimensions of the square `values`.
static SmallVector<Value> transformSquare(OpBuilder &builder, Location loc,
                                          ValueRange values, int64_t size,
                                          Transform transform) {
  SmallVector<SmallVector<Value>> rows;
  for (int64_t row = 0; row < size; ++row)
    rows.push_back(transform(builder, loc, values.slice(row * size, size)));
  SmallVector<Value> result;
  for (size_t column = 0; column < rows.front().size(); ++column) {
    SmallVector<Value> values;
    for (const auto &row : rows)
      values.push_back(row[column]);
    llvm::append_range(result, transform(builder, loc, values));
  }
  // Columns were put one after the other.
  size_t count = rows.front().size();
  SmallVector<Value> transposed;
  for (size_t row = 0; row < count; ++row)
    for (size_t column = 0; column < count; ++column)
      transposed.push_back(result[column * count + row]);
  return transposed;
}

/// Every other element of two vectors, from the first or second one on.
static Value takeEveryOther(OpBuilder &builder, Location loc, Value a, Value b,
                            bool isOdd) {
  SmallVector<int32_t> mask;
  for (int64_t i = 0; i < cast<VectorType>(a.getType()).getNumElements(); ++i)
    mask.push_back(2 * i + isOdd);
  return LLVM::ShuffleVectorOp::create(builder, loc, a, b, mask);
}

/// The words at `place` of the transformed planes.
Value WinogradEmitter::joinPlanes(ArrayRef<SmallVector<Value>> planes,
                                  int64_t place) {
  SmallVector<Value> steps;
  for (const SmallVector<Value> &plane : planes)
    steps.push_back(plane[place]);
  return plan.micro->join(builder, loc, steps);
}

/// Transforms `width` tiles of a word that are neighbours in a row: `from` is
/// where the first one's pixels begin in the band, `to` its place in memory.
void WinogradEmitter::transformTiles(Value from, Value to, int64_t width) {
  IndexBuilder index = this->index();
  auto type = VectorType::get(width, plan.micro->getWord());
  SmallVector<Value> pixels;
  for (int64_t row = 0; row < plan.kReach; ++row) {
    auto loadAt = [&](int64_t column) -> Value {
      Value at = index.constant(row * plan.getRowSize() + column);
      return LLVM::LoadOp::create(builder, loc, type,
                                  scratchAt(index.add(from, at)),
                                  getElementBytes());
    };
    for (int64_t first = 0; first < plan.kReach; first += plan.kTile) {
      Value a = loadAt(first), b = loadAt(first + width);
      for (bool isOdd : {false, true})
        pixels.push_back(takeEveryOther(builder, loc, a, b, isOdd));
    }
  }
  SmallVector<SmallVector<Value>> planes;
  for (int64_t number = 0; number < plan.wordPlanes; ++number) {
    SmallVector<Value> values(pixels);
    if (plan.wordPlanes > 1)
      for (Value &value : values)
        value = takePlane(value, number);
    planes.push_back(
        transformSquare(builder, loc, values, plan.kReach, transformImage));
  }
  for (int64_t place = 0; place < plan.kPlaces; ++place) {
    Value at = index.constant(plan.getTilesAt() + place * plan.getTilePitch());
    LLVM::StoreOp::create(builder, loc, joinPlanes(planes, place),
                          scratchAt(index.add(to, at)), getElementBytes());
  }
}

/// Transforms the tiles of a band, the first of which is number `tile`.
LogicalResult WinogradEmitter::transformBand(const BandItem &item, Value tile) {
  if (failed(packBand(item)))
    return failure();
  IndexBuilder index = this->index();
  int64_t width =
      std::min<int64_t>(plan.lanes, llvm::PowerOf2Ceil(plan.getTileColumns()));
  Value zero = index.constant(0), one = index.constant(1);
  Value columns = tileColumns(item), rows = tileRows(item);
  return forEach(zero, index.constant(plan.getWords()), one, [&](Value word) {
    return forEach(zero, rows, one, [&](Value row) {
      return forEach(
          zero, columns, this->index().constant(width), [&](Value column) {
            IndexBuilder index = this->index();
            auto times = [&](Value value, int64_t by) {
              return index.mul(value, index.constant(by));
            };
            Value from =
                index.add(times(word, plan.getPlaneSize()),
                          index.add(times(row, plan.kTile * plan.getRowSize()),
                                    times(column, plan.kTile)));
            Value at = index.add(index.mul(row, columns), column);
            transformTiles(from,
                           index.add(times(word, plan.getPlaneTiles()),
                                     index.add(tile, at)),
                           width);
            return success();
          });
    });
  });
}

/// The taps of plane `number` of a word of planes, for a vector of filters;
/// `from` is where the word's begin in the panel.
SmallVector<Value> WinogradEmitter::loadTaps(Value base, Value from,
                                             int64_t number) {
  SmallVector<Value> taps;
  for (int64_t tap = 0; tap < plan.rows.taps * plan.columns.taps; ++tap) {
    Value at = index().constant(tap * plan.storedWidth);
    taps.push_back(loadPlane(base, index().add(from, at), number));
  }
  return taps;
}

/// Transforms the filters of a panel for the words [from, to), the first of
/// which is the first that a word of the panel makes.
LogicalResult WinogradEmitter::transformFilters(const Panel &panel, Value from,
                                                Value to) {
  Value step = index().constant(plan.getPanelWords());
  int64_t size = plan.rows.taps * plan.columns.taps * plan.storedWidth;
  return forEach(from, to, step, [&](Value word) {
    IndexBuilder index = this->index();
    Value taps = index.add(
        panel.start, index.mul(index.div(word, step), index.constant(size)));
    Value first =
        index.mul(index.sub(word, from), index.constant(plan.getFilterPitch()));
    for (int64_t number = 0; number < plan.getPanelWords(); ++number)
      for (int64_t v = 0; v < plan.tileVectors; ++v) {
        Value begin = index.add(taps, index.constant(v * plan.lanes));
        SmallVector<SmallVector<Value>> planes;
        for (int64_t i = 0; i < plan.wordPlanes; ++i)
          planes.push_back(transformSquare(
              builder, loc,
              loadTaps(panel.base, begin, number * plan.wordPlanes + i),
              plan.rows.taps, transformFilter));
        for (int64_t place = 0; place < plan.kPlaces; ++place) {
          Value at = index.constant(
              plan.getFiltersAt() + number * plan.getFilterPitch() +
              place * plan.getTileFilters() + v * plan.lanes);
          LLVM::StoreOp::create(builder, loc, joinPlanes(planes, place),
                                scratchAt(index.add(first, at)),
                                plan.lanes * getElementBytes());
        }
      }
    return success();
  });
}

/// The 2 x 2 sums of a tile whose 16 are at `from` of each place, for a vector
/// of filters.
SmallVector<Value> WinogradEmitter::transformSums(Value from) {
  IndexBuilder index = this->index();
  SmallVector<Value> sums;
  for (int64_t place = 0; place < plan.kPlaces; ++place) {
    Value at = index.constant(plan.getSumsAt() + place * plan.getSumPitch());
    sums.push_back(loadVector(scratchAt(index.add(from, at)),
                              /*isAligned=*/true));
  }
  return transformSquare(builder, loc, sums, plan.kReach, transformSum);
}
