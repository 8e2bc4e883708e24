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

/// What `configureTiles` reads, where tiles have `rows` each.
std::array<int8_t, 64> getTileConfig(ArrayRef<int64_t> rows);
/// Where that has the rows of a tile.
constexpr int64_t kTileConfigRows = 48;

/// The instruction that adds the products of two tiles of words to one of sums;
/// empty where there is none.
StringRef getTileProduct(const ProductTypes &types);

class TileRegisters {
public:
  TileRegisters(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc) {}

  /// All tiles are zero then.
  void configure(Value config);
  void release();
  void zero(unsigned tile);
  /// Rows are `stride` bytes apart in memory.
  void load(unsigned tile, Value address, Value stride);
  void store(unsigned tile, Value address, Value stride);
  void addProducts(StringRef product, unsigned sum, unsigned left,
                   unsigned right);

private:
  void call(StringRef name, ArrayRef<unsigned> tiles, ValueRange rest = {});

  OpBuilder &builder;
  Location loc;
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_TILES_TILEREGISTERS_H
