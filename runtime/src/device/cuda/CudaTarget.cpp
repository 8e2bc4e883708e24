// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/cuda/CudaTarget.h"

#include <charconv>
#include <optional>

using namespace kiln::rt;

namespace {
/// What `sm_90a` stands for.
struct Architecture {
  int version = 0;       ///< 10 * major + minor compute capability
  bool specific = false; ///< what this one alone has
};
} // namespace

static std::optional<Architecture> parseArchitecture(std::string_view name) {
  constexpr std::string_view prefix = "sm_";
  if (name.substr(0, prefix.size()) != prefix)
    return std::nullopt;
  name.remove_prefix(prefix.size());
  Architecture parsed;
  auto [end, problem] =
      std::from_chars(name.data(), name.data() + name.size(), parsed.version);
  name.remove_prefix(static_cast<size_t>(end - name.data()));
  parsed.specific = name == "a";
  if (problem != std::errc() || (!name.empty() && !parsed.specific))
    return std::nullopt;
  return parsed;
}

static int rankOf(const Architecture &architecture) {
  return 2 * architecture.version + architecture.specific;
}

int cuda::rankTarget(std::string_view target, int version,
                     std::string &reason) {
  auto refuse = [&](const char *why) {
    reason = why;
    return -1;
  };
  constexpr std::string_view prefix = "cuda:";
  if (target.substr(0, prefix.size()) != prefix)
    return refuse("is for another kind of device");
  std::optional<Architecture> wanted =
      parseArchitecture(target.substr(prefix.size()));
  if (!wanted)
    return refuse("is not an architecture of CUDA devices");
  if (wanted->version > version)
    return refuse("needs a newer device");
  // What only one architecture has, later ones do not.
  if (wanted->specific && wanted->version != version)
    return refuse("is for another device only");
  reason = "runs on this device";
  return rankOf(*wanted);
}

int cuda::rankCubin(std::string_view architecture, int version) {
  std::optional<Architecture> wanted = parseArchitecture(architecture);
  bool runs =
      wanted && (wanted->specific ? wanted->version == version
                                  : wanted->version / 10 == version / 10 &&
                                        wanted->version <= version);
  return runs ? rankOf(*wanted) : -1;
}
