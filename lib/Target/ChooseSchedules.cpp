// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ScheduleRecords.h"
#include "kiln/Dialect/Exec/KernelDigest.h"
#include "kiln/Support/PassCount.h"
#include "kiln/Target/Passes.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

namespace kiln {
#define GEN_PASS_DEF_CHOOSESCHEDULESPASS
#include "kiln/Target/Passes.h.inc"
} // namespace kiln

using namespace mlir;
using namespace kiln;

/// Says how the kernel is written and why: what each way would take, and which
/// emitters have none.
static void remarkChoice(exec::KernelOp kernel, const TargetInfo &target,
                         StringRef reason) {
  if (!kernel.getContext()->getRemarkEngine())
    return;
  exec::ScheduleAttr chosen = getSchedule(kernel, target);
  std::string text, declined;
  llvm::raw_string_ostream os(text);
  os << kernel.getSymName() << " on " << target.name << ": " << chosen << ", "
     << reason;
  for (const Emitter &emitter : getEmitters(target.getClass())) {
    if (auto plan = emitter.plan(kernel, target, nullptr))
      os << "; " << plan->schedule << ": " << plan->predicted;
    else
      declined += (declined.empty() ? "" : ", ") + emitter.name.str();
  }
  if (!declined.empty())
    os << "; declined: " << declined;
  remark::analysis(kernel.getLoc(),
                   remark::RemarkOpts::name("chosen").category("kiln-schedule"))
      << remark::add("{0}", text);
}

/// Where the schedule of a kernel comes from: it has one, there is a record,
/// which is taken, or the predictions tell.
static StringRef findSchedule(exec::KernelOp kernel, const TargetInfo &target,
                              const ScheduleRecords &records) {
  if (getSchedule(kernel, target))
    return "as it has already";
  if (!records.empty()) {
    auto found = records.find({exec::getKernelDigest(kernel), target.name});
    if (found != records.end() &&
        decideSchedule("kiln-schedule", kernel, target, found->second)) {
      setSchedule(kernel, target, found->second);
      return "as the file has it";
    }
  }
  return "the least predicted time";
}

static LogicalResult chooseSchedules(exec::VariantOp variant,
                                     const TargetInfo &target,
                                     const ScheduleRecords &records,
                                     ArrayRef<std::string> without) {
  WalkResult result = variant.walk([&](exec::KernelOp kernel) {
    StringRef reason = findSchedule(kernel, target, records);
    if (failed(chooseSchedule(kernel, target, without)))
      return WalkResult::interrupt();
    remarkChoice(kernel, target, reason);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct ChooseSchedulesPass
    : kiln::impl::ChooseSchedulesPassBase<ChooseSchedulesPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    for (const std::string &name : without)
      if (!llvm::is_contained(getEmitterNames(), name))
        return emitError(UnknownLoc::get(context))
               << "'" << name << "' is no emitter; known are "
               << llvm::join(getEmitterNames(), ", ");
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
      if (failed(chooseSchedules(variant, *target, records, without)))
        return signalPassFailure();
    }
    uint64_t kernels = 0;
    variant.walk([&](exec::KernelOp) { ++kernels; });
    count(getOperation(), *this, numKernels, kernels, "kernels scheduled");
  }

private:
  ScheduleRecords records; ///< of the file
};
} // namespace
