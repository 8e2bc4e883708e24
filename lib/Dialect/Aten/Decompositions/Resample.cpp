// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resampling, one dimension after the other: each is a gather of neighbours
// and their weighted sum.
#include "Expansions.h"
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// One spatial dimension.
struct Axis {
  int64_t dim;
  ExprAttr in, out;
  std::optional<double> factor; ///< out / in as the user wrote it
};
} // namespace

static ExprAttr quotient(ExprAttr a, ExprAttr b) {
  if (a.isInt() && b.isInt() && !b.isInt(0))
    return ep::makeFloat(a.getContext(), static_cast<double>(a.getValue()) /
                                             static_cast<double>(b.getValue()));
  auto real = [](ExprAttr e) {
    return ep::makeExpr(ep::ExprKind::ToFloat, {e});
  };
  return ep::makeExpr(ep::ExprKind::TrueDiv, {real(a), real(b)});
}

/// Input elements per output element.
static Number getStep(const Axis &axis, bool alignCorners) {
  if (alignCorners) {
    if (axis.out.isInt(1))
      return 0.0;
    ExprAttr one = ep::makeInt(axis.in.getContext(), 1);
    return quotient(ep::sub(axis.in, one), ep::sub(axis.out, one));
  }
  if (axis.factor)
    return 1.0 / *axis.factor;
  return quotient(axis.in, axis.out);
}

/// The spatial dimensions of a call whose results say the output sizes.
static SmallVector<Axis> getAxes(Call &c, Term x) {
  SmallVector<double> factors;
  const Schema &schema = c.op.getSchema();
  if (schema.findArgument("scale_factors"))
    factors = c.op.numbers(c.op.indexOf("scale_factors"));
  SmallVector<Axis> axes;
  for (int64_t dim = 2; dim < x.rank(); ++dim) {
    Axis axis = {dim, x.size(dim), c.result().getSizes()[dim], std::nullopt};
    if (static_cast<int64_t>(factors.size()) == x.rank() - 2)
      axis.factor = factors[dim - 2];
    static constexpr StringLiteral names[] = {"scales_d", "scales_h",
                                              "scales_w"};
    StringRef name = x.rank() == 3 ? StringRef("scales")
                                   : StringRef(names[dim - 2 + (5 - x.rank())]);
    if (schema.findArgument(name) && c.has(name))
      axis.factor = c.number(name);
    axes.push_back(axis);
  }
  return axes;
}

/// Does each output element lie on the input element of the same number? Then
/// the others have weights of zero, by which not even infinities are
/// multiplied.
static bool isKept(const Axis &axis, bool alignCorners) {
  return axis.in == axis.out && (alignCorners || axis.factor.value_or(1) == 1);
}

/// 0, 1, … of the output as `dtype`.
static Term positions(Call &c, const Axis &axis, Type dtype) {
  return to(arange(c, axis.out), dtype);
}

/// Shaped to broadcast along the axis.
static Term alongAxis(Term vector, Term x, const Axis &axis) {
  Sizes sizes(x.rank(), x.in().expr(1));
  sizes[axis.dim] = axis.out;
  return view(vector, sizes);
}

/// x at `places`, clamped to the rows.
static Term pick(Term x, Term places, const Axis &axis) {
  ExprAttr last = ep::sub(axis.in, x.in().expr(1));
  Terms indices(axis.dim + 1);
  indices[axis.dim] = to(clamp(places, 0, Number(last)), x.in().int64());
  return index(x, indices);
}

//===----------------------------------------------------------------------===//
// Nearest
//===----------------------------------------------------------------------===//

static Term nearest(Call &c, double offset) {
  Term x = c.op.tensor(0u) ? Term(c, c.op.tensor(0u)) : Term();
  if (x.rank() < 3 || x.rank() > 5)
    return c.reject("input has no extent");
  for (const Axis &axis : getAxes(c, x)) {
    if (isKept(axis, /*alignCorners=*/false))
      continue;
    Term at = positions(c, axis, c.float32());
    if (offset != 0)
      at = at + offset;
    x = pick(x, floor(at * getStep(axis, false)), axis);
  }
  return x;
}
static Term decomposeNearest(Call &c) { return nearest(c, 0.0); }
static Term decomposeNearestExact(Call &c) { return nearest(c, 0.5); }

//===----------------------------------------------------------------------===//
// Linear and cubic
//===----------------------------------------------------------------------===//

