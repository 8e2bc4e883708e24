// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Discrete Fourier transforms of known lengths as products with small matrices:
// a length n1 n2 is n2 transforms of n1 elements, factors, and n1 transforms of
// n2 (J. Cooley and J. Tukey 1965). Numbers lie in planes, real parts in front
// of imaginary ones.
#include "Complex.h"
#include "Expansions.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static constexpr double kTwoPi = 6.283185307179586476925286766559;

/// The most steps of a product: so many are as exact in f32 as others compute
/// transforms. More, for large prime factors, are summed in f64.
static constexpr int64_t kSteps = 64, kLongSteps = 512;

namespace {
/// How the elements of signals of so many planes are transformed: by one
/// product, or for each of the `factor` parts first.
struct Plan {
  int64_t factor = 1, work = 0;
};
} // namespace

/// By the length of a signal of two planes; nothing where there is no plan.
using Plans = llvm::DenseMap<int64_t, std::optional<Plan>>;

static std::optional<Plan> choosePlan(Plans &plans, int64_t length,
                                      int64_t planes, int64_t steps) {
  // Another pass over memory takes as long as so many steps.
  constexpr int64_t kPass = 64;
  if (length * planes <= steps)
    return Plan{1, length};
  std::optional<Plan> best;
  for (int64_t factor = 2; factor * planes <= steps; ++factor) {
    if (length % factor != 0)
      continue;
    int64_t others = length / factor;
    if (!plans.contains(others)) {
      std::optional<Plan> plan = choosePlan(plans, others, 2, steps);
      plans[others] = plan;
    }
    std::optional<Plan> rest = plans[others];
    int64_t work = rest ? factor + kPass + rest->work : 0;
    if (rest && (!best || work < best->work))
      best = Plan{factor, work};
  }
  return best;
}

/// The plan with the least work, whose products have up to `steps` steps;
/// nothing where a prime factor is too large.
static std::optional<Plan> choosePlan(int64_t length, int64_t planes,
                                      int64_t steps) {
  Plans plans;
  return choosePlan(plans, length, planes, steps);
}

namespace {
/// Transforms of one call, of signals [m, planes, length].
class Transform {
public:
  Transform(Call &c, bool isForward, Type dtype, int64_t steps)
      : c(c), isForward(isForward), dtype(dtype), steps(steps) {}

  /// The first `count` elements of the results, as [m, planes, count]: of real
  /// signals that have one plane, or for results of which one is wanted, too.
  Term apply(Term x, int64_t length, int64_t count, int64_t planes = 2);

private:
  /// cos and sin of the root of unity of `length` to the power of the product
  /// of two tensors of integers; quarters of a turn are exact.
  std::pair<Term, Term> getRoots(Term a, Term b, int64_t length);
  Term multiply(Term x, int64_t length, int64_t count, int64_t planes);
  Term split(Term x, int64_t length, int64_t factor, int64_t count,
             int64_t planes);

  ExprAttr expr(int64_t value) { return c.expr(value); }

  Call &c;
  bool isForward;

public:
  Type dtype;    ///< of the planes
  int64_t steps; ///< of a product, the most
};
} // namespace

std::pair<Term, Term> Transform::getRoots(Term a, Term b, int64_t length) {
  Term power = remainder(a * b, length);
  Term angle = to(power, c.float64()) * (kTwoPi / length);
  Term isUpright = eq(power * 4, length) | eq(power * 4, 3 * length);
  Term isLevel = eq(power * 2, length);
  Term sine = sin(angle);
  return {to(where(isUpright, 0.0, cos(angle)), dtype),
          to(where(isLevel, 0.0, isForward ? -sine : sine), dtype)};
}

/// One product with the matrix of roots.
Term Transform::multiply(Term x, int64_t length, int64_t count,
                         int64_t planes) {
  auto [cosine, sine] = getRoots(unsqueeze(arange(c, expr(length)), 1),
                                 arange(c, expr(count)), length);
  auto join = [](Term a, Term b, int64_t dim) { return cat({a, b}, dim); };
  Term matrix = planes == 2 ? join(cosine, sine, 1) : cosine;
  if (x.size(1).isInt(2))
    matrix = join(matrix, planes == 2 ? join(-sine, cosine, 1) : -sine, 0);
  ExprAttr steps = ep::mul(x.size(1), x.size(2));
  Term product = mm(view(x, {x.size(0), steps}), matrix);
  return view(product, {x.size(0), expr(planes), expr(count)});
}

