// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Kernels/Schur.h"

#include <cmath>
#include <limits>

namespace kiln::reference {

static constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
static constexpr int kMaxSteps = 300; ///< until an eigenvalue splits off

Schur::Schur(Matrix<Complex> matrix, bool isReal)
    : t(std::move(matrix)), q(Matrix<Complex>::identity(t.rows)),
      isReal(isReal) {
  makeHessenberg();
  iterate();
}

/// By reflections: nothing but zeros below the first subdiagonal.
void Schur::makeHessenberg() {
  for (int64_t k = 0; k + 2 < size(); ++k) {
    std::vector<Complex> v(size());
    double rest = 0;
    for (int64_t i = k + 1; i < size(); ++i) {
      v[i] = t(i, k);
      if (i > k + 1)
        rest += std::norm(v[i]);
    }
    if (rest == 0)
      continue;
    double head = std::abs(v[k + 1]);
    double length = std::sqrt(head * head + rest);
    v[k + 1] += head == 0 ? Complex(length) : v[k + 1] / head * length;
    double square = rest + std::norm(v[k + 1]);
    for (int64_t j = 0; j < size(); ++j) {
      Complex part = 0;
      for (int64_t i = k + 1; i < size(); ++i)
        part += std::conj(v[i]) * t(i, j);
      for (int64_t i = k + 1; i < size(); ++i)
        t(i, j) -= 2.0 / square * part * v[i];
    }
    for (Matrix<Complex> *m : {&t, &q})
      for (int64_t i = 0; i < size(); ++i) {
        Complex part = 0;
        for (int64_t j = k + 1; j < size(); ++j)
          part += (*m)(i, j) * v[j];
        for (int64_t j = k + 1; j < size(); ++j)
          (*m)(i, j) -= 2.0 / square * part * std::conj(v[j]);
      }
    for (int64_t i = k + 2; i < size(); ++i)
      t(i, k) = 0;
  }
}

int64_t Schur::findBlock(int64_t last) {
  int64_t first = last;
  for (; first > 0; --first) {
    double near = std::abs(t(first - 1, first - 1)) + std::abs(t(first, first));
    if (std::abs(t(first, first - 1)) > kEpsilon * near)
      continue;
    t(first, first - 1) = 0;
    break;
  }
  return first;
}

std::pair<Schur::Complex, Schur::Complex>
Schur::solvePair(int64_t first) const {
  Complex a = t(first, first), d = t(first + 1, first + 1);
  Complex product = t(first, first + 1) * t(first + 1, first);
  Complex p = (a - d) / 2.0;
  Complex square = p * p + product, root = std::sqrt(square);
  // Conjugates are equally near: that above the real axis comes first.
  bool isSwapped = isReal && square.real() < 0
                       ? root.imag() < 0
                       : std::real(std::conj(p) * root) < 0;
  if (isSwapped)
    root = -root;
  Complex far = p + root;
  return {d + far, far == 0.0 ? d : d - product / far};
}

void Schur::rotate(int64_t k, Complex x, Complex z) {
  double length = std::hypot(std::abs(x), std::abs(z));
  if (length == 0)
    return;
  Complex c = x / length, s = z / length;
  for (int64_t j = 0; j < size(); ++j) {
    Complex up = t(k, j), down = t(k + 1, j);
    t(k, j) = std::conj(c) * up + std::conj(s) * down;
    t(k + 1, j) = c * down - s * up;
  }
  for (Matrix<Complex> *m : {&t, &q})
    for (int64_t i = 0; i < size(); ++i) {
      Complex left = (*m)(i, k), right = (*m)(i, k + 1);
      (*m)(i, k) = c * left + s * right;
      (*m)(i, k + 1) = std::conj(c) * right - std::conj(s) * left;
    }
}

void Schur::splitPair(int64_t first) {
  Complex one = solvePair(first).first;
  // (a - one) x + b z = 0 has the eigenvector; so has c x + (d - one) z = 0.
  Complex b = t(first, first + 1), c = t(first + 1, first);
  Complex up = t(first, first) - one, down = t(first + 1, first + 1) - one;
  if (std::abs(b) + std::abs(up) > std::abs(c) + std::abs(down))
    rotate(first, b, -up);
  else
    rotate(first, down, -c);
  t(first + 1, first) = 0;
}

void Schur::step(int64_t first, int64_t last, Complex shift) {
  Complex x = t(first, first) - shift, z = t(first + 1, first);
  for (int64_t k = first; k < last; ++k) {
    rotate(k, x, z);
    if (k > first)
      t(k + 1, k - 1) = 0;
    x = t(k + 1, k);
    z = k + 2 <= last ? t(k + 2, k) : 0;
  }
}

void Schur::iterate() {
  int64_t last = size() - 1;
  for (int steps = 0; last > 0; ++steps) {
    int64_t first = findBlock(last);
    if (last - first <= 1) {
      if (first < last)
        splitPair(first);
      last = first - 1;
      steps = 0;
      continue;
    }
    if (steps == kMaxSteps) {
      llvm::fill(t.values, std::numeric_limits<double>::quiet_NaN());
      return;
    }
    Complex shift = solvePair(last - 1).second;
    // Now and then another shift, since the usual ones may run in circles.
    if (steps % 10 == 9)
      shift = std::abs(t(last, last - 1)) + std::abs(t(last - 1, last - 2));
    step(first, last, shift);
    if (isReal)
      step(first, last, std::conj(shift));
  }
}

Matrix<Schur::Complex> Schur::vectors() const {
  Matrix<Complex> x(size(), size());
  double least = std::numeric_limits<double>::min();
  for (const Complex &value : t.values)
    least = std::max(least, kEpsilon * std::abs(value));
  for (int64_t j = 0; j < size(); ++j) {
    x(j, j) = 1;
    for (int64_t i = j - 1; i >= 0; --i) {
      Complex sum = 0;
      for (int64_t k = i + 1; k <= j; ++k)
        sum += t(i, k) * x(k, j);
      // Equal eigenvalues without a second vector give the first one again.
      Complex gap = t(i, i) - t(j, j);
      x(i, j) = -sum / (std::abs(gap) < least ? Complex(least) : gap);
    }
  }
  Matrix<Complex> vectors = q * x;
  for (int64_t j = 0; j < size(); ++j) {
    double square = 0;
    for (int64_t i = 0; i < size(); ++i)
      square += std::norm(vectors(i, j));
    for (int64_t i = 0; i < size(); ++i)
      vectors(i, j) /= std::sqrt(square);
  }
  return vectors;
}

} // namespace kiln::reference
