// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Emitters.h"
#include "kiln/Support/Registry.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace kiln;

static Registry<std::pair<StringRef, Emitter>> &getRegistry() {
  static Registry<std::pair<StringRef, Emitter>> registry = {
#define KILN_EMITTER(targets, name, function) {#targets, {#name, function}},
#include "Emitters.def"
#undef KILN_EMITTER
  };
  return registry;
}

void kiln::registerEmitter(StringRef targetClass, Emitter emitter) {
  getRegistry().add({targetClass, emitter});
}

SmallVector<Emitter> kiln::getEmitters(StringRef targetClass) {
  SmallVector<Emitter> emitters;
  for (const auto &[listedClass, emitter] : getRegistry().get())
    if (listedClass == targetClass)
      emitters.push_back(emitter);
  return emitters;
}

SmallVector<StringRef> kiln::getEmitterNames() {
  SmallVector<StringRef> names;
  for (const auto &[targetClass, emitter] : getRegistry().get())
    if (!llvm::is_contained(names, emitter.name))
      names.push_back(emitter.name);
  return names;
}

SmallVector<std::unique_ptr<KernelPlan>>
kiln::getCandidates(exec::KernelOp kernel, const TargetInfo &target,
                    ArrayRef<std::string> without) {
  SmallVector<std::unique_ptr<KernelPlan>> candidates;
  for (const Emitter &emitter : getEmitters(target.getClass()))
    if (!llvm::is_contained(without, emitter.name))
      if (auto plan = emitter.plan(kernel, target, nullptr))
        candidates.push_back(std::move(plan));
  return candidates;
}

std::unique_ptr<KernelPlan> kiln::planKernel(exec::KernelOp kernel,
                                             const TargetInfo &target,
                                             const Schedule *wanted) {
  if (wanted) {
    for (const Emitter &emitter : getEmitters(target.getClass()))
      if (wanted->emitter == emitter.name)
        return emitter.plan(kernel, target, wanted);
    return nullptr;
  }
  auto candidates = getCandidates(kernel, target);
  return std::move(leastPredicted(candidates));
}

std::unique_ptr<KernelPlan> &
kiln::leastPredicted(MutableArrayRef<std::unique_ptr<KernelPlan>> candidates) {
  return *llvm::min_element(candidates, [](const auto &a, const auto &b) {
    return a->predicted.total() < b->predicted.total();
  });
}

bool Schedule::operator==(const Schedule &other) const {
  return emitter == other.emitter && tile == other.tile &&
         block == other.block && depth == other.depth;
}

llvm::raw_ostream &kiln::operator<<(llvm::raw_ostream &os,
                                    const Schedule &schedule) {
  os << schedule.emitter;
  auto list = [&](StringRef name, ArrayRef<int64_t> sizes) {
    if (sizes.empty())
      return;
    os << ", " << name << " = [";
    llvm::interleaveComma(sizes, os);
    os << "]";
  };
  list("tile", schedule.tile);
  list("block", schedule.block);
  if (schedule.depth)
    os << ", depth = " << schedule.depth;
  return os;
}
