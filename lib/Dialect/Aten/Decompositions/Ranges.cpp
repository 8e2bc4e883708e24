// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of numbers, and the places of triangles.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term decomposeArange(Call &c) {
  return arange(c, 0, c.scalar("end"), 1, c.result().getSizes()[0], c.dtype());
}
static Term decomposeArangeStart(Call &c) {
  return arange(c, c.scalar("start"), c.scalar("end"), 1,
                c.result().getSizes()[0], c.dtype());
}

/// A bound as a tensor or a number of the dtype that the range is computed in.
static Term getBound(Call &c, StringRef name, Type dtype) {
  unsigned index = c.op.indexOf(name);
  if (c.op.getSchema().getArguments()[index].type.isValue())
    return to(c(name), dtype);
  return scalar(c, c.op.attribute(index), dtype);
}

/// Evenly from start to end, the second half counted from the end.
static Term linspace(Call &c, Type dtype) {
  ExprAttr steps = c.result().getSizes()[0];
  Term start = getBound(c, "start", dtype), end = getBound(c, "end", dtype);
  if (steps.isInt(1))
    return view(start, {steps});
  ExprAttr last = ep::sub(steps, c.expr(1));
  Term step = (end - start) / Number(last);
  Term up = arange(c, steps);
  Term down = Number(last) - up;
  return where(up < down, start + step * to(up, dtype),
               end - step * to(down, dtype));
}
/// Integers are computed in floats, too.
static Type getRangeType(Call &c) {
  Type dtype = getComputeType(c.dtype());
  return isFloating(dtype) || isComplex(dtype) ? dtype : Type(c.float32());
}
static Term decomposeLinspace(Call &c) {
  return to(linspace(c, getRangeType(c)), c.dtype());
}
static Term decomposeLogspace(Call &c) {
  return to(pow(c.number("base"), linspace(c, getRangeType(c))), c.dtype());
}

/// The frequencies of a transform; those from the middle on are negative.
static Term decomposeFrequencies(Call &c) {
  int64_t n = c.integer("n");
  Term index = arange(c, c.expr(n));
  index = where(index < (n + 1) / 2, index, index - n);
  return to(index, c.dtype()) * (1.0 / (n * c.number("d")));
}
/// Those of a real signal.
static Term decomposeRealFrequencies(Call &c) {
  int64_t n = c.integer("n");
  return to(arange(c, c.expr(n / 2 + 1)), c.dtype()) *
         (1.0 / (n * c.number("d")));
}

/// Where a matrix has its lower or upper triangle.
static Term findTriangle(Call &c, bool isLower) {
  int64_t offset = c.integer("offset");
  Term row = unsqueeze(arange(c, c.expr(c.integer("row"))), 1);
  Term diagonal = arange(c, c.expr(c.integer("col"))) - row;
  Term mask = isLower ? diagonal <= offset : diagonal >= offset;
  return to(transpose(findTrue(mask, c.result().getSizes()[1]), 0, 1),
            c.dtype());
}
static Term decomposeLowerIndices(Call &c) { return findTriangle(c, true); }
static Term decomposeUpperIndices(Call &c) { return findTriangle(c, false); }

void aten::populateRangeDecompositions(RewritePatternSet &patterns,
                                       const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.arange.default", decomposeArange},
            {"aten.arange.start", decomposeArangeStart},
            {"aten.linspace.default", decomposeLinspace},
            {"aten.linspace.Tensor_Tensor", decomposeLinspace},
            {"aten.linspace.Scalar_Tensor", decomposeLinspace},
            {"aten.linspace.Tensor_Scalar", decomposeLinspace},
            {"aten.logspace.default", decomposeLogspace},
            {"aten.logspace.Tensor_Tensor", decomposeLogspace},
            {"aten.logspace.Scalar_Tensor", decomposeLogspace},
            {"aten.logspace.Tensor_Scalar", decomposeLogspace},
            {"aten.fft_fftfreq.default", decomposeFrequencies},
            {"aten.fft_rfftfreq.default", decomposeRealFrequencies},
            {"aten.tril_indices.default", decomposeLowerIndices},
            {"aten.triu_indices.default", decomposeUpperIndices}});
}
