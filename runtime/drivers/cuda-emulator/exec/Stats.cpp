// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exec/Stats.h"

#include "kiln-rt/archive/Error.h"

#include <cstdio>

using namespace kiln::emu;
using kiln::rt::concat;

static std::string percent(double part, double whole) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", whole ? 100 * part / whole : 0);
  return text;
}

void Stats::add(const Stats &other) {
  for (auto member :
       {&Stats::instructions, &Stats::laneInstructions, &Stats::branches,
        &Stats::divergent, &Stats::barriers, &Stats::globalRequests,
        &Stats::globalSectors, &Stats::globalBytes, &Stats::sharedRequests,
        &Stats::sharedWavefronts, &Stats::bankConflicts, &Stats::atomics})
    this->*member += other.*member;
}

double Stats::usedShare() const {
  return globalSectors ? static_cast<double>(globalBytes) /
                             static_cast<double>(globalSectors * 32)
                       : 0;
}

std::string Stats::text() const {
  return concat("instructions: ", instructions, " of warps, ", laneInstructions,
                " of threads, ",
                percent(static_cast<double>(laneInstructions),
                        static_cast<double>(instructions) * 32),
                " of lanes active\n", "branches: ", branches, ", divergent ",
                divergent, "\n", "barriers: ", barriers, ", atomics: ", atomics,
                "\n", "global memory: ", globalRequests, " requests, ",
                globalSectors, " sectors of 32 bytes, ", globalBytes,
                " bytes asked for, ", percent(usedShare(), 1),
                " of the sectors\n", "shared memory: ", sharedRequests,
                " requests, ", sharedWavefronts, " wavefronts, ", bankConflicts,
                " by bank conflicts\n", "occupancy: ", blocksPerSm,
                " blocks on an SM, ", percent(occupancy, 1),
                " of its threads\n");
}

std::string Stats::json() const {
  return concat(
      "{\"instructions\":", instructions,
      ",\"laneInstructions\":", laneInstructions, ",\"branches\":", branches,
      ",\"divergent\":", divergent, ",\"barriers\":", barriers,
      ",\"atomics\":", atomics, ",\"globalRequests\":", globalRequests,
      ",\"globalSectors\":", globalSectors, ",\"globalBytes\":", globalBytes,
      ",\"sharedRequests\":", sharedRequests,
      ",\"sharedWavefronts\":", sharedWavefronts,
      ",\"bankConflicts\":", bankConflicts, ",\"blocksPerSm\":", blocksPerSm,
      ",\"occupancy\":", occupancy, "}");
}
