// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Emitters.h"
#include "../Scalar/CpuFunction.h"
#include "GroupsEmitter.h"

using namespace mlir;
using namespace kiln;

/// Words are multiplied four digits at a time, for each row; what follows a
/// group is a few operations for each of its vectors.
static CpuCycles predictCycles(exec::KernelOp kernel, const GroupsPlan &plan,
                               const CpuInfo &info) {
  constexpr double kHalf = 2, kGroup = 12;
  auto result = cast<RankedTensorType>(plan.sum->getResult(0).getType());
  double rows = countPoints(result.getShape().take_front());
  double words = rows * double(plan.panels * plan.groups * plan.words);
  double groups = rows * double(plan.panels * plan.groups * plan.getSums());
  double operations = words * double(plan.getVectors() * plan.getHalves()) *
                          (kRowDigits + kHalf) +
                      groups * kGroup;
  CpuCycles cycles;
  cycles.arithmetic = operations / info.operationsPerCycle;
  for (Operation &op : kernel.getBody().front())
    if (auto generic = dyn_cast<linalg::GenericOp>(op);
        generic && generic.getNumReductionLoops() == 0)
      cycles.arithmetic += countPoints(generic) / double(plan.getLanes());
  return cycles;
}

std::unique_ptr<KernelPlan> kiln::planGroups(exec::KernelOp kernel,
                                             const TargetInfo &target,
                                             const Schedule *wanted) {
  std::optional<GroupedSum> sum = matchGroupedSum(kernel);
  if (!sum)
    return nullptr;
  GroupsPlan plan(*sum);
  Type i8 = IntegerType::get(kernel.getContext(), 8);
  Type i32 = IntegerType::get(kernel.getContext(), 32);
  plan.micro =
      chooseMicroKernel(target.cpu, {i8, i8, i32, /*isLeftUnsigned=*/false,
                                     /*isRightUnsigned=*/true});
  if (!plan.micro || plan.micro->getSteps() != kWordSteps ||
      plan.width % plan.getLanes() != 0)
    return nullptr;
  plan.fetchesAhead =
      plan.panels * plan.groups * plan.words * plan.width * kWordSteps >
      target.cpu.cache.level2;
  Schedule schedule = {"groups", {1, plan.getColumns()}, {}};
  if (wanted && !(*wanted == schedule))
    return nullptr;
  return makeCpuPlan<GroupsEmitter>(kernel, target, schedule, /*scratch=*/0,
                                    predictCycles(kernel, plan, target.cpu),
                                    plan);
}
