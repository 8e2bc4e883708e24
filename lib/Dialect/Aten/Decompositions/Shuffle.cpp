// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements in another order: flips, turns, rolls, shuffled pixels and channels.
#include "Families.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

static Term input(Call &c) { return Term(c, c.op->getOperand(0)); }

static Term decomposeFlipLR(Call &c) { return flip(input(c), {1}); }
static Term decomposeFlipUD(Call &c) { return flip(input(c), {0}); }

static Term decomposeRot90(Call &c) {
  Term x = input(c);
  auto dims = c.integers("dims");
  if (dims.size() != 2)
    return c.reject("does not turn a plane");
  switch (((c.integer("k") % 4) + 4) % 4) {
  case 1:
    return transpose(flip(x, {dims[1]}), dims[0], dims[1]);
  case 2:
    return flip(x, dims);
  case 3:
    return transpose(flip(x, {dims[0]}), dims[0], dims[1]);
  default:
    return x;
  }
}

/// Element i goes to (i + shift) mod n.
static Term rollDim(Term x, int64_t dim, ExprAttr shift) {
  ExprAttr size = x.size(dim), zero = x.in().expr(0);
  if (size.isInt(0) || shift.isInt(0))
    return x;
  ExprAttr start = ep::makeExpr(ep::ExprKind::Mod, {ep::neg(shift), size});
  return cat({slice(x, dim, start, size), slice(x, dim, zero, start)}, dim);
}

static Term decomposeRoll(Call &c) {
  Term x = input(c);
  Sizes shifts = c.symInts("shifts");
  auto dims = c.integers("dims");
  if (dims.empty() && shifts.size() == 1)
    return view(rollDim(flatten(x), 0, shifts[0]), x.sizes());
  if (dims.size() != shifts.size() || x.rank() == 0)
    return c.reject("as many shifts as dimensions are wanted");
  for (auto [dim, shift] : llvm::zip(dims, shifts)) {
    FailureOr<int64_t> at = wrapDim(dim, x.rank());
    if (failed(at))
      return c.reject("dimension out of range");
    x = rollDim(x, *at, shift);
  }
  return x;
}

static Term decomposePixelShuffle(Call &c) {
  Term x = input(c);
  if (x.rank() < 3)
    return c.reject("input is no image");
  ExprAttr r = c.expr(c.integer("upscale_factor"));
  Sizes outer(x.sizes().drop_back(3)), split = outer;
  ExprAttr channels = ep::floorDiv(x.size(-3), ep::mul(r, r));
  split.append({channels, r, r, x.size(-2), x.size(-1)});
  int64_t n = outer.size();
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, n + 1));
  order.append({n + 3, n + 1, n + 4, n + 2});
  return view(permute(view(x, split), order), c.result().getSizes());
}

static Term decomposePixelUnshuffle(Call &c) {
  Term x = input(c);
  if (x.rank() < 3)
    return c.reject("input is no image");
  ExprAttr r = c.expr(c.integer("downscale_factor"));
  SizesRef result = c.result().getSizes();
  Sizes split(x.sizes().drop_back(2));
  split.append({result[result.size() - 2], r, result.back(), r});
  int64_t n = x.rank() - 3;
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, n + 1));
  order.append({n + 2, n + 4, n + 1, n + 3});
  return view(permute(view(x, split), order), result);
}

static Term decomposeChannelShuffle(Call &c) {
  Term x = input(c);
  if (x.rank() < 3)
    return c.reject("input has no channels");
  ExprAttr groups = c.symInt("groups");
  Term parts = split(x, 1, groups, ep::floorDiv(x.size(1), groups));
  return view(transpose(parts, 1, 2), x.sizes());
}

void aten::populateShuffleDecompositions(RewritePatternSet &patterns,
                                         const KeepSet &keep) {
  addRules(patterns, keep,
           {{"aten.fliplr.default", decomposeFlipLR},
            {"aten.flipud.default", decomposeFlipUD},
            {"aten.rot90.default", decomposeRot90},
            {"aten.roll.default", decomposeRoll},
            {"aten.pixel_shuffle.default", decomposePixelShuffle},
            {"aten.pixel_unshuffle.default", decomposePixelUnshuffle},
            {"aten.channel_shuffle.default", decomposeChannelShuffle},
            {"aten.native_channel_shuffle.default", decomposeChannelShuffle}});
}
