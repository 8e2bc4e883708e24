// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mma.sync, and the loads and stores of its fragments.

#include "isa/Matrix.h"

#include "isa/Access.h"
#include "isa/Selectors.h"

#include <cmath>

using namespace kiln::emu;
using kiln::rt::concat;

double kiln::emu::elementOf(Type type, const uint8_t *bits) {
  uint64_t raw = 0;
  std::memcpy(&raw, bits, bytesOf(type));
  switch (type) {
  case Type::F64: {
    double value;
    std::memcpy(&value, bits, 8);
    return value;
  }
  case Type::TF32:
    // The lower bits do not count.
    raw &= ~UINT64_C(0x1fff);
    [[fallthrough]];
  case Type::F32: {
    float value;
    std::memcpy(&value, &raw, 4);
    return value;
  }
  case Type::U8:
    return static_cast<double>(raw);
  case Type::S8:
    return static_cast<int8_t>(raw);
  case Type::S32:
    return static_cast<int32_t>(raw);
  default:
    return decode(static_cast<uint32_t>(raw), *formatOf(type));
  }
}

void kiln::emu::storeElement(Type type, double value, bool saturate,
                             uint8_t *bits) {
  if (type == Type::F64) {
    std::memcpy(bits, &value, 8);
  } else if (type == Type::F32) {
    auto narrow = static_cast<float>(value);
    std::memcpy(bits, &narrow, 4);
  } else if (type == Type::S32) {
    if (saturate)
      value = std::fmin(std::fmax(value, INT32_MIN), INT32_MAX);
    auto wide = static_cast<int64_t>(value);
    std::memcpy(bits, &wide, 4);
  } else {
    auto half = static_cast<uint16_t>(
        encode(value, *formatOf(type), Rounding::Nearest));
    std::memcpy(bits, &half, 2);
  }
}

void kiln::emu::multiplyInto(const Matrix &a, const Matrix &b, Matrix &c) {
  for (unsigned r = 0; r < a.rows; ++r)
    for (unsigned k = 0; k < a.columns; ++k) {
      double left = a.values[r * a.columns + k];
      const double *right = &b.values[k * b.columns];
      double *sum = &c.values[r * c.columns];
      for (unsigned n = 0; n < b.columns; ++n)
        sum[n] += left * right[n];
    }
}

bool kiln::emu::wholeWarp(Warp &warp, uint32_t mask) {
  uint32_t joint;
  if (!warp.gather(mask, warp.live, joint))
    return false;
  if (warp.live != allLanes)
    warp.fault(FaultKind::WarpMask, 0,
               "the instruction needs all 32 lanes of the warp");
  return true;
}

// mma: m[0] rows of a, m[1] the depth, m[2] and m[3] the types of a and b;
// literal holds those of d and c, and whether sums saturate.

namespace {
struct MmaShape {
  unsigned rows, depth;
  Type a, b, c, d;
  bool saturate;
};
} // namespace

static MmaShape shapeOf(const Inst &inst) {
  return {inst.m[0],
          inst.m[1],
          static_cast<Type>(inst.m[2]),
          static_cast<Type>(inst.m[3]),
          static_cast<Type>(inst.literal & 0xff),
          static_cast<Type>(inst.literal >> 8 & 0xff),
          (inst.literal >> 16 & 1) != 0};
}

/// Elements that lie beside each other in a register, along the depth.
static unsigned together(Type type) {
  unsigned bits = bitsOf(type);
  return bits >= 32 ? 1 : 32 / bits;
}

Position kiln::emu::positionOfA(unsigned rows, unsigned each, unsigned lane,
                                unsigned i) {
  unsigned word = i / each;
  unsigned half = rows == 16 ? word % 2 : 0;
  unsigned step = rows == 16 ? word / 2 : word;
  return {lane / 4 + 8 * half, lane % 4 * each + i % each + step * 4 * each};
}

