// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the fuzz targets share. Each defines the two functions of libFuzzer;
// what is under test is compiled with sanitizers, LLVM and MLIR are not.
#ifndef KILN_FUZZ_FUZZER_H
#define KILN_FUZZ_FUZZER_H

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Containers and LLVM's arenas pass between code with and without the
/// sanitizer, and only the one marks what it leaves unused.
extern "C" const char *__asan_default_options();

#endif // KILN_FUZZ_FUZZER_H
