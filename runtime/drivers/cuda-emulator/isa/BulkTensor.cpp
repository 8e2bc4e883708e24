// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cp.async.bulk.tensor and cp.reduce.async.bulk.tensor: boxes of tensors.

#include "isa/Async.h"
#include "isa/Marker.h"
#include "isa/Selectors.h"
#include "isa/TensorMap.h"

using namespace kiln::emu;
using kiln::rt::concat;

namespace {
/// A box of a tensor, at an address of shared memory.
struct Box {
  TensorMap map;
  int32_t at[5] = {};
  uint64_t shared = 0;
  bool load = true;
};
} // namespace

/// The pieces of one line of a box: chunks of 16 bytes, of which those outside
/// of the tensor are zeros, or are not stored.
static bool addLine(Warp &warp, unsigned lane, AsyncCopy &copy, const Box &box,
                    uint64_t line, uint64_t global, bool inside) {
  const TensorMap &map = box.map;
  unsigned element = map.elementBytes, bytes = map.box[0] * element;
  for (unsigned chunk = 0; chunk < bytes; chunk += 16) {
    unsigned size = std::min(16u, bytes - chunk);
    uint64_t address = swizzled(map.swizzle, box.shared + line + chunk);
    for (unsigned done = 0; done < size;) {
      int64_t first =
          box.at[0] + static_cast<int64_t>((chunk + done) / element);
      bool valid = inside && first >= 0 && first < map.sizes[0];
      unsigned run = element;
      // Elements that are all inside, or all outside.
      while (done + run < size) {
        int64_t next = first + run / element;
        if ((inside && next >= 0 && next < map.sizes[0]) != valid)
          break;
        run += element;
      }
      Access shared = endOf(Space::Cluster, lane, address + done, 1, box.load);
      Access array =
          endOf(Space::Global, lane,
                global + static_cast<uint64_t>(first * element), 1, !box.load);
      if (!valid)
        array.bytes = 0;
      bool ok = true;
      if (box.load)
        ok = addPiece(warp, lane, copy, array, shared, run);
      else if (valid)
        ok = addPiece(warp, lane, copy, shared, array, run);
      if (!ok)
        return false;
      done += run;
    }
  }
  return true;
}

static bool addBox(Warp &warp, unsigned lane, AsyncCopy &copy, const Box &box) {
  const TensorMap &map = box.map;
  uint64_t lines = 1, lineBytes = uint64_t{map.box[0]} * map.elementBytes;
  for (unsigned d = 1; d < map.rank; ++d)
    lines *= map.box[d];
  for (uint64_t line = 0; line < lines; ++line) {
    uint64_t rest = line, global = map.address;
    bool inside = true;
    for (unsigned d = 1; d < map.rank; ++d) {
      int64_t at = box.at[d] + static_cast<int64_t>(rest % map.box[d]);
      rest /= map.box[d];
      inside &= at >= 0 && at < map.sizes[d];
      global += static_cast<uint64_t>(at) * map.strides[d - 1];
    }
    if (!addLine(warp, lane, copy, box, line * lineBytes, global, inside))
      return false;
  }
  return true;
}

/// The tensor map at a generic address.
static bool readMap(Warp &warp, unsigned lane, uint64_t address, unsigned rank,
                    TensorMap &map) {
  Place place = placeOf(warp, lane, Space::Generic, address, sizeof map);
  bool there = place.allocation && !place.allocation->freed &&
               place.offset + sizeof map <= place.allocation->size &&
               (place.space == Space::Global || place.space == Space::Param);
  std::string misfit =
      there ? ""
            : "no map of a tensor lies here, in global memory or parameters";
  if (there) {
    std::memcpy(&map, place.data(), sizeof map);
    misfit = address % TensorMap::align ? "a map lies at a multiple of 64 bytes"
                                        : misfitOf(map);
  }
  if (misfit.empty() && map.rank != rank)
    misfit = concat("a map of rank ", unsigned{map.rank}, ", but ", rank,
                    " coordinates are given");
  if (!misfit.empty()) {
    faultAt(warp, FaultKind::BadOperand, lane, place, address, misfit);
    return false;
  }
  if (place.allocation->readOnly)
    return true;
  if (warp.block.launch.options.checkRaces)
    Marker(warp, false, 0).range(lane, place, sizeof map);
  checkProxy(warp, lane, place, sizeof map, "fence.proxy.tensormap");
  return true;
}

