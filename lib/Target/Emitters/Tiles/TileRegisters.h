// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions on tile registers (AMX): eight matrices, whose shapes a thread
// configures before it uses them. They are named by number, so that nothing is
// left to an allocator: no tile is ever spilled. No function may be called
// between configuring and releasing.
#ifndef KILN_LIB_TARGET_EMITTERS_TILES_TILEREGISTERS_H
#define KILN_LIB_TARGET_EMITTERS_TILES_TILEREGISTERS_H

#include "MicroKernel.h"

namespace kiln {

/// The largest shape of a tile.
constexpr int64_t kTileRows = 16, kTileRowBytes = 64;

/// Of a register.
struct TileShape {
  int64_t rows = kTileRows, rowBytes = kTileRowBytes;
};
/// Where a configuration has the rows of a register.
constexpr int64_t kTileConfigRows = 48;

/// The registers of a product of two by two tiles: its sums [0, 0], [0, 1], [1,
/// 0] and [1, 1], two of the left operand, two of the right one.
constexpr unsigned kTileSums = 0, kLeftTiles = 4, kRightTiles = 6,
                   kTileRegisters = 8;

/// The instruction that adds the products of two tiles of words to one of sums;
/// empty where there is none.
StringRef getTileProduct(const ProductTypes &types);

class TileRegisters {
public:
  TileRegisters(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc) {}

  /// A configuration on the stack, where registers have these shapes.
  Value makeConfig(ArrayRef<TileShape> shapes);
  /// All tiles are zero then.
  void configure(Value config);
  void release();

  /// Two tiles of an operand in memory.
  struct Pair {
    Value first, second;
    Value stride; ///< bytes from a row to the next
  };
  /// Sums of two by two tiles in memory, in the order of their registers.
  struct Sums {
    std::array<Value, 4> places;
    Value stride; ///< bytes from a row to the next
  };
  void zeroSums();
  void loadSums(const Sums &sums);
  void storeSums(const Sums &sums);
  /// Adds a step of such a product to them. One operand is read again soon;
  /// the other one, `passing`, is not.
  enum class Operand { Left, Right };
  void addStep(StringRef product, const Pair &left, const Pair &right,
               Operand passing = Operand::Left);

private:
  void zero(unsigned tile);
  /// Rows are `stride` bytes apart in memory. `passes`: they are not read again
  /// soon, and shall not take the place of others in the first cache.
  void load(unsigned tile, Value address, Value stride, bool passes = false);
  void store(unsigned tile, Value address, Value stride);
  void addProducts(StringRef product, unsigned sum, unsigned left,
                   unsigned right);
  void call(StringRef name, ArrayRef<unsigned> tiles, ValueRange rest = {});

  OpBuilder &builder;
  Location loc;
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_TILES_TILEREGISTERS_H
