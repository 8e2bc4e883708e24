// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores, addresses, fences.

#include "isa/Access.h"
#include "isa/Selectors.h"

using namespace kiln::emu;

// Inst::m of memory accesses: m[0] bytes of an element, m[1] whether elements
// are signed, m[2] the flags, m[3] the bytes of a register.
enum : uint16_t { strong = 1, blockScope = 2, acquires = 4, releases = 8 };

static Space spaceOf(const Form &form) {
  if (form.has("shared") || form.has("shared::cta"))
    return Space::Shared;
  if (form.has("shared::cluster"))
    return Space::Cluster;
  if (form.has("param") || form.has("param::entry") || form.has("param::func"))
    return Space::Param;
  return form.has("global")  ? Space::Global
         : form.has("const") ? Space::Const
         : form.has("local") ? Space::Local
                             : Space::Generic;
}

static void memoryModifiers(const Form &form, Inst &inst) {
  bool ordered = form.has("volatile") || form.has("relaxed") ||
                 form.has("acquire") || form.has("release");
  inst.space = spaceOf(form);
  inst.m[0] = static_cast<uint16_t>(bytesOf(form.type()));
  inst.m[1] = isSigned(form.type());
  inst.m[2] = static_cast<uint16_t>((ordered ? strong : 0) |
                                    (form.has("cta") ? blockScope : 0) |
                                    (form.has("acquire") ? acquires : 0) |
                                    (form.has("release") ? releases : 0));
  if (form.statement->operands[form.statement->name == "st" ? 1 : 0].kind !=
      Operand::List)
    inst.count = 1;
}

/// Whether a list is as long as .v2, .v4 or .v8 says.
static bool countFits(const Form &form, const Inst &inst) {
  unsigned expected = form.has("v2")   ? 2
                      : form.has("v4") ? 4
                      : form.has("v8") ? 8
                                       : 1;
  return inst.count == expected && inst.count * inst.m[0] <= 32;
}

static void accessOf(const Inst &inst, Access &access) {
  access.space = inst.space;
  access.bytes = inst.m[0] * inst.count;
  access.strong = inst.m[2] & strong;
  access.blockScope = inst.m[2] & blockScope;
}

/// Puts an element into a register that may be wider.
static void widen(uint8_t *to, const uint8_t *from, unsigned bytes,
                  unsigned width, bool sign) {
  std::memcpy(to, from, bytes);
  if (width > bytes)
    std::memset(to + bytes, sign && (from[bytes - 1] & 0x80) ? 0xff : 0,
                width - bytes);
}

/// Words of other blocks may be written meanwhile, where a kernel races.
template <typename T>
static T readWord(const uint8_t *from) {
  return __atomic_load_n(reinterpret_cast<const T *>(from), __ATOMIC_RELAXED);
}
template <typename T>
static void writeWord(uint8_t *to, T value) {
  __atomic_store_n(reinterpret_cast<T *>(to), value, __ATOMIC_RELAXED);
}

/// Copies what is a multiple of `T`.
template <typename T>
static void copyWords(uint8_t *to, const uint8_t *from, unsigned bytes) {
  for (unsigned at = 0; at < bytes; at += sizeof(T)) {
    T value;
    std::memcpy(&value, from + at, sizeof(T));
    writeWord(to + at, value);
  }
}

template <typename T>
static void loadWords(Warp &warp, const Inst &inst, const Access &access,
                      uint32_t ok) {
  for (unsigned i = 0; i < inst.count; ++i) {
    T *to = warp.dst<T>(inst.op[i]);
    if (access.dense)
      for (unsigned l = 0; l < lanes; ++l)
        to[l] = readWord<T>(access.dense + (l * inst.count + i) * sizeof(T));
    else
      forLanes(ok, [&](unsigned l) {
        to[l] = readWord<T>(access.place[l].data() + i * sizeof(T));
      });
  }
}

static void loadAny(Warp &warp, const Inst &inst, const Access &access,
                    uint32_t ok) {
  unsigned width = inst.m[3];
  for (unsigned i = 0; i < inst.count; ++i) {
    auto *to = warp.dst<uint8_t>(inst.op[i]);
    forLanes(ok, [&](unsigned l) {
      widen(to + l * width, access.place[l].data() + i * inst.m[0], inst.m[0],
            width, inst.m[1]);
    });
  }
}

static Step load(Warp &warp, const Inst &inst, uint32_t mask) {
  Access access;
  accessOf(inst, access);
  access.read = true;
  addressesOf(warp, inst, 0, inst.op[inst.count], access.address);
  uint32_t ok = checkAccess(warp, access, mask);
  if (inst.m[3] != inst.m[0])
    loadAny(warp, inst, access, ok);
  else if (inst.m[0] == 4)
    loadWords<uint32_t>(warp, inst, access, ok);
  else if (inst.m[0] == 8)
    loadWords<uint64_t>(warp, inst, access, ok);
  else
    loadAny(warp, inst, access, ok);
  if (inst.m[2] & strong)
    forLanes(ok, [&](unsigned l) {
      observeAt(warp, l, access.place[l], inst.m[2] & acquires);
    });
  // Who spins lets others run.
  return inst.m[2] & strong ? Step::Yield : Step::Next;
}

