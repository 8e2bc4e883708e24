// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A transposed convolution with a stride is an ordinary one of the input as it
// is: element q * stride + r of the result is the sum over j of
// x[q - j] * w[r + j * stride]. Each remainder r is a filter of its own, and
// their results are put side by side. Zeros between the elements of the input
// would be multiplied, stride * stride - 1 of as many in an image.
#include "Expansions.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kiln;
using namespace kiln::aten;
using namespace kiln::aten::core;

namespace {
/// One axis in space.
struct Axis {
  int64_t stride, dilation, padding, outputPadding, kernel;
  ExprAttr input, result;

  /// The taps of one remainder, and how far they go back.
  int64_t getTaps() const { return llvm::divideCeil(kernel, stride); }
  int64_t getReach() const { return dilation * (getTaps() - 1); }
  /// The first quotient, and the elements before the result that it gives, too.
  int64_t getFirst() const { return padding / stride; }
  int64_t getBefore() const { return padding % stride; }
  /// Quotients beyond the elements of the input; negative where these are not
  /// all needed.
  int64_t getBeyond() const {
    int64_t end = dilation * (kernel - 1) + 1 - stride - padding;
    return llvm::divideCeilSigned(end + outputPadding, stride);
  }
  ExprAttr getQuotients() const {
    MLIRContext *context = input.getContext();
    return ep::add(input, ep::makeInt(context, getBeyond() - getFirst()));
  }
};
} // namespace

/// The axes; empty where zeros lie between no elements, or sizes of the
/// geometry are symbols.
static SmallVector<Axis> getAxes(Call &c, Term x, Term weight) {
  unsigned spatial = weight.rank() - 2;
  auto get = [&](StringRef name, unsigned i) -> std::optional<int64_t> {
    Sizes list = c.symInts(name);
    ExprAttr value = list.size() == 1 ? list.front() : list[i];
    return value.isInt() ? std::optional(value.getValue()) : std::nullopt;
  };
  SmallVector<Axis> axes;
  bool hasZeros = false;
  for (unsigned i = 0; i < spatial; ++i) {
    ExprAttr kernel = weight.size(2 + i);
    auto stride = get("stride", i), dilation = get("dilation", i);
    auto padding = get("padding", i), more = get("output_padding", i);
    if (!stride || !dilation || !padding || !more || !kernel.isInt() ||
        (*stride > 1 && *dilation > 1))
      return {};
    hasZeros |= *stride > 1;
    axes.push_back({*stride, *dilation, *padding, *more, kernel.getValue(),
                    x.size(2 + i), c.result().getSizes()[2 + i]});
  }
  return hasZeros ? axes : SmallVector<Axis>();
}

/// The filters of an ordinary convolution: those of the remainders of one
/// channel follow each other.
static Term makeFilters(Term weight, ArrayRef<Axis> axes, ExprAttr groups) {
  core::Builder &in = weight.in();
  Sizes pads,
      sizes = {groups, ep::floorDiv(weight.size(0), groups), weight.size(1)};
  Sizes filters = {ep::mul(groups, weight.size(1)), sizes[1]};
  SmallVector<int64_t> turned, order = {0, 2}, taps;
  for (const Axis &axis : axes) {
    ExprAttr count = in.expr(axis.getTaps()), stride = in.expr(axis.stride);
    int64_t rest = axis.getTaps() * axis.stride - axis.kernel;
    pads.insert(pads.begin(), {in.expr(0), in.expr(rest)});
    turned.push_back(sizes.size());
    taps.push_back(sizes.size());
    order.push_back(sizes.size() + 1);
    sizes.append({count, stride});
    filters[0] = ep::mul(filters[0], stride);
    filters.push_back(count);
  }
  order.push_back(1);
  llvm::append_range(order, taps);
  Term parts = flip(view(contiguous(pad(weight, pads, 0)), sizes), turned);
  return view(contiguous(permute(parts, order)), filters);
}

/// The results of the remainders side by side, those that were asked for.
static Term joinRemainders(Term x, ArrayRef<Axis> axes, ExprAttr channels) {
  Sizes apart = {x.size(0), channels}, joined = apart;
  SmallVector<int64_t> order = {0, 1};
  for (const Axis &axis : axes)
    apart.push_back(x.in().expr(axis.stride));
  for (auto [i, axis] : llvm::enumerate(axes)) {
    apart.push_back(axis.getQuotients());
    joined.push_back(ep::mul(axis.getQuotients(), x.in().expr(axis.stride)));
    order.append({int64_t(2 + axes.size() + i), int64_t(2 + i)});
  }
  Term result = view(contiguous(permute(view(x, apart), order)), joined);
  for (auto [i, axis] : llvm::enumerate(axes)) {
    ExprAttr from = x.in().expr(axis.getBefore());
    if (result.size(2 + i) != axis.result)
      result = slice(result, 2 + i, from, ep::add(from, axis.result));
  }
  return result;
}

/// The bias of each remainder.
static Term repeatBias(Term bias, ArrayRef<Axis> axes) {
  ExprAttr count = bias.in().expr(1);
  for (const Axis &axis : axes)
    count = ep::mul(count, bias.in().expr(axis.stride));
  return flatten(contiguous(expand(unsqueeze(bias, 1), {bias.size(0), count})));
}

static Term expandTransposed(Call &c) {
  Term x = c.raw("input"), weight = c.raw("weight"), bias = c.raw("bias");
  if (!c.flag("transposed") || x.rank() != weight.rank() ||
      isa<ComplexType>(x.dtype()))
    return c.reject("is no transposed convolution of a batch of numbers");
  SmallVector<Axis> axes = getAxes(c, x, weight);
  ExprAttr groups = c.symInt("groups");
  if (axes.empty() || !groups.isInt())
    return c.reject("has no stride, or one that is not known");
  core::Builder &in = x.in();
  Term filters = makeFilters(weight, axes, groups);
  Sizes pads, sizes = {x.size(0), filters.size(0)};
  Sizes ones(axes.size(), in.expr(1)), none(axes.size(), in.expr(0)), dilation;
  for (const Axis &axis : axes) {
    pads.insert(pads.begin(), {in.expr(axis.getReach() - axis.getFirst()),
                               in.expr(axis.getBeyond())});
    sizes.push_back(axis.getQuotients());
    dilation.push_back(in.expr(axis.dilation));
  }
  Term image = pad(x, pads, 0);
  auto convolve = [&](auto biases) {
    return make(in, "aten.convolution.default", x.type().withSizes(sizes),
                image, filters, biases, ones, none, dilation, false, none,
                Attribute(groups));
  };
  Term sums = bias ? convolve(repeatBias(bias, axes)) : convolve(std::nullopt);
  return joinRemainders(sums, axes, c.result().getSizes()[1]);
}

void core::populateTransposedConvolutionExpansions(
    RewritePatternSet &patterns) {
  addRules(patterns, {}, {{"aten.convolution.default", expandTransposed}});
}
