// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaunchLimits.h"
#include "kiln/Dialect/EP/Facts.h"

using namespace kiln;
using Range = std::optional<std::pair<int64_t, int64_t>>;

static Range getRange(ep::ExprAttr expr, const ep::Facts &facts) {
  ep::Bounds bounds = ep::range(expr, facts);
  if (!bounds.min || !bounds.max || *bounds.min < 0 ||
      *bounds.max < *bounds.min)
    return std::nullopt;
  return {{*bounds.min, *bounds.max}};
}

static Range join(Range a, Range b) {
  if (!a || !b)
    return std::nullopt;
  return {{std::min(a->first, b->first), std::max(a->second, b->second)}};
}

SmallVector<Range> kiln::findLaunchLimits(exec::KernelOp kernel) {
  unsigned count = kernel.getSizeArguments().size() + 1;
  SmallVector<Range> limits;
  auto program = kernel->getParentOfType<ep::ProgramOp>();
  if (!program)
    return SmallVector<Range>(count);
  ep::Facts facts = ep::getFacts(program);
  auto add = [&](exec::LaunchOp launch) {
    if (launch.getKernel() != kernel.getSymName())
      return;
    SmallVector<Range> ranges;
    for (auto size : launch.getSizes().getAsRange<ep::ExprAttr>())
      ranges.push_back(getRange(size, facts));
    ranges.push_back(getRange(launch.getNumItems(), facts));
    if (limits.empty())
      limits = ranges;
    for (auto [limit, range] : llvm::zip_equal(limits, ranges))
      limit = join(limit, range);
  };
  // Not the kernels: others may be compiled meanwhile.
  for (auto host : program.getBody().getOps<exec::HostOp>())
    host.walk(add);
  limits.resize(count);
  return limits;
}
