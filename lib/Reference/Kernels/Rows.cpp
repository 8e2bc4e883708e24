// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernels/Rows.h"

#include "llvm/ADT/STLExtras.h"

namespace kiln::reference {

SmallVector<int64_t> normalizeDims(ArrayRef<int64_t> dims, int64_t rank) {
  SmallVector<int64_t> found;
  if (dims.empty() || rank == 0) {
    for (int64_t dim = 0; dim < rank; ++dim)
      found.push_back(dim);
    return found;
  }
  for (int64_t dim : dims)
    found.push_back(dim < 0 ? dim + rank : dim);
  llvm::sort(found);
  found.erase(llvm::unique(found), found.end());
  return found;
}

/// The offsets of all positions over `dims`, the last one walking fastest.
static std::vector<int64_t> offsetsOver(ArrayRef<int64_t> dims,
                                        ArrayRef<int64_t> sizes,
                                        ArrayRef<int64_t> strides) {
  std::vector<int64_t> offsets = {0};
  for (int64_t dim : dims) {
    std::vector<int64_t> next;
    next.reserve(offsets.size() * sizes[dim]);
    for (int64_t offset : offsets)
      for (int64_t i = 0; i < sizes[dim]; ++i)
        next.push_back(offset + i * strides[dim]);
    offsets = std::move(next);
  }
  return offsets;
}

RowLayout::RowLayout(ArrayRef<int64_t> sizes, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> strides(sizes.size(), 1), others;
  for (int64_t dim = static_cast<int64_t>(sizes.size()) - 2; dim >= 0; --dim)
    strides[dim] = strides[dim + 1] * sizes[dim + 1];
  for (int64_t dim = 0; dim < static_cast<int64_t>(sizes.size()); ++dim) {
    bool reduced = llvm::is_contained(dims, dim);
    keptWithOnes.push_back(reduced ? 1 : sizes[dim]);
    if (reduced)
      continue;
    others.push_back(dim);
    kept.push_back(sizes[dim]);
  }
  starts = offsetsOver(others, sizes, strides);
  steps = offsetsOver(dims, sizes, strides);
}

SmallVector<int64_t> dimsOf(const Call &call, StringRef argument,
                            int64_t rank) {
  const aten::Schema &schema = call.getOp().getSchema();
  std::optional<unsigned> index = schema.findArgument(argument);
  if (!index || !call.has(argument))
    return normalizeDims({}, rank);
  if (schema.getArguments()[*index].type.list)
    return normalizeDims(call.integers(argument), rank);
  return normalizeDims(call.integer(argument), rank);
}

bool flagOf(const Call &call, StringRef argument) {
  return call.hasArgument(argument) && call.has(argument) &&
         call.boolean(argument);
}

} // namespace kiln::reference