/// j = j1 n2 + j2 and k = k1 + n1 k2: over j1 for each j2, then times the roots
/// with the numbers j2 k1, then over j2 for each k1.
Term Transform::split(Term x, int64_t length, int64_t factor, int64_t count,
                      int64_t planes) {
  int64_t rest = length / factor, countOfRest = llvm::divideCeil(count, factor);
  ExprAttr m = x.size(0), n1 = expr(factor), n2 = expr(rest), two = expr(2);
  x = permute(view(x, {m, x.size(1), n1, n2}), {0, 3, 1, 2});
  x = apply(view(x, {ep::mul(m, n2), x.size(2), n1}), factor, factor);
  x = view(x, {m, n2, two, n1});
  auto [cosine, sine] =
      getRoots(unsqueeze(arange(c, n2), 1), arange(c, n1), length);
  x = x * unsqueeze(cosine, 1) + flip(x, {2}) * stack({-sine, sine}, 1);
  x = view(permute(x, {0, 3, 2, 1}), {ep::mul(m, n1), two, n2});
  x = apply(x, rest, countOfRest, planes);
  x = permute(view(x, {m, n1, expr(planes), expr(countOfRest)}), {0, 2, 3, 1});
  x = view(x, {m, expr(planes), expr(countOfRest * factor)});
  return slice(x, 2, expr(0), expr(count));
}

Term Transform::apply(Term x, int64_t length, int64_t count, int64_t planes) {
  int64_t factor = choosePlan(length, x.size(1).getValue(), steps)->factor;
  return factor > 1 ? split(x, length, factor, count, planes)
                    : multiply(x, length, count, planes);
}

/// The dimensions of a call from the front.
static SmallVector<int64_t> getDims(Call &c, SizesRef sizes) {
  // Those of complex numbers might be symbols.
  SmallVector<int64_t> dims;
  if (isComplex(c.dtype()) && isComplex(c.raw("self").dtype())) {
    for (ExprAttr dim : c.symInts("dim"))
      dims.push_back(dim.isInt() ? dim.getValue() : sizes.size());
  } else {
    dims = c.integers("dim");
  }
  for (int64_t &dim : dims) {
    FailureOr<int64_t> wrapped = wrapDim(dim, sizes.size());
    if (failed(wrapped) || sizes.empty()) {
      c.reject("dimension out of range");
      return {};
    }
    dim = *wrapped;
  }
  return dims;
}

/// Transforms along `dims` of signals of `sizes`, in `dtype` or, where sums are
/// long, in f64; along the last one first where they are real. Nothing, and a
/// rejected rule, where a length is not known or has a large prime factor.
static std::optional<Transform> chooseTransform(Call &c, bool isForward,
                                                Type dtype, SizesRef sizes,
                                                ArrayRef<int64_t> dims) {
  bool isReal = !isComplex(c.raw("self").dtype());
  auto takesAll = [&](int64_t steps) {
    return !dims.empty() && llvm::all_of(dims, [&](const int64_t &dim) {
      bool isFirst = isReal && &dim == &dims.back();
      ExprAttr size = sizes[dim];
      return size.isInt() && size.getValue() > 0 &&
             choosePlan(size.getValue(), isFirst ? 1 : 2, steps);
    });
  };
  if (takesAll(kSteps))
    return Transform(c, isForward, dtype, kSteps);
  if (takesAll(kLongSteps))
    return Transform(c, isForward, c.float64(), kLongSteps);
  c.reject("a length is not known, or has a large prime factor");
  return std::nullopt;
}

/// Along `dim` of x, [sizes…, planes].
static Term applyAlong(Transform &transform, Term x, int64_t dim,
                       int64_t length, int64_t count, int64_t planes = 2) {
  SmallVector<int64_t> order, back;
  for (int64_t i = 0; i < x.rank(); ++i)
    if (i != dim)
      order.push_back(i);
  order.push_back(dim);
  for (int64_t i = 0; i < x.rank(); ++i)
    back.push_back(llvm::find(order, i) - order.begin());
  Term rows = permute(x, order);
  Sizes sizes(rows.sizes());
  ExprAttr m = x.in().expr(1);
  for (ExprAttr size : ArrayRef(sizes).drop_back(2))
    m = ep::mul(m, size);
  rows = view(rows, {m, x.size(-1), x.size(dim)});
  rows = transform.apply(rows, length, count, planes);
  sizes[sizes.size() - 2] = x.in().expr(planes);
  sizes.back() = x.in().expr(count);
  return permute(view(rows, sizes), back);
}

