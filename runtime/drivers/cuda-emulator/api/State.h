// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is behind the driver's handles. One lock serves all of it.

#ifndef KILN_EMULATOR_API_STATE_H
#define KILN_EMULATOR_API_STATE_H

#include "api/Driver.h"
#include "api/History.h"
#include "exec/KernelCounts.h"

#include <cstdlib>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <set>

/// One piece of work of a stream; it runs when somebody must see its effect.
struct StreamWork {
  std::function<CUresult()> run;
  kiln::emu::Progress before; ///< what it is behind
  /// In a graph, and once that is launched: the branch and its place there.
  uint32_t branch = 0; ///< 0: the stream itself
  uint64_t position = 0;
};

/// Host memory that a copy under way reads or writes, as it was then. Who
/// changes it before the copy is waited for has not waited.
struct HostRange {
  const uint8_t *at = nullptr;
  std::vector<uint8_t> content;
};

struct CUctx_st {
  explicit CUctx_st(int device)
      : device(device),
        memory(kiln::emu::Windows::global + (uint64_t(device) << 40)) {}

  const int device;
  unsigned retained = 0;
  kiln::emu::Memory memory;
  kiln::emu::Report report;
  CUresult sticky = CUDA_SUCCESS; ///< the first fault; all later calls fail
  std::vector<CUstream> streams;  ///< as they were made
  unsigned streamsMade = 0;
  /// Those that were destroyed: events and other streams may still name them.
  std::vector<std::unique_ptr<CUstream_st>> retired;
  std::set<CUmodule> modules;
  std::map<uint64_t, size_t> pinned; ///< host memory by address, with bytes
  /// That of the context's own, which ends with it even after a fault.
  std::map<void *, std::unique_ptr<void, decltype(&std::free)>> hostMemory;
  std::unique_ptr<CUstream_st> null; ///< the stream without a handle
  kiln::emu::History history;
  /// Of the work that runs.
  kiln::emu::Order order;
  kiln::emu::Work *running = nullptr;
  std::list<std::shared_ptr<HostRange>> lent; ///< to copies under way
};

struct CUfunc_st {
  CUmodule module = nullptr;
  const kiln::emu::Code *code = nullptr;
  unsigned dynamicShared = 48 * 1024; ///< at most, until it is raised
};

struct CUmod_st {
  CUcontext context = nullptr;
  std::unique_ptr<kiln::emu::Program> program;
  std::map<std::string, std::unique_ptr<CUfunc_st>> functions;
};

struct CUstream_st {
  CUcontext context = nullptr;
  uint32_t number = 0;          ///< among all streams of the process
  std::string name;             ///< "stream 2" of its context
  kiln::emu::Progress progress; ///< what its next work is behind
  bool blocking = true;         ///< ordered with the stream without a handle
  std::deque<StreamWork> work;
  uint64_t enqueued = 0, done = 0;
  CUgraph capturing = nullptr;
  uint32_t branch = 0;          ///< of that graph
  kiln::emu::Progress captured; ///< by branches: what comes next is behind it
};

struct CUevent_st {
  CUcontext context = nullptr;
  CUstream stream = nullptr;    ///< null: not recorded
  uint64_t position = 0;        ///< of the stream's work
  kiln::emu::Progress progress; ///< who waits for it is behind this
  uint64_t nanoseconds = 0;     ///< when it was reached
  uint64_t capture = 0; ///< number of the graph that it was recorded into
};

/// Streams that are captured into one graph are its branches.
struct CUgraph_st {
  uint64_t number = 0;
  std::vector<StreamWork> work;
  std::vector<CUstream> streams; ///< while it is captured: of branches 1, 2, …
  uint32_t branches = 0;
};

struct CUgraphExec_st {
  std::vector<StreamWork> work;
  uint32_t branches = 0;
};

namespace kiln::emu {

struct Driver {
  std::recursive_mutex lock;
  bool initialized = false;
  int devices = 1;
  unsigned architecture = 90;
  bool architectureSpecific = true;
  uint64_t memoryBytes = UINT64_C(8) << 30;
  bool memoryPools = true;
  RunOptions options;
  KernelCounts counts;                  ///< of all devices, with `stats=on`
  uint32_t streams = 0;                 ///< made so far
  Progress host;                        ///< what the host has waited for
  std::map<uint64_t, CUgraph> captures; ///< under way, by number
  uint64_t graphs = 0;                  ///< made so far
  uint32_t branches = 0;                ///< launched so far, modulo 2^31
  std::map<int, std::unique_ptr<CUctx_st>> contexts;
};

Driver &driver();
/// The calling thread's context; null where none is current.
CUcontext &current();
/// The stream of a handle in the current context; null stands for its own, and
/// so do 1 and 2, the legacy stream and that of the thread.
CUstream streamOf(CUstream handle);

/// A stream becomes a branch of a graph.
void capture(CUstream stream, CUgraph graph);
/// Adds work to a stream, or to the graph that captures it.
CUresult enqueue(CUstream stream, std::function<CUresult()> work);
/// Does the work of a stream, up to a position or all of it.
/// What work that is added now is behind.
const Progress &progressOf(CUstream stream);
CUresult drain(CUstream stream, uint64_t position = ~UINT64_C(0));
CUresult drainAll(CUcontext context);
/// The same, for a host that waits: what it enqueues later is behind that.
CUresult await(CUstream stream);
CUresult awaitAll(CUcontext context);

/// What a device would answer for the first fault.
CUresult resultOf(const Report &report);

/// Code of every entry point: the lock, and a context without sticky error.
#define KILN_EMULATOR_ENTER()                                                  \
  std::lock_guard<std::recursive_mutex> guard(driver().lock);                  \
  if (!driver().initialized)                                                   \
    return CUDA_ERROR_NOT_INITIALIZED;                                         \
  CUcontext context = current();                                               \
  if (!context)                                                                \
    return CUDA_ERROR_INVALID_CONTEXT;                                         \
  if (context->sticky)                                                         \
  return context->sticky

} // namespace kiln::emu

#endif // KILN_EMULATOR_API_STATE_H
