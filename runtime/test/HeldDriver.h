// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KILN_RT_TEST_HELDDRIVER_H
#define KILN_RT_TEST_HELDDRIVER_H

#include <atomic>
#include <cstddef>
#include <thread>

namespace kiln::rt::test {

/// What the driver of HeldDriver.cpp is to do, and what it has seen.
struct HeldDriver {
  /// Copies of so many bytes are those of the test package's weight.
  static constexpr size_t weightBytes = 16;

  /// A weight is copied after so many launches, and its upload ends after so
  /// many.
  std::atomic<size_t> launchesBeforeCopy{0}, launchesBeforeEnd{0};
  std::atomic<bool> leavesWaitsOut{false}; ///< streams follow no upload
  std::atomic<int> copyResult{0};          ///< what copying a weight gives
  std::thread::id caller;                  ///< the thread that uploads nothing

  std::atomic<size_t> copies{0}, waits{0}, launches{0}, graphs{0}, ends{0},
      loads{0};
  /// PTX that is loaded in the place of a cubin, which the emulator does not
  /// run; null: nothing is.
  std::atomic<const char *> cubinAsPtx{nullptr};
  std::atomic<size_t> cubins{0};       ///< that were to be loaded
  std::atomic<bool> hasGivenUp{false}; ///< a launch never came
};

} // namespace kiln::rt::test

#endif // KILN_RT_TEST_HELDDRIVER_H
