// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What people, errors and profiles read of a manifest and no call does: where
// things come from, and the work of kernels. It is a record of its own, which
// is read when something of it is first asked for; older packages have it in
// the manifest.

#ifndef KILN_RT_SRC_PACKAGE_DETAILS_H
#define KILN_RT_SRC_PACKAGE_DETAILS_H

#include "package/ArenaList.h"
#include "package/JsonNode.h"

#include <functional>
#include <mutex>

namespace kiln::rt {

constexpr uint32_t noIndex = UINT32_MAX;

/// Its texts end in a zero, as those of KernelWork.
struct Origin {
  const char *op = "", *module = "", *file = "", *text = "";
  int64_t line = 0;
};

/// Figures are expressions of the kernel's sizes and the domain; empty: not
/// known.
struct KernelWork {
  std::string_view flops = "", bytes = "";
  std::string_view products = ""; ///< the type of both factors: "bf16", "i8"
  ArenaList<uint32_t> origins;

  uint32_t origin() const { return origins.empty() ? noIndex : origins[0]; }
};

/// Once loaded, shared by threads.
class Details {
public:
  /// Of so many; nothing is known of them yet.
  Details(size_t origins, size_t kernels)
      : originCount_(origins), kernelCount_(kernels) {}

  size_t originCount() const { return originCount_; }
  /// Reads the root of a manifest, or of the record of details.
  Status read(const JsonNode &root);
  /// The same of the record's text, "model.kiln: details/cpu.json".
  Status readText(std::string_view text, const std::string &document);
  /// `read` is called when something is first asked for, once, and `complain`
  /// with what is wrong then. It may ask for details.
  void readLater(std::function<Status()> read,
                 std::function<void(const std::string &)> complain) {
    read_ = std::move(read);
    complain_ = std::move(complain);
  }

  /// By number; they say nothing where the record cannot be read.
  const Origin &origin(uint32_t number) noexcept;
  const KernelWork &kernel(uint32_t number) noexcept;
  /// Why the record cannot be read; empty where it can.
  const std::string &problem() noexcept;

private:
  Status readOrigins(const JsonNode &root);
  Status readKernels(const JsonNode &root);

  size_t originCount_, kernelCount_;
  std::vector<Origin> origins_;
  std::vector<KernelWork> kernels_;
  BumpArena arena_;
  std::function<Status()> read_;
  std::function<void(const std::string &)> complain_;
  std::once_flag once_;
  std::string problem_;
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_PACKAGE_DETAILS_H
