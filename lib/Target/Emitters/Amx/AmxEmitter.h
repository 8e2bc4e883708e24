// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products in tile registers. A tile of the result is two by two
// registers of sums; a step loads two registers of rows and two of the panel,
// and adds four products. Work, panels and what follows the sums are those of
// products in vector registers.
#ifndef KILN_LIB_TARGET_EMITTERS_AMX_AMXEMITTER_H
#define KILN_LIB_TARGET_EMITTERS_AMX_AMXEMITTER_H

#include "../Gemm/GemmEmitter.h"
#include "AmxPlan.h"

namespace kiln {

class AmxEmitter : public GemmEmitter {
public:
  AmxEmitter(OpBuilder &builder, ScalarEmitter &emitter, exec::KernelOp kernel,
             const AmxPlan &plan, const CpuInfo &info, Value scratch)
      : GemmEmitter(builder, emitter, kernel, plan, info, scratch), amx(plan),
        tiles(builder, kernel.getLoc()) {}

private:
  void begin() override;
  void end() override { tiles.release(); }
  LogicalResult pack(const WorkItem &item) override;
  LogicalResult emitItemRows(const WorkItem &item) override;

  Value bytes(Value base, Value offset);
  Value bytes(Value base, int64_t offset);

  // Packing.
  Value firstPackedRow(const WorkItem &item);
  LogicalResult packRowBlock(const WorkItem &item);
  LogicalResult packLeftRow(Value place);
  LogicalResult packLeftElements(Value place, Value step, int64_t first,
                                 int64_t end);
  LogicalResult fillPanel();
  LogicalResult copyTail(const WorkItem &item);

  // A tile.
  Value leftStart(const WorkItem &item, Value row);
  /// Lines of the cache from `place` on, so many at each step.
  struct Fetched {
    Value place, lines;
  };
  Fetched fetchedBy(const WorkItem &item, Value row);
  LogicalResult fetchAhead(const Fetched &fetched, Value step);
  LogicalResult addSteps(const WorkItem &item, Value row, Value first);
  void addStep(Value left, Value right);
  /// The sums of a tile in memory from `place` on.
  TileRegisters::Sums sumsAt(Value place);

  AmxPlan amx;
  TileRegisters tiles;
  /// The rows of a tile, and those of each of its registers: the second ones
  /// end where the tile ends, and may begin with the last row of the first.
  Value height, half;
  /// Bytes from a row of the left operand to the next, and to its next step.
  Value leftStride, leftStep;
};

} // namespace kiln

#endif // KILN_LIB_TARGET_EMITTERS_AMX_AMXEMITTER_H
