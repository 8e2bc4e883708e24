// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memory/Memory.h"

#include "kiln-rt/archive/Error.h"

#include <algorithm>

using namespace kiln::emu;

Allocation::Allocation(uint64_t base, uint64_t size, std::string name)
    : base(base), size(size), data(makeLazyBytes(size + 16)), shadow(size + 64),
      name(std::move(name)) {
  // A byte that nobody wrote is reported; what it reads as is not zero, unless
  // that would touch much.
  if (size + 16 < leastMapped)
    std::fill(data.get(), data.get() + size + 16, uint8_t{0xa5});
}

Allocation &Memory::allocate(uint64_t bytes, std::string name) {
  constexpr uint64_t align = 512, gap = 1 << 16;
  uint64_t base = next;
  next += (bytes + align - 1) / align * align + gap;
  used += bytes;
  return allocations
      .emplace(std::piecewise_construct, std::forward_as_tuple(base),
               std::forward_as_tuple(base, bytes, std::move(name)))
      .first->second;
}

bool Memory::free(uint64_t address) {
  auto found = allocations.find(address);
  if (found == allocations.end() || found->second.freed)
    return false;
  Allocation &allocation = found->second;
  used -= allocation.size;
  allocation.freed = true;
  allocation.data.reset();
  allocation.shadow = Shadow();
  allocation.published.clear();
  allocation.ranges.clear();
  return true;
}

Allocation *Memory::find(uint64_t address) {
  auto after = allocations.upper_bound(address);
  if (after == allocations.begin())
    return nullptr;
  Allocation &allocation = std::prev(after)->second;
  uint64_t offset = address - allocation.base;
  bool inside = offset < allocation.size || (offset == 0);
  return inside ? &allocation : nullptr;
}

std::string Memory::describe(uint64_t address) {
  auto after = allocations.upper_bound(address);
  const Allocation *nearest = nullptr;
  if (after != allocations.begin())
    nearest = &std::prev(after)->second;
  if (after != allocations.end() &&
      (!nearest ||
       after->first - address < address - (nearest->base + nearest->size)))
    nearest = &after->second;
  if (!nearest)
    return "no allocation is near";
  std::string name = nearest->name.empty() ? "" : "'" + nearest->name + "' ";
  std::string of = rt::concat("allocation ", name, "of ", nearest->size,
                              " bytes", nearest->freed ? ", freed" : "");
  if (address < nearest->base)
    return rt::concat(nearest->base - address, " bytes before ", of);
  if (address >= nearest->base + nearest->size)
    return rt::concat(address - nearest->base - nearest->size,
                      " bytes after the end of ", of);
  return rt::concat("byte ", address - nearest->base, " of ", of);
}

size_t Memory::live() const {
  size_t count = 0;
  for (const auto &entry : allocations)
    count += !entry.second.freed;
  return count;
}