/// A parameter of a device function, or the result of a call.
static Step loadSlot(Warp &warp, const Inst &inst, uint32_t mask) {
  forLanes(mask, [&](unsigned l) {
    const uint8_t *from = warp.src<uint8_t>(inst.slot) + l * inst.slotBytes +
                          inst.displacement[0];
    for (unsigned i = 0; i < inst.count; ++i)
      widen(warp.dst<uint8_t>(inst.op[i]) + l * inst.m[3], from + i * inst.m[0],
            inst.m[0], inst.m[3], inst.m[1]);
  });
  return Step::Next;
}

static bool insideSlot(const Inst &inst) {
  return inst.displacement[0] >= 0 &&
         static_cast<uint64_t>(inst.displacement[0]) + inst.m[0] * inst.count <=
             inst.slotBytes;
}

Handler kiln::emu::selectLoad(const Form &form, Inst &inst) {
  memoryModifiers(form, inst);
  inst.m[3] = inst.bytes[0];
  if (!countFits(form, inst))
    return nullptr;
  if (inst.slot == noRef)
    return load;
  return insideSlot(inst) ? loadSlot : nullptr;
}

/// Puts the elements of each lane one behind the other.
static void pack(const Warp &warp, const Inst &inst, uint8_t *to,
                 uint32_t mask) {
  unsigned bytes = inst.m[0] * inst.count;
  for (unsigned i = 0; i < inst.count; ++i) {
    const auto *from = warp.src<uint8_t>(inst.op[i + 1]);
    forLanes(mask, [&](unsigned l) {
      std::memcpy(to + l * bytes + i * inst.m[0], from + l * inst.m[3],
                  inst.m[0]);
    });
  }
}

static Step store(Warp &warp, const Inst &inst, uint32_t mask) {
  Access access;
  accessOf(inst, access);
  access.write = true;
  addressesOf(warp, inst, 0, inst.op[0], access.address);
  uint8_t packed[lanes * 32];
  if (inst.count == 1 && inst.m[3] == inst.m[0]) {
    access.content = warp.src<uint8_t>(inst.op[1]);
    access.contentStride = inst.m[0];
  } else {
    pack(warp, inst, packed, mask);
    access.content = packed;
    access.contentStride = access.bytes;
  }
  uint32_t ok = checkAccess(warp, access, mask);
  auto copy = inst.m[0] == 1   ? copyWords<uint8_t>
              : inst.m[0] == 2 ? copyWords<uint16_t>
              : inst.m[0] == 4 ? copyWords<uint32_t>
                               : copyWords<uint64_t>;
  if (access.dense)
    copy(access.dense, access.content, access.bytes * lanes);
  else
    forLanes(ok, [&](unsigned l) {
      copy(access.place[l].data(), access.content + l * access.contentStride,
           access.bytes);
    });
  // Where clusters run apart, what was published is of earlier launches.
  auto forgets = [&](unsigned l) {
    const Allocation &allocation = *access.place[l].allocation;
    return !allocation.published.empty() &&
           !(warp.block.launch.trail && allocation.base);
  };
  if (access.dense && !(inst.m[2] & strong) && !forgets(0))
    return Step::Next;
  forLanes(ok, [&](unsigned l) {
    if (inst.m[2] & strong || forgets(l))
      publishAt(warp, l, access.place[l], inst.m[2] & releases, false);
  });
  return Step::Next;
}

static Step storeSlot(Warp &warp, const Inst &inst, uint32_t mask) {
  forLanes(mask, [&](unsigned l) {
    uint8_t *to = warp.dst<uint8_t>(inst.slot) + l * inst.slotBytes +
                  inst.displacement[0];
    for (unsigned i = 0; i < inst.count; ++i)
      std::memcpy(to + i * inst.m[0],
                  warp.src<uint8_t>(inst.op[i + 1]) + l * inst.m[3], inst.m[0]);
  });
  return Step::Next;
}

Handler kiln::emu::selectStore(const Form &form, Inst &inst) {
  memoryModifiers(form, inst);
  inst.m[3] = inst.bytes[1];
  if (!countFits(form, inst))
    return nullptr;
  if (inst.slot == noRef)
    return store;
  return insideSlot(inst) ? storeSlot : nullptr;
}

static Step nothing(Warp &, const Inst &, uint32_t) { return Step::Next; }

Handler kiln::emu::selectNothing(const Form &, Inst &) { return nothing; }

