// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Orthogonal polynomials by their recurrences; below degree 0 they are 0.
#include "Kernels/Elementwise.h"
#include <cmath>

using namespace mlir;
using namespace kiln;
using namespace kiln::reference;

/// The value of degree `degree` from those of degrees 0 (which is 1) and 1;
/// `next(k, last, before)` is that of degree k. A NaN ends the recurrence.
template <typename Next>
static double recur(int64_t degree, double first, Next next) {
  if (degree < 0)
    return 0;
  double before = 1, last = first;
  if (degree == 0)
    return before;
  for (int64_t k = 2; k <= degree && !std::isnan(last); ++k) {
    double value = next(static_cast<double>(k), last, before);
    before = last;
    last = value;
  }
  return last;
}

/// The four kinds of Chebyshev polynomials differ in degree 1 only.
static double chebyshev(double x, int64_t n, double first) {
  return recur(n, first, [&](double, double last, double before) {
    return 2 * x * last - before;
  });
}

static constexpr auto kChebyshevT = [](double x, int64_t n) {
  return chebyshev(x, n, x);
};
static constexpr auto kChebyshevU = [](double x, int64_t n) {
  return chebyshev(x, n, 2 * x);
};
static constexpr auto kChebyshevV = [](double x, int64_t n) {
  return chebyshev(x, n, 2 * x - 1);
};
static constexpr auto kChebyshevW = [](double x, int64_t n) {
  return chebyshev(x, n, 2 * x + 1);
};
static constexpr auto kShiftedT = [](double x, int64_t n) {
  return kChebyshevT(2 * x - 1, n);
};
static constexpr auto kShiftedU = [](double x, int64_t n) {
  return kChebyshevU(2 * x - 1, n);
};
static constexpr auto kShiftedV = [](double x, int64_t n) {
  return kChebyshevV(2 * x - 1, n);
};
static constexpr auto kShiftedW = [](double x, int64_t n) {
  return kChebyshevW(2 * x - 1, n);
};
static constexpr auto kHermiteH = [](double x, int64_t n) {
  return recur(n, 2 * x, [&](double k, double last, double before) {
    return 2 * x * last - 2 * (k - 1) * before;
  });
};
static constexpr auto kHermiteHe = [](double x, int64_t n) {
  return recur(n, x, [&](double k, double last, double before) {
    return x * last - (k - 1) * before;
  });
};
static constexpr auto kLaguerre = [](double x, int64_t n) {
  return recur(n, 1 - x, [&](double k, double last, double before) {
    return ((2 * k - 1 - x) * last - (k - 1) * before) / k;
  });
};
static constexpr auto kLegendre = [](double x, int64_t n) {
  return recur(n, x, [&](double k, double last, double before) {
    return ((2 * k - 1) * x * last - (k - 1) * before) / k;
  });
};

template <const auto &Fn>
static KernelResult polynomial(Call &call) {
  Type type = call.resultType();
  Sizes sizes = call.resultSizes();
  Dense<double> x = loadOther<double>(call, "x", type, sizes);
  Dense<double> n = loadOther<double>(call, "n", type, sizes);
  return result(call,
                zipDense(std::move(x), n, [](double value, double degree) {
                  return Fn(value, toInt(Scalar(degree)));
                }));
}

template <const auto &Fn>
static void add(KernelTable &table, StringRef name) {
  for (StringRef overload : {"default", "x_scalar", "n_scalar"})
    table.add(("aten.special_" + name + "." + overload).str(), polynomial<Fn>);
}

void reference::registerPolynomialKernels(KernelTable &table) {
  add<kChebyshevT>(table, "chebyshev_polynomial_t");
  add<kChebyshevU>(table, "chebyshev_polynomial_u");
  add<kChebyshevV>(table, "chebyshev_polynomial_v");
  add<kChebyshevW>(table, "chebyshev_polynomial_w");
  add<kShiftedT>(table, "shifted_chebyshev_polynomial_t");
  add<kShiftedU>(table, "shifted_chebyshev_polynomial_u");
  add<kShiftedV>(table, "shifted_chebyshev_polynomial_v");
  add<kShiftedW>(table, "shifted_chebyshev_polynomial_w");
  add<kHermiteH>(table, "hermite_polynomial_h");
  add<kHermiteHe>(table, "hermite_polynomial_he");
  add<kLaguerre>(table, "laguerre_polynomial_l");
  add<kLegendre>(table, "legendre_polynomial_p");
}
