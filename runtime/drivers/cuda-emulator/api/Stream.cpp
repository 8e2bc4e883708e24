// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams and events. Work is done as late as possible: when somebody
// waits for it. A program that does not wait sees that nothing has happened.

#include "api/State.h"

#include <chrono>

using namespace kiln::emu;

CUstream kiln::emu::streamOf(CUstream handle) {
  return reinterpret_cast<uintptr_t>(handle) > 2 ? handle
                                                 : current()->null.get();
}

static void add(CUstream stream, std::function<CUresult()> work) {
  ++stream->enqueued;
  stream->work.push_back({std::move(work), stream->progress});
  stream->progress.reach(stream->number, stream->enqueued);
}

/// The stream without a handle and the blocking ones wait for each other.
static void waitForOthers(CUstream stream) {
  CUcontext context = stream->context;
  auto waitFor = [&](CUstream other) {
    uint64_t position = other->enqueued;
    stream->progress.join(other->progress);
    if (other->done < position)
      add(stream, [other, position] { return drain(other, position); });
  };
  if (stream != context->null.get()) {
    if (stream->blocking)
      waitFor(context->null.get());
    return;
  }
  for (CUstream other : context->streams)
    if (other->blocking)
      waitFor(other);
}

const Progress &kiln::emu::progressOf(CUstream stream) {
  stream->progress.join(driver().host);
  waitForOthers(stream);
  return stream->progress;
}

CUresult kiln::emu::enqueue(CUstream stream, std::function<CUresult()> work) {
  if (stream->capturing) {
    Progress &captured = stream->captured;
    uint64_t position = captured.of(stream->branch) + 1;
    stream->capturing->work.push_back(
        {std::move(work), captured, stream->branch, position});
    captured.reach(stream->branch, position);
    return CUDA_SUCCESS;
  }
  progressOf(stream);
  add(stream, std::move(work));
  return CUDA_SUCCESS;
}

/// Runs a piece of work of a stream, beside what it is not behind.
static CUresult run(CUstream stream, const StreamWork &work) {
  CUcontext context = stream->context;
  Work done;
  done.stream = stream->name;
  if (work.position)
    done.stream += ", in a graph";
  done.first = context->memory.clock.tick();
  Order order{done.stream, context->history.concurrentWith(work.before)};
  // A wait runs other streams' work.
  std::swap(context->order, order);
  Work *outer = std::exchange(context->running, &done);
  CUresult result = work.run();
  context->running = outer;
  context->order = std::move(order);
  done.last = context->memory.clock.now;
  if (!done.name.empty())
    context->history.add(work.branch ? work.branch : stream->number,
                         work.branch ? work.position : stream->done,
                         std::move(done));
  return result;
}

CUresult kiln::emu::drain(CUstream stream, uint64_t position) {
  CUcontext context = stream->context;
  while (stream->done < position && !stream->work.empty()) {
    StreamWork next = std::move(stream->work.front());
    stream->work.pop_front();
    ++stream->done;
    if (context->sticky)
      continue;
    CUresult result = run(stream, next);
    if (result && !context->sticky)
      context->sticky = result;
  }
  return context->sticky;
}

CUresult kiln::emu::drainAll(CUcontext context) {
  drain(context->null.get());
  for (CUstream stream : context->streams)
    drain(stream);
  return context->sticky;
}

/// Nothing is under way: what the host knows, all that comes will be behind.
static void forget(CUcontext context) {
  bool idle = context->null->work.empty();
  for (CUstream stream : context->streams)
    idle &= stream->work.empty();
  if (!idle)
    return;
  Progress &host = driver().host;
  context->history.forget(host);
  if (!context->history.empty())
    return;
  host.forgetBranches();
  context->null->progress.forgetBranches();
  for (CUstream stream : context->streams)
    stream->progress.forgetBranches();
}

CUresult kiln::emu::await(CUstream stream) {
  CUresult result = drain(stream);
  driver().host.join(stream->progress);
  forget(stream->context);
  return result;
}

CUresult kiln::emu::awaitAll(CUcontext context) {
  drainAll(context);
  driver().host.join(context->null->progress);
  for (CUstream stream : context->streams)
    driver().host.join(stream->progress);
  forget(context);
  return context->sticky;
}

KILN_EMULATOR_API CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  KILN_EMULATOR_ENTER();
  *stream = new CUstream_st();
  (*stream)->number = ++driver().streams;
  (*stream)->name = rt::concat("stream ", ++context->streamsMade);
  (*stream)->context = context;
  (*stream)->blocking = !(flags & 1);
  context->streams.push_back(*stream);
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuStreamCreateWithPriority(CUstream *stream,
                                                      unsigned flags, int) {
  return cuStreamCreate(stream, flags);
}