/// Where each output element lies in the input.
static Term getSources(Call &c, const Axis &axis, bool alignCorners,
                       Type dtype) {
  Term at = positions(c, axis, dtype);
  Number step = getStep(axis, alignCorners);
  return alignCorners ? at * step : (at + 0.5) * step - 0.5;
}

/// Is the axis known to have fewer elements behind the call than before?
static bool shrinks(const Axis &axis) {
  if (axis.in.isInt() && axis.out.isInt())
    return axis.out.getValue() < axis.in.getValue();
  return axis.factor && *axis.factor < 1;
}

/// The axes in the order of least work. Those that shrink come first. Elements
/// of the last dimension are gathered one by one, those of others as whole
/// rows: it is the first of those that grow, and the last of those that shrink.
static SmallVector<Axis> orderByWork(SmallVector<Axis> axes) {
  auto *growing = std::stable_partition(axes.begin(), axes.end(), shrinks);
  std::reverse(growing, axes.end());
  return axes;
}

/// In f32 also for f16 and bf16.
static Term resample(Call &c,
                     Term (*interpolate)(Call &, Term, const Axis &, bool)) {
  Term input(c, c.op.tensor(0u));
  if (input.rank() < 3 || input.rank() > 5 || !isFloating(input.dtype()))
    return c.reject("input has no extent");
  Term x = to(input, getComputeType(input.dtype()));
  bool alignCorners = c.flag("align_corners");
  for (const Axis &axis : orderByWork(getAxes(c, input)))
    if (!isKept(axis, alignCorners))
      x = interpolate(c, x, axis, alignCorners);
  return to(x, c.dtype());
}

static Term interpolateLinear(Call &c, Term x, const Axis &axis, bool corners) {
  Term source = getSources(c, axis, corners, x.dtype());
  if (!corners)
    source = clamp(source, 0, std::nullopt);
  Term low = floor(source);
  Term weight = alongAxis(source - low, x, axis);
  Term a = pick(x, low, axis), b = pick(x, low + 1, axis);
  return a * (1 - weight) + b * weight;
}
static Term decomposeLinear(Call &c) { return resample(c, interpolateLinear); }

/// The cubic convolution kernel with a = -0.75, at distances up to 1 and 2.
static Term near(Term t) { return ((t * 1.25) - 2.25) * t * t + 1; }
static Term far(Term t) { return ((t * -0.75 + 3.75) * t - 6) * t + 3; }

static Term interpolateCubic(Call &c, Term x, const Axis &axis, bool corners) {
  Term source = getSources(c, axis, corners, x.dtype());
  Term low = floor(source), t = source - low, rest = 1 - t;
  Term weights[] = {far(t + 1), near(t), near(rest), far(rest + 1)};
  Term result;
  for (int64_t i = 0; i < 4; ++i) {
    Term part = pick(x, low + (i - 1), axis) * alongAxis(weights[i], x, axis);
    result = result ? result + part : part;
  }
  return result;
}
static Term decomposeCubic(Call &c) { return resample(c, interpolateCubic); }

void aten::populateResampleDecompositions(RewritePatternSet &patterns,
                                          const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.upsample_nearest1d.vec", decomposeNearest},
            {"aten.upsample_nearest3d.vec", decomposeNearest},
            {"aten.upsample_nearest1d.default", decomposeNearest},
            {"aten.upsample_nearest2d.default", decomposeNearest},
            {"aten.upsample_nearest3d.default", decomposeNearest},
            {"aten._upsample_nearest_exact1d.vec", decomposeNearestExact},
            {"aten._upsample_nearest_exact2d.vec", decomposeNearestExact},
            {"aten._upsample_nearest_exact3d.vec", decomposeNearestExact},
            {"aten._upsample_nearest_exact1d.default", decomposeNearestExact},
            {"aten._upsample_nearest_exact2d.default", decomposeNearestExact},
            {"aten._upsample_nearest_exact3d.default", decomposeNearestExact},
            {"aten.upsample_linear1d.vec", decomposeLinear},
            {"aten.upsample_trilinear3d.vec", decomposeLinear},
            {"aten.upsample_linear1d.default", decomposeLinear},
            {"aten.upsample_bilinear2d.default", decomposeLinear},
            {"aten.upsample_trilinear3d.default", decomposeLinear},
            {"aten.upsample_bicubic2d.vec", decomposeCubic},
            {"aten.upsample_bicubic2d.default", decomposeCubic}});
}

void core::populateResampleExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten.upsample_nearest2d.vec", decomposeNearest},
            {"aten.upsample_bilinear2d.vec", decomposeLinear}});
}
