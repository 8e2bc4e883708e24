// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// wmma. Where the elements of a fragment lie is not specified: here, a lane has
// as many as its share, one behind the other by rows; what else its registers
// hold repeats them.

#include "isa/Access.h"
#include "isa/Matrix.h"
#include "isa/Selectors.h"

using namespace kiln::emu;

namespace {
/// A fragment: of a matrix of rows x columns, in registers.
struct Fragment {
  unsigned rows, columns;
  Type type;
  const Ref *registers;
  unsigned count;

  unsigned share() const { return rows * columns / lanes; }
  unsigned each() const { return 4 / bytesOf(type); }
};

struct WmmaShape {
  unsigned m = 0, n = 0, k = 0;
};
} // namespace

static WmmaShape wmmaShape(const Form &form) {
  WmmaShape shape;
  for (const std::string &modifier : form.statement->modifiers)
    if (std::sscanf(modifier.c_str(), "m%un%uk%u", &shape.m, &shape.n,
                    &shape.k) == 3)
      break;
  return shape;
}

static uint8_t *elementAt(Warp &warp, const Fragment &fragment, unsigned lane,
                          unsigned i) {
  unsigned each = fragment.each();
  return warp.dst<uint8_t>(fragment.registers[i / each]) + lane * 4 +
         i % each * bytesOf(fragment.type);
}

static Matrix gathered(Warp &warp, const Fragment &fragment) {
  Matrix matrix(fragment.rows, fragment.columns);
  for (unsigned l = 0; l < lanes; ++l)
    for (unsigned i = 0; i < fragment.share(); ++i)
      matrix.values[l * fragment.share() + i] =
          elementOf(fragment.type, elementAt(warp, fragment, l, i));
  return matrix;
}

// Loads and stores: m[0], m[1] the sizes, m[2] the type, m[3] 1 where columns
// lie together; literal: the first register's operand and the address's.

template <bool load>
static Step transferFragment(Warp &warp, const Inst &inst, uint32_t mask) {
  if (!wholeWarp(warp, mask))
    return Step::Retry;
  Fragment fragment{inst.m[0], inst.m[1], static_cast<Type>(inst.m[2]),
                    inst.op + (load ? 0 : 1), inst.count};
  Access access;
  access.space = inst.space;
  access.bytes = bytesOf(fragment.type);
  (load ? access.read : access.write) = true;
  uint64_t base[lanes];
  addressesOf(warp, inst, 0, inst.op[load ? inst.count : 0], base);
  uint32_t stride = inst.m[3] ? fragment.rows : fragment.columns;
  if (inst.operands > inst.count + 1)
    stride = warp.src<uint32_t>(inst.op[inst.count + 1])[0];
  unsigned share = fragment.share();
  for (unsigned i = 0; i < inst.count * fragment.each(); ++i) {
    if (i >= share && !load)
      break;
    for (unsigned l = 0; l < lanes; ++l) {
      unsigned linear = l * share + i % share;
      unsigned row = linear / fragment.columns,
               column = linear % fragment.columns;
      unsigned at = inst.m[3] ? column * stride + row : row * stride + column;
      access.address[l] = base[l] + uint64_t{at} * access.bytes;
    }
    uint32_t ok = checkAccess(warp, access, warp.live);
    forLanes(ok, [&](unsigned l) {
      uint8_t *element = elementAt(warp, fragment, l, i);
      uint8_t *memory = access.place[l].data();
      std::memcpy(load ? element : memory, load ? memory : element,
                  access.bytes);
    });
  }
  return Step::Next;
}

static void fragmentModifiers(const Form &form, Inst &inst) {
  WmmaShape shape = wmmaShape(form);
  inst.m[0] = static_cast<uint16_t>(form.has("b") ? shape.k : shape.m);
  inst.m[1] = static_cast<uint16_t>(form.has("a") ? shape.k : shape.n);
  inst.m[2] = static_cast<uint16_t>(form.type());
  inst.m[3] = form.has("col");
  inst.space = form.has("shared") || form.has("shared::cta") ? Space::Shared
               : form.has("global")                          ? Space::Global
                                                             : Space::Generic;
}

static bool holds(const Inst &inst) {
  return unsigned{inst.m[0]} * inst.m[1] *
             bytesOf(static_cast<Type>(inst.m[2])) <=
         inst.count * 4u * lanes;
}

Handler kiln::emu::selectWmmaLoad(const Form &form, Inst &inst) {
  fragmentModifiers(form, inst);
  return holds(inst) ? transferFragment<true> : nullptr;
}

Handler kiln::emu::selectWmmaStore(const Form &form, Inst &inst) {
  fragmentModifiers(form, inst);
  return holds(inst) ? transferFragment<false> : nullptr;
}

// Products: m[0..2] the shape; literal the types of d, a, b, c, a byte each.

static Step wmma(Warp &warp, const Inst &inst, uint32_t mask) {
  if (!wholeWarp(warp, mask))
    return Step::Retry;
  auto type = [&](int i) {
    return static_cast<Type>(inst.literal >> (8 * i) & 0xff);
  };
  const auto &lists = inst.statement->operands;
  const Ref *at = inst.op;
  auto fragment = [&](size_t i, unsigned rows, unsigned columns) {
    auto count = static_cast<unsigned>(lists[i].parts.size());
    Fragment made{rows, columns, type(static_cast<int>(i)), at, count};
    at += count;
    return made;
  };
  unsigned m = inst.m[0], n = inst.m[1], k = inst.m[2];
  Fragment d = fragment(0, m, n), a = fragment(1, m, k), b = fragment(2, k, n),
           c = fragment(3, m, n);
  Matrix sum = gathered(warp, c);
  multiplyInto(gathered(warp, a), gathered(warp, b), sum);
  for (unsigned l = 0; l < lanes; ++l)
    for (unsigned i = 0; i < d.share(); ++i)
      storeElement(d.type, sum.values[l * d.share() + i], false,
                   elementAt(warp, d, l, i));
  return Step::Next;
}

Handler kiln::emu::selectWmma(const Form &form, Inst &inst) {
  WmmaShape shape = wmmaShape(form);
  inst.m[0] = static_cast<uint16_t>(shape.m);
  inst.m[1] = static_cast<uint16_t>(shape.n);
  inst.m[2] = static_cast<uint16_t>(shape.k);
  // Halves name the types of d and c alone.
  bool half = form.types.size() == 2;
  Type types[4] = {form.type(1), half ? Type::F16 : form.type(2),
                   half ? Type::F16 : form.type(3), form.type(half ? 2 : 4)};
  unsigned sizes[4] = {shape.m * shape.n, shape.m * shape.k, shape.k * shape.n,
                       shape.m * shape.n};
  for (unsigned i = 0; i < 4; ++i) {
    inst.literal |= static_cast<int64_t>(types[i]) << (8 * i);
    if (form.statement->operands[i].parts.size() * 4 * lanes <
        sizes[i] * bytesOf(types[i]))
      return nullptr;
  }
  return wmma;
}