/// Policies of caches have no effect here.
static Step policy(Warp &warp, const Inst &inst, uint32_t mask) {
  uint64_t values[lanes] = {};
  warp.put(inst.op[0], values, mask);
  return Step::Next;
}

Handler kiln::emu::selectPolicy(const Form &, Inst &) { return policy; }

// Addresses between a space and the generic one.

static uint64_t windowOf(Space space) {
  switch (space) {
  case Space::Shared:
  case Space::Cluster:
    return Windows::shared;
  case Space::Local:
    return Windows::local;
  case Space::Param:
    return Windows::param;
  default:
    return 0;
  }
}

template <typename T>
static Step cvta(Warp &warp, const Inst &inst, uint32_t mask) {
  const T *from = warp.src<T>(inst.op[1]);
  T result[lanes];
  for (unsigned l = 0; l < lanes; ++l)
    result[l] = from[l] + static_cast<T>(inst.literal);
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

Handler kiln::emu::selectCvta(const Form &form, Inst &inst) {
  auto window = static_cast<int64_t>(windowOf(spaceOf(form)));
  inst.literal = form.has("to") ? -window : window;
  // Generic addresses of windows do not fit 32 bits.
  if (form.type() == Type::U32)
    return window ? nullptr : cvta<uint32_t>;
  return cvta<uint64_t>;
}

static Step isSpace(Warp &warp, const Inst &inst, uint32_t mask) {
  const uint64_t *address = warp.src<uint64_t>(inst.op[1]);
  uint32_t bits = 0;
  for (unsigned l = 0; l < lanes; ++l) {
    bool windowed = address[l] >= Windows::shared &&
                    address[l] < Windows::param + Windows::size;
    uint64_t window = windowOf(inst.space);
    bool inside = window ? address[l] - window < Windows::size : !windowed;
    if (inst.space == Space::Shared && inside) {
      uint64_t rank = (address[l] - window) >> Windows::rankShift;
      inside = rank == 0 || rank - 1 == warp.block.rank;
    }
    bits |= static_cast<uint32_t>(inside) << l;
  }
  warp.putPredicate(inst.op[0], bits, mask);
  return Step::Next;
}

Handler kiln::emu::selectIsSpace(const Form &form, Inst &inst) {
  inst.space = spaceOf(form);
  return inst.bytes[1] == 8 ? isSpace : nullptr;
}

/// An address of the own shared memory, as that of another block's.
template <typename T>
static Step mapa(Warp &warp, const Inst &inst, uint32_t mask) {
  const T *address = warp.src<T>(inst.op[1]);
  const uint32_t *rank = warp.src<uint32_t>(inst.op[2]);
  T result[lanes] = {};
  constexpr T low = (T{1} << Windows::rankShift) - 1;
  auto size = static_cast<uint32_t>(warp.block.cluster.blocks.size());
  forLanes(mask, [&](unsigned l) {
    if (rank[l] >= size)
      warp.fault(FaultKind::BadOperand, l,
                 rt::concat("block ", rank[l], " of a cluster of ", size));
    T windowed =
        inst.space == Space::Generic ? static_cast<T>(Windows::shared) : T{0};
    result[l] = ((address[l] - windowed) & low) +
                (static_cast<T>(rank[l] + 1) << Windows::rankShift) + windowed;
  });
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

Handler kiln::emu::selectMapa(const Form &form, Inst &inst) {
  inst.space = spaceOf(form);
  if (form.type() == Type::U32)
    return inst.space == Space::Generic ? nullptr : mapa<uint32_t>;
  return mapa<uint64_t>;
}

static Step getRank(Warp &warp, const Inst &inst, uint32_t mask) {
  uint32_t result[lanes] = {};
  forLanes(mask, [&](unsigned l) {
    uint64_t address = inst.bytes[1] == 8 ? warp.src<uint64_t>(inst.op[1])[l]
                                          : warp.src<uint32_t>(inst.op[1])[l];
    if (inst.space == Space::Generic)
      address -= Windows::shared;
    uint64_t rank = address >> Windows::rankShift;
    result[l] = rank ? static_cast<uint32_t>(rank - 1) : warp.block.rank;
  });
  warp.put(inst.op[0], result, mask);
  return Step::Next;
}

Handler kiln::emu::selectGetRank(const Form &form, Inst &inst) {
  inst.space = spaceOf(form);
  return getRank;
}

static Step fence(Warp &warp, const Inst &, uint32_t mask) {
  forLanes(mask, [&](unsigned l) { fenceLane(warp, l); });
  return Step::Next;
}

Handler kiln::emu::selectFence(const Form &, Inst &) { return fence; }

static Step proxyFence(Warp &warp, const Inst &, uint32_t mask) {
  uint32_t now = warp.block.launch.clock().tick();
  forLanes(mask, [&](unsigned l) { warp.sync(l).proxyFence = now; });
  return Step::Next;
}

Handler kiln::emu::selectProxyFence(const Form &, Inst &) { return proxyFence; }
