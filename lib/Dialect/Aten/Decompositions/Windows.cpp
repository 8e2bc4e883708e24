// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows of signals. A periodic one is a symmetric one of one sample more,
// without the last.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static constexpr double kPi = 3.14159265358979323846;

namespace {
/// A window of `length` samples, the first of which comes again after `period`.
struct SampledWindow {
  explicit SampledWindow(Call &c)
      : c(c), length(c.integer("window_length")),
        period(isPeriodic(c) ? length : length - 1),
        dtype(getComputeType(c.dtype())) {}

  static bool isPeriodic(Call &c) {
    return !c.op.getSchema().findArgument("periodic") || c.flag("periodic");
  }
  double option(StringRef name, double otherwise) const {
    return c.op.getSchema().findArgument(name) ? c.number(name) : otherwise;
  }
  Term samples() const { return to(arange(c, c.expr(length)), dtype); }
  /// cos(2 pi times k / period)
  Term wave(int64_t times) const {
    return cos(samples() * (2 * kPi * times / period));
  }
  /// Of one sample it is 1.
  Term finish(llvm::function_ref<Term()> values) const {
    if (length <= 1)
      return full(c, {c.expr(length)}, 1, c.dtype());
    return to(values(), c.dtype());
  }

  Call &c;
  int64_t length, period;
  Type dtype;
};
} // namespace

static Term decomposeHann(Call &c) {
  SampledWindow window(c);
  return window.finish([&] { return window.wave(1) * -0.5 + 0.5; });
}

static Term decomposeHamming(Call &c) {
  SampledWindow window(c);
  double alpha = window.option("alpha", 0.54),
         beta = window.option("beta", 0.46);
  return window.finish([&] { return window.wave(1) * -beta + alpha; });
}

static Term decomposeBlackman(Call &c) {
  SampledWindow window(c);
  return window.finish(
      [&] { return window.wave(2) * 0.08 + window.wave(1) * -0.5 + 0.42; });
}

/// A triangle.
static Term decomposeBartlett(Call &c) {
  SampledWindow window(c);
  return window.finish(
      [&] { return 1 - abs(window.samples() * (2.0 / window.period) - 1); });
}

/// I0(beta sqrt(1 - x^2)) / I0(beta) for x from -1 to 1.
static Term decomposeKaiser(Call &c) {
  SampledWindow window(c);
  double beta = window.option("beta", 12);
  return window.finish([&]() -> Term {
    Term x = window.samples() * (2.0 / window.period) - 1;
    Term inside = sqrt(clamp(1 - x * x, 0, std::nullopt)) * beta;
    Term bessel = make(c, "aten.i0.default", inside.type(), inside);
    Term peak = scalar(c, beta, window.dtype);
    return bessel / make(c, "aten.i0.default", peak.type(), peak);
  });
}

void aten::populateWindowDecompositions(RewritePatternSet &patterns,
                                        const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.hann_window.default", decomposeHann},
            {"aten.hann_window.periodic", decomposeHann},
            {"aten.hamming_window.default", decomposeHamming},
            {"aten.hamming_window.periodic", decomposeHamming},
            {"aten.hamming_window.periodic_alpha", decomposeHamming},
            {"aten.hamming_window.periodic_alpha_beta", decomposeHamming},
            {"aten.blackman_window.default", decomposeBlackman},
            {"aten.blackman_window.periodic", decomposeBlackman},
            {"aten.bartlett_window.default", decomposeBartlett},
            {"aten.bartlett_window.periodic", decomposeBartlett},
            {"aten.kaiser_window.default", decomposeKaiser},
            {"aten.kaiser_window.periodic", decomposeKaiser},
            {"aten.kaiser_window.beta", decomposeKaiser}});
}