// m[0] the operand of the map, m[1] that of the shared address, m[2] their
// numbers among the addresses (map, shared), m[3] 1 where it loads and 3 where
// it loads into several blocks; the literal is 1 more than the operation of one
// that reduces.

/// The operation of a copy, for the elements of a map; false where they lack
/// it.
static bool reduceBy(Warp &warp, const Inst &inst, unsigned lane,
                     const TensorMap &map, AsyncCopy &copy) {
  if (!inst.literal)
    return true;
  auto op = static_cast<AtomicOp>(inst.literal - 1);
  bool bits = op == AtomicOp::And || op == AtomicOp::Or || op == AtomicOp::Xor;
  copy.reduces = true;
  copy.op = static_cast<uint16_t>(op);
  copy.type = !bits || isFloat(map.type) ? map.type
              : map.elementBytes == 4    ? Type::B32
              : map.elementBytes == 8    ? Type::B64
                                         : map.type;
  if (hasAtomic(op, copy.type))
    return true;
  warp.fault(FaultKind::BadOperand, lane,
             concat("elements of .", typeName(map.type),
                    " are not reduced like this"));
  return false;
}

static Step tensor(Warp &warp, const Inst &inst, uint32_t mask) {
  unsigned mapIndex = inst.m[2] & 15, sharedIndex = inst.m[2] >> 4;
  uint64_t maps[lanes], shared[lanes], barrier[lanes] = {};
  addressesOf(warp, inst, mapIndex, inst.op[inst.m[0]], maps);
  addressesOf(warp, inst, sharedIndex, inst.op[inst.m[1]], shared);
  if (inst.m[3])
    addressesOf(warp, inst, 2, inst.op[2 + inst.count], barrier);
  AsyncCopies &copies = warp.block.copies;
  forLanes(mask, [&](unsigned l) {
    Box box;
    if (!readMap(warp, l, maps[l], inst.count, box.map))
      return;
    for (unsigned d = 0; d < inst.count; ++d)
      box.at[d] = warp.src<int32_t>(inst.op[inst.m[0] + 1 + d])[l];
    box.shared = shared[l];
    box.load = inst.m[3];
    if (shared[l] % 128) {
      warp.fault(FaultKind::Misaligned, l,
                 "a box must lie at a multiple of 128 bytes");
      return;
    }
    Ref blocks = inst.m[3] & 2 ? inst.op[3 + inst.count] : noRef;
    forBlocks(warp, l, blocks, shared[l], barrier[l],
              [&](uint64_t to, uint64_t counter) {
                AsyncCopy copy;
                copy.bulk = true;
                copy.group = copies.bulkCommitted[warp.firstThread + l];
                box.shared = to;
                if (inst.m[3] && !countAt(warp, l, counter, copy))
                  return;
                if (reduceBy(warp, inst, l, box.map, copy) &&
                    addBox(warp, l, copy, box))
                  issue(warp, l, std::move(copy));
              });
  });
  return Step::Next;
}

static bool rankFits(const Form &form, const Inst &inst) {
  return form.has(std::to_string(inst.count) + "d");
}

Handler kiln::emu::selectTensorLoad(const Form &form, Inst &inst) {
  inst.m[0] = 1;
  inst.m[1] = 0;
  inst.m[2] = 1;
  inst.m[3] = form.has("multicast::cluster") ? 3 : 1;
  return rankFits(form, inst) ? tensor : nullptr;
}

Handler kiln::emu::selectTensorStore(const Form &form, Inst &inst) {
  inst.m[0] = 0;
  inst.m[1] = static_cast<uint16_t>(1 + inst.count);
  inst.m[2] = 1 << 4;
  return rankFits(form, inst) ? tensor : nullptr;
}

Handler kiln::emu::selectTensorReduce(const Form &form, Inst &inst) {
  inst.literal = static_cast<int64_t>(atomicOpOf(form)) + 1;
  return selectTensorStore(form, inst);
}
