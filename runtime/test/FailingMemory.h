// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// operator new of the test program, which counts, and fails on request.

#ifndef KILN_RT_TEST_FAILINGMEMORY_H
#define KILN_RT_TEST_FAILINGMEMORY_H

#include <cstddef>

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
