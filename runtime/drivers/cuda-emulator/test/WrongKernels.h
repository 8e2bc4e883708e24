// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wrong kernels, each beside a right one that is like it: the list of what the
// emulator is known to catch.

#ifndef KILN_EMULATOR_TEST_WRONGKERNELS_H
#define KILN_EMULATOR_TEST_WRONGKERNELS_H

#include "test/Device.h"

namespace kiln::emu::test {

struct Twins {
  std::string name;
  std::string kind; ///< of the fault of the wrong one
  std::string wrong, right;
  uint32_t grid = 1, block = 64;
};

struct WrongKernels {
  const char *about;
  std::vector<Twins> twins;
};

/// All that kernels do wrong by themselves. Use after free takes a host, and a
/// stale accumulator the descriptors of a product: FaultTest and MatrixTest
/// have them.
std::vector<WrongKernels> wrongKernels();

/// A kernel of this body, which finds the address of its thread's word in %rd2
/// and of another warp's in %rd3; and its place in the block's shared memory in
/// %r2, that of another warp in %r3.
std::string kernelOf(const std::string &body);

} // namespace kiln::emu::test

#endif // KILN_EMULATOR_TEST_WRONGKERNELS_H
