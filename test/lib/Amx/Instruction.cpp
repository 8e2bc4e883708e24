// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decoding. All instructions of AMX have three bytes of VEX, of map 2 with W
// and L zero; the number of the prefix (0: none, 1: 66, 2: F3, 3: F2) tells
// those of one opcode apart.
#include "Instruction.h"
#include <cstring>

using namespace kiln::amx;

namespace {
/// The bytes of an instruction, one field after another.
class Decoder {
public:
  Decoder(const Registers &registers, Instruction &result)
      : registers(registers), result(result),
        bytes(reinterpret_cast<const uint8_t *>(registers.place)) {}

  bool run() {
    if (bytes[0] != 0xc4)
      return false;
    // Stored upside down.
    reg = (bytes[1] & 0x80) ? 0 : 8;
    index = (bytes[1] & 0x40) ? 0 : 8;
    base = (bytes[1] & 0x20) ? 0 : 8;
    third = ~(bytes[2] >> 3) & 15;
    prefix = bytes[2] & 3;
    if ((bytes[1] & 31) != 2 || (bytes[2] & 0x84))
      return false;
    opcode = bytes[3];
    mode = bytes[4] >> 6;
    reg |= bytes[4] >> 3 & 7;
    low = bytes[4] & 7;
    at = 5;
    result = {};
    bool isKnown = opcode == 0x49   ? decodeState()
                   : opcode == 0x4b ? decodeMemory()
                                    : decodeProduct();
    result.length = at;
    return isKnown;
  }

private:
  /// What is about the configuration, and `tilezero`.
  bool decodeState() {
    if (third != 0)
      return false;
    if (mode == 3) {
      if (prefix == 0 && reg == 0 && low == 0)
        return is(Opcode::Release);
      result.tile = reg;
      return prefix == 3 && low == 0 && reg < 8 && is(Opcode::Zero);
    }
    if (prefix > 1 || reg != 0)
      return false;
    readAddress();
    return is(prefix == 0 ? Opcode::LoadConfig : Opcode::StoreConfig);
  }

  bool decodeMemory() {
    // The index is the distance of rows: these forms always have one.
    if (third != 0 || mode == 3 || low != 4 || reg > 7 || prefix == 0)
      return false;
    result.tile = reg;
    readAddress();
    return is(prefix == 2 ? Opcode::Store : Opcode::Load);
  }

  bool decodeProduct() {
    static constexpr Opcode bytesBySign[] = {
        Opcode::MultiplyUU, Opcode::MultiplyUS, Opcode::MultiplySU,
        Opcode::MultiplySS};
    if (mode != 3 || reg > 7 || base != 0 || third > 7)
      return false;
    result.tile = reg;
    result.left = low;
    result.right = third;
    if (opcode == 0x5c)
      return prefix == 2 && is(Opcode::MultiplyBf16);
    return opcode == 0x5e && is(bytesBySign[prefix]);
  }

  bool is(Opcode found) {
    result.opcode = found;
    return true;
  }

  /// Address, and the index apart where the instruction loads or stores a tile.
  void readAddress() {
    bool isRelative = mode == 0 && low == 5, hasBase = true;
    unsigned from = base | low;
    uint64_t offset = 0;
    if (low == 4) {
      uint8_t scaled = bytes[at++];
      from = base | (scaled & 7);
      unsigned number = index | (scaled >> 3 & 7);
      if (number != 4)
        offset = registers.general[number] << (scaled >> 6);
      hasBase = mode != 0 || (scaled & 7) != 5;
    }
    int32_t moved = 0;
    if (mode == 1) {
      moved = static_cast<int8_t>(bytes[at++]);
    } else if (mode == 2 || isRelative || !hasBase) {
      std::memcpy(&moved, bytes + at, sizeof moved);
      at += sizeof moved;
    }
    result.address = static_cast<uint64_t>(static_cast<int64_t>(moved));
    if (isRelative)
      result.address += registers.place + at;
    else if (hasBase)
      result.address += registers.general[from];
    if (opcode == 0x4b)
      result.stride = offset;
    else
      result.address += offset;
  }

  const Registers &registers;
  Instruction &result;
  const uint8_t *bytes;
  unsigned at = 0, reg = 0, index = 0, base = 0, third = 0, prefix = 0;
  unsigned opcode = 0, mode = 0, low = 0;
};
} // namespace

bool kiln::amx::decode(const Registers &registers, Instruction &instruction) {
  return Decoder(registers, instruction).run();
}
