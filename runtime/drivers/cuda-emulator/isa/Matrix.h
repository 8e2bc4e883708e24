// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of small matrices, whatever holds their elements.

#ifndef KILN_EMULATOR_ISA_MATRIX_H
#define KILN_EMULATOR_ISA_MATRIX_H

#include "exec/Block.h"
#include "isa/Numbers.h"

namespace kiln::emu {

/// A matrix as numbers that hold every element exactly.
struct Matrix {
  Matrix(unsigned rows, unsigned columns)
      : rows(rows), columns(columns), values(rows * columns) {}
  double &at(unsigned row, unsigned column) {
    return values[row * columns + column];
  }
  unsigned rows, columns;
  std::vector<double> values;
};

/// The number in bits of a type: f16, bf16, tf32, f32, f64, f8, s8, u8, s32.
double elementOf(Type type, const uint8_t *bits);
/// The bits of a number, rounded to nearest once; integers wrap, or saturate.
void storeElement(Type type, double value, bool saturate, uint8_t *bits);

/// c += a * b: products are exact, sums are those of double.
void multiplyInto(const Matrix &a, const Matrix &b, Matrix &c);

/// Where element `i` of a lane's part of an operand lies.
struct Position {
  unsigned row, column;
};
/// Of the left operand of a product with 8 or 16 rows a warp; `each` elements
/// share a register.
Position positionOfA(unsigned rows, unsigned each, unsigned lane, unsigned i);

/// Waits for all lanes of the warp; false where some are elsewhere.
bool wholeWarp(Warp &warp, uint32_t mask);

} // namespace kiln::emu

#endif // KILN_EMULATOR_ISA_MATRIX_H
