// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Written by `utils/generate-aten.py <aten-schemas.jsonl> <core-aten.txt>`: do not edit.
//
// Every class of a single overload; patterns include their family's header alone.
#ifndef KILN_DIALECT_ATEN_ALLOPS_H
#define KILN_DIALECT_ATEN_ALLOPS_H

#include "kiln/Dialect/Aten/Arithmetic.h"
#include "kiln/Dialect/Aten/Comparison.h"
#include "kiln/Dialect/Aten/Convolution.h"
#include "kiln/Dialect/Aten/Creation.h"
#include "kiln/Dialect/Aten/Indexing.h"
#include "kiln/Dialect/Aten/Matmul.h"
#include "kiln/Dialect/Aten/Normalization.h"
#include "kiln/Dialect/Aten/Pointwise.h"
#include "kiln/Dialect/Aten/Pooling.h"
#include "kiln/Dialect/Aten/Reduction.h"
#include "kiln/Dialect/Aten/Sizes.h"
#include "kiln/Dialect/Aten/View.h"

#endif // KILN_DIALECT_ATEN_ALLOPS_H
