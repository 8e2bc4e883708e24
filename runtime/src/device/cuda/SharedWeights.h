// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weights that modules of a process share: each is on a device once, for as
// long as a module has it.

#ifndef KILN_RT_SRC_DEVICE_CUDA_SHAREDWEIGHTS_H
#define KILN_RT_SRC_DEVICE_CUDA_SHAREDWEIGHTS_H

#include "device/cuda/CudaDevice.h"

#include <map>
#include <set>

namespace kiln::rt::cuda {

/// Any number of threads. The context is current in all functions.
class SharedWeights : public std::enable_shared_from_this<SharedWeights> {
public:
  /// Those of a context, which all have that ask while somebody has them.
  static Expected<std::shared_ptr<SharedWeights>>
  of(const PrimaryContext &context, kiln_device id);

  /// As Device::shareUploads(). `uploads` gets those that may be under way.
  Status share(const std::vector<NamedBytes> &wanted,
               std::vector<const void *> &memory,
               std::set<std::shared_ptr<Uploads>> &uploads,
               std::unique_ptr<DeviceUploads> &held);

private:
  struct Weight;
  struct Share;
  using WeightPtr = std::shared_ptr<Weight>;

  explicit SharedWeights(std::shared_ptr<CudaDevice> device)
      : device_(std::move(device)) {}
  WeightPtr find(const std::string &name);
  Expected<WeightPtr> make(uint64_t bytes);
  bool forget(const Share &share);

  /// Of no module, since any may be the first to go.
  std::shared_ptr<CudaDevice> device_;
  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<Weight>> weights_; ///< under the mutex
};

} // namespace kiln::rt::cuda

#endif // KILN_RT_SRC_DEVICE_CUDA_SHAREDWEIGHTS_H
