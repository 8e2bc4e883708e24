// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "package/KernelReader.h"
#include "dtype/Dtype.h"
#include "package/TextKeeper.h"

#include <charconv>

using namespace kiln::rt;

/// "read f32", "write f32", "readwrite f32".
static Expected<Operand> readOperand(const JsonNode &node) {
  KILN_RT_ASSIGN(std::string_view text, node.asString());
  size_t space = text.find(' ');
  std::string_view access = text.substr(0, space);
  Operand operand;
  operand.reads = access == "read" || access == "readwrite";
  operand.writes = access == "write" || access == "readwrite";
  std::optional<kiln_dtype> dtype;
  if (space != std::string_view::npos)
    dtype = dtypeFromName(text.substr(space + 1));
  if (!dtype || (!operand.reads && !operand.writes))
    return node.error("unknown operand '", text, "'");
  operand.dtype = *dtype;
  return operand;
}

static Expected<TargetCode> readCpuCode(const JsonNode &node) {
  TargetCode code;
  KILN_RT_ASSIGN(std::optional<int64_t> grain, node.optionalInt("grain"));
  KILN_RT_ASSIGN(std::optional<int64_t> scratch, node.optionalInt("scratch"));
  code.grain = grain.value_or(1);
  code.scratch = scratch.value_or(0);
  constexpr int64_t maxScratch = int64_t(1) << 30;
  if (code.grain < 1)
    return node.error("the grain is not positive");
  if (code.scratch < 0 || code.scratch > maxScratch)
    return node.error("the scratch size is not between 0 and ", maxScratch);
  return code;
}

/// Calls `read` with each of the three axes that the list `key` has.
template <typename Read>
static Status readAxes(const JsonNode &node, kiln::json::Key key, Read read) {
  KILN_RT_ASSIGN(JsonNode list, node.member(key));
  KILN_RT_ASSIGN(size_t count, list.listSize());
  if (count != 3)
    return list.error("three axes are expected, not ", count);
  for (size_t axis = 0; axis < count; ++axis)
    KILN_RT_TRY(read(axis, list.item(axis)));
  return {};
}

/// Looks up `n`, the domain, and `d0`, `d1` …, of which there are `sizes`.
static NameLookup gridNames(uint32_t sizes) {
  return [sizes](std::string_view name) -> std::optional<NameBinding> {
    if (name == "n")
      return NameBinding{sizes, Sort::Int};
    uint32_t number = 0;
    const char *end = name.data() + name.size();
    if (name.size() < 2 || name[0] != 'd')
      return std::nullopt;
    auto [last, problem] = std::from_chars(name.data() + 1, end, number);
    if (problem != std::errc() || last != end || number >= sizes)
      return std::nullopt;
    return NameBinding{number, Sort::Int};
  };
}

static Expected<TargetCode> readCudaCode(const JsonNode &node, uint32_t sizes) {
  TargetCode code;
  constexpr int64_t maxThreads = 1024;
  int64_t threads = 1;
  KILN_RT_TRY(
      readAxes(node, "block", [&](size_t axis, const JsonNode &item) -> Status {
        KILN_RT_ASSIGN(code.block[axis], item.asInt());
        int64_t size = code.block[axis];
        if (size < 1 || size > maxThreads / threads)
          return item.error("a block does not have between 1 "
                            "and ",
                            maxThreads, " threads");
        threads *= size;
        return {};
      }));
  KILN_RT_TRY(readAxes(
      node, "grid", [&](size_t /*axis*/, const JsonNode &item) -> Status {
        KILN_RT_ASSIGN(std::string_view text, item.asString());
        Expected<Expression> blocks = Expression::parse(text, gridNames(sizes));
        if (!blocks.ok())
          return item.error(blocks.error().message);
        if (blocks->sort() != Sort::Int)
          return item.error("'", text, "' is no integer");
        code.grid.push_back(*std::move(blocks));
        return {};
      }));
  KILN_RT_ASSIGN(std::optional<int64_t> shared, node.optionalInt("shared"));
  code.shared = shared.value_or(0);
  constexpr int64_t maxShared = int64_t(1) << 20;
  if (code.shared < 0 || code.shared > maxShared)
    return node.error("the shared memory is not between 0 and ", maxShared,
                      " bytes");
  return code;
}

/// A symbol that is not said is the kernel's name.
static Status readCode(const JsonNode &item, TextKeeper &targets,
                       BumpArena &arena, Kernel &kernel) {
  KILN_RT_ASSIGN(JsonNode code, item.member("code"));
  KILN_RT_TRY(code.requireObject());
  for (kiln::json::Member member : *code.value().getAsObject()) {
    bool isCpu = member.first.rfind("cpu:", 0) == 0;
    if (!isCpu && member.first.rfind("cuda:", 0) != 0)
      continue; // of a device that this runtime does not drive
    KILN_RT_ASSIGN(JsonNode node, code.member(member.first));
    KILN_RT_ASSIGN(TargetCode read, isCpu ? readCpuCode(node)
                                          : readCudaCode(node, kernel.sizes));
    KILN_RT_ASSIGN(std::string_view symbol,
                   node.stringOr("symbol", kernel.name));
    read.symbol = symbol == kernel.name ? kernel.name : arena.copy(symbol);
    kernel.code.emplace_back(targets.keep(member.first), std::move(read));
  }
  return {};
}

Status kiln::rt::readKernels(const JsonNode &root, Manifest &manifest) {
  BumpArena &arena = manifest.arena;
  TextKeeper targets(arena);
  manifest.kernels.reserve(root.countOf("kernels"));
  return root.forEach("kernels", false, [&](const JsonNode &item) -> Status {
    Kernel &kernel = manifest.kernels.emplace_back();
    KILN_RT_ASSIGN(std::string_view name, item.string("name"));
    kernel.name = arena.copy(name);
    constexpr size_t maxSizes = 1u << 16;
    KILN_RT_ASSIGN(kernel.sizes, item.indexOr("sizes", maxSizes, "size", 0));
    KILN_RT_ASSIGN(kernel.operands,
                   item.list<Operand>("operands", arena, readOperand,
                                      /*required=*/true));
    return readCode(item, targets, arena, kernel);
  });
}