static Position positionOfB(const MmaShape &shape, unsigned lane, unsigned i) {
  unsigned each = together(shape.b);
  return {lane % 4 * each + i % each + i / each * 4 * each, lane / 4};
}

static Position positionOfC(unsigned lane, unsigned i) {
  return {lane / 4 + i / 2 * 8, lane % 4 * 2 + i % 2};
}

/// The bytes of element `i` of a lane in the registers from `first`.
static const uint8_t *bytesAt(const Warp &warp, const Ref *first, Type type,
                              unsigned lane, unsigned i) {
  unsigned size = bytesOf(type), each = size >= 4 ? 1 : 4 / size;
  unsigned width = std::max(4u, size);
  return warp.src<uint8_t>(first[i / each]) + lane * width + i % each * size;
}

static Step mma(Warp &warp, const Inst &inst, uint32_t mask) {
  if (!wholeWarp(warp, mask))
    return Step::Retry;
  MmaShape shape = shapeOf(inst);
  unsigned ofA = shape.rows * shape.depth / lanes,
           ofB = 8 * shape.depth / lanes, ofC = shape.rows * 8 / lanes;
  auto words = [](unsigned count, Type type) {
    unsigned size = bytesOf(type);
    return size >= 4 ? count : count * size / 4;
  };
  const Ref *d = inst.op, *a = d + words(ofC, shape.d),
            *b = a + words(ofA, shape.a), *c = b + words(ofB, shape.b);
  Matrix left(shape.rows, shape.depth), right(shape.depth, 8),
      sum(shape.rows, 8);
  for (unsigned l = 0; l < lanes; ++l) {
    for (unsigned i = 0; i < ofA; ++i) {
      Position p = positionOfA(shape.rows, together(shape.a), l, i);
      left.at(p.row, p.column) =
          elementOf(shape.a, bytesAt(warp, a, shape.a, l, i));
    }
    for (unsigned i = 0; i < ofB; ++i) {
      Position p = positionOfB(shape, l, i);
      right.at(p.row, p.column) =
          elementOf(shape.b, bytesAt(warp, b, shape.b, l, i));
    }
    for (unsigned i = 0; i < ofC; ++i) {
      Position p = positionOfC(l, i);
      sum.at(p.row, p.column) =
          elementOf(shape.c, bytesAt(warp, c, shape.c, l, i));
    }
  }
  multiplyInto(left, right, sum);
  for (unsigned l = 0; l < lanes; ++l)
    for (unsigned i = 0; i < ofC; ++i) {
      Position p = positionOfC(l, i);
      storeElement(shape.d, sum.at(p.row, p.column), shape.saturate,
                   const_cast<uint8_t *>(bytesAt(warp, d, shape.d, l, i)));
    }
  return Step::Next;
}

Handler kiln::emu::selectMma(const Form &form, Inst &inst) {
  unsigned rows = 0, columns = 0, depth = 0;
  for (const std::string &modifier : form.statement->modifiers)
    if (std::sscanf(modifier.c_str(), "m%un%uk%u", &rows, &columns, &depth) ==
        3)
      break;
  inst.m[0] = static_cast<uint16_t>(rows);
  inst.m[1] = static_cast<uint16_t>(depth);
  inst.m[2] = static_cast<uint16_t>(form.type(2));
  inst.m[3] = static_cast<uint16_t>(form.type(3));
  inst.literal = static_cast<int64_t>(form.type(4)) |
                 static_cast<int64_t>(form.type(1)) << 8 |
                 static_cast<int64_t>(form.has("satfinite")) << 16;
  unsigned bits[4] = {
      rows * 8 * bitsOf(form.type(1)), rows * depth * bitsOf(form.type(2)),
      depth * 8 * bitsOf(form.type(3)), rows * 8 * bitsOf(form.type(4))};
  unsigned width = form.type() == Type::F64 ? 64 : 32;
  for (int i = 0; i < 4; ++i)
    if (form.statement->operands[static_cast<size_t>(i)].parts.size() !=
        bits[i] / width / lanes)
      return nullptr;
  return mma;
}

