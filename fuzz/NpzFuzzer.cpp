// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays: one .npy file, and archives of them. What is read can be written, and
// is read again as it was.
#include "Fuzzer.h"
#include "kiln-rt/npz/Npz.h"
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace kiln::rt;

static void compare(const NpyArray &array) {
  std::vector<uint8_t> written = writeNpy(array);
  auto back = parseNpy(ByteSpan(written.data(), written.size()), "again");
  if (!back.ok() || back->sizes() != array.sizes() ||
      std::memcmp(back->data(), array.data(), array.bytes()) != 0)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size >= 2 && std::memcmp(data, "PK", 2) != 0) {
    auto array = parseNpy(ByteSpan(data, size), "fuzz");
    if (array.ok())
      compare(*array);
    return 0;
  }
  static const int file = memfd_create("fuzz.npz", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  if (ftruncate(file, 0) ||
      pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    return 0;
  auto arrays = readNpz(path);
  if (!arrays.ok())
    return 0;
  for (const auto &[name, array] : *arrays)
    compare(array);
  return 0;
}
