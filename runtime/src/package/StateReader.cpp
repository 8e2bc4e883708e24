// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of a program: named views of storages.

#include "dtype/Dtype.h"
#include "package/ProgramReader.h"

#include <algorithm>

using namespace kiln::rt;
namespace json = kiln::json;

/// A product that overflows is found by whoever reads the sizes.
static Numbers rowMajorStrides(const Numbers &sizes, BumpArena &arena) {
  Numbers strides(arena, sizes.size());
  uint64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = static_cast<int64_t>(stride);
    stride *= static_cast<uint64_t>(std::max<int64_t>(sizes[i], 1));
  }
  return strides;
}

Status ProgramReader::readStateView(const JsonNode &node, StateDecl &state) {
  BumpArena &arena = manifest_.arena;
  KILN_RT_ASSIGN(state.sizes, node.indices("sizes", true, arena));
  const json::Value *strides = node.find("strides");
  if (strides && !strides->isNull()) {
    KILN_RT_ASSIGN(state.strides, node.indices("strides", true, arena));
  } else {
    state.strides = rowMajorStrides(state.sizes, arena);
  }
  KILN_RT_ASSIGN(state.blockSizes, node.indices("block_sizes", false, arena));
  const Numbers &stored = state.stored();
  if (stored.size() != state.strides.size())
    return node.error("sizes and strides differ in length");
  size_t rank = std::max(state.sizes.size(), stored.size());
  if (rank > KILN_MAX_RANK)
    return node.error("the rank ", rank, " is over the limit of ",
                      KILN_MAX_RANK);
  KILN_RT_ASSIGN(state.blocks, node.indices("blocks", false, arena));
  KILN_RT_ASSIGN(state.blockStrides,
                 node.indices("block_strides", false, arena));
  bool inBlocks = !state.blocks.empty() || !state.blockStrides.empty();
  if (inBlocks && (state.blocks.size() != stored.size() ||
                   state.blockStrides.size() != stored.size()))
    return node.error("sizes, blocks and block_strides differ in length");
  if (!inBlocks && !state.blockSizes.empty())
    return node.error("block_sizes are of no blocks");
  if (std::count(state.blocks.begin(), state.blocks.end(), 0) > 0)
    return node.error("a block is empty");
  KILN_RT_ASSIGN(std::optional<int64_t> offset, node.optionalInt("offset"));
  state.offset = offset.value_or(0);
  if (state.offset < 0)
    return node.error("the offset is negative");

  // The last element, with every product checked; and is the view dense?
  int64_t last = state.offset, elements = 1, dense = 1;
  bool overflow = false;
  for (size_t i = stored.size(); i-- > 0;) {
    int64_t size = stored[i], reach = 0;
    overflow |= __builtin_mul_overflow(elements, size, &elements);
    if (size > 1) {
      int64_t block = inBlocks ? state.blocks[i] : 1;
      int64_t inner = inBlocks ? std::min(block, size) - 1 : 0;
      state.isDense &= state.strides[i] == dense;
      overflow |=
          __builtin_mul_overflow((size - 1) / block, state.strides[i], &reach);
      overflow |= __builtin_add_overflow(last, reach, &last);
      overflow |=
          inner > 0 &&
          (__builtin_mul_overflow(inner, state.blockStrides[i], &reach) ||
           __builtin_add_overflow(last, reach, &last));
    }
    overflow |=
        __builtin_mul_overflow(dense, std::max<int64_t>(size, 1), &dense);
  }
  int64_t own = 1;
  for (int64_t size : state.sizes)
    overflow |= __builtin_mul_overflow(own, size, &own);
  if (!overflow && own != elements)
    return node.error("block_sizes have other elements than sizes");
  int64_t end = 0, element = static_cast<int64_t>(dtypeBytes(state.dtype));
  overflow |= __builtin_add_overflow(last, 1, &end) ||
              __builtin_mul_overflow(end, element, &end);
  int64_t total = 0;
  overflow |= __builtin_mul_overflow(elements, element, &total);
  if (overflow)
    return node.error("the size overflows 64 bits");
  state.elements = elements;
  state.end = elements == 0 ? state.offset : last + 1;
  state.isDense = (state.isDense && !inBlocks) || elements == 0;
  uint64_t available = manifest_.storages[state.storage].bytes;
  if (elements > 0 && static_cast<uint64_t>(end) > available)
    return node.error("the view ends at byte ", end, " of a storage of ",
                      available, " bytes");
  return {};
}

static Expected<kiln_state_kind> readStateKind(const JsonNode &item) {
  KILN_RT_ASSIGN(std::string_view kind, item.stringOr("kind", "parameter"));
  if (kind == "parameter")
    return KILN_STATE_PARAMETER;
  if (kind == "buffer")
    return KILN_STATE_BUFFER;
  if (kind == "constant")
    return KILN_STATE_CONSTANT;
  return item.member("kind")->error("unknown kind '", kind, "'");
}

static Expected<ArenaList<std::string_view>> readSources(const JsonNode &item,
                                                         BumpArena &arena) {
  return item.list<std::string_view>(
      "made_from", arena,
      [&](const JsonNode &source) -> Expected<std::string_view> {
        KILN_RT_ASSIGN(std::string_view text, source.asString());
        return arena.copy(text);
      });
}

/// What an entry does not say is what most entries say: `next` is the storage
/// behind that of the entry before.
Status ProgramReader::readStateEntry(const JsonNode &item, uint32_t next,
                                     StateDecl &state) {
  KILN_RT_ASSIGN(std::string_view name, item.string("name"));
  state.name = manifest_.arena.copy(name);
  KILN_RT_ASSIGN(state.kind, readStateKind(item));
  size_t storages = manifest_.storages.size();
  KILN_RT_ASSIGN(state.storage,
                 item.indexOr("storage", storages, "storage", next));
  if (state.storage >= storages)
    return item.error("there is no storage ", state.storage);
  KILN_RT_ASSIGN(state.dtype, readDtype(item, KILN_DTYPE_F32));
  KILN_RT_TRY(readStateView(item, state));
  KILN_RT_ASSIGN(state.isMutable, item.flagOr("mutable", false));
  const json::Value *madeFrom = item.find("made_from");
  state.isMade = madeFrom && !madeFrom->isNull();
  if (state.isMade) {
    KILN_RT_ASSIGN(state.madeFrom, readSources(item, manifest_.arena));
  }
  if (state.isMutable && state.isMade)
    return item.error("the state '", state.name,
                      "' is mutable and made of others");
  if (state.isMutable && !state.isDense)
    return makeError(Code::Unimplemented, item.where(), ": the state '",
                     state.name,
                     "' is mutable and not row-major in its storage");
  return {};
}

Status ProgramReader::readState(const JsonNode &node) {
  NameIndex names;
  auto nameOf = [&](uint32_t i) -> std::string_view {
    return program_.state[i].name;
  };
  program_.state.reserve(node.countOf("state"));
  names.reserve(node.countOf("state"), nameOf);
  uint32_t next = 0;
  return node.forEach("state", false, [&](const JsonNode &item) -> Status {
    auto index = static_cast<uint32_t>(program_.state.size());
    StateDecl &state = program_.state.emplace_back();
    KILN_RT_TRY(readStateEntry(item, next, state));
    next = state.storage + 1;
    if (!names.insert(state.name, index, nameOf))
      return item.error("the state '", state.name, "' is declared twice");
    return {};
  });
}
