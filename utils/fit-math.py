#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fits the polynomials of lib/Target/Math and prints Coefficients.h.

    pip install mpmath
    utils/fit-math.py > lib/Target/Math/Coefficients.h

Each polynomial approximates the factor that is left when the leading terms of
a function are split off, by least squares over Chebyshev points in 60 digits
with a weight that makes the error of the whole function count.
"""
import struct

from mpmath import (cos, erf, erfc, exp, expm1, log, log1p, matrix, mp, mpf, pi,
                    qr_solve, sin, sqrt, tanh)

mp.dps = 60


def fit(function, low, high, degree, weight=lambda x: mpf(1)):
    """Coefficients, lowest first, and the largest weighted error."""
    low, high = mpf(low), mpf(high)
    count = 4 * (degree + 1)
    points = [(low + high) / 2 + (high - low) / 2 * cos(pi * (i + mpf(1) / 2) / count)
              for i in range(count)]
    rows = matrix(count, degree + 1)
    right = matrix(count, 1)
    for i, x in enumerate(points):
        w = weight(x)
        for j in range(degree + 1):
            rows[i, j] = w * x**j
        right[i] = w * function(x)
    solution, _ = qr_solve(rows, right)
    coefficients = [solution[j] for j in range(degree + 1)]
    worst = max(abs(weight(x) * (sum(c * x**j for j, c in enumerate(coefficients))
                                 - function(x))) for x in points)
    return coefficients, worst


def as_type(value, bits):
    value = float(value)
    if bits == 32:
        value = struct.unpack('f', struct.pack('f', value))[0]
    return value.hex()


def show(name, bits, function, low, high, degree, weight=lambda x: mpf(1)):
    coefficients, worst = fit(function, low, high, degree, weight)
    print(f'// [{float(low):.6g}, {float(high):.6g}], weighted error '
          f'{float(worst):.2g}')
    print(f'inline constexpr double k{name}{bits}[] = {{')
    for c in coefficients:
        print(f'    {as_type(c, bits)},')
    print('};')


def show_table(name, rows):
    rows = list(rows)
    print(f'inline constexpr double k{name}32[][{len(rows[0])}] = {{')
    for row in rows:
        print('    {')
        for x in row:
            print(f'        {as_type(x, 32)},')
        print('    },')
    print('};')


def as_mpf32(value):
    return mpf(float.fromhex(as_type(value, 32)))


def show_pieces(name, function, slope, width, degree, count):
    """Of an odd function that reaches 1, around `count` multiples of `width`. The
    first piece is odd, and begins with the slope as f32 has it; the last one is
    1 in its middle."""
    width, slope = mpf(width), as_mpf32(slope)
    pieces, errors = [], []
    odd, worst = fit(lambda z: (function(sqrt(z)) / sqrt(z) - slope) / z,
                     mpf('1e-9'), (width / 2)**2, (degree - 3) // 2,
                     lambda z: z)
    first = [mpf(0)] * (degree + 1)
    first[1] = slope
    for i, c in enumerate(odd):
        first[2 * i + 3] = c
    pieces.append(first)
    errors.append(worst)
    for i in range(1, count):
        last = i == count - 1
        c, worst = fit(lambda t: function(i * width + t), -width / 2,
                       0 if last else width / 2, degree,
                       lambda t: 1 / function(i * width + t))
        pieces.append([mpf(1)] + c[1:] if last else c)
        errors.append(worst)
    print(f'inline constexpr double k{name}Width = {as_type(width, 32)};')
    print(f'// relative error {float(max(errors)):.2g}')
    show_table(name, zip(*pieces))


def near(function, series):
    """`function`, with `series` where it would divide zero by zero."""
    return lambda x: series(x) if abs(x) < mpf('1e-12') else function(x)


# exp(r) = 1 + r + r*r*Exp(r)
exp_rest = near(lambda r: (expm1(r) - r) / r**2, lambda r: mpf(1) / 2 + r / 6)
# log(1+f) = f - f*f/2 + f*f*f*Log(f)
log_rest = near(lambda f: (log1p(f) - f + f**2 / 2) / f**3,
                lambda f: mpf(1) / 3 - f / 4)
# log(1+f) = f - (h - s*(h + z*LogS(z))), s = f/(2+f), z = s*s, h = f*f/2
log_s = near(lambda z: (log((1 + sqrt(z)) / (1 - sqrt(z))) / sqrt(z) - 2) / z,
             lambda z: mpf(2) / 3 + 2 * z / 5)
# tanh(x) = x + x*z*Tanh(z), z = x*x
tanh_rest = near(lambda z: (tanh(sqrt(z)) / sqrt(z) - 1) / z,
                 lambda z: -mpf(1) / 3 + 2 * z / 15)
# erf(x) = x + x*Erf(z), z = x*x
erf_rest = near(lambda z: erf(sqrt(z)) / sqrt(z) - 1,
                lambda z: 2 / sqrt(pi) * (1 - z / 3) - 1)
# sin(r) = r + r*z*Sin(z), cos(r) = 1 - z/2 + z*z*Cos(z), z = r*r
sin_rest = near(lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z,
                lambda z: -mpf(1) / 6 + z / 120)
cos_rest = near(lambda z: (cos(sqrt(z)) - 1 + z / 2) / z**2,
                lambda z: mpf(1) / 24 - z / 720)


# -log(erfc(LOW + t))
LOW = mpf('0.90625')


def erfc_exponent(t):
    return -log(erfc(LOW + t))


def erfc_weight(t):
    return erfc(LOW + t) + mpf('1e-9')


def main():
    print('// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception')
    print('//\n// Written by utils/fit-math.py.')
    print('#ifndef KILN_LIB_TARGET_MATH_COEFFICIENTS_H')
    print('#define KILN_LIB_TARGET_MATH_COEFFICIENTS_H\n')
    print('namespace kiln {\n')
    ln2 = log(2) / 2 * mpf('1.001')
    small, large = sqrt(mpf(1) / 2) - 1, sqrt(2) - 1
    show('Exp', 32, exp_rest, -ln2, ln2, 4, lambda r: r**2 + mpf('1e-9'))
    show('Exp', 64, exp_rest, -ln2, ln2, 10, lambda r: r**2 + mpf('1e-9'))
    short = log(2) / 32 * mpf('1.001')
    show('ExpShort', 32, exp_rest, -short, short, 1)
    print('// 2^(i/16)')
    print('inline constexpr double kRoots32[] = {')
    for i in range(16):
        print(f'    {as_type(mpf(2)**(mpf(i) / 16), 32)},')
    print('};')
    show('Log', 32, log_rest, small, large, 7, lambda f: f**2 + mpf('1e-9'))
    show('Log', 64, log_rest, small, large, 19, lambda f: f**2 + mpf('1e-9'))
    show('LogS', 64, log_s, 0, (large / (2 + large))**2, 7)
    show('Tanh', 32, tanh_rest, 0, mpf('0.31'), 4)
    show('Tanh', 64, tanh_rest, 0, mpf('0.31'), 10)
    show('Erf', 32, erf_rest, 0, mpf('0.86'), 5)
    show('Erf', 64, erf_rest, 0, mpf('0.86'), 11)
    show('Erfc', 32, erfc_exponent, 0, 4 - LOW, 9, erfc_weight)
    show('Erfc', 64, erfc_exponent, 0, 6 - LOW, 22, erfc_weight)
    # Widths have few bits. Of those whose last multiple is where f32 has 1,
    # they are the ones with the least errors of all numbers. erf is a function
    # of x * scale: the slope makes up for how f32 rounds the scale.
    scale = as_mpf32(2 / sqrt(pi))
    slope = 2 / sqrt(pi) / scale
    show_pieces('ErfPieces', lambda x: erf(x / scale), slope, 309 / 1024, 5, 16)
    show_pieces('ErfFewPieces', lambda x: erf(x / scale), slope, 1344383 / 2**21, 7,
                8)
    show_pieces('TanhPieces', tanh, 1, 1241 / 2048, 7, 16)
    quarter = (pi / 4 * mpf('1.001'))**2
    show('Sin', 64, sin_rest, 0, quarter, 6)
    show('Cos', 64, cos_rest, 0, quarter, 6)
    print('\n} // namespace kiln\n')
    print('#endif // KILN_LIB_TARGET_MATH_COEFFICIENTS_H')


main()
