// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Schedules as attributes of kernels.
#include "kiln/Support/Decision.h"
#include "kiln/Target/Emitter.h"

using namespace mlir;
using namespace kiln;

std::vector<TargetInfo> kiln::getVariantTargets(Operation *op) {
  std::vector<TargetInfo> targets;
  if (auto variant = op->getParentOfType<exec::VariantOp>())
    for (StringRef name : variant.getTargets().getAsValueRange<StringAttr>())
      if (std::optional<TargetInfo> target = getTargetInfo(name))
        targets.push_back(*target);
  return targets;
}

exec::ScheduleAttr kiln::getSchedule(exec::KernelOp kernel,
                                     const TargetInfo &target) {
  exec::ExecDialect::SchedulesAttrHelper helper(kernel.getContext());
  DictionaryAttr all = helper.getAttr(kernel);
  return all ? all.getAs<exec::ScheduleAttr>(target.name)
             : exec::ScheduleAttr();
}

void kiln::setSchedule(exec::KernelOp kernel, const TargetInfo &target,
                       const Schedule &schedule) {
  MLIRContext *context = kernel.getContext();
  exec::ExecDialect::SchedulesAttrHelper helper(context);
  NamedAttrList all(helper.getAttr(kernel));
  all.set(target.name,
          exec::ScheduleAttr::get(context, schedule.emitter, schedule.tile,
                                  schedule.block, schedule.depth));
  helper.setAttr(kernel, all.getDictionary(context));
}

FailureOr<std::unique_ptr<KernelPlan>>
kiln::planScheduled(exec::KernelOp kernel, const TargetInfo &target) {
  exec::ScheduleAttr attr = getSchedule(kernel, target);
  Schedule wanted;
  if (attr)
    wanted = {attr.getEmitter().str(), SmallVector<int64_t>(attr.getTile()),
              SmallVector<int64_t>(attr.getBlock()), attr.getDepth()};
  std::unique_ptr<KernelPlan> plan =
      planKernel(kernel, target, attr ? &wanted : nullptr);
  if (!plan)
    return kernel.emitOpError("cannot be written for ")
           << target.name << " as " << attr << " asks";
  return plan;
}

bool kiln::decideSchedule(llvm::StringLiteral tag, exec::KernelOp kernel,
                          const TargetInfo &target, const Schedule &schedule) {
  return decide(tag, {kernel}, [&](llvm::raw_ostream &os) {
    os << "@" << kernel.getSymName() << " for " << target.name << " by "
       << schedule;
  });
}

LogicalResult kiln::chooseSchedule(exec::KernelOp kernel,
                                   const TargetInfo &target,
                                   ArrayRef<std::string> without) {
  if (getSchedule(kernel, target))
    return planScheduled(kernel, target);
  auto candidates = getCandidates(kernel, target, without);
  if (candidates.empty())
    return kernel.emitOpError("can be written for ")
           << target.name << " by no emitter but those that are left out";
  const Schedule &least = leastPredicted(candidates)->schedule;
  const Schedule &last = candidates.back()->schedule;
  bool isTaken =
      least == last || decideSchedule("kiln-emitter", kernel, target, least);
  setSchedule(kernel, target, isTaken ? least : last);
  return success();
}
