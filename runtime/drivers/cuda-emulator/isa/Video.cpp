// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The packed video instructions: two halves or four bytes of a word, each by
// itself, or their results summed up.

#include "isa/Selectors.h"
#include "isa/Simd.h"

using namespace kiln::emu;

namespace {
enum class VideoOp : uint16_t {
  Add,
  Sub,
  Average,
  AbsDiff,
  Min,
  Max,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge
};
} // namespace

// m[0]: the operation; m[1]: bits of a part; m[2]: which of the result and the
// operands are signed; m[3]: 1 saturates, 2 adds up.
enum : uint16_t { signedResult = 1, signedA = 2, signedB = 4 };

static int32_t partOf(uint32_t word, unsigned shift, unsigned bits,
                      bool isSigned) {
  uint32_t high = word << (32 - bits - shift);
  return isSigned ? static_cast<int32_t>(high) >> (32 - bits)
                  : static_cast<int32_t>(high >> (32 - bits));
}

static int32_t compute(VideoOp op, int32_t a, int32_t b) {
  switch (op) {
  case VideoOp::Add:
    return a + b;
  case VideoOp::Sub:
    return a - b;
  case VideoOp::Average: // halves are rounded away from zero
    return (a + b + (a + b >= 0)) >> 1;
  case VideoOp::AbsDiff:
    return a < b ? b - a : a - b;
  case VideoOp::Min:
    return std::min(a, b);
  case VideoOp::Max:
    return std::max(a, b);
  case VideoOp::Eq:
    return a == b;
  case VideoOp::Ne:
    return a != b;
  case VideoOp::Lt:
    return a < b;
  case VideoOp::Le:
    return a <= b;
  case VideoOp::Gt:
    return a > b;
  case VideoOp::Ge:
    return a >= b;
  }
  return 0;
}

static uint32_t packed(const Inst &inst, uint32_t a, uint32_t b, uint32_t c) {
  unsigned bits = inst.m[1];
  bool isSigned = inst.m[2] & signedResult;
  int32_t least = isSigned ? -(1 << (bits - 1)) : 0;
  int32_t most = isSigned ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
  uint32_t result = 0, mask = (1u << bits) - 1;
  for (unsigned shift = 0; shift < 32; shift += bits) {
    int32_t part = compute(static_cast<VideoOp>(inst.m[0]),
                           partOf(a, shift, bits, inst.m[2] & signedA),
                           partOf(b, shift, bits, inst.m[2] & signedB));
    if (inst.m[3] == 1)
      part = std::clamp(part, least, most);
    if (inst.m[3] == 2)
      c += static_cast<uint32_t>(part);
    result |= (static_cast<uint32_t>(part) & mask) << shift;
  }
  return inst.m[3] == 2 ? c : result;
}

Handler kiln::emu::selectVideo(const Form &form, Inst &inst) {
  static const char *const names[] = {"vadd",     "vsub", "vavrg",
                                      "vabsdiff", "vmin", "vmax"};
  static const char *const relations[] = {"eq", "ne", "lt", "le", "gt", "ge"};
  std::string name = form.statement->name;
  inst.m[1] = name.back() == '2' ? 16 : 8;
  name.pop_back();
  for (uint16_t i = 0; i < 6; ++i)
    if (name == names[i])
      inst.m[0] = i;
    else if (name == "vset" && form.has(relations[i]))
      inst.m[0] = static_cast<uint16_t>(VideoOp::Eq) + i;
  // The result of a comparison has no type of its own.
  size_t operands = name == "vset" ? 1 : 2;
  inst.m[2] = static_cast<uint16_t>(
      (isSigned(form.type()) && operands == 2 ? signedResult : 0) |
      (isSigned(form.type(operands)) ? signedA : 0) |
      (isSigned(form.type(operands + 1)) ? signedB : 0));
  inst.m[3] = form.has("sat") ? 1 : form.has("add") ? 2 : 0;
  return ternaryOf<uint32_t, uint32_t, uint32_t, uint32_t, packed>;
}
