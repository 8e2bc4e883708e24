// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs: work of streams that is captured, in the order of its events, and
// launched as one.

#include "api/State.h"

using namespace kiln::emu;

void kiln::emu::capture(CUstream stream, CUgraph graph) {
  stream->capturing = graph;
  stream->branch = ++graph->branches;
  stream->captured = Progress();
  graph->streams.push_back(stream);
}

KILN_EMULATOR_API CUresult cuStreamBeginCapture_v2(CUstream handle, int) {
  KILN_EMULATOR_ENTER();
  if (!handle || handle->capturing)
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  auto *graph = new CUgraph_st();
  graph->number = ++driver().graphs;
  driver().captures[graph->number] = graph;
  capture(handle, graph);
  return CUDA_SUCCESS;
}

/// By the stream that began, which the others must have been joined to.
KILN_EMULATOR_API CUresult cuStreamEndCapture(CUstream handle, CUgraph *made) {
  KILN_EMULATOR_ENTER();
  if (!handle || !handle->capturing || handle->branch != 1)
    return CUDA_ERROR_INVALID_VALUE;
  CUgraph graph = handle->capturing;
  bool joined = true;
  for (CUstream stream : graph->streams) {
    joined &= handle->captured.of(stream->branch) ==
              stream->captured.of(stream->branch);
    stream->capturing = nullptr;
  }
  graph->streams.clear();
  driver().captures.erase(graph->number);
  *made = joined ? graph : nullptr;
  if (joined)
    return CUDA_SUCCESS;
  delete graph;
  return CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
}

KILN_EMULATOR_API CUresult cuStreamIsCapturing(CUstream handle, int *status) {
  KILN_EMULATOR_ENTER();
  *status = streamOf(handle)->capturing ? 1 : 0;
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuGraphInstantiateWithFlags(CUgraphExec *made,
                                                       CUgraph graph,
                                                       unsigned long long) {
  KILN_EMULATOR_ENTER();
  *made = new CUgraphExec_st{graph->work, graph->branches};
  return CUDA_SUCCESS;
}

/// Takes the addresses of another capture of the same work.
KILN_EMULATOR_API CUresult cuGraphExecUpdate_v2(
    CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info) {
  KILN_EMULATOR_ENTER();
  bool same = exec->work.size() == graph->work.size() &&
              exec->branches == graph->branches;
  *info = {same ? 0 : 2, nullptr, nullptr};
  if (!same)
    return CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
  exec->work = graph->work;
  return CUDA_SUCCESS;
}

/// The branches run beside each other, behind what the stream has to do by now;
/// what comes later is behind all of them.
KILN_EMULATOR_API CUresult cuGraphLaunch(CUgraphExec exec, CUstream handle) {
  KILN_EMULATOR_ENTER();
  CUstream stream = streamOf(handle);
  if (stream->capturing || exec->branches == 1) {
    for (const StreamWork &work : exec->work)
      if (CUresult result = enqueue(stream, work.run))
        return result;
    return CUDA_SUCCESS;
  }
  const Progress before = progressOf(stream);
  uint32_t &launched = driver().branches;
  uint32_t first = Progress::firstBranch + launched;
  launched = (launched + exec->branches + 1) % Progress::firstBranch;
  for (const StreamWork &work : exec->work) {
    StreamWork made{work.run, before, first + work.branch, work.position};
    made.before.joinRenumbered(work.before, first);
    stream->progress.reach(made.branch, made.position);
    stream->progress.reach(stream->number, ++stream->enqueued);
    stream->work.push_back(std::move(made));
  }
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuGraphDestroy(CUgraph graph) {
  delete graph;
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuGraphExecDestroy(CUgraphExec exec) {
  delete exec;
  return CUDA_SUCCESS;
}
