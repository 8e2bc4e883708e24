// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Apart.h"

#include "exec/Scheduler.h"
#include "exec/Work.h"

#include <condition_variable>
#include <mutex>
#include <thread>

using namespace kiln::emu;
using kiln::rt::concat;

bool kiln::emu::canRunApart(const Launch &launch, uint64_t clusters) {
  const RunOptions &options = launch.options;
  return clusters > 1 && !launch.code.blocksMeet && !options.cooperative &&
         !options.trace && (!launch.order || launch.order->concurrent.empty());
}

namespace {
/// What one cluster did.
struct ClusterRun {
  Report report;
  Stats stats;
  uint64_t executed = 0;
  bool stopped = false;
  Trail trail;
};

/// The trails of the clusters so far, and the races that they show.
class TrailJudge {
public:
  explicit TrailJudge(Launch &launch) : launch(launch) {}

  void add(Trail &trail) {
    trail.forEach([&](Allocation &allocation, Marks &mine) {
      Marks &all = before.of(allocation);
      if (!mine.granule())
        all.splitToBytes();
      if (!all.granule())
        mine.splitToBytes();
      mine.forPages([&](uint64_t index, Marks::Page &page) {
        compare(allocation, index, page, all.page(index));
      });
    });
  }

  /// Leaves the marks to the work that comes after the launch.
  void publish() {
    before.forEach([&](Allocation &allocation, Marks &all) {
      Marks &kept = allocation.shadow.marks;
      if (!all.granule())
        kept.splitToBytes();
      if (!kept.granule())
        all.splitToBytes();
      all.forPages([&](uint64_t index, Marks::Page &page) {
        copy(page, kept.page(index));
      });
    });
  }

private:
  template <typename F>
  static void forBits(const uint64_t (&words)[Marks::pageWords], F body) {
    for (unsigned w = 0; w < Marks::pageWords; ++w)
      for (uint64_t bits = words[w]; bits; bits &= bits - 1)
        body(w * 64 + static_cast<unsigned>(__builtin_ctzll(bits)));
  }

  void compare(Allocation &allocation, uint64_t index, const Marks::Page &mine,
               Marks::Page &all) {
    unsigned shift = before.of(allocation).granule();
    uint64_t readLate[Marks::pageWords], writtenTwice[Marks::pageWords],
        writtenLate[Marks::pageWords], newReads[Marks::pageWords],
        newWrites[Marks::pageWords];
    for (unsigned w = 0; w < Marks::pageWords; ++w) {
      readLate[w] = mine.read[w] & all.written[w];
      writtenTwice[w] = mine.written[w] & all.written[w];
      writtenLate[w] = mine.written[w] & all.read[w];
      newReads[w] = mine.read[w] & ~all.read[w];
      newWrites[w] = mine.written[w] & ~all.written[w];
      all.read[w] |= newReads[w];
      all.written[w] |= newWrites[w];
    }
    auto offset = [&](unsigned at) {
      return (index * Marks::pageCells + at) << shift;
    };
    forBits(readLate, [&](unsigned at) {
      report(allocation, offset(at), reader(mine.cells[at]), false,
             all.cells[at].write, true);
    });
    forBits(writtenTwice, [&](unsigned at) {
      if (mine.content[at] != all.content[at])
        report(allocation, offset(at), mine.cells[at].write, true,
               all.cells[at].write, true);
    });
    forBits(writtenLate, [&](unsigned at) {
      report(allocation, offset(at), mine.cells[at].write, true,
             reader(all.cells[at]), false);
    });
    forBits(newReads, [&](unsigned at) {
      all.cells[at].read[0] = reader(mine.cells[at]);
    });
    forBits(newWrites, [&](unsigned at) {
      all.cells[at].write = mine.cells[at].write;
      all.content[at] = mine.content[at];
    });
  }

  /// Who read a cell; if it was written later, its writer is known alone.
  static const Mark &reader(const Cell &cell) {
    return cell.read[0].thread ? cell.read[0] : cell.write;
  }

  void report(Allocation &allocation, uint64_t offset, const Mark &mine,
              bool write, const Mark &other, bool wrote) {
    const Program &program = launch.program;
    const Inst &inst = *program.sites[mine.site & Mark::siteBits];
    Fault fault;
    fault.kind = FaultKind::Race;
    fault.kernel = launch.code.function->name;
    fault.instruction = opcodeOf(*inst.statement);
    fault.access = accessOf(program, launch.shape, mine, write);
    fault.hasOther = true;
    fault.other = accessOf(program, launch.shape, other, wrote);
    fault.detail = concat(
        "this ", write ? "write" : "read", " is not ordered after a ",
        wrote ? "write" : "read", " at line ", fault.other.at.line,
        fault.other.at.line == fault.access.at.line ? " by another thread"
                                                    : "");
    fault.space = Space::Global;
    fault.hasAddress = true;
    fault.address = allocation.base + offset;
    fault.allocation = launch.memory.describe(fault.address);
    launch.report.add(std::move(fault));
  }

