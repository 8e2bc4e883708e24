// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// operator new of the test program, which counts, and fails on request.

#ifndef KILN_RT_TEST_FAILINGMEMORY_H
#define KILN_RT_TEST_FAILINGMEMORY_H

#include <cstddef>

// The thread sanitizer has an operator new that cannot be replaced: tests of
// what memory does are left to the other builds.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define KILN_TEST_MEMORY 0
#endif
#endif
#ifndef KILN_TEST_MEMORY
#define KILN_TEST_MEMORY 1
#endif

namespace kiln::rt::test {

/// While it lives, this thread's calls of operator new fail after so many have
/// succeeded.
class FailingMemory {
public:
  explicit FailingMemory(size_t after);
  ~FailingMemory();
};

/// The calls of operator new that this thread has made.
size_t allocationCount();

} // namespace kiln::rt::test

#endif // KILN_RT_TEST_FAILINGMEMORY_H