KILN_EMULATOR_API CUresult cuStreamDestroy_v2(CUstream stream) {
  KILN_EMULATOR_ENTER();
  auto &streams = context->streams;
  auto found = std::find(streams.begin(), streams.end(), stream);
  if (found == streams.end())
    return CUDA_ERROR_INVALID_HANDLE;
  drain(stream);
  streams.erase(found);
  context->retired.emplace_back(stream);
  return context->sticky;
}

KILN_EMULATOR_API CUresult cuStreamSynchronize(CUstream handle) {
  KILN_EMULATOR_ENTER();
  CUstream stream = streamOf(handle);
  if (stream->capturing)
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  return handle ? await(stream) : awaitAll(context);
}

/// A question is answered with no once; the work is done then.
KILN_EMULATOR_API CUresult cuStreamQuery(CUstream handle) {
  KILN_EMULATOR_ENTER();
  CUstream stream = streamOf(handle);
  if (stream->work.empty())
    return await(stream);
  CUresult result = drain(stream);
  return result ? result : CUDA_ERROR_NOT_READY;
}

KILN_EMULATOR_API CUresult cuStreamGetCtx(CUstream handle, CUcontext *context) {
  *context = handle ? handle->context : current();
  return *context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

KILN_EMULATOR_API CUresult cuEventCreate(CUevent *event, unsigned) {
  KILN_EMULATOR_ENTER();
  *event = new CUevent_st();
  (*event)->context = context;
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuEventDestroy_v2(CUevent event) {
  std::lock_guard<std::recursive_mutex> guard(driver().lock);
  // Its record may still be among a stream's work.
  if (event->stream)
    drain(event->stream, event->position);
  delete event;
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuEventRecord(CUevent event, CUstream handle) {
  KILN_EMULATOR_ENTER();
  CUstream stream = streamOf(handle);
  if (stream->capturing) {
    event->stream = nullptr;
    event->capture = stream->capturing->number;
    event->progress = stream->captured;
    return CUDA_SUCCESS;
  }
  event->capture = 0;
  CUresult result = enqueue(stream, [event] {
    auto now = std::chrono::steady_clock::now().time_since_epoch();
    event->nanoseconds = static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
    return CUDA_SUCCESS;
  });
  event->stream = stream;
  event->position = stream->enqueued;
  event->progress = stream->progress;
  return result;
}

KILN_EMULATOR_API CUresult cuEventSynchronize(CUevent event) {
  KILN_EMULATOR_ENTER();
  if (!event->stream)
    return CUDA_SUCCESS;
  driver().host.join(event->progress);
  drain(event->stream, event->position);
  forget(event->context);
  return event->context->sticky;
}

KILN_EMULATOR_API CUresult cuEventQuery(CUevent event) {
  KILN_EMULATOR_ENTER();
  if (!event->stream)
    return CUDA_SUCCESS;
  if (event->stream->done >= event->position) {
    driver().host.join(event->progress);
    return CUDA_SUCCESS;
  }
  CUresult result = drain(event->stream, event->position);
  return result ? result : CUDA_ERROR_NOT_READY;
}

/// A stream that follows an event of a capture is captured, too.
static CUresult followCaptured(CUstream stream, const CUevent_st &event) {
  auto graph = driver().captures.find(event.capture);
  if (graph == driver().captures.end() ||
      (stream->capturing && stream->capturing != graph->second))
    return CUDA_ERROR_CAPTURED_EVENT;
  if (!stream->capturing)
    capture(stream, graph->second);
  stream->captured.join(event.progress);
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuStreamWaitEvent(CUstream handle, CUevent event,
                                             unsigned) {
  KILN_EMULATOR_ENTER();
  CUstream stream = streamOf(handle), other = event->stream;
  if (event->capture)
    return followCaptured(stream, *event);
  if (!other || stream->capturing)
    return CUDA_SUCCESS;
  uint64_t position = event->position;
  stream->progress.join(event->progress);
  return enqueue(stream, [other, position] { return drain(other, position); });
}

KILN_EMULATOR_API CUresult cuEventElapsedTime_v2(float *milliseconds,
                                                 CUevent from, CUevent to) {
  KILN_EMULATOR_ENTER();
  if (!from->nanoseconds || !to->nanoseconds)
    return CUDA_ERROR_NOT_READY;
  *milliseconds = static_cast<float>(static_cast<double>(to->nanoseconds) -
                                     static_cast<double>(from->nanoseconds)) /
                  1e6f;
  return CUDA_SUCCESS;
}

KILN_EMULATOR_API CUresult cuEventElapsedTime(float *milliseconds, CUevent from,
                                              CUevent to) {
  return cuEventElapsedTime_v2(milliseconds, from, to);
}
