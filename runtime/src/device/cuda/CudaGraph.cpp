// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work that is captured from a stream and launched as one graph.

#include "device/cuda/CudaGraph.h"
#include "device/cuda/CudaDevice.h"

using namespace kiln::rt;
using namespace kiln::rt::cuda;

CudaGraph::~CudaGraph() {
  PrimaryContext::Scope scope(context_);
  if (executable)
    context_.driver.graphExecDestroy(executable);
}

Result CudaGraph::update(GraphHandle captured) {
  const Driver &driver = context_.driver;
  GraphUpdate update = {};
  if (executable &&
      driver.graphExecUpdate(executable, captured, &update) == Result::Success)
    return Result::Success;
  if (executable)
    driver.graphExecDestroy(std::exchange(executable, nullptr));
  return driver.graphInstantiate(&executable, captured, 0);
}

Status CudaDevice::capture(const std::function<Status(kiln_stream)> &work,
                           std::unique_ptr<DeviceGraph> &graph) {
  std::lock_guard<std::mutex> lock(captureMutex_);
  PrimaryContext::Scope scope(context_);
  if (!capture_) {
    StreamHandle made = nullptr;
    KILN_RT_TRY(check(driver_.streamCreate(&made, nonBlockingStream),
                      "making a stream"));
    capture_ = made;
  }
  KILN_RT_TRY(check(driver_.streamBeginCapture(capture_, captureOfThread),
                    "capturing a graph"));
  captured_.clear();
  Status enqueued = work(capture_);
  GraphHandle recorded = nullptr;
  // Also where the work has failed: the stream is free again.
  Result result = driver_.streamEndCapture(capture_, &recorded);
  if (enqueued.ok() && result == Result::Success) {
    if (!graph)
      graph = std::make_unique<CudaGraph>(context_);
    auto &made = static_cast<CudaGraph &>(*graph);
    result = made.update(recorded);
    made.launches = captured_;
  }
  if (recorded)
    driver_.graphDestroy(recorded);
  KILN_RT_TRY(std::move(enqueued));
  return check(result, "making a graph");
}

Status CudaDevice::replay(DeviceGraph &graph, kiln_stream given) {
  auto &made = static_cast<CudaGraph &>(graph);
  PrimaryContext::Scope scope(context_);
  KILN_RT_ASSIGN(StreamHandle stream, enter(given));
  KILN_RT_TRY(followAllUploads(stream));
  for (const RecentLaunches::Entry &launch : made.launches)
    launches_.add(launch.kernel, launch.dispatch, stream);
  return check(driver_.graphLaunch(made.executable, stream),
               "launching a graph");
}
