// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostAccesses.h"
#include "kiln/Dialect/Exec/MemoryPlan.h"
#include "kiln/Dialect/Exec/ShapeExprs.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::exec;
using ep::ExprAttr;

ExprAttr exec::getBytes(Value slot) {
  Operation *op = slot.getDefiningOp();
  if (auto view = dyn_cast<ViewOp>(op))
    return view.getBytes();
  if (auto segment = dyn_cast<SegmentOp>(op))
    return segment.getSize();
  if (auto temporary = dyn_cast<TemporaryOp>(op))
    return temporary.getBytes();
  Attribute type = op->getAttr("type");
  if (auto state = dyn_cast<StateOp>(op))
    type = SymbolTable::lookupNearestSymbolFrom(op, state.getStateAttr())
               ->getAttr("type");
  auto tensor = dyn_cast<ep::TensorType>(cast<TypeAttr>(type).getValue());
  if (!tensor)
    return {};
  MLIRContext *context = op->getContext();
  return ep::mul(ep::makeInt(context, getElementBytes(tensor.getElementType())),
                 ep::product(context, tensor.getSizes()));
}

SmallVector<LaunchBuffer> exec::getLaunchBuffers(LaunchOp launch) {
  KernelOp kernel = launch.getKernelOp();
  SmallVector<LaunchBuffer> buffers;
  for (auto [i, slot] : llvm::enumerate(launch.getBuffers()))
    buffers.push_back(
        {launch.getExpr(kernel.getBufferBytes(i)), getBytes(slot)});
  return buffers;
}

static ExprAttr makeFits(const LaunchBuffer &buffer) {
  return ep::makeExpr(ep::ExprKind::Le, {buffer.wanted, buffer.bytes});
}

bool exec::isInside(LaunchOp launch, const LaunchBuffer &buffer,
                    const ep::Facts &facts) {
  if (proveLessEqual(buffer.wanted, buffer.bytes, facts))
    return true;
  ExprAttr condition = makeFits(buffer);
  for (Operation *op = launch->getPrevNode(); isa_and_present<CheckOp>(op);
       op = op->getPrevNode())
    if (cast<CheckOp>(op).getCondition() == condition)
      return true;
  return false;
}

void exec::guardLaunches(HostOp host, const ep::Facts &facts) {
  host.walk([&](LaunchOp launch) {
    OpBuilder builder(launch);
    for (auto [i, buffer] : llvm::enumerate(getLaunchBuffers(launch)))
      if (buffer.bytes && !isInside(launch, buffer, facts))
        CheckOp::create(builder, launch.getLoc(), makeFits(buffer),
                        ("buffer " + Twine(i) + " of kernel " +
                         launch.getKernel() + " is large enough")
                            .str());
  });
}

static void addLaunch(LaunchOp launch, SmallVectorImpl<HostAccess> &accesses) {
  KernelOp kernel = launch.getKernelOp();
  for (auto [i, slot] : llvm::enumerate(launch.getBuffers())) {
    Access access = kernel.getBufferAccess(i);
    accesses.push_back({slot, access != Access::Write, access != Access::Read,
                        /*isWhole=*/access == Access::Write});
  }
}

SmallVector<HostAccess> exec::getAccesses(Operation *op) {
  SmallVector<HostAccess> accesses;
  if (auto launch = dyn_cast<LaunchOp>(op)) {
    addLaunch(launch, accesses);
  } else if (auto call = dyn_cast<ExternOp>(op)) {
    // The accesses of a routine are unknown.
    for (Value slot : call.getBuffers())
      accesses.push_back({slot, /*reads=*/false, /*writes=*/true});
  } else if (auto copy = dyn_cast<CopyOp>(op)) {
    accesses.push_back({copy.getFrom(), /*reads=*/true});
    accesses.push_back({copy.getTo(), false, /*writes=*/true, true});
  } else if (auto fill = dyn_cast<FillOp>(op)) {
    accesses.push_back({fill.getBuffer(), false, /*writes=*/true, true});
  } else if (auto read = dyn_cast<ReadScalarOp>(op)) {
    accesses.push_back({read.getBuffer(), /*reads=*/true});
  }
  return accesses;
}
