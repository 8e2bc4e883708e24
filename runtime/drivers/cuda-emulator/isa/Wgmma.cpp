// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// wgmma: each of the four warps computes its 16 rows. Sums are in the registers
// at once, but using them before the wait is a fault; what was read of shared
// memory is kept until the wait, to see that nobody wrote it.

#include "isa/Async.h"
#include "isa/Matrix.h"
#include "isa/Selectors.h"
#include "isa/TensorMap.h"

using namespace kiln::emu;
using kiln::rt::concat;

namespace {
/// A matrix in shared memory, as a 64-bit descriptor says.
struct SharedMatrix {
  uint64_t start, leading, stride; ///< bytes
  Swizzle swizzle;
  bool transposed; ///< rows (of a; columns of b) lie together, not the depth
  unsigned element;

  SharedMatrix(uint64_t descriptor, bool transposed, unsigned element)
      : start((descriptor & 0x3fff) << 4),
        leading((descriptor >> 16 & 0x3fff) << 4),
        stride((descriptor >> 32 & 0x3fff) << 4), swizzle(Swizzle::None),
        transposed(transposed), element(element) {
    static const Swizzle modes[] = {Swizzle::None, Swizzle::Bytes128,
                                    Swizzle::Bytes64, Swizzle::Bytes32};
    swizzle = modes[descriptor >> 62];
  }

  /// Where the element of a row (of a; a column of b) and a depth lies.
  uint64_t address(unsigned row, unsigned depth) const {
    uint64_t chunks = UINT64_C(1) << static_cast<unsigned>(swizzle);
    bool plain = swizzle == Swizzle::None;
    uint64_t offset;
    if (!transposed) {
      uint64_t bytes = uint64_t{depth} * element;
      uint64_t along = plain ? bytes / 16 * leading + bytes % 16 : bytes;
      offset = row / 8 * stride + row % 8 * chunks * 16 + along;
    } else {
      unsigned each = 16 / element;
      uint64_t chunk = row / each;
      uint64_t across = plain ? chunk * stride
                              : chunk % chunks * 16 + chunk / chunks * leading;
      offset = row % each * element + across + depth % 8 * chunks * 16 +
               depth / 8 * (plain ? leading : stride);
    }
    return swizzled(swizzle, start + offset);
  }
};

// Types and flags of an instruction, packed into Inst::literal.
struct WgmmaShape {
  unsigned columns, depth;
  Type d, a, b;
  bool registersOfA, transposeA, transposeB, negateA, negateB, saturate;
};
} // namespace

static WgmmaShape shapeOf(const Inst &inst) {
  auto bit = [&](int i) { return (inst.m[2] >> i & 1) != 0; };
  return {inst.m[0],
          inst.m[1],
          static_cast<Type>(inst.literal & 0xff),
          static_cast<Type>(inst.literal >> 8 & 0xff),
          static_cast<Type>(inst.literal >> 16 & 0xff),
          bit(0),
          bit(1),
          bit(2),
          bit(3),
          bit(4),
          bit(5)};
}

/// Reads one matrix of shared memory: chunk by chunk as sources of a copy
/// without a destination. False where a fault forbids it.
static bool readShared(Warp &warp, AsyncCopy &reads, const SharedMatrix &from,
                       Type type, unsigned firstRow, Matrix &to) {
  unsigned size = bytesOf(type);
  std::unordered_map<uint64_t, bool> known;
  for (unsigned r = 0; r < to.rows; ++r)
    for (unsigned k = 0; k < to.columns; ++k) {
      uint64_t address = from.address(firstRow + r, k), chunk = address & ~15u;
      Place place = placeOf(warp, 0, Space::Shared, address, size);
      if (known.emplace(chunk, true).second) {
        Access access;
        access.space = Space::Shared;
        access.bytes = 16;
        access.read = true;
        access.address[0] = chunk;
        if (!checkAccess(warp, access, 1))
          return false;
        checkProxy(warp, 0, access.place[0], 16);
        AsyncCopy::Piece piece;
        piece.from = access.place[0].allocation;
        piece.fromOffset = access.place[0].offset;
        piece.bytes = 16;
        reads.pieces.push_back(piece);
      }
      to.at(r, k) = elementOf(type, place.data());
    }
  return true;
}

static Matrix registersOfA(Warp &warp, const Ref *refs,
                           const WgmmaShape &shape) {
  Matrix a(16, shape.depth);
  unsigned size = bytesOf(shape.a), each = 4 / size;
  for (unsigned l = 0; l < lanes; ++l)
    for (unsigned i = 0; i < 16 * shape.depth / lanes; ++i) {
      Position p = positionOfA(16, each, l, i);
      a.at(p.row, p.column) = elementOf(
          shape.a, warp.src<uint8_t>(refs[i / each]) + l * 4 + i % each * size);
    }
  return a;
}

/// Element `i` of a lane's sums.
static Position positionOfSum(unsigned lane, unsigned i) {
  return {lane / 4 + i / 2 % 2 * 8, i / 4 * 8 + lane % 4 * 2 + i % 2};
}

