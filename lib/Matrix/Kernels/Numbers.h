// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Real and complex numbers for routines on matrices. This folder is compiled
// twice: for this machine, and to bitcode that becomes a part of kernels. So it
// uses no library, not even C's: every function that is called must be in the
// folder.
#ifndef KILN_LIB_MATRIX_KERNELS_NUMBERS_H
#define KILN_LIB_MATRIX_KERNELS_NUMBERS_H

#include <stdint.h>

namespace kiln::matrix {

constexpr double kEpsilon =
    2.220446049250313e-16; ///< from 1 to the next double
constexpr double kLeast = 2.2250738585072014e-308; ///< the least normal double
constexpr double kLogOf2 = 0.69314718055994530942;

inline double squareRoot(double x) { return __builtin_sqrt(x); }
inline double absolute(double x) { return __builtin_fabs(x); }
inline double withSignOf(double x, double sign) {
  return __builtin_copysign(x, sign);
}
inline double larger(double x, double y) { return x < y ? y : x; }
inline int64_t lesser(int64_t x, int64_t y) { return x < y ? x : y; }
inline bool isFinite(double x) { return absolute(x) < __builtin_inf(); }

template <typename T>
void exchange(T &x, T &y) {
  T kept = x;
  x = y;
  y = kept;
}

/// 2 to the power of `exponent`, which is that of a normal number.
inline double powerOfTwo(int64_t exponent) {
  return __builtin_bit_cast(double, (exponent + 1023) << 52);
}
/// The exponent of a normal number; -1023 of zeros and smaller numbers.
inline int64_t exponentOf(double x) {
  return ((__builtin_bit_cast(int64_t, x) >> 52) & 2047) - 1023;
}

/// The natural logarithm of a number that is not negative, by the series of the
/// inverse hyperbolic tangent around 1.
inline double logarithm(double x) {
  if (!(x > 0) || !isFinite(x))
    return x == 0 ? -__builtin_inf() : x;
  int64_t exponent = 0;
  if (x < kLeast) {
    x *= powerOfTwo(54);
    exponent = -54;
  }
  exponent += exponentOf(x);
  x *= powerOfTwo(-exponentOf(x));
  if (x > 1.4142135623730951) {
    x /= 2;
    ++exponent;
  }
  double s = (x - 1) / (x + 1), square = s * s, sum = 0;
  for (int k = 23; k >= 1; k -= 2)
    sum = sum * square + 1.0 / k;
  return static_cast<double>(exponent) * kLogOf2 + 2 * s * sum;
}

/// The length of the vector (x, y); no square leaves the range.
inline double hypotenuse(double x, double y) {
  double large = larger(absolute(x), absolute(y));
  if (large == 0 || !isFinite(large))
    return absolute(x) + absolute(y);
  x /= large;
  y /= large;
  return large * squareRoot(x * x + y * y);
}

/// Lies in memory as PyTorch's complex numbers do.
struct Complex {
  double re = 0, im = 0;

  Complex() = default;
  Complex(double re, double im = 0) : re(re), im(im) {}

  Complex &operator+=(Complex b) { return *this = {re + b.re, im + b.im}; }
  Complex &operator-=(Complex b) { return *this = {re - b.re, im - b.im}; }
  Complex &operator*=(Complex b) {
    return *this = {re * b.re - im * b.im, re * b.im + im * b.re};
  }
  Complex &operator*=(double b) { return *this = {re * b, im * b}; }
  Complex &operator/=(double b) { return *this = {re / b, im / b}; }
};

inline double conjugate(double x) { return x; }
inline Complex conjugate(Complex x) { return {x.re, -x.im}; }
inline double real(double x) { return x; }
inline double real(Complex x) { return x.re; }
inline double imag(double) { return 0; }
inline double imag(Complex x) { return x.im; }
inline double absolute(Complex x) { return hypotenuse(x.re, x.im); }
inline double squaredNorm(double x) { return x * x; }
inline double squaredNorm(Complex x) { return x.re * x.re + x.im * x.im; }
/// LAPACK's size of a pivot.
inline double pivotSize(double x) { return absolute(x); }
inline double pivotSize(Complex x) { return absolute(x.re) + absolute(x.im); }

inline Complex operator-(Complex a) { return {-a.re, -a.im}; }
inline Complex operator+(Complex a, Complex b) { return a += b; }
inline Complex operator-(Complex a, Complex b) { return a -= b; }
inline Complex operator*(Complex a, Complex b) { return a *= b; }
inline Complex operator*(double a, Complex b) { return b *= a; }
inline Complex operator*(Complex a, double b) { return a *= b; }
inline Complex operator/(Complex a, double b) { return a /= b; }
/// The divisor is brought to a size of about 1, so that its square is in range.
inline Complex operator/(Complex a, Complex b) {
  double scale = larger(absolute(b.re), absolute(b.im));
  Complex d(b.re / scale, b.im / scale);
  return a * conjugate(d) / squaredNorm(d) / scale;
}
inline Complex &operator/=(Complex &a, Complex b) { return a = a / b; }
inline bool operator==(Complex a, Complex b) {
  return a.re == b.re && a.im == b.im;
}

/// The root in the right half plane. Of the two parts the one that does not
/// cancel is computed first.
inline Complex squareRoot(Complex a) {
  double size = squareRoot((absolute(a) + absolute(a.re)) / 2);
  double other = size == 0 ? 0 : absolute(a.im) / (2 * size);
  return a.re < 0 ? Complex(other, withSignOf(size, a.im))
                  : Complex(size, withSignOf(other, a.im));
}

} // namespace kiln::matrix

#endif // KILN_LIB_MATRIX_KERNELS_NUMBERS_H
