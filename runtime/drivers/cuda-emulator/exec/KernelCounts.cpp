// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/KernelCounts.h"

#include "kiln-rt/archive/Error.h"

#include <algorithm>
#include <cstdio>

using namespace kiln::emu;
using kiln::rt::concat;

void KernelCounts::add(const std::string &kernel, const Stats &launch) {
  auto line =
      std::find_if(lines_.begin(), lines_.end(),
                   [&](const Line &known) { return known.kernel == kernel; });
  if (line == lines_.end()) {
    lines_.push_back({kernel, 1, launch});
    return;
  }
  ++line->launches;
  line->counts.add(launch);
  line->counts.blocksPerSm =
      std::min(line->counts.blocksPerSm, launch.blocksPerSm);
  line->counts.occupancy = std::min(line->counts.occupancy, launch.occupancy);
}

std::string KernelCounts::text() const {
  char row[256];
  std::snprintf(row, sizeof row, "%8s %14s %10s %10s %6s %10s %10s %6s  %s\n",
                "launches", "lane instr.", "global", "sectors", "used",
                "shared", "conflicts", "occ.", "kernel");
  std::string text = row;
  for (const Line &line : lines_) {
    const Stats &counts = line.counts;
    std::snprintf(row, sizeof row,
                  "%8llu %14llu %10llu %10llu %5.1f%% %10llu %10llu %5.1f%%  ",
                  static_cast<unsigned long long>(line.launches),
                  static_cast<unsigned long long>(counts.laneInstructions),
                  static_cast<unsigned long long>(counts.globalRequests),
                  static_cast<unsigned long long>(counts.globalSectors),
                  100 * counts.usedShare(),
                  static_cast<unsigned long long>(counts.sharedRequests),
                  static_cast<unsigned long long>(counts.bankConflicts),
                  100 * counts.occupancy);
    text += concat(row, line.kernel, "\n");
  }
  return text;
}

std::string KernelCounts::json() const {
  std::string text = "{\"kernels\":[";
  for (const Line &line : lines_)
    text += concat(&line == &lines_.front() ? "" : ",", "{\"kernel\":\"",
                   line.kernel, "\",\"launches\":", line.launches,
                   ",\"counts\":", line.counts.json(), "}");
  return text + "]}\n";
}