static Step multiply(Warp &warp, const Inst &inst, uint32_t mask) {
  if (!wholeWarp(warp, mask))
    return Step::Retry;
  if (!warp.wgmmaFenced)
    warp.fault(FaultKind::MissingProxyFence, 0,
               "no wgmma.fence orders the registers before this");
  WgmmaShape shape = shapeOf(inst);
  unsigned sumBytes = bytesOf(shape.d), each = 4 / sumBytes;
  unsigned sums = 16 * shape.columns / lanes, words = sums / each;
  const Ref *a = inst.op + words, *b = a + (shape.registersOfA ? 4 : 1);
  AsyncCopy reads;
  reads.wgmma = true;
  reads.group = warp.wgmmaGroups;
  Matrix left(16, shape.depth), columns(shape.columns, shape.depth);
  bool ok = true;
  if (shape.registersOfA)
    left = registersOfA(warp, a, shape);
  else
    ok = readShared(
        warp, reads,
        {warp.src<uint64_t>(*a)[0], shape.transposeA, bytesOf(shape.a)},
        shape.a, warp.index % 4 * 16, left);
  ok = ok && readShared(warp, reads,
                        {warp.src<uint64_t>(*b)[0], shape.transposeB,
                         bytesOf(shape.b)},
                        shape.b, 0, columns);
  if (!ok)
    return Step::Next;
  double sign = shape.negateA != shape.negateB ? -1 : 1;
  Matrix right(shape.depth, shape.columns), sum(16, shape.columns);
  for (unsigned k = 0; k < shape.depth; ++k)
    for (unsigned n = 0; n < shape.columns; ++n)
      right.at(k, n) = sign * columns.at(n, k);
  bool adds = warp.predicate(b[1]) & 1;
  auto element = [&](unsigned l, unsigned i) {
    return warp.dst<uint8_t>(inst.op[i / each]) + l * 4 + i % each * sumBytes;
  };
  for (unsigned l = 0; adds && l < lanes; ++l)
    for (unsigned i = 0; i < sums; ++i) {
      Position p = positionOfSum(l, i);
      sum.at(p.row, p.column) = elementOf(shape.d, element(l, i));
    }
  multiplyInto(left, right, sum);
  for (unsigned l = 0; l < lanes; ++l)
    for (unsigned i = 0; i < sums; ++i) {
      Position p = positionOfSum(l, i);
      storeElement(shape.d, sum.at(p.row, p.column), shape.saturate,
                   element(l, i));
    }
  for (unsigned i = 0; i < words; ++i)
    warp.accumulators.push_back({inst.op[i], inst.site, warp.wgmmaGroups});
  issue(warp, 0, std::move(reads));
  return Step::Next;
}

Handler kiln::emu::selectWgmma(const Form &form, Inst &inst) {
  unsigned rows = 0, columns = 0, depth = 0;
  for (const std::string &modifier : form.statement->modifiers)
    if (std::sscanf(modifier.c_str(), "m%un%uk%u", &rows, &columns, &depth) ==
        3)
      break;
  const auto &given = form.statement->operands;
  bool inRegisters = given[1].kind == Operand::List;
  // d, a, b, scale-d, scale-a, scale-b [, transpose-a], transpose-b
  auto literal = [&](size_t i) { return i < given.size() ? given[i].bits : 0; };
  bool transposeA = !inRegisters && literal(6),
       transposeB = literal(inRegisters ? 6 : 7);
  bool negateA = literal(4) < 0, negateB = literal(5) < 0;
  inst.m[0] = static_cast<uint16_t>(columns);
  inst.m[1] = static_cast<uint16_t>(depth);
  inst.m[2] = static_cast<uint16_t>(inRegisters | transposeA << 1 |
                                    transposeB << 2 | negateA << 3 |
                                    negateB << 4 | form.has("satfinite") << 5);
  inst.literal = static_cast<int64_t>(form.type(1)) |
                 static_cast<int64_t>(form.type(2)) << 8 |
                 static_cast<int64_t>(form.type(3)) << 16;
  bool fits = columns >= 8 && columns <= 256 && columns % 8 == 0 &&
              given[0].parts.size() == columns * bytesOf(form.type(1)) / 8 &&
              (!inRegisters || given[1].parts.size() == 4);
  return fits ? multiply : nullptr;
}

static Step fence(Warp &warp, const Inst &, uint32_t mask) {
  if (!wholeWarp(warp, mask))
    return Step::Retry;
  warp.wgmmaFenced = true;
  return Step::Next;
}

Handler kiln::emu::selectWgmmaFence(const Form &, Inst &) { return fence; }

static Step commit(Warp &warp, const Inst &, uint32_t mask) {
  if (!wholeWarp(warp, mask))
    return Step::Retry;
  ++warp.wgmmaGroups;
  return Step::Next;
}

Handler kiln::emu::selectWgmmaCommit(const Form &, Inst &) { return commit; }

static Step wait(Warp &warp, const Inst &inst, uint32_t mask) {
  if (!wholeWarp(warp, mask))
    return Step::Retry;
  auto kept = static_cast<uint64_t>(inst.literal);
  warp.known = warp.block.launch.clock().tick();
  land(warp.block, [&](const AsyncCopy &copy) {
    return copy.wgmma && copy.thread == warp.firstThread &&
           copy.group + kept < warp.wgmmaGroups;
  });
  auto &pending = warp.accumulators;
  pending.erase(std::remove_if(pending.begin(), pending.end(),
                               [&](const Accumulator &one) {
                                 return one.group + kept < warp.wgmmaGroups;
                               }),
                pending.end());
  return Step::Next;
}

Handler kiln::emu::selectWgmmaWait(const Form &, Inst &inst) {
  return inst.literal >= 0 ? wait : nullptr;
}
