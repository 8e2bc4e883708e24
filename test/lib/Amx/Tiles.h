// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef KILN_TEST_LIB_AMX_TILES_H
#define KILN_TEST_LIB_AMX_TILES_H

#include "Instruction.h"

namespace kiln::amx {

constexpr unsigned kTiles = 8, kRows = 16, kRowBytes = 64, kConfigBytes = 64;

/// The tile registers of a thread.
class Tiles {
public:
  /// Does what `instruction` says. Says why not where a processor refuses it;
  /// else null.
  const char *run(const Instruction &instruction);

private:
  struct Tile {
    unsigned rows, rowBytes; ///< zero: no such tile is configured
    alignas(64) uint8_t data[kRows][kRowBytes];
  };

  const char *loadConfig(const uint8_t *config);
  void storeConfig(uint8_t *config) const;
  const char *load(const Instruction &instruction);
  const char *store(const Instruction &instruction) const;
  const char *multiply(const Instruction &instruction);
  const char *checkProduct(const Instruction &instruction) const;

  bool isConfigured = false;
  Tile tiles[kTiles] = {};
};

} // namespace kiln::amx

#endif // KILN_TEST_LIB_AMX_TILES_H