/// Divided by the number of elements, or by its root.
static Term scale(Call &c, Term x, SizesRef sizes, ArrayRef<int64_t> dims) {
  double count = 1;
  for (int64_t dim : dims)
    count *= sizes[dim].getValue();
  int64_t way = c.integer("normalization");
  return way == 0 ? x : x * (way == 1 ? 1 / std::sqrt(count) : 1 / count);
}

/// The complex numbers of [sizes…, 2].
static Term joinPlanes(Call &c, Term x) {
  x = contiguous(to(x, getRealType(c.dtype())));
  return make(c, "aten.view_as_complex.default", c.result(), x);
}

/// [sizes…, 2]
static Term splitPlanes(Term x, Type dtype) { return to(getParts(x), dtype); }

static Term transformReal(Call &c) {
  Term x = c.raw("self");
  SizesRef sizes = x.sizes(), results = c.result().getSizes();
  SmallVector<int64_t> dims = getDims(c, sizes);
  auto transform =
      chooseTransform(c, /*isForward=*/true, x.dtype(), sizes, dims);
  if (!transform)
    return {};
  Term y = unsqueeze(to(x, transform->dtype), x.rank());
  // Frequencies are cut along the last of the dimensions.
  for (int64_t dim : llvm::reverse(dims))
    y = applyAlong(*transform, y, dim, sizes[dim].getValue(),
                   results[dim].getValue());
  return joinPlanes(c, scale(c, y, sizes, dims));
}

static Term transformComplex(Call &c) {
  Term x = c.raw("self");
  SizesRef sizes = x.sizes();
  SmallVector<int64_t> dims = getDims(c, sizes);
  auto transform = chooseTransform(c, c.flag("forward"), getRealType(x.dtype()),
                                   sizes, dims);
  if (!transform)
    return {};
  Term y = splitPlanes(x, transform->dtype);
  for (int64_t dim : dims)
    y = applyAlong(*transform, y, dim, sizes[dim].getValue(),
                   sizes[dim].getValue());
  return joinPlanes(c, scale(c, y, sizes, dims));
}

/// [sizes…, 2] with the frequencies of a real signal of `length` elements that
/// are not there: the conjugates of others. Two are real, whatever they say.
static Term addConjugates(Call &c, Term x, int64_t dim, int64_t length) {
  int64_t half = length / 2 + 1;
  x = slice(x, dim, c.expr(0), c.expr(half));
  Term isImaginary = eq(arange(c, c.expr(2)), 1);
  if (length > half) {
    Term rest =
        flip(slice(x, dim, c.expr(1), c.expr(1 + length - half)), {dim});
    x = cat({x, where(isImaginary, -rest, rest)}, dim);
  }
  Sizes broadcast(x.rank(), c.expr(1));
  broadcast[dim] = c.expr(length);
  Term number = view(arange(c, c.expr(length)), broadcast);
  return where(isImaginary & eq(remainder(number * 2, length), 0), 0.0, x);
}

static Term transformToReal(Call &c) {
  Term x = c.raw("self");
  SizesRef results = c.result().getSizes();
  SmallVector<int64_t> dims = getDims(c, results);
  auto transform = chooseTransform(c, /*isForward=*/false,
                                   getRealType(x.dtype()), results, dims);
  if (!transform)
    return {};
  Term y = splitPlanes(x, transform->dtype);
  for (int64_t dim : ArrayRef(dims).drop_back())
    y = applyAlong(*transform, y, dim, results[dim].getValue(),
                   results[dim].getValue());
  int64_t last = dims.back(), length = results[last].getValue();
  y = applyAlong(*transform, addConjugates(c, y, last, length), last, length,
                 length, /*planes=*/1);
  y = scale(c, y, results, dims);
  return to(squeeze(y, {y.rank() - 1}), c.dtype());
}

void core::populateFourierExpansions(RewritePatternSet &patterns) {
  addRules(patterns, {},
           {{"aten._fft_r2c.default", transformReal},
            {"aten._fft_c2c.default", transformComplex},
            {"aten._fft_c2r.default", transformToReal}});
}
