// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Discrete Fourier transforms along any dims, by the rule of Cooley and Tukey
// for any factors of the length.
#include "Kernels/Numeric.h"
#include "Kernels/Rows.h"

#include <cmath>

namespace kiln::reference {

using Complex = std::complex<double>;

namespace {
/// The transform of one length, forward (exponent -) or backward.
class Transform {
public:
  Transform(int64_t length, bool forward) : roots(length) {
    for (int64_t k = 0; k < length; ++k)
      roots[k] = getRoot(k, forward ? -length : length);
  }

  void apply(std::vector<Complex> &row) const {
    std::vector<Complex> out(row.size());
    transform(row.data(), 1, out.data(), row.size());
    row = std::move(out);
  }

private:
  /// Quarters of a turn are exact, so that real spectra stay real.
  static Complex getRoot(int64_t k, int64_t length) {
    constexpr double twoPi = 6.283185307179586476925286766559;
    Complex root = std::polar(1.0, twoPi * k / length);
    bool isQuarter = 4 * k % length == 0;
    return isQuarter ? Complex(std::round(root.real()), std::round(root.imag()))
                     : root;
  }

  /// out[k] = sum over j of in[j * step] * root(length)^(j * k)
  void transform(const Complex *in, int64_t step, Complex *out,
                 int64_t length) const {
    if (length == 1) {
      *out = *in;
      return;
    }
    int64_t factor = 2;
    while (length % factor)
      ++factor;
    int64_t part = length / factor, turn = roots.size() / length;
    for (int64_t r = 0; r < factor; ++r)
      transform(in + r * step, step * factor, out + r * part, part);
    std::vector<Complex> terms(factor);
    for (int64_t k = 0; k < part; ++k) {
      for (int64_t r = 0; r < factor; ++r)
        terms[r] = out[r * part + k];
      for (int64_t q = 0; q < factor; ++q) {
        Complex sum = 0;
        for (int64_t r = 0; r < factor; ++r)
          sum += terms[r] * roots[r * (k + q * part) % length * turn];
        out[k + q * part] = sum;
      }
    }
  }

  std::vector<Complex> roots;
};
} // namespace

static Dense<Complex> transformDims(Dense<Complex> in, ArrayRef<int64_t> dims,
                                    bool forward) {
  for (int64_t dim : dims) {
    dim = wrapDim(dim, in.getRank());
    if (in.sizes.empty() || in.getNumElements() == 0)
      continue;
    Transform transform(in.sizes[dim], forward);
    in = mapRows(std::move(in), dim,
                 [&](std::vector<Complex> &row) { transform.apply(row); });
  }
  return in;
}

/// The factor of results, by mode: 0 nothing, 1 the root of the number of
/// elements, 2 their number, divided by.
static double getScale(Call &call, ArrayRef<int64_t> sizes) {
  double count = 1;
  for (int64_t dim : call.integers("dim"))
    count *= sizes[wrapDim(dim, sizes.size())];
  int64_t normalization = call.integer("normalization");
  return normalization == 0   ? 1
         : normalization == 1 ? 1 / std::sqrt(count)
                              : 1 / count;
}

template <typename T>
static KernelResult scaledResult(Call &call, Dense<T> out, double scale) {
  for (T &value : out.values)
    value *= scale;
  return result(call, out);
}

/// `in` with another size along a dim: fn(row) makes the new row.
template <typename R, typename T, typename Fn>
static Dense<R> resizeRows(const Dense<T> &in, int64_t dim, int64_t size,
                           Fn fn) {
  Sizes sizes = in.sizes;
  sizes[dim] = size;
  Dense<R> out(sizes);
  RowLayout rows(in.sizes, dim), outRows(sizes, dim);
  std::vector<T> row;
  for (int64_t i = 0; i < rows.count(); ++i) {
    rows.gather(in.values, i, row);
    outRows.scatter(fn(row), i, out.values);
  }
  return out;
}

static KernelResult evaluateC2C(Call &call) {
  Dense<Complex> self = load<Complex>(call.tensor("self"));
  double scale = getScale(call, self.sizes);
  return scaledResult(call,
                      transformDims(std::move(self), call.integers("dim"),
                                    call.boolean("forward")),
                      scale);
}

/// Of the last dim, the first half says all; the rest is its mirror image.
static KernelResult evaluateR2C(Call &call) {
  Dense<Complex> self = load<Complex>(call.tensor("self"));
  double scale = getScale(call, self.sizes);
  SmallVector<int64_t> dims = call.integers("dim");
  Dense<Complex> out = transformDims(std::move(self), dims, true);
  if (call.boolean("onesided") && !dims.empty() && !out.sizes.empty()) {
    int64_t dim = wrapDim(dims.back(), out.getRank());
    int64_t half = out.sizes[dim] / 2 + 1;
    out = resizeRows<Complex>(out, dim, half, [&](std::vector<Complex> row) {
      row.resize(half);
      return row;
    });
  }
  return scaledResult(call, std::move(out), scale);
}

static KernelResult evaluateC2R(Call &call) {
  Dense<Complex> self = load<Complex>(call.tensor("self"));
  SmallVector<int64_t> dims = call.integers("dim");
  int64_t length = call.integer("last_dim_size");
  int64_t last = wrapDim(dims.back(), self.getRank());
  if (length < 1 || self.sizes[last] < length / 2 + 1)
    return call.error("it needs " + Twine(length / 2 + 1) +
                      " elements of the spectrum");
  Sizes sizes = self.sizes;
  sizes[last] = length;
  double scale = getScale(call, sizes);
  Dense<Complex> half =
      transformDims(std::move(self), ArrayRef(dims).drop_back(), false);
  Transform transform(length, false);
  Dense<double> out = resizeRows<double>(
      half, last, length, [&](const std::vector<Complex> &row) {
        std::vector<Complex> whole(length);
        for (int64_t k = 0; k <= length / 2; ++k) {
          // A frequency that is its own mirror image is real.
          bool isReal = k == 0 || 2 * k == length;
          whole[k] = isReal ? Complex(row[k].real()) : row[k];
          if (!isReal)
            whole[length - k] = std::conj(row[k]);
        }
        transform.apply(whole);
        std::vector<double> values(length);
        for (int64_t j = 0; j < length; ++j)
          values[j] = whole[j].real();
        return values;
      });
  return scaledResult(call, std::move(out), scale);
}

void registerFourier(KernelTable &table) {
  table.add("aten._fft_c2c.default", evaluateC2C);
  table.add("aten._fft_r2c.default", evaluateR2C);
  table.add("aten._fft_c2r.default", evaluateC2R);
}

} // namespace kiln::reference
