// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices and vectors.
#include "Families.h"
#include "Matrix.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

/// A factor of integers is one itself: its fraction is cut off.
static Attribute getFactor(Call &c, StringRef name) {
  Attribute attr = c.op.attribute(c.op.indexOf(name));
  auto real = dyn_cast<FloatAttr>(attr);
  if (!real || !isInteger(c.dtype()))
    return attr;
  return c.builder.getI64IntegerAttr(
      static_cast<int64_t>(real.getValueAsDouble()));
}

/// Nothing for a factor of 1.
static Term scaled(Call &c, Term x, StringRef factor) {
  Attribute attr = getFactor(c, factor);
  auto integer = dyn_cast<IntegerAttr>(attr);
  auto real = dyn_cast<FloatAttr>(attr);
  if ((integer && integer.getInt() == 1) ||
      (real && real.getValueAsDouble() == 1))
    return x;
  return x * Number(attr);
}
static bool isZero(Call &c, StringRef factor) {
  Attribute attr = getFactor(c, factor);
  auto integer = dyn_cast<IntegerAttr>(attr);
  auto real = dyn_cast<FloatAttr>(attr);
  return (integer && integer.getInt() == 0) ||
         (real && real.getValueAsDouble() == 0);
}

/// beta * self + alpha * product; beta = 0 ignores `self`, even its NaN.
static Term combine(Call &c, Term product) {
  product = scaled(c, product, "alpha");
  Term result = isZero(c, "beta") ? expand(product, c.result().getSizes())
                                  : scaled(c, c("self"), "beta") + product;
  return to(result, c.dtype());
}

static Term dot(Term a, Term b) { return sum(a * b, {0}); }
static Term outer(Term a, Term b) { return unsqueeze(a, 1) * b; }

static Term decomposeLinear(Call &c) {
  return linear(c("input"), c("weight"), c("bias"));
}
static Term decomposeMatmul(Call &c) { return matmul(c("self"), c("other")); }
static Term decomposeAddmv(Call &c) {
  return combine(c, matmul(c("mat"), c("vec")));
}
static Term decomposeAddr(Call &c) {
  return combine(c, outer(c("vec1"), c("vec2")));
}
static Term decomposeBaddbmm(Call &c) {
  return combine(c, bmm(c("batch1"), c("batch2")));
}
static Term decomposeAddbmm(Call &c) {
  return combine(c, sum(bmm(c("batch1"), c("batch2")), {0}, false, c.dtype()));
}
static Term decomposeMv(Call &c) { return matmul(c("self"), c("vec")); }
static Term decomposeDot(Call &c) {
  return to(dot(c("self"), c("tensor")), c.dtype());
}
static Term decomposeOuter(Call &c) { return outer(c("self"), c("vec2")); }

static Term decomposeInner(Call &c) {
  Term a = c("self"), b = c("other");
  if (a.rank() == 0 || b.rank() == 0)
    return a * b;
  return contract(a, b, {a.rank() - 1}, {b.rank() - 1});
}

static Term decomposeTensordot(Call &c) {
  auto wrap = [](SmallVector<int64_t> dims, Term x) {
    for (int64_t &dim : dims)
      dim = dim < 0 ? dim + x.rank() : dim;
    return dims;
  };
  Term a = c("self"), b = c("other");
  return contract(a, b, wrap(c.integers("dims_self"), a),
                  wrap(c.integers("dims_other"), b));
}

/// Every element of one times the whole of the other.
static Term decomposeKron(Call &c) {
  Term a = c("self"), b = c("other");
  while (a && a.rank() < b.rank())
    a = unsqueeze(a, 0);
  while (b && b.rank() < a.rank())
    b = unsqueeze(b, 0);
  if (!a || !b)
    return {};
  Sizes left, right;
  for (auto [sizeA, sizeB] : llvm::zip(a.sizes(), b.sizes())) {
    left.append({sizeA, c.expr(1)});
    right.append({c.expr(1), sizeB});
  }
  return view(view(a, left) * view(b, right), c.result().getSizes());
}

static Term decomposeMultiDot(Call &c) {
  Term product;
  Terms factors = c.list(c.op.getSchema().getArguments()[0].name);
  bool isColumn = !factors.empty() && factors.back().rank() == 1;
  if (isColumn)
    factors.back() = unsqueeze(factors.back(), 1);
  if (!factors.empty() && factors.front().rank() == 1)
    factors.front() = unsqueeze(factors.front(), 0);
  for (Term factor : factors)
    product = product ? mm(product, factor) : factor;
  return view(product, c.result().getSizes());
}

