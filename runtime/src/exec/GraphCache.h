// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls as graphs of their device: what a call enqueues depends on its sizes
// and on addresses only, unless data is read on the way. It is captured the
// second time, when the memory of its temporaries is there, since a device
// whose work is captured can neither allocate nor wait; then it is done at
// once.

#ifndef KILN_RT_SRC_EXEC_GRAPHCACHE_H
#define KILN_RT_SRC_EXEC_GRAPHCACHE_H

#include "exec/Interpreter.h"

#include <list>

namespace kiln::rt {

/// Of one context, like the frames that it is used with. The graphs that were
/// used last are kept, one for each set of sizes of each program.
class GraphCache {
public:
  GraphCache(Module &module, size_t limit);

  /// Can calls of the program be captured? Not where the host sees data, calls
  /// routines, or is to look after each instruction.
  bool takes(const Frame &frame, const Call &call,
             const RunControl &control) const;
  /// Runs the entry `run` in the place of the interpreter, after takes().
  Status run(Frame &frame, Call &call, const RunControl &control);

private:
  struct Entry {
    uint32_t program;
    std::vector<Word> symbols;
    std::vector<Word> registers;   ///< as the run leaves them
    std::vector<void *> segments;  ///< of the last run
    std::vector<void *> addresses; ///< of the graph; empty: none is captured
    std::unique_ptr<DeviceGraph> graph;
  };

  Entry &find(const Frame &frame);
  Status capture(Entry &entry, Frame &frame, Call &call,
                 const RunControl &control);

  Module &module_;
  size_t limit_;
  std::vector<bool> isCapturable_; ///< per program
  std::list<Entry> entries_;       ///< used last first
};

} // namespace kiln::rt

#endif // KILN_RT_SRC_EXEC_GRAPHCACHE_H
