// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ScheduleRecords.h"
#include "kiln/Dialect/Exec/KernelDigest.h"
#include "kiln/Target/Passes.h"
#include "mlir/IR/Remarks.h"

namespace kiln {
#define GEN_PASS_DEF_CHOOSESCHEDULESPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

using namespace mlir;
using namespace kiln;

/// Says which emitter writes the kernel, and which were asked before it.
static void remarkChoice(exec::KernelOp kernel, const TargetInfo &target) {
  exec::ScheduleAttr chosen = getSchedule(kernel, target);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << kernel.getSymName() << " on " << target.name << ": " << chosen;
  StringRef separator = "; declined: ";
  for (const Emitter &emitter : getEmitters(target.getClass())) {
    if (emitter.name == chosen.getEmitter())
      break;
    os << separator << emitter.name;
    separator = ", ";
  }
  remark::analysis(kernel.getLoc(),
                   remark::RemarkOpts::name("chosen").category("kiln-schedule"))
      << remark::add("{0}", text);
}

/// Takes the recorded schedule of a kernel that has none.
static void takeRecord(exec::KernelOp kernel, const TargetInfo &target,
                       const ScheduleRecords &records) {
  if (records.empty() || getSchedule(kernel, target))
    return;
  auto found = records.find({exec::getKernelDigest(kernel), target.name});
  if (found != records.end())
    setSchedule(kernel, target, found->second);
}

static LogicalResult chooseSchedules(exec::VariantOp variant,
                                     const TargetInfo &target,
                                     const ScheduleRecords &records) {
  WalkResult result = variant.walk([&](exec::KernelOp kernel) {
    takeRecord(kernel, target, records);
    bool isChosen = bool(getSchedule(kernel, target));
    if (failed(chooseSchedule(kernel, target)))
      return WalkResult::interrupt();
    if (!isChosen)
      remarkChoice(kernel, target);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct ChooseSchedulesPass
    : kiln::impl::ChooseSchedulesPassBase<ChooseSchedulesPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    if (file.empty())
      return success();
    llvm::Expected<ScheduleRecords> read = readScheduleRecords(file);
    if (!read)
      return emitError(UnknownLoc::get(context))
             << llvm::toString(read.takeError());
    records = std::move(*read);
    return success();
  }

  void runOnOperation() override {
    exec::VariantOp variant = getOperation();
    for (StringRef name : variant.getTargets().getAsValueRange<StringAttr>()) {
      std::optional<TargetInfo> target = getTargetInfo(name);
      if (!target || target->getClass() != variant.getSymName()) {
        variant.emitOpError("of class ")
            << variant.getSymName() << " is for '" << name
            << "', which is no target of the class; known are "
            << listTargets();
        return signalPassFailure();
      }
      if (failed(chooseSchedules(variant, *target, records)))
        return signalPassFailure();
    }
  }

private:
  ScheduleRecords records; ///< of the file
};
} // namespace
