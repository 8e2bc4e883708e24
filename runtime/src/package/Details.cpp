// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "package/Details.h"
#include "package/TextKeeper.h"

using namespace kiln::rt;

Status Details::readOrigins(const JsonNode &root) {
  origins_.reserve(root.countOf("origins"));
  TextKeeper ops(arena_), modules(arena_), files(arena_), texts(arena_);
  auto read = [](const JsonNode &item, json::Key key, TextKeeper &keeper,
                 const char *&out) -> Status {
    KILN_RT_ASSIGN(std::string_view text, item.stringOr(key, ""));
    out = keeper.keep(text).data();
    return {};
  };
  return root.forEach("origins", false, [&](const JsonNode &item) -> Status {
    Origin origin;
    KILN_RT_TRY(read(item, "op", ops, origin.op));
    KILN_RT_TRY(read(item, "module", modules, origin.module));
    KILN_RT_ASSIGN(uint32_t same,
                   item.indexOr("line_of", origins_.size(), "origin", noIndex));
    if (same != noIndex) {
      const Origin &other = origins_[same];
      origin.file = other.file;
      origin.line = other.line;
      origin.text = other.text;
    } else {
      KILN_RT_TRY(read(item, "file", files, origin.file));
      KILN_RT_ASSIGN(std::optional<int64_t> line, item.optionalInt("line"));
      KILN_RT_TRY(read(item, "text", texts, origin.text));
      origin.line = line.value_or(0);
    }
    origins_.push_back(origin);
    return {};
  });
}

Status Details::readKernels(const JsonNode &root) {
  kernels_.reserve(root.countOf("kernels"));
  return root.forEach("kernels", false, [&](const JsonNode &item) -> Status {
    KernelWork &work = kernels_.emplace_back();
    KILN_RT_ASSIGN(std::string_view flops, item.stringOr("flops", ""));
    KILN_RT_ASSIGN(std::string_view bytes, item.stringOr("bytes", ""));
    work.flops = arena_.copy(flops);
    KILN_RT_ASSIGN(std::string_view products, item.stringOr("products", ""));
    work.bytes = arena_.copy(bytes);
    work.products = arena_.copy(products);
    KILN_RT_ASSIGN(
        work.origins,
        item.list<uint32_t>("origins", arena_, [&](const JsonNode &node) {
          return node.asIndex(originCount_, "origin");
        }));
    return {};
  });
}

Status Details::read(const JsonNode &root) {
  origins_.clear();
  kernels_.clear();
  KILN_RT_TRY(readOrigins(root));
  KILN_RT_TRY(readKernels(root));
  if (origins_.size() != originCount_ || kernels_.size() != kernelCount_)
    return root.error("there are ", origins_.size(), " origins and ",
                      kernels_.size(), " kernels, but ", originCount_, " and ",
                      kernelCount_, " in the manifest");
  return {};
}

Status Details::readText(std::string_view text, const std::string &document) {
  KILN_RT_ASSIGN(json::Document parsed, parseManifest(text, document));
  return read(JsonNode(parsed.getRoot(), document));
}

const std::string &Details::problem() noexcept {
  // What finds no memory is tried again by whoever asks next.
  static const std::string noMemory = "out of memory";
  try {
    bool isBroken = false;
    std::call_once(once_, [&] {
      Status status = read_ ? read_() : Status();
      isBroken = !status.ok();
      if (isBroken)
        problem_ = status.error().message;
    });
    if (isBroken)
      complain_(problem_);
  } catch (...) {
    return noMemory;
  }
  return problem_;
}

const Origin &Details::origin(uint32_t number) noexcept {
  static const Origin none;
  return problem().empty() ? origins_[number] : none;
}

const KernelWork &Details::kernel(uint32_t number) noexcept {
  static const KernelWork none;
  return problem().empty() ? kernels_[number] : none;
}