static Term decomposeMatrixPower(Call &c) {
  Term x = c("self");
  int64_t n = c.integer("n");
  if (x.rank() < 2)
    return c.reject("needs matrices");
  if (n < 0) {
    x = inverse(x);
    n = -n;
  }
  if (n == 0) {
    Term rows = unsqueeze(arange(c, x.size(-1)), 1);
    Term identity = to(eq(rows, arange(c, x.size(-1))), c.dtype());
    return expand(identity, x.sizes());
  }
  Term result, power = x;
  for (; n > 0; n /= 2) {
    if (n % 2)
      result = result ? matmul(result, power) : power;
    if (n > 1)
      power = matmul(power, power);
  }
  return result;
}

/// x[1] * y[2] - x[2] * y[1], and around.
static Term cross(Call &c, int64_t dim) {
  Terms both = broadcast({c("self"), c("other")});
  auto turn = [&](Term x, int64_t by) {
    return cat({slice(x, dim, c.expr(by), c.expr(3)),
                slice(x, dim, c.expr(0), c.expr(by))},
               dim);
  };
  if (!both[0])
    return {};
  return turn(both[0], 1) * turn(both[1], 2) -
         turn(both[0], 2) * turn(both[1], 1);
}
static Term decomposeLinalgCross(Call &c) { return cross(c, c.integer("dim")); }
/// The first dimension of size 3 where none is named.
static Term decomposeCross(Call &c) {
  if (c.has("dim"))
    return cross(c, c.integer("dim"));
  for (auto [i, size] : llvm::enumerate(c("self").sizes()))
    if (size.isInt(3))
      return cross(c, i);
  return c.reject("no dimension has size 3");
}

/// x1 W[o] x2 + b for each o.
static Term decomposeBilinear(Call &c) {
  Term a = c("input1"), b = c("input2"), weight = c("weight");
  if (weight.rank() != 3 || a.rank() == 0)
    return c.reject("weight is no stack of matrices");
  ExprAttr rows = ep::product(c.getContext(), a.sizes().drop_back());
  Term left = view(a, {rows, a.size(-1)}), right = view(b, {rows, b.size(-1)});
  Term matrix = view(permute(weight, {1, 0, 2}),
                     {weight.size(1), ep::mul(weight.size(0), weight.size(2))});
  Term partial = view(mm(left, matrix), {rows, weight.size(0), weight.size(2)});
  Term result =
      view(sum(partial * unsqueeze(right, 1), {2}), c.result().getSizes());
  Term bias = c("bias");
  return bias ? result + bias : result;
}

/// Powers of x, from the 0th, or down to it.
static Term decomposeOldVander(Call &c) {
  ExprAttr count = c.result().getSizes().back();
  Term powers = arange(c, count);
  if (!c.flag("increasing"))
    powers = ep::sub(count, c.expr(1)) - powers;
  Term x = to(unsqueeze(c("x"), 1), c.dtype());
  return to(pow(x, powers), c.dtype());
}

/// Powers of x, from the 0th.
static Term decomposeVander(Call &c) {
  Term x = c("x");
  if (x.rank() == 0)
    x = unsqueeze(x, 0);
  ExprAttr count = c.result().getSizes().back();
  return to(pow(unsqueeze(x, x.rank()), arange(c, count)), c.dtype());
}

void aten::populateProductDecompositions(RewritePatternSet &patterns,
                                         const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.linear.default", decomposeLinear},
            {"aten.matmul.default", decomposeMatmul},
            {"aten.addmv.default", decomposeAddmv},
            {"aten.addr.default", decomposeAddr},
            {"aten.baddbmm.default", decomposeBaddbmm},
            {"aten.addbmm.default", decomposeAddbmm},
            {"aten.mv.default", decomposeMv},
            {"aten.dot.default", decomposeDot},

            {"aten.outer.default", decomposeOuter},
            {"aten.inner.default", decomposeInner},
            {"aten.tensordot.default", decomposeTensordot},
            {"aten.kron.default", decomposeKron},
            {"aten.linalg_multi_dot.default", decomposeMultiDot},
            {"aten.chain_matmul.default", decomposeMultiDot},
            {"aten.vander.default", decomposeOldVander},
            {"aten.linalg_matrix_power.default", decomposeMatrixPower},
            {"aten.linalg_cross.default", decomposeLinalgCross},
            {"aten.cross.default", decomposeCross},
            {"aten.bilinear.default", decomposeBilinear},
            {"aten.linalg_vander.default", decomposeVander}});
}
