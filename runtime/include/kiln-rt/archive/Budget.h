// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much memory reading a file may take: one rule for all readers. A file
// that asks for more than its size can explain is refused, before the memory
// is taken. Since no reader looks at a byte twice, it bounds the time, too.

#ifndef KILN_RT_ARCHIVE_BUDGET_H
#define KILN_RT_ARCHIVE_BUDGET_H

#include <cstdint>

namespace kiln::rt {

/// Bytes that a reader may make of one record of a file of `fileBytes` bytes:
/// what it inflates to, and the values that it is parsed into.
constexpr uint64_t memoryBudget(uint64_t fileBytes) {
  constexpr uint64_t least = uint64_t(256) << 20, perByte = 16;
  return fileBytes < (UINT64_MAX - least) / perByte
             ? least + perByte * fileBytes
             : UINT64_MAX;
}

/// The remainder of a budget.
class Budget {
public:
  explicit Budget(uint64_t bytes) : left_(bytes) {}
  uint64_t left() const { return left_; }
  /// Takes `bytes`; false where they are not there.
  bool take(uint64_t bytes) {
    if (bytes > left_)
      return false;
    left_ -= bytes;
    return true;
  }

private:
  uint64_t left_;
};

} // namespace kiln::rt

#endif // KILN_RT_ARCHIVE_BUDGET_H
