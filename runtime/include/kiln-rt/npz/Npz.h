// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays in numpy's .npy and .npz forms, from which tools read inputs and
// write outputs to. Little-endian booleans, integers, floats and complex
// numbers; no objects, no strings, no records. bfloat16 has no numpy type and
// travels as its bits in uint16. Plain values, one thread at a time.

#ifndef KILN_RT_NPZ_NPZ_H
#define KILN_RT_NPZ_NPZ_H

#include "kiln-rt/archive/Error.h"
#include "kiln-rt/archive/ZipWriter.h"
#include "kiln-rt/kiln.h"

#include <cstdlib>
#include <map>
#include <vector>

namespace kiln::rt {

/// A row-major array; its memory is aligned to 64 bytes.
class NpyArray {
public:
  NpyArray() = default;
  /// Zeros. `sizes` must not overflow.
  NpyArray(kiln_dtype dtype, std::vector<int64_t> sizes);

  kiln_dtype dtype() const { return dtype_; }
  /// Says what the bits of a uint16 array mean: bfloat16, say. The element
  /// size must stay.
  void setDtype(kiln_dtype dtype) { dtype_ = dtype; }
  const std::vector<int64_t> &sizes() const { return sizes_; }
  int64_t elements() const { return elements_; }
  size_t bytes() const;
  void *data() { return data_.get(); }
  const void *data() const { return data_.get(); }

private:
  struct Free {
    void operator()(void *memory) const { std::free(memory); }
  };
  kiln_dtype dtype_ = KILN_DTYPE_NONE;
  std::vector<int64_t> sizes_;
  int64_t elements_ = 0;
  std::unique_ptr<void, Free> data_;
};

/// Parses a .npy file's bytes, versions 1 to 3, C or Fortran order. `name`
/// stands for it in errors.
Expected<NpyArray> parseNpy(ByteSpan bytes, const std::string &name);

/// The bytes of a .npy file, version 1.0, in C order.
std::vector<uint8_t> writeNpy(const NpyArray &array);

/// All arrays of a .npz file, stored or deflated, by name without ".npy".
using NpzArrays = std::map<std::string, NpyArray>;
Expected<NpzArrays> readNpz(const std::string &path);

/// Writes a .npz file, stored, in the order of the names.
Status writeNpz(const std::string &path, const NpzArrays &arrays);

} // namespace kiln::rt

#endif // KILN_RT_NPZ_NPZ_H