  /// All that was done in the launch has its date for those that come later.
  void copy(const Marks::Page &from, Marks::Page &to) {
    auto dated = [&](Mark mark) {
      mark.stamp = launch.start;
      return mark;
    };
    forBits(from.written, [&](unsigned at) {
      to.cells[at] = Cell();
      to.cells[at].write = dated(from.cells[at].write);
    });
    forBits(from.read, [&](unsigned at) {
      to.cells[at].read[1] = to.cells[at].read[0];
      to.cells[at].read[0] = dated(from.cells[at].read[0]);
    });
  }

  Launch &launch;
  Trail before;
};

class ClusterWorkers {
public:
  ClusterWorkers(Launch &launch, uint64_t clusters)
      : launch(launch), judge(launch), clusters(clusters) {}

  void run() {
    // Threads begin where what is left is worth them.
    constexpr uint64_t worthwhile = 50000;
    unsigned wanted = launch.options.workers;
    if (!wanted) {
      runNext();
      uint64_t left = (clusters - 1) * launch.executed;
      wanted = left < worthwhile ? 1 : std::thread::hardware_concurrency();
    }
    std::vector<std::thread> helpers;
    for (unsigned i = 1; i < std::min<uint64_t>({wanted, clusters, most}); ++i)
      helpers.emplace_back([this] { runAll(); });
    runAll();
    for (std::thread &helper : helpers)
      helper.join();
    if (launch.order)
      judge.publish();
  }

private:
  static constexpr uint64_t most = 16;     ///< threads
  static constexpr uint64_t farAhead = 64; ///< clusters that wait for others

  void runAll() {
    while (runNext())
      ;
  }

  bool runNext() {
    uint64_t number;
    {
      std::unique_lock<std::mutex> lock(mutex);
      merging.wait(lock, [&] { return next < merged + farAhead; });
      if (next >= clusters || launch.stopped)
        return false;
      number = next++;
    }
    ClusterRun done;
    runCluster(number, done);
    std::lock_guard<std::mutex> lock(mutex);
    waiting.emplace(number, std::move(done));
    for (auto it = waiting.begin(); it != waiting.end() && it->first == merged;
         ++merged) {
      merge(it->second);
      it = waiting.erase(it);
    }
    merging.notify_all();
    return true;
  }

  void runCluster(uint64_t number, ClusterRun &done) {
    Clock clock;
    Launch own{launch.program, launch.code,    launch.memory,
               launch.shape,   launch.options, done.report,
               clock,          nullptr,        {},
               launch.params};
    own.start = clock.tick();
    own.sharedBytes = launch.sharedBytes;
    own.warpsPerBlock = launch.warpsPerBlock;
    own.trail = &done.trail;
    own.seed(number + 1);
    Scheduler(own, number, number + 1).run();
    done.stats = own.stats;
    done.executed = own.executed;
    done.stopped = own.stopped;
  }

  /// In the order of numbers; what comes behind a cluster that stopped the
  /// launch did not happen.
  void merge(ClusterRun &done) {
    if (launch.stopped)
      return;
    for (const Fault &fault : done.report.faults())
      launch.report.add(fault);
    launch.stats.add(done.stats);
    launch.executed += done.executed;
    launch.stopped = done.stopped;
    judge.add(done.trail);
    if (!launch.stopped && launch.executed > launch.options.maxInstructions) {
      Fault fault;
      fault.kind = FaultKind::TooLong;
      fault.kernel = launch.code.function->name;
      fault.detail =
          concat("given up after ", launch.executed, " instructions of warps");
      launch.report.add(std::move(fault));
      launch.stopped = true;
    }
  }

  Launch &launch;
  TrailJudge judge;
  const uint64_t clusters;
  std::mutex mutex; ///< of all below, of the launch and the judge
  std::condition_variable merging;
  uint64_t next = 0, merged = 0;
  std::map<uint64_t, ClusterRun> waiting;
};
} // namespace

void kiln::emu::runApart(Launch &launch, uint64_t clusters) {
  ClusterWorkers(launch, clusters).run();
}
