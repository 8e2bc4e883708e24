// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a map of a tensor must be, and the instructions that change one.

#include "isa/TensorMap.h"

#include "isa/Access.h"
#include "isa/Matrix.h"
#include "isa/Selectors.h"

using namespace kiln::emu;
using kiln::rt::concat;

std::string kiln::emu::misfitOf(const TensorMap &map) {
  if (map.magic != TensorMap::expectedMagic)
    return "no map of a tensor lies here";
  if (map.rank < 1 || map.rank > 5 || !map.elementBytes)
    return concat("a map of rank ", unsigned{map.rank}, " with elements of ",
                  unsigned{map.elementBytes}, " bytes");
  if (map.address % 16)
    return "the tensor does not lie at a multiple of 16 bytes";
  for (unsigned d = 0; d < map.rank; ++d) {
    if (map.sizes[d] < 1 || map.box[d] < 1 || map.box[d] > 256)
      return concat("dimension ", d, " has ", map.sizes[d], " elements, a box ",
                    map.box[d]);
    if (d && map.strides[d - 1] % 16)
      return concat("the stride of dimension ", d, " is ", map.strides[d - 1],
                    " bytes, no multiple of 16");
  }
  // A line is whole chunks, and not wider than what the swizzle permutes.
  unsigned line = map.box[0] * map.elementBytes;
  if (line % 16 || (map.swizzle != Swizzle::None &&
                    line > 16u << static_cast<unsigned>(map.swizzle)))
    return concat("a line of a box has ", line,
                  " bytes: no multiple of 16, or more than the swizzle has");
  return "";
}

namespace {
enum class Field : uint16_t {
  GlobalAddress,
  Rank,
  BoxDim,
  GlobalDim,
  GlobalStride,
  ElementStride,
  ElementType,
  Interleave,
  Swizzle,
  Fill
};
} // namespace

/// Elements by the numbers that PTX gives them.
static constexpr Type elementTypes[] = {
    Type::U8,   Type::U16,  Type::U32, Type::S32, Type::U64,
    Type::S64,  Type::F16,  Type::F32, Type::F32, Type::F64,
    Type::BF16, Type::TF32, Type::TF32};

/// Sets a field; false where the value or the number of the dimension is none.
static bool setField(TensorMap &map, Field field, uint64_t dimension,
                     uint64_t value) {
  if (dimension >= (field == Field::GlobalStride ? 4 : 5))
    return false;
  switch (field) {
  case Field::GlobalAddress:
    map.address = value;
    return value % 16 == 0;
  case Field::Rank: // counted from 0
    map.rank = static_cast<uint8_t>(value + 1);
    return value < 5;
  case Field::BoxDim:
    map.box[dimension] = static_cast<uint16_t>(value);
    return value >= 1 && value <= 256;
  case Field::GlobalDim:
    map.sizes[dimension] = static_cast<uint32_t>(value);
    return value >= 1;
  case Field::GlobalStride:
    map.strides[dimension] = value;
    return value % 16 == 0 && value < UINT64_C(1) << 40;
  case Field::ElementType:
    if (value >= std::size(elementTypes))
      return false;
    map.type = elementTypes[value];
    map.elementBytes = static_cast<uint8_t>(bytesOf(map.type));
    return true;
  case Field::Swizzle:
    map.swizzle = static_cast<Swizzle>(value);
    return value < 4;
  case Field::ElementStride: // elements lie densely in a box
    return value == 1;
  case Field::Interleave: // nothing is interleaved, and zeros lie outside
  case Field::Fill:
    return value == 0;
  }
  return false;
}

/// The lanes whose 128 bytes may be read, if so, and written.
static uint32_t checkMap(Warp &warp, Access &access, uint32_t mask) {
  access.bytes = TensorMap::align;
  access.write = true;
  forLanes(mask, [&](unsigned l) { access.address[l] += access.bytes; });
  uint32_t ok = checkAccess(warp, access, mask);
  forLanes(mask, [&](unsigned l) { access.address[l] -= access.bytes; });
  return checkAccess(warp, access, ok);
}

// tensormap.replace: op: map [, value]; m[0] the field, m[1] whether the
// literal is the number of a dimension rather than the value.
static Step replace(Warp &warp, const Inst &inst, uint32_t mask) {
  Access access;
  access.space = inst.space;
  access.read = true;
  addressesOf(warp, inst, 0, inst.op[0], access.address);
  forLanes(checkMap(warp, access, mask), [&](unsigned l) {
    auto literal = static_cast<uint64_t>(inst.literal);
    uint64_t value = inst.operands < 2    ? literal
                     : inst.bytes[1] == 8 ? warp.src<uint64_t>(inst.op[1])[l]
                                          : warp.src<uint32_t>(inst.op[1])[l];
    TensorMap map;
    std::memcpy(&map, access.place[l].data(), sizeof map);
    map.magic = TensorMap::expectedMagic;
    if (!setField(map, static_cast<Field>(inst.m[0]), inst.m[1] ? literal : 0,
                  value))
      warp.fault(FaultKind::BadOperand, l,
                 concat(value, " is no value of this field of a map"));
    std::memcpy(access.place[l].data(), &map, sizeof map);
  });
  return Step::Next;
}

Handler kiln::emu::selectMapReplace(const Form &form, Inst &inst) {
  static const char *const names[] = {
      "global_address", "rank",           "box_dim",  "global_dim",
      "global_stride",  "element_stride", "elemtype", "interleave_layout",
      "swizzle_mode",   "fill_mode"};
  for (uint16_t i = 0; i < std::size(names); ++i)
    if (form.has(names[i]))
      inst.m[0] = i;
  inst.m[1] = inst.operands == 2 && form.statement->operands.size() == 3;
  inst.space = form.has("global")        ? Space::Global
               : form.has("shared::cta") ? Space::Shared
                                         : Space::Generic;
  return replace;
}

/// tensormap.cp_fenceproxy: a map from shared to global memory, by a warp, from
/// where copies may use it.
static Step publish(Warp &warp, const Inst &inst, uint32_t mask) {
  if (!wholeWarp(warp, mask))
    return Step::Retry;
  Access to, from;
  to.space = Space::Global;
  from.space = Space::Shared;
  from.read = true;
  from.bytes = sizeof(TensorMap);
  addressesOf(warp, inst, 0, inst.op[0], to.address);
  addressesOf(warp, inst, 1, inst.op[1], from.address);
  uint32_t first = mask & (~mask + 1);
  forLanes(checkAccess(warp, from, first) & checkMap(warp, to, first),
           [&](unsigned l) {
             std::memcpy(to.place[l].data(), from.place[l].data(),
                         sizeof(TensorMap));
           });
  uint32_t now = warp.block.launch.clock().tick();
  forLanes(mask, [&](unsigned l) {
    fenceLane(warp, l);
    warp.sync(l).proxyFence = now;
  });
  return Step::Next;
}

Handler kiln::emu::selectMapPublish(const Form &, Inst &inst) {
  return inst.literal == sizeof(TensorMap) ? publish : nullptr;
}
