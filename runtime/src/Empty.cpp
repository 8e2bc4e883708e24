// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libkiln-rt.so is the whole of KilnRuntimeCore; CMake wants one source of its
// own for it.
