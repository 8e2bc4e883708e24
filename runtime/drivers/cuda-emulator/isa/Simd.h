// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How instructions are written: a function of one lane, which a template runs
// over all 32 as one loop that the compiler makes vectors of. Lanes outside of
// the mask are computed, too, and not stored.

#ifndef KILN_EMULATOR_ISA_SIMD_H
#define KILN_EMULATOR_ISA_SIMD_H

#include "exec/Block.h"

namespace kiln::emu {

template <typename R, typename A, auto F>
Step unary(Warp &warp, const Inst &inst, uint32_t mask) {
  const A *a = warp.src<A>(inst.op[1]);
  R result[lanes];
  for (unsigned l = 0; l < lanes; ++l)
    result[l] = F(a[l]);
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

template <typename R, typename A, typename B, auto F>
Step binary(Warp &warp, const Inst &inst, uint32_t mask) {
  const A *a = warp.src<A>(inst.op[1]);
  const B *b = warp.src<B>(inst.op[2]);
  R result[lanes];
  for (unsigned l = 0; l < lanes; ++l)
    result[l] = F(a[l], b[l]);
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

template <typename R, typename A, typename B, typename C, auto F>
Step ternary(Warp &warp, const Inst &inst, uint32_t mask) {
  const A *a = warp.src<A>(inst.op[1]);
  const B *b = warp.src<B>(inst.op[2]);
  const C *c = warp.src<C>(inst.op[3]);
  R result[lanes];
  for (unsigned l = 0; l < lanes; ++l)
    result[l] = F(a[l], b[l], c[l]);
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

/// The same where the function also sees the instruction.
template <typename R, typename A, auto F>
Step unaryOf(Warp &warp, const Inst &inst, uint32_t mask) {
  const A *a = warp.src<A>(inst.op[1]);
  R result[lanes];
  for (unsigned l = 0; l < lanes; ++l)
    result[l] = F(inst, a[l]);
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

template <typename R, typename A, typename B, auto F>
Step binaryOf(Warp &warp, const Inst &inst, uint32_t mask) {
  const A *a = warp.src<A>(inst.op[1]);
  const B *b = warp.src<B>(inst.op[2]);
  R result[lanes];
  for (unsigned l = 0; l < lanes; ++l)
    result[l] = F(inst, a[l], b[l]);
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

template <typename R, typename A, typename B, typename C, auto F>
Step ternaryOf(Warp &warp, const Inst &inst, uint32_t mask) {
  const A *a = warp.src<A>(inst.op[1]);
  const B *b = warp.src<B>(inst.op[2]);
  const C *c = warp.src<C>(inst.op[3]);
  R result[lanes];
  for (unsigned l = 0; l < lanes; ++l)
    result[l] = F(inst, a[l], b[l], c[l]);
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

/// Calls `make` with a value of the C++ type of an integer type, bits included;
/// null for other types.
template <typename F>
Handler forInteger(Type type, F make) {
  switch (type) {
  case Type::B16:
  case Type::U16:
    return make(uint16_t{});
  case Type::B32:
  case Type::U32:
    return make(uint32_t{});
  case Type::B64:
  case Type::U64:
    return make(uint64_t{});
  case Type::S16:
    return make(int16_t{});
  case Type::S32:
    return make(int32_t{});
  case Type::S64:
    return make(int64_t{});
  default:
    return nullptr;
  }
}

} // namespace kiln::emu

#endif // KILN_EMULATOR_ISA_SIMD_H
