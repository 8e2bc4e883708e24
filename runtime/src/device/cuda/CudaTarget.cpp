// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/cuda/CudaTarget.h"

#include <charconv>

int kiln::rt::cuda::rankTarget(std::string_view target, int version,
                               std::string &reason) {
  auto refuse = [&](const char *why) {
    reason = why;
    return -1;
  };
  constexpr std::string_view prefix = "cuda:";
  if (target.substr(0, prefix.size()) != prefix)
    return refuse("is for another kind of device");
  constexpr std::string_view architecture = "sm_";
  std::string_view rest = target.substr(prefix.size());
  if (rest.substr(0, architecture.size()) != architecture)
    return refuse("is not an architecture of CUDA devices");
  rest.remove_prefix(architecture.size());
  int wanted = 0;
  auto [end, problem] =
      std::from_chars(rest.data(), rest.data() + rest.size(), wanted);
  std::string_view suffix = rest.substr(static_cast<size_t>(end - rest.data()));
  if (problem != std::errc() || (!suffix.empty() && suffix != "a"))
    return refuse("is not an architecture of CUDA devices");
  if (wanted > version)
    return refuse("needs a newer device");
  // What only one architecture has, later ones do not.
  if (!suffix.empty() && wanted != version)
    return refuse("is for another device only");
  reason = "runs on this device";
  return 2 * wanted + !suffix.empty();
}
