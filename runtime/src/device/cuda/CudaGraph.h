// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KILN_RT_SRC_DEVICE_CUDA_CUDAGRAPH_H
#define KILN_RT_SRC_DEVICE_CUDA_CUDAGRAPH_H

#include "device/Device.h"
#include "device/cuda/PrimaryContext.h"
#include "device/cuda/RecentLaunches.h"

namespace kiln::rt::cuda {

/// A graph that the driver can launch. The context outlives it.
class CudaGraph final : public DeviceGraph {
public:
  explicit CudaGraph(const PrimaryContext &context) : context_(context) {}
  ~CudaGraph() override;

  /// Becomes what was captured: by other addresses where the work is the same,
  /// else anew.
  Result update(GraphHandle captured);

  ExecutableGraph executable = nullptr;
  std::vector<RecentLaunches::Entry> launches; ///< that it makes

private:
  const PrimaryContext &context_;
};

} // namespace kiln::rt::cuda

#endif // KILN_RT_SRC_DEVICE_CUDA_CUDAGRAPH_H
