// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The negative log likelihood loss, for classes along the last dim or, before
// spatial dims, along dim 1.
#include "Kernels/Numeric.h"
#include "Kernels/Rows.h"

namespace kiln::reference {

namespace {
enum class Reduction { none = 0, mean = 1, sum = 2 };

/// The classes and weights that the targets choose.
struct Likelihood {
  Dense<double> weight;
  Dense<int64_t> target;
  Reduction reduction;
  int64_t classes, plane;
  double totalWeight = 0;

  /// The element of `self` that target number i chooses.
  int64_t place(int64_t i) const {
    return (i / plane * classes + target[i]) * plane + i % plane;
  }
  /// Its weight; 0 for a target to be ignored.
  double factor(int64_t i) const {
    return target[i] < 0 ? 0 : weight[target[i]];
  }
};
} // namespace

static llvm::Expected<Likelihood> getLikelihood(Call &call) {
  Likelihood loss;
  Sizes sizes(call.tensor("self").getSizes());
  loss.classes = sizes.size() == 1 ? sizes[0] : sizes[1];
  loss.plane =
      sizes.size() > 2 ? countElements(ArrayRef(sizes).drop_front(2)) : 1;
  loss.target = load<int64_t>(call.tensor("target"));
  loss.reduction = static_cast<Reduction>(call.integer("reduction"));
  loss.weight = call.has("weight") ? load<double>(call.tensor("weight"))
                                   : Dense<double>(loss.classes, 1.0);
  int64_t ignored = call.integer("ignore_index");
  for (int64_t &target : loss.target.values) {
    if (target != ignored && (target < 0 || target >= loss.classes))
      return call.error("there is no class " + Twine(target));
    if (target == ignored)
      target = -1;
    loss.totalWeight += target < 0 ? 0 : loss.weight[target];
  }
  return loss;
}

static KernelResult evaluateForward(Call &call) {
  auto loss = getLikelihood(call);
  if (!loss)
    return loss.takeError();
  Dense<double> self = load<double>(call.tensor("self"));
  Dense<double> losses(loss->target.sizes);
  double sum = 0;
  for (int64_t i = 0; i < losses.getNumElements(); ++i) {
    if (loss->target[i] < 0)
      continue;
    losses[i] = -self[loss->place(i)] * loss->factor(i);
    sum += losses[i];
  }
  bool isNone = loss->reduction == Reduction::none;
  if (!isNone)
    losses = Dense<double>(
        {}, loss->reduction == Reduction::mean ? sum / loss->totalWeight : sum);
  Dense<double> total({}, isNone ? 0.0 : loss->totalWeight);
  return resultsOf(store(losses, call.resultType(0)),
                   store(total, call.resultType(1)));
}

static KernelResult evaluateBackward(Call &call) {
  auto loss = getLikelihood(call);
  if (!loss)
    return loss.takeError();
  Dense<double> grad = load<double>(call.tensor("grad_output"));
  double total = load<double>(call.tensor("total_weight"))[0];
  Dense<double> out(call.tensor("self").getSizes());
  for (int64_t i = 0; i < loss->target.getNumElements(); ++i) {
    if (loss->target[i] < 0)
      continue;
    double part = -loss->factor(i);
    part *= loss->reduction == Reduction::none ? grad[i] : grad[0];
    out[loss->place(i)] =
        loss->reduction == Reduction::mean ? part / total : part;
  }
  return result(call, out);
}

void registerLosses(KernelTable &table) {
  for (StringRef name :
       {"aten.nll_loss_forward.default", "aten.nll_loss2d_forward.default"})
    table.add(name, evaluateForward);
  for (StringRef name :
       {"aten.nll_loss_backward.default", "aten.nll_loss2d_backward.default"})
    table.add(name, evaluateBackward);
}

} // namespace kiln::reference
