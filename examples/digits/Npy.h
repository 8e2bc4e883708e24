// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Just enough of NumPy's .npy format for the example: little-endian arrays in
// row-major order, whose element type the caller knows.
#ifndef KILN_EXAMPLES_DIGITS_NPY_H
#define KILN_EXAMPLES_DIGITS_NPY_H

#include "kiln-rt/archive/ZipReader.h"

#include <cstring>

/// Reads array `name` of an archive as a flat list of `T`; `descriptor` is
/// NumPy's name of that type ("<f4").
template <typename T>
kiln::rt::Expected<std::vector<T>> readArray(const kiln::rt::ZipReader &archive,
                                             const std::string &name,
                                             const char *descriptor) {
  using namespace kiln::rt;
  KILN_RT_ASSIGN(const ZipEntry *entry, archive.require(name + ".npy"));
  KILN_RT_ASSIGN(std::vector<uint8_t> bytes, archive.read(*entry));
  // "\x93NUMPY", version 1.0, the header's length in 2 bytes, the header.
  if (bytes.size() < 10 || std::memcmp(bytes.data(), "\x93NUMPY\x01", 7) != 0)
    return makeError(Code::DataLoss, name, ": not a version 1 .npy array");
  size_t begin = 10 + bytes[8] + 256 * size_t(bytes[9]);
  std::string header(bytes.begin() + 10,
                     bytes.begin() + std::min(begin, bytes.size()));
  if (begin > bytes.size() || header.find(descriptor) == std::string::npos)
    return makeError(Code::InvalidArgument, name, ": not of type ", descriptor);
  std::vector<T> values((bytes.size() - begin) / sizeof(T));
  std::memcpy(values.data(), bytes.data() + begin, values.size() * sizeof(T));
  return values;
}

#endif // KILN_EXAMPLES_DIGITS_NPY_H
