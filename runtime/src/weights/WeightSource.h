// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Named tensors that can take the place of a package's state, and what keeps
// their memory. Immutable once made.

#ifndef KILN_RT_SRC_WEIGHTS_WEIGHTSOURCE_H
#define KILN_RT_SRC_WEIGHTS_WEIGHTSOURCE_H

#include "kiln-rt/archive/Error.h"
#include "kiln-rt/kiln.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace kiln::rt {

struct NamedTensor {
  std::string name;
  kiln_tensor tensor = {};
  std::shared_ptr<const void> owner; ///< keeps the memory; may be null
};

class WeightSource;
using WeightSourcePtr = std::shared_ptr<const WeightSource>;

class WeightSource {
public:
  /// `owner` keeps the tensors' memory; its deleter gives it back. Errors:
  /// InvalidArgument for a name that comes twice.
  static Expected<WeightSourcePtr> make(std::vector<NamedTensor> tensors,
                                        const std::shared_ptr<void> &owner);

  /// The tensors of `over`, and those of `base` (which may be null) whose names
  /// it lacks. Tensors of either that are not in use are let go.
  static WeightSourcePtr overlay(const WeightSourcePtr &base,
                                 const WeightSourcePtr &over);

  const std::vector<NamedTensor> &tensors() const { return tensors_; }
  /// The tensor of this name, or null.
  const kiln_tensor *find(std::string_view name) const;

private:
  WeightSource() = default;

  std::vector<NamedTensor> tensors_;
  std::unordered_map<std::string, size_t> index_;
};

/// Maps a file in the safetensors format.
Expected<WeightSourcePtr> readSafetensors(const std::string &path);

/// Maps the state of a program (null: the first) of a package.
Expected<WeightSourcePtr> readPackageWeights(const std::string &path,
                                             const char *program);

/// Tensors of a caller. `owner` keeps them; where it is null they are copied.
Expected<WeightSourcePtr> useTensors(const char *const *names,
                                     const kiln_tensor *tensors, size_t count,
                                     std::shared_ptr<void> owner);

} // namespace kiln::rt

#endif // KILN_RT_SRC_WEIGHTS_WEIGHTSOURCE_H