// ldmatrix and stmatrix: m[0] matrices, m[1] transposed, m[2] the operand that
// the address is.

/// The byte of a row of 8 elements that a lane's element `i` (0, 1) has.
static Position elementOfLane(bool transposed, unsigned lane, unsigned i) {
  Position p{lane / 4, lane % 4 * 2 + i};
  return transposed ? Position{p.column, p.row} : p;
}

static uint32_t matrixRows(Warp &warp, const Inst &inst, Access &access) {
  access.space = inst.space;
  access.bytes = 16;
  addressesOf(warp, inst, 0, inst.op[inst.m[2]], access.address);
  unsigned rows = 8u * inst.m[0];
  return checkAccess(warp, access, rows == lanes ? allLanes : (1u << rows) - 1);
}

static Step ldmatrix(Warp &warp, const Inst &inst, uint32_t mask) {
  if (!wholeWarp(warp, mask))
    return Step::Retry;
  Access access;
  access.read = true;
  uint32_t ok = matrixRows(warp, inst, access);
  for (unsigned m = 0; m < inst.m[0]; ++m)
    for (unsigned l = 0; l < lanes; ++l)
      for (unsigned i = 0; i < 2; ++i) {
        Position p = elementOfLane(inst.m[1], l, i);
        unsigned row = m * 8 + p.row;
        if (ok >> row & 1)
          std::memcpy(warp.dst<uint16_t>(inst.op[m]) + l * 2 + i,
                      access.place[row].data() + p.column * 2, 2);
      }
  return Step::Next;
}

static Step stmatrix(Warp &warp, const Inst &inst, uint32_t mask) {
  if (!wholeWarp(warp, mask))
    return Step::Retry;
  Access access;
  access.write = true;
  uint32_t ok = matrixRows(warp, inst, access);
  for (unsigned m = 0; m < inst.m[0]; ++m)
    for (unsigned l = 0; l < lanes; ++l)
      for (unsigned i = 0; i < 2; ++i) {
        Position p = elementOfLane(inst.m[1], l, i);
        unsigned row = m * 8 + p.row;
        if (ok >> row & 1)
          std::memcpy(access.place[row].data() + p.column * 2,
                      warp.src<uint16_t>(inst.op[m + 1]) + l * 2 + i, 2);
      }
  return Step::Next;
}

static Handler matrixAccess(const Form &form, Inst &inst, bool load) {
  bool shared = form.has("shared") || form.has("shared::cta");
  inst.space = shared ? Space::Shared : Space::Generic;
  inst.m[0] = form.has("x4") ? 4 : form.has("x2") ? 2 : 1;
  inst.m[1] = form.has("trans");
  inst.m[2] = load ? inst.m[0] : 0;
  if (inst.count != inst.m[0])
    return nullptr;
  return load ? ldmatrix : stmatrix;
}

Handler kiln::emu::selectLdmatrix(const Form &form, Inst &inst) {
  return matrixAccess(form, inst, true);
}

Handler kiln::emu::selectStmatrix(const Form &form, Inst &inst) {
  return matrixAccess(form, inst, false);
}

static Step movmatrix(Warp &warp, const Inst &inst, uint32_t mask) {
  if (!wholeWarp(warp, mask))
    return Step::Retry;
  uint16_t matrix[8][8];
  std::memcpy(matrix, warp.src<uint16_t>(inst.op[1]), sizeof matrix);
  for (unsigned l = 0; l < lanes; ++l)
    for (unsigned i = 0; i < 2; ++i) {
      Position p = elementOfLane(true, l, i);
      warp.dst<uint16_t>(inst.op[0])[l * 2 + i] = matrix[p.row][p.column];
    }
  return Step::Next;
}

Handler kiln::emu::selectMovmatrix(const Form &, Inst &) { return movmatrix; }
