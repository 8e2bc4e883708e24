// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the instructions do to the tile registers, and when they may not.
#include "Tiles.h"
#include <algorithm>
#include <cstring>
#include <immintrin.h>

using namespace kiln::amx;

const char *Tiles::run(const Instruction &instruction) {
  auto *memory = reinterpret_cast<uint8_t *>(instruction.address);
  switch (instruction.opcode) {
  case Opcode::LoadConfig:
    return loadConfig(memory);
  case Opcode::StoreConfig:
    storeConfig(memory);
    return nullptr;
  case Opcode::Release:
    *this = Tiles();
    return nullptr;
  default:
    break;
  }
  if (!isConfigured)
    return "no tiles are configured";
  if (tiles[instruction.tile].rows == 0)
    return "the tile is not configured";
  switch (instruction.opcode) {
  case Opcode::Zero:
    std::memset(tiles[instruction.tile].data, 0, sizeof(Tile::data));
    return nullptr;
  case Opcode::Load:
    return load(instruction);
  case Opcode::Store:
    return store(instruction);
  default:
    return multiply(instruction);
  }
}

static bool isZero(const uint8_t *from, const uint8_t *to) {
  return std::all_of(from, to, [](uint8_t byte) { return byte == 0; });
}

const char *Tiles::loadConfig(const uint8_t *config) {
  Tiles result;
  if (config[0] > 1)
    return "the palette is not known";
  if (config[0] == 1) {
    // A row to start with is left by an access that faulted, which none does.
    if (!isZero(config + 1, config + 16) || !isZero(config + 32, config + 48) ||
        !isZero(config + 56, config + 64))
      return "bytes of the configuration are not zero";
    for (unsigned i = 0; i < kTiles; ++i) {
      Tile &tile = result.tiles[i];
      tile.rowBytes = config[16 + 2 * i] | config[17 + 2 * i] << 8;
      tile.rows = config[48 + i];
      if (tile.rows > kRows)
        return "a tile has too many rows";
      if (tile.rowBytes > kRowBytes)
        return "the rows of a tile are too long";
      if ((tile.rows == 0) != (tile.rowBytes == 0))
        return "a tile has rows or columns alone";
    }
    result.isConfigured = true;
  }
  *this = result;
  return nullptr;
}

void Tiles::storeConfig(uint8_t *config) const {
  std::memset(config, 0, kConfigBytes);
  config[0] = isConfigured;
  for (unsigned i = 0; i < kTiles; ++i) {
    config[16 + 2 * i] = static_cast<uint8_t>(tiles[i].rowBytes);
    config[48 + i] = static_cast<uint8_t>(tiles[i].rows);
  }
}

const char *Tiles::load(const Instruction &instruction) {
  Tile &tile = tiles[instruction.tile];
  std::memset(tile.data, 0, sizeof tile.data);
  for (unsigned row = 0; row < tile.rows; ++row)
    std::memcpy(tile.data[row],
                reinterpret_cast<const uint8_t *>(instruction.address +
                                                  row * instruction.stride),
                tile.rowBytes);
  return nullptr;
}

const char *Tiles::store(const Instruction &instruction) const {
  const Tile &tile = tiles[instruction.tile];
  for (unsigned row = 0; row < tile.rows; ++row)
    std::memcpy(reinterpret_cast<uint8_t *>(instruction.address +
                                            row * instruction.stride),
                tile.data[row], tile.rowBytes);
  return nullptr;
}

const char *Tiles::checkProduct(const Instruction &instruction) const {
  unsigned a = instruction.left, b = instruction.right, c = instruction.tile;
  if (a == b || a == c || b == c)
    return "a tile is there twice";
  const Tile &left = tiles[a], &right = tiles[b], &sum = tiles[c];
  if (left.rows == 0 || right.rows == 0)
    return "an operand is not configured";
  if (left.rowBytes % 4 != 0 || right.rowBytes % 4 != 0 ||
      sum.rowBytes % 4 != 0)
    return "rows are no words";
  if (sum.rows != left.rows)
    return "left operand and sums have different rows";
  if (sum.rowBytes != right.rowBytes)
    return "right operand and sums have different columns";
  if (left.rowBytes / 4 != right.rows)
    return "the operands have different steps";
  return nullptr;
}

/// One row of sums of products of bf16: those of even and of odd steps apart,
/// from zero. Not inlined: the mode of rounding around it holds for all of it.
__attribute__((target("avx512f"), noinline)) static void
addBf16Row(uint8_t *sums, const uint8_t *left,
           const uint8_t (*right)[kRowBytes], unsigned steps) {
  __m512 even = _mm512_setzero_ps(), odd = even;
  __m512i high = _mm512_set1_epi32(static_cast<int>(0xffff0000u));
  for (unsigned k = 0; k < steps; ++k) {
    int word;
    std::memcpy(&word, left + 4 * k, sizeof word);
    __m512i a = _mm512_set1_epi32(word);
    __m512i b = _mm512_loadu_si512(right[k]);
    even = _mm512_fmadd_ps(_mm512_castsi512_ps(_mm512_slli_epi32(a, 16)),
                           _mm512_castsi512_ps(_mm512_slli_epi32(b, 16)), even);
    odd = _mm512_fmadd_ps(_mm512_castsi512_ps(_mm512_and_si512(a, high)),
                          _mm512_castsi512_ps(_mm512_and_si512(b, high)), odd);
  }
  __m512 both = _mm512_add_ps(even, odd);
  _mm512_storeu_ps(sums, _mm512_add_ps(_mm512_loadu_ps(sums), both));
}

/// One row of sums of products of bytes, which count modulo 2^32.
template <typename Left, typename Right>
static void addByteRow(uint8_t *sums, const uint8_t *left,
                       const uint8_t (*right)[kRowBytes], unsigned steps) {
  uint32_t total[kRowBytes / 4];
  std::memcpy(total, sums, sizeof total);
  for (unsigned k = 0; k < steps; ++k)
    for (unsigned column = 0; column < kRowBytes / 4; ++column)
      for (unsigned i = 0; i < 4; ++i)
        total[column] +=
            static_cast<uint32_t>(static_cast<Left>(left[4 * k + i]) *
                                  static_cast<Right>(right[k][4 * column + i]));
  std::memcpy(sums, total, sizeof total);
}

const char *Tiles::multiply(const Instruction &instruction) {
  if (const char *reason = checkProduct(instruction))
    return reason;
  const Tile &left = tiles[instruction.left], &right = tiles[instruction.right];
  Tile &sum = tiles[instruction.tile];
  auto add =
      instruction.opcode == Opcode::MultiplyBf16 ? addBf16Row
      : instruction.opcode == Opcode::MultiplySS ? addByteRow<int8_t, int8_t>
      : instruction.opcode == Opcode::MultiplySU ? addByteRow<int8_t, uint8_t>
      : instruction.opcode == Opcode::MultiplyUS ? addByteRow<uint8_t, int8_t>
                                                 : addByteRow<uint8_t, uint8_t>;
  // Subnormal numbers are zero, sums are rounded to nearest, and nothing is
  // reported, whatever the thread has chosen.
  constexpr unsigned kQuietAndFlushed = 0x9fc0;
  unsigned chosen = _mm_getcsr();
  _mm_setcsr(kQuietAndFlushed);
  for (unsigned row = 0; row < sum.rows; ++row)
    add(sum.data[row], left.data[row], right.data, right.rows);
  _mm_setcsr(chosen);
  return nullptr;
}
